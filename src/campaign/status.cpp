#include "campaign/status.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "judge/judge.h"

namespace pg {
namespace {

double per_second(uint64_t number, double seconds) {
  return seconds > 0 ? static_cast<double>(number) / seconds : 0;
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
    tally.duplicates += status.again(finding);
  }
  return made;
}

constexpr AnswerKind kAnswers[] = {
    AnswerKind::Sat,         AnswerKind::Unsat,       AnswerKind::Unknown, AnswerKind::Timeout,
    AnswerKind::OutOfMemory, AnswerKind::Unsupported, AnswerKind::Error,   AnswerKind::Crash};

}  // namespace

uint64_t Status::count(const std::string& name) const {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

uint64_t Status::calls(const std::string& solver) const { return count("calls." + solver); }

uint64_t Status::answers(const std::string& solver, AnswerKind kind) const {
  return count(fmt::format("answer.{}.{}", solver, name_of(kind)));
}

uint64_t Status::again(const FindingRow& finding) const {
  return count("duplicates." + finding.found.fingerprint);
}

bool Status::answered() const {
  return std::ranges::any_of(solvers, [&](const std::string& solver) {
    return answers(solver, AnswerKind::Sat) + answers(solver, AnswerKind::Unsat) > 0;
  });
}

bool Status::lied() const {
  return std::ranges::any_of(findings.begin() + static_cast<ptrdiff_t>(known_before),
                             findings.end(),
                             [](const FindingRow& finding) { return !finding.found.flaky; });
}

uint64_t sum_of(const Counters& counters, std::string_view prefix) {
  uint64_t sum = 0;
  for (auto at = counters.lower_bound(std::string(prefix));
       at != counters.end() && at->first.starts_with(prefix); ++at)
    sum += at->second;
  return sum;
}

double overhead_of(const Counters& counters) {
  const auto all = static_cast<double>(sum_of(counters, "time.workers"));
  const auto waiting = static_cast<double>(sum_of(counters, "time.solvers"));
  return all > 0 ? 100 * (all - waiting) / all : 0;
}

std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string duration_text(double seconds) {
  const auto s = static_cast<uint64_t>(seconds + 0.5);
  if (s < 60) return fmt::format("{}s", s);
  if (s < 3600) return fmt::format("{}m{:02}s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
  return fmt::format("{}d{:02}h", s / 86400, s / 3600 % 24);
}

std::vector<std::string> hardly_tested(const Status& status) {
  std::vector<std::string> sentences;
  for (const std::string& solver : status.solvers) {
    const auto number = [&](AnswerKind kind) { return status.answers(solver, kind); };
    const uint64_t calls = status.calls(solver);
    const uint64_t decided = number(AnswerKind::Sat) + number(AnswerKind::Unsat);
    const uint64_t errors = number(AnswerKind::Error);
    if (calls == 0 || (decided > 0 && errors * 10 < calls * 9)) continue;
    if (decided > 0) {
      sentences.push_back(fmt::format("{} was hardly tested: {} of {} calls ended in an error",
                                      solver, grouped(errors), grouped(calls)));
      continue;
    }
    std::vector<std::string> kinds;
    for (const AnswerKind kind : kAnswers)
      if (number(kind) > 0)
        kinds.push_back(fmt::format("{} {}", name_of(kind), grouped(number(kind))));
    sentences.push_back(fmt::format("{} never answered: {} call{}{}{}; nothing was tested with it",
                                    solver, grouped(calls), calls == 1 ? "" : "s",
                                    kinds.empty() ? "" : ", ", fmt::join(kinds, ", ")));
  }
  return sentences;
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
      {"digest", fmt::format("{:016x}", status.count("digest"))},
      {"counters", status.counters},
      {"findings", std::move(findings)},
      {"hardly_tested", hardly_tested(status)},
      {"trouble", status.trouble}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace pg
