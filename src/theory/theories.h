#pragma once

#include <span>
#include <string_view>

#include "term/op.h"

namespace pg {

// All theories, in the order in which overloads of one name are tried.
std::span<const Theory* const> theories();

// The operator of that name applied to arguments, as a script would write it; none if no row of the
// name takes them.
Term apply_operator(Pool& pool, std::string_view name, std::span<const Term> args,
                    std::span<const uint32_t> indices = {}, Sort qualifier = {});

}  // namespace pg
