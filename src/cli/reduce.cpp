#include "reduce/reduce.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/check.h"
#include "base/input.h"
#include "cli/load.h"
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

void on_interrupt(int) { stop_asked = true; }

// Reports what is wrong and gives the exit code.
int fail(const std::string& file, const Error& error, int code = kExitInput) {
  std::fprintf(stderr, "%s\n", format_error(file, error).c_str());
  return code;
}

// The whole text under its name or the old one, never half of it.
bool write_file(const std::string& path, const std::string& text) {
  const std::string part = path + ".part";
  std::ofstream file(part, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file.good()) fs::rename(part, path, error);
  return file.good() && !error;
}

// What is known of a bug, beside what the user says.
void take_from(const Bug& bug, Options& options, ReduceTask& task) {
  if (options.solvers.names.empty())
    options.solvers.names = {bug.finder.empty() ? bug.solver : bug.finder};
  if (options.kind.empty()) options.kind = name_of(bug.kind);
  task.original = bug.original;
  task.seed = bug.seed;
  if (bug.kind == FindingKind::WrongUnsat) task.model = bug.model;
}

std::string default_out(const std::string& input) {
  if (input == "-") return "reduced.smt2";
  const fs::path path(input);
  return (path.parent_path() / path.stem()).string() + ".reduced.smt2";
}

// A solver that is named alone is the liar; all that are installed are its witnesses.
int choose_witnesses(const Options& options, ReduceTask& task) {
  if (const int failed = choose_solvers(options.solvers, task.solvers)) return failed;
  if (options.solvers.names.size() == 1) {
    task.liar = 0;
    const std::vector<std::string> liar = task.solvers[0].argv;
    for (Solver& solver : find_solvers())
      if (solver.argv != liar) task.solvers.push_back(std::move(solver));
  }
  for (const std::string& name : options.witnesses) {
    Result<Solver> solver = find_solver(name);
    if (!solver) return fail("--witness", solver.error(), kExitEnvironment);
    task.solvers.push_back(*std::move(solver));
  }
  return kExitOk;
}

int read_task(const Options& options, ReduceTask& task) {
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
  if (!options.kind.empty()) task.kind = read_finding_kind(options.kind);
  if (options.check.empty()) return choose_witnesses(options, task);
  Result<std::vector<std::string>> words = split_words(options.check);
  if (!words) return fail("--check", words.error());
  if (words->empty()) return fail("--check", {{}, "there is no command"});
  task.predicate = [command = std::move(*words)](const QueryLimits& limits) {
    return command_predicate(command, limits);
  };
  return kExitOk;
}

// One line on the terminal, a few times a second.
class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }
  void show(const ReduceProgress& progress) {
    const auto now = Clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    std::fprintf(stderr, "\r\x1b[K%llu bytes, %llu calls, %llu of them helped; now: %s",
                 static_cast<unsigned long long>(progress.bytes),
                 static_cast<unsigned long long>(progress.calls),
                 static_cast<unsigned long long>(progress.accepted),
                 std::string(progress.pass).c_str());
    std::fflush(stderr);
  }

 private:
  bool shown_;
  Clock::time_point last_;
};

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
    json["solver"] = reduction.solver;
    json["kind"] = name_of(reduction.finding.kind);
    json["fingerprint"] = reduction.finding.fingerprint;
    json["sentence"] = reduction.finding.sentence;
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
  std::printf("%d of 3 fresh processes show it%s%s\n", reduction.confirmed,
              reduction.finding.sentence.empty() ? "" : ": ",
              normalise_message(reduction.finding.sentence).c_str());
  std::printf("%s\n\n%s", out.c_str(), reduction.text.c_str());
}

int run_reduce(Options options, const GlobalOptions& global) {
  ReduceTask task;
  std::optional<Bug> bug;
  std::string folder = options.input;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  if (fs::is_directory(folder)) {
    Result<Bug> read = read_bug(folder);
    if (!read) return fail(folder, read.error());
    bug = *std::move(read);
    take_from(*bug, options, task);
    options.input.clear();
    if (options.out.empty()) options.out = folder + "/reduced.smt2";
  }
  if (options.out.empty()) options.out = default_out(options.input);
  if (const int failed = read_task(options, task)) return failed;

  ProgressLine line(!global.quiet && !global.json && ::isatty(STDERR_FILENO) != 0);
  bool written = true;
  ReduceOptions how;
  how.limits = options.solvers.limits;
  how.seconds = options.seconds;
  how.jobs = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  how.rng = options.rng;
  how.stop = &stop_asked;
  how.progress = [&](const ReduceProgress& progress) { line.show(progress); };
  how.save = [&](const std::string& text) { written = write_file(options.out, text) && written; };
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  const Result<Reduction> reduction = reduce(task, how);
  if (!reduction) return fail(display_name(folder), reduction.error());
  // Whatever the small formula is called, the folder keeps its name.
  if (bug && !task.predicate) {
    const std::string fingerprint = bug->fingerprint;
    bug = with_reduction(*std::move(bug), *reduction);
    bug->fingerprint = fingerprint;
    written = write_bug_folder(folder, *bug) && written;
  }
  if (!written) {
    std::fprintf(stderr, "polygraph: error: cannot write to %s\n", options.out.c_str());
    return kExitEnvironment;
  }
  if (global.json)
    std::printf("%s\n", to_json(*reduction, task, options.out)
                            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                            .c_str());
  else if (!global.quiet)
    print_report(*reduction, options.out);
  return stop_asked ? kExitInterrupted : kExitOk;
}

}  // namespace

void add_reduce(CLI::App& app, const GlobalOptions& global, int& exit_code) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->input, "An SMT-LIB file, - is standard input; or a bug's folder")
      ->required();
  add_solver_options(app, options->solvers);
  app.add_option("--witness", options->witnesses,
                 "Another solver to contradict the liar, such as z3@5.2.0; repeatable")
      ->type_name("SOLVER")
      ->allow_extra_args(false);
  app.add_option(
         "--check", options->check,
         "Instead of a lie: keep what this command, with a file name added, exits with 0 on")
      ->type_name("COMMAND");
  app.add_option("--kind", options->kind, "Which lie, where there are several")
      ->check(CLI::IsMember(
          {"wrong-unsat", "wrong-sat", "invalid-model", "contradiction", "disagreement", "crash"}));
  app.add_option("--seed", options->seed, "What the file is a mutant of: changes are undone first");
  app.add_option("--model", options->model, "A model of the file, where unsat is the lie");
  app.add_option("--out", options->out, "The result; default: FILE.reduced.smt2");
  app.add_option("--time", options->seconds, "Seconds in all; default: until nothing helps")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--jobs", options->jobs, "Candidates at the same time; default: one a core");
  app.add_option("--rng", options->rng, "Number of the random choices; default: 1");
  app.callback([options, &global, &exit_code] { exit_code = run_reduce(*options, global); });
}

}  // namespace pg
