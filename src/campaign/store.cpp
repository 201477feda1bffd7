#include "campaign/store.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "bug/case_text.h"

namespace pg {
namespace {

using Json = nlohmann::json;

constexpr const char* kSchema = R"(
CREATE TABLE IF NOT EXISTS settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seeds(id INTEGER PRIMARY KEY, path TEXT NOT NULL, hash INTEGER NOT NULL,
  logic TEXT NOT NULL, skipped TEXT NOT NULL, taken INTEGER NOT NULL, facts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS items(id INTEGER PRIMARY KEY, round INTEGER NOT NULL,
  seed INTEGER NOT NULL, strategy TEXT NOT NULL, visit INTEGER NOT NULL, count INTEGER NOT NULL,
  at INTEGER NOT NULL, done INTEGER NOT NULL, made INTEGER NOT NULL, calls INTEGER NOT NULL,
  timeouts INTEGER NOT NULL, news INTEGER NOT NULL, repeats INTEGER NOT NULL,
  duplicates INTEGER NOT NULL, micros INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS findings(id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE,
  shelf TEXT NOT NULL, ready INTEGER NOT NULL, seconds REAL NOT NULL, calls INTEGER NOT NULL,
  bug TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS samples(id INTEGER PRIMARY KEY, seconds REAL NOT NULL,
  findings INTEGER NOT NULL, counters TEXT NOT NULL);
)";

// Grows whenever the tables change.
constexpr uint64_t kVersion = 3;

constexpr std::string_view kDuplicates = "duplicates.";  // counters; a fingerprint follows

}  // namespace

// One statement; values are bound and columns are read in their order.
class Store::Statement {
 public:
  Statement(sqlite3* database, const char* sql) {
    sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
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

Result<std::unique_ptr<Store>> Store::open(const std::string& path) {
  sqlite3* database = nullptr;
  const int code =
      sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  std::unique_ptr<Store> store(new Store(database));
  if (code != SQLITE_OK || !store->prepare())
    return environment_error(fmt::format("cannot open {}: {}", path, store->message()));
  if (!store->is_ours())
    return Error{{}, fmt::format("{} was made by another version of polygraph", path)};
  return store;
}

Store::~Store() { sqlite3_close(database_); }

bool Store::prepare() {
  sqlite3_busy_timeout(database_, 10'000);
  // FULL: what was committed survives the power button, too.
  return sqlite3_exec(database_, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", nullptr,
                      nullptr, nullptr) == SQLITE_OK &&
         sqlite3_exec(database_, kSchema, nullptr, nullptr, nullptr) == SQLITE_OK;
}

// Of this version, or new.
bool Store::is_ours() {
  Statement version(database_, "PRAGMA user_version");
  if (!version.next()) return false;
  if (const uint64_t number = version.number(); number != 0) return number == kVersion;
  if (Statement(database_, "SELECT name FROM settings").next()) return false;
  return sqlite3_exec(database_, fmt::format("PRAGMA user_version={}", kVersion).c_str(), nullptr,
                      nullptr, nullptr) == SQLITE_OK;
}

std::string Store::message() const { return sqlite3_errmsg(database_); }

bool Store::transact(const std::function<bool()>& steps, bool patient) {
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

std::optional<std::string> Store::setting(std::string_view name) {
  const std::lock_guard lock(lock_);
  Statement statement(database_, "SELECT value FROM settings WHERE name = ?");
  if (!statement.bind(name).next()) return {};
  return statement.text();
}

bool Store::set(std::string_view name, std::string_view value) {
  return transact([&] {
    return Statement(database_, "INSERT OR REPLACE INTO settings VALUES(?, ?)")
        .bind(name)
        .bind(value)
        .run();
  });
}

bool Store::add_seeds(const std::vector<SeedRow>& seeds) {
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

std::vector<SeedRow> Store::seeds() {
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

bool Store::add_items(const std::vector<ItemRow>& items) {
  return transact([&] {
    for (const ItemRow& item : items)
      if (!Statement(database_,
                     "INSERT INTO items VALUES(?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0)")
               .bind(item.id)
               .bind(item.round)
               .bind(item.seed)
               .bind(item.strategy)
               .bind(item.visit)
               .bind(item.count)
               .run())
        return false;
    return true;
  });
}

bool Store::save(const ItemRow& item, const Counters& more, const SeedRow* seed) {
  return transact([&] {
    if (!Statement(database_,
                   "UPDATE items SET at = ?, done = ?, made = ?, calls = ?, timeouts = ?, "
                   "news = ?, repeats = ?, duplicates = ?, micros = ? WHERE id = ?")
             .bind(item.at)
             .bind(item.done)
             .bind(item.made)
             .bind(item.calls)
             .bind(item.timeouts)
             .bind(item.news)
             .bind(item.repeats)
             .bind(item.duplicates)
             .bind(item.micros)
             .bind(item.id)
             .run())
      return false;
    if (seed && !Statement(database_,
                           "UPDATE seeds SET logic = ?, skipped = ?, taken = ?, facts = ? "
                           "WHERE id = ?")
                     .bind(seed->logic)
                     .bind(seed->skipped)
                     .bind(seed->taken)
                     .bind(facts_text(seed->facts))
                     .bind(seed->id)
                     .run())
      return false;
    for (const auto& [name, value] : more)
      if (!count(name, value)) return false;
    return true;
  });
}

bool Store::count(const std::string& name, uint64_t more) {
  Statement before(database_, "SELECT value FROM counters WHERE name = ?");
  const uint64_t old = before.bind(name).next() ? before.number() : 0;
  // Sums of hashes wrap around, which SQL does not do.
  return Statement(database_, "INSERT OR REPLACE INTO counters VALUES(?, ?)")
      .bind(name)
      .bind(old + more)
      .run();
}

std::vector<ItemRow> Store::items() {
  const std::lock_guard lock(lock_);
  std::vector<ItemRow> rows;
  Statement statement(database_,
                      "SELECT id, round, seed, strategy, visit, count, at, done, made, calls, "
                      "timeouts, news, repeats, duplicates, micros FROM items ORDER BY id");
  while (statement.next()) {
    ItemRow& row = rows.emplace_back();
    row.id = statement.number();
    row.round = statement.number();
    row.seed = statement.number();
    row.strategy = statement.text();
    row.visit = statement.number();
    row.count = statement.number();
    row.at = statement.number();
    row.done = statement.number() != 0;
    row.made = statement.number();
    row.calls = statement.number();
    row.timeouts = statement.number();
    row.news = statement.number();
    row.repeats = statement.number();
    row.duplicates = statement.number();
    row.micros = statement.number();
  }
  return rows;
}

Counters Store::counters() {
  const std::lock_guard lock(lock_);
  Counters counters;
  Statement statement(database_, "SELECT name, value FROM counters");
  while (statement.next()) {
    const std::string name = statement.text();
    counters[name] = statement.number();
  }
  return counters;
}

bool Store::add_finding(const FindingRow& finding) {
  bool added = false;
  const bool written = transact([&] {
    const bool good = Statement(database_,
                                "INSERT OR IGNORE INTO findings(fingerprint, shelf, ready, "
                                "seconds, calls, bug) VALUES(?, ?, ?, ?, ?, ?)")
                          .bind(finding.found.fingerprint)
                          .bind(name_of(finding.shelf))
                          .bind(finding.ready)
                          .bind(finding.seconds)
                          .bind(finding.calls)
                          .bind(case_text(finding.found))
                          .run();
    added = good && sqlite3_changes(database_) > 0;
    return good;
  });
  return written && added;
}

bool Store::replace_finding(const std::string& fingerprint, const FindingRow& finding) {
  const std::string& name = finding.found.fingerprint;
  bool merged = false;
  const bool written = transact([&] {
    merged = name != fingerprint &&
             Statement(database_, "SELECT 1 FROM findings WHERE fingerprint = ?").bind(name).next();
    if (merged) return count(std::string(kDuplicates) + name, 1) && remove(fingerprint);
    return rename_counter(std::string(kDuplicates) + fingerprint,
                          std::string(kDuplicates) + name) &&
           Statement(database_,
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

bool Store::remove_finding(const std::string& fingerprint) {
  return transact([&] { return remove(fingerprint); });
}

bool Store::remove(const std::string& fingerprint) {
  return Statement(database_, "DELETE FROM findings WHERE fingerprint = ?").bind(fingerprint).run();
}

bool Store::rename_counter(const std::string& name, const std::string& other) {
  return name == other ||
         Statement(database_, "UPDATE OR IGNORE counters SET name = ? WHERE name = ?")
             .bind(other)
             .bind(name)
             .run();
}

std::vector<FindingRow> Store::findings() {
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
    const auto count = counts.find(std::string(kDuplicates) + fingerprint);
    if (count != counts.end()) row.duplicates = count->second;
  }
  return rows;
}

bool Store::add_sample(const SampleRow& sample) {
  const std::string counters =
      Json(sample.counters).dump(-1, ' ', false, Json::error_handler_t::replace);
  return transact(
      [&] {
        return Statement(database_,
                         "INSERT INTO samples(seconds, findings, counters) VALUES(?, ?, ?)")
                   .bind(sample.seconds)
                   .bind(sample.findings)
                   .bind(counters)
                   .run() &&
               Statement(database_, "INSERT OR REPLACE INTO settings VALUES('seconds', ?)")
                   .bind(fmt::format("{:.3f}", sample.seconds))
                   .run();
      },
      false);
}

std::vector<SampleRow> Store::samples() {
  const std::lock_guard lock(lock_);
  std::vector<SampleRow> rows;
  Statement statement(database_, "SELECT seconds, findings, counters FROM samples ORDER BY id");
  while (statement.next()) {
    SampleRow& row = rows.emplace_back();
    row.seconds = statement.real();
    row.findings = statement.number();
    const Json counters = Json::parse(statement.text(), nullptr, false);
    if (!counters.is_object()) continue;
    for (const auto& [name, value] : counters.items())
      if (value.is_number_unsigned()) row.counters[name] = value;
  }
  return rows;
}

}  // namespace pg
