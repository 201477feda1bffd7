#include "campaign/seed_taker.h"

#include <algorithm>

#include "mutate/boolean_structure.h"
#include "smtlib/printer.h"
#include "smtlib/safety.h"

namespace pg {
namespace {

std::optional<Truth> truth_of(AnswerKind kind) {
  if (kind == AnswerKind::Sat) return Truth::Sat;
  if (kind == AnswerKind::Unsat) return Truth::Unsat;
  return {};
}

// Needs no more than the answers of a seed, and changes its atoms so that these stay.
bool starts_from_answers(const std::string& name) {
  const Strategy* strategy = find_strategy(name);
  return strategy && strategy->needs == Strategy::Needs::Nothing;
}

}  // namespace

Trust SeedTaker::take(SeedRow& seed) {
  const Result<std::string> text = read_seed(seed);
  ParsedScript parsed = text ? parse_script(pool_, *text) : ParsedScript();
  parsed.script = safe_script(pool_, parsed.script);
  seed.facts = {};
  seed.skipped = text ? why_unfit(seed, parsed) : text.error().message;
  if (seed.skipped.empty()) {
    if (const Trust trust = ask_about(parsed.script, *text, seed); trust != Trust::Yes)
      return trust;
    const bool usable = std::ranges::any_of(seed.facts.solvers, &SeedFacts::BySolver::usable);
    if (!usable) seed.skipped = "no solver answers";
  }
  if (seed.skipped.empty()) find_strategies(parsed.script, seed);
  Counters& more = worker_.progress_.more();
  ++(seed.skipped.empty() ? more.seeds_taken : more.seeds_skipped);
  seed.taken = true;
  return Trust::Yes;
}

// Why a text is no seed; writes its logic to the row.
std::string SeedTaker::why_unfit(SeedRow& seed, const ParsedScript& parsed) {
  if (!parsed.errors.empty())
    return "not well-sorted: " + format_error(seed.path, parsed.errors[0]);
  seed.logic = logic_of(pool_, parsed.script);
  if (parsed.opaque_terms > 0) ++worker_.progress_.more().seeds_opaque;
  return pg::why_unfit(pool_, parsed.script, worker_.options_);
}

// What solvers say to the seed itself: facts about it, and perhaps lies.
Trust SeedTaker::ask_about(const Script& script, const std::string& text, SeedRow& seed) {
  std::vector<size_t> solvers;
  for (size_t i = 0; i < worker_.options_.solvers.size(); ++i)
    if (worker_.options_.solvers[i].claims(seed.logic)) solvers.push_back(i);
  Heard heard;
  if (!worker_.ask([&] { heard = worker_.asker_.ask_seed(pool_, script, solvers); }))
    return Trust::No;
  learn(heard, seed.facts);
  if (const Trust trust = trust_in(heard, solvers); trust != Trust::Yes) return trust;
  for (size_t check = 0; check < heard.size(); ++check) {
    for (Case& found : judge(Agree{}, heard[check], check)) {
      found.original = print_script(pool_, script);
      found.origin.seed_file = seed.path;
      found.origin.seed = text;
      worker_.examine(std::move(found), nullptr);
    }
  }
  return worker_.ask([&] { time_again(script, seed.facts); }) ? Trust::Yes : Trust::No;
}

// That no solver answers is said of a seed only if one of them runs at all, and did so when it was
// asked.
Trust SeedTaker::trust_in(const Heard& heard, std::span<const size_t> solvers) {
  const auto heard_any = [&](std::initializer_list<AnswerKind> kinds) {
    return std::ranges::any_of(heard, [&](const std::vector<Evidence>& row) {
      return std::ranges::any_of(row, [&](const Evidence& each) {
        return std::ranges::find(kinds, each.answer.kind) != kinds.end();
      });
    });
  };
  if (heard_any({AnswerKind::Sat, AnswerKind::Unsat, AnswerKind::Unknown, AnswerKind::DeltaSat,
                 AnswerKind::Unsupported}))
    return Trust::Yes;
  const Trust trust = worker_.trust(solvers);
  const bool sure = again_ || solvers.empty() || heard_any({AnswerKind::Timeout});
  return trust == Trust::Yes && !sure ? Trust::Again : trust;
}

// The first answer of a process is slow. What counts is how long it takes in the middle of others.
void SeedTaker::time_again(const Script& script, SeedFacts& facts) {
  const Tuning& tuning = worker_.options_.tuning;
  for (SeedFacts::BySolver& by : facts.solvers) {
    if (!by.usable || by.seconds < tuning.least_seconds / tuning.times_seed ||
        by.seconds > tuning.long_seconds)
      continue;
    const auto solver = std::ranges::find(worker_.options_.solvers, by.solver, &Solver::name);
    if (solver == worker_.options_.solvers.end()) continue;
    const auto which = static_cast<size_t>(solver - worker_.options_.solvers.begin());
    by.seconds = std::min(by.seconds, worker_.asker_.seconds_for(which, pool_, script));
  }
}

void SeedTaker::find_strategies(const Script& script, SeedRow& seed) {
  const std::vector<std::string>& names = worker_.options_.strategies;
  if (std::ranges::any_of(names, starts_from_answers))
    seed.facts.trivial = is_trivial(pool_, script);
  if (seed.facts.trivial) ++worker_.progress_.more().seeds_trivial;
  seed.facts.strategies = suited(script, seed.facts);
  if (seed.facts.trivial && std::ranges::all_of(names, starts_from_answers))
    seed.skipped = "its connectives alone decide it";
}

// The strategies that may make something of a seed.
std::vector<std::string> SeedTaker::suited(const Script& script, const SeedFacts& facts) {
  std::vector<std::string> names;
  SolverModels none({}, {});
  for (const std::string& name : worker_.options_.strategies) {
    const Strategy* strategy = find_strategy(name);
    if (!strategy || (facts.trivial && starts_from_answers(name))) continue;
    Result<KnownSeed> known = known_seed(pool_, script, facts.answers, {}, *strategy);
    if (known && strategy->needs == Strategy::Needs::Solvers) known->models = &none;
    // Whether there is a proof, or another seed that fits, is seen when it is needed.
    const bool later = strategy->needs == Strategy::Needs::Evidence || strategy->seeds > 1;
    if (later ? facts.answers.back().has_value()
              : known && strategy->start(pool_, known->seed(), worker_.options_.strategy, Rng(0)))
      names.push_back(name);
  }
  return names;
}

void learn(const Heard& heard, SeedFacts& facts) {
  for (const std::vector<Evidence>& row : heard) {
    bool sat = false;
    bool unsat = false;
    bool proved = false;
    for (const Evidence& each : row) {
      sat = sat || each.answer.kind == AnswerKind::Sat;
      unsat = unsat || each.answer.kind == AnswerKind::Unsat;
      proved = proved || each.proves_sat();
      facts.timed = facts.timed || each.answer.kind == AnswerKind::Timeout;
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

}  // namespace pg
