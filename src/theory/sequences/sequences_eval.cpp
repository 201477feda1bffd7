#include "theory/sequences/sequences_eval.h"

#include <vector>

#include "theory/strings/words.h"

namespace pg::sequences {
namespace {

// The function that Z3's models define for positions out of bounds. cvc5 leaves them open as well,
// its models are silent.
constexpr std::string_view kOutOfBounds = "seq.nth_u";

// The index as a position of the first argument, or none.
size_t position_of(const EvalCall& call, size_t length) {
  const int64_t at = words::clamp(call.values, call.args[1]);
  return at < 0 || at >= static_cast<int64_t>(length) ? words::kNowhere : static_cast<size_t>(at);
}

// Z3 takes arrays for functions.
Value apply(const EvalCall& call, Value function, std::span<const Value> args) {
  if (function.kind() == ValueKind::Array && args.size() == 1)
    return call.values.select(function, args[0]);
  return call.context.apply(function, args);
}

// Counts on from a first index.
class Counter {
 public:
  Counter(ValuePool& values, Value first) : values_(values), next_(values.as_integer(first)) {}
  Value next() {
    const Value index = values_.integer(next_);
    ++next_;
    return index;
  }

 private:
  ValuePool& values_;
  mpz_class next_;
};

}  // namespace

Value eval_unit(const EvalCall& call) { return call.values.sequence(call.args); }

Value eval_nth(const EvalCall& call) {
  const std::span<const Value> items = call.values.items(call.args[0]);
  const size_t at = position_of(call, items.size());
  return at == words::kNowhere ? call.open(kOutOfBounds, call.args) : items[at];
}

// A character in Z3 and its code in cvc5 are the same value.
Value eval_nth_string(const EvalCall& call) {
  const std::span<const uint32_t> text = call.values.text(call.args[0]);
  const size_t at = position_of(call, text.size());
  return at == words::kNowhere ? call.open(kOutOfBounds, call.args) : Value::integer(text[at]);
}

Value eval_nth_i(const EvalCall& call) {
  const std::span<const Value> items = call.values.items(call.args[0]);
  const size_t at = position_of(call, items.size());
  return at == words::kNowhere ? Value::unspecified() : items[at];
}

Value eval_nth_u(const EvalCall& call) { return call.open(kOutOfBounds, call.args); }

Value eval_map(const EvalCall& call) {
  std::vector<Value> mapped;
  for (Value item : call.values.items(call.args[1])) {
    mapped.push_back(apply(call, call.args[0], std::span(&item, 1)));
    if (!mapped.back().is_defined()) return mapped.back();
  }
  return call.values.sequence(mapped);
}

Value eval_mapi(const EvalCall& call) {
  Counter index(call.values, call.args[1]);
  std::vector<Value> mapped;
  for (Value item : call.values.items(call.args[2])) {
    const Value args[] = {index.next(), item};
    mapped.push_back(apply(call, call.args[0], args));
    if (!mapped.back().is_defined()) return mapped.back();
  }
  return call.values.sequence(mapped);
}

Value eval_foldl(const EvalCall& call) {
  Value result = call.args[1];
  for (Value item : call.values.items(call.args[2])) {
    const Value args[] = {result, item};
    result = apply(call, call.args[0], args);
    if (!result.is_defined()) break;
  }
  return result;
}

Value eval_foldli(const EvalCall& call) {
  Counter index(call.values, call.args[1]);
  Value result = call.args[2];
  for (Value item : call.values.items(call.args[3])) {
    const Value args[] = {index.next(), result, item};
    result = apply(call, call.args[0], args);
    if (!result.is_defined()) break;
  }
  return result;
}

}  // namespace pg::sequences
