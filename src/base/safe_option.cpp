#include "base/safe_option.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace pg {
namespace {

// Parts of names of options that speak of files, programs and other machines.
constexpr auto kOutside = std::to_array<std::string_view>(
    {"channel", "command", "dir",    "directory", "dump",   "exec", "file", "filename",
     "host",    "include", "log",    "out",       "output", "path", "pipe", "plugin",
     "port",    "save",    "socket", "trace",     "url",    "write"});

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '+';
}

// No slash, no dots: it names nothing outside of the folder that a solver runs in.
bool is_plain_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_word_character);
}
bool is_number(std::string_view text) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  return !text.empty() && is_digit(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return is_digit(c) || c == '.'; });
}
bool is_plain_value(std::string_view text) { return is_number(text) || is_plain_word(text); }

bool is_inside_name(std::string_view name) {
  if (name.empty()) return false;
  while (!name.empty()) {
    const size_t end = name.find_first_of("._-:");
    const std::string_view part = name.substr(0, end);
    if (std::ranges::find(kOutside, part) != kOutside.end()) return false;
    if (!std::ranges::all_of(part, is_word_character)) return false;
    name.remove_prefix(end == name.npos ? name.size() : end + 1);
  }
  return true;
}

}  // namespace

bool is_safe_option(std::string_view name, std::string_view value) {
  return is_inside_name(name) && is_plain_value(value);
}

bool is_safe_option(std::string_view word) {
  while (word.starts_with('-')) word.remove_prefix(1);
  const size_t equals = word.find('=');
  return is_safe_option(word.substr(0, equals),
                        equals == word.npos ? "true" : word.substr(equals + 1));
}

}  // namespace pg
