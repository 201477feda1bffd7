#include "solve/probe.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <ranges>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace pg {
namespace {

// For solvers that have no row: some have one theory only.
constexpr auto kCommonLogics =
    std::to_array<std::string_view>({"QF_UF", "QF_BV", "QF_LIA", "QF_S", "ALL"});

// Those to try, until the solver takes one.
std::vector<std::string_view> logics_of(const Solver& solver) {
  if (solver.spec->name.empty()) return {kCommonLogics.begin(), kCommonLogics.end()};
  if (solver.claims("QF_UF")) return {"QF_UF"};
  const std::string_view claimed = solver.spec->logics.substr(1);
  return {claimed.substr(0, claimed.find(' '))};
}

// Nothing that a solver without theories could not read.
Query question(std::string_view logic, bool satisfiable, bool models) {
  Query query;
  std::string text = models ? "(set-option :produce-models true)\n" : "";
  text += fmt::format("(set-logic {})\n", logic);
  query.header = text.size();
  text += fmt::format("(declare-fun {} () Bool)\n(assert {})\n", kProbeSymbol, kProbeSymbol);
  if (!satisfiable) text += fmt::format("(assert (not {}))\n", kProbeSymbol);
  query.parts = {{text + "(check-sat)\n", ""}};
  query.models = models;
  return query;
}

constexpr std::string_view kComplaints[] = {"unknown", "invalid",    "expected",
                                            "illegal", "unexpected", "unsupported",
                                            "ignor",   "unrecogni",  "not a "};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// Names in a text, without the dashes before them: arith and solver, ho-elim.
std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  for (size_t at = 0; at < text.size(); ++at) {
    if (std::isalpha(static_cast<unsigned char>(text[at])) == 0) continue;
    size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    names.push_back(text.substr(at, end - at));
    at = end;
  }
  return names;
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return made;
}

// Its words, without what SMT-LIB puts around them.
std::string words_said(const Answer& answer) {
  std::string text(name_of(answer.kind));
  if (!answer.detail.empty() && answer.kind != AnswerKind::Unknown) text = answer.detail;
  if (!answer.detail.empty() && answer.kind == AnswerKind::Unknown) text += ": " + answer.detail;
  constexpr std::string_view kError = "(error \"";
  if (const size_t at = text.find(kError); at != text.npos) {
    text.erase(at, kError.size());
    if (text.ends_with("\")")) text.resize(text.size() - 2);
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_quoted(word);
  return text;
}

struct Mode {
  std::string_view name;
  bool session;
};

std::string failure_text(const Solver& solver, const Mode& mode, double seconds,
                         std::string_view question_name, std::string_view words) {
  return fmt::format("{} fails on a trivial {} question {}: {}\n  command: {}", solver.name,
                     question_name, mode.name, words,
                     joined(solver.command(0, {seconds}, mode.session)));
}

// One pair of questions in one mode.
class Attempt {
 public:
  Attempt(const Solver& solver, const QueryLimits& limits, const Mode& mode)
      : solver_(solver), limits_(limits), mode_(mode), session_(solver, limits) {}

  Probe ask(std::string_view logic, bool models) {
    Probe made;
    std::string unknown;
    bool decided = false;
    // The unsatisfiable one first: the model then comes from a session that was reset.
    for (const bool satisfiable : {false, true}) {
      const Query query = question(logic, satisfiable, models);
      const std::vector<Answer> answers =
          mode_.session ? session_.ask(query) : ask_once(solver_, query, limits_);
      const Answer answer = answers.empty() ? Answer{} : answers[0];
      decided = decided || answer.concludes();
      std::string words = answer.concludes() ? "" : words_said(answer);
      // An option can make it give up one of the two, such as integers of few bits; not both.
      if (answer.kind == AnswerKind::Unknown) unknown = std::exchange(words, {});
      if (satisfiable && !decided && words.empty()) words = unknown;
      if (words.empty() && !satisfiable) words = complaint(answer);
      if (!words.empty()) {
        spent_ = answer.kind == AnswerKind::Timeout || answer.kind == AnswerKind::OutOfMemory ||
                 answer.output.size() >= limits_.output_mb << 20;
        made.failure = failure_text(solver_, mode_, limits_.seconds,
                                    satisfiable ? "satisfiable" : "unsatisfiable", words);
        return made;
      }
      if (models && answer.kind == AnswerKind::Sat && answer.model.empty())
        made.warning = fmt::format("{} gives no model {}, so its models cannot be checked{}{}",
                                   solver_.name, mode_.name, answer.errors.empty() ? "" : ": ",
                                   answer.errors.empty() ? "" : answer.errors[0]);
    }
    return made;
  }

  // It used up its time, memory or output: asking in another way would take as long again.
  bool spent() const { return spent_; }

 private:
  // Errors beside an answer. Nothing was asked that a solver could refuse but its options.
  std::string complaint(const Answer& answer) const {
    if (answer.kind == AnswerKind::Unsat && !answer.errors.empty()) return answer.errors[0];
    return refused_option(answer.error_output, solver_.id().options);
  }

  const Solver& solver_;
  const QueryLimits& limits_;
  const Mode& mode_;
  Session session_;
  bool spent_ = false;
};

// In the first logic that it takes, with models if it has them. What it says first is reported: it
// is about the way that it would be used.
Probe probe_mode(const Solver& solver, const QueryLimits& limits, const Mode& mode) {
  Probe first;
  for (const std::string_view logic : logics_of(solver)) {
    for (const bool models : {true, false}) {
      Attempt attempt(solver, limits, mode);
      Probe made = attempt.ask(logic, models);
      if (made.failure.empty()) {
        if (!models)
          made.warning = fmt::format("{} refuses to give models, so they cannot be checked: {}",
                                     solver.name, first.failure);
        return made;
      }
      if (first.failure.empty()) first = std::move(made);
      if (attempt.spent()) return first;
    }
  }
  return first;
}

}  // namespace

std::string refused_option(std::string_view errors, std::span<const std::string> options) {
  // Parts of them: z3 says unknown parameter 'arith.solvr' at module 'smt'.
  std::vector<std::string_view> names;
  for (const std::string& option : options)
    std::ranges::copy(names_in(option), std::back_inserter(names));
  for (const auto each : std::views::split(errors, '\n')) {
    const std::string_view line(each.begin(), each.end());
    const std::string text = lower(line);
    const bool complains = std::ranges::any_of(
        kComplaints, [&](std::string_view word) { return text.find(word) != text.npos; });
    const bool names_one = std::ranges::any_of(names_in(line), [&](std::string_view name) {
      return std::ranges::find(names, name) != names.end();
    });
    if (complains && names_one) return std::string(line);
  }
  return {};
}

Probe probe(const Solver& solver, const QueryLimits& limits, ProbeModes modes) {
  Probe made = probe_mode(solver, limits, {"in a fresh process", false});
  if (!made.failure.empty() || modes == ProbeModes::Fresh || !solver.spec->resets) return made;
  Probe session = probe_mode(solver, limits, {"in a session", true});
  if (session.warning.empty()) session.warning = std::move(made.warning);
  return session;
}

std::vector<Probe> probe_all(std::span<const Solver> solvers, const QueryLimits& limits,
                             ProbeModes modes) {
  std::vector<Probe> made(solvers.size());
  std::vector<std::jthread> threads;
  for (size_t i = 0; i < solvers.size(); ++i)
    threads.emplace_back([&, i] { made[i] = probe(solvers[i], limits, modes); });
  threads.clear();
  return made;
}

}  // namespace pg
