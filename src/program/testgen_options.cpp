#include "program/testgen_options.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "program/operators.h"

namespace pg {
namespace {

Result<std::vector<ArrayLength>> read_lengths(const std::vector<std::string>& texts) {
  std::vector<ArrayLength> lengths;
  for (const std::string& text : texts) {
    const size_t colon = text.find(':');
    ArrayLength length{text.substr(0, colon), 0};
    if (colon != text.npos)
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), length.length);
    if (length.length == 0 || length.length > 4096)
      return Error{{}, fmt::format("--array {}: not of the form NAME:LENGTH", text)};
    lengths.push_back(std::move(length));
  }
  return lengths;
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

Result<SubjectOptions> subject_options(const TestgenOptions& options) {
  const Result<std::vector<ArrayLength>> lengths = read_lengths(options.arrays);
  if (!lengths) return lengths.error();
  const Result<std::vector<std::string>> operators = read_operators(options.operators);
  if (!operators) return operators.error();
  return SubjectOptions{options.file, options.function, *lengths,
                        *operators,   options.clang,    options.strict};
}

}  // namespace pg
