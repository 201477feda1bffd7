#include "theory/strings/strings.h"

#include "theory/strings/strings_eval.h"
#include "theory/strings/strings_rules.h"
#include "theory/strings/words.h"
#include "theory/strings/words_require.h"

namespace pg::strings {
namespace {

using Word = words::Strings;

constexpr Known kCvc = kCvc5 | kCvc4;
constexpr std::string_view kCvc5Strings = "cvc5 documentation, Theory of Strings";
constexpr std::string_view kZ3Guide = "Z3 guide, Strings";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "str.++", .sig = sig("String String -> String"), .chain = Chain::LeftAssoc,
     .eval = words::eval_concat<Word>, .require = words::require_concat},
    {.name = "str.len", .sig = sig("String -> Int"), .eval = words::eval_len<Word>,
     .require = words::require_len},
    // Chainable in the standard; the three solvers at hand take two arguments only.
    {.name = "str.<", .sig = sig("String String -> Bool"), .chain = Chain::Chainable,
     .eval = eval_lt, .require = require_chain<Relation::Less>},
    {.name = "str.<=", .sig = sig("String String -> Bool"), .chain = Chain::Chainable,
     .eval = eval_le, .require = require_chain<Relation::LessEqual>},

    {.name = "str.at", .sig = sig("String Int -> String"), .eval = words::eval_at<Word>},
    {.name = "str.substr", .sig = sig("String Int Int -> String"),
     .eval = words::eval_substr<Word>},
    {.name = "str.prefixof", .sig = sig("String String -> Bool"),
     .eval = words::eval_prefixof<Word>, .require = words::require_prefixof},
    {.name = "str.suffixof", .sig = sig("String String -> Bool"),
     .eval = words::eval_suffixof<Word>, .require = words::require_suffixof},
    {.name = "str.contains", .sig = sig("String String -> Bool"),
     .eval = words::eval_contains<Word>, .require = words::require_contains},
    {.name = "str.indexof", .sig = sig("String String Int -> Int"),
     .eval = words::eval_indexof<Word>},
    {.name = "str.replace", .sig = sig("String String String -> String"),
     .eval = words::eval_replace<Word>},
    {.name = "str.replace_all", .sig = sig("String String String -> String"),
     .eval = words::eval_replace_all<Word>},
    {.name = "str.replace_re", .sig = sig("String RegLan String -> String"),
     .eval = eval_replace_re},
    {.name = "str.replace_re_all", .sig = sig("String RegLan String -> String"),
     .eval = eval_replace_re_all},

    {.name = "str.is_digit", .sig = sig("String -> Bool"), .eval = eval_is_digit},
    {.name = "str.to_code", .sig = sig("String -> Int"), .eval = eval_to_code},
    {.name = "str.from_code", .sig = sig("Int -> String"), .eval = eval_from_code},
    {.name = "str.to_int", .sig = sig("String -> Int"), .eval = eval_to_int},
    {.name = "str.from_int", .sig = sig("Int -> String"), .eval = eval_from_int},

    {.name = "str.to_re", .sig = sig("String -> RegLan"), .eval = eval_to_re},
    {.name = "str.in_re", .sig = sig("String RegLan -> Bool"), .eval = eval_in_re,
     .require = words::require_in_re},
    {.name = "re.none", .sig = sig("-> RegLan"), .eval = eval_re_none},
    {.name = "re.all", .sig = sig("-> RegLan"), .eval = eval_re_all},
    {.name = "re.allchar", .sig = sig("-> RegLan"), .eval = eval_re_allchar},
    {.name = "re.++", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc,
     .eval = eval_re_concat},
    {.name = "re.union", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc,
     .eval = eval_re_union},
    {.name = "re.inter", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc,
     .eval = eval_re_inter},
    {.name = "re.diff", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc,
     .eval = eval_re_diff},
    {.name = "re.*", .sig = sig("RegLan -> RegLan"), .eval = eval_re_star},
    {.name = "re.+", .sig = sig("RegLan -> RegLan"), .eval = eval_re_plus},
    {.name = "re.opt", .sig = sig("RegLan -> RegLan"), .eval = eval_re_opt},
    {.name = "re.comp", .sig = sig("RegLan -> RegLan"), .eval = eval_re_comp},
    {.name = "re.range", .sig = sig("String String -> RegLan"), .eval = eval_re_range,
     .literals = true},
    {.name = "re.^", .sig = sig("[n] RegLan -> RegLan"), .eval = eval_re_power},
    {.name = "re.loop", .sig = sig("[i j] RegLan -> RegLan"), .eval = eval_re_loop},

