#include "reduce/reduce.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/check.h"
#include "base/input.h"
#include "base/output.h"
#include "base/stop.h"
#include "bug/folder.h"
#include "bug/paths.h"
#include "cli/fail.h"
#include "cli/load.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "cli/solver_options.h"
#include "cli/subcommand.h"

namespace pg {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string input;
  SolverOptions solvers;
  std::vector<std::string> witnesses;
  std::string check;
  std::string kind;
  std::string seed;
  std::string model;
  std::string out;
  double seconds = 0;
  size_t jobs = 0;
  uint64_t rng = 1;
};

std::atomic<bool> stop_asked = false;
std::atomic<bool> give_up = false;

std::string default_out(const std::string& input) {
  if (input == "-") return "reduced.smt2";
  const fs::path path(input);
  return (path.parent_path() / path.stem()).string() + ".reduced.smt2";
}

// A solver that is named alone is the liar, and so is the one of a bug; all that are installed are
// its witnesses.
int choose_witnesses(const Options& options, const std::optional<Case>& bug, ReduceTask& task) {
  if (bug && options.solvers.names.size() < 2) {
    std::vector<Solver> given;
    if (!options.solvers.names.empty())
      if (const int failed = choose_solvers(options.solvers, given)) return failed;
    Result<Solver> liar = find_solver(bug->liar, given);
    if (!liar) return fail("--solver", liar.error());
    if (!given.empty() && given[0].argv[0] != liar->argv[0])
      return fail("--solver", {{},
                               fmt::format("{} is not the solver of this bug, which is {}",
                                           given[0].name, bug->liar.name)});
    task.solvers = {*std::move(liar)};
  } else if (const int failed = choose_solvers(options.solvers, task.solvers)) {
    return failed;
  }
  if (bug || options.solvers.names.size() == 1) {
    task.liar = task.solvers[0].id();
    const std::vector<std::string> liar = task.solvers[0].argv;
    for (Solver& solver : find_solvers())
      if (solver.argv != liar) task.solvers.push_back(std::move(solver));
  }
  for (const std::string& name : options.witnesses) {
    Result<Solver> solver = find_solver(name);
    if (!solver) return fail("--witness", solver.error());
    task.solvers.push_back(*std::move(solver));
  }
  return kExitOk;
}

int read_task(const Options& options, const std::optional<Case>& bug, ReduceTask& task) {
  auto read = [](const std::string& path, std::string& text) {
    if (path.empty()) return kExitOk + 0;
    Result<std::string> input = read_input(path);
    if (!input) return fail(display_name(path), input.error());
    text = std::move(*input);
    return kExitOk + 0;
  };
  if (const int failed = read(options.input, task.original)) return failed;
  if (const int failed = read(options.seed, task.seed)) return failed;
  if (const int failed = read(options.model, task.model)) return failed;
  if (!options.kind.empty()) task.kind = read_kind(options.kind);
  if (options.check.empty()) return choose_witnesses(options, bug, task);
  Result<std::vector<std::string>> words = split_words(options.check);
  if (!words) return fail("--check", words.error());
  if (words->empty()) return fail("--check", {{}, "there is no command"});
  task.predicate = [command = std::move(*words)](const QueryLimits& limits) {
    return command_predicate(command, limits);
  };
  return kExitOk;
}

std::string progress_text(const ReduceProgress& progress) {
  return fmt::format("{} bytes, {} calls, {} of them helped; now: {}", progress.bytes,
                     progress.calls, progress.accepted, progress.pass);
}

nlohmann::json to_json(const Reduction& reduction, const ReduceTask& task, const std::string& out) {
  nlohmann::json passes = nlohmann::json::object();
  for (const PassCount& pass : reduction.passes)
    passes[std::string(pass.name)] = {{"tried", pass.tried}, {"accepted", pass.accepted}};
  nlohmann::json json = {{"file", out},
                         {"finished", reduction.finished},
                         {"confirmed", reduction.confirmed},
                         {"bytes", {reduction.bytes_before, reduction.bytes_after}},
                         {"terms", {reduction.terms_before, reduction.terms_after}},
                         {"calls", reduction.calls},
                         {"queries", reduction.queries},
                         {"cached", reduction.cached},
                         {"malformed", reduction.malformed},
                         {"seconds", reduction.seconds},
                         {"changes", {reduction.changes, reduction.steps.size()}},
                         {"steps", reduction.steps},
                         {"passes", std::move(passes)},
                         {"script", reduction.text}};
  if (!task.predicate) {
    const Case& found = reduction.found;
    json["solver"] = found.liar.name;
    json["kind"] = name_of(found.kind);
    json["fingerprint"] = found.fingerprint;
    json["sentence"] = sentence_of(found);
  }
  return json;
}

