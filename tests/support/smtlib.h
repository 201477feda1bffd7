#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/paths.h"
#include "term/pool.h"

namespace pg::test {

// One line a command, shared terms in full: what most expectations are easiest to read in.
inline constexpr PrintOptions kPlain{.share = false, .width = 0};

// LINE:COL: message, one a line.
inline std::string lines(const std::vector<Error>& errors) {
  std::string text;
  for (const Error& error : errors)
    text += std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " +
            error.message + "\n";
  return text;
}

// The script printed again, or what is wrong with it.
inline std::string reprint(std::string_view text, const PrintOptions& options = kPlain) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return lines(parsed.errors);
  std::string printed = print_script(pool, parsed.script, options);
  return printed;
}

inline std::string errors_of(std::string_view text, size_t max_errors = 20) {
  Pool pool;
  return lines(parse_script(pool, text, max_errors).errors);
}

// What every printed script must obey: it is read again without error, printed again as it is, and
// written without let it is the same as the original.
inline void expect_round_trip(std::string_view text, bool small = true) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  ASSERT_TRUE(parsed.errors.empty()) << lines(parsed.errors) << text;
  for (const uint32_t width : {0u, 1u, 40u, 100u}) {
    const PrintOptions options{.share = true, .width = width};
    const std::string printed = print_script(pool, parsed.script, options);
    Pool other;
    const ParsedScript again = parse_script(other, printed);
    ASSERT_TRUE(again.errors.empty()) << lines(again.errors) << text << "\n--- printed\n"
                                      << printed;
    ASSERT_EQ(printed, print_script(other, again.script, options)) << text;
    if (!small) continue;
    ASSERT_EQ(print_script(pool, parsed.script, kPlain), print_script(other, again.script, kPlain))
        << text << "\n--- printed\n"
        << printed;
  }
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The seed formulas, in the order of their names.
inline std::vector<std::filesystem::path> seed_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_folder() + "/seeds"))
    if (entry.path().extension() == ".smt2") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace pg::test
