#include "bug/replay.h"

#include <array>

#include <fmt/format.h>

#include "ask/trial.h"
#include "bug/normal_form.h"
#include "bug/premise.h"
#include "prove/check_chain.h"
#include "prove/prove_own.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// How often a bug that does not always show gets the chance to.
constexpr int kFlakyRuns = 3;

struct Check {
  const Case& found;
  Pool& pool;
  const Script& script;
  const Provers& provers;

  CheckedCertificate operator()(const TrueModel& proof) const {
    const CheckState state = state_at(pool, script, found.check);
    if (sat_proof(pool, state, proof.model, true))
      return {true, "the model makes every assertion true"};
    return {false, "the model does not prove that the formula is satisfiable"};
  }
  CheckedCertificate operator()(const FalseModel& wrong) const {
    const CheckState state = state_at(pool, script, found.check);
    const Result<Model> model = read_model(pool, state.script, wrong.model, wrong.escapes_strings);
    if (!model) return {false, format_error("the model", model.error())};
    ValuePool values;
    const Verdict verdict = check_model(pool, values, state, *model).verdict;
    return {verdict == Verdict::False,
            fmt::format("the model that it gave makes the formula {}", name_of(verdict))};
  }
  CheckedCertificate operator()(const ByRules& rules) const {
    const ParsedScript seed = parse_script(pool, found.origin.seed);
    if (!seed.errors.empty()) return {false, format_error("the seed", seed.errors[0])};
    const Result<CheckedChain> checked = check_chain(pool, seed.script, script, rules.chain);
    if (!checked) return {false, checked.error().message};
    const Result<std::string> proved =
        prove_own(rules.chain, checked->own, provers.solvers, provers.limits);
    if (!proved) return {false, proved.error().message};
    return {true, checked->text() + *proved};
  }
  CheckedCertificate operator()(const OtherAnswers&) const {
    for (const Witness& witness : found.witnesses)
      if ((witness.answer == AnswerKind::Sat || witness.answer == AnswerKind::Unsat) &&
          witness.answer != found.answer)
        return {true, fmt::format("{} {} answered {}", witness.solver.name, witness.solver.version,
                                  name_of(witness.answer))};
    return {false, "nobody answered otherwise"};
  }
  CheckedCertificate operator()(const OwnCheck&) const {
    return {true, "its own check of a model"};
  }
  CheckedCertificate operator()(const Breakdown&) const { return {true, "how it crashed"}; }
};

Replay not_tested(std::string why) {
  return {
      .outcome = Replay::Outcome::NotTested, .said = {}, .certificate = {}, .why = std::move(why)};
}

std::string said_by(const Evidence& evidence) {
  std::string text(name_of(evidence.answer.kind));
  if (evidence.model)
    text += fmt::format(", with a model that makes it {}", name_of(*evidence.model));
  if (!evidence.answer.breakdown.empty())
    text += fmt::format("; {}", normalise_message(evidence.answer.breakdown));
  else if (!evidence.answer.decided() && !evidence.answer.detail.empty())
    text += fmt::format(": {}", normalise_message(evidence.answer.detail));
  return text;
}

// What one more run of the solver comes to.
class Again {
 public:
  Again(const Case& found, const Solver& solver, const QueryLimits& limits, const Provers& provers)
      : found_(found), solver_(solver), limits_(limits), provers_(provers) {}

  Replay run() {
    const ParsedScript parsed = parse_script(pool_, found_.formula());
    const bool readable = parsed.errors.empty();
    // What a solver says of itself needs no reader but the solver.
    const bool by_itself = std::holds_alternative<Breakdown>(found_.certificate) ||
                           std::holds_alternative<OwnCheck>(found_.certificate);
    if (!readable && !by_itself) return not_tested(format_error("the formula", parsed.errors[0]));
    const CheckedCertificate checked = check_certificate(found_, provers_);
    if (!checked.holds) return not_tested("its certificate does not hold: " + checked.text);
    Evidence evidence;
    if (!readable) {
      evidence = ask_text(solver_, found_.formula(), limits_);
    } else {
      Trial trial = try_script(pool_, parsed.script, {&solver_, 1}, limits_, {},
                               advisers_for(found_, {}, limits_));
      if (found_.check >= trial.checks.size())
        return not_tested(fmt::format("the formula has no check-sat {}", found_.check + 1));
      evidence = std::move(trial.checks[found_.check][0]);
    }
    Replay replay = judged(evidence);
    replay.said = said_by(evidence) + seed_said_;
    replay.certificate = checked.text;
    return replay;
  }

