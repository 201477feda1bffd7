#pragma once

#include "term/op.h"

namespace pg::datatypes {

extern const Theory kTheory;

}  // namespace pg::datatypes
