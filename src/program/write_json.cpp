#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "program/inputs.h"
#include "program/write.h"

namespace pg {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity and no NaN: they are strings.
Json number(uint64_t value, const Leaf& leaf) {
  if (leaf.is_float) {
    const double number = float_of(value, leaf.bits);
    if (std::isfinite(number)) return number;
    return print_number(value, leaf);
  }
  if (!leaf.is_signed) return value;
  return static_cast<int64_t>(value << (64 - leaf.bits)) >> (64 - leaf.bits);
}

bool is_readable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// Numbers as numbers, arrays as lists, strings that can be read as such; elements with fields as
// objects by path.
Json input_json(const Interface& interface, const Input& input) {
  Json json = Json::object();
  for_each_value(interface,
                 [&](const Parameter& parameter, uint32_t element, const Leaf& leaf, size_t index) {
                   const Json value = number(input[index], leaf);
                   if (parameter.says_null) {
                     if (input[index] != 0) json[parameter.name] = Json();
                   } else if (parameter.pointer && json.contains(parameter.name) &&
                              json[parameter.name].is_null()) {
                     return;
                   } else if (const auto characters = string_of(parameter, input, index - element);
                              characters && is_readable(*characters)) {
                     json[parameter.name] = *characters;
                   } else if (!parameter.pointer) {
                     json[parameter.name] = value;
                   } else if (parameter.leaves.size() == 1) {
                     json[parameter.name].push_back(value);
                   } else {
                     if (&leaf == &parameter.leaves.front())
                       json[parameter.name].push_back(Json::object());
                     json[parameter.name].back()[leaf.name()] = value;
                   }
                 });
  return json;
}

Json bytes_json(const std::vector<uint8_t>& bytes, const std::vector<Leaf>& leaves) {
  Json json = Json::array();
  for (const Leaf& leaf : leaves)
    if (leaf.bits > 0 && !leaf.is_padding) json.push_back(number(read_leaf(bytes, 0, leaf), leaf));
  return json;
}

Json structure_json(const std::vector<uint8_t>& bytes, const std::vector<Leaf>& leaves) {
  Json json = Json::object();
  for (const Leaf& leaf : leaves) json[leaf.name()] = number(read_leaf(bytes, 0, leaf), leaf);
  return json;
}

Json expected_json(const Interface& interface, const Test& test) {
  const Observation& seen = test.expected;
  const std::vector<std::string> nulls = null_pointers(interface, test.input);
  Json json = Json::object();
  if (seen.end == Observation::End::Exit && seen.code == kNoReturnCode)
    json["returns"] = false;
  else if (seen.end == Observation::End::Exit)
    json["exit"] = seen.code;
  if (seen.end == Observation::End::Return && interface.returns_pointer)
    json["result"] = seen.result == 0 ? Json() : Json(print_result(seen.result, interface));
  else if (seen.end == Observation::End::Return && interface.result.bits > 0)
    json["result"] = number(seen.result, interface.result);
  if (seen.end == Observation::End::Return && interface.returns_structure())
    json["result"] = structure_json(seen.arrays.back(), interface.returned.leaves);
  size_t array = 0;
  for (const Parameter* object : interface.objects()) {
    const std::vector<uint8_t>& bytes = seen.arrays[array++];
    const bool is_null = std::ranges::find(nulls, object->name) != nulls.end();
    if (object->by_value || object->external || is_null) continue;
    std::vector<Leaf> leaves;
    for (uint32_t element = 0; element < object->length; ++element)
      for (Leaf leaf : object->leaves) {
        leaf.offset += element * object->size;
        leaves.push_back(std::move(leaf));
      }
    json["arrays"][object->name] = bytes_json(bytes, leaves);
  }
  for (size_t i = 0; i < interface.globals.size(); ++i)
    json["globals"][interface.globals[i].name] =
        bytes_json(seen.globals[i], interface.globals[i].leaves);
  return json;
}

Json mutant_json(const MutantResult& mutant) {
  Json json = {{"id", mutant.fault.id},
               {"operator", mutant.fault.op},
               {"function", mutant.fault.function},
               {"file", mutant.fault.file},
               {"line", mutant.fault.place.line},
               {"column", mutant.fault.place.column},
               {"change", mutant.fault.change},
               {"before", mutant.fault.before}};
  if (mutant.fault.patch.empty()) {
    json["no_patch"] = mutant.fault.unpatched;
  } else {
    json["after"] = mutant.fault.after;
    json["patch"] = patch_name(mutant.fault);
  }
  json["status"] = name_of(mutant.status);
  if (mutant.test > 0) json["test"] = mutant.test;
  for (const Assumption& each : mutant.assumptions)
    json["assumptions"].push_back({{"kind", name_of(each.kind)}, {"text", each.text}});
  if (mutant.accepted) json["accepted"] = true;
  if (!mutant.note.empty()) json["note"] = mutant.note;
  return json;
}

// What was decided with lower bounds, and what is wrong with the proofs of the run.
void add_troubles(const TestgenReport& report, Json& json) {
  for (const LoweredBound& each : report.lowered)
    json["lowered"].push_back({{"unwind", each.unwind}, {"mutants", each.mutants}});
  for (const Contradiction& each : report.contradictions)
    json["contradictions"].push_back(each.message);
}

Result<uint64_t> read_value(const Json& json, const Leaf& leaf, const std::string& name) {
  if (leaf.is_float) {
    if (json.is_number()) return bits_of(json.get<double>(), leaf.bits);
    for (const double special : {std::nan(""), HUGE_VAL, -HUGE_VAL})
      if (json.is_string() && json == print_number(bits_of(special, leaf.bits), leaf))
        return bits_of(special, leaf.bits);
    return Error{{}, fmt::format("'{}' is not a number", name)};
  }
  if (!json.is_number_integer() && !json.is_boolean())
    return Error{{}, fmt::format("'{}' is not an integer", name)};
  const uint64_t value = json.is_number_unsigned() ? json.get<uint64_t>()
                         : json.is_boolean()       ? static_cast<uint64_t>(json.get<bool>())
                                                   : static_cast<uint64_t>(json.get<int64_t>());
  return fit(leaf, value);
}

bool may_be_null(const Interface& interface, const Parameter& pointer) {
  return std::ranges::any_of(interface.parameters, [&](const Parameter& each) {
    return each.says_null && each.name == pointer.name;
  });
}

// A list instead of a string; the last of its characters are 0.
Json spelled_out(const Json& json, uint32_t length) {
  const auto text = json.get<std::string>();
  Json list = Json::array();
  for (uint32_t i = 0; i < length; ++i)
    list.push_back(i < text.size() ? static_cast<unsigned char>(text[i]) : 0);
  return list;
}

Result<Input> read_input_json(const Json& json, const Interface& interface) {
  Input input;
  std::optional<Error> error;
  for_each_value(
      interface, [&](const Parameter& parameter, uint32_t element, const Leaf& leaf, size_t) {
        if (error) return;
        const bool is_null = json.contains(parameter.name) && json.at(parameter.name).is_null();
        if (parameter.says_null ||
            (is_null && parameter.pointer && may_be_null(interface, parameter))) {
          input.push_back(parameter.says_null && is_null);
          return;
        }
        const Json* value = json.contains(parameter.name) ? &json.at(parameter.name) : nullptr;
        Json list;
        if (value && parameter.is_string && value->is_string()) {
          list = spelled_out(*value, parameter.length);
          value = &list;
        }
        if (value && parameter.pointer)
          value = value->is_array() && element < value->size() ? &(*value)[element] : nullptr;
        if (value && parameter.pointer && parameter.leaves.size() > 1)
          value = value->contains(leaf.name()) ? &value->at(leaf.name()) : nullptr;
        const std::string name = value_name(parameter, element, leaf);
        if (!value) {
          error = Error{{}, fmt::format("a test has no value for '{}'", name)};
          return;
        }
        const Result<uint64_t> read = read_value(*value, leaf, name);
        if (read)
          input.push_back(*read);
        else
          error = read.error();
      });
  if (error) return *error;
  return input;
}

}  // namespace

