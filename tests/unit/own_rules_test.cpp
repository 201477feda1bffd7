// Rules that users write: what is refused, what is recorded, and what a chain that rests on them
// needs.
#include "mutate/own_rules.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug/case_text.h"
#include "judge/case.h"
#include "mutate/sae.h"
#include "prove/check_chain.h"
#include "prove/prove_own.h"
#include "prove/rules_file.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "solve/solver.h"
#include "support/cases.h"
#include "support/paths.h"
#include "support/read.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kRoom =
    "[[rule]]\n"
    "name = \"room\"\n"
    "terms = \"x y: Int\"\n"
    "constants = \"c: Int\"\n"
    "stronger = \"(< x y)\"\n"
    "weaker = \"(< x (+ y c))\"\n"
    "where = \"(>= c 0)\"\n";

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string made(text);
  const size_t at = made.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return made.replace(at, what.size(), by);
}

// FILE:LINE:COL: error, or nothing.
std::string error_of(std::string_view text) {
  const Result<std::shared_ptr<const OwnRules>> rules = read_rules(text);
  return rules ? "" : format_error("f", rules.error());
}

TEST(OwnRules, AreReadAndWrittenTheWayTheTablesAre) {
  const std::string text =
      replaced(replaced(kRoom, "x y: Int", "x   y :  Int ;p:Bool"), "(< x y)", "(and ( <  x y)p )");
  const auto rules = read_rules(text);
  ASSERT_TRUE(rules) << rules.error().message;
  const OwnRule& rule = (*rules)->all()[0];
  EXPECT_EQ(rule.name, "room");
  EXPECT_EQ(rule.text.terms, "x y: Int; p: Bool");
  EXPECT_EQ(describe((*rules)->rules()[0]), "(and (< x y) p) => (< x (+ y c)) where (>= c 0)");
  EXPECT_EQ(rule.place, (Place{1, 1}));
  EXPECT_EQ(theory_of((*rules)->rules()[0]), nullptr);
  EXPECT_NE(theory_of(*all_rules().back().rule), nullptr);
}

