#include "smtlib/rename.h"

#include <gtest/gtest.h>

#include "smtlib/parser.h"

namespace pg {
namespace {

TEST(NamesApart, EverythingThatIsDeclaredHasAnotherName) {
  const std::string text =
      "(declare-sort S 0)(declare-datatype L ((nil) (cons (head S) (tail L))))"
      "(define-sort W () Int)(declare-fun f (W) S)(define-fun g ((x W)) W (+ x 1))"
      "(declare-const |a b| L)(assert (= (f (g 1)) (head |a b|)))(check-sat)";
  const std::string other = with_names_apart(text, 1);
  EXPECT_EQ(other,
            "(declare-sort S_1 0)(declare-datatype L_1 ((nil_1) (cons_1 (head_1 S_1) (tail_1 "
            "L_1))))(define-sort W_1 () Int)(declare-fun f_1 (W_1) S_1)(define-fun g_1 ((x W_1)) "
            "W_1 (+ x 1))(declare-const |a b_1| L_1)(assert (= (f_1 (g_1 1)) (head_1 |a "
            "b_1|)))(check-sat)");
  // Both can be read in one go.
  Pool pool;
  const std::string one = text.substr(0, text.find("(check-sat)"));
  EXPECT_TRUE(parse_script(pool, one + other).errors.empty());
}

TEST(NamesApart, NewNamesAreNew) {
  EXPECT_EQ(with_names_apart("(declare-const x Int)(declare-const x_2 Int)(assert (= x x_2))", 2),
            "(declare-const x_2_ Int)(declare-const x_2_2_ Int)(assert (= x_2_ x_2_2_))");
}

}  // namespace
}  // namespace pg
