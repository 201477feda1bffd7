#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <CLI/CLI.hpp>

#include "base/check.h"
#include "cli/subcommand.h"

namespace pg {

std::span<const Subcommand> subcommands() {
  static constexpr auto kSubcommands = std::to_array<Subcommand>({
      {"fuzz", "Find lies: mutate seeds, ask solvers, write the bugs down", add_fuzz},
      {"replay", "Check a bug's certificate, and whether its solver still lies", add_replay},
      {"parse", "Check that files are well-sorted; one line about each", add_parse},
      {"print", "Print a file as Polygraph understands it", add_print},
      {"check", "Evaluate a file under a model: true, false (and why), or unknown", add_check},
      {"eval", "The exact value of a term without variables", add_eval},
      {"solve", "Ask every solver, validate the models, and say who lies", add_solve},
      {"rules", "The approximation rules, and their proofs", add_rules},
      {"mutate", "Write mutants of a file, whose answers are known", add_mutate},
      {"reduce", "Make a file that shows a lie as small as it can be", add_reduce},
      {"testgen", "Tests for a C function that kill every mutant, and proofs for the rest",
       add_testgen},
      {"report", "What a campaign found, as a page and for other programs", add_report},
      {"solvers", "The solvers that are found, and how they are run", add_solvers},
  });
  return kSubcommands;
}

namespace {

int run(int argc, char** argv) {
  CLI::App app("Polygraph: a lie detector for SMT solvers", "polygraph");
  app.set_version_flag("--version", std::string("polygraph ") + POLYGRAPH_VERSION);
  app.require_subcommand(0, 1);
  app.fallthrough();
  app.footer(
      "Exit codes: 0 done, nothing found; 1 a lie; 2 usage or bad input; 3 the environment;\n"
      "4 our own bug; 130 interrupted, all saved.");
  GlobalOptions global;
  app.add_flag("--json", global.json, "Machine-readable output, one JSON value a line");
  app.add_flag("-q,--quiet", global.quiet, "Errors only");
  int exit_code = kExitOk;
  for (const Subcommand& subcommand : subcommands()) {
    CLI::App* added =
        app.add_subcommand(std::string(subcommand.name), std::string(subcommand.summary));
    added->fallthrough();
    subcommand.add(*added, global, exit_code);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "polygraph: error: %s\nRun polygraph --help for what there is.\n",
                 error.what());
    return kExitInput;
  }
  if (app.get_subcommands().empty()) std::fputs(app.help().c_str(), stdout);
  return exit_code;
}

}  // namespace

int run_cli(int argc, char** argv) {
  int exit_code = kExitInternal;
  try {
    exit_code = run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("polygraph: error: out of memory\n", stderr);
    exit_code = kExitEnvironment;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "polygraph: internal error: %s\n", error.what());
    exit_code = kExitInternal;
  }
  // A report that did not reach its file is not a report.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fputs("polygraph: error: cannot write to standard output\n", stderr);
    return kExitEnvironment;
  }
  return exit_code;
}

}  // namespace pg
