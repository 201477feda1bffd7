#include "program/suite.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/check.h"
#include "program/inputs.h"

namespace pg {
namespace {

using Bits = std::vector<bool>;

// Small whole numbers first, then those with few digits.
uint64_t float_complexity(double number) {
  constexpr uint64_t kUnreadable = 1000;
  if (!std::isfinite(number)) return kUnreadable / 2;
  const uint64_t sign = std::signbit(number);
  const double size = std::fabs(number);
  if (size < 0x1p53 && size == std::floor(size))
    return static_cast<uint64_t>(std::bit_width(static_cast<uint64_t>(size))) * 2 + sign;
  const uint64_t digits = fmt::format("{}", size).size();
  return 20 + 8 * digits + sign;
}

// Letters first, then what else can be read.
uint64_t character_complexity(uint64_t value) {
  if (value == 0) return 0;
  if (value >= 'a' && value <= 'z') return 2 + (value - 'a') / 8;
  return value >= ' ' && value <= '~' ? 8 : 40;
}

// How much a reader has to take in.
uint64_t complexity(const Interface& interface, const Input& input) {
  uint64_t sum = 0;
  for_each_value(
      interface, [&](const Parameter& parameter, uint32_t, const Leaf& leaf, size_t index) {
        const uint64_t value = input[index];
        if (parameter.is_string) {
          sum += character_complexity(value);
          return;
        }
        if (leaf.is_float) {
          sum += float_complexity(float_of(value, leaf.bits));
          return;
        }
        const uint64_t negated = fit(leaf, ~value + 1);
        const bool negative = leaf.is_signed && negated < value;
        sum += static_cast<uint64_t>(std::bit_width(negative ? negated : value)) * 2 + negative;
      });
  return sum;
}

bool is_subset(const Bits& a, const Bits& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] && !b[i]) return false;
  return true;
}

// Which rows (inputs) cover which columns (faults).
class Cover {
 public:
  Cover(std::vector<Bits> rows, size_t columns) : rows_(std::move(rows)), columns_(columns) {}

  // Rows that another one contains are of no use; the first of equal ones stays.
  std::vector<size_t> undominated() const {
    std::vector<size_t> kept;
    for (size_t i = 0; i < rows_.size(); ++i) {
      bool dominated = std::ranges::none_of(rows_[i], std::identity());
      for (size_t j = 0; j < rows_.size() && !dominated; ++j)
        dominated =
            i != j && is_subset(rows_[i], rows_[j]) && (j < i || !is_subset(rows_[j], rows_[i]));
      if (!dominated) kept.push_back(i);
    }
    return kept;
  }

  std::vector<size_t> greedy(const std::vector<size_t>& usable) const {
    std::vector<size_t> chosen;
    Bits open(columns_, true);
    while (true) {
      size_t best = rows_.size();
      size_t most = 0;
      for (const size_t row : usable) {
        size_t gain = 0;
        for (size_t i = 0; i < columns_; ++i) gain += open[i] && rows_[row][i];
        if (gain > most) {
          most = gain;
          best = row;
        }
      }
      if (most == 0) return chosen;
      chosen.push_back(best);
      for (size_t i = 0; i < columns_; ++i)
        if (rows_[best][i]) open[i] = false;
    }
  }

  // Columns no two of which one row covers: each needs a row of its own.
  size_t lower_bound(const std::vector<size_t>& usable) const {
    std::vector<size_t> order(columns_);
    std::iota(order.begin(), order.end(), size_t{0});
    std::vector<size_t> coverers(columns_, 0);
    for (const size_t row : usable)
      for (size_t i = 0; i < columns_; ++i) coverers[i] += rows_[row][i];
    std::ranges::stable_sort(order, {}, [&](size_t column) { return coverers[column]; });
    Bits excluded(columns_, false);
    size_t count = 0;
    for (const size_t column : order) {
      if (excluded[column]) continue;
      ++count;
      for (const size_t row : usable)
        if (rows_[row][column])
          for (size_t i = 0; i < columns_; ++i)
            if (rows_[row][i]) excluded[i] = true;
    }
    return count;
  }

  // A formula that says that `most` of the rows cover all columns.
  std::string formula(const std::vector<size_t>& usable, size_t most) const {
    std::string text = "(set-option :produce-models true)\n(set-logic QF_LIA)\n";
    for (const size_t row : usable)
      text +=
          fmt::format("(declare-const t{0} Int)\n(assert (and (<= 0 t{0}) (<= t{0} 1)))\n", row);
    for (size_t column = 0; column < columns_; ++column) {
      text += "(assert (<= 1 (+ 0";
      for (const size_t row : usable)
        if (rows_[row][column]) text += fmt::format(" t{}", row);
      text += ")))\n";
    }
    text += "(assert (<= (+ 0";
    for (const size_t row : usable) text += fmt::format(" t{}", row);
    return text + fmt::format(") {}))\n(check-sat)\n", most);
  }

