#include "program/write.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace pg {
namespace {

constexpr auto kFormats = std::to_array<OutputFormat>({
    {"json", "the suite and all verdicts", true, false, write_json},
    {"driver", "a C program that runs the suite, for CTest", false, true, write_driver},
    {"gtest", "the suite for GoogleTest", false, true, write_gtest},
    {"unity", "the suite for Unity", false, true, write_unity},
    {"criterion", "the suite for Criterion", false, true, write_criterion},
    {"assert", "the suite with plain assert", false, true, write_assert},
    {"patches", "each mutant as a patch of the source", true, false, write_patches},
    {"testcomp", "Test-Comp's test-suite format", false, false, write_testcomp},
    {"elements", "mutation-testing-elements, with its page", true, false, write_elements},
    {"sarif", "mutants that survive", true, false, write_sarif},
    {"junit", "a test case a mutant", true, false, write_junit},
});

}  // namespace

std::span<const OutputFormat> output_formats() { return kFormats; }

std::optional<std::string> string_of(const Parameter& parameter, std::span<const uint64_t> input,
                                     size_t index) {
  if (!parameter.is_string) return std::nullopt;
  return string_text(input.subspan(index, parameter.length));
}

std::string call_text(const Interface& interface, const Input& input) {
  std::string arguments;
  std::string results;
  size_t index = 0;
  bool is_null = false;
  for (const Parameter& parameter : interface.parameters) {
    if (parameter.says_null) {
      is_null = input[index++] != 0;
      continue;
    }
    const size_t count = parameter.length * parameter.leaves.size();
    std::string text;
    for (size_t i = 0; i < count; ++i, ++index) {
      const Leaf& leaf = parameter.leaves[i % parameter.leaves.size()];
      text += (i > 0 ? ", " : "") + print_number(input[index], leaf);
    }
    if (parameter.pointer) text = "{" + text + "}";
    if (const auto characters = string_of(parameter, input, index - count))
      text = text_literal(*characters);
    if (parameter.pointer && std::exchange(is_null, false)) text = "null";
    if (parameter.external)
      results += fmt::format(" with {}() = {}", parameter.name, text);
    else
      arguments += (arguments.empty() ? "" : ", ") + text;
  }
  return fmt::format("{}({}){}", interface.function, arguments, results);
}

SourceRegion region_of(const TestgenReport& report, const Fault& fault) {
  if (fault.patch.empty()) {
    const Place place{std::max(fault.place.line, 1u), std::max(fault.place.column, 1u)};
    return {place, {place.line, place.column + 1}};
  }
  auto place_at = [&](size_t offset) {
    const std::string_view before = std::string_view(report.source).substr(0, offset);
    const size_t line = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    return Place{static_cast<uint32_t>(std::ranges::count(before, '\n')) + 1,
                 static_cast<uint32_t>(offset - line) + 1};
  };
  return {place_at(fault.patch.front().begin), place_at(fault.patch.back().end)};
}

std::string change_text(const TestgenReport& report, const Fault& fault) {
  std::string text;
  for (const SourceEdit& edit : fault.patch)
    text += fmt::format("{}`{}` becomes `{}`", text.empty() ? "" : ", ",
                        report.source.substr(edit.begin, edit.end - edit.begin), edit.text);
  return text.empty() ? fault.change : text;
}

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        // Other control characters are not allowed in XML at all.
        escaped += static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' ? ' ' : c;
    }
  }
  return escaped;
}

std::string base_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1));
}

}  // namespace pg
