#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "solve/answer.h"

namespace pg {

// What a script uses that some solver wants to be told about.
enum Need : uint32_t {
  kNeedIncremental = 1,  // push, pop, several check-sat
  kNeedStrings = 2,      // strings and sequences
  kNeedOddFloats = 4,    // floats other than Float32 and Float64
  kNeedSets = 8,         // universe, complement, comprehension and the like
  kNeedHigherOrder = 16,
  kNeedArrayRanges = 32,
};
using Needs = uint32_t;

struct NeedOption {
  Need need;
  std::string_view option;
};

// One row a solver: how to find it, how to run it, what its words mean.
struct SolverSpec {
  std::string_view name;
  std::string_view program;  // on PATH
  std::string_view version_option;
  std::string_view help_option = {};  // lists its options and what its authors think of them
  std::span<const std::string_view> arguments;  // always: read SMT-LIB from standard input
  std::string_view time_option;                 // one query's limit; {ms} and {s} stand for it
  std::string_view time_command = {};           // the same for a process that is running
  // The same by the solver's own measure of work, which {work} stands for; and about how much of
  // it a second is.
  std::string_view work_option = {};
  std::string_view work_command = {};
  uint64_t work_a_second = 0;
  std::span<const NeedOption> needs;
  bool escapes_strings = false;    // a backslash in a model is always written as an escape sequence
  bool models_by_default = false;  // (get-model) works without :produce-models
  bool reserves_memory = false;    // far more than it uses: no limit on its address space
  bool resets = false;             // (reset) makes it as new: it can stay alive
  std::string_view session_option;
  uint32_t max_queries = 1000;  // of one process
  std::string_view logics;      // the ones that it claims, with spaces around each; empty: any
  // What (set-option ...) makes its choices depend on a number, which {seed} stands for.
  std::span<const std::string_view> random_options = {};
  // In an error message: it goes on without that option, and its answers count.
  std::span<const std::string_view> harmless;
  // In an error message: it does not have that. Any other error is an error.
  std::span<const std::string_view> unsupported;
  bool at_end = false;  // it answers when its input ends, and has no (echo)
  bool exact = true;    // its models are values, not boxes around them
};
std::span<const SolverSpec> solver_specs();

// Which solver, as a bug names it. How it is run on this machine is for find_solver() to say.
struct SolverId {
  std::string name;
  std::string program;  // its row; empty: none
  std::string version;
  std::vector<std::string> options;
  bool operator==(const SolverId&) const = default;
};

// How long a query may take.
struct TimeLimit {
  double seconds = 0;  // 0: no limit
  // Where the solver has a measure of work, that ends a query, on any machine at the same place;
  // the clock does so only much later.
  bool by_work = false;
};

// A solver with its options, ready to be run.
struct Solver {
  std::string name;  // as the user gave it: z3, z3 smt.arith.solver=2, mine
  const SolverSpec* spec = nullptr;
  std::vector<std::string> argv;  // program and the user's options
  size_t leading = 1;             // how many of those words come before all options
  std::string version;            // 4.8.12; empty if it says none
  std::string version_line = {};  // the whole line that says so

  // The whole command line.
  std::vector<std::string> command(Needs needs, TimeLimit limit, bool session) const;
  // Whether it reads a file, in the place of this word of the command line.
  static constexpr std::string_view kFile = "{file}";
  bool reads_file() const;
  // Whether there is no talking to it: it answers all at the end of its input.
  bool answers_at_end() const { return spec->at_end || reads_file(); }
  // What tells a running process its limit; empty if nothing does.
  std::string limit_command(TimeLimit limit) const;
  // Whether its own measure of work ends a query, and how long it may take by the clock.
  bool limits_work(TimeLimit limit) const;
  double clock_seconds(TimeLimit limit) const;
  bool claims(std::string_view logic) const;
  SolverId id() const;
  // What find_solver() reads to give this one again.
  std::string finder() const;

 private:
  std::string with_limit(std::string_view text, TimeLimit limit) const;
};

// Whether a solver can be called so: letters, digits, . _ - @ +
bool is_solver_name(std::string_view text);

// Reads what --solver takes: a name of a row, a row's name or a program with options, NAME=COMMAND,
// or z3@RELEASE. Words can be quoted as in a shell. A program that reads no standard input has
// {file} for the name of its input. Asks the program for its version.
Result<Solver> find_solver(std::string_view text);

// The solver of that identity on this machine: the one of the list that fits, else the row's
// program on PATH, else z3@RELEASE; the error says what is missing. One fits if its name or its row
// is the same; where it has no options of its own, it gets those of the identity. What an identity
// says is never run as a command: it may come from a stranger.
Result<Solver> find_solver(const SolverId& id, std::span<const Solver> given);

// The command line for people: the program by its plain name (z3, cvc5; for z3@5.2.0: z3), never a
// path of this machine.
std::vector<std::string> portable_command(const Solver& solver, Needs needs);

// Every row's solver that is installed.
std::vector<Solver> find_solvers();

// The absolute path of a program: one on PATH, or by its own path if there is a slash in it. The
// error says why it cannot be run.
Result<std::string> locate_program(const std::string& name);
// The same; empty if there is none.
std::string find_program(const std::string& name);

// Files that follow the program, such as the script of "python3 ./solver.py", get absolute paths.
// Returns how many words the program has with them.
size_t locate_scripts(std::vector<std::string>& argv);

// Splits a command line into words. Quotes keep a word together, nothing is expanded.
Result<std::vector<std::string>> split_words(std::string_view text);

// A word as a shell reads it.
std::string shell_quoted(const std::string& word);

}  // namespace pg
