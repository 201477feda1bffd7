#include "theory/ints/ints.h"

#include "theory/ints/ints_eval.h"
#include "theory/ints/ints_rules.h"
#include "theory/ints/numbers_eval.h"
#include "theory/ints/numbers_require.h"

namespace pg::ints {
namespace {

constexpr std::string_view kZ3Source = "Z3 source, arith_decl_plugin.cpp";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    // Negation comes first: a chain of one argument is accepted, and would be a subtraction.
    {.name = "-", .sig = sig("Int -> Int"), .eval = numbers::eval_neg,
     .require = numbers::require_neg},
    {.name = "-", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc,
     .eval = numbers::eval_sub, .require = numbers::require_sub},
    {.name = "+", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc,
     .eval = numbers::eval_add, .require = numbers::require_add},
    {.name = "*", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc,
     .linear = Linear::ByLiterals, .eval = numbers::eval_mul, .lazy = true,
     .require = numbers::require_mul},
    {.name = "div", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc,
     .linear = Linear::ByLiterals, .eval = eval_div, .require = numbers::require_div},
    {.name = "mod", .sig = sig("Int Int -> Int"), .linear = Linear::ByLiterals, .eval = eval_mod,
     .require = numbers::require_mod},
    {.name = "abs", .sig = sig("Int -> Int"), .eval = numbers::eval_abs,
     .require = numbers::require_abs},
    {.name = "<=", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_le, .lazy = true, .require = require_chain<Relation::LessEqual>},
    {.name = "<", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_lt, .lazy = true, .require = require_chain<Relation::Less>},
    {.name = ">=", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_ge, .lazy = true, .require = require_chain<Relation::GreaterEqual>},
    {.name = ">", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_gt, .lazy = true, .require = require_chain<Relation::Greater>},
    // Standard, but Z3 4.8.12 does not know it.
    {.name = "divisible", .sig = sig("[#] Int -> Bool"), .known = kCvc5 | kCvc4,
     .eval = eval_divisible},

    {.name = "^", .sig = sig("Int Int -> Int"), .known = kZ3 | kCvc5 | kCvc4,
     .linear = Linear::Never, .eval = eval_pow, .meaning = "cvc5 documentation, kind POW"},
    {.name = "iand", .sig = sig("[k] Int Int -> Int where 1<=k"), .known = kCvc5,
     .linear = Linear::Never, .eval = eval_iand, .meaning = "cvc5 documentation, kind IAND"},
    {.name = "piand", .sig = sig("Int Int Int -> Int"), .known = kCvc5, .linear = Linear::Never,
     .eval = eval_piand, .meaning = "cvc5 documentation, kind PIAND"},
    {.name = "int.pow2", .sig = sig("Int -> Int"), .known = kCvc5, .linear = Linear::Never,
     .eval = eval_pow2, .meaning = "cvc5 documentation, kind POW2"},
    {.name = "int.log2", .sig = sig("Int -> Int"), .known = kCvc5, .linear = Linear::Never,
     .eval = eval_log2, .meaning = "cvc5 documentation, kind INTS_LOG2"},
    // Printed by cvc5, not read by it.
    {.name = "int.ispow2", .sig = sig("Int -> Bool"), .known = Known{}, .eval = eval_ispow2,
     .meaning = "cvc5 documentation, kind INTS_ISPOW2"},
    {.name = "div_total", .sig = sig("Int Int -> Int"), .known = kCvc5 | kRecent,
     .linear = Linear::ByLiterals, .eval = eval_div_total,
     .meaning = "cvc5 documentation, kind INTS_DIVISION_TOTAL"},
    {.name = "mod_total", .sig = sig("Int Int -> Int"), .known = kCvc5 | kRecent,
     .linear = Linear::ByLiterals, .eval = eval_mod_total,
     .meaning = "cvc5 documentation, kind INTS_MODULUS_TOTAL"},

    {.name = "rem", .sig = sig("Int Int -> Int"), .known = kZ3, .linear = Linear::ByLiterals,
     .eval = eval_rem, .meaning = "Z3 guide, Arithmetic"},
    // Z3's own choice where the divisor is zero.
    {.name = "div0", .sig = sig("Int Int -> Int"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_div0, .meaning = kZ3Source},
    {.name = "mod0", .sig = sig("Int Int -> Int"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_mod0, .meaning = kZ3Source},
    {.name = "rem0", .sig = sig("Int Int -> Int"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_rem0, .meaning = kZ3Source},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"~", "-", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"ints", "SMT-LIB 2.7, theory Ints", kOps, kAliases, kRules};

}  // namespace pg::ints