void print_report(const Reduction& reduction, const std::string& out) {
  std::printf("%llu bytes, %llu terms became %llu bytes, %llu terms in %.1f s%s\n",
              static_cast<unsigned long long>(reduction.bytes_before),
              static_cast<unsigned long long>(reduction.terms_before),
              static_cast<unsigned long long>(reduction.bytes_after),
              static_cast<unsigned long long>(reduction.terms_after), reduction.seconds,
              reduction.finished ? "" : ", not finished");
  std::printf("%llu candidates tried, %llu known already, %llu check-sats\n",
              static_cast<unsigned long long>(reduction.calls),
              static_cast<unsigned long long>(reduction.cached),
              static_cast<unsigned long long>(reduction.queries));
  if (reduction.changes > 0) {
    std::printf("%zu of %llu changes to the seed are needed\n", reduction.steps.size(),
                static_cast<unsigned long long>(reduction.changes));
    for (const std::string& step : reduction.steps) std::printf("  %s\n", step.c_str());
  }
  const bool lies = !reduction.found.liar.name.empty();
  std::printf("%d of 3 fresh processes show it%s%s\n", reduction.confirmed, lies ? ": " : "",
              lies ? normalise_message(sentence_of(reduction.found)).c_str() : "");
  std::printf("%s\n\n%s", out.c_str(), reduction.text.c_str());
}

// What is reduced: a file, or the case of a folder.
int read_input_case(Options& options, std::string& folder, std::optional<Case>& bug,
                    ReduceTask& task) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return kExitOk;
  Result<Case> read = read_bug(folder);
  if (!read) return fail(folder, read.error());
  if (read->kind == Kind::Contradiction)
    return fail(folder, {{},
                         "a contradiction is about two formulas, which belong together: it is "
                         "not reduced"});
  bug = *std::move(read);
  task = task_of(*bug, {});
  options.input.clear();
  if (!options.out.empty())
    return fail("--out", {{}, "a bug's folder is reduced in place; copy it to keep both"});
  options.out = folder + "/" + bug_file::kReduced;
  return kExitOk;
}

// The folder of the bug: the one that it came from, or a new one below --out.
Result<std::string> write_case(const Options& options, const std::string& folder,
                               const std::optional<Case>& bug, const Reduction& reduction) {
  if (bug) return write_bug(folder, with_reduction(*bug, reduction));
  Case found = with_reduction(reduction.found, reduction);
  return write_bug((fs::path(options.out) / safe_name(found.fingerprint)).string(), found);
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const KindSpec& spec : kinds()) names.emplace_back(spec.name);
  return names;
}

