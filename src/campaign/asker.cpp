#include "campaign/asker.h"

#include <algorithm>
#include <limits>
#include <thread>

#include <xxhash.h>

#include "ask/query.h"
#include "ask/trial.h"
#include "campaign/environment.h"

namespace pg {

struct Asker::Group {
  std::span<const size_t> solvers;
  std::vector<bool> answered = {};
};

namespace {

bool is_unstarted(const std::vector<Answer>& answers) {
  return !answers.empty() && answers[0].not_started;
}

}  // namespace

Asker::Asker(const CampaignOptions& options, Progress& progress, Patience patience)
    : options_(options),
      progress_(progress),
      patience_(std::move(patience)),
      limits_(options),
      together_(std::max(1u, std::thread::hardware_concurrency() / options.workers())) {
  for (const Solver& solver : options.solvers)
    sessions_.push_back(std::make_unique<Session>(solver, options.limits));
}

double Asker::waited() const {
  double seconds = advised_ + seeds_waited_ + (seed_session_ ? seed_session_->waited() : 0);
  for (const std::unique_ptr<Session>& session : sessions_) seconds += session->waited();
  return seconds;
}

// What is known of a seed decides what is made of it: in a repeatable campaign neither the clock
// nor what was asked before has a say.
Session& Asker::session_for(size_t solver, bool seed) {
  if (!seed || !options_.repeatable()) return *sessions_[solver];
  if (seed_session_) seeds_waited_ += seed_session_->waited();
  QueryLimits limits = options_.limits;
  limits.by_work = true;
  seed_session_ = std::make_unique<Session>(options_.solvers[solver], limits);
  return *seed_session_;
}

Heard Asker::ask_seed(Pool& pool, const Script& script, std::span<const size_t> solvers) {
  const Query query = make_query(pool, script, true);
  Heard heard(query.parts.size());
  for (size_t at = 0; at < solvers.size(); ++at) {
    Group group{solvers.subspan(at, 1)};
    ask_group(pool, script, query, group, nullptr, nullptr, heard);
  }
  return heard;
}

Heard Asker::ask_mutant(Pool& pool, const Script& script, const SeedFacts& facts,
                        Audience& audience, bool claimed, const std::function<void()>& meanwhile) {
  const Query query = make_query(pool, script, true);
  Heard heard(query.parts.size());
  // Who falls silent leaves the audience.
  const std::vector<size_t> solvers(audience.solvers().begin(), audience.solvers().end());
  for (size_t first = 0; first < solvers.size(); first += together_) {
    if (!claimed && first > 0 && heard.back().empty() && !options_.repeatable() &&
        ++silences_ % options_.tuning.asked_after_silence != 0)
      break;
    Group group{std::span(solvers).subspan(first, std::min(together_, solvers.size() - first))};
    ask_group(pool, script, query, group, &facts, first == 0 ? meanwhile : nullptr, heard);
    for (size_t i = 0; i < group.solvers.size(); ++i)
      audience.heard(group.solvers[i], group.answered[i]);
  }
  return heard;
}

void Asker::ask_group(Pool& pool, const Script& script, const Query& query, Group& group,
                      const SeedFacts* facts, const std::function<void()>& meanwhile,
                      Heard& heard) {
  std::vector<Session*> sessions;
  std::vector<double> limits;
  std::vector<double> waited;
  std::vector<double> starting;
  for (const size_t solver : group.solvers) {
    Session* session = &session_for(solver, !facts);
    sessions.push_back(session);
    limits.push_back(
        facts ? limits_.for_mutant(*facts, options_.solvers[solver].name, progress_.worked())
              : limits_.for_seed());
    waited.push_back(session->waited());
    starting.push_back(session->starting());
  }
  std::vector<std::vector<Answer>> answers = Session::ask_all(sessions, query, limits, meanwhile);
  ask_unstarted(sessions, query, limits, answers);
  for (size_t i = 0; i < sessions.size(); ++i) {
    const bool answered = !answers[i].empty() && answers[i].back().concludes();
    group.answered.push_back(answered);
    const double started = sessions[i]->starting() - starting[i];
    progress_.more().spend(Spent::Starts, started);
    progress_.more().spend(!facts     ? Spent::Seeds
                           : answered ? Spent::Answered
                                      : Spent::Silence,
                           sessions[i]->waited() - waited[i] - started);
    add_evidence(pool, script, query, group.solvers[i], limits[i], std::move(answers[i]), !facts,
                 heard);
  }
}

// Asks again those that could not be started: that is no answer of theirs.
void Asker::ask_unstarted(std::span<Session* const> sessions, const Query& query,
                          std::span<const double> limits,
                          std::vector<std::vector<Answer>>& answers) {
  bool waited = false;
  for (size_t i = 0; i < sessions.size(); ++i) {
    while (is_unstarted(answers[i])) {
      gave_up_ = gave_up_ || !patience_.wait(answers[i][0].detail);
      if (gave_up_) return;
      waited = true;
      answers[i] = sessions[i]->ask(query, limits[i]);
    }
  }
  if (waited) patience_.over();
}

// Counts what a solver said to a query, and keeps what there is to be judged of it.
void Asker::add_evidence(Pool& pool, const Script& script, const Query& query, size_t which,
                         double limit, std::vector<Answer> answers, bool seed, Heard& heard) {
  const Solver& solver = options_.solvers[which];
  SolverCounts& counts = progress_.more().solvers[solver.name];
  ++progress_.yield().calls;
  ++progress_.counts().calls;
  ++counts.calls;
  for (size_t check = 0; check < answers.size() && check < heard.size(); ++check) {
    Answer& answer = answers[check];
    ++counts.answers[static_cast<size_t>(answer.kind)];
    if (answer.kind == AnswerKind::Timeout) ++progress_.yield().timeouts;
    limits_.add(limit, answer.seconds);
    Advisers::Cost cost;
    Advisers advisers{.solvers = {}, .limits = options_.limits, .cost = &cost};
    advisers.limits.seconds = options_.tuning.advice_seconds;
    advisers.limits.by_work = options_.repeatable();
    if (is_advised(query, answer, seed)) advisers.solvers = options_.solvers;
    Evidence evidence =
        evidence_of(pool, script, check, solver, std::move(answer), kMaxModelSteps, advisers);
    progress_.counts().calls += cost.questions;
    progress_.more().spend(seed ? Spent::Seeds : Spent::Answered, cost.seconds);
    advised_ += cost.seconds;
    if (evidence.model) ++progress_.more().models[static_cast<size_t>(*evidence.model)];
    // A timeout is not evidence.
    if (evidence.answer.decided() || !evidence.answer.breakdown.empty() || seed)
      heard[check].push_back(std::move(evidence));
  }
}

// Where solvers disagree, confirmation asks for values anyway. Whether a mutant is among the others
// that are asked about depends on nothing but the mutant.
bool Asker::is_advised(const Query& query, const Answer& answer, bool seed) const {
  if (answer.kind != AnswerKind::Sat) return false;
  const std::string text = query_text(query);
  return seed || XXH3_64bits(text.data(), text.size()) % options_.tuning.models_advised == 0;
}

double Asker::seconds_for(size_t solver, Pool& pool, const Script& script) {
  double slowest = 0;
  const std::vector<Answer> answers = sessions_[solver]->ask(make_query(pool, script, true));
  if (is_unstarted(answers)) return std::numeric_limits<double>::infinity();
  for (const Answer& answer : answers) slowest = std::max(slowest, answer.seconds);
  return slowest;
}

}  // namespace pg
