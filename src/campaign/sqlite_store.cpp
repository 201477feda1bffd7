#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "bug/case_text.h"
#include "campaign/sqlite_rows.h"
#include "campaign/store.h"
#include "solve/solver.h"

namespace pg {
namespace {

constexpr std::string_view kDuplicates = "duplicates";  // the metric; a fingerprint is its subject

// One file. A claim is known to the process alone: the lock of the campaign's folder keeps others
// out.
class SqliteStore : public Store {
 public:
  explicit SqliteStore(const std::string& path) : path_(path), database_(path) {}

  Result<bool> prepare(Check check);

  void set_patience(Patience patience) override { patience_ = std::move(patience); }
  Result<std::optional<std::string>> setting(std::string_view name) override;
  Result<bool> set(std::string_view name, std::string_view value) override;
  Result<bool> add_seeds(const std::vector<SeedRow>& seeds) override;
  Result<std::vector<SeedRow>> seeds() override;
  Result<bool> add_jobs(const std::vector<Job>& jobs) override;
  Result<std::optional<Job>> claim() override;
  Result<bool> save(const Advance& advance) override;
  Result<std::vector<Job>> jobs() override;
  Result<Counters> counters() override;
  Result<bool> replace_finding(const std::string& fingerprint, const FindingRow& finding) override;
  Result<bool> remove_finding(const std::string& fingerprint) override;
  Result<std::vector<FindingRow>> findings() override;
  Result<bool> add_sample(const SampleRow& sample) override;
  Result<std::vector<SampleRow>> samples() override;

 private:
  enum class Waits : bool { No, Yes };

  // Does the steps until none of them is at fault, or the fault will not pass.
  template <typename T>
  Result<T> attempt(const std::function<T()>& steps, Waits waits = Waits::Yes);
  // The same, all or nothing.
  Result<bool> transact(const std::function<bool()>& steps, Waits waits = Waits::Yes);
  Error error_of(const Fault& fault) const;

  template <typename Row>
  std::vector<Row> read_rows(Reader& reader, Row (*read)(Reader&));
  std::vector<Job> read_jobs(std::string_view condition, uint64_t from);
  Counters read_counters();
  void save_seed(const SeedRow& seed);
  void remove(const std::string& fingerprint);
  void move_duplicates(const std::string& fingerprint, const std::string& other);

  const std::string path_;
  std::mutex claiming_;  // before the other lock
  std::mutex lock_;
  Database database_;
  Patience patience_;
  uint64_t next_claim_ = 0;  // no job before this one is free
};

}  // namespace

Error damaged_store(const std::string& path, std::string_view why) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  return environment_error(
      fmt::format("{} is damaged: {}; try: polygraph repair {}", path, why, shell_quoted(folder)));
}

Result<std::unique_ptr<Store>> Store::open(const std::string& path, Check check) {
  auto store = std::make_unique<SqliteStore>(path);
  if (const Result<bool> prepared = store->prepare(check); !prepared) return prepared.error();
  return std::unique_ptr<Store>(std::move(store));
}

Result<bool> SqliteStore::prepare(Check check) {
  bool ours = true;
  const Result<bool> prepared = attempt<bool>(
      [&] {
        // FULL: what was committed survives the power button, too.
        database_.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
        if (is_empty(database_)) {
          database_.run("BEGIN IMMEDIATE");
          // Another process may have been faster.
          if (is_empty(database_)) create_tables(database_);
          return database_.run("COMMIT");
        }
        ours = is_our_version(database_);
        if (!database_.good() || !ours || !has_our_tables(database_)) return false;
        if (check == Check::Tables) return true;
        Statement checked(database_, "PRAGMA quick_check(1)");
        if (checked.next())
          if (const std::string said = checked.text(); said != "ok")
            database_.blame_row(said.substr(said.rfind('\n') + 1));  // without a heading
        return database_.good();
      },
      Waits::No);
  if (!prepared) return prepared.error();
  if (!ours) return Error{{}, fmt::format("{} was made by another version of polygraph", path_)};
  return true;
}

