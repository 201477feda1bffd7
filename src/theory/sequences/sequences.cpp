#include "theory/sequences/sequences.h"

#include "theory/sequences/sequences_eval.h"
#include "theory/sequences/sequences_rules.h"
#include "theory/strings/strings_eval.h"
#include "theory/strings/words.h"
#include "theory/strings/words_require.h"

namespace pg::sequences {
namespace {

using Text = words::Strings;
using Word = words::Sequences;

constexpr Known kBoth = kZ3 | kCvc5;
constexpr std::string_view kZ3Guide = "Z3 guide, Sequences";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    // A sequence of characters is a string in Z3.
    {.name = "seq.unit", .sig = sig("Unicode -> String"), .known = kZ3, .eval = strings::eval_unit,
     .meaning = kZ3Guide},
    {.name = "seq.empty", .sig = sig("-> Seq(A)"), .known = kBoth, .eval = words::eval_empty<Word>},
    {.name = "seq.unit", .sig = sig("A -> Seq(A)"), .known = kBoth, .eval = eval_unit},
    {.name = "seq.++", .sig = sig("Seq(A) Seq(A) -> Seq(A)"), .chain = Chain::LeftAssoc,
     .known = kBoth, .eval = words::eval_concat<Word>, .require = words::require_concat},
    {.name = "seq.len", .sig = sig("Seq(A) -> Int"), .known = kBoth, .eval = words::eval_len<Word>,
     .require = words::require_len},
    {.name = "seq.extract", .sig = sig("Seq(A) Int Int -> Seq(A)"), .known = kBoth,
     .eval = words::eval_substr<Word>},
    {.name = "seq.at", .sig = sig("Seq(A) Int -> Seq(A)"), .known = kBoth,
     .eval = words::eval_at<Word>},
    {.name = "seq.nth", .sig = sig("Seq(A) Int -> A"), .known = kBoth, .eval = eval_nth},
    {.name = "seq.contains", .sig = sig("Seq(A) Seq(A) -> Bool"), .known = kBoth,
     .eval = words::eval_contains<Word>, .require = words::require_contains},
    {.name = "seq.prefixof", .sig = sig("Seq(A) Seq(A) -> Bool"), .known = kBoth,
     .eval = words::eval_prefixof<Word>, .require = words::require_prefixof},
    {.name = "seq.suffixof", .sig = sig("Seq(A) Seq(A) -> Bool"), .known = kBoth,
     .eval = words::eval_suffixof<Word>, .require = words::require_suffixof},
    {.name = "seq.indexof", .sig = sig("Seq(A) Seq(A) Int -> Int"), .known = kBoth,
     .eval = words::eval_indexof<Word>},
    {.name = "seq.replace", .sig = sig("Seq(A) Seq(A) Seq(A) -> Seq(A)"), .known = kBoth,
     .eval = words::eval_replace<Word>},
    {.name = "seq.replace_all", .sig = sig("Seq(A) Seq(A) Seq(A) -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_replace_all<Word>},
    {.name = "seq.rev", .sig = sig("Seq(A) -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_rev<Word>},
    {.name = "seq.update", .sig = sig("Seq(A) Int Seq(A) -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_update<Word>},

    {.name = "seq.indexof", .sig = sig("Seq(A) Seq(A) -> Int"), .known = kZ3,
     .eval = words::eval_indexof<Word>, .meaning = kZ3Guide},
    {.name = "seq.last_indexof", .sig = sig("Seq(A) Seq(A) -> Int"), .known = kZ3,
     .eval = words::eval_last_indexof<Word>, .meaning = kZ3Guide},
    {.name = "seq.nth_i", .sig = sig("Seq(A) Int -> A"), .known = kZ3, .eval = eval_nth_i,
     .meaning = kZ3Guide},
    {.name = "seq.nth_u", .sig = sig("Seq(A) Int -> A"), .known = kZ3, .eval = eval_nth_u,
     .meaning = kZ3Guide},
    {.name = "seq.map", .sig = sig("Array(A,B) Seq(A) -> Seq(B)"), .known = kZ3, .eval = eval_map,
     .meaning = kZ3Guide},
    {.name = "seq.map", .sig = sig("Fun(A,B) Seq(A) -> Seq(B)"), .known = kZ3, .eval = eval_map,
     .meaning = kZ3Guide},
    {.name = "seq.mapi", .sig = sig("Fun(Int,A,B) Int Seq(A) -> Seq(B)"), .known = kZ3,
     .eval = eval_mapi, .meaning = kZ3Guide},
    {.name = "seq.foldl", .sig = sig("Fun(B,A,B) B Seq(A) -> B"), .known = kZ3, .eval = eval_foldl,
     .meaning = kZ3Guide},
    {.name = "seq.foldli", .sig = sig("Fun(Int,B,A,B) Int B Seq(A) -> B"), .known = kZ3,
     .eval = eval_foldli, .meaning = kZ3Guide},

    // The same names on strings.
    {.name = "seq.++", .sig = sig("String String -> String"), .chain = Chain::LeftAssoc,
     .known = kBoth, .eval = words::eval_concat<Text>, .require = words::require_concat},
    {.name = "seq.len", .sig = sig("String -> Int"), .known = kBoth, .eval = words::eval_len<Text>,
     .require = words::require_len},
    {.name = "seq.extract", .sig = sig("String Int Int -> String"), .known = kBoth,
     .eval = words::eval_substr<Text>},
    {.name = "seq.at", .sig = sig("String Int -> String"), .known = kBoth,
     .eval = words::eval_at<Text>},
    // A character in Z3, its code in cvc5.
    {.name = "seq.nth", .sig = sig("String Int -> ?"), .known = kBoth, .eval = eval_nth_string},
    {.name = "seq.contains", .sig = sig("String String -> Bool"), .known = kBoth,
     .eval = words::eval_contains<Text>, .require = words::require_contains},
    {.name = "seq.prefixof", .sig = sig("String String -> Bool"), .known = kBoth,
     .eval = words::eval_prefixof<Text>, .require = words::require_prefixof},
    {.name = "seq.suffixof", .sig = sig("String String -> Bool"), .known = kBoth,
     .eval = words::eval_suffixof<Text>, .require = words::require_suffixof},
    {.name = "seq.indexof", .sig = sig("String String Int -> Int"), .known = kBoth,
     .eval = words::eval_indexof<Text>},
    {.name = "seq.replace", .sig = sig("String String String -> String"), .known = kBoth,
     .eval = words::eval_replace<Text>},
    {.name = "seq.replace_all", .sig = sig("String String String -> String"), .known = kCvc5,
     .eval = words::eval_replace_all<Text>},
    {.name = "seq.rev", .sig = sig("String -> String"), .known = kCvc5,
     .eval = words::eval_rev<Text>},
    {.name = "seq.update", .sig = sig("String Int String -> String"), .known = kCvc5,
     .eval = words::eval_update<Text>},
    {.name = "seq.indexof", .sig = sig("String String -> Int"), .known = kZ3,
     .eval = words::eval_indexof<Text>, .meaning = kZ3Guide},
    {.name = "seq.last_indexof", .sig = sig("String String -> Int"), .known = kZ3,
     .eval = words::eval_last_indexof<Text>, .meaning = kZ3Guide},
    {.name = "seq.empty", .sig = sig("-> String"), .known = kZ3, .eval = words::eval_empty<Text>,
     .meaning = kZ3Guide},

    // The names of strings on sequences.
    {.name = "str.++", .sig = sig("Seq(A) Seq(A) -> Seq(A)"), .chain = Chain::LeftAssoc,
     .known = kCvc5, .eval = words::eval_concat<Word>, .require = words::require_concat},
    {.name = "str.len", .sig = sig("Seq(A) -> Int"), .known = kCvc5, .eval = words::eval_len<Word>,
     .require = words::require_len},
    {.name = "str.substr", .sig = sig("Seq(A) Int Int -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_substr<Word>},
    {.name = "str.at", .sig = sig("Seq(A) Int -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_at<Word>},
    {.name = "str.contains", .sig = sig("Seq(A) Seq(A) -> Bool"), .known = kCvc5,
     .eval = words::eval_contains<Word>, .require = words::require_contains},
    {.name = "str.prefixof", .sig = sig("Seq(A) Seq(A) -> Bool"), .known = kCvc5,
     .eval = words::eval_prefixof<Word>, .require = words::require_prefixof},
    {.name = "str.suffixof", .sig = sig("Seq(A) Seq(A) -> Bool"), .known = kCvc5,
     .eval = words::eval_suffixof<Word>, .require = words::require_suffixof},
    {.name = "str.indexof", .sig = sig("Seq(A) Seq(A) Int -> Int"), .known = kCvc5,
     .eval = words::eval_indexof<Word>},
    {.name = "str.replace", .sig = sig("Seq(A) Seq(A) Seq(A) -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_replace<Word>},
    {.name = "str.replace_all", .sig = sig("Seq(A) Seq(A) Seq(A) -> Seq(A)"), .known = kBoth,
     .eval = words::eval_replace_all<Word>},
    {.name = "str.rev", .sig = sig("Seq(A) -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_rev<Word>},
    {.name = "str.update", .sig = sig("Seq(A) Int Seq(A) -> Seq(A)"), .known = kCvc5,
     .eval = words::eval_update<Word>},

    // Z3's regular expressions over sequences. (RegEx String) is RegLan.
    {.name = "seq.to.re", .sig = sig("String -> RegLan"), .known = kZ3,
     .eval = strings::eval_to_re, .meaning = kZ3Guide},
    {.name = "seq.in.re", .sig = sig("String RegLan -> Bool"), .known = kZ3,
     .eval = strings::eval_in_re, .meaning = kZ3Guide},
    {.name = "seq.to.re", .sig = sig("Seq(A) -> RegEx(Seq(A))"), .known = kZ3,
     .eval = strings::eval_to_re, .meaning = kZ3Guide},
    {.name = "seq.in.re", .sig = sig("Seq(A) RegEx(Seq(A)) -> Bool"), .known = kZ3,
     .eval = strings::eval_in_re, .meaning = kZ3Guide},
    {.name = "str.replace_re", .sig = sig("Seq(A) RegEx(Seq(A)) Seq(A) -> Seq(A)"), .known = kZ3,
     .eval = strings::eval_replace_re, .meaning = kZ3Guide},
    {.name = "str.replace_re_all", .sig = sig("Seq(A) RegEx(Seq(A)) Seq(A) -> Seq(A)"),
     .known = kZ3, .eval = strings::eval_replace_re_all, .meaning = kZ3Guide},
    {.name = "re.none", .sig = sig("-> RegEx(A)"), .known = kZ3, .eval = strings::eval_re_none,
     .meaning = kZ3Guide},
    {.name = "re.all", .sig = sig("-> RegEx(A)"), .known = kZ3, .eval = strings::eval_re_all,
     .meaning = kZ3Guide},
    {.name = "re.allchar", .sig = sig("-> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_allchar, .meaning = kZ3Guide},
    {.name = "re.++", .sig = sig("RegEx(A) RegEx(A) -> RegEx(A)"), .chain = Chain::LeftAssoc,
     .known = kZ3, .eval = strings::eval_re_concat, .meaning = kZ3Guide},
    {.name = "re.union", .sig = sig("RegEx(A) RegEx(A) -> RegEx(A)"), .chain = Chain::LeftAssoc,
     .known = kZ3, .eval = strings::eval_re_union, .meaning = kZ3Guide},
    {.name = "re.inter", .sig = sig("RegEx(A) RegEx(A) -> RegEx(A)"), .chain = Chain::LeftAssoc,
     .known = kZ3, .eval = strings::eval_re_inter, .meaning = kZ3Guide},
    {.name = "re.diff", .sig = sig("RegEx(A) RegEx(A) -> RegEx(A)"), .chain = Chain::LeftAssoc,
     .known = kZ3, .eval = strings::eval_re_diff, .meaning = kZ3Guide},
    {.name = "re.*", .sig = sig("RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_star, .meaning = kZ3Guide},
    {.name = "re.+", .sig = sig("RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_plus, .meaning = kZ3Guide},
    {.name = "re.opt", .sig = sig("RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_opt, .meaning = kZ3Guide},
    {.name = "re.comp", .sig = sig("RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_comp, .meaning = kZ3Guide},
    {.name = "re.reverse", .sig = sig("RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_reverse, .meaning = kZ3Guide},
    {.name = "re.range", .sig = sig("Seq(A) Seq(A) -> RegEx(Seq(A))"), .known = kZ3,
     .literals = true, .meaning = kZ3Guide},
    {.name = "re.^", .sig = sig("[n] RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_power, .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("[i] RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_loop, .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("[i j] RegEx(A) -> RegEx(A)"), .known = kZ3,
     .eval = strings::eval_re_loop, .meaning = kZ3Guide},
    {.name = "re.derivative", .sig = sig("A RegEx(Seq(A)) -> RegEx(Seq(A))"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "re.of.pred", .sig = sig("Array(A,Bool) -> RegEx(Seq(A))"), .known = kZ3,
     .meaning = kZ3Guide},
});

constexpr auto kAliases = std::to_array<OpAlias>({
    {"seq.to_re", "seq.to.re", kZ3},
    {"seq.in_re", "seq.in.re", kZ3},
    {"seq.fold_left", "seq.foldl", kZ3},
    {"seq.fold_lefti", "seq.foldli", kZ3},
    {"re.empty", "re.none", kZ3},
    {"re.complement", "re.comp", kZ3},
});
// clang-format on
static_assert(complete(kOps, kAliases));

}  // namespace

const Theory kTheory{"sequences", "cvc5 documentation, Theory of Sequences", kOps, kAliases,
                     kRules};

}  // namespace pg::sequences
