#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pg {

// Other releases of Z3: the npm package z3-solver, WebAssembly under node, in a folder of the
// user's cache.

// True for 4.12.2: numbers with dots between them.
bool is_release(std::string_view text);

// The command line of an installed release, without options.
Result<std::vector<std::string>> npm_z3_command(const std::string& release);

// Fetches a release; says where it is.
Result<std::string> install_npm_z3(const std::string& release);

// The releases that are installed, sorted.
std::vector<std::string> installed_npm_z3();

}  // namespace pg
