#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "bug/case_text.h"
#include "campaign/store.h"

namespace pg {
namespace {

using Json = nlohmann::json;

constexpr const char* kSchema = R"(
CREATE TABLE IF NOT EXISTS settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seeds(id INTEGER PRIMARY KEY, path TEXT NOT NULL, hash INTEGER NOT NULL,
  logic TEXT NOT NULL, skipped TEXT NOT NULL, taken INTEGER NOT NULL, facts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS jobs(id INTEGER PRIMARY KEY, round INTEGER NOT NULL, task TEXT NOT NULL,
  at INTEGER NOT NULL, done INTEGER NOT NULL, made INTEGER NOT NULL, calls INTEGER NOT NULL,
  timeouts INTEGER NOT NULL, news INTEGER NOT NULL, repeats INTEGER NOT NULL,
  duplicates INTEGER NOT NULL, micros INTEGER NOT NULL, suspicions TEXT NOT NULL,
  texts BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS counters(metric TEXT NOT NULL, subject TEXT NOT NULL,
  detail TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY(metric, subject, detail)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS findings(id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE,
  shelf TEXT NOT NULL, ready INTEGER NOT NULL, seconds REAL NOT NULL, calls INTEGER NOT NULL,
  bug TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS samples(id INTEGER PRIMARY KEY, seconds REAL NOT NULL,
  findings INTEGER NOT NULL, counters TEXT NOT NULL);
)";

// Grows whenever the tables change.
constexpr uint64_t kVersion = 5;

constexpr std::string_view kDuplicates = "duplicates";  // the metric; a fingerprint is its subject

// {"take": 3}, {"mutate": [3], "by": "sae", "visit": 0, "count": 32}
std::string task_text(const Task& task) {
  struct Writer {
    Json operator()(const TakeSeed& take) const { return {{"take", take.seed}}; }
    Json operator()(const MakeMutants& make) const {
      return {{"mutate", make.seeds},
              {"by", make.strategy},
              {"visit", make.visit},
              {"count", make.count}};
    }
  };
  return std::visit(Writer(), task).dump();
}

Result<Task> read_task(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.contains("take")) return Task(TakeSeed{json.at("take").get<uint64_t>()});
    return Task(MakeMutants{.seeds = json.at("mutate").get<std::vector<uint64_t>>(),
                            .strategy = json.at("by"),
                            .visit = json.at("visit"),
                            .count = json.at("count")});
  } catch (const Json::exception& wrong) {
    return environment_error(wrong.what());
  }
}

// [["answers", "z3", "sat", 12], ...]
std::string counts_text(const Counters& counters) {
  Json json = Json::array();
  for (const Count& each : counts_of(counters))
    if (has_curve(each.metric))
      json.push_back({each.metric, each.subject, each.detail, each.value});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Counters read_counts(const std::string& text) {
  Counters counters;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_array()) return counters;
  for (const Json& each : json)
    if (each.is_array() && each.size() == 4 && each[0].is_string() && each[1].is_string() &&
        each[2].is_string() && each[3].is_number_unsigned())
      add_count(counters, each[0].get<std::string>(), each[1], each[2], each[3]);
  return counters;
}

std::map<std::string, uint64_t> read_suspicions(const std::string& text) {
  std::map<std::string, uint64_t> counts;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return counts;
  for (const auto& [name, count] : json.items())
    if (count.is_number_unsigned()) counts[name] = count;
  return counts;
}

// Eight bytes for each, as they are in memory.
std::string_view bytes_of(const std::vector<uint64_t>& hashes) {
  return {reinterpret_cast<const char*>(hashes.data()), hashes.size() * sizeof(uint64_t)};
}
std::vector<uint64_t> read_hashes(std::string_view bytes) {
  std::vector<uint64_t> hashes(bytes.size() / sizeof(uint64_t));
  std::memcpy(hashes.data(), bytes.data(), hashes.size() * sizeof(uint64_t));
  return hashes;
}

// One statement; values are bound and columns are read in their order.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) {
    sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text) {
    // A null pointer would be the value NULL.
    sqlite3_bind_text(statement_, ++bound_, text.empty() ? "" : text.data(),
                      static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  // Numbers of 64 bits keep their bits.
  Statement& bind(uint64_t number) {
    sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(number));
    return *this;
  }
  Statement& bind(bool flag) { return bind(uint64_t{flag}); }
  Statement& bind(double number) {
    sqlite3_bind_double(statement_, ++bound_, number);
    return *this;
  }
  // Runs a statement that gives no rows.
  bool run() { return statement_ && sqlite3_step(statement_) == SQLITE_DONE; }
  // Goes to the next row.
  bool next() {
    read_ = 0;
    return statement_ && sqlite3_step(statement_) == SQLITE_ROW;
  }
  std::string text() {
    const int column = read_++;
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, column));
    return bytes ? std::string(bytes, size) : std::string();
  }
  uint64_t number() { return static_cast<uint64_t>(sqlite3_column_int64(statement_, read_++)); }
  double real() { return sqlite3_column_double(statement_, read_++); }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int read_ = 0;
};

