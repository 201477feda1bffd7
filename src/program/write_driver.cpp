#include <algorithm>
#include <filesystem>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/write.h"

namespace pg {
namespace {

// Each test is a process of its own: it starts from fresh variables, and may crash or hang. What
// does not end is stopped by the time that it computes, not by the clock: the machine may be busy.
constexpr const char* kHead = R"(#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

{program}
enum {{ kPassed = 77, kFailed = 78 }};
static int number, failed;

static void check(const char *what, long long got, long long expected) {{
  if (got == expected) return;
  printf("test %d: %s is %lld, expected %lld\n", number, what, got, expected);
  failed = 1;
}}

static void check_float(const char *what, double got, double expected) {{
  if ((got != got && expected != expected) || memcmp(&got, &expected, sizeof got) == 0) return;
  printf("test %d: %s is %.17g, expected %.17g\n", number, what, got, expected);
  failed = 1;
}}

static void check_bytes(const char *what, const void *got, const char *expected, size_t size) {{
  if (memcmp(got, expected, size) == 0) return;
  printf("test %d: %s differs\n", number, what);
  failed = 1;
}}

)";

constexpr const char* kTail = R"(
static int run(void (*test)(void), int expected, int milliseconds) {
  const struct itimerval limit = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
  int status = 0;
  fflush(stdout);
  const int child = fork();
  if (child == 0) {
    setitimer(ITIMER_VIRTUAL, &limit, 0);
    test();
    fflush(stdout);
    _exit(failed ? kFailed : kPassed);
  }
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == expected) return 0;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM)
    printf("test %d: takes more than %d ms\n", number, milliseconds);
  else if (WIFSIGNALED(status)) printf("test %d: signal %d\n", number, WTERMSIG(status));
  else if (WEXITSTATUS(status) != kFailed) printf("test %d: exit %d\n", number, WEXITSTATUS(status));
  return 1;
}

int main(void) {
  int failures = 0;
  const int count = sizeof tests / sizeof *tests;
  for (number = 1; number <= count; ++number)
    failures += run(tests[number - 1].run, tests[number - 1].expected, tests[number - 1].milliseconds);
  printf("%d of %d tests passed\n", count - failures, count);
  return failures != 0;
}
)";

// C has no literals for infinity and NaN.
std::string float_literal(uint64_t value, const Leaf& leaf) {
  const std::string text = print_number(value, leaf);
  if (text == "nan") return "__builtin_nan(\"\")";
  if (text.ends_with("inf")) return text.starts_with('-') ? "-__builtin_inf()" : "__builtin_inf()";
  return text + (leaf.bits == 32 ? "f" : "");
}

// C has no literal for the least number: it would be the negation of one too large.
std::string literal(uint64_t value, const Leaf& leaf) {
  if (leaf.is_float) return float_literal(value, leaf);
  if (leaf.is_signed && leaf.bits == 64 && value == uint64_t{1} << 63)
    return "-9223372036854775807LL - 1";
  if (leaf.is_signed && leaf.bits == 32 && value == uint64_t{1} << 31) return "-2147483647 - 1";
  const char* suffix = leaf.bits < 32    ? ""
                       : leaf.bits == 32 ? (leaf.is_signed ? "" : "u")
                       : leaf.is_signed  ? "LL"
                                         : "ULL";
  return print_number(value, leaf) + suffix;
}

// A test may compute so long. A mutant that is killed by timeout takes more steps than any machine
// makes in that time (runtime_source.cpp).
constexpr uint64_t kLeastMilliseconds = 100;
constexpr uint64_t kStepsPerMillisecond = 1000;

constexpr const char* kTestedMain = "tested_main";
// Not the name of a parameter.
const std::string kResult = "polygraph_result";

const char* check_of(const Leaf& leaf) { return leaf.is_float ? "check_float" : "check"; }

bool is_identifier(std::string_view name) { return name.find('.') == name.npos; }

std::string bytes_literal(const std::vector<uint8_t>& bytes) {
  std::string text = "\"";
  for (const uint8_t byte : bytes) text += fmt::format("\\{:03o}", byte);
  return text + "\"";
}

// How many leaves from here on are neighbouring bytes of one union.
size_t raw_bytes(const std::vector<Leaf>& leaves, size_t first) {
  size_t count = 0;
  while (first + count < leaves.size() && leaves[first + count].is_raw &&
         leaves[first + count].path == leaves[first].path &&
         leaves[first + count].byte == leaves[first].byte + count)
    ++count;
  return count;
}

