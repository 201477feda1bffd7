#include "program/testgen_options.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "program/operators.h"

namespace pg {
namespace {

// Adds them to the list; what is wrong, if anything.
std::optional<Error> read_lengths(const std::vector<std::string>& texts, bool are_strings,
                                  std::vector<ArrayLength>& lengths) {
  for (const std::string& text : texts) {
    const size_t colon = text.find(':');
    ArrayLength length{text.substr(0, colon), 0, are_strings, false};
    if (length.name.ends_with('?')) {
      length.name.pop_back();
      length.may_be_null = true;
    }
    if (colon != text.npos)
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), length.length);
    const std::string option = fmt::format("--{} {}", are_strings ? "string" : "array", text);
    if (length.length == 0 || length.length > 4096)
      return Error{{}, option + ": not of the form NAME:LENGTH"};
    if (std::ranges::find(lengths, length.name, &ArrayLength::name) != lengths.end())
      return Error{{}, fmt::format("{}: '{}' has a length already", option, length.name)};
    lengths.push_back(std::move(length));
  }
  return std::nullopt;
}

Result<std::vector<std::string>> read_operators(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const MutationOperator& op : mutation_operators())
    if (names.empty() ? op.by_default
                      : std::ranges::find(names, op.name) != names.end() ||
                            std::ranges::find(names, "all") != names.end())
      found.emplace_back(op.name);
  for (const std::string& name : names)
    if (name != "all" && std::ranges::find(found, name) == found.end())
      return Error{{}, fmt::format("--operators: there is no '{}'", name)};
  return found;
}

}  // namespace

PanelOptions panel_options(const TestgenOptions& options) {
  std::vector<Solver> solvers{options.solver};
  solvers.insert(solvers.end(), options.more_solvers.begin(), options.more_solvers.end());
  return {std::move(solvers), options.limits, options.jobs, options.query_folder};
}

Result<SubjectOptions> subject_options(const TestgenOptions& options) {
  std::vector<ArrayLength> lengths;
  if (const auto problem = read_lengths(options.arrays, false, lengths)) return *problem;
  if (const auto problem = read_lengths(options.strings, true, lengths)) return *problem;
  const Result<std::vector<std::string>> operators = read_operators(options.operators);
  if (!operators) return operators.error();
  return SubjectOptions{options.file, options.function, lengths,       options.conditions,
                        *operators,   options.clang,    options.strict};
}

}  // namespace pg
