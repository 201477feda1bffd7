#include <array>

#include "mutate/grammar.h"

namespace pg {
namespace {

constexpr std::string_view kFunction = "an argument or index is a function";
constexpr std::string_view kSeparation = "separation logic: every check-sat then needs a heap";
constexpr std::string_view kInternal = "a name inside Z3, read with other meanings or not at all";
constexpr std::string_view kOption = "cvc5 has it with an option only";
constexpr std::string_view kLiterals = "a solver takes nothing but certain literals";
constexpr std::string_view kSetsAreArrays = "Z3's sets are arrays: the rows of arrays are drawn";
constexpr std::string_view kIndices =
    "as many indices as arguments, or as their tuples have fields";

// clang-format off
constexpr auto kUndrawn = std::to_array<Undrawn>({
    {"pble", kIndices},
    {"pbge", kIndices},
    {"pbeq", kIndices},
    {"select", kFunction, "Fun(A,B) A -> B"},
    {"map", kFunction},
    {"as-array", kFunction},
    {"array-ext", "any index at which the arrays differ"},
    {"re.loop", kLiterals, "RegLan Int -> RegLan"},
    {"re.loop", kLiterals, "RegLan Int Int -> RegLan"},
    {"re.range", kLiterals, "Seq(A) Seq(A) -> RegEx(Seq(A))"},
    {"seq.map", kFunction},
    {"seq.mapi", kFunction},
    {"seq.foldl", kFunction},
    {"seq.foldli", kFunction},
    {"seq.nth", "a character in Z3, its code in cvc5", "String Int -> ?"},
    {"tuple.unit", "its sort has a name that releases of cvc5 do not share"},
    {"const", kSetsAreArrays, "Bool -> Set(A)"},
    {"store", kSetsAreArrays, "Set(A) A Bool -> Set(A)"},
    {"select", kSetsAreArrays, "Set(A) A -> Bool"},
    {"set.comprehension", kOption},
    {"set.map", kFunction},
    {"set.filter", kFunction},
    {"set.all", kFunction},
    {"set.some", kFunction},
    {"set.fold", kFunction},
    {"set.universe", kOption},
    {"set.complement", kOption},
    {"rel.join_image", kLiterals},
    {"rel.aggr", kFunction},
    {"rel.table_join", kIndices},
    {"rel.group", kIndices},
    {"rel.project", kIndices},
    {"bag.map", kFunction},
    {"bag.filter", kFunction},
    {"bag.all", kFunction},
    {"bag.some", kFunction},
    {"bag.fold", kFunction},
    {"bag.partition", kFunction},
    {"table.join", kIndices},
    {"table.project", kIndices},
    {"table.group", kIndices},
    {"table.aggr", kFunction},
    {"tuple.project", kIndices},
    {"nullable.lift", kFunction},
    {"@", kFunction},
    {"fmf.card", "a bound on a sort, which no model states"},
    {"transitive-closure", kFunction},
    {"sep.emp", kSeparation},
    {"sep.nil", kSeparation},
    {"pto", kSeparation},
    {"sep", kSeparation},
    {"wand", kSeparation},
    {"emp", kSeparation},
    {"mkbv", kInternal},
    {"bit0", kInternal},
    {"bit1", kInternal},
    {"bvudiv_i", kInternal},
    {"bvurem_i", kInternal},
    {"bvsdiv_i", kInternal},
    {"bvsrem_i", kInternal},
    {"bvsmod_i", kInternal},
    {"bvudiv0", kInternal},
    {"bvurem0", kInternal},
    {"bvsdiv0", kInternal},
    {"bvsrem0", kInternal},
    {"bvsmod0", kInternal},
    {"div0", kInternal},
    {"mod0", kInternal},
    {"rem0", kInternal},
    {"/0", kInternal},
});
// clang-format on

}  // namespace

std::span<const Undrawn> undrawn_rows() { return kUndrawn; }

}  // namespace pg
