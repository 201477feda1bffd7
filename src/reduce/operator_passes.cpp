// Passes that put other operators in the place of operators, so that the same bug looks the same
// whatever it was found in.
#include <algorithm>
#include <array>

#include "reduce/edit.h"
#include "reduce/passes.h"
#include "reduce/term_passes.h"
#include "term/infer.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

// Of the many operators that fit, those that come first in the order of sizes.
constexpr size_t kMaxOthers = 3;

const Theory* theory_of(const OpSpec& op) {
  for (const Theory* theory : theories())
    if (&op >= theory->ops.data() && &op < theory->ops.data() + theory->ops.size()) return theory;
  return nullptr;
}

// Rows that can be written without indices and need no sort, for whoever reads the standard.
bool is_plain(const OpSpec& op) {
  return includes(op.known, kStandard) && op.sig.indices == 0 && !op.sig.any_indices &&
         !op.sig.needs_sort && op.binder == 0 && !op.call && !op.literals;
}

auto order_of(const OpSpec& op) { return std::pair(op.name.size(), rank_of(op)); }

// Operators of the same theory, or of all sorts, that take these arguments and make that sort.
std::vector<const OpSpec*> others(Pool& pool, const OpSpec& op, std::span<const Term> args,
                                  Sort sort) {
  std::vector<Sort> sorts;
  for (const Term arg : args) sorts.push_back(pool.sort(arg));
  std::vector<const OpSpec*> found;
  auto add = [&](const Theory* theory) {
    for (const OpSpec& other : theory->ops)
      if (&other != &op && is_plain(other) && infer(pool, other, {}, sorts) == sort)
        found.push_back(&other);
  };
  const Theory* theory = theory_of(op);
  if (theory && theory != &core::kTheory) add(theory);
  add(&core::kTheory);
  std::ranges::sort(found, {}, [](const OpSpec* each) { return order_of(*each); });
  return found;
}

// A relation to a value becomes an equation with a plain value: (> x 0) becomes (= x 1).
void propose_equations(Pool& pool, PlainValues& plain, Term term, std::vector<Edit>& edits) {
  const std::span<const Term> args = pool.args(term);
  if (pool.sort(term) != kBool || args.size() != 2 || pool.op(term) == &core::kEqual) return;
  for (size_t at = 0; at < 2; ++at) {
    if (!is_value(pool, args[at])) continue;
    const Sort sort = pool.sort(args[1 - at]);
    for (const Term value : plain.of(sort)) {
      std::array<Term, 2> made{args[0], args[1]};
      made[at] = value;
      edits.emplace_back().terms.emplace_back(term, applied(pool, core::kEqual, kBool, made));
    }
  }
}

}  // namespace

std::vector<Edit> replace_operators(const PassInput& input) {
  Pool& pool = input.pool;
  PlainValues plain(pool);
  std::vector<Edit> edits;
  for (const Subject& subject : subjects(pool, input.script)) {
    const OpSpec* op = pool.op(subject.term);
    const std::span<const Term> args = pool.args(subject.term);
    if (!op || args.empty() || op->binder > 0) continue;
    // A negation goes with what it negates: (not (= x y)) may be (distinct x y).
    const bool negated = op == &core::kNot && pool.op(args[0]) && !pool.args(args[0]).empty() &&
                         pool.op(args[0])->binder == 0;
    const Term from = negated ? args[0] : subject.term;
    size_t count = 0;
    for (const OpSpec* other : others(pool, *pool.op(from), pool.args(from), pool.sort(from))) {
      if (!negated && order_of(*other) >= order_of(*op)) break;
      if (other == &core::kNot || count++ == kMaxOthers) break;
      Edit& edit = edits.emplace_back();
      edit.terms.emplace_back(subject.term,
                              applied(pool, *other, pool.sort(from), pool.args(from)));
    }
    propose_equations(pool, plain, subject.term, edits);
  }
  return edits;
}

}  // namespace pg
