#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include "base/input.h"
#include "program/call_order.h"
#include "program/write.h"

namespace pg {
namespace {

constexpr const char* kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
    "<!DOCTYPE {0} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN\" "
    "\"https://sosy-lab.org/test-format/{0}-1.1.dtd\">\n";

// SHA-256, of whatever was given.
std::string program_hash(const TestgenReport& report) {
  const Result<std::string> text = read_input(report.file);
  llvm::SHA256 hash;
  hash.update(text ? *text : report.source);
  return llvm::toHex(hash.final(), true);
}

struct NamedInput {
  const Parameter* parameter;
  uint32_t element;
  const Leaf* leaf;
};

std::string input_line(const NamedInput& input, uint64_t value) {
  const Parameter& parameter = *input.parameter;
  const std::string name = value_name(parameter, input.element, *input.leaf);
  return fmt::format("  <input variable=\"{}\" type=\"{}\">{}</input>\n", escape_xml(name),
                     escape_xml(parameter.type), print_number(value, *input.leaf));
}

// The inputs in the order in which a program asks for them, which is all that tells them apart for
// who plays them back. Where that is not known, as they are declared.
std::vector<size_t> order_of(const std::vector<NamedInput>& inputs,
                             const std::vector<std::string>* calls) {
  std::vector<size_t> order;
  if (!calls) {
    for (size_t i = 0; i < inputs.size(); ++i) order.push_back(i);
    return order;
  }
  std::vector<bool> used(inputs.size());
  for (const std::string& call : *calls)
    for (size_t i = 0; i < inputs.size(); ++i)
      if (!used[i] && inputs[i].parameter->name == call) {
        used[i] = true;
        order.push_back(i);
        break;
      }
  return order;
}

}  // namespace

// https://gitlab.com/sosy-lab/software/test-format; its DTD wants these elements in this order.
std::vector<OutputFile> write_testcomp(const TestgenReport& report, std::string_view) {
  std::vector<OutputFile> files;
  std::string text = fmt::format(fmt::runtime(kHead), "test-metadata");
  text += fmt::format(
      "<test-metadata>\n  <sourcecodelang>C</sourcecodelang>\n"
      "  <producer>polygraph {}</producer>\n"
      "  <specification>kill every mutant</specification>\n"
      "  <programfile>{}</programfile>\n  <programhash>{}</programhash>\n"
      "  <entryfunction>{}</entryfunction>\n  <architecture>64bit</architecture>\n"
      "  <creationtime>{:%Y-%m-%dT%H:%M:%SZ}</creationtime>\n</test-metadata>\n",
      POLYGRAPH_VERSION, escape_xml(report.file), program_hash(report),
      escape_xml(report.interface.function),
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  files.push_back({"test-suite/metadata.xml", text});
  std::vector<NamedInput> inputs;
  for_each_value(report.interface,
                 [&](const Parameter& parameter, uint32_t element, const Leaf& leaf, size_t) {
                   inputs.push_back({&parameter, element, &leaf});
                 });
  const std::vector<std::vector<std::string>> orders = call_orders(report);
  for (size_t i = 0; i < report.tests.size(); ++i) {
    text = fmt::format(fmt::runtime(kHead), "testcase") + "<testcase>\n";
    for (const size_t index : order_of(inputs, i < orders.size() ? &orders[i] : nullptr))
      text += input_line(inputs[index], report.tests[i].input[index]);
    files.push_back({fmt::format("test-suite/testcase-{}.xml", i + 1), text + "</testcase>\n"});
  }
  return files;
}

}  // namespace pg
