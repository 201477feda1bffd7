#pragma once

#include "term/op.h"

namespace pg::sets {

extern const Theory kTheory;

}  // namespace pg::sets