std::vector<OutputFile> write_json(const TestgenReport& report, std::string_view) {
  Json json = {{"file", report.file},
               {"function", report.interface.function},
               {"notes", notes_of(report.interface)},
               {"unwind", report.unwind},
               {"solver", report.solver},
               {"faults", report.mutants.size()},
               {"killed", report.killed()},
               {"killed_with_sanitizers", report.count(MutantStatus::KilledBySanitizer)},
               {"equivalent", report.equivalent()},
               {"equivalent_if", report.conditional()},
               {"beyond_bound", report.count(MutantStatus::BoundExceeded)},
               {"unknown", report.count(MutantStatus::Unknown)},
               {"lower_bound", report.lower_bound},
               {"executions", report.executions},
               {"queries", report.queries},
               {"solver_seconds", report.solver_seconds}};
  if (const std::string why = why_no_suite(report); !why.empty()) json["no_suite"] = why;
  add_troubles(report, json);
  json["tests"] = Json::array();
  for (const Test& test : report.tests)
    json["tests"].push_back({{"input", input_json(report.interface, test.input)},
                             {"expected", expected_json(report.interface, test)},
                             {"kills", test.kills}});
  json["mutants"] = Json::array();
  for (const MutantResult& mutant : report.mutants) json["mutants"].push_back(mutant_json(mutant));
  return {{"tests.json", json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"}};
}

Result<std::vector<Input>> read_tests(std::string_view text, const Interface& interface) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("tests") ||
      !json.at("tests").is_array())
    return Error{{}, "not JSON with a list of \"tests\""};
  std::vector<Input> inputs;
  for (const Json& test : json.at("tests")) {
    if (!test.is_object() || !test.contains("input")) return Error{{}, "a test without \"input\""};
    Result<Input> input = read_input_json(test.at("input"), interface);
    if (!input) return input.error();
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

}  // namespace pg
