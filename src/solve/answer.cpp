#include "solve/answer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace pg {
namespace {

// How solvers and the tools around them begin to say that they broke down. Of several, the first in
// this list tells most.
constexpr auto kBreakdowns = std::to_array<std::string_view>({
    "ERROR: AddressSanitizer",
    "runtime error:",
    "Fatal failure within",
    "ASSERTION VIOLATION",
    "Internal error detected",
    "Unhandled case",
    "Unimplemented code encountered",
    "Illegal argument detected",
    "UNEXPECTED CODE WAS REACHED",
    "Failed to verify",
    "Assertion failed",
    "Assertion `",
    "internal error",
    "fatal error:",
    "unreachable",
    "terminate called",
    "Segmentation fault",
    "segfault",
    "panicked at",
    "invalid model was generated",
    "RuntimeError:",  // WebAssembly
    "Aborted(",
});

constexpr auto kNames =
    std::to_array<std::string_view>({"sat", "unsat", "unknown", "timeout", "out of memory",
                                     "unsupported", "error", "crash", "delta-sat"});

// How solvers say that their own check of a model failed.
constexpr auto kRefutations = std::to_array<std::string_view>(
    {"ERRORS SATISFYING ASSERTIONS WITH MODEL", "checkModel", "invalid model was generated"});

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// The end of a response that begins at `at`, which is no white space.
size_t response_end(std::string_view text, size_t at) {
  size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '|') {
      const size_t end = text.find(c, at + 1);
      at = end == std::string_view::npos ? text.size() : end + 1;
    } else if (c == ';') {
      const size_t end = text.find('\n', at);
      at = end == std::string_view::npos ? text.size() : end;
      continue;
    } else if (c == '(') {
      ++depth;
      ++at;
      continue;
    } else if (c == ')') {
      ++at;
      if (depth > 0) --depth;
    } else if (is_space(c)) {
      ++at;
      continue;
    } else {
      while (at < text.size() && !is_space(text[at]) &&
             std::string_view("()\"|;").find(text[at]) == std::string_view::npos)
        ++at;
    }
    if (depth == 0) return at;
  }
  return at;
}

bool is_hex(std::string_view word) {
  return word.size() > 2 && word.starts_with("0x") &&
         word.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

}  // namespace

std::string_view name_of(AnswerKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<AnswerKind> read_answer_kind(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return {};
  return static_cast<AnswerKind>(found - kNames.begin());
}

std::vector<std::string_view> split_responses(std::string_view output) {
  std::vector<std::string_view> responses;
  size_t at = 0;
  while (true) {
    while (at < output.size() && is_space(output[at])) ++at;
    if (at == output.size()) return responses;
    if (output[at] == ';') {
      at = std::min(output.find('\n', at), output.size());
      continue;
    }
    const size_t end = response_end(output, at);
    responses.push_back(output.substr(at, end - at));
    at = end;
  }
}

std::optional<AnswerKind> read_answer(std::string_view output, std::string_view response) {
  const auto kind = read_answer_kind(response);
  if (!kind || (*kind > AnswerKind::Unknown && *kind != AnswerKind::DeltaSat)) return {};
  const auto begin = static_cast<size_t>(response.data() - output.data());
  size_t before = begin;
  while (before > 0 && output[before - 1] != '\n' && is_space(output[before - 1])) --before;
  size_t after = begin + response.size();
  while (after < output.size() && output[after] != '\n' && is_space(output[after])) ++after;
  const bool first = before == 0 || output[before - 1] == '\n';
  // dReal: delta-sat with delta = 0.001
  const bool delta =
      *kind == AnswerKind::DeltaSat && output.substr(after).starts_with("with delta");
  const bool last = delta || after == output.size() || output[after] == '\n' ||
                    output[after] == '(' || output[after] == ';' || output[after] == '"';
  return first && last ? kind : std::nullopt;
}

std::string error_message(std::string_view response) {
  if (!response.starts_with("(error")) return {};
  response.remove_prefix(6);
  const size_t open = response.find('"');
  if (open == std::string_view::npos) return std::string(response);
  const size_t close = response.rfind('"');
  return std::string(response.substr(open + 1, close > open ? close - open - 1 : response.npos));
}

std::string normalise_message(std::string_view message) {
  std::string result;
  size_t at = 0;
  while (at < message.size()) {
    const char c = message[at];
    if (is_space(c)) {
      if (!result.empty() && result.back() != ' ') result += ' ';
      ++at;
      continue;
    }
    size_t end = at;
    while (end < message.size() && !is_space(message[end])) ++end;
    std::string_view word = message.substr(at, end - at);
    at = end;
    if (is_hex(word)) {
      result += "0x..";
      continue;
    }
    // Of a path the last part; of ==1234== nothing.
    if (const size_t slash = word.rfind('/'); slash != word.npos && slash + 1 < word.size())
      word.remove_prefix(slash + 1);
    if (word.starts_with("==") && word.ends_with("==")) continue;
    result += word;
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  if (result.size() > 300) result.resize(300);
  return result;
}

bool refutes_its_model(std::string_view text) {
  return std::ranges::any_of(kRefutations, [&](std::string_view sign) {
    return text.find(sign) != std::string_view::npos;
  });
}

std::string_view breakdown_words(std::string_view message) {
  for (const std::span<const std::string_view> list :
       {std::span<const std::string_view>(kRefutations),
        std::span<const std::string_view>(kBreakdowns)})
    for (const std::string_view words : list)
      if (message.find(words) != std::string_view::npos) return words;
  return {};
}

std::string breakdown_message(std::string_view text, std::string_view sent) {
  // A parser that complains uses the same words.
  if (text.find("Parse Error") != std::string_view::npos) return {};
  for (const std::string_view beginning : kBreakdowns) {
    const size_t at = text.find(beginning);
    if (at == std::string_view::npos || sent.find(beginning) != std::string_view::npos) continue;
    // From the beginning of that line, and the two lines after it: they hold file and condition.
    size_t begin = text.rfind('\n', at);
    begin = begin == std::string_view::npos ? 0 : begin + 1;
    size_t end = at;
    for (int lines = 0; lines < 3 && end != std::string_view::npos; ++lines)
      end = text.find('\n', end == at ? at : end + 1);
    return normalise_message(text.substr(begin, end == text.npos ? text.npos : end - begin));
  }
  return {};
}

}  // namespace pg