  const std::vector<Bits>& rows() const { return rows_; }

 private:
  std::vector<Bits> rows_;
  size_t columns_;
};

// The rows whose constant is one in a model.
std::vector<size_t> read_choice(const std::string& model, const std::vector<size_t>& usable) {
  std::vector<size_t> chosen;
  for (const size_t row : usable) {
    const std::string name = fmt::format("define-fun t{} () Int", row);
    const size_t at = model.find(name);
    if (at == model.npos) continue;
    const size_t digit = model.find_first_not_of(" \n\t", at + name.size());
    if (digit != model.npos && model[digit] == '1') chosen.push_back(row);
  }
  return chosen;
}

bool covers_all(const Cover& cover, const std::vector<size_t>& chosen, size_t columns) {
  for (size_t i = 0; i < columns; ++i)
    if (std::ranges::none_of(chosen, [&](size_t row) { return cover.rows()[row][i]; }))
      return false;
  return true;
}

// Asks for ever smaller choices; the lower bound rises to the choice where there is none.
std::vector<size_t> improve(const Cover& cover, const std::vector<size_t>& usable,
                            std::vector<size_t> chosen, size_t columns, size_t& lower,
                            Session& session) {
  while (chosen.size() > lower) {
    Query query;
    query.parts.push_back({cover.formula(usable, chosen.size() - 1), {}});
    const std::vector<Answer> answers = session.ask(query);
    if (answers.empty() || !answers[0].decided()) break;
    if (answers[0].kind == AnswerKind::Unsat) {
      lower = chosen.size();
      break;
    }
    std::vector<size_t> smaller = read_choice(answers[0].model, usable);
    // What a solver says is believed when it has been looked at.
    if (smaller.size() >= chosen.size() || !covers_all(cover, smaller, columns)) break;
    chosen = std::move(smaller);
  }
  return chosen;
}

// Candidates for a simpler value, the simplest first.
std::vector<uint64_t> simpler_values(const Parameter& parameter, const Leaf& leaf, uint64_t value) {
  std::vector<uint64_t> values;
  if (parameter.is_string) return {0, 'a', 'b', 'c', '0', '1', ' ', '~'};
  if (leaf.is_float) {
    const double number = float_of(value, leaf.bits);
    for (const double simple : {0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 100.0, 0.5, -1.0, -2.0, -3.0, -0.5})
      values.push_back(bits_of(simple, leaf.bits));
    for (const double scale : {1.0, 2.0, 4.0, 10.0, 100.0, 1000.0})
      values.push_back(bits_of(std::nearbyint(number * scale) / scale, leaf.bits));
    return values;
  }
  for (uint64_t simple : {0, 1, 2, 3, 5, 10}) values.push_back(fit(leaf, simple));
  for (uint64_t simple : {1, 2, 3}) values.push_back(fit(leaf, ~simple + 1));
  const uint32_t bits = std::min(leaf.bits, 63u);
  const auto number = leaf.is_signed && leaf.bits <= 64
                          ? static_cast<int64_t>(value << (64 - leaf.bits)) >> (64 - leaf.bits)
                          : static_cast<int64_t>(value);
  for (uint32_t shift = bits; shift-- > 1;)
    values.push_back(fit(leaf, static_cast<uint64_t>(number / (int64_t{1} << shift))));
  return values;
}

std::vector<uint32_t> faults_of(const std::vector<Kill>& kills) {
  std::vector<uint32_t> faults;
  for (const Kill& kill : kills) faults.push_back(kill.fault);
  return faults;
}

// Where a kill of a fault stands among those that are wanted.
size_t place_of(const std::vector<Kill>& wanted, uint32_t fault) {
  const auto found = std::ranges::lower_bound(wanted, fault, {}, &Kill::fault);
  CHECK(found != wanted.end() && found->fault == fault, "a kill of a fault that was not run");
  return static_cast<size_t>(found - wanted.begin());
}

bool is_good(const Kill& kill, const std::vector<Kill>& wanted) {
  return rank_of(kill.kind) <= rank_of(wanted[place_of(wanted, kill.fault)].kind);
}

bool kills_all(const NativeRun& run, const std::vector<Kill>& wanted) {
  return run.original.is_defined() &&
         static_cast<size_t>(std::ranges::count_if(
             run.kills, [&](const Kill& kill) { return is_good(kill, wanted); })) == wanted.size();
}

