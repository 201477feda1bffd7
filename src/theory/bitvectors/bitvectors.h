#pragma once

#include "term/op.h"

namespace pg::bitvectors {

extern const Theory kTheory;

}  // namespace pg::bitvectors