// Where the bytes of a union begin in what C calls `object`.
std::string address_of(const std::string& object, const Leaf& first) {
  const std::string whole = fmt::format("&{}{}", object, first.path);
  return first.byte == 0 ? whole : fmt::format("(char *){} + {}", whole, first.byte);
}

// Sets an element of a parameter; `values` are those of its leaves.
std::string assignments(const std::string& element, const std::vector<Leaf>& leaves,
                        std::span<const uint64_t> values) {
  std::string text;
  for (size_t i = 0; i < leaves.size();) {
    const size_t count = raw_bytes(leaves, i);
    if (count > 0) {
      text += fmt::format("  memcpy({}, (const unsigned char[]){{{}}}, {});\n",
                          address_of(element, leaves[i]), fmt::join(values.subspan(i, count), ", "),
                          count);
      i += count;
      continue;
    }
    text += fmt::format("  {}{} = {};\n", element, leaves[i].path, literal(values[i], leaves[i]));
    ++i;
  }
  return text;
}

std::string arguments(const Interface& interface, const Input& input, std::string& declarations) {
  std::string list;
  size_t index = 0;
  for (const Parameter& parameter : interface.parameters) {
    if (!list.empty()) list += ", ";
    if (!parameter.pointer) {
      const Leaf& leaf = parameter.leaves[0];
      list += literal(input[index++], leaf);
      continue;
    }
    list += (parameter.by_value ? "*" : "") + parameter.name;
    // What the encoding takes for granted of a pointer.
    const char* align = parameter.by_value ? "" : " __attribute__((aligned(16)))";
    declarations +=
        fmt::format("  {1} {0}[{2}]{3}{4};\n  memset({0}, 0, sizeof {0});\n", parameter.name,
                    parameter.type, parameter.length, parameter.dimensions, align);
    for (uint32_t element = 0; element < parameter.length; ++element) {
      declarations += assignments(fmt::format("{}[{}]", parameter.name, element), parameter.leaves,
                                  std::span(input).subspan(index, parameter.leaves.size()));
      index += parameter.leaves.size();
    }
  }
  return list;
}

// Byte by byte, but for floats, of which there are many NaNs, for pointers, which nobody changes,
// and for padding, which C leaves open.
std::string global_check(const GlobalVariable& global, const std::vector<uint8_t>& bytes) {
  const std::string& name = global.name;
  const bool has_numbers_only = std::ranges::none_of(global.leaves, [](const Leaf& leaf) {
    return leaf.is_float || leaf.bits == 0 || leaf.is_padding;
  });
  if (has_numbers_only)
    return fmt::format("  check_bytes(\"{0}\", &{0}, {1}, sizeof {0});\n", name,
                       bytes_literal(bytes));
  std::string text;
  for (const Leaf& leaf : global.leaves) {
    if (leaf.bits == 0 || leaf.is_padding) continue;
    const std::string place = fmt::format("(const char *)&{} + {}", name, leaf.offset);
    const uint64_t value = read_leaf(bytes, 0, leaf);
    if (leaf.is_float) {
      text += fmt::format("  check_float(\"{}\", *(const {} *)({}), {});\n", name,
                          leaf.bits == 32 ? "float" : "double", place, literal(value, leaf));
    } else {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(leaf.offset);
      const std::vector<uint8_t> part(begin, begin + leaf.bits / 8);
      text += fmt::format("  check_bytes(\"{}\", {}, {}, {});\n", name, place, bytes_literal(part),
                          leaf.bits / 8);
    }
  }
  return text;
}

// Checks an element of what is in memory, which begins at `begin`. Messages call it `name`.
std::string element_checks(const std::string& element, const std::string& name,
                           const std::vector<Leaf>& leaves, const std::vector<uint8_t>& bytes,
                           uint64_t begin) {
  std::string text;
  for (size_t i = 0; i < leaves.size();) {
    const Leaf& leaf = leaves[i];
    const size_t count = raw_bytes(leaves, i);
    if (count > 0) {
      const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(begin + leaf.offset);
      text += fmt::format("  check_bytes(\"{}{}\", {}, {}, {});\n", name, leaf.path,
                          address_of(element, leaf),
                          bytes_literal({from, from + static_cast<std::ptrdiff_t>(count)}), count);
      i += count;
      continue;
    }
    text += fmt::format("  {}(\"{}{}\", {}{}, {});\n", check_of(leaf), name, leaf.path, element,
                        leaf.path, literal(read_leaf(bytes, begin, leaf), leaf));
    ++i;
  }
  return text;
}