TEST(OwnRules, WhatIsNoRuleIsRefusedAtItsPlace) {
  struct Row {
    std::string_view what, by, error;
  };
  for (const Row& row : {
           Row{"x y: Int", "x y", "f:3:9: error: rule 'room': variables are written as"},
           Row{"x y: Int", "x y: Integer", "f:3:9: error: rule 'room': 'Integer' is no sort"},
           Row{"x y: Int", "x y: BV(m)", "f:3:9: error: rule 'room': 'BV(m)' is no sort"},
           Row{"x y: Int", "x y: Array(A", "f:3:9: error: rule 'room': 'Array(A' is no sort"},
           Row{"x y: Int", "x y: FP(5,11)", "is no sort"},
           Row{"x y: Int", "x y: A -> B", "is no sort"},
           Row{"x y: Int", "x y: Data", "is no sort"},
           Row{"x y: Int", "x y: RegLan", "is no sort"},
           Row{"x y: Int", "x x: Int", "'x' is declared twice"},
           Row{"x y: Int", "x and: Int", "'and' is no name of a variable"},
           Row{"x y: Int", "x let: Int", "'let' is no name of a variable"},
           Row{"x y: Int", "x |y|: Int", "is no name of a variable"},
           Row{"x y: Int", "x y p q r: Int", "more than 4 variables"},
           Row{"x y: Int", "x y z: Int", "'z' is in neither side"},
           Row{"x y: Int", "", "f:3:9: error: rule 'room': a rule speaks of terms"},
           Row{"c: Int", "x: Int", "f:4:13: error: rule 'room': 'x' is declared twice"},
           Row{"(< x y)", "(< x y", "f:5:12: error: rule 'room': a parenthesis is missing"},
           Row{"(< x y)", "(< x y))", "a parenthesis too many"},
           Row{"(< x y)", "(< x y) x", "more than one term"},
           Row{"(< x y)", "", "a term is missing"},
           Row{"(< x y)", "((< x) y)", "an operator is a name"},
           Row{"(< x y)", "(((_ < x)) y)", "an operator is a name"},
           Row{"(< x y)", "(() x y)", "an operator is a name"},
           Row{"(< x y)", "(_ x y)", "at plain: "},
           Row{"(< x y)", "((_) x y)", "a name comes after _"},
           Row{"(< x y)", "(forall ((z Int)) (< x y))", "a rule binds no variables"},
           Row{"(< x y)", "(let ((z x)) (< z y))", "a rule binds no variables"},
           Row{"(< x y)", "(! (< x y) :named n)", "a rule binds no variables"},
           Row{"(< x y)", "(< x |y|)", "a rule has no names in bars"},
           Row{"(< x y)", "((_ is cons) x)", "no testers"},
           Row{"(< x y)", "(< x ((_ foo 12345) y))", "an index is too large"},
           Row{"(< x y)", "(< x \\\"a)", "string"},
           Row{"(< x y)", "(= \\\"\\u001b\\\" \\\"a\\\")", "no control characters"},
           Row{"(< x y)", "(< x y q)", "f:5:12: error: rule 'room': at plain: "},
           Row{"(< x y)", "(+ x y)", "no formula"},
           Row{"(< x y)", "x", "nothing can be replaced"},
           Row{"(>= c 0)", "(>= c x)",
               "f:7:9: error: rule 'room': a condition is one on constants"},
           Row{"(>= c 0)", "(>= c", "f:7:9: error: rule 'room': a parenthesis is missing"},
           Row{"name = \"room\"", "", "f:1:1: error: a rule needs a 'name'"},
           Row{"\"room\"", "\"\"", "f:2:8: error: a name is a short line"},
           Row{"\"room\"", "3", "f:2:8: error: 'name' must be a text"},
           Row{"where", "when", "f:7:8: error: a rule has no 'when'"},
           Row{"where = \"(>= c 0)\"", "equivalent = 1",
               "f:7:14: error: 'equivalent' must be true"},
           Row{"[[rule]]", "[rule]", "error: a file of rules has nothing but [[rule]]"},
           Row{"[[rule]]", "[[rule]]\n[x]", "error: a file of rules has nothing but [[rule]]"},
           Row{"[[rule]]", "[[rule", "f:1:"},
       })
    EXPECT_THAT(error_of(replaced(kRoom, row.what, row.by)), HasSubstr(row.error)) << row.by;
  EXPECT_THAT(error_of(""), HasSubstr("there is no [[rule]]"));
  EXPECT_THAT(error_of(std::string(kRoom) + std::string(kRoom)), HasSubstr("a second rule 'room'"));
}

TEST(OwnRules, AProofMustStandForAllSorts) {
  // It would be proved at Int, and is false of reals.
  const std::string_view any =
      "[[rule]]\nname = \"n\"\nterms = \"x y: A\"\nstronger = \"(< x y)\"\n"
      "weaker = \"(<= (+ x 1) y)\"\n";
  EXPECT_THAT(error_of(any), HasSubstr("f:4:12: error: rule 'n': at A=BV2, B=Bool: "));
  EXPECT_THAT(error_of(replaced(any, "x y: A", "x: BV(n); y: A")), HasSubstr("do not go together"));
  // The definitions of languages were made for our own rules.
  const std::string_view words =
      "[[rule]]\nname = \"n\"\nterms = \"x w: String\"\n"
      "stronger = \"(str.in_re x (re.++ (str.to_re w) re.all))\"\nweaker = \"(str.prefixof w "
      "x)\"\n";
  EXPECT_THAT(error_of(words), HasSubstr("a regular expression in a rule has no variables"));
  // A quote in a string is written twice.
  EXPECT_EQ(error_of("[[rule]]\nname = 'n'\nterms = 'x: String'\n"
                     "stronger = '(str.in_re x (re.++ (str.to_re \"a\"\"b\") re.all))'\n"
                     "weaker = '(str.prefixof \"a\"\"b\" x)'\n"),
            "");
}

