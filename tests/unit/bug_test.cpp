#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug/case_text.h"
#include "bug/fingerprint.h"
#include "bug/folder.h"
#include "bug/issue.h"
#include "bug/paths.h"
#include "support/cases.h"
#include "support/process.h"

namespace pg {
namespace {

using test::one_of_each;
using test::wrong_unsat;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Cases, TextBringsBackEveryKindOfCertificate) {
  for (const Case& found : one_of_each()) {
    const Result<Case> read = read_case_text(case_text(found));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(case_text(*read), case_text(found));
    EXPECT_EQ(read->certificate.index(), found.certificate.index());
    EXPECT_EQ(read->liar, found.liar);
    EXPECT_EQ(read->original, found.original);
    EXPECT_EQ(model_of(read->certificate), model_of(found.certificate));
  }
  Case found = wrong_unsat();
  found.reduced = Reduced::CutShort;
  found.smaller = "(check-sat)\n";
  found.check = 4;
  const Result<Case> read = read_case_text(case_text(found));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->reduced, Reduced::CutShort);
  EXPECT_EQ(read->formula(), "(check-sat)\n");
  EXPECT_EQ(read->check, 4u);
}

TEST(Cases, BytesThatAreNoCharactersAreReplaced) {
  Case found = wrong_unsat();
  found.output = "unsat \xff\n";
  const Result<Case> read = read_case_text(case_text(found));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->output, "unsat \xef\xbf\xbd\n");
}

TEST(BugFolders, BringBackAll) {
  for (Case found : one_of_each()) {
    const test::TemporaryDirectory directory;
    const std::string place = (directory.path() / "bug").string();
    found.output += "\xff";
    ASSERT_TRUE(write_bug(place, found));
    const Result<Case> read = read_bug(place);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(case_text(*read), case_text(found));
    EXPECT_EQ(read->output, found.output) << "files keep every byte";
    for (const char* file :
         {"bug.json", "certificate.json", "original.smt2", "repro.sh", "issue.md"})
      EXPECT_FALSE(directory.read(std::string("bug/") + file).empty()) << file;
  }
}

TEST(BugFolders, NothingIsOverwrittenBySomethingPoorer) {
  const test::TemporaryDirectory directory;
  const std::string place = (directory.path() / "bug").string();
  const Case plain = wrong_unsat();
  Case reduced = plain;
  reduced.smaller = "(check-sat)\n";
  reduced.reduced = Reduced::Yes;
  Case cut_short = reduced;
  cut_short.reduced = Reduced::CutShort;
  ASSERT_TRUE(write_bug(place, plain));
  ASSERT_TRUE(write_bug(place, cut_short));
  EXPECT_EQ(directory.read("bug/reduced.smt2"), "(check-sat)\n");
  ASSERT_TRUE(write_bug(place, plain)) << "it is there, and better";
  EXPECT_EQ(directory.read("bug/reduced.smt2"), "(check-sat)\n");
  ASSERT_TRUE(write_bug(place, reduced));
  EXPECT_THAT(directory.read("bug/bug.json"), HasSubstr("\"reduced\": \"yes\""));
  ASSERT_TRUE(write_bug(place, cut_short));
  EXPECT_THAT(directory.read("bug/bug.json"), HasSubstr("\"reduced\": \"yes\""));
  const std::filesystem::directory_iterator folders(directory.path());
  EXPECT_EQ(std::distance(begin(folders), end(folders)), 1) << "nothing else is left behind";
}

TEST(BugFolders, KeepWhatSomebodyElsePutThere) {
  const test::TemporaryDirectory directory;
  const std::string folder = (directory.path() / "bug").string();
  Case found = test::wrong_unsat();
  ASSERT_TRUE(write_bug(folder, found));
  directory.write("bug/notes.txt", "mine");
  found.reduced = Reduced::Yes;
  ASSERT_TRUE(write_bug(folder, found));
  EXPECT_EQ(directory.read("bug/notes.txt"), "mine");
}

