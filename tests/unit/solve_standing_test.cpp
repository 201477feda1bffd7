// What solvers say of their own options.
#include <string>

#include <gtest/gtest.h>

#include "solve/standing.h"
#include "support/machine.h"

namespace pg {
namespace {

// As cvc5 1.0.3 and cvc4 1.8 print it.
constexpr std::string_view kHelp = R"(usage: cvc5 [options] [input-file]

Most commonly-used cvc5 options:
  --incremental | -i     enable incremental solving [*]
  -q, --quiet            decrease verbosity (may be repeated)

From the Floating-Point module:
  --fp-exp               Allow floating-point sorts of all sizes, rather than
                         only Float32 (8/24) or Float64 (11/53) (experimental)
                         (EXPERTS only) [*]
  --nl-cov-lift=MODE     choose the Coverings lifting mode (EXPERTS
                         --not-an-option only)
  --sets-infer-as-lemmas send inferences as lemmas (EXPERTS only) [*]
  --sets-ext             enable extended symbols such as complement and universe
                         in theory of sets [*]
  --arrays-optimize-linear
                         turn on optimization for linear array terms
                         (EXPERTS only) [*]
  --strings-exp          experimental features in the theory of strings [*]

  [*] Each of these options has an experimental --no-OPTIONNAME variant.
)";

std::string level(std::string_view option) { return read_standing(kHelp, option).level; }

TEST(Standing, AsTheHelpTextSays) {
  EXPECT_EQ(read_standing(kHelp, "--fp-exp"),
            (Standing{"experimental",
                      "Allow floating-point sorts of all sizes, rather than only Float32 (8/24) or "
                      "Float64 (11/53) (experimental) (EXPERTS only) [*]"}));
  EXPECT_EQ(read_standing(kHelp, "--sets-ext"),
            (Standing{"",
                      "enable extended symbols such as complement and universe in theory of "
                      "sets [*]"}));
  EXPECT_EQ(read_standing(kHelp, "--nosuch"), Standing{});
  EXPECT_EQ(level("--strings-exp"), "experimental");
  EXPECT_EQ(level("--sets-infer-as-lemmas"), "expert");
  EXPECT_EQ(level("--arrays-optimize-linear"), "expert");
}

TEST(Standing, HowAnOptionIsWritten) {
  EXPECT_EQ(level("--no-fp-exp"), "experimental");
  EXPECT_EQ(level("--sets-infer-as-lemmas=true"), "expert");
  EXPECT_EQ(read_standing(kHelp, "-i").help, "enable incremental solving [*]");
  EXPECT_EQ(read_standing(kHelp, "--incremental").help, "enable incremental solving [*]");
  EXPECT_EQ(read_standing(kHelp, "--quiet").help, "decrease verbosity (may be repeated)");
  EXPECT_EQ(read_standing(kHelp, "--nl-cov-lift=regular").help,
            "choose the Coverings lifting mode (EXPERTS --not-an-option only)");
  EXPECT_EQ(read_standing(kHelp, "--not-an-option"), Standing{});
  EXPECT_EQ(read_standing(kHelp, ""), Standing{});
}

TEST(Standing, TheSolverIsAskedOnce) {
  const test::Machine machine;
  machine.install_script("cvc5", "echo '  --a  words (EXPERTS only)'");
  const Result<Solver> solver = find_solver("cvc5");
  ASSERT_TRUE(solver);
  EXPECT_EQ(standing_of(*solver, "--a").level, "expert");
  machine.install_script("cvc5", "echo '  --b  words (EXPERTS only)'");
  EXPECT_EQ(standing_of(*solver, "--b"), Standing{});
}

TEST(Standing, ASolverWithoutSuchAHelpTextIsNotAsked) {
  const test::Machine machine;
  machine.install("z3", "4.8.12");
  const Result<Solver> solver = find_solver("z3");
  ASSERT_TRUE(solver);
  EXPECT_EQ(standing_of(*solver, "smt.arith.solver=2"), Standing{});
}

}  // namespace
}  // namespace pg
