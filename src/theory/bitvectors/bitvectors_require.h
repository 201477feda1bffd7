#pragma once

#include "theory/requirement.h"

namespace pg::bitvectors {

Requirement require_not(const RequireCall& call);
Requirement require_and(const RequireCall& call);
Requirement require_or(const RequireCall& call);
Requirement require_add(const RequireCall& call);
Requirement require_mul(const RequireCall& call);
Requirement require_udiv(const RequireCall& call);
Requirement require_shl(const RequireCall& call);
Requirement require_lshr(const RequireCall& call);
Requirement require_concat(const RequireCall& call);
Requirement require_extract(const RequireCall& call);
Requirement require_zero_extend(const RequireCall& call);
Requirement require_comp(const RequireCall& call);
Requirement require_to_int(const RequireCall& call);

}  // namespace pg::bitvectors
