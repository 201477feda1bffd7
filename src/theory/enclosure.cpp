#include "theory/enclosure.h"

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <arb.h>

#include "theory/computed.h"

namespace pg::enclosure {
namespace {

using computed::Operation;

constexpr slong kFirstPrecision = 64;
constexpr slong kMaxPrecision = 4096;
constexpr std::string_view kTooClose = "numbers too close to each other to tell them apart";

// FLINT keeps what it computed, such as pi, for each thread.
struct ThreadMemory {
  bool used = false;
  ~ThreadMemory() {
    if (used) flint_cleanup();
  }
};
thread_local ThreadMemory thread_memory;

class Ball {
 public:
  Ball() { arb_init(ball_); }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;
  ~Ball() { arb_clear(ball_); }
  arb_ptr get() { return ball_; }
  arb_srcptr get() const { return ball_; }

 private:
  arb_t ball_;
};

using BallFunction = void (*)(arb_t, const arb_t, slong);
constexpr std::array<BallFunction, computed::kOperations> kFunctions = {
    nullptr,  nullptr,  nullptr,  arb_exp,  arb_log,  arb_sin,   arb_cos,   arb_tan,  arb_asin,
    arb_acos, arb_atan, arb_sinh, arb_cosh, arb_tanh, arb_asinh, arb_acosh, arb_atanh};

void set_rational(arb_t ball, const mpq_class& number, slong precision) {
  fmpq_t fraction;
  fmpq_init(fraction);
  fmpq_set_mpq(fraction, number.get_mpq_t());
  arb_set_fmpq(ball, fraction, precision);
  fmpq_clear(fraction);
}

mpz_class to_integer(const fmpz_t number) {
  mpz_class result;
  fmpz_get_mpz(result.get_mpz_t(), number);
  return result;
}

// Bounds of expressions at one precision; each part is computed once.
class Round {
 public:
  // Without a context nobody counts steps.
  Round(const ValuePool& values, EvalContext* context, slong precision)
      : values_(values), context_(context), precision_(precision) {}

  // None if the budget is spent.
  const Ball* of(Value root) {
    std::vector<Value> work{root};
    while (!work.empty()) {
      const Value value = work.back();
      if (known_.contains(value)) {
        work.pop_back();
        continue;
      }
      const size_t before = work.size();
      if (computed::is_computed(value))
        for (const Value& item : values_.items(value))
          if (!known_.contains(item)) work.push_back(item);
      if (work.size() > before) continue;
      if (!spend(1)) return nullptr;
      Ball& ball = balls_.emplace_back();
      if (!compute(value, ball)) return nullptr;
      known_.emplace(value, &ball);
      work.pop_back();
    }
    return known_.at(root);
  }

 private:
  bool spend(uint64_t parts) {
    const auto words = static_cast<uint64_t>(precision_ / 16);
    return context_ == nullptr || context_->spend(parts * (1 + words));
  }

  bool compute(Value value, Ball& ball) {
    if (values_.is_rational(value)) {
      set_rational(ball.get(), values_.as_rational(value), precision_);
      return true;
    }
    if (!computed::is_computed(value))
      return enclose_root(std::get<Algebraic>(values_.as_real(value)), ball);
    const std::span<const Value> items = values_.items(value);
    switch (computed::operation_of(value)) {
      case Operation::Sum:
        arb_set(ball.get(), known_.at(items[0])->get());
        for (size_t i = 1; i < items.size(); i += 2)
          arb_addmul(ball.get(), known_.at(items[i])->get(), known_.at(items[i + 1])->get(),
                     precision_);
        break;
      case Operation::Product:
        multiply(items, ball);
        break;
      case Operation::Pi:
        arb_const_pi(ball.get(), precision_);
        break;
      case Operation::Exp:
      case Operation::Log:
      case Operation::Sin:
      case Operation::Cos:
      case Operation::Tan:
      case Operation::Asin:
      case Operation::Acos:
      case Operation::Atan:
      case Operation::Sinh:
      case Operation::Cosh:
      case Operation::Tanh:
      case Operation::Asinh:
      case Operation::Acosh:
      case Operation::Atanh:
        kFunctions[value.aux()](ball.get(), known_.at(items[0])->get(), precision_);
        break;
    }
    return true;
  }

  void multiply(std::span<const Value> items, Ball& ball) {
    Ball power;
    arb_one(ball.get());
    for (size_t i = 0; i < items.size(); i += 2) {
      fmpz_t exponent;
      fmpz_init_set_si(exponent, items[i + 1].as_int64());
      arb_pow_fmpz(power.get(), known_.at(items[i])->get(), exponent, precision_);
      fmpz_clear(exponent);
      arb_mul(ball.get(), ball.get(), power.get(), precision_);
    }
  }

