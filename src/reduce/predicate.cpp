#include "reduce/predicate.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "ask/query.h"
#include "bug/normal_form.h"
#include "model/check.h"
#include "smtlib/parser.h"
#include "solve/scratch.h"

namespace pg {
namespace {

// What a fresh process may take beyond the time of a session.
constexpr double kStartSeconds = 1;

size_t count_opponents(std::span<const Evidence> row, AnswerKind answer) {
  return static_cast<size_t>(std::ranges::count_if(
      row, [&](const Evidence& each) { return each.answer.kind == opposite(answer); }));
}

// A breakdown is no error message, and what it leaves behind is none either.
std::vector<std::string> errors_of(const Answer& answer) {
  std::vector<std::string> errors;
  for (const std::string& error : answer.errors) {
    if (error.starts_with("after its answer") || !breakdown_message(error).empty() ||
        refutes_its_model(error))
      continue;
    errors.push_back(normalise_message(error));
  }
  return errors;
}

bool says_new_error(const Target& target, const Answer& answer) {
  if (answer.kind == AnswerKind::Error || answer.kind == AnswerKind::Unsupported) return true;
  return std::ranges::any_of(errors_of(answer), [&](const std::string& error) {
    return std::ranges::find(target.errors, error) == target.errors.end();
  });
}

// Whether the liar's own answer can be the lie at all; what the others say is asked only then.
bool may_be(const Target& target, const Evidence& liar) {
  return !says_new_error(target, liar.answer) &&
         spec_of(target.found.kind).may_be(liar, target.found.answer);
}

// Others contradict the liar, and no model of its own speaks for it.
bool is_opposed(const Target& target, std::span<const Evidence> row) {
  return row[0].model != Verdict::True &&
         count_opponents(row, target.found.answer) >= std::max<size_t>(1, target.opponents);
}

bool is_it(const Target& target, const Case& found) {
  if (found.liar != target.found.liar || found.kind != target.found.kind) return false;
  const auto* breakdown = std::get_if<Breakdown>(&target.found.certificate);
  const auto* other = std::get_if<Breakdown>(&found.certificate);
  return !breakdown ||
         (other && crash_signature(other->message) == crash_signature(breakdown->message));
}

bool is_shown(const Target& target, std::span<const Evidence> row) {
  if (!may_be(target, row[0])) return false;
  if (target.found.kind == Kind::Disagreement) return is_opposed(target, row);
  const std::vector<Case> cases = judge(Agree{}, row, 0);
  return std::ranges::any_of(cases, [&](const Case& each) { return is_it(target, each); });
}

class LiePredicate final : public Predicate {
 public:
  LiePredicate(const Target& target, Asking asking, const QueryLimits& limits)
      : target_(target), asking_(asking), limits_(limits) {
    for (const Solver& solver : target.solvers)
      sessions_.push_back(std::make_unique<Session>(solver, limits));
  }

  Outcome test(const Candidate& candidate) override {
    Outcome outcome;
    Pool pool;
    const ParsedScript parsed = parse_script(pool, candidate.text);
    outcome.malformed = !parsed.errors.empty();
    if (outcome.malformed) return outcome;
    outcome.model = candidate.model;
    if (asking_ != Asking::Fresh && !shows_in_session(pool, parsed.script, outcome)) return outcome;
    outcome.interesting = shows_afresh(pool, parsed.script, outcome);
    return outcome;
  }

 private:
  std::vector<Answer> ask(Pool& pool, const Script& script, size_t which, bool plain,
                          Outcome& outcome) {
    Query query = make_query(pool, script, !plain);
    if (plain) query.needs &= kNeedIncremental;
    query.models = !plain;
    query.scoped = plain && asking_ == Asking::Scope && !(query.needs & kNeedIncremental);
    outcome.queries += query.parts.size();
    std::vector<Answer> answers = sessions_[which]->ask(query);
    for (const Answer& answer : answers)
      outcome.slowest = std::max(outcome.slowest, answer.seconds);
    return answers;
  }

  bool shows_in_session(Pool& pool, const Script& script, Outcome& outcome) {
    const bool plain = asking_ != Asking::Session;
    const std::vector<Answer> answers = ask(pool, script, 0, plain, outcome);
    std::vector<std::optional<std::vector<Answer>>> others(target_.solvers.size());
    for (size_t check = 0; check < answers.size(); ++check) {
      std::vector<Evidence> row(target_.solvers.size());
      for (Evidence& each : row) each.answer.kind = AnswerKind::Unknown;
      row[0] = evidence_of(pool, script, check, target_.liar(), answers[check], kMaxModelSteps,
                           advisers());
      if (!may_be(target_, row[0])) continue;
      if (target_.found.kind == Kind::WrongUnsat) {
        if (find_proof(pool, script, check, outcome)) return true;
        continue;
      }
      // As many of the others as it takes; fresh processes ask all.
      bool shown = is_shown(target_, row);
      for (size_t i = 1; needs_others() && i < row.size() && !shown; ++i) {
        if (!others[i]) others[i] = ask(pool, script, i, false, outcome);
        if (check < others[i]->size())
          row[i] = evidence_of(pool, script, check, target_.solvers[i], (*others[i])[check]);
        shown = is_shown(target_, row);
      }
      if (shown) return true;
    }
    return false;
  }

