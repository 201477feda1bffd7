#include "judge/bug.h"

#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input.h"

namespace pg {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// What each project asks for in a report.
struct Tracker {
  std::string_view program;
  std::string_view name;
  std::string_view address;
  std::string_view asks;  // what to add by hand
};
constexpr auto kTrackers = std::to_array<Tracker>({
    {"z3", "Z3", "https://github.com/Z3Prover/z3/issues",
     "Please check that the current release still does this, and name the commit that began it if "
     "you bisected."},
    {"cvc5", "cvc5", "https://github.com/cvc5/cvc5/issues",
     "Please check that the main branch still does this. Fuzzing campaigns may open a few issues "
     "a week, wrong answers first."},
    {"bitwuzla", "Bitwuzla", "https://github.com/bitwuzla/bitwuzla/issues", ""},
    {"yices", "Yices 2", "https://github.com/SRI-CSL/yices2/issues", ""},
    {"opensmt", "OpenSMT", "https://github.com/usi-verification-and-security/opensmt/issues", ""},
});

// A text of a bug, and the file or the key that holds it.
struct NamedText {
  const char* name;
  std::string Bug::*text;
};
// reduced.smt2 is there once the bug has been reduced.
constexpr auto kFiles = std::to_array<NamedText>({{"seed.smt2", &Bug::seed},
                                                  {"original.smt2", &Bug::original},
                                                  {"reduced.smt2", &Bug::reduced},
                                                  {"model.smt2", &Bug::model},
                                                  {"solver.out", &Bug::output}});

constexpr auto kFields = std::to_array<NamedText>({{"fingerprint", &Bug::fingerprint},
                                                   {"solver", &Bug::solver},
                                                   {"finder", &Bug::finder},
                                                   {"program", &Bug::program},
                                                   {"version", &Bug::version},
                                                   {"command", &Bug::command},
                                                   {"sentence", &Bug::sentence},
                                                   {"logic", &Bug::logic},
                                                   {"strategy", &Bug::strategy},
                                                   {"seed_file", &Bug::seed_file},
                                                   {"recipe", &Bug::recipe},
                                                   {"steps", &Bug::steps}});

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json about(const Bug& bug) {
  Json json = {{"kind", name_of(bug.kind)},    {"check", bug.check + 1},
               {"by_default", bug.by_default}, {"escapes", bug.escapes},
               {"flaky", bug.flaky},           {"polygraph", POLYGRAPH_VERSION}};
  for (const NamedText& field : kFields) json[field.name] = bug.*field.text;
  Json answers = Json::array();
  for (const auto& [solver, answer] : bug.answers)
    answers.push_back({{"solver", solver}, {"answer", answer}});
  json["answers"] = std::move(answers);
  return json;
}

// What is missing stays as it is; what has another type is an error.
Result<Bug> from_json(const Json& json) {
  try {
    Bug bug;
    const std::string kind = json.at("kind");
    const std::optional<FindingKind> known = read_finding_kind(kind);
    if (!known) return Error{{}, fmt::format("there is no kind of bug '{}'", kind)};
    bug.kind = *known;
    const size_t check = json.at("check");
    if (check == 0) return Error{{}, "check-sats count from 1"};
    bug.check = check - 1;
    bug.by_default = json.value("by_default", true);
    bug.escapes = json.value("escapes", false);
    bug.flaky = json.value("flaky", false);
    for (const NamedText& field : kFields) bug.*field.text = json.value(field.name, "");
    for (const Json& each : json.value("answers", Json::array()))
      bug.answers.emplace_back(each.at("solver"), each.at("answer"));
    if (bug.fingerprint.empty() || bug.solver.empty())
      return Error{{}, "a bug needs a fingerprint and a solver"};
    return bug;
  } catch (const Json::exception& error) {
    return Error{{}, error.what()};
  }
}

Json certificate_of(const Bug& bug) {
  return {{"kind", name_of(bug.kind)}, {"check", bug.check + 1}, {"evidence", bug.certificate}};
}

const char* formula_file(const Bug& bug) {
  return bug.reduced.empty() ? "original.smt2" : "reduced.smt2";
}

std::string repro_text(const Bug& bug) {
  std::string text = "#!/bin/sh\n";
  text += fmt::format("# {}.\n", normalise_message(bug.sentence));
  if (!bug.answers.empty()) {
    text += "# When it was found:";
    for (const auto& [solver, answer] : bug.answers)
      text += fmt::format(" {}: {};", solver, answer);
    text.back() = '\n';
  }
  text +=
      fmt::format("cd \"$(dirname \"$0\")\" || exit\n{} < {}\n", bug.command, formula_file(bug));
  return text;
}

bool write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file.good();
}