// Makes one value after the other simpler, as long as the test kills what only it kills.
Result<bool> shrink(Subject& subject, Input& input, const std::vector<Kill>& needed) {
  subject.native->set_faults(faults_of(needed));
  std::vector<std::pair<const Parameter*, const Leaf*>> leaves;
  for_each_value(subject.interface,
                 [&](const Parameter& parameter, uint32_t, const Leaf& leaf, size_t) {
                   leaves.push_back({&parameter, &leaf});
                 });
  for (size_t i = 0; i < input.size(); ++i) {
    std::vector<Input> tries;
    const uint64_t now = complexity(subject.interface, input);
    for (const uint64_t value : simpler_values(*leaves[i].first, *leaves[i].second, input[i])) {
      Input changed = input;
      changed[i] = value;
      if (complexity(subject.interface, changed) < now) tries.push_back(std::move(changed));
    }
    const Result<std::vector<NativeRun>> runs = subject.native->run(tries, false);
    if (!runs) return runs.error();
    const auto good =
        std::ranges::find_if(*runs, [&](const NativeRun& run) { return kills_all(run, needed); });
    if (good != runs->end()) input = tries[static_cast<size_t>(good - runs->begin())];
  }
  return true;
}

std::vector<Bits> matrix_of(const std::vector<NativeRun>& runs, const std::vector<Kill>& wanted) {
  std::vector<Bits> rows;
  for (const NativeRun& run : runs) {
    Bits row(wanted.size(), false);
    for (const Kill& kill : run.kills) row[place_of(wanted, kill.fault)] = is_good(kill, wanted);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Result<Suite> keep_all(Subject& subject, const std::vector<Input>& inputs,
                       const std::vector<Kill>& wanted) {
  subject.native->set_faults(faults_of(wanted));
  const Result<std::vector<NativeRun>> runs = subject.native->run(inputs, false);
  if (!runs) return runs.error();
  Suite suite;
  suite.candidates = inputs.size();
  // A simpler input may do better than the one that was found.
  suite.best = wanted;
  for (const NativeRun& run : *runs)
    for (const Kill& kill : run.kills)
      if (is_good(kill, suite.best)) suite.best[place_of(wanted, kill.fault)].kind = kill.kind;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Test test{inputs[i], (*runs)[i].original, {}};
    for (const Kill& kill : (*runs)[i].kills)
      if (is_good(kill, suite.best)) test.kills.push_back(kill.fault);
    suite.tests.push_back(std::move(test));
  }
  return suite;
}

Result<Suite> choose_suite(Subject& subject, const std::vector<Input>& candidates,
                           const std::vector<Kill>& wanted, const Solver& solver,
                           const QueryLimits& limits, const Budget& budget) {
  if (wanted.empty()) return Suite{};
  std::vector<Input> inputs = candidates;
  std::ranges::stable_sort(
      inputs, {}, [&](const Input& input) { return complexity(subject.interface, input); });
  subject.native->set_faults(faults_of(wanted));
  const Result<std::vector<NativeRun>> runs = subject.native->run(inputs, false);
  if (!runs) return runs.error();
  const Cover cover(matrix_of(*runs, wanted), wanted.size());
  const std::vector<size_t> usable = cover.undominated();
  size_t lower = cover.lower_bound(usable);
  std::vector<size_t> chosen = cover.greedy(usable);
  Session session(solver, limits);
  if (!budget.is_over())
    chosen = improve(cover, usable, std::move(chosen), wanted.size(), lower, session);
  std::vector<Input> kept;
  for (size_t i = 0; i < chosen.size(); ++i) {
    std::vector<Kill> needed;
    for (size_t column = 0; column < wanted.size(); ++column) {
      const bool elsewhere = std::ranges::any_of(
          chosen, [&](size_t row) { return row != chosen[i] && cover.rows()[row][column]; });
      if (cover.rows()[chosen[i]][column] && !elsewhere) needed.push_back(wanted[column]);
    }
    kept.push_back(inputs[chosen[i]]);
    if (budget.is_over()) continue;
    // Of faults that several tests kill, none is needed here; so all tests are checked at the end.
    if (const Result<bool> shrunk = shrink(subject, kept.back(), needed); !shrunk)
      return shrunk.error();
  }
  Result<Suite> suite = keep_all(subject, kept, wanted);
  if (!suite) return suite;
  std::vector<bool> covered(wanted.size(), false);
  for (const Test& test : suite->tests)
    for (const uint32_t fault : test.kills) covered[place_of(wanted, fault)] = true;
  if (std::ranges::find(covered, false) != covered.end()) {
    kept.clear();
    for (const size_t row : chosen) kept.push_back(inputs[row]);
    suite = keep_all(subject, kept, wanted);
    if (!suite) return suite;
  }
  suite->lower_bound = lower;
  suite->candidates = candidates.size();
  return suite;
}

}  // namespace pg
