#include "reduce/predicate.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "judge/query.h"
#include "model/check.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// What a fresh process may take beyond the time of a session.
constexpr double kStartSeconds = 1;

AnswerKind opposite(AnswerKind kind) {
  return kind == AnswerKind::Sat ? AnswerKind::Unsat : AnswerKind::Sat;
}

size_t count_opponents(std::span<const Evidence> row, AnswerKind answer) {
  return static_cast<size_t>(std::ranges::count_if(
      row, [&](const Evidence& each) { return each.answer.kind == opposite(answer); }));
}

// A breakdown is no error message, and what it leaves behind is none either.
std::vector<std::string> errors_of(const Answer& answer) {
  std::vector<std::string> errors;
  for (const std::string& error : answer.errors) {
    if (error.starts_with("after its answer") || !breakdown_message(error).empty() ||
        refutes_its_model(error))
      continue;
    errors.push_back(normalise_message(error));
  }
  return errors;
}

bool says_new_error(const Lie& lie, const Answer& answer) {
  if (answer.kind == AnswerKind::Error || answer.kind == AnswerKind::Unsupported) return true;
  return std::ranges::any_of(errors_of(answer), [&](const std::string& error) {
    return std::ranges::find(lie.errors, error) == lie.errors.end();
  });
}

// Whether the liar's own answer can be the lie at all; what the others say is asked only then.
bool may_be(const Lie& lie, const Evidence& evidence) {
  const Answer& answer = evidence.answer;
  if (says_new_error(lie, answer)) return false;
  switch (lie.kind) {
    case FindingKind::WrongUnsat:
      return answer.kind == AnswerKind::Unsat;
    case FindingKind::WrongSat:
      return answer.kind == AnswerKind::Sat && evidence.model == Verdict::False;
    case FindingKind::InvalidModel:
      return refutes_its_model(answer.breakdown) ||
             (answer.kind == AnswerKind::Sat && evidence.model == Verdict::False);
    case FindingKind::Contradiction:
    case FindingKind::Disagreement:
      return answer.kind == lie.answer && evidence.model != Verdict::False;
    case FindingKind::Crash:
      return !answer.breakdown.empty();
  }
  return false;
}

bool needs_others(FindingKind kind) {
  return kind != FindingKind::WrongUnsat && kind != FindingKind::Crash;
}

// Without rules a contradiction is one between solvers, and a model that holds is better still.
bool is_contradiction(const Lie& lie, std::span<const Evidence> row) {
  const Evidence& liar = row[lie.liar];
  if (liar.answer.kind != lie.answer || liar.model == Verdict::True) return false;
  for (size_t i = 0; i < row.size(); ++i)
    if (i != lie.liar && row[i].answer.kind == lie.answer) return false;
  return count_opponents(row, lie.answer) >= std::max<size_t>(1, lie.opponents);
}

bool is_it(const Lie& lie, const Finding& finding) {
  // A disagreement names who says sat, and is about who says unsat as well.
  const bool about_it = finding.which == lie.liar ||
                        (lie.kind == FindingKind::Disagreement && lie.answer == AnswerKind::Unsat);
  return about_it && finding.kind == lie.kind &&
         (lie.kind != FindingKind::Crash || finding.fingerprint == lie.fingerprint);
}

bool is_shown(const Lie& lie, const Claim& claim, std::span<const Evidence> row) {
  if (!may_be(lie, row[lie.liar])) return false;
  if (lie.kind == FindingKind::Contradiction) return is_contradiction(lie, row);
  if (lie.kind == FindingKind::Disagreement && count_opponents(row, lie.answer) < lie.opponents)
    return false;
  const std::vector<Finding> findings = judge(claim, row, 0, {});
  return std::ranges::any_of(findings, [&](const Finding& each) { return is_it(lie, each); });
}

// The model as text that still holds for whoever reads it; empty if it does not.
std::string proof_by(Pool& pool, const CheckState& state, const std::string& text, bool escapes) {
  auto holds = [&](const Model& model) {
    ValuePool values;
    const ModelVerdict verdict = check_model(pool, values, state, model);
    return verdict.verdict == Verdict::True && verdict.opened.empty();
  };
  if (text.empty()) return {};
  const Result<Model> model = read_model(pool, state.script, text, escapes);
  if (!model || !holds(*model)) return {};
  std::string printed = print_model(pool, *model);
  const Result<Model> again = read_model(pool, state.script, printed, true);
  return again && holds(*again) ? printed : std::string();
}

class LiePredicate final : public Predicate {
 public:
  LiePredicate(const Lie& lie, Asking asking, const QueryLimits& limits)
      : lie_(lie), asking_(asking), limits_(limits) {
    for (const Solver& solver : lie.solvers)
      sessions_.push_back(std::make_unique<Session>(solver, limits));
  }

  Outcome test(const Candidate& candidate) override {
    Outcome outcome;
    Pool pool;
    const ParsedScript parsed = parse_script(pool, candidate.text);
    outcome.malformed = !parsed.errors.empty();
    if (outcome.malformed) return outcome;
    outcome.model = candidate.model;
    if (asking_ != Asking::Fresh && !shows_in_session(pool, parsed.script, outcome)) return outcome;
    outcome.interesting = shows_afresh(pool, parsed.script, outcome);
    return outcome;
  }

