#include "theory/requirement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "theory/computed.h"
#include "theory/core/eval_support.h"
#include "theory/enclosure.h"
#include "theory/strings/matcher.h"
#include "theory/strings/words.h"

namespace pg {
namespace {

using Kind = Requirement::Kind;

// From this many values on, one is found as easily as if all were allowed.
constexpr double kEnough = 1000;

bool is_float(Value value) {
  return value.kind() == ValueKind::Float || value.kind() == ValueKind::BigFloat;
}
bool is_bits(Value value) {
  return value.kind() == ValueKind::Bits || value.kind() == ValueKind::BigBits;
}

// Floats in the order of their bits: -oo .. -0, +0 .. +oo, NaN.
mpz_class float_key(const ValuePool& values, Value value) {
  mpz_class bits = values.as_unsigned(value);
  const mpz_class sign = mpz_class(1) << (value.aux() - 1);
  if (bits >= sign) bits = sign - bits - 1;
  return bits;
}

mpz_class bits_key(const ValuePool& values, Value value, bool as_signed) {
  return as_signed ? values.as_signed(value) : values.as_unsigned(value);
}

// Of a number that an expression gives, bounds of it are between the ends.
bool encloses(const ValuePool& values, const Requirement& range, Value value) {
  const auto bounds = enclosure::bounds(values, value);
  if (!bounds) return false;
  const auto rational = [&](const Bound& end) { return values.is_rational(end.at); };
  if ((range.low && !rational(range.low)) || (range.high && !rational(range.high))) return false;
  return (!range.low || values.as_rational(range.low.at) < bounds->first) &&
         (!range.high || bounds->second < values.as_rational(range.high.at));
}

bool within(const ValuePool& values, const Requirement& range, Value value, bool as_signed) {
  if (computed::is_computed(value)) return encloses(values, range, value);
  if (range.low) {
    const int sign = order(values, range.low.at, value, as_signed);
    if (sign > 0 || (sign == 0 && range.low.kind == Bound::Kind::Open)) return false;
  }
  if (range.high) {
    const int sign = order(values, value, range.high.at, as_signed);
    if (sign > 0 || (sign == 0 && range.high.kind == Bound::Kind::Open)) return false;
  }
  return true;
}

template <typename W>
bool has_part(const ValuePool& values, Kind kind, Value word, Value part) {
  const auto letters = W::letters(values, word);
  const auto wanted = W::letters(values, part);
  if (wanted.size() > letters.size()) return false;
  if (kind == Kind::Prefix) return std::ranges::equal(wanted, letters.first(wanted.size()));
  if (kind == Kind::Suffix) return std::ranges::equal(wanted, letters.last(wanted.size()));
  return words::first_at(letters, wanted, 0) != words::kNowhere;
}

bool has_part(const ValuePool& values, Kind kind, Value word, Value part) {
  return word.kind() == ValueKind::String ? has_part<words::Strings>(values, kind, word, part)
                                          : has_part<words::Sequences>(values, kind, word, part);
}

size_t length_of(const ValuePool& values, Value word) {
  return word.kind() == ValueKind::String ? values.text(word).size() : values.items(word).size();
}

// How many values a sort has, by one of them.
double domain_size(Value value) {
  if (value.kind() == ValueKind::Bool) return 2;
  if (value.kind() == ValueKind::RoundingMode) return 5;
  if (is_bits(value) || is_float(value)) return std::ldexp(1.0, static_cast<int>(value.aux()));
  return INFINITY;
}

// Of numbers as the paper has it: those of Real count like those of Int.
double range_size(const ValuePool& values, const Requirement& range, Value value) {
  const bool as_signed = range.kind == Kind::SignedRange;
  if (is_bits(value) || is_float(value)) {
    const auto key = [&](Value end) {
      return is_bits(end) ? bits_key(values, end, as_signed) : float_key(values, end);
    };
    if (!range.low || !range.high) return kEnough;
    return mpz_class(key(range.high.at) - key(range.low.at)).get_d() + 1;
  }
  if (!range.low || !range.high || !values.is_rational(range.low.at) ||
      !values.is_rational(range.high.at))
    return kEnough;
  return mpq_class(values.as_rational(range.high.at) - values.as_rational(range.low.at)).get_d() +
         1;
}

// Whether words of a language can be of any length.
bool has_loop(const ValuePool& values, Value language) {
  std::vector<Value> work{language};
  for (size_t seen = 0; !work.empty() && seen < 1000; ++seen) {
    const Value re = work.back();
    work.pop_back();
    const regex::Node node = regex::node(re);
    if (node == regex::Node::Not) return true;
    if (node == regex::Node::Loop && regex::as_loop(values, re).most == regex::kUnbounded)
      return true;
    const std::span<const Value> parts = regex::parts(values, re);
    work.insert(work.end(), parts.begin(), parts.end());
  }
  return !work.empty();
}

double size_of(const ValuePool& values, const Requirement& requirement, Value value) {
  switch (requirement.kind) {
    case Kind::Nothing:
      return 0;
    case Kind::Exact:
      return 1;
    case Kind::Any:
    case Kind::Except:
    case Kind::Prefix:
    case Kind::Suffix:
    case Kind::Contains:
      return kEnough;
    case Kind::Range:
    case Kind::SignedRange:
    case Kind::Length:
      return range_size(values, requirement, value);
    case Kind::KnownBits: {
      const mpz_class mask = values.as_unsigned(requirement.mask);
      const auto known = static_cast<int>(mpz_popcount(mask.get_mpz_t()));
      return std::ldexp(1.0, static_cast<int>(requirement.mask.aux()) - known);
    }
    case Kind::Matches:
      return requirement.negated || has_loop(values, requirement.value) ? kEnough : 1;
  }
  return 0;
}

// Whether a link of a chain holds.
bool holds(const ValuePool& values, Relation relation, Value left, Value right, bool as_signed) {
  const int sign = order(values, left, right, as_signed);
  switch (relation) {
    case Relation::Less:
      return sign < 0;
    case Relation::LessEqual:
      return sign <= 0;
    case Relation::Greater:
      return sign > 0;
    case Relation::GreaterEqual:
      return sign >= 0;
  }
  return false;
}

constexpr Relation mirrored(Relation relation) {
  constexpr Relation kMirrored[] = {Relation::Greater, Relation::GreaterEqual, Relation::Less,
                                    Relation::LessEqual};
  return kMirrored[static_cast<size_t>(relation)];
}
constexpr Relation opposite(Relation relation) {
  constexpr Relation kOpposite[] = {Relation::GreaterEqual, Relation::Greater, Relation::LessEqual,
                                    Relation::Less};
  return kOpposite[static_cast<size_t>(relation)];
}

// Narrows a range to values that are in this relation to another; false if nothing is known of
// that.
bool restrict_to(ValuePool& values, Requirement& range, Relation relation, Value other) {
  const bool below = relation == Relation::Less || relation == Relation::LessEqual;
  if (computed::is_computed(other)) {
    const auto bounds = enclosure::bounds(values, other);
    if (!bounds) return false;
    other = values.rational(below ? bounds->first : bounds->second);
  }
  const bool strict = relation == Relation::Less || relation == Relation::Greater;
  const Bound bound = strict ? Bound::open(other) : Bound::closed(other);
  (below ? range.high : range.low) = bound;
  return true;
}

}  // namespace

Requirement Requirement::except(const ValuePool& values, Value value) {
  // Of functions and languages different handles may be equal values.
  if (!value.is_defined() || is_opaque(values, value)) return {};
  if (value.kind() == ValueKind::Bool) return exact(Value::boolean(value.is_false()));
  return {.kind = Kind::Except, .value = value};
}

int order(const ValuePool& values, Value a, Value b, bool as_signed) {
  if (a == b) return 0;
  if (a.kind() == ValueKind::Bits && !as_signed) return a.payload() < b.payload() ? -1 : 1;
  if (is_bits(a)) return cmp(bits_key(values, a, as_signed), bits_key(values, b, as_signed));
  if (is_float(a)) return cmp(float_key(values, a), float_key(values, b));
  if (a.kind() != ValueKind::String) return values.compare(a, b);
  const std::span<const uint32_t> left = values.text(a);
  const std::span<const uint32_t> right = values.text(b);
  return std::ranges::lexicographical_compare(left, right) ? -1 : 1;
}

Requirement requirement_of(const RequireCall& call) {
  if (call.needed.kind == Kind::Any) return Requirement::any();
  if (call.needed.kind == Kind::Nothing) return {};
  const OpSpec* op = call.pool.op(call.term);
  if (!op || !op->require) return call.exact();
  if (!op->lazy && !std::ranges::all_of(call.args, &Value::is_defined)) return call.exact();
  return op->require(call);
}

bool admits(const ValuePool& values, const Requirement& requirement, Value value) {
  switch (requirement.kind) {
    case Kind::Nothing:
      return false;
    case Kind::Any:
      return true;
    case Kind::Exact:
      return value == requirement.value;
    case Kind::Except:
      return value != requirement.value && !is_opaque(values, value);
    case Kind::Range:
      return (requirement.value.is_defined() && value == requirement.value) ||
             within(values, requirement, value, false);
    case Kind::SignedRange:
      return within(values, requirement, value, true);
    case Kind::KnownBits: {
      const mpz_class mask = values.as_unsigned(requirement.mask);
      return mpz_class(values.as_unsigned(value) & mask) ==
             mpz_class(values.as_unsigned(requirement.value) & mask);
    }
    case Kind::Prefix:
    case Kind::Suffix:
    case Kind::Contains:
      return has_part(values, requirement.kind, value, requirement.value) != requirement.negated;
    case Kind::Matches: {
      const std::optional<bool> member = regex::is_member(values, value, requirement.value);
      return member && *member != requirement.negated;
    }
    case Kind::Length:
      return within(values, requirement,
                    Value::integer(static_cast<int64_t>(length_of(values, value))), false);
  }
  return false;
}

double score(const ValuePool& values, const Requirement& requirement, Value value) {
  const double size = size_of(values, requirement, value);
  return std::clamp(size / std::min(kEnough, domain_size(value)), 1 / kEnough, 1.0);
}

Requirement require_order(const RequireCall& call, Relation relation, bool as_signed) {
  const std::span<const Value> args = call.args;
  const size_t child = call.child;
  Requirement range{.kind = as_signed ? Kind::SignedRange : Kind::Range};
  const auto narrow = [&](Relation to, Value other) {
    return other.is_defined() && restrict_to(call.values, range, to, other);
  };
  if (call.needed.is(true)) {
    if (child > 0 && !narrow(mirrored(relation), args[child - 1])) return call.exact();
    if (child + 1 < args.size() && !narrow(relation, args[child + 1])) return call.exact();
  } else {
    // One link that does not hold is enough.
    for (size_t i = 0; i + 1 < args.size(); ++i) {
      if (i == child || i + 1 == child) continue;
      if (computed::is_computed(args[i]) || computed::is_computed(args[i + 1])) continue;
      if (args[i].is_defined() && args[i + 1].is_defined() &&
          !holds(call.values, relation, args[i], args[i + 1], as_signed))
        return Requirement::any();
    }
    const Relation link = child == 0 ? opposite(relation) : mirrored(opposite(relation));
    if (args.size() != 2 || !narrow(link, args[child == 0 ? 1 : child - 1])) return call.exact();
  }
  // The value itself may be closer to another than their bounds tell.
  const bool estimated = std::ranges::any_of(args, computed::is_computed);
  return estimated && !admits(call.values, range, call.arg()) ? call.exact() : range;
}

}  // namespace pg
