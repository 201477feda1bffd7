#pragma once

#include "term/op.h"

namespace pg::uf {

extern const Theory kTheory;

}  // namespace pg::uf