 private:
  std::vector<Answer> ask(Pool& pool, const Script& script, size_t which, bool plain,
                          Outcome& outcome) {
    Query query = make_query(pool, script, !plain);
    if (plain) query.needs &= kNeedIncremental;
    query.models = !plain;
    query.scoped = plain && asking_ == Asking::Scope && !(query.needs & kNeedIncremental);
    outcome.queries += query.parts.size();
    std::vector<Answer> answers = sessions_[which]->ask(query);
    for (const Answer& answer : answers)
      outcome.slowest = std::max(outcome.slowest, answer.seconds);
    return answers;
  }

  Evidence evidence_of(Pool& pool, const Script& script, size_t check, size_t which,
                       const Answer& answer) const {
    const Solver& solver = lie_.solvers[which];
    Evidence evidence{.solver = solver.name, .program = std::string(solver.spec->name)};
    evidence.answer = answer;
    evaluate_model(pool, script, check, solver, evidence);
    return evidence;
  }

  bool shows_in_session(Pool& pool, const Script& script, Outcome& outcome) {
    const bool plain = asking_ != Asking::Session;
    const std::vector<Answer> answers = ask(pool, script, lie_.liar, plain, outcome);
    std::vector<std::optional<std::vector<Answer>>> others(lie_.solvers.size());
    for (size_t check = 0; check < answers.size(); ++check) {
      std::vector<Evidence> row(lie_.solvers.size());
      for (Evidence& each : row) each.answer.kind = AnswerKind::Unknown;
      row[lie_.liar] = evidence_of(pool, script, check, lie_.liar, answers[check]);
      if (!may_be(lie_, row[lie_.liar])) continue;
      if (lie_.kind == FindingKind::WrongUnsat) {
        if (find_proof(pool, script, check, outcome)) return true;
        continue;
      }
      // As many of the others as it takes; fresh processes ask all.
      bool shown = false;
      for (size_t i = 0; needs_others(lie_.kind) && i < row.size() && !shown; ++i) {
        if (i == lie_.liar) continue;
        if (!others[i]) others[i] = ask(pool, script, i, false, outcome);
        if (check < others[i]->size())
          row[i] = evidence_of(pool, script, check, i, (*others[i])[check]);
        shown = is_shown(lie_, {}, row);
      }
      if (shown || is_shown(lie_, {}, row)) return true;
    }
    return false;
  }

  // A model that holds: the one that we have, else one of another solver's.
  bool find_proof(Pool& pool, const Script& script, size_t check, Outcome& outcome) {
    const CheckState state = state_at(pool, script, check);
    std::string proof = proof_by(pool, state, outcome.model, true);
    for (size_t i = 0; i < lie_.solvers.size() && proof.empty(); ++i) {
      if (i == lie_.liar) continue;
      const std::vector<Answer> answers = ask(pool, script, i, false, outcome);
      if (check < answers.size() && answers[check].kind == AnswerKind::Sat)
        proof = proof_by(pool, state, answers[check].model, lie_.solvers[i].spec->escapes_strings);
    }
    if (proof.empty()) return false;
    outcome.model = std::move(proof);
    return true;
  }

  // The judge's own trial. Solvers that have no part in the lie are not asked.
  bool shows_afresh(Pool& pool, const Script& script, Outcome& outcome) {
    Lie lie = lie_;
    if (!needs_others(lie.kind)) {
      lie.solvers = {lie_.solvers[lie_.liar]};
      lie.liar = 0;
    }
    QueryLimits limits = limits_;
    if (asking_ != Asking::Fresh) limits.seconds += kStartSeconds;
    const Trial trial = try_script(pool, script, lie.solvers, limits);
    outcome.queries += trial.checks.size() * lie.solvers.size();
    for (size_t check = 0; check < trial.checks.size(); ++check) {
      const std::vector<Evidence>& row = trial.checks[check];
      if (!may_be(lie, row[lie.liar])) continue;
      if (lie.kind == FindingKind::WrongUnsat ? find_proof(pool, script, check, outcome)
                                              : is_shown(lie, {}, row))
        return true;
    }
    return false;
  }

  Lie lie_;
  Asking asking_;
  QueryLimits limits_;
  std::vector<std::unique_ptr<Session>> sessions_;
};

// What a fresh process says to a text, as it is but for what ends the process.
Evidence ask_text(const Solver& solver, const std::string& text, const QueryLimits& limits) {
  Query query;
  query.parts.push_back({text.substr(0, text.find("(exit)")), {}});
  query.models = false;
  std::vector<Answer> answers = ask_once(solver, query, limits);
  Evidence evidence{.solver = solver.name, .program = std::string(solver.spec->name)};
  if (!answers.empty()) evidence.answer = std::move(answers[0]);
  return evidence;
}

class BreakdownPredicate final : public Predicate {
 public:
  BreakdownPredicate(const Lie& lie, const QueryLimits& limits) : lie_(lie), limits_(limits) {}

