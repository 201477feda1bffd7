// What a solver cannot do, whatever a script makes it try. A shell plays the solver.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solve/process.h"
#include "solve/sandbox.h"
#include "solve/scratch.h"
#include "support/process.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

std::string run(const std::string& commands, bool confined = true) {
  ProcessLimits limits;
  limits.confined = confined;
  Result<std::unique_ptr<Process>> process =
      Process::start({"/bin/bash", "-c", commands}, limits, "/tmp");
  if (!process) return process.error().message;
  (*process)->exchange({}, {}, Clock::now() + std::chrono::seconds(20));
  return (*process)->take_output() + (*process)->take_errors();
}

class Sandbox : public ::testing::Test {
 protected:
  void SetUp() override {
    if (confinement_in_words().find("Landlock ") == std::string::npos)
      GTEST_SKIP() << "NOT TESTED: " << confinement_in_words();
  }
  test::TemporaryDirectory directory_;
};

TEST_F(Sandbox, NothingIsWrittenOutsideOfItsFolder) {
  directory_.write("there", "as it was");
  const std::string place = directory_.path().string();
  const std::string said = run(fmt::format(
      "cd {0}; echo x > new; echo x >> there; rm there; mkdir made; ln -s a link; mv there moved; "
      "truncate -s 0 there; echo x > ~/mine && echo written inside; echo x > /dev/null && echo "
      "null",
      place));
  EXPECT_THAT(said, HasSubstr("written inside"));
  EXPECT_THAT(said, HasSubstr("null"));
  EXPECT_EQ(test::read_file(place + "/there"), "as it was");
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(place)) ++files;
  EXPECT_EQ(files, 1u) << said;
  EXPECT_THAT(run(fmt::format("echo x > {}/new && echo done", place), false), HasSubstr("done"));
}

TEST_F(Sandbox, NoSocketIsOpened) {
  EXPECT_THAT(run("exec 3<>/dev/tcp/127.0.0.1/1"), HasSubstr("not permitted"));
  EXPECT_THAT(run("exec 3<>/dev/tcp/127.0.0.1/1", false), Not(HasSubstr("not permitted")));
}

TEST_F(Sandbox, WhatItStartsIsAsConfined) {
  const std::string place = directory_.path().string();
  run(fmt::format("(setsid bash -c 'echo x > {}/new') & wait", place));
  EXPECT_TRUE(fs::is_empty(place));
}

TEST(Confined, SeesNoEnvironmentOfOurs) {
  ::setenv("A_SECRET", "token-1", 1);
  EXPECT_THAT(run("env"), Not(HasSubstr("token-1")));
  EXPECT_THAT(run("env", false), HasSubstr("token-1"));
  ::unsetenv("A_SECRET");
  EXPECT_EQ(run("[ \"$HOME\" = \"$PWD\" ] && [ \"$TMPDIR\" = \"$PWD\" ] && echo -n own"), "own");
}

TEST(Confined, HasAFolderThatGoesAwayWithIt) {
  const std::string first = run("pwd; touch left-behind");
  EXPECT_FALSE(fs::exists(first.substr(0, first.find('\n'))));
  EXPECT_NE(first, run("pwd; touch left-behind"));
}

TEST(Confined, MakesItsFolderAgainWhereSomebodyRemovedIt) {
  const Result<std::string> scratch = scratch_folder();
  ASSERT_TRUE(scratch);
  fs::remove_all(*scratch);
  EXPECT_THAT(run("pwd"), HasSubstr(*scratch));
}

}  // namespace
}  // namespace pg
