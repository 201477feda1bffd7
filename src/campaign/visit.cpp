#include "campaign/visit.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "ask/trial.h"
#include "bug/fingerprint.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "smtlib/rename.h"

namespace pg {
namespace {

// So many visits of a strategy that makes mutants of mutants go on one after the other, before it
// begins again with another generator and another model of the seed.
constexpr uint64_t kVisitsOfChain = 4;

// Of the generator of a visit: what draws the options that vary.
constexpr uint64_t kOptionsFork = 0x6f7074696f6e73;
// And what draws the mutant that a strategy starts from, up to a number. If that makes none, a few
// that follow are tried.
constexpr uint64_t kBlendFork = 0x626c656e64;
constexpr uint64_t kAncestors = 32;
constexpr uint64_t kAncestorTries = 8;
constexpr uint64_t kDialectFork = 0x6469616c656374;

constexpr std::string_view kSolverSpecific = "--solver-specific";
// Of so many visits one speaks the dialect of a solver.
constexpr uint64_t kDialectVisits = 4;

// In the order of the user, whoever is asked first.
void draw_dialect(const CampaignOptions& options, const Audience& audience, Rng rng,
                  Dialect& dialect) {
  std::vector<Known> dialects;
  for (size_t i = 0; i < options.solvers.size(); ++i) {
    const std::span<const size_t> asked = audience.solvers();
    const std::optional<Known> known = known_by(options.solvers[i]);
    if (known && std::ranges::find(asked, i) != asked.end() &&
        std::ranges::find(dialects, *known) == dialects.end())
      dialects.push_back(*known);
  }
  const bool specific = rng.chance(1, kDialectVisits);
  const uint64_t which = rng.below(std::max<size_t>(1, dialects.size()));
  if (!specific || dialects.empty()) return;
  dialect.specific = true;
  dialect.solvers = dialects[which];
}

uint64_t hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Worth a closer look: the judge, with all that is known, may find nothing.
bool looks_wrong(const Heard& heard, const Answers& claims) {
  for (size_t check = 0; check < heard.size(); ++check) {
    const std::optional<Truth> claim = check < claims.size() ? claims[check] : std::nullopt;
    bool sat = claim == Truth::Sat;
    bool unsat = claim == Truth::Unsat;
    for (const Evidence& each : heard[check]) {
      if (!each.answer.breakdown.empty() || each.model == Verdict::False) return true;
      sat = sat || each.answer.kind == AnswerKind::Sat;
      unsat = unsat || each.answer.kind == AnswerKind::Unsat;
    }
    if (sat && unsat) return true;
  }
  return false;
}

}  // namespace

uint64_t rng_of_visit(uint64_t campaign, std::span<const SeedRow* const> seeds,
                      std::string_view strategy, uint64_t visit) {
  Rng rng(campaign);
  for (const SeedRow* seed : seeds) rng = rng.fork(seed->hash);
  return rng.fork(hash_of(strategy)).fork(visit).next();
}

Visit::Visit(Worker& worker, std::span<const SeedRow* const> seeds, ArmMemory& memory)
    : worker_(worker),
      options_(worker.options_),
      tuning_(worker.options_.tuning),
      progress_(worker.progress_),
      rows_(seeds.begin(), seeds.end()),
      memory_(memory),
      strategy_(find_strategy(task().strategy)),
      limits_(options_.limits) {
  const bool chains = strategy_ && strategy_->chains;
  const uint64_t chain = chains ? task().visit / kVisitsOfChain : task().visit;
  rng_ = rng_of_visit(options_.rng, rows_, task().strategy, chain);
  drawn_ = options_of_visit(options_, Rng(rng_).fork(kOptionsFork));
  if (!chains) return;
  drawn_.diver.model += static_cast<uint32_t>(chain);
  before_ = task().visit % kVisitsOfChain * std::max(tuning_.most_mutants, tuning_.mutants_of_job);
}

bool Visit::open() {
  if (!strategy_ || rows_.size() != strategy_->seeds) return false;
  seeds_.reserve(rows_.size());
  audience_.emplace(options_, rows_[0]->facts);
  for (const SeedRow* row : rows_)
    if (!open_seed(*row)) return false;
  return (!strategy_->draws_operators || choose_dialect()) && start();
}

// Which operators mutants may have: now and then those of one solver, which is then asked alone.
// False: nobody is left to ask.
bool Visit::choose_dialect() {
  if (std::ranges::find(options_.fixed, kSolverSpecific) == options_.fixed.end())
    draw_dialect(options_, *audience_, Rng(rng_).fork(kDialectFork), drawn_.dialect);
  audience_->keep_speakers(drawn_.dialect);
  return leave_out_refused(pool_, seed().script, drawn_.dialect);
}

// Never what one of those that are asked refuses. False: they could not be asked.
bool Visit::leave_out_refused(Pool& pool, const Script& script, Dialect& dialect) {
  const auto begin = Clock::now();
  std::vector<Solver> solvers;
  for (const size_t solver : audience_->solvers()) solvers.push_back(options_.solvers[solver]);
  std::string why;
  const auto learn = [&] {
    const Result<bool> learnt = pg::leave_out_refused(pool, script, solvers, options_.limits,
                                                      *worker_.context_.refusals, dialect);
    why = learnt ? "" : learnt.error().message;
  };
  bool waited = false;
  while (worker_.ask(learn) && !why.empty() && worker_.wait(why)) waited = true;
  if (waited && why.empty()) worker_.context_.patience.over();
  const double took = seconds_since(begin);
  worker_.confirming_ += took;
  progress_.more().spend(Spent::Seeds, took);
  return why.empty() && !solvers.empty() && !worker_.gave_up();
}

bool Visit::open_seed(const SeedRow& row) {
  Result<std::string> text = read_seed(row);
  if (!text) return false;
  // Names of several seeds are different ones.
  if (!seeds_.empty()) *text = with_names_apart(*text, seeds_.size());
  if (strategy_->blends) blend(row, *text);
  ParsedScript parsed = parse_script(pool_, ancestor_ ? ancestor_->text : *text);
  if (!parsed.errors.empty()) return false;
  if (row.facts.answers.size() > std::max<size_t>(1, count_checks(parsed.script))) return false;
  seeds_.push_back({row, *std::move(text), std::move(parsed.script), {}});
  OpenSeed& opened = seeds_.back();
  const bool needs_proof = strategy_->needs == Strategy::Needs::Evidence;
  Result<KnownSeed> known =
      known_seed(pool_, opened.script, row.facts.answers,
                 needs_proof ? proof(pool_, row, opened.script) : SeedProof(), *strategy_);
  if (!known) return false;
  opened.known = *std::move(known);
  return true;
}

// Every other visit starts from a mutant by another strategy that suits the seed. It is read again
// from its text, in a pool that has nothing else, as who follows the recipe does.
void Visit::blend(const SeedRow& row, const std::string& text) {
  Rng rng = Rng(rng_).fork(kBlendFork);
  if (rng.chance(1, 2)) return;
  std::vector<const Strategy*> others;
  for (const std::string& name : row.facts.strategies)
    if (const Strategy* other = find_strategy(name);
        other && other->needs != Strategy::Needs::Solvers && other->seeds == 1)
      others.push_back(other);
  if (others.empty()) return;
  const Strategy& other = *others[rng.below(others.size())];
  const uint64_t first = 1 + rng.below(kAncestors);
  Pool pool;
  const ParsedScript parsed = parse_script(pool, text);
  if (!parsed.errors.empty()) return;
  const bool needs_proof = other.needs == Strategy::Needs::Evidence;
  const Result<KnownSeed> known =
      known_seed(pool, parsed.script, row.facts.answers,
                 needs_proof ? proof(pool, row, parsed.script) : SeedProof(), other);
  if (!known) return;
  // All solvers are asked about what is made of it.
  StrategyOptions options = drawn_;
  options.dialect = {.widened = drawn_.dialect.widened};
  if (other.draws_operators && !leave_out_refused(pool, parsed.script, options.dialect)) return;
  const Result<std::unique_ptr<Mutator>> mutator =
      other.start(pool, known->seed(), options, Rng(rng_));
  if (!mutator) return;
  for (uint64_t number = first; number < first + kAncestorTries && !ancestor_; ++number) {
    std::optional<Mutant> mutant;
    if (!worker_.ask([&] { mutant = (*mutator)->mutate(number); })) return;
    if (!mutant) continue;
    ancestor_ = {&other, options, number, MutantPrinter(pool, (*mutator)->base()).print(*mutant),
                 ""};
    for (const Step& step : mutant->steps) ancestor_->steps += describe(pool, step) + "\n";
  }
}

std::vector<size_t> Visit::asked_about(const SeedFacts& facts) const {
  std::vector<size_t> solvers;
  for (size_t i = 0; i < options_.solvers.size(); ++i)
    if (facts.find(options_.solvers[i].name)) solvers.push_back(i);
  return solvers;
}

QueryLimits Visit::proof_limits() const {
  QueryLimits limits = options_.limits;
  if (!options_.repeatable()) limits.seconds *= tuning_.seed_share;
  return limits;
}

// Why a seed has its answer, found once.
const SeedProof& Visit::proof(Pool& pool, const SeedRow& row, const Script& script) {
  const uint32_t number = number_of_model();
  const auto [found, added] = memory_.proofs.try_emplace({row.id, number});
  if (added) {
    const auto begin = Clock::now();
    const auto ask = [&] {
      found->second = proof_of(pool, script, row.facts, options_.solvers, proof_limits(), number);
    };
    while (worker_.ask(ask) && found->second.by.empty() &&
           worker_.trust(asked_about(row.facts)) == Trust::Again)
      continue;
    if (found->second.empty() && !worker_.gave_up()) ++progress_.more().unproved[row.path];
    const double took = seconds_since(begin);
    worker_.confirming_ += took;
    progress_.more().spend(Spent::Seeds, took);
  }
  return found->second;
}

// Starts the strategy, with solvers to help it. False: it does not suit the seed.
bool Visit::start() {
  if (strategy_->needs == Strategy::Needs::Solvers) {
    if (!worker_.models_)
      worker_.models_ = std::make_unique<SolverModels>(options_.solvers, options_.limits);
    worker_.models_->set_patience(
        [&worker = worker_](const std::string& why) { return worker.wait(why); },
        worker_.context_.patience.over);
    const std::span<const size_t> helpers = audience_->solvers();
    helpers_.assign(helpers.begin(), helpers.end());
    const double seconds = worker_.asker_.limits().for_helpers(seed().row.facts);
    if (seconds > 0) limits_.seconds = seconds;
    worker_.models_->use(helpers_, seconds);
    helped_seconds_ = worker_.models_->waited();
    timeouts_before_ = worker_.models_->counts().timeouts;
    seed().known.models = worker_.models_.get();
  }
  std::vector<Seed> others;
  for (size_t i = 1; i < seeds_.size(); ++i) others.push_back(seeds_[i].known.seed());
  Result<std::unique_ptr<Mutator>> mutator =
      strategy_->start(pool_, seed().known.seed(std::move(others)), drawn_, Rng(rng_));
  if (!mutator) return false;
  mutator_ = std::move(*mutator);
  return true;
}

uint32_t Visit::number_of_model() const {
  return strategy_->chains || strategy_->blends ? drawn_.diver.model : 0;
}

// Whether mutants depend on why the seed has its answer.
bool Visit::uses_proof() const {
  const Strategy& first = ancestor_ ? *ancestor_->strategy : *strategy_;
  return first.needs == Strategy::Needs::Evidence;
}

// What was found of a seed, if it was looked for.
const SeedProof* Visit::known_proof(uint64_t seed) const {
  const auto found = memory_.proofs.find({seed, number_of_model()});
  return found == memory_.proofs.end() ? nullptr : &found->second;
}

// Whether the clock had a say in what a recipe makes.
bool Visit::is_recipe_timed() const {
  if (seed().known.models && worker_.models_->counts().timeouts > timeouts_before_) return true;
  return uses_proof() && std::ranges::any_of(rows_, [&](const SeedRow* row) {
           const SeedProof* proof = known_proof(row->id);
           return proof && proof->timed;
         });
}

// The same of the mutants that a campaign makes: recipes have the answers to seeds in them.
bool Visit::is_timed() const {
  return is_recipe_timed() ||
         std::ranges::any_of(rows_, [](const SeedRow* row) { return row->facts.timed; });
}

// True for a mutant that the arm did not have before.
bool Visit::is_new(const std::string& text) {
  const uint64_t hash = hash_of(text);
  if (is_timed())
    ++progress_.more().timed;
  else
    progress_.more().digest += hash;
  if (memory_.add_text(hash, tuning_)) {
    progress_.job().texts.push_back(hash);
    return true;
  }
  ++progress_.yield().repeats;
  ++progress_.more().repeats;
  return false;
}

bool Visit::make_mutants() {
  MutantPrinter printer(pool_, mutator_->base());
  const auto begun = Clock::now();
  const uint64_t count = task().count;
  uint64_t& at = progress_.job().at;
  uint64_t ahead = 0;  // the number of the mutant that was made last
  std::optional<Mutant> next;
  const auto make = [&](uint64_t number) {
    if (std::exchange(ahead, number) != number) next = mutator_->mutate(before_ + number);
  };
  while (at < count && !worker_.context_.stop) {
    const uint64_t number = ++at;
    ++progress_.counts().tries;
    if (!worker_.ask([&] { make(number); })) return false;
    if (const std::optional<Mutant> mutant = std::exchange(next, {})) {
      ++progress_.yield().made;
      ++progress_.counts().mutants;
      const std::string& text = printer.print(*mutant);
      if (is_new(text)) {
        if (worker_.context_.asked) worker_.context_.asked(recipe(before_ + number), text);
        try_mutant(*mutant, number, [&] {
          if (worker_.asker_.has_spare_cores() && number < count) make(number + 1);
        });
        if (worker_.gave_up()) return false;
      }
    }
    const bool late = !options_.repeatable() && seconds_since(begun) > tuning_.visit_seconds;
    if (late || audience_->solvers().empty()) at = count;
    const bool due =
        !progress_.findings().empty() || progress_.seconds_since_flush() > tuning_.save_seconds;
    if (!due || at == count) continue;
    examine_choices();
    if (!progress_.flush()) return false;
  }
  examine_choices();
  if (at < count) return false;
  const Tally tally = mutator_->tally();
  progress_.counts().goals += tally.goals;
  progress_.counts().covered += tally.covered;
  return true;
}

void Visit::try_mutant(const Mutant& mutant, uint64_t number,
                       const std::function<void()>& meanwhile) {
  const Script script = script_of(pool_, mutator_->base(), mutant);
  const bool claimed =
      std::ranges::any_of(mutant.claims, [](const auto& claim) { return claim.has_value(); });
  Heard heard;
  const auto ask = [&] {
    heard =
        worker_.asker_.ask_mutant(pool_, script, seed().row.facts, *audience_, claimed, meanwhile);
  };
  if (!worker_.ask(ask)) return;
  note_behaviour(heard);
  if (number % tuning_.operators_sampled == 1 % tuning_.operators_sampled)
    for (const std::string& name : operators_of(pool_, script)) ++progress_.more().operators[name];
  if (looks_wrong(heard, mutant.claims))
    judge_answers(mutant, number, script, heard, claims_of_mutant(mutant, claimed));
}

// What was not seen before is worth another visit.
void Visit::note_behaviour(const Heard& heard) {
  std::string behaviour;
  for (const std::vector<Evidence>& row : heard) {
    for (const Evidence& each : row) {
      behaviour += fmt::format("{}:{} ", each.solver.name, name_of(each.answer.kind));
      for (const std::string& error : each.answer.errors)
        if (memory_.behaviour.insert(hash_of(normalise_message(error))).second)
          progress_.yield().news += tuning_.worth_of_message;
    }
    behaviour += "; ";
  }
  if (memory_.behaviour.insert(hash_of(behaviour)).second)
    progress_.yield().news += tuning_.worth_of_answers;
}

Claims Visit::claims_of_mutant(const Mutant& mutant, bool claimed) {
  // What solvers said of the seed, and its model, tell nothing of a mutant of it.
  CHECK(!ancestor_ || !claimed, "a strategy that blends claims nothing");
  if (claimed && !certifier_) {
    certifier_.emplace(pool_, seed().known.script, *mutator_, seed().known.check);
    // Where there is no model, or none that holds, claims rest on the rules.
    static_cast<void>(certifier_->set_model(proof(pool_, seed().row, seed().script).model, true));
  }
  Claims claims =
      certifier_ ? certifier_->claims(mutant) : claims_of(pool_, mutator_->base(), mutant);
  for (size_t check = 0; check < claims.size(); ++check)
    if (auto* follows = std::get_if<Follows>(&claims[check]))
      follows->said_by = seed().row.facts.said_by(check);
  return claims;
}

void Visit::judge_answers(const Mutant& mutant, uint64_t number, const Script& script,
                          const Heard& heard, const Claims& claims) {
  for (size_t check = 0; check < heard.size(); ++check) {
    for (Case& found : judge(claim_at(claims, check), heard[check], check)) {
      found.original = print_script(pool_, script);
      found.origin.seed_file = seed().row.path;
      found.origin.seed = ancestor_ ? seed().text : print_script(pool_, mutator_->base());
      found.origin.recipe = recipe(before_ + number);
      if (ancestor_) found.origin.steps = ancestor_->steps;
      for (const Step& step : mutant.steps) found.origin.steps += describe(pool_, step) + "\n";
      worker_.examine(std::move(found), &memory_);
    }
    // What is made of several seeds proves nothing about one of them.
    if (seeds_.size() == 1 && check < mutant.claims.size() && mutant.claims[check] == Truth::Unsat)
      for (const Evidence& each : heard[check])
        if (each.proves_sat()) prove_seed_sat(mutant, each, check);
  }
}

// A mutant that had to be unsat is sat: then so is what it was made of, and whoever said unsat
// lied.
void Visit::prove_seed_sat(const Mutant& mutant, const Evidence& evidence, size_t check) {
  const Script& known = seed().known.script;
  const Script script =
      mutant.core.empty() ? known : with_assertions(pool_, known, check, mutant.core);
  const size_t at = mutant.core.empty() ? check : 0;
  const CheckState extended = state_at(pool_, mutator_->base(), check);
  const Result<Model> model = read_model(pool_, extended.script, evidence.witness, true);
  if (!model) return;
  const std::optional<std::string> proved = sat_proof(pool_, state_at(pool_, script, at), *model);
  if (!proved) return;
  for (const std::string& liar : seed().row.facts.said_by(check)) {
    Case found;
    found.kind = Kind::WrongUnsat;
    found.check = at;
    found.answer = AnswerKind::Unsat;
    for (const Solver& solver : options_.solvers)
      if (solver.name == liar) found.liar = solver.id();
    found.certificate = TrueModel{*proved, evidence.solver.name};
    found.original = print_script(pool_, script);
    found.origin.seed_file = seed().row.path;
    found.origin.seed = seed().text;
    worker_.examine(std::move(found), &memory_);
  }
}

// What solvers said wrongly while they chose values.
void Visit::examine_choices() {
  if (!seed().known.models) return;
  SolverModels& models = *worker_.models_;
  for (const auto& [which, answer] : models.take_answers()) {
    SolverCounts& counts = progress_.more().solvers[options_.solvers[which].name];
    ++counts.calls;
    ++counts.answers[static_cast<size_t>(answer)];
    ++progress_.counts().calls;
  }
  const double waited = models.waited();
  progress_.more().spend(Spent::Values, waited - std::exchange(helped_seconds_, waited));
  for (Case& shown : models.take_shown()) {
    shown.origin.seed_file = seed().row.path;
    shown.origin.seed = seed().text;
    worker_.examine(std::move(shown), &memory_);
  }
}

std::string Visit::recipe(uint64_t number) const {
  Recipe recipe = recipe_by(*strategy_, drawn_, number);
  if (ancestor_) {
    recipe.answers.clear();  // they are the seed's
    recipe.of = {recipe_by(*ancestor_->strategy, ancestor_->options, ancestor_->number)};
  }
  recipe.timed = is_recipe_timed();
  return recipe_text(recipe);
}

Recipe Visit::recipe_by(const Strategy& strategy, const StrategyOptions& options,
                        uint64_t number) const {
  Recipe recipe{.file = seed().row.path,
                .strategy = std::string(strategy.name),
                .answers = seed().row.facts.answers,
                .rng = rng_,
                .number = number,
                .options = options,
                .limits = strategy.needs == Strategy::Needs::Evidence ? proof_limits() : limits_};
  for (size_t i = 1; i < rows_.size(); ++i) recipe.others.push_back(rows_[i]->path);
  const SeedProof* proved = known_proof(seed().row.id);
  switch (strategy.needs) {
    case Strategy::Needs::Nothing:
      break;
    case Strategy::Needs::Solvers:
      for (const size_t helper : helpers_)
        recipe.solvers.push_back(options_.solvers[helper].finder());
      break;
    case Strategy::Needs::Evidence:
      for (const Solver& solver : options_.solvers)
        if (proved && solver.name == proved->by) recipe.solvers.push_back(solver.finder());
      break;
  }
  return recipe;
}

}  // namespace pg
