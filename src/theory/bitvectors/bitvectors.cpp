#include "theory/bitvectors/bitvectors.h"

#include "term/pool.h"
#include "theory/bitvectors/bitvectors_eval.h"
#include "theory/bitvectors/bitvectors_require.h"
#include "theory/bitvectors/bitvectors_rules.h"

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
    {.name = "concat", .sig = sig("BV(m) BV(n) -> BV(m+n)"), .chain = Chain::LeftAssoc,
     .eval = eval_concat, .require = require_concat},
    {.name = "extract", .sig = sig("[i j] BV(n) -> BV(i-j+1) where j<=i i<n"),
     .eval = eval_extract, .require = require_extract},
    {.name = "repeat", .sig = sig("[i] BV(n) -> BV(i*n) where 1<=i"), .eval = eval_repeat},
    {.name = "zero_extend", .sig = sig("[i] BV(n) -> BV(n+i)"), .eval = eval_zero_extend,
     .require = require_zero_extend},
    {.name = "sign_extend", .sig = sig("[i] BV(n) -> BV(n+i)"), .eval = eval_sign_extend},
    {.name = "rotate_left", .sig = sig("[i] BV(n) -> BV(n)"), .eval = eval_rotate_left},
    {.name = "rotate_right", .sig = sig("[i] BV(n) -> BV(n)"), .eval = eval_rotate_right},

    {.name = "bvnot", .sig = sig("BV(n) -> BV(n)"), .eval = eval_not, .require = require_not},
    {.name = "bvand", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc,
     .eval = eval_lazy_fold<And, false>, .lazy = true, .require = require_and},
    {.name = "bvor", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc,
     .eval = eval_lazy_fold<Or, true>, .lazy = true, .require = require_or},
    {.name = "bvxor", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc,
     .eval = eval_fold<Xor>},
    {.name = "bvnand", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Not<And>>,
     .require = require_and},
    {.name = "bvnor", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Not<Or>>,
     .require = require_or},
    // cvc5 takes two arguments only.
    {.name = "bvxnor", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc,
     .eval = eval_fold<Not<Xor>>},

    {.name = "bvneg", .sig = sig("BV(n) -> BV(n)"), .eval = eval_neg},
    {.name = "bvadd", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc,
     .eval = eval_fold<Add>, .require = require_add},
    {.name = "bvsub", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Sub>},
    {.name = "bvmul", .sig = sig("BV(n) BV(n) -> BV(n)"), .chain = Chain::LeftAssoc,
     .eval = eval_lazy_fold<Mul, false>, .lazy = true, .require = require_mul},
    {.name = "bvudiv", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Udiv>,
     .require = require_udiv},
    {.name = "bvurem", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Urem>},
    {.name = "bvsdiv", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Sdiv>},
    {.name = "bvsrem", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Srem>},
    {.name = "bvsmod", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Smod>},
    {.name = "bvshl", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Shl>,
     .require = require_shl},
    {.name = "bvlshr", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Lshr>,
     .require = require_lshr},
    {.name = "bvashr", .sig = sig("BV(n) BV(n) -> BV(n)"), .eval = eval_binary<Ashr>},

    {.name = "bvcomp", .sig = sig("BV(n) BV(n) -> BV(1)"), .eval = eval_comp, .require = require_comp},
    {.name = "bvult", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_ult,
     .require = require_chain<Relation::Less>},
    {.name = "bvule", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_ule,
     .require = require_chain<Relation::LessEqual>},
    {.name = "bvugt", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_ugt,
     .require = require_chain<Relation::Greater>},
    {.name = "bvuge", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_uge,
     .require = require_chain<Relation::GreaterEqual>},
    {.name = "bvslt", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_slt,
     .require = require_chain<Relation::Less, true>},
    {.name = "bvsle", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_sle,
     .require = require_chain<Relation::LessEqual, true>},
    {.name = "bvsgt", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_sgt,
     .require = require_chain<Relation::Greater, true>},
    {.name = "bvsge", .sig = sig("BV(n) BV(n) -> Bool"), .eval = eval_sge,
     .require = require_chain<Relation::GreaterEqual, true>},

    {.name = "bvnego", .sig = sig("BV(n) -> Bool"), .known = kNew, .eval = eval_nego},
    {.name = "bvuaddo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_uaddo},
    {.name = "bvsaddo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_saddo},
    {.name = "bvumulo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_umulo},
    {.name = "bvsmulo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_smulo},
    {.name = "bvusubo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_usubo},
    {.name = "bvssubo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_ssubo},
    {.name = "bvsdivo", .sig = sig("BV(n) BV(n) -> Bool"), .known = kNew, .eval = eval_sdivo},
    {.name = "ubv_to_int", .sig = sig("BV(n) -> Int"), .known = kNew, .eval = eval_ubv_to_int,
     .require = require_to_int},
    {.name = "sbv_to_int", .sig = sig("BV(n) -> Int"), .known = kNew, .eval = eval_sbv_to_int},
    {.name = "int_to_bv", .sig = sig("[n] Int -> BV(n)"), .known = kNew, .eval = eval_int_to_bv},

    // The older names are rows of their own: the only ones that every release knows.
    {.name = "bv2nat", .sig = sig("BV(n) -> Int"), .known = kAllSolvers, .eval = eval_ubv_to_int,
     .require = require_to_int},
    {.name = "int2bv", .sig = sig("[n] Int -> BV(n)"), .known = kAllSolvers,
     .eval = eval_int_to_bv},
    {.name = "bvredor", .sig = sig("BV(n) -> BV(1)"), .known = kAllSolvers, .eval = eval_redor,
     .meaning = "cvc5 documentation, kind BITVECTOR_REDOR"},
    {.name = "bvredand", .sig = sig("BV(n) -> BV(1)"), .known = kAllSolvers, .eval = eval_redand,
     .meaning = "cvc5 documentation, kind BITVECTOR_REDAND"},

    {.name = "bvite", .sig = sig("BV(1) BV(n) BV(n) -> BV(n)"), .known = kCvc5, .eval = eval_bvite,
     .lazy = true, .meaning = "cvc5 documentation, kind BITVECTOR_ITE"},

    {.name = "ext_rotate_left", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_binary<RotateLeft>, .meaning = kZ3Source},
    {.name = "ext_rotate_right", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_binary<RotateRight>, .meaning = kZ3Source},
    {.name = "bvumul_noovfl", .sig = sig("BV(n) BV(n) -> Bool"), .known = kZ3,
     .eval = eval_umul_noovfl, .meaning = kZ3Source},
    {.name = "bvsmul_noovfl", .sig = sig("BV(n) BV(n) -> Bool"), .known = kZ3,
     .eval = eval_smul_noovfl, .meaning = kZ3Source},
    {.name = "bvsmul_noudfl", .sig = sig("BV(n) BV(n) -> Bool"), .known = kZ3,
     .eval = eval_smul_noudfl, .meaning = kZ3Source},
    {.name = "bit2bool", .sig = sig("[i] BV(n) -> Bool where i<n"), .known = kZ3,
     .eval = eval_bit2bool, .meaning = kZ3Source},
    {.name = "mkbv", .sig = sig("Bool+ -> ?"), .known = kZ3, .sort_fn = mkbv_sort,
     .eval = eval_mkbv, .meaning = kZ3Source},
    {.name = "bit0", .sig = sig("-> BV(1)"), .known = kZ3, .eval = eval_bit0, .meaning = kZ3Source},
    {.name = "bit1", .sig = sig("-> BV(1)"), .known = kZ3, .eval = eval_bit1, .meaning = kZ3Source},
    // Z3's own: division where the divisor is not zero, and by zero.
    {.name = "bvudiv_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_nonzero<Udiv>, .meaning = kZ3Source},
    {.name = "bvurem_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_nonzero<Urem>, .meaning = kZ3Source},
    {.name = "bvsdiv_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_nonzero<Sdiv>, .meaning = kZ3Source},
    {.name = "bvsrem_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_nonzero<Srem>, .meaning = kZ3Source},
    {.name = "bvsmod_i", .sig = sig("BV(n) BV(n) -> BV(n)"), .known = kZ3,
     .eval = eval_nonzero<Smod>, .meaning = kZ3Source},
    {.name = "bvudiv0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .eval = eval_zero_case,
     .meaning = kZ3Source},
    {.name = "bvurem0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .eval = eval_zero_case,
     .meaning = kZ3Source},
    {.name = "bvsdiv0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .eval = eval_zero_case,
     .meaning = kZ3Source},
    {.name = "bvsrem0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .eval = eval_zero_case,
     .meaning = kZ3Source},
    {.name = "bvsmod0", .sig = sig("BV(n) -> BV(n)"), .known = kZ3, .eval = eval_zero_case,
     .meaning = kZ3Source},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"bv2int", "bv2nat", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"bitvectors", "SMT-LIB 2.7, theory FixedSizeBitVectors", kOps, kAliases,
                     kRules};

}  // namespace pg::bitvectors