int run_reduce(Options options, const GlobalOptions& global) {
  ReduceTask task;
  std::optional<Case> bug;
  std::string folder = options.input;
  if (const int failed = read_input_case(options, folder, bug, task)) return failed;
  // What ends with a slash is a folder for the bug and all its evidence.
  const bool makes_folder = !bug && options.out.ends_with('/');
  if (options.out.empty()) options.out = default_out(options.input);
  if (const int failed = read_task(options, bug, task)) return failed;
  if (makes_folder && task.predicate)
    return fail("--out", {{}, "what a command checks is no bug; name a file"});

  const fs::path parent = fs::path(options.out).parent_path();
  std::error_code missing;
  if (!makes_folder && !parent.empty() && !fs::is_directory(parent, missing))
    return fail("--out", environment_error(fmt::format("there is no folder {}", parent.string())));
  ProgressLine line(!global.quiet && !global.json && ::isatty(STDERR_FILENO) != 0);
  bool written = true;
  ReduceOptions how;
  how.limits = options.solvers.limits;
  how.seconds = options.seconds;
  how.jobs = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  how.rng = options.rng;
  how.stop = &stop_asked;
  how.progress = [&](const ReduceProgress& progress) {
    if (line.is_due()) line.show(progress_text(progress));
  };
  // What is not finished yet does not take the place of what a folder has.
  const std::string saved = bug ? options.out + ".part" : options.out;
  if (!makes_folder)
    how.save = [&](const std::string& text) { written = write_output(saved, text) && written; };
  SignalWatch::stop_in_order(stop_asked, &give_up);
  const StopScope scope(&give_up);
  Result<Reduction> reduction = reduce(task, how);
  std::error_code ignored;
  if (bug) fs::remove(saved, ignored);
  if (!reduction) return fail(display_name(folder), reduction.error());
  const bool shown = !task.predicate && reduction->confirmed > 0;
  if (shown) {
    reduction->found.fingerprint = with_reduction(reduction->found, *reduction).fingerprint;
    if (bug || makes_folder) {
      const Result<std::string> place = write_case(options, folder, bug, *reduction);
      written = written && place;
      if (place && makes_folder) options.out = *place;
    }
  }
  if (!written) return fail(environment_error("cannot write to " + options.out));
  if (global.json)
    std::printf("%s\n", to_json(*reduction, task, options.out)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  else if (!global.quiet)
    print_report(*reduction, options.out);
  return stop_asked ? kExitInterrupted : kExitOk;
}

constexpr std::string_view kLie = "The lie";
constexpr std::string_view kEffort = "Effort";

using Row = OptionRow<Options>;
constexpr auto kRows = std::to_array<Row>({
    Row{{.name = "FILE",
         .group = "Arguments",
         .help = "An SMT-LIB file, - is standard input; or a bug's folder",
         .required = true},
        [](Options& o) { return text(o.input, "FILE"); }},
    Row{{.name = "--out",
         .group = "Arguments",
         .help = "The result. With a slash at its end: a folder for the bug with all its evidence",
         .usual = "FILE.reduced.smt2"},
        [](Options& o) { return text(o.out, "PATH"); }},
    Row{{.name = "--witness",
         .group = kLie,
         .help = "Another solver to contradict the liar, such as z3@5.2.0; repeatable"},
        [](Options& o) { return texts(o.witnesses, "SOLVER"); }},
    Row{{.name = "--check",
         .group = kLie,
         .help = "Instead of a lie: keep what this command, with a file name added, exits with 0 "
                 "on"},
        [](Options& o) { return text(o.check, "COMMAND"); }},
    Row{{.name = "--kind", .group = kLie, .help = "Which lie, where there are several"},
        [](Options& o) { return choice(o.kind, kind_names()); }},
    Row{{.name = "--seed",
         .group = kLie,
         .help = "What the file is a mutant of: changes are undone first"},
        [](Options& o) { return text(o.seed, "FILE"); }},
    Row{{.name = "--model", .group = kLie, .help = "A model of the file, where unsat is the lie"},
        [](Options& o) { return text(o.model, "FILE"); }},
    Row{{.name = "--time", .group = kEffort, .help = "In all", .usual = "until nothing helps"},
        [](Options& o) { return duration(o.seconds, 0, 1e9); }},
    Row{{.name = "--jobs",
         .group = kEffort,
         .help = "Candidates at the same time",
         .usual = "one per core"},
        [](Options& o) { return number(o.jobs, 1u, 1024u); }},
    Row{{.name = "--rng", .group = kEffort, .help = "Number of the random choices"},
        [](Options& o) { return number(o.rng, uint64_t{0}, ~uint64_t{0}); }},
});

}  // namespace

void add_reduce(CommandLine& line) {
  auto options = std::make_shared<Options>();
  // Sessions only make it faster: one that refuses them is asked in fresh processes.
  options->solvers.modes = ProbeModes::Fresh;
  line.options.add(kRows, *options);
  add_solver_options(line.options, options->solvers);
  line.run = [options](OptionSet&, const GlobalOptions& global) {
    return run_reduce(*options, global);
  };
}

}  // namespace pg
