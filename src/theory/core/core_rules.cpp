#include "theory/core/core_rules.h"

#include <array>

namespace pg::core {
namespace {

// clang-format off
constexpr auto kTable = std::to_array<Rule>({
    // Truth tables: what a connective of two truth values implies.
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "(= p q)"},
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "(or p q)"},
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "(=> q p)"},
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "p"},
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "q"},
    {.terms = "p q: Bool", .stronger = "p", .weaker = "(or p q)"},
    {.terms = "p q: Bool", .stronger = "q", .weaker = "(or p q)"},
    {.terms = "p q: Bool", .stronger = "q", .weaker = "(=> p q)"},
    {.terms = "p q: Bool", .stronger = "(not p)", .weaker = "(=> p q)"},
    {.terms = "p q: Bool", .stronger = "(xor p q)", .weaker = "(or p q)"},
    {.terms = "p q: Bool", .stronger = "(xor p q)", .weaker = "(not (and p q))"},
    {.terms = "p q: Bool", .stronger = "(distinct p q)", .weaker = "(or p q)"},
    {.terms = "p q: Bool", .stronger = "(distinct p q)", .weaker = "(=> p (not q))"},
    {.terms = "p q: Bool", .stronger = "(= p q)", .weaker = "(=> p q)"},
    {.terms = "p q: Bool", .stronger = "(= p q)", .weaker = "(=> q p)"},
    {.terms = "p q: Bool", .stronger = "(= p q)", .weaker = "(or p (not q))"},
    {.terms = "p q: Bool", .stronger = "(and p (not q))", .weaker = "(xor p q)"},
    {.terms = "p q: Bool", .stronger = "(and (not p) q)", .weaker = "(distinct p q)"},
    {.terms = "p q r: Bool", .stronger = "(and p q)", .weaker = "(ite p q r)"},
    {.terms = "p q r: Bool", .stronger = "(and (not p) r)", .weaker = "(ite p q r)"},
    {.terms = "p q r: Bool", .stronger = "(and q r)", .weaker = "(ite p q r)"},
    {.terms = "p q r: Bool", .stronger = "(ite p q r)", .weaker = "(or q r)"},
    {.terms = "p q r: Bool", .stronger = "(ite p q r)", .weaker = "(=> p q)"},
    {.terms = "p q r: Bool", .stronger = "(ite p q r)", .weaker = "(or p r)"},

    // The same in other words. The first ones are atoms that a negated atom is.
    {.terms = "p q: Bool", .stronger = "(not (xor p q))", .weaker = "(= p q)", .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(not (= p q))", .weaker = "(xor p q)", .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(not (=> p q))", .weaker = "(and p (not q))",
     .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(not (and p q))", .weaker = "(=> p (not q))",
     .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(not (or p q))", .weaker = "(and (not p) (not q))",
     .equivalent = true},
    {.terms = "p q r: Bool", .stronger = "(not (ite p q r))", .weaker = "(ite p (not q) (not r))",
     .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(xor p q)", .weaker = "(distinct p q)", .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(=> p q)", .weaker = "(= p (and p q))", .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(=> p q)", .weaker = "(= q (or p q))", .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "(= p (= q (or p q)))",
     .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(and p q)", .weaker = "(ite p q false)",
     .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(or p q)", .weaker = "(xor (xor p q) (and p q))",
     .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(or p q)", .weaker = "(ite p true q)", .equivalent = true},
    {.terms = "p q: Bool", .stronger = "(= p q)", .weaker = "(ite p q (not q))",
     .equivalent = true},
    {.terms = "p q r: Bool", .stronger = "(ite p q r)", .weaker = "(and (=> p q) (or p r))",
     .equivalent = true},
    {.terms = "p q r: Bool", .stronger = "(ite p q r)", .weaker = "(xor (and p q) (and (not p) r))",
     .equivalent = true},

    // Equality over any sort.
    {.terms = "x y: A", .stronger = "(not (= x y))", .weaker = "(distinct x y)",
     .equivalent = true},
    {.terms = "x y: A", .stronger = "(not (distinct x y))", .weaker = "(= x y)",
     .equivalent = true},
    {.terms = "x y: A", .stronger = "(= x y)", .weaker = "(= y x)", .equivalent = true},
    {.terms = "x y: A", .stronger = "(distinct x y)", .weaker = "(distinct y x)",
     .equivalent = true},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(and (= x a) (= y a))",
     .weaker = "(= x y)"},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(distinct x y)",
     .weaker = "(not (and (= x a) (= y a)))"},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(=> (= x a) (= y a))"},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (= x a) (= y a))"},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (ite (= x a) x y) y)"},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(= x y)",
     .weaker = "(= (ite (= x a) a x) y)", .equivalent = true},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(and (= x a) (distinct y a))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: A", .constants = "a: A", .stronger = "(xor (= x a) (= y a))",
     .weaker = "(distinct x y)"},

    // Congruence: a function of the script has one value at equal arguments.
    {.terms = "x y: A", .constants = "f: A -> B", .stronger = "(= x y)",
     .weaker = "(= (f x) (f y))"},
    {.terms = "x y: A", .constants = "f: A -> B", .stronger = "(distinct (f x) (f y))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: A", .constants = "f: A -> A", .stronger = "(= x y)",
     .weaker = "(= (f (f x)) (f (f y)))"},
    {.terms = "x y: A", .constants = "f: A -> A", .stronger = "(distinct (f (f x)) (f (f y)))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: A", .constants = "f: A -> Int", .stronger = "(= x y)",
     .weaker = "(<= (f x) (f y))"},
    {.terms = "x y: A", .constants = "f: A -> Int", .stronger = "(< (f x) (f y))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: A", .constants = "f: A -> Real", .stronger = "(= x y)",
     .weaker = "(>= (f x) (f y))"},
    {.terms = "x y: A", .constants = "f: A -> Real", .stronger = "(> (f x) (f y))",
     .weaker = "(distinct x y)"},
    {.terms = "x y: A", .constants = "f: A -> Bool", .stronger = "(= x y)",
     .weaker = "(=> (f x) (f y))"},
    {.terms = "x y: A", .constants = "f: A -> Bool", .stronger = "(and (f x) (not (f y)))",
     .weaker = "(distinct x y)"},
});
// clang-format on

}  // namespace

constinit const std::span<const Rule> kRules = kTable;

}  // namespace pg::core
