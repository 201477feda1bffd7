#pragma once

#include <span>

#include "term/op.h"

namespace pg {

// All theories, in the order in which overloads of one name are tried.
std::span<const Theory* const> theories();

}  // namespace pg
