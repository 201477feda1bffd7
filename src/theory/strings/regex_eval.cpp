#include <algorithm>
#include <optional>
#include <vector>

#include "term/pool.h"
#include "theory/strings/matcher.h"
#include "theory/strings/regex.h"
#include "theory/strings/strings_eval.h"
#include "theory/strings/words.h"

namespace pg::strings {
namespace {

using regex::Builder;
using regex::Match;

Value too_large(ValuePool& values) { return values.unsupported("regular expression too large"); }

// A bound of a loop; none if nothing could count that far.
std::optional<uint64_t> count(const mpz_class& number) {
  if (number < 0 || mpz_sizeinbase(number.get_mpz_t(), 2) > 62) return std::nullopt;
  return number.get_ui();
}

class ReversedText : public regex::Leaves {
 public:
  explicit ReversedText(Builder& builder) : builder_(builder) {}
  Value text(Value text) override {
    ValuePool& values = builder_.values();
    const Value word = values.items(text)[0];
    return builder_.text(word.kind() == ValueKind::String
                             ? reversed<words::Strings>(values, word)
                             : reversed<words::Sequences>(values, word));
  }

 private:
  template <typename W>
  static Value reversed(ValuePool& values, Value word) {
    const auto letters = W::letters(values, word);
    return W::make(values, std::vector<typename W::Letter>(letters.rbegin(), letters.rend()));
  }

