#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "program/assumption.h"
#include "program/report.h"
#include "solve/session.h"

namespace pg {

struct TestgenOptions {
  std::string file;
  std::string function;
  std::vector<std::string> arrays;      // NAME:LENGTH
  std::vector<std::string> strings;     // the same, with a null character in them
  std::vector<std::string> conditions;  // in C, over the parameters: inputs satisfy them
  std::vector<std::string> operators;   // empty: those of the paper
  std::vector<std::string> clang;
  bool strict = false;
  bool paper = false;
  uint32_t unwind = 10;
  uint64_t rng = 1;
  uint64_t inputs = 2000;
  std::vector<std::string> accepted;  // names of assumptions that the user says to hold
  bool exhaustive = false;            // run every input on the mutants that were not killed
  std::string query_folder;
  std::string tests;  // the text of a suite that exists
  Solver solver;
  std::vector<Solver> more_solvers;  // asked at the same time; the first answer counts
  QueryLimits limits;
  size_t jobs = 1;                  // questions at a time
  uint64_t most_terms = 2'000'000;  // that the encoding of a mutant may have
  double seconds = 0;               // for all of it; 0: no limit
  double native_seconds = 20;       // for the inputs that are run before a solver is asked
  // Asks the search to come to an end, and a little later the solvers to be left alone; may be
  // missing.
  const std::atomic<bool>* stop = nullptr;
  const std::atomic<bool>* give_up = nullptr;
  std::function<void(const SearchProgress&)> progress = [](const SearchProgress&) {};
};

// Why there is no report.
struct TestgenFailure {
  enum class Kind : uint8_t { BadInput, SolverLied, Internal, Environment };
  Kind kind = Kind::BadInput;
  Error error;
  std::string query = {};  // SolverLied: what it lied about
};

struct MutationOperatorInfo {
  std::string_view name;
  std::string_view summary;
  bool by_default;
};
std::vector<MutationOperatorInfo> list_mutation_operators();

// Writes each fault as a change of the source, where C can write it. Reports that are not only
// printed as text want it.
std::optional<TestgenFailure> describe_faults(TestgenReport& report, const TestgenOptions& options);

// Writes the report in these formats (names of output_formats(); empty: all) into a folder, and
// checks the C program that runs the suite: the original passes, each killed mutant fails.
std::optional<TestgenFailure> write_report(const TestgenReport& report,
                                           const TestgenOptions& options,
                                           const std::vector<std::string>& formats,
                                           const std::string& folder);

// Two versions of a function, instead of mutants.
struct AgainstReport {
  bool differs = false;
  Assumptions assumptions;  // if they do not differ: what that rests on
  bool accepted = false;    // the user says that all of it holds
  bool unknown = false;     // the solver does not say
  std::string note;
  Interface interface;
  Input input;  // on which they differ
  Observation first;
  Observation second;
};
std::variant<AgainstReport, TestgenFailure> compare_versions(const TestgenOptions& options,
                                                             const std::string& other);

// Tests that kill every mutant that can be killed, and verdicts on the others.
std::variant<TestgenReport, TestgenFailure> generate_tests(const TestgenOptions& options);

}  // namespace pg
