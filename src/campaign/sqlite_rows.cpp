#include "campaign/sqlite_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bug/case_text.h"
#include "mutate/strategy.h"

namespace pg {
namespace {

using Json = nlohmann::json;

constexpr auto kSchema = std::to_array<std::string_view>({
    "settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    R"(seeds(id INTEGER PRIMARY KEY, path TEXT NOT NULL, hash INTEGER NOT NULL,
  logic TEXT NOT NULL, skipped TEXT NOT NULL, taken INTEGER NOT NULL, facts TEXT NOT NULL))",
    R"(jobs(id INTEGER PRIMARY KEY, round INTEGER NOT NULL, task TEXT NOT NULL,
  at INTEGER NOT NULL, done INTEGER NOT NULL, made INTEGER NOT NULL, calls INTEGER NOT NULL,
  timeouts INTEGER NOT NULL, news INTEGER NOT NULL, repeats INTEGER NOT NULL,
  duplicates INTEGER NOT NULL, micros INTEGER NOT NULL, suspicions TEXT NOT NULL,
  texts BLOB NOT NULL))",
    R"(counters(metric TEXT NOT NULL, subject TEXT NOT NULL,
  detail TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY(metric, subject, detail)) WITHOUT ROWID)",
    R"(findings(id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE,
  shelf TEXT NOT NULL, ready INTEGER NOT NULL, seconds REAL NOT NULL, calls INTEGER NOT NULL,
  bug TEXT NOT NULL))",
    R"(samples(id INTEGER PRIMARY KEY, seconds REAL NOT NULL,
  findings INTEGER NOT NULL, counters TEXT NOT NULL))",
});

// Grows whenever the tables change.
constexpr uint64_t kVersion = 6;
constexpr uint64_t kApplicationId = 0x506c7967;  // "Plyg"

uint64_t pragma(Database& database, std::string_view name) {
  Statement statement(database, fmt::format("PRAGMA {}", name));
  return statement.next() ? statement.number() : 0;
}

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
  bool good = true;
  const auto number = [&](const Json& json) {
    good = good && json.is_number_unsigned();
    return json.get<uint64_t>();
  };
  try {
    const Json json = Json::parse(text);
    Task task;
    if (json.contains("take")) {
      task = TakeSeed{number(json.at("take"))};
    } else {
      MakeMutants make{.seeds = {},
                       .strategy = json.at("by"),
                       .visit = number(json.at("visit")),
                       .count = number(json.at("count"))};
      for (const Json& seed : json.at("mutate")) make.seeds.push_back(number(seed));
      task = std::move(make);
    }
    if (good) return task;
    return Error{{}, "'task' has a number that is none"};
  } catch (const Json::exception& wrong) {
    return Error{{}, wrong.what()};
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

bool read_counts(const std::string& text, Counters& counters) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_array() && std::ranges::all_of(json, [&](const Json& each) {
           return each.is_array() && each.size() == 4 && each[0].is_string() &&
                  each[1].is_string() && each[2].is_string() && each[3].is_number_unsigned() &&
                  add_count(counters, each[0].get<std::string>(), each[1], each[2], each[3]);
         });
}

bool read_suspicions(const std::string& text, std::map<std::string, uint64_t>& counts) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  for (const auto& [name, count] : json.items()) {
    if (!count.is_number_unsigned()) return false;
    counts[name] = count;
  }
  return true;
}

// Eight bytes for each, as they are in memory.
std::string_view bytes_of(const std::vector<uint64_t>& hashes) {
  return {reinterpret_cast<const char*>(hashes.data()), hashes.size() * sizeof(uint64_t)};
}
bool read_hashes(std::string_view bytes, std::vector<uint64_t>& hashes) {
  hashes.resize(bytes.size() / sizeof(uint64_t));
  if (!hashes.empty()) std::memcpy(hashes.data(), bytes.data(), hashes.size() * sizeof(uint64_t));
  return bytes.size() % sizeof(uint64_t) == 0;
}

bool is_time(double seconds) { return std::isfinite(seconds) && seconds >= 0 && seconds < 1e12; }

// What strategies and the judge rely on.
std::string why_no_facts(const SeedRow& seed) {
  const SeedFacts& facts = seed.facts;
  if (seed.taken && seed.skipped.empty() && facts.answers.empty()) return "it has no answer";
  for (const SeedFacts::BySolver& each : facts.solvers)
    if (each.answers.empty() || each.answers.size() > facts.answers.size() ||
        !is_time(each.seconds))
      return fmt::format("what '{}' said cannot be", each.solver);
  for (const std::string& strategy : facts.strategies)
    if (!find_strategy(strategy)) return fmt::format("there is no strategy '{}'", strategy);
  return {};
}

}  // namespace

