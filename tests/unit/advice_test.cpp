#include "ask/advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "ask/trial.h"
#include "bug/replay.h"
#include "smtlib/parser.h"
#include "support/paths.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

// 117649 is the cube of 49, which no sample is.
constexpr std::string_view kForall =
    "(declare-const n Int)(assert (forall ((y Int)) (distinct (* y y y) n)))(check-sat)";
constexpr std::string_view kExists =
    "(declare-const n Int)(assert (exists ((y Int)) (= (* y y y) n)))(check-sat)";
constexpr std::string_view kCube = "((define-fun n () Int 117649))\n";

// A script and a model of it.
class Checked {
 public:
  Checked(std::string_view script, std::string_view model) : text_(model) {
    const ParsedScript parsed = parse_script(pool_, script);
    EXPECT_TRUE(parsed.errors.empty()) << script;
    state_ = state_at(pool_, parsed.script, 0);
    Result<Model> read = read_model(pool_, state_.script, text_, true);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    if (read) model_ = *std::move(read);
  }

  Verdict alone() { return check_model(pool_, values_, state_, model_).verdict; }
  Verdict advised() {
    const Solver z3 = *find_solver("z3");
    return check_with_advice(pool_, values_, state_, model_, text_, true, {{&z3, 1}, {}}).verdict;
  }
  Question question() {
    const ModelVerdict verdict = check_model(pool_, values_, state_, model_);
    EXPECT_FALSE(verdict.open_quantifiers.empty());
    if (verdict.open_quantifiers.empty()) return {};
    std::optional<Question> question =
        question_of(pool_, values_, state_, model_, verdict.open_quantifiers[0]);
    return question.value_or(Question());
  }
  std::optional<std::string> proof() { return sat_proof(pool_, state_, model_); }

  Pool pool_;
  ValuePool values_;
  CheckState state_;
  Model model_;
  std::string text_;
};

Verdict verdict(std::string_view script, const std::string& model) {
  return Checked(script, model).alone();
}

TEST(Instances, DecideWhatTheyAreValuesFor) {
  const std::string cube(kCube);
  EXPECT_EQ(verdict(kForall, cube), Verdict::Unknown);
  EXPECT_EQ(verdict(kExists, cube), Verdict::Unknown);
  EXPECT_EQ(verdict(kForall, cube + "; polygraph: try ((y 49))\n"), Verdict::False);
  EXPECT_EQ(verdict(kExists, cube + "; polygraph: try ((y 49))\n"), Verdict::True);
  EXPECT_EQ(verdict(kExists, cube + "; polygraph: try ((y (+ n (- 117600))))\n"), Verdict::True);
}

// Whoever wrote them: a value that is wrong changes nothing.
TEST(Instances, AreOnlyTried) {
  for (const char* instance : {"((y 48))", "((z 49))", "((y 49.0))", "((y true))", "((y", "()", "",
                               "((y (f 3)))", "((y (let ((a 49)) b)))"}) {
    const std::string line = std::string("; polygraph: try ") + instance + "\n";
    EXPECT_EQ(verdict(kForall, std::string(kCube) + line), Verdict::Unknown) << instance;
    EXPECT_EQ(verdict(kExists, std::string(kCube) + line), Verdict::Unknown) << instance;
  }
}

// The model may have no such element.
TEST(Instances, NameNoElements) {
  constexpr std::string_view kUniform =
      "(declare-sort U 0)(declare-const a U)(assert (forall ((y U)) (= y a)))(check-sat)";
  EXPECT_EQ(verdict(kUniform, "((a @U_0))\n; polygraph: try ((y @U_1))\n"), Verdict::Unknown);
  EXPECT_EQ(verdict(kUniform, "((a @U_0))\n; polygraph: try ((y (as @U_1 U)))\n"),
            Verdict::Unknown);
}

TEST(Instances, GoWithTheModel) {
  Checked checked(kExists, std::string(kCube) + "; polygraph: try ((y 49))\n");
  const std::optional<std::string> proof = checked.proof();
  ASSERT_TRUE(proof);
  EXPECT_EQ(*proof, "(\n(define-fun n () Int 117649)\n)\n; polygraph: try ((y 49))\n");
  EXPECT_EQ(verdict(kExists, *proof), Verdict::True);
  EXPECT_EQ(instance_lines(*proof), "; polygraph: try ((y 49))\n");
}

TEST(Instances, AreTheReason) {
  Checked checked(kForall, std::string(kCube) + "; polygraph: try ((y 49))\n");
  const ModelVerdict verdict =
      check_model(checked.pool_, checked.values_, checked.state_, checked.model_);
  ASSERT_EQ(verdict.assertions[0].reasons.size(), 2u);
  EXPECT_EQ(verdict.assertions[0].reasons[1].value, Value::integer(49));
}

TEST(Question, HasTheModelAndConstantsForVariables) {
  const Question question = Checked(kForall, kCube).question();
  EXPECT_EQ(question.script,
            "(set-logic ALL)\n(define-fun n () Int 117649)\n(declare-fun try!0 () Int)\n"
            "(assert (not (distinct (* try!0 try!0 try!0) n)))\n(check-sat)\n");
  EXPECT_EQ(instances_of(question, "((define-fun try!0 () Int 49))", true),
            "; polygraph: try ((y 49))\n");
  EXPECT_EQ(instances_of(question, "nonsense", true), "");
}

