#include "smtlib/safety.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/query.h"
#include "base/safe_option.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// What of a command is sent to a solver.
std::string sent(const std::string& command) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, command + "(declare-const x Int)(assert (> x 3))(check-sat)");
  EXPECT_TRUE(parsed.errors.empty()) << command;
  std::string text = query_text(make_query(pool, parsed.script, false));
  EXPECT_THAT(text, HasSubstr("(assert (> x 3))"));
  return text.substr(0, text.find("(declare-const"));
}

TEST(Safety, WhatMayReachOutOfTheSolverIsNotSent) {
  for (const char* command : {"(set-option :regular-output-channel\"/tmp/x\")",
                              "(set-option :regular-output-channel \"/tmp/x\")",
                              "(set-option :diagnostic-output-channel stdout)",
                              "(set-option :sat.drat.file x)",
                              "(set-option :dump-to \"x\")",
                              "(set-option :opt.dump_benchmarks true)",
                              "(set-option :trace true)",
                              "(set-option :solver.smtlib2_log x)",
                              "(set-option :anything \"/etc/passwd\")",
                              "(set-option :anything |a/b|)",
                              "(set-option :anything ..)",
                              "(set-option :anything (a b))",
                              "(set-option :anything true :dump-to x)",
                              "(include \"/etc/passwd\")",
                              "(|include| \"/etc/passwd\")",
                              "(dbg-anything 1)",
                              "(labels)",
                              "(apply (using-params simplify :dump-to x))",
                              "(apply (echo \"/tmp/x\"))",
                              "(check-sat-using (using-params smt :log x))",
                              "(a-command-of-tomorrow \"/tmp/x\")"})
    EXPECT_THAT(sent(command), Not(HasSubstr("(set-option"))) << command;
  for (const char* command : {"(include \"/etc/passwd\")", "(dbg-anything 1)", "(labels)",
                              "(a-command-of-tomorrow \"/tmp/x\")", "(|include| \"/etc/passwd\")"})
    EXPECT_EQ(sent(command), "") << command;
}

TEST(Safety, OptionsThatChooseHowToSolveAre) {
  for (const char* command :
       {"(set-option :smt.arith.solver 2)", "(set-option :random-seed 7)",
        "(set-option :produce-unsat-cores true)", "(set-option :smt.string_solver z3str3)",
        "(set-option :bv-solver \"bitblast-internal\")", "(set-option :smt.qi.eager_threshold 1.5)",
        "(set-option :incremental true)", "(set-option :tactic.default_tactic smt)"})
    EXPECT_EQ(sent(command), std::string(command) + "\n");
}

TEST(Safety, WhatIsDroppedIsTold) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool, "(set-option :dump-to \"x\")(set-option :incremental true)(include \"y\")(check-sat)");
  std::vector<std::string> dropped;
  const Script safe = safe_script(pool, parsed.script, &dropped);
  EXPECT_EQ(print_script(pool, safe), "(set-option :incremental true)\n(check-sat)\n");
  EXPECT_EQ(dropped, (std::vector<std::string>{"(set-option :dump-to \"x\")", "(include \"y\")"}));
}

TEST(Safety, ATextThatCannotBeParsedIsCutByItsCommands) {
  EXPECT_EQ(safe_text("(declare-fun f (Foo) Bar)\n(include \"x\")\n(assert (f ?))(check-sat)\n"),
            "(declare-fun f (Foo) Bar)\n\n(assert (f ?))(check-sat)\n");
  EXPECT_EQ(safe_text("(set-option :dump-to \"a)\")(assert true)"), "(assert true)");
  EXPECT_EQ(safe_text("(assert \"(include x)\")"), "(assert \"(include x)\")");
  EXPECT_EQ(safe_text("; (include x)\n(assert true"), "; (include x)\n(assert true");
  EXPECT_EQ(safe_text("(include \"x\" (assert true)"), "");
  EXPECT_EQ(safe_text("()(\"include\" x)((include x))"), "");
  EXPECT_EQ(safe_text(""), "");
}

TEST(Safety, WordsOfACommandLine) {
  for (const char* word : {"--incremental", "smt.arith.solver=2", "-i", "--solve-int-as-bv=8",
                           "--re-inter=all", "model_validate=true", "-T:5", "justification"})
    EXPECT_TRUE(is_safe_option(word)) << word;
  for (const char* word : {"--dump-to=x", "sat.drat.file=x", "/etc/passwd", "--x=/etc/passwd",
                           "--x=../y", "--out=x", "", "--", "--x=$(touch y)", "a b", "-log:x"})
    EXPECT_FALSE(is_safe_option(word)) << word;
}

}  // namespace
}  // namespace pg
