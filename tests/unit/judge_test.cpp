#include "judge/judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ask/query.h"
#include "ask/trial.h"
#include "smtlib/parser.h"
#include "support/paths.h"

namespace pg {
namespace {

Evidence says(std::string solver, AnswerKind kind, std::optional<Verdict> model = {}) {
  Evidence evidence;
  evidence.solver = {.name = solver, .program = solver, .version = "1", .options = {}};
  evidence.answer.kind = kind;
  if (model) evidence.answer.model = "((define-fun x () Int 1))";
  evidence.model = model;
  return evidence;
}

// The cases as kind:solver, in their order.
std::string cases(const std::vector<Evidence>& evidence, const Claim& claim = Agree{}) {
  std::string text;
  for (const Case& found : judge(claim, evidence, 0)) {
    EXPECT_FALSE(sentence_of(found).empty());
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", name_of(found.kind), found.liar.name);
  }
  return text;
}

constexpr AnswerKind kSat = AnswerKind::Sat;
constexpr AnswerKind kUnsat = AnswerKind::Unsat;

RuleChain chain(Truth answer) {
  RuleChain made;
  made.answer = answer;
  return made;
}

TEST(Judge, WhoNeverGaveTheSeedsAnswerDoesNotContradictItself) {
  Follows claim{chain(Truth::Unsat), {}};
  EXPECT_EQ(cases({says("a", kSat)}, claim), "contradiction:a");
  claim.said_by = {"a", "b"};
  EXPECT_EQ(cases({says("a", kSat), says("c", kSat)}, claim), "contradiction:a disagreement:c");
}

TEST(Judge, AModelThatHoldsConvictsWhoAnswersUnsat) {
  EXPECT_EQ(cases({says("a", kSat, Verdict::True), says("b", kUnsat)}), "wrong-unsat:b");
  EXPECT_EQ(cases({says("a", kUnsat), says("b", kSat, Verdict::True), says("c", kUnsat)}),
            "wrong-unsat:a wrong-unsat:c");
}

// Satisfiable but for a little: whatever else is said, nobody lies.
TEST(Judge, DeltaSatConvictsNobodyAndIsNotConvicted) {
  constexpr AnswerKind kDelta = AnswerKind::DeltaSat;
  EXPECT_EQ(cases({says("a", kDelta), says("b", kUnsat)}), "");
  EXPECT_EQ(cases({says("a", kDelta), says("b", kSat, Verdict::True)}), "");
  EXPECT_EQ(cases({says("a", kDelta)}, Follows{chain(Truth::Unsat), {"a"}}), "");
  EXPECT_EQ(cases({says("a", kDelta), says("b", kUnsat), says("c", kSat, Verdict::True)}),
            "wrong-unsat:b");
}

TEST(Judge, AModelThatDoesNotHoldConvictsItsOwner) {
  EXPECT_EQ(cases({says("a", kSat, Verdict::False)}), "invalid-model:a");
  EXPECT_EQ(cases({says("a", kSat, Verdict::False), says("b", kSat, Verdict::True)}),
            "invalid-model:a");
  EXPECT_EQ(cases({says("a", kSat, Verdict::False), says("b", kUnsat)}), "wrong-sat:a");
  EXPECT_EQ(
      cases({says("a", kSat, Verdict::False), says("b", kUnsat), says("c", kSat, Verdict::True)}),
      "invalid-model:a wrong-unsat:b");
}

TEST(Judge, WithoutAModelNobodyIsConvicted) {
  EXPECT_EQ(cases({says("a", kSat, Verdict::Unknown), says("b", kUnsat)}), "disagreement:a");
  EXPECT_EQ(cases({says("a", kSat), says("b", kUnsat), says("c", kSat)}), "disagreement:a");
}

// What holds only by our choice for an open case may not hold by theirs.
TEST(Judge, OpenCasesConvictNobody) {
  Evidence open = says("a", kSat, Verdict::True);
  open.depends_on_open_cases = true;
  EXPECT_EQ(cases({open, says("b", kUnsat)}), "");
}

TEST(Judge, LimitsAreNoBugs) {
  for (const AnswerKind kind : {AnswerKind::Unknown, AnswerKind::Timeout, AnswerKind::OutOfMemory,
                                AnswerKind::Unsupported, AnswerKind::Error}) {
    EXPECT_EQ(cases({says("a", kind), says("b", kUnsat)}), "");
    EXPECT_EQ(cases({says("a", kind), says("b", kSat, Verdict::True)}), "");
  }
  EXPECT_EQ(cases({}), "");
}

TEST(Judge, Breakdowns) {
  Evidence crash = says("a", AnswerKind::Crash);
  crash.answer.breakdown = "ASSERTION VIOLATION File: a.cpp";
  EXPECT_EQ(cases({crash}), "crash:a");
  Evidence late = says("a", kUnsat);
  late.answer.breakdown = "signal SIGSEGV";
  EXPECT_EQ(cases({late, says("b", kSat, Verdict::True)}), "crash:a wrong-unsat:a");
  Evidence own = says("a", AnswerKind::Crash);
  own.answer.breakdown = "Fatal failure within void CVC4::SmtEngine::checkModel(bool)";
  EXPECT_EQ(cases({own}), "invalid-model:a");
}

TEST(Judge, Claims) {
  const HasModel sat{"((define-fun x () Int 1))"};
  EXPECT_EQ(cases({says("a", kUnsat)}, sat), "wrong-unsat:a");
  EXPECT_EQ(cases({says("a", kSat)}, sat), "");
  const Follows unsat{chain(Truth::Unsat), {}};
  EXPECT_EQ(cases({says("a", kSat), says("b", kUnsat)}, unsat), "contradiction:a");
  EXPECT_EQ(cases({says("a", kSat), says("b", kUnsat)}, Follows{chain(Truth::Sat), {}}),
            "contradiction:b");
  // A proof weighs more than a rule.
  EXPECT_EQ(cases({says("a", kSat, Verdict::True)}, unsat), "");
}

TEST(Judge, ACaseNamesTheLiarAndItsWitnesses) {
  const std::vector<Case> found =
      judge(Agree{}, std::vector{says("a", kSat, Verdict::True), says("b", kUnsat)}, 3);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].check, 3u);
  EXPECT_EQ(found[0].liar.name, "b");
  EXPECT_EQ(found[0].answer, kUnsat);
  ASSERT_EQ(found[0].witnesses.size(), 1u);
  EXPECT_EQ(found[0].witnesses[0].solver.name, "a");
  EXPECT_EQ(found[0].witnesses[0].answer, kSat);
  EXPECT_EQ(std::get<TrueModel>(found[0].certificate).owner, "a");
}

