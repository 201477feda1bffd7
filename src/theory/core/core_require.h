#pragma once

#include "theory/requirement.h"

namespace pg::core {

Requirement require_not(const RequireCall& call);
Requirement require_and(const RequireCall& call);
Requirement require_or(const RequireCall& call);
Requirement require_implies(const RequireCall& call);
Requirement require_equal(const RequireCall& call);
Requirement require_distinct(const RequireCall& call);
Requirement require_ite(const RequireCall& call);

}  // namespace pg::core
