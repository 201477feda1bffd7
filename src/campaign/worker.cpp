#include "campaign/worker.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "ask/query.h"
#include "ask/trial.h"
#include "bug/fingerprint.h"
#include "model/check.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

// A query may take so many times what the seed took, but not less than the floor; less often where
// that is long.
constexpr double kTimesTheSeed = 2;
constexpr double kFloor = 0.01;
constexpr double kLong = 0.1;
constexpr double kTimesALongOne = 1.5;
// What a seed may take of the limit where mutants follow: those of a slower one would be silent.
constexpr double kSeedShare = 0.25;
// Some mutants take us longer than the solvers, as with irrational numbers: then this is a visit.
constexpr double kMostOfAVisit = 3;
// The share of the time in which queries get all that the user allows: slow lies are lies.
constexpr double kPatientShare = 0.03;
// A solver that does not answer about three mutants in a row, or about more than a third of them in
// the long run, is not asked for the rest of a visit.
constexpr uint64_t kSilence = 2;  // against one of an answer
constexpr uint64_t kMaxSilence = 6;
// How many findings of one kind and solver an arm may bring before they are taken for one bug.
constexpr uint64_t kMaxOfAKind = 2;
// Of mutants without a claim: after silence of the first solver the others are asked so often.
constexpr uint64_t kAfterSilence = 4;
constexpr uint64_t kSampleOperators = 8;
constexpr double kFlushSeconds = 2;
// What queries that help to choose values may take, too. Where mutants must not depend on the clock
// they get all that the user allows.
constexpr double kHelperFloor = 0.01;
constexpr double kHelperMost = 0.03;
constexpr size_t kMaxTexts = 100'000;

constexpr uint64_t kNewFinding = 8;
constexpr uint64_t kNewMessage = 2;
constexpr uint64_t kNewAnswers = 1;

std::optional<Truth> truth_of(AnswerKind kind) {
  if (kind == AnswerKind::Sat) return Truth::Sat;
  if (kind == AnswerKind::Unsat) return Truth::Unsat;
  return {};
}

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
  SeedFacts facts = {};
  const Strategy* strategy = nullptr;
  KnownSeed known = {};
  uint64_t rng = 0;
  std::unique_ptr<Mutator> mutator = {};
  std::optional<Certifier> certifier = {};
  std::vector<size_t> solvers = {};        // those that can be asked, the fastest first
  std::map<size_t, uint64_t> silent = {};  // by solver: how much of it
  std::vector<size_t> helpers = {};        // those that choose values
  double helped_seconds = 0;               // that we had waited for them before
};

