// Compares our values of random terms without variables, of every row of every theory, with those
// of solvers.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <signal.h>

#include "base/check.h"
#include "compare/explained.h"
#include "compare/ground_terms.h"
#include "compare/judge.h"
#include "model/evaluator.h"
#include "model/print_value.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "solve/solver.h"
#include "term/traverse.h"
#include "theory/computed.h"
#include "theory/enclosure.h"
#include "theory/theories.h"

namespace pg::test {
namespace {

struct Options {
  uint64_t terms = 20'000;
  uint64_t rng = 1;
  std::vector<std::string> solvers = {"z3", "cvc5"};
  std::string row;
  bool verbose = false;
};

struct Counts {
  std::array<uint64_t, kVerdicts> of{};
  uint64_t explained = 0;  // of those that differ

  uint64_t operator[](Verdict verdict) const { return of[static_cast<size_t>(verdict)]; }
  uint64_t asked() const {
    uint64_t sum = 0;
    for (const uint64_t count : of) sum += count;
    return sum;
  }
  void operator+=(const Counts& other) {
    for (size_t i = 0; i < kVerdicts; ++i) of[i] += other.of[i];
    explained += other.explained;
  }
};

// What is known of a row and a solver.
struct Record {
  Counts counts;
  std::vector<Question> waiting;
  std::vector<Question> waiting_higher_order;
};

struct Row {
  const Theory* theory;
  const OpSpec* op;
  bool selected = true;
  uint64_t drawn = 0;
  uint64_t defined = 0;
  Known known{};                // to which of the solvers at hand
  std::vector<Record> records;  // by solver

  std::string describe() const { return fmt::format("{} : {}", op->name, op->sig.text); }
  // Values that are never defined are not worth further draws.
  bool hopeless() const { return drawn >= 200 && defined == 0; }
};

constexpr Known common(Known a, Known b) {
  return static_cast<Known>(static_cast<uint8_t>(a) & static_cast<uint8_t>(b));
}

class Comparison {
 public:
  Comparison(const Options& options, std::vector<Judge>& judges)
      : options_(options), judges_(judges), terms_(options.rng) {
    Known at_hand{};
    for (const Judge& judge : judges) at_hand = at_hand | judge.spec().known;
    for (const Theory* theory : theories()) {
      for (const OpSpec& op : theory->ops) {
        Row row{theory, &op};
        row.selected = options.row.empty() || op.name == options.row;
        row.known = common(solvers_of(op.known), at_hand);
        row.records.resize(judges.size());
        by_op_[&op] = rows_.size();
        rows_.push_back(std::move(row));
      }
    }
  }

  bool has_rows() const {
    return std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.selected; });
  }

  void run() {
    probe();
    // Rows that are not asked for still make arguments of the others.
    constexpr uint64_t kOthers = 8;
    for (uint64_t round = 0, idle = 0; counted_ < options_.terms && idle < 100; ++round) {
      const uint64_t before = counted_;
      // Some draws have no value; a few more keep the shares of the rows equal.
      draw_each(6, [&](const Row& row) { return row.selected || round % kOthers == 0; });
      idle = counted_ == before ? idle + 1 : 0;
    }
    ask_all();
  }

  int report() const;

 private:
  static constexpr size_t kBatch = 40;
  // Solvers take seconds for a power with a hundred thousand digits.
  static constexpr size_t kLongestValue = 4000;

  // Releases lack rows that their solver has otherwise: a few terms tell, before terms are made of
  // terms. Unlike the counted ones these have literals as arguments only.
  void probe() {
    constexpr int kTerms = 5;
    probing_ = true;
    for (int i = 0; i < kTerms; ++i) draw_each(3, [](const Row&) { return true; });
    ask_all();
    probing_ = false;
    for (Row& row : rows_) {
      for (size_t i = 0; i < judges_.size(); ++i) {
        const Counts counts = std::exchange(row.records[i].counts, {});
        const uint64_t undecided = counts[Verdict::Unsupported] + counts[Verdict::Unknown];
        if (counts.asked() == 0 || undecided < counts.asked()) continue;
        const Known solver = judges_[i].spec().known;
        row.known =
            static_cast<Known>(static_cast<uint8_t>(row.known) & ~static_cast<uint8_t>(solver));
      }
    }
  }

