#pragma once

#include "theory/requirement.h"

namespace pg::floats {

Requirement require_abs(const RequireCall& call);
Requirement require_neg(const RequireCall& call);
Requirement require_lt(const RequireCall& call);
Requirement require_leq(const RequireCall& call);
Requirement require_gt(const RequireCall& call);
Requirement require_geq(const RequireCall& call);
Requirement require_eq(const RequireCall& call);
Requirement require_is_zero(const RequireCall& call);
Requirement require_is_infinite(const RequireCall& call);
Requirement require_is_nan(const RequireCall& call);
Requirement require_is_negative(const RequireCall& call);
Requirement require_is_positive(const RequireCall& call);

}  // namespace pg::floats
