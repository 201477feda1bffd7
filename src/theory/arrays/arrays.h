#pragma once

#include "term/op.h"

namespace pg::arrays {

extern const Theory kTheory;

}  // namespace pg::arrays
