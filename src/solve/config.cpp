#include "solve/config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

namespace pg {
namespace {

Error error_at(const toml::source_region& source, std::string message) {
  return {{source.begin.line, source.begin.column}, std::move(message)};
}

}  // namespace

Result<std::vector<ConfiguredSolver>> read_config(std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return error_at(error.source(), std::string(error.description()));
  }
  std::vector<ConfiguredSolver> solvers;
  for (const auto& [key, value] : table) {
    if (key != "solvers")
      return error_at(value.source(), fmt::format("unknown key '{}'; known: solvers", key.str()));
    const toml::table* rows = value.as_table();
    if (!rows)
      return error_at(value.source(), "'solvers' must be a table: NAME = \"COMMAND LINE\"");
    for (const auto& [name, command] : *rows) {
      const toml::value<std::string>* line = command.as_string();
      if (!line)
        return error_at(command.source(),
                        fmt::format("the command line of '{}' must be a string", name.str()));
      solvers.push_back({std::string(name.str()), line->get()});
    }
  }
  return solvers;
}

}  // namespace pg
