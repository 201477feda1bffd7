#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/store.h"

namespace pg {
namespace {

using test::run_polygraph;
using test::RunResult;
using test::TemporaryDirectory;
using ::testing::HasSubstr;

void make_campaign(const TemporaryDirectory& directory) {
  std::filesystem::create_directory(directory.path() / "out");
  const auto store = Store::open(CampaignPaths(directory.path() / "out").store().string());
  ASSERT_TRUE(store);
  ASSERT_TRUE((*store)->set("started", "2026-11-15T20:00:00Z"));
  Case found;
  found.kind = Kind::Crash;
  found.fingerprint = "z3-crash-01";
  found.liar = {.name = "z3", .program = "z3", .version = "4.8.12", .options = {}};
  found.answer = AnswerKind::Crash;
  found.certificate = Breakdown{"\"<&>\""};
  found.command = {"z3", "-in"};
  found.original = "(check-sat)\n";
  found.origin.strategy = "sae";
  found.origin.seed_file = "a.smt2";
  ASSERT_TRUE(test::add_finding(**store, {.found = found, .ready = true}));
  found.fingerprint = "z3-crash-02";
  found.flaky = true;
  ASSERT_TRUE(test::add_finding(**store, {.found = found, .shelf = Shelf::Flaky, .ready = true}));
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
  EXPECT_EQ(report["findings"][1]["folder"], "flaky/z3-crash-02");
  const auto sarif = nlohmann::json::parse(directory.read("out/report.sarif"));
  const auto& result = sarif["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "crash");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "bugs/z3-crash-01/original.smt2");
  EXPECT_EQ(directory.read("out/junit.xml"),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="z3" package="polygraph" id="0" timestamp="2026-11-15T20:00:00" hostname="localhost" tests="2" failures="2" errors="0" time="0.000">
    <properties><property name="polygraph" value=")" POLYGRAPH_VERSION R"("/></properties>
    <testcase name="z3-crash-01" classname="z3" time="0">
      <failure type="crash" message="z3 crashes: &quot;&lt;&amp;&gt;&quot;">bugs/z3-crash-01
(check-sat)
</failure>
    </testcase>
    <testcase name="z3-crash-02" classname="z3" time="0">
      <failure type="crash" message="z3 crashes: &quot;&lt;&amp;&gt;&quot;">flaky/z3-crash-02
(check-sat)
</failure>
    </testcase>
    <system-out/>
    <system-err/>
  </testsuite>
</testsuites>
)");
  EXPECT_THAT(directory.read("out/issues/z3-crash-01.md"), HasSubstr("Run as `z3 -in < "));

  const RunResult again = run_polygraph(directory, {"report", "out", "--json"});
  EXPECT_EQ(nlohmann::json::parse(again.out)["findings"], 2);
  EXPECT_EQ(run_polygraph(directory, {"report", "out", "--quiet"}).out, "");
}

// A campaign that was killed has bugs in its store that it did not write.
TEST(CliReport, WritesMissingFolders) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  EXPECT_EQ(run_polygraph(directory, {"report", "out"}).exit_code, 0);
  for (const char* folder : {"out/bugs/z3-crash-01", "out/flaky/z3-crash-02"})
    for (const char* file : {"bug.json", "original.smt2", "repro.sh", "issue.md"})
      EXPECT_TRUE(std::filesystem::exists(directory.path() / folder / file)) << folder << file;
}

TEST(CliReport, FoldersThatCannotBeWritten) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  directory.write("out/bugs", "in the way");
  const RunResult run = run_polygraph(directory, {"report", "out"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("cannot write out/bugs/z3-crash-01"));
}

TEST(CliReport, AddsIssuesToAFile) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  const RunResult run = run_polygraph(directory, {"report", "out", "--append-to", "issues.md"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "issues.md: bugs added: 1, there already: 0, flaky or unfinished: 1\n");
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out/report.html"));
  const std::string text = directory.read("issues.md");
  EXPECT_THAT(text, ::testing::StartsWith("# Crash: \"<&>\"\n"));
  EXPECT_THAT(text, ::testing::EndsWith("<!-- polygraph: z3-crash-01 -->\n"));

  const RunResult again = run_polygraph(directory, {"report", "out", "--append-to", "issues.md"});
  EXPECT_EQ(again.out, "issues.md: bugs added: 0, there already: 1, flaky or unfinished: 1\n");
  EXPECT_EQ(directory.read("issues.md"), text);
  const RunResult json =
      run_polygraph(directory, {"report", "out", "--json", "--append-to", "issues.md"});
  EXPECT_EQ(nlohmann::json::parse(json.out),
            nlohmann::json::parse(R"({"file":"issues.md","added":0,"known":1,"left_out":1})"));
}

TEST(CliReport, FilesOfIssuesThatCannotBeUsed) {
  const TemporaryDirectory directory;
  make_campaign(directory);
  const RunResult unreadable = run_polygraph(directory, {"report", "out", "--append-to", "out"});
  EXPECT_EQ(unreadable.exit_code, 3);
  EXPECT_EQ(unreadable.err, "polygraph: error: out: is a directory\n");
  const RunResult unwritable =
      run_polygraph(directory, {"report", "out", "--append-to", "missing/issues.md"});
  EXPECT_EQ(unwritable.exit_code, 3);
  EXPECT_EQ(unwritable.err, "polygraph: error: cannot write missing/issues.md\n");
  const RunResult none = run_polygraph(directory, {"report", ".", "--append-to", "issues.md"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("not the folder of a campaign"));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "issues.md"));
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
  EXPECT_EQ(garbage.exit_code, 3);
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
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "out/report.html.part"));
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
