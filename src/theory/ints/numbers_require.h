#pragma once

#include "theory/requirement.h"

namespace pg::numbers {

// For Int and Real.
Requirement require_neg(const RequireCall& call);
Requirement require_abs(const RequireCall& call);
Requirement require_add(const RequireCall& call);
Requirement require_sub(const RequireCall& call);
Requirement require_mul(const RequireCall& call);
Requirement require_to_real(const RequireCall& call);
Requirement require_to_int(const RequireCall& call);
Requirement require_divide(const RequireCall& call);
Requirement require_div(const RequireCall& call);
Requirement require_mod(const RequireCall& call);

}  // namespace pg::numbers
