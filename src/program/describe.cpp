#include "program/describe.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace pg {
namespace {

// "(signed)>>" tells two shifts apart that C writes alike.
std::string_view written(std::string_view token) {
  return token.substr(token.starts_with('(') ? token.find(')') + 1 : 0);
}

// Where the operator stands: at the column, or after it in `a += b`. npos if nowhere.
size_t find_operator(std::string_view line, size_t from, std::string_view token) {
  if (line.substr(from).starts_with(token)) return from;
  return line.find(std::string(token) + "=", from);
}

std::string replaced(std::string_view line, size_t at, size_t length, std::string_view by) {
  return std::string(line.substr(0, at)).append(by).append(line.substr(at + length));
}

// The end of an expression that begins here: a semicolon, a comma or a bracket too many.
size_t expression_end(std::string_view line, size_t at) {
  int depth = 0;
  for (; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0 || (depth == 0 && (c == ';' || c == ','))) return at;
  }
  return line.npos;
}

// The expression that is assigned or returned; empty if the text does not show it.
std::pair<size_t, size_t> find_expression(std::string_view line, size_t from) {
  size_t begin = from;
  if (line.substr(from).starts_with("return")) {
    begin = from + 6;
  } else {
    begin = line.find('=', from);
    if (begin == line.npos || line.substr(begin).starts_with("==") ||
        (begin > 0 && std::string_view("+-*/%&|^<>!").find(line[begin - 1]) != line.npos))
      return {0, 0};
    ++begin;
  }
  while (begin < line.size() && line[begin] == ' ') ++begin;
  const size_t end = expression_end(line, begin);
  return end == line.npos ? std::pair<size_t, size_t>{0, 0} : std::pair{begin, end};
}

std::string with_operator(std::string_view line, size_t from, const Site& site,
                          const Variant& variant) {
  const std::string_view old_token = written(site.token);
  const std::string_view new_token = written(variant.token);
  const size_t step = std::min(line.find("++", from), line.find("--", from));
  const size_t at = find_operator(line, from, old_token);
  if (step != line.npos && (at == line.npos || step <= at)) {
    const std::string by = new_token == "+"   ? "++"
                           : new_token == "-" ? "--"
                                              : fmt::format(" {}= 1", new_token);
    return replaced(line, step, 2, by);
  }
  if (at == line.npos || old_token == new_token) return {};
  return replaced(line, at, old_token.size(), new_token);
}

// Where there are several, the change would not be seen from the text: && binds closer than ||.
bool has_one_connector(std::string_view line) {
  size_t count = 0;
  for (size_t at = 0; at + 1 < line.size(); ++at)
    count += line.substr(at, 2) == "&&" || line.substr(at, 2) == "||";
  return count == 1;
}

std::string with_expression(std::string_view line, size_t from, const Variant& variant) {
  const auto [begin, end] = find_expression(line, from);
  if (begin == end || variant.wrap.empty()) return {};
  const std::string_view expression = line.substr(begin, end - begin);
  return replaced(line, begin, end - begin, fmt::format(fmt::runtime(variant.wrap), expression));
}

}  // namespace

std::string SourceLines::line(const std::string& file, uint32_t number) {
  const auto [found, added] = files_.try_emplace(file);
  if (added) {
    std::ifstream in(file, std::ios::binary);
    for (std::string text; std::getline(in, text);) found->second.push_back(text);
  }
  return number == 0 || number > found->second.size() ? "" : found->second[number - 1];
}

std::string mutated_line(std::string_view line, uint32_t column, const Site& site,
                         const Variant& variant) {
  std::string text;
  if (column > 0 && column <= line.size()) {
    if (site.kind == SiteKind::Result || (site.kind == SiteKind::Target && has_one_connector(line)))
      text = with_operator(line, column - 1, site, variant);
    if (site.kind == SiteKind::Operand) text = with_expression(line, column - 1, variant);
  }
  return text.empty() ? fmt::format("{}  /* {} */", line, variant.change) : text;
}

}  // namespace pg