  // Only where such values have decided before: it takes time.
  Advisers advisers() const {
    Advisers found = advisers_for(target_.found, std::span(target_.solvers).subspan(1), limits_);
    return found.instances.empty() ? Advisers() : found;
  }

  bool needs_others() const { return spec_of(target_.found.kind).by_others; }

  // A model that holds: the one that we have, else one of another solver's.
  bool find_proof(Pool& pool, const Script& script, size_t check, Outcome& outcome) {
    const CheckState state = state_at(pool, script, check);
    std::optional<std::string> proof = sat_proof(pool, state, outcome.model, true);
    for (size_t i = 1; i < target_.solvers.size() && !proof; ++i) {
      const std::vector<Answer> answers = ask(pool, script, i, false, outcome);
      if (check >= answers.size() || answers[check].kind != AnswerKind::Sat) continue;
      proof =
          sat_proof(pool, state, answers[check].model, target_.solvers[i].spec->escapes_strings);
    }
    if (!proof) return false;
    outcome.model = *std::move(proof);
    return true;
  }

  // The judge's own trial. Solvers that have no part in the lie are not asked.
  bool shows_afresh(Pool& pool, const Script& script, Outcome& outcome) {
    const std::span<const Solver> solvers(target_.solvers.data(),
                                          needs_others() ? target_.solvers.size() : 1);
    QueryLimits limits = limits_;
    if (asking_ != Asking::Fresh) limits.seconds += kStartSeconds;
    const Trial trial = try_script(pool, script, solvers, limits, {}, advisers());
    outcome.queries += trial.checks.size() * solvers.size();
    for (size_t check = 0; check < trial.checks.size(); ++check) {
      const std::vector<Evidence>& row = trial.checks[check];
      if (!may_be(target_, row[0])) continue;
      if (target_.found.kind == Kind::WrongUnsat ? find_proof(pool, script, check, outcome)
                                                 : is_shown(target_, row))
        return true;
    }
    return false;
  }

  Target target_;
  Asking asking_;
  QueryLimits limits_;
  std::vector<std::unique_ptr<Session>> sessions_;
};

class BreakdownPredicate final : public Predicate {
 public:
  BreakdownPredicate(const Target& target, const QueryLimits& limits)
      : target_(target), limits_(limits) {}

  Outcome test(const Candidate& candidate) override {
    Outcome outcome;
    ++outcome.queries;
    const Evidence evidence = ask_text(target_.liar(), candidate.text, limits_);
    outcome.interesting = is_shown(target_, {&evidence, 1});
    return outcome;
  }

 private:
  Target target_;
  QueryLimits limits_;
};

class CommandPredicate final : public Predicate {
 public:
  CommandPredicate(std::vector<std::string> command, const QueryLimits& limits)
      : command_(std::move(command)), limits_(limits) {
    static std::atomic<uint64_t> count = 0;
    const Result<std::string> scratch = scratch_folder();
    if (!scratch) return;
    file_ = fmt::format("{}/candidate-{}.smt2", *scratch, ++count);
    command_.push_back(file_);
  }

  Outcome test(const Candidate& candidate) override {
    Outcome outcome;
    if (file_.empty()) return outcome;
    std::ofstream(file_, std::ios::binary) << candidate.text;
    ProcessLimits limits;
    limits.memory_mb = limits_.memory_mb;
    limits.output_bytes = limits_.output_mb << 20;
    std::error_code ignored;
    const std::string folder = std::filesystem::current_path(ignored).string();
    const Result<std::unique_ptr<Process>> process = Process::start(command_, limits, folder);
    if (!process) return outcome;
    const auto most = std::chrono::duration<double>(limits_.seconds);
    const Process::Stop stop = (*process)->exchange(
        {}, {}, Clock::now() + std::chrono::duration_cast<Clock::duration>(most));
    ++outcome.queries;
    outcome.interesting = stop == Process::Stop::Ended && (*process)->exit_code() == 0;
    return outcome;
  }

