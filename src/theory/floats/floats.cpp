#include "theory/floats/floats.h"

#include "theory/floats/float_eval.h"
#include "theory/floats/floats_require.h"
#include "theory/floats/floats_rules.h"

namespace pg::floats {
namespace {

constexpr std::string_view kZ3Guide = "Z3 guide, IEEE floats";
constexpr std::string_view kCvc5Kinds = "cvc5 documentation, kinds FLOATINGPOINT_TO_FP_FROM_*";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "roundNearestTiesToEven", .sig = sig("-> RM"),
     .eval = eval_mode<RoundingMode::NearestEven>},
    {.name = "roundNearestTiesToAway", .sig = sig("-> RM"),
     .eval = eval_mode<RoundingMode::NearestAway>},
    {.name = "roundTowardPositive", .sig = sig("-> RM"),
     .eval = eval_mode<RoundingMode::TowardPositive>},
    {.name = "roundTowardNegative", .sig = sig("-> RM"),
     .eval = eval_mode<RoundingMode::TowardNegative>},
    {.name = "roundTowardZero", .sig = sig("-> RM"), .eval = eval_mode<RoundingMode::TowardZero>},

    {.name = "fp", .sig = sig("BV(1) BV(e) BV(s) -> FP(e,s+1)"), .eval = eval_fields},
    {.name = "+oo", .sig = sig("[e s] -> FP(e,s)"), .eval = eval_infinity},
    {.name = "-oo", .sig = sig("[e s] -> FP(e,s)"), .eval = eval_minus_infinity},
    {.name = "+zero", .sig = sig("[e s] -> FP(e,s)"), .eval = eval_zero},
    {.name = "-zero", .sig = sig("[e s] -> FP(e,s)"), .eval = eval_minus_zero},
    {.name = "NaN", .sig = sig("[e s] -> FP(e,s)"), .eval = eval_nan},

    {.name = "fp.abs", .sig = sig("FP(e,s) -> FP(e,s)"), .eval = eval_abs, .require = require_abs},
    {.name = "fp.neg", .sig = sig("FP(e,s) -> FP(e,s)"), .eval = eval_neg, .require = require_neg},
    {.name = "fp.add", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_add},
    {.name = "fp.sub", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_sub},
    {.name = "fp.mul", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_mul},
    {.name = "fp.div", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_div},
    {.name = "fp.fma", .sig = sig("RM FP(e,s) FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_fma},
    {.name = "fp.sqrt", .sig = sig("RM FP(e,s) -> FP(e,s)"), .eval = eval_sqrt},
    {.name = "fp.rem", .sig = sig("FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_rem},
    {.name = "fp.roundToIntegral", .sig = sig("RM FP(e,s) -> FP(e,s)"),
     .eval = eval_round_to_integral},
    {.name = "fp.min", .sig = sig("FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_min},
    {.name = "fp.max", .sig = sig("FP(e,s) FP(e,s) -> FP(e,s)"), .eval = eval_max},

    {.name = "fp.leq", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable,
     .eval = eval_leq, .require = require_leq},
    {.name = "fp.lt", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable,
     .eval = eval_lt, .require = require_lt},
    {.name = "fp.geq", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable,
     .eval = eval_geq, .require = require_geq},
    {.name = "fp.gt", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable,
     .eval = eval_gt, .require = require_gt},
    {.name = "fp.eq", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable,
     .eval = eval_eq, .require = require_eq},

    {.name = "fp.isNormal", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_normal},
    {.name = "fp.isSubnormal", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_subnormal},
    {.name = "fp.isZero", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_zero,
     .require = require_is_zero},
    {.name = "fp.isInfinite", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_infinite,
     .require = require_is_infinite},
    {.name = "fp.isNaN", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_nan,
     .require = require_is_nan},
    {.name = "fp.isNegative", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_negative,
     .require = require_is_negative},
    {.name = "fp.isPositive", .sig = sig("FP(e,s) -> Bool"), .eval = eval_is_positive,
     .require = require_is_positive},

    {.name = "to_fp", .sig = sig("[e s] BV(e+s) -> FP(e,s)"), .eval = eval_from_bits},
    {.name = "to_fp", .sig = sig("[e s] RM FP(m,n) -> FP(e,s)"), .eval = eval_from_float},
    {.name = "to_fp", .sig = sig("[e s] RM BV(n) -> FP(e,s)"), .eval = eval_from_signed},
    {.name = "to_fp", .sig = sig("[e s] RM Real -> FP(e,s)"), .eval = eval_from_real},
    {.name = "to_fp_unsigned", .sig = sig("[e s] RM BV(n) -> FP(e,s)"), .eval = eval_from_unsigned},
    {.name = "fp.to_ubv", .sig = sig("[m] RM FP(e,s) -> BV(m)"), .eval = eval_to_unsigned},
    {.name = "fp.to_sbv", .sig = sig("[m] RM FP(e,s) -> BV(m)"), .eval = eval_to_signed},
    {.name = "fp.to_real", .sig = sig("FP(e,s) -> Real"), .eval = eval_to_real},

    // Significand and exponent of two, in either order, and the three fields.
    {.name = "to_fp", .sig = sig("[e s] RM Int Real -> FP(e,s)"), .known = kZ3,
     .eval = eval_from_scaled, .meaning = kZ3Guide},
    {.name = "to_fp", .sig = sig("[e s] RM Real Int -> FP(e,s)"), .known = kZ3,
     .eval = eval_from_scaled, .meaning = kZ3Guide},
    {.name = "to_fp", .sig = sig("[e s] BV(1) BV(e) BV(s-1) -> FP(e,s)"), .known = kZ3,
     .eval = eval_fields, .meaning = kZ3Guide},
    {.name = "fp.to_ieee_bv", .sig = sig("FP(e,s) -> BV(e+s)"), .known = kZ3,
     .eval = eval_to_bits, .meaning = kZ3Guide},

    {.name = "to_fp_bv", .sig = sig("[e s] BV(e+s) -> FP(e,s)"), .known = kCvc5,
     .eval = eval_from_bits, .meaning = kCvc5Kinds},
    {.name = "to_fp_fp", .sig = sig("[e s] RM FP(m,n) -> FP(e,s)"), .known = kCvc5,
     .eval = eval_from_float, .meaning = kCvc5Kinds},
    {.name = "to_fp_signed", .sig = sig("[e s] RM BV(n) -> FP(e,s)"), .known = kCvc5,
     .eval = eval_from_signed, .meaning = kCvc5Kinds},
    {.name = "to_fp_real", .sig = sig("[e s] RM Real -> FP(e,s)"), .known = kCvc5,
     .eval = eval_from_real, .meaning = kCvc5Kinds},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"RNE", "roundNearestTiesToEven"},
    {"RNA", "roundNearestTiesToAway"},
    {"RTP", "roundTowardPositive"},
    {"RTN", "roundTowardNegative"},
    {"RTZ", "roundTowardZero"},
    {"to_ieee_bv", "fp.to_ieee_bv", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"floats", "SMT-LIB 2.7, theory FloatingPoint", kOps, kAliases, kRules};

}  // namespace pg::floats
