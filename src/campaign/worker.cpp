#include "campaign/worker.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "ask/query.h"
#include "ask/recipe.h"
#include "ask/trial.h"
#include "bug/fingerprint.h"
#include "model/check.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

std::optional<Truth> truth_of(AnswerKind kind) {
  if (kind == AnswerKind::Sat) return Truth::Sat;
  if (kind == AnswerKind::Unsat) return Truth::Unsat;
  return {};
}

// Of the generator of a visit: what draws the options that vary.
constexpr uint64_t kOptionsFork = 0x6f7074696f6e73;

uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

// Worth a closer look: the judge, with all that is known, may find nothing.
bool looks_wrong(const std::vector<std::vector<Evidence>>& rows, const Answers& claims) {
  for (size_t check = 0; check < rows.size(); ++check) {
    const std::optional<Truth> claim = check < claims.size() ? claims[check] : std::nullopt;
    bool sat = claim == Truth::Sat;
    bool unsat = claim == Truth::Unsat;
    for (const Evidence& each : rows[check]) {
      if (!each.answer.breakdown.empty() || each.model == Verdict::False) return true;
      sat = sat || each.answer.kind == AnswerKind::Sat;
      unsat = unsat || each.answer.kind == AnswerKind::Unsat;
    }
    if (sat && unsat) return true;
  }
  return false;
}

}  // namespace

uint64_t rng_of_visit(uint64_t campaign, uint64_t seed_hash, std::string_view strategy,
                      uint64_t visit) {
  return Rng(campaign).fork(seed_hash).fork(hash_of(strategy)).fork(visit).next();
}

// One visit of an arm.
struct Worker::Visit {
  Pool pool;
  const SeedRow& row;
  ArmMemory& memory;
  std::string text = {};
  Script script = {};
  const Strategy* strategy = nullptr;
  KnownSeed known = {};
  uint64_t rng = 0;
  StrategyOptions options = {};
  std::unique_ptr<Mutator> mutator = {};
  std::optional<Certifier> certifier = {};
  std::optional<Audience> audience = {};
  std::vector<size_t> helpers = {};  // those that choose values
  double helped_seconds = 0;         // that we had waited for them before
};

Worker::Worker(const Context& context)
    : context_(context),
      tuning_(context.options.tuning),
      limits_(context.options),
      together_(std::max(1u, std::thread::hardware_concurrency() / context.options.workers())) {
  for (const Solver& solver : context.options.solvers)
    sessions_.push_back(std::make_unique<Session>(solver, context.options.limits));
}

double Worker::waited() const {
  double seconds = confirming_ + (models_ ? models_->waited() : 0);
  for (const std::unique_ptr<Session>& session : sessions_) seconds += session->waited();
  return seconds;
}

void Worker::begin(const ItemRow& item) {
  item_ = item;
  more_.clear();
  // New processes where values must not depend on what was asked before.
  if (context_.options.repeatable()) models_.reset();
  confirming_ = 0;
  flushed_ = Clock::now();
  waited_before_ = waited();
}

void Worker::spend(std::string_view on, double seconds) {
  more_[fmt::format("spent.{}", on)] += static_cast<uint64_t>(seconds * 1e6);
}

bool Worker::flush(bool done, const SeedRow* seed) {
  const auto now = Clock::now();
  const double busy = std::chrono::duration<double>(now - flushed_).count();
  const double waiting = waited() - waited_before_;
  busy_ += busy;
  item_.micros += static_cast<uint64_t>(busy * 1e6);
  more_["time.workers"] += static_cast<uint64_t>(busy * 1e6);
  more_["time.solvers"] += static_cast<uint64_t>(std::min(waiting, busy) * 1e6);
  waited_before_ += waiting;
  flushed_ = now;
  item_.done = done;
  const bool saved = context_.save(item_, more_, seed);
  more_.clear();
  return saved;
}

