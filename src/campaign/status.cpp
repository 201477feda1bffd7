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

}  // namespace

uint64_t Status::again(const FindingRow& finding) const {
  return counters.duplicates_of(finding.found.fingerprint);
}

bool Status::answered() const {
  return std::ranges::any_of(
      solvers, [&](const std::string& solver) { return counters.solver(solver).decided() > 0; });
}

bool Status::lied() const {
  return std::ranges::any_of(findings.begin() + static_cast<ptrdiff_t>(known_before),
                             findings.end(),
                             [](const FindingRow& finding) { return !finding.found.flaky; });
}

nlohmann::json counters_json(const Counters& counters) {
  nlohmann::json json = nlohmann::json::object();
  for (const Count& each : counts_of(counters)) {
    nlohmann::json* place = &json[std::string(each.metric)];
    for (const std::string& label : {each.subject, each.detail})
      if (!label.empty()) place = &(*place)[label];
    *place = each.value;
  }
  return json;
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
    const SolverCounts& counts = status.counters.solver(solver);
    const uint64_t calls = counts.calls;
    const uint64_t decided = counts.decided();
    const uint64_t errors = counts.of(AnswerKind::Error);
    if (calls == 0 || (decided > 0 && errors * 10 < calls * 9)) continue;
    if (decided > 0) {
      sentences.push_back(fmt::format("{} was hardly tested: {} of {} calls ended in an error",
                                      solver, grouped(errors), grouped(calls)));
      continue;
    }
    std::vector<std::string> kinds;
    for (size_t i = 0; i < kAnswerKinds; ++i)
      if (counts.answers[i] > 0)
        kinds.push_back(
            fmt::format("{} {}", name_of(static_cast<AnswerKind>(i)), grouped(counts.answers[i])));
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
      {"mutants", status.counters.mutants()},
      {"mutants_per_second", per_second(status.run_counters.mutants(), status.run)},
      {"calls", status.counters.calls()},
      {"calls_per_second", per_second(status.run_counters.calls(), status.run)},
      {"overhead_percent", status.run_counters.overhead()},
      {"digest", fmt::format("{:016x}", status.counters.digest)},
      {"timed", status.counters.timed},
      {"counters", counters_json(status.counters)},
      {"findings", std::move(findings)},
      {"hardly_tested", hardly_tested(status)},
      {"trouble", status.trouble}};
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace pg
