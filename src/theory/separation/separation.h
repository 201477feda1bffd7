#pragma once

#include "term/op.h"

namespace pg::separation {

extern const Theory kTheory;

}  // namespace pg::separation