  // A term with a value of each of these rows, in a limited number of draws.
  template <typename Wants>
  void draw_each(int attempts, Wants wants) {
    std::vector<size_t> wanted;
    for (size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].known != Known{} && !rows_[i].hopeless() && wants(rows_[i])) wanted.push_back(i);
    for (; attempts > 0 && !wanted.empty(); --attempts) draw(wanted);
  }

  // A term of each of these rows; those stay that got none with a value.
  void draw(std::vector<size_t>& wanted) {
    std::vector<GroundTerm> drawn;
    std::string script(kDeclarations);
    std::vector<size_t> rows;
    for (const size_t i : wanted) {
      GroundTerm term = terms_.draw(*rows_[i].op);
      ++rows_[i].drawn;
      if (term.text.empty()) continue;
      script += fmt::format("(get-value ({}))\n", term.text);
      drawn.push_back(std::move(term));
      rows.push_back(i);
    }
    Pool pool;
    const ParsedScript read = parse_script(pool, script);
    for (const Error& error : read.errors)
      fmt::print(stderr, "{}\n", format_error("drawn terms", error));
    CHECK(read.errors.empty(), "a drawn term is ill-sorted");
    const size_t first = read.script.commands.size() - drawn.size();
    ValuePool values;
    const Model model;
    Evaluator evaluator(pool, values, read.script, model, Evaluator::Missing::Undefined);
    std::set<size_t> done;
    for (size_t i = 0; i < drawn.size(); ++i) {
      const Term term = read.script.commands[first + i].terms[0];
      const Value value = evaluator.eval(term);
      if (!value.is_defined()) continue;
      done.insert(rows[i]);
      take(rows_[rows[i]], drawn[i], pool, values, term, value);
    }
    std::erase_if(wanted, [&](size_t row) { return done.contains(row); });
  }

  void take(Row& row, const GroundTerm& drawn, Pool& pool, ValuePool& values, Term term,
            Value value) {
    ++row.defined;
    const Known known = common(solvers_knowing(pool, term, value), drawn.solvers);
    const std::string sort = print_sort(pool, pool.sort(term));
    Question question{drawn.text, print_value(pool, values, value, pool.sort(term)), sort, nullptr};
    if (computed::is_computed(value) && !ask_about_bounds(pool, values, value, question)) return;
    if (question.value.size() > kLongestValue) return;
    // What a solver has wrong stays out of other terms, where it would hide differences.
    if (!probing_ && !explanation(kZ3 | kCvc5, *row.op, pool, term))
      terms_.keep(drawn, drawn.sort.empty() ? sort : drawn.sort, known);
    if (known == Known{} || (!row.selected && !probing_) || counted_ == options_.terms) return;
    if (!probing_) ++counted_;
    for (size_t i = 0; i < judges_.size(); ++i) {
      const Known solver = judges_[i].spec().known;
      if (!includes(known, solver)) continue;
      Record& record = row.records[i];
      const bool higher_order = is_higher_order(drawn.text);
      std::vector<Question>& waiting = higher_order ? record.waiting_higher_order : record.waiting;
      question.explanation = explanation(solver, *row.op, pool, term);
      waiting.push_back(question);
      if (waiting.size() == kBatch) ask(row, i, waiting);
    }
  }

  // A number without a literal: the question is whether it lies where we say.
  static bool ask_about_bounds(Pool& pool, ValuePool& values, Value value, Question& question) {
    const auto bounds = enclosure::bounds(values, value);
    if (!bounds) return false;
    const mpq_class margin(1, 100);
    const Value low = values.rational(bounds->first - margin);
    const Value high = values.rational(bounds->second + margin);
    question = {fmt::format("(< {} {} {})", print_value(pool, values, low, kReal), question.term,
                            print_value(pool, values, high, kReal)),
                "true", "Bool", nullptr};
    return true;
  }

  // The solvers that know every sort in it. Z3 has its own sets and functions under these names.
  static Known solvers_knowing(const Pool& pool, Sort sort) {
    const SortKind kind = pool.kind(sort);
    Known known = kZ3 | kCvc5;
    if (kind != SortKind::Declared && kind != SortKind::Set && kind != SortKind::Arrow)
      known = solvers_of(kSortSpecs[static_cast<size_t>(kind)].known);
    for (const Sort arg : pool.args(sort)) known = common(known, solvers_knowing(pool, arg));
    return known;
  }

  // The solvers that know every row in a term.
  Known solvers_knowing(const Pool& pool, Term term, Value value) const {
    Known known = kZ3 | kCvc5;
    post_order(pool, term, [&](Term part) {
      if (const OpSpec* op = pool.op(part)) known = common(known, rows_[by_op_.at(op)].known);
      known = common(known, solvers_knowing(pool, pool.sort(part)));
    });
    // Only Z3 reads the roots of polynomials.
    return value.kind() == ValueKind::Algebraic ? common(known, kZ3) : known;
  }

  void ask_all() {
    for (Row& row : rows_) {
      for (size_t i = 0; i < judges_.size(); ++i) {
        ask(row, i, row.records[i].waiting);
        ask(row, i, row.records[i].waiting_higher_order);
      }
    }
  }

  void ask(Row& row, size_t judge, std::vector<Question>& questions) {
    if (questions.empty()) return;
    const std::vector<Verdict> verdicts = judges_[judge].ask(questions);
    for (size_t i = 0; i < questions.size(); ++i) {
      ++row.records[judge].counts.of[static_cast<size_t>(verdicts[i])];
      if (!probing_) show(row, judge, questions[i], verdicts[i]);
    }
    questions.clear();
    std::fflush(stdout);
  }

  void show(Row& row, size_t judge, const Question& question, Verdict verdict) {
    const PeerSpec& solver = judges_[judge].spec();
    switch (verdict) {
      case Verdict::Agrees:
        return;
      case Verdict::Differs: {
        const Explained* reason = question.explanation;
        if (reason) ++row.records[judge].counts.explained;
        if (reason && !options_.verbose) return;
        fmt::print("{}: {} is {}, {} says {}{}\n", reason ? "explained" : "different",
                   question.term, question.value, solver.name, judges_[judge].value_of(question),
                   reason ? fmt::format(" ({})", reason->reason) : "");
        return;
      }
      case Verdict::Unknown:
      case Verdict::Unsupported:
      case Verdict::Crashes:
        if (options_.verbose)
          fmt::print("{}: {} {}\n", kVerdictNames[static_cast<size_t>(verdict)], solver.name,
                     question.term);
        return;
    }
  }

  const Options& options_;
  std::vector<Judge>& judges_;
  GroundTerms terms_;
  std::vector<Row> rows_;
  std::map<const OpSpec*, size_t> by_op_;
  uint64_t counted_ = 0;
  bool probing_ = false;
};