double Worker::worked() const {
  return busy_ + std::chrono::duration<double>(Clock::now() - flushed_).count();
}

std::vector<Worker::Row> Worker::ask(Pool& pool, const Script& script,
                                     std::span<const size_t> solvers, const SeedFacts* facts,
                                     bool agree, const std::function<void()>& meanwhile) {
  const Query query = make_query(pool, script, true);
  asked_.clear();
  std::vector<Row> rows(query.parts.size());
  // How long a seed takes shows when nothing else runs.
  const size_t together = facts ? together_ : 1;
  for (size_t first = 0; first < solvers.size(); first += together) {
    // Where nothing is claimed, one answer alone shows little.
    if (agree && first > 0 && rows.back().empty() && !context_.options.repeatable() &&
        ++silences_ % tuning_.asked_after_silence != 0)
      break;
    const std::span<const size_t> now =
        solvers.subspan(first, std::min(together, solvers.size() - first));
    std::vector<Session*> sessions;
    std::vector<double> limits;
    std::vector<double> waited;
    std::vector<double> starting;
    for (const size_t solver : now) {
      sessions.push_back(sessions_[solver].get());
      limits.push_back(
          facts ? limits_.for_mutant(*facts, context_.options.solvers[solver].name, worked())
                : limits_.for_seed());
      waited.push_back(sessions.back()->waited());
      starting.push_back(sessions.back()->starting());
    }
    std::vector<std::vector<Answer>> answers =
        Session::ask_all(sessions, query, limits, first == 0 ? meanwhile : nullptr);
    for (size_t i = 0; i < now.size(); ++i) {
      const bool answered = !answers[i].empty() && answers[i].back().decided();
      asked_.push_back({now[i], answered});
      starting[i] = sessions[i]->starting() - starting[i];
      spend("starts", starting[i]);
      spend(!facts     ? "seeds"
            : answered ? "answers"
                       : "silence",
            sessions[i]->waited() - waited[i] - starting[i]);
      add_evidence(pool, script, now[i], limits[i], std::move(answers[i]), !facts, rows);
    }
  }
  return rows;
}

// Counts what a solver said to a query, and what there is to be judged of it.
void Worker::add_evidence(Pool& pool, const Script& script, size_t which, double limit,
                          std::vector<Answer> answers, bool with_silence, std::vector<Row>& rows) {
  const Solver& solver = context_.options.solvers[which];
  ++item_.calls;
  ++more_["calls." + solver.name];
  ++more_["calls-by." + item_.strategy];
  for (size_t check = 0; check < answers.size() && check < rows.size(); ++check) {
    Answer& answer = answers[check];
    ++more_[fmt::format("answer.{}.{}", solver.name, name_of(answer.kind))];
    if (answer.kind == AnswerKind::Timeout) ++item_.timeouts;
    limits_.add(limit, answer.seconds);
    Evidence evidence = evidence_of(pool, script, check, solver, std::move(answer));
    if (evidence.model) ++more_[fmt::format("model.{}", name_of(*evidence.model))];
    // A timeout is not evidence.
    if (evidence.answer.decided() || !evidence.answer.breakdown.empty() || with_silence)
      rows[check].push_back(std::move(evidence));
  }
}

void Worker::examine(Case suspect, ArmMemory* memory) {
  if (memory) {
    uint64_t& count = memory->kinds[sketch_of(suspect, {})];
    if (++count > tuning_.findings_of_a_kind) {
      ++item_.duplicates;
      ++more_["storm"];
      return;
    }
  }
  suspect.origin.strategy = item_.strategy;
  const double before = confirming_;
  const Triage::Outcome outcome = context_.triage.examine(suspect, more_, confirming_);
  spend("bugs", confirming_ - before);
  switch (outcome) {
    case Triage::Outcome::New:
      item_.news += tuning_.worth_of_finding;
      ++more_["found." + item_.strategy];
      break;
    case Triage::Outcome::Flaky:
      ++more_["flaky"];
      break;
    case Triage::Outcome::Duplicate:
      ++item_.duplicates;
      break;
    case Triage::Outcome::Muted:
      ++more_["muted"];
      break;
    case Triage::Outcome::Lost:
      break;
  }
}

