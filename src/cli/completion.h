#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pg {

// One row per shell: its script, made of the rows of subcommands and their options.
struct Shell {
  std::string_view name;
  std::string (*script)();
};
std::span<const Shell> shells();

}  // namespace pg
