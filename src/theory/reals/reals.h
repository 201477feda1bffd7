#pragma once

#include "term/op.h"

namespace pg::reals {

extern const Theory kTheory;

}  // namespace pg::reals
