#include "campaign/campaign.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "base/check.h"
#include "base/stop.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr double kTick = 0.1;
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
  for (const std::string& word : solver.command(0, 0, false))
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
  const Json old = Json::parse(before, nullptr, false);
  const Json made = Json::parse(now);
  for (const auto& [name, words] : made.items())
    if (!old.is_object() || !old.contains(name) || old[name] != words) return name;
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
  Result<std::unique_ptr<Store>> store = Store::open(path.string());
  if (!store) return store.error();
  const std::string text = (*store)->setting(kSettings).value_or("{}");
  std::vector<OptionWords> settings;
  try {
    const Json stored = Json::parse(text);
    for (const auto& [name, words] : stored.items()) settings.push_back({name, words.get<Words>()});
  } catch (const Json::exception& wrong) {
    return environment_error(fmt::format("{}: {}", path.string(), wrong.what()));
  }
  return settings;
}

Campaign::Campaign(const CampaignOptions& options, const std::atomic<bool>& stop,
                   std::unique_ptr<Store> store, int lock)
    : options_(options),
      user_stop_(stop),
      store_(std::move(store)),
      lock_file_(lock),
      schedule_(options.rng, options.is_adaptive(), options.tuning),
      begun_(Clock::now()) {}

Campaign::~Campaign() { ::close(lock_file_); }

Result<std::unique_ptr<Campaign>> Campaign::open(const CampaignOptions& options,
                                                 const std::atomic<bool>& stop) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error)
    return environment_error(fmt::format("cannot make {}: {}", options.out, error.message()));
  const CampaignPaths paths(options.out);
  const int lock = ::open(paths.lock().c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (lock < 0) return environment_error(fmt::format("cannot write to {}", options.out));
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock);
    return environment_error(fmt::format("another campaign is running in {}", options.out));
  }
  Result<std::unique_ptr<Store>> store = Store::open(paths.store().string());
  if (!store) {
    ::close(lock);
    return store.error();
  }
  std::unique_ptr<Campaign> campaign(new Campaign(options, stop, std::move(*store), lock));
  const Result<bool> begun = campaign->begin();
  if (!begun) return begun.error();
  return campaign;
}

// A new campaign finds its seeds; an old one must be of the same making.
Result<bool> Campaign::begin() {
  const std::string text = settings_text(options_.settings);
  const std::string solvers = solvers_text(options_.solvers);
  const std::string before = store_->setting(kSettings).value_or("");
  if (!before.empty()) {
    std::string other = other_setting(before, text);
    if (other.empty() && store_->setting(kSolvers) != solvers) other = "solver";
    if (!other.empty())
      return Error{{},
                   fmt::format("{} holds a campaign with another '{}'; give another --out",
                               options_.out, other)};
  }
  store_->set_patience([this](const std::string& why) { return be_patient(why); });
  // The options come last: where they are, all that is begun with is there.
  if (before.empty()) {
    Result<std::vector<SeedRow>> seeds =
        find_seeds(options_.seeds, options_.max_seed_size, options_.rng);
    if (!seeds) return seeds.error();
    if (seeds->empty()) return Error{{}, "there is no .smt2 file among the seeds"};
    const bool written = (store_->seeds().empty() ? store_->add_seeds(*seeds) : true) &&
                         store_->set("polygraph", POLYGRAPH_VERSION) &&
                         store_->set("rng", std::to_string(options_.rng)) &&
                         store_->set("started", now_text()) && store_->set(kSolvers, solvers) &&
                         store_->set("strategies", Json(options_.strategies).dump()) &&
                         store_->set(kSettings, text);
    if (!written) return environment_error(fmt::format("cannot write to {}", options_.out));
  }
  if (!store_->set("jobs", std::to_string(options_.workers())) ||
      !store_->set("budget", fmt::format("{}", options_.time_budget())))
    return environment_error(fmt::format("cannot write to {}", options_.out));
  resume();
  return true;
}