void Worker::take(ItemRow item, SeedRow& seed) {
  begin(item);
  const Result<std::string> text = read_seed(seed);
  Pool pool;
  const ParsedScript parsed = text ? parse_script(pool, *text) : ParsedScript();
  seed.facts = {};
  seed.skipped = text ? why_unfit(pool, seed, parsed) : text.error().message;
  if (seed.skipped.empty()) {
    ask_about(pool, parsed.script, *text, seed);
    const bool usable = std::ranges::any_of(seed.facts.solvers, &SeedFacts::BySolver::usable);
    if (!usable) seed.skipped = "no solver answers";
  }
  if (seed.skipped.empty()) seed.facts.strategies = suited(pool, parsed.script, seed.facts);
  ++more_[seed.skipped.empty() ? "seeds.taken" : "seeds.skipped"];
  seed.taken = true;
  item_.at = item_.count;
  flush(true, &seed);
}

// Why a text is no seed; what it is otherwise.
std::string Worker::why_unfit(Pool& pool, SeedRow& seed, const ParsedScript& parsed) {
  if (!parsed.errors.empty())
    return "not well-sorted: " + format_error(seed.path, parsed.errors[0]);
  seed.logic = logic_of(pool, parsed.script);
  if (parsed.opaque_terms > 0) ++more_["opaque"];
  return pg::why_unfit(pool, parsed.script, context_.options);
}

// What solvers say to the seed itself: facts about it, and perhaps lies.
void Worker::ask_about(Pool& pool, const Script& script, const std::string& text, SeedRow& seed) {
  std::vector<size_t> solvers;
  for (size_t i = 0; i < context_.options.solvers.size(); ++i)
    if (context_.options.solvers[i].claims(seed.logic)) solvers.push_back(i);
  const std::vector<Row> rows = ask(pool, script, solvers, nullptr, false);
  for (size_t check = 0; check < rows.size(); ++check) {
    for (Case& found : judge(Agree{}, rows[check], check)) {
      found.original = print_script(pool, script);
      found.origin.seed_file = seed.path;
      found.origin.seed = text;
      examine(std::move(found), nullptr);
    }
  }
  learn(rows, seed.facts);
  time_again(pool, script, seed.facts);
}

// The strategies that may make something of a seed.
std::vector<std::string> Worker::suited(Pool& pool, const Script& script,
                                        const SeedFacts& facts) const {
  std::vector<std::string> names;
  SolverModels none({}, {});
  for (const std::string& name : context_.options.strategies) {
    const auto strategy = std::ranges::find(strategies(), name, &Strategy::name);
    if (strategy == strategies().end()) continue;
    // Whether there is a proof is seen when it is needed.
    const bool needs_proof = strategy->needs == Strategy::Needs::Evidence;
    Result<KnownSeed> known = known_seed(pool, script, facts, {}, *strategy);
    if (known && strategy->needs == Strategy::Needs::Solvers) known->models = &none;
    if (needs_proof
            ? facts.answers.back().has_value()
            : known && strategy->start(pool, known->seed(), context_.options.strategy, Rng(0)))
      names.push_back(name);
  }
  return names;
}

// The first answer of a process is slow. What counts is how long it takes in the middle of others.
void Worker::time_again(Pool& pool, const Script& script, SeedFacts& facts) {
  const Query query = make_query(pool, script, true);
  for (SeedFacts::BySolver& by : facts.solvers) {
    if (!by.usable || by.seconds < tuning_.least_seconds / tuning_.times_seed ||
        by.seconds > tuning_.long_seconds)
      continue;
    for (const std::unique_ptr<Session>& session : sessions_) {
      if (session->solver().name != by.solver) continue;
      double slowest = 0;
      for (const Answer& answer : session->ask(query)) slowest = std::max(slowest, answer.seconds);
      by.seconds = std::min(by.seconds, slowest);
    }
  }
}

