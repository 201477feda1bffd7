#include "ask/refusals.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "ask/query.h"
#include "base/stop.h"

namespace pg {
namespace {

using Refused = Refusals::Refused;

// Far more than it takes to read one operator. What is not decided then was read.
constexpr double kSeconds = 3;
// Who says nothing about so many trivial scripts one after the other is not asked about more.
constexpr size_t kMostTimeouts = 5;
// Samples that are sent at once.
constexpr size_t kTogether = 25;

struct Sample {
  const OpSpec* row;
  Query query;
};

std::vector<Sample> samples_of(std::span<const OpSpec* const> rows, std::string_view logic) {
  std::vector<Sample> samples;
  for (const OpSpec* row : rows) {
    Pool pool;
    const std::optional<Script> script = sample_of(pool, *row, logic);
    if (!script) continue;
    samples.push_back({row, make_query(pool, *script, true)});
    samples.back().query.models = false;
  }
  return samples;
}

bool is_refusal(std::string_view response) {
  return response == "unsupported" || !error_message(response).empty();
}

// What a solver says after the sample of that number. No part of another one's.
std::string mark_of(size_t number) { return fmt::format("polygraph-sample-{}.", number); }

// One solver, asked about many operators. Starting a process takes longer than the answers, so that
// samples are sent together, each between push and pop, where the solver's row has that.
class Examination {
 public:
  Examination(const Solver& solver, QueryLimits limits) : session_(solver, limited(limits)) {}

  // Writes whether the solver refuses them.
  Result<bool> ask(std::span<const Sample> samples, Refused& refused) {
    while (!samples.empty()) {
      size_t count = 1;
      while (count < samples.size() && count < kTogether &&
             samples[count].query.needs == samples[0].query.needs)
        ++count;
      const Result<size_t> told = ask_together(samples.first(count), refused);
      if (!told) return told.error();
      samples = samples.subspan(*told);
    }
    return true;
  }

 private:
  // The work is limited where the solver measures it: the same on any machine.
  static QueryLimits limited(QueryLimits limits) {
    limits.seconds = kSeconds;
    limits.by_work = true;
    return limits;
  }

  // How many were told of: some solvers end at an error.
  Result<size_t> ask_together(std::span<const Sample> samples, Refused& refused) {
    if (samples.size() == 1 || !session_.solver().spec->resets)
      return ask_alone(samples[0], refused);
    const Result<Answer> answer = ask(joined(samples));
    if (!answer) return answer.error();
    const std::string_view output = answer->output;
    size_t from = 0;
    for (size_t i = 0; i < samples.size(); ++i) {
      const size_t end = output.find(mark_of(i), from);
      const std::vector<std::string_view> said =
          split_responses(output.substr(from, std::min(end, output.size()) - from));
      const bool refuses = std::ranges::any_of(said, is_refusal);
      if (!refuses && end == output.npos) {
        const Result<size_t> told = ask_alone(samples[i], refused);
        return told ? Result<size_t>(i + 1) : told;
      }
      refused[samples[i].row] = refuses;
      if (end == output.npos) return i + 1;
      from = end + mark_of(i).size();
    }
    return samples.size();
  }

  // A crash, a timeout or an answer that is wrong is no refusal: those are what we look for.
  Result<size_t> ask_alone(const Sample& sample, Refused& refused) {
    if (timeouts_ >= kMostTimeouts) return 1;
    const Result<Answer> answer = ask(sample.query);
    if (!answer) return answer.error();
    timeouts_ = answer->kind == AnswerKind::Timeout ? timeouts_ + 1 : 0;
    refused[sample.row] =
        answer->kind == AnswerKind::Error || answer->kind == AnswerKind::Unsupported;
    return 1;
  }

  static Query joined(std::span<const Sample> samples) {
    Query query = samples[0].query;
    std::string& text = query.parts[0].text;
    text.resize(query.header);
    for (size_t i = 0; i < samples.size(); ++i) {
      const Query& sample = samples[i].query;
      text += fmt::format("(push 1)\n{}(pop 1)\n(echo \"{}\")\n",
                          sample.parts[0].text.substr(sample.header), mark_of(i));
    }
    return query;
  }

  Result<Answer> ask(const Query& query) {
    std::vector<Answer> answers = session_.ask(query);
    if (must_stop()) return Error{{}, "stopped"};
    if (answers.empty()) return Answer{.kind = AnswerKind::Crash};
    if (answers[0].not_started) return environment_error(answers[0].detail);
    return std::move(answers[0]);
  }

  Session session_;
  size_t timeouts_ = 0;  // one after the other
};

// Asks about the rows of which nothing is known yet.
Result<bool> learn(std::span<const OpSpec* const> rows, std::string_view logic,
                   const Solver& solver, const QueryLimits& limits, Refused& known) {
  std::vector<const OpSpec*> open;
  for (const OpSpec* row : rows)
    if (!known.contains(row)) open.push_back(row);
  const Result<bool> asked = Examination(solver, limits).ask(samples_of(open, logic), known);
  if (!asked) return asked;
  // Of what has no sample nothing is known.
  for (const OpSpec* row : open) known.try_emplace(row, false);
  return true;
}

}  // namespace

Result<Rows> Refusals::among(std::span<const OpSpec* const> rows, std::string_view logic,
                             std::span<const Solver> solvers, const QueryLimits& limits) {
  Rows refused;
  for (const Solver& solver : solvers) {
    const std::pair<std::string, std::string> key(solver.finder(), logic);
    Refused known;
    {
      const std::lock_guard lock(lock_);
      known = known_[key];
    }
    const Result<bool> learnt = learn(rows, logic, solver, limits, known);
    {
      const std::lock_guard lock(lock_);
      known_[key].insert(known.begin(), known.end());
    }
    if (!learnt) return learnt.error();
    for (const OpSpec* row : rows)
      if (known[row]) refused.insert(row);
  }
  return refused;
}

Result<bool> leave_out_refused(Pool& pool, const Script& script, std::span<const Solver> solvers,
                               const QueryLimits& limits, Refusals& refusals, Dialect& dialect) {
  // What is new may be spoken of, too, by who asks.
  if (!dialect.refused) dialect.refused.emplace();
  const Vocabulary vocabulary(pool, script, dialect);
  const std::vector<const OpSpec*> rows = new_rows(vocabulary);
  const std::string_view logic = dialect.widened ? std::string_view("ALL") : logic_of(pool, script);
  const Result<Rows> refused = refusals.among(rows, logic, solvers, limits);
  if (!refused) return refused.error();
  dialect.refused->insert(refused->begin(), refused->end());
  return true;
}

}  // namespace pg
