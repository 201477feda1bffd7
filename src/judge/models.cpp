#include "judge/models.h"

#include "judge/query.h"
#include "judge/trial.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// The script with the options that make the solver's choices depend on a number.
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
  return made;
}

}  // namespace

SolverModels::SolverModels(std::span<const Solver> solvers, const QueryLimits& limits) {
  for (const Solver& solver : solvers)
    sessions_.push_back(std::make_unique<Session>(solver, limits));
}
SolverModels::~SolverModels() = default;

double SolverModels::waited() const {
  double seconds = 0;
  for (const std::unique_ptr<Session>& session : sessions_) seconds += session->waited();
  return seconds;
}

std::optional<Model> SolverModels::model(Pool& pool, const Script& script, uint64_t number) {
  for (size_t i = 0; i < sessions_.size(); ++i)
    if (std::optional<Model> found =
            ask(pool, script, *sessions_[(number + i) % sessions_.size()], number))
      return found;
  return {};
}

std::optional<Model> SolverModels::ask(Pool& pool, const Script& script, Session& session,
                                       uint64_t number) {
  ++counts_.asked;
  const Script asked = randomised(pool, script, *session.solver().spec, number);
  const std::vector<Answer> answers = session.ask(make_query(pool, asked, true));
  if (answers.size() != 1) return {};
  Evidence evidence{.solver = session.solver().name,
                    .program = std::string(session.solver().spec->name)};
  evidence.answer = answers[0];
  if (answers[0].kind == AnswerKind::Sat) ++counts_.sat;
  if (answers[0].kind == AnswerKind::Unsat) ++counts_.unsat;
  evaluate_model(pool, asked, 0, session.solver(), evidence);
  for (Finding& finding : judge({}, {&evidence, 1}, 0, character_of(pool, asked)))
    if (shown_.size() < kMaxShown)
      shown_.push_back({std::move(finding), session.solver().name, print_script(pool, asked)});
  if (answers[0].kind != AnswerKind::Sat) return {};
  Result<Model> model = read_model(pool, state_at(pool, asked, 0).script, answers[0].model,
                                   session.solver().spec->escapes_strings);
  if (!model) return {};
  return *std::move(model);
}

}  // namespace pg