TEST(OwnRules, AWidthMayBeWrittenOut) {
  const auto rules = read_rules(
      "[[rule]]\nname = \"n\"\nterms = \"x y: BV(8)\"\nstronger = \"(bvult x y)\"\n"
      "weaker = \"(bvult x #xff)\"\n");
  ASSERT_TRUE(rules) << rules.error().message;
  for (const auto& [width, least] : {std::pair{8, 1}, std::pair{16, 0}}) {
    Pool pool;
    const std::string sort = "(_ BitVec " + std::to_string(width) + ")";
    const ParsedScript parsed =
        parse_script(pool, "(declare-const x " + sort + ")(declare-const y " + sort +
                               ")(assert (bvult x y))(check-sat)");
    SaeOptions options{.snippets = false};
    options.own = *rules;
    const auto mutator =
        start_sae(pool, {.script = parsed.script, .answers = {Truth::Sat}}, options, Rng(1));
    int used = 0;
    for (uint64_t number = 1; number <= 300; ++number)
      if (const auto mutant = mutator->mutate(number))
        for (const Step& step : mutant->steps)
          for (const Rule* rule : step.rules) used += theory_of(*rule) ? 0 : 1;
    EXPECT_EQ(used > 0, least > 0) << width;
  }
}

TEST(OwnRules, TheRecordKnowsRulesByTheirTexts) {
  const auto rules = *read_rules(kRoom);
  RuleProof proof;
  proof.by_solver = {ProofResult::Proved, ProofResult::Proved};
  proof.different_solvers = 2;
  Solver z3;
  z3.name = "z3";
  z3.version = "4.8.12";
  Solver cvc5;
  cvc5.name = "cvc5";
  const std::string record = record_text(*rules, {&proof, 1}, std::vector{z3, cvc5});
  EXPECT_THAT(record, HasSubstr("4.8.12"));
  ASSERT_EQ(read_record(record).size(), 1u);
  EXPECT_EQ(read_record(record)[0], rules->all()[0].text);
  // What another version took for a proof may be none.
  EXPECT_TRUE(read_record(replaced(record, POLYGRAPH_VERSION, "0.0.0")).empty());
  proof.different_solvers = 1;
  proof.by_hand = false;
  EXPECT_TRUE(read_record(record_text(*rules, {&proof, 1}, std::vector{z3, cvc5})).empty());
  for (const std::string_view broken :
       {"", "{", "[]", "{\"polygraph\": 3}", "{\"polygraph\": \"" POLYGRAPH_VERSION "\"}"})
    EXPECT_TRUE(read_record(broken).empty());
}

TEST(OwnRules, TheExampleIsRead) {
  const auto rules = read_rules(test::read_file(test::source_folder() + "/examples/rules.toml"));
  ASSERT_TRUE(rules) << format_error("rules.toml", rules.error());
  EXPECT_GE((*rules)->all().size(), 4u);
}

// The solvers that prove; these are what tests of rules need, too.
std::vector<Solver> provers() {
  std::vector<Solver> found;
  for (const char* name : {"z3", "cvc5"}) {
    Result<Solver> solver = find_solver(name);
    if (solver) found.push_back(*std::move(solver));
  }
  return found;
}

// A mutant whose chain has a rule of the user's.
struct ByOwnRule {
  Case found;
  const RuleChain& chain() const { return std::get<ByRules>(found.certificate).chain; }
  Result<CheckedChain> checked() const {
    Pool pool;
    const ParsedScript seed = parse_script(pool, found.origin.seed);
    const ParsedScript mutant = parse_script(pool, found.original);
    return check_chain(pool, seed.script, mutant.script, chain());
  }
};
ByOwnRule by_own_rule(std::string_view file, std::string_view script) {
  const auto rules = read_rules(file);
  EXPECT_TRUE(rules) << rules.error().message;
  Pool pool;
  const ParsedScript parsed = parse_script(pool, script);
  SaeOptions options{.snippets = false};
  options.own = *rules;
  const auto mutator =
      start_sae(pool, {.script = parsed.script, .answers = {Truth::Sat}}, options, Rng(1));
  ByOwnRule made{test::wrong_unsat()};
  for (uint64_t number = 1; number < 500; ++number) {
    const std::optional<Mutant> mutant = mutator->mutate(number);
    if (!mutant) continue;
    const RuleChain chain = chain_of(pool, mutator->base(), *mutant, 0);
    if (chain.own_rules.empty()) continue;
    made.found.kind = Kind::Contradiction;
    made.found.origin.seed = print_script(pool, mutator->base());
    made.found.original = print_script(pool, script_of(pool, mutator->base(), *mutant));
    made.found.certificate = ByRules{chain, {"liar"}};
    return made;
  }
  ADD_FAILURE() << "no mutant";
  return made;
}