bool create_tables(Database& database) {
  for (const std::string_view table : kSchema) database.run(fmt::format("CREATE TABLE {}", table));
  database.run(fmt::format("PRAGMA application_id={}", kApplicationId));
  return database.run(fmt::format("PRAGMA user_version={}", kVersion));
}

bool is_empty(Database& database) {
  Statement any(database, "SELECT 1 FROM sqlite_schema");
  return !any.next() && database.good();
}

bool is_our_version(Database& database) {
  // Those of the first versions had no id.
  const uint64_t id = pragma(database, "application_id");
  return pragma(database, "user_version") == kVersion && (id == kApplicationId || id == 0);
}

bool has_our_tables(Database& database) {
  std::vector<std::string> missing;
  for (const std::string_view table : kSchema)
    missing.push_back(fmt::format("CREATE TABLE {}", table));
  Statement found(database, "SELECT name, COALESCE(sql, '') FROM sqlite_schema");
  while (found.next()) {
    const std::string name = found.text();
    const std::string sql = found.text();
    if (sql.empty() && name.starts_with("sqlite_autoindex_")) continue;
    if (std::erase(missing, sql) == 0)
      database.blame_row(fmt::format("it has a '{}' that is not ours", found.row_name()));
  }
  if (!missing.empty())
    database.blame_row(
        fmt::format("there is no {}", missing[0].substr(7, missing[0].find('(') - 7)));
  return database.good();
}

SettingRow read_setting(Reader& reader) {
  SettingRow row;
  row.name = reader.text();
  row.value = reader.text();
  return row;
}

std::string why_no_setting(std::string_view name, const std::string& value) {
  if (name == "seconds") {
    char* end = nullptr;
    const double seconds = std::strtod(value.c_str(), &end);
    return *end == '\0' && !value.empty() && is_time(seconds) ? "" : "not a time";
  }
  if (name != "options") return {};
  const Json json = Json::parse(value, nullptr, false);
  const auto is_words = [](const Json& words) {
    return words.is_array() && std::ranges::all_of(words, &Json::is_string);
  };
  return json.is_object() && std::ranges::all_of(json, is_words) ? "" : "not a list of options";
}

SeedRow read_seed(Reader& reader) {
  SeedRow row;
  row.id = reader.number();
  row.path = reader.text();
  row.hash = reader.number();
  row.logic = reader.text();
  row.skipped = reader.text();
  row.taken = reader.flag();
  Result<SeedFacts> facts = read_facts(reader.text());
  if (!facts) {
    reader.complain(facts.error().message);
    return row;
  }
  row.facts = *std::move(facts);
  if (const std::string why = why_no_facts(row); !why.empty()) reader.complain(why);
  return row;
}

Job read_job(Reader& reader) {
  Job job;
  job.id = reader.number();
  job.round = reader.number();
  Result<Task> task = read_task(reader.text());
  if (task)
    job.task = *std::move(task);
  else
    reader.complain(task.error().message);
  job.at = reader.number();
  job.done = reader.flag();
  job.yield.made = reader.number();
  job.yield.calls = reader.number();
  job.yield.timeouts = reader.number();
  job.yield.news = reader.number();
  job.yield.repeats = reader.number();
  job.yield.duplicates = reader.number();
  job.yield.micros = reader.number();
  if (!read_suspicions(reader.text(), job.suspicions))
    reader.complain("'suspicions' are not counts");
  if (!read_hashes(reader.text(), job.texts)) reader.complain("'texts' are not hashes");
  return job;
}

std::string why_no_job(const Job& job, uint64_t seeds) {
  // No id is so large, and those that follow must fit.
  constexpr uint64_t kMost = uint64_t{1} << 60;
  if (job.id > kMost || job.round > kMost) return "no job has such a number";
  const auto unknown = [&](uint64_t seed) { return seed >= seeds; };
  constexpr const char* kNoSeed = "there is no seed {}";
  if (const auto* take = std::get_if<TakeSeed>(&job.task))
    return unknown(take->seed) ? fmt::format(kNoSeed, take->seed) : "";
  const auto& make = std::get<MakeMutants>(job.task);
  if (make.seeds.empty()) return "it has no seed";
  if (const auto seed = std::ranges::find_if(make.seeds, unknown); seed != make.seeds.end())
    return fmt::format(kNoSeed, *seed);
  if (!find_strategy(make.strategy)) return fmt::format("there is no strategy '{}'", make.strategy);
  if (job.at > make.count) return "more is done than there was to do";
  return {};
}

