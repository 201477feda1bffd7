// repro.sh, run as whoever gets a bug would run it: with a shell and a solver, without Polygraph.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug/folder.h"
#include "support/cases.h"
#include "support/paths.h"
#include "support/process.h"

namespace pg {
namespace {

using test::RunResult;
using test::TemporaryDirectory;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kShows = 1;
constexpr int kDoesNotShow = 0;
constexpr int kNotTested = 125;

class Repro : public ::testing::Test {
 protected:
  void write(const Case& found) {
    std::filesystem::remove_all(directory_.path() / "bug");
    ASSERT_TRUE(write_bug((directory_.path() / "bug").string(), found));
  }
  // With a solver that is this shell script.
  RunResult with(const std::string& script) {
    directory_.write("solver", "#!/bin/sh\n" + script);
    std::filesystem::permissions(directory_.path() / "solver", std::filesystem::perms::owner_all);
    return with_program("./solver");
  }
  RunResult with_program(const std::string& program) {
    return test::run(directory_, {"/usr/bin/env", "SOLVER=" + program, "bug/repro.sh"});
  }
  static std::string fake(const std::string& behaviour) {
    return "exec " + test::fake_solver() + " " + behaviour + "\n";
  }
  int code(const std::string& script) { return with(script).exit_code; }

  TemporaryDirectory directory_;
};

TEST_F(Repro, AWrongUnsat) {
  write(test::wrong_unsat());
  const RunResult run = with(fake("lie-unsat"));
  EXPECT_EQ(run.exit_code, kShows) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("expected: sat\n"), HasSubstr("actual:   unsat\n")));
  EXPECT_EQ(code(fake("lie-sat")), kDoesNotShow);
  EXPECT_EQ(code("echo unknown\n"), kNotTested);
  EXPECT_EQ(code("echo '(error \"no\")'; echo unsat\n"), kNotTested);
  EXPECT_EQ(code("exit 3\n"), kNotTested);
  const RunResult missing = with_program("no-such-solver");
  EXPECT_EQ(missing.exit_code, kNotTested);
  EXPECT_THAT(missing.out, HasSubstr("there is no 'no-such-solver'"));
}

TEST_F(Repro, OptionsThatShowItAreGiven) {
  write(test::wrong_unsat());
  EXPECT_EQ(code("case \"$*\" in '-in -smt2 smt.arith.solver=2') echo unsat;; esac\n"), kShows);
}

TEST_F(Repro, ASolverThatTakesTooLongIsNotTested) {
  write(test::wrong_unsat());
  directory_.write("solver", "#!/bin/sh\nexec sleep 100\n");
  std::filesystem::permissions(directory_.path() / "solver", std::filesystem::perms::owner_all);
  const RunResult run =
      test::run(directory_, {"/usr/bin/env", "SOLVER=./solver", "TIMEOUT=0.1", "bug/repro.sh"});
  EXPECT_EQ(run.exit_code, kNotTested);
}

TEST_F(Repro, AFalseModel) {
  Case found = test::one_of_each()[1];
  found.original = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
  write(found);
  // The model that was found is known to be false; another one is tried by the solver itself.
  const RunResult same = with("echo sat; echo '((define-fun x ()  Int 1))'\n");
  EXPECT_EQ(same.exit_code, kShows) << same.out << same.err;
  EXPECT_THAT(same.out, HasSubstr("(define-fun x ()  Int 1)")) << "the model can be seen";
  const std::string liar =
      "text=$(cat)\ncase $text in *get-model*) echo sat; echo '((define-fun x () Int 2))';;\n"
      "*'(define-fun x () Int 2)'*'(assert (> x 3))'*) echo unsat;; esac\n";
  const RunResult other = with(liar);
  EXPECT_EQ(other.exit_code, kShows) << other.out << other.err;
  EXPECT_THAT(other.out, HasSubstr("with these values: unsat"));
  EXPECT_EQ(code(fake("lie-unsat")), kNotTested) << "that may be another lie";
  EXPECT_EQ(code("echo sat\n"), kNotTested);
  EXPECT_EQ(code("echo '(error \"no\")'; echo sat\n"), kNotTested) << "an error is no model";
  EXPECT_EQ(code("echo sat; echo '()'\n"), kNotTested) << "a model without x says nothing";
  EXPECT_EQ(code("echo sat; echo '('; echo '; a comment'; echo '(define-fun x () Int 1))'\n"),
            kShows)
      << "comments do not matter";
  EXPECT_EQ(with_program("/usr/bin/z3").exit_code, kDoesNotShow);
}

TEST_F(Repro, AnIncrementalScriptIsAskedForTheModelOfItsCheck) {
  Case found = test::one_of_each()[1];
  found.check = 1;
  found.original =
      "(declare-const x Int)\n(push 1)\n(assert (> x 3))\n(check-sat)\n(pop 1)\n(assert (> x 4))\n"
      "(check-sat)\n(check-sat)\n";
  found.certificate = FalseModel{"(\n  (define-fun x () Int 0)\n)", true, "why"};
  write(found);
  EXPECT_EQ(code("cat >/dev/null; echo sat; echo sat; echo '((define-fun x () Int 0))'\n"), kShows);
  EXPECT_EQ(code("cat >/dev/null; echo sat; echo sat; echo '((define-fun x () Int 9))'\n"),
            kNotTested);
}

