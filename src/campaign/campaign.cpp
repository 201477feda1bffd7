#include "campaign/campaign.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/stop.h"
#include "campaign/folders.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr double kTick = 0.1;
// For what may pass, such as a full disk.
constexpr double kLeastPause = 0.1;
constexpr double kMostPause = 5;
// What is going on when a campaign stops has so many seconds to come to its end.
constexpr double kGrace = 0.7;
// Between samples: longer in a longer campaign, so that there are never too many.
constexpr double kSampleSeconds = 5;
constexpr double kSampleShare = 0.002;
std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string command_text(const Solver& solver) {
  std::string text;
  for (const std::string& word : solver.command(0, {}, false))
    text += (text.empty() ? "" : " ") + word;
  return text;
}

// Settings of the store.
constexpr const char* kSettings = "options";
constexpr const char* kSolvers = "solvers";

std::string solvers_text(std::span<const Solver> solvers) {
  Json json = Json::array();
  for (const Solver& solver : solvers)
    json.push_back({{"name", solver.name},
                    {"version", solver.version},
                    {"command", command_text(solver)},
                    {"finder", solver.finder()}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One word for each check-sat: sat-unsat.
std::string answers_text(const Answers& answers) {
  std::string text;
  for (const std::optional<Truth>& answer : answers)
    text += fmt::format("{}{}", text.empty() ? "" : "-", answer ? name_of(*answer) : "open");
  return text;
}

// The first setting that differs from what a campaign was begun with; empty if none does.
std::string other_setting(const std::string& before, const std::string& now) {
  const Json old = Json::parse(before);
  const Json made = Json::parse(now);
  for (const auto& [name, words] : made.items())
    if (!old.contains(name) || old[name] != words) return name;
  for (const auto& [name, words] : old.items())
    if (!made.contains(name)) return name;
  return {};
}

}  // namespace

std::string settings_text(std::span<const OptionWords> settings) {
  Json json = Json::object();
  for (const OptionWords& setting : settings) json[setting.name] = setting.words;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<OptionWords>> stored_settings(const std::string& out) {
  const fs::path path = CampaignPaths(out).store();
  std::error_code error;
  if (!fs::exists(path, error)) return std::vector<OptionWords>();
  Result<std::unique_ptr<Store>> store = Store::open(path.string(), Store::Check::Tables);
  if (!store) return store.error();
  const Result<std::optional<std::string>> text = (*store)->setting(kSettings);
  if (!text) return text.error();
  std::vector<OptionWords> settings;
  const Json stored = Json::parse(text->value_or("{}"));
  for (const auto& [name, words] : stored.items()) settings.push_back({name, words.get<Words>()});
  return settings;
}

Campaign::Campaign(const CampaignOptions& options, const std::atomic<bool>& stop,
                   std::unique_ptr<Store> store, std::unique_ptr<CampaignLock> lock)
    : options_(options),
      user_stop_(stop),
      store_(std::move(store)),
      folder_lock_(std::move(lock)),
      schedule_(options.rng, options.is_adaptive(), options.tuning),
      begun_(Clock::now()) {}

Result<std::unique_ptr<Campaign>> Campaign::open(const CampaignOptions& options,
                                                 const std::atomic<bool>& stop) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error)
    return environment_error(fmt::format("cannot make {}: {}", options.out, error.message()));
  const CampaignPaths paths(options.out);
  for (const Shelf shelf : kShelves)
    if (const fs::path place = paths.shelf(shelf);
        fs::exists(place, error) && !fs::is_directory(place, error))
      return environment_error(fmt::format("{} is there and is not a folder", place.string()));
  auto lock = std::make_unique<CampaignLock>(paths, true);
  if (const Result<bool> held = lock->held(); !held) return held.error();
  Result<std::unique_ptr<Store>> store = Store::open(paths.store().string());
  if (!store) return store.error();
  std::unique_ptr<Campaign> campaign(
      new Campaign(options, stop, std::move(*store), std::move(lock)));
  const Result<bool> begun = campaign->begin();
  if (!begun) return begun.error();
  return campaign;
}

// A new campaign finds its seeds; an old one must be of the same making. Nothing is written yet:
// that may take patience.
Result<bool> Campaign::begin() {
  const Result<std::optional<std::string>> before = store_->setting(kSettings);
  if (!before) return before.error();
  const Result<std::optional<std::string>> solvers = store_->setting(kSolvers);
  if (!solvers) return solvers.error();
  new_settings_ = !*before || !*solvers;
  if (const Result<bool> same = check_settings(*before, *solvers); !same) return same;
  Result<std::vector<SeedRow>> seeds = store_->seeds();
  if (!seeds) return seeds.error();
  seeds_ = *std::move(seeds);
  if (seeds_.empty())
    if (const Result<bool> found = find_new_seeds(); !found) return found;
  store_->set_patience(patience_with(Obstacle::Store));
  return resume();
}

Result<bool> Campaign::check_settings(const std::optional<std::string>& options,
                                      const std::optional<std::string>& solvers) const {
  std::string other;
  if (options) other = other_setting(*options, settings_text(options_.settings));
  if (other.empty() && options && solvers && *solvers != solvers_text(options_.solvers))
    other = "solver";
  if (other.empty()) return true;
  return Error{{},
               fmt::format("{} holds a campaign with another '{}'; give another --out",
                           options_.out, other)};
}

Result<bool> Campaign::find_new_seeds() {
  Result<std::vector<SeedRow>> seeds =
      find_seeds(options_.seeds, options_.max_seed_size, options_.rng);
  if (!seeds) return seeds.error();
  if (seeds->empty()) return Error{{}, "there is no .smt2 file among the seeds"};
  seeds_ = *std::move(seeds);
  new_seeds_ = true;
  return true;
}

// The options come last: where they are, all that is begun with is there.
Result<bool> Campaign::write_beginning() {
  std::vector<std::pair<std::string_view, std::string>> settings = {
      {"jobs", std::to_string(options_.workers())},
      {"budget", fmt::format("{}", options_.time_budget())}};
  if (new_settings_)
    settings.insert(settings.end(), {{"polygraph", POLYGRAPH_VERSION},
                                     {"rng", std::to_string(options_.rng)},
                                     {"started", now_text()},
                                     {kSolvers, solvers_text(options_.solvers)},
                                     {"strategies", Json(options_.strategies).dump()},
                                     {kSettings, settings_text(options_.settings)}});
  if (new_seeds_)
    if (const Result<bool> added = store_->add_seeds(seeds_); !added) return added;
  for (const auto& [name, value] : settings)
    if (const Result<bool> written = store_->set(name, value); !written) return written;
  return true;
}

// Everything that was done is told to the schedule, in its order; what a round left undone is next.
Result<bool> Campaign::resume() {
  const CampaignPaths paths(options_.out);
  const Result<std::optional<std::string>> seconds = store_->setting("seconds");
  if (!seconds) return seconds.error();
  seconds_before_ = std::strtod(seconds->value_or("0").c_str(), nullptr);
  const Result<Counters> counters = store_->counters();
  if (!counters) return counters.error();
  counters_ = *counters;
  Result<std::vector<FindingRow>> findings = store_->findings();
  if (!findings) return findings.error();
  const std::vector<std::string> strays = stray_folders(paths, *findings);
  if (new_settings_ && findings->empty() && !strays.empty())
    return damaged_store(paths.store().string(),
                         fmt::format("it is new, but there is a bug in {}", strays[0]));
  if (!strays.empty()) warnings_.push_back(stray_text(paths, strays));
  for (FindingRow& finding : *findings) {
    if (!finding.problem.empty())
      warnings_.push_back(unreadable_text(paths, finding));
    else if (finding.ready)
      add_finding(std::move(finding));
  }
  known_before_ = findings_.size();
  for (const SeedRow& seed : seeds_) {
    if (seed.skipped.empty() || seed.taken)
      schedule_.add_seed(seed.id);
    else
      ++skipped_early_;
  }
  Result<std::vector<Job>> jobs = store_->jobs();
  if (!jobs) return jobs.error();
  resume_jobs(*std::move(jobs));
  return true;
}

void Campaign::resume_jobs(std::vector<Job> jobs) {
  for (Job& job : jobs) {
    if (job.round != round_) {
      finish_round();
      jobs_.clear();
      round_ = job.round;
    }
    if (const auto* make = std::get_if<MakeMutants>(&job.task))
      memories_[{make->seeds[0], make->strategy}].add(job, options_.tuning);
    next_id_ = job.id + 1;
    jobs_.push_back(std::move(job));
  }
}

// Without its texts: they are in the store.
void Campaign::add_finding(FindingRow row, const std::string& known_as) {
  Case& found = row.found;
  for (std::string* text : {&found.original, &found.smaller, &found.output, &found.origin.seed})
    text->clear();
  found.certificate = OtherAnswers{};
  const std::lock_guard lock(lock_);
  const auto known = std::ranges::find(
      findings_, known_as, [](const FindingRow& each) { return each.found.fingerprint; });
  if (known == findings_.end())
    findings_.push_back(std::move(row));
  else
    *known = std::move(row);
}

double Campaign::seconds() const {
  return seconds_before_ + std::chrono::duration<double>(Clock::now() - begun_).count();
}

bool Campaign::is_over() const {
  const double budget = options_.time_budget();
  return user_stop_ || stop_ || (budget > 0 && seconds() - seconds_before_ >= budget);
}

Patience Campaign::patience_with(Obstacle obstacle) {
  return {.wait = [this, obstacle](const std::string& why) { return wait_for(obstacle, why); },
          .over =
              [this, obstacle] {
                const std::lock_guard lock(lock_);
                waiting_[static_cast<size_t>(obstacle)] = {};
              }};
}

bool Campaign::wait_for(Obstacle obstacle, const std::string& why) {
  std::unique_lock lock(lock_);
  Waiting& waiting = waiting_[static_cast<size_t>(obstacle)];
  waiting.why = why;
  waiting.pause = std::clamp(2 * waiting.pause, kLeastPause, kMostPause);
  const auto until = Clock::now() + std::chrono::duration<double>(waiting.pause);
  while (Clock::now() < until && !is_over())
    changed_.wait_for(lock, std::chrono::duration<double>(kTick));
  return !is_over();
}

void Campaign::fail(const Error& error) {
  const std::lock_guard lock(lock_);
  if (failure_.empty()) failure_ = error.message;
  stop_ = true;
}

bool Campaign::save(const Advance& advance) {
  *std::ranges::find(jobs_, advance.job.id, &Job::id) = advance.job;
  if (const Result<bool> saved = store_->save(advance); !saved) {
    fail(saved.error());
    return false;
  }
  {
    const std::lock_guard lock(lock_);
    counters_.add(advance.more);
    run_counters_.add(advance.more);
  }
  for (const FindingRow& row : advance.findings) triage_->keep(row);
  return true;
}

// In the order of the jobs, whoever did them.
void Campaign::finish_round() {
  for (const Job& job : jobs_) {
    if (const auto* take = std::get_if<TakeSeed>(&job.task)) {
      const SeedFacts& facts = seeds_[take->seed].facts;
      schedule_.add_arms(take->seed, facts.strategies,
                         static_cast<uint64_t>(facts.mean_seconds() * 1e6),
                         answers_text(facts.answers));
    }
    schedule_.add(job);
  }
}

void Campaign::plan_round() {
  uint64_t most = ~uint64_t{0};
  if (options_.repeatable()) {
    const std::lock_guard lock(lock_);
    most = options_.mutants - std::min(options_.mutants, counters_.mutants());
  }
  jobs_.clear();
  if (most > 0) jobs_ = schedule_.plan(++round_, next_id_, most);
  over_ = jobs_.empty();
  if (over_) return;
  if (const Result<bool> added = store_->add_jobs(jobs_); !added) {
    fail(added.error());
    over_ = true;
    return;
  }
  next_id_ += jobs_.size();
  prepare_memories();
}

// Workers share the map and change none of its places.
void Campaign::prepare_memories() {
  for (const Job& job : jobs_)
    if (const auto* make = std::get_if<MakeMutants>(&job.task))
      memories_[{make->seeds[0], make->strategy}];
}

void Campaign::do_job(Worker& worker, const Job& job) {
  if (const auto* take = std::get_if<TakeSeed>(&job.task)) {
    worker.take(job, seeds_[take->seed]);
    return;
  }
  const auto& make = std::get<MakeMutants>(job.task);
  std::vector<const SeedRow*> seeds;
  for (const uint64_t seed : make.seeds) seeds.push_back(&seeds_[seed]);
  worker.mutate(job, seeds, memories_.at({make.seeds[0], make.strategy}));
}

void Campaign::open_triage(const std::function<void(const FindingRow&)>& found) {
  Triage::Hooks hooks;
  hooks.clock = [this] {
    const std::lock_guard lock(lock_);
    return std::pair(seconds(), counters_.calls());
  };
  hooks.folders = patience_with(Obstacle::Folders);
  hooks.solvers = patience_with(Obstacle::Solvers);
  hooks.failed = [this](const Error& error) { fail(error); };
  hooks.found = [this, found](const FindingRow& row, const std::string& known_as) {
    add_finding(row, known_as);
    if (known_as.empty()) found(row);
  };
  hooks.leave = &leave_;
  triage_ = std::make_unique<Triage>(options_, *store_, std::move(hooks));
  if (const Result<bool> resumed = triage_->resume(); !resumed) fail(resumed.error());
}

void Campaign::run(const std::function<void()>& tick,
                   const std::function<void(const FindingRow&)>& found) {
  open_triage(found);
  {
    const std::jthread working([this] {
      if (const Result<bool> begun = write_beginning(); begun)
        work();
      else
        fail(begun.error());
      const std::lock_guard lock(lock_);
      finished_ = true;
      changed_.notify_all();
    });
    watch(tick);
  }
  finish_bugs(tick);
  sample();
}

// Workers do the jobs of a round; the last one plans the next.
void Campaign::work() {
  if (std::ranges::all_of(jobs_, &Job::done)) {
    finish_round();
    plan_round();
  } else {
    prepare_memories();
  }
  std::barrier round(static_cast<ptrdiff_t>(options_.workers()), [this]() noexcept {
    if (stop_) {
      over_ = true;
      return;
    }
    finish_round();
    plan_round();
  });
  const WorkerContext context{
      options_,     *triage_,
      stop_,        [this](const Advance& advance) { return save(advance); },
      asked_,       patience_with(Obstacle::Solvers),
      &stop_asking_};
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < options_.workers(); ++i)
    threads.emplace_back([&] {
      const StopScope scope(&leave_);
      Worker worker(context);
      while (!over_) {
        while (!stop_) {
          const Result<std::optional<Job>> job = store_->claim();
          if (!job) fail(job.error());
          if (!job || !*job) break;
          do_job(worker, **job);
        }
        round.arrive_and_wait();
      }
    });
}

