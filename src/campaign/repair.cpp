#include "campaign/repair.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <utility>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "bug/folder.h"
#include "campaign/folders.h"
#include "campaign/lock.h"
#include "campaign/sqlite_rows.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

// Why a store cannot be used; empty if it can.
std::string why_unusable(Store& store) {
  const auto why = [](const auto& rows) { return rows ? std::string() : rows.error().message; };
  const Result<std::vector<FindingRow>> findings = store.findings();
  if (!findings) return findings.error().message;
  for (const FindingRow& finding : *findings)
    if (!finding.problem.empty())
      return fmt::format("table findings, row {}: {}", safe_name(finding.found.fingerprint),
                         finding.problem);
  std::string problem = why(store.seeds());
  if (problem.empty()) problem = why(store.jobs());
  if (problem.empty()) problem = why(store.counters());
  if (problem.empty()) problem = why(store.samples());
  for (const char* name : {"options", "solvers", "seconds"})
    if (problem.empty()) problem = why(store.setting(name));
  return problem;
}

// Reads tables as far as they can be read.
class Salvage {
 public:
  explicit Salvage(const std::string& path) : database_(path, true) { look(); }

  // Not about the file: then nothing is known of it.
  const std::optional<Fault>& obstacle() const { return obstacle_; }

  // Calls `keep` with each row; false: it is no good.
  template <typename Row, typename Keep>
  SavedTable read(const StoreTable& table, Row (*read_row)(Reader&), const Keep& keep) {
    SavedTable made{.name = std::string(table.name)};
    absl::flat_hash_set<std::string> seen;
    const auto columns = fmt::format("{}, CAST({} AS TEXT)", table.columns, table.key);
    const auto take = [&](const std::string& rest) {
      Part part;
      Reader reader(database_, table.name, columns, rest);
      while (reader.next()) {
        Row row = read_row(reader);
        bool good = reader.problem().empty();
        part.last = reader.text();
        if (!seen.insert(part.last).second) continue;
        good = good && keep(std::move(row));
        ++(good ? made.saved : made.lost);
      }
      part.whole = look();
      return part;
    };
    const Part first = take(fmt::format("ORDER BY {}", table.ascending));
    if (first.whole) return made;
    made.cut = true;
    const Part last = take(fmt::format("ORDER BY {}", table.descending));
    // Where so many rows in a row are gone, so are the others.
    constexpr uint64_t kMostMisses = 1000;
    uint64_t misses = table.key == "id" ? 0 : kMostMisses;
    const auto [begin, end] = between(first.last, last.last);
    for (uint64_t id = begin; id < end && misses < kMostMisses; ++id)
      misses = take(fmt::format("WHERE id = {}", id)).whole ? 0 : misses + 1;
    return made;
  }

 private:
  struct Part {
    std::string last = {};  // the key of the row that was read last
    bool whole = false;
  };

  // Numbers of rows that may be readable between two damaged places.
  static std::pair<uint64_t, uint64_t> between(const std::string& first, const std::string& last) {
    constexpr uint64_t kMost = 100'000;
    const auto number = [](const std::string& text) {
      uint64_t value = 0;
      const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
      return read.ec == std::errc() ? std::optional(value) : std::nullopt;
    };
    const uint64_t begin = number(first) ? *number(first) + 1 : 0;
    return {begin, std::min(number(last).value_or(begin + kMost), begin + kMost)};
  }

  // Whether nothing was wrong.
  bool look() {
    std::optional<Fault> fault = database_.take_fault();
    const bool good = !fault;
    if (fault && fault->can_pass() && !obstacle_) obstacle_ = std::move(fault);
    return good;
  }

  Database database_;
  std::optional<Fault> obstacle_;
};

// All that a new store is made of.
class Contents {
 public:
  explicit Contents(Repair& repair) : repair_(repair) {}

  Result<bool> read(const std::string& path);
  void adopt(const CampaignPaths& paths);
  Result<bool> write(const std::string& path) const;

 private:
  void fill_gaps(SavedTable& table);

