// Solvers that are not talked to: they read all of their input, or a file, and answer then.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solve/probe.h"
#include "solve/session.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using test::TemporaryDirectory;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Solver found(const std::string& text) {
  const Result<Solver> solver = find_solver(text);
  EXPECT_TRUE(solver) << (solver ? "" : solver.error().message);
  return *solver;
}

// The fake solver under the name that makes it dReal's row.
class FakeDReal {
 public:
  FakeDReal() {
    const std::filesystem::path path = directory_.path() / "dreal";
    std::filesystem::create_symlink(test::fake_solver(), path);
    solver = found(path.string());
  }
  Solver solver;

 private:
  TemporaryDirectory directory_;
};

Solver file_reader() { return found("reader=" + test::fake_solver() + " read-file {file}"); }

QueryLimits limits() {
  QueryLimits made;
  made.seconds = 60;
  made.memory_mb = 256;
  return made;
}

Query query(std::vector<std::string> parts) {
  Query made;
  for (std::string& part : parts) made.parts.push_back({std::move(part), "(get-value (x))\n"});
  return made;
}

std::vector<AnswerKind> kinds(const std::vector<Answer>& answers) {
  std::vector<AnswerKind> made;
  for (const Answer& answer : answers) made.push_back(answer.kind);
  return made;
}

TEST(AtEnd, TheRowOfDReal) {
  const FakeDReal fake;
  EXPECT_EQ(fake.solver.spec->name, "dreal");
  EXPECT_EQ(fake.solver.version, "4.21.06.2");
  EXPECT_TRUE(fake.solver.claims("QF_NRA"));
  EXPECT_FALSE(fake.solver.claims("QF_BV"));
  EXPECT_THAT(portable_command(fake.solver, 0), ElementsAre("dreal", "--in"));
}

TEST(AtEnd, ItPassesTheProbe) {
  const FakeDReal fake;
  const Probe made = probe(fake.solver, limits(), ProbeModes::AndSessions);
  EXPECT_EQ(made.failure, "");
  EXPECT_EQ(made.warning, "");
}

TEST(AtEnd, OneAnswerACheck) {
  const FakeDReal fake;
  const Query two = query({"(declare-fun x () Real)\n(assert (> (sin x) 0.5))\n(check-sat)\n",
                           "(declare-fun refuted () Bool)\n(check-sat)\n"});
  for (const std::vector<Answer>& answers :
       {Session(fake.solver, limits()).ask(two), ask_once(fake.solver, two, limits())}) {
    EXPECT_THAT(kinds(answers), ElementsAre(AnswerKind::DeltaSat, AnswerKind::Unsat));
    EXPECT_THAT(answers[0].output, HasSubstr("delta = 0.001"));
    EXPECT_TRUE(answers[1].breakdown.empty());
  }
}

TEST(AtEnd, SeveralQueriesOfOneSession) {
  const FakeDReal fake;
  Session session(fake.solver, limits());
  for (int i = 0; i < 3; ++i)
    EXPECT_THAT(kinds(session.ask(query({"(declare-fun x () Real)\n(check-sat)\n"}))),
                ElementsAre(AnswerKind::DeltaSat));
  EXPECT_EQ(session.starts(), 3u);
}

// A box is no model, whatever the options.
TEST(AtEnd, ABoxIsNoModel) {
  FakeDReal fake;
  fake.solver.argv.emplace_back("--model");
  const std::vector<Answer> answers =
      Session(fake.solver, limits()).ask(query({"(declare-fun x () Real)\n(check-sat)\n"}));
  EXPECT_THAT(kinds(answers), ElementsAre(AnswerKind::DeltaSat));
  EXPECT_EQ(answers[0].model, "");
  EXPECT_THAT(answers[0].output, HasSubstr("x : [1.24"));
}

TEST(AtEnd, WhatItCannotReadIsUnsupported) {
  const FakeDReal fake;
  const std::vector<Answer> unread =
      Session(fake.solver, limits())
          .ask(query({"(declare-fun x () Real)\n(check-sat-assuming ((> x 0)))\n"}));
  EXPECT_THAT(kinds(unread), ElementsAre(AnswerKind::Unsupported));
  EXPECT_THAT(unread[0].detail, HasSubstr("syntax error"));
  const std::vector<Answer> aborted =
      Session(fake.solver, limits())
          .ask(query({"(declare-fun x () Real)\n(assert (distinct x 1.0))\n(check-sat)\n"}));
  EXPECT_THAT(kinds(aborted), ElementsAre(AnswerKind::Unsupported));
  EXPECT_EQ(aborted[0].breakdown, "");
}

TEST(AtEnd, AFileInThePlaceOfTheWord) {
  const Solver solver = file_reader();
  EXPECT_TRUE(solver.answers_at_end());
  const std::vector<Answer> answers =
      Session(solver, limits())
          .ask(query({"(declare-fun x () Int)\n(check-sat)\n", "(assert (> x 1))\n(check-sat)\n"}));
  EXPECT_THAT(kinds(answers), ElementsAre(AnswerKind::Sat, AnswerKind::Sat));
  for (const Answer& answer : answers) EXPECT_EQ(answer.model, "((define-fun x () Int 5))\n");
  EXPECT_EQ(probe(solver, limits(), ProbeModes::AndSessions).failure, "");
  EXPECT_THAT(portable_command(solver, 0), ElementsAre("fake_solver", "read-file", "/dev/stdin"));
}

TEST(AtEnd, OneThatHangsRunsOutOfTime) {
  const Solver solver = found("hanging=" + test::fake_solver() + " hang {file}");
  QueryLimits little = limits();
  little.seconds = 0.1;
  EXPECT_THAT(kinds(Session(solver, little).ask(query({"(check-sat)\n"}))),
              ElementsAre(AnswerKind::Timeout));
}

TEST(AtEnd, AWordIsAnAnswerOnlyAloneOnItsLine) {
  const std::string output =
      "delta-sat with delta = 0.001\nunsat : [0, 1]\ndelta-sat\ndelta-sat is a word\n";
  std::vector<AnswerKind> found;
  for (const std::string_view response : split_responses(output))
    if (const auto kind = read_answer(output, response)) found.push_back(*kind);
  EXPECT_THAT(found, ElementsAre(AnswerKind::DeltaSat, AnswerKind::DeltaSat));
}

}  // namespace
}  // namespace pg
