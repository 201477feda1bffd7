#include "theory/uf/uf.h"

#include "term/infer.h"
#include "theory/value.h"

namespace pg::uf {
namespace {

// (@ f x ...) applies a function to its first arguments.
Sort apply_sort(const SortCall& call) {
  if (call.args[0] == kUnknown) return kUnknown;
  if (call.pool.kind(call.args[0]) != SortKind::Arrow) return {};
  const std::span<const Sort> arrow = call.pool.args(call.args[0]);
  const std::span<const Sort> args = call.args.subspan(1);
  if (args.size() >= arrow.size()) return {};
  for (size_t i = 0; i < args.size(); ++i)
    if (!fits(call.pool, arrow[i], args[i])) return {};
  const std::span<const Sort> rest = arrow.subspan(args.size());
  return rest.size() == 1 ? rest[0] : call.pool.sort(ctor_of(SortKind::Arrow), {}, rest);
}

Value eval_apply(const EvalCall& call) {
  if (call.pool.kind(call.pool.sort(call.term)) == SortKind::Arrow)
    return call.values.unsupported("a function applied to some of its arguments");
  return call.context.apply(call.args[0], call.args.subspan(1));
}

constexpr std::string_view kZ3Relations = "Z3 guide, Special relations";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "@", .sig = sig("? ?+ -> ?"), .known = kCvc5, .sort_fn = apply_sort,
     .eval = eval_apply, .meaning = "cvc5 documentation, kind HO_APPLY"},
    {.name = "fmf.card", .sig = sig("[# k] -> Bool where 1<=k"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind CARDINALITY_CONSTRAINT"},
    // The first argument only names its sort.
    {.name = "fmf.card", .sig = sig("A Int -> Bool"), .known = kCvc4,
     .meaning = "CVC4 manual, kind CARDINALITY_CONSTRAINT"},

    {.name = "partial-order", .sig = sig("[i] A A -> Bool"), .known = kZ3,
     .meaning = kZ3Relations},
    {.name = "linear-order", .sig = sig("[i] A A -> Bool"), .known = kZ3,
     .meaning = kZ3Relations},
    {.name = "tree-order", .sig = sig("[i] A A -> Bool"), .known = kZ3, .meaning = kZ3Relations},
    {.name = "piecewise-linear-order", .sig = sig("[i] A A -> Bool"), .known = kZ3,
     .meaning = kZ3Relations},
    {.name = "transitive-closure", .sig = sig("[#] A A -> Bool"), .known = kZ3,
     .meaning = kZ3Relations},
});
// clang-format on
static_assert(complete(kOps));

}  // namespace

const Theory kTheory{"uf", "SMT-LIB 2.7, logic QF_UF", kOps, {}};

}  // namespace pg::uf
