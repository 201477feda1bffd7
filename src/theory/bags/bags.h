#pragma once

#include "term/op.h"

namespace pg::bags {

extern const Theory kTheory;

}  // namespace pg::bags
