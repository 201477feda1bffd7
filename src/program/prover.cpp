#include "program/prover.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/condition.h"

namespace pg {
namespace {

// Execution contradicts a model: whose fault it is.
const char* blame(const Reply& reply) {
  return reply.model_holds ? "the model is true, so that our encoding is wrong"
                           : "the model is false, so that the solver is wrong";
}

// Nobody can run what a model says.
constexpr const char* kTooLong = "for the input that a solver found, the original takes too long";
constexpr const char* kContradicted = "execution does not show what a model says";
// Of one prover; about a gigabyte.
constexpr size_t kMostTerms = 10'000'000;

}  // namespace

Prover::Prover(llvm::Module& module, const Interface& interface, Verdicts& verdicts, Panel& panel,
               const ProverOptions& options)
    : module_(module),
      interface_(interface),
      verdicts_(verdicts),
      options_(options),
      terms_(pool_),
      inputs_(make_inputs(terms_, interface)),
      asker_(terms_, interface, inputs_, panel, options.seconds) {}

bool Prover::is_full() const { return pool_.term_count() > kMostTerms; }

Result<Encoding> Prover::encode_mutant(uint32_t fault, const EncodeOptions& options) {
  const Term number = terms_.number(32, fault);
  EncodeOptions own = options;
  if (fault != 0) own.changed = {verdicts_.mutants()[fault - 1].fault.function};
  return encode(terms_, module_, interface_, inputs_, number, own);
}

const Encoding* Prover::encoding_of(uint32_t fault) {
  const auto found = encodings_.find(fault);
  if (found != encodings_.end()) return &found->second;
  Result<Encoding> encoding = encode_mutant(fault, options_.encode);
  if (encoding) return &encodings_.emplace(fault, std::move(*encoding)).first->second;
  // Of a mutant that has no encoding nothing is known, and the others go on.
  const std::string why = encoding.error().message;
  if (is_too_hard(encoding.error()))
    for (const uint32_t each : fault == 0 ? verdicts_.alive() : std::vector{fault})
      verdicts_.put_off(each, why);
  else if (fault == 0)
    verdicts_.fail(encoding.error());
  else
    verdicts_.decide(fault, MutantStatus::Unknown, why);
  return nullptr;
}

bool Prover::restrict_inputs() {
  // They mean the same with every bound, and at any time.
  EncodeOptions options = options_.encode;
  options.unwind = options.wanted;
  options.budget = {};
  const std::optional<Error> problem =
      pg::restrict_inputs(terms_, module_, interface_, options, inputs_);
  if (problem) verdicts_.fail(*problem);
  return !problem;
}

bool Prover::find_defined_input() {
  if (verdicts_.alive().empty()) return true;
  const Encoding* found = encoding_of(0);
  if (!found) return !verdicts_.error();
  if (verdicts_.is_defined() && found->complete) return true;
  const Encoding original = *found;
  const Reply reply = asker_.ask(sound(terms_, original), {}, "defined");
  if (reply.kind == AnswerKind::Sat) {
    const Tried tried = verdicts_.try_model(reply.input, {}, KillKind::Difference);
    if (tried == Tried::Failed) return false;
    if (verdicts_.is_defined()) return true;
    if (tried != Tried::TooLong)
      verdicts_.contradict(
          {fmt::format("the function should do nothing undefined for ({}), and does; {}",
                       fmt::join(reply.input, ", "), blame(reply)),
           !reply.model_holds, reply.query});
    verdicts_.give_up(tried == Tried::TooLong ? kTooLong : kContradicted);
    return true;
  }
  if (reply.kind == AnswerKind::Unsat && !verdicts_.is_defined() && original.complete) {
    const bool is_empty = !interface_.conditions.empty() &&
                          asker_.ask(terms_.truth(true), {}, "inputs").kind == AnswerKind::Unsat;
    verdicts_.fail(
        is_empty
            ? Error{{}, "--assume: no input satisfies the conditions"}
            : Error{{},
                    "the function does what C leaves undefined whatever its input is, so nothing "
                    "can be tested; are the arrays long enough (--array)?"});
    return false;
  }
  if (reply.kind == AnswerKind::Unsat)
    verdicts_.give_up(
        "no input on which the original does nothing undefined stays within the bound");
  for (const uint32_t fault : verdicts_.alive())
    verdicts_.put_off(fault,
                      "the solver does not say whether the original is defined for any input");
  return true;
}

// Runs the input of a model; it must kill one of the mutants that it was found for.
bool Prover::confirm(const Reply& reply, Group group, KillKind kind, std::vector<Group>& rest) {
  switch (verdicts_.try_model(reply.input, group.faults, kind)) {
    case Tried::Shown:
      rest.push_back(std::move(group));
      return true;
    case Tried::Failed:
      return false;
    case Tried::TooLong:
      put_off(std::move(group), asker_.budget().is_over() ? asker_.budget().reason() : kTooLong,
              rest);
      return true;
    case Tried::NotShown:
      break;
  }
  // One of them is to blame, and the others are not.
  if (group.faults.size() == 1) contradict(reply, group.faults);
  put_off(std::move(group), kContradicted, rest);
  return true;
}

void Prover::contradict(const Reply& reply, std::span<const uint32_t> expected) {
  verdicts_.contradict(
      {fmt::format("the input ({}) should kill one of the mutants {}, and does not; {}",
                   fmt::join(reply.input, ", "), fmt::join(expected, ", "), blame(reply)),
       !reply.model_holds, reply.query});
}

// What is too hard for all of a group may be easy for each.
void Prover::put_off(Group group, const std::string& why, std::vector<Group>& rest) {
  if (group.faults.size() == 1) return verdicts_.put_off(group.faults.front(), why);
  const auto middle = group.faults.begin() + static_cast<std::ptrdiff_t>(group.faults.size() / 2);
  rest.push_back({{group.faults.begin(), middle}, group.asks_traps});
  rest.push_back({{middle, group.faults.end()}, group.asks_traps});
}

std::string Prover::reason_of(const Reply& reply) const {
  if (asker_.budget().is_over()) return asker_.budget().reason();
  return fmt::format("the solver says {}{}{}", name_of(reply.kind),
                     reply.detail.empty() ? "" : ": ", reply.detail);
}

Term Prover::any_differs(const std::vector<uint32_t>& faults) {
  const Encoding original = encodings_.at(0);
  Term any = terms_.truth(false);
  for (const uint32_t fault : faults) {
    const Encoding& mutant = encodings_.at(fault);
    const Term differs = difference(terms_, original, mutant);
    const Term ends = terms_.negation(mutant.trap);
    const Term seen = terms_.conjunction(differs, ends);
    any = terms_.disjunction(any, seen);
  }
  const Term defined = sound(terms_, original);
  return terms_.conjunction(defined, any);
}

Term Prover::any_traps(const std::vector<uint32_t>& faults) {
  Term any = terms_.truth(false);
  for (const uint32_t fault : faults) {
    const Encoding& mutant = encodings_.at(fault);
    const Term within = terms_.negation(mutant.cut);
    const Term has_value = terms_.negation(mutant.unset);
    Term traps = terms_.conjunction(within, mutant.trap);
    traps = terms_.conjunction(traps, has_value);
    any = terms_.disjunction(any, traps);
  }
  const Term defined = sound(terms_, encodings_.at(0));
  return terms_.conjunction(defined, any);
}

Reply Prover::ask(Term condition, const char* name, uint32_t fault) {
  return asker_.ask(condition, {}, fmt::format("{}-{}", name, fault));
}

bool Prover::decide(std::vector<Group> groups, std::vector<Group>& rest) {
  if (!encoding_of(0)) return !verdicts_.error();
  std::vector<Question> questions;
  for (Group& group : groups)
    std::erase_if(group.faults, [&](uint32_t fault) {
      return !verdicts_.is_alive(fault) || !encoding_of(fault);
    });
  std::erase_if(groups, [](const Group& group) { return group.faults.empty(); });
  for (const Group& group : groups)
    questions.push_back(
        {group.asks_traps ? any_traps(group.faults) : any_differs(group.faults),
         fmt::format("{}-{}", group.asks_traps ? "trap" : "kill", group.faults.front())});
  const std::vector<Reply> replies = asker_.ask(questions);
  for (size_t i = 0; i < groups.size(); ++i)
    if (!settle(std::move(groups[i]), replies[i], rest)) return false;
  return true;
}

// What is too hard for all of a group may be easy for each.
bool Prover::settle(Group group, const Reply& reply, std::vector<Group>& rest) {
  if (reply.kind == AnswerKind::Sat)
    return confirm(reply, std::move(group),
                   group.asks_traps ? KillKind::Sanitizer : KillKind::Difference, rest);
  const bool is_known = reply.kind == AnswerKind::Unsat;
  if (group.asks_traps && is_known && group.doubt.empty())
    return std::ranges::all_of(group.faults, [&](uint32_t fault) {
      return !verdicts_.is_alive(fault) || classify_equivalent(fault);
    });
  if (!group.asks_traps && (is_known || group.faults.size() == 1)) {
    group.asks_traps = true;
    if (!is_known) group.doubt = reason_of(reply);
    rest.push_back(std::move(group));
    return true;
  }
  put_off(std::move(group), group.doubt.empty() ? reason_of(reply) : group.doubt, rest);
  return true;
}

bool Prover::improve(std::vector<uint32_t> faults) {
  if (!encoding_of(0)) return !verdicts_.error();
  while (true) {
    std::erase_if(faults, [&](uint32_t fault) {
      return verdicts_.mutants()[fault - 1].status == MutantStatus::Killed || !encoding_of(fault);
    });
    if (faults.empty()) return true;
    const Reply reply = ask(any_differs(faults), "differ", faults.front());
    if (reply.kind != AnswerKind::Sat) return true;
    const Tried tried = verdicts_.try_model(reply.input, faults, KillKind::Difference);
    if (tried == Tried::NotShown) contradict(reply, faults);
    if (tried != Tried::Shown) return tried != Tried::Failed;
  }
}

AnswerKind Prover::original_exceeds() {
  if (exceeds_) return *exceeds_;
  const Encoding original = encodings_.at(0);
  Term bad = terms_.disjunction(original.trap, original.undefined);
  const Term good = terms_.negation(bad);
  const Term condition = terms_.conjunction(original.cut, good);
  exceeds_ = asker_.ask(condition, {}, "bound-original").kind;
  return *exceeds_;
}

std::string Prover::lowered_text() const {
  const EncodeOptions& encode = options_.encode;
  if (encode.unwind == encode.wanted) return {};
  return fmt::format("with --unwind {}; {} is too much", encode.unwind, encode.wanted);
}

// No input within the bound kills it. Is there one beyond?
bool Prover::classify_equivalent(uint32_t fault) {
  const Encoding original = encodings_.at(0);
  const Encoding encoding = encodings_.at(fault);
  bool is_within = true;  // it keeps the bound where the original does
  if (!encoding.complete) {
    const Term good = defined(terms_, original);
    const Term condition = terms_.conjunction(good, encoding.cut);
    const Reply reply = ask(condition, "bound", fault);
    if (reply.kind == AnswerKind::Sat) {
      // Beyond the bound only execution can tell.
      if (!verdicts_.try_input(reply.input)) return false;
      verdicts_.decide(fault, MutantStatus::BoundExceeded, lowered_text());
      return true;
    }
    is_within = reply.kind == AnswerKind::Unsat;
  }
  const UnsetDifference unset = unset_difference(terms_, original, encoding);
  const Reply reply = ask(unset.only_mutant, "unset", fault);
  if (reply.kind == AnswerKind::Sat) {
    // Execution tries several values.
    if (!verdicts_.try_input(reply.input)) return false;
    verdicts_.decide(fault, MutantStatus::Unknown,
                     "where it may differ it uses what was never given a value");
    return true;
  }
  if (reply.kind != AnswerKind::Unsat) {
    verdicts_.put_off(fault, reason_of(reply));
    return true;
  }
  const bool within = is_within && (original.complete || original_exceeds() == AnswerKind::Unsat);
  Assumptions assumptions = assumptions_of(fault, within);
  if (ask(unset.original, "unset-original", fault).kind != AnswerKind::Unsat)
    assumptions.insert({AssumptionKind::Unset, kNothingUnset});
  add_conditions(interface_, assumptions);
  const MutantStatus status =
      assumptions.empty() ? MutantStatus::ProvedEquivalent : MutantStatus::EquivalentIf;
  verdicts_.decide(fault, status, {}, std::move(assumptions));
  return true;
}

// What it rests on that a mutant is the same as the original.
Assumptions Prover::assumptions_of(uint32_t fault, bool within) {
  Assumptions all = assumptions_of(encodings_.at(0), encodings_.at(fault));
  if (!within) all.insert(bound_assumption(options_.encode));
  return with_less(std::move(all), options_.encode, [&](const EncodeOptions& options) {
    return prove_same(fault, within, options);
  });
}

Assumptions Prover::assumptions_of(const Encoding& original, const Encoding& mutant) {
  Assumptions all = null_assumptions(terms_, original, mutant, [&](Term condition) {
    return asker_.ask(condition, {}, "null").kind != AnswerKind::Unsat;
  });
  all.insert(original.assumptions.begin(), original.assumptions.end());
  all.insert(mutant.assumptions.begin(), mutant.assumptions.end());
  return all;
}

// What is assumed if the mutant is the same, encoded in this way; nothing if that is not known.
std::optional<Assumptions> Prover::prove_same(uint32_t fault, bool within,
                                              const EncodeOptions& options) {
  const std::pair key(options.any_state, options.any_unset);
  auto found = free_originals_.find(key);
  if (found == free_originals_.end())
    found = free_originals_.emplace(key, encode_mutant(0, options)).first;
  const Result<Encoding>& original = found->second;
  const Result<Encoding> mutant = encode_mutant(fault, options);
  if (!original || !mutant) return std::nullopt;
  const Term known = may_differ(terms_, encodings_.at(0), encodings_.at(fault), within);
  const Term condition = may_differ(terms_, *original, *mutant, within);
  // Where nothing depends on the start, it is what was proved before.
  if (condition != known && ask(condition, "start", fault).kind != AnswerKind::Unsat)
    return std::nullopt;
  return assumptions_of(*original, *mutant);
}

bool Prover::run_paper() {
  const Encoding* first = encoding_of(0);
  if (!first) return !verdicts_.error();
  const Encoding original = *first;
  const Term fault = terms_.symbol("FAULT_ID", terms_.sort(32));
  const Result<Encoding> all = encode(terms_, module_, interface_, inputs_, fault, options_.encode);
  if (!all) {
    verdicts_.give_up(all.error().message);
    return true;
  }
  const Term zero = terms_.number(32, 0);
  const Term last = terms_.number(32, verdicts_.mutants().size());
  const Term is_zero = terms_.equal(fault, zero);
  const Term is_fault = terms_.negation(is_zero);
  const Term in_range = terms_.compare(llvm::CmpInst::ICMP_ULE, fault, last);
  const Term differs = difference(terms_, original, *all);
  Term condition = sound(terms_, original);
  condition = terms_.conjunction(condition, is_fault);
  condition = terms_.conjunction(condition, in_range);
  condition = terms_.conjunction(condition, differs);
  while (true) {
    const Reply reply = asker_.ask(condition, fault, "paper");
    if (reply.kind == AnswerKind::Unsat) break;
    if (reply.kind != AnswerKind::Sat) {
      verdicts_.give_up(reason_of(reply));
      return true;
    }
    const auto id = static_cast<uint32_t>(reply.fault);
    const Tried tried = verdicts_.try_only(reply.input, id);
    if (tried == Tried::Failed) return false;
    if (tried == Tried::NotShown) contradict(reply, std::span(&id, 1));
    if (tried != Tried::Shown)
      verdicts_.put_off(id, tried == Tried::TooLong ? kTooLong : kContradicted);
    const Term number = terms_.number(32, id);
    const Term same = terms_.equal(fault, number);
    const Term other = terms_.negation(same);
    condition = terms_.conjunction(condition, other);
  }
  if (!find_defined_input()) return false;
  for (const uint32_t left : verdicts_.alive())
    if (!verdicts_.is_put_off(left) && encoding_of(left) && !classify_equivalent(left))
      return false;
  return true;
}

}  // namespace pg