// The fence is longer than any in the text.
std::string fenced(std::string_view text, std::string_view language = "") {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fmt::format("{}{}\n{}{}{}\n", fence, language, text,
                     text.empty() || text.ends_with('\n') ? "" : "\n", fence);
}

std::string title_of(const Bug& bug) {
  const std::string with = bug.logic.empty() ? "" : fmt::format(" on {}", bug.logic);
  switch (bug.kind) {
    case FindingKind::WrongUnsat:
      return fmt::format("Unsound: unsat{} for a satisfiable formula", with);
    case FindingKind::WrongSat:
      return fmt::format("Unsound: sat{} for an unsatisfiable formula", with);
    case FindingKind::InvalidModel:
      return fmt::format("Invalid model{}", with);
    case FindingKind::Contradiction:
      return fmt::format("Two answers that contradict each other{}", with);
    case FindingKind::Disagreement:
      return fmt::format("Another answer than other solvers{}", with);
    case FindingKind::Crash:
      return fmt::format("Crash{}: {}", with,
                         bug.certificate.substr(0, bug.certificate.find('\n')));
  }
  CHECK(false, "no such kind");
}

std::string expected_of(const Bug& bug) {
  switch (bug.kind) {
    case FindingKind::WrongUnsat:
      return "`sat`: the model below makes every assertion true.";
    case FindingKind::WrongSat:
      return "`unsat`, or a model that makes every assertion true.";
    case FindingKind::InvalidModel:
      return "a model that makes every assertion true.";
    case FindingKind::Contradiction:
      return "the same answer as to the formula that this one was made of (below), from which it "
             "follows.";
    case FindingKind::Disagreement:
      return "the same answer as other solvers give.";
    case FindingKind::Crash:
      return "an answer.";
  }
  CHECK(false, "no such kind");
}

}  // namespace

int rank_of(const Bug& bug) {
  switch (bug.kind) {
    case FindingKind::WrongUnsat:
      return 0;
    case FindingKind::WrongSat:
      return 1;
    case FindingKind::InvalidModel:
      return 2;
    case FindingKind::Contradiction:
      return 3;
    case FindingKind::Crash:
      return bug.by_default ? 4 : 6;
    case FindingKind::Disagreement:
      return 5;
  }
  CHECK(false, "no such kind");
}

void set_liar(Bug& bug, const Solver& solver, Needs needs) {
  bug.solver = solver.name;
  bug.finder = solver.finder();
  bug.program = solver.spec->name;
  bug.version = solver.version;
  std::vector<std::string> words = solver.command(needs, 0, false);
  // Whoever reads it has the program elsewhere.
  if (words[0] == find_program(std::string(solver.spec->program))) words[0] = solver.spec->program;
  bug.command.clear();
  for (const std::string& word : words)
    bug.command += (bug.command.empty() ? "" : " ") + shell_quoted(word);
  bug.by_default = solver.argv.size() <= solver.leading;
  bug.escapes = solver.spec->escapes_strings;
}

Bug bug_of(const Trial& trial, const Finding& finding, const Solver& solver, std::string seed) {
  const Evidence& liar = trial.checks[finding.check][finding.which];
  Bug bug;
  bug.kind = finding.kind;
  bug.fingerprint = finding.fingerprint;
  bug.check = finding.check;
  set_liar(bug, solver, liar.needs);
  bug.sentence = finding.sentence;
  bug.certificate = finding.certificate;
  bug.logic = trial.character.logic;
  for (const Evidence& each : trial.checks[finding.check])
    bug.answers.emplace_back(each.solver, name_of(each.answer.kind));
  bug.seed = std::move(seed);
  bug.original = query_text(trial.query);
  bug.model = finding.kind == FindingKind::WrongUnsat ? finding.certificate : liar.answer.model;
  bug.output = liar.answer.output + liar.answer.error_output;
  return bug;
}

std::string bug_text(const Bug& bug) {
  Json json = about(bug);
  json["certificate"] = bug.certificate;
  for (const NamedText& file : kFiles) json[file.name] = bug.*file.text;
  return dump(json);
}

Result<Bug> read_bug_text(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return Error{{}, "not a JSON object"};
  Result<Bug> bug = from_json(json);
  if (!bug) return bug;
  try {
    bug->certificate = json.value("certificate", "");
    for (const NamedText& file : kFiles) (*bug).*file.text = json.value(file.name, "");
  } catch (const Json::exception& error) {
    return Error{{}, error.what()};
  }
  return bug;
}

Result<std::string> write_bug(const std::string& folder, const Bug& bug) {
  return write_bug_folder((fs::path(folder) / bug.fingerprint).string(), bug);
}

