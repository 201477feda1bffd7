#include "judge/bug.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"

namespace pg {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Bug example() {
  Bug bug;
  bug.kind = FindingKind::WrongUnsat;
  bug.fingerprint = "z3-wrong-unsat-0123456789";
  bug.check = 1;
  bug.solver = "z3 smt.arith.solver=2";
  bug.program = "z3";
  bug.version = "Z3 version 4.8.12";
  bug.command = "z3 -in -smt2 smt.arith.solver=2";
  bug.by_default = false;
  bug.sentence = "z3 says unsat, but the model of cvc5 makes all assertions true";
  bug.certificate = "((define-fun x () Int 1))";
  bug.logic = "QF_LIA";
  bug.answers = {{"z3", "unsat"}, {"cvc5", "sat"}};
  bug.strategy = "sae";
  bug.seed = "(check-sat)\n";
  bug.original = "(assert (= \"```\" \"\\u{fffd}\xff\"))\n(check-sat)\n";
  bug.model = "((define-fun x () Int 1))";
  bug.output = "unsat\n";
  return bug;
}

TEST(Bugs, TextBringsBackAllButBytesThatAreNoCharacters) {
  Bug bug = example();
  const Result<Bug> broken = read_bug_text(bug_text(bug));
  ASSERT_TRUE(broken) << broken.error().message;
  EXPECT_THAT(broken->original, HasSubstr("(check-sat)"));
  bug.original = "(check-sat)\n";
  const Result<Bug> read = read_bug_text(bug_text(bug));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(bug_text(*read), bug_text(bug));
  EXPECT_EQ(read->kind, bug.kind);
  EXPECT_EQ(read->check, 1u);
  EXPECT_EQ(read->answers, bug.answers);
  EXPECT_EQ(read->original, bug.original);
}

TEST(Bugs, FoldersBringBackAll) {
  const test::TemporaryDirectory directory;
  const Bug bug = example();
  const Result<std::string> place = write_bug(directory.path().string(), bug);
  ASSERT_TRUE(place) << place.error().message;
  const Result<Bug> read = read_bug(*place);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(bug_text(*read), bug_text(bug));
  EXPECT_EQ(read->original, bug.original) << "files keep every byte";
  // Again, with what reduction adds: nothing of the first stays, nothing else lies around.
  Bug reduced = bug;
  reduced.reduced = "(check-sat)\n";
  ASSERT_TRUE(write_bug(directory.path().string(), reduced));
  EXPECT_THAT(directory.read("z3-wrong-unsat-0123456789/repro.sh"), HasSubstr("< reduced.smt2\n"));
  const std::filesystem::directory_iterator folders(directory.path());
  EXPECT_EQ(std::distance(begin(folders), end(folders)), 1);
}

TEST(Bugs, WhatIsNoBugIsRefused) {
  const test::TemporaryDirectory directory;
  EXPECT_FALSE(read_bug(directory.path().string()));
  for (const char* text : {"", "[]", "{}", R"({"kind": "crash"})", R"({"kind": 3, "check": 1})",
                           R"({"kind": "love", "check": 1, "fingerprint": "a", "solver": "b"})",
                           R"({"kind": "crash", "check": 0, "fingerprint": "a", "solver": "b"})",
                           R"({"kind": "crash", "check": 1, "fingerprint": 7, "solver": "b"})",
                           R"({"kind": "crash", "check": 1, "fingerprint": "a", "solver": "b",
                               "answers": [3]})"}) {
    EXPECT_FALSE(read_bug_text(text)) << text;
    directory.write("bug.json", text);
    EXPECT_FALSE(read_bug(directory.path().string())) << text;
  }
  EXPECT_FALSE(write_bug("/proc/nowhere", example()));
}

TEST(Bugs, IssuesSayWhatMaintainersAskFor) {
  Bug bug = example();
  const std::string text = issue_text(bug);
  for (const char* part : {"# Unsound: unsat on QF_LIA", "Z3 version 4.8.12", "smt.arith.solver=2",
                           "((define-fun x () Int 1))", "strategy sae", "original.smt2"})
    EXPECT_THAT(text, HasSubstr(part));
  // A fence in the formula does not end ours.
  EXPECT_THAT(text, HasSubstr("````smt2\n(assert"));
  EXPECT_THAT(text, Not(HasSubstr("Not always")));
  bug.flaky = true;
  EXPECT_THAT(issue_text(bug), HasSubstr("Not always"));
}

TEST(Bugs, WrongUnsatComesFirst) {
  Bug bug = example();
  int last = -1;
  for (const FindingKind kind :
       {FindingKind::WrongUnsat, FindingKind::WrongSat, FindingKind::InvalidModel,
        FindingKind::Contradiction, FindingKind::Disagreement, FindingKind::Crash}) {
    bug.kind = kind;
    EXPECT_GT(rank_of(bug), last);
    last = rank_of(bug);
  }
  bug.by_default = true;
  EXPECT_LT(rank_of(bug), last) << "a crash without options matters more";
}

}  // namespace
}  // namespace pg
