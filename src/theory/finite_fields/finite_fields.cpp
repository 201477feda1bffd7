#include "theory/finite_fields/finite_fields.h"

namespace pg::finite_fields {
namespace {

// clang-format off
constexpr auto kOps = std::to_array<OpSpec>({
    {.name = "ff.add", .sig = sig("FF(p) FF(p) -> FF(p)"), .chain = Chain::LeftAssoc,
     .known = kCvc5},
    {.name = "ff.mul", .sig = sig("FF(p) FF(p) -> FF(p)"), .chain = Chain::LeftAssoc,
     .known = kCvc5},
    {.name = "ff.neg", .sig = sig("FF(p) -> FF(p)"), .known = kCvc5},
    {.name = "ff.bitsum", .sig = sig("FF(p)+ -> FF(p)"), .known = kCvc5},
});
// clang-format on
static_assert(complete(kOps));

}  // namespace

const Theory kTheory{"finite_fields", "cvc5 documentation, Theory of Finite Fields", kOps, {}};

}  // namespace pg::finite_fields
