#include "campaign/triage.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "judge/trial.h"
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

}  // namespace

Triage::Triage(const CampaignOptions& options, Store& store,
               std::function<std::pair<double, uint64_t>()> clock,
               std::function<bool(const std::string&)> patience)
    : options_(options), store_(store), clock_(std::move(clock)), patience_(std::move(patience)) {
  for (const FindingRow& finding : store_.findings()) seen_.insert(finding.fingerprint);
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
  if (!seen_.contains(fingerprint)) return false;
  ++more["duplicates." + fingerprint];
  return true;
}

Triage::Confirmed Triage::confirm(const Suspect& suspect) const {
  Confirmed confirmed;
  Pool pool;
  const ParsedScript parsed = parse_script(pool, suspect.script);
  std::vector<Script> forms{parsed.script};
  forms.push_back(with_models(pool, parsed.script));
  for (const Script& form : forms) {
    int shown = 0;
    for (int i = 0; i < kConfirmations; ++i) {
      const Trial trial = try_script(pool, form, options_.solvers, options_.limits, suspect.claims);
      // With all solvers asked, more may be known: then the best finding stands for it.
      const Finding* best = nullptr;
      for (const Finding& each : trial.findings) {
        const bool crash = each.kind == FindingKind::Crash;
        const bool alike = crash == (suspect.finding.kind == FindingKind::Crash) &&
                           (!crash || options_.solvers[each.which].name == suspect.solver);
        if (alike && each.check == suspect.finding.check && (!best || each.kind < best->kind))
          best = &each;
      }
      if (!best) break;
      if (shown > 0 && best->fingerprint != confirmed.bug.fingerprint) break;
      if (++shown == 1)
        confirmed.bug = bug_of(trial, *best, options_.solvers[best->which], suspect.seed);
    }
    confirmed.always = shown == kConfirmations;
    if (confirmed.always) return confirmed;
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
      bug.solver = suspect.solver;
      bug.sentence = suspect.finding.sentence;
      bug.certificate = suspect.finding.certificate;
      bug.original = suspect.script;
      bug.seed = suspect.seed;
      for (const Solver& solver : options_.solvers) {
        if (solver.name != suspect.solver) continue;
        bug.program = solver.spec->name;
        bug.version = solver.version;
      }
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
  const FindingRow row{.fingerprint = bug.fingerprint,
                       .kind = std::string(name_of(bug.kind)),
                       .solver = bug.solver,
                       .program = bug.program,
                       .strategy = bug.strategy,
                       .seed = bug.seed_file,
                       .flaky = bug.flaky,
                       .seconds = seconds,
                       .calls = calls,
                       .bug = bug_text(bug)};
  if (!store_.add_finding(row)) {
    const std::lock_guard lock(lock_);
    if (!seen_.contains(bug.fingerprint)) return Outcome::Lost;
    ++more["duplicates." + bug.fingerprint];
    return Outcome::Duplicate;
  }
  {
    const std::lock_guard lock(lock_);
    seen_.insert(bug.fingerprint);
  }
  write_folder(bug);
  if (listener_) listener_(row);
  return bug.flaky ? Outcome::Flaky : Outcome::New;
}

}  // namespace pg
