#include "campaign/facts.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace pg {
namespace {

using Json = nlohmann::json;

Json answers_json(const Answers& answers) {
  Json json = Json::array();
  for (const std::optional<Truth>& answer : answers)
    json.push_back(answer ? Json(name_of(*answer)) : Json());
  return json;
}

// False: one of them is neither sat, unsat nor open.
bool read_answers_json(const Json& json, Answers& answers) {
  for (const Json& each : json) {
    const bool sat = each == name_of(Truth::Sat);
    if (!sat && !each.is_null() && each != name_of(Truth::Unsat)) return false;
    answers.push_back(each.is_null() ? std::nullopt
                                     : std::optional(sat ? Truth::Sat : Truth::Unsat));
  }
  return json.is_array();
}

}  // namespace

const SeedFacts::BySolver* SeedFacts::find(std::string_view solver) const {
  const auto by = std::ranges::find(solvers, solver, &BySolver::solver);
  return by == solvers.end() ? nullptr : &*by;
}

std::vector<std::string> SeedFacts::said_by(size_t check) const {
  std::vector<std::string> names;
  if (check >= answers.size() || !answers[check]) return names;
  for (const BySolver& each : solvers)
    if (check < each.answers.size() && each.answers[check] == answers[check])
      names.push_back(each.solver);
  return names;
}

double SeedFacts::mean_seconds() const {
  double sum = 0;
  size_t count = 0;
  for (const BySolver& each : solvers)
    if (each.usable) {
      sum += each.seconds;
      ++count;
    }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

std::string facts_text(const SeedFacts& facts) {
  Json solvers = Json::array();
  for (const SeedFacts::BySolver& each : facts.solvers)
    solvers.push_back({{"solver", each.solver},
                       {"usable", each.usable},
                       {"seconds", each.seconds},
                       {"answers", answers_json(each.answers)}});
  const Json json = {{"answers", answers_json(facts.answers)},
                     {"solvers", std::move(solvers)},
                     {"strategies", facts.strategies},
                     {"timed", facts.timed},
                     {"trivial", facts.trivial}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<SeedFacts> read_facts(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    SeedFacts facts;
    bool good = read_answers_json(json.at("answers"), facts.answers);
    for (const Json& each : json.at("solvers")) {
      SeedFacts::BySolver& by = facts.solvers.emplace_back();
      by.solver = each.at("solver");
      by.usable = each.at("usable");
      by.seconds = each.at("seconds");
      good = good && read_answers_json(each.at("answers"), by.answers);
    }
    if (!good) return Error{{}, "an answer is none"};
    facts.strategies = json.at("strategies").get<std::vector<std::string>>();
    facts.timed = json.at("timed");
    facts.trivial = json.value("trivial", false);
    return facts;
  } catch (const Json::exception& error) {
    return Error{{}, error.what()};
  }
}

}  // namespace pg