  Repair& repair_;
  std::map<std::string, std::string> settings_;
  std::map<uint64_t, SeedRow> seeds_;
  std::map<uint64_t, Job> jobs_;
  std::vector<Count> counts_;
  std::vector<FindingRow> findings_;
  std::vector<SampleRow> samples_;
};

Result<bool> Contents::read(const std::string& path) {
  Salvage salvage(path);
  std::vector<SavedTable>& tables = repair_.tables;
  tables.push_back(salvage.read(kSettingsTable, read_setting, [&](SettingRow row) {
    return why_no_setting(row.name, row.value).empty() &&
           settings_.emplace(std::move(row.name), std::move(row.value)).second;
  }));
  tables.push_back(salvage.read(kSeedsTable, read_seed, [&](SeedRow row) {
    return seeds_.emplace(row.id, std::move(row)).second;
  }));
  fill_gaps(tables.back());
  tables.push_back(salvage.read(kJobsTable, read_job, [&](Job job) {
    return why_no_job(job, seeds_.size()).empty() && jobs_.emplace(job.id, std::move(job)).second;
  }));
  tables.push_back(salvage.read(kCountersTable, read_count, [&](Count count) {
    counts_.push_back(std::move(count));
    return true;
  }));
  // Some without the others would not add up: a solver with calls and no answers.
  if (SavedTable& table = tables.back(); table.lost > 0 || table.cut) {
    table.lost += std::exchange(table.saved, 0);
    counts_.clear();
  }
  tables.push_back(salvage.read(kSamplesTable, read_sample, [&](SampleRow row) {
    samples_.push_back(std::move(row));
    return true;
  }));
  tables.push_back(salvage.read(kFindingsTable, read_finding_row, [&](FindingRow row) {
    const bool is_new = std::ranges::none_of(findings_, [&](const FindingRow& each) {
      return each.found.fingerprint == row.found.fingerprint;
    });
    if (is_new) findings_.push_back(std::move(row));
    return is_new;
  }));
  std::ranges::stable_sort(samples_, {}, &SampleRow::seconds);
  if (salvage.obstacle())
    return environment_error(fmt::format("{}: {}", path, salvage.obstacle()->words));
  return true;
}

// Jobs call seeds by their place: one that is lost keeps it, and is not used.
void Contents::fill_gaps(SavedTable& table) {
  // A number that is far from the others is wrong itself.
  const uint64_t most = 2 * seeds_.size() + 1000;
  const uint64_t far = std::erase_if(seeds_, [&](const auto& seed) { return seed.first >= most; });
  table.saved -= far;
  table.lost += far;
  if (seeds_.empty()) return;
  for (uint64_t id = 0; id < seeds_.rbegin()->first; ++id)
    if (!seeds_.contains(id)) {
      seeds_[id] = {.id = id, .path = {}, .skipped = "lost when the store was damaged"};
      if (table.cut) ++table.lost;
    }
}

// Bugs that the store has lost.
void Contents::adopt(const CampaignPaths& paths) {
  if (repair_.tables.empty()) repair_.tables.push_back({.name = "findings"});
  SavedTable& table = repair_.tables.back();
  for (const std::string& stray : stray_folders(paths, findings_)) {
    const fs::path folder = paths.folder() / stray;
    Result<Case> found = read_bug(folder.string());
    if (found && safe_name(found->fingerprint) != folder.filename())
      found = Error{{}, "it has another name than its bug"};
    if (!found) {
      repair_.unreadable.push_back(fmt::format("{}: {}", stray, found.error().message));
      continue;
    }
    const Shelf shelf = read_shelf(folder.parent_path().filename().string()).value_or(Shelf::Bugs);
    findings_.push_back({.found = *std::move(found), .shelf = shelf, .ready = true});
    ++table.saved;
    ++table.adopted;
  }
  repair_.lost_options = !settings_.contains("options");
}

