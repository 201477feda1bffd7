#include "theory/bitvectors/bitvectors.h"

#include "term/pool.h"

namespace pg::bitvectors {
namespace {

constexpr Known kAllSolvers = kZ3 | kCvc5 | kCvc4;
constexpr Known kNew = kStandard27 | kZ3 | kCvc5;
constexpr std::string_view kZ3Source = "Z3 source, bv_decl_plugin.cpp";

Sort mkbv_sort(const SortCall& call) {
  return call.pool.sort(SortKind::BitVec, {static_cast<uint32_t>(call.args.size())});
}

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "concat", .sig = sig("BV(m) BV(n) -> BV(m+n)"), .chain = Chain::LeftAssoc},
    {.name = "extract", .sig = sig("[i j] BV(n) -> BV(i-j+1) where j<=i i<n")},
    {.name = "repeat", .sig = sig("[i] BV(n) -> BV(i*n) where 1<=i")},
    {.name = "zero_extend", .sig = sig("[i] BV(n) -> BV(n+i)")},
    {.name = "sign_extend", .sig = sig("[i] BV(n) -> BV(n+i)")},
    {.name = "rotate_left", .sig = sig("[i] BV(n) -> BV(n)")},
    {.name = "rotate_right", .sig = sig("[i] BV(n) -> BV(n)")},

    {.name = "bvnot", .sig = sig("BV(n) -> BV(n)")},
    {.name = "bvand", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc},
    {.name = "bvor", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc},
    {.name = "bvxor", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc},
    {.name = "bvnand", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvnor", .sig = sig("BV(n) BV(n) -> BV(n)")},
    // cvc5 takes two arguments only.
    {.name = "bvxnor", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc},

    {.name = "bvneg", .sig = sig("BV(n) -> BV(n)")},
    {.name = "bvadd", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc},
    {.name = "bvsub", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvmul", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc},
    {.name = "bvudiv", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvurem", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvsdiv", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvsrem", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvsmod", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvshl", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvlshr", .sig = sig("BV(n) BV(n) -> BV(n)")},
    {.name = "bvashr", .sig = sig("BV(n) BV(n) -> BV(n)")},

    {.name = "bvcomp", .sig = sig("BV(n) BV(n) -> BV(1)")},
    {.name = "bvult", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvule", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvugt", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvuge", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvslt", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvsle", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvsgt", .sig = sig("BV(n) BV(n) -> Bool")},
    {.name = "bvsge", .sig = sig("BV(n) BV(n) -> Bool")},

    {.name = "bvnego", .sig = sig("BV(n) -> Bool"), .known = kNew},
    {.name = "bvuaddo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "bvsaddo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "bvumulo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "bvsmulo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "bvusubo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "bvssubo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "bvsdivo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew},
    {.name = "ubv_to_int", .sig = sig("BV(n) -> Int"), .known = kNew},
    {.name = "sbv_to_int", .sig = sig("BV(n) -> Int"), .known = kNew},
    {.name = "int_to_bv", .sig = sig("[n] Int -> BV(n)"), .known = kNew},

    // The older names are rows of their own: the only ones that every release knows.
    {.name = "bv2nat", .sig = sig("BV(n) -> Int"), .known = kAllSolvers},
    {.name = "int2bv", .sig = sig("[n] Int -> BV(n)"), .known = kAllSolvers},
    {.name = "bvredor", .sig = sig("BV(n) -> BV(1)"), .known = kAllSolvers,
     .meaning = "cvc5 documentation, kind BITVECTOR_REDOR"},
    {.name = "bvredand", .sig = sig("BV(n) -> BV(1)"), .known = kAllSolvers,
     .meaning = "cvc5 documentation, kind BITVECTOR_REDAND"},

    {.name = "bvite", .sig = sig("BV(1) BV(n) BV(n) -> BV(n)"), .known = kCvc5,
     .meaning = "cvc5 documentation, kind BITVECTOR_ITE"},

    {.name = "ext_rotate_left", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .meaning = kZ3Source},
    {.name = "ext_rotate_right", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .meaning = kZ3Source},
    {.name = "bvumul_noovfl", .sig = sig("BV(n) BV(n) -> Bool"), .known = kZ3,
     .meaning = kZ3Source},
    {.name = "bvsmul_noovfl", .sig = sig("BV(n) BV(n) -> Bool"), .known = kZ3,
     .meaning = kZ3Source},
    {.name = "bvsmul_noudfl", .sig = sig("BV(n) BV(n) -> Bool"), .known = kZ3,
     .meaning = kZ3Source},
    {.name = "bit2bool", .sig = sig("[i] BV(n) -> Bool where i<n"), .known = kZ3,
     .meaning = kZ3Source},
    {.name = "mkbv", .sig = sig("Bool+ -> ?"), .known = kZ3, .sort_fn = mkbv_sort,
     .meaning = kZ3Source},
    {.name = "bit0", .sig = sig("-> BV(1)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bit1", .sig = sig("-> BV(1)"), .known = kZ3, .meaning = kZ3Source},
    // Z3's own: division where the divisor is not zero, and by zero.
    {.name = "bvudiv_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvurem_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvsdiv_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvsrem_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvsmod_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvudiv0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvurem0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvsdiv0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvsrem0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
    {.name = "bvsmod0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .meaning = kZ3Source},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"bv2int", "bv2nat", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"bitvectors", "SMT-LIB 2.7, theory FixedSizeBitVectors", kOps, kAliases};

}  // namespace pg::bitvectors
