#include "solve/config.h"

#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/toml.h"
#include "solve/solver.h"

namespace pg {
namespace {

// The value of an option as its text on the command line; nothing if it is no plain value.
std::optional<std::string> option_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return {};
}

Result<std::vector<ConfiguredSolver>> read_solvers(const toml::table& rows) {
  std::vector<ConfiguredSolver> solvers;
  for (const auto& [name, command] : rows) {
    const toml::value<std::string>* line = command.as_string();
    if (!line)
      return toml_error(command.source(),
                        fmt::format("the command line of '{}' must be a string", name.str()));
    if (!is_solver_name(name.str()))
      return toml_error(command.source(),
                        fmt::format("'{}' is no name of a solver: letters, digits, . _ - @ +",
                                    printable(name.str())));
    solvers.push_back({std::string(name.str()), line->get()});
  }
  return solvers;
}

Result<std::vector<ConfiguredOption>> read_options(const toml::table& rows) {
  std::vector<ConfiguredOption> options;
  for (const auto& [name, value] : rows) {
    ConfiguredOption& option = options.emplace_back();
    option.name = name.str();
    option.place = {value.source().begin.line, value.source().begin.column};
    const auto add = [&](const toml::node& node) {
      const std::optional<std::string> text = option_text(node);
      if (text) option.values.push_back(*text);
      return text.has_value();
    };
    bool good = true;
    if (const toml::array* list = value.as_array())
      for (const toml::node& node : *list) good = good && add(node);
    else
      good = add(value);
    if (!good)
      return toml_error(
          value.source(),
          fmt::format("'{}' must be a text, a number, true, false or a list of these", name.str()));
  }
  return options;
}

}  // namespace

Result<Config> read_config(std::string_view text) {
  const Result<toml::table> table = read_toml(text);
  if (!table) return table.error();
  Config config;
  for (const auto& [key, value] : *table) {
    if (key != "solvers" && key != "fuzz")
      return toml_error(value.source(),
                        fmt::format("unknown key '{}'; known: solvers, fuzz", key.str()));
    const toml::table* rows = value.as_table();
    if (!rows) return toml_error(value.source(), fmt::format("'{}' must be a table", key.str()));
    if (key == "solvers") {
      Result<std::vector<ConfiguredSolver>> solvers = read_solvers(*rows);
      if (!solvers) return solvers.error();
      config.solvers = *std::move(solvers);
    } else {
      Result<std::vector<ConfiguredOption>> options = read_options(*rows);
      if (!options) return options.error();
      config.fuzz = *std::move(options);
    }
  }
  return config;
}

}  // namespace pg
