#include "mutate/monitors.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include <fmt/format.h>

#include "term/substitute.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

// The thesis's Table I, and what goes beyond it: bit-vectors, rounding modes, arrays. {0} and {1}
// are the indices of the sort.
struct DomainRow {
  SortKind sort;
  std::string_view condition;
};
constexpr auto kDomains = std::to_array<DomainRow>({
    {SortKind::Bool, "s"},
    {SortKind::Int, "(= s 0)"},
    {SortKind::Int, "(< s 0)"},
    {SortKind::Int, "(> s 0)"},
    {SortKind::Real, "(= s 0.0)"},
    {SortKind::Real, "(< s 0.0)"},
    {SortKind::Real, "(> s 0.0)"},
    {SortKind::String, "(= s \"\")"},
    {SortKind::FloatingPoint, "(fp.isNaN s)"},
    {SortKind::FloatingPoint, "(= s (_ -oo {0} {1}))"},
    {SortKind::FloatingPoint, "(and (fp.lt (_ -oo {0} {1}) s) (fp.lt s (_ -zero {0} {1})))"},
    {SortKind::FloatingPoint, "(= s (_ -zero {0} {1}))"},
    {SortKind::FloatingPoint, "(= s (_ +zero {0} {1}))"},
    {SortKind::FloatingPoint, "(and (fp.lt (_ +zero {0} {1}) s) (fp.lt s (_ +oo {0} {1})))"},
    {SortKind::FloatingPoint, "(= s (_ +oo {0} {1}))"},
    {SortKind::BitVec, "(= s (_ bv0 {0}))"},
    {SortKind::BitVec, "(= s (bvnot (_ bv0 {0})))"},
    {SortKind::BitVec, "(= s (bvlshr (bvnot (_ bv0 {0})) (_ bv1 {0})))"},
    {SortKind::BitVec, "(= s (bvnot (bvlshr (bvnot (_ bv0 {0})) (_ bv1 {0}))))"},
    {SortKind::BitVec, "(bvslt s (_ bv0 {0}))"},
    {SortKind::BitVec, "(bvsgt s (_ bv0 {0}))"},
    {SortKind::RoundingMode, "(= s RNE)"},
    {SortKind::RoundingMode, "(= s RNA)"},
    {SortKind::RoundingMode, "(= s RTP)"},
    {SortKind::RoundingMode, "(= s RTN)"},
    {SortKind::RoundingMode, "(= s RTZ)"},
    {SortKind::Array, "(= (select s i) (select s j))"},
});

// The thesis's Table III, and the order of bit-vectors. That something does not hold is the same
// monitor, enforced to be false.
constexpr auto kRelations = std::to_array<DomainRow>({
    {SortKind::Bool, "(= a b)"},
    {SortKind::String, "(= a b)"},
    {SortKind::BitVec, "(= a b)"},
    {SortKind::BitVec, "(bvult a b)"},
    {SortKind::BitVec, "(bvugt a b)"},
    {SortKind::BitVec, "(bvslt a b)"},
    {SortKind::BitVec, "(bvsgt a b)"},
    {SortKind::RoundingMode, "(= a b)"},
    {SortKind::Int, "(= a b)"},
    {SortKind::Int, "(< a b)"},
    {SortKind::Int, "(> a b)"},
    {SortKind::Int, "(<= a b)"},
    {SortKind::Int, "(>= a b)"},
    {SortKind::Real, "(= a b)"},
    {SortKind::Real, "(< a b)"},
    {SortKind::Real, "(> a b)"},
    {SortKind::Real, "(<= a b)"},
    {SortKind::Real, "(>= a b)"},
    {SortKind::FloatingPoint, "(= a b)"},
    {SortKind::FloatingPoint, "(fp.lt a b)"},
    {SortKind::FloatingPoint, "(fp.gt a b)"},
    {SortKind::FloatingPoint, "(fp.leq a b)"},
    {SortKind::FloatingPoint, "(fp.geq a b)"},
});

std::string filled(std::string_view text, std::span<const uint32_t> indices) {
  const uint32_t first = indices.empty() ? 0 : indices[0];
  const uint32_t second = indices.size() < 2 ? 0 : indices[1];
  return fmt::format(fmt::runtime(text), first, second);
}

bool is_quantifier(const Pool& pool, Term term) {
  return pool.op(term) == &core::kForall || pool.op(term) == &core::kExists;
}

}  // namespace

Monitors::Monitors(Pool& pool, Vocabulary& vocabulary, const ValueOptions& options,
                   size_t first_name)
    : pool_(pool),
      vocabulary_(vocabulary),
      options_(options),
      reader_(pool),
      next_name_(first_name) {}

void Monitors::add(Term condition) {
  if (!condition || conditions_.size() >= kMaxConditions) return;
  if (pool_.kind(condition) == HeadKind::Literal || pool_.has(condition, kHasOpaque)) return;
  if (std::ranges::find(conditions_, condition) == conditions_.end())
    conditions_.push_back(condition);
}

void Monitors::add_text(std::string_view text, const TermScope& scope) {
  if (const Result<Term> term = reader_.read(text, scope)) add(*term);
}

void Monitors::add_domains(Term term) {
  const Sort sort = pool_.sort(term);
  const SortKind kind = pool_.kind(sort);
  TermScope scope{.terms = {{"s", term}}};
  if (kind == SortKind::Array) {
    // At two indices that the script speaks of.
    const Sort index = pool_.args(sort)[0];
    const std::span<const Vocabulary::Entry> constants = vocabulary_.constants(index);
    if (constants.size() < 2) return;
    scope.terms.emplace_back("i", pool_.constant(constants[0].function));
    scope.terms.emplace_back("j", pool_.constant(constants[1].function));
  }
  for (const DomainRow& row : kDomains)
    if (row.sort == kind) add_text(filled(row.condition, pool_.indices(sort)), scope);
}

