#include "theory/separation/separation.h"

namespace pg::separation {
namespace {

constexpr Known kCvc = kCvc5 | kCvc4;

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "sep.emp", .sig = sig("-> Bool"), .known = kCvc5},
    {.name = "sep.nil", .sig = sig("-> A"), .known = kCvc},
    {.name = "pto", .sig = sig("A B -> Bool"), .known = kCvc},
    {.name = "sep", .sig = sig("Bool Bool -> Bool"), .chain = Chain::LeftAssoc, .known = kCvc},
    {.name = "wand", .sig = sig("Bool Bool -> Bool"), .known = kCvc},
    // Indices: the sorts of locations and of data.
    {.name = "emp", .sig = sig("[# #] -> Bool"), .known = kCvc4},
});
// clang-format on
static_assert(complete(kOps));

}  // namespace

const Theory kTheory{"separation", "cvc5 documentation, Theory of Separation Logic", kOps, {}};

}  // namespace pg::separation
