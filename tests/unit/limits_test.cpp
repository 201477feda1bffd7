// Inputs choose how long our loops are: a budget of steps ends them, and so does a flag.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/trial.h"
#include "base/rng.h"
#include "base/stop.h"
#include "model/check.h"
#include "model/print_value.h"
#include "mutate/skeleton.h"
#include "smtlib/parser.h"
#include "support/eval_stub.h"
#include "support/paths.h"
#include "theory/strings/matcher.h"

namespace pg {
namespace {

using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

// The verdict on an assertion without constants, and why it is unknown.
std::string verdict(const std::string& assertion, uint64_t max_steps) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, fmt::format("(assert {})(check-sat)", assertion));
  if (!parsed.errors.empty()) return "bad script: " + parsed.errors[0].message;
  ValuePool values;
  const ModelVerdict result =
      check_model(pool, values, state_at(pool, parsed.script, 0), Model(), max_steps);
  const std::string& why = result.assertions[0].why;
  return std::string(name_of(result.verdict)) + (why.empty() ? "" : ": " + why);
}

std::string set_of(int count, std::string_view tuple, std::string_view sort) {
  std::string text = "(set.insert";
  for (int i = 0; i < count; ++i) text += fmt::format(fmt::runtime(tuple), i, i + 1);
  return text + fmt::format(" (as set.empty (Set {})))", sort);
}

// (let ((x1 (f x0 x0))) (let ((x2 (f x1 x1))) ...)), with f over X.
std::string doubled(std::string_view first, std::string_view step, int times) {
  std::string text = fmt::format("(let ((x0 {})) ", first);
  for (int i = 0; i < times; ++i) {
    const std::string made = fmt::format(fmt::runtime(step), fmt::arg("x", fmt::format("x{}", i)));
    text += fmt::format("(let ((x{} {})) ", i + 1, made);
  }
  return text;
}

