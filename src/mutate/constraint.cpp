#include "mutate/constraint.h"

#include "model/print_value.h"
#include "term/traverse.h"
#include "theory/core/core.h"
#include "theory/theories.h"

namespace pg {
namespace {

using Kind = Requirement::Kind;

// How a sort says what requirements say.
struct Words {
  SortKind sort;
  std::string_view or_equal = {};
  std::string_view strictly = {};
  std::string_view prefix = {};
  std::string_view suffix = {};
  std::string_view contains = {};
  std::string_view length = {};
};
constexpr Words kWords[] = {
    {.sort = SortKind::Int, .or_equal = "<=", .strictly = "<"},
    {.sort = SortKind::Real, .or_equal = "<=", .strictly = "<"},
    {.sort = SortKind::BitVec, .or_equal = "bvule", .strictly = "bvult"},
    {.sort = SortKind::FloatingPoint, .or_equal = "fp.leq", .strictly = "fp.lt"},
    {.sort = SortKind::String,
     .or_equal = "str.<=",
     .strictly = "str.<",
     .prefix = "str.prefixof",
     .suffix = "str.suffixof",
     .contains = "str.contains",
     .length = "str.len"},
    {.sort = SortKind::Seq,
     .prefix = "seq.prefixof",
     .suffix = "seq.suffixof",
     .contains = "seq.contains",
     .length = "seq.len"},
};

const Words& words_of(SortKind kind) {
  for (const Words& words : kWords)
    if (words.sort == kind) return words;
  static constexpr Words kNone{.sort = SortKind::Unknown};
  return kNone;
}

}  // namespace

Term ConstraintWriter::apply(std::string_view op, std::initializer_list<Term> args) {
  for (const Term arg : args)
    if (!arg) return {};
  return op.empty() ? Term() : apply_operator(pool_, op, args);
}

Term ConstraintWriter::literal(Value value, Sort sort) {
  if (!value.is_defined() || value.kind() == ValueKind::Element ||
      value.kind() == ValueKind::Computed)
    return {};
  const Result<Term> read = reader_.read(print_value(pool_, values_, value, sort));
  if (!read || pool_.sort(*read) != sort || pool_.has(*read, kHasOpaque)) return {};
  // Roots of polynomials are no literals of SMT-LIB.
  bool is_plain = true;
  post_order(pool_, *read, [&](Term term) {
    const HeadData& data = pool_.data(term);
    is_plain =
        is_plain && (data.kind != HeadKind::Literal || data.literal != LiteralKind::Algebraic);
  });
  return is_plain ? *read : Term();
}

Term ConstraintWriter::decimal(Value value) {
  constexpr size_t kMaxDigits = 40;
  const mpq_class number = values_.as_rational(value);
  mpz_class digits = abs(number.get_num());
  size_t after = 0;  // digits after the point
  mpz_class rest = number.get_den();
  // Each factor 2 or 5 of the denominator is one digit.
  for (; rest != 1 && after < kMaxDigits; ++after) {
    mpz_class common;
    const mpz_class ten = 10;
    mpz_gcd(common.get_mpz_t(), rest.get_mpz_t(), ten.get_mpz_t());
    if (common == 1) return {};
    rest /= common;
    digits *= ten / common;
  }
  std::string text = digits.get_str();
  if (rest != 1 || text.size() > kMaxDigits) return {};
  if (text.size() <= after) text.insert(0, after + 1 - text.size(), '0');
  text.insert(text.size() - after, ".");
  if (after == 0) text += '0';
  const Term made = pool_.literal(LiteralKind::Decimal, text, kReal);
  return sgn(number) < 0 ? apply("-", {made}) : made;
}

Term ConstraintWriter::between(const Requirement& range, Term subject, Sort sort,
                               std::string_view or_equal, std::string_view strictly) {
  const auto name = [&](const Bound& bound) {
    return bound.kind == Bound::Kind::Open ? strictly : or_equal;
  };
  Term low;
  Term high;
  if (range.low) {
    low = apply(name(range.low), {literal(range.low.at, sort), subject});
    if (!low) return {};
  }
  if (range.high) {
    high = apply(name(range.high), {subject, literal(range.high.at, sort)});
    if (!high) return {};
  }
  if (!low || !high) return low ? low : high;
  return pool_.term(core::kAnd, {low, high});
}

Term ConstraintWriter::formula(const Requirement& requirement, Term subject) {
  const Sort sort = pool_.sort(subject);
  const Words& words = words_of(pool_.kind(sort));
  const auto part = [&](std::string_view op, bool part_first) {
    const Term word = literal(requirement.value, sort);
    const Term made = part_first ? apply(op, {word, subject}) : apply(op, {subject, word});
    return made && requirement.negated ? pool_.term(core::kNot, {made}) : made;
  };
  switch (requirement.kind) {
    case Kind::Nothing:
    case Kind::Any:
    case Kind::Matches:
      return {};
    case Kind::Exact:
      return apply("=", {subject, literal(requirement.value, sort)});
    case Kind::Except:
      return apply("distinct", {subject, literal(requirement.value, sort)});
    case Kind::Range: {
      const Term made = between(requirement, subject, sort, words.or_equal, words.strictly);
      if (!made || !requirement.value.is_defined()) return made;
      return pool_.term(core::kOr, {apply("fp.isNaN", {subject}), made});
    }
    case Kind::SignedRange:
      return between(requirement, subject, sort, "bvsle", "bvslt");
    case Kind::KnownBits: {
      const Term mask = literal(requirement.mask, sort);
      const Term value = literal(requirement.value, sort);
      const Term known = apply("bvand", {subject, mask});
      return apply("=", {known, apply("bvand", {value, mask})});
    }
    case Kind::Prefix:
      return part(words.prefix, true);
    case Kind::Suffix:
      return part(words.suffix, true);
    case Kind::Contains:
      return part(words.contains, false);
    case Kind::Length:
      return between(requirement, apply(words.length, {subject}), kInt, "<=", "<");
  }
  return {};
}

}  // namespace pg
