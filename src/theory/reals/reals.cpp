#include "theory/reals/reals.h"

#include "theory/ints/numbers_eval.h"
#include "theory/ints/numbers_require.h"
#include "theory/reals/reals_eval.h"
#include "theory/reals/reals_rules.h"
#include "theory/reals/transcendental_eval.h"

namespace pg::reals {
namespace {

constexpr std::string_view kMixed = "SMT-LIB 2.7, theory Reals_Ints";
constexpr std::string_view kCvc5Transcendentals = "cvc5 documentation, Theory of Transcendentals";
constexpr std::string_view kZ3Arithmetic = "Z3 guide, Arithmetic";
constexpr std::string_view kDRealFunctions = "dReal source, smt2/parser.yy: the functions of C";

using computed::Operation;

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    // Negation comes first: a chain of one argument is accepted, and would be a subtraction.
    {.name = "-", .sig = sig("Real -> Real"), .eval = numbers::eval_neg,
     .require = numbers::require_neg},
    {.name = "-", .sig = sig("Real Real -> Real"), .chain = Chain::LeftAssoc,
     .eval = numbers::eval_sub, .require = numbers::require_sub},
    {.name = "+", .sig = sig("Real Real -> Real"), .chain = Chain::LeftAssoc,
     .eval = numbers::eval_add, .require = numbers::require_add},
    {.name = "*", .sig = sig("Real Real -> Real"), .chain = Chain::LeftAssoc,
     .linear = Linear::ByLiterals, .eval = numbers::eval_mul, .lazy = true,
     .require = numbers::require_mul},
    {.name = "/", .sig = sig("Real Real -> Real"), .chain = Chain::LeftAssoc,
     .linear = Linear::ByLiterals, .eval = eval_divide, .require = numbers::require_divide},
    {.name = "<=", .sig = sig("Real Real -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_le, .lazy = true, .require = require_chain<Relation::LessEqual>},
    {.name = "<", .sig = sig("Real Real -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_lt, .lazy = true, .require = require_chain<Relation::Less>},
    {.name = ">=", .sig = sig("Real Real -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_ge, .lazy = true, .require = require_chain<Relation::GreaterEqual>},
    {.name = ">", .sig = sig("Real Real -> Bool"), .chain = Chain::Chainable,
     .eval = numbers::eval_gt, .lazy = true, .require = require_chain<Relation::Greater>},

    {.name = "to_real", .sig = sig("Int -> Real"), .eval = eval_to_real,
     .require = numbers::require_to_real, .meaning = kMixed},
    {.name = "to_int", .sig = sig("Real -> Int"), .eval = eval_to_int,
     .require = numbers::require_to_int, .meaning = kMixed},
    {.name = "is_int", .sig = sig("Real -> Bool"), .also = SortKind::Int, .eval = eval_is_int,
     .meaning = kMixed},
    // All three solvers take a real too, but mean different things by it.
    {.name = "to_real", .sig = sig("Real -> Real"), .known = kZ3 | kCvc5 | kCvc4,
     .eval = eval_real_to_real, .meaning = kMixed},
    {.name = "abs", .sig = sig("Real -> Real"), .known = kZ3 | kCvc5 | kDReal,
     .eval = numbers::eval_abs, .require = numbers::require_abs,
     .meaning = "cvc5 documentation, kind ABS"},
    {.name = "^", .sig = sig("Real Real -> Real"), .known = kZ3 | kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_pow, .meaning = "cvc5 documentation, kind POW"},

    {.name = "sin", .sig = sig("Real -> Real"), .known = kZ3 | kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_total<Operation::Sin>, .meaning = kCvc5Transcendentals},
    {.name = "cos", .sig = sig("Real -> Real"), .known = kZ3 | kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_total<Operation::Cos>, .meaning = kCvc5Transcendentals},
    {.name = "tan", .sig = sig("Real -> Real"), .known = kZ3 | kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_tan, .meaning = kCvc5Transcendentals},

    {.name = "real.pi", .sig = sig("-> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_pi, .meaning = kCvc5Transcendentals},
    {.name = "exp", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_total<Operation::Exp>, .meaning = kCvc5Transcendentals},
    {.name = "sqrt", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_sqrt, .meaning = kCvc5Transcendentals},
    {.name = "csc", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_csc, .meaning = kCvc5Transcendentals},
    {.name = "sec", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_sec, .meaning = kCvc5Transcendentals},
    {.name = "cot", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_cot, .meaning = kCvc5Transcendentals},
    {.name = "arcsin", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_arcsin, .meaning = kCvc5Transcendentals},
    {.name = "arccos", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_arccos, .meaning = kCvc5Transcendentals},
    {.name = "arctan", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4 | kDReal,
     .linear = Linear::Never, .eval = eval_total<Operation::Atan>, .meaning = kCvc5Transcendentals},
    {.name = "arccsc", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_arccsc, .meaning = kCvc5Transcendentals},
    {.name = "arcsec", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_arcsec, .meaning = kCvc5Transcendentals},
    {.name = "arccot", .sig = sig("Real -> Real"), .known = kCvc5 | kCvc4, .linear = Linear::Never,
     .eval = eval_arccot, .meaning = kCvc5Transcendentals},
    {.name = "/_total", .sig = sig("Real Real -> Real"), .known = kCvc5 | kRecent,
     .linear = Linear::ByLiterals, .eval = eval_divide_total,
     .meaning = "cvc5 documentation, kind DIVISION_TOTAL"},

    {.name = "pi", .sig = sig("-> Real"), .known = kZ3, .linear = Linear::Never, .eval = eval_pi,
     .meaning = kZ3Arithmetic},
    {.name = "euler", .sig = sig("-> Real"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_euler, .meaning = kZ3Arithmetic},
    {.name = "asin", .sig = sig("Real -> Real"), .known = kZ3 | kDReal, .linear = Linear::Never,
     .eval = eval_asin, .meaning = kZ3Arithmetic},
    {.name = "acos", .sig = sig("Real -> Real"), .known = kZ3 | kDReal, .linear = Linear::Never,
     .eval = eval_acos, .meaning = kZ3Arithmetic},
    {.name = "atan", .sig = sig("Real -> Real"), .known = kZ3 | kDReal, .linear = Linear::Never,
     .eval = eval_total<Operation::Atan>, .meaning = kZ3Arithmetic},
    {.name = "sinh", .sig = sig("Real -> Real"), .known = kZ3 | kDReal, .linear = Linear::Never,
     .eval = eval_total<Operation::Sinh>, .meaning = kZ3Arithmetic},
    {.name = "cosh", .sig = sig("Real -> Real"), .known = kZ3 | kDReal, .linear = Linear::Never,
     .eval = eval_total<Operation::Cosh>, .meaning = kZ3Arithmetic},
    {.name = "tanh", .sig = sig("Real -> Real"), .known = kZ3 | kDReal, .linear = Linear::Never,
     .eval = eval_total<Operation::Tanh>, .meaning = kZ3Arithmetic},
    {.name = "asinh", .sig = sig("Real -> Real"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_total<Operation::Asinh>, .meaning = kZ3Arithmetic},
    {.name = "acosh", .sig = sig("Real -> Real"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_acosh, .meaning = kZ3Arithmetic},
    {.name = "atanh", .sig = sig("Real -> Real"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_atanh, .meaning = kZ3Arithmetic},
    {.name = "log", .sig = sig("Real -> Real"), .known = kDReal, .linear = Linear::Never,
     .eval = eval_log, .meaning = kDRealFunctions},
    {.name = "atan2", .sig = sig("Real Real -> Real"), .known = kDReal, .linear = Linear::Never,
     .eval = eval_atan2, .meaning = kDRealFunctions},
    {.name = "min", .sig = sig("Real Real -> Real"), .known = kDReal, .eval = eval_min,
     .meaning = kDRealFunctions},
    {.name = "max", .sig = sig("Real Real -> Real"), .known = kDReal, .eval = eval_max,
     .meaning = kDRealFunctions},
    // Z3's own choice where the divisor is zero.
    {.name = "/0", .sig = sig("Real Real -> Real"), .known = kZ3, .linear = Linear::Never,
     .eval = eval_divide0, .meaning = "Z3 source, arith_decl_plugin.cpp"},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"~", "-", kZ3},
    {"pow", "^", kDReal},
    {"arctan2", "atan2", kDReal},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"reals", "SMT-LIB 2.7, theory Reals", kOps, kAliases, kRules};

}  // namespace pg::reals
