#pragma once

#include "term/op.h"

namespace pg::ints {

extern const Theory kTheory;

}  // namespace pg::ints
