#include "solve/presets.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace pg {
namespace {

// One configuration of a solver that a published campaign used.
struct Preset {
  std::string_view name;
  std::string_view solver;  // the row's name
  std::string_view option;
  std::string_view second = {};  // another one beside it
};

// ValFuzz's are those of the thesis, Appendix B; its deprecated ones are gone. DIVER's are those
// that its paper and its artifact name, one or two at a time; Sparrow's those that its paper names,
// and what it gave CVC4 for some logics we give anyway. A solver that does not know one of them is
// left out by its probe.
constexpr auto kPresets = std::to_array<Preset>({
    {"valfuzz", "z3", "model_validate=true"},
    {"valfuzz", "z3", "smt.arith.solver=2"},
    {"valfuzz", "z3", "smt.arith.solver=6"},
    {"valfuzz", "z3", "smt.ematching=false"},
    {"valfuzz", "z3", "rewriter.flat=false"},
    {"valfuzz", "z3", "smt.string_solver=z3str3"},
    {"valfuzz", "cvc5", "--check-models"},
    {"valfuzz", "cvc5", "--incremental"},
    {"valfuzz", "cvc5", "--ho-elim"},
    {"valfuzz", "cvc5", "--check-unsat-cores"},
    {"valfuzz", "cvc5", "--unconstrained-simp"},
    {"valfuzz", "cvc4", "--check-models"},
    {"valfuzz", "cvc4", "--incremental"},
    {"valfuzz", "cvc4", "--ho-elim"},
    {"valfuzz", "cvc4", "--check-unsat-cores"},
    {"valfuzz", "cvc4", "--unconstrained-simp"},
    {"diver", "z3", "model_validate=true"},
    {"diver", "z3", "smt.string_solver=z3str3"},
    {"diver", "z3", "nlsat.shuffle_vars=true"},
    {"diver", "z3", "rewriter.eq2ineq=true"},
    {"diver", "z3", "nlsat.simplify_conflicts=false"},
    {"diver", "z3", "rewriter.flat=false"},
    {"diver", "z3", "smt.arith.solver=2"},
    {"diver", "z3", "rewriter.flat=false", "rewriter.eq2ineq=true"},
    {"diver", "z3", "smt.arith.solver=2", "nlsat.shuffle_vars=true"},
    {"diver", "cvc5", "--check-models"},
    {"diver", "cvc5", "--sygus-rr-synth-input"},
    {"diver", "cvc5", "--no-strings-lazy-pp"},
    {"diver", "cvc5", "--sygus-inst"},
    {"diver", "cvc5", "--strings-deq-ext"},
    {"diver", "cvc5", "--strings-fmf"},
    {"diver", "cvc5", "--strings-deq-ext", "--strings-fmf"},
    {"sparrow", "z3", "model_validate=true"},
    {"sparrow", "cvc4", "--check-models"},
    {"sparrow", "cvc4", "--incremental"},
    {"sparrow", "cvc5", "--check-models"},
    {"sparrow", "cvc5", "--incremental"},
});

// A name that somebody gave stays one word: mine+smt.arith.solver-2.
std::string suffix_of(const Solver& solver, std::string_view option) {
  if (!solver.finder().starts_with(solver.name + "=")) return fmt::format(" {}", option);
  std::string suffix(option.substr(option.find_first_not_of('-')));
  std::ranges::replace(suffix, '=', '-');
  return "+" + suffix;
}

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets)
    if (std::ranges::find(names, preset.name) == names.end()) names.emplace_back(preset.name);
  return names;
}

Result<std::vector<Solver>> with_preset(std::span<const Solver> solvers, std::string_view name) {
  if (std::ranges::find(kPresets, name, &Preset::name) == kPresets.end())
    return Error{{}, fmt::format("there is no preset '{}'", name)};
  std::vector<Solver> all;
  for (const Solver& solver : solvers) {
    all.push_back(solver);
    for (const Preset& preset : kPresets) {
      if (preset.name != name || preset.solver != solver.spec->name) continue;
      Solver variant = solver;
      for (const std::string_view option : {preset.option, preset.second}) {
        if (option.empty()) continue;
        variant.name += suffix_of(solver, option);
        variant.argv.emplace_back(option);
      }
      all.push_back(std::move(variant));
    }
  }
  return all;
}

}  // namespace pg
