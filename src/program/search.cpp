#include "program/search.h"

#include <algorithm>

#include "program/inputs.h"

namespace pg {
namespace {

constexpr uint64_t kBatch = 250;
// Mutants that one query is about. They share most of their terms, so that it is hardly larger than
// one for each; but a proof that many are equivalent at once is harder than a proof for each.
constexpr size_t kGroup = 4;

std::vector<Group> grouped(const std::vector<uint32_t>& faults) {
  std::vector<Group> groups;
  for (size_t i = 0; i < faults.size(); i += kGroup)
    groups.push_back(
        {{faults.begin() + static_cast<std::ptrdiff_t>(i),
          faults.begin() + static_cast<std::ptrdiff_t>(std::min(i + kGroup, faults.size()))}});
  return groups;
}

}  // namespace

Search::Search(Subject& subject, const Solver& solver, const SearchOptions& options)
    : subject_(subject),
      options_(options),
      verdicts_(subject),
      prover_(*subject.code.module, subject.interface, verdicts_, solver, options.prover) {}

bool Search::run() {
  if (!prover_.restrict_inputs()) return false;
  if (options_.paper) return prover_.run_paper();
  return run_natively() && prover_.find_defined_input() && run_solver() && verdicts_.run_slow() &&
         improve();
}

bool Search::run_natively() {
  if (!verdicts_.try_inputs(given_)) return false;
  const InputSource source(subject_.interface, subject_.constants, Rng(options_.rng));
  for (uint64_t first = 0; first < options_.inputs; first += kBatch) {
    if (verdicts_.alive().empty() && verdicts_.hard_to_see().empty()) return true;
    std::vector<Input> batch;
    for (uint64_t i = first; i < std::min(first + kBatch, options_.inputs); ++i)
      batch.push_back(source.draw(i));
    if (!verdicts_.try_inputs(batch)) return false;
  }
  return true;
}

bool Search::run_solver() {
  std::vector<Group> groups = grouped(verdicts_.alive());
  while (!groups.empty()) {
    Group group = std::move(groups.back());
    groups.pop_back();
    if (!prover_.decide(std::move(group), groups)) return false;
  }
  return true;
}

// What everybody can see is a better test than a trap or a step count; but it is a kill already,
// and worth no more than the time of two queries.
bool Search::improve() {
  const auto end = Clock::now() + std::chrono::duration<double>(2 * options_.prover.limits.seconds);
  for (Group& group : grouped(verdicts_.hard_to_see())) {
    if (Clock::now() > end) return true;
    if (!prover_.improve(std::move(group.faults))) return false;
  }
  return true;
}

}  // namespace pg
