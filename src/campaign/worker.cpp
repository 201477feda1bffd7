#include "campaign/worker.h"

#include "base/stop.h"
#include "bug/fingerprint.h"
#include "campaign/seed_taker.h"
#include "campaign/visit.h"

namespace pg {

bool ArmMemory::add_text(uint64_t hash, const Tuning& tuning) {
  if (texts.size() > tuning.texts_remembered) texts.clear();
  return texts.insert(hash).second;
}

void ArmMemory::add(const Job& job, const Tuning& tuning) {
  for (const uint64_t hash : job.texts) add_text(hash, tuning);
  for (const auto& [kind, count] : job.suspicions) suspicions[kind] += count;
}

Worker::Worker(const WorkerContext& context)
    : context_(context),
      options_(context.options),
      progress_(
          context.save,
          [this] { return confirming_ + asker_.waited() + (models_ ? models_->waited() : 0); }),
      asker_(context.options, progress_) {}

void Worker::begin(const Job& job) {
  // New processes where values must not depend on what was asked before.
  if (options_.repeatable()) models_.reset();
  confirming_ = 0;
  progress_.begin(job);
}

void Worker::take(const Job& job, SeedRow& seed) {
  begin(job);
  SeedTaker(*this).take(seed);
  if (!must_stop()) progress_.finish(&seed);
}

void Worker::mutate(const Job& job, std::span<const SeedRow* const> seeds, ArmMemory& memory) {
  begin(job);
  Visit visit(*this, seeds, memory);
  // What does not suit the seeds is done.
  const bool opened = visit.open();
  if (must_stop()) return;
  if (!opened || visit.make_mutants())
    progress_.finish();
  else
    progress_.flush();
}

void Worker::examine(Case suspect, ArmMemory* memory) {
  Counters& more = progress_.more();
  if (memory) {
    const std::string kind = sketch_of(suspect, {});
    ++progress_.job().suspicions[kind];
    if (++memory->suspicions[kind] > options_.tuning.findings_of_a_kind) {
      ++progress_.yield().duplicates;
      ++more.storm;
      return;
    }
  }
  const auto* make = std::get_if<MakeMutants>(&progress_.job().task);
  suspect.origin.strategy = make ? make->strategy : std::string(kNoStrategy);
  const double before = confirming_;
  Triage::Examined examined = context_.triage.examine(suspect, more, confirming_);
  more.spend(Spent::Bugs, confirming_ - before);
  switch (examined.outcome) {
    case Triage::Outcome::New:
      progress_.yield().news += options_.tuning.worth_of_finding;
      ++progress_.counts().found;
      progress_.findings().push_back(std::move(examined.row));
      break;
    case Triage::Outcome::Flaky:
      ++more.flaky;
      progress_.findings().push_back(std::move(examined.row));
      break;
    case Triage::Outcome::Duplicate:
      ++progress_.yield().duplicates;
      break;
    case Triage::Outcome::Muted:
      ++more.muted;
      break;
    case Triage::Outcome::GivenUp:
      break;
  }
}

}  // namespace pg
