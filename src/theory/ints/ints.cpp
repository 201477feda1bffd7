#include "theory/ints/ints.h"

namespace pg::ints {
namespace {

constexpr std::string_view kZ3Source = "Z3 source, arith_decl_plugin.cpp";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    // Negation comes first: a chain of one argument is accepted, and would be a subtraction.
    {.name = "-", .sig = sig("Int -> Int")},
    {.name = "-", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc},
    {.name = "+", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc},
    {.name = "*", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc},
    {.name = "div", .sig = sig("Int Int -> Int"), .chain = Chain::LeftAssoc},
    {.name = "mod", .sig = sig("Int Int -> Int")},
    {.name = "abs", .sig = sig("Int -> Int")},
    {.name = "<=", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable},
    {.name = "<", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable},
    {.name = ">=", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable},
    {.name = ">", .sig = sig("Int Int -> Bool"), .chain = Chain::Chainable},
    // Standard, but Z3 4.8.12 does not know it.
    {.name = "divisible", .sig = sig("[#] Int -> Bool")},

    {.name = "^", .sig = sig("Int Int -> Int"), .known = kZ3 | kCvc5 | kCvc4,
     .meaning = "cvc5 documentation, kind POW"},
    {.name = "iand", .sig = sig("[k] Int Int -> Int where 1<=k"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind IAND"},
    {.name = "piand", .sig = sig("Int Int Int -> Int"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind PIAND"},
    {.name = "int.pow2", .sig = sig("Int -> Int"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind POW2"},
    {.name = "int.log2", .sig = sig("Int -> Int"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind INTS_LOG2"},
    // Printed by cvc5, not read by it.
    {.name = "int.ispow2", .sig = sig("Int -> Bool"), .known = Known{},
     .meaning = "cvc5 documentation, kind INTS_ISPOW2"},
    {.name = "div_total", .sig = sig("Int Int -> Int"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind INTS_DIVISION_TOTAL"},
    {.name = "mod_total", .sig = sig("Int Int -> Int"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind INTS_MODULUS_TOTAL"},

    {.name = "rem", .sig = sig("Int Int -> Int"), .known = kZ3,
     .meaning = "Z3 guide, Arithmetic"},
    // Z3's own choice where the divisor is zero.
    {.name = "div0", .sig = sig("Int Int -> Int"), .known = kZ3, .meaning = kZ3Source},
    {.name = "mod0", .sig = sig("Int Int -> Int"), .known = kZ3, .meaning = kZ3Source},
    {.name = "rem0", .sig = sig("Int Int -> Int"), .known = kZ3, .meaning = kZ3Source},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"~", "-", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"ints", "SMT-LIB 2.7, theory Ints", kOps, kAliases};

}  // namespace pg::ints
