#include "campaign/triage.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "judge/trial.h"
#include "reduce/reduce.h"
#include "smtlib/parser.h"
#include "solve/process.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

constexpr int kConfirmations = 3;

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

// What a trial shows of a suspect: the best of it stands for it.
const Finding* best_of(const Trial& trial, const Suspect& suspect,
                       std::span<const Solver> solvers) {
  const Finding* best = nullptr;
  const bool crash = suspect.finding.kind == FindingKind::Crash;
  for (const Finding& each : trial.findings) {
    const bool alike = crash == (each.kind == FindingKind::Crash) &&
                       (!crash || solvers[each.which].name == suspect.solver) &&
                       each.check == suspect.finding.check;
    if (alike && (!best || each.kind < best->kind)) best = &each;
  }
  return best;
}

// The solvers that a finding rests on, the one that lies first.
std::vector<Solver> needed(const Trial& trial, const Finding& finding,
                           std::span<const Solver> solvers) {
  std::vector<Solver> kept{solvers[finding.which]};
  if (finding.kind != FindingKind::WrongSat && finding.kind != FindingKind::Disagreement)
    return kept;
  const std::vector<Evidence>& row = trial.checks[finding.check];
  for (size_t i = 0; i < row.size(); ++i)
    if (i != finding.which && row[i].answer.kind == AnswerKind::Unsat) {
      kept.push_back(solvers[i]);
      break;
    }
  return kept;
}

}  // namespace

Triage::Triage(const CampaignOptions& options, Store& store,
               std::function<std::pair<double, uint64_t>()> clock,
               std::function<bool(const std::string&)> patience, const std::atomic<bool>& stop)
    : options_(options),
      store_(store),
      clock_(std::move(clock)),
      patience_(std::move(patience)),
      stop_(stop) {
  for (const FindingRow& finding : store_.findings())
    seen_[finding.fingerprint] = finding.fingerprint;
}

void Triage::write_missing() {
  for (const FindingRow& finding : store_.findings())
    if (const Result<Bug> bug = read_bug_text(finding.bug)) write_folder(*bug);
}

// The folder is bugs/; flaky/ where it does not always show; held/ beyond the solver's quota.
void Triage::write_folder(const Bug& bug) {
  uint64_t before = 0;
  if (!bug.flaky) {
    const std::lock_guard lock(lock_);
    before = written_[bug.program]++;
  }
  const bool held = options_.quota > 0 && before >= options_.quota;
  const fs::path folder = fs::path(options_.out) / (bug.flaky ? "flaky" : held ? "held" : "bugs");
  std::error_code error;
  if (fs::exists(folder / bug.fingerprint / "bug.json", error)) return;
  while (true) {
    const Result<std::string> place = write_bug(folder.string(), bug);
    if (place || !patience_(place.error().message)) return;
  }
}

bool Triage::is_duplicate(const std::string& fingerprint, Counters& more) {
  const std::lock_guard lock(lock_);
  const auto found = seen_.find(fingerprint);
  if (found == seen_.end()) return false;
  ++more["duplicates." + found->second];
  return true;
}

// Without success the bug stays as it is. The fingerprint is that of the small formula: two bugs
// that become the same are one.
void Triage::shrink(Bug& bug) const {
  // What a solver says of the seed and of its mutant belongs together.
  if (bug.kind == FindingKind::Contradiction) return;
  if (options_.reduce_seconds <= 0 || bug.flaky || stop_) return;
  ReduceTask task{.original = bug.original, .seed = bug.seed, .solvers = options_.solvers};
  task.kind = bug.kind;
  task.model = bug.kind == FindingKind::WrongUnsat ? bug.model : "";
  const auto liar = std::ranges::find(options_.solvers, bug.solver, &Solver::name);
  task.liar = static_cast<size_t>(liar - options_.solvers.begin());
  const Result<Reduction> reduced =
      reduce(task, {.limits = options_.limits, .seconds = options_.reduce_seconds, .stop = &stop_});
  if (!reduced || reduced->confirmed < kConfirmations || reduced->finding.kind != bug.kind) return;
  bug = with_reduction(std::move(bug), *reduced);
}

