// Every solver of the zoo in tests/fake_solvers, many at a time: the right word for what it does,
// and nothing is left of it.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "solve/session.h"
#include "support/paths.h"

namespace pg {
namespace {

struct ZooCase {
  std::string_view behaviour;
  AnswerKind kind;
  std::string_view detail = {};     // in the answer's detail
  std::string_view breakdown = {};  // in the answer's breakdown; empty: there is none
};

constexpr ZooCase kZoo[] = {
    {"hang", AnswerKind::Timeout, "no answer in"},
    {"hang-at-start", AnswerKind::Timeout, "no answer in"},
    {"ignore-sigterm", AnswerKind::Timeout, "no answer in"},
    {"leave-child", AnswerKind::Error, "ended without an answer, exit code 0"},
    {"leave-daemon", AnswerKind::Sat},
    {"answer-beside-child", AnswerKind::Sat},
    {"stop", AnswerKind::Timeout, "no answer in"},
    {"flood", AnswerKind::Error, "MB of output"},
    {"flood-errors", AnswerKind::Unsat},
    {"print-bytes", AnswerKind::Sat},
    {"answer-slowly", AnswerKind::Timeout},
    {"answer-and-crash", AnswerKind::Sat, "", "ASSERTION VIOLATION"},
    {"half-a-model", AnswerKind::Sat},
    {"lie-sat", AnswerKind::Sat},
    {"lie-unsat", AnswerKind::Unsat},
    {"false-model", AnswerKind::Sat},
    {"eat-memory", AnswerKind::OutOfMemory, "out of memory"},
    {"die-at-start", AnswerKind::Crash, "SIGSEGV", "SIGSEGV"},
    {"delete-input", AnswerKind::Error, "ended without an answer"},
    {"exit-silently", AnswerKind::Error, "ended without an answer, exit code 0"},
    {"refuse", AnswerKind::Unsupported, "unknown sort 'Foo'"},
    {"fail-at-the-end", AnswerKind::Unsat, "", "SIGSEGV"},
    {"fail-on-model", AnswerKind::Sat, "", "Fatal failure"},
};

Solver fake(std::string_view behaviour) {
  const Result<Solver> solver =
      find_solver("fake=" + test::fake_solver() + " " + std::string(behaviour));
  EXPECT_TRUE(solver) << (solver ? "" : solver.error().message);
  return *solver;
}

// Little time where it runs out anyway, and plenty on a busy machine where it must not.
QueryLimits small_limits(AnswerKind expected) {
  QueryLimits limits;
  limits.seconds = expected == AnswerKind::Timeout ? 0.1 : 60;
  limits.memory_mb = 128;
  limits.output_mb = 1;
  return limits;
}

const Query kQuery{.parts = {{"(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n", ""}},
                   .rest = {}};

size_t open_descriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

class SolveZoo : public testing::TestWithParam<ZooCase> {};

TEST_P(SolveZoo, IsCalledByItsNameAndReclaimed) {
  constexpr int kTimes = 100;
  constexpr int kAtOnce = 20;
  const ZooCase& expected = GetParam();
  const Solver solver = fake(expected.behaviour);
  const size_t before = open_descriptors();
  std::atomic<int> next = 0;
  std::vector<std::vector<Answer>> answers(kTimes);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kAtOnce; ++i)
      threads.emplace_back([&] {
        for (int at = next++; at < kTimes; at = next++)
          answers[static_cast<size_t>(at)] = ask_once(solver, kQuery, small_limits(expected.kind));
      });
  }
  for (const std::vector<Answer>& each : answers) {
    ASSERT_EQ(each.size(), 1u);
    const Answer& answer = each[0];
    EXPECT_EQ(name_of(answer.kind), name_of(expected.kind)) << answer.detail;
    EXPECT_NE(answer.detail.find(expected.detail), std::string::npos) << answer.detail;
    EXPECT_EQ(answer.breakdown.empty(), expected.breakdown.empty()) << answer.breakdown;
    EXPECT_NE(answer.breakdown.find(expected.breakdown), std::string::npos) << answer.breakdown;
    if (expected.behaviour == "half-a-model") {
      EXPECT_EQ(answer.model, "");
    }
    if (expected.behaviour == "false-model") {
      EXPECT_NE(answer.model.find("(- 7)"), std::string::npos);
    }
  }
  EXPECT_EQ(open_descriptors(), before);
  // A daemon may turn up in the very moment of its owner's end: the next one takes it along.
  Process::sweep();
  // Neither a process nor a zombie is left of a hundred of them.
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

INSTANTIATE_TEST_SUITE_P(All, SolveZoo, testing::ValuesIn(kZoo), [](const auto& row) {
  std::string name(row.param.behaviour);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(SolveTogether, SolversWorkAtTheSameTime) {
  QueryLimits limits = small_limits(AnswerKind::Unsat);
  limits.unconfined = true;
  Session writer(fake("meet-writer"), limits);
  Session reader(fake("meet-reader"), limits);
  int meanwhile = 0;
  const std::vector<std::vector<Answer>> answers = Session::ask_all(
      std::array{&writer, &reader}, kQuery, std::array{0.0, 0.0}, [&] { ++meanwhile; });
  ASSERT_EQ(answers.size(), 2u);
  for (const std::vector<Answer>& each : answers) {
    ASSERT_EQ(each.size(), 1u);
    EXPECT_EQ(name_of(each[0].kind), "unsat") << each[0].detail;
  }
  EXPECT_EQ(meanwhile, 1);
}

// What one does is nothing to the others, whoever is waited for first.
TEST(SolveTogether, EachHasItsOwnEnd) {
  std::vector<ZooCase> zoo(std::begin(kZoo), std::end(kZoo));
  for (size_t turn = 0; turn < 4; ++turn) {
    std::ranges::rotate(zoo, zoo.begin() + 6);
    std::vector<std::unique_ptr<Session>> sessions;
    std::vector<Session*> all;
    std::vector<double> seconds;
    for (const ZooCase& each : zoo) {
      sessions.push_back(
          std::make_unique<Session>(fake(each.behaviour), small_limits(AnswerKind::Unsat)));
      all.push_back(sessions.back().get());
      seconds.push_back(each.kind == AnswerKind::Timeout ? 0.1 : 0);
    }
    const std::vector<std::vector<Answer>> answers = Session::ask_all(all, kQuery, seconds);
    for (size_t i = 0; i < zoo.size(); ++i) {
      // How it ends shows only where it is waited for.
      if (zoo[i].behaviour == "fail-at-the-end") continue;
      ASSERT_EQ(answers[i].size(), 1u) << zoo[i].behaviour;
      const Answer& answer = answers[i][0];
      EXPECT_EQ(name_of(answer.kind), name_of(zoo[i].kind)) << zoo[i].behaviour << answer.detail;
      EXPECT_EQ(answer.breakdown.empty(), zoo[i].breakdown.empty()) << zoo[i].behaviour;
    }
  }
}

// What a program sees of GLIBC_TUNABLES, which tell the C library to keep freed memory.
std::string tunables_with(const ProcessLimits& limits) {
  const Result<std::unique_ptr<Process>> process =
      Process::start({find_program("printenv"), "GLIBC_TUNABLES"}, limits);
  if (!process) return "no process";
  (*process)->exchange({}, {}, Clock::now() + std::chrono::seconds(10));
  return (*process)->take_output();
}

TEST(Process, WhatHasALimitOnItsMemoryKeepsIt) {
  ::unsetenv("GLIBC_TUNABLES");
  EXPECT_THAT(tunables_with({.memory_mb = 512}), testing::HasSubstr("trim_threshold="));
  EXPECT_EQ(tunables_with({}), "");
  ::setenv("GLIBC_TUNABLES", "glibc.malloc.perturb=7", 1);
  EXPECT_EQ(tunables_with({.memory_mb = 512}), "glibc.malloc.perturb=7\n");
  ::unsetenv("GLIBC_TUNABLES");
}

// A session goes on after each of them, with a new process.
TEST(Session, SurvivesItsSolver) {
  for (const std::string_view behaviour : {"answer-and-crash", "exit-silently", "refuse"}) {
    Session session(fake(behaviour), small_limits(AnswerKind::Sat));
    const std::vector<Answer> first = session.ask(kQuery);
    const std::vector<Answer> second = session.ask(kQuery);
    ASSERT_EQ(first.size(), 1u);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(first[0].kind, second[0].kind) << behaviour;
    EXPECT_EQ(session.starts(), 2u) << behaviour;
  }
}

Solver installed(std::string_view name) {
  const Result<Solver> solver = find_solver(name);
  return solver ? *solver : Solver{};
}

TEST(Session, KeepsTheProcessAndForgetsTheScript) {
  for (const std::string_view name : {"z3", "cvc5", "cvc4"}) {
    const Solver solver = installed(name);
    if (!solver.spec) continue;
    Session session(solver, {});
    const Query sat{.parts = {{"(set-option :produce-models true)\n(set-logic QF_LIA)\n"
                               "(declare-const x Int)\n(assert (= x 5))\n(check-sat)\n",
                               ""}},
                    .rest = {}};
    const Query unsat{.parts = {{"(set-logic QF_LRA)\n(declare-const x Real)\n"
                                 "(assert (< x x))\n(check-sat)\n",
                                 ""}},
                      .rest = {}};
    for (int i = 0; i < 3; ++i) {
      const std::vector<Answer> yes = session.ask(sat);
      ASSERT_EQ(yes.size(), 1u);
      EXPECT_EQ(name_of(yes[0].kind), "sat") << name << ": " << yes[0].detail;
      EXPECT_NE(yes[0].model.find('5'), std::string::npos) << name;
      const std::vector<Answer> no = session.ask(unsat);
      ASSERT_EQ(no.size(), 1u);
      EXPECT_EQ(name_of(no[0].kind), "unsat") << name << ": " << no[0].detail;
    }
    EXPECT_EQ(session.starts(), 1u) << name;
    EXPECT_EQ(session.transcript().size(), 6u);
  }
}

TEST(Session, SeveralChecksGiveSeveralAnswers) {
  for (const std::string_view name : {"z3", "cvc5", "cvc4"}) {
    const Solver solver = installed(name);
    if (!solver.spec) continue;
    Query query{.parts = {{"(set-logic QF_LIA)\n(declare-const x Int)\n(push 1)\n"
                           "(assert (> x 0))\n(check-sat)\n",
                           ""},
                          {"(assert (< x 0))\n(check-sat)\n", ""},
                          {"(pop 1)\n(check-sat)\n", ""}},
                .rest = "(exit)\n"};
    query.needs = kNeedIncremental;
    query.models = false;
    std::string words;
    for (const Answer& answer : ask_once(solver, query, {})) {
      words += name_of(answer.kind);
      words += ' ';
    }
    EXPECT_EQ(words, "sat unsat sat ") << name;
  }
}

TEST(Session, AnErrorBesideAnAnswerIsKept) {
  const Solver z3 = installed("z3");
  if (!z3.spec) GTEST_SKIP() << "no z3";
  // After an assertion that it refused, z3 goes on and answers.
  const std::vector<Answer> answers = ask_once(
      z3, {.parts = {{"(declare-const x Int)\n(assert (foo x))\n(check-sat)\n", ""}}, .rest = {}},
      {});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(name_of(answers[0].kind), "unsupported");
  ASSERT_EQ(answers[0].errors.size(), 1u);
  EXPECT_NE(answers[0].errors[0].find("unknown constant foo"), std::string::npos);
}

}  // namespace
}  // namespace pg
