#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/input.h"
#include "cli/load.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "judge/bug.h"
#include "judge/trial.h"

namespace pg {
namespace {

struct Options {
  std::string file;
  SolverOptions solvers;
  std::string out;
  std::string known;
};

std::string model_column(const Evidence& evidence) {
  if (evidence.answer.kind != AnswerKind::Sat) return "";
  if (!evidence.model) return evidence.explanation.empty() ? "none" : evidence.explanation;
  switch (*evidence.model) {
    case Verdict::True:
      return evidence.depends_on_open_cases ? "holds, with a choice for what SMT-LIB leaves open"
                                            : "holds";
    case Verdict::False:
      return "FALSE: " + evidence.explanation.substr(0, evidence.explanation.find('\n'));
    case Verdict::Unknown:
      return "unknown: " + evidence.explanation.substr(0, evidence.explanation.find('\n'));
  }
  return "";
}

std::string answer_column(const Answer& answer) {
  std::string text(name_of(answer.kind));
  if (!answer.decided() && !answer.detail.empty())
    text += fmt::format(" ({})", normalise_message(answer.detail).substr(0, 100));
  return text;
}

// What the table comes to, in a sentence.
std::string verdict(const Trial& trial, const std::vector<Finding>& findings) {
  if (!findings.empty()) {
    std::string text;
    for (const Finding& finding : findings)
      text += fmt::format("{}LIE: {}.", text.empty() ? "" : "\n", finding.sentence);
    return text;
  }
  size_t sat = 0;
  size_t unsat = 0;
  size_t proved = 0;
  for (const std::vector<Evidence>& row : trial.checks) {
    for (const Evidence& each : row) {
      if (each.answer.kind == AnswerKind::Sat) ++sat;
      if (each.answer.kind == AnswerKind::Unsat) ++unsat;
      if (each.model == Verdict::True) ++proved;
    }
  }
  if (sat + unsat == 0) return "No solver gives an answer.";
  if (unsat == 0) return proved > 0 ? "Nobody lies: a model holds." : "No lie is found.";
  return "No lie is found.";
}

void print_table(const Trial& trial, std::span<const Solver> solvers) {
  size_t name_width = 6;
  size_t version_width = 7;
  for (const Solver& solver : solvers) {
    name_width = std::max(name_width, solver.name.size());
    version_width = std::max(version_width, solver.version.size());
  }
  const bool several = trial.checks.size() > 1;
  for (size_t check = 0; check < trial.checks.size(); ++check) {
    if (several) std::printf("%scheck-sat %zu\n", check > 0 ? "\n" : "", check + 1);
    std::printf("%-*s  %-*s  %-12s %8s  %s\n", static_cast<int>(name_width), "solver",
                static_cast<int>(version_width), "version", "answer", "time", "model");
    for (size_t i = 0; i < solvers.size(); ++i) {
      const Evidence& evidence = trial.checks[check][i];
      std::printf("%-*s  %-*s  %-12s %7.3fs  %s\n", static_cast<int>(name_width),
                  solvers[i].name.c_str(), static_cast<int>(version_width),
                  solvers[i].version.c_str(), answer_column(evidence.answer).c_str(),
                  evidence.answer.seconds, model_column(evidence).c_str());
      for (const std::string& error : evidence.answer.errors)
        if (error != evidence.answer.detail)
          std::printf("%*s  said: %s\n", static_cast<int>(name_width), "",
                      normalise_message(error).c_str());
    }
  }
}

nlohmann::json to_json(const Trial& trial, std::span<const Solver> solvers,
                       const std::vector<Finding>& findings) {
  nlohmann::json checks = nlohmann::json::array();
  for (const std::vector<Evidence>& row : trial.checks) {
    nlohmann::json answers = nlohmann::json::array();
    for (size_t i = 0; i < row.size(); ++i) {
      const Answer& answer = row[i].answer;
      nlohmann::json each = {{"solver", solvers[i].name},
                             {"version", solvers[i].version},
                             {"answer", name_of(answer.kind)},
                             {"seconds", answer.seconds},
                             {"errors", answer.errors}};
      if (!answer.detail.empty()) each["detail"] = answer.detail;
      if (answer.kind == AnswerKind::Sat) {
        each["model"] = row[i].model ? name_of(*row[i].model) : "none";
        if (!row[i].explanation.empty()) each["why"] = row[i].explanation;
        if (!answer.model.empty()) each["model_text"] = answer.model;
      }
      answers.push_back(std::move(each));
    }
    checks.push_back(std::move(answers));
  }
  nlohmann::json lies = nlohmann::json::array();
  for (const Finding& finding : findings)
    lies.push_back({{"kind", name_of(finding.kind)},
                    {"solver", solvers[finding.which].name},
                    {"check", finding.check + 1},
                    {"sentence", finding.sentence},
                    {"fingerprint", finding.fingerprint}});
  return {{"checks", std::move(checks)}, {"findings", std::move(lies)}};
}

int run_solve(const Options& options, const GlobalOptions& global) {
  std::vector<std::string> known;
  if (!options.known.empty()) {
    const Result<std::string> text = read_input(options.known);
    if (!text) {
      std::fprintf(stderr, "%s\n", format_error(options.known, text.error()).c_str());
      return kExitInput;
    }
    known = read_known_bugs(*text);
  }
  Pool pool;
  const Result<std::string> text = read_input(options.file);
  if (!text) {
    std::fprintf(stderr, "%s\n", format_error(display_name(options.file), text.error()).c_str());
    return kExitInput;
  }
  const ParsedScript parsed = parse_script(pool, *text);
  report_problems(options.file, parsed, !global.quiet);
  if (!parsed.errors.empty()) return kExitInput;
  std::vector<Solver> solvers;
  if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  // Who does not claim the logic is not asked, unless it was named.
  if (options.solvers.names.empty())
    std::erase_if(solvers, [&](const Solver& solver) {
      return !solver.claims(logic_of(pool, parsed.script));
    });
  const Trial trial = try_script(pool, parsed.script, solvers, options.solvers.limits);
  std::vector<Finding> findings;
  for (const Finding& finding : trial.findings)
    if (std::ranges::find(known, finding.fingerprint) == known.end()) findings.push_back(finding);

  if (global.json) {
    std::printf("%s\n", to_json(trial, solvers, findings)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  } else {
    if (!global.quiet) print_table(trial, solvers);
    std::printf("%s\n", verdict(trial, findings).c_str());
    if (findings.size() < trial.findings.size())
      std::printf("%zu known.\n", trial.findings.size() - findings.size());
  }
  if (!options.out.empty()) {
    for (const Finding& finding : findings) {
      const Result<std::string> bug =
          write_bug(options.out + "/bugs", bug_of(trial, finding, solvers[finding.which], *text));
      if (!bug) {
        std::fprintf(stderr, "polygraph: error: %s\n", bug.error().message.c_str());
        return kExitEnvironment;
      }
      if (!global.quiet && !global.json) std::printf("%s\n", bug->c_str());
    }
  }
  return findings.empty() ? kExitOk : kExitLie;
}

}  // namespace

void add_solve(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "An SMT-LIB file; - is standard input")->required();
  add_solver_options(app, options->solvers);
  app.add_option("--out", options->out, "A folder for what is found: bugs/<fingerprint>/");
  app.add_option("--known", options->known, "A file of fingerprints that are not reported");
  app.callback([options, &global, &exit_code] { exit_code = run_solve(*options, global); });
}

}  // namespace pg
