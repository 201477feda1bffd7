#include "solve/version.h"

#include <algorithm>
#include <cctype>
#include <ranges>

#include "base/printable.h"
#include "solve/process.h"

namespace pg {
namespace {

constexpr size_t kMaxLine = 200;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Where a number starts that is not the end of a name: not the 5 of cvc5, but the 4 of v4.8.
bool starts_number(std::string_view line, size_t at) {
  if (!is_digit(line[at])) return false;
  if (at == 0 || !is_alnum(line[at - 1])) return true;
  return line[at - 1] == 'v' && (at == 1 || !is_alnum(line[at - 2]));
}

// The first number after the word "version"; in a line without it, the first one with a dot.
std::string_view number_in(std::string_view line) {
  const size_t word = line.find("version");
  for (size_t at = word == line.npos ? 0 : word; at < line.size(); ++at) {
    if (!starts_number(line, at)) continue;
    std::string_view number = line.substr(at, line.find_first_of(" \t,;()[]:", at) - at);
    while (number.ends_with('.')) number.remove_suffix(1);
    if (word != line.npos || number.find('.') != number.npos) return number;
  }
  return {};
}

}  // namespace

Version read_version(std::string_view text) {
  for (const auto part : std::views::split(text, '\n')) {
    std::string_view line(part.begin(), part.end());
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    const std::string_view number = number_in(line);
    if (!number.empty()) return {printable(number), printable(line.substr(0, kMaxLine))};
  }
  return {};
}

Version ask_version(const std::vector<std::string>& command) {
  ProcessLimits limits;
  limits.output_bytes = 1 << 16;
  limits.confined = true;
  const Result<std::unique_ptr<Process>> process = Process::start(command, limits);
  if (!process) return {};
  (*process)->exchange({}, {}, Clock::now() + std::chrono::seconds(5));
  const Version version = read_version((*process)->take_output());
  return version.number.empty() ? read_version((*process)->take_errors()) : version;
}

}  // namespace pg
