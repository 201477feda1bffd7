#pragma once

#include <span>

#include "term/op.h"

namespace pg::strings {

// What an atom may be replaced by if it may become weaker, or stronger.
extern const std::span<const Rule> kRules;

}  // namespace pg::strings
