#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/report.h"

namespace pg {

struct OutputFile {
  std::string name;
  std::string text;
};

// One row a format: what it is called, and the files that it makes of a report.
struct OutputFormat {
  std::string_view name;
  std::string_view summary;
  bool shows_changes;  // of the source
  bool needs_suite;    // it runs, or is, suite.c
  std::vector<OutputFile> (*write)(const TestgenReport& report, std::string_view source);
};
std::span<const OutputFormat> output_formats();

// tests.json: the suite and the verdicts, as `polygraph testgen --tests` reads it.
std::vector<OutputFile> write_json(const TestgenReport& report, std::string_view source);
// A C program that runs the suite, and a CMake project that makes it a test; or nothing, and why.
std::string why_no_suite(const TestgenReport& report);
std::vector<OutputFile> write_driver(const TestgenReport& report, std::string_view source);
// The exchange format of the competition on software testing.
std::vector<OutputFile> write_testcomp(const TestgenReport& report, std::string_view source);
// The format of mutation-testing-elements, and its page.
std::vector<OutputFile> write_elements(const TestgenReport& report, std::string_view source);
// Mutants that survive, for code scanning.
std::vector<OutputFile> write_sarif(const TestgenReport& report, std::string_view source);
// Each mutant as a patch of the source.
std::vector<OutputFile> write_patches(const TestgenReport& report, std::string_view source);
// A test case a mutant.
std::vector<OutputFile> write_junit(const TestgenReport& report, std::string_view source);

// The same tests for those who have others in a framework, which runs what suite.c has.
std::vector<OutputFile> write_gtest(const TestgenReport& report, std::string_view source);
std::vector<OutputFile> write_unity(const TestgenReport& report, std::string_view source);
std::vector<OutputFile> write_criterion(const TestgenReport& report, std::string_view source);
std::vector<OutputFile> write_assert(const TestgenReport& report, std::string_view source);

inline constexpr std::string_view kDriverName = "suite.c";
// What the names of ours in it begin with.
std::string suite_prefix(const TestgenReport& report);
// The CMake project that makes it a test.
std::string driver_project(const TestgenReport& report);
// What the driver calls the tested function.
std::string name_in_driver(const Interface& interface);

// The characters of a parameter that is a string, whose values begin at that place of the input.
// Nothing if it is none, or does not end with a zero.
std::optional<std::string> string_of(const Parameter& parameter, std::span<const uint64_t> input,
                                     size_t index);

// The call that a test makes: tri(1, 2, 3).
std::string call_text(const Interface& interface, const Input& input);
std::string escape_xml(std::string_view text);
std::string base_name(std::string_view path);

// The number of a mutant, as the name of its patch has it.
std::string patch_name(const Fault& fault);
// What it changes: the code before and after where there is a patch, else in words.
std::string change_text(const TestgenReport& report, const Fault& fault);
// Where in the source: the first place, and the one behind the last.
struct SourceRegion {
  Place begin;
  Place end;
};
SourceRegion region_of(const TestgenReport& report, const Fault& fault);

// Inputs of a suite: what write_json wrote, or a file with "tests" and an "input" in each.
Result<std::vector<Input>> read_tests(std::string_view text, const Interface& interface);

}  // namespace pg
