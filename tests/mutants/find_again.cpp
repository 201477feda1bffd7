// Judges scripts for tools/find-again: reads one request in each line, as JSON, and answers each
// with a line of JSON. Solvers stay alive between requests.
//   {"do": "ask", "solver": S, "script": TEXT}
//     -> {"checks": [{"answer": A, "kinds": [K, ...], "crash": SIGNATURE}, ...]}
//   {"do": "neighbour", "solver": S, "script": TEXT, "rng": N, "tries": N}
//     -> {"script": TEXT, "answers": A, "changes": N, "tries": N}: the script with other literals
//        and operators, where the solver does not lie and nobody contradicts it
// What cannot be done is answered with {"error": TEXT}.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "accused.h"
#include "bug/normal_form.h"
#include "mutate/answers.h"
#include "neighbour.h"
#include "smtlib/parser.h"
#include "smtlib/printer.h"

namespace pg {
namespace {

using Json = nlohmann::json;

// After so many tries in vain one more literal and one more operator are changed.
constexpr uint64_t kTriesOfEach = 6;

Json failure(std::string message) { return {{"error", std::move(message)}}; }

class Server {
 public:
  Server(std::span<const Solver> references, const QueryLimits& limits)
      : accuser_(references, limits) {}

  Json answer(const Json& request) {
    Session* accused = session(request.at("solver").get<std::string>());
    if (!accused) return failure("there is no such solver");
    Pool pool;
    const ParsedScript parsed = parse_script(pool, request.at("script").get<std::string>());
    if (!parsed.errors.empty()) return failure(parsed.errors[0].message);
    if (request.at("do") == "ask") return ask(pool, parsed.script, *accused);
    return find_neighbour(pool, parsed.script, *accused, request);
  }

 private:
  Session* session(const std::string& name) {
    std::unique_ptr<Session>& made = sessions_[name];
    if (!made)
      if (const Result<Solver> solver = find_solver(name))
        made = std::make_unique<Session>(*solver, accuser_.limits());
    return made.get();
  }

  Json ask(Pool& pool, const Script& script, Session& accused) {
    const Testimony said = accuser_.ask(pool, script, accused);
    Json checks = Json::array();
    for (size_t i = 0; i < said.evidence.size(); ++i) {
      Json kinds = Json::array();
      std::string crash;
      for (const Case& each : said.cases[i]) {
        kinds.push_back(name_of(each.kind));
        if (const auto* breakdown = std::get_if<Breakdown>(&each.certificate))
          crash = crash_signature(breakdown->message);
      }
      checks.push_back({{"answer", name_of(said.evidence[i].answer.kind)},
                        {"kinds", std::move(kinds)},
                        {"crash", crash}});
    }
    return {{"checks", std::move(checks)}};
  }

  Json find_neighbour(Pool& pool, const Script& script, Session& accused, const Json& request) {
    const Rng rng(request.at("rng").get<uint64_t>());
    const auto tries = request.at("tries").get<uint64_t>();
    for (uint64_t i = 0; i < tries; ++i) {
      Rng mine = rng.fork(i);
      const size_t changes = 1 + i / kTriesOfEach;
      const std::optional<Script> made = neighbour_of(pool, script, changes, mine);
      if (!made) return failure("it has no literal and no operator to change");
      const Testimony said = accuser_.ask(pool, *made, accused);
      const bool honest = std::ranges::all_of(said.cases, &std::vector<Case>::empty);
      const bool decided = std::ranges::all_of(
          said.evidence, [](const Evidence& each) { return each.answer.decided(); });
      if (!honest || !decided || said.evidence.size() != checks_of(*made)) continue;
      std::vector<std::string_view> answers;
      for (const Evidence& each : said.evidence) answers.push_back(name_of(each.answer.kind));
      return {{"script", print_script(pool, with_open_status(pool, *made))},
              {"answers", fmt::format("{}", fmt::join(answers, ","))},
              {"changes", changes},
              {"tries", i + 1}};
    }
    return failure("no neighbour on which the solver is right");
  }

  // A script without a check-sat gets one.
  static size_t checks_of(const Script& script) {
    const auto count = std::ranges::count_if(script.commands, is_check);
    return static_cast<size_t>(std::max<ptrdiff_t>(1, count));
  }

  Accuser accuser_;
  std::map<std::string, std::unique_ptr<Session>> sessions_;
};

int serve(const std::vector<std::string>& names, const QueryLimits& limits) {
  std::vector<Solver> references;
  for (const std::string& name : names) {
    Result<Solver> solver = find_solver(name);
    if (!solver) {
      std::fprintf(stderr, "find_again: %s\n", solver.error().message.c_str());
      return 3;
    }
    references.push_back(*std::move(solver));
  }
  Server server(references, limits);
  std::string line;
  while (std::getline(std::cin, line)) {
    const Json request = Json::parse(line, nullptr, false);
    const Json answer =
        request.is_object() ? server.answer(request) : failure("the request is no JSON");
    std::cout << answer.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
  }
  return 0;
}

}  // namespace
}  // namespace pg

int main(int argc, char** argv) {
  CLI::App app("Judges scripts for tools/find-again, one request of JSON in each line",
               "find_again");
  std::vector<std::string> references;
  // By work: a neighbour must not depend on what else the machine does.
  pg::QueryLimits limits{.by_work = true};
  app.add_option("--reference", references, "Solvers that may contradict the accused");
  app.add_option("--timeout", limits.seconds, "Seconds for a check-sat");
  CLI11_PARSE(app, argc, argv);
  return pg::serve(references, limits);
}
