#include "mutate/snippets.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "support/smtlib.h"
#include "theory/arrays/arrays.h"

namespace pg {
namespace {

TEST(Snippets, AConditionIsMostlyAnAtom) {
  Pool pool;
  const ParsedScript parsed = parse_script(
      pool, "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x y))");
  Vocabulary vocabulary(pool, parsed.script, {});
  Snippets snippets(pool, vocabulary, {}, Rng(1));
  size_t conditions = 0;
  size_t atoms = 0;
  for (uint64_t number = 0; number < 3000; ++number) {
    Rng rng = Rng(2).fork(number);
    const Term formula = snippets.formula(3, {}, rng);
    const std::string text = print_term(pool, formula, test::kPlain);
    for (size_t at = text.find("(ite "); at != std::string::npos; at = text.find("(ite ", at + 1)) {
      ++conditions;
      const char first = text[at + 5];
      if (first == '(') ++atoms;
    }
  }
  EXPECT_GT(conditions, 100u);
  EXPECT_GT(2 * atoms, conditions);
}

// Z3 reads functions as values, and not all that cvc5 has for arrays.
TEST(Vocabulary, ASortOfSmtLib27IsNoReasonToForgetSolvers) {
  Pool pool;
  const ParsedScript parsed =
      parse_script(pool,
                   "(set-logic HO_ALL)(declare-const s (Array Int Bool))"
                   "(assert (= s (lambda ((x Int)) (> x 0))))(assert (select s 5))(check-sat)");
  const Vocabulary vocabulary(pool, parsed.script, {});
  const auto row = std::ranges::find(arrays::kTheory.ops, "eqrange", &OpSpec::name);
  ASSERT_NE(row, arrays::kTheory.ops.end());
  EXPECT_FALSE(vocabulary.allows(*row));
}

}  // namespace
}  // namespace pg
