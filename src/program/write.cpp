#include "program/write.h"

#include <array>

#include <fmt/format.h>

namespace pg {
namespace {

constexpr auto kFormats = std::to_array<OutputFormat>({
    {"json", "the suite and all verdicts", write_json},
    {"driver", "a C program that runs the suite, for CTest", write_driver},
    {"testcomp", "Test-Comp's test-suite format", write_testcomp},
    {"elements", "mutation-testing-elements, with its page", write_elements},
    {"sarif", "mutants that survive", write_sarif},
    {"junit", "a test case a mutant", write_junit},
});

}  // namespace

std::span<const OutputFormat> output_formats() { return kFormats; }

std::string call_text(const Interface& interface, const Input& input) {
  std::string arguments;
  std::string results;
  size_t index = 0;
  for (const Parameter& parameter : interface.parameters) {
    const size_t count = parameter.length * parameter.leaves.size();
    std::string text;
    for (size_t i = 0; i < count; ++i, ++index) {
      const Leaf& leaf = parameter.leaves[i % parameter.leaves.size()];
      text += (i > 0 ? ", " : "") + print_number(input[index], leaf);
    }
    if (parameter.pointer) text = "{" + text + "}";
    if (parameter.external)
      results += fmt::format(" with {}() = {}", parameter.name, text);
    else
      arguments += (arguments.empty() ? "" : ", ") + text;
  }
  return fmt::format("{}({}){}", interface.function, arguments, results);
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