TEST(BugFolders, NothingIsRemovedThatWeDidNotWrite) {
  const test::TemporaryDirectory directory;
  const std::string place = (directory.path() / "bug").string();
  ASSERT_TRUE(write_bug(place, wrong_unsat()));
  directory.write("bug/notes.txt", "mine");
  remove_bug(place);
  EXPECT_FALSE(std::filesystem::exists(place + "/" + bug_file::kBug));
  EXPECT_TRUE(std::filesystem::exists(place + "/notes.txt"));
  std::filesystem::remove(place + "/notes.txt");
  remove_bug(place);
  EXPECT_FALSE(std::filesystem::exists(place));
}

TEST(BugFolders, AnotherFormulaIsRefused) {
  const test::TemporaryDirectory directory;
  const std::string folder = (directory.path() / "bug").string();
  ASSERT_TRUE(write_bug(folder, test::wrong_unsat()));
  EXPECT_TRUE(read_bug(folder));
  directory.write("bug/original.smt2", "(check-sat)\n");
  const Result<Case> read = read_bug(folder);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, ::testing::HasSubstr("not the one"));
}

TEST(BugFolders, AFolderOfSomethingElseIsLeftAlone) {
  const test::TemporaryDirectory directory;
  std::filesystem::create_directory(directory.path() / "thesis");
  directory.write("thesis/chapter1.tex", "...");
  EXPECT_FALSE(write_bug((directory.path() / "thesis").string(), wrong_unsat()));
  EXPECT_EQ(directory.read("thesis/chapter1.tex"), "...");
  EXPECT_FALSE(write_bug("/proc/nowhere", wrong_unsat()));
}

TEST(BugFolders, WhatIsNoBugIsRefused) {
  const test::TemporaryDirectory directory;
  const std::string place = (directory.path() / "bug").string();
  EXPECT_FALSE(read_bug(place));
  ASSERT_TRUE(write_bug(place, wrong_unsat()));
  const std::string good = directory.read("bug/bug.json");
  for (const char* text : {"", "[]", "{}", R"({"format": 1, "kind": "crash"})",
                           R"({"format": 1, "kind": 3, "check": 1})"}) {
    EXPECT_FALSE(read_case_text(text)) << text;
    directory.write("bug/bug.json", text);
    EXPECT_FALSE(read_bug(place)) << text;
  }
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"wrong-unsat\"", "\"love\""},
           {"\"check\": 1", "\"check\": 0"},
           {"\"format\": 1", "\"format\": 77"},
           {"\"answer\": \"unsat\"", "\"answer\": \"perhaps\""},
           {"\"reduced\": \"no\"", "\"reduced\": \"a bit\""}}) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), bad.npos) << from;
    bad.replace(bad.find(from), from.size(), to);
    directory.write("bug/bug.json", bad);
    EXPECT_FALSE(read_bug(place)) << to;
  }
  directory.write("bug/bug.json", good);
  ASSERT_TRUE(read_bug(place));
  for (const char* other : {R"({"type": "honour"})", R"({"type": "own-check", "message": "x"})",
                            R"({"type": "other-answers"})"}) {
    directory.write("bug/certificate.json", other);
    EXPECT_FALSE(read_bug(place)) << other << " proves no wrong unsat";
  }
}

TEST(Paths, AreSafeWhateverAStoreSays) {
  EXPECT_EQ(CampaignPaths::bug_below(Shelf::Held, "z3-crash-1"), "held/z3-crash-1");
  EXPECT_THAT(CampaignPaths::bug_below(Shelf::Bugs, "../../etc"), Not(HasSubstr("/..")));
  for (const Shelf shelf : {Shelf::Bugs, Shelf::Held, Shelf::Flaky})
    EXPECT_EQ(read_shelf(name_of(shelf)), shelf);
  EXPECT_FALSE(read_shelf("/etc"));
}

TEST(IssueText, SayWhatMaintainersAskFor) {
  Case found = wrong_unsat();
  const std::string text = issue_text(found);
  EXPECT_THAT(
      text, AllOf(HasSubstr("# Wrong unsat for a satisfiable formula (*, >)"),
                  HasSubstr("Z3 4.8.12 with `smt.arith.solver=2` answers `unsat`. Expected: `sat`"),
                  HasSubstr("`z3 -in -smt2 smt.arith.solver=2 < bug.smt2`"), HasSubstr("`x = 5`"),
                  HasSubstr("cvc5 1.0.3 answers `sat`")));
  EXPECT_THAT(text, Not(HasSubstr("cut short")));
  found.reduced = Reduced::CutShort;
  found.flaky = true;
  EXPECT_THAT(issue_text(found),
              AllOf(HasSubstr("Reduction was cut short"), HasSubstr("does not show in every run")));
}

