#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/options.h"

namespace pg {

// Options that every subcommand understands.
struct GlobalOptions {
  bool json = false;
  bool quiet = false;
};
inline constexpr std::string_view kGlobalGroup = "All commands";
std::span<const OptionRow<GlobalOptions>> global_options();

// The argument of commands that read one script.
inline constexpr OptionSpec kScriptArgument{.name = "FILE",
                                            .group = "Arguments",
                                            .help = "An SMT-LIB file; - is standard input",
                                            .required = true};

// What a subcommand reads and does; `run` gives the exit code.
struct CommandLine {
  OptionSet options;
  std::function<int(OptionSet& given, const GlobalOptions& global)> run;
  std::string notes = {};  // below the options in its help
};

// One row per subcommand: `add` declares its options and says what runs when it is chosen.
struct Subcommand {
  std::string_view name;
  std::string_view summary;
  std::string_view exit_one;  // when the exit code is 1; empty: never
  bool interruptible;         // whether Ctrl-C ends it in order
  void (*add)(CommandLine& line);
};

std::span<const Subcommand> subcommands();

// A subcommand with its own options and those of all subcommands.
CommandLine command_line(const Subcommand& command, GlobalOptions& global);

// The whole program: reads the command line, runs it, gives the exit code.
int run_cli(int argc, char** argv);

void add_fuzz(CommandLine& line);
void add_replay(CommandLine& line);
void add_parse(CommandLine& line);
void add_check(CommandLine& line);
void add_eval(CommandLine& line);
void add_solve(CommandLine& line);
void add_solvers(CommandLine& line);
void add_mutate(CommandLine& line);
void add_rules(CommandLine& line);
void add_reduce(CommandLine& line);
void add_report(CommandLine& line);
void add_repair(CommandLine& line);
void add_testgen(CommandLine& line);
void add_print(CommandLine& line);
void add_completion(CommandLine& line);
void add_help(CommandLine& line);

}  // namespace pg
