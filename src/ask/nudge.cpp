#include "ask/nudge.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "smtlib/parser.h"

namespace pg {
namespace {

constexpr uint64_t kMaxBits = 12;

// Small ones more often.
uint64_t draw_magnitude(Rng& rng) {
  const uint64_t bits = rng.below(kMaxBits);
  return 1 + rng.below(uint64_t{1} << bits);
}

std::string draw_bits(uint32_t width, Rng& rng) {
  std::string text = "#b";
  for (uint32_t i = 0; i < width; ++i) text += rng.chance(1, 2) ? '1' : '0';
  return text;
}

// Sorts of which constants can be nudged.
bool has_bounds(SortKind kind) {
  return kind == SortKind::Int || kind == SortKind::Real || kind == SortKind::BitVec ||
         kind == SortKind::String;
}

// That the constant c is beyond some value: away from the 0 that solvers like best.
std::string draw_bound(const Pool& pool, Sort sort, Rng& rng) {
  const bool up = rng.chance(1, 2);
  const SortKind kind = pool.kind(sort);
  if (kind == SortKind::Int || kind == SortKind::Real) {
    const std::string_view part = kind == SortKind::Real ? (rng.chance(1, 2) ? ".0" : ".5") : "";
    const uint64_t whole = draw_magnitude(rng);
    return up ? fmt::format("(>= c {}{})", whole, part)
              : fmt::format("(<= c (- {}{}))", whole, part);
  }
  if (kind == SortKind::BitVec) {
    const std::string bits = draw_bits(pool.indices(sort)[0], rng);
    return fmt::format("({} c {})", up ? "bvuge" : "bvule", bits);
  }
  CHECK(kind == SortKind::String, "a sort with bounds");
  const auto letter = static_cast<char>('a' + rng.below(26));
  return fmt::format("({} \"{}\" c)", up ? "str.prefixof" : "str.suffixof", letter);
}

std::vector<Head> constants_of(const Pool& pool, const Script& script) {
  std::vector<Head> found;
  for (const Command& command : script.commands)
    if (command.kind == CommandKind::DeclareFun)
      for (const Definition& declared : command.definitions) {
        const HeadData& data = pool.data(declared.function);
        if (data.params.empty() && has_bounds(pool.kind(data.sort)))
          found.push_back(declared.function);
      }
  return found;
}

}  // namespace

Script nudged(Pool& pool, const Script& script, Rng rng) {
  Script made = script;
  std::vector<Head> constants = constants_of(pool, script);
  const auto check = std::ranges::find_if(made.commands, is_check);
  if (constants.empty() || check == made.commands.end()) return made;
  std::vector<Command> bounds;
  const uint64_t wanted = 1 + rng.below(2);
  while (bounds.size() < wanted && !constants.empty()) {
    const auto which = constants.begin() + static_cast<ptrdiff_t>(rng.below(constants.size()));
    const Term constant = pool.constant(*which);
    constants.erase(which);
    const std::string text = draw_bound(pool, pool.sort(constant), rng);
    const Result<Term> bound = parse_term(pool, text, {.terms = {{"c", constant}}});
    CHECK(bound, "a bound is a term");
    Command command;
    command.kind = CommandKind::Assert;
    command.name = pool.intern("assert");
    command.terms = {*bound};
    bounds.push_back(std::move(command));
  }
  made.commands.insert(check, bounds.begin(), bounds.end());
  return made;
}

}  // namespace pg