// One file. A claim is known to the process alone: the lock of the campaign's folder keeps others
// out.
class SqliteStore : public Store {
 public:
  explicit SqliteStore(sqlite3* database) : database_(database) {}
  ~SqliteStore() override { sqlite3_close(database_); }
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;

  bool prepare();
  bool is_ours();
  std::string message() const { return sqlite3_errmsg(database_); }

  void set_patience(std::function<bool(const std::string&)> wait) override {
    wait_ = std::move(wait);
  }
  std::optional<std::string> setting(std::string_view name) override;
  bool set(std::string_view name, std::string_view value) override;
  bool add_seeds(const std::vector<SeedRow>& seeds) override;
  std::vector<SeedRow> seeds() override;
  bool add_jobs(const std::vector<Job>& jobs) override;
  std::optional<Job> claim() override;
  bool save(const Advance& advance) override;
  std::vector<Job> jobs() override;
  Counters counters() override;
  bool replace_finding(const std::string& fingerprint, const FindingRow& finding) override;
  bool remove_finding(const std::string& fingerprint) override;
  std::vector<FindingRow> findings() override;
  bool add_sample(const SampleRow& sample) override;
  std::vector<SampleRow> samples() override;

 private:
  bool save_job(const Job& job);
  bool save_seed(const SeedRow& seed);
  bool add_finding(const FindingRow& finding);
  bool count(const Count& more);
  bool remove(const std::string& fingerprint);
  bool move_duplicates(const std::string& fingerprint, const std::string& other);
  std::vector<Job> read_jobs(const char* condition, uint64_t from);
  bool transact(const std::function<bool()>& steps, bool patient = true);

  std::mutex claiming_;  // before the other lock
  std::mutex lock_;
  sqlite3* database_;
  std::function<bool(const std::string&)> wait_;
  uint64_t next_claim_ = 0;  // no job before this one is free
};

}  // namespace

Result<std::unique_ptr<Store>> Store::open(const std::string& path) {
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  auto store = std::make_unique<SqliteStore>(database);
  if (code != SQLITE_OK || !store->prepare())
    return environment_error(fmt::format("cannot open {}: {}", path, store->message()));
  if (!store->is_ours())
    return Error{{}, fmt::format("{} was made by another version of polygraph", path)};
  return std::unique_ptr<Store>(std::move(store));
}

