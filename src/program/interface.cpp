#include "program/interface.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace pg {

std::string Leaf::name() const { return is_raw ? fmt::format("{}[{}]", path, byte) : path; }

size_t Interface::value_count() const {
  size_t count = 0;
  for (const Parameter& parameter : parameters) count += parameter.length * parameter.leaves.size();
  return count;
}

double float_of(uint64_t value, uint32_t bits) {
  return bits == 32 ? std::bit_cast<float>(static_cast<uint32_t>(value))
                    : std::bit_cast<double>(value);
}

uint64_t bits_of(double number, uint32_t bits) {
  return bits == 32 ? std::bit_cast<uint32_t>(static_cast<float>(number))
                    : std::bit_cast<uint64_t>(number);
}

std::string print_number(uint64_t value, const Leaf& leaf) {
  if (leaf.is_float) {
    const double number = float_of(value, leaf.bits);
    if (std::isnan(number)) return "nan";
    std::string text =
        leaf.bits == 32 ? fmt::format("{}", static_cast<float>(number)) : fmt::format("{}", number);
    if (text.find_first_not_of("-0123456789") == text.npos) text += ".0";
    return text;
  }
  if (!leaf.is_signed || leaf.bits == 0) return fmt::format("{}", value);
  const auto number = static_cast<int64_t>(value << (64 - leaf.bits)) >> (64 - leaf.bits);
  return fmt::format("{}", number);
}

std::string text_literal(std::string_view text) {
  std::string escaped = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    const std::string_view rest = text.substr(i);
    // Trigraphs, the end of a comment, and what write_driver has for the beginning of our names.
    const bool means_more = rest.starts_with("??") || rest.starts_with("*/") || c == '@';
    if (byte < ' ' || byte > '~' || means_more)
      escaped += fmt::format("\\{:03o}", byte);
    else
      escaped += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  }
  return escaped + "\"";
}

std::optional<std::string> string_text(std::span<const uint64_t> characters) {
  if (characters.empty() || characters.back() != 0) return std::nullopt;
  while (!characters.empty() && characters.back() == 0)
    characters = characters.first(characters.size() - 1);
  std::string text;
  for (const uint64_t character : characters) text += static_cast<char>(character);
  return text;
}

std::string print_result(uint64_t value, const Interface& interface, std::string_view prefix) {
  if (!interface.returns_pointer) return print_number(value, interface.result);
  if (value == 0) return "null";
  const PointerTarget& target = interface.targets.at(target_index(value));
  const uint64_t offset = target_offset(value);
  if (!target.text.empty() && offset < target.text.size())
    return text_literal(
        std::string_view(target.text).substr(offset, target.text.size() - offset - 1));
  const std::string base = fmt::format("{}{}{}", target.is_array ? "" : "&",
                                       target.is_parameter ? prefix : "", target.name);
  if (offset == 0) return base;
  if (target.step == 0 || offset % target.step != 0)
    return fmt::format("(const char *){} + {}", base, offset);
  return fmt::format("{} + {}", base, offset / target.step);
}

bool Interface::has_union() const {
  auto any = [](const auto& whole) {
    return std::ranges::find(whole.leaves, true, &Leaf::in_union) != whole.leaves.end();
  };
  return std::ranges::any_of(parameters, any) || std::ranges::any_of(globals, any) || any(returned);
}

std::vector<const Parameter*> Interface::objects() const {
  std::vector<const Parameter*> list;
  for (const Parameter& parameter : parameters)
    if (parameter.pointer) list.push_back(&parameter);
  if (returns_structure()) list.push_back(&returned);
  return list;
}

std::string value_name(const Parameter& parameter, uint32_t element, const Leaf& leaf) {
  if (parameter.says_null) return parameter.name + " is null";
  if (!parameter.pointer) return parameter.name;
  return fmt::format("{}[{}]{}", parameter.name, element, leaf.name());
}

std::vector<std::string> null_pointers(const Interface& interface, const Input& input) {
  std::vector<std::string> names;
  for_each_value(interface, [&](const Parameter& parameter, uint32_t, const Leaf&, size_t index) {
    if (parameter.says_null && input[index] != 0) names.push_back(parameter.name);
  });
  return names;
}

std::vector<uint8_t> used_bits(const Parameter& parameter) {
  std::vector<uint8_t> used(parameter.size);
  for (const Leaf& leaf : parameter.leaves)
    for (uint32_t bit = leaf.shift; bit < leaf.shift + leaf.bits; ++bit)
      used[leaf.offset + bit / 8] |= static_cast<uint8_t>(1u << (bit % 8));
  return used;
}

std::vector<std::string> notes_of(const Interface& interface) {
  std::vector<std::string> notes;
  for (const Parameter& parameter : interface.parameters)
    if (parameter.is_length_assumed)
      notes.push_back(
          fmt::format("'{0}' points to one element; for more: --array {0}:8", parameter.name));
  for (const InputCondition& each : interface.conditions)
    notes.push_back(fmt::format("for inputs of which this holds: {}", each.text));
  return notes;
}

uint64_t read_leaf(const std::vector<uint8_t>& bytes, uint64_t begin, const Leaf& leaf) {
  uint64_t value = 0;
  // Of a global variable that is wider, only the lowest bits are shown.
  for (uint32_t i = 0; i < std::min(leaf.bits, 64u); ++i) {
    const uint64_t place = (begin + leaf.offset) * 8 + leaf.shift + i;
    value |= uint64_t{(bytes[place / 8] >> (place % 8)) & 1u} << i;
  }
  return value;
}

void write_leaf(std::vector<uint8_t>& bytes, uint64_t begin, const Leaf& leaf, uint64_t value) {
  for (uint32_t i = 0; i < leaf.bits; ++i) {
    const uint64_t place = (begin + leaf.offset) * 8 + leaf.shift + i;
    const auto bit = static_cast<uint8_t>(1u << (place % 8));
    bytes[place / 8] =
        static_cast<uint8_t>((bytes[place / 8] & ~bit) | ((value >> i & 1) ? bit : 0));
  }
}

}  // namespace pg