  // Halves the distance of the bounds until it is small beside the number, which is not zero. A
  // long polynomial takes long to do so: there is a limit.
  bool enclose_root(Algebraic root, Ball& ball) {
    constexpr slong kMaxBits = 512;
    const auto parts = static_cast<uint64_t>(root.polynomial().size());
    const mp_bitcnt_t bits = static_cast<mp_bitcnt_t>(std::min(precision_, kMaxBits));
    while (true) {
      const mpq_class least = std::min<mpq_class>(abs(root.low()), abs(root.high()));
      if (((root.high() - root.low()) << bits) <= least) break;
      if (!spend(parts)) return false;
      root.refine();
    }
    Ball high;
    set_rational(ball.get(), root.low(), precision_);
    set_rational(high.get(), root.high(), precision_);
    arb_union(ball.get(), ball.get(), high.get(), precision_);
    return true;
  }

  const ValuePool& values_;
  EvalContext* context_;
  const slong precision_;
  std::deque<Ball> balls_;
  absl::flat_hash_map<Value, Ball*> known_;
};

// Asks about bounds at growing precision until there is an answer.
template <typename Decide>
Value decide(const EvalCall& call, std::string_view undecided, Decide decide_at) {
  thread_memory.used = true;
  for (slong precision = kFirstPrecision; precision <= kMaxPrecision; precision *= 2) {
    Round round(call.values, &call.context, precision);
    bool in_time = true;
    const std::optional<Value> found = decide_at(round, precision, in_time);
    if (!in_time) return call.too_many_steps();
    if (found) return *found;
  }
  return call.values.unsupported(undecided);
}

}  // namespace

Value order(const EvalCall& call, Value a, Value b) {
  if (a == b) return Value::integer(0);
  if (!computed::is_computed(a) && !computed::is_computed(b))
    return Value::integer(call.values.compare(a, b));
  return decide(call, kTooClose,
                [&](Round& round, slong precision, bool& in_time) -> std::optional<Value> {
                  const Ball* left = round.of(a);
                  const Ball* right = left ? round.of(b) : nullptr;
                  in_time = right != nullptr;
                  if (!in_time) return {};
                  Ball difference;
                  arb_sub(difference.get(), left->get(), right->get(), precision);
                  if (arb_is_positive(difference.get()) != 0) return Value::integer(1);
                  if (arb_is_negative(difference.get()) != 0) return Value::integer(-1);
                  return {};
                });
}

Value sign(const EvalCall& call, Value value) { return order(call, value, Value::integer(0)); }

Value floor(const EvalCall& call, Value value) {
  return decide(call, "a number too close to a whole one to round it",
                [&](Round& round, slong precision, bool& in_time) -> std::optional<Value> {
                  const Ball* ball = round.of(value);
                  in_time = ball != nullptr;
                  if (!in_time || arb_is_finite(ball->get()) == 0) return {};
                  Ball whole;
                  arb_floor(whole.get(), ball->get(), precision);
                  fmpz_t number;
                  fmpz_init(number);
                  std::optional<Value> found;
                  if (arb_get_unique_fmpz(number, whole.get()) != 0)
                    found = call.values.integer(to_integer(number));
                  fmpz_clear(number);
                  return found;
                });
}

Value is_whole(const EvalCall& call, Value value) {
  return decide(
      call, "a number too close to a whole one",
      [&](Round& round, slong, bool& in_time) -> std::optional<Value> {
        const Ball* ball = round.of(value);
        in_time = ball != nullptr;
        if (!in_time || arb_is_finite(ball->get()) == 0 || arb_contains_int(ball->get()) != 0)
          return {};
        return Value::boolean(false);
      });
}

std::optional<std::pair<mpq_class, mpq_class>> bounds(const ValuePool& values, Value value) {
  thread_memory.used = true;
  Round round(values, nullptr, kFirstPrecision);
  const Ball* ball = round.of(value);
  if (arb_is_finite(ball->get()) == 0) return {};
  fmpz_t low;
  fmpz_t high;
  fmpz_t power;
  fmpz_init(low);
  fmpz_init(high);
  fmpz_init(power);
  arb_get_interval_fmpz_2exp(low, high, power, ball->get());
  std::optional<std::pair<mpq_class, mpq_class>> found;
  // What is far from one would take as many digits.
  constexpr slong kMaxShift = 1024;
  if (fmpz_fits_si(power) != 0 && std::abs(fmpz_get_si(power)) <= kMaxShift) {
    const slong shift = fmpz_get_si(power);
    const auto scaled = [&](const fmpz_t number) {
      mpq_class result(to_integer(number));
      if (shift >= 0)
        result <<= static_cast<mp_bitcnt_t>(shift);
      else
        result >>= static_cast<mp_bitcnt_t>(-shift);
      return result;
    };
    found.emplace(scaled(low), scaled(high));
  }
  fmpz_clear(low);
  fmpz_clear(high);
  fmpz_clear(power);
  return found;
}

}  // namespace pg::enclosure
