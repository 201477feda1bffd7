#include "ask/models.h"

#include <algorithm>
#include <array>

#include "ask/nudge.h"
#include "ask/query.h"
#include "ask/trial.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// What else it takes to ask a solver.
struct Asking {
  std::string_view solver;
  bool random = false;  // its choices depend on a random number, after a push
  bool soft = false;    // it reads assert-soft
};
constexpr auto kAsking = std::to_array<Asking>({{"z3", true, true}});

Asking asking_of(const SolverSpec& spec) {
  const auto row = std::ranges::find(kAsking, spec.name, &Asking::solver);
  return row == kAsking.end() ? Asking() : *row;
}

bool has_wishes(const Script& script) {
  return std::ranges::find(script.commands, CommandKind::Objective, &Command::kind) !=
         script.commands.end();
}

bool only_sets(const Command& command) {
  return command.kind == CommandKind::SetOption || command.kind == CommandKind::SetLogic;
}

// The script with what makes the solver's choices depend on a number.
Script randomised(Pool& pool, const Script& script, const SolverSpec& spec, uint64_t number) {
  Script made;
  for (const std::string_view option : spec.random_options) {
    Command command;
    command.kind = CommandKind::SetOption;
    command.name = pool.intern("set-option");
    std::string text(option);
    if (const size_t at = text.find("{seed}"); at != std::string::npos)
      text.replace(at, 6, std::to_string(number % 1'000'000));
    command.text = pool.intern(text);
    made.commands.push_back(std::move(command));
  }
  made.commands.insert(made.commands.end(), script.commands.begin(), script.commands.end());
  if (asking_of(spec).random && !has_wishes(script)) {
    Command push;
    push.kind = CommandKind::Push;
    push.name = pool.intern("push");
    push.levels = 1;
    made.commands.insert(std::ranges::find_if_not(made.commands, only_sets), push);
  }
  return made;
}

}  // namespace

SolverModels::SolverModels(std::span<const Solver> solvers, QueryLimits limits) {
  limits.by_work = true;
  for (const Solver& solver : solvers) {
    used_.push_back(sessions_.size());
    sessions_.push_back(std::make_unique<Session>(solver, limits));
  }
}
SolverModels::~SolverModels() = default;

void SolverModels::use(std::span<const size_t> solvers, double seconds) {
  used_.assign(solvers.begin(), solvers.end());
  seconds_ = seconds;
}

double SolverModels::waited() const {
  double seconds = 0;
  for (const std::unique_ptr<Session>& session : sessions_) seconds += session->waited();
  return seconds;
}

std::optional<Model> SolverModels::model(Pool& pool, const Script& script, uint64_t number) {
  std::vector<Evidence> evidence;
  std::vector<Script> asked;
  std::optional<Model> found;
  for (size_t i = 0; i < used_.size() && !found; ++i) {
    // Recipes name those that are used, in this order, and no others.
    const size_t place = (number + i) % used_.size();
    const size_t which = used_[place];
    const SolverSpec& spec = *sessions_[which]->solver().spec;
    if (has_wishes(script) && !asking_of(spec).soft) continue;
    asked.push_back(randomised(pool, script, spec, number));
    if (!asking_of(spec).random && !has_wishes(script)) {
      // What holds with bounds holds without them; that nothing does says nothing.
      const Script nearer = nudged(pool, asked.back(), Rng(number).fork(place));
      std::vector<Evidence> alone;
      found = ask(pool, nearer, which, alone);
      if (found) {
        evidence.push_back(std::move(alone[0]));
        asked.back() = nearer;
        break;
      }
      show(pool, alone, {&nearer, 1});
    }
    found = ask(pool, asked.back(), which, evidence);
    // Whether "unsat" is true is another solver's question now and then.
    if (evidence.back().answer.kind == AnswerKind::Unsat && number % kUnsatsTrusted != 0) break;
  }
  show(pool, evidence, asked);
  return found;
}

// Keeps what answers to these scripts, which are the same question, show.
void SolverModels::show(const Pool& pool, std::span<const Evidence> evidence,
                        std::span<const Script> asked) {
  for (Case& shown : judge(Agree{}, evidence, 0)) {
    if (shown_.size() == kMaxShown) break;
    for (size_t i = 0; i < evidence.size(); ++i)
      if (evidence[i].solver == shown.liar) shown.original = print_script(pool, asked[i]);
    shown_.push_back(std::move(shown));
  }
}

std::optional<Model> SolverModels::ask(Pool& pool, const Script& script, size_t which,
                                       std::vector<Evidence>& evidence) {
  Session& session = *sessions_[which];
  ++counts_.asked;
  const Query query = make_query(pool, script, true);
  std::vector<Answer> answers = session.ask(query, seconds_);
  bool waited = false;
  for (; answers[0].not_started && wait_(answers[0].detail); waited = true)
    answers = session.ask(query, seconds_);
  if (waited && !answers[0].not_started) over_();
  const bool answered = answers.size() == 1;
  const Answer answer = answered ? std::move(answers[0]) : Answer();
  evidence.push_back(evidence_of(pool, script, 0, session.solver(), answer, kMaxSteps));
  if (!answered) return {};
  answers_.push_back({which, answer.kind});
  if (answer.kind == AnswerKind::Timeout) ++counts_.timeouts;
  if (answer.kind == AnswerKind::Sat) ++counts_.sat;
  if (answer.kind == AnswerKind::Unsat) ++counts_.unsat;
  if (answer.kind != AnswerKind::Sat) return {};
  Result<Model> model = read_model(pool, state_at(pool, script, 0).script, answer.model,
                                   session.solver().spec->escapes_strings);
  if (!model) return {};
  return *std::move(model);
}

}  // namespace pg
