#include "theory/ints/numbers_require.h"

#include <algorithm>

#include <gmpxx.h>

#include "theory/ints/numbers_eval.h"

namespace pg::numbers {
namespace {

using Kind = Requirement::Kind;

mpz_class floor_of(const mpq_class& number) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return result;
}
mpz_class ceiling_of(const mpq_class& number) { return -floor_of(-number); }

// The least integer above the lower end of a range, and the greatest below the upper end.
mpz_class least_integer(const ValuePool& values, const Bound& low) {
  const mpq_class at = values.as_rational(low.at);
  return low.kind == Bound::Kind::Open ? mpz_class(floor_of(at) + 1) : ceiling_of(at);
}
mpz_class greatest_integer(const ValuePool& values, const Bound& high) {
  const mpq_class at = values.as_rational(high.at);
  return high.kind == Bound::Kind::Open ? mpz_class(ceiling_of(at) - 1) : floor_of(at);
}

bool all_rational(const RequireCall& call) {
  auto rational = [&](Value value) { return call.values.is_rational(value); };
  const Requirement& needed = call.needed;
  return std::ranges::all_of(call.args, rational) && rational(call.value) &&
         (!needed.low || rational(needed.low.at)) && (!needed.high || rational(needed.high.at)) &&
         (needed.kind != Kind::Except || rational(needed.value));
}

// What is needed, as a range; false where it is none.
bool needed_range(const RequireCall& call, Bound& low, Bound& high) {
  if (call.needed.kind == Kind::Exact) {
    low = high = Bound::closed(call.needed.value);
    return true;
  }
  if (call.needed.kind != Kind::Range) return false;
  low = call.needed.low;
  high = call.needed.high;
  return true;
}

// The range of a sort: integers between the ends, which are then closed.
Requirement rounded(const RequireCall& call, Bound low, Bound high) {
  if (call.sort() == kInt) {
    if (low) low = Bound::closed(call.values.integer(least_integer(call.values, low)));
    if (high) high = Bound::closed(call.values.integer(greatest_integer(call.values, high)));
  }
  return Requirement::range(low, high);
}

// Where the result is factor * argument + offset, with a factor other than zero.
Requirement affine(const RequireCall& call, const mpq_class& factor, const mpq_class& offset) {
  auto back = [&](Value result) {
    return mpq_class((call.values.as_rational(result) - offset) / factor);
  };
  auto moved = [&](const Bound& bound) {
    return bound ? Bound{bound.kind, call.values.rational(back(bound.at))} : Bound{};
  };
  if (call.needed.kind == Kind::Except) {
    const mpq_class hole = back(call.needed.value);
    if (call.sort() == kInt && hole.get_den() != 1) return Requirement::any();
    return Requirement::except(call.values, call.values.rational(hole));
  }
  if (call.needed.kind != Kind::Range) return call.exact();
  Bound low = moved(call.needed.low);
  Bound high = moved(call.needed.high);
  if (sgn(factor) < 0) std::swap(low, high);
  return rounded(call, low, high);
}

}  // namespace

Requirement require_neg(const RequireCall& call) {
  return all_rational(call) ? affine(call, -1, 0) : call.exact();
}

Requirement require_add(const RequireCall& call) {
  if (call.needed.kind == Kind::Exact || !all_rational(call)) return call.exact();
  return affine(call, 1, call.values.as_rational(call.value) - call.values.as_rational(call.arg()));
}

Requirement require_sub(const RequireCall& call) {
  if (call.needed.kind == Kind::Exact || !all_rational(call)) return call.exact();
  const mpq_class value = call.values.as_rational(call.value);
  const mpq_class arg = call.values.as_rational(call.arg());
  return call.child == 0 ? affine(call, 1, value - arg) : affine(call, -1, value + arg);
}

Requirement require_mul(const RequireCall& call) {
  mpq_class factor = 1;
  for (size_t i = 0; i < call.args.size(); ++i) {
    if (i == call.child) continue;
    if (!call.values.is_rational(call.args[i])) return call.exact();
    factor *= call.values.as_rational(call.args[i]);
  }
  if (factor == 0) return Requirement::any();
  if (call.needed.kind == Kind::Exact || !all_rational(call)) return call.exact();
  return affine(call, factor, 0);
}

Requirement require_to_real(const RequireCall& call) {
  return all_rational(call) ? affine(call, 1, 0) : call.exact();
}

// The greatest integer that is not above the argument.
Requirement require_to_int(const RequireCall& call) {
  Bound low;
  Bound high;
  if (!all_rational(call) || !needed_range(call, low, high)) return call.exact();
  if (low) low = Bound::closed(call.values.integer(least_integer(call.values, low)));
  if (high) {
    const mpz_class beyond = greatest_integer(call.values, high) + 1;
    high = Bound::open(call.values.integer(beyond));
  }
  return Requirement::range(low, high);
}

Requirement require_divide(const RequireCall& call) {
  if (call.child != 0 || call.args.size() != 2 || call.needed.kind == Kind::Exact ||
      !all_rational(call) || call.values.sign(call.args[1]) == 0)
    return call.exact();
  return affine(call, 1 / call.values.as_rational(call.args[1]), 0);
}

// Boute's division, as SMT-LIB has it: dividend = divisor * quotient + rest, 0 <= rest < |divisor|.
Requirement require_div(const RequireCall& call) {
  Bound low;
  Bound high;
  if (call.child != 0 || call.args.size() != 2 || !all_rational(call) ||
      call.values.sign(call.args[1]) == 0 || !needed_range(call, low, high))
    return call.exact();
  const mpz_class divisor = call.values.as_integer(call.args[1]);
  // Of the quotient that gives the least dividends, and of the one that gives the greatest.
  Bound least;
  Bound most;
  if (low) {
    const mpz_class quotient = least_integer(call.values, low);
    (divisor > 0 ? least : most) = Bound::closed(call.values.integer(quotient * divisor));
  }
  if (high) {
    const mpz_class quotient = greatest_integer(call.values, high);
    (divisor > 0 ? most : least) = Bound::closed(call.values.integer(quotient * divisor));
  }
  if (most) {
    const mpz_class last = call.values.as_integer(most.at) + abs(divisor) - 1;
    most = Bound::closed(call.values.integer(last));
  }
  return Requirement::range(least, most);
}

Requirement require_mod(const RequireCall& call) {
  if (call.child != 0 || !all_rational(call) || call.values.sign(call.args[1]) == 0)
    return call.exact();
  const mpz_class divisor = abs(call.values.as_integer(call.args[1]));
  const bool all = admits(call.values, call.needed, Value::integer(0)) &&
                   admits(call.values, call.needed, call.values.integer(mpz_class(divisor - 1))) &&
                   (call.needed.kind == Kind::Range || divisor <= 2);
  return all ? Requirement::any() : call.exact();
}

// Either side of zero, or both where zero is allowed.
Requirement require_abs(const RequireCall& call) {
  if (!all_rational(call) || call.needed.kind == Kind::Except) return call.exact();
  Bound low;
  Bound high;
  if (!needed_range(call, low, high)) return call.exact();
  const auto negated = [&](const Bound& bound) {
    if (!bound) return Bound{};
    return Bound{bound.kind, call.values.rational(mpq_class(-call.values.as_rational(bound.at)))};
  };
  if (!low || admits(call.values, call.needed, Value::integer(0)))
    return rounded(call, negated(high), high);
  if (call.values.sign(call.arg()) >= 0) return rounded(call, low, high);
  return rounded(call, negated(high), negated(low));
}

}  // namespace pg::numbers
