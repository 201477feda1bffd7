#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace pg {

// What went wrong in a database, in the words of SQLite or of whoever read a row.
struct Fault {
  int code = 0;
  std::string words;

  bool can_pass() const;   // such as a full disk
  bool is_damage() const;  // the file is not what we wrote
};

// A database, and the first thing that went wrong in it since that was taken. After a fault no
// statement does anything, so that one look at the end is enough.
class Database {
 public:
  // `salvage` is for files that are damaged and only read: leaves the log of changes as it is, and
  // goes on without tables that are not even described well.
  explicit Database(const std::string& path, bool salvage = false);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  bool run(const std::string& sql);
  void roll_back();
  uint64_t changes() const;

  bool good() const { return !fault_; }
  void blame(int code, std::string words);
  void blame_row(std::string words);  // one that we did not write so
  std::optional<Fault> take_fault();

 private:
  friend class Statement;

  void note(int code, std::string_view what = {});

  sqlite3* database_ = nullptr;
  std::optional<Fault> fault_;
};

// One statement; values are bound and columns are read in their order.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(std::string_view text);
  Statement& bind(uint64_t number);  // keeps its bits
  Statement& bind(bool flag) { return bind(uint64_t{flag}); }
  Statement& bind(double number);
  // Runs a statement that gives no rows.
  bool run();
  // Goes to the next row.
  bool next();

  // Of the row. A column of another type is a problem of that row.
  std::string text();
  uint64_t number();
  bool flag();
  double real();
  const std::string& problem() const { return problem_; }
  void complain(std::string_view why);  // the first complaint is kept
  std::string row_name() const;         // its first column

 protected:
  Database& database() { return database_; }

 private:
  // Moves on to the next column, which must be of one of these types.
  int column(int type, int other, std::string_view expected);
  bool note(int code);

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int read_ = 0;
  std::string problem_;
};

// Rows of a table.
class Reader : public Statement {
 public:
  Reader(Database& database, std::string_view table, std::string_view columns,
         std::string_view rest = {});

  // Makes the problem of this row one of the database.
  void blame_row();
  // table seeds, row 3
  std::string place() const;

 private:
  std::string table_;
};

}  // namespace pg
