#include "campaign/confirm.h"

#include <algorithm>

#include "ask/trial.h"
#include "base/stop.h"
#include "bug/fingerprint.h"
#include "bug/replay.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

constexpr int kConfirmations = 3;
// A disagreement is worth waiting for: one of two solvers is wrong.
constexpr double kTimesToSettle = 5;

// Solvers that keep no models by themselves are not quite the same when they are told to.
Script with_models(Pool& pool, const Script& script) {
  Script made;
  Command command;
  command.kind = CommandKind::SetOption;
  command.name = pool.intern("set-option");
  command.text = pool.intern(":produce-models true");
  made.commands.push_back(std::move(command));
  made.commands.insert(made.commands.end(), script.commands.begin(), script.commands.end());
  return made;
}

// What a trial shows of a suspect: the gravest of it stands for it.
const Case* best_of(const Trial& trial, const Case& suspect) {
  const Case* best = nullptr;
  const bool crash = suspect.kind == Kind::Crash;
  for (const Case& each : trial.cases) {
    const bool alike = crash == (each.kind == Kind::Crash) &&
                       (!crash || each.liar == suspect.liar) && each.check == suspect.check;
    if (alike && (!best || each.kind < best->kind)) best = &each;
  }
  return best;
}

// The solvers that a case rests on.
std::vector<Solver> needed(const Case& found, std::span<const Solver> solvers) {
  std::vector<Solver> kept;
  bool has_opponent = !spec_of(found.kind).by_others;
  for (const Solver& solver : solvers) {
    const SolverId id = solver.id();
    const bool opposed = std::ranges::any_of(found.witnesses, [&](const Witness& witness) {
      return witness.solver == id && witness.answer == AnswerKind::Unsat;
    });
    if (id == found.liar)
      kept.push_back(solver);
    else if (!has_opponent && opposed) {
      kept.push_back(solver);
      has_opponent = true;
    }
  }
  return kept;
}

bool same_bug(const Case& a, const Case& b) {
  return a.kind == b.kind && a.liar == b.liar && a.check == b.check;
}

}  // namespace

std::vector<Solver> Confirmer::all_solvers() {
  std::vector<Solver> all = solvers_;
  const std::lock_guard lock(lock_);
  if (others_) all.insert(all.end(), others_->begin(), others_->end());
  return all;
}

const std::vector<Solver>& Confirmer::others() {
  const std::lock_guard lock(lock_);
  if (!others_) {
    others_ = find_solvers();
    std::erase_if(*others_, [&](const Solver& solver) {
      return std::ranges::any_of(solvers_,
                                 [&](const Solver& each) { return each.argv == solver.argv; });
    });
  }
  return *others_;
}

// Whoever has not been asked yet may have a model that tells which of two is right.
std::optional<Case> Confirmer::settle(Pool& pool, const Script& script, const Case& suspect) {
  std::vector<Solver> all = solvers_;
  const std::vector<Solver>& more = others();
  all.insert(all.end(), more.begin(), more.end());
  QueryLimits limits = limits_;
  limits.seconds *= kTimesToSettle;
  const Trial trial = try_script(pool, script, all, limits, claims_of(suspect));
  const Case* best = best_of(trial, suspect);
  return best ? std::optional(*best) : std::nullopt;
}

// The first time all solvers are asked: more may be known then. After that, those who lie and who
// tell it are enough.
std::optional<Case> Confirmer::confirm_form(Pool& pool, const Script& form, const Case& suspect,
                                            bool& always) {
  const Trial first = try_script(pool, form, solvers_, limits_, claims_of(suspect));
  const Case* shown = best_of(first, suspect);
  if (!shown) return {};
  Case found = *shown;
  QueryLimits limits = limits_;
  if (std::holds_alternative<OtherAnswers>(found.certificate)) {
    if (std::optional<Case> settled = settle(pool, form, suspect)) found = *std::move(settled);
    limits.seconds *= kTimesToSettle;
  }
  const std::vector<Solver> all = all_solvers();
  const std::vector<Solver> solvers = needed(found, all);
  always = true;
  for (int shows = 1; shows < kConfirmations && always; ++shows) {
    const Trial again = try_script(pool, form, solvers, limits, claims_of(found),
                                   advisers_for(found, solvers_, limits));
    const Case* same = best_of(again, found);
    always = same && same_bug(*same, found);
  }
  return found;
}

// The chain of rules is checked as others will check it, and the premise is asked, too.
bool Confirmer::is_replayed(const Case& found, const Solver& solver) {
  if (needs_provers(found)) others();
  const std::vector<Solver> all = all_solvers();
  return replay(found, solver, limits_, {all, limits_}).outcome == Replay::Outcome::StillLies;
}

Case Confirmer::confirm(const Case& suspect) {
  Pool pool;
  const ParsedScript parsed = parse_script(pool, suspect.original);
  std::optional<Case> found;
  bool always = false;
  for (const Script& form : {parsed.script, with_models(pool, parsed.script)}) {
    if (must_stop()) break;
    bool shown_always = false;
    std::optional<Case> shown = confirm_form(pool, form, suspect, shown_always);
    if (!shown || (found && !shown_always)) continue;
    found = std::move(shown);
    always = shown_always;
    if (always) break;
  }
  Case confirmed = found ? *std::move(found) : suspect;
  confirmed.origin = suspect.origin;
  for (const Solver& solver : all_solvers()) {
    if (must_stop() || solver.id() != confirmed.liar) continue;
    set_standing(confirmed, solver);
    if (always && std::holds_alternative<ByRules>(confirmed.certificate))
      always = is_replayed(confirmed, solver);
  }
  confirmed.flaky = !always;
  confirmed.fingerprint = fingerprint_of(confirmed);
  return confirmed;
}

}  // namespace pg
