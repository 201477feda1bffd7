#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

// A solver that says nothing, and has started something that left its group.
constexpr const char* kSolver =
    "#!/bin/sh\n"
    "case \"$1\" in --version) exit 1;; esac\n"
    "setsid sleep 1000 &\n"
    "echo $! > \"$0.new\" && mv \"$0.new\" \"$0.child\"\n"
    "exec sleep 1000\n";

class SignalTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    directory_.write("solver", kSolver);
    fs::permissions(directory_.path() / "solver", fs::perms::owner_all);
    directory_.write("a.smt2", "(assert true)\n(check-sat)\n");
  }
  pid_t start() {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::chdir(directory_.path().c_str()) != 0) ::_exit(99);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, fd);
    const std::string& program = test::polygraph_binary();
    ::execl(program.c_str(), program.c_str(), "solve", "a.smt2", "--solver", "hung=./solver",
            "--no-sandbox", nullptr);
    ::_exit(98);
  }
  // The process that the solver has started.
  pid_t grandchild() const {
    const fs::path file = directory_.path() / "solver.child";
    while (!fs::exists(file)) std::this_thread::yield();
    pid_t pid = 0;
    std::ifstream(file) >> pid;
    return pid;
  }
  test::TemporaryDirectory directory_;
};

TEST_P(SignalTest, LeavesNothingBehind) {
  const pid_t child = start();
  const pid_t left = grandchild();
  ASSERT_GT(left, 0);
  ::kill(child, GetParam());
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(::kill(left, 0), 0) << "what a solver has started is still there";
  ::kill(left, SIGKILL);
}

// A campaign of nohup outlives the terminal.
TEST_P(SignalTest, WhatIsIgnoredStaysSo) {
  directory_.write("solver",
                   "#!/bin/sh\n"
                   "case \"$1\" in --version) exit 1;; esac\n"
                   "echo $$ > \"$0.new\" && mv \"$0.new\" \"$0.child\"\n"
                   "until [ -e \"$0.go\" ]; do :; done\n"
                   "echo sat\n");
  const auto before = std::signal(GetParam(), SIG_IGN);
  const pid_t child = start();
  std::signal(GetParam(), before);
  ASSERT_GT(grandchild(), 0);
  ::kill(child, GetParam());
  directory_.write("solver.go", "");
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

INSTANTIATE_TEST_SUITE_P(All, SignalTest, ::testing::Values(SIGINT, SIGTERM, SIGHUP));

}  // namespace
}  // namespace pg
