#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/sqlite.h"
#include "campaign/store.h"

namespace pg {

// The tables of a store: how their rows are read, checked and written.

struct StoreTable {
  std::string_view name;
  std::string_view columns;           // those that are read
  std::string_view key = "id";        // what tells its rows apart
  std::string_view ascending = "id";  // how they are ordered
  std::string_view descending = "id DESC";
};
inline constexpr StoreTable kSettingsTable{.name = "settings",
                                           .columns = "name, value",
                                           .key = "name",
                                           .ascending = "name",
                                           .descending = "name DESC"};
inline constexpr StoreTable kSeedsTable{.name = "seeds",
                                        .columns = "id, path, hash, logic, skipped, taken, facts"};
inline constexpr StoreTable kJobsTable{
    .name = "jobs",
    .columns =
        "id, round, task, at, done, made, calls, timeouts, news, repeats, duplicates, "
        "micros, suspicions, texts"};
inline constexpr StoreTable kCountersTable{
    .name = "counters",
    .columns = "metric, subject, detail, value",
    .key = "quote(metric) || quote(subject) || quote(detail)",
    .ascending = "metric, subject, detail",
    .descending = "metric DESC, subject DESC, detail DESC"};
inline constexpr StoreTable kFindingsTable{
    .name = "findings", .columns = "fingerprint, shelf, ready, seconds, calls, bug"};
inline constexpr StoreTable kSamplesTable{.name = "samples",
                                          .columns = "id, seconds, findings, counters"};

// Makes all of them in an empty database.
bool create_tables(Database& database);
// Of a database that has any: whether they are those of this version, and nothing else. What is
// missing is a fault.
bool has_our_tables(Database& database);
bool is_empty(Database& database);
// False: another version of ours wrote it.
bool is_our_version(Database& database);

struct SettingRow {
  std::string name;
  std::string value;
};

// The row at hand; what is wrong with it is the reader's problem then.
SettingRow read_setting(Reader& reader);
// Why a campaign cannot be resumed with such a setting; empty if it can.
std::string why_no_setting(std::string_view name, const std::string& value);
SeedRow read_seed(Reader& reader);
Job read_job(Reader& reader);
Count read_count(Reader& reader);
SampleRow read_sample(Reader& reader);
// A problem is part of the row.
FindingRow read_finding_row(Reader& reader);

// Why such a job is none; empty if it is one. Ids of seeds are below `seeds`.
std::string why_no_job(const Job& job, uint64_t seeds);

bool write_setting(Database& database, std::string_view name, std::string_view value);
bool insert_seed(Database& database, const SeedRow& seed);
bool insert_job(Database& database, const Job& job);
bool update_job(Database& database, const Job& job);
bool insert_sample(Database& database, const SampleRow& sample);
// False, and no fault: one of that fingerprint is there.
bool insert_finding(Database& database, const FindingRow& finding);
bool add_to_count(Database& database, const Count& more);

}  // namespace pg
