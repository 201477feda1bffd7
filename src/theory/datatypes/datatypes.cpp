#include "theory/datatypes/datatypes.h"

#include <vector>

#include "term/infer.h"
#include "theory/datatypes/datatypes_eval.h"
#include "theory/datatypes/datatypes_rules.h"
#include "theory/tuples.h"

namespace pg::datatypes {
namespace {

constexpr std::string_view kCvc5Tuples = "cvc5 documentation, Theory of Datatypes, Tuples";
constexpr std::string_view kCvc5Nullables = "cvc5 documentation, Theory of Datatypes, Nullables";

Sort tuple_sort(const SortCall& call) {
  return call.pool.sort(ctor_of(SortKind::Tuple), {}, call.args);
}

// The sort of the component that the one index names.
Sort component(const SortCall& call) {
  const Sort tuple = call.args[0];
  if (tuple == kUnknown) return kUnknown;
  if (call.pool.kind(tuple) != SortKind::Tuple) return {};
  const std::span<const Sort> parts = call.pool.args(tuple);
  const uint32_t which = call.indices[0].value;
  return which < parts.size() ? parts[which] : Sort();
}

Sort tuple_update_sort(const SortCall& call) {
  const Sort expected = component(call);
  return expected && fits(call.pool, expected, call.args[1]) ? call.args[0] : Sort();
}

Sort tuple_project_sort(const SortCall& call) {
  return project_tuple(call.pool, call.args[0], call.indices);
}

Sort unwrap(Pool& pool, Sort nullable) {
  return pool.kind(nullable) == SortKind::Nullable ? pool.args(nullable)[0] : kUnknown;
}

// ((_ nullable.lift f) x ...): f over the values of nullable arguments.
Sort lift_index_sort(const SortCall& call) {
  if (!call.indices[0].function) return kUnknown;
  std::vector<Sort> values;
  for (Sort arg : call.args) values.push_back(unwrap(call.pool, arg));
  const Sort result = infer(call.pool, call.indices[0].function, values);
  return result ? call.pool.sort(SortKind::Nullable, {}, {result}) : Sort();
}

// (nullable.lift f x ...), where f is a term.
Sort lift_sort(const SortCall& call) {
  if (call.args[0] == kUnknown) return kUnknown;
  if (call.pool.kind(call.args[0]) != SortKind::Arrow) return {};
  const std::span<const Sort> arrow = call.pool.args(call.args[0]);
  if (arrow.size() != call.args.size()) return {};
  for (size_t i = 1; i < call.args.size(); ++i)
    if (!fits(call.pool, arrow[i - 1], unwrap(call.pool, call.args[i]))) return {};
  return call.pool.sort(SortKind::Nullable, {}, {arrow.back()});
}

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "is", .sig = sig("[#] A -> Bool"), .eval = eval_is},

    {.name = "update", .sig = sig("[#] A B -> A"), .known = kCvc5, .eval = eval_update,
     .meaning = "cvc5 documentation, Theory of Datatypes"},
    {.name = "update-field", .sig = sig("[#] A B -> A"), .known = kZ3, .eval = eval_update,
     .meaning = "Z3 guide, Datatypes"},
    {.name = "dt.size", .sig = sig("A -> Int"), .known = kCvc4, .eval = eval_size,
     .meaning = "CVC4 manual, kind DT_SIZE"},

    {.name = "tuple", .sig = sig("?* -> ?"), .known = kCvc5, .sort_fn = tuple_sort,
     .eval = eval_tuple, .meaning = kCvc5Tuples},
    {.name = "tuple.unit", .sig = sig("-> ?"), .known = kCvc5, .sort_fn = tuple_sort,
     .eval = eval_tuple, .meaning = kCvc5Tuples},
    {.name = "tuple.select", .sig = sig("[i] ? -> ?"), .known = kCvc5, .sort_fn = component,
     .eval = eval_tuple_select, .meaning = kCvc5Tuples},
    {.name = "tuple.update", .sig = sig("[i] ? ? -> ?"), .known = kCvc5,
     .sort_fn = tuple_update_sort, .eval = eval_tuple_update, .meaning = kCvc5Tuples},
    {.name = "tuple.project", .sig = sig("[*] ? -> ?"), .known = kCvc5,
     .sort_fn = tuple_project_sort, .eval = eval_tuple_project, .meaning = kCvc5Tuples},

    {.name = "nullable.null", .sig = sig("-> Nullable(A)"), .known = kCvc5, .eval = eval_null,
     .meaning = kCvc5Nullables},
    {.name = "nullable.some", .sig = sig("A -> Nullable(A)"), .known = kCvc5, .eval = eval_some,
     .meaning = kCvc5Nullables},
    {.name = "nullable.val", .sig = sig("Nullable(A) -> A"), .known = kCvc5, .eval = eval_val,
     .meaning = kCvc5Nullables},
    {.name = "nullable.is_null", .sig = sig("Nullable(A) -> Bool"), .known = kCvc5,
     .eval = eval_is_null, .meaning = kCvc5Nullables},
    {.name = "nullable.is_some", .sig = sig("Nullable(A) -> Bool"), .known = kCvc5,
     .eval = eval_is_some, .meaning = kCvc5Nullables},
    {.name = "nullable.lift", .sig = sig("[#] ?+ -> ?"), .known = kCvc5, .sort_fn = lift_index_sort,
     .eval = eval_lift_index, .meaning = kCvc5Nullables},
    {.name = "nullable.lift", .sig = sig("? ?+ -> ?"), .known = kCvc5, .sort_fn = lift_sort,
     .eval = eval_lift, .meaning = kCvc5Nullables},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"mkTuple", "tuple", kCvc4},
    {"tupSel", "tuple.select", kCvc4},
    {"tuple_select", "tuple.select", kCvc5},
    {"tuple_update", "tuple.update", kCvc5},
    {"tuple_project", "tuple.project", kCvc5},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"datatypes", "SMT-LIB 2.7, command declare-datatypes", kOps, kAliases, kRules};

}  // namespace pg::datatypes
