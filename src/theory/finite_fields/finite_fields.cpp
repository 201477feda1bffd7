#include "theory/finite_fields/finite_fields.h"

#include "term/pool.h"
#include "theory/value.h"

namespace pg::finite_fields {
namespace {

// An element of the field of order p is an integer from 0 to p - 1. Orders are below 2^32, so that
// products fit into 64 bits. Folds combine(so_far, element, order) over the arguments.
template <typename Combine>
Value fold(const EvalCall& call, int64_t so_far, Combine combine) {
  const std::span<const uint32_t> indices = call.pool.indices(call.pool.sort(call.term));
  if (indices.empty()) return call.values.unsupported("a field of unknown order");
  const int64_t order = indices[0];
  for (const Value& arg : call.args) so_far = combine(so_far, arg.as_int64(), order) % order;
  return Value::integer(so_far % order);
}

Value eval_add(const EvalCall& call) {
  return fold(call, 0, [](int64_t sum, int64_t element, int64_t) { return sum + element; });
}

Value eval_mul(const EvalCall& call) {
  return fold(call, 1, [](int64_t product, int64_t element, int64_t) { return product * element; });
}

Value eval_neg(const EvalCall& call) {
  return fold(call, 0, [](int64_t, int64_t element, int64_t order) { return order - element; });
}

// The sum of the arguments weighted by 1, 2, 4, ...
Value eval_bitsum(const EvalCall& call) {
  int64_t weight = 1;
  return fold(call, 0, [&](int64_t sum, int64_t element, int64_t order) {
    const int64_t result = sum + weight * element;
    weight = weight * 2 % order;
    return result;
  });
}

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "ff.add", .sig = sig("FF(p) FF(p) -> FF(p)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_add},
    {.name = "ff.mul", .sig = sig("FF(p) FF(p) -> FF(p)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = eval_mul},
    {.name = "ff.neg", .sig = sig("FF(p) -> FF(p)"), .known = kCvc5, .eval = eval_neg},
    {.name = "ff.bitsum", .sig = sig("FF(p)+ -> FF(p)"), .known = kCvc5, .eval = eval_bitsum},
});
// clang-format on
static_assert(complete(kOps));

}  // namespace

const Theory kTheory{"finite_fields", "cvc5 documentation, Theory of Finite Fields", kOps, {}};

}  // namespace pg::finite_fields
