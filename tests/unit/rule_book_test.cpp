#include "mutate/rule_book.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mutate/sae.h"
#include "prove/settings.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/smtlib.h"

namespace pg {
namespace {

using test::kPlain;
using ::testing::Contains;
using ::testing::HasSubstr;

// What the rules make of the last assertion of a script.
class Draws {
 public:
  explicit Draws(std::string_view text)
      : parsed_(parse_script(pool, text)), vocabulary_(pool, parsed_.script, {}) {
    EXPECT_EQ(test::lines(parsed_.errors), "") << text;
    for (size_t at = 0; at < parsed_.script.commands.size(); ++at)
      if (parsed_.script.commands[at].kind == CommandKind::Assert) command_ = at;
  }

  std::vector<Replacement> draw(Direction direction, uint64_t count = 1000) {
    RuleBook book(pool, vocabulary_, Rng(1));
    std::vector<Replacement> all;
    for (uint64_t number = 0; number < count; ++number) {
      Rng rng = Rng(2).fork(number);
      if (auto made = book.replace(atom(), direction, command_, rng))
        all.push_back(*std::move(made));
    }
    return all;
  }
  std::set<std::string> texts(Direction direction, uint64_t count = 1000) {
    std::set<std::string> all;
    for (const Replacement& made : draw(direction, count))
      all.insert(print_term(pool, made.term, kPlain));
    return all;
  }
  // How many rules of a theory are used.
  size_t rules_of(std::string_view theory, Direction direction) {
    std::set<const Rule*> rules;
    for (const Replacement& made : draw(direction))
      for (const RuleEntry& entry : all_rules())
        if (entry.rule == made.rule && entry.theory->name == theory) rules.insert(made.rule);
    return rules.size();
  }

  Pool pool;

 private:
  Term atom() const { return parsed_.script.commands[command_].terms[0]; }