Result<bool> Contents::write(const std::string& path) const {
  Database database(path);
  database.run("BEGIN IMMEDIATE");
  create_tables(database);
  for (const auto& [name, value] : settings_) write_setting(database, name, value);
  for (const auto& [id, seed] : seeds_) insert_seed(database, seed);
  for (const auto& [id, job] : jobs_) {
    insert_job(database, job);
    update_job(database, job);
  }
  for (const Count& count : counts_) add_to_count(database, count);
  for (const FindingRow& finding : findings_) insert_finding(database, finding);
  for (const SampleRow& sample : samples_) insert_sample(database, sample);
  database.run("COMMIT");
  if (const std::optional<Fault> fault = database.take_fault())
    return environment_error(fmt::format("cannot write {}: {}", path, fault->words));
  return true;
}

constexpr const char* kLogs[] = {"-wal", "-shm"};

// A name beside the store that nobody has.
std::string free_name(const std::string& store) {
  for (int number = 1;; ++number) {
    const std::string name = fmt::format("{}.damaged-{}", store, number);
    std::error_code error;
    if (!fs::exists(name, error) && !fs::exists(name + kLogs[0], error)) return name;
  }
}

// The old store gets another name, its log with it: a log would be read as one of the new store.
Result<bool> exchange(const std::string& store, const std::string& made, const std::string& aside) {
  std::error_code error;
  if (fs::exists(store, error)) {
    // Where there are no links, there is no store for a moment.
    fs::create_hard_link(store, aside, error);
    if (error) fs::rename(store, aside, error);
    if (error) return environment_error(fmt::format("cannot write {}: {}", aside, error.message()));
  }
  for (const char* log : kLogs)
    if (std::error_code ignored; fs::exists(store + log, ignored))
      fs::rename(store + log, aside + log, ignored);
  error.clear();
  if (fs::exists(store + kLogs[0], error))
    return environment_error(fmt::format("cannot move {}{}", store, kLogs[0]));
  fs::rename(made, store, error);
  if (error) return environment_error(fmt::format("cannot write {}: {}", store, error.message()));
  return true;
}

}  // namespace

bool Repair::lost_any() const {
  return lost_options || !unreadable.empty() ||
         std::ranges::any_of(tables, [](const SavedTable& t) { return t.lost > 0 || t.cut; });
}

Result<Repair> repair_store(const CampaignPaths& paths) {
  const std::string store = paths.store().string();
  const bool there = fs::exists(store);
  if (!there && stray_folders(paths, {}).empty())
    return Error{{}, fmt::format("{} is not the folder of a campaign", paths.folder().string())};
  const CampaignLock lock(paths, true);
  if (const Result<bool> held = lock.held(); !held) return held.error();
  Repair repair;
  if (there) {
    const Result<std::unique_ptr<Store>> opened = Store::open(store);
    // That of another version is in order.
    if (!opened && opened.error().kind == Error::Kind::BadInput) return opened.error();
    repair.problem = opened ? why_unusable(**opened) : opened.error().message;
    if (repair.problem.empty()) {
      const Result<std::vector<FindingRow>> findings = (*opened)->findings();
      if (!findings) return findings.error();
      const std::vector<std::string> strays = stray_folders(paths, *findings);
      if (strays.empty()) return repair;
      repair.problem = stray_text(paths, strays);
    }
  } else {
    repair.problem = "there is no campaign.sqlite";
  }
  repair.needed = true;
  repair.problem.resize(std::min(repair.problem.size(), repair.problem.find("; try: ")));
  Contents contents(repair);
  if (there)
    if (const Result<bool> read = contents.read(store); !read) return read.error();
  contents.adopt(paths);
  const std::string made = store + ".new";
  std::error_code ignored;
  fs::remove(made, ignored);
  for (const char* log : kLogs) fs::remove(made + log, ignored);
  if (const Result<bool> written = contents.write(made); !written) return written.error();
  {
    const Result<std::unique_ptr<Store>> opened = Store::open(made);
    const std::string problem = opened ? why_unusable(**opened) : opened.error().message;
    if (!problem.empty())
      return environment_error(fmt::format("what was saved is of no use: {}", problem));
  }
  if (there) repair.damaged = free_name(store);
  const Result<bool> exchanged = exchange(store, made, there ? repair.damaged : free_name(store));
  if (!exchanged) return exchanged.error();
  return repair;
}

}  // namespace pg
