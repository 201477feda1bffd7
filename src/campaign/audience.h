#pragma once

#include <map>
#include <span>
#include <vector>

#include "ask/seed.h"
#include "campaign/options.h"
#include "campaign/seeds.h"

namespace pg {

// The solvers that a visit asks: those that answered the seed, the fastest first. One that falls
// silent is left alone for the rest of the visit. In a repeatable campaign all are asked, in the
// order of the user.
class Audience {
 public:
  Audience(const CampaignOptions& options, const SeedFacts& facts);

  std::span<const size_t> solvers() const { return solvers_; }
  // Only those that have the operators of a dialect.
  void keep_speakers(const Dialect& dialect);
  // What came of a query to one of them.
  void heard(size_t solver, bool answered);

 private:
  const CampaignOptions& options_;
  std::vector<size_t> solvers_;         // numbers in the options
  std::map<size_t, uint64_t> silence_;  // of each, less with every answer
};

}  // namespace pg
