#pragma once

#include <span>
#include <vector>

#include "judge/case.h"
#include "judge/claim.h"
#include "judge/evidence.h"

namespace pg {

// What the answers to one check-sat show. Limits, unknown, unsupported and errors show nothing. The
// formula and its origin are the caller's to fill in.
std::vector<Case> judge(const Claim& claim, std::span<const Evidence> evidence, size_t check);

// What is claimed if the case is to be confirmed: its certificate.
Claims claims_of(const Case& found);

}  // namespace pg
