#include "program/search.h"

#include <algorithm>

#include "program/inputs.h"

namespace pg {
namespace {

constexpr uint64_t kBatch = 250;
// Mutants that one query is about. They share most of their terms, so that it is hardly larger than
// one for each; but a proof that many are equivalent at once is harder than a proof for each.
constexpr size_t kGroup = 4;
// Groups that are asked about before any of them is answered, whatever the number of jobs: what
// comes out is the same for any.
constexpr size_t kRound = 8;

std::vector<Group> grouped(const std::vector<uint32_t>& faults) {
  std::vector<Group> groups;
  for (size_t i = 0; i < faults.size(); i += kGroup)
    groups.push_back(
        {{faults.begin() + static_cast<std::ptrdiff_t>(i),
          faults.begin() + static_cast<std::ptrdiff_t>(std::min(i + kGroup, faults.size()))}});
  return groups;
}

}  // namespace

Search::Search(Subject& subject, Panel& panel, const SearchOptions& options)
    : subject_(subject), panel_(panel), options_(options), verdicts_(subject, panel.budget()) {}

bool Search::run() {
  if (!make_prover(options_.prover.encode.unwind)) return false;
  const bool accepted = options_.paper
                            ? prover_->run_paper()
                            : run_natively() && run_solver() && verdicts_.run_slow() && improve();
  verdicts_.give_up(panel_.budget().reason());
  for (const Contradiction& each : panel_.contradictions()) verdicts_.contradict(each);
  verdicts_.withdraw_proofs();
  return accepted;
}

bool Search::run_natively() {
  const Budget budget = panel_.budget().part(options_.native_seconds);
  if (!verdicts_.try_inputs(given_, panel_.budget())) return false;
  const InputSource source(subject_.interface, subject_.constants, Rng(options_.rng));
  for (uint64_t first = 0; first < options_.inputs && !budget.is_over(); first += kBatch) {
    show("running inputs");
    if (verdicts_.alive().empty() && verdicts_.hard_to_see().empty()) return true;
    std::vector<Input> batch;
    for (uint64_t i = first; i < std::min(first + kBatch, options_.inputs); ++i)
      batch.push_back(source.draw(i));
    if (!verdicts_.try_inputs(batch, budget)) return false;
  }
  return true;
}

// What is too hard with a bound is tried with half of it, and with half of the time.
bool Search::run_solver() {
  for (uint32_t unwind = options_.prover.encode.unwind;; unwind /= 2) {
    const size_t before = verdicts_.alive().size();
    if (!run_with(unwind)) return false;
    const size_t left = verdicts_.alive().size();
    if (unwind < options_.prover.encode.unwind && left < before)
      lowered_.push_back({unwind, before - left});
    if (left == 0 || unwind == 1 || is_over()) return true;
  }
}

bool Search::run_with(uint32_t unwind) {
  if (!make_prover(unwind) || !prover_->find_defined_input()) return false;
  std::vector<Group> groups;
  if (prover_->can_prove()) groups = grouped(verdicts_.alive());
  while (!groups.empty() && !is_over()) {
    show("asking the solver");
    std::vector<Group> round;
    while (!groups.empty() && round.size() < kRound) {
      round.push_back(std::move(groups.back()));
      groups.pop_back();
    }
    if (!prover_->decide(std::move(round), groups)) return false;
    if (prover_->is_full() && !make_prover(unwind)) return false;
  }
  return true;
}

bool Search::make_prover(uint32_t unwind) {
  ProverOptions options = options_.prover;
  options.seconds *= static_cast<double>(unwind) / options.encode.unwind;
  options.encode.wanted = options.encode.unwind;
  options.encode.unwind = unwind;
  options.encode.budget = panel_.budget();
  prover_ = std::make_unique<Prover>(*subject_.code.module, subject_.interface, verdicts_, panel_,
                                     options);
  return prover_->restrict_inputs();
}

// What everybody can see is a better test than a trap or a step count; but it is a kill already,
// and worth no more than the time of two queries.
bool Search::improve() {
  const Budget budget = panel_.budget().part(2 * options_.prover.seconds);
  for (Group& group : grouped(verdicts_.hard_to_see())) {
    if (budget.is_over()) return true;
    show("looking for better tests");
    if (!prover_->improve(std::move(group.faults))) return false;
  }
  return true;
}

void Search::show(std::string_view doing) const {
  SearchProgress progress{.doing = doing, .mutants = verdicts_.mutants().size()};
  for (const MutantResult& mutant : verdicts_.mutants()) {
    progress.decided += mutant.status != MutantStatus::Alive;
    progress.killed += is_killed(mutant.status);
  }
  show_(progress);
}

}  // namespace pg
