#pragma once

#include <optional>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "base/result.h"
#include "program/encode.h"
#include "program/interface.h"
#include "program/module.h"

namespace pg {

// What the module calls the function that says whether an input is one that tests may have. It has
// the parameters of the tested function.
inline constexpr const char* kConditionFunction = "polygraph.condition";

// The program with this function behind it, compiled again.
Result<LoadedModule> load_with_conditions(const std::string& path,
                                          const std::vector<std::string>& words,
                                          const Interface& interface);

// Restricts the inputs to those of which the conditions hold. The error says why they cannot be
// used.
std::optional<Error> restrict_inputs(Terms& terms, llvm::Module& module, const Interface& interface,
                                     const EncodeOptions& options, InputTerms& inputs);

// All conditions in one assumption; what is said of all inputs rests on it.
void add_conditions(const Interface& interface, Assumptions& assumptions);

}  // namespace pg
