#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "term/pool.h"

namespace pg {

// What an operator is applied to: indices and the sorts of its arguments.
struct Unapplied {
  std::vector<Index> indices;
  std::vector<Sort> args;
  bool drawn = false;  // something was drawn: another draw may give another application
};

struct UnapplyOptions {
  std::span<const Sort> sorts = {};  // to draw from where the result does not tell
  bool open = false;                 // arguments may also have other sorts of the kinds in the list
};

// Reads a signature backwards: draws indices and arguments such that the application has the sort.
// None if this draw does not fit; another may. Has as few arguments as the signature allows, and
// leaves out indices that are no numbers.
std::optional<Unapplied> unapply(Pool& pool, const OpSpec& op, Sort result,
                                 const UnapplyOptions& options, Rng& rng);

}  // namespace pg
