#include "program/search.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/inputs.h"

namespace pg {
namespace {

MutantStatus status_of(KillKind kind) {
  switch (kind) {
    case KillKind::Difference:
      return MutantStatus::Killed;
    case KillKind::Trap:
      return MutantStatus::KilledByTrap;
    case KillKind::Timeout:
      return MutantStatus::KilledByTimeout;
  }
  return MutantStatus::Killed;
}

// Execution contradicts a model: whose fault it is.
const char* blame(const Reply& reply) {
  return reply.model_holds ? "the model is true, so that our encoding is wrong"
                           : "the model is false, so that the solver is wrong";
}

constexpr uint64_t kBatch = 250;
// Mutants that one query is about. They share most of their terms, so that it is hardly larger than
// one for each; but a proof that many are equivalent at once is harder than a proof for each.
constexpr size_t kGroup = 4;

}  // namespace

Search::Search(Subject& subject, const Solver& solver, const SearchOptions& options)
    : subject_(subject),
      options_(options),
      terms_(pool_),
      inputs_(make_inputs(terms_, subject.interface)),
      asker_(terms_, subject.interface, inputs_, solver, options.limits, options.query_folder) {
  for (const Fault& fault : subject.faults) mutants_.push_back({fault, MutantStatus::Alive, 0, ""});
}

std::vector<uint32_t> Search::alive() const {
  std::vector<uint32_t> ids;
  for (const MutantResult& mutant : mutants_)
    if (mutant.status == MutantStatus::Alive) ids.push_back(mutant.fault.id);
  return ids;
}

bool Search::run() {
  if (options_.paper) return run_paper();
  return run_natively() && find_defined_input() && run_solver();
}

// Runs inputs on all mutants that are alive, and keeps those that kill.
bool Search::try_inputs(std::span<const Input> inputs) {
  subject_.native->set_faults(alive());
  const Result<std::vector<NativeRun>> runs = subject_.native->run(inputs, true);
  if (!runs) {
    error_ = runs.error();
    return false;
  }
  for (size_t i = 0; i < runs->size(); ++i) {
    defined_ = defined_ || (*runs)[i].original.is_defined();
    if ((*runs)[i].kills.empty()) continue;
    found_.push_back(inputs[i]);
    for (const Kill& kill : (*runs)[i].kills)
      mutants_[kill.fault - 1].status = status_of(kill.kind);
  }
  return true;
}

bool Search::run_natively() {
  if (!try_inputs(given_)) return false;
  const InputSource source(subject_.interface, subject_.constants, Rng(options_.rng));
  for (uint64_t first = 0; first < options_.inputs; first += kBatch) {
    if (alive().empty()) return true;
    std::vector<Input> batch;
    for (uint64_t i = first; i < std::min(first + kBatch, options_.inputs); ++i)
      batch.push_back(source.draw(i));
    if (!try_inputs(batch)) return false;
  }
  return true;
}

Result<Encoding> Search::encode_mutant(uint32_t fault, const EncodeOptions& options) {
  const Term number = terms_.number(32, fault);
  EncodeOptions own = options;
  if (fault != 0) own.changed = {mutants_[fault - 1].fault.function};
  return encode(terms_, *subject_.code.module, subject_.interface, inputs_, number, own);
}

const Encoding* Search::encoding_of(uint32_t fault) {
  const auto found = encodings_.find(fault);
  if (found != encodings_.end()) return &found->second;
  Result<Encoding> encoding = encode_mutant(fault, options_.encode);
  if (!encoding) {
    error_ = encoding.error();
    return nullptr;
  }
  return &encodings_.emplace(fault, std::move(*encoding)).first->second;
}

// The encoding of a mutant. One that has none is unknown, and the others go on.
const Encoding* Search::encodable(uint32_t fault) {
  const Encoding* encoding = encoding_of(fault);
  if (encoding) return encoding;
  mutants_[fault - 1].status = MutantStatus::Unknown;
  mutants_[fault - 1].note = error_->message;
  error_.reset();
  return nullptr;
}

void Search::give_up(const std::string& note) {
  for (const uint32_t fault : alive()) {
    mutants_[fault - 1].status = MutantStatus::Unknown;
    mutants_[fault - 1].note = note;
  }
}

// What is proved for all inputs on which the original is defined means nothing if there are none.
bool Search::find_defined_input() {
  if (alive().empty()) return true;
  const Encoding* found = encoding_of(0);
  if (!found) return false;
  if (defined_ && found->complete) return true;
  const Encoding original = *found;
  const Reply reply = asker_.ask(sound(terms_, original), {}, "defined");
  if (reply.kind == AnswerKind::Sat) {
    if (!try_inputs(std::span(&reply.input, 1))) return false;
    if (defined_) return true;
    discrepancy_ =
        Discrepancy{fmt::format("the function should do nothing undefined for ({}), and does; {}",
                                fmt::join(reply.input, ", "), blame(reply)),
                    !reply.model_holds, reply.query};
    return false;
  }
  if (reply.kind == AnswerKind::Unsat && !defined_ && original.complete) {
    error_ = Error{{},
                   "the function does what C leaves undefined whatever its input is, so nothing "
                   "can be tested; are the arrays long enough (--array)?"};
    return false;
  }
  give_up(reply.kind == AnswerKind::Unsat
              ? "no input on which the original does nothing undefined stays within the bound"
              : "the solver does not say whether the original is defined for any input");
  return true;
}

// Runs the input of a model; it must kill one of the mutants that it was found for.
bool Search::confirm(const Reply& reply, std::span<const uint32_t> expected) {
  if (!try_inputs(std::span(&reply.input, 1))) return false;
  const bool killed = std::ranges::any_of(
      expected, [&](uint32_t fault) { return is_killed(mutants_[fault - 1].status); });
  if (killed) return true;
  discrepancy_ = Discrepancy{
      fmt::format("the input ({}) should kill one of the mutants {}, and does not; {}",
                  fmt::join(reply.input, ", "), fmt::join(expected, ", "), blame(reply)),
      !reply.model_holds, reply.query};
  return false;
}

bool Search::run_solver() {
  std::vector<std::vector<uint32_t>> groups;
  const std::vector<uint32_t> survivors = alive();
  for (size_t i = 0; i < survivors.size(); i += kGroup)
    groups.push_back(
        {survivors.begin() + static_cast<std::ptrdiff_t>(i),
         survivors.begin() + static_cast<std::ptrdiff_t>(std::min(i + kGroup, survivors.size()))});
  while (!groups.empty()) {
    std::vector<uint32_t> group = std::move(groups.back());
    groups.pop_back();
    std::erase_if(
        group, [&](uint32_t fault) { return mutants_[fault - 1].status != MutantStatus::Alive; });
    if (!group.empty() && !solve_group(std::move(group), groups)) return false;
  }
  return true;
}

// Asks about a group; what is left to be asked goes to `groups`.
bool Search::solve_group(std::vector<uint32_t> group, std::vector<std::vector<uint32_t>>& groups) {
  const Encoding* first = encoding_of(0);
  if (!first) return false;
  const Encoding original = *first;
  std::erase_if(group, [&](uint32_t fault) { return !encodable(fault); });
  if (group.empty()) return true;
  Term any = terms_.truth(false);
  for (const uint32_t fault : group) {
    const Encoding* mutant = encoding_of(fault);
    const Term differs = difference(terms_, original, *mutant);
    any = terms_.disjunction(any, differs);
  }
  const Term sound_original = sound(terms_, original);
  const Term condition = terms_.conjunction(sound_original, any);
  const Reply reply = asker_.ask(condition, {}, fmt::format("kill-{}", group.front()));
  if (reply.kind == AnswerKind::Sat) {
    groups.push_back(group);
    return confirm(reply, group);
  }
  if (reply.kind == AnswerKind::Unsat) {
    for (const uint32_t fault : group)
      if (!classify_equivalent(fault)) return false;
    return true;
  }
  if (group.size() == 1) {
    mutants_[group[0] - 1].status = MutantStatus::Unknown;
    mutants_[group[0] - 1].note =
        fmt::format("the solver says {} {}", name_of(reply.kind), reply.detail);
    return true;
  }
  const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
  groups.push_back({group.begin(), middle});
  groups.push_back({middle, group.end()});
  return true;
}

AnswerKind Search::original_exceeds() {
  if (exceeds_) return *exceeds_;
  const Encoding original = encodings_.at(0);
  Term bad = terms_.disjunction(original.trap, original.undefined);
  const Term good = terms_.negation(bad);
  const Term condition = terms_.conjunction(original.cut, good);
  exceeds_ = asker_.ask(condition, {}, "bound-original").kind;
  return *exceeds_;
}

// No input within the bound kills it. Is there one beyond?
bool Search::classify_equivalent(uint32_t fault) {
  MutantResult& mutant = mutants_[fault - 1];
  const Encoding original = encodings_.at(0);
  const Encoding encoding = encodings_.at(fault);
  if (!encoding.complete) {
    const Term sound_original = sound(terms_, original);
    const Term condition = terms_.conjunction(sound_original, encoding.cut);
    const Reply reply = asker_.ask(condition, {}, fmt::format("bound-{}", fault));
    if (reply.kind == AnswerKind::Sat) {
      // Beyond the bound only execution can tell.
      if (!try_inputs(std::span(&reply.input, 1))) return false;
      if (!is_killed(mutant.status)) mutant.status = MutantStatus::BoundExceeded;
      return true;
    }
    if (reply.kind != AnswerKind::Unsat) {
      mutant.status = MutantStatus::Unknown;
      mutant.note = "equivalent within the bound, but the solver does not say whether it is kept";
      return true;
    }
  }
  const bool within = original.complete || original_exceeds() == AnswerKind::Unsat;
  mutant.assumptions = assumptions_of(fault, within);
  mutant.status =
      mutant.assumptions.empty() ? MutantStatus::ProvedEquivalent : MutantStatus::EquivalentIf;
  return true;
}

// What it rests on that a mutant is the same as the original.
Assumptions Search::assumptions_of(uint32_t fault, bool within) {
  Assumptions all = assumptions_of(encodings_.at(0), encodings_.at(fault));
  if (!within) all.insert(bound_assumption(options_.encode));
  return with_less(std::move(all), options_.encode, [&](const EncodeOptions& options) {
    return prove_same(fault, within, options);
  });
}

Assumptions Search::assumptions_of(const Encoding& original, const Encoding& mutant) {
  Assumptions all = null_assumptions(terms_, original, mutant, [&](Term condition) {
    return asker_.ask(condition, {}, "null").kind != AnswerKind::Unsat;
  });
  all.insert(original.assumptions.begin(), original.assumptions.end());
  all.insert(mutant.assumptions.begin(), mutant.assumptions.end());
  return all;
}

// What is assumed if the mutant is the same, encoded in this way; nothing if that is not known.
std::optional<Assumptions> Search::prove_same(uint32_t fault, bool within,
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
  if (condition != known &&
      asker_.ask(condition, {}, fmt::format("start-{}", fault)).kind != AnswerKind::Unsat)
    return std::nullopt;
  return assumptions_of(*original, *mutant);
}

// Procedure 2 of the paper: one formula for all mutants, whose number is a constant of it.
bool Search::run_paper() {
  const Encoding* first = encoding_of(0);
  if (!first) return false;
  const Encoding original = *first;
  const Term fault = terms_.symbol("FAULT_ID", terms_.sort(32));
  const Result<Encoding> all =
      encode(terms_, *subject_.code.module, subject_.interface, inputs_, fault, options_.encode);
  if (!all) {
    error_ = all.error();
    return false;
  }
  const Term zero = terms_.number(32, 0);
  const Term last = terms_.number(32, mutants_.size());
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
      give_up(fmt::format("the solver says {}", name_of(reply.kind)));
      return true;
    }
    const auto id = static_cast<uint32_t>(reply.fault);
    subject_.native->set_faults(std::span(&id, 1));
    const Result<std::vector<NativeRun>> runs =
        subject_.native->run(std::span(&reply.input, 1), false);
    if (!runs) {
      error_ = runs.error();
      return false;
    }
    defined_ = defined_ || (*runs)[0].original.is_defined();
    if ((*runs)[0].kills.empty()) return confirm(reply, std::span(&id, 1));
    mutants_[id - 1].status = status_of((*runs)[0].kills[0].kind);
    found_.push_back(reply.input);
    const Term number = terms_.number(32, id);
    const Term same = terms_.equal(fault, number);
    const Term other = terms_.negation(same);
    condition = terms_.conjunction(condition, other);
  }
  if (!find_defined_input()) return false;
  for (const uint32_t left : alive())
    if (encodable(left) && !classify_equivalent(left)) return false;
  return true;
}

}  // namespace pg
