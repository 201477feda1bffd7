#include "mutate/holes.h"

#include <algorithm>

#include "smtlib/inline.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

constexpr size_t kMaxHoles = 400;
constexpr uint64_t kMaxVisited = 20'000;
constexpr size_t kMaxInlined = 2'000;  // terms of an assertion

// Without arguments, or a float written by its fields.
bool is_literal(const Pool& pool, Term term) {
  const HeadData& data = pool.data(term);
  const std::span<const Term> args = pool.args(term);
  const SortKind sort = pool.kind(pool.sort(term));
  if (data.kind == HeadKind::Literal)
    return data.literal != LiteralKind::Algebraic && data.literal != LiteralKind::Char;
  if (data.kind != HeadKind::Operator) return false;
  if (args.empty())
    return sort == SortKind::Bool || sort == SortKind::RoundingMode ||
           sort == SortKind::FloatingPoint;
  return sort == SortKind::FloatingPoint && std::ranges::all_of(args, [&](Term arg) {
           return pool.kind(arg) == HeadKind::Literal &&
                  pool.kind(pool.sort(arg)) == SortKind::BitVec;
         });
}

// Whether a product or a quotient is above the place.
bool is_below_factor(const Pool& pool, Term root, const Path& path) {
  for (const uint32_t child : path) {
    const OpSpec* op = pool.op(root);
    if (op && op->linear == Linear::ByLiterals) return true;
    root = pool.args(root)[child];
  }
  return false;
}

size_t size_of(const Pool& pool, Term root) {
  size_t size = 0;
  post_order(pool, root, [&](Term) { ++size; });
  return size;
}

// Functions with literals in their bodies, or in those of functions that they call. Names and
// patterns must not be there twice.
absl::flat_hash_set<Head> functions_with_literals(const Pool& pool, const Script& script) {
  absl::flat_hash_set<Head> found;
  for (const Command& command : script.commands) {
    if (command.kind != CommandKind::DefineFun) continue;
    bool literals = false;
    bool annotated = false;
    post_order(pool, command.definitions[0].body, [&](Term term) {
      literals = literals || is_literal(pool, term) || found.contains(pool.head(term));
      annotated = annotated || pool.kind(term) == HeadKind::Annotation;
    });
    if (literals && !annotated) found.insert(command.definitions[0].function);
  }
  return found;
}

}  // namespace

Script with_literals_in_place(Pool& pool, const Script& script) {
  const absl::flat_hash_set<Head> functions = functions_with_literals(pool, script);
  Script made = script;
  // The last one first: its body may call those before it.
  for (size_t at = made.commands.size(); at > 0; --at) {
    const Command& defining = script.commands[at - 1];
    if (defining.kind != CommandKind::DefineFun ||
        !functions.contains(defining.definitions[0].function))
      continue;
    for (Command& command : std::span(made.commands).subspan(at)) {
      if (command.kind != CommandKind::Assert && !is_check(command)) continue;
      for (Term& term : command.terms) {
        const Term inlined = with_body(pool, term, defining.definitions[0]);
        if (size_of(pool, inlined) <= kMaxInlined) term = inlined;
      }
    }
  }
  return made;
}

std::vector<Hole> find_holes(Pool& pool, const Script& script, std::span<const size_t> commands,
                             Vocabulary& vocabulary) {
  const absl::flat_hash_set<Term> named = named_terms(pool, script);
  const bool nonlinear = vocabulary.logic().nonlinear;
  std::vector<Hole> holes;
  auto add = [&](size_t command, size_t which) {
    const Term root = script.commands[command].terms[which];
    for_each_occurrence(pool, root, kMaxVisited, [&](const Path& path, Term term) {
      if (holes.size() >= kMaxHoles || named.contains(term) || pool.has(term, kHasOpaque))
        return false;
      if (!path.empty()) {
        const Term parent = at(pool, root, std::span(path).first(path.size() - 1));
        const OpSpec* op = pool.op(parent);
        const bool attribute = pool.kind(parent) == HeadKind::Annotation && path.back() > 0;
        if (attribute || (op && (op->literals || op->linear == Linear::Never))) return false;
      }
      if (!is_literal(pool, term)) return true;
      const bool plain = !nonlinear && is_below_factor(pool, root, path);
      holes.push_back({command, which, path, term, {}, plain});
      return false;
    });
  };
  for (const size_t command : commands)
    for (size_t which = 0; which < script.commands[command].terms.size(); ++which)
      add(command, which);
  for (size_t i = 0; i < holes.size(); ++i)
    holes[i].constant = pool.declare(vocabulary.fresh_name(i), {}, pool.sort(holes[i].literal));
  return holes;
}

Term with_values(Pool& pool, Term root, const Formula& formula, std::span<const Hole> holes,
                 std::span<const Term> values) {
  for (size_t i = 0; i < holes.size(); ++i)
    if (Formula{holes[i].command, holes[i].which} == formula && values[i])
      root = replace_at(pool, root, holes[i].path, values[i]);
  return root;
}

}  // namespace pg
