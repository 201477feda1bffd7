#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/trial.h"
#include "base/check.h"
#include "base/input.h"
#include "bug/fingerprint.h"
#include "bug/folder.h"
#include "bug/paths.h"
#include "cli/fail.h"
#include "cli/load.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"
#include "smtlib/safety.h"

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

bool has_answer(const Trial& trial) {
  return std::ranges::any_of(trial.checks, [](const std::vector<Evidence>& row) {
    return std::ranges::any_of(row, [](const Evidence& each) { return each.answer.concludes(); });
  });
}

// The plain run and the one for the model gave two answers.
bool differs_with_models(const Trial& trial) {
  return std::ranges::any_of(trial.checks, [](const std::vector<Evidence>& row) {
    return std::ranges::any_of(row, [](const Evidence& each) {
      return std::ranges::any_of(each.answer.errors, [](const std::string& error) {
        return error == "with :produce-models it says unsat";
      });
    });
  });
}

// What the table comes to, in a sentence.
std::string verdict(const Trial& trial, const std::vector<Case>& cases) {
  if (!cases.empty()) {
    std::string text;
    for (const Case& found : cases)
      text += fmt::format("{}LIE: {}.", text.empty() ? "" : "\n", sentence_of(found));
    return text;
  }
  if (!has_answer(trial)) return "No solver gives an answer: nothing was tested.";
  if (differs_with_models(trial))
    return "A solver answers otherwise with :produce-models (see above). To have that answer "
           "judged, "
           "put (set-option :produce-models true) into the file.";
  // Where somebody answers unsat, nobody has a model.
  const bool proved = std::ranges::all_of(trial.checks, [](const std::vector<Evidence>& row) {
    return std::ranges::any_of(row, &Evidence::proves_sat) &&
           std::ranges::none_of(
               row, [](const Evidence& each) { return each.answer.kind == AnswerKind::Unsat; });
  });
  if (!proved) return "No lie is found.";
  return trial.checks.size() == 1 ? "Nobody lies: a model holds."
                                  : "Nobody lies: each check-sat has a model that holds.";
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
                       const std::vector<Case>& cases) {
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
  for (const Case& found : cases)
    lies.push_back({{"kind", name_of(found.kind)},
                    {"solver", found.liar.name},
                    {"check", found.check + 1},
                    {"sentence", sentence_of(found)},
                    {"fingerprint", found.fingerprint}});
  return {{"checks", std::move(checks)}, {"findings", std::move(lies)}};
}

bool write_bugs(const std::string& out, const std::vector<Case>& cases, bool chatty) {
  const CampaignPaths paths(out);
  for (const Case& found : cases) {
    const Shelf shelf = found.flaky ? Shelf::Flaky : Shelf::Bugs;
    const Result<std::string> place =
        write_bug(paths.bug(shelf, found.fingerprint).string(), found);
    if (!place) {
      fail(place.error());
      return false;
    }
    if (chatty) std::printf("%s\n", place->c_str());
  }
  return true;
}

// Marks what two more fresh processes do not show as well.
void confirm(Pool& pool, const Script& script, std::span<const Solver> solvers,
             const QueryLimits& limits, std::vector<Case>& cases) {
  constexpr int kMore = 2;
  for (int i = 0; i < kMore && !cases.empty(); ++i) {
    const Trial again = try_script(pool, script, solvers, limits);
    for (Case& found : cases)
      found.flaky =
          found.flaky || std::ranges::none_of(again.cases, [&](const Case& each) {
            return each.kind == found.kind && each.liar == found.liar && each.check == found.check;
          });
  }
  for (Case& found : cases) found.fingerprint = fingerprint_of(found);
}

int run_solve(const Options& options, const GlobalOptions& global) {
  std::vector<std::string> known;
  if (!options.known.empty()) {
    const Result<std::string> text = read_input(options.known);
    if (!text) return fail(options.known, text.error());
    known = read_known_bugs(*text);
  }
  Pool pool;
  const Result<std::string> text = read_input(options.file);
  if (!text) return fail(display_name(options.file), text.error());
  const ParsedScript parsed = parse_script(pool, *text);
  report_problems(options.file, parsed, !global.quiet);
  if (!parsed.errors.empty()) return kExitInput;
  std::vector<std::string> dropped;
  const Script script = safe_script(pool, parsed.script, &dropped);
  for (const std::string& command : dropped)
    tell(display_name(options.file), {{}, "not sent to solvers: " + command}, "warning");
  std::vector<Solver> solvers;
  if (const int failed = choose_solvers(options.solvers, solvers)) return failed;
  // Who does not claim the logic is not asked, unless it was named.
  if (options.solvers.names.empty())
    std::erase_if(solvers,
                  [&](const Solver& solver) { return !solver.claims(logic_of(pool, script)); });
  const Trial trial = try_script(pool, script, solvers, options.solvers.limits);
  std::vector<Case> cases;
  for (Case found : trial.cases) {
    found.fingerprint = fingerprint_of(found);
    found.origin.seed = *text;
    for (const Solver& solver : solvers)
      if (solver.id() == found.liar) set_standing(found, solver);
    if (std::ranges::find(known, found.fingerprint) == known.end())
      cases.push_back(std::move(found));
  }

  if (global.json) {
    std::printf("%s\n", to_json(trial, solvers, cases)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  } else {
    if (!global.quiet) print_table(trial, solvers);
    std::printf("%s\n", verdict(trial, cases).c_str());
    if (cases.size() < trial.cases.size())
      std::printf("%zu known.\n", trial.cases.size() - cases.size());
  }
  if (!options.out.empty()) {
    confirm(pool, script, solvers, options.solvers.limits, cases);
    if (!write_bugs(options.out, cases, !global.quiet && !global.json)) return kExitEnvironment;
  }
  if (!cases.empty()) return kExitLie;
  // A breakdown that is known already is a result, too.
  return has_answer(trial) || !trial.cases.empty() ? kExitOk : kExitEnvironment;
}

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{kScriptArgument, [](Options& o) { return text(o.file, "FILE"); }},
    Row{{.name = "--out", .group = "Bugs", .help = "A folder for what is found: bugs/FINGERPRINT/"},
        [](Options& o) { return text(o.out, "DIR"); }},
    Row{{.name = "--known", .group = "Bugs", .help = "Fingerprints that are not reported"},
        [](Options& o) { return text(o.known, "FILE"); }},
});

}  // namespace

void add_solve(CommandLine& line) {
  auto options = std::make_shared<Options>();
  options->solvers.modes = ProbeModes::Fresh;
  line.options.add(kRows, *options);
  add_solver_options(line.options, options->solvers);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_solve(*options, global);
  };
}

}  // namespace pg
