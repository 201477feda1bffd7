#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "program/write.h"

namespace pg {
namespace {

// As a word that CMake leaves alone.
std::string quoted(const std::string& word) { return fmt::format("[==[{}]==]", word); }

std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

// The project is not where the compiler was called.
std::string settled(const std::string& word) {
  for (const std::string_view option : {"-I", "-L"})
    if (word.starts_with(option) && word.size() > option.size())
      return std::string(option) + absolute(word.substr(option.size()));
  return word;
}

// Words that one option consists of become one, since CMake drops what occurs twice.
std::vector<std::string> joined(const std::vector<std::string>& words) {
  constexpr auto kPaths = std::to_array<std::string_view>(
      {"-include", "-imacros", "-isystem", "-iquote", "-idirafter"});
  constexpr auto kShort = std::to_array<std::string_view>({"-I", "-L", "-D", "-U", "-l"});
  std::vector<std::string> made;
  for (size_t i = 0; i < words.size(); ++i) {
    const bool has_next = i + 1 < words.size();
    if (has_next && std::ranges::find(kPaths, words[i]) != kPaths.end()) {
      made.push_back(fmt::format("SHELL:{} \"{}\"", words[i], absolute(words[i + 1])));
      ++i;
    } else if (has_next && std::ranges::find(kShort, words[i]) != kShort.end()) {
      made.push_back(settled(words[i] + words[i + 1]));
      ++i;
    } else {
      made.push_back(settled(words[i]));
    }
  }
  return made;
}

// The lines that all projects have: where suite.c is, and what belongs to it besides.
std::string target_lines(const TestgenReport& report, const std::string& folder,
                         const std::string& sources, const std::string& language) {
  std::string options;
  std::string libraries;
  for (const std::string& word : joined(report.clang)) {
    const bool links = word.starts_with("-l") || word.starts_with("-L");
    (links ? libraries : options) += " " + quoted(word);
  }
  // The options are for the program alone: a framework's headers are not to see its macros.
  return fmt::format(
      "option(SANITIZE \"Compile with ASan and UBSan\" OFF)\n"
      "add_library(program OBJECT {}/{})\n"
      "target_compile_options(program PRIVATE -ffp-contract=off{})\n"
      "add_executable(suite $<TARGET_OBJECTS:program>{})\n"
      "set_target_properties(suite PROPERTIES LINKER_LANGUAGE {})\n"
      "target_link_libraries(suite PRIVATE{} m)\n"
      "if(SANITIZE)\n"
      "  target_compile_options(program PRIVATE -fsanitize=address,undefined,"
      "float-cast-overflow -fno-sanitize-recover=all)\n"
      "  target_link_options(suite PRIVATE -fsanitize=address,undefined)\n"
      "endif()\n",
      folder, kDriverName, options, sources, language, libraries);
}

// One row a framework. `{}` stands for the number of a test, the beginning of our names, the call
// that the test makes, and the function, in this order.
struct Framework {
  const char* name;
  const char* file;
  const char* languages;
  const char* head;
  const char* test;
  const char* entry;  // in main; empty if the framework has its own
  const char* main_begin;
  const char* main_end;
  const char* link;
};

constexpr Framework kGtest{
    "gtest",
    "suite_gtest.cpp",
    "C CXX",
    "#include <gtest/gtest.h>\n\nextern \"C\" int {1}run(int number);\n\n",
    "TEST({3}, test_{0}) {{ EXPECT_EQ({1}run({0}), 0) << \"{2}\"; }}\n",
    "",
    "",
    "",
    "find_package(GTest REQUIRED)\ntarget_link_libraries(suite PRIVATE GTest::gtest_main)\n"};

constexpr Framework kUnity{
    "unity",
    "suite_unity.c",
    "C",
    "#include <unity.h>\n\nint {1}run(int number);\nvoid setUp(void);\nvoid tearDown(void);\n\n"
    "void setUp(void) {{}}\nvoid tearDown(void) {{}}\n\n",
    "static void test_{0}(void) {{ TEST_ASSERT_EQUAL_INT_MESSAGE(0, {1}run({0}), \"{2}\"); }}\n",
    "  RUN_TEST(test_{0});\n",
    "\nint main(void) {\n  UNITY_BEGIN();\n",
    "  return UNITY_END();\n}\n",
    "find_package(unity REQUIRED)\ntarget_link_libraries(suite PRIVATE unity::framework)\n"};

constexpr Framework kCriterion{"criterion",
                               "suite_criterion.c",
                               "C",
                               "#include <criterion/criterion.h>\n\nint {1}run(int number);\n\n",
                               "Test({3}, test_{0}) {{ cr_assert({1}run({0}) == 0, \"{2}\"); }}\n",
                               "",
                               "",
                               "",
                               "find_library(CRITERION criterion REQUIRED)\n"
                               "target_link_libraries(suite PRIVATE ${CRITERION})\n"};

constexpr Framework kAssert{"assert",
                            "suite_assert.c",
                            "C",
                            "#undef NDEBUG\n#include <assert.h>\n\nint {1}run(int number);\n\n",
                            "",
                            "  assert({1}run({0}) == 0); /* {2} */\n",
                            "int main(void) {\n",
                            "  return 0;\n}\n",
                            ""};

std::vector<OutputFile> write_framework(const TestgenReport& report, std::string_view source,
                                        const Framework& framework) {
  std::vector<OutputFile> files = write_driver(report, source);
  if (files.empty()) return {};
  const std::string prefix = suite_prefix(report);
  std::string tests;
  std::string entries;
  for (size_t i = 0; i < report.tests.size(); ++i) {
    // Between quotes, or in a comment.
    const std::string literal = text_literal(call_text(report.interface, report.tests[i].input));
    const std::string call = literal.substr(1, literal.size() - 2);
    auto fill = [&](const char* text) {
      return fmt::format(fmt::runtime(text), i + 1, prefix, call, report.interface.function);
    };
    tests += fill(framework.test);
    entries += fill(framework.entry);
  }
  const std::string text =
      fmt::format("/* Made by polygraph testgen; suite.c has the tests. */\n{}",
                  fmt::format(fmt::runtime(framework.head), 0, prefix)) +
      tests + framework.main_begin + entries + framework.main_end;
  const std::string project = fmt::format(
      "cmake_minimum_required(VERSION 3.13)\nproject(suite {})\nenable_testing()\n{}"
      "target_compile_definitions(program PRIVATE POLYGRAPH_NO_MAIN)\n{}"
      "add_test(NAME {} COMMAND suite)\n",
      framework.languages,
      target_lines(report, "..", std::string(" ") + framework.file,
                   std::string_view(framework.languages) == "C" ? "C" : "CXX"),
      framework.link, report.interface.function);
  const std::string folder = std::string(framework.name) + "/";
  files.push_back({folder + framework.file, text});
  files.push_back({folder + "CMakeLists.txt", project});
  return files;
}

}  // namespace

std::string driver_project(const TestgenReport& report) {
  return fmt::format(
      "cmake_minimum_required(VERSION 3.13)\nproject(suite C)\nenable_testing()\n{}"
      "add_test(NAME {} COMMAND suite)\n",
      target_lines(report, ".", "", "C"), report.interface.function);
}

std::vector<OutputFile> write_gtest(const TestgenReport& report, std::string_view source) {
  return write_framework(report, source, kGtest);
}
std::vector<OutputFile> write_unity(const TestgenReport& report, std::string_view source) {
  return write_framework(report, source, kUnity);
}
std::vector<OutputFile> write_criterion(const TestgenReport& report, std::string_view source) {
  return write_framework(report, source, kCriterion);
}
std::vector<OutputFile> write_assert(const TestgenReport& report, std::string_view source) {
  return write_framework(report, source, kAssert);
}

}  // namespace pg