Error SqliteStore::error_of(const Fault& fault) const {
  if (fault.is_damage()) return damaged_store(path_, fault.words);
  return environment_error(fmt::format("{}: {}", path_, fault.words));
}

template <typename T>
Result<T> SqliteStore::attempt(const std::function<T()>& steps, Waits waits) {
  for (bool waited = false;; waited = true) {
    std::optional<Fault> fault;
    {
      const std::lock_guard lock(lock_);
      T made = steps();
      fault = database_.take_fault();
      if (!fault) {
        if (waited) patience_.over();
        return made;
      }
      database_.roll_back();
    }
    const Error error = error_of(*fault);
    if (waits == Waits::No || !fault->can_pass() || !patience_.wait(error.message)) return error;
  }
}

Result<bool> SqliteStore::transact(const std::function<bool()>& steps, Waits waits) {
  return attempt<bool>(
      [&] {
        if (!database_.run("BEGIN IMMEDIATE")) return false;
        const bool done = steps();
        database_.run("COMMIT");
        return done;
      },
      waits);
}

template <typename Row>
std::vector<Row> SqliteStore::read_rows(Reader& reader, Row (*read)(Reader&)) {
  std::vector<Row> rows;
  while (reader.next()) {
    rows.push_back(read(reader));
    if (!reader.problem().empty()) reader.blame_row();
  }
  return rows;
}

Result<std::optional<std::string>> SqliteStore::setting(std::string_view name) {
  return attempt<std::optional<std::string>>([&]() -> std::optional<std::string> {
    Reader reader(database_, kSettingsTable.name, kSettingsTable.columns, "WHERE name = ?");
    reader.bind(name);
    if (!reader.next()) return {};
    SettingRow row = read_setting(reader);
    if (const std::string why = why_no_setting(name, row.value); !why.empty()) reader.complain(why);
    if (!reader.problem().empty()) reader.blame_row();
    return std::move(row.value);
  });
}

Result<bool> SqliteStore::set(std::string_view name, std::string_view value) {
  return transact([&] { return write_setting(database_, name, value); });
}

Result<bool> SqliteStore::add_seeds(const std::vector<SeedRow>& seeds) {
  return transact([&] {
    for (const SeedRow& seed : seeds) insert_seed(database_, seed);
    return true;
  });
}

Result<std::vector<SeedRow>> SqliteStore::seeds() {
  return attempt<std::vector<SeedRow>>([&] {
    Reader reader(database_, kSeedsTable.name, kSeedsTable.columns, "ORDER BY id");
    std::vector<SeedRow> rows = read_rows(reader, read_seed);
    for (size_t i = 0; i < rows.size(); ++i)
      if (rows[i].id != i) database_.blame_row(fmt::format("table seeds: row {} is missing", i));
    return rows;
  });
}

Result<bool> SqliteStore::add_jobs(const std::vector<Job>& jobs) {
  return transact([&] {
    for (const Job& job : jobs) insert_job(database_, job);
    return true;
  });
}

Result<std::optional<Job>> SqliteStore::claim() {
  const std::lock_guard claiming(claiming_);
  return attempt<std::optional<Job>>([&]() -> std::optional<Job> {
    std::vector<Job> free =
        read_jobs("WHERE done = 0 AND id >= ? ORDER BY id LIMIT 1", next_claim_);
    if (free.empty() || !database_.good()) return {};
    next_claim_ = free[0].id + 1;
    return std::move(free[0]);
  });
}

Result<bool> SqliteStore::save(const Advance& advance) {
  return transact([&] {
    update_job(database_, advance.job);
    if (advance.seed) save_seed(*advance.seed);
    for (const Count& each : counts_of(advance.more)) add_to_count(database_, each);
    for (const FindingRow& each : advance.findings)
      if (!insert_finding(database_, each))
        add_to_count(database_, {kDuplicates, each.found.fingerprint, "", 1});
    return true;
  });
}

void SqliteStore::save_seed(const SeedRow& seed) {
  Statement(database_, "UPDATE seeds SET logic = ?, skipped = ?, taken = ?, facts = ? WHERE id = ?")
      .bind(seed.logic)
      .bind(seed.skipped)
      .bind(seed.taken)
      .bind(facts_text(seed.facts))
      .bind(seed.id)
      .run();
}

