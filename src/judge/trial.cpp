#include "judge/trial.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "model/print_value.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

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
      solver.command(needs, 0, false) == solver.command(query.needs, 0, false)) {
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
    answer.output += again[i].output;
    if (answer.breakdown.empty()) answer.breakdown = again[i].breakdown;
    if (again[i].kind != AnswerKind::Sat)
      answer.errors.push_back(
          fmt::format("with :produce-models it says {}", name_of(again[i].kind)));
    answer.errors.insert(answer.errors.end(), again[i].errors.begin(), again[i].errors.end());
  }
  return answers;
}

Claim claim_at(const Claims& claims, size_t check) {
  return check < claims.size() ? claims[check] : Claim{};
}

}  // namespace

void evaluate_model(Pool& pool, const Script& script, size_t check, const Solver& solver,
                    Evidence& evidence, uint64_t max_steps) {
  if (evidence.answer.kind != AnswerKind::Sat || evidence.answer.model.empty()) return;
  const CheckState state = state_at(pool, script, check);
  const Result<Model> model =
      read_model(pool, state.script, evidence.answer.model, solver.spec->escapes_strings);
  if (!model) {
    evidence.explanation = format_error("its model", model.error());
    return;
  }
  ValuePool values;
  const ModelVerdict verdict = check_model(pool, values, state, *model, max_steps);
  evidence.model = verdict.verdict;
  evidence.depends_on_open_cases = !verdict.opened.empty();
  if (verdict.verdict == Verdict::True) evidence.witness = print_model(pool, *model);
  for (const AssertionVerdict& each : verdict.assertions) {
    if (each.verdict != verdict.verdict || each.verdict == Verdict::True) continue;
    evidence.explanation =
        fmt::format("the assertion at line {} is {}{}{}", each.assertion.place.line,
                    name_of(each.verdict), each.why.empty() ? "" : ": ", each.why);
    for (const Reason& reason : each.reasons)
      evidence.explanation +=
          fmt::format("\n{:{}}{} = {}", "", 2 * reason.depth + 2,
                      print_term(pool, reason.term, {.share = true, .width = 0}),
                      print_value(pool, values, reason.value, pool.sort(reason.term)));
    break;
  }
}

std::vector<Finding> try_in_session(Pool& pool, const Script& script, Session& session,
                                    const QueryLimits& limits, const Claims& claims) {
  const Character character = character_of(pool, script);
  const Query query = make_query(pool, script, true);
  const Solver& solver = session.solver();
  const std::vector<std::string> before = session.transcript();
  std::vector<Answer> answers = session.ask(query);
  std::vector<Finding> findings;
  std::vector<Answer> fresh;
  for (size_t check = 0; check < answers.size(); ++check) {
    auto judged = [&](Answer& answer) {
      Evidence evidence{.solver = solver.name, .program = std::string(solver.spec->name)};
      evidence.answer = std::move(answer);
      evaluate_model(pool, script, check, solver, evidence);
      return judge(claim_at(claims, check), {&evidence, 1}, check, character);
    };
    for (Finding& finding : judged(answers[check])) {
      if (fresh.empty()) fresh = ask_once(solver, query, limits);
      const std::vector<Finding> again =
          check < fresh.size() ? judged(fresh[check]) : std::vector<Finding>();
      const auto same = std::ranges::find(again, finding.kind, &Finding::kind);
      if (same != again.end()) {
        findings.push_back(*same);
        continue;
      }
      finding.session_only = true;
      finding.certificate.clear();
      for (const std::string& text : before) finding.certificate += text + "(reset)\n";
      finding.certificate += query_text(query);
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

Trial try_script(Pool& pool, const Script& script, std::span<const Solver> solvers,
                 const QueryLimits& limits, const Claims& claims) {
  Trial trial;
  trial.character = character_of(pool, script);
  trial.query = make_query(pool, script, false);
  const Query with_models = make_query(pool, script, true);
  const bool has_option = asks_for_models(pool, script);
  std::vector<std::vector<Answer>> answers(solvers.size());
  std::vector<Needs> needs(solvers.size());
  {
    std::vector<std::jthread> threads;
    for (size_t i = 0; i < solvers.size(); ++i)
      threads.emplace_back([&, i] {
        answers[i] =
            ask_with_model(solvers[i], trial.query, with_models, has_option, limits, needs[i]);
      });
  }
  Process::sweep();
  for (size_t check = 0; check < trial.query.parts.size(); ++check) {
    std::vector<Evidence>& row = trial.checks.emplace_back();
    for (size_t i = 0; i < solvers.size(); ++i) {
      Evidence evidence;
      evidence.solver = solvers[i].name;
      evidence.program = solvers[i].spec->name;
      evidence.needs = needs[i];
      if (check < answers[i].size()) {
        evidence.answer = std::move(answers[i][check]);
      } else {
        evidence.answer.kind = AnswerKind::Unknown;
        evidence.answer.detail = "lost before this check-sat";
      }
      evaluate_model(pool, script, check, solvers[i], evidence);
      row.push_back(std::move(evidence));
    }
    for (Finding& finding : judge(claim_at(claims, check), row, check, trial.character))
      trial.findings.push_back(std::move(finding));
  }
  return trial;
}

}  // namespace pg