// At the end all is asked to stop, and a little later what has not is given up.
void Campaign::look_at_clock() {
  const auto grace_is_over = [](std::optional<Clock::time_point>& since) {
    if (!since) since = Clock::now();
    return std::chrono::duration<double>(Clock::now() - *since).count() >= kGrace;
  };
  if (is_over()) stop_ = true;
  if (stop_ && grace_is_over(stopped_at_)) stop_asking_ = true;
  if (!user_stop_) return;
  triage_->hurry();
  if (grace_is_over(left_at_)) leave_ = true;
}

// Until the workers are done: looks at the clock, takes samples, tells whoever shows it.
void Campaign::watch(const std::function<void()>& tick) {
  double sampled = 0;
  std::unique_lock lock(lock_);
  while (!finished_) {
    changed_.wait_for(lock, std::chrono::duration<double>(kTick));
    lock.unlock();
    look_at_clock();
    const double run = seconds() - seconds_before_;
    if (run - sampled >= std::max(kSampleSeconds, kSampleShare * seconds()) && !stop_) {
      sampled = run;
      sample();
    }
    tick();
    lock.lock();
  }
}

// What was found is made small before the campaign is over, unless the user wants to leave.
void Campaign::finish_bugs(const std::function<void()>& tick) {
  while (triage_->waiting() > 0) {
    look_at_clock();
    std::this_thread::sleep_for(std::chrono::duration<double>(kTick));
    tick();
  }
  triage_.reset();
}