TEST(IssueText, HaveOneFenceForTheFormulaAndOneForTheOutput) {
  const auto fences = [](const std::string& text) {
    size_t count = 0;
    for (size_t at = text.find("\n```"); at != text.npos; at = text.find("\n```", at + 1)) ++count;
    return count;
  };
  for (const Case& found : one_of_each())
    EXPECT_EQ(fences(issue_text(found)), found.kind == Kind::Contradiction ? 6u : 4u)
        << issue_text(found);
  // A fence in the formula does not end ours.
  Case odd = wrong_unsat();
  odd.original = "(assert (= \"```\" \"a\"))\n(check-sat)\n";
  EXPECT_THAT(issue_text(odd), HasSubstr("````smt2\n(assert"));
}

TEST(IssueText, NameNoPathOfThisMachine) {
  for (const Case& found : one_of_each())
    EXPECT_THAT(issue_text(found), Not(HasSubstr("/home/me"))) << name_of(found.kind);
}

TEST(IssueText, OfOneCauseAreOneText) {
  const Case found = wrong_unsat();
  Case smaller = found;
  smaller.original = "(declare-const x Int)\n(assert (> (* x x) 3))\n(check-sat)\n";
  smaller.fingerprint = "other";
  EXPECT_EQ(cause_of(found), cause_of(smaller));
  Case another = found;
  another.original = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
  EXPECT_NE(cause_of(found), cause_of(another));
  const std::string text = common_issue_text({&found, &smaller});
  EXPECT_THAT(text,
              AllOf(HasSubstr("2 formulas show this"), HasSubstr("(* 2 x)"), HasSubstr("(* x x)")));
}

TEST(Fingerprints, AreOfTheFormulaAndOfTheCrash) {
  Case one = wrong_unsat();
  one.reduced = Reduced::Yes;
  Case other = one;
  other.original =
      "(set-logic QF_NIA)\n(declare-const y Int)\n(assert (> (* 7 y) 11))\n(check-sat)";
  EXPECT_EQ(fingerprint_of(one), fingerprint_of(other)) << "names, logic and numbers mean nothing";
  other.original = "(declare-const y Int)\n(assert (> (+ 7 y) 11))\n(check-sat)";
  EXPECT_NE(fingerprint_of(one), fingerprint_of(other));
  other = one;
  other.liar.program = "cvc5";
  EXPECT_NE(fingerprint_of(one), fingerprint_of(other));
  other = one;
  other.flaky = true;
  EXPECT_THAT(fingerprint_of(other), EndsWith("-flaky"));
  Case crash = one_of_each()[5];
  const std::string before = fingerprint_of(crash);
  crash.original = "(assert (str.in_re \"a\" re.all))\n(check-sat)";
  crash.certificate = Breakdown{"ASSERTION VIOLATION File: fake.cpp Line: 8"};
  EXPECT_EQ(fingerprint_of(crash), before) << "the formula does not matter, nor do numbers";
  crash.certificate = Breakdown{"ASSERTION VIOLATION File: other.cpp Line: 8"};
  EXPECT_NE(fingerprint_of(crash), before);
}

TEST(Fingerprints, BeforeReductionOnlyOperatorsCount) {
  Case one = wrong_unsat();
  Case other = one;
  other.original = "(declare-const x Int)\n(assert (> (* 2 x) (* x (* x 3))))\n(check-sat)\n";
  EXPECT_EQ(fingerprint_of(one), fingerprint_of(other));
  one.reduced = other.reduced = Reduced::Yes;
  EXPECT_NE(fingerprint_of(one), fingerprint_of(other));
}

TEST(Fingerprints, KnownBugs) {
  EXPECT_EQ(read_known_bugs("# all of them\nz3-crash-1  # issue 7\n\n  cvc5-wrong-sat-2 x\r\n"),
            (std::vector<std::string>{"z3-crash-1", "cvc5-wrong-sat-2"}));
}

}  // namespace
}  // namespace pg
