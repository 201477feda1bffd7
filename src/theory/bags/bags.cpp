#include "theory/bags/bags.h"

#include "theory/bags/bags_eval.h"
#include "theory/bags/bags_rules.h"
#include "theory/tuples.h"

namespace pg::bags {
namespace {

Sort product_sort(const SortCall& call) {
  return concat_elements(call.pool, SortKind::Bag, call.args[0], call.args[1]);
}

Sort project_sort(const SortCall& call) {
  return project_elements(call.pool, SortKind::Bag, call.args[0], call.indices);
}

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "bag", .sig = sig("A Int -> Bag(A)"), .known = kCvc5, .eval = eval_bag},
    {.name = "bag.empty", .sig = sig("-> Bag(A)"), .known = kCvc5, .eval = eval_empty},
    {.name = "bag.union_disjoint", .sig = sig("Bag(A) Bag(A) -> Bag(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_union_disjoint},
    {.name = "bag.union_max", .sig = sig("Bag(A) Bag(A) -> Bag(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_union_max},
    {.name = "bag.inter_min", .sig = sig("Bag(A) Bag(A) -> Bag(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_inter_min},
    {.name = "bag.difference_subtract", .sig = sig("Bag(A) Bag(A) -> Bag(A)"),
     .chain = Chain::LeftAssoc, .known = kCvc5, .eval = eval_difference_subtract},
    {.name = "bag.difference_remove", .sig = sig("Bag(A) Bag(A) -> Bag(A)"),
     .chain = Chain::LeftAssoc, .known = kCvc5, .eval = eval_difference_remove},
    {.name = "bag.subbag", .sig = sig("Bag(A) Bag(A) -> Bool"), .known = kCvc5,
     .eval = eval_subbag},
    {.name = "bag.count", .sig = sig("A Bag(A) -> Int"), .known = kCvc5, .eval = eval_count},
    {.name = "bag.member", .sig = sig("A Bag(A) -> Bool"), .known = kCvc5, .eval = eval_member},
    {.name = "bag.setof", .sig = sig("Bag(A) -> Bag(A)"), .known = kCvc5 | kRecent,
     .eval = eval_setof},
    {.name = "bag.card", .sig = sig("Bag(A) -> Int"), .known = kCvc5, .eval = eval_card},
    {.name = "bag.choose", .sig = sig("Bag(A) -> A"), .known = kCvc5, .eval = eval_choose},
    {.name = "bag.is_singleton", .sig = sig("Bag(A) -> Bool"), .known = kCvc5,
     .eval = eval_is_singleton},
    {.name = "bag.from_set", .sig = sig("Set(A) -> Bag(A)"), .known = kCvc5, .eval = eval_from_set},
    {.name = "bag.to_set", .sig = sig("Bag(A) -> Set(A)"), .known = kCvc5, .eval = eval_to_set},
    {.name = "bag.map", .sig = sig("Fun(A,B) Bag(A) -> Bag(B)"), .known = kCvc5, .eval = eval_map},
    {.name = "bag.filter", .sig = sig("Fun(A,Bool) Bag(A) -> Bag(A)"), .known = kCvc5,
     .eval = eval_filter},
    {.name = "bag.all", .sig = sig("Fun(A,Bool) Bag(A) -> Bool"), .known = kCvc5, .eval = eval_all},
    {.name = "bag.some", .sig = sig("Fun(A,Bool) Bag(A) -> Bool"), .known = kCvc5,
     .eval = eval_some},
    {.name = "bag.fold", .sig = sig("Fun(A,B,B) B Bag(A) -> B"), .known = kCvc5, .eval = eval_fold},
    {.name = "bag.partition", .sig = sig("Fun(A,A,Bool) Bag(A) -> Bag(Bag(A))"), .known = kCvc5,
     .eval = eval_partition},

    {.name = "table.product", .sig = sig("Bag(?) Bag(?) -> ?"), .known = kCvc5,
     .sort_fn = product_sort, .eval = eval_product},
    {.name = "table.join", .sig = sig("[*] Bag(?) Bag(?) -> ?"), .known = kCvc5,
     .sort_fn = product_sort, .eval = eval_join},
    {.name = "table.project", .sig = sig("[*] Bag(?) -> ?"), .known = kCvc5,
     .sort_fn = project_sort, .eval = eval_project},
    {.name = "table.group", .sig = sig("[*] Bag(A) -> Bag(Bag(A))"), .known = kCvc5,
     .eval = eval_group},
    {.name = "table.aggr", .sig = sig("[*] Fun(A,B,B) B Bag(A) -> Bag(B)"), .known = kCvc5,
     .eval = eval_aggr},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"bag.duplicate_removal", "bag.setof", kCvc5},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"bags", "cvc5 documentation, Theory of Bags", kOps, kAliases, kRules};

}  // namespace pg::bags