  ParsedScript parsed_;
  Vocabulary vocabulary_;
  size_t command_ = 0;
};

constexpr Direction kWeaker = Direction::Weaker;
constexpr Direction kStronger = Direction::Stronger;

TEST(RuleBook, ASortThatOccursUsesItsTheory) {
  struct Row {
    std::string_view sort;
    std::string_view theory;
    size_t least;
  };
  for (const Row& row : {Row{"(Seq Int)", "sequences", 15}, Row{"(Set Int)", "sets", 8},
                         Row{"(Bag Int)", "bags", 5}}) {
    const std::string sort(row.sort);
    Draws draws("(declare-const s " + sort + ")(declare-const t " + sort + ")(assert (= s t))");
    EXPECT_GE(draws.rules_of(row.theory, kWeaker), row.least) << sort;
  }
}

TEST(RuleBook, ASortDoesNotBringWhatTheLogicOrTheSolverLacks) {
  // Z3's sets have Z3's operators.
  Draws sets(
      "(declare-const s (Set Int))(declare-const t (Set Int))(assert (select s 1))"
      "(assert (= s t))");
  EXPECT_EQ(sets.rules_of("sets", kWeaker), 0u);
  // Sets are no reason to speak of bags.
  Draws bags("(declare-const s (Set Int))(declare-const t (Set Int))(assert (= s t))");
  for (const std::string& text : bags.texts(kWeaker))
    EXPECT_EQ(text.find("bag."), std::string::npos) << text;
}

TEST(RuleBook, ConnectivesOfManyArgumentsAreSplit) {
  constexpr std::string_view kBools =
      "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const s Bool)";
  const std::set<std::string> both =
      Draws(std::string(kBools) + "(assert (and p q r s))").texts(kWeaker);
  EXPECT_THAT(both, Contains("(or p (and q r s))"));
  EXPECT_THAT(both, Contains("(or (and p q) (and r s))"));
  EXPECT_THAT(both, Contains("(or (and p q r) s)"));
  EXPECT_THAT(both, Contains("(and q r s)"));
  EXPECT_THAT(Draws(std::string(kBools) + "(assert (or p q r))").texts(kStronger),
              Contains("(xor p (or q r))"));
  const std::set<std::string> implied =
      Draws(std::string(kBools) + "(assert (=> p q r))").texts(kStronger);
  EXPECT_THAT(implied, Contains("(= p (=> q r))"));
  for (const std::string& text : implied) EXPECT_EQ(text.find("(=> p q)"), std::string::npos);
}

// What is drawn for a rule's constants: names of the script among them?
bool is_named(const Pool& pool, Term constant) {
  return pool.kind(constant) == HeadKind::Function && pool.args(constant).empty();
}

TEST(RuleBook, ConstantsWithoutAConditionMayBeTermsInScope) {
  Draws draws(
      "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)"
      "(assert (= x y))(declare-const late Int)(push 1)(declare-const gone Int)(pop 1)"
      "(assert (= x y))");
  size_t named = 0;
  for (const Replacement& made : draws.draw(kStronger, 2000)) {
    const std::string text = print_term(draws.pool, made.term, kPlain);
    EXPECT_EQ(text.find("gone"), std::string::npos) << text;
    for (const Term constant : made.constants) {
      if (!is_named(draws.pool, constant)) continue;
      ++named;
      EXPECT_TRUE(made.rule->where.empty()) << describe(*made.rule);
    }
    // A product of two names is not linear.
    for (const std::string_view name : {"x", "y", "z", "late"})
      EXPECT_EQ(text.find("(* " + std::string(name) + " x"), std::string::npos) << text;
  }
  EXPECT_GT(named, 50u);
}

TEST(RuleBook, ConstantsOfRegularExpressionsAreLiterals) {
  Draws draws(
      "(set-logic QF_S)(declare-const x String)(declare-const y String)"
      "(assert (str.in_re x (re.* (str.to_re \"ab\"))))");
  for (const Direction direction : {kWeaker, kStronger})
    for (const Replacement& made : draws.draw(direction))
      for (const Term constant : made.constants)
        EXPECT_FALSE(is_named(draws.pool, constant) &&
                     print_term(draws.pool, made.term, kPlain).find("(str.to_re y)") !=
                         std::string::npos)
            << describe(*made.rule);
}

TEST(RuleBook, EqualitiesOfSortsWithoutLiteralsAreStrengthenedByNames) {
  Draws plain(
      "(set-logic QF_UF)(declare-sort U 0)(declare-const x U)(declare-const y U)"
      "(declare-const a U)(assert (= x y))");
  EXPECT_THAT(plain.texts(kStronger), Contains("(and (= x a) (= y a))"));
  Draws arrays(
      "(set-logic QF_AX)(declare-sort I 0)(declare-sort E 0)(declare-const x (Array I E))"
      "(declare-const y (Array I E))(declare-const a (Array I E))(declare-const i I)"
      "(assert (= x y))");
  EXPECT_THAT(arrays.texts(kStronger), Contains("(and (= x a) (= y a))"));
  EXPECT_THAT(arrays.texts(kWeaker), Contains("(= (select x i) (select y i))"));
}

// Each row is used at its own pattern, by what solvers in general understand, or by one of them.
bool is_used(const Rule& rule) {
  for (const Setting* setting : solver_settings(rule)) {
    for (const Direction direction : {kWeaker, kStronger}) {
      if (!works(rule, direction)) continue;
      RuleAt made(rule, *setting, kDatatype);
      for (const RuleInstance& instance : made.instances) {
        const Term pattern = direction == kWeaker ? instance.stronger : instance.weaker;
        for (const Known solvers : {kZ3 | kCvc5, kZ3, kCvc5}) {
          Script script;
          if (made.function) {
            Command declared;
            declared.kind = CommandKind::DeclareFun;
            declared.definitions.push_back({made.function, {}, {}});
            script.commands.push_back(declared);
          }
          Command assertion;
          assertion.kind = CommandKind::Assert;
          assertion.terms = {pattern};
          script.commands.push_back(assertion);
          Vocabulary vocabulary(made.pool, script, {.solvers = solvers});
          RuleBook book(made.pool, vocabulary, Rng(1));
          for (uint64_t number = 0; number < 600; ++number) {
            Rng rng = Rng(3).fork(number);
            const auto drawn = book.replace(pattern, direction, script.commands.size(), rng);
            if (drawn && drawn->rule == &rule) return true;
          }
        }
      }
    }
  }
  return false;
}

TEST(RuleBook, EveryRuleIsUsedAtItsOwnPattern) {
  for (const RuleEntry& entry : all_rules())
    EXPECT_TRUE(is_used(*entry.rule)) << entry.theory->name << ": " << describe(*entry.rule);
}

}  // namespace
}  // namespace pg
