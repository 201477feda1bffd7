#include "theory/floats/floats_require.h"

#include <utility>

#include "theory/floats/float_value.h"

namespace pg::floats {
namespace {

using Kind = Requirement::Kind;

// The landmarks of a format, as values.
class Format {
 public:
  explicit Format(const RequireCall& call) : values_(call.values) {
    const std::span<const uint32_t> indices = call.pool.indices(call.sort());
    format_ = {indices[0], indices[1]};
  }
  Value infinity(bool negative) const { return make(Float::infinity(negative)); }
  Value zero(bool negative) const { return make(Float::zero(negative)); }
  Value nan() const { return make(Float::nan()); }
  bool is_zero(Value value) const { return value == zero(false) || value == zero(true); }
  bool is_nan(Value value) const { return value == nan(); }
  bool is_negative(Value value) const {
    return order(values_, value, zero(true)) <= 0;  // NaN is above all others
  }
  Value negated(Value value) const {
    if (is_nan(value)) return value;
    const mpz_class sign = mpz_class(1) << (format_.width() - 1);
    return values_.float_bits(format_.width(), values_.as_unsigned(value) ^ sign);
  }

  Requirement range(Bound low, Bound high, bool with_nan) const {
    if (!low) low = Bound::closed(infinity(true));
    if (!high) high = Bound::closed(infinity(false));
    return Requirement::range(low, high, with_nan ? nan() : Value());
  }
  // All numbers on one side of zero, without it.
  Requirement beyond_zero(bool negative, bool with_nan) const {
    return negative ? range({}, Bound::open(zero(true)), with_nan)
                    : range(Bound::open(zero(false)), {}, with_nan);
  }

 private:
  Value make(const Float& value) const {
    return values_.float_bits(format_.width(), pack(format_, value));
  }

  ValuePool& values_;
  FloatFormat format_;
};

// The numbers below or above another; both zeros are one number.
Requirement side(const Format& format, bool below, bool strict, Value other, bool with_nan) {
  if (format.is_zero(other)) other = format.zero(below == strict);
  const Bound bound = strict ? Bound::open(other) : Bound::closed(other);
  return below ? format.range({}, bound, with_nan) : format.range(bound, {}, with_nan);
}

// Of (x < y), or (x > y) if it is turned round.
Requirement comparison(const RequireCall& call, bool less, bool strict) {
  if (call.args.size() != 2) return call.exact();
  const Format format(call);
  const Value other = call.args[1 - call.child];
  const bool below = less == (call.child == 0);
  if (call.needed.is(true)) return side(format, below, strict, other, false);
  if (format.is_nan(other)) return Requirement::any();
  return side(format, !below, !strict, other, true);
}

}  // namespace

Requirement require_neg(const RequireCall& call) {
  const Format format(call);
  const Requirement& needed = call.needed;
  if (needed.kind == Kind::Except)
    return Requirement::except(call.values, format.negated(needed.value));
  if (needed.kind != Kind::Range) return call.exact();
  return Requirement::range({needed.high.kind, format.negated(needed.high.at)},
                            {needed.low.kind, format.negated(needed.low.at)}, needed.value);
}

// Both signs do.
Requirement require_abs(const RequireCall& call) {
  const Format format(call);
  const Requirement& needed = call.needed;
  if (needed.kind != Kind::Range) return call.exact();
  const Bound back{needed.high.kind, format.negated(needed.high.at)};
  if (admits(call.values, needed, format.zero(false)))
    return Requirement::range(back, needed.high, needed.value);
  if (format.is_nan(call.arg())) return call.exact();
  if (!format.is_negative(call.arg())) return needed;
  return Requirement::range(back, {needed.low.kind, format.negated(needed.low.at)}, needed.value);
}

Requirement require_lt(const RequireCall& call) { return comparison(call, true, true); }
Requirement require_leq(const RequireCall& call) { return comparison(call, true, false); }
Requirement require_gt(const RequireCall& call) { return comparison(call, false, true); }
Requirement require_geq(const RequireCall& call) { return comparison(call, false, false); }

Requirement require_eq(const RequireCall& call) {
  if (call.args.size() != 2) return call.exact();
  const Format format(call);
  const Value other = call.args[1 - call.child];
  const Requirement zeros =
      format.range(Bound::closed(format.zero(true)), Bound::closed(format.zero(false)), false);
  if (call.needed.is(true)) return format.is_zero(other) ? zeros : call.exact();
  if (format.is_nan(other)) return Requirement::any();
  if (!format.is_zero(other)) return Requirement::except(call.values, other);
  return format.beyond_zero(format.is_negative(call.arg()), true);
}

Requirement require_is_zero(const RequireCall& call) {
  const Format format(call);
  if (call.needed.is(true))
    return format.range(Bound::closed(format.zero(true)), Bound::closed(format.zero(false)), false);
  return format.beyond_zero(format.is_negative(call.arg()), true);
}

Requirement require_is_infinite(const RequireCall& call) {
  if (call.needed.is(true)) return call.exact();
  const Format format(call);
  return format.range(Bound::open(format.infinity(true)), Bound::open(format.infinity(false)),
                      true);
}

Requirement require_is_nan(const RequireCall& call) {
  if (call.needed.is(true)) return call.exact();
  return Format(call).range({}, {}, false);
}

Requirement require_is_negative(const RequireCall& call) {
  const Format format(call);
  if (call.needed.is(true)) return format.range({}, Bound::closed(format.zero(true)), false);
  return format.range(Bound::closed(format.zero(false)), {}, true);
}

Requirement require_is_positive(const RequireCall& call) {
  const Format format(call);
  if (call.needed.is(true)) return format.range(Bound::closed(format.zero(false)), {}, false);
  return format.range({}, Bound::closed(format.zero(true)), true);
}

}  // namespace pg::floats
