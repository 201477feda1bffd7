#include "program/suite_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/checks.h"
#include "program/library.h"
#include "program/lower.h"
#include "program/native.h"
#include "program/passes.h"
#include "program/runtime.h"
#include "program/seed.h"
#include "program/write.h"
#include "solve/process.h"
#include "solve/scratch.h"

namespace pg {
namespace {

constexpr auto kSuiteLimit = std::chrono::seconds(60);

Result<bool> passes(const std::string& program, uint32_t fault) {
  Result<std::unique_ptr<Process>> process =
      Process::start({program, fmt::format("{}", fault)}, {});
  if (!process) return process.error();
  const Process::Stop stop = (*process)->exchange({}, {}, Clock::now() + kSuiteLimit);
  return stop == Process::Stop::Ended && (*process)->exit_code() == 0;
}

// Our bodies of functions of C's library stand for what a program calls: with those of the machine,
// the original must pass all the same.
Result<bool> passes_with_library(const std::string& suite, const SubjectOptions& options) {
  const Result<std::string> scratch = scratch_folder();
  if (!scratch) return scratch.error();
  const std::string program = *scratch + "/plain-suite";
  std::vector<std::string> words{"-O0", "-w", "-ffp-contract=off", suite};
  words.insert(words.end(), options.clang.begin(), options.clang.end());
  words.insert(words.end(), {"-lm", "-o", program});
  const Result<bool> compiled = run_clang(suite, words);
  if (!compiled) return compiled.error();
  return passes(program, 0);
}

}  // namespace

Result<std::vector<uint32_t>> check_suite(const std::string& suite, const SubjectOptions& options,
                                          const TestgenReport& report) {
  Result<LoadedModule> loaded = load_module(suite, options.clang);
  if (!loaded) return loaded.error();
  llvm::Module& module = *loaded->module;
  if (const auto problem = link_library(module)) return *problem;
  llvm::Function* function = module.getFunction(name_in_driver(report.interface));
  CHECK(function, "a suite without the function that it tests");
  const std::vector<Fault> faults = seed_faults(module, *function, options.operators);
  CHECK(faults.size() == report.mutants.size(), "a suite that changes the program");
  if (const auto problem = lower(module, *function)) return *problem;
  open_results(module);
  add_checks(module, options.strict);
  simplify(module, options.strict);
  const Result<std::string> program =
      compile_native(*suite_module(module, report.interface), kSuiteSource);
  if (!program) return program.error();
  std::vector<uint32_t> wrong;
  const Result<bool> original = passes(*program, 0);
  if (!original) return original.error();
  if (!*original) wrong.push_back(0);
  if (*original && llvm::any_of(module.global_objects(), is_library)) {
    const Result<bool> with_library = passes_with_library(suite, options);
    if (!with_library) return with_library.error();
    if (!*with_library) wrong.push_back(0);
  }
  // C has no name for a static local: what only such a variable shows, the suite does not see.
  const bool sees_all = std::ranges::all_of(report.interface.globals, has_c_name);
  for (const MutantResult& mutant : report.mutants) {
    if (!sees_all || !is_killed(mutant.status)) continue;
    const Result<bool> passed = passes(*program, mutant.fault.id);
    if (!passed) return passed.error();
    if (*passed) wrong.push_back(mutant.fault.id);
  }
  return wrong;
}

}  // namespace pg
