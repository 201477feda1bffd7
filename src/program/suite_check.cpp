#include "program/suite_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/checks.h"
#include "program/lower.h"
#include "program/native.h"
#include "program/passes.h"
#include "program/runtime.h"
#include "program/seed.h"
#include "program/write.h"
#include "solve/process.h"

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

}  // namespace

Result<std::vector<uint32_t>> check_suite(const std::string& suite, const SubjectOptions& options,
                                          const TestgenReport& report) {
  Result<LoadedModule> loaded = load_module(suite, options.clang);
  if (!loaded) return loaded.error();
  llvm::Module& module = *loaded->module;
  use_float_operations(module);
  llvm::Function* function = module.getFunction(name_in_driver(report.interface));
  CHECK(function, "a suite without the function that it tests");
  const std::vector<Fault> faults = seed_faults(module, *function, options.operators);
  CHECK(faults.size() == report.mutants.size(), "a suite that changes the program");
  if (const auto problem = lower(module, *function)) return *problem;
  add_checks(module, options.strict);
  simplify(module, options.strict);
  const Result<std::string> program =
      compile_native(*suite_module(module, report.interface), kSuiteSource);
  if (!program) return program.error();
  std::vector<uint32_t> wrong;
  const Result<bool> original = passes(*program, 0);
  if (!original) return original.error();
  if (!*original) wrong.push_back(0);
  // C has no name for a static local: what only such a variable shows, the suite does not see.
  const bool sees_all = std::ranges::all_of(
      report.interface.globals,
      [](const GlobalVariable& global) { return global.name.find('.') == global.name.npos; });
  for (const MutantResult& mutant : report.mutants) {
    if (!sees_all || !is_killed(mutant.status)) continue;
    const Result<bool> passed = passes(*program, mutant.fault.id);
    if (!passed) return passed.error();
    if (*passed) wrong.push_back(mutant.fault.id);
  }
  return wrong;
}

}  // namespace pg