Result<std::vector<Job>> SqliteStore::jobs() {
  // Also those with a number that no job has.
  return attempt<std::vector<Job>>(
      [&] { return read_jobs("WHERE id >= ? ORDER BY id", uint64_t{1} << 63); });
}

std::vector<Job> SqliteStore::read_jobs(std::string_view condition, uint64_t from) {
  uint64_t seeds = 0;
  {
    Statement last(database_, "SELECT COALESCE(MAX(id) + 1, 0) FROM seeds");
    if (last.next()) seeds = last.number();
  }
  Reader reader(database_, kJobsTable.name, kJobsTable.columns, condition);
  reader.bind(from);
  std::vector<Job> rows;
  while (reader.next()) {
    rows.push_back(read_job(reader));
    if (const std::string why = why_no_job(rows.back(), seeds); !why.empty()) reader.complain(why);
    if (!reader.problem().empty()) reader.blame_row();
  }
  return rows;
}

Result<Counters> SqliteStore::counters() {
  return attempt<Counters>([&] { return read_counters(); });
}

Counters SqliteStore::read_counters() {
  Counters counters;
  Reader reader(database_, kCountersTable.name, kCountersTable.columns);
  for (const Count& each : read_rows(reader, read_count))
    add_count(counters, each.metric, each.subject, each.detail, each.value);
  return counters;
}

Result<bool> SqliteStore::replace_finding(const std::string& fingerprint,
                                          const FindingRow& finding) {
  const std::string& name = finding.found.fingerprint;
  return transact([&] {
    bool merged = false;
    if (name != fingerprint) {
      Statement other(database_, "SELECT 1 FROM findings WHERE fingerprint = ?");
      merged = other.bind(name).next();
    }
    move_duplicates(fingerprint, name);
    if (merged) {
      add_to_count(database_, {kDuplicates, name, "", 1});
      remove(fingerprint);
      return false;
    }
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
}

Result<bool> SqliteStore::remove_finding(const std::string& fingerprint) {
  return transact([&] {
    remove(fingerprint);
    return true;
  });
}

void SqliteStore::remove(const std::string& fingerprint) {
  Statement(database_, "DELETE FROM findings WHERE fingerprint = ?").bind(fingerprint).run();
}

void SqliteStore::move_duplicates(const std::string& fingerprint, const std::string& other) {
  if (fingerprint == other) return;
  uint64_t moved = 0;
  {
    Statement before(database_, "SELECT value FROM counters WHERE metric = ? AND subject = ?");
    if (!before.bind(kDuplicates).bind(fingerprint).next()) return;
    moved = before.number();
  }
  add_to_count(database_, {kDuplicates, other, "", moved});
  Statement(database_, "DELETE FROM counters WHERE metric = ? AND subject = ?")
      .bind(kDuplicates)
      .bind(fingerprint)
      .run();
}

Result<std::vector<FindingRow>> SqliteStore::findings() {
  return attempt<std::vector<FindingRow>>([&] {
    const Counters counts = read_counters();
    Reader reader(database_, kFindingsTable.name, kFindingsTable.columns,
                  "ORDER BY ready = 0, ready, id");
    std::vector<FindingRow> rows;
    while (reader.next()) {
      FindingRow& row = rows.emplace_back(read_finding_row(reader));
      row.duplicates = counts.duplicates_of(row.found.fingerprint);
    }
    return rows;
  });
}

Result<bool> SqliteStore::add_sample(const SampleRow& sample) {
  return transact(
      [&] {
        insert_sample(database_, sample);
        return write_setting(database_, "seconds", fmt::format("{:.3f}", sample.seconds));
      },
      Waits::No);
}

Result<std::vector<SampleRow>> SqliteStore::samples() {
  return attempt<std::vector<SampleRow>>([&] {
    Reader reader(database_, kSamplesTable.name, kSamplesTable.columns, "ORDER BY id");
    return read_rows(reader, read_sample);
  });
}

}  // namespace pg
