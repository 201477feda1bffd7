#pragma once

#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace pg {

// Options that every subcommand understands.
struct GlobalOptions {
  bool json = false;
  bool quiet = false;
};

// One row a subcommand: `add` declares its options and what runs when it is chosen; the result of
// that goes to `exit_code`.
struct Subcommand {
  std::string_view name;
  std::string_view summary;
  void (*add)(CLI::App& app, const GlobalOptions& global, int& exit_code);
};

std::span<const Subcommand> subcommands();

// The whole program: reads the command line, runs it, gives the exit code.
int run_cli(int argc, char** argv);

void add_fuzz(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_replay(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_parse(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_check(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_eval(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_solve(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_solvers(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_mutate(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_rules(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_reduce(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_report(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_testgen(CLI::App& app, const GlobalOptions& global, int& exit_code);
void add_print(CLI::App& app, const GlobalOptions& global, int& exit_code);

}  // namespace pg
