#include "judge/replay.h"

#include <algorithm>

#include <fmt/format.h>

#include "smtlib/parser.h"

namespace pg {
namespace {

// What the model of the folder makes of the formula.
Result<ModelVerdict> evaluate(Pool& pool, const Script& script, const Bug& bug, bool escapes) {
  const CheckState state = state_at(pool, script, bug.check);
  const Result<Model> model = read_model(pool, state.script, bug.model, escapes);
  if (!model) return model.error();
  ValuePool values;
  return check_model(pool, values, state, *model);
}

void check_certificate(Pool& pool, const Script& script, const Bug& bug, Replay& replay) {
  const bool wrong_unsat = bug.kind == FindingKind::WrongUnsat;
  const bool by_model =
      wrong_unsat || bug.kind == FindingKind::WrongSat || bug.kind == FindingKind::InvalidModel;
  if (!by_model || (!wrong_unsat && bug.model.empty())) {
    // Answers are its evidence: asking again is checking it.
    replay.certified = true;
    replay.certificate = bug.kind == FindingKind::Contradiction
                             ? "two answers of one solver, and the steps between their formulas"
                             : "what solvers say";
    return;
  }
  const Result<ModelVerdict> verdict = evaluate(pool, script, bug, wrong_unsat || bug.escapes);
  if (!verdict) {
    replay.certificate = format_error("model.smt2", verdict.error());
    return;
  }
  const Verdict wanted = wrong_unsat ? Verdict::True : Verdict::False;
  replay.certified = verdict->verdict == wanted && (!wrong_unsat || verdict->opened.empty());
  replay.certificate = fmt::format("the model makes the formula {}", name_of(verdict->verdict));
  if (!verdict->opened.empty()) replay.certificate += ", by a choice that SMT-LIB leaves open";
}

Claims claims_of(const Bug& bug) {
  Claims claims(bug.check + 1);
  if (bug.kind == FindingKind::WrongUnsat) {
    claims[bug.check].kind = Claim::Kind::Sat;
    claims[bug.check].model = bug.model;
  }
  return claims;
}

std::string said_by(const Trial& trial, size_t check, size_t which) {
  const Evidence& evidence = trial.checks[check][which];
  std::string text = fmt::format("{} says {}", evidence.solver, name_of(evidence.answer.kind));
  if (evidence.answer.kind == AnswerKind::Sat && evidence.model)
    text += fmt::format(" with a model that makes it {}", name_of(*evidence.model));
  return text;
}

// A solver contradicts itself if the seed and what follows from it have different answers.
bool contradicts_itself(Pool& pool, const Bug& bug, const Trial& trial, const Solver& solver,
                        const QueryLimits& limits, Replay& replay) {
  const ParsedScript seed = parse_script(pool, bug.seed);
  if (!seed.errors.empty()) return false;
  const Trial before = try_script(pool, seed.script, {&solver, 1}, limits);
  if (bug.check >= before.checks.size()) return false;
  const Answer& one = before.checks[bug.check][0].answer;
  const Answer& two = trial.checks[bug.check][0].answer;
  replay.said += fmt::format("; to the seed it says {}", name_of(one.kind));
  return one.decided() && two.decided() && one.kind != two.kind;
}

}  // namespace

Result<Replay> replay(const Bug& bug, const Solver& solver, std::span<const Solver> others,
                      const QueryLimits& limits) {
  Pool pool;
  const std::string& text = bug.reduced.empty() ? bug.original : bug.reduced;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return parsed.errors[0];
  Replay replay;
  check_certificate(pool, parsed.script, bug, replay);
  std::vector<Solver> solvers{solver};
  solvers.insert(solvers.end(), others.begin(), others.end());
  const Trial trial = try_script(pool, parsed.script, solvers, limits, claims_of(bug));
  if (bug.check >= trial.checks.size())
    return Error{{}, fmt::format("the formula has no check-sat {}", bug.check + 1)};
  replay.said = said_by(trial, bug.check, 0);
  if (bug.kind == FindingKind::Contradiction) {
    replay.reproduces = contradicts_itself(pool, bug, trial, solver, limits, replay);
    return replay;
  }
  replay.reproduces = std::ranges::any_of(trial.findings, [&](const Finding& finding) {
    return finding.which == 0 && finding.check == bug.check &&
           (finding.kind == bug.kind ||
            (finding.kind == FindingKind::InvalidModel && bug.kind == FindingKind::WrongSat));
  });
  return replay;
}

}  // namespace pg
