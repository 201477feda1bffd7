#pragma once

#include "term/op.h"

namespace pg::sequences {

extern const Theory kTheory;

}  // namespace pg::sequences