int Comparison::report() const {
  fmt::print("\n{} terms\n", counted_);
  fmt::print("{:14} {:5} {:>9} {:>9} {:>10} {:>10} {:>8} {:>12} {:>8}\n", "theory", "", "asked",
             "agree", "different", "explained", "unknown", "unsupported", "crashed");
  auto line = [](std::string_view theory, std::string_view solver, const Counts& counts) {
    fmt::print("{:14} {:5} {:9} {:9} {:10} {:10} {:8} {:12} {:8}\n", theory, solver, counts.asked(),
               counts[Verdict::Agrees], counts[Verdict::Differs] - counts.explained,
               counts.explained, counts[Verdict::Unknown], counts[Verdict::Unsupported],
               counts[Verdict::Crashes]);
  };
  std::vector<Counts> totals(judges_.size());
  for (const Theory* theory : theories()) {
    for (size_t i = 0; i < judges_.size(); ++i) {
      Counts sum;
      for (const Row& row : rows_)
        if (row.theory == theory) sum += row.records[i].counts;
      if (sum.asked() > 0) line(theory->name, judges_[i].spec().name, sum);
      totals[i] += sum;
    }
  }
  uint64_t different = 0;
  for (size_t i = 0; i < judges_.size(); ++i) {
    line("all", judges_[i].spec().name, totals[i]);
    different += totals[i][Verdict::Differs] - totals[i].explained;
  }
  auto list = [&](std::string_view title, auto&& belongs) {
    std::string text;
    for (const Row& row : rows_)
      if (row.selected && belongs(row)) text += fmt::format("\n  {}", row.describe());
    if (!text.empty()) fmt::print("\n{}:{}\n", title, text);
  };
  auto answered = [](const Row& row) {
    return std::any_of(row.records.begin(), row.records.end(), [](const Record& record) {
      return record.counts[Verdict::Agrees] + record.counts[Verdict::Differs] > 0;
    });
  };
  auto meant = [](const Row& row) { return solvers_of(row.op->known); };
  list("Known to no solver here", [&](const Row& row) { return meant(row) == Known{}; });
  list("Never with a value of ours",
       [&](const Row& row) { return meant(row) != Known{} && row.defined == 0; });
  list("Never answered by a solver",
       [&](const Row& row) { return row.defined > 0 && !answered(row); });
  for (size_t i = 0; i < judges_.size(); ++i) {
    const PeerSpec& solver = judges_[i].spec();
    list(fmt::format("Not decided by this {}, but by another", solver.name), [&](const Row& row) {
      return answered(row) && includes(meant(row), solver.known) &&
             !includes(row.known, solver.known);
    });
  }
  for (size_t i = 0; i < judges_.size(); ++i) {
    if (totals[i][Verdict::Agrees] > 0 || !options_.row.empty()) continue;
    fmt::print(stderr, "compare_values: error: {} answers nothing\n", judges_[i].spec().name);
    return 3;
  }
  return different > 0 ? 1 : 0;
}

