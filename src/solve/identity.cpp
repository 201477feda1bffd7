#include <algorithm>

#include <fmt/format.h>

#include "base/safe_option.h"
#include "solve/npm_z3.h"
#include "solve/solver.h"

namespace pg {
namespace {

constexpr std::string_view kZ3 = "z3";
constexpr std::string_view kNpmZ3 = "z3@";

const SolverSpec* row_named(std::string_view name) {
  const auto it = std::ranges::find(solver_specs(), name, &SolverSpec::name);
  return it == solver_specs().end() ? nullptr : &*it;
}

// The same program, whether it was compiled for this machine or for node.
std::string_view family(std::string_view row) { return row == kNpmZ3 ? kZ3 : row; }

bool has_options(const Solver& solver) { return solver.argv.size() > solver.leading; }

// How well a solver fits, 0: not at all. What the user calls by the same name means more than its
// row, and one that has the same options, or none, more than one with others.
int fit(const Solver& solver, const SolverId& id) {
  if (solver.name == id.name) return 7;
  // The user calls it by the name of the program, whatever its file is called.
  if (!id.program.empty() && solver.name == id.program) return 7;
  const bool same_row = solver.spec->name == id.program;
  if (id.program.empty() || family(solver.spec->name) != family(id.program)) return 0;
  const int options = solver.id().options == id.options ? 3 : has_options(solver) ? 1 : 2;
  return same_row ? 3 + options : options;
}

Result<Solver> with_identity(Solver solver, const SolverId& id) {
  // The options of the identity are what it is about: those of the user come beside them.
  for (const std::string& option : id.options) {
    if (std::ranges::find(solver.argv, option) != solver.argv.end()) continue;
    if (!is_safe_option(option))
      return environment_error(
          fmt::format("its option {} may reach out of the solver; if you want that, give it with "
                      "--solver",
                      shell_quoted(option)));
    solver.argv.push_back(option);
  }
  if (solver.id().options == id.options) solver.name = id.name;
  return solver;
}

// Only a number goes into the text: with a "=" in it, the rest would be a command.
Result<Solver> find_release(const std::string& release) {
  if (!is_release(release)) return Error{{}, fmt::format("'{}' is no release of Z3", release)};
  return find_solver(fmt::format("{}{}", kNpmZ3, release));
}

}  // namespace

SolverId Solver::id() const {
  return {name, std::string(spec->name), version,
          std::vector<std::string>(argv.begin() + static_cast<ptrdiff_t>(leading), argv.end())};
}

Result<Solver> find_solver(const SolverId& id, std::span<const Solver> given) {
  const auto best =
      std::ranges::max_element(given, {}, [&](const Solver& each) { return fit(each, id); });
  if (best != given.end() && fit(*best, id) > 0) return with_identity(*best, id);
  const SolverSpec* row = row_named(id.program);
  const bool is_z3 = family(id.program) == kZ3;
  if (!row && !is_z3)
    return environment_error(
        fmt::format("no solver '{0}' here: name it with --solver {0}=PATH", id.name));
  std::string missing;
  if (row) {
    Result<Solver> solver = find_solver(row->name);
    if (solver) return with_identity(std::move(*solver), id);
    missing = solver.error().message;
  }
  if (is_z3) {
    Result<Solver> solver = find_release(id.version);
    if (solver) return with_identity(std::move(*solver), id);
    missing += (missing.empty() ? "" : "; ") + solver.error().message;
  }
  return environment_error(
      fmt::format("{}; or name one with --solver {}=PATH", missing, family(id.program)));
}

std::vector<std::string> portable_command(const Solver& solver, Needs needs) {
  Solver plain = solver;
  if (solver.spec->name == kNpmZ3) plain.spec = row_named(kZ3);
  const std::vector<std::string> options = solver.id().options;
  if (plain.spec->program.empty()) {
    plain.argv.resize(plain.leading);
    for (std::string& word : plain.argv) word.erase(0, word.rfind('/') + 1);
  } else {
    plain.argv = {std::string(plain.spec->program)};
    plain.leading = 1;
  }
  plain.argv.insert(plain.argv.end(), options.begin(), options.end());
  // Whoever runs it again gives it standard input.
  std::ranges::replace(plain.argv, std::string(Solver::kFile), std::string("/dev/stdin"));
  return plain.command(needs, {}, false);
}

}  // namespace pg
