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
  std::span<const std::string_view> arguments;  // always: read SMT-LIB from standard input
  std::string_view time_option;                 // one query's limit; {ms} and {s} stand for it
  std::string_view time_command = {};           // the same for a process that is running
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
};
std::span<const SolverSpec> solver_specs();

// A solver with its options, ready to be run.
struct Solver {
  std::string name;  // as the user gave it: z3, z3 smt.arith.solver=2, mine
  const SolverSpec* spec = nullptr;
  std::vector<std::string> argv;  // program and the user's options
  size_t leading = 1;             // how many of those words come before all options
  std::string version;            // one line; empty if it says none

  // The whole command line.
  std::vector<std::string> command(Needs needs, double seconds, bool session) const;
  bool claims(std::string_view logic) const;
  // What find_solver() reads to give this one again.
  std::string finder() const;
};

// Reads what --solver takes: a name of a row, a row's name or a program with options, NAME=COMMAND,
// or z3@RELEASE. Words can be quoted as in a shell. Asks the program for its version.
Result<Solver> find_solver(std::string_view text);

// Every row's solver that is installed.
std::vector<Solver> find_solvers();

// The path of a program on PATH; empty if there is none.
std::string find_program(const std::string& name);

// Splits a command line into words. Quotes keep a word together, nothing is expanded.
Result<std::vector<std::string>> split_words(std::string_view text);

// A word as a shell reads it.
std::string shell_quoted(const std::string& word);

}  // namespace pg