TEST(StepLimits, ProductsOfRelations) {
  const std::string set = set_of(400, " (tuple {})", "(Tuple Int)");
  const std::string product = fmt::format("(= (set.card (rel.product {} {})) 160000)", set, set);
  EXPECT_EQ(verdict(product, 2'000'000), "true");
  EXPECT_EQ(verdict(product, 100'000), "unknown: too many steps");
}

TEST(StepLimits, TransitiveClosures) {
  const std::string set = set_of(400, " (tuple {} {})", "(Tuple Int Int)");
  const std::string closure = fmt::format("(= (set.card (rel.tclosure {})) 80200)", set);
  EXPECT_EQ(verdict(closure, 1'000'000), "true");
  EXPECT_EQ(verdict(closure, 50'000), "unknown: too many steps");
}

TEST(StepLimits, LongArgumentsTakeMoreSteps) {
  const std::string text =
      doubled("\"a\"", "(str.++ {x} {x})", 20) + "(= (str.len x20) 1048576)" + std::string(21, ')');
  EXPECT_EQ(verdict(text, 1'000'000), "true");
  EXPECT_EQ(verdict(text, 10'000), "unknown: too many steps");
  const std::string number = doubled("3", "(* {x} {x})", 18) + "(> x18 5)" + std::string(19, ')');
  EXPECT_EQ(verdict(number, 1'000'000), "true");
  EXPECT_EQ(verdict(number, 5'000), "unknown: too many steps");
}

TEST(StepLimits, RegularExpressionsTakeThemFromTheEvaluation) {
  Rng rng(1);
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "ab"[rng.below(2)];
  const std::string blow_up = fmt::format(
      R"((str.in_re "{}" (re.++ (re.* re.allchar) (str.to_re "a") ((_ re.^ 40) re.allchar))))",
      text);
  EXPECT_THAT(verdict(blow_up, 20'000'000), AnyOf("true", "false"));
  EXPECT_EQ(verdict(blow_up, 50'000), "unknown: regular expression too large");
}

// Wherever the steps run out, the values that were not looked at could have decided.
TEST(StepLimits, NoQuantifierIsDecidedByAPartOfItsValues) {
  for (uint64_t steps = 1; steps < 4000; steps += 7) {
    EXPECT_THAT(verdict("(forall ((x (_ BitVec 8))) (not (= x #xff)))", steps),
                AnyOf("false", "unknown: too many steps"));
    EXPECT_THAT(verdict("(exists ((x (_ BitVec 8))) (= x #xff))", steps),
                AnyOf("true", "unknown: too many steps"));
    EXPECT_THAT(verdict("(= 64 (set.card (set.comprehension ((x (_ BitVec 6))) true x)))", steps),
                AnyOf("true", "unknown: too many steps"));
  }
}

TEST(StepLimits, AllAssertionsOfAModelShareThem) {
  Pool pool;
  ValuePool values;
  const ParsedScript parsed =
      parse_script(pool, "(assert (forall ((x (_ BitVec 8))) (= x x)))(assert (= 1 1))(check-sat)");
  const ModelVerdict result =
      check_model(pool, values, state_at(pool, parsed.script, 0), Model(), 300);
  EXPECT_EQ(result.assertions[0].verdict, Verdict::Unknown);
  EXPECT_EQ(result.assertions[1].verdict, Verdict::Unknown);
}

TEST(StopFlag, EndsAnEvaluation) {
  const std::atomic<bool> stop = true;
  {
    const StopScope scope(&stop);
    EXPECT_TRUE(must_stop());
    EXPECT_EQ(verdict("(= 1 1)", 1000), "unknown: interrupted");
    const StopScope inner(nullptr);
    EXPECT_EQ(verdict("(= 1 1)", 1000), "true");
  }
  EXPECT_FALSE(must_stop());
  EXPECT_EQ(verdict("(= 1 1)", 1000), "true");
}

TEST(StopFlag, EndsAMatcher) {
  test::EvalStub stub;
  const Value re = stub.eval(R"((re.++ (re.* re.allchar) (str.to_re "ab")))");
  const Value word = stub.eval(R"("aaab")");
  EXPECT_EQ(regex::is_member(stub.values, word, re), true);
  const std::atomic<bool> stop = true;
  const StopScope scope(&stop);
  EXPECT_EQ(regex::is_member(stub.values, word, re), std::nullopt);
}

TEST(SharedTerms, ClausesOfAConjunctionCountOnce) {
  constexpr int kLevels = 16;
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, fmt::format("(declare-const p Bool)(declare-const q Bool)(assert {}x{}{}",
                                     doubled("(or p q)", "(and {x} {x})", kLevels), kLevels,
                                     std::string(kLevels + 2, ')')));
  ASSERT_TRUE(parsed.errors.empty());
  Vocabulary vocabulary(pool, parsed.script, {});
  const PreparedScript made = prepare(pool, parsed.script, vocabulary, Skeleton::Cnf);
  EXPECT_EQ(made.script.commands.size(), 3u) << "two declarations and one clause";
}

TEST(SharedTerms, AValueIsPrintedUpToALimit) {
  test::EvalStub stub;
  stub.declare("(declare-datatype T ((leaf) (node (left T) (right T))))");
  Value tree = stub.eval("leaf");
  const Sort sort = stub.pool.sort(stub.parse("leaf"));
  const Head node = stub.pool.head(stub.parse("(node leaf leaf)"));
  EXPECT_EQ(print_value(stub.pool, stub.values, tree, sort), "leaf");
  for (int i = 0; i < 20; ++i) tree = stub.values.datatype(node, std::vector<Value>{tree, tree});
  const std::string text = print_value(stub.pool, stub.values, tree, sort, 1000);
  EXPECT_LT(text.size(), 1100u);
  EXPECT_THAT(text, EndsWith("..."));
  EXPECT_FALSE(parse_term(stub.pool, text)) << "nobody takes a part for the whole";
}

class SolverTexts : public ::testing::Test {
 protected:
  Evidence evidence(std::string output, std::string model) {
    const ParsedScript parsed =
        parse_script(pool_, "(declare-const x Int)(assert (> x 0))(check-sat)");
    Answer answer;
    answer.kind = AnswerKind::Sat;
    answer.output = std::move(output);
    answer.model = std::move(model);
    const Result<Solver> solver = find_solver("fake=" + test::fake_solver() + " lie-sat");
    EXPECT_TRUE(solver);
    return evidence_of(pool_, parsed.script, 0, *solver, std::move(answer));
  }

  Pool pool_;
};

TEST_F(SolverTexts, OutputIsCutAndSaysSo) {
  const std::string all = "sat\n" + std::string(2 * kMaxOutput, 'x');
  const Evidence made = evidence(all, "((define-fun x () Int 0))");
  EXPECT_TRUE(made.answer.output.starts_with("sat\nxxx"));
  EXPECT_LT(made.answer.output.size(), kMaxOutput + 100);
  EXPECT_THAT(made.answer.output.substr(kMaxOutput), HasSubstr("1048580 more bytes were cut"));
  EXPECT_TRUE(made.has_false_model());
  const std::vector<Case> cases = judge(Agree{}, {&made, 1}, 0);
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_LT(cases[0].output.size(), kMaxOutput + 100);
}

TEST_F(SolverTexts, AModelIsKeptWholeOrConvictsNobody) {
  const std::string spaces(kMaxModel, ' ');
  const Evidence made = evidence("sat\n", "((define-fun x () Int 0)" + spaces + ")");
  EXPECT_FALSE(made.has_false_model());
  EXPECT_THAT(made.explanation, HasSubstr("its model is not read"));
  EXPECT_TRUE(judge(Agree{}, {&made, 1}, 0).empty());
}

}  // namespace
}  // namespace pg
