#include "theory/sets/sets.h"

#include <vector>

#include "theory/sets/sets_eval.h"
#include "theory/sets/sets_rules.h"
#include "theory/tuples.h"

namespace pg::sets {
namespace {

constexpr std::string_view kZ3Sets = "Z3 guide, Sets";
constexpr std::string_view kRelations = "cvc5 documentation, Theory of Relations";

Sort transpose_sort(const SortCall& call) {
  const Sort relation = call.args[0];
  if (relation == kUnknown) return kUnknown;
  if (call.pool.kind(relation) != SortKind::Set) return {};
  const Sort tuple = call.pool.args(relation)[0];
  if (tuple == kUnknown) return kUnknown;
  if (call.pool.kind(tuple) != SortKind::Tuple) return {};
  const std::span<const Sort> parts = call.pool.args(tuple);
  std::vector<Sort> reversed(parts.rbegin(), parts.rend());
  const Sort result = call.pool.sort(ctor_of(SortKind::Tuple), {}, reversed);
  return call.pool.sort(SortKind::Set, {}, {result});
}

Sort join_sort(const SortCall& call) {
  return concat_elements(call.pool, SortKind::Set, call.args[0], call.args[1], 1);
}

Sort product_sort(const SortCall& call) {
  return concat_elements(call.pool, SortKind::Set, call.args[0], call.args[1]);
}

Sort project_sort(const SortCall& call) {
  return project_elements(call.pool, SortKind::Set, call.args[0], call.indices);
}

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "set.empty", .sig = sig("-> Set(A)"), .known = kCvc5, .eval = eval_empty},
    {.name = "set.universe", .sig = sig("-> Set(A)"), .known = kCvc5, .eval = eval_universe},
    {.name = "set.singleton", .sig = sig("A -> Set(A)"), .known = kCvc5, .eval = eval_singleton},
    {.name = "set.union", .sig = sig("Set(A) Set(A) -> Set(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_union},
    {.name = "set.inter", .sig = sig("Set(A) Set(A) -> Set(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_inter},
    {.name = "set.minus", .sig = sig("Set(A) Set(A) -> Set(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_minus},
    {.name = "set.member", .sig = sig("A Set(A) -> Bool"), .known = kCvc5, .eval = eval_member},
    {.name = "set.subset", .sig = sig("Set(A) Set(A) -> Bool"), .known = kCvc5,
     .eval = eval_subset},
    {.name = "set.insert", .sig = sig("A+ Set(A) -> Set(A)"), .known = kCvc5, .eval = eval_insert},
    {.name = "set.card", .sig = sig("Set(A) -> Int"), .known = kCvc5, .eval = eval_card},
    {.name = "set.complement", .sig = sig("Set(A) -> Set(A)"), .known = kCvc5,
     .eval = eval_universe},
    {.name = "set.choose", .sig = sig("Set(A) -> A"), .known = kCvc5, .eval = eval_choose},
    {.name = "set.is_empty", .sig = sig("Set(A) -> Bool"), .known = kCvc5 | kRecent,
     .eval = eval_is_empty},
    {.name = "set.is_singleton", .sig = sig("Set(A) -> Bool"), .known = kCvc5,
     .eval = eval_is_singleton},
    {.name = "set.map", .sig = sig("Fun(A,B) Set(A) -> Set(B)"), .known = kCvc5, .eval = eval_map},
    {.name = "set.filter", .sig = sig("Fun(A,Bool) Set(A) -> Set(A)"), .known = kCvc5,
     .eval = eval_filter},
    {.name = "set.all", .sig = sig("Fun(A,Bool) Set(A) -> Bool"), .known = kCvc5, .eval = eval_all},
    {.name = "set.some", .sig = sig("Fun(A,Bool) Set(A) -> Bool"), .known = kCvc5,
     .eval = eval_some},
    {.name = "set.fold", .sig = sig("Fun(A,B,B) B Set(A) -> B"), .known = kCvc5, .eval = eval_fold},
    // Variables, a condition on them, the elements.
    {.name = "set.comprehension", .sig = sig("?+ Bool A -> Set(A)"), .known = kCvc5, .binder = 2,
     .eval = eval_comprehension},

    // Z3's sets are arrays to Bool; its models write those of this sort so.
    {.name = "const", .sig = sig("Bool -> Set(A)"), .known = kZ3, .eval = eval_const,
     .meaning = kZ3Sets},
    {.name = "store", .sig = sig("Set(A) A Bool -> Set(A)"), .known = kZ3, .eval = eval_store,
     .meaning = kZ3Sets},
    {.name = "select", .sig = sig("Set(A) A -> Bool"), .known = kZ3, .eval = eval_select,
     .meaning = kZ3Sets},

    {.name = "rel.transpose", .sig = sig("Set(?) -> ?"), .known = kCvc5, .sort_fn = transpose_sort,
     .eval = eval_transpose, .meaning = kRelations},
    {.name = "rel.tclosure", .sig = sig("Set(Tuple(A,A)) -> Set(Tuple(A,A))"), .known = kCvc5,
     .eval = eval_tclosure, .meaning = kRelations},
    {.name = "rel.join", .sig = sig("Set(?) Set(?) -> ?"), .known = kCvc5, .sort_fn = join_sort,
     .eval = eval_join, .meaning = kRelations},
    {.name = "rel.product", .sig = sig("Set(?) Set(?) -> ?"), .known = kCvc5,
     .sort_fn = product_sort, .eval = eval_product, .meaning = kRelations},
    {.name = "rel.iden", .sig = sig("Set(Tuple(A)) -> Set(Tuple(A,A))"), .known = kCvc5,
     .eval = eval_iden, .meaning = kRelations},
    {.name = "rel.join_image", .sig = sig("Set(Tuple(A,A)) Int -> Set(Tuple(A))"), .known = kCvc5,
     .eval = eval_join_image, .literals = true, .meaning = kRelations},
    {.name = "rel.table_join", .sig = sig("[*] Set(?) Set(?) -> ?"), .known = kCvc5,
     .sort_fn = product_sort, .eval = eval_table_join, .meaning = kRelations},
    {.name = "rel.group", .sig = sig("[*] Set(A) -> Set(Set(A))"), .known = kCvc5,
     .eval = eval_group, .meaning = kRelations},
    {.name = "rel.aggr", .sig = sig("[*] Fun(A,B,B) B Set(A) -> Set(B)"), .known = kCvc5,
     .eval = eval_aggr, .meaning = kRelations},
    {.name = "rel.project", .sig = sig("[*] Set(?) -> ?"), .known = kCvc5, .sort_fn = project_sort,
     .eval = eval_project, .meaning = kRelations},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"emptyset", "set.empty", kCvc4},
    {"univset", "set.universe", kCvc4},
    {"singleton", "set.singleton", kCvc4},
    {"union", "set.union", kCvc4},
    {"intersection", "set.inter", kCvc4},
    {"setminus", "set.minus", kCvc4},
    {"member", "set.member", kCvc4},
    {"subset", "set.subset", kCvc4},
    {"insert", "set.insert", kCvc4},
    {"card", "set.card", kCvc4},
    {"complement", "set.complement", kCvc4},
    {"choose", "set.choose", kCvc4},
    {"comprehension", "set.comprehension", kCvc4},
    {"transpose", "rel.transpose", kCvc4},
    {"tclosure", "rel.tclosure", kCvc4},
    {"join", "rel.join", kCvc4},
    {"product", "rel.product", kCvc4},
    // Between CVC4 1.8 and cvc5 1.0; no release reads these.
    {"is_singleton", "set.is_singleton", Known{}},
    {"iden", "rel.iden", Known{}},
    {"join_image", "rel.join_image", Known{}},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"sets", "cvc5 documentation, Theory of Finite Sets", kOps, kAliases, kRules};

}  // namespace pg::sets
