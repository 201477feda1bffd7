#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "campaign/store.h"
#include "judge/bug.h"
#include "support/process.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::HasSubstr;

void make_campaign(const TemporaryDirectory& directory) {
  std::filesystem::create_directory(directory.path() / "out");
  const auto store = Store::open((directory.path() / "out/campaign.sqlite").string());
  ASSERT_TRUE(store);
  ASSERT_TRUE((*store)->set("started", "2026-11-15T20:00:00Z"));
  Bug bug;
  bug.kind = FindingKind::Crash;
  bug.fingerprint = "z3-crash-01";
  bug.solver = "z3";
  bug.program = "z3";
  bug.command = "z3 -in";
  bug.sentence = "z3 breaks down: \"<&>\"";
  bug.original = "(check-sat)\n";
  ASSERT_TRUE((*store)->add_finding({.fingerprint = bug.fingerprint,
                                     .kind = "crash",
                                     .solver = "z3",
                                     .program = "z3",
                                     .strategy = "sae",
                                     .seed = "a.smt2",
                                     .bug = bug_text(bug)}));
}

TEST(CliReport, WritesEveryFormat) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  const RunResult run = run_polygraph(directory, {"report", "out"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "out/report.html\nout/report.json\nout/report.sarif\nout/junit.xml\nout/issues\n");
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(directory.read("out/report.html"), HasSubstr("Content-Security-Policy"));
  const auto report = nlohmann::json::parse(directory.read("out/report.json"));
  EXPECT_EQ(report["findings"][0]["id"], "z3-crash-01");
  EXPECT_EQ(report["findings"][0]["folder"], "bugs/z3-crash-01");
  const auto sarif = nlohmann::json::parse(directory.read("out/report.sarif"));
  const auto& result = sarif["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "crash");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "bugs/z3-crash-01/original.smt2");
  EXPECT_EQ(directory.read("out/junit.xml"),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="z3" package="polygraph" id="0" timestamp="2026-11-15T20:00:00" hostname="localhost" tests="1" failures="1" errors="0" time="0.000">
    <properties><property name="polygraph" value=")" POLYGRAPH_VERSION R"("/></properties>
    <testcase name="z3-crash-01" classname="z3" time="0">
      <failure type="crash" message="z3 breaks down: &quot;&lt;&amp;&gt;&quot;">(check-sat)
</failure>
    </testcase>
    <system-out/>
    <system-err/>
  </testsuite>
</testsuites>
)");
  EXPECT_THAT(directory.read("out/issues/z3-crash-01.md"), HasSubstr("- **Run as**: `z3 -in < "));

  const RunResult again = run_polygraph(directory, {"report", "out", "--json"});
  EXPECT_EQ(nlohmann::json::parse(again.out)["findings"], 1);
  EXPECT_EQ(run_polygraph(directory, {"report", "out", "--quiet"}).out, "");
}

TEST(CliReport, WhatIsNoCampaign) {
  const TemporaryDirectory directory;
  const RunResult missing = run_polygraph(directory, {"report", "."});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.err, ".: error: not the folder of a campaign: there is no campaign.sqlite\n");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "campaign.sqlite"));
  directory.write("campaign.sqlite",
                  "not a database, and longer than a header would be............");
  const RunResult garbage = run_polygraph(directory, {"report", "."});
  EXPECT_EQ(garbage.exit_code, 2);
  EXPECT_THAT(garbage.err, HasSubstr("not a database"));
}

TEST(CliReport, WhatCannotBeWritten) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  std::filesystem::create_directory(directory.path() / "out/report.html");
  directory.write("out/report.html/in-the-way", "");
  const RunResult run = run_polygraph(directory, {"report", "out"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.err, "polygraph: error: cannot write out/report.html\n");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out/report.html.new"));
}

TEST(CliReport, AddressesThatAreNone) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  const RunResult run = run_polygraph(directory, {"report", "out", "--serve", "nowhere"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("'nowhere' is no address"));
}

}  // namespace
}  // namespace pg
