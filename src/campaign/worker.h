#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <absl/container/flat_hash_set.h>

#include "ask/models.h"
#include "ask/refusals.h"
#include "campaign/asker.h"
#include "campaign/options.h"
#include "campaign/patience.h"
#include "campaign/progress.h"
#include "campaign/seeds.h"
#include "campaign/triage.h"

namespace pg {

// What visits of one seed by one strategy remember. One worker at a time has it.
struct ArmMemory {
  absl::flat_hash_set<uint64_t> texts;  // hashes of mutants that were asked
  absl::flat_hash_set<uint64_t> behaviour;
  std::map<std::string, uint64_t> suspicions;                 // by solver and kind
  std::map<std::pair<uint64_t, uint64_t>, SeedProof> proofs;  // by seed and number

  // True for a text that was not there before.
  bool add_text(uint64_t hash, const Tuning& tuning);
  // What a job of the arm did before the campaign was resumed.
  void add(const Job& job, const Tuning& tuning);
};

// What all workers share.
struct WorkerContext {
  const CampaignOptions& options;
  Triage& triage;
  const std::atomic<bool>& stop;
  Progress::Save save;
  // Told of each mutant before solvers are asked: how to make it again, and its text.
  std::function<void(const std::string& recipe, const std::string& text)> asked = {};
  Patience patience = {};  // with solvers that do not run
  // Set when what is asked is to be given up (base/stop.h).
  const std::atomic<bool>* stop_asking = nullptr;
  std::shared_ptr<Refusals> refusals = std::make_shared<Refusals>();
};

// Whether silence of solvers tells something about what they were asked.
enum class Trust : uint8_t {
  Yes,
  Again,  // none of them ran; one does now
  No,     // none of them runs, and it was time to give up
};

// Does jobs, with solvers of its own. It stays in one thread.
class Worker {
 public:
  explicit Worker(const WorkerContext& context);

  // Asks solvers about a seed itself; writes what it learns to `seed`.
  void take(const Job& job, SeedRow& seed);
  // Makes mutants, asks, judges. The seeds are those of the job, in its order.
  void mutate(const Job& job, std::span<const SeedRow* const> seeds, ArmMemory& memory);

 private:
  friend class SeedTaker;
  friend class Visit;

  void begin(const Job& job);
  // Asks the solvers something trivial; waits until one of them answers.
  Trust trust(std::span<const size_t> solvers);
  // For a solver that does not run.
  bool wait(const std::string& why);
  // Asks solvers, or what depends on them; false: that was given up.
  bool ask(const std::function<void()>& asking);
  // Solvers could not be asked: what was not saved yet is not saved any more.
  bool gave_up() const { return untested_ || asker_.gave_up(); }
  // Hands over what looks wrong; with a memory, only so much of a kind.
  void examine(Case suspect, ArmMemory* memory);

  const WorkerContext& context_;
  const CampaignOptions& options_;
  bool untested_ = false;
  double confirming_ = 0;  // seconds that solvers took for bugs and proofs
  std::unique_ptr<SolverModels> models_;
  Progress progress_;
  Asker asker_;
};

}  // namespace pg