  Builder& builder_;
};

// The word with `by` in the place of each match.
template <typename W>
Value replace_matches(const EvalCall& call, std::span<const Match> matches) {
  const auto word = W::letters(call.values, call.args[0]);
  const auto by = W::letters(call.values, call.args[2]);
  std::vector<std::span<const typename W::Letter>> pieces;
  size_t done = 0;
  for (const Match& match : matches) {
    pieces.push_back(word.subspan(done, match.begin - done));
    pieces.push_back(by);
    done = match.end;
  }
  pieces.push_back(word.subspan(done));
  return words::join<W>(call.values, pieces);
}

Value replace_up_to(const EvalCall& call, size_t limit) {
  std::optional<std::vector<Match>> matches;
  // The shortest leftmost match of an expression with the empty word is that one.
  if (limit == 1 && regex::nullable(call.args[1]))
    matches = {{0, 0}};
  else
    matches = regex::find_matches(call.values, call.args[0], call.args[1], 0, limit, &call.context);
  if (!matches) return too_large(call.values);
  if (matches->empty()) return call.args[0];
  return call.args[0].kind() == ValueKind::String
             ? replace_matches<words::Strings>(call, *matches)
             : replace_matches<words::Sequences>(call, *matches);
}

Value loop_of(const EvalCall& call, std::span<const std::optional<uint64_t>> bounds) {
  for (const std::optional<uint64_t>& bound : bounds)
    if (!bound) return call.values.unsupported("a loop with such a bound");
  const uint64_t most = bounds.size() > 1 ? *bounds[1] : regex::kUnbounded;
  return Builder(call.values).loop(call.args[0], *bounds[0], most);
}

std::vector<std::optional<uint64_t>> index_bounds(const EvalCall& call) {
  std::vector<std::optional<uint64_t>> bounds;
  for (const Index& index : call.pool.data(call.term).indices) bounds.push_back(index.value);
  return bounds;
}

}  // namespace

Value eval_to_re(const EvalCall& call) { return Builder(call.values).text(call.args[0]); }

Value eval_in_re(const EvalCall& call) {
  const std::optional<bool> member =
      regex::is_member(call.values, call.args[0], call.args[1], &call.context);
  return member ? Value::boolean(*member) : too_large(call.values);
}

Value eval_re_none(const EvalCall& call) { return Builder(call.values).none(); }
Value eval_re_all(const EvalCall& call) { return Builder(call.values).all(); }
Value eval_re_allchar(const EvalCall& call) { return Builder(call.values).any_char(); }

Value eval_re_concat(const EvalCall& call) {
  Builder builder(call.values);
  Value result = call.args.back();
  for (size_t i = call.args.size() - 1; i-- > 0;) result = builder.concat(call.args[i], result);
  return result;
}

Value eval_re_union(const EvalCall& call) {
  return Builder(call.values).unite({call.args.begin(), call.args.end()});
}

Value eval_re_inter(const EvalCall& call) {
  return Builder(call.values).intersect({call.args.begin(), call.args.end()});
}

Value eval_re_diff(const EvalCall& call) {
  Builder builder(call.values);
  std::vector<Value> items{call.args[0]};
  for (Value minus : call.args.subspan(1)) items.push_back(builder.complement(minus));
  return builder.intersect(std::move(items));
}

Value eval_re_star(const EvalCall& call) {
  return Builder(call.values).loop(call.args[0], 0, regex::kUnbounded);
}

Value eval_re_plus(const EvalCall& call) {
  return Builder(call.values).loop(call.args[0], 1, regex::kUnbounded);
}

Value eval_re_opt(const EvalCall& call) { return Builder(call.values).loop(call.args[0], 0, 1); }

Value eval_re_comp(const EvalCall& call) { return Builder(call.values).complement(call.args[0]); }

// The empty language unless both bounds are single characters in order.
Value eval_re_range(const EvalCall& call) {
  const std::span<const uint32_t> first = call.values.text(call.args[0]);
  const std::span<const uint32_t> last = call.values.text(call.args[1]);
  Builder builder(call.values);
  if (first.size() != 1 || last.size() != 1) return builder.none();
  return builder.chars({{first[0], last[0]}});
}

Value eval_re_power(const EvalCall& call) {
  std::vector<std::optional<uint64_t>> bounds = index_bounds(call);
  bounds.push_back(bounds[0]);
  return loop_of(call, bounds);
}

// The bounds are indices, or arguments in Z3; a single one is the least number of times.
Value eval_re_loop(const EvalCall& call) {
  std::vector<std::optional<uint64_t>> bounds = index_bounds(call);
  for (Value bound : call.args.subspan(1)) bounds.push_back(count(call.values.as_integer(bound)));
  return loop_of(call, bounds);
}

Value eval_re_reverse(const EvalCall& call) {
  Builder builder(call.values);
  ReversedText leaves(builder);
  return regex::rebuild(call.values, call.args[0], builder, true, leaves);
}

// Z3: the words that, after this character, are in the language.
Value eval_re_derivative(const EvalCall& call) {
  regex::Alphabet alphabet;
  regex::Matcher matcher(call.values, call.args[1], regex::Direction::Forward, alphabet,
                         &call.context);
  const auto code = static_cast<uint32_t>(call.args[0].payload());
  const Value state = matcher.step(matcher.start(), code);
  return matcher.too_large() ? too_large(call.values) : matcher.expression(state, call.values);
}

Value eval_replace_re(const EvalCall& call) { return replace_up_to(call, 1); }
Value eval_replace_re_all(const EvalCall& call) { return replace_up_to(call, SIZE_MAX); }

// cvc5: the first position at or after a given one where a match begins, even an empty one.
Value eval_indexof_re(const EvalCall& call) {
  const int64_t from = words::clamp(call.values, call.args[2]);
  const size_t length = call.values.text(call.args[0]).size();
  if (from < 0 || from > static_cast<int64_t>(length)) return Value::integer(-1);
  if (regex::nullable(call.args[1])) return Value::integer(from);
  const std::optional<std::vector<Match>> matches = regex::find_matches(
      call.values, call.args[0], call.args[1], static_cast<size_t>(from), 1, &call.context);
  if (!matches) return too_large(call.values);
  return words::position(matches->empty() ? words::kNowhere : matches->front().begin);
}

}  // namespace pg::strings