Count read_count(Reader& reader) {
  const std::string metric = reader.text();
  Count count;
  count.subject = reader.text();
  count.detail = reader.text();
  count.value = reader.number();
  Counters known;
  if (add_count(known, metric, count.subject, count.detail, 1)) {
    // Names of metrics live as long as the program.
    for (const Count& each : counts_of(known)) count.metric = each.metric;
  } else {
    reader.complain("we count no such thing");
  }
  return count;
}

SampleRow read_sample(Reader& reader) {
  reader.number();
  SampleRow row;
  row.seconds = reader.real();
  row.findings = reader.number();
  if (!is_time(row.seconds)) reader.complain("'seconds' are no time");
  if (!read_counts(reader.text(), row.counters)) reader.complain("'counters' are not counts");
  return row;
}

FindingRow read_finding_row(Reader& reader) {
  FindingRow row;
  const std::string fingerprint = reader.text();
  const std::optional<Shelf> shelf = read_shelf(reader.text());
  row.shelf = shelf.value_or(Shelf::Bugs);
  if (!shelf) reader.complain("there is no such shelf");
  row.ready = reader.number() != 0;
  row.seconds = reader.real();
  if (!is_time(row.seconds)) reader.complain("'seconds' are no time");
  row.calls = reader.number();
  Result<Case> found = read_case_text(reader.text());
  if (!found)
    reader.complain(found.error().message);
  else if (found->fingerprint != fingerprint)
    reader.complain(fmt::format("it is the text of '{}'", found->fingerprint));
  if (reader.problem().empty()) {
    row.found = *std::move(found);
  } else {
    row.problem = reader.problem();
    // Folders are named by it.
    row.found.fingerprint = is_fingerprint(fingerprint) ? fingerprint : safe_name(fingerprint);
    if (!is_time(row.seconds)) row.seconds = 0;
  }
  return row;
}

bool write_setting(Database& database, std::string_view name, std::string_view value) {
  return Statement(database, "INSERT OR REPLACE INTO settings VALUES(?, ?)")
      .bind(name)
      .bind(value)
      .run();
}

bool insert_seed(Database& database, const SeedRow& seed) {
  return Statement(database, "INSERT INTO seeds VALUES(?, ?, ?, ?, ?, ?, ?)")
      .bind(seed.id)
      .bind(seed.path)
      .bind(seed.hash)
      .bind(seed.logic)
      .bind(seed.skipped)
      .bind(seed.taken)
      .bind(facts_text(seed.facts))
      .run();
}

bool insert_job(Database& database, const Job& job) {
  return Statement(database,
                   "INSERT INTO jobs VALUES(?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}', '')")
      .bind(job.id)
      .bind(job.round)
      .bind(task_text(job.task))
      .run();
}

bool update_job(Database& database, const Job& job) {
  return Statement(database,
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

bool insert_sample(Database& database, const SampleRow& sample) {
  return Statement(database, "INSERT INTO samples(seconds, findings, counters) VALUES(?, ?, ?)")
      .bind(sample.seconds)
      .bind(sample.findings)
      .bind(counts_text(sample.counters))
      .run();
}

bool insert_finding(Database& database, const FindingRow& finding) {
  return Statement(database,
                   "INSERT OR IGNORE INTO findings(fingerprint, shelf, ready, seconds, calls, bug) "
                   "VALUES(?, ?, CASE WHEN ? THEN 1 + (SELECT COALESCE(MAX(ready), 0) FROM "
                   "findings) ELSE 0 END, ?, ?, ?)")
             .bind(finding.found.fingerprint)
             .bind(name_of(finding.shelf))
             .bind(finding.ready)
             .bind(finding.seconds)
             .bind(finding.calls)
             .bind(case_text(finding.found))
             .run() &&
         database.changes() > 0;
}

bool add_to_count(Database& database, const Count& more) {
  uint64_t old = 0;
  {
    Statement before(database,
                     "SELECT value FROM counters WHERE metric = ? AND subject = ? AND detail = ?");
    if (before.bind(more.metric).bind(more.subject).bind(more.detail).next()) old = before.number();
  }
  // Sums of hashes wrap around, which SQL does not do.
  return Statement(database, "INSERT OR REPLACE INTO counters VALUES(?, ?, ?, ?)")
      .bind(more.metric)
      .bind(more.subject)
      .bind(more.detail)
      .bind(old + more.value)
      .run();
}

}  // namespace pg
