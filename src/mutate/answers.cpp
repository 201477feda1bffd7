#include "mutate/answers.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "smtlib/lexer.h"

namespace pg {
namespace {

constexpr std::string_view kNoAnswer = "unknown";

// The word after :status, however it is written; empty if the command is about something else.
std::string_view status_of(const Pool& pool, const Command& command) {
  if (command.kind != CommandKind::SetInfo) return {};
  Lexer lexer(pool.text(command.text));
  const Token keyword = lexer.next();
  if (keyword.kind != TokenKind::Keyword || keyword.text != ":status") return {};
  const Token word = lexer.next();
  return word.kind == TokenKind::End ? keyword.text : word.text;
}

std::optional<Truth> read_truth(std::string_view word) {
  for (const Truth truth : {Truth::Sat, Truth::Unsat})
    if (word == name_of(truth)) return truth;
  return {};
}

}  // namespace

Answers stated_answers(const Pool& pool, const Script& script) {
  Answers answers;
  std::optional<Truth> stated;
  for (const Command& command : script.commands) {
    if (const std::string_view status = status_of(pool, command); !status.empty())
      stated = read_truth(status);
    if (!is_check(command)) continue;
    answers.push_back(stated);
    stated.reset();  // it speaks of the next check-sat only
  }
  if (answers.empty()) answers.push_back(stated);
  return answers;
}

Result<Answers> read_answers(std::string_view text, size_t checks) {
  Answers answers;
  bool known = false;
  while (true) {
    const std::string_view word = text.substr(0, text.find(','));
    const std::optional<Truth> truth = read_truth(word);
    if (!truth && word != kNoAnswer)
      return Error{{}, fmt::format("'{}' is no answer: sat, unsat or unknown", word)};
    answers.push_back(truth);
    known = known || truth;
    if (word.size() == text.size()) break;
    text.remove_prefix(word.size() + 1);
  }
  if (!known) return Error{{}, "one answer at least has to be sat or unsat"};
  if (answers.size() > std::max<size_t>(checks, 1))
    return Error{{}, fmt::format("{} answers, but there are {} check-sat", answers.size(), checks)};
  answers.resize(std::max<size_t>(checks, 1), answers.back());
  return answers;
}

std::string answers_text(const Answers& answers) {
  if (std::ranges::none_of(answers, [](const auto& answer) { return answer.has_value(); }))
    return "";
  std::vector<std::string_view> words;
  for (const std::optional<Truth>& answer : answers)
    words.push_back(answer ? name_of(*answer) : kNoAnswer);
  return fmt::format("{}", fmt::join(words, ","));
}

Script with_open_status(Pool& pool, Script script) {
  for (Command& command : script.commands)
    if (!status_of(pool, command).empty()) command.text = pool.intern(":status unknown");
  return script;
}

}  // namespace pg
