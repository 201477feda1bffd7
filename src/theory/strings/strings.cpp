#include "theory/strings/strings.h"

namespace pg::strings {
namespace {

constexpr Known kCvc = kCvc5 | kCvc4;
constexpr std::string_view kCvc5Strings = "cvc5 documentation, Theory of Strings";
constexpr std::string_view kZ3Guide = "Z3 guide, Strings";

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "str.++", .sig = sig("String String -> String"), .chain = Chain::LeftAssoc},
    {.name = "str.len", .sig = sig("String -> Int")},
    // Chainable in the standard; the three solvers at hand take two arguments only.
    {.name = "str.<", .sig = sig("String String -> Bool"), .chain = Chain::Chainable},
    {.name = "str.<=", .sig = sig("String String -> Bool"), .chain = Chain::Chainable},

    {.name = "str.at", .sig = sig("String Int -> String")},
    {.name = "str.substr", .sig = sig("String Int Int -> String")},
    {.name = "str.prefixof", .sig = sig("String String -> Bool")},
    {.name = "str.suffixof", .sig = sig("String String -> Bool")},
    {.name = "str.contains", .sig = sig("String String -> Bool")},
    {.name = "str.indexof", .sig = sig("String String Int -> Int")},
    {.name = "str.replace", .sig = sig("String String String -> String")},
    {.name = "str.replace_all", .sig = sig("String String String -> String")},
    {.name = "str.replace_re", .sig = sig("String RegLan String -> String")},
    {.name = "str.replace_re_all", .sig = sig("String RegLan String -> String")},

    {.name = "str.is_digit", .sig = sig("String -> Bool")},
    {.name = "str.to_code", .sig = sig("String -> Int")},
    {.name = "str.from_code", .sig = sig("Int -> String")},
    {.name = "str.to_int", .sig = sig("String -> Int")},
    {.name = "str.from_int", .sig = sig("Int -> String")},

    {.name = "str.to_re", .sig = sig("String -> RegLan")},
    {.name = "str.in_re", .sig = sig("String RegLan -> Bool")},
    {.name = "re.none", .sig = sig("-> RegLan")},
    {.name = "re.all", .sig = sig("-> RegLan")},
    {.name = "re.allchar", .sig = sig("-> RegLan")},
    {.name = "re.++", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc},
    {.name = "re.union", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc},
    {.name = "re.inter", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc},
    {.name = "re.diff", .sig = sig("RegLan RegLan -> RegLan"), .chain = Chain::LeftAssoc},
    {.name = "re.*", .sig = sig("RegLan -> RegLan")},
    {.name = "re.+", .sig = sig("RegLan -> RegLan")},
    {.name = "re.opt", .sig = sig("RegLan -> RegLan")},
    {.name = "re.comp", .sig = sig("RegLan -> RegLan")},
    {.name = "re.range", .sig = sig("String String -> RegLan")},
    {.name = "re.^", .sig = sig("[n] RegLan -> RegLan")},
    {.name = "re.loop", .sig = sig("[i j] RegLan -> RegLan")},

    {.name = "str.rev", .sig = sig("String -> String"), .known = kCvc, .meaning = kCvc5Strings},
    {.name = "str.to_lower", .sig = sig("String -> String"), .known = kCvc5,
     .meaning = kCvc5Strings},
    {.name = "str.to_upper", .sig = sig("String -> String"), .known = kCvc5,
     .meaning = kCvc5Strings},
    {.name = "str.update", .sig = sig("String Int String -> String"), .known = kCvc5,
     .meaning = kCvc5Strings},
    {.name = "str.indexof_re", .sig = sig("String RegLan Int -> Int"), .known = kCvc5,
     .meaning = kCvc5Strings},

    {.name = "str.indexof", .sig = sig("String String -> Int"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "str.from_ubv", .sig = sig("BV(n) -> String"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "str.from_sbv", .sig = sig("BV(n) -> String"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("[i] RegLan -> RegLan"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("RegLan Int -> RegLan"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "re.loop", .sig = sig("RegLan Int Int -> RegLan"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "re.reverse", .sig = sig("RegLan -> RegLan"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "re.derivative", .sig = sig("Unicode RegLan -> RegLan"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "re.of.pred", .sig = sig("Array(Unicode,Bool) -> RegLan"), .known = kZ3,
     .meaning = kZ3Guide},
    {.name = "char.<=", .sig = sig("Unicode Unicode -> Bool"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "char.to_int", .sig = sig("Unicode -> Int"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "char.to_bv", .sig = sig("Unicode -> BV(18)"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "char.from_bv", .sig = sig("BV(18) -> Unicode"), .known = kZ3, .meaning = kZ3Guide},
    {.name = "char.is_digit", .sig = sig("Unicode -> Bool"), .known = kZ3, .meaning = kZ3Guide},
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

const Theory kTheory{"strings", "SMT-LIB 2.7, theory UnicodeStrings", kOps, kAliases};

}  // namespace pg::strings
