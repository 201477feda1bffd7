#include "campaign/sqlite.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

namespace pg {
namespace {

// Without what it says in more detail.
int primary(int code) { return code & 0xff; }

// Bytes of a file that may hold anything, for people to read.
std::string printable(std::string text) {
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return text;
}

}  // namespace

bool Fault::can_pass() const {
  switch (primary(code)) {
    case SQLITE_FULL:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
      return true;
    case SQLITE_IOERR:
      return code != SQLITE_IOERR_CORRUPTFS;
    case SQLITE_READONLY:
      return code != SQLITE_READONLY_DBMOVED;
    default:
      return false;
  }
}

bool Fault::is_damage() const {
  switch (primary(code)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_MISMATCH:
    case SQLITE_SCHEMA:
    case SQLITE_ERROR:  // no such table
      return true;
    default:
      return code == SQLITE_IOERR_CORRUPTFS;
  }
}

Database::Database(const std::string& path, bool salvage) {
  constexpr int kMostWaiting = 10'000;  // milliseconds
  note(sqlite3_open_v2(path.c_str(), &database_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                       nullptr));
  if (!database_) return;
  sqlite3_extended_result_codes(database_, 1);
  sqlite3_busy_timeout(database_, kMostWaiting);
  // A file from elsewhere runs nothing.
  sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  if (!salvage) return;
  sqlite3_db_config(database_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
}

Database::~Database() { sqlite3_close(database_); }

bool Database::run(const std::string& sql) {
  if (!good()) return false;
  note(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
  return good();
}

void Database::roll_back() {
  if (sqlite3_get_autocommit(database_) == 0)
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
}

uint64_t Database::changes() const { return static_cast<uint64_t>(sqlite3_changes(database_)); }

void Database::note(int code, std::string_view what) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  const std::string words = database_ ? sqlite3_errmsg(database_) : sqlite3_errstr(code);
  blame(code, what.empty() ? words : fmt::format("{}: {}", what, words));
}

void Database::blame(int code, std::string words) {
  if (!fault_) fault_ = Fault{code, printable(std::move(words))};
}

void Database::blame_row(std::string words) { blame(SQLITE_MISMATCH, std::move(words)); }

std::optional<Fault> Database::take_fault() { return std::exchange(fault_, {}); }

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  if (database_.good())
    note(sqlite3_prepare_v2(database_.database_, sql.c_str(), -1, &statement_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

bool Statement::note(int code) {
  database_.note(code);
  return database_.good();
}

Statement& Statement::bind(std::string_view text) {
  // A null pointer would be the value NULL.
  if (database_.good())
    note(sqlite3_bind_text64(statement_, ++bound_, text.empty() ? "" : text.data(), text.size(),
                             SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(uint64_t number) {
  if (database_.good())
    note(sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(number)));
  return *this;
}

Statement& Statement::bind(double number) {
  if (database_.good()) note(sqlite3_bind_double(statement_, ++bound_, number));
  return *this;
}

bool Statement::run() { return database_.good() && note(sqlite3_step(statement_)); }

bool Statement::next() {
  read_ = 0;
  problem_.clear();
  if (!database_.good()) return false;
  const int code = sqlite3_step(statement_);
  return note(code) && code == SQLITE_ROW;
}

void Statement::complain(std::string_view why) {
  if (problem_.empty()) problem_ = printable(std::string(why));
}

int Statement::column(int type, int other, std::string_view expected) {
  const int column = read_++;
  const int found = sqlite3_column_type(statement_, column);
  if (found != type && found != other)
    complain(fmt::format("'{}' is not {}", sqlite3_column_name(statement_, column), expected));
  return column;
}

std::string Statement::text() {
  const int at = column(SQLITE_TEXT, SQLITE_BLOB, "a text");
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, at));
  const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_, at));
  return bytes ? std::string(bytes, size) : std::string();
}

uint64_t Statement::number() {
  const int at = column(SQLITE_INTEGER, SQLITE_INTEGER, "a number");
  return static_cast<uint64_t>(sqlite3_column_int64(statement_, at));
}

bool Statement::flag() {
  const uint64_t value = number();
  if (value > 1)
    complain(fmt::format("'{}' is not 0 or 1", sqlite3_column_name(statement_, read_ - 1)));
  return value == 1;
}

double Statement::real() {
  const int at = column(SQLITE_FLOAT, SQLITE_INTEGER, "a number");
  return sqlite3_column_double(statement_, at);
}

std::string Statement::row_name() const {
  constexpr size_t kMost = 60;
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, 0));
  return printable(std::string(std::string_view(bytes ? bytes : "").substr(0, kMost)));
}

Reader::Reader(Database& database, std::string_view table, std::string_view columns,
               std::string_view rest)
    : Statement(database, fmt::format("SELECT {} FROM {} {}", columns, table, rest)),
      table_(table) {}

std::string Reader::place() const { return fmt::format("table {}, row {}", table_, row_name()); }

void Reader::blame_row() { database().blame_row(fmt::format("{}: {}", place(), problem())); }

}  // namespace pg
