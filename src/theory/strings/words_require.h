#pragma once

#include "theory/requirement.h"

// For strings and sequences alike.
namespace pg::words {

Requirement require_concat(const RequireCall& call);
Requirement require_len(const RequireCall& call);
Requirement require_prefixof(const RequireCall& call);
Requirement require_suffixof(const RequireCall& call);
Requirement require_contains(const RequireCall& call);
Requirement require_in_re(const RequireCall& call);

}  // namespace pg::words
