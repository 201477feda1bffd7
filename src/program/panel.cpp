#include "program/panel.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "base/check.h"

namespace pg {
namespace {

// A team with a question, and what its members have said.
struct Turn {
  size_t question = 0;
  Query query;
  std::vector<std::unique_ptr<Session>>* team = nullptr;
  std::vector<Answer> answers;
  std::vector<bool> open;  // whose answers are not there yet
  Clock::time_point begin = Clock::now();
  bool is_decided = false;

  bool is_over() const { return std::ranges::find(open, true) == open.end(); }
};

Turn begin_turn(size_t question, const std::string& script, double seconds,
                std::vector<std::unique_ptr<Session>>& team) {
  Turn turn;
  turn.question = question;
  turn.query.parts.push_back({"(set-option :produce-models true)\n" + script, {}});
  turn.team = &team;
  for (const std::unique_ptr<Session>& session : team) {
    std::optional<Answer> failure = session->begin(turn.query, seconds);
    turn.open.push_back(!failure);
    turn.answers.push_back(failure.value_or(Answer()));
  }
  return turn;
}

std::vector<Process*> processes_of(const std::vector<Turn>& turns) {
  std::vector<Process*> processes;
  for (const Turn& turn : turns)
    for (size_t i = 0; i < turn.open.size(); ++i)
      if (turn.open[i]) processes.push_back((*turn.team)[i]->process());
  return processes;
}

// Who has not decided it by then has as long again, and no less than this: solvers that contradict
// each other should be seen to.
void hurry(const Turn& turn) {
  constexpr auto kLeast = std::chrono::milliseconds(250);
  const auto took = std::max<Clock::duration>(Clock::now() - turn.begin, kLeast);
  for (size_t i = 0; i < turn.open.size(); ++i)
    if (turn.open[i]) (*turn.team)[i]->process()->hurry(Clock::now() + took);
}

// Takes the answers of those that have stopped.
void take_answers(Turn& turn, const std::vector<Turn>& turns) {
  for (size_t i = 0; i < turn.open.size(); ++i) {
    Session& session = *(*turn.team)[i];
    if (!turn.open[i] || !session.process()->has_stopped()) continue;
    turn.open[i] = false;
    std::vector<Answer> answers = session.take(turn.query, processes_of(turns));
    CHECK(!answers.empty(), "a query without an answer");
    turn.answers[i] = std::move(answers[0]);
    if (turn.answers[i].decided() && !turn.is_decided) {
      turn.is_decided = true;
      hurry(turn);
    }
  }
}

}  // namespace

Panel::Panel(PanelOptions options, const Budget& budget)
    : options_(std::move(options)), budget_(budget), teams_(std::max(options_.jobs, size_t{1})) {
  for (Team& team : teams_)
    for (const Solver& solver : options_.solvers)
      team.push_back(std::make_unique<Session>(solver, options_.limits));
}

std::vector<Answer> Panel::ask(std::span<const PanelQuestion> questions, double seconds) {
  std::vector<Answer> verdicts(questions.size());
  for (Answer& each : verdicts) each.kind = AnswerKind::Timeout;
  const auto begin = Clock::now();
  std::vector<Team*> idle;
  for (Team& team : teams_) idle.push_back(&team);
  std::vector<Turn> turns;
  size_t next = 0;
  while (true) {
    while (next < questions.size() && !idle.empty() && !budget_.is_over()) {
      turns.push_back(
          begin_turn(next, questions[next].script, budget_.at_most(seconds), *idle.back()));
      idle.pop_back();
      ++next;
    }
    if (turns.empty()) break;
    const std::vector<Process*> processes = processes_of(turns);
    if (!processes.empty()) Process::wait_for_one(processes);
    for (Turn& turn : turns) take_answers(turn, turns);
    std::erase_if(turns, [&](Turn& turn) {
      if (!turn.is_over()) return false;
      verdicts[turn.question] = verdict_of(questions[turn.question], turn.answers);
      idle.push_back(turn.team);
      return true;
    });
  }
  seconds_ += std::chrono::duration<double>(Clock::now() - begin).count();
  for (size_t i = 0; i < next; ++i) keep(questions[i], verdicts[i]);
  return verdicts;
}

Answer Panel::verdict_of(const PanelQuestion& question, const std::vector<Answer>& answers) {
  auto who_says = [&](AnswerKind kind) {
    return static_cast<size_t>(std::ranges::find(answers, kind, &Answer::kind) - answers.begin());
  };
  const size_t sat = who_says(AnswerKind::Sat);
  const size_t unsat = who_says(AnswerKind::Unsat);
  if (sat < answers.size() && unsat < answers.size()) {
    contradictions_.push_back(
        {fmt::format("{} says sat and {} says unsat to the same question",
                     options_.solvers[sat].name, options_.solvers[unsat].name),
         true, question.script});
    Answer none;
    none.kind = AnswerKind::Unknown;
    none.detail = "the solvers contradict each other";
    return none;
  }
  return answers[sat < answers.size() ? sat : unsat < answers.size() ? unsat : 0];
}

void Panel::keep(const PanelQuestion& question, const Answer& answer) {
  ++queries_;
  if (options_.folder.empty()) return;
  std::ofstream file(fmt::format("{}/{:03}-{}.smt2", options_.folder, queries_, question.name));
  // A query that nobody decided has no status.
  if (answer.decided()) file << fmt::format("(set-info :status {})\n", name_of(answer.kind));
  file << question.script;
}

}  // namespace pg
