// What other programs read of a suite is what their formats say.
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program/testgen.h"
#include "support/process.h"

namespace pg {
namespace {

using test::TemporaryDirectory;
using ::testing::HasSubstr;

// The document types of Test-Comp's exchange format, version 1.1.
constexpr const char* kMetadata =
    "<!ELEMENT test-metadata (sourcecodelang, producer, specification, programfile, programhash,\n"
    "  entryfunction, architecture, inputtestsuitefile*, inputtestsuitehash*, creationtime)>\n"
    "<!ELEMENT sourcecodelang (#PCDATA)>\n<!ELEMENT producer (#PCDATA)>\n"
    "<!ELEMENT specification (#PCDATA)>\n<!ELEMENT programfile (#PCDATA)>\n"
    "<!ELEMENT programhash (#PCDATA)>\n<!ELEMENT entryfunction (#PCDATA)>\n"
    "<!ELEMENT architecture (#PCDATA)>\n<!ELEMENT inputtestsuitefile (#PCDATA)>\n"
    "<!ELEMENT inputtestsuitehash (#PCDATA)>\n<!ELEMENT creationtime (#PCDATA)>\n";
constexpr const char* kTestcase =
    "<!ELEMENT testcase (input*)>\n<!ELEMENT input (#PCDATA)>\n"
    "<!ATTLIST testcase coversError (true|false) \"false\">\n"
    "<!ATTLIST input type CDATA \"\" variable CDATA \"\">\n";

class Formats : public testing::Test {
 protected:
  void SetUp() override {
    const Result<Solver> solver = find_solver("z3");
    ASSERT_TRUE(solver);
    options_.solver = *solver;
    directory_.write("metadata.dtd", kMetadata);
    directory_.write("testcase.dtd", kTestcase);
  }

  TestgenReport write(const char* program) {
    directory_.write("a<b&c.c", program);
    options_.file = (directory_.path() / "a<b&c.c").string();
    const auto result = generate_tests(options_);
    const auto* failure = std::get_if<TestgenFailure>(&result);
    if (failure) {
      ADD_FAILURE() << failure->error.message;
      return {};
    }
    const auto wrong =
        write_report(std::get<TestgenReport>(result), options_, {}, directory_.path().string());
    EXPECT_FALSE(wrong) << wrong->error.message;
    return std::get<TestgenReport>(result);
  }

  bool is_valid(const std::string& file, const std::string& type) {
    const std::string folder = directory_.path().string();
    const std::string command = fmt::format(
        "cd '{}' && xmllint --noout --nonet --dtdvalid {} '{}' 2>/dev/null", folder, type, file);
    return std::system(command.c_str()) == 0;
  }

  TemporaryDirectory directory_;
  TestgenOptions options_;
};

TEST_F(Formats, TestCompIsValid) {
  options_.arrays = {"p:2"};
  const TestgenReport report = write(
      "struct s { float x; unsigned n : 3; };\nint get(void);\n"
      "int f(int a, const struct s *p) { return a > 3 ? p[1].n + get() : p[0].x > 1.5f; }\n");
  EXPECT_TRUE(is_valid("test-suite/metadata.xml", "metadata.dtd"));
  ASSERT_GT(report.tests.size(), 0u);
  for (size_t i = 1; i <= report.tests.size(); ++i)
    EXPECT_TRUE(is_valid(fmt::format("test-suite/testcase-{}.xml", i), "testcase.dtd")) << i;
  EXPECT_THAT(directory_.read("test-suite/metadata.xml"),
              testing::AllOf(HasSubstr("a&lt;b&amp;c.c</programfile>"),
                             testing::ContainsRegex("<programhash>[0-9a-f]{64}</programhash>"),
                             HasSubstr("<entryfunction>f</entryfunction>")));
  EXPECT_THAT(directory_.read("test-suite/testcase-1.xml"),
              testing::AllOf(HasSubstr("variable=\"p[1].n\""), HasSubstr("variable=\"get[0]\"")));
  // The check can fail.
  directory_.write("wrong.xml", "<test-metadata><producer>p</producer></test-metadata>");
  EXPECT_FALSE(is_valid("wrong.xml", "metadata.dtd"));
  directory_.write("wrong.xml", "<testcase><output>1</output></testcase>");
  EXPECT_FALSE(is_valid("wrong.xml", "testcase.dtd"));
}

// mutation-testing-report-schema, version 2: what must be there, and the words that it knows.
TEST_F(Formats, MutationElementsHaveWhatTheSchemaWants) {
  const TestgenReport written =
      write("int f(int a, int b) {\n  if (a < b) return a;\n  return b;\n}\n");
  const auto report = nlohmann::json::parse(directory_.read("mutation.json"));
  EXPECT_EQ(report.at("schemaVersion"), "2");
  for (const char* level : {"high", "low"}) {
    EXPECT_GE(report.at("thresholds").at(level), 0);
    EXPECT_LE(report.at("thresholds").at(level), 100);
  }
  std::set<std::string> tests;
  for (const auto& [name, file] : report.at("testFiles").items())
    for (const auto& test : file.at("tests")) {
      EXPECT_TRUE(test.at("name").is_string());
      EXPECT_TRUE(tests.insert(test.at("id")).second);
    }
  const std::set<std::string> known{"Killed",       "Survived", "NoCoverage", "CompileError",
                                    "RuntimeError", "Timeout",  "Ignored",    "Pending"};
  std::set<std::string> ids;
  for (const auto& [name, file] : report.at("files").items()) {
    EXPECT_EQ(file.at("language"), "c");
    EXPECT_THAT(file.at("source").get<std::string>(), HasSubstr("if (a < b)"));
    for (const auto& mutant : file.at("mutants")) {
      EXPECT_TRUE(ids.insert(mutant.at("id")).second);
      EXPECT_FALSE(mutant.at("mutatorName").get<std::string>().empty());
      EXPECT_TRUE(known.contains(mutant.at("status")));
      for (const char* end : {"start", "end"})
        for (const char* number : {"line", "column"})
          EXPECT_GE(mutant.at("location").at(end).at(number), 1);
      if (mutant.at("status") == "Killed") {
        EXPECT_TRUE(tests.contains(mutant.at("killedBy").at(0)));
      }
    }
  }
  EXPECT_EQ(ids.size(), written.mutants.size());
}

}  // namespace
}  // namespace pg
