#include "ask/trial.h"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/stop.h"
#include "model/print_value.h"
#include "smtlib/printer.h"
#include "smtlib/safety.h"
#include "solve/scratch.h"
#include "solve/standing.h"

namespace pg {
namespace {

// Of a line in an explanation: nobody reads more.
constexpr size_t kMaxLine = 2000;

bool asks_for_models(const Pool& pool, const Script& script) {
  return std::ranges::any_of(script.commands, [&](const Command& command) {
    return command.kind == CommandKind::SetOption && command.text &&
           pool.text(command.text).starts_with(":produce-models true");
  });
}

bool is_undecided(const Answer& answer) {
  return answer.kind == AnswerKind::Unknown || answer.kind == AnswerKind::Unsupported ||
         answer.kind == AnswerKind::Error;
}

// First as the user would run it; with the options that the script seems to need where that is not
// enough.
std::vector<Answer> ask_plainly(const Solver& solver, Query query, const QueryLimits& limits,
                                Needs& needs) {
  query.needs = needs & kNeedIncremental;
  std::vector<Answer> answers = ask_once(solver, query, limits);
  if (std::ranges::none_of(answers, is_undecided) ||
      solver.command(needs, {}, false) == solver.command(query.needs, {}, false)) {
    needs = query.needs;
    return answers;
  }
  query.needs = needs;
  return ask_once(solver, query, limits);
}

// Most solvers keep models only if they are told so, and are not quite the same then: the answer is
// that of the plain run, the model comes from a second one.
std::vector<Answer> ask_with_model(const Solver& solver, Query plain, Query with_models,
                                   bool has_option, const QueryLimits& limits, Needs& needs) {
  plain.models = solver.spec->models_by_default || has_option;
  std::vector<Answer> answers = ask_plainly(solver, plain, limits, with_models.needs);
  needs = with_models.needs;
  const bool wanted = !plain.models && std::ranges::any_of(answers, [](const Answer& answer) {
    return answer.kind == AnswerKind::Sat;
  });
  if (!wanted) return answers;
  const std::vector<Answer> again = ask_once(solver, with_models, limits);
  for (size_t i = 0; i < answers.size() && i < again.size(); ++i) {
    Answer& answer = answers[i];
    if (answer.kind != AnswerKind::Sat) continue;
    answer.model = again[i].model;
    answer.output =
        again[i].kind == AnswerKind::Sat ? again[i].output : answer.output + again[i].output;
    if (answer.breakdown.empty() && !again[i].breakdown.empty()) {
      answer.breakdown = again[i].breakdown;
      answer.broke_with_models = true;
    }
    if (again[i].kind != AnswerKind::Sat)
      answer.errors.push_back(
          fmt::format("with :produce-models it says {}", name_of(again[i].kind)));
    answer.errors.insert(answer.errors.end(), again[i].errors.begin(), again[i].errors.end());
  }
  return answers;
}

// A bug keeps what its solver printed, the answer and messages of a crash: a flood of it is cut.
void limit_output(Answer& answer) {
  if (answer.output.size() <= kMaxOutput) return;
  const size_t cut = answer.output.size() - kMaxOutput;
  answer.output.replace(kMaxOutput, cut,
                        fmt::format("\n[polygraph: {} more bytes were cut]\n", cut));
}

std::string folder_here() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

// A solver names files of the folder that it runs in, which has a number.
void hide_scratch(std::string& text) {
  const Result<std::string> scratch = scratch_folder();
  if (!scratch) return;
  const std::string place = *scratch + "/";
  for (size_t at = text.find(place); at != std::string::npos; at = text.find(place, at)) {
    const size_t number = text.find_first_not_of("0123456789", at + place.size());
    text.erase(at, std::min(number, text.size()) - at);
    if (at < text.size() && text[at] == '/') text.erase(at, 1);
  }
}

// How a solver was run, for people: no path of this machine is in it, nor in what it printed.
void set_run(Evidence& evidence, const Solver& solver, Needs needs) {
  evidence.command = portable_command(solver, needs);
  const auto replace_all = [](std::string& text, const std::string& what, const std::string& by) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
      text.replace(at, what.size(), by);
  };
  std::vector<std::string> places{folder_here()};
  for (size_t i = 0; i < solver.leading; ++i)
    if (solver.argv[i].starts_with('/'))
      places.push_back(std::filesystem::path(solver.argv[i]).parent_path().string());
  for (std::string* text : {&evidence.answer.output, &evidence.answer.error_output}) {
    if (solver.argv[0].starts_with('/')) replace_all(*text, solver.argv[0], evidence.command[0]);
    for (const std::string& place : places)
      if (place.size() > 1) replace_all(*text, place + "/", "");
    hide_scratch(*text);
  }
}

// Symbols and strings may have newlines.
std::string on_one_line(std::string text) {
  if (text.size() > kMaxLine) text.replace(kMaxLine, text.npos, "...");
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// Why a model is not true: the first assertion that is not, and the values of its parts.
std::string explanation_of(Pool& pool, ValuePool& values, const ModelVerdict& verdict) {
  for (const AssertionVerdict& each : verdict.assertions) {
    if (each.verdict != verdict.verdict) continue;
    std::string text = fmt::format("the assertion at line {} is {}{}{}", each.assertion.place.line,
                                   name_of(each.verdict), each.why.empty() ? "" : ": ", each.why);
    for (const Reason& reason : each.reasons)
      text += fmt::format(
          "\n{:{}}{} = {}", "", 2 * reason.depth + 2,
          on_one_line(print_term(pool, reason.term, {.share = true, .width = 0})),
          on_one_line(print_value(pool, values, reason.value, pool.sort(reason.term), kMaxLine)));
    return text;
  }
  return {};
}

}  // namespace

Evidence evidence_of(Pool& pool, const Script& script, size_t check, const Solver& solver,
                     Answer answer, uint64_t max_steps, const Advisers& advisers) {
  Evidence evidence;
  evidence.solver = solver.id();
  evidence.answer = std::move(answer);
  limit_output(evidence.answer);
  evidence.escapes_strings = solver.spec->escapes_strings;
  if (!evidence.answer.decided()) return evidence;
  const CheckState state = state_at(pool, script, check);
  if (!state.foreign.empty()) {
    evidence.answer.kind = AnswerKind::Unknown;
    evidence.answer.detail =
        fmt::format("not judged: we do not know what ({} ...) does", state.foreign);
    return evidence;
  }
  if (evidence.answer.kind != AnswerKind::Sat || evidence.answer.model.empty()) return evidence;
  // A certificate is kept whole, or there is none.
  if (evidence.answer.model.size() > kMaxModel) {
    evidence.explanation =
        fmt::format("its model is not read: it has more than {} bytes", kMaxModel);
    evidence.answer.model.clear();
    return evidence;
  }
  Result<Model> model =
      read_model(pool, state.script, evidence.answer.model, evidence.escapes_strings);
  if (!model) {
    evidence.explanation = format_error("its model", model.error());
    return evidence;
  }
  ValuePool values;
  const ModelVerdict verdict = check_with_advice(pool, values, state, *model, evidence.answer.model,
                                                 evidence.escapes_strings, advisers, max_steps);
  evidence.model = verdict.verdict;
  evidence.depends_on_open_cases = !verdict.opened.empty();
  if (verdict.verdict == Verdict::True)
    evidence.witness = (verdict.defaulted.empty() ? std::nullopt : sat_proof(pool, state, *model))
                           .value_or(print_model(pool, *model));
  else
    evidence.explanation = explanation_of(pool, values, verdict);
  return evidence;
}

Trial try_script(Pool& pool, const Script& script, std::span<const Solver> solvers,
                 const QueryLimits& limits, const Claims& claims, const Advisers& more) {
  Trial trial;
  trial.query = make_query(pool, script, false);
  const Query with_models = make_query(pool, script, true);
  const bool has_option = asks_for_models(pool, script);
  std::vector<std::vector<Answer>> answers(solvers.size());
  std::vector<Needs> needs(solvers.size());
  {
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < solvers.size(); ++i)
      threads.emplace_back([&, i, stop = stop_flag()] {
        const StopScope scope(stop);
        answers[i] =
            ask_with_model(solvers[i], trial.query, with_models, has_option, limits, needs[i]);
      });
  }
  Process::sweep();
  for (size_t check = 0; check < trial.query.parts.size(); ++check) {
    std::vector<Evidence>& row = trial.checks.emplace_back();
    for (size_t i = 0; i < solvers.size(); ++i) {
      Answer answer;
      answer.kind = AnswerKind::Unknown;
      answer.detail = "lost before this check-sat";
      if (check < answers[i].size()) answer = std::move(answers[i][check]);
      std::vector<Solver> advisers(solvers.begin(), solvers.end());
      advisers.erase(advisers.begin() + static_cast<ptrdiff_t>(i));
      advisers.insert(advisers.end(), more.solvers.begin(), more.solvers.end());
      advisers.push_back(solvers[i]);
      row.push_back(evidence_of(pool, script, check, solvers[i], std::move(answer), kMaxModelSteps,
                                {advisers, limits, more.instances}));
      set_run(row.back(), solvers[i], needs[i]);
    }
    for (Case& found : judge(claim_at(claims, check), row, check)) {
      found.original = query_text(trial.query);
      trial.cases.push_back(std::move(found));
    }
  }
  return trial;
}

