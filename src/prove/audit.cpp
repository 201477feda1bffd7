#include "prove/audit.h"

#include <algorithm>
#include <array>

#include "ask/trial.h"
#include "model/state.h"
#include "theory/core/core.h"

namespace pg {
namespace {

// Terms without annotations, and with the terms themselves for names that were given to them: seed
// and mutant may give one name to two.
class Unnamed {
 public:
  explicit Unnamed(Pool& pool) : pool_(pool) {}

  Term of(Term root) {
    std::vector<Term> work{root};
    while (!work.empty()) {
      const Term term = work.back();
      const size_t size = work.size();
      for (const Term part : parts(term))
        if (!done_.contains(part)) work.push_back(part);
      if (work.size() > size) continue;
      work.pop_back();
      done_[term] = make(term);
    }
    return done_.at(root);
  }

 private:
  std::vector<Term> parts(Term term) const {
    const HeadData& data = pool_.data(term);
    if (data.kind == HeadKind::Function && data.annotation) return {data.annotation};
    const std::span<const Term> args = pool_.args(term);
    return {args.begin(), data.kind == HeadKind::Annotation ? args.begin() + 1 : args.end()};
  }

  Term make(Term term) {
    const HeadKind kind = pool_.kind(term);
    std::vector<Term> made;
    for (const Term part : parts(term)) made.push_back(done_.at(part));
    if (kind == HeadKind::Annotation || (kind == HeadKind::Function && pool_.data(term).annotation))
      return made[0];
    return made.empty() ? term : pool_.with_args(term, made);
  }

  Pool& pool_;
  absl::flat_hash_map<Term, Term> done_;
};

Command assertion(Pool& pool, Term term) {
  Command command;
  command.kind = CommandKind::Assert;
  command.name = pool.intern("assert");
  command.terms = {term};
  return command;
}

std::vector<Term> terms_of(Unnamed& unnamed, const CheckState& state) {
  std::vector<Term> terms;
  for (const Assertion& each : state.assertions) terms.push_back(unnamed.of(each.term));
  return terms;
}

Audit ask(Pool& pool, const Script& question, std::span<const Solver> solvers,
          const QueryLimits& limits) {
  const Trial trial = try_script(pool, question, solvers, limits);
  Audit holds;
  Audit open{.outcome = Audit::Outcome::Unknown};
  for (const Evidence& each : trial.checks[0]) {
    if (each.proves_sat())
      return {
          .outcome = Audit::Outcome::Refuted, .solvers = {each.solver.name}, .model = each.witness};
    if (each.answer.kind == AnswerKind::Unsat) holds.solvers.push_back(each.solver.name);
    if (each.answer.kind == AnswerKind::Sat) open.solvers.push_back(each.solver.name);
  }
  return holds.solvers.empty() || !open.solvers.empty() ? open : holds;
}

}  // namespace

std::string_view name_of(Audit::Outcome outcome) {
  static constexpr std::array<std::string_view, 3> kNames = {"holds", "unknown", "refuted"};
  return kNames[static_cast<size_t>(outcome)];
}

std::optional<Script> audit_question(Pool& pool, const Script& seed, const Mutator& mutator,
                                     const Mutant& mutant, size_t check) {
  const bool directed = std::ranges::all_of(mutant.steps, [](const Step& step) {
    return step.how == Step::How::Weaker || step.how == Step::How::Stronger ||
           step.how == Step::How::Equal;
  });
  if (check >= mutant.claims.size() || !mutant.claims[check] || !directed) return {};
  const bool weaker = mutant.claims[check] == Truth::Sat;
  const CheckState made = state_at(pool, script_of(pool, mutator.base(), mutant), check);
  Unnamed unnamed(pool);
  std::vector<Term> given = terms_of(unnamed, state_at(pool, seed, check));
  std::vector<Term> wanted = terms_of(unnamed, made);
  if (!weaker) std::swap(given, wanted);
  // What is among the assumptions follows.
  std::erase_if(wanted, [&](Term term) { return std::ranges::find(given, term) != given.end(); });
  // The mutator's own symbols have one meaning in a model of the seed.
  if (weaker)
    for (const auto& [symbol, meaning] : mutator.extension()) {
      const Term name = pool.constant(symbol);
      given.push_back(pool.term(core::kEqual, {name, unnamed.of(meaning)}));
    }
  Term all = wanted.empty() ? pool.term(core::kTrue, {}) : wanted[0];
  for (size_t i = 1; i < wanted.size(); ++i) all = pool.term(core::kAnd, {all, wanted[i]});
  Script question;
  for (const Command& command : made.script.commands)
    if (command.kind != CommandKind::Assert) question.commands.push_back(command);
  for (const Term term : given) question.commands.push_back(assertion(pool, term));
  question.commands.push_back(assertion(pool, pool.term(core::kNot, {all})));
  Command last;
  last.kind = CommandKind::CheckSat;
  last.name = pool.intern("check-sat");
  question.commands.push_back(last);
  return question;
}

std::optional<Audit> audit(Pool& pool, const Script& seed, const Mutator& mutator,
                           const Mutant& mutant, std::span<const Solver> solvers,
                           const QueryLimits& limits) {
  std::optional<Audit> worst;
  for (size_t check = 0; check < mutant.claims.size(); ++check) {
    const std::optional<Script> question = audit_question(pool, seed, mutator, mutant, check);
    if (!question) continue;
    Audit each = ask(pool, *question, solvers, limits);
    if (!worst || each.outcome > worst->outcome) worst = std::move(each);
  }
  return worst;
}

}  // namespace pg
