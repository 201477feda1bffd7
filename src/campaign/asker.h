#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "campaign/audience.h"
#include "campaign/patience.h"
#include "campaign/progress.h"
#include "campaign/time_limits.h"
#include "judge/evidence.h"
#include "smtlib/script.h"
#include "solve/session.h"

namespace pg {

// By check-sat: what solvers said, in the order in which they were asked.
using Heard = std::vector<std::vector<Evidence>>;

// Asks solvers, in sessions of its own, and counts what they say.
class Asker {
 public:
  // A solver that cannot be started is waited for.
  Asker(const CampaignOptions& options, Progress& progress, Patience patience);

  // About a seed: all of these, one after the other, so that its time shows.
  Heard ask_seed(Pool& pool, const Script& script, std::span<const size_t> solvers);
  // About a mutant of a seed. Where nothing is claimed one answer alone shows little. `meanwhile`
  // is done while the first ones think.
  Heard ask_mutant(Pool& pool, const Script& script, const SeedFacts& facts, Audience& audience,
                   bool claimed, const std::function<void()>& meanwhile);
  // How long a solver takes for a script in the middle of others.
  double seconds_for(size_t solver, Pool& pool, const Script& script);

  // A solver could not be asked, and it was time to give up: what was heard since then is not
  // all.
  bool gave_up() const { return gave_up_; }

  const TimeLimits& limits() const { return limits_; }
  // There are cores for more than one solver at a time.
  bool has_spare_cores() const { return together_ > 1; }
  double waited() const;

 private:
  struct Group;  // solvers that are asked at the same time

  void ask_group(Pool& pool, const Script& script, const Query& query, Group& group,
                 const SeedFacts* facts, const std::function<void()>& meanwhile, Heard& heard);
  Session& session_for(size_t solver, bool seed);
  void ask_unstarted(std::span<Session* const> sessions, const Query& query,
                     std::span<const double> limits, std::vector<std::vector<Answer>>& answers);
  void add_evidence(Pool& pool, const Script& script, const Query& query, size_t which,
                    double limit, std::vector<Answer> answers, bool seed, Heard& heard);
  bool is_advised(const Query& query, const Answer& answer, bool seed) const;

  const CampaignOptions& options_;
  Progress& progress_;
  const Patience patience_;
  bool gave_up_ = false;
  TimeLimits limits_;
  size_t together_;
  std::vector<std::unique_ptr<Session>> sessions_;  // by solver
  std::unique_ptr<Session> seed_session_;           // of a repeatable campaign
  double seeds_waited_ = 0;                         // of those before
  double advised_ = 0;                              // seconds of proposals for quantifiers
  uint64_t silences_ = 0;                           // of a first solver where nothing was claimed
};

}  // namespace pg
