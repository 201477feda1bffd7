#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <absl/container/flat_hash_set.h>

#include "ask/models.h"
#include "campaign/audience.h"
#include "campaign/options.h"
#include "campaign/seeds.h"
#include "campaign/store.h"
#include "campaign/time_limits.h"
#include "campaign/triage.h"
#include "judge/certify.h"
#include "smtlib/parser.h"

namespace pg {

// What visits of one arm remember. One worker at a time has it.
struct ArmMemory {
  absl::flat_hash_set<uint64_t> texts;  // hashes of mutants that were asked
  absl::flat_hash_set<uint64_t> behaviour;
  std::map<std::string, uint64_t> kinds;  // findings, by solver and kind
  std::optional<SeedProof> proof;
};

// Does items, with solvers of its own. It stays in one thread.
class Worker {
 public:
  struct Context {
    const CampaignOptions& options;
    Triage& triage;
    const std::atomic<bool>& stop;
    // Saves what an item did; false: it could not be.
    std::function<bool(const ItemRow&, const Counters&, const SeedRow*)> save;
  };
  explicit Worker(const Context& context);

  // Asks solvers about a seed itself; what is learnt is written to the row.
  void take(ItemRow item, SeedRow& seed);
  // Makes mutants, asks, judges.
  void mutate(ItemRow item, const SeedRow& seed, ArmMemory& memory);

 private:
  struct Visit;

  using Row = std::vector<Evidence>;  // by solver, in the order in which they were asked

  void begin(const ItemRow& item);
  bool flush(bool done, const SeedRow* seed = nullptr);
  // Counts what time spent waiting was for.
  void spend(std::string_view on, double seconds);
  std::vector<Row> ask(Pool& pool, const Script& script, std::span<const size_t> solvers,
                       const SeedFacts* facts, bool agree,
                       const std::function<void()>& meanwhile = {});
  void add_evidence(Pool& pool, const Script& script, size_t which, double limit,
                    std::vector<Answer> answers, bool with_silence, std::vector<Row>& rows);
  static void learn(const std::vector<Row>& rows, SeedFacts& facts);
  const SeedProof& proof(Visit& visit);
  void time_again(Pool& pool, const Script& script, SeedFacts& facts);
  void try_mutant(Visit& visit, const Mutant& mutant, uint64_t number,
                  const std::function<void()>& meanwhile);
  void examine(Case suspect, ArmMemory* memory);
  void examine_choices(Visit& visit);
  void prove_seed_sat(Visit& visit, const Mutant& mutant, const Evidence& evidence, size_t check);
  std::string recipe(const Visit& visit, uint64_t number) const;
  double waited() const;

  // The steps of taking a seed.
  std::string why_unfit(Pool& pool, SeedRow& seed, const ParsedScript& parsed);
  void ask_about(Pool& pool, const Script& script, const std::string& text, SeedRow& seed);
  std::vector<std::string> suited(Pool& pool, const Script& script, const SeedFacts& facts) const;
  // The steps of a visit.
  bool open(Visit& visit);
  bool start(Visit& visit);
  bool make_mutants(Visit& visit);
  bool is_new(Visit& visit, const std::string& text);
  double worked() const;

  const Context& context_;
  const Tuning& tuning_;
  TimeLimits limits_;
  size_t together_;  // solvers that are asked at the same time: there are cores for them
  std::vector<std::unique_ptr<Session>> sessions_;  // by solver
  std::unique_ptr<SolverModels> models_;
  ItemRow item_;
  Counters more_;
  Clock::time_point flushed_;
  std::vector<std::pair<size_t, bool>> asked_;  // of the last query: the solver, and if it answered
  double waited_before_ = 0;
  double confirming_ = 0;
  double busy_ = 0;        // seconds of all items
  uint64_t silences_ = 0;  // of a first solver where nothing was claimed
};

// The number that mutants of a visit depend on.
uint64_t rng_of_visit(uint64_t campaign, uint64_t seed_hash, std::string_view strategy,
                      uint64_t visit);

}  // namespace pg