TEST(Judge, WhatACaseClaimsIsItsCertificate) {
  Case found;
  found.check = 1;
  found.certificate = TrueModel{"((x 1))", "a"};
  Claims claims = claims_of(found);
  ASSERT_EQ(claims.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Agree>(claims[0]));
  EXPECT_EQ(std::get<HasModel>(claims[1]).model, "((x 1))");
  found.certificate = ByRules{chain(Truth::Unsat), {"a"}};
  claims = claims_of(found);
  EXPECT_EQ(std::get<Follows>(claims[1]).chain.answer, Truth::Unsat);
  EXPECT_EQ(std::get<Follows>(claims[1]).said_by, std::vector<std::string>{"a"});
  found.certificate = Breakdown{"x"};
  EXPECT_TRUE(std::holds_alternative<Agree>(claims_of(found)[1]));
}

TEST(Kinds, AreInTheOrderOfTheirRanks) {
  Kind last = Kind::WrongUnsat;
  for (const KindSpec& spec : kinds()) {
    EXPECT_LE(last, spec.kind);
    last = spec.kind;
    EXPECT_EQ(&spec_of(spec.kind), &spec);
    EXPECT_EQ(read_kind(spec.name), spec.kind);
    for (const std::string_view text :
         {spec.label, spec.description, spec.title, spec.expected, spec.certificate})
      EXPECT_FALSE(text.empty()) << spec.name;
    EXPECT_TRUE(spec.may_be);
  }
  EXPECT_EQ(last, Kind::Disagreement);
  EXPECT_FALSE(read_kind("love"));
}

TEST(Kinds, BugsThatShowByDefaultComeFirst) {
  Case plain;
  Case with_option;
  with_option.liar.options = {"--x"};
  EXPECT_TRUE(comes_before(plain, with_option));
  EXPECT_FALSE(comes_before(with_option, plain));
  with_option.kind = Kind::WrongUnsat;
  EXPECT_TRUE(comes_before(with_option, plain)) << "the kind matters more";
}

