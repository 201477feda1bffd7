#include "campaign/counters.h"

#include <algorithm>

namespace pg {
namespace {

template <typename Owner>
struct Metric {
  std::string_view name;
  uint64_t Owner::*member;
  bool curve = false;
};
constexpr auto kPlain = std::to_array<Metric<Counters>>({
    {"seeds_taken", &Counters::seeds_taken},
    {"seeds_skipped", &Counters::seeds_skipped},
    {"seeds_opaque", &Counters::seeds_opaque},
    {"seeds_trivial", &Counters::seeds_trivial},
    {"repeats", &Counters::repeats},
    {"storm", &Counters::storm},
    {"flaky", &Counters::flaky},
    {"muted", &Counters::muted},
    {"timed", &Counters::timed},
    {"digest", &Counters::digest},
    {"worked", &Counters::worked, true},
    {"waited", &Counters::waited, true},
});
constexpr auto kOfStrategies = std::to_array<Metric<StrategyCounts>>({
    {"tries", &StrategyCounts::tries, true},
    {"mutants", &StrategyCounts::mutants, true},
    {"strategy_calls", &StrategyCounts::calls, true},
    {"found", &StrategyCounts::found, true},
    {"goals", &StrategyCounts::goals, true},
    {"covered", &StrategyCounts::covered, true},
});
// Of asking about the seeds themselves, which makes no mutants.
constexpr auto kOfSeeds = std::to_array<Metric<StrategyCounts>>({
    {"seed_calls", &StrategyCounts::calls, true},
    {"seed_found", &StrategyCounts::found, true},
});
constexpr std::string_view kCalls = "calls";
constexpr std::string_view kAnswers = "answers";

struct MapMetric {
  std::string_view name;
  std::map<std::string, uint64_t> Counters::*member;
};
constexpr auto kMaps = std::to_array<MapMetric>({
    {"operators", &Counters::operators},
    {"duplicates", &Counters::duplicates},
    {"unproved", &Counters::unproved},
});

// Calls the function with each number and its labels.
template <typename Function>
void visit_all(const Counters& counters, const Function& function) {
  for (const auto& [name, counts] : counters.solvers) {
    function(kCalls, name, "", counts.calls);
    for (size_t i = 0; i < kAnswerKinds; ++i)
      function(kAnswers, name, name_of(static_cast<AnswerKind>(i)), counts.answers[i]);
  }
  for (const auto& [name, counts] : counters.strategies)
    for (const auto& metric : kOfStrategies) function(metric.name, name, "", counts.*metric.member);
  for (const auto& metric : kOfSeeds) function(metric.name, "", "", counters.seeds.*metric.member);
  for (const auto& metric : kPlain) function(metric.name, "", "", counters.*metric.member);
  for (size_t i = 0; i < kVerdicts; ++i)
    function("models", std::string(name_of(static_cast<Verdict>(i))), "", counters.models[i]);
  for (size_t i = 0; i < kSpentKinds; ++i)
    function("spent", std::string(name_of(static_cast<Spent>(i))), "", counters.spent[i]);
  for (const MapMetric& metric : kMaps)
    for (const auto& [name, value] : counters.*metric.member)
      function(metric.name, name, "", value);
}

// The number of an enumeration's name; null if there is none.
template <typename Kind, size_t Size>
uint64_t* find_label(std::array<uint64_t, Size>& values, std::string_view name) {
  for (size_t i = 0; i < Size; ++i)
    if (name_of(static_cast<Kind>(i)) == name) return &values[i];
  return nullptr;
}

uint64_t* find(Counters& counters, std::string_view metric, const std::string& subject,
               const std::string& detail) {
  const auto unlabelled = [&](const auto& rows) {
    return std::ranges::any_of(rows, [&](const auto& row) { return row.name == metric; });
  };
  // Solvers and strategies have names.
  if (subject.empty() && !unlabelled(kPlain) && !unlabelled(kOfSeeds)) return nullptr;
  if (metric == kCalls) return &counters.solvers[subject].calls;
  if (metric == kAnswers) return find_label<AnswerKind>(counters.solvers[subject].answers, detail);
  for (const auto& each : kOfStrategies)
    if (each.name == metric) return &(counters.strategies[subject].*each.member);
  for (const auto& each : kOfSeeds)
    if (each.name == metric) return &(counters.seeds.*each.member);
  for (const auto& each : kPlain)
    if (each.name == metric) return &(counters.*each.member);
  for (const MapMetric& each : kMaps)
    if (each.name == metric) return &(counters.*each.member)[subject];
  if (metric == "models") return find_label<Verdict>(counters.models, subject);
  if (metric == "spent") return find_label<Spent>(counters.spent, subject);
  return nullptr;
}

}  // namespace

std::string_view name_of(Spent spent) {
  switch (spent) {
    case Spent::Answered:
      return "answers";
    case Spent::Silence:
      return "silence";
    case Spent::Starts:
      return "starts";
    case Spent::Values:
      return "values";
    case Spent::Seeds:
      return "seeds";
    case Spent::Bugs:
      return "bugs";
  }
  return "";
}

void Counters::add(const Counters& more) {
  for (const Count& each : counts_of(more))
    add_count(*this, each.metric, each.subject, each.detail, each.value);
}

uint64_t Counters::calls() const {
  uint64_t sum = 0;
  for (const auto& [name, counts] : solvers) sum += counts.calls;
  return sum;
}

uint64_t Counters::mutants() const {
  uint64_t sum = 0;
  for (const auto& [name, counts] : strategies) sum += counts.mutants;
  return sum;
}

double Counters::overhead() const {
  return worked > 0 ? 100 * (1 - static_cast<double>(waited) / static_cast<double>(worked)) : 0;
}

const SolverCounts& Counters::solver(const std::string& name) const {
  static const SolverCounts kNone;
  const auto found = solvers.find(name);
  return found == solvers.end() ? kNone : found->second;
}

const StrategyCounts& Counters::strategy(const std::string& name) const {
  static const StrategyCounts kNone;
  const auto found = strategies.find(name);
  return found == strategies.end() ? kNone : found->second;
}

uint64_t Counters::duplicates_of(const std::string& fingerprint) const {
  const auto found = duplicates.find(fingerprint);
  return found == duplicates.end() ? 0 : found->second;
}

std::vector<Count> counts_of(const Counters& counters) {
  std::vector<Count> counts;
  visit_all(counters, [&](std::string_view metric, const std::string& subject,
                          std::string_view detail, uint64_t value) {
    if (value != 0) counts.push_back({metric, subject, std::string(detail), value});
  });
  return counts;
}

bool add_count(Counters& counters, std::string_view metric, const std::string& subject,
               const std::string& detail, uint64_t value) {
  uint64_t* number = find(counters, metric, subject, detail);
  if (number) *number += value;
  return number != nullptr;
}

bool has_curve(std::string_view metric) {
  const auto curved = [&](const auto& rows) {
    return std::ranges::any_of(rows,
                               [&](const auto& row) { return row.name == metric && row.curve; });
  };
  return metric == kCalls || metric == kAnswers || metric == "spent" || curved(kPlain) ||
         curved(kOfStrategies) || curved(kOfSeeds);
}

}  // namespace pg
