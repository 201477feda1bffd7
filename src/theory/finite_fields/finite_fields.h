#pragma once

#include "term/op.h"

namespace pg::finite_fields {

extern const Theory kTheory;

}  // namespace pg::finite_fields