// A solver of the zoo that can be reset.
Solver resettable(std::string_view behaviour) {
  Solver solver;
  solver.name = "fake";
  for (const SolverSpec& spec : solver_specs())
    if (spec.name == "z3") solver.spec = &spec;
  solver.argv = {test::fake_solver(), std::string(behaviour)};
  solver.leading = 2;
  return solver;
}

TEST(Sessions, ThereIsNoResetBetweenScopes) {
  Pool pool;
  const std::string text = "(declare-const x Int)(assert (> x 0))(check-sat)";
  Query query = make_query(pool, parse_script(pool, "(set-logic QF_LIA)" + text).script, false);
  query.models = false;
  query.scoped = true;
  Session session(resettable("lie-after-reset"), {});
  const auto says = [&] { return name_of(session.ask(query).at(0).kind); };
  EXPECT_EQ(says(), "sat");
  EXPECT_EQ(says(), "sat");
  // Another logic needs one.
  query = make_query(pool, parse_script(pool, "(set-logic QF_NIA)" + text).script, false);
  query.models = false;
  query.scoped = true;
  EXPECT_EQ(says(), "unsat");
}

TEST(Sessions, ScopesForgetWhatWasAskedBefore) {
  for (const char* name : {"z3", "cvc5", "cvc4"}) {
    Session session(*find_solver(name), {});
    for (const char* answer : {"unsat", "sat", "unsat", "sat"}) {
      Pool pool;
      const bool unsat = std::string_view(answer) == "unsat";
      const ParsedScript parsed = parse_script(
          pool, std::string("(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))") +
                    (unsat ? "(declare-fun f () Int)(assert (< x f))(assert (< f 0))" : "") +
                    "(check-sat)");
      Query query = make_query(pool, parsed.script, false);
      query.models = false;
      query.scoped = true;
      EXPECT_EQ(name_of(session.ask(query).at(0).kind), answer) << name;
    }
    EXPECT_EQ(session.starts(), 1u) << name;
  }
}

Query query_of(std::string_view text) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  EXPECT_TRUE(parsed.errors.empty());
  return make_query(pool, parsed.script, false);
}

TEST(MakeQuery, CutsAfterEachCheckAndKeepsWhatPrintsApart) {
  const Query query = query_of(
      "(set-info :status sat)(set-option :print-success true)(set-option :x 1)(set-logic QF_LIA)"
      "(declare-const x Int)(get-model)(push 1)(assert (> x 0))(check-sat)(get-value (x))"
      "(echo \"hi\")(pop 1)(get-info :name)(check-sat)(exit)(check-sat)");
  ASSERT_EQ(query.parts.size(), 2u);
  EXPECT_EQ(query.parts[0].text,
            "(set-option :x 1)\n(set-logic QF_LIA)\n(declare-const x Int)\n(push 1)\n"
            "(assert (> x 0))\n(check-sat)\n");
  EXPECT_EQ(query.parts[0].after, "(get-value (x))\n");
  EXPECT_EQ(query.parts[1].text, "(pop 1)\n(check-sat)\n");
  EXPECT_EQ(query.rest, "");
  EXPECT_EQ(query.needs, uint32_t{kNeedIncremental});
}

TEST(MakeQuery, AddsACheckWhereThereIsNone) {
  const Query query = query_of("(declare-const x Int)(get-assertions)");
  ASSERT_EQ(query.parts.size(), 1u);
  EXPECT_EQ(query.parts[0].text, "(declare-const x Int)\n(check-sat)\n");
  EXPECT_EQ(query.rest, "(get-assertions)\n");
  EXPECT_EQ(query.needs, 0u);
}

TEST(MakeQuery, KnowsWhatSolversWantToBeTold) {
  EXPECT_EQ(query_of("(assert (= \"a\" \"b\"))").needs, uint32_t{kNeedStrings});
  EXPECT_EQ(query_of("(declare-const x (_ FloatingPoint 5 11))(assert (fp.isNaN x))").needs,
            uint32_t{kNeedOddFloats});
  EXPECT_EQ(query_of("(declare-const x Float32)(assert (fp.isNaN x))").needs, 0u);
  EXPECT_EQ(query_of("(declare-const s (Set Int))(assert (= s (set.complement s)))").needs,
            uint32_t{kNeedSets});
}

}  // namespace
}  // namespace pg
