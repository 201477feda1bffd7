#include "judge/judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "judge/query.h"
#include "judge/trial.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

Evidence says(std::string solver, AnswerKind kind, std::optional<Verdict> model = {}) {
  Evidence evidence;
  evidence.solver = solver;
  evidence.program = solver;
  evidence.answer.kind = kind;
  if (model) evidence.answer.model = "((define-fun x () Int 1))";
  evidence.model = model;
  return evidence;
}

// The findings as kind:solver, in their order.
std::string findings(const std::vector<Evidence>& evidence, const Claim& claim = {}) {
  std::string text;
  for (const Finding& finding : judge(claim, evidence, 0, {"QF_LIA", {"+"}})) {
    EXPECT_FALSE(finding.sentence.empty());
    EXPECT_FALSE(finding.fingerprint.empty());
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", name_of(finding.kind),
                        evidence[finding.which].solver);
  }
  return text;
}

constexpr AnswerKind kSat = AnswerKind::Sat;
constexpr AnswerKind kUnsat = AnswerKind::Unsat;

TEST(Judge, WhoNeverGaveTheSeedsAnswerDoesNotContradictItself) {
  Claim claim{.kind = Claim::Kind::Same, .answer = kUnsat, .why = "rules"};
  EXPECT_EQ(findings({says("a", kSat)}, claim), "contradiction:a");
  claim.said_by = {"a", "b"};
  EXPECT_EQ(findings({says("a", kSat), says("c", kSat)}, claim), "contradiction:a disagreement:c");
}

TEST(Judge, AModelThatHoldsConvictsWhoSaysUnsat) {
  EXPECT_EQ(findings({says("a", kSat, Verdict::True), says("b", kUnsat)}), "wrong-unsat:b");
  EXPECT_EQ(findings({says("a", kUnsat), says("b", kSat, Verdict::True), says("c", kUnsat)}),
            "wrong-unsat:a wrong-unsat:c");
}

TEST(Judge, AModelThatDoesNotHoldConvictsItsOwner) {
  EXPECT_EQ(findings({says("a", kSat, Verdict::False)}), "invalid-model:a");
  EXPECT_EQ(findings({says("a", kSat, Verdict::False), says("b", kSat, Verdict::True)}),
            "invalid-model:a");
  EXPECT_EQ(findings({says("a", kSat, Verdict::False), says("b", kUnsat)}), "wrong-sat:a");
  EXPECT_EQ(findings({says("a", kSat, Verdict::False), says("b", kUnsat),
                      says("c", kSat, Verdict::True)}),
            "invalid-model:a wrong-unsat:b");
}

TEST(Judge, WithoutAModelNobodyIsConvicted) {
  EXPECT_EQ(findings({says("a", kSat, Verdict::Unknown), says("b", kUnsat)}), "disagreement:a");
  EXPECT_EQ(findings({says("a", kSat), says("b", kUnsat), says("c", kSat)}), "disagreement:a");
}

// What holds only by our choice for an open case may not hold by theirs.
TEST(Judge, OpenCasesConvictNobody) {
  Evidence open = says("a", kSat, Verdict::True);
  open.depends_on_open_cases = true;
  EXPECT_EQ(findings({open, says("b", kUnsat)}), "");
}

TEST(Judge, LimitsAreNoBugs) {
  for (const AnswerKind kind : {AnswerKind::Unknown, AnswerKind::Timeout, AnswerKind::OutOfMemory,
                                AnswerKind::Unsupported, AnswerKind::Error}) {
    EXPECT_EQ(findings({says("a", kind), says("b", kUnsat)}), "");
    EXPECT_EQ(findings({says("a", kind), says("b", kSat, Verdict::True)}), "");
  }
  EXPECT_EQ(findings({}), "");
}

