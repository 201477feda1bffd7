#include "reduce/trace.h"

#include <algorithm>

#include <fmt/format.h>

#include "smtlib/parser.h"
#include "smtlib/printer.h"
#include "term/traverse.h"

namespace pg {
namespace {

// A shared term can stand in exponentially many places.
constexpr size_t kMaxDifferences = 2'000;
constexpr size_t kMaxPairs = 1'000'000;

// Commands that a mutant may have beyond its seed's, or without them.
bool is_optional(CommandKind kind) {
  return kind == CommandKind::DeclareFun || kind == CommandKind::SetInfo ||
         kind == CommandKind::SetOption || kind == CommandKind::SetLogic ||
         kind == CommandKind::Other;
}

std::vector<size_t> fixed_commands(const Script& script) {
  std::vector<size_t> fixed;
  for (size_t at = 0; at < script.commands.size(); ++at)
    if (!is_optional(script.commands[at].kind)) fixed.push_back(at);
  return fixed;
}

// The same head over arguments of the same sorts, so that the difference is below. A match is one
// thing.
bool are_alike(const Pool& pool, Term a, Term b) {
  if (pool.head(a) != pool.head(b) || pool.sort(a) != pool.sort(b)) return false;
  if (pool.kind(a) == HeadKind::Match) return false;
  const std::span<const Term> left = pool.args(a);
  const std::span<const Term> right = pool.args(b);
  const size_t bound = bound_variables(pool, a).size();
  return bound == bound_variables(pool, b).size() &&
         std::ranges::equal(left.first(bound), right.first(bound)) &&
         std::ranges::equal(
             left, right, {}, [&](Term term) { return pool.sort(term); },
             [&](Term term) { return pool.sort(term); });
}

void compare(const Pool& pool, size_t command, size_t index, Term seed, Term mutant,
             std::vector<Difference>& found) {
  struct Frame {
    Term seed;
    Term mutant;
    uint32_t next = 0;
  };
  Path path;
  std::vector<Frame> stack;
  size_t pairs = 0;
  auto enter = [&](Term a, Term b) {
    ++pairs;
    const bool alike = are_alike(pool, a, b);
    if (alike)
      stack.push_back({a, b});
    else
      found.push_back({{command, index, path, a}, b});
    return alike;
  };
  if (seed != mutant) enter(seed, mutant);
  while (!stack.empty() && found.size() < kMaxDifferences && pairs < kMaxPairs) {
    Frame& frame = stack.back();
    const std::span<const Term> args = pool.args(frame.seed);
    if (frame.next == args.size()) {
      stack.pop_back();
      if (!path.empty()) path.pop_back();
      continue;
    }
    const uint32_t child = frame.next++;
    const Term a = args[child];
    const Term b = pool.args(frame.mutant)[child];
    if (a == b) continue;
    path.push_back(child);
    if (!enter(a, b)) path.pop_back();
  }
}

}  // namespace

Trace trace(Pool& pool, std::string_view seed_text, std::string_view mutant_text) {
  const ParsedScript seed = parse_script(pool, seed_text);
  ParsedScript mutant = parse_script(pool, mutant_text);
  const std::vector<size_t> old = fixed_commands(seed.script);
  const std::vector<size_t> made = fixed_commands(mutant.script);
  if (old.size() != made.size()) return {std::move(mutant.script), {}};
  // Two readings declare everything twice. The seed's assertions are read again, each right after
  // its mutant, so that symbols are the same in both.
  std::string text;
  std::vector<size_t> seeds;  // by command of the mutant: where its seed is in the joint script
  std::vector<size_t> mutants;
  size_t count = 0;
  size_t next = 0;
  for (size_t at = 0; at < mutant.script.commands.size(); ++at) {
    const Command& command = mutant.script.commands[at];
    print_command(pool, command, {}, text);
    text += '\n';
    mutants.push_back(count++);
    seeds.push_back(mutants.back());
    if (next == made.size() || made[next] != at) continue;
    const Command& before = seed.script.commands[old[next++]];
    if (before.kind != command.kind || before.terms.size() != command.terms.size())
      return {std::move(mutant.script), {}};
    if (command.terms.empty()) continue;
    print_command(pool, before, {}, text);
    text += '\n';
    seeds.back() = count++;
  }
  ParsedScript joint = parse_script(pool, text);
  if (!joint.errors.empty() || joint.script.commands.size() != count)
    return {std::move(mutant.script), {}};
  Trace result;
  for (size_t at = 0; at < mutants.size(); ++at) {
    const Command& after = joint.script.commands[mutants[at]];
    const Command& before = joint.script.commands[seeds[at]];
    for (size_t i = 0; i < after.terms.size(); ++i)
      compare(pool, at, i, before.terms[i], after.terms[i], result.differences);
    result.mutant.commands.push_back(after);
  }
  return result;
}

std::string describe(const Pool& pool, const Difference& difference, const Script& mutant) {
  const CommandKind kind = mutant.commands[difference.spot.command].kind;
  size_t number = 0;
  for (size_t at = 0; at <= difference.spot.command; ++at)
    if (mutant.commands[at].kind == kind) ++number;
  std::string where = fmt::format("assertion {}", number);
  if (kind != CommandKind::Assert)
    where = fmt::format("{} {}, term {}", pool.text(mutant.commands[difference.spot.command].name),
                        number, difference.spot.term + 1);
  constexpr PrintOptions kLine{.share = true, .width = 0};
  return fmt::format("{}: {} became {}", where, print_term(pool, difference.spot.to, kLine),
                     print_term(pool, difference.mutant, kLine));
}

}  // namespace pg
