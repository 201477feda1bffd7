#include "theory/floats/floats.h"

namespace pg::floats {
namespace {

constexpr std::string_view kZ3Guide = "Z3 guide, IEEE floats";
constexpr std::string_view kCvc5Kinds = "cvc5 documentation, kinds FLOATINGPOINT_TO_FP_FROM_*";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "roundNearestTiesToEven", .sig = sig("-> RM")},
    {.name = "roundNearestTiesToAway", .sig = sig("-> RM")},
    {.name = "roundTowardPositive", .sig = sig("-> RM")},
    {.name = "roundTowardNegative", .sig = sig("-> RM")},
    {.name = "roundTowardZero", .sig = sig("-> RM")},

    {.name = "fp", .sig = sig("BV(1) BV(e) BV(s) -> FP(e,s+1)")},
    {.name = "+oo", .sig = sig("[e s] -> FP(e,s)")},
    {.name = "-oo", .sig = sig("[e s] -> FP(e,s)")},
    {.name = "+zero", .sig = sig("[e s] -> FP(e,s)")},
    {.name = "-zero", .sig = sig("[e s] -> FP(e,s)")},
    {.name = "NaN", .sig = sig("[e s] -> FP(e,s)")},

    {.name = "fp.abs", .sig = sig("FP(e,s) -> FP(e,s)")},
    {.name = "fp.neg", .sig = sig("FP(e,s) -> FP(e,s)")},
    {.name = "fp.add", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.sub", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.mul", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.div", .sig = sig("RM FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.fma", .sig = sig("RM FP(e,s) FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.sqrt", .sig = sig("RM FP(e,s) -> FP(e,s)")},
    {.name = "fp.rem", .sig = sig("FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.roundToIntegral", .sig = sig("RM FP(e,s) -> FP(e,s)")},
    {.name = "fp.min", .sig = sig("FP(e,s) FP(e,s) -> FP(e,s)")},
    {.name = "fp.max", .sig = sig("FP(e,s) FP(e,s) -> FP(e,s)")},

    {.name = "fp.leq", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable},
    {.name = "fp.lt", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable},
    {.name = "fp.geq", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable},
    {.name = "fp.gt", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable},
    {.name = "fp.eq", .sig = sig("FP(e,s) FP(e,s) -> Bool"), .chain = Chain::Chainable},

    {.name = "fp.isNormal", .sig = sig("FP(e,s) -> Bool")},
    {.name = "fp.isSubnormal", .sig = sig("FP(e,s) -> Bool")},
    {.name = "fp.isZero", .sig = sig("FP(e,s) -> Bool")},
    {.name = "fp.isInfinite", .sig = sig("FP(e,s) -> Bool")},
    {.name = "fp.isNaN", .sig = sig("FP(e,s) -> Bool")},
    {.name = "fp.isNegative", .sig = sig("FP(e,s) -> Bool")},
    {.name = "fp.isPositive", .sig = sig("FP(e,s) -> Bool")},

    {.name = "to_fp", .sig = sig("[e s] BV(e+s) -> FP(e,s)")},
    {.name = "to_fp", .sig = sig("[e s] RM FP(m,n) -> FP(e,s)")},
    {.name = "to_fp", .sig = sig("[e s] RM BV(n) -> FP(e,s)")},
    {.name = "to_fp", .sig = sig("[e s] RM Real -> FP(e,s)")},
    {.name = "to_fp_unsigned", .sig = sig("[e s] RM BV(n) -> FP(e,s)")},
    {.name = "fp.to_ubv", .sig = sig("[m] RM FP(e,s) -> BV(m)")},
    {.name = "fp.to_sbv", .sig = sig("[m] RM FP(e,s) -> BV(m)")},
    {.name = "fp.to_real", .sig = sig("FP(e,s) -> Real")},

    // Significand and exponent of two, in either order, and the three fields.
    {.name = "to_fp", .sig = sig("[e s] RM Int Real -> FP(e,s)"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "to_fp", .sig = sig("[e s] RM Real Int -> FP(e,s)"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "to_fp", .sig = sig("[e s] BV(1) BV(e) BV(s-1) -> FP(e,s)"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "fp.to_ieee_bv", .sig = sig("FP(e,s) -> BV(e+s)"), .known = kZ3,
     .meaning = kZ3Guide},

    {.name = "to_fp_bv", .sig = sig("[e s] BV(e+s) -> FP(e,s)"), .known = kCvc5,
     .meaning = kCvc5Kinds},
    {.name = "to_fp_fp", .sig = sig("[e s] RM FP(m,n) -> FP(e,s)"), .known = kCvc5,
     .meaning = kCvc5Kinds},
    {.name = "to_fp_signed", .sig = sig("[e s] RM BV(n) -> FP(e,s)"), .known = kCvc5,
     .meaning = kCvc5Kinds},
    {.name = "to_fp_real", .sig = sig("[e s] RM Real -> FP(e,s)"), .known = kCvc5,
     .meaning = kCvc5Kinds},
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

const Theory kTheory{"floats", "SMT-LIB 2.7, theory FloatingPoint", kOps, kAliases};

}  // namespace pg::floats
