#include "program/panel.h"

#include <fstream>

#include <fmt/format.h>

#include "base/check.h"

namespace pg {

Panel::Panel(const Solver& solver, const QueryLimits& limits, std::string folder,
             const Budget& budget)
    : limits_(limits), session_(solver, limits), folder_(std::move(folder)), budget_(budget) {}

Answer Panel::ask(const std::string& script, const std::string& name, double seconds) {
  Answer answer;
  if (budget_.is_over()) {
    answer.kind = AnswerKind::Timeout;
    return answer;
  }
  ++queries_;
  Query query;
  query.parts.push_back({"(set-option :produce-models true)\n" + script, {}});
  std::vector<Answer> answers = session_.ask(query, budget_.at_most(seconds));
  CHECK(!answers.empty(), "a query without an answer");
  keep(script, name, answers[0]);
  return std::move(answers[0]);
}

void Panel::keep(const std::string& script, const std::string& name, const Answer& answer) const {
  if (folder_.empty()) return;
  std::ofstream file(fmt::format("{}/{:03}-{}.smt2", folder_, queries_, name));
  // A query that nobody decided has no status.
  if (answer.decided()) file << fmt::format("(set-info :status {})\n", name_of(answer.kind));
  file << script;
}

}  // namespace pg