// What the answers to a seed tell strategies.
void Worker::learn(const std::vector<Row>& rows, SeedFacts& facts) {
  for (const Row& row : rows) {
    bool sat = false;
    bool unsat = false;
    bool proved = false;
    for (const Evidence& each : row) {
      sat = sat || each.answer.kind == AnswerKind::Sat;
      unsat = unsat || each.answer.kind == AnswerKind::Unsat;
      proved = proved || each.proves_sat();
      auto by = std::ranges::find(facts.solvers, each.solver.name, &SeedFacts::BySolver::solver);
      if (by == facts.solvers.end())
        by = facts.solvers.insert(by, {.solver = each.solver.name, .usable = true});
      by->usable = by->usable && each.answer.decided() && each.answer.errors.empty();
      by->seconds = std::max(by->seconds, each.answer.seconds);
      by->answers.push_back(truth_of(each.answer.kind));
    }
    facts.answers.push_back(proved         ? std::optional(Truth::Sat)
                            : sat == unsat ? std::nullopt
                                           : std::optional(sat ? Truth::Sat : Truth::Unsat));
  }
}

// Why the seed has its answer, found once for an arm.
const SeedProof& Worker::proof(Visit& visit) {
  if (!visit.memory.proof) {
    const auto begin = Clock::now();
    QueryLimits limits = context_.options.limits;
    if (!context_.options.repeatable()) limits.seconds *= tuning_.seed_share;
    visit.memory.proof =
        find_proof(visit.pool, visit.script, visit.row.facts, context_.options.solvers, limits);
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    confirming_ += took;
    spend("seeds", took);
  }
  return *visit.memory.proof;
}

void Worker::mutate(ItemRow item, const SeedRow& seed, ArmMemory& memory) {
  begin(item);
  Visit visit{.row = seed, .memory = memory};
  if (!open(visit) || !start(visit)) {
    item_.at = item_.count;
    flush(true);
    return;
  }
  if (!make_mutants(visit)) return;
  examine_choices(visit);
  flush(item_.at == item_.count);
}

// Reads the seed with all that is known of it. False: it is not what it was, or there is no proof
// for a strategy that needs one.
bool Worker::open(Visit& visit) {
  Result<std::string> text = read_seed(visit.row);
  const auto strategy = std::ranges::find(strategies(), item_.strategy, &Strategy::name);
  if (!text || strategy == strategies().end()) return false;
  ParsedScript parsed = parse_script(visit.pool, *text);
  if (!parsed.errors.empty()) return false;
  visit.text = *std::move(text);
  visit.script = std::move(parsed.script);
  visit.strategy = &*strategy;
  const bool needs_proof = strategy->needs == Strategy::Needs::Evidence;
  Result<KnownSeed> known = known_seed(visit.pool, visit.script, visit.row.facts,
                                       needs_proof ? proof(visit) : SeedProof(), *strategy);
  if (!known) return false;
  visit.known = *std::move(known);
  visit.audience.emplace(context_.options, visit.row.facts);
  return true;
}

// Starts the strategy, with solvers to help it. False: it does not suit the seed.
bool Worker::start(Visit& visit) {
  if (visit.strategy->needs == Strategy::Needs::Solvers) {
    if (!models_)
      models_ = std::make_unique<SolverModels>(context_.options.solvers, context_.options.limits);
    const std::span<const size_t> helpers = visit.audience->solvers();
    visit.helpers.assign(helpers.begin(), helpers.end());
    models_->use(visit.helpers, limits_.for_helpers(visit.row.facts));
    visit.helped_seconds = models_->waited();
    visit.known.models = models_.get();
  }
  visit.rng = rng_of_visit(context_.options.rng, visit.row.hash, item_.strategy, item_.visit);
  visit.options = options_of_visit(context_.options, Rng(visit.rng).fork(kOptionsFork));
  Result<std::unique_ptr<Mutator>> mutator =
      visit.strategy->start(visit.pool, visit.known.seed(), visit.options, Rng(visit.rng));
  if (!mutator) return false;
  visit.mutator = std::move(*mutator);
  return true;
}

