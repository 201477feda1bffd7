#include "theory/theories.h"

#include <array>

#include "theory/arrays/arrays.h"
#include "theory/bags/bags.h"
#include "theory/bitvectors/bitvectors.h"
#include "theory/core/core.h"
#include "theory/datatypes/datatypes.h"
#include "theory/finite_fields/finite_fields.h"
#include "theory/floats/floats.h"
#include "theory/ints/ints.h"
#include "theory/reals/reals.h"
#include "theory/separation/separation.h"
#include "theory/sequences/sequences.h"
#include "theory/sets/sets.h"
#include "theory/strings/strings.h"
#include "theory/uf/uf.h"

namespace pg {
namespace {

// Int rows come before Real rows, so that (+ 1 2) is an Int.
constexpr std::array<const Theory*, 14> kTheories{
    &core::kTheory,       &ints::kTheory,          &reals::kTheory,   &arrays::kTheory,
    &bitvectors::kTheory, &floats::kTheory,        &strings::kTheory, &sequences::kTheory,
    &datatypes::kTheory,  &sets::kTheory,          &bags::kTheory,    &uf::kTheory,
    &separation::kTheory, &finite_fields::kTheory,
};

}  // namespace

std::span<const Theory* const> theories() { return kTheories; }

}  // namespace pg
