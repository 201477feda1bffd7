#include "solve/config.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

// The library takes some of its own mistakes for impossible ("[ (x]"), and then says what is wrong
// with the text, unless the compiler has believed it.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include "base/printable.h"
#include "solve/solver.h"

namespace pg {
namespace {

Error error_at(const toml::source_region& source, std::string message) {
  return {{source.begin.line, source.begin.column}, std::move(message)};
}

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
      return error_at(command.source(),
                      fmt::format("the command line of '{}' must be a string", name.str()));
    if (!is_solver_name(name.str()))
      return error_at(command.source(),
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
      return error_at(
          value.source(),
          fmt::format("'{}' must be a text, a number, true, false or a list of these", name.str()));
  }
  return options;
}

// The library makes a table for each part of a dotted key, one in the other, and its stack is not
// endless.
Result<bool> check_keys(std::string_view text) {
  constexpr ptrdiff_t kMostDots = 1000;
  for (Place place{1, 1}; !text.empty(); ++place.line) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (std::ranges::count(line, '.') > kMostDots) return Error{place, "a line with too many dots"};
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return true;
}

}  // namespace

Result<Config> read_config(std::string_view text) {
  if (const Result<bool> flat = check_keys(text); !flat) return flat.error();
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return error_at(error.source(), std::string(error.description()));
  }
  Config config;
  for (const auto& [key, value] : table) {
    if (key != "solvers" && key != "fuzz")
      return error_at(value.source(),
                      fmt::format("unknown key '{}'; known: solvers, fuzz", key.str()));
    const toml::table* rows = value.as_table();
    if (!rows) return error_at(value.source(), fmt::format("'{}' must be a table", key.str()));
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
