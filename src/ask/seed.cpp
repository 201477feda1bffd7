#include "ask/seed.h"

#include <algorithm>

#include <fmt/format.h>

#include "ask/advice.h"
#include "ask/query.h"
#include "model/check.h"
#include "mutate/answers.h"
#include "mutate/diver.h"
#include "smtlib/safety.h"
#include "term/traverse.h"
#include "theory/core/core.h"

namespace pg {
namespace {

constexpr std::string_view kPrefix = "pg-core-";

Command plain_command(Pool& pool, CommandKind kind, std::string_view name,
                      std::string_view text = {}) {
  Command command;
  command.kind = kind;
  command.name = pool.intern(name);
  command.text = pool.intern(text);
  return command;
}

// (! term :named name)
Term named(Pool& pool, Term term, const std::string& name) {
  const Attribute attribute{pool.intern(":named"), pool.intern(name), 0};
  HeadData data;
  data.kind = HeadKind::Annotation;
  data.attributes = {&attribute, 1};
  return pool.make(pool.head(data), kBool, {&term, 1});
}

// The numbers of the names that a solver lists.
std::vector<size_t> read_core(const std::string& output) {
  std::vector<size_t> numbers;
  for (size_t at = output.find(kPrefix); at != std::string::npos; at = output.find(kPrefix, at)) {
    at += kPrefix.size();
    numbers.push_back(std::strtoull(output.c_str() + at, nullptr, 10));
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

// Asks fresh processes, and knows whether the clock ended one. Their work is limited where they
// measure it.
class FreshAsker {
 public:
  explicit FreshAsker(QueryLimits limits) : limits_(limits) { limits_.by_work = true; }

  std::vector<Answer> ask(const Solver& solver, const Query& query) {
    std::vector<Answer> answers = ask_once(solver, query, limits_);
    for (const Answer& answer : answers) timed_ = timed_ || answer.kind == AnswerKind::Timeout;
    return answers;
  }
  Advisers adviser(const Solver& solver) {
    return {.solvers = {&solver, 1}, .limits = limits_, .cost = &advice_};
  }
  bool timed() const { return timed_ || advice_.timed; }

 private:
  QueryLimits limits_;
  bool timed_ = false;
  Advisers::Cost advice_;
};

bool says_unsat(Pool& pool, const Script& script, const Solver& solver, FreshAsker& asker) {
  const std::vector<Answer> answers = asker.ask(solver, make_query(pool, script, false));
  return answers.size() == 1 && answers[0].kind == AnswerKind::Unsat;
}

}  // namespace

std::optional<Known> known_by(const Solver& solver) {
  // Releases of Z3 from npm have a row of their own: z3@
  const std::string_view name = solver.spec->name.substr(0, solver.spec->name.find('@'));
  for (const KnownSolver& row : known_solvers())
    if (row.name == name) return row.known;
  return {};
}

std::vector<Solver> speakers_of(const Dialect& dialect, std::span<const Solver> solvers) {
  std::vector<Solver> found;
  for (const Solver& solver : solvers)
    if (!dialect.specific || known_by(solver) == dialect.solvers) found.push_back(solver);
  return found;
}

Result<bool> use_dialect_of(std::span<const Solver> solvers, Dialect& dialect) {
  if (!dialect.specific || dialect.solvers != Known{}) return true;
  const std::optional<Known> known = solvers.size() == 1 ? known_by(solvers[0]) : std::nullopt;
  if (!known) return Error{{}, "--solver-specific needs a name, or one --solver that we know"};
  dialect.solvers = *known;
  return true;
}

Script with_assertions(Pool& pool, const Script& script, size_t check,
                       std::span<const size_t> commands) {
  const CheckState state = state_at(pool, script, check);
  Script made;
  std::vector<Term> kept;
  for (const Assertion& assertion : state.assertions)
    if (std::ranges::find(commands, assertion.command) != commands.end())
      kept.push_back(assertion.term);
  for (const Command& command : state.script.commands)
    if (command.kind != CommandKind::Assert) made.commands.push_back(command);
  for (const Term term : kept) {
    Command assertion;
    assertion.kind = CommandKind::Assert;
    assertion.name = pool.intern("assert");
    assertion.terms = {term};
    made.commands.push_back(std::move(assertion));
  }
  return made;
}

namespace {

Result<std::vector<size_t>> find_core(Pool& pool, const Script& script, size_t check,
                                      const Solver& solver, FreshAsker& asker) {
  const CheckState state = state_at(pool, script, check);
  Script asked;
  asked.commands.push_back(
      plain_command(pool, CommandKind::SetOption, "set-option", ":produce-unsat-cores true"));
  for (const Command& command : state.script.commands)
    if (command.kind != CommandKind::Assert) asked.commands.push_back(command);
  for (const Assertion& assertion : state.assertions) {
    Command command = plain_command(pool, CommandKind::Assert, "assert");
    // Of a check-sat-assuming all assumptions are in the core, or none.
    command.terms = {named(pool, assertion.term,
                           fmt::format("{}{}-{}", kPrefix, assertion.command, assertion.which))};
    asked.commands.push_back(std::move(command));
  }
  asked.commands.push_back(plain_command(pool, CommandKind::CheckSat, "check-sat"));
  asked.commands.push_back(plain_command(pool, CommandKind::Other, "get-unsat-core"));
  const std::vector<Answer> answers = asker.ask(solver, make_query(pool, asked, false));
  if (answers.size() != 1 || answers[0].kind != AnswerKind::Unsat)
    return Error{{}, fmt::format("{} does not say unsat", solver.name)};
  std::vector<size_t> core = read_core(answers[0].output);
  if (core.empty()) return Error{{}, fmt::format("{} gives no unsat core", solver.name)};
  if (!says_unsat(pool, with_assertions(pool, script, check, core), solver, asker))
    return Error{{}, fmt::format("{} does not confirm its unsat core", solver.name)};
  return core;
}

// No root of a polynomial, no function, no element of a sort that only the model has.
bool is_plain_value(const Pool& pool, Term value) {
  const bool is_root =
      pool.kind(value) == HeadKind::Literal && pool.data(value).literal == LiteralKind::Algebraic;
  return !is_root && !pool.has(value, kHasOpaque) && !pool.has(value, kHasBinder) &&
         functions(pool, value).empty();
}

// Constants of the script with values that can be written anywhere.
std::vector<std::pair<Head, Term>> plain_values(const Pool& pool, const CheckState& state,
                                                const Model& model) {
  std::vector<std::pair<Head, Term>> found;
  for (const Command& command : state.script.commands) {
    if (command.kind != CommandKind::DeclareFun) continue;
    for (const Definition& declared : command.definitions) {
      const auto value = model.functions.find(declared.function);
      if (value == model.functions.end() || !value->second.params.empty()) continue;
      const Term body = value->second.body;
      if (body && is_plain_value(pool, body)) found.emplace_back(declared.function, body);
    }
  }
  return found;
}

// The script with a value of a constant ruled out before its last check-sat.
Script without_value(Pool& pool, const Script& script, Head constant, Term value) {
  Script made = script;
  const auto last = std::find_if(made.commands.rbegin(), made.commands.rend(), is_check);
  CHECK(last != made.commands.rend(), "a seed has a check-sat");
  Command assertion = plain_command(pool, CommandKind::Assert, "assert");
  assertion.terms = {pool.term(core::kDistinct, {pool.constant(constant), value})};
  made.commands.insert(last.base() - 1, std::move(assertion));
  return made;
}

struct GivenModel {
  Model model;
  std::string text;
};

// What a solver gives as a model of a script, if it can be read as one of the state.
Result<GivenModel> ask_for_model(Pool& pool, const Script& script, const CheckState& state,
                                 size_t check, const Solver& solver, FreshAsker& asker) {
  std::vector<Answer> answers = asker.ask(solver, make_query(pool, script, true));
  if (check >= answers.size() || answers[check].kind != AnswerKind::Sat)
    return Error{{}, fmt::format("{} does not say sat", solver.name)};
  Result<Model> model =
      read_model(pool, state.script, answers[check].model, solver.spec->escapes_strings);
  if (!model)
    return Error{{},
                 fmt::format("{}'s model cannot be read: {}", solver.name, model.error().message)};
  return GivenModel{*std::move(model), std::move(answers[check].model)};
}

// A model that proves the script sat. Another one than the first where one is wanted, and where the
// first holds only by a choice for what SMT-LIB leaves open.
Result<Model> find_model(Pool& pool, const Script& script, size_t check, const Solver& solver,
                         FreshAsker& asker, uint64_t number) {
  constexpr uint64_t kAttempts = 3;
  const CheckState state = state_at(pool, script, check);
  Result<GivenModel> first = ask_for_model(pool, script, state, check, solver, asker);
  if (!first) return first.error();
  ValuePool values;
  auto judged = [&](GivenModel& given) {
    return check_with_advice(pool, values, state, given.model, given.text,
                             solver.spec->escapes_strings, asker.adviser(solver));
  };
  const ModelVerdict verdict = judged(*first);
  const bool again = verdict.verdict == Verdict::True && (number > 0 || !verdict.proves_sat());
  const std::vector<std::pair<Head, Term>> known = plain_values(pool, state, first->model);
  for (uint64_t i = 0; again && i < kAttempts && i < known.size(); ++i) {
    const auto& [constant, value] = known[(number + i) % known.size()];
    const Script asked = without_value(pool, script, constant, value);
    Result<GivenModel> other = ask_for_model(pool, asked, state, check, solver, asker);
    if (other && judged(*other).proves_sat()) return std::move(other->model);
  }
  if (verdict.proves_sat()) return std::move(first->model);
  return Error{
      {},
      verdict.verdict == Verdict::True
          ? fmt::format("{}'s model holds only by a choice for what SMT-LIB leaves open",
                        solver.name)
          : fmt::format("{}'s model makes the script {}", solver.name, name_of(verdict.verdict))};
}

}  // namespace

Result<std::vector<size_t>> find_core(Pool& pool, const Script& script, size_t check,
                                      const Solver& solver, const QueryLimits& limits) {
  FreshAsker asker(limits);
  return find_core(pool, script, check, solver, asker);
}

Result<SeedProof> find_proof(Pool& pool, const Script& script, const Answers& answers,
                             std::span<const Solver> solvers, const QueryLimits& limits,
                             uint64_t number) {
  if (answers.empty() || !answers.back())
    return Error{{}, "the answer of the last check-sat is not known"};
  const size_t check = answers.size() - 1;
  const Script asked = with_open_status(pool, safe_script(pool, script));
  FreshAsker asker(limits);
  Error why{{}, "no solver to ask why the answer is right"};
  for (size_t i = 0; i < solvers.size(); ++i) {
    const Solver& solver = solvers[(i + number) % solvers.size()];
    if (answers.back() == Truth::Sat) {
      const Result<Model> model = find_model(pool, asked, check, solver, asker, number);
      if (model)
        return SeedProof{
            .model = print_model(pool, *model), .by = solver.name, .timed = asker.timed()};
      why = model.error();
    } else {
      Result<std::vector<size_t>> core =
          find_core(pool, with_separate_conjuncts(pool, asked), check, solver, asker);
      if (core)
        return SeedProof{.core = *std::move(core), .by = solver.name, .timed = asker.timed()};
      why = core.error();
    }
  }
  return why;
}

Result<KnownSeed> known_seed(Pool& pool, const Script& script, const Answers& answers,
                             const SeedProof& proof, const Strategy& strategy) {
  KnownSeed known;
  known.answers = answers;
  // Whoever asks solvers for values makes mutants of any answer.
  if (strategy.needs == Strategy::Needs::Solvers) known.answers.assign(answers.size(), {});
  known.script = with_open_status(pool, safe_script(pool, script));
  known.check = std::max<size_t>(1, answers.size()) - 1;
  if (!proof.model.empty()) {
    const CheckState state = state_at(pool, known.script, known.check);
    Result<Model> model = read_model(pool, state.script, proof.model, true);
    if (!model) return model.error();
    known.model = *std::move(model);
  }
  if (strategy.needs == Strategy::Needs::Evidence && !proof.core.empty()) {
    known.script = with_separate_conjuncts(pool, known.script);
    known.core = proof.core;
  }
  return known;
}

}  // namespace pg