Advisers advisers_for(const Case& found, std::span<const Solver> solvers,
                      const QueryLimits& limits) {
  return {solvers, limits, instance_lines(model_of(found.certificate))};
}

void set_standing(Case& found, const Solver& solver, bool needed) {
  std::vector<std::string> sentences;
  if (needed && !found.liar.options.empty())
    sentences.push_back(
        fmt::format("It does not show without `{}`.", fmt::join(found.liar.options, " ")));
  for (const std::string& option : found.command) {
    const bool always =
        &option == found.command.data() ||
        std::ranges::find(solver.spec->arguments, option) != solver.spec->arguments.end();
    if (always) continue;
    const Standing standing = standing_of(solver, option);
    if (!standing.level.empty())
      sentences.push_back(
          fmt::format("The solver's help marks `{}` as {}.", option, standing.level));
  }
  found.standing = fmt::format("{}", fmt::join(sentences, " "));
}

Evidence ask_text(const Solver& solver, const std::string& text, const QueryLimits& limits) {
  Query query;
  query.parts.push_back({safe_text(text.substr(0, text.find("(exit)"))), {}});
  query.models = false;
  std::vector<Answer> answers = ask_once(solver, query, limits);
  Evidence evidence;
  evidence.solver = solver.id();
  if (!answers.empty()) evidence.answer = std::move(answers[0]);
  limit_output(evidence.answer);
  set_run(evidence, solver, 0);
  Answer& answer = evidence.answer;
  if (!answer.unfinished.empty()) {
    answer.kind = AnswerKind::Crash;
    answer.breakdown = std::exchange(answer.unfinished, {});
  }
  return evidence;
}

Answers agreed_answers(const Trial& trial) {
  Answers answers;
  for (const std::vector<Evidence>& row : trial.checks) {
    bool sat = false;
    bool unsat = false;
    for (const Evidence& each : row) {
      sat = sat || each.answer.kind == AnswerKind::Sat;
      unsat = unsat || each.answer.kind == AnswerKind::Unsat;
    }
    answers.push_back(sat == unsat ? std::nullopt : std::optional(sat ? Truth::Sat : Truth::Unsat));
  }
  return answers;
}

}  // namespace pg