    {.name = "str.rev", .sig = sig("String -> String"), .known = kCvc,
     .eval = words::eval_rev<Word>, .meaning = kCvc5Strings},
    {.name = "str.to_lower", .sig = sig("String -> String"), .known = kCvc5, .eval = eval_to_lower,
     .meaning = kCvc5Strings},
    {.name = "str.to_upper", .sig = sig("String -> String"), .known = kCvc5, .eval = eval_to_upper,
     .meaning = kCvc5Strings},
    {.name = "str.update", .sig = sig("String Int String -> String"), .known = kCvc5,
     .eval = words::eval_update<Word>, .meaning = kCvc5Strings},
    {.name = "str.indexof_re", .sig = sig("String RegLan Int -> Int"), .known = kCvc5,
     .eval = eval_indexof_re, .meaning = kCvc5Strings},

    {.name = "str.indexof", .sig = sig("String String -> Int"), .known = kZ3,
     .eval = words::eval_indexof<Word>, .meaning = kZ3Guide},
    {.name = "str.from_ubv", .sig = sig("BV(n) -> String"), .known = kZ3, .eval = eval_from_ubv,
     .meaning = kZ3Guide},
    {.name = "str.from_sbv", .sig = sig("BV(n) -> String"), .known = kZ3, .eval = eval_from_sbv,
     .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("[i] RegLan -> RegLan"), .known = kZ3, .eval = eval_re_loop,
     .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("RegLan Int -> RegLan"), .known = kZ3, .eval = eval_re_loop,
     .literals = true, .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("RegLan Int Int -> RegLan"), .known = kZ3, .eval = eval_re_loop,
     .literals = true, .meaning = kZ3Guide},
    {.name = "re.reverse", .sig = sig("RegLan -> RegLan"), .known = kZ3, .eval = eval_re_reverse,
     .meaning = kZ3Guide},
    {.name = "re.derivative", .sig = sig("Unicode RegLan -> RegLan"), .known = kZ3,
     .eval = eval_re_derivative, .meaning = kZ3Guide},
    {.name = "re.of.pred", .sig = sig("Array(Unicode,Bool) -> RegLan"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "char.<=", .sig = sig("Unicode Unicode -> Bool"), .known = kZ3, .eval = eval_char_le,
     .meaning = kZ3Guide},
    {.name = "char.to_int", .sig = sig("Unicode -> Int"), .known = kZ3, .eval = eval_char_to_int,
     .meaning = kZ3Guide},
    {.name = "char.to_bv", .sig = sig("Unicode -> BV(18)"), .known = kZ3, .eval = eval_char_to_bv,
     .meaning = kZ3Guide},
    {.name = "char.from_bv", .sig = sig("BV(18) -> Unicode"), .known = kZ3,
     .eval = eval_char_from_bv, .meaning = kZ3Guide},
    {.name = "char.is_digit", .sig = sig("Unicode -> Bool"), .known = kZ3,
     .eval = eval_char_is_digit, .meaning = kZ3Guide},
});

// cvc4 takes its old spellings under --lang=smt2.5 only.
constexpr auto kAliases = std::to_array<OpAlias>({
    {"str.to.int", "str.to_int", kZ3 | kCvc4},
    {"str.to-int", "str.to_int", kZ3},
    {"int.to.str", "str.from_int", kZ3 | kCvc4},
    {"str.from-int", "str.from_int", kZ3},
    {"str.to.re", "str.to_re", kZ3 | kCvc4},
    {"str.to-re", "str.to_re", kZ3},
    {"str.in.re", "str.in_re", kZ3 | kCvc4},
    {"str.in-re", "str.in_re", kZ3},
    {"str.code", "str.to_code", kCvc4},
    {"str.replaceall", "str.replace_all", kCvc4},
    {"str.tolower", "str.to_lower", kCvc4},
    {"str.toupper", "str.to_upper", kCvc4},
    {"re.nostr", "re.none", kZ3 | kCvc4},
    {"re.empty", "re.none", kZ3},
    {"re.complement", "re.comp", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"strings", "SMT-LIB 2.7, theory UnicodeStrings", kOps, kAliases, kRules};

}  // namespace pg::strings