  Outcome test(const Candidate& candidate) override {
    Outcome outcome;
    ++outcome.queries;
    const Evidence evidence = ask_text(lie_.solvers[0], candidate.text, limits_);
    outcome.interesting = is_shown(lie_, {}, {&evidence, 1});
    return outcome;
  }

 private:
  Lie lie_;
  QueryLimits limits_;
};

class CommandPredicate final : public Predicate {
 public:
  CommandPredicate(std::vector<std::string> command, const QueryLimits& limits)
      : command_(std::move(command)), limits_(limits) {
    static std::atomic<uint64_t> count = 0;
    file_ = fmt::format("{}/candidate-{}.smt2", scratch_folder(), ++count);
    command_.push_back(file_);
  }

  Outcome test(const Candidate& candidate) override {
    Outcome outcome;
    std::ofstream(file_, std::ios::binary) << candidate.text;
    ProcessLimits limits;
    limits.memory_mb = limits_.memory_mb;
    limits.output_bytes = limits_.output_bytes;
    std::error_code ignored;
    const std::string folder = std::filesystem::current_path(ignored).string();
    const Result<std::unique_ptr<Process>> process = Process::start(command_, limits, folder);
    if (!process) return outcome;
    const auto most = std::chrono::duration<double>(limits_.seconds);
    const Process::Stop stop = (*process)->exchange(
        {}, {}, Clock::now() + std::chrono::duration_cast<Clock::duration>(most));
    ++outcome.queries;
    outcome.interesting = stop == Process::Stop::Ended && (*process)->exit_code() == 0;
    return outcome;
  }

 private:
  std::vector<std::string> command_;
  QueryLimits limits_;
  std::string file_;
};

}  // namespace

Lie lie_of(const Trial& trial, const Finding& finding, std::span<const Solver> solvers) {
  const std::vector<Evidence>& row = trial.checks[finding.check];
  const Evidence& liar = row[finding.which];
  Lie lie;
  lie.solvers.assign(solvers.begin(), solvers.end());
  lie.liar = finding.which;
  lie.kind = finding.kind;
  lie.answer = liar.answer.kind;
  lie.opponents = liar.answer.decided() ? count_opponents(row, liar.answer.kind) : 0;
  lie.fingerprint = finding.fingerprint;
  for (const std::vector<Evidence>& each : trial.checks) {
    const std::vector<std::string> errors = errors_of(each[finding.which].answer);
    lie.errors.insert(lie.errors.end(), errors.begin(), errors.end());
  }
  return lie;
}

const Finding* find_lie(const Lie& lie, const Trial& trial) {
  for (const Finding& finding : trial.findings)
    if (is_it(lie, finding)) return &finding;
  return nullptr;
}

Claims claims_of(Pool& pool, const Script& script, FindingKind kind, AnswerKind answer,
                 const std::string& model) {
  Claims claims(std::max<size_t>(1, count_checks(script)));
  for (size_t check = 0; check < claims.size(); ++check) {
    Claim& claim = claims[check];
    if (kind == FindingKind::WrongUnsat) {
      claim.model = proof_by(pool, state_at(pool, script, check), model, true);
      if (!claim.model.empty()) claim.kind = Claim::Kind::Sat;
    } else if (kind == FindingKind::Contradiction) {
      claim = {.kind = Claim::Kind::Same, .answer = opposite(answer), .why = "all others say so"};
    }
  }
  return claims;
}

std::unique_ptr<Predicate> lie_predicate(const Lie& lie, Asking asking, const QueryLimits& limits) {
  return std::make_unique<LiePredicate>(lie, asking, limits);
}

std::optional<Lie> find_breakdown(std::span<const Solver> solvers, std::optional<size_t> liar,
                                  std::optional<FindingKind> kind, const std::string& text,
                                  const QueryLimits& limits) {
  for (size_t i = 0; i < solvers.size(); ++i) {
    if (liar && *liar != i) continue;
    Trial trial;
    trial.checks = {{ask_text(solvers[i], text, limits)}};
    for (const Finding& finding : judge({}, trial.checks[0], 0, {}))
      if (!kind || finding.kind == *kind) return lie_of(trial, finding, solvers.subspan(i, 1));
  }
  return {};
}

std::unique_ptr<Predicate> breakdown_predicate(const Lie& lie, const QueryLimits& limits) {
  return std::make_unique<BreakdownPredicate>(lie, limits);
}

Finding finding_in(const Lie& lie, const std::string& text, const QueryLimits& limits,
                   std::string& output) {
  const Evidence evidence = ask_text(lie.solvers[0], text, limits);
  output = evidence.answer.output + evidence.answer.error_output;
  for (Finding& finding : judge({}, {&evidence, 1}, 0, {}))
    if (is_it(lie, finding)) return std::move(finding);
  return {};
}

std::unique_ptr<Predicate> command_predicate(std::vector<std::string> command,
                                             const QueryLimits& limits) {
  return std::make_unique<CommandPredicate>(std::move(command), limits);
}

}  // namespace pg
