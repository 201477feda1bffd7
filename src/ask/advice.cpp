#include "ask/advice.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "ask/query.h"
#include "ask/question.h"
#include "base/stop.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

// One quantifier can hide others: with values for its variables they come to light.
constexpr int kMaxRounds = 3;
constexpr size_t kMaxQuestions = 6;

class Counsel {
 public:
  explicit Counsel(const Advisers& advisers) : advisers_(advisers), start_(Clock::now()) {}

  // Comments for the model's text; empty if nobody proposes anything new.
  std::string propose(Pool& pool, ValuePool& values, const CheckState& state, const Model& model,
                      const ModelVerdict& verdict) {
    std::string lines;
    if (advisers_.solvers.empty()) return lines;
    for (const Evaluator::OpenQuantifier& open : verdict.open_quantifiers) {
      const std::optional<Question> question = question_of(pool, values, state, model, open);
      if (!question || asked_.contains(question->script)) continue;
      if (asked_.size() == kMaxQuestions || must_stop()) break;
      asked_.insert(question->script);
      lines += ask(*question);
    }
    return lines;
  }

 private:
  // The first that has an answer is believed: it costs nothing but reach.
  std::string ask(const Question& question) {
    Pool pool;
    const ParsedScript parsed = parse_script(pool, question.script);
    if (!parsed.errors.empty() || parsed.opaque_terms > 0) return {};
    const Query query = make_query(pool, parsed.script, true);
    for (const Solver& solver : advisers_.solvers) {
      QueryLimits limits = advisers_.limits;
      if (!limits.by_work) limits.seconds -= seconds_taken();
      if (limits.seconds <= 0) return {};
      const std::vector<Answer> answers = ask_once(solver, query, limits);
      if (answers.size() != 1) continue;
      add_cost(answers[0]);
      if (answers[0].kind == AnswerKind::Unsat) return {};
      if (answers[0].kind != AnswerKind::Sat) continue;
      std::string lines = instances_of(question, answers[0].model, solver.spec->escapes_strings);
      if (!lines.empty()) return lines;
    }
    return {};
  }

  void add_cost(const Answer& answer) const {
    if (!advisers_.cost) return;
    ++advisers_.cost->questions;
    advisers_.cost->seconds += answer.seconds;
    advisers_.cost->timed |= answer.kind == AnswerKind::Timeout;
  }

  double seconds_taken() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  const Advisers& advisers_;
  const Clock::time_point start_;
  absl::flat_hash_set<std::string> asked_;
};

}  // namespace

ModelVerdict check_with_advice(Pool& pool, ValuePool& values, const CheckState& state, Model& model,
                               std::string& text, bool escapes_strings, const Advisers& advisers,
                               uint64_t max_steps) {
  ModelVerdict verdict = check_model(pool, values, state, model, max_steps);
  Counsel counsel(advisers);
  Model advised = model;
  std::string longer = text + (text.ends_with('\n') ? "" : "\n");
  std::string lines = advisers.instances;
  for (int round = 0; round < kMaxRounds && !verdict.open_quantifiers.empty(); ++round) {
    if (lines.empty()) lines = counsel.propose(pool, values, state, advised, verdict);
    if (lines.empty()) break;
    longer += std::exchange(lines, {});
    Result<Model> again = read_model(pool, state.script, longer, escapes_strings);
    if (!again) break;
    advised = *std::move(again);
    verdict = check_model(pool, values, state, advised, max_steps);
    if (verdict.verdict == Verdict::Unknown) continue;
    model = std::move(advised);
    text = std::move(longer);
    break;
  }
  return verdict;
}

}  // namespace pg