TEST_F(Repro, AWrongSatIsGoneWithAnUnsat) {
  Case found = test::one_of_each()[1];
  found.kind = Kind::WrongSat;
  write(found);
  EXPECT_EQ(code(fake("lie-unsat")), kDoesNotShow);
  EXPECT_EQ(code("echo unsat; echo '(error \"model is not available\")'\n"), kDoesNotShow)
      << "a solver that answers unsat has no model";
  EXPECT_EQ(code("echo '(error \"no\")'; echo unsat\n"), kNotTested);
}

TEST_F(Repro, ErrorsBeforeTheAnswerCountHoweverItWasFound) {
  Case found = test::wrong_unsat();
  found.output = "unsat\n(error \"no model\")\n";
  write(found);
  EXPECT_EQ(code("echo '(error \"no\")'; echo sat\n"), kNotTested);
  found.output = "(error \"unknown option\")\nunsat\n";
  write(found);
  EXPECT_EQ(code("echo '(error \"unknown option\")'; echo unsat\n"), kShows);
}

TEST_F(Repro, ACrashOverTheModelAsksForIt) {
  Case found = test::one_of_each()[5];
  found.certificate = Breakdown{"signal SIGSEGV", true};
  found.original = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
  write(found);
  EXPECT_EQ(code("case $(cat) in *'(get-model)'*) echo sat; kill -SEGV $$;; *) echo sat;; esac\n"),
            kShows);
  EXPECT_EQ(code("cat >/dev/null; echo sat; echo '()'\n"), kDoesNotShow);
}

TEST_F(Repro, AModelOfALaterCheckIsTriedWithoutScopes) {
  Case found = test::one_of_each()[1];
  found.check = 1;
  found.original =
      "(declare-const x Int)\n(check-sat)\n(assert (> x 3))\n(check-sat)\n(assert (> x 9))\n"
      "(check-sat)\n";
  found.certificate = FalseModel{"(\n  (define-fun x () Int 0)\n)", true, "why"};
  write(found);
  EXPECT_EQ(with_program("/usr/bin/z3").exit_code, kDoesNotShow)
      << "its model of the second check is right, whatever the third one asserts";
  EXPECT_EQ(code("text=$(cat)\ncase $text in *get-model*) echo sat; echo sat;"
                 " echo '((define-fun x () Int 2))';; *'Int 2'*) echo unsat;; esac\n"),
            kShows);
}

TEST_F(Repro, ACrash) {
  write(test::one_of_each()[5]);
  EXPECT_EQ(code(fake("answer-and-crash")), kShows);
  EXPECT_EQ(code(fake("lie-sat")), kDoesNotShow);
  EXPECT_EQ(code("exit 1\n"), kNotTested);
  EXPECT_EQ(code("echo '(error \"no\")'; echo sat\n"), kNotTested);
  EXPECT_EQ(code("echo ASSERTION VIOLATION; echo File: other.cpp\n"), kNotTested);
  EXPECT_EQ(code("echo sat; kill -SEGV $$\n"), kNotTested) << "it crashes otherwise";
  Case plain = test::one_of_each()[5];
  plain.certificate = Breakdown{"signal SIGSEGV"};
  write(plain);
  EXPECT_EQ(code(fake("die-at-start")), kShows);
  EXPECT_EQ(code(fake("lie-unsat")), kDoesNotShow);
}

TEST_F(Repro, AContradictionAsksForBothAnswers) {
  write(test::one_of_each()[4]);
  const std::string two = "case $(cat) in *'(* 2 x) 4'*) echo sat;; *) echo unsat;; esac\n";
  const RunResult run = with(two);
  EXPECT_EQ(run.exit_code, kShows) << run.out << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("premise:  sat"), HasSubstr("original.smt2:  unsat")));
  EXPECT_EQ(code(fake("lie-sat")), kDoesNotShow);
  EXPECT_EQ(code(fake("lie-unsat")), kDoesNotShow) << "wrong perhaps, but not a contradiction";
  EXPECT_EQ(code("echo unknown\n"), kNotTested);
}

TEST_F(Repro, TheSolversOwnCheck) {
  Case found = test::one_of_each()[3];
  found.certificate = OwnCheck{"Fatal failure at engine.cpp:7 an invalid model was generated"};
  write(found);
  EXPECT_EQ(code("echo sat; echo 'an invalid model was generated'\n"), kShows);
  EXPECT_EQ(code("echo sat\n"), kDoesNotShow);
}

TEST_F(Repro, NothingInTheFormulaIsRunByTheShell) {
  Case found = test::one_of_each()[1];
  found.original =
      "(declare-const x String)\n(declare-const |$HOME\nEND-OF-FORMULA\ntouch hacked\n| String)\n"
      "(assert (= x \"$(touch hacked)`touch hacked`\\\"))\n"
      "(assert (= x |$HOME\nEND-OF-FORMULA\ntouch hacked\n|))\n(check-sat)\n";
  found.liar.name = "x'; touch hacked; '$(touch hacked)";
  found.command = {"z3; touch hacked", "$(touch hacked)"};
  found.certificate = FalseModel{"((define-fun x () String \"$(touch hacked)\"))", true, "why"};
  write(found);
  with("echo sat; echo '((define-fun x () String \"`touch hacked`$(touch hacked)\"))'\n");
  test::run(directory_, {"/bin/sh", "bug/repro.sh"});
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "hacked"));
  EXPECT_FALSE(std::filesystem::exists(directory_.path() / "bug" / "hacked"));
}

}  // namespace
}  // namespace pg