// The first time all solvers are asked: more may be known then. After that, those who lie and who
// tell it are enough.
Triage::Confirmed Triage::confirm(const Suspect& suspect) const {
  Confirmed confirmed;
  Pool pool;
  const ParsedScript parsed = parse_script(pool, suspect.script);
  for (const Script& form : {parsed.script, with_models(pool, parsed.script)}) {
    std::vector<Solver> solvers = options_.solvers;
    Claims claims = suspect.claims;
    for (int shown = 0; shown < kConfirmations; ++shown) {
      const Trial trial = try_script(pool, form, solvers, options_.limits, claims);
      const Finding* best = best_of(trial, suspect, solvers);
      if (!best || (shown > 0 && best->fingerprint != confirmed.bug.fingerprint)) break;
      confirmed.always = shown + 1 == kConfirmations;
      if (shown > 0) continue;
      confirmed.bug = bug_of(trial, *best, solvers[best->which], suspect.seed);
      if (best->kind == FindingKind::WrongUnsat) {
        claims.resize(std::max(claims.size(), best->check + 1));
        claims[best->check] = {.kind = Claim::Kind::Sat, .model = best->certificate};
      }
      solvers = needed(trial, *best, solvers);
    }
    if (confirmed.always) break;
  }
  return confirmed;
}

Triage::Outcome Triage::examine(const Suspect& suspect, Counters& more, double& waited) {
  const auto muted = [&](const std::string& fingerprint) {
    return std::ranges::find(options_.known, fingerprint) != options_.known.end();
  };
  if (muted(suspect.finding.fingerprint)) return Outcome::Muted;
  if (is_duplicate(suspect.finding.fingerprint, more)) return Outcome::Duplicate;
  const auto begin = Clock::now();
  Confirmed confirmed = confirm(suspect);
  waited += std::chrono::duration<double>(Clock::now() - begin).count();
  Bug& bug = confirmed.bug;
  if (!confirmed.always) {
    // What the session said is all that there is.
    if (bug.fingerprint.empty()) {
      bug.kind = suspect.finding.kind;
      bug.fingerprint = suspect.finding.fingerprint;
      bug.check = suspect.finding.check;
      bug.sentence = suspect.finding.sentence;
      bug.certificate = suspect.finding.certificate;
      bug.original = suspect.script;
      bug.seed = suspect.seed;
      for (const Solver& solver : options_.solvers)
        if (solver.name == suspect.solver) set_liar(bug, solver, {});
    }
    bug.flaky = true;
    bug.fingerprint += "-flaky";
  }
  if (muted(bug.fingerprint)) return Outcome::Muted;
  if (is_duplicate(bug.fingerprint, more)) return Outcome::Duplicate;
  bug.strategy = suspect.strategy;
  bug.seed_file = suspect.seed_file;
  bug.recipe = suspect.recipe;
  bug.steps = suspect.steps;
  const auto [seconds, calls] = clock_();
  FindingRow row{.fingerprint = bug.fingerprint,
                 .kind = std::string(name_of(bug.kind)),
                 .solver = bug.solver,
                 .program = bug.program,
                 .strategy = bug.strategy,
                 .seed = bug.seed_file,
                 .flaky = bug.flaky,
                 .seconds = seconds,
                 .calls = calls,
                 .bug = bug_text(bug)};
  if (!store_.add_finding(row))
    return is_duplicate(bug.fingerprint, more) ? Outcome::Duplicate : Outcome::Lost;
  // It is safe now, and can be made small.
  const auto before = Clock::now();
  shrink(bug);
  waited += std::chrono::duration<double>(Clock::now() - before).count();
  {
    const std::lock_guard lock(lock_);
    seen_[row.fingerprint] = bug.fingerprint;
    seen_[bug.fingerprint] = bug.fingerprint;
  }
  if (!bug.reduced.empty()) {
    const std::string first = std::exchange(row.fingerprint, bug.fingerprint);
    row.bug = bug_text(bug);
    if (!store_.replace_finding(first, row)) return Outcome::Duplicate;
    if (muted(bug.fingerprint)) return Outcome::Muted;
  }
  write_folder(bug);
  if (listener_) listener_(row);
  return bug.flaky ? Outcome::Flaky : Outcome::New;
}

}  // namespace pg
