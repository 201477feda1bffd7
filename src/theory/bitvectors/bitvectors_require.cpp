#include "theory/bitvectors/bitvectors_require.h"

#include <algorithm>

#include <gmpxx.h>

#include "term/pool.h"
#include "theory/bitvectors/bits.h"

namespace pg::bitvectors {
namespace {

using Kind = Requirement::Kind;

uint32_t width_of(const RequireCall& call) { return call.arg().aux(); }

mpz_class number(const RequireCall& call, Value value) { return call.values.as_unsigned(value); }

// Rows that are lazy are asked with undefined values, too.
bool all_defined(const RequireCall& call) {
  return std::ranges::all_of(call.args, &Value::is_defined);
}

// The argument's own value on the bits of a mask.
Requirement keeps(const RequireCall& call, const mpz_class& mask) {
  const uint32_t width = width_of(call);
  if (mask == 0) return Requirement::any();
  if (mask == ones(width, mask)) return call.exact();
  return Requirement::known_bits(call.values.bits(width, mask), call.arg());
}

// Which bits of the result have to stay; all of them where no mask says it.
mpz_class needed_mask(const RequireCall& call) {
  if (call.needed.kind == Kind::KnownBits) return number(call, call.needed.mask);
  return ones(call.value.aux(), mpz_class());
}

// What all arguments but one have in common.
template <typename Combine>
mpz_class others(const RequireCall& call, mpz_class start, Combine combine) {
  for (size_t i = 0; i < call.args.size(); ++i)
    if (i != call.child) start = combine(start, number(call, call.args[i]));
  return start;
}

// What is needed, as a range of unsigned numbers.
bool unsigned_range(const RequireCall& call, mpz_class& low, mpz_class& high) {
  const Requirement& needed = call.needed;
  if (needed.kind == Kind::Exact) {
    low = high = number(call, needed.value);
    return true;
  }
  if (needed.kind != Kind::Range) return false;
  low = 0;
  high = ones(call.value.aux(), mpz_class());
  if (needed.low) low = number(call, needed.low.at);
  if (needed.low.kind == Bound::Kind::Open) ++low;
  if (needed.high) high = number(call, needed.high.at);
  if (needed.high.kind == Bound::Kind::Open) --high;
  return true;
}

Requirement range(const RequireCall& call, const mpz_class& low, const mpz_class& high) {
  const uint32_t width = width_of(call);
  return Requirement::range(Bound::closed(call.values.bits(width, low)),
                            Bound::closed(call.values.bits(width, high)));
}

}  // namespace

// Complement turns both orders round.
Requirement require_not(const RequireCall& call) {
  const Requirement& needed = call.needed;
  const uint32_t width = width_of(call);
  auto complement = [&](Value value) {
    return call.values.bits(width, complemented(number(call, value), width));
  };
  auto moved = [&](const Bound& bound) {
    return bound ? Bound{bound.kind, complement(bound.at)} : Bound{};
  };
  switch (needed.kind) {
    case Kind::Except:
      return Requirement::except(call.values, complement(needed.value));
    case Kind::Range:
    case Kind::SignedRange:
      return {.kind = needed.kind, .low = moved(needed.high), .high = moved(needed.low)};
    case Kind::KnownBits:
      return keeps(call, needed_mask(call));
    case Kind::Nothing:
    case Kind::Exact:
    case Kind::Any:
    case Kind::Prefix:
    case Kind::Suffix:
    case Kind::Contains:
    case Kind::Matches:
    case Kind::Length:
      break;
  }
  return call.exact();
}

// Where all others have a one.
Requirement require_and(const RequireCall& call) {
  if (!all_defined(call)) return call.exact();
  const mpz_class all = ones(width_of(call), mpz_class());
  const mpz_class open =
      others(call, all, [](const mpz_class& a, const mpz_class& b) { return mpz_class(a & b); });
  return keeps(call, open & needed_mask(call));
}

// Where all others have a zero.
Requirement require_or(const RequireCall& call) {
  if (!all_defined(call)) return call.exact();
  const mpz_class set =
      others(call, 0, [](const mpz_class& a, const mpz_class& b) { return mpz_class(a | b); });
  return keeps(call, complemented(set, width_of(call)) & needed_mask(call));
}

// A range that does not wrap around when it is moved.
Requirement require_add(const RequireCall& call) {
  mpz_class low;
  mpz_class high;
  if (call.needed.kind == Kind::Exact || !unsigned_range(call, low, high)) return call.exact();
  const mpz_class offset = number(call, call.value) - number(call, call.arg());
  low -= offset;
  high -= offset;
  const mpz_class size = mpz_class(1) << width_of(call);
  if (low < 0 || high >= size) return call.exact();
  return range(call, low, high);
}

// The zeros at the end of the other factors push the highest bits out.
Requirement require_mul(const RequireCall& call) {
  if (!all_defined(call)) return call.exact();
  const uint32_t width = width_of(call);
  const mpz_class factor = others(call, 1, [&](const mpz_class& a, const mpz_class& b) {
    return modulo(mpz_class(a * b), width);
  });
  if (factor == 0) return Requirement::any();
  const auto lost = static_cast<uint32_t>(mpz_scan1(factor.get_mpz_t(), 0));
  return keeps(call, ones(width - lost, mpz_class()));
}

// Division by zero yields all ones, whatever the dividend.
Requirement require_udiv(const RequireCall& call) {
  if (call.child != 0) return call.exact();
  const mpz_class divisor = number(call, call.args[1]);
  if (divisor == 0) return Requirement::any();
  mpz_class low;
  mpz_class high;
  if (!unsigned_range(call, low, high)) return call.exact();
  const mpz_class all = ones(width_of(call), mpz_class());
  const mpz_class last = high * divisor + divisor - 1;
  return range(call, low * divisor, std::min(last, all));
}

Requirement require_shl(const RequireCall& call) {
  const uint32_t width = width_of(call);
  if (call.child == 1) return number(call, call.args[0]) == 0 ? Requirement::any() : call.exact();
  const uint32_t by = positions(number(call, call.args[1]), width);
  return by == width ? Requirement::any() : keeps(call, ones(width - by, mpz_class()));
}

Requirement require_lshr(const RequireCall& call) {
  const uint32_t width = width_of(call);
  if (call.child == 1) return number(call, call.args[0]) == 0 ? Requirement::any() : call.exact();
  const uint32_t by = positions(number(call, call.args[1]), width);
  if (by == width) return Requirement::any();
  return keeps(call, mpz_class(ones(width - by, mpz_class()) << by));
}

Requirement require_concat(const RequireCall& call) {
  uint32_t below = 0;
  for (size_t i = call.child + 1; i < call.args.size(); ++i) below += call.args[i].aux();
  const mpz_class mask = modulo(mpz_class(needed_mask(call) >> below), width_of(call));
  return keeps(call, mask);
}

Requirement require_extract(const RequireCall& call) {
  const uint32_t low = call.pool.data(call.term).indices[1].value;
  return keeps(call, mpz_class(needed_mask(call) << low));
}

Requirement require_zero_extend(const RequireCall& call) {
  const mpz_class all = ones(width_of(call), mpz_class());
  mpz_class low;
  mpz_class high;
  if (call.needed.kind != Kind::Exact && unsigned_range(call, low, high))
    return range(call, low, std::min(high, all));
  return keeps(call, needed_mask(call) & all);
}

Requirement require_comp(const RequireCall& call) {
  if (call.value.payload() == 1) return call.exact();
  return Requirement::except(call.values, call.args[1 - call.child]);
}

// As an unsigned number.
Requirement require_to_int(const RequireCall& call) {
  const Requirement& needed = call.needed;
  if (needed.kind != Kind::Range) return call.exact();
  mpz_class low = 0;
  mpz_class high = ones(width_of(call), mpz_class());
  if (needed.low) {
    const mpz_class bound =
        call.values.as_integer(needed.low.at) + (needed.low.kind == Bound::Kind::Open ? 1 : 0);
    low = std::max(low, bound);
  }
  if (needed.high) {
    const mpz_class bound =
        call.values.as_integer(needed.high.at) - (needed.high.kind == Bound::Kind::Open ? 1 : 0);
    high = std::min(high, bound);
  }
  return range(call, low, high);
}

}  // namespace pg::bitvectors
