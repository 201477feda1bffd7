#pragma once

#include <string>
#include <vector>

#include "program/fault.h"
#include "program/seed.h"
#include "program/source_tree.h"

namespace pg {

// Ways to write a fault in C, the one that reads best first. They are guesses: what is at a place
// is told by debug information, and who takes one compares the code that the compiler makes of it.
// `function` is the node of the function that the fault is in.
std::vector<SourceChange> possible_changes(const SourceTree& tree, const SourceNode& function,
                                           const Fault& fault, const FaultShape& shape,
                                           bool strict);

}  // namespace pg
