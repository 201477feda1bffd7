#include "theory/arrays/arrays_rules.h"

#include <array>

namespace pg::arrays {
namespace {

// clang-format off
constexpr auto kTable = std::to_array<Rule>({
    // Arrays are equal if they are equal everywhere.
    {.terms = "x y: Array(A,B)", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (select x a) (select y a))"},
    {.terms = "x y: Array(A,B)", .constants = "a: A",
     .stronger = "(distinct (select x a) (select y a))", .weaker = "(distinct x y)"},
    {.terms = "x y: Array(A,B)", .constants = "a: A; b: B", .stronger = "(= x y)",
     .weaker = "(= (store x a b) (store y a b))"},
    {.terms = "x y: Array(A,B)", .constants = "a: A; b: B",
     .stronger = "(distinct (store x a b) (store y a b))", .weaker = "(distinct x y)"},
    {.terms = "x y: Array(A,B)", .constants = "a: A; b: B", .stronger = "(= x y)",
     .weaker = "(and (= (select x a) (select y a)) (= (store x a b) (store y a b)))",
     .equivalent = true},
    {.terms = "x y: Array(A,B)", .constants = "a: A; b: B", .stronger = "(distinct x y)",
     .weaker = "(or (distinct (select x a) (select y a)) (distinct (store x a b) (store y a b)))",
     .equivalent = true},
    {.terms = "x y: Array(A,B)", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (store x a (select x a)) y)", .equivalent = true},
    {.terms = "x y: Array(A,B)", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (store x a (select y a)) y)"},
    {.terms = "x y: Array(A,B)", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (store x a (select y a)) (store y a (select x a)))"},
    {.terms = "x y: Array(A,B)", .constants = "a: A", .stronger = "(distinct x y)",
     .weaker = "(distinct x (store y a (select y a)))", .equivalent = true},
    {.terms = "x y: Array(A,B)", .constants = "a: A",
     .stronger = "(distinct x (store y a (select x a)))", .weaker = "(distinct x y)"},
    {.terms = "x y: Array(A,B)", .constants = "a: A; b: B", .stronger = "(distinct x y)",
     .weaker = "(=> (= (select x a) (select y a)) (distinct (store x a b) (store y a b)))"},
    {.terms = "x y: Array(A,B)", .constants = "a: A; b: B", .stronger = "(= x y)",
     .weaker = "(=> (= (select x a) b) (= (store y a b) x))"},

    // What was stored is there.
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(= (store x i v) y)",
     .weaker = "(= (select y i) v)"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(= x (store y i v))",
     .weaker = "(= (select x i) v)"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(= (store x i v) y)",
     .weaker = "(= (store y i v) y)"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(= (store x i v) y)",
     .weaker = "(= (store x i v) (store y i v))"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(= x (store y i v))",
     .weaker = "(= (store x i v) (store y i v))"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(= x (store y i v))",
     .weaker = "(=> (= x y) (= (select y i) v))"},
    {.terms = "x y: Array(A,B); i: A; v: B", .constants = "a: A; b: B",
     .stronger = "(= (store x i v) y)",
     .weaker = "(= (store (store x a b) i v) (store y a (select (store (store x a b) i v) a)))"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(distinct (select y i) v)",
     .weaker = "(distinct (store x i v) y)"},
    {.terms = "x y: Array(A,B); i: A; v: B", .stronger = "(distinct (store y i v) y)",
     .weaker = "(distinct (store x i v) y)"},

    // Arrays of truth values: atoms, and Z3's sets.
    {.terms = "x: Array(A,Bool); i: A", .stronger = "(select x i)",
     .weaker = "(= x (store x i true))", .equivalent = true},
    {.terms = "x: Array(A,Bool); i: A", .stronger = "(not (select x i))",
     .weaker = "(= x (store x i false))", .equivalent = true},
    {.terms = "x: Array(A,Bool); i: A", .constants = "a: A", .stronger = "(select x i)",
     .weaker = "(select (store x a true) i)"},
    {.terms = "x: Array(A,Bool); i: A", .constants = "a: A",
     .stronger = "(select (store x a false) i)", .weaker = "(select x i)"},
    {.terms = "x: Array(A,Bool); i: A", .constants = "a: A",
     .stronger = "(and (= i a) (select x a))", .weaker = "(select x i)"},
    {.terms = "x: Array(A,Bool); i: A", .constants = "a: A", .stronger = "(select x i)",
     .weaker = "(=> (= i a) (select x a))"},
    {.terms = "x y: Array(A,Bool)", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(=> (select x a) (select y a))"},
    {.terms = "x y: Array(A,Bool)", .constants = "a: A",
     .stronger = "(and (select x a) (not (select y a)))", .weaker = "(distinct x y)"},
    {.terms = "x y: Array(A,Bool)", .stronger = "(= x y)", .weaker = "(subset x y)"},
    {.terms = "x y: Array(A,Bool)", .stronger = "(= x y)",
     .weaker = "(and (subset x y) (subset y x))", .equivalent = true},
    {.terms = "x y: Array(A,Bool)", .stronger = "(subset x y)",
     .weaker = "(subset (complement y) (complement x))", .equivalent = true},
    {.terms = "x y: Array(A,Bool)", .constants = "s: Array(A,Bool)", .stronger = "(subset x y)",
     .weaker = "(subset (intersection x s) y)"},
    {.terms = "x y: Array(A,Bool)", .constants = "s: Array(A,Bool)", .stronger = "(subset x y)",
     .weaker = "(subset x (union y s))"},
    {.terms = "x y: Array(A,Bool)", .constants = "s: Array(A,Bool)",
     .stronger = "(subset (union x s) y)", .weaker = "(subset x y)"},
    {.terms = "x y: Array(A,Bool)", .constants = "s: Array(A,Bool)",
     .stronger = "(subset x (setminus y s))", .weaker = "(subset x y)"},
    {.terms = "x y: Array(A,Bool)", .constants = "a: A", .stronger = "(subset x y)",
     .weaker = "(subset (store x a false) y)"},
});
// clang-format on

}  // namespace

constinit const std::span<const Rule> kRules = kTable;

}  // namespace pg::arrays
