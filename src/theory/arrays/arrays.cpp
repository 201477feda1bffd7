#include "theory/arrays/arrays.h"

#include <vector>

#include "term/infer.h"
#include "theory/arrays/arrays_eval.h"
#include "theory/arrays/arrays_rules.h"
#include "theory/theories.h"

namespace pg::arrays {
namespace {

// The name of the mapped function: `f`, or `f` of Z3's `(f (Int Int) Int)`.
std::string_view function_name(std::string_view index) {
  if (index.starts_with('(')) index.remove_prefix(1);
  return index.substr(0, index.find(' '));
}

// The sort of the mapped function's result.
Sort apply(Pool& pool, const Index& function, std::span<const Sort> args) {
  if (function.function) return infer(pool, function.function, args);
  const OpSpec* op = mapped_operator(pool, function, args);
  return op ? infer(pool, *op, {}, args) : kUnknown;
}

// (_ map f) lifts f from elements to arrays over one index sort.
Sort map_sort(const SortCall& call) {
  Sort index;
  std::vector<Sort> elements;
  for (Sort array : call.args) {
    if (array == kUnknown) return kUnknown;
    if (call.pool.kind(array) != SortKind::Array) return {};
    const std::span<const Sort> parts = call.pool.args(array);
    if (index && parts[0] != index) return {};
    index = parts[0];
    elements.push_back(parts[1]);
  }
  const Sort element = apply(call.pool, call.indices[0], elements);
  return element ? call.pool.sort(SortKind::Array, {}, {index, element}) : Sort();
}

Sort as_array_sort(const SortCall& call) {
  if (call.qualifier) return call.qualifier;
  if (!call.indices[0].function) return kUnknown;
  const HeadData& function = call.pool.data(call.indices[0].function);
  if (function.params.size() != 1) return kUnknown;
  return call.pool.sort(SortKind::Array, {}, {function.params[0], function.sort});
}

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "select", .sig = sig("Array(A,B) A -> B"), .eval = eval_select, .call = true},
    {.name = "store", .sig = sig("Array(A,B) A B -> Array(A,B)"), .eval = eval_store},

    {.name = "const", .sig = sig("B -> Array(A,B)"), .known = kZ3 | kCvc5 | kCvc4,
     .eval = eval_const, .literals = true, .meaning = "cvc5 documentation, kind CONST_ARRAY"},
    {.name = "eqrange", .sig = sig("Array(A,B) Array(A,B) A A -> Bool"), .known = kCvc5,
     .eval = eval_eqrange, .meaning = "cvc5 documentation, kind EQ_RANGE"},

    // In Z3 a function and a lambda are arrays too.
    {.name = "select", .sig = sig("Fun(A,B) A -> B"), .known = kZ3, .eval = eval_select,
     .meaning = "Z3 guide, Lambdas"},
    {.name = "map", .sig = sig("[#] ?+ -> ?"), .known = kZ3, .sort_fn = map_sort, .eval = eval_map,
     .meaning = "Z3 guide, Arrays"},
    {.name = "as-array", .sig = sig("[#] -> ?"), .known = kZ3, .sort_fn = as_array_sort,
     .eval = eval_as_array, .meaning = "Z3 guide, Arrays"},
    {.name = "default", .sig = sig("Array(A,B) -> B"), .known = kZ3, .eval = eval_default,
     .meaning = "Z3 guide, Arrays"},
    {.name = "array-ext", .sig = sig("Array(A,B) Array(A,B) -> A"), .known = kZ3,
     .meaning = "Z3 guide, Arrays"},

    // Z3's sets are arrays to Bool.
    {.name = "union", .sig = sig("Array(A,Bool) Array(A,Bool) -> Array(A,Bool)"),
     .chain = Chain::LeftAssoc, .known = kZ3, .eval = eval_union, .meaning = "Z3 guide, Sets"},
    {.name = "intersection", .sig = sig("Array(A,Bool) Array(A,Bool) -> Array(A,Bool)"),
     .chain = Chain::LeftAssoc, .known = kZ3, .eval = eval_intersection,
     .meaning = "Z3 guide, Sets"},
    {.name = "setminus", .sig = sig("Array(A,Bool) Array(A,Bool) -> Array(A,Bool)"), .known = kZ3,
     .eval = eval_setminus, .meaning = "Z3 guide, Sets"},
    {.name = "complement", .sig = sig("Array(A,Bool) -> Array(A,Bool)"), .known = kZ3,
     .eval = eval_complement, .meaning = "Z3 guide, Sets"},
    {.name = "subset", .sig = sig("Array(A,Bool) Array(A,Bool) -> Bool"), .known = kZ3,
     .eval = eval_subset, .meaning = "Z3 guide, Sets"},
});
// clang-format on
static_assert(complete(kOps));

}  // namespace

const OpSpec* mapped_operator(Pool& pool, const Index& function, std::span<const Sort> elements) {
  if (function.function) return nullptr;
  const std::string_view name = function_name(pool.text(function.text));
  for (const Theory* theory : theories())
    for (const OpSpec& op : theory->ops)
      if (op.name == name && infer(pool, op, {}, elements)) return &op;
  return nullptr;
}

const Theory kTheory{"arrays", "SMT-LIB 2.7, theory ArraysEx", kOps, {}, kRules};

}  // namespace pg::arrays
