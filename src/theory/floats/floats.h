#pragma once

#include "term/op.h"

namespace pg::floats {

extern const Theory kTheory;

}  // namespace pg::floats