bool SqliteStore::prepare() {
  sqlite3_busy_timeout(database_, 10'000);
  // FULL: what was committed survives the power button, too.
  return sqlite3_exec(database_, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", nullptr,
                      nullptr, nullptr) == SQLITE_OK &&
         sqlite3_exec(database_, kSchema, nullptr, nullptr, nullptr) == SQLITE_OK;
}

// Of this version, or new.
bool SqliteStore::is_ours() {
  Statement version(database_, "PRAGMA user_version");
  if (!version.next()) return false;
  if (const uint64_t number = version.number(); number != 0) return number == kVersion;
  if (Statement(database_, "SELECT name FROM settings").next()) return false;
  return sqlite3_exec(database_, fmt::format("PRAGMA user_version={}", kVersion).c_str(), nullptr,
                      nullptr, nullptr) == SQLITE_OK;
}

bool SqliteStore::transact(const std::function<bool()>& steps, bool patient) {
  while (true) {
    std::string why;
    {
      const std::lock_guard lock(lock_);
      const auto run = [&](const char* sql) {
        return sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
      };
      if (run("BEGIN IMMEDIATE") && steps() && run("COMMIT")) return true;
      why = message();
      run("ROLLBACK");
    }
    if (!patient || !wait_ || !wait_(why)) return false;
  }
}

std::optional<std::string> SqliteStore::setting(std::string_view name) {
  const std::lock_guard lock(lock_);
  Statement statement(database_, "SELECT value FROM settings WHERE name = ?");
  if (!statement.bind(name).next()) return {};
  return statement.text();
}

bool SqliteStore::set(std::string_view name, std::string_view value) {
  return transact([&] {
    return Statement(database_, "INSERT OR REPLACE INTO settings VALUES(?, ?)")
        .bind(name)
        .bind(value)
        .run();
  });
}

bool SqliteStore::add_seeds(const std::vector<SeedRow>& seeds) {
  return transact([&] {
    for (const SeedRow& seed : seeds)
      if (!Statement(database_, "INSERT INTO seeds VALUES(?, ?, ?, ?, ?, ?, ?)")
               .bind(seed.id)
               .bind(seed.path)
               .bind(seed.hash)
               .bind(seed.logic)
               .bind(seed.skipped)
               .bind(seed.taken)
               .bind(facts_text(seed.facts))
               .run())
        return false;
    return true;
  });
}

std::vector<SeedRow> SqliteStore::seeds() {
  const std::lock_guard lock(lock_);
  std::vector<SeedRow> rows;
  Statement statement(database_,
                      "SELECT id, path, hash, logic, skipped, taken, facts FROM seeds ORDER BY id");
  while (statement.next()) {
    SeedRow& row = rows.emplace_back();
    row.id = statement.number();
    row.path = statement.text();
    row.hash = statement.number();
    row.logic = statement.text();
    row.skipped = statement.text();
    row.taken = statement.number() != 0;
    // What cannot be read is as good as a seed that nothing is known of.
    if (Result<SeedFacts> facts = read_facts(statement.text())) row.facts = *std::move(facts);
  }
  return rows;
}

bool SqliteStore::add_jobs(const std::vector<Job>& jobs) {
  return transact([&] {
    for (const Job& job : jobs)
      if (!Statement(database_,
                     "INSERT INTO jobs VALUES(?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '')")
               .bind(job.id)
               .bind(job.round)
               .bind(task_text(job.task))
               .run())
        return false;
    return true;
  });
}

std::optional<Job> SqliteStore::claim() {
  const std::lock_guard claiming(claiming_);
  std::vector<Job> free = read_jobs("WHERE done = 0 AND id >= ? ORDER BY id LIMIT 1", next_claim_);
  if (free.empty()) return {};
  next_claim_ = free[0].id + 1;
  return std::move(free[0]);
}

bool SqliteStore::save(const Advance& advance) {
  return transact([&] {
    return save_job(advance.job) && (!advance.seed || save_seed(*advance.seed)) &&
           std::ranges::all_of(counts_of(advance.more),
                               [&](const Count& each) { return count(each); }) &&
           std::ranges::all_of(advance.findings,
                               [&](const FindingRow& each) { return add_finding(each); });
  });
}

bool SqliteStore::save_job(const Job& job) {
  return Statement(database_,
                   "UPDATE jobs SET at = ?, done = ?, made = ?, calls = ?, timeouts = ?, news = ?, "
                   "repeats = ?, duplicates = ?, micros = ?, suspicions = ?, texts = ? "
                   "WHERE id = ?")
      .bind(job.at)
      .bind(job.done)
      .bind(job.yield.made)
      .bind(job.yield.calls)
      .bind(job.yield.timeouts)
      .bind(job.yield.news)
      .bind(job.yield.repeats)
      .bind(job.yield.duplicates)
      .bind(job.yield.micros)
      .bind(Json(job.suspicions).dump(-1, ' ', false, Json::error_handler_t::replace))
      .bind(bytes_of(job.texts))
      .bind(job.id)
      .run();
}

bool SqliteStore::save_seed(const SeedRow& seed) {
  return Statement(database_,
                   "UPDATE seeds SET logic = ?, skipped = ?, taken = ?, facts = ? WHERE id = ?")
      .bind(seed.logic)
      .bind(seed.skipped)
      .bind(seed.taken)
      .bind(facts_text(seed.facts))
      .bind(seed.id)
      .run();
}

bool SqliteStore::count(const Count& more) {
  Statement before(database_,
                   "SELECT value FROM counters WHERE metric = ? AND subject = ? AND detail = ?");
  const uint64_t old =
      before.bind(more.metric).bind(more.subject).bind(more.detail).next() ? before.number() : 0;
  // Sums of hashes wrap around, which SQL does not do.
  return Statement(database_, "INSERT OR REPLACE INTO counters VALUES(?, ?, ?, ?)")
      .bind(more.metric)
      .bind(more.subject)
      .bind(more.detail)
      .bind(old + more.value)
      .run();
}

std::vector<Job> SqliteStore::jobs() { return read_jobs("WHERE id >= ? ORDER BY id", 0); }

std::vector<Job> SqliteStore::read_jobs(const char* condition, uint64_t from) {
  const std::lock_guard lock(lock_);
  std::vector<Job> rows;
  const std::string text = fmt::format(
      "SELECT id, round, task, at, done, made, calls, timeouts, news, repeats, duplicates, micros, "
      "suspicions, texts FROM jobs {}",
      condition);
  Statement statement(database_, text.c_str());
  statement.bind(from);
  while (statement.next()) {
    Job job;
    job.id = statement.number();
    job.round = statement.number();
    Result<Task> task = read_task(statement.text());
    job.at = statement.number();
    job.done = statement.number() != 0;
    job.yield.made = statement.number();
    job.yield.calls = statement.number();
    job.yield.timeouts = statement.number();
    job.yield.news = statement.number();
    job.yield.repeats = statement.number();
    job.yield.duplicates = statement.number();
    job.yield.micros = statement.number();
    job.suspicions = read_suspicions(statement.text());
    job.texts = read_hashes(statement.text());
    // What cannot be read cannot be done.
    if (!task) continue;
    job.task = *std::move(task);
    rows.push_back(std::move(job));
  }
  return rows;
}

Counters SqliteStore::counters() {
  const std::lock_guard lock(lock_);
  Counters counters;
  Statement statement(database_, "SELECT metric, subject, detail, value FROM counters");
  while (statement.next()) {
    const std::string metric = statement.text();
    const std::string subject = statement.text();
    const std::string detail = statement.text();
    add_count(counters, metric, subject, detail, statement.number());
  }
  return counters;
}

bool SqliteStore::add_finding(const FindingRow& finding) {
  const bool good = Statement(database_,
                              "INSERT OR IGNORE INTO findings(fingerprint, shelf, ready, seconds, "
                              "calls, bug) VALUES(?, ?, ?, ?, ?, ?)")
                        .bind(finding.found.fingerprint)
                        .bind(name_of(finding.shelf))
                        .bind(finding.ready)
                        .bind(finding.seconds)
                        .bind(finding.calls)
                        .bind(case_text(finding.found))
                        .run();
  const bool added = good && sqlite3_changes(database_) > 0;
  return added || (good && count({kDuplicates, finding.found.fingerprint, "", 1}));
}

bool SqliteStore::replace_finding(const std::string& fingerprint, const FindingRow& finding) {
  const std::string& name = finding.found.fingerprint;
  bool merged = false;
  const bool written = transact([&] {
    merged = name != fingerprint &&
             Statement(database_, "SELECT 1 FROM findings WHERE fingerprint = ?").bind(name).next();
    if (!move_duplicates(fingerprint, name)) return false;
    if (merged) return count({kDuplicates, name, "", 1}) && remove(fingerprint);
    return Statement(database_,
                     "UPDATE findings SET fingerprint = ?, shelf = ?, ready = CASE WHEN ? THEN "
                     "1 + (SELECT MAX(ready) FROM findings) ELSE 0 END, bug = ? "
                     "WHERE fingerprint = ?")
        .bind(name)
        .bind(name_of(finding.shelf))
        .bind(finding.ready)
        .bind(case_text(finding.found))
        .bind(fingerprint)
        .run();
  });
  return written && !merged;
}

bool SqliteStore::remove_finding(const std::string& fingerprint) {
  return transact([&] { return remove(fingerprint); });
}

bool SqliteStore::remove(const std::string& fingerprint) {
  return Statement(database_, "DELETE FROM findings WHERE fingerprint = ?").bind(fingerprint).run();
}

bool SqliteStore::move_duplicates(const std::string& fingerprint, const std::string& other) {
  if (fingerprint == other) return true;
  Statement before(database_, "SELECT value FROM counters WHERE metric = ? AND subject = ?");
  if (!before.bind(kDuplicates).bind(fingerprint).next()) return true;
  return count({kDuplicates, other, "", before.number()}) &&
         Statement(database_, "DELETE FROM counters WHERE metric = ? AND subject = ?")
             .bind(kDuplicates)
             .bind(fingerprint)
             .run();
}

std::vector<FindingRow> SqliteStore::findings() {
  const Counters counts = counters();
  const std::lock_guard lock(lock_);
  std::vector<FindingRow> rows;
  Statement statement(database_,
                      "SELECT fingerprint, shelf, ready, seconds, calls, bug FROM findings "
                      "ORDER BY ready = 0, ready, id");
  while (statement.next()) {
    FindingRow& row = rows.emplace_back();
    const std::string fingerprint = statement.text();
    row.shelf = read_shelf(statement.text()).value_or(Shelf::Bugs);
    row.ready = statement.number() != 0;
    row.seconds = statement.real();
    row.calls = statement.number();
    Result<Case> found = read_case_text(statement.text());
    if (found) {
      row.found = *std::move(found);
    } else {
      row.problem = found.error().message;
      row.found.fingerprint = fingerprint;
    }
    row.duplicates = counts.duplicates_of(fingerprint);
  }
  return rows;
}

bool SqliteStore::add_sample(const SampleRow& sample) {
  return transact(
      [&] {
        return Statement(database_,
                         "INSERT INTO samples(seconds, findings, counters) VALUES(?, ?, ?)")
                   .bind(sample.seconds)
                   .bind(sample.findings)
                   .bind(counts_text(sample.counters))
                   .run() &&
               Statement(database_, "INSERT OR REPLACE INTO settings VALUES('seconds', ?)")
                   .bind(fmt::format("{:.3f}", sample.seconds))
                   .run();
      },
      false);
}

std::vector<SampleRow> SqliteStore::samples() {
  const std::lock_guard lock(lock_);
  std::vector<SampleRow> rows;
  Statement statement(database_, "SELECT seconds, findings, counters FROM samples ORDER BY id");
  while (statement.next()) {
    SampleRow& row = rows.emplace_back();
    row.seconds = statement.real();
    row.findings = statement.number();
    row.counters = read_counts(statement.text());
  }
  return rows;
}

}  // namespace pg
