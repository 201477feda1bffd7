#include "theory/bags/bags_rules.h"

#include <array>

namespace pg::bags {
namespace {

// clang-format off
constexpr auto kTable = std::to_array<Rule>({
    {.terms = "x y: Bag(A)", .stronger = "(= x y)", .weaker = "(bag.subbag x y)"},
    {.terms = "x y: Bag(A)", .stronger = "(= x y)", .weaker = "(bag.subbag y x)"},
    {.terms = "x y: Bag(A)", .stronger = "(= x y)",
     .weaker = "(and (bag.subbag x y) (bag.subbag y x))", .equivalent = true},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag x (bag.union_disjoint y a))"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag x (bag.union_max y a))"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag (bag.inter_min x a) y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag (bag.difference_subtract x a) y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag (bag.difference_remove x a) y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag (bag.union_disjoint x a) y)", .weaker = "(bag.subbag x y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag (bag.union_max x a) y)", .weaker = "(bag.subbag x y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag x (bag.inter_min y a))", .weaker = "(bag.subbag x y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag x (bag.difference_subtract y a))", .weaker = "(bag.subbag x y)"},
    {.terms = "x y z: Bag(A)", .stronger = "(bag.subbag x (bag.inter_min y z))",
     .weaker = "(bag.subbag x (bag.union_max y z))"},
    {.terms = "x y: Bag(A)", .stronger = "(bag.subbag x y)", .weaker = "(= (bag.inter_min x y) x)",
     .equivalent = true},
    {.terms = "x y: Bag(A)", .stronger = "(bag.subbag x y)", .weaker = "(= (bag.union_max x y) y)",
     .equivalent = true},
    {.terms = "x y: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(= (bag.difference_subtract x y) (as bag.empty (Bag A)))", .equivalent = true},
    {.terms = "x y: Bag(A)", .constants = "b: A", .stronger = "(bag.subbag x y)",
     .weaker = "(<= (bag.count b x) (bag.count b y))"},
    {.terms = "x y: Bag(A)", .constants = "b: A", .stronger = "(bag.subbag x y)",
     .weaker = "(=> (bag.member b x) (bag.member b y))"},
    {.terms = "x: Bag(A); e: A", .stronger = "(bag.member e x)", .weaker = "(>= (bag.count e x) 1)",
     .equivalent = true},
    {.terms = "x: Bag(A); e: A", .stronger = "(bag.member e x)",
     .weaker = "(bag.subbag (bag e 1) x)", .equivalent = true},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)", .stronger = "(bag.member e x)",
     .weaker = "(bag.member e (bag.union_max x a))"},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)", .stronger = "(bag.member e x)",
     .weaker = "(bag.member e (bag.union_disjoint x a))"},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)",
     .stronger = "(bag.member e (bag.inter_min x a))", .weaker = "(bag.member e x)"},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)",
     .stronger = "(bag.member e (bag.difference_remove x a))", .weaker = "(bag.member e x)"},
    {.terms = "x y: Bag(A); e: A", .stronger = "(bag.member e (bag.inter_min x y))",
     .weaker = "(and (bag.member e x) (bag.member e y))", .equivalent = true},
    {.terms = "x y: Bag(A); e: A", .stronger = "(bag.member e (bag.union_max x y))",
     .weaker = "(or (bag.member e x) (bag.member e y))", .equivalent = true},
    {.terms = "x y: Bag(A); e: A", .stronger = "(bag.member e (bag.difference_subtract x y))",
     .weaker = "(> (bag.count e x) (bag.count e y))"},
    {.terms = "x: Bag(A); e: A", .stronger = "(bag.member e x)",
     .weaker = "(distinct x (as bag.empty (Bag A)))"},
    {.terms = "x y: Bag(A)", .constants = "b: A", .stronger = "(= x y)",
     .weaker = "(= (bag.count b x) (bag.count b y))"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(= x y)",
     .weaker = "(= (bag.union_disjoint x a) (bag.union_disjoint y a))"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(= x y)",
     .weaker = "(= (bag.inter_min x a) (bag.inter_min y a))"},
    {.terms = "x y: Bag(A)", .stronger = "(= x y)",
     .weaker = "(= (bag.union_max x y) (bag.inter_min x y))"},
    {.terms = "x y: Bag(A)", .constants = "b: A",
     .stronger = "(distinct (bag.count b x) (bag.count b y))", .weaker = "(distinct x y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(distinct (bag.union_max x a) (bag.union_max y a))", .weaker = "(distinct x y)"},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(distinct (bag.difference_subtract x a) (bag.difference_subtract y a))",
     .weaker = "(distinct x y)"},
});
// clang-format on

}  // namespace

constinit const std::span<const Rule> kRules = kTable;

}  // namespace pg::bags
