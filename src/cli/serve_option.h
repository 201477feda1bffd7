#pragma once

#include <optional>
#include <string>

#include "base/options.h"
#include "report/server.h"

namespace pg {

// --serve, or --serve with an address; nothing: not wanted.
inline OptionValue serve_option(std::optional<std::string>& address) {
  return {.metavar = "[HOST:]PORT",
          .word_optional = true,
          .read = [&address](const Words& words) -> Result<bool> {
            const std::string given = words.empty() ? "" : words[0];
            if (const std::string problem = words.empty() ? "" : Server::problem_with(given);
                !problem.empty())
              return Error{{}, problem};
            address = given;
            return true;
          },
          .write = [&address] { return address ? Words{*address} : Words{}; }};
}

}  // namespace pg
