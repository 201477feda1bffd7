#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/recipe.h"
#include "campaign/worker.h"
#include "judge/certify.h"

namespace pg {

// One visit of seeds by a strategy: makes mutants, asks solvers about them, judges the answers.
class Visit {
 public:
  Visit(Worker& worker, std::span<const SeedRow* const> seeds, ArmMemory& memory);

  // Reads the seeds with all that is known of them and starts the strategy. False: it does not suit
  // them, or they are not what they were.
  bool open();
  // Makes mutants and asks about them, until there are enough or the time is up. False: it was
  // stopped, a solver cannot be asked, or nothing can be saved any more.
  bool make_mutants();

 private:
  // A seed in the pool of the visit.
  struct OpenSeed {
    const SeedRow& row;
    std::string text;
    Script script;
    KnownSeed known;
  };

  // A mutant of the seed that the strategy starts from instead.
  struct Ancestor {
    const Strategy* strategy;
    StrategyOptions options;
    uint64_t number;
    std::string text;
    std::string steps;  // one line each
  };

  bool open_seed(const SeedRow& row);
  void blend(const SeedRow& row, const std::string& text);
  const SeedProof& proof(Pool& pool, const SeedRow& row, const Script& script);
  QueryLimits proof_limits() const;
  std::vector<size_t> asked_about(const SeedFacts& facts) const;
  bool choose_dialect();
  bool leave_out_refused(Pool& pool, const Script& script, Dialect& dialect);
  bool start();
  bool is_recipe_timed() const;
  bool is_timed() const;
  bool is_new(const std::string& text);
  void try_mutant(const Mutant& mutant, uint64_t number, const std::function<void()>& meanwhile);
  void note_behaviour(const Heard& heard);
  Claims claims_of_mutant(const Mutant& mutant, bool claimed);
  void judge_answers(const Mutant& mutant, uint64_t number, const Script& script,
                     const Heard& heard, const Claims& claims);
  void prove_seed_sat(const Mutant& mutant, const Evidence& evidence, size_t check);
  void examine_choices();
  std::string recipe(uint64_t number) const;
  Recipe recipe_by(const Strategy& strategy, const StrategyOptions& options, uint64_t number) const;
  bool uses_proof() const;
  const SeedProof* known_proof(uint64_t seed) const;
  uint32_t number_of_model() const;

  const MakeMutants& task() const { return std::get<MakeMutants>(worker_.progress_.job().task); }
  OpenSeed& seed() { return seeds_[0]; }
  const OpenSeed& seed() const { return seeds_[0]; }

  Worker& worker_;
  const CampaignOptions& options_;
  const Tuning& tuning_;
  Progress& progress_;
  const std::vector<const SeedRow*> rows_;
  ArmMemory& memory_;

  Pool pool_;
  std::vector<OpenSeed> seeds_;
  std::optional<Ancestor> ancestor_;
  const Strategy* strategy_ = nullptr;
  // Visits that go on with one chain of mutants have one generator, one model, and numbers in turn.
  uint64_t rng_ = 0;
  uint64_t before_ = 0;  // the numbers of earlier visits
  StrategyOptions drawn_;
  std::unique_ptr<Mutator> mutator_;
  std::optional<Certifier> certifier_;
  std::optional<Audience> audience_;
  std::vector<size_t> helpers_;  // solvers that choose values
  QueryLimits limits_;           // theirs
  double helped_seconds_ = 0;    // that we had waited for them before
  uint64_t timeouts_before_ = 0;
};

// The number that mutants of a visit, or of a chain of visits, depend on.
uint64_t rng_of_visit(uint64_t campaign, std::span<const SeedRow* const> seeds,
                      std::string_view strategy, uint64_t visit);

}  // namespace pg