Worker::Worker(const Context& context)
    : context_(context),
      together_(std::max(1u, std::thread::hardware_concurrency() / context.options.jobs)) {
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
  if (context_.options.mutants > 0) models_.reset();
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

// Nothing depends on the clock, as far as that can be, where a number of mutants is asked for.
double Worker::limit_for(const SeedFacts* facts, size_t solver) {
  const double most = context_.options.limits.seconds;
  if (context_.options.mutants > 0) return most;
  if (!facts) return context_.options.strategies.empty() ? most : kSeedShare * most;
  const double running = busy_ + std::chrono::duration<double>(Clock::now() - flushed_).count();
  if (patient_ < kPatientShare * running) return most;
  const std::string& name = context_.options.solvers[solver].name;
  const auto by = std::ranges::find(facts->solvers, name, &SeedFacts::BySolver::solver);
  const double own = by == facts->solvers.end() ? most : by->seconds;
  const double usual = std::min(kTimesTheSeed * own, std::max(kLong, kTimesALongOne * own));
  return std::min(most, std::max(kFloor, usual));
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
    if (agree && first > 0 && rows.back().empty() && context_.options.mutants == 0 &&
        ++silences_ % kAfterSilence != 0)
      break;
    const std::span<const size_t> now =
        solvers.subspan(first, std::min(together, solvers.size() - first));
    std::vector<Session*> sessions;
    std::vector<double> limits;
    std::vector<double> waited;
    std::vector<double> starting;
    for (const size_t solver : now) {
      sessions.push_back(sessions_[solver].get());
      limits.push_back(limit_for(facts, solver));
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
    if (limit == context_.options.limits.seconds) patient_ += answer.seconds;
    Evidence evidence = evidence_of(pool, script, check, solver, std::move(answer));
    if (evidence.model) ++more_[fmt::format("model.{}", name_of(*evidence.model))];
    // A timeout is not evidence.
    if (evidence.answer.decided() || !evidence.answer.breakdown.empty() || with_silence)
      rows[check].push_back(std::move(evidence));
  }
}

void Worker::leave_silent(Visit& visit) const {
  if (context_.options.mutants > 0) return;
  for (const auto& [solver, answered] : asked_) {
    uint64_t& silent = visit.silent[solver];
    silent = answered ? silent - std::min<uint64_t>(silent, 1) : silent + kSilence;
    if (silent >= kMaxSilence) std::erase(visit.solvers, solver);
  }
}

void Worker::examine(Case suspect, ArmMemory* memory) {
  if (memory) {
    uint64_t& count = memory->kinds[sketch_of(suspect, {})];
    if (++count > kMaxOfAKind) {
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
      item_.news += kNewFinding;
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
  SeedFacts facts;
  const Result<std::string> text = read_seed(seed);
  Pool pool;
  const ParsedScript parsed = text ? parse_script(pool, *text) : ParsedScript();
  if (!text) {
    seed.skipped = text.error().message;
  } else if (!parsed.errors.empty()) {
    seed.skipped = "not well-sorted: " + format_error(seed.path, parsed.errors[0]);
  } else {
    seed.logic = logic_of(pool, parsed.script);
    seed.skipped = why_unfit(pool, parsed.script, context_.options);
    if (parsed.opaque_terms > 0) ++more_["opaque"];
  }
  if (seed.skipped.empty()) {
    std::vector<size_t> solvers;
    for (size_t i = 0; i < context_.options.solvers.size(); ++i)
      if (context_.options.solvers[i].claims(seed.logic)) solvers.push_back(i);
    const std::vector<Row> rows = ask(pool, parsed.script, solvers, nullptr, false);
    for (size_t check = 0; check < rows.size(); ++check) {
      for (Case& found : judge(Agree{}, rows[check], check)) {
        found.original = print_script(pool, parsed.script);
        found.origin.seed_file = seed.path;
        found.origin.seed = *text;
        examine(std::move(found), nullptr);
      }
    }
    learn(rows, facts);
    time_again(pool, parsed.script, facts);
    const bool usable = std::ranges::any_of(facts.solvers, &SeedFacts::BySolver::usable);
    if (!usable) seed.skipped = "no solver answers";
  }
  if (seed.skipped.empty()) {
    SolverModels none({}, {});
    for (const std::string& name : context_.options.strategies) {
      const auto strategy = std::ranges::find(strategies(), name, &Strategy::name);
      if (strategy == strategies().end()) continue;
      // Whether there is a proof is seen when it is needed.
      const bool needs_proof = strategy->needs == Strategy::Needs::Evidence;
      Result<KnownSeed> known = known_seed(pool, parsed.script, facts, {}, *strategy);
      if (known && strategy->needs == Strategy::Needs::Solvers) known->models = &none;
      if (needs_proof
              ? facts.answers.back().has_value()
              : known && strategy->start(pool, known->seed(), context_.options.strategy, Rng(0)))
        facts.strategies.push_back(name);
    }
  }
  ++more_[seed.skipped.empty() ? "seeds.taken" : "seeds.skipped"];
  seed.taken = true;
  seed.facts = facts_text(facts);
  item_.at = item_.count;
  flush(true, &seed);
}

// The first answer of a process is slow. What counts is how long it takes in the middle of others.
void Worker::time_again(Pool& pool, const Script& script, SeedFacts& facts) {
  const Query query = make_query(pool, script, true);
  for (SeedFacts::BySolver& by : facts.solvers) {
    if (!by.usable || by.seconds < kFloor / kTimesTheSeed || by.seconds > kLong) continue;
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
    if (context_.options.mutants == 0) limits.seconds *= kSeedShare;
    visit.memory.proof =
        find_proof(visit.pool, visit.script, visit.facts, context_.options.solvers, limits);
    const double took = std::chrono::duration<double>(Clock::now() - begin).count();
    confirming_ += took;
    spend("seeds", took);
  }
  return *visit.memory.proof;
}

void Worker::mutate(ItemRow item, const SeedRow& seed, ArmMemory& memory) {
  begin(item);
  Visit visit{.row = seed, .memory = memory};
  const Result<std::string> text = read_seed(seed);
  const Result<SeedFacts> facts = read_facts(seed.facts);
  const auto strategy = std::ranges::find(strategies(), item.strategy, &Strategy::name);
  const auto leave = [&] {
    item_.at = item_.count;
    flush(true);
  };
  if (!text || !facts || strategy == strategies().end()) return leave();
  const ParsedScript parsed = parse_script(visit.pool, *text);
  if (!parsed.errors.empty()) return leave();
  visit.text = *text;
  visit.script = parsed.script;
  visit.facts = *facts;
  visit.strategy = &*strategy;
  const bool needs_proof = strategy->needs == Strategy::Needs::Evidence;
  Result<KnownSeed> known = known_seed(visit.pool, visit.script, visit.facts,
                                       needs_proof ? proof(visit) : SeedProof(), *strategy);
  if (!known) return leave();
  visit.known = *std::move(known);
  visit.rng = rng_of_visit(context_.options.rng, seed.hash, item.strategy, item.visit);
  for (size_t i = 0; i < context_.options.solvers.size(); ++i)
    for (const SeedFacts::BySolver& by : visit.facts.solvers)
      if (by.usable && by.solver == context_.options.solvers[i].name) visit.solvers.push_back(i);
  const auto seconds = [&](size_t solver) {
    return std::ranges::find(visit.facts.solvers, context_.options.solvers[solver].name,
                             &SeedFacts::BySolver::solver)
        ->seconds;
  };
  const bool timed = context_.options.mutants == 0;
  if (timed) std::ranges::stable_sort(visit.solvers, {}, seconds);
  if (strategy->needs == Strategy::Needs::Solvers) {
    if (!models_)
      models_ = std::make_unique<SolverModels>(context_.options.solvers, context_.options.limits);
    visit.helpers = visit.solvers;
    models_->use(visit.helpers, timed ? std::clamp(kTimesTheSeed * visit.facts.mean_seconds(),
                                                   kHelperFloor, kHelperMost)
                                      : 0);
    visit.helped_seconds = models_->waited();
    visit.known.models = models_.get();
  }
  Result<std::unique_ptr<Mutator>> mutator =
      strategy->start(visit.pool, visit.known.seed(), context_.options.strategy, Rng(visit.rng));
  if (!mutator) return leave();
  visit.mutator = std::move(*mutator);
  MutantPrinter printer(visit.pool, visit.mutator->base());
  const auto begun = Clock::now();
  uint64_t ahead = 0;  // the number of the mutant that was made last
  std::optional<Mutant> next;
  const auto make = [&](uint64_t number) {
    if (std::exchange(ahead, number) != number) next = visit.mutator->mutate(number);
  };
  while (item_.at < item_.count && !context_.stop) {
    const uint64_t number = ++item_.at;
    ++more_["tries." + item.strategy];
    make(number);
    if (const std::optional<Mutant> mutant = std::exchange(next, {})) {
      ++item_.made;
      ++more_["mutants." + item.strategy];
      const uint64_t hash = hash_of(printer.print(*mutant));
      more_["digest"] += hash;
      if (memory.texts.size() > kMaxTexts) memory.texts.clear();
      if (!memory.texts.insert(hash).second) {
        ++item_.repeats;
        ++more_["repeats"];
      } else {
        try_mutant(visit, *mutant, number, [&] {
          if (together_ > 1 && number < item_.count) make(number + 1);
        });
        if (visit.solvers.empty()) item_.at = item_.count;
      }
    }
    const auto now = Clock::now();
    if (timed && std::chrono::duration<double>(now - begun).count() > kMostOfAVisit)
      item_.at = item_.count;
    if (std::chrono::duration<double>(now - flushed_).count() > kFlushSeconds &&
        item_.at < item_.count && !flush(false))
      return;
  }
  examine_choices(visit);
  flush(item_.at == item_.count);
}

std::string Worker::recipe(const Visit& visit, uint64_t number) const {
  std::string line =
      fmt::format("polygraph mutate {} --strategy {}", visit.row.path, item_.strategy);
  if (std::ranges::all_of(visit.facts.answers, [](const auto& a) { return a.has_value(); })) {
    std::vector<std::string_view> words;
    for (const auto& answer : visit.facts.answers) words.push_back(name_of(*answer));
    line += fmt::format(" --answer {}", fmt::join(words, ","));
  }
  line += fmt::format(" --rng {} --first {} --count 1", visit.rng, number);
  if (visit.strategy->needs == Strategy::Needs::Evidence && visit.memory.proof)
    line += fmt::format(" --solver '{}'", visit.memory.proof->by);
  if (visit.strategy->needs == Strategy::Needs::Solvers)
    for (const size_t i : visit.helpers)
      line += fmt::format(" --solver '{}'", context_.options.solvers[i].name);
  return line;
}

void Worker::try_mutant(Visit& visit, const Mutant& mutant, uint64_t number,
                        const std::function<void()>& meanwhile) {
  Pool& pool = visit.pool;
  const Script script = script_of(pool, visit.mutator->base(), mutant);
  const bool agree =
      std::ranges::none_of(mutant.claims, [](const auto& c) { return c.has_value(); });
  const std::vector<Row> rows = ask(pool, script, visit.solvers, &visit.facts, agree, meanwhile);
  leave_silent(visit);
  std::string behaviour;
  for (const Row& row : rows) {
    for (const Evidence& each : row) {
      behaviour += fmt::format("{}:{} ", each.solver.name, name_of(each.answer.kind));
      for (const std::string& error : each.answer.errors)
        if (visit.memory.behaviour.insert(hash_of(normalise_message(error))).second)
          item_.news += kNewMessage;
    }
    behaviour += "; ";
  }
  if (visit.memory.behaviour.insert(hash_of(behaviour)).second) item_.news += kNewAnswers;
  if (number % kSampleOperators == 1)
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
      follows->said_by = visit.facts.said_by(check);
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
  for (const std::string& liar : visit.facts.said_by(check)) {
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