// Only some quantifiers inside ask for values: those of a negated exists do not.
TEST(Question, OpensWhatAsksForValues) {
  const Question question =
      Checked(
          "(declare-const n Int)(assert (forall ((y Int)) (=> (exists ((z Int)) (= (* z z z) y))"
          " (or (forall ((x Int)) (distinct (+ x y) (* n n))) (exists ((v Int)) (= (* v v v) (+ n "
          "y)"
          "))))))(check-sat)",
          kCube)
          .question();
  EXPECT_THAT(question.script, HasSubstr("(= (* try!2 try!2 try!2) try!0)"));
  EXPECT_THAT(question.script, HasSubstr("(not (distinct (+ try!1 try!0) (* n n)))"));
  EXPECT_THAT(question.script, HasSubstr("(not (exists ((v Int))"));
  ASSERT_EQ(question.binders.size(), 3u);
  EXPECT_EQ(question.binders[2][0].second, "z");
}

TEST(Question, DefinesWhatTheModelDoes) {
  const Question question =
      Checked(
          "(declare-sort U 0)(declare-const u U)(declare-fun f (Int) Int)(declare-fun g (U) Int)"
          "(declare-const a (Array Int Int))(define-fun h ((x Int)) Int (f (+ x (g u))))"
          "(assert (forall ((y Int)) (distinct (h (* y y y)) (select a 3))))(check-sat)",
          "((declare-fun e0 () U)(declare-fun e1 () U)(define-fun u () U e1)"
          "(define-fun k!7 ((x Int)) Int (ite (= x 3) 117650 0))(define-fun f ((x Int)) Int (+ x "
          "1))"
          "(define-fun g ((x U)) Int (ite (= x e1) 0 4))"
          "(define-fun a () (Array Int Int) (_ as-array k!7)))")
          .question();
  EXPECT_EQ(question.script,
            "(set-logic ALL)\n(declare-datatypes ((U 0)) (((e0)(e1))))\n"
            "(define-fun u () U e1)\n(define-fun g ((x U)) Int (ite (= x e1) 0 4))\n"
            "(define-fun f ((x Int)) Int (+ x 1))\n"
            "(define-fun h ((x Int)) Int (f (+ x (g u))))\n"
            "(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 3 117650))\n"
            "(declare-fun try!0 () Int)\n"
            "(assert (not (distinct (h (* try!0 try!0 try!0)) (select a 3))))\n(check-sat)\n");
}

TEST(Advice, FindsWitnessesAndCounterexamples) {
  EXPECT_EQ(Checked(kForall, kCube).advised(), Verdict::False);
  EXPECT_EQ(Checked(kExists, kCube).advised(), Verdict::True);
  // Around a Boolean equality the sign is unknown, and each quantifier is asked about by itself.
  EXPECT_EQ(
      Checked("(declare-const n Int)(assert (= (exists ((y Int)) (= (* y y y) n)) (forall ((y "
              "Int)) (distinct (* y y) n))))(check-sat)",
              kCube)
          .advised(),
      Verdict::False);
  // A variable around it has a few values, each of which needs a witness of its own.
  EXPECT_EQ(
      Checked("(declare-const n Int)(assert (forall ((b Bool)) (exists ((y Int)) (= (* y y y) "
              "(ite b n (- n))))))(check-sat)",
              kCube)
          .advised(),
      Verdict::True);
}

// That nobody finds a counterexample proves nothing.
TEST(Advice, LeavesOpenWhatNobodyRefutes) {
  Checked checked("(declare-const n Int)(assert (forall ((y Int)) (>= (* y y) n)))(check-sat)",
                  "((define-fun n () Int (- 5)))\n");
  EXPECT_EQ(checked.advised(), Verdict::Unknown);
  EXPECT_EQ(checked.text_, "((define-fun n () Int (- 5)))\n");
}

// The fake solver's model says that x is -7.
constexpr std::string_view kNoCube =
    "(declare-const x Int)(assert (forall ((y Int)) (distinct (* y y y) (* (- 16807) x))))"
    "(check-sat)";

TEST(Advice, ConvictsAndTheFolderAloneProvesIt) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, kNoCube);
  const std::vector<Solver> solvers{*find_solver("liar=" + test::fake_solver() + " false-model"),
                                    *find_solver("z3")};
  const Trial trial = try_script(pool, parsed.script, solvers, {});
  const auto found =
      std::ranges::find_if(trial.cases, [](const Case& each) { return each.liar.name == "liar"; });
  ASSERT_NE(found, trial.cases.end());
  EXPECT_EQ(found->kind, Kind::InvalidModel);
  const auto* wrong = std::get_if<FalseModel>(&found->certificate);
  ASSERT_TRUE(wrong);
  EXPECT_THAT(wrong->model, HasSubstr("; polygraph: try ((y 49))"));
  EXPECT_THAT(wrong->why, HasSubstr("y = 49"));
  EXPECT_TRUE(check_certificate(*found).holds);
  EXPECT_EQ(replay(*found, solvers[0], {}).outcome, Replay::Outcome::StillLies)
      << "the liar proposes nothing";
  Case without = *found;
  std::get<FalseModel>(without.certificate).model = "((define-fun x () Int (- 7)))";
  EXPECT_EQ(replay(without, solvers[0], {}).outcome, Replay::Outcome::NotTested);
}

}  // namespace
}  // namespace pg
