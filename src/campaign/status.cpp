#include "campaign/status.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "judge/judge.h"
#include "solve/answer.h"

namespace pg {
namespace {

uint64_t count(const Counters& counters, const std::string& name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

double per_second(uint64_t number, double seconds) {
  return seconds > 0 ? static_cast<double>(number) / seconds : 0;
}

// 12,345
std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string progress(const Status& status) {
  std::string text = duration_text(status.run);
  if (status.budget > 0) text += " of " + duration_text(status.budget);
  if (status.mutants_budget > 0)
    text += fmt::format(" (until {} mutants)", grouped(status.mutants_budget));
  if (status.seconds > status.run + 1)
    text += fmt::format(", {} in all", duration_text(status.seconds));
  return text;
}

struct Tally {
  uint64_t unique = 0;
  uint64_t duplicates = 0;
};

// By kind; the flaky ones apart.
std::map<std::string, Tally> tallies(const Status& status) {
  std::map<std::string, Tally> made;
  for (const FindingRow& finding : status.findings) {
    const std::string_view kind = name_of(finding.found.kind);
    Tally& tally = made[std::string(finding.found.flaky ? "flaky" : kind)];
    ++tally.unique;
    tally.duplicates += count(status.counters, "duplicates." + finding.found.fingerprint);
  }
  return made;
}

std::string findings_line(const Status& status) {
  const std::map<std::string, Tally> made = tallies(status);
  const std::string reducing =
      status.reducing > 0 ? fmt::format("{} being reduced", status.reducing) : "";
  if (made.empty()) return reducing.empty() ? "none yet" : reducing;
  std::vector<std::string> parts;
  auto add = [&](const std::string& name) {
    const auto found = made.find(name);
    if (found == made.end()) return;
    parts.push_back(fmt::format("{} {}", found->second.unique, name));
    if (found->second.duplicates > 0)
      parts.back() += fmt::format(" (+{} again)", grouped(found->second.duplicates));
  };
  for (const KindSpec& spec : kinds()) add(std::string(spec.name));
  add("flaky");
  if (!reducing.empty()) parts.push_back(reducing);
  return fmt::format("{}", fmt::join(parts, ", "));
}

constexpr AnswerKind kShown[] = {
    AnswerKind::Sat,         AnswerKind::Unsat,       AnswerKind::Unknown, AnswerKind::Timeout,
    AnswerKind::OutOfMemory, AnswerKind::Unsupported, AnswerKind::Error,   AnswerKind::Crash};

std::string solver_table(const Status& status) {
  size_t width = 8;
  for (const std::string& solver : status.solvers) width = std::max(width, solver.size());
  std::string text = fmt::format("  {:<{}}{:>10}", "solver", width + 1, "calls");
  for (const AnswerKind kind : kShown)
    text += fmt::format("{:>{}}", name_of(kind),
                        name_of(kind).size() < 8 ? 9 : name_of(kind).size() + 2);
  text += "\n";
  for (const std::string& solver : status.solvers) {
    text += fmt::format("  {:<{}}{:>10}", solver, width + 1,
                        grouped(count(status.counters, "calls." + solver)));
    for (const AnswerKind kind : kShown) {
      const uint64_t number =
          count(status.counters, fmt::format("answer.{}.{}", solver, name_of(kind)));
      text += fmt::format("{:>{}}", number == 0 ? "." : grouped(number),
                          name_of(kind).size() < 8 ? 9 : name_of(kind).size() + 2);
    }
    text += "\n";
  }
  return text;
}

std::string strategy_table(const Status& status) {
  std::string text = fmt::format("  {:<9}{:>10}{:>12}{:>10}{:>10}{:>12}\n", "strategy", "mutants",
                                 "accepted", "calls", "findings", "per 1,000");
  for (const std::string& strategy : status.strategies) {
    const uint64_t mutants = count(status.counters, "mutants." + strategy);
    const uint64_t tries = count(status.counters, "tries." + strategy);
    const uint64_t calls = count(status.counters, "calls-by." + strategy);
    const uint64_t found = count(status.counters, "found." + strategy);
    text += fmt::format(
        "  {:<9}{:>10}{:>12}{:>10}{:>10}{:>12}\n", strategy, grouped(mutants),
        tries == 0 ? "."
                   : fmt::format("{:.0f} %", 100 * per_second(mutants, static_cast<double>(tries))),
        grouped(calls), found,
        calls == 0 ? "."
                   : fmt::format("{:.2f}", 1000 * per_second(found, static_cast<double>(calls))));
  }
  return text;
}

std::string rates(const Status& status) {
  const uint64_t mutants = sum_of(status.run_counters, "mutants.");
  const uint64_t calls = sum_of(status.run_counters, "calls.");
  return fmt::format(
      "{} mutants ({:.0f}/s), {} solver calls ({:.0f}/s), our own share of the time {:.0f} %",
      grouped(sum_of(status.counters, "mutants.")), per_second(mutants, status.run),
      grouped(sum_of(status.counters, "calls.")), per_second(calls, status.run),
      overhead_of(status.run_counters));
}

bool answered(const Status& status) {
  return std::ranges::any_of(status.solvers, [&](const std::string& solver) {
    return count(status.counters, fmt::format("answer.{}.sat", solver)) +
               count(status.counters, fmt::format("answer.{}.unsat", solver)) >
           0;
  });
}

std::string finding_line(const Status& status, const FindingRow& finding, const std::string& out) {
  const Case& found = finding.found;
  std::string text = fmt::format(
      "{:<14} {:<8} {}", found.flaky ? std::string_view("flaky") : name_of(found.kind),
      found.liar.name, CampaignPaths(out).bug(finding.shelf, found.fingerprint).string());
  if (found.reduced == Reduced::CutShort) text += "  (reduction was cut short)";
  const uint64_t again = count(status.counters, "duplicates." + found.fingerprint);
  return text + (again > 0 ? fmt::format("  (+{} again)\n", grouped(again)) : "\n");
}

std::string seeds_line(const Status& status) {
  std::string text = fmt::format("{} of {} taken in", grouped(status.taken), grouped(status.seeds));
  if (status.skipped > 0) text += fmt::format(", {} not used", grouped(status.skipped));
  return text;
}

}  // namespace

uint64_t sum_of(const Counters& counters, std::string_view prefix) {
  uint64_t sum = 0;
  for (auto at = counters.lower_bound(std::string(prefix));
       at != counters.end() && at->first.starts_with(prefix); ++at)
    sum += at->second;
  return sum;
}

double overhead_of(const Counters& counters) {
  const auto all = static_cast<double>(count(counters, "time.workers"));
  const auto waiting = static_cast<double>(count(counters, "time.solvers"));
  return all > 0 ? 100 * (all - waiting) / all : 0;
}

std::string duration_text(double seconds) {
  const auto s = static_cast<uint64_t>(seconds + 0.5);
  if (s < 60) return fmt::format("{}s", s);
  if (s < 3600) return fmt::format("{}m{:02}s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
  return fmt::format("{}d{:02}h", s / 86400, s / 3600 % 24);
}

std::string screen_of(const Status& status) {
  std::string text = fmt::format("polygraph fuzz   {}\n\n", progress(status));
  text += fmt::format("  {}\n", rates(status));
  text += fmt::format("  seeds: {}; round {}\n\n", seeds_line(status), status.round);
  text += solver_table(status) + "\n" + strategy_table(status) + "\n";
  text += fmt::format("  findings: {}\n", findings_line(status));
  if (!status.findings.empty()) {
    const FindingRow& last = status.findings.back();
    text += fmt::format("  last new: {} after {}, from {}\n", last.found.fingerprint,
                        duration_text(last.seconds), last.found.origin.seed_file);
  }
  if (!status.trouble.empty())
    text += fmt::format("\n  waiting: {}; goes on when it can write again\n", status.trouble);
  return text;
}

std::string line_of(const Status& status) {
  return fmt::format("{}: {}; findings: {}{}{}", duration_text(status.run), rates(status),
                     findings_line(status),
                     status.trouble.empty() ? "" : "; waiting: ", status.trouble);
}

std::vector<std::string> never_answered(const Status& status) {
  std::vector<std::string> sentences;
  for (const std::string& solver : status.solvers) {
    const auto number = [&](AnswerKind kind) {
      return count(status.counters, fmt::format("answer.{}.{}", solver, name_of(kind)));
    };
    const uint64_t calls = count(status.counters, "calls." + solver);
    if (calls == 0 || number(AnswerKind::Sat) + number(AnswerKind::Unsat) > 0) continue;
    std::vector<std::string> kinds;
    for (const AnswerKind kind : kShown)
      if (number(kind) > 0)
        kinds.push_back(fmt::format("{} {}", name_of(kind), grouped(number(kind))));
    sentences.push_back(fmt::format("{} never answered: {} call{}{}{}; nothing was tested with it",
                                    solver, grouped(calls), calls == 1 ? "" : "s",
                                    kinds.empty() ? "" : ", ", fmt::join(kinds, ", ")));
  }
  return sentences;
}

std::string summary_of(const Status& status, const std::string& out) {
  std::string text = fmt::format("{}: {}\n", progress(status), rates(status));
  text += fmt::format("seeds: {}; {} repeated mutants not asked\n\n", seeds_line(status),
                      grouped(count(status.counters, "repeats")));
  text += solver_table(status) + "\n";
  text += strategy_table(status) + "\n";
  std::vector<const FindingRow*> findings;
  for (const FindingRow& finding : status.findings) findings.push_back(&finding);
  std::ranges::stable_sort(findings, [](const FindingRow* a, const FindingRow* b) {
    if (a->found.flaky != b->found.flaky) return b->found.flaky;
    return comes_before(a->found, b->found);
  });
  for (const FindingRow* finding : findings) text += finding_line(status, *finding, out);
  if (findings.empty())
    text += answered(status) ? "No lie was found.\n" : "Nothing was tested: no solver answered.\n";
  for (const std::string& sentence : never_answered(status)) text += sentence + "\n";
  return text;
}

std::string status_json(const Status& status, std::string_view event) {
  nlohmann::json findings = nlohmann::json::object();
  for (const auto& [kind, tally] : tallies(status))
    findings[kind] = {{"unique", tally.unique}, {"duplicates", tally.duplicates}};
  const nlohmann::json json = {
      {"event", event},
      {"seconds", status.seconds},
      {"run", status.run},
      {"round", status.round},
      {"seeds", status.seeds},
      {"taken", status.taken},
      {"skipped", status.skipped},
      {"mutants", sum_of(status.counters, "mutants.")},
      {"mutants_per_second", per_second(sum_of(status.run_counters, "mutants."), status.run)},
      {"calls", sum_of(status.counters, "calls.")},
      {"calls_per_second", per_second(sum_of(status.run_counters, "calls."), status.run)},
      {"overhead_percent", overhead_of(status.run_counters)},
      {"digest", fmt::format("{:016x}", count(status.counters, "digest"))},
      {"counters", status.counters},
      {"findings", std::move(findings)},
      {"never_answered", never_answered(status)},
      {"trouble", status.trouble}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace pg