void Monitors::add_relations(Term a, Term b) {
  // An integer is compared with a real as the real that it is.
  if (pool_.sort(a) == kInt && pool_.sort(b) == kReal)
    a = apply_operator(pool_, "to_real", {&a, 1});
  if (pool_.sort(a) == kReal && pool_.sort(b) == kInt)
    b = apply_operator(pool_, "to_real", {&b, 1});
  if (pool_.sort(a) != pool_.sort(b)) return;
  for (const DomainRow& row : kRelations)
    if (row.sort == pool_.kind(pool_.sort(a)))
      add_text(row.condition, {.terms = {{"a", a}, {"b", b}}});
}

bool Monitors::is_skolemised(Term quantifier) const {
  switch (options_.quantifiers) {
    case ValueOptions::Quantifiers::Skolem:
      return is_quantifier(pool_, quantifier);
    case ValueOptions::Quantifiers::Existential:
      return pool_.op(quantifier) == &core::kExists;
    case ValueOptions::Quantifiers::Copy:
      return false;
  }
  return false;
}

Term Monitors::opened(Term quantifier, Term body) {
  Substitution replacements;
  for (const Term variable : bound_variables(pool_, quantifier)) {
    Term& constant = constants_[{quantifier, variable}];
    if (!constant) {
      const Symbol name = vocabulary_.fresh_name(next_name_++);
      skolems_.push_back(pool_.declare(name, {}, pool_.sort(variable)));
      constant = pool_.constant(skolems_.back());
    }
    replacements[variable] = constant;
  }
  return substitute(pool_, body, replacements);
}

Term Monitors::skolemised(Term skeleton) {
  absl::flat_hash_map<Term, Term> done;
  std::vector<Term> args;
  post_order(pool_, skeleton, [&](Term term) {
    const HeadData& data = pool_.data(term);
    args.clear();
    for (const Term arg : pool_.args(term)) args.push_back(done.at(arg));
    // Names are the script's, and patterns are nothing without their quantifier.
    if (data.kind == HeadKind::Annotation)
      done[term] = args[0];
    else if (data.kind == HeadKind::Function && data.annotation)
      done[term] = pool_.args(data.annotation)[0];
    else if (is_skolemised(term))
      done[term] = opened(term, args.back());
    else
      done[term] = pool_.with_args(term, args);
  });
  return done.at(skeleton);
}

Term Monitors::closed(Term formula, std::span<const Term> binders) {
  if (!pool_.has(formula, kHasVariable)) return formula;
  FreeVariables free(pool_);
  for (size_t i = binders.size(); i-- > 0;) {
    const std::span<const Term> variables = bound_variables(pool_, binders[i]);
    const std::vector<Term>& open = free.of(formula);
    const bool occurs = std::ranges::any_of(
        variables, [&](Term variable) { return std::ranges::binary_search(open, variable); });
    if (!occurs) continue;
    std::vector<Term> args(variables.begin(), variables.end());
    args.push_back(formula);
    formula = pool_.with_args(binders[i], args);
  }
  return free.of(formula).empty() ? formula : Term();
}

// Terms in which a formula stands that is made of others, at any depth.
absl::flat_hash_set<Term> Monitors::outer_terms(Term root) const {
  absl::flat_hash_set<Term> outer;
  post_order(pool_, root, [&](Term term) {
    for (const Term arg : pool_.args(term)) {
      const bool formula = pool_.sort(arg) == kBool && !pool_.args(arg).empty();
      if (formula || outer.contains(arg)) outer.insert(term);
    }
  });
  return outer;
}

void Monitors::add_formulas(Term skeleton) {
  struct Frame {
    Term term;
    size_t binders;
  };
  const Term root = skolemised(skeleton);
  const absl::flat_hash_set<Term> outer = outer_terms(root);
  std::vector<Term> binders;  // quantifiers that are copied
  absl::flat_hash_set<std::pair<Term, Term>> seen;
  std::vector<Frame> work{{root, 0}};
  while (!work.empty() && conditions_.size() < kMaxConditions && seen.size() < kMaxVisited) {
    const Frame frame = work.back();
    work.pop_back();
    binders.resize(frame.binders);
    const Term term = frame.term;
    // What stands below another quantifier is another formula.
    const bool bound = pool_.has(term, kHasVariable) && !binders.empty();
    if (!seen.insert({term, bound ? binders.back() : Term()}).second) continue;
    if (pool_.kind(term) == HeadKind::Opaque) continue;
    const std::span<const Term> args = pool_.args(term);
    const bool formula = pool_.sort(term) == kBool;
    if (!args.empty() && formula && (!options_.leaves || !outer.contains(term)))
      add(closed(term, binders));
    // A sign below a quantifier is one of no term.
    if (options_.all_domains && !args.empty() && !formula && !bound) add_domains(term);
    const OpSpec* op = pool_.op(term);
    // Variables of other binders have no meaning outside of them.
    if ((op && op->binder > 0 && !is_quantifier(pool_, term)) ||
        pool_.kind(term) == HeadKind::Match)
      continue;
    const size_t first = bound_variables(pool_, term).size();
    if (first > 0) binders.push_back(term);
    for (size_t i = args.size(); i-- > first;) work.push_back({args[i], binders.size()});
  }
}

}  // namespace pg
