#include <algorithm>
#include <bit>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/library.h"
#include "program/suite_source.h"
#include "program/write.h"

namespace pg {
namespace {

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
  // What is checked is passed as a signed number of 64 bits.
  if (!leaf.is_signed && value >> 63 != 0) return fmt::format("(long long){}ULL", value);
  const char* suffix = leaf.bits < 32    ? ""
                       : leaf.bits == 32 ? (leaf.is_signed ? "" : "u")
                       : leaf.is_signed  ? "LL"
                                         : "ULL";
  return print_number(value, leaf) + suffix;
}

// A test may compute so long. A mutant that is killed by timeout takes more steps than any machine
// makes in that time (runtime_source.cpp).
constexpr uint64_t kLeastMilliseconds = 20;
constexpr uint64_t kStepsPerMillisecond = 1000;

// What stands for the beginning of our names in texts that are written here.
constexpr char kOurs = '@';

std::string with_prefix(std::string_view text, const std::string& prefix) {
  std::string made;
  for (const char c : text) made += c == kOurs ? prefix : std::string(1, c);
  return made;
}

const char* check_of(const Leaf& leaf) { return leaf.is_float ? "@check_float" : "@check"; }

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
  return fmt::format("(char *)&{}{} + {}", object, first.path, first.byte);
}

// Values of an element of a parameter: members may be const, so that they are given at the start.
// Bytes of unions are set behind.
void add_values(const Parameter& parameter, uint32_t element, std::span<const uint64_t> values,
                std::string& starts, std::string& settings) {
  const std::vector<Leaf>& leaves = parameter.leaves;
  for (size_t i = 0; i < leaves.size();) {
    const size_t count = raw_bytes(leaves, i);
    if (count == 0) {
      starts += fmt::format("{}[{}]{} = {}", starts.empty() ? "" : ", ", element, leaves[i].path,
                            literal(values[i], leaves[i]));
      ++i;
      continue;
    }
    std::vector<uint8_t> bytes(values.begin() + static_cast<std::ptrdiff_t>(i),
                               values.begin() + static_cast<std::ptrdiff_t>(i + count));
    const std::string object = fmt::format("@{}[{}]", parameter.name, element);
    settings += fmt::format("  @set({}, {}, {});\n", address_of(object, leaves[i]),
                            bytes_literal(bytes), count);
    i += count;
  }
}

// What the encoding takes for granted of a pointer. Where one is returned, none of our objects may
// begin where another one ends: then only the object tells which of them is meant.
uint64_t alignment_of(const Interface& interface) {
  uint64_t align = 16;
  if (interface.returns_pointer)
    for (const PointerTarget& target : interface.targets)
      align = std::max(align, std::bit_ceil(target.size + 1));
  return align;
}

// Static, so that padding is zero.
std::string declaration(const Parameter& parameter, std::span<const uint64_t> values,
                        uint64_t alignment) {
  std::string starts;
  std::string settings;
  const std::optional<std::string> characters = string_of(parameter, values, 0);
  for (uint32_t element = 0; element < parameter.length && !characters; ++element)
    add_values(parameter, element,
               values.subspan(element * parameter.leaves.size(), parameter.leaves.size()), starts,
               settings);
  const std::string start = characters       ? " = " + text_literal(*characters)
                            : starts.empty() ? ""
                                             : fmt::format(" = {{{}}}", starts);
  const std::string align =
      parameter.by_value ? "" : fmt::format(" __attribute__((aligned({})))", alignment);
  return fmt::format("  static {} @{}[{}]{}{}{};\n{}", parameter.type, parameter.name,
                     parameter.length, parameter.dimensions, align, start, settings);
}

std::string arguments(const Interface& interface, const Input& input, std::string& declarations) {
  std::string list;
  size_t index = 0;
  bool is_null = false;
  for (const Parameter& parameter : interface.parameters) {
    if (parameter.says_null) {
      is_null = input[index++] != 0;
      continue;
    }
    if (!list.empty()) list += ", ";
    if (!parameter.pointer) {
      list += literal(input[index++], parameter.leaves[0]);
      continue;
    }
    const size_t count = parameter.length * parameter.leaves.size();
    if (std::exchange(is_null, false)) {
      list += "0";
      index += count;
      continue;
    }
    list += (parameter.by_value ? "*@" : "@") + parameter.name;
    declarations +=
        declaration(parameter, std::span(input).subspan(index, count), alignment_of(interface));
    index += count;
  }
  return list;
}