Result<std::string> write_bug_folder(const std::string& path, const Bug& bug) {
  const fs::path place(path);
  const fs::path made = place.parent_path() / ("." + place.filename().string() + ".new");
  std::error_code error;
  fs::remove_all(made, error);
  fs::create_directories(made, error);
  bool good = !error;
  auto write = [&](const char* name, const std::string& text) {
    good = good && write_file(made / name, text);
  };
  write("bug.json", dump(about(bug)));
  write("certificate.json", dump(certificate_of(bug)));
  for (const NamedText& file : kFiles)
    if (!(bug.*file.text).empty()) write(file.name, bug.*file.text);
  write("repro.sh", repro_text(bug));
  write("issue.md", issue_text(bug));
  if (good) {
    fs::permissions(made / "repro.sh",
                    fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, error);
    fs::remove_all(place, error);
    fs::rename(made, place, error);
    if (!error) return place.string();
  }
  std::error_code ignored;
  fs::remove_all(made, ignored);
  return Error{{},
               fmt::format("cannot write {}{}{}", place.string(), error ? ": " : "",
                           error ? error.message() : "")};
}

Result<Bug> read_bug(const std::string& folder) {
  const fs::path place(folder);
  const Result<std::string> text = read_input((place / "bug.json").string());
  if (!text) return Error{{}, "bug.json: " + text.error().message};
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return Error{{}, "bug.json is not a JSON object"};
  Result<Bug> bug = from_json(json);
  if (!bug) return Error{{}, "bug.json: " + bug.error().message};
  for (const NamedText& file : kFiles) {
    std::error_code error;
    if (!fs::exists(place / file.name, error)) continue;
    Result<std::string> content = read_input((place / file.name).string());
    if (!content) return content.error();
    (*bug).*file.text = *std::move(content);
  }
  if (bug->original.empty()) return Error{{}, "there is no original.smt2"};
  if (const Result<std::string> certificate = read_input((place / "certificate.json").string())) {
    const Json read = Json::parse(*certificate, nullptr, false);
    if (read.is_object() && read.contains("evidence") && read["evidence"].is_string())
      bug->certificate = read["evidence"];
  }
  return bug;
}

std::string issue_text(const Bug& bug) {
  std::string text = fmt::format("# {}\n\n", title_of(bug));
  const auto tracker = std::ranges::find(kTrackers, bug.program, &Tracker::program);
  text += fmt::format("- **Solver**: {} {}\n",
                      tracker == kTrackers.end() ? bug.solver : std::string(tracker->name),
                      bug.version);
  text += fmt::format("- **Run as**: `{} < {}`\n", bug.command, formula_file(bug));
  text += fmt::format("- **Expected**: {}\n", expected_of(bug));
  text += fmt::format("- **Actual**: {}.\n", bug.sentence);
  if (bug.flaky)
    text += "- **Not always**: it was seen in a process that had answered others before.\n";
  text += "\n";
  text += fenced(bug.reduced.empty() ? bug.original : bug.reduced, "smt2");
  text += "\n## Why this is wrong\n\n";
  switch (bug.kind) {
    case FindingKind::WrongUnsat:
      text +=
          "This model makes every assertion true, by an exact evaluation that no solver takes "
          "part in. Insert it as `define-fun` in place of the declarations to check it:\n\n";
      text += fenced(bug.certificate, "smt2");
      break;
    case FindingKind::WrongSat:
    case FindingKind::InvalidModel:
      text +=
          "The solver's own model, and what it makes of the assertions, by an exact "
          "evaluation:\n\n";
      text += fenced(bug.certificate, "smt2");
      break;
    case FindingKind::Contradiction:
      text +=
          "The formula was made of the one below, to which the solver gives the other answer, "
          "by steps that only weaken or only strengthen it:\n\n";
      text += fenced(bug.certificate);
      text += "\n" + fenced(bug.seed, "smt2");
      break;
    case FindingKind::Disagreement:
      for (const auto& [solver, answer] : bug.answers)
        text += fmt::format("- {}: {}\n", solver, answer);
      text += "\nNo model tells who is right.\n";
      break;
    case FindingKind::Crash:
      text += fenced(bug.output.empty() ? bug.certificate : bug.output);
      break;
  }
  if (!bug.strategy.empty() || !bug.recipe.empty()) {
    text += "\n## How it was found\n\n";
    text += fmt::format("By Polygraph {}{}{}.\n", POLYGRAPH_VERSION,
                        bug.strategy.empty() ? "" : ", strategy ", bug.strategy);
    if (!bug.recipe.empty()) text += "\n" + fenced(bug.recipe);
    if (!bug.steps.empty()) text += "\n" + fenced(bug.steps);
  }
  if (bug.flaky) text += "\nIt does not show in every run.\n";
  if (tracker != kTrackers.end()) {
    text += fmt::format("\n<!-- For {}: {} {}-->\n", tracker->name, tracker->address,
                        tracker->asks.empty() ? "" : fmt::format("\n     {} ", tracker->asks));
  }
  return text;
}

}  // namespace pg
