#pragma once

#include "term/op.h"

namespace pg::core {

extern const Theory kTheory;

extern const OpSpec& kTrue;
extern const OpSpec& kFalse;
extern const OpSpec& kNot;
extern const OpSpec& kImplies;
extern const OpSpec& kAnd;
extern const OpSpec& kOr;
extern const OpSpec& kXor;
extern const OpSpec& kEqual;
extern const OpSpec& kDistinct;
extern const OpSpec& kIte;
extern const OpSpec& kForall;
extern const OpSpec& kExists;

}  // namespace pg::core