 private:
  std::vector<std::string> command_;
  QueryLimits limits_;
  std::string file_;  // for candidates; empty if there is no place for it
};

}  // namespace

Target target_of(const Trial& trial, const Case& found, std::span<const Solver> solvers) {
  const std::vector<Evidence>& row = trial.checks[found.check];
  Target target;
  target.found = found;
  target.solvers.assign(solvers.begin(), solvers.end());
  if (found.answer == AnswerKind::Sat || found.answer == AnswerKind::Unsat)
    target.opponents = count_opponents(row, found.answer);
  for (const std::vector<Evidence>& each : trial.checks) {
    const auto liar = std::ranges::find(each, found.liar, &Evidence::solver);
    if (liar == each.end()) continue;
    const std::vector<std::string> errors = errors_of(liar->answer);
    target.errors.insert(target.errors.end(), errors.begin(), errors.end());
  }
  return target;
}

std::optional<Case> turned_to(const Trial& trial, const Case& found, const SolverId& liar) {
  if (found.liar == liar) return found;
  if (found.kind != Kind::Disagreement) return {};
  for (const Evidence& each : trial.checks[found.check]) {
    if (each.solver != liar || each.answer.kind != opposite(found.answer)) continue;
    Case turned = found;
    turned.liar = liar;
    turned.answer = each.answer.kind;
    turned.command = each.command;
    turned.output = each.answer.output + each.answer.error_output;
    std::erase_if(turned.witnesses, [&](const Witness& witness) { return witness.solver == liar; });
    turned.witnesses.insert(turned.witnesses.begin(), {found.liar, found.answer});
    return turned;
  }
  return {};
}

std::optional<Case> find_loner(const Trial& trial, const SolverId& liar) {
  for (size_t check = 0; check < trial.checks.size(); ++check) {
    const std::vector<Evidence>& row = trial.checks[check];
    const auto it = std::ranges::find(row, liar, &Evidence::solver);
    if (it == row.end() || !it->answer.decided() || it->model) continue;
    const auto agrees = [&](const Evidence& each) {
      return each.answer.kind == it->answer.kind && each.solver != liar;
    };
    if (count_opponents(row, it->answer.kind) == 0 || std::ranges::any_of(row, agrees)) continue;
    Case found;
    found.kind = Kind::Disagreement;
    found.check = check;
    found.liar = liar;
    found.answer = it->answer.kind;
    found.command = it->command;
    found.output = it->answer.output + it->answer.error_output;
    found.original = query_text(trial.query);
    for (const Evidence& each : row)
      if (each.solver != liar) found.witnesses.push_back({each.solver, each.answer.kind});
    return found;
  }
  return {};
}

std::optional<Case> find_target(const Target& target, const Trial& trial) {
  std::optional<Case> best;
  const auto consider = [&](const std::optional<Case>& found) {
    if (!found || found->liar != target.found.liar) return;
    // What says more of the same answer is as good.
    const bool graver = found->kind < target.found.kind && found->answer == target.found.answer &&
                        found->kind != Kind::Crash && target.found.kind == Kind::Disagreement;
    if (!graver && !is_it(target, *found)) return;
    if (!best || found->kind < best->kind) best = found;
  };
  for (const Case& found : trial.cases) consider(turned_to(trial, found, target.found.liar));
  if (!best && target.found.kind == Kind::Disagreement)
    consider(find_loner(trial, target.found.liar));
  return best;
}

Claims claims_by(Pool& pool, const Script& script, const std::string& model) {
  Claims claims(std::max<size_t>(1, count_checks(script)));
  for (size_t check = 0; check < claims.size(); ++check)
    if (std::optional<std::string> proof =
            sat_proof(pool, state_at(pool, script, check), model, true))
      claims[check] = HasModel{*std::move(proof)};
  return claims;
}

std::unique_ptr<Predicate> lie_predicate(const Target& target, Asking asking,
                                         const QueryLimits& limits) {
  return std::make_unique<LiePredicate>(target, asking, limits);
}

std::optional<Target> find_breakdown(std::span<const Solver> solvers,
                                     const std::optional<SolverId>& liar, std::optional<Kind> kind,
                                     const std::string& text, const QueryLimits& limits) {
  for (const Solver& solver : solvers) {
    if (liar && *liar != solver.id()) continue;
    Trial trial;
    trial.checks = {{ask_text(solver, text, limits)}};
    for (Case& found : judge(Agree{}, trial.checks[0], 0)) {
      if (kind && found.kind != *kind) continue;
      found.original = text;
      return target_of(trial, found, {&solver, 1});
    }
  }
  return {};
}

std::unique_ptr<Predicate> breakdown_predicate(const Target& target, const QueryLimits& limits) {
  return std::make_unique<BreakdownPredicate>(target, limits);
}

std::unique_ptr<Predicate> command_predicate(std::vector<std::string> command,
                                             const QueryLimits& limits) {
  return std::make_unique<CommandPredicate>(std::move(command), limits);
}

}  // namespace pg