// Byte by byte, but for floats, of which there are many NaNs, for pointers, which nobody changes,
// and for padding, which C leaves open.
std::string global_check(const GlobalVariable& global, const std::vector<uint8_t>& bytes) {
  if (!has_c_name(global)) return {};
  const std::string name = global.name == kErrno ? "*@errno()" : global.name;
  const bool has_numbers_only = std::ranges::none_of(global.leaves, [](const Leaf& leaf) {
    return leaf.is_float || leaf.bits == 0 || leaf.is_padding;
  });
  if (has_numbers_only)
    return fmt::format("  @check_bytes(\"{0}\", (const char *)&{0}, {1}, {2});\n", name,
                       bytes_literal(bytes), bytes.size());
  std::string text;
  for (const Leaf& leaf : global.leaves) {
    if (leaf.bits == 0 || leaf.is_padding) continue;
    const std::string place = fmt::format("(const char *)&{} + {}", name, leaf.offset);
    const uint64_t value = read_leaf(bytes, 0, leaf);
    if (leaf.is_float) {
      text += fmt::format("  @check_float(\"{}\", *(const {} *)({}), {});\n", name,
                          leaf.bits == 32 ? "float" : "double", place, literal(value, leaf));
    } else {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(leaf.offset);
      const std::vector<uint8_t> part(begin, begin + leaf.bits / 8);
      text += fmt::format("  @check_bytes(\"{}\", {}, {}, {});\n", name, place, bytes_literal(part),
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
      text += fmt::format("  @check_bytes(\"{}{}\", {}, {}, {});\n", name, leaf.path,
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

std::string array_checks(const Interface& interface, const Input& input,
                         const Observation& expected) {
  const std::vector<std::string> nulls = null_pointers(interface, input);
  std::string text;
  size_t array = 0;
  for (const Parameter* object : interface.objects()) {
    const std::vector<uint8_t>& bytes = expected.arrays[array++];
    const bool is_result = object == &interface.returned;
    const bool is_null = std::ranges::find(nulls, object->name) != nulls.end();
    if ((object->by_value || is_null) && !is_result) continue;
    for (uint32_t element = 0; element < object->length; ++element) {
      const std::string place =
          is_result ? "@result" : fmt::format("@{}[{}]", object->name, element);
      const std::string name =
          is_result ? interface.function : fmt::format("{}[{}]", object->name, element);
      text += element_checks(place, name, object->leaves, bytes, element * object->size);
    }
  }
  for (size_t i = 0; i < interface.globals.size(); ++i)
    text += global_check(interface.globals[i], expected.globals[i]);
  return text;
}

// In brackets the name is no macro with arguments.
std::string call_of(const Interface& interface, const std::string& list) {
  return fmt::format("({})({})", name_in_driver(interface), list);
}

// A call that should not come back; nobody may leave a result unused that has to be looked at.
std::string last_call(const Interface& interface, const std::string& call) {
  if (interface.returns_structure())
    return fmt::format("  const {} @result = {};\n  (void)@result;\n", interface.returned.type,
                       call);
  if (interface.result.bits > 0) return fmt::format("  if ({}) {{\n  }}\n", call);
  return fmt::format("  {};\n", call);
}

// The call of a test that returns a pointer, and what it points to.
std::string pointer_check(const Interface& interface, const std::string& call, const Test& test) {
  const uint64_t expected = test.expected.result;
  const std::vector<std::string> nulls = null_pointers(interface, test.input);
  const std::string& name = interface.function;
  const std::string place =
      expected == 0 ? "0" : print_result(expected, interface, std::string(1, kOurs));
  if (!place.starts_with('"'))
    return fmt::format("  @check_pointer(\"{}\", {}, {});\n", name, call, place);
  const uint64_t size = interface.targets[target_index(expected)].text.size();
  std::string text = fmt::format(
      "  const volatile void *const @result = {};\n  @check_text(\"{}\", @result, {}, {});\n", call,
      name, place, size - target_offset(expected));
  for (const PointerTarget& target : interface.targets)
    if (target.text.empty() && target.has_name() &&
        std::ranges::find(nulls, target.name) == nulls.end())
      text += fmt::format("  @check_outside(\"{}\", @result, {}{}{}, {});\n", name,
                          target.is_array ? "" : "&", target.is_parameter ? "@" : "", target.name,
                          target.size);
  return text;
}

// What a test expects is a pointer to something that C has no name for.
bool expects_nameless(const TestgenReport& report) {
  return std::ranges::any_of(report.tests, [&](const Test& test) {
    const uint64_t result = test.expected.result;
    return report.interface.returns_pointer && result != 0 &&
           !report.interface.targets[target_index(result)].has_name();
  });
}

std::string test_function(const Interface& interface, const Test& test, size_t number) {
  std::string declarations;
  const std::string list = arguments(interface, test.input, declarations);
  const std::string call = call_of(interface, list);
  if (std::ranges::find(interface.globals, kErrno, &GlobalVariable::name) !=
      interface.globals.end())
    declarations += "  *@errno() = 0;\n";
  std::string text = fmt::format("static void @test_{}(void) {{\n{}", number, declarations);
  if (test.expected.end != Observation::End::Return)
    return text + last_call(interface, call) + "}\n\n";
  if (interface.returns_pointer)
    text += pointer_check(interface, call, test);
  else if (interface.result.bits > 0)
    text += fmt::format("  {}(\"{}\", {}, {});\n", check_of(interface.result), interface.function,
                        call, literal(test.expected.result, interface.result));
  else if (interface.returns_structure())
    text += fmt::format("  const {} @result = {};\n", interface.returned.type, call);
  else
    text += fmt::format("  {};\n", call);
  return text + array_checks(interface, test.input, test.expected) + "}\n\n";
}

// A structure or union that C cannot declare another one of.
bool has_unnamed_type(const Interface& interface) {
  auto is_unnamed = [](const Parameter& each) { return each.type.ends_with(' '); };
  return std::ranges::any_of(interface.parameters, is_unnamed) || is_unnamed(interface.returned);
}

// A function of the program's own that the suite would call instead of the library's.
std::string taken_function(const Interface& interface) {
  for (const char* name : {"printf", "fflush", "fork", "waitpid", "setitimer", "raise"})
    if (std::ranges::find(interface.functions, name) != interface.functions.end()) return name;
  return {};
}

// Ours are the names that begin so, and no name of the source does.
std::string prefix_for(std::string_view source) {
  std::string prefix = "suite_";
  for (uint32_t number = 2; source.find(prefix) != source.npos; ++number)
    prefix = fmt::format("suite{}_", number);
  return prefix;
}

// Compilers take what follows for a header of the system, or for a part of this file.
std::string line_marker(const std::string& before, const char* flag) {
  return fmt::format("# {} \"{}\"{}\n", std::ranges::count(before, '\n') + 2, kDriverName, flag);
}

std::string tests_of(const TestgenReport& report) {
  std::string text;
  std::string table =
      "static const struct {\n  void (*@call)(void);\n  int @expected, @milliseconds;\n} @tests[] "
      "= "
      "{\n";
  for (size_t i = 0; i < report.tests.size(); ++i) {
    const Test& test = report.tests[i];
    text += test_function(report.interface, test, i + 1);
    const std::string expected = test.expected.end == Observation::End::Exit
                                     ? fmt::format("{}", test.expected.code)
                                     : "@returned";
    table += fmt::format("    {{@test_{}, {}, {}}},\n", i + 1, expected,
                         kLeastMilliseconds + test.expected.steps / kStepsPerMillisecond);
  }
  return text + table +
         fmt::format("    {{0, 0, 0}},\n}};\nenum {{ @count = {} }};\n", report.tests.size());
}

std::string path_of(const TestgenReport& report) {
  return std::filesystem::absolute(report.file).lexically_normal().string();
}

}  // namespace

std::string name_in_driver(const Interface& interface) {
  return interface.function == "main" ? "tested_main" : interface.function;
}

std::string suite_prefix(const TestgenReport& report) { return prefix_for(report.source); }

std::string why_no_suite(const TestgenReport& report) {
  const Interface& interface = report.interface;
  if (!report.file.ends_with(".c")) return "the program is no C file that it could include";
  if (path_of(report).find_first_of("\"\n") != std::string::npos)
    return "the program's path has characters that no #include can have";
  if (!interface.externals.empty())
    return fmt::format("nobody defines {}, which the program calls", interface.externals.front());
  if (has_unnamed_type(interface)) return "a type without a name cannot be declared";
  if (expects_nameless(report)) return "a test returns a pointer to what C has no name for";
  const std::string taken = taken_function(interface);
  if (taken.empty()) return {};
  return fmt::format("it would call the {} of the program", taken);
}

std::vector<OutputFile> write_driver(const TestgenReport& report, std::string_view) {
  if (!why_no_suite(report).empty()) return {};
  const std::string prefix = suite_prefix(report);
  std::string text = fmt::format(
      "/* {} tests for {} of {}, which tell {} of {} mutants apart from it.\n"
      "   Made by polygraph testgen. */\n\n",
      report.tests.size(), report.interface.function, base_name(report.file), report.killed(),
      report.mutants.size());
  text += with_prefix(kSuiteHead, prefix);
  text += fmt::format("#ifndef POLYGRAPH_PROGRAM\n#define POLYGRAPH_PROGRAM \"{}\"\n#endif\n",
                      path_of(report));
  text += "#define main tested_main\n";
  text += line_marker(text, " 3");
  text += "#include POLYGRAPH_PROGRAM\n";
  text += line_marker(text, "");
  text += "#undef main\n";
  // A function that is only inline would have no body.
  text += fmt::format("extern __typeof__({0}) {0};\n\n", name_in_driver(report.interface));
  text += with_prefix(tests_of(report), prefix);
  text += with_prefix(kSuiteRunner, prefix);
  return {{std::string(kDriverName), text}, {"CMakeLists.txt", driver_project(report)}};
}

}  // namespace pg
