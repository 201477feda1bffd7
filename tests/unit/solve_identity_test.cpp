// Which solver a bug names, and which one that is on this machine.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solve/npm_z3.h"
#include "solve/solver.h"
#include "support/machine.h"

namespace pg {
namespace {

using test::Machine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const SolverSpec* row(std::string_view name) {
  for (const SolverSpec& spec : solver_specs())
    if (spec.name == name) return &spec;
  return nullptr;
}

Solver made(const std::string& name, std::string_view spec, std::vector<std::string> argv) {
  Solver solver;
  solver.name = name;
  solver.spec = row(spec);
  solver.argv = std::move(argv);
  return solver;
}

const SolverId kId{"z3 a=1", "z3", "4.8.12", {"a=1"}};

TEST(SolverId, SaysNothingOfTheMachine) {
  Solver solver = made("z3 a=1", "z3", {"/usr/bin/z3", "a=1"});
  solver.version = "4.8.12";
  EXPECT_EQ(solver.id(), kId);
}

TEST(SolverId, AGivenOneWithoutOptionsGetsThoseOfTheIdentity) {
  const Solver given = made("z3", "z3", {"/opt/new/z3"});
  const Result<Solver> found = find_solver(kId, {&given, 1});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(found->argv, ElementsAre("/opt/new/z3", "a=1"));
  EXPECT_EQ(found->name, "z3 a=1");
}

// The bug is about its options: without them nothing would be tested.
TEST(SolverId, AGivenOneGetsTheOptionsBesideItsOwn) {
  const Solver given = made("new", "z3", {"/opt/new/z3", "b=2"});
  const Result<Solver> found = find_solver(kId, {&given, 1});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(found->argv, ElementsAre("/opt/new/z3", "b=2", "a=1"));
  EXPECT_EQ(found->name, "new");
}

TEST(SolverId, AGivenOneCanBeCalledByTheNameOfTheProgram) {
  const Solver given = made("z3", "cvc5", {"/opt/odd"});
  const Result<Solver> found = find_solver(kId, {&given, 1});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(found->argv, ElementsAre("/opt/odd", "a=1"));
}

TEST(SolverId, TheNameComesBeforeTheRowAndTheSameOptionsBeforeOthers) {
  std::vector<Solver> given{made("other", "z3", {"/1", "b=2"}), made("plain", "z3", {"/2"}),
                            made("same", "z3", {"/3", "a=1"}), made("z3 a=1", "cvc5", {"/4"})};
  const auto program = [&] { return find_solver(kId, given)->argv[0]; };
  for (const char* expected : {"/4", "/3", "/2", "/1"}) {
    EXPECT_EQ(program(), expected);
    std::erase_if(given, [&](const Solver& each) { return each.argv[0] == expected; });
  }
}

TEST(SolverId, ARowIsFoundOnThePath) {
  Machine machine;
  machine.install("z3", "9.9");
  const Solver other = made("cvc5", "cvc5", {"/opt/cvc5"});
  const Result<Solver> found = find_solver(kId, {&other, 1});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(found->argv, ElementsAre(machine.path("z3"), "a=1"));
  EXPECT_EQ(found->name, "z3 a=1");
  EXPECT_EQ(found->version, "9.9");
}

TEST(SolverId, AReleaseIsFoundInTheCache) {
  Machine machine;
  machine.install_release("4.8.12");
  const SolverId release{"z3@4.8.12", "z3@", "4.8.12", {"a=1"}};
  for (const SolverId& id : {release, kId}) {
    const Result<Solver> found = find_solver(id, {});
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->spec->name, "z3@");
    EXPECT_EQ(found->version, "4.8.12");
    EXPECT_EQ(found->argv.back(), "a=1");
    EXPECT_EQ(found->name, id.name);
  }
  // A release is not some z3 that is at hand, unless that one is given.
  machine.install("z3", "9.9");
  EXPECT_EQ(find_solver(release, {})->version, "4.8.12");
  const Solver given = made("z3", "z3", {"/opt/new/z3"});
  EXPECT_EQ(find_solver(release, {&given, 1})->argv[0], "/opt/new/z3");
}

TEST(SolverId, WhatIsMissingIsSaid) {
  const Machine machine;
  const auto error = [](const SolverId& id) { return find_solver(id, {}).error().message; };
  EXPECT_EQ(error({"mine", "", "1.0", {}}),
            "no solver 'mine' here: name it with --solver mine=PATH");
  EXPECT_THAT(error({"cvc5", "cvc5", "1.0", {}}), HasSubstr("or name one with --solver cvc5=PATH"));
  EXPECT_THAT(error(kId), HasSubstr("'polygraph solvers --install z3@4.8.12'"));
  EXPECT_THAT(error({"z3", "z3", "dev", {}}), HasSubstr("'dev' is no release of Z3"));
}

// An identity comes from a file that may be a stranger's.
TEST(SolverId, AnOptionThatMayReachOutOfTheSolverIsTheUsersToGive) {
  SolverId id = find_solver("z3")->id();
  id.options = {"sat.drat.file=/tmp/x"};
  const Result<Solver> refused = find_solver(id, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("may reach out of the solver"));
  const Solver given = *find_solver("z3 sat.drat.file=/tmp/x");
  EXPECT_TRUE(find_solver(id, {&given, 1}));
}

TEST(SolverId, NothingOfItIsRunAsACommand) {
  Machine machine;
  machine.install_script("evil", "echo version 6.6.6");
  machine.install_release("1.0");
  const std::string evil = machine.path("evil");
  const std::vector<std::string> texts{evil,          "evil",        "x=" + evil, "=" + evil,
                                       "1.0=" + evil, "1.0 " + evil, "../evil"};
  const auto run = [](const SolverId& id) {
    const Result<Solver> found = find_solver(id, {});
    return found && found->version == "6.6.6";
  };
  for (const std::string& text : texts)
    for (const char* known : {"", "z3", "z3@"})
      for (const std::vector<std::string>& options : {std::vector<std::string>{}, {text}}) {
        EXPECT_FALSE(run({text, known, "1.0", options}));
        EXPECT_FALSE(run({"z3", text, "1.0", options}));
        EXPECT_FALSE(run({"z3", known, text, options}));
      }
  EXPECT_EQ(find_solver("x=" + evil)->version, "6.6.6") << "the user's own words are";
}

TEST(IsRelease, NumbersWithDotsBetween) {
  EXPECT_TRUE(is_release("4.12.2"));
  EXPECT_TRUE(is_release("5"));
  for (const char* text : {"", ".", "..", "4.", ".4", "4..2", "4.x", "4/5", "4 5"})
    EXPECT_FALSE(is_release(text)) << text;
}

TEST(PortableCommand, HasNoPathOfThisMachine) {
  const Solver z3 = made("old", "z3", {"/opt/z3-4.8/bin/z3-old", "a=1"});
  EXPECT_THAT(portable_command(z3, 0), ElementsAre("z3", "-in", "-smt2", "a=1"));
  const Solver yices = made("y", "yices", {"/home/me/yices-smt2"});
  EXPECT_THAT(portable_command(yices, kNeedIncremental),
              ElementsAre("yices-smt2", "--incremental"));
  const Result<Solver> mine = find_solver("mine=/bin/cat -u");
  ASSERT_TRUE(mine);
  EXPECT_THAT(portable_command(*mine, 0), ElementsAre("cat", "-u"));
}

TEST(PortableCommand, AReleaseIsZ3) {
  Machine machine;
  machine.install_release("4.8.12");
  const Result<Solver> release = find_solver("z3@4.8.12 a=1");
  ASSERT_TRUE(release) << release.error().message;
  EXPECT_THAT(portable_command(*release, 0), ElementsAre("z3", "-in", "-smt2", "a=1"));
}

}  // namespace
}  // namespace pg