std::string array_checks(const Interface& interface, const Observation& expected) {
  std::string text;
  size_t array = 0;
  for (const Parameter* object : interface.objects()) {
    const std::vector<uint8_t>& bytes = expected.arrays[array++];
    const bool is_result = object == &interface.returned;
    if (object->by_value && !is_result) continue;
    for (uint32_t element = 0; element < object->length; ++element) {
      const std::string place = is_result ? kResult : fmt::format("{}[{}]", object->name, element);
      text += element_checks(place, is_result ? interface.function : place, object->leaves, bytes,
                             element * object->size);
    }
  }
  for (size_t i = 0; i < interface.globals.size(); ++i)
    if (is_identifier(interface.globals[i].name))
      text += global_check(interface.globals[i], expected.globals[i]);
  return text;
}

std::string test_function(const Interface& interface, const Test& test, size_t number) {
  std::string declarations;
  const std::string list = arguments(interface, test.input, declarations);
  const std::string call = fmt::format("{}({})", name_in_driver(interface), list);
  std::string text = fmt::format("static void test_{}(void) {{\n{}", number, declarations);
  const bool returns = test.expected.end == Observation::End::Return;
  if (returns && interface.result.bits > 0)
    text += fmt::format("  {}(\"{}\", {}, {});\n", check_of(interface.result), interface.function,
                        call, literal(test.expected.result, interface.result));
  else if (interface.returns_structure())
    text += fmt::format("  const {} {} = {};\n", interface.returned.type, kResult, call);
  else
    text += fmt::format("  {};\n", call);
  if (returns) text += array_checks(interface, test.expected);
  return text + "}\n\n";
}

// A structure or union that C cannot declare another one of.
bool has_unnamed_type(const Interface& interface) {
  auto is_unnamed = [](const Parameter& each) { return each.type.ends_with(' '); };
  return std::ranges::any_of(interface.parameters, is_unnamed) || is_unnamed(interface.returned);
}

}  // namespace

std::string name_in_driver(const Interface& interface) {
  return interface.function == "main" ? kTestedMain : interface.function;
}

std::vector<OutputFile> write_driver(const TestgenReport& report, std::string_view) {
  // It could not be linked, and would not see the calls.
  if (!report.file.ends_with(".c") || !report.interface.externals.empty() ||
      has_unnamed_type(report.interface))
    return {};
  const std::string path = std::filesystem::absolute(report.file).lexically_normal().string();
  std::string text = fmt::format(
      "/* {} tests for {} of {}, which tell {} of {} mutants apart from it.\n"
      "   Made by polygraph testgen. */\n",
      report.tests.size(), report.interface.function, base_name(report.file), report.killed(),
      report.mutants.size());
  const std::string program =
      fmt::format("#define main {}\n#include \"{}\"\n#undef main\n", kTestedMain, path);
  text += fmt::format(fmt::runtime(kHead), fmt::arg("program", program));
  std::string table =
      "static const struct { void (*run)(void); int expected, milliseconds; } tests[] = {\n";
  for (size_t i = 0; i < report.tests.size(); ++i) {
    const Test& test = report.tests[i];
    text += test_function(report.interface, test, i + 1);
    const std::string expected = test.expected.end == Observation::End::Exit
                                     ? fmt::format("{}", test.expected.code)
                                     : "kPassed";
    table += fmt::format("    {{test_{}, {}, {}}},\n", i + 1, expected,
                         kLeastMilliseconds + test.expected.steps / kStepsPerMillisecond);
  }
  if (report.tests.empty()) table += "    {0, 0, 0}\n";
  text += table + "};\n" + kTail;
  const std::string project = fmt::format(
      "cmake_minimum_required(VERSION 3.13)\nproject(suite C)\nenable_testing()\n"
      "option(SANITIZE \"Compile with sanitizers, which see every trap\" OFF)\n"
      "if(SANITIZE)\n"
      "  add_compile_options(-g -fsanitize=address,undefined,float-cast-overflow\n"
      "                      -fno-sanitize-recover=all)\n"
      "  add_link_options(-fsanitize=address,undefined)\n"
      "endif()\n"
      "add_executable(suite {0})\nadd_test(NAME {1} COMMAND suite)\n",
      kDriverName, report.interface.function);
  return {{std::string(kDriverName), text}, {"CMakeLists.txt", project}};
}

}  // namespace pg
