#pragma once

#include <optional>
#include <utility>

#include <gmpxx.h>

#include "theory/value.h"

// Certified bounds of real numbers, computed expressions (theory/computed.h) among them, by the
// ball arithmetic of Arb. The precision grows until bounds decide a question, up to a limit; each
// round takes steps from the budget. What bounds cannot decide, such as equality, is unsupported.
namespace pg::enclosure {

// Below, at or above zero, as an integer: where two numbers stand to each other. At zero only if
// they are known to be the same.
Value order(const EvalCall& call, Value a, Value b);
Value sign(const EvalCall& call, Value value);

// The greatest integer that is not above the number.
Value floor(const EvalCall& call, Value value);
// Whether the number is whole. Bounds never show that it is.
Value is_whole(const EvalCall& call, Value value);

// Two rationals around a number, close to it; none if they are infinite.
std::optional<std::pair<mpq_class, mpq_class>> bounds(const ValuePool& values, Value value);

}  // namespace pg::enclosure