void Campaign::sample() {
  SampleRow row;
  {
    const std::lock_guard lock(lock_);
    row = {.seconds = seconds(), .findings = findings_.size(), .counters = counters_};
  }
  // On a full disk the next one will tell as much.
  static_cast<void>(store_->add_sample(row));
}

Status Campaign::status() {
  const std::lock_guard lock(lock_);
  Status status;
  status.seconds = seconds();
  status.run = status.seconds - seconds_before_;
  status.budget = options_.time_budget();
  status.mutants_budget = options_.mutants;
  status.round = round_;
  status.seeds = seeds_.size();
  status.taken = counters_.seeds_taken;
  status.skipped = counters_.seeds_skipped + skipped_early_;
  status.strategies = options_.strategies;
  for (const Solver& solver : options_.solvers) status.solvers.push_back(solver.name);
  status.counters = counters_;
  status.run_counters = run_counters_;
  status.findings = findings_;
  status.known_before = known_before_;
  status.trouble = failure_;
  for (const Waiting& waiting : waiting_)
    if (status.trouble.empty()) status.trouble = waiting.why;
  status.reducing = triage_ ? triage_->waiting() : 0;
  status.exhausted =
      finished_ && !stop_ && !(options_.repeatable() && counters_.mutants() >= options_.mutants);
  return status;
}

}  // namespace pg
