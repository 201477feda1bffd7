// Where a program is, and why it cannot be run.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "solve/process.h"
#include "solve/solver.h"
#include "support/machine.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

// A machine whose folder is the current one.
class LocateProgram : public testing::Test {
 protected:
  LocateProgram() : before_(fs::current_path()) { fs::current_path(machine_.path(".")); }
  ~LocateProgram() override { fs::current_path(before_); }

  std::string here(const std::string& file) const { return fs::canonical(".") / file; }
  static std::string error(const std::string& name) { return locate_program(name).error().message; }

  fs::path before_;
  test::Machine machine_;
};

TEST_F(LocateProgram, ARelativePathIsOfTheCurrentFolder) {
  fs::create_directory("build");
  machine_.install("build/solver", "1.5");
  EXPECT_EQ(*locate_program("./build/solver"), here("build/solver"));
  EXPECT_EQ(*locate_program("build/../build/solver"), here("build/solver"));
  const Result<Solver> solver = find_solver("mine=./build/solver --fast");
  ASSERT_TRUE(solver) << solver.error().message;
  EXPECT_THAT(solver->argv, ElementsAre(here("build/solver"), "--fast"));
  EXPECT_EQ(solver->version, "1.5");
}

TEST_F(LocateProgram, ALinkKeepsItsName) {
  machine_.install("solver-9", "9.0");
  fs::create_symlink("solver-9", "cvc5");
  EXPECT_EQ(*locate_program("./cvc5"), here("cvc5"));
  EXPECT_EQ(find_solver("./cvc5")->spec->name, "cvc5");
}

TEST_F(LocateProgram, ARelativeFolderOnThePath) {
  fs::create_directory("bin");
  fs::create_directory("bin/not-this");
  machine_.install("bin/solver", "1");
  ::setenv("PATH", "bin", 1);
  EXPECT_EQ(*locate_program("solver"), here("bin/solver"));
  EXPECT_EQ(error("not-this"), "no solver 'not-this' on PATH");
}

TEST_F(LocateProgram, WhatIsWrongIsSaid) {
  fs::create_directory("folder");
  machine_.install("text", "1");
  ::chmod("text", 0600);
  EXPECT_EQ(error("./solver"),
            "cannot run './solver': no such file; paths are relative to the current directory");
  EXPECT_EQ(error("/no/solver"), "cannot run '/no/solver': no such file");
  EXPECT_EQ(error("./folder"), "cannot run './folder': it is a directory");
  EXPECT_EQ(error("./text"), "cannot run './text': it is not executable; try: chmod +x ./text");
  EXPECT_EQ(error("/dev/null"), "cannot run '/dev/null': it is no file");
  EXPECT_EQ(error("solver"), "no solver 'solver' on PATH");
  ::setenv("PATH", "/no", 1);
  ::chmod("text", 0700);
  EXPECT_EQ(error("text"), "no solver 'text' on PATH; did you mean ./text?");
}

TEST_F(LocateProgram, TheScriptOfAnInterpreterBelongsToTheProgram) {
  machine_.install("python", "3");
  machine_.install("solver.py", "1");
  const Result<Solver> solver = find_solver("mine=python ./solver.py ./missing ./solver.py");
  ASSERT_TRUE(solver) << solver.error().message;
  EXPECT_THAT(solver->argv,
              ElementsAre(EndsWith("/python"), here("solver.py"), "./missing", "./solver.py"));
  EXPECT_EQ(solver->leading, 2u);
  EXPECT_THAT(solver->id().options, ElementsAre("./missing", "./solver.py"));
  EXPECT_THAT(portable_command(*solver, 0),
              ElementsAre("python", "solver.py", "./missing", "./solver.py"));
}

TEST_F(LocateProgram, WhatIsNoProgramFailsToStart) {
  machine_.install("words", "1");
  std::ofstream("words") << "these are words, and none of them is a program\n";
  std::ofstream("orphan") << "#!/no/such/interpreter\n";
  ::chmod("orphan", 0700);
  const auto start = [&](const std::string& file) {
    return Process::start({here(file)}, {}).error().message;
  };
  EXPECT_THAT(start("words"), HasSubstr("a script needs a first line such as #!/bin/sh"));
  EXPECT_THAT(start("orphan"), HasSubstr("not the interpreter that it names"));
}

}  // namespace
}  // namespace pg
