// Versions as the solvers print them.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "solve/solver.h"
#include "solve/version.h"
#include "support/machine.h"

namespace pg {
namespace {

struct Case {
  std::string_view row;
  std::string_view number;
  std::string_view printed;
  bool to_errors = false;
};

// As these releases print it.
constexpr Case kCases[] = {
    {"z3", "4.8.12", "Z3 version 4.8.12 - 64 bit"},
    {"cvc5", "1.0.3", "This is cvc5 version 1.0.3\ncompiled with GCC version 12.2.0\n"},
    {"cvc5", "1.3.5.dev+main@91e5f3c",
     "This is cvc5 version 1.3.5.dev+main@91e5f3c [git 91e5f3c on branch main]\n"},
    {"cvc5", "1.3.5", "cvc5 1.3.5\n"},
    {"cvc4", "1.8", "This is CVC4 version 1.8\ncompiled with GCC version 12.2.0\n"},
    {"bitwuzla", "0.9.1-dev", "0.9.1-dev\n"},
    {"boolector", "3.2.2", "3.2.2\n"},
    {"yices", "2.7.0", "Yices 2.7.0\nCopyright SRI International.\n"},
    {"opensmt", "2.9.2", "OpenSMT version 2.9.2\n", true},
    {"dreal", "4.21.06.2", "dReal v4.21.06.2 (Release Build)\n"},
    {"mathsat", "5.6.10", "MathSAT5 version 5.6.10 (bf3f7b8e8b9c) (Sep 26 2023 09:50:09)\n"},
};

TEST(Version, OfEveryRow) {
  std::map<std::string_view, size_t> seen;
  for (const Case& each : kCases) {
    const test::Machine machine;
    for (const SolverSpec& spec : solver_specs())
      if (spec.name == each.row)
        machine.install_script(std::string(spec.program), "echo '" + std::string(each.printed) +
                                                              "'" + (each.to_errors ? " >&2" : ""));
    const Result<Solver> solver = find_solver(each.row);
    ASSERT_TRUE(solver) << each.row;
    EXPECT_EQ(solver->version, each.number);
    EXPECT_EQ(solver->version_line, each.printed.substr(0, each.printed.find('\n')));
    ++seen[each.row];
  }
  for (const SolverSpec& spec : solver_specs()) EXPECT_GT(seen[spec.name], 0u) << spec.name;
}

TEST(Version, OddTexts) {
  const auto number = [](std::string_view text) { return read_version(text).number; };
  EXPECT_EQ(number(""), "");
  EXPECT_EQ(number("cvc5"), "");
  EXPECT_EQ(number("usage: solver2 [file]\nerror: line 1\n"), "");
  EXPECT_EQ(number("\nmine v2.1, built today\n"), "2.1");
  EXPECT_EQ(number("mine version 7\n"), "7");
  EXPECT_EQ(number("mine 2.1.\r\n"), "2.1");
  EXPECT_EQ(read_version("a\nmine 2.1  \r\nb 3.4").line, "mine 2.1");
  EXPECT_EQ(read_version("1.2 " + std::string(1000, 'x')).line.size(), 200u);
}

}  // namespace
}  // namespace pg
