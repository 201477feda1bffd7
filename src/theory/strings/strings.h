#pragma once

#include "term/op.h"

namespace pg::strings {

extern const Theory kTheory;

}  // namespace pg::strings
