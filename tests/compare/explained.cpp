#include "compare/explained.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "term/traverse.h"

namespace pg::test {
namespace {

template <typename Holds>
bool any_sort(const Pool& pool, Term root, Holds holds) {
  bool found = false;
  post_order(pool, root, [&](Term term) { found = found || holds(pool.sort(term)); });
  return found;
}

bool has_tiny_format(const Pool& pool, Term root) {
  return any_sort(pool, root, [&](Sort sort) {
    return pool.kind(sort) == SortKind::FloatingPoint &&
           (pool.indices(sort)[0] <= 3 || pool.indices(sort)[1] <= 3);
  });
}

bool has_finite_index(const Pool& pool, Term root) {
  return any_sort(pool, root, [&](Sort sort) {
    if (pool.kind(sort) != SortKind::Array) return false;
    const SortKind index = pool.kind(pool.args(sort)[0]);
    return index != SortKind::Int && index != SortKind::Real && index != SortKind::String &&
           index != SortKind::Seq;
  });
}

// An integer that the conversion reads may be beyond the largest number of the format.
bool has_wide_source(const Pool& pool, Term root) {
  const uint32_t exponent = pool.indices(pool.sort(root))[0];
  const Sort source = pool.sort(pool.args(root).back());
  return pool.indices(source)[0] >= uint32_t{1} << (exponent - 1);
}

// From a format with the larger exponent and no larger significand.
bool has_crossing_formats(const Pool& pool, Term root) {
  const std::span<const uint32_t> to = pool.indices(pool.sort(root));
  const std::span<const uint32_t> from = pool.indices(pool.sort(pool.args(root).back()));
  return from[0] > to[0] && from[1] <= to[1];
}

bool has_operator(const Pool& pool, Term root, std::span<const std::string_view> names) {
  bool found = false;
  post_order(pool, root, [&](Term term) {
    const OpSpec* op = pool.op(term);
    found = found || (op && std::ranges::find(names, op->name) != names.end());
  });
  return found;
}

bool has_comprehension(const Pool& pool, Term root) {
  return has_operator(pool, root, std::array<std::string_view, 1>{"set.comprehension"});
}

bool has_rare_inverse(const Pool& pool, Term root) {
  return has_operator(pool, root, std::array<std::string_view, 3>{"arccsc", "arcsec", "arccot"});
}

// The index needs more than 32 bits.
bool has_large_index(const Pool& pool, Term root) {
  return pool.data(root).indices[0].value == Index::kNotANumber;
}

// Of Debian 12's solvers, z3 4.8.12 and cvc5 1.0.3. docs/trophies.md has the formulas.
// clang-format off
constexpr auto kExplained = std::to_array<Explained>({
    {kZ3, "seq.last_indexof", "", nullptr,
     "z3 is wrong: it misses the last occurrence, and sometimes any number will do"},
    {kZ3, "bvsmul_noovfl", "", nullptr,
     "z3 is wrong: a product that is too small does not overflow, it underflows"},
    {kZ3, "fp.fma", "", has_tiny_format, "z3 is wrong: in small formats it rounds another number"},
    {kZ3, "fp.roundToIntegral", "", has_tiny_format,
     "z3 is wrong: with two bits of exponent a quarter is rounded to one"},
    {kZ3, "to_fp", "[e s] RM Real Int -> FP(e,s)", nullptr,
     "z3 is wrong: of the exponent it takes the last bits only"},
    {kZ3, "to_fp", "[e s] RM Int Real -> FP(e,s)", nullptr,
     "z3 is wrong: of the exponent it takes the last bits only"},
    {kZ3, "update-field", "", nullptr,
     "z3 is wrong: the update of what is no constructor's application is any value"},
    {kZ3, "", "", has_finite_index,
     "z3 is wrong: over few indices it has arrays equal that differ where neither has an entry"},

    {kCvc5, "", "", has_tiny_format, "cvc5 is wrong: small formats are experimental"},
    {kCvc5, "to_fp", "[e s] RM BV(n) -> FP(e,s)", has_wide_source,
     "cvc5 is wrong: an integer that fits the significand but not the exponent becomes NaN"},
    {kCvc5, "to_fp_signed", "", has_wide_source,
     "cvc5 is wrong: an integer that fits the significand but not the exponent becomes NaN"},
    {kCvc5, "to_fp_unsigned", "", has_wide_source,
     "cvc5 is wrong: an integer that fits the significand but not the exponent becomes NaN"},
    {kCvc5, "to_fp", "[e s] RM FP(m,n) -> FP(e,s)", has_crossing_formats,
     "cvc5 is wrong: it rounds numbers that both formats have"},
    {kCvc5, "to_fp_fp", "", has_crossing_formats,
     "cvc5 is wrong: it rounds numbers that both formats have"},
    {kCvc5, "divisible", "", has_large_index,
     "cvc5 is wrong: it takes a larger number for the largest of 32 bits"},
    {kCvc5, "re.^", "", nullptr,
     "cvc5 is wrong: ((_ re.^ 0) re.all) is the empty string, not re.all"},
    {kCvc5, "re.loop", "", nullptr,
     "cvc5 is wrong: ((_ re.loop 0 0) re.all) is the empty string, not re.all"},
    {kCvc5, "rel.join_image", "", nullptr,
     "cvc5 is wrong: a number of 64 bits counts as a small one"},
    {kCvc5, "", "", has_comprehension,
     "cvc5 is wrong: of a comprehension it does not know the number of elements"},
    {kCvc5, "", "", has_rare_inverse,
     "cvc5 is wrong: it says sat although it never computes these functions"},
    {kCvc5, "bag.partition", "", nullptr, "cvc5 aborts"},
});
// clang-format on

}  // namespace

const Explained* explanation(Known solver, const OpSpec& row, const Pool& pool, Term term) {
  for (const Explained& known : kExplained) {
    if (!includes(known.solver, solver)) continue;
    if (!known.row.empty() && known.row != row.name) continue;
    if (!known.sig.empty() && known.sig != row.sig.text) continue;
    if (!known.where || known.where(pool, term)) return &known;
  }
  return nullptr;
}

}  // namespace pg::test
