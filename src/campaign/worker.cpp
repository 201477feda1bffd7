#include "campaign/worker.h"

#include "base/stop.h"
#include "bug/fingerprint.h"
#include "campaign/environment.h"
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
      asker_(context.options, progress_, context.patience) {}

void Worker::begin(const Job& job) {
  // New processes where values must not depend on what was asked before.
  if (options_.repeatable()) models_.reset();
  confirming_ = 0;
  untested_ = false;
  progress_.begin(job);
}

void Worker::take(const Job& job, SeedRow& seed) {
  Trust trust = Trust::Again;
  for (bool again = false; trust == Trust::Again; again = true) {
    begin(job);
    trust = SeedTaker(*this, again).take(seed);
  }
  if (trust == Trust::Yes && !gave_up()) progress_.finish(&seed);
}

Trust Worker::trust(std::span<const size_t> solvers) {
  std::vector<Solver> asked;
  for (const size_t solver : solvers) asked.push_back(options_.solvers[solver]);
  for (Trust trust = Trust::Yes;; trust = Trust::Again) {
    const std::string why = why_silent(asked, options_.limits);
    if (why.empty()) {
      if (trust == Trust::Again) context_.patience.over();
      return trust;
    }
    if (!wait(why)) return Trust::No;
  }
}

bool Worker::wait(const std::string& why) {
  untested_ = untested_ || !context_.patience.wait(why);
  return !untested_;
}

bool Worker::ask(const std::function<void()>& asking) {
  const StopScope scope(context_.stop_asking);
  asking();
  // What solvers say, or do not say, when they are ended means nothing.
  untested_ = untested_ || must_stop();
  return !gave_up();
}

void Worker::mutate(const Job& job, std::span<const SeedRow* const> seeds, ArmMemory& memory) {
  begin(job);
  Visit visit(*this, seeds, memory);
  // What does not suit the seeds is done.
  const bool done = !visit.open() || visit.make_mutants();
  // What was saved last stands.
  if (gave_up()) return;
  if (done)
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
    case Triage::Outcome::Untested:
      untested_ = true;
      break;
  }
}

}  // namespace pg