constexpr std::string_view kInts =
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x y))(check-sat)";

TEST(OwnRules, AChainCarriesThemAndSaysThatTheyRemainToBeProved) {
  const ByOwnRule made = by_own_rule(kRoom, kInts);
  EXPECT_EQ(made.chain().own_rules, (std::vector{(*read_rules(kRoom))->all()[0].text}));
  const Result<CheckedChain> checked = made.checked();
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->own, (std::vector<OwnUse>{{0, {}}}));
  // The folder of the bug has them.
  const Result<Case> again = read_case_text(case_text(made.found));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(std::get<ByRules>(again->certificate).chain.own_rules, made.chain().own_rules);
  // Without its text there is no rule.
  ByOwnRule without = made;
  std::get<ByRules>(without.found.certificate).chain.own_rules.clear();
  EXPECT_THAT(without.checked().error().message, HasSubstr("there is no rule"));
}

TEST(OwnRules, ACertificateWithWhatIsNoRuleIsRefused) {
  const ByOwnRule made = by_own_rule(kRoom, kInts);
  for (const std::string_view bad : {"x y: Junk(", "x", "x y: BV()", ""})
    EXPECT_FALSE(read_case_text(
        replaced(case_text(made.found), "\"x y: Int\"", "\"" + std::string(bad) + "\"")))
        << bad;
}

TEST(OwnRules, AChainNeedsAProof) {
  const std::vector<Solver> solvers = provers();
  if (solvers.size() < 2) GTEST_SKIP() << "z3 and cvc5 are not here";
  const ByOwnRule made = by_own_rule(kRoom, kInts);
  const std::vector<OwnUse> own = made.checked()->own;
  const Result<std::string> proved = prove_own(made.chain(), own, solvers, {});
  ASSERT_TRUE(proved) << proved.error().message;
  EXPECT_THAT(*proved, HasSubstr("is proved: z3, cvc5"));
  EXPECT_THAT(prove_own(made.chain(), own, {}, {}).error().message,
              HasSubstr("is not proved here"));
  // One solver is none for the integers.
  EXPECT_FALSE(prove_own(made.chain(), own, std::span(solvers).first(1), {}));
  // A forged rule.
  RuleChain forged = made.chain();
  forged.own_rules[0].where = "(>= c (- 5))";
  EXPECT_THAT(prove_own(forged, own, solvers, {}).error().message, HasSubstr("REFUTED"));
}

TEST(OwnRules, AProofIsOneAtTheWidthOfTheStep) {
  const std::vector<Solver> solvers = provers();
  if (solvers.size() < 2) GTEST_SKIP() << "z3 and cvc5 are not here";
  // True at widths 4, 8 and 32, and false at 16.
  const std::string_view file =
      "[[rule]]\nname = 'n'\nterms = 'x y: BV(n)'\nstronger = '(bvult x y)'\n"
      "weaker = '(distinct (bvlshr (bvnot (_ bv0 n)) (_ bv15 n)) (_ bv1 n))'\n";
  const auto script = [](int width) {
    return "(set-logic QF_BV)(declare-const x (_ BitVec " + std::to_string(width) +
           "))(declare-const y (_ BitVec " + std::to_string(width) +
           "))(assert (bvult x y))(check-sat)";
  };
  const ByOwnRule good = by_own_rule(file, script(8));
  const Result<CheckedChain> checked = good.checked();
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->own, (std::vector<OwnUse>{{0, {{'n', 8}}}}));
  EXPECT_TRUE(prove_own(good.chain(), checked->own, solvers, {}));
  const ByOwnRule wrong = by_own_rule(file, script(16));
  EXPECT_THAT(prove_own(wrong.chain(), wrong.checked()->own, solvers, {}).error().message,
              HasSubstr("at n=16 is not proved here: REFUTED"));
}

}  // namespace
}  // namespace pg