int run(const Options& options) {
  std::vector<Judge> judges;
  judges.reserve(options.solvers.size());
  for (const PeerSpec& spec : peer_specs()) {
    if (std::find(options.solvers.begin(), options.solvers.end(), spec.name) ==
        options.solvers.end())
      continue;
    if (!find_program(std::string(spec.name)).empty())
      judges.emplace_back(spec);
    else
      fmt::print("{} is not installed and not asked\n", spec.name);
  }
  // A solver that ends while it is written to is an answer, no reason to end.
  ::signal(SIGPIPE, SIG_IGN);
  Comparison comparison(options, judges);
  if (!comparison.has_rows()) {
    fmt::print(stderr, "compare_values: error: no operator is called {}\n", options.row);
    return 2;
  }
  if (judges.empty()) return 0;
  comparison.run();
  return comparison.report();
}

}  // namespace
}  // namespace pg::test

int main(int argc, char** argv) {
  pg::test::Options options;
  CLI::App app("Compares Polygraph's values of random ground terms with those of solvers.");
  app.add_option("--terms", options.terms, "How many terms")->capture_default_str();
  app.add_option("--rng", options.rng, "Number that the terms are drawn from")
      ->capture_default_str();
  app.add_option("--solver", options.solvers, "A solver; repeatable")
      ->check(CLI::IsMember({"z3", "cvc5"}));
  app.add_option("--row", options.row, "Only the operator of this name");
  app.add_flag("--verbose", options.verbose,
               "Also explained differences, and terms without answer");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return pg::test::run(options);
}
