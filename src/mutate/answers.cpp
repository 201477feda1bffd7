#include "mutate/answers.h"

#include <fmt/format.h>

namespace pg {
namespace {

constexpr std::string_view kStatus = ":status ";

bool is_status(const Pool& pool, const Command& command) {
  return command.kind == CommandKind::SetInfo && pool.text(command.text).starts_with(kStatus);
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
    if (is_status(pool, command))
      stated = read_truth(pool.text(command.text).substr(kStatus.size()));
    if (!is_check(command)) continue;
    answers.push_back(stated);
    stated.reset();  // it speaks of the next check-sat only
  }
  if (answers.empty()) answers.push_back(stated);
  return answers;
}

Result<Answers> read_answers(std::string_view text, size_t checks) {
  Answers answers;
  while (true) {
    const std::string_view word = text.substr(0, text.find(','));
    const std::optional<Truth> truth = read_truth(word);
    if (!truth) return Error{{}, fmt::format("'{}' is no answer: sat or unsat", word)};
    answers.push_back(truth);
    if (word.size() == text.size()) break;
    text.remove_prefix(word.size() + 1);
  }
  if (answers.size() > std::max<size_t>(checks, 1))
    return Error{{}, fmt::format("{} answers, but there are {} check-sat", answers.size(), checks)};
  answers.resize(std::max<size_t>(checks, 1), answers.back());
  return answers;
}

Script with_status(const Pool& pool, const Script& script, const Answers& answers) {
  Script made;
  size_t check = 0;
  for (const Command& command : script.commands) {
    const bool known = check < answers.size() && answers[check];
    if (is_status(pool, command) && !known) continue;
    if (is_check(command)) ++check;
    made.commands.push_back(command);
  }
  return made;
}

}  // namespace pg
