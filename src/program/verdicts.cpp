#include "program/verdicts.h"

#include <algorithm>

namespace pg {
namespace {

// Of those on which a mutant is slow; each costs a second.
constexpr size_t kMostSlowInputs = 2;
// Of the original: the number of steps that nobody waits for grows with it.
constexpr uint64_t kMostOriginalSteps = 20'000;

// The rank of what it is killed by; more than any kill's if nothing does.
int rank_of(MutantStatus status) {
  const std::optional<KillKind> kind = kind_of(status);
  return pg::rank_of(kind.value_or(KillKind::Slow));
}

}  // namespace

Verdicts::Verdicts(Subject& subject, const Budget& budget)
    : subject_(subject), budget_(budget), slow_(subject.faults.size()) {
  for (const Fault& fault : subject.faults) mutants_.push_back({fault, MutantStatus::Alive, 0, ""});
}

std::vector<uint32_t> Verdicts::alive() const {
  std::vector<uint32_t> ids;
  for (const MutantResult& mutant : mutants_)
    if (mutant.status == MutantStatus::Alive) ids.push_back(mutant.fault.id);
  return ids;
}

std::vector<uint32_t> Verdicts::hard_to_see() const {
  std::vector<uint32_t> ids;
  for (const MutantResult& mutant : mutants_)
    if (is_killed(mutant.status) && mutant.status != MutantStatus::Killed)
      ids.push_back(mutant.fault.id);
  return ids;
}

// Within the bound, nothing kills what is proved; but runs know no bound.
bool Verdicts::may_be_killed(uint32_t fault) const {
  const MutantResult& mutant = of(fault);
  switch (mutant.status) {
    case MutantStatus::Killed:
    case MutantStatus::ProvedEquivalent:
      return false;
    case MutantStatus::EquivalentIf:
      return has(mutant.assumptions, AssumptionKind::Bound);
    case MutantStatus::KilledByTrap:
    case MutantStatus::KilledByTimeout:
    case MutantStatus::KilledBySanitizer:
    case MutantStatus::BoundExceeded:
    case MutantStatus::Unknown:
    case MutantStatus::Alive:
      return true;
  }
  return false;
}

bool Verdicts::note_kill(const Kill& kill) {
  MutantResult& mutant = mutants_[kill.fault - 1];
  if (pg::rank_of(kill.kind) >= rank_of(mutant.status)) return false;
  mutant.status = status_of(kill.kind);
  mutant.note.clear();
  mutant.assumptions.clear();
  return true;
}

// Keeps those on which the original ends soonest.
void Verdicts::note_slow(uint32_t fault, const Input& input, uint64_t steps) {
  std::vector<SlowInput>& known = slow_[fault - 1];
  if (steps > kMostOriginalSteps || is_killed(of(fault).status)) return;
  const auto place = std::ranges::upper_bound(known, steps, {}, &SlowInput::steps);
  if (static_cast<size_t>(place - known.begin()) == kMostSlowInputs) return;
  known.insert(place, {input, steps});
  if (known.size() > kMostSlowInputs) known.pop_back();
}

std::vector<uint32_t> Verdicts::undecided() const {
  std::vector<uint32_t> ids;
  for (const MutantResult& mutant : mutants_)
    if (may_be_killed(mutant.fault.id)) ids.push_back(mutant.fault.id);
  return ids;
}

bool Verdicts::try_inputs(std::span<const Input> inputs, const Budget& budget) {
  return run(inputs, undecided(), budget).has_value();
}

std::optional<std::vector<NativeRun>> Verdicts::run(std::span<const Input> inputs,
                                                    std::span<const uint32_t> faults,
                                                    const Budget& budget) {
  subject_.native->set_faults(faults);
  Result<std::vector<NativeRun>> runs = subject_.native->run(inputs, true, budget);
  note_wild();
  if (!runs) {
    error_ = runs.error();
    return std::nullopt;
  }
  for (size_t i = 0; i < runs->size(); ++i) {
    const NativeRun& run = (*runs)[i];
    defined_ = defined_ || run.original.is_defined();
    bool is_new = false;
    for (const Kill& kill : run.kills) {
      if (kill.kind == KillKind::Slow) note_slow(kill.fault, inputs[i], run.original.steps);
      is_new |= note_kill(kill);
    }
    if (is_new) found_.push_back(inputs[i]);
  }
  return std::move(*runs);
}

// Nothing if it could not be run. One that there is no time for takes too long.
std::optional<NativeRun> Verdicts::run_one(const Input& input, std::span<const uint32_t> faults) {
  std::optional<std::vector<NativeRun>> runs = run(std::span(&input, 1), faults, budget_);
  if (!runs) return std::nullopt;
  if (!runs->empty()) return std::move(runs->front());
  NativeRun none;
  none.original.end = Observation::End::Trap;
  none.original.code = kTooManySteps;
  return none;
}

void Verdicts::note_wild() {
  for (const uint32_t fault : subject_.native->wild())
    decide(fault, MutantStatus::Unknown, "it ends the process that runs it");
}

bool Verdicts::run_long(uint32_t fault, const Input& input) {
  const Result<std::optional<KillKind>> end = subject_.native->end_of(input, fault);
  note_wild();
  if (!end) {
    error_ = end.error();
    return false;
  }
  if (*end && note_kill({fault, **end})) found_.push_back(input);
  return true;
}

Tried Verdicts::try_model(const Input& input, std::span<const uint32_t> expected, KillKind kind) {
  const auto seen = run_one(input, undecided());
  return seen ? judge(*seen, input, expected, kind) : Tried::Failed;
}

Tried Verdicts::try_only(const Input& input, uint32_t fault) {
  const size_t known = found_.size();
  const auto seen = run_one(input, std::span(&fault, 1));
  if (!seen) return Tried::Failed;
  const Tried tried = judge(*seen, input, std::span(&fault, 1), KillKind::Sanitizer);
  if (found_.size() == known) found_.push_back(input);
  return tried;
}

Tried Verdicts::judge(const NativeRun& seen, const Input& input, std::span<const uint32_t> expected,
                      KillKind kind) {
  if (seen.original.end == Observation::End::Trap && seen.original.code == kTooManySteps)
    return Tried::TooLong;
  auto is_shown = [&](uint32_t fault) { return rank_of(of(fault).status) <= pg::rank_of(kind); };
  for (const Kill& kill : seen.kills) {
    if (std::ranges::any_of(expected, is_shown)) break;
    if (kill.kind == KillKind::Slow && std::ranges::find(expected, kill.fault) != expected.end() &&
        !run_long(kill.fault, input))
      return Tried::Failed;
  }
  return std::ranges::any_of(expected, is_shown) ? Tried::Shown : Tried::NotShown;
}

bool Verdicts::run_slow() {
  for (const MutantResult& mutant : mutants_)
    for (const SlowInput& slow : slow_[mutant.fault.id - 1])
      if (!budget_.is_over() && !is_killed(mutant.status) && may_be_killed(mutant.fault.id) &&
          !run_long(mutant.fault.id, slow.input))
        return false;
  return true;
}

void Verdicts::decide(uint32_t fault, MutantStatus status, std::string note,
                      Assumptions assumptions) {
  MutantResult& mutant = mutants_[fault - 1];
  if (mutant.status != MutantStatus::Alive) return;
  mutant.status = status;
  mutant.note = std::move(note);
  mutant.assumptions = std::move(assumptions);
}

void Verdicts::give_up(const std::string& note) {
  for (const uint32_t fault : alive()) {
    const auto known = put_off_.find(fault);
    decide(fault, MutantStatus::Unknown, known == put_off_.end() ? note : known->second);
  }
}

}  // namespace pg
