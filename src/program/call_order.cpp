#include "program/call_order.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/module.h"
#include "solve/process.h"
#include "solve/scratch.h"

namespace pg {
namespace {

constexpr auto kRunLimit = std::chrono::seconds(10);

// What functions without a body return in each test, and which of them is called. Functions are
// known by their symbols alone, since the program declares them in a way of its own.
constexpr const char* kHead = R"(
int put(int, const void *, unsigned long) __asm__("write");
unsigned clock_of(unsigned) __asm__("alarm");
long number_of(const char *) __asm__("atol");
void end(int) __asm__("_exit");
void tested(void) __asm__("{}");
static long test;
)";

std::string type_of(const Leaf& leaf) {
  if (!leaf.is_float) return "long long";
  return leaf.bits == 32 ? "float" : "double";
}

std::string literal(uint64_t value, const Leaf& leaf) {
  const std::string text = print_number(value, leaf);
  if (text == "nan") return "__builtin_nan(\"\")";
  if (text.ends_with("inf")) return text.starts_with('-') ? "-__builtin_inf()" : "__builtin_inf()";
  return leaf.is_float ? text : fmt::format("(long long){}ULL", value);
}

std::string definition(const TestgenReport& report, const Parameter& parameter, size_t first) {
  const Leaf& leaf = parameter.leaves[0];
  std::string rows;
  for (const Test& test : report.tests) {
    std::vector<std::string> values;
    for (size_t i = 0; i < parameter.length; ++i)
      values.push_back(literal(test.input[first + i], leaf));
    rows += fmt::format("{{{}}},\n", fmt::join(values, ", "));
  }
  const std::string type = type_of(leaf);
  return fmt::format(
      "{0} get_{1}(void) __asm__(\"{2}\");\n"
      "{0} get_{1}(void) {{\n  static unsigned count;\n  static const {0} values[][{3}] = "
      "{{{4}}};\n"
      "  put(1, \"{2}\\n\", {5});\n  return count < {3} ? values[test][count++] : 0;\n}}\n",
      type, first, parameter.name, parameter.length, rows, parameter.name.size() + 1);
}

std::string stub_source(const TestgenReport& report) {
  const std::string& name = report.interface.function;
  std::string text = fmt::format(fmt::runtime(kHead), name == "main" ? "tested_main" : name);
  size_t first = 0;
  std::vector<std::string> defined;
  for (const Parameter& parameter : report.interface.parameters) {
    text += definition(report, parameter, first);
    first += parameter.length;
    defined.push_back(parameter.name);
  }
  size_t number = 0;
  for (const std::string& each : report.interface.externals)
    if (std::ranges::find(defined, each) == defined.end()) {
      text += fmt::format(
          "void skip_{0}(void) __asm__(\"{1}\");\n"
          "__attribute__((weak)) void skip_{0}(void) {{}}\n",
          number, each);
      ++number;
    }
  return text +
         "int main(int count, char **words) {\n  test = count > 1 ? number_of(words[1]) : 0;\n"
         "  clock_of(5);\n  tested();\n  end(0);\n}\n";
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

std::vector<std::vector<std::string>> call_orders(const TestgenReport& report) {
  const bool has_others = std::ranges::any_of(report.interface.parameters,
                                              [](const Parameter& each) { return !each.external; });
  if (has_others || report.interface.parameters.empty() || !report.file.ends_with(".c")) return {};
  const Result<std::string> folder = new_scratch_folder();
  if (!folder) return {};
  const std::string stub = *folder + "/stub.c";
  std::ofstream(stub) << stub_source(report);
  std::vector<std::string> command = report.clang;
  command.insert(command.end(), {"-O0", "-w", "-Dmain=tested_main", "-c", report.file, "-o",
                                 *folder + "/program.o"});
  if (!run_clang(report.file, command)) return {};
  const std::string program = *folder + "/program";
  if (!run_clang(stub, {"-O0", "-w", stub, *folder + "/program.o", "-lm", "-o", program}))
    return {};
  std::vector<std::vector<std::string>> orders;
  for (size_t i = 0; i < report.tests.size(); ++i) {
    const Result<std::unique_ptr<Process>> process =
        Process::start({program, fmt::format("{}", i)}, {});
    if (!process) return {};
    (*process)->exchange({}, {}, Clock::now() + kRunLimit);
    orders.push_back(lines_of((*process)->take_output()));
  }
  return orders;
}

}  // namespace pg