// True for a mutant that the arm did not have before.
bool Worker::is_new(Visit& visit, const std::string& text) {
  const uint64_t hash = hash_of(text);
  more_["digest"] += hash;
  absl::flat_hash_set<uint64_t>& texts = visit.memory.texts;
  if (texts.size() > tuning_.texts_remembered) texts.clear();
  if (texts.insert(hash).second) return true;
  ++item_.repeats;
  ++more_["repeats"];
  return false;
}

// Makes mutants and asks about them, until there are enough or the time is up. False: nothing can
// be saved any more.
bool Worker::make_mutants(Visit& visit) {
  MutantPrinter printer(visit.pool, visit.mutator->base());
  const auto begun = Clock::now();
  uint64_t ahead = 0;  // the number of the mutant that was made last
  std::optional<Mutant> next;
  const auto make = [&](uint64_t number) {
    if (std::exchange(ahead, number) != number) next = visit.mutator->mutate(number);
  };
  const auto seconds_since = [](Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  while (item_.at < item_.count && !context_.stop) {
    const uint64_t number = ++item_.at;
    ++more_["tries." + item_.strategy];
    make(number);
    if (const std::optional<Mutant> mutant = std::exchange(next, {})) {
      ++item_.made;
      ++more_["mutants." + item_.strategy];
      if (is_new(visit, printer.print(*mutant)))
        try_mutant(visit, *mutant, number, [&] {
          if (together_ > 1 && number < item_.count) make(number + 1);
        });
    }
    const bool late =
        !context_.options.repeatable() && seconds_since(begun) > tuning_.visit_seconds;
    if (late || visit.audience->solvers().empty()) item_.at = item_.count;
    const bool save = item_.at < item_.count && seconds_since(flushed_) > tuning_.save_seconds;
    if (save && !flush(false)) return false;
  }
  return true;
}

std::string Worker::recipe(const Visit& visit, uint64_t number) const {
  const CampaignOptions& options = context_.options;
  Recipe recipe{.file = visit.row.path,
                .strategy = item_.strategy,
                .answers = visit.row.facts.answers,
                .rng = visit.rng,
                .number = number,
                .options = visit.options,
                .limits = options.limits};
  for (const size_t helper : visit.helpers)
    recipe.solvers.push_back(options.solvers[helper].finder());
  if (visit.strategy->needs == Strategy::Needs::Evidence && visit.memory.proof)
    for (const Solver& solver : options.solvers)
      if (solver.name == visit.memory.proof->by) recipe.solvers.push_back(solver.finder());
  return recipe_text(recipe);
}

void Worker::try_mutant(Visit& visit, const Mutant& mutant, uint64_t number,
                        const std::function<void()>& meanwhile) {
  Pool& pool = visit.pool;
  const Script script = script_of(pool, visit.mutator->base(), mutant);
  const bool agree =
      std::ranges::none_of(mutant.claims, [](const auto& c) { return c.has_value(); });
  const std::vector<Row> rows =
      ask(pool, script, visit.audience->solvers(), &visit.row.facts, agree, meanwhile);
  for (const auto& [solver, answered] : asked_) visit.audience->heard(solver, answered);
  std::string behaviour;
  for (const Row& row : rows) {
    for (const Evidence& each : row) {
      behaviour += fmt::format("{}:{} ", each.solver.name, name_of(each.answer.kind));
      for (const std::string& error : each.answer.errors)
        if (visit.memory.behaviour.insert(hash_of(normalise_message(error))).second)
          item_.news += tuning_.worth_of_message;
    }
    behaviour += "; ";
  }
  if (visit.memory.behaviour.insert(hash_of(behaviour)).second)
    item_.news += tuning_.worth_of_answers;
  if (number % tuning_.operators_sampled == 1 % tuning_.operators_sampled)
    for (const std::string& name : operators_of(pool, script)) ++more_["operator." + name];
  if (!looks_wrong(rows, mutant.claims)) return;

  if (!agree && !visit.certifier) {
    visit.certifier.emplace(pool, visit.known.script, *visit.mutator, visit.known.check);
    // Where there is no model, or none that holds, claims rest on the rules.
    static_cast<void>(visit.certifier->set_model(proof(visit).model, true));
  }
  Claims claims = visit.certifier ? visit.certifier->claims(mutant)
                                  : claims_of(pool, visit.mutator->base(), mutant);
  for (size_t check = 0; check < claims.size(); ++check)
    if (auto* follows = std::get_if<Follows>(&claims[check]))
      follows->said_by = visit.row.facts.said_by(check);
  for (size_t check = 0; check < rows.size(); ++check) {
    for (Case& found : judge(claim_at(claims, check), rows[check], check)) {
      found.original = print_script(pool, script);
      found.origin.seed_file = visit.row.path;
      found.origin.seed = print_script(pool, visit.mutator->base());
      found.origin.recipe = recipe(visit, number);
      for (const Step& step : mutant.steps) found.origin.steps += describe(pool, step) + "\n";
      examine(std::move(found), &visit.memory);
    }
    if (check < mutant.claims.size() && mutant.claims[check] == Truth::Unsat)
      for (const Evidence& each : rows[check])
        if (each.proves_sat()) prove_seed_sat(visit, mutant, each, check);
  }
}

// A mutant that had to be unsat is sat: then so is what it was made of, and whoever said unsat
// lied.
void Worker::prove_seed_sat(Visit& visit, const Mutant& mutant, const Evidence& evidence,
                            size_t check) {
  Pool& pool = visit.pool;
  const Script script = mutant.core.empty()
                            ? visit.known.script
                            : with_assertions(pool, visit.known.script, check, mutant.core);
  const size_t at = mutant.core.empty() ? check : 0;
  const CheckState extended = state_at(pool, visit.mutator->base(), check);
  const Result<Model> model = read_model(pool, extended.script, evidence.witness, true);
  if (!model) return;
  const std::optional<std::string> proof = sat_proof(pool, state_at(pool, script, at), *model);
  if (!proof) return;
  for (const std::string& liar : visit.row.facts.said_by(check)) {
    Case found;
    found.kind = Kind::WrongUnsat;
    found.check = at;
    found.answer = AnswerKind::Unsat;
    for (const Solver& solver : context_.options.solvers)
      if (solver.name == liar) found.liar = solver.id();
    found.certificate = TrueModel{*proof, evidence.solver.name};
    found.original = print_script(pool, script);
    found.origin.seed_file = visit.row.path;
    found.origin.seed = visit.text;
    examine(std::move(found), &visit.memory);
  }
}

// What solvers said wrongly while they chose values.
void Worker::examine_choices(Visit& visit) {
  if (!visit.known.models) return;
  for (const auto& [which, answer] : models_->take_answers()) {
    const std::string& name = context_.options.solvers[which].name;
    ++more_["calls." + name];
    ++more_["calls-by." + item_.strategy];
    ++more_[fmt::format("answer.{}.{}", name, name_of(answer))];
  }
  spend("values", models_->waited() - visit.helped_seconds);
  for (Case& shown : models_->take_shown()) {
    shown.origin.seed_file = visit.row.path;
    shown.origin.seed = visit.text;
    examine(std::move(shown), &visit.memory);
  }
}

}  // namespace pg