TEST(Judge, Breakdowns) {
  Evidence crash = says("a", AnswerKind::Crash);
  crash.answer.breakdown = "ASSERTION VIOLATION File: a.cpp";
  EXPECT_EQ(findings({crash}), "crash:a");
  Evidence late = says("a", kUnsat);
  late.answer.breakdown = "signal SIGSEGV";
  EXPECT_EQ(findings({late, says("b", kSat, Verdict::True)}), "crash:a wrong-unsat:a");
  Evidence own = says("a", AnswerKind::Crash);
  own.answer.breakdown = "Fatal failure within void CVC4::SmtEngine::checkModel(bool)";
  EXPECT_EQ(findings({own}), "invalid-model:a");
}

TEST(Judge, Claims) {
  Claim sat;
  sat.kind = Claim::Kind::Sat;
  sat.model = "((define-fun x () Int 1))";
  EXPECT_EQ(findings({says("a", kUnsat)}, sat), "wrong-unsat:a");
  EXPECT_EQ(findings({says("a", kSat)}, sat), "");
  Claim same;
  same.kind = Claim::Kind::Same;
  same.answer = kUnsat;
  EXPECT_EQ(findings({says("a", kSat), says("b", kUnsat)}, same), "contradiction:a");
  same.answer = kSat;
  EXPECT_EQ(findings({says("a", kSat), says("b", kUnsat)}, same), "contradiction:b");
  // A proof weighs more than a rule.
  same.answer = kUnsat;
  EXPECT_EQ(findings({says("a", kSat, Verdict::True)}, same), "");
}

TEST(Judge, FingerprintsOfTheSameBugAreTheSame) {
  const std::vector<Evidence> evidence{says("a", kSat, Verdict::False)};
  const Character one{"QF_LIA", {"+", "="}};
  const Character other{"QF_LIA", {"*", "="}};
  const auto print = [&](const Character& character) {
    return judge({}, evidence, 0, character)[0].fingerprint;
  };
  EXPECT_EQ(print(one), print(one));
  EXPECT_NE(print(one), print(other));
  EXPECT_TRUE(print(one).starts_with("a-invalid-model-")) << print(one);
}

TEST(Judge, KnownBugs) {
  EXPECT_EQ(read_known_bugs("# all of them\nz3-crash-1  # issue 7\n\n  cvc5-wrong-sat-2 x\r\n"),
            (std::vector<std::string>{"z3-crash-1", "cvc5-wrong-sat-2"}));
}

// A solver of the zoo that can be reset.
Solver resettable(std::string_view behaviour) {
  Solver solver;
  solver.name = "fake";
  for (const SolverSpec& spec : solver_specs())
    if (spec.name == "z3") solver.spec = &spec;
  solver.argv = {POLYGRAPH_FAKE_SOLVER, std::string(behaviour)};
  solver.leading = 2;
  return solver;
}

TEST(TryInSession, WhatAFreshProcessDoesNotSayIsMarked) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(declare-const x Int)(assert (> x 0))(check-sat)");
  const Claims claims{{.kind = Claim::Kind::Sat}};
  Session session(resettable("lie-after-reset"), {});
  EXPECT_TRUE(try_in_session(pool, parsed.script, session, {}, claims).empty());
  const std::vector<Finding> findings = try_in_session(pool, parsed.script, session, {}, claims);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::WrongUnsat);
  EXPECT_TRUE(findings[0].session_only);
  EXPECT_NE(findings[0].certificate.find("(check-sat)\n(reset)\n"), std::string::npos)
      << findings[0].certificate;
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

TEST(TryInSession, WhatAFreshProcessSaysTooIsAFinding) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool, "(declare-const x Int)(assert (> x 0))(check-sat)");
  const Claims claims{{.kind = Claim::Kind::Sat}};
  for (const std::string_view behaviour : {"lie-unsat", "false-model", "die-at-start"}) {
    Session session(resettable(behaviour), {});
    const std::vector<Finding> findings = try_in_session(pool, parsed.script, session, {}, claims);
    ASSERT_EQ(findings.size(), 1u) << behaviour;
    EXPECT_FALSE(findings[0].session_only) << behaviour;
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
