#include "theory/datatypes/datatypes_rules.h"

#include <array>

namespace pg::datatypes {
namespace {

// clang-format off
constexpr auto kTable = std::to_array<Rule>({
    // A value has exactly one constructor.
    {.terms = "x: Data", .stronger = "((_ is C) x)", .weaker = "(not ((_ is D) x))"},
    {.terms = "x: Data", .constants = "a: Data", .stronger = "((_ is C) x)",
     .weaker = "(distinct x a)", .where = "(not ((_ is C) a))"},
    {.terms = "x: Data", .constants = "a: Data", .stronger = "(= x a)", .weaker = "((_ is C) x)",
     .where = "((_ is C) a)"},
    {.terms = "x: Data", .constants = "a: Data", .stronger = "((_ is C) x)",
     .weaker = "(=> (= x a) ((_ is C) a))"},
    {.terms = "x: Data", .constants = "a: Data", .stronger = "(and (= x a) ((_ is C) a))",
     .weaker = "((_ is C) x)"},
    {.terms = "x: Data", .constants = "a: Data", .stronger = "((_ is C) x)",
     .weaker = "(=> ((_ is D) a) (distinct x a))"},
    {.terms = "x: Data", .stronger = "((_ is C) x)",
     .weaker = "(and ((_ is C) x) (not ((_ is D) x)))", .equivalent = true},
    {.terms = "x: Data", .stronger = "((_ is C) x)", .weaker = "(xor ((_ is C) x) ((_ is D) x))"},
    {.terms = "x: Data", .constants = "a: Data", .stronger = "(xor ((_ is C) x) (= x a))",
     .weaker = "((_ is C) x)", .where = "((_ is C) a)"},
    {.terms = "x y: Data", .stronger = "(= x y)", .weaker = "(=> ((_ is C) x) ((_ is C) y))"},
    {.terms = "x y: Data", .stronger = "(= x y)", .weaker = "(= ((_ is C) x) ((_ is C) y))"},
    {.terms = "x y: Data", .stronger = "(= x y)",
     .weaker = "(not (and ((_ is C) x) ((_ is D) y)))"},
    {.terms = "x y: Data", .stronger = "(= x y)", .weaker = "(=> ((_ is C) x) (not ((_ is D) y)))"},
    {.terms = "x y: Data", .stronger = "(and ((_ is C) x) ((_ is D) y))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: Data", .stronger = "(xor ((_ is C) x) ((_ is C) y))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: Data", .constants = "a: Data", .stronger = "(distinct x y)",
     .weaker = "(=> (= x a) (distinct y a))"},
    {.terms = "x y: Data", .stronger = "(and ((_ is C) x) (not ((_ is C) y)))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: Data", .stronger = "(= x y)",
     .weaker = "(= (ite ((_ is C) x) x y) (ite ((_ is D) y) y x))"},
    // A selector has a value at every other constructor, too: the same one at equal arguments.
    {.terms = "x y: Data", .constants = "f: Data -> A", .stronger = "(= x y)",
     .weaker = "(=> ((_ is C) x) (= (f x) (f y)))"},
    {.terms = "x y: Data", .constants = "f: Data -> A", .stronger = "(= x y)",
     .weaker = "(= (f (ite ((_ is C) x) x y)) (f y))"},
    {.terms = "x y: Data", .constants = "f: Data -> A",
     .stronger = "(and ((_ is C) x) (distinct (f x) (f y)))", .weaker = "(distinct x y)"},
    {.terms = "x y: Data", .constants = "f: Data -> Data", .stronger = "(= x y)",
     .weaker = "(= ((_ is C) (f x)) ((_ is C) (f y)))"},
    {.terms = "x y: Data", .constants = "f: Data -> Data",
     .stronger = "(and ((_ is C) (f x)) ((_ is D) (f y)))", .weaker = "(distinct x y)"},
});
// clang-format on

}  // namespace

constinit const std::span<const Rule> kRules = kTable;

}  // namespace pg::datatypes
