#include "theory/reals/reals_rules.h"

#include <array>

namespace pg::reals {
namespace {

// clang-format off
constexpr auto kTable = std::to_array<Rule>({
    // The middle, and quotients.
    {.terms = "x y: Real", .stronger = "(< x y)", .weaker = "(< x (/ (+ x y) 2.0))",
     .equivalent = true},
    {.terms = "x y: Real", .stronger = "(<= x y)", .weaker = "(<= (/ (+ x y) 2.0) y)",
     .equivalent = true},
    {.terms = "x y: Real", .stronger = "(> x y)", .weaker = "(< y (/ (+ x y) 2.0))",
     .equivalent = true},
    {.terms = "x y: Real", .stronger = "(>= x y)", .weaker = "(>= (/ (+ x y) 2.0) y)",
     .equivalent = true},
    {.terms = "x y: Real", .stronger = "(= x y)", .weaker = "(= x (/ (+ x y) 2.0))",
     .equivalent = true},
    {.terms = "x y: Real", .constants = "a: Real", .stronger = "(< x y)",
     .weaker = "(< (/ x a) (/ y a))", .where = "(> a 0.0)", .equivalent = true},
    {.terms = "x y: Real", .constants = "a: Real", .stronger = "(<= x y)",
     .weaker = "(>= (/ x a) (/ y a))", .where = "(< a 0.0)", .equivalent = true},
    {.terms = "x y: Real", .constants = "a: Real", .stronger = "(= x y)",
     .weaker = "(= (/ x a) (/ y a))", .where = "(distinct a 0.0)", .equivalent = true},
    {.terms = "x y: Real", .constants = "a: Real", .stronger = "(distinct x y)",
     .weaker = "(distinct (/ x a) (/ y a))", .where = "(distinct a 0.0)", .equivalent = true},
    {.terms = "x y: Real", .stronger = "(< x y)", .weaker = "(< (- x y) 0.0)", .equivalent = true},
    {.terms = "x y: Real", .stronger = "(distinct x y)", .weaker = "(> (* (- x y) (- x y)) 0.0)",
     .equivalent = true,
     .proof = "The square of a real number is 0 if the number is 0 and positive if not, and x - "
              "y is 0 exactly if x = y."},
    {.terms = "x y: Real", .stronger = "(= x y)", .weaker = "(<= (* (- x y) (- x y)) 0.0)",
     .equivalent = true,
     .proof = "The square of a real number is never negative and 0 only if the number is 0, and "
              "x - y is 0 exactly if x = y."},

    // Rounding down to an integer keeps the order, if not strictly.
    {.terms = "x y: Real", .stronger = "(<= x y)", .weaker = "(<= (to_int x) (to_int y))"},
    {.terms = "x y: Real", .stronger = "(< x y)", .weaker = "(<= (to_int x) (to_int y))"},
    {.terms = "x y: Real", .stronger = "(< (to_int x) (to_int y))", .weaker = "(< x y)"},
    {.terms = "x y: Real", .stronger = "(> (to_int x) (to_int y))", .weaker = "(> x y)"},
    {.terms = "x y: Real", .constants = "a: Real", .stronger = "(>= x y)",
     .weaker = "(>= (to_int (+ x a)) (to_int (+ y a)))"},
    {.terms = "x y: Real", .stronger = "(= x y)", .weaker = "(= (to_int x) (to_int y))"},
    {.terms = "x y: Real", .stronger = "(= x y)", .weaker = "(= (is_int x) (is_int y))"},
    {.terms = "x y: Real", .stronger = "(= x y)", .weaker = "(is_int (- x y))"},
    {.terms = "x y: Real", .stronger = "(= x y)",
     .weaker = "(and (= (to_int x) (to_int y)) (<= 0.0 (- x y) 0.0))", .equivalent = true},
    {.terms = "x y: Real", .stronger = "(distinct (to_int x) (to_int y))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: Real", .stronger = "(xor (is_int x) (is_int y))", .weaker = "(distinct x y)"},
    {.terms = "x y: Real", .stronger = "(<= x y)", .weaker = "(<= (to_real (to_int x)) y)"},
    {.terms = "x y: Real", .stronger = "(< x y)", .weaker = "(< (to_real (to_int x)) y)"},
    {.terms = "x y: Real", .stronger = "(>= x y)", .weaker = "(> (+ x 1.0) (to_real (to_int y)))"},
    {.terms = "x y: Real", .stronger = "(> (to_real (to_int x)) y)", .weaker = "(> x y)"},
    {.terms = "x: Real", .stronger = "(is_int x)", .weaker = "(<= x (to_real (to_int x)))",
     .equivalent = true},
    {.terms = "x: Real", .stronger = "(is_int x)", .weaker = "(= x (to_real (to_int x)))",
     .equivalent = true},
    {.terms = "x: Real", .constants = "a: Real", .stronger = "(= x a)", .weaker = "(is_int x)",
     .where = "(is_int a)"},
    {.terms = "x: Real", .constants = "a: Real", .stronger = "(is_int x)",
     .weaker = "(distinct x a)", .where = "(not (is_int a))"},

    // Integers among the reals.
    {.terms = "x y: Int", .stronger = "(< x y)", .weaker = "(< (to_real x) (to_real y))",
     .equivalent = true},
    {.terms = "x y: Int", .stronger = "(<= x y)", .weaker = "(< (to_real x) (+ (to_real y) 0.5))",
     .equivalent = true},
    {.terms = "x y: Int", .stronger = "(> x y)", .weaker = "(> (- (to_real x) 0.5) (to_real y))",
     .equivalent = true},
    {.terms = "x y: Int", .stronger = "(>= x y)", .weaker = "(>= (to_real x) (- (to_real y) 0.5))",
     .equivalent = true},
    {.terms = "x y: Int", .stronger = "(= x y)", .weaker = "(= (to_real x) (to_real y))",
     .equivalent = true},
    {.terms = "x y: Int", .stronger = "(= x y)", .weaker = "(is_int (/ (to_real (+ x y)) 2.0))"},
    {.terms = "x y: Int", .stronger = "(distinct x y)",
     .weaker = "(distinct (/ (to_real x) 2.0) (/ (to_real y) 2.0))", .equivalent = true},
    {.terms = "x y: Int", .stronger = "(< x y)",
     .weaker = "(<= x (to_int (/ (to_real (+ x y)) 2.0)))"},
    {.terms = "x y: Int", .stronger = "(<= x y)",
     .weaker = "(<= x (to_int (/ (to_real (+ x y)) 2.0)))", .equivalent = true},
});
// clang-format on

}  // namespace

constinit const std::span<const Rule> kRules = kTable;

}  // namespace pg::reals
