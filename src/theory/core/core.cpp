#include "theory/core/core.h"

#include "term/pool.h"
#include "theory/core/core_eval.h"
#include "theory/core/core_require.h"
#include "theory/core/core_rules.h"

namespace pg::core {
namespace {

// The function sort, as SMT-LIB 2.7 and cvc5 have it. Z3's lambda is an array.
Sort lambda_sort(const SortCall& call) {
  return call.pool.sort(ctor_of(SortKind::Arrow), {}, call.args);
}

Sort witness_sort(const SortCall& call) { return call.args.front(); }

// The arguments of a binder are its variables, then its bodies.
// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "true", .sig = sig("-> Bool"), .eval = eval_true},
    {.name = "false", .sig = sig("-> Bool"), .eval = eval_false},
    {.name = "not", .sig = sig("Bool -> Bool"), .polarity = "-", .eval = eval_not,
     .require = require_not},
    {.name = "=>", .sig = sig("Bool Bool -> Bool"), .chain = Chain::RightAssoc, .polarity = "-+",
     .eval = eval_implies, .lazy = true, .require = require_implies},
    {.name = "and", .sig = sig("Bool Bool -> Bool"), .chain = Chain::LeftAssoc, .polarity = "+",
     .eval = eval_and, .lazy = true, .require = require_and},
    {.name = "or", .sig = sig("Bool Bool -> Bool"), .chain = Chain::LeftAssoc, .polarity = "+",
     .eval = eval_or, .lazy = true, .require = require_or},
    {.name = "xor", .sig = sig("Bool Bool -> Bool"), .chain = Chain::LeftAssoc, .eval = eval_xor},
    {.name = "=", .sig = sig("A A -> Bool"), .chain = Chain::Chainable, .eval = eval_equal,
     .lazy = true, .require = require_equal},
    {.name = "distinct", .sig = sig("A A -> Bool"), .chain = Chain::Pairwise, .eval = eval_distinct,
     .lazy = true, .require = require_distinct},
    {.name = "ite", .sig = sig("Bool A A -> A"), .polarity = "*++", .eval = eval_ite, .lazy = true,
     .conditional = true, .require = require_ite},

    {.name = "forall", .sig = sig("?+ Bool -> Bool"), .polarity = "+", .binder = 1,
     .eval = eval_forall, .meaning = "SMT-LIB 2.7, section 3.6"},
    {.name = "exists", .sig = sig("?+ Bool -> Bool"), .polarity = "+", .binder = 1,
     .eval = eval_exists, .meaning = "SMT-LIB 2.7, section 3.6"},
    {.name = "lambda", .sig = sig("?+ ? -> ?"), .known = kStandard27 | kZ3 | kCvc5 | kCvc4,
     .binder = 1, .sort_fn = lambda_sort, .meaning = "SMT-LIB 2.7, section 3.6"},
    // Printed by cvc5 and cvc4, read by neither.
    {.name = "witness", .sig = sig("? Bool -> ?"), .known = Known{}, .binder = 1,
     .sort_fn = witness_sort, .meaning = "cvc5 documentation, kind WITNESS"},

    {.name = "at-most", .sig = sig("[k] Bool+ -> Bool"), .known = kZ3, .polarity = "-",
     .eval = eval_at_most, .lazy = true, .meaning = "Z3 guide, Cardinality constraints"},
    {.name = "at-least", .sig = sig("[k] Bool+ -> Bool"), .known = kZ3, .polarity = "+",
     .eval = eval_at_least, .lazy = true, .meaning = "Z3 guide, Cardinality constraints"},
    // Indices: the bound, then a weight for each argument.
    {.name = "pble", .sig = sig("[*] Bool+ -> Bool"), .known = kZ3, .eval = eval_pble, .lazy = true,
     .meaning = "Z3 guide, Cardinality constraints"},
    {.name = "pbge", .sig = sig("[*] Bool+ -> Bool"), .known = kZ3, .eval = eval_pbge, .lazy = true,
     .meaning = "Z3 guide, Cardinality constraints"},
    {.name = "pbeq", .sig = sig("[*] Bool+ -> Bool"), .known = kZ3, .eval = eval_pbeq, .lazy = true,
     .meaning = "Z3 guide, Cardinality constraints"},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"implies", "=>", kZ3},
    {"iff", "=", kZ3},
    {"equals", "=", kZ3},
    {"if", "ite", kZ3},
    {"&&", "and", kZ3},
    {"choice", "witness", Known{}},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"core", "SMT-LIB 2.7, theory Core", kOps, kAliases, kRules};

const OpSpec& kTrue = row(kOps, "true");
const OpSpec& kFalse = row(kOps, "false");
const OpSpec& kNot = row(kOps, "not");
const OpSpec& kImplies = row(kOps, "=>");
const OpSpec& kAnd = row(kOps, "and");
const OpSpec& kOr = row(kOps, "or");
const OpSpec& kXor = row(kOps, "xor");
const OpSpec& kEqual = row(kOps, "=");
const OpSpec& kDistinct = row(kOps, "distinct");
const OpSpec& kIte = row(kOps, "ite");
const OpSpec& kForall = row(kOps, "forall");
const OpSpec& kExists = row(kOps, "exists");

}  // namespace pg::core
