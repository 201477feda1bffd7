#include "theory/bags/bags_rules.h"

#include <array>

namespace pg::bags {
namespace {

// clang-format off
constexpr auto kTable = std::to_array<Rule>({
    {.terms = "x y: Bag(A)", .stronger = "(= x y)", .weaker = "(bag.subbag x y)",
     .proof = "Equal bags have equal counts, and a count is at most itself."},
    {.terms = "x y: Bag(A)", .stronger = "(= x y)", .weaker = "(bag.subbag y x)",
     .proof = "Equal bags have equal counts, and a count is at most itself."},
    {.terms = "x y: Bag(A)", .stronger = "(= x y)",
     .weaker = "(and (bag.subbag x y) (bag.subbag y x))", .equivalent = true,
     .proof = "Each count of x is at most that of y and the reverse exactly if all counts are "
              "equal, and bags with equal counts are equal."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag x (bag.union_disjoint y a))",
     .proof = "The disjoint union adds counts, and no count is negative: x(e) <= y(e) <= y(e) + "
              "a(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag x (bag.union_max y a))",
     .proof = "The union takes the greater count: x(e) <= y(e) <= max(y(e), a(e))."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag (bag.inter_min x a) y)",
     .proof = "The intersection takes the smaller count: min(x(e), a(e)) <= x(e) <= y(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag (bag.difference_subtract x a) y)",
     .proof = "The difference subtracts counts down to 0 at least: max(x(e) - a(e), 0) <= x(e) "
              "<= y(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(bag.subbag (bag.difference_remove x a) y)",
     .proof = "The difference has the count x(e) or 0, which is at most x(e) <= y(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag (bag.union_disjoint x a) y)", .weaker = "(bag.subbag x y)",
     .proof = "The disjoint union adds counts, and no count is negative: x(e) <= x(e) + a(e) <= "
              "y(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag (bag.union_max x a) y)", .weaker = "(bag.subbag x y)",
     .proof = "The union takes the greater count: x(e) <= max(x(e), a(e)) <= y(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag x (bag.inter_min y a))", .weaker = "(bag.subbag x y)",
     .proof = "The intersection takes the smaller count: x(e) <= min(y(e), a(e)) <= y(e)."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(bag.subbag x (bag.difference_subtract y a))", .weaker = "(bag.subbag x y)",
     .proof = "The difference subtracts counts down to 0 at least: x(e) <= max(y(e) - a(e), 0) "
              "<= y(e)."},
    {.terms = "x y z: Bag(A)", .stronger = "(bag.subbag x (bag.inter_min y z))",
     .weaker = "(bag.subbag x (bag.union_max y z))",
     .proof = "The smaller of two counts is at most the greater: x(e) <= min(y(e), z(e)) <= "
              "max(y(e), z(e))."},
    {.terms = "x y: Bag(A)", .stronger = "(bag.subbag x y)", .weaker = "(= (bag.inter_min x y) x)",
     .equivalent = true,
     .proof = "x(e) <= y(e) holds exactly if min(x(e), y(e)) = x(e), for each e; bags with equal "
              "counts are equal."},
    {.terms = "x y: Bag(A)", .stronger = "(bag.subbag x y)", .weaker = "(= (bag.union_max x y) y)",
     .equivalent = true,
     .proof = "x(e) <= y(e) holds exactly if max(x(e), y(e)) = y(e), for each e; bags with equal "
              "counts are equal."},
    {.terms = "x y: Bag(A)", .stronger = "(bag.subbag x y)",
     .weaker = "(= (bag.difference_subtract x y) (as bag.empty (Bag A)))", .equivalent = true,
     .proof = "x(e) <= y(e) holds exactly if max(x(e) - y(e), 0) = 0, for each e, and a bag is "
              "empty exactly if all its counts are 0."},
    {.terms = "x y: Bag(A)", .constants = "b: A", .stronger = "(bag.subbag x y)",
     .weaker = "(<= (bag.count b x) (bag.count b y))",
     .proof = "This is the definition of a sub-bag at the one element b."},
    {.terms = "x y: Bag(A)", .constants = "b: A", .stronger = "(bag.subbag x y)",
     .weaker = "(=> (bag.member b x) (bag.member b y))",
     .proof = "A member has a count of 1 or more: if x(b) >= 1 then y(b) >= x(b) >= 1."},
    {.terms = "x: Bag(A); e: A", .stronger = "(bag.member e x)", .weaker = "(>= (bag.count e x) 1)",
     .equivalent = true,
     .proof = "This is the definition of a member of a bag: its count is 1 or more."},
    {.terms = "x: Bag(A); e: A", .stronger = "(bag.member e x)",
     .weaker = "(bag.subbag (bag e 1) x)", .equivalent = true,
     .proof = "The bag (bag e 1) has the count 1 at e and 0 elsewhere, so it is a sub-bag of x "
              "exactly if 1 <= x(e), as 0 is at most any count."},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)", .stronger = "(bag.member e x)",
     .weaker = "(bag.member e (bag.union_max x a))",
     .proof = "If x(e) >= 1 then max(x(e), a(e)) >= 1."},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)", .stronger = "(bag.member e x)",
     .weaker = "(bag.member e (bag.union_disjoint x a))",
     .proof = "If x(e) >= 1 then x(e) + a(e) >= 1, as no count is negative."},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)",
     .stronger = "(bag.member e (bag.inter_min x a))", .weaker = "(bag.member e x)",
     .proof = "If min(x(e), a(e)) >= 1 then x(e) >= 1."},
    {.terms = "x: Bag(A); e: A", .constants = "a: Bag(A)",
     .stronger = "(bag.member e (bag.difference_remove x a))", .weaker = "(bag.member e x)",
     .proof = "The difference has the count x(e) or 0 at e; if that is 1 or more, it is x(e)."},
    {.terms = "x y: Bag(A); e: A", .stronger = "(bag.member e (bag.inter_min x y))",
     .weaker = "(and (bag.member e x) (bag.member e y))", .equivalent = true,
     .proof = "min(x(e), y(e)) >= 1 holds exactly if x(e) >= 1 and y(e) >= 1."},
    {.terms = "x y: Bag(A); e: A", .stronger = "(bag.member e (bag.union_max x y))",
     .weaker = "(or (bag.member e x) (bag.member e y))", .equivalent = true,
     .proof = "max(x(e), y(e)) >= 1 holds exactly if x(e) >= 1 or y(e) >= 1."},
    {.terms = "x y: Bag(A); e: A", .stronger = "(bag.member e (bag.difference_subtract x y))",
     .weaker = "(> (bag.count e x) (bag.count e y))",
     .proof = "max(x(e) - y(e), 0) >= 1 says that x(e) - y(e) >= 1, so x(e) > y(e)."},
    {.terms = "x: Bag(A); e: A", .stronger = "(bag.member e x)",
     .weaker = "(distinct x (as bag.empty (Bag A)))",
     .proof = "The count of e is 1 or more in x and 0 in the empty bag, so they are not equal."},
    {.terms = "x y: Bag(A)", .constants = "b: A", .stronger = "(= x y)",
     .weaker = "(= (bag.count b x) (bag.count b y))",
     .proof = "A function has one value at equal arguments."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(= x y)",
     .weaker = "(= (bag.union_disjoint x a) (bag.union_disjoint y a))",
     .proof = "A function has one value at equal arguments."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)", .stronger = "(= x y)",
     .weaker = "(= (bag.inter_min x a) (bag.inter_min y a))",
     .proof = "A function has one value at equal arguments."},
    {.terms = "x y: Bag(A)", .stronger = "(= x y)",
     .weaker = "(= (bag.union_max x y) (bag.inter_min x y))",
     .proof = "With x = y both sides have the counts max(x(e), x(e)) = x(e) = min(x(e), x(e))."},
    {.terms = "x y: Bag(A)", .constants = "b: A",
     .stronger = "(distinct (bag.count b x) (bag.count b y))", .weaker = "(distinct x y)",
     .proof = "A function that has different values has different arguments."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(distinct (bag.union_max x a) (bag.union_max y a))", .weaker = "(distinct x y)",
     .proof = "A function that has different values has different arguments."},
    {.terms = "x y: Bag(A)", .constants = "a: Bag(A)",
     .stronger = "(distinct (bag.difference_subtract x a) (bag.difference_subtract y a))",
     .weaker = "(distinct x y)",
     .proof = "A function that has different values has different arguments."},
});
// clang-format on

}  // namespace

constinit const std::span<const Rule> kRules = kTable;

}  // namespace pg::bags