// Everything that was done is told to the schedule, in its order; what a round left undone is next.
void Campaign::resume() {
  seconds_before_ = std::strtod(store_->setting("seconds").value_or("0").c_str(), nullptr);
  counters_ = store_->counters();
  for (FindingRow& finding : store_->findings())
    if (finding.ready) add_finding(std::move(finding));
  known_before_ = findings_.size();
  seeds_ = store_->seeds();
  for (const SeedRow& seed : seeds_) {
    if (seed.skipped.empty() || seed.taken)
      schedule_.add_seed(seed.id);
    else
      ++skipped_early_;
  }
  for (Job& job : store_->jobs()) {
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
void Campaign::add_finding(FindingRow row) {
  Case& found = row.found;
  for (std::string* text : {&found.original, &found.smaller, &found.output, &found.origin.seed})
    text->clear();
  found.certificate = OtherAnswers{};
  const std::lock_guard lock(lock_);
  findings_.push_back(std::move(row));
}

double Campaign::seconds() const {
  return seconds_before_ + std::chrono::duration<double>(Clock::now() - begun_).count();
}

bool Campaign::be_patient(const std::string& why) {
  std::unique_lock lock(lock_);
  trouble_ = why;
  changed_.wait_for(lock, std::chrono::seconds(1));
  return !user_stop_ && !stop_;
}

bool Campaign::save(const Advance& advance) {
  *std::ranges::find(jobs_, advance.job.id, &Job::id) = advance.job;
  if (!store_->save(advance)) {
    stop_ = true;
    return false;
  }
  {
    const std::lock_guard lock(lock_);
    trouble_.clear();
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
  over_ = jobs_.empty() || !store_->add_jobs(jobs_);
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
  hooks.patience = [this](const std::string& why) { return be_patient(why); };
  hooks.found = [this, found](const FindingRow& row) {
    add_finding(row);
    found(row);
  };
  hooks.stop = &give_up_;
  triage_ = std::make_unique<Triage>(options_, *store_, std::move(hooks));
  triage_->resume();
}

void Campaign::run(const std::function<void()>& tick,
                   const std::function<void(const FindingRow&)>& found) {
  open_triage(found);
  if (std::ranges::all_of(jobs_, &Job::done)) {
    finish_round();
    plan_round();
  } else {
    prepare_memories();
  }
  work(tick);
  finish_bugs(tick);
  sample();
}

// Workers do the jobs of a round; the last one plans the next.
void Campaign::work(const std::function<void()>& tick) {
  std::barrier round(static_cast<ptrdiff_t>(options_.workers()), [this]() noexcept {
    if (stop_) {
      over_ = true;
      return;
    }
    finish_round();
    plan_round();
  });
  const WorkerContext context{options_, *triage_, stop_,
                              [this](const Advance& advance) { return save(advance); }, asked_};
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < options_.workers(); ++i)
    threads.emplace_back([&] {
      const StopScope scope(&give_up_);
      Worker worker(context);
      while (!over_) {
        while (!stop_) {
          const std::optional<Job> job = store_->claim();
          if (!job) break;
          do_job(worker, *job);
        }
        round.arrive_and_wait();
      }
      const std::lock_guard lock(lock_);
      finished_ = true;
      changed_.notify_all();
    });
  watch(tick);
}

// At the end all is asked to stop, and a little later what has not is given up.
void Campaign::look_at_clock() {
  const double budget = options_.time_budget();
  if (user_stop_ || (budget > 0 && seconds() - seconds_before_ >= budget)) stop_ = true;
  if (!stop_) return;
  triage_->hurry();
  if (!stopped_at_) stopped_at_ = Clock::now();
  const std::chrono::duration<double> since = Clock::now() - *stopped_at_;
  if (since.count() >= kGrace) give_up_ = true;
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

// What was found is made small before the campaign is over, if there is time left.
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
  store_->add_sample(row);
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
  status.trouble = trouble_;
  status.reducing = triage_ ? triage_->waiting() : 0;
  status.exhausted =
      finished_ && !stop_ && !(options_.repeatable() && counters_.mutants() >= options_.mutants);
  return status;
}

}  // namespace pg