 private:
  Replay judged(const Evidence& evidence) {
    if (shows(evidence))
      return {.outcome = Replay::Outcome::StillLies, .said = {}, .certificate = {}, .why = {}};
    const Answer& answer = evidence.answer;
    const bool crashed = found_.kind == Kind::Crash || !answer.decided();
    if (crashed && !answer.breakdown.empty())
      return not_tested(
          fmt::format("it crashes otherwise: {}", normalise_message(answer.breakdown)));
    const bool answered =
        answer.concludes() || (found_.kind == Kind::Crash && answer.kind == AnswerKind::Unknown);
    if (!answered) return not_tested(said_by(evidence));
    const bool by_model = std::holds_alternative<FalseModel>(found_.certificate);
    if (by_model && answer.kind == AnswerKind::Sat && evidence.model != Verdict::True)
      return not_tested(evidence.model
                            ? "we cannot tell whether its model holds: " +
                                  evidence.explanation.substr(0, evidence.explanation.find('\n'))
                            : "it gives no model that we can read");
    if (evidence.has_false_model())
      return not_tested("it answers sat now, but with a model that makes the formula false");
    // A model that was wrong does not tell whether there is another.
    if (found_.kind == Kind::InvalidModel && answer.kind == AnswerKind::Unsat)
      return not_tested("it answers unsat now, and nothing here tells whether that is right");
    if (!seed_problem_.empty()) return not_tested(seed_problem_);
    if (found_.kind == Kind::Disagreement && answer.kind == found_.answer)
      return not_tested("its model holds, so it is the other solver that is wrong");
    return {.outcome = Replay::Outcome::Fixed, .said = {}, .certificate = {}, .why = {}};
  }

  bool shows(const Evidence& evidence) {
    if (!spec_of(found_.kind).may_be(evidence, found_.answer)) return false;
    if (const auto* breakdown = std::get_if<Breakdown>(&found_.certificate))
      return crash_signature(evidence.answer.breakdown) == crash_signature(breakdown->message);
    if (const auto* rules = std::get_if<ByRules>(&found_.certificate);
        rules && found_.kind == Kind::Contradiction)
      return answers_the_seed(*rules);
    // A model that holds settles a disagreement, in favour of the one that gives it.
    return found_.kind != Kind::Disagreement || !evidence.proves_sat();
  }

  // Whether the solver still gives the seed the answer that it contradicts.
  bool answers_the_seed(const ByRules& rules) {
    const Premise premise = premise_of(found_, rules);
    const ParsedScript seed = parse_script(pool_, premise.text);
    const Trial trial = try_script(pool_, seed.script, {&solver_, 1}, limits_);
    if (premise.check >= trial.checks.size()) return false;
    const Evidence& evidence = trial.checks[premise.check][0];
    seed_said_ = fmt::format("; to the seed: {}", said_by(evidence));
    if (!evidence.answer.decided()) seed_problem_ = "to the seed it says " + said_by(evidence);
    return name_of(evidence.answer.kind) == name_of(rules.chain.answer);
  }

  const Case& found_;
  const Solver& solver_;
  const QueryLimits& limits_;
  const Provers& provers_;
  Pool pool_;
  std::string seed_said_;
  std::string seed_problem_;
};

}  // namespace

std::string_view name_of(Replay::Outcome outcome) {
  static constexpr auto kNames =
      std::to_array<std::string_view>({"still lies", "fixed", "could not be tested"});
  return kNames[static_cast<size_t>(outcome)];
}

bool needs_provers(const Case& found) {
  const auto* rules = std::get_if<ByRules>(&found.certificate);
  return rules && !rules->chain.own_rules.empty();
}

CheckedCertificate check_certificate(const Case& found, const Provers& provers) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, found.formula());
  return std::visit(Check{found, pool, parsed.script, provers}, found.certificate);
}

Replay replay(const Case& found, const Solver& solver, const QueryLimits& limits,
              const Provers& provers) {
  const int runs = found.flaky ? kFlakyRuns : 1;
  Replay last;
  for (int i = 0; i < runs; ++i) {
    last = Again(found, solver, limits, provers).run();
    if (last.outcome != Replay::Outcome::Fixed) return last;
  }
  if (!found.flaky) return last;
  last.outcome = Replay::Outcome::NotTested;
  last.why =
      fmt::format("it does not show in {} runs, but it did not always show before either", runs);
  return last;
}

}  // namespace pg
