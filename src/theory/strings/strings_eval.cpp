#include "theory/strings/strings_eval.h"

#include <algorithm>
#include <string>

#include "theory/strings/string_value.h"
#include "theory/strings/words.h"

namespace pg::strings {
namespace {

bool is_digit(uint32_t code) { return code >= '0' && code <= '9'; }

// Whether each string is related to the next one: both orders are chainable.
template <typename Related>
Value eval_chain(const EvalCall& call, Related related) {
  for (size_t i = 0; i + 1 < call.args.size(); ++i)
    if (!related(call.values.text(call.args[i]), call.values.text(call.args[i + 1])))
      return Value::boolean(false);
  return Value::boolean(true);
}

bool less(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  return std::ranges::lexicographical_compare(a, b);
}

Value decimal(ValuePool& values, const mpz_class& number) {
  if (mpz_sizeinbase(number.get_mpz_t(), 10) > words::Strings::kMaxLength)
    return values.unsupported(words::Strings::kTooLong);
  const std::string digits = number.get_str();
  return values.string(std::vector<uint32_t>(digits.begin(), digits.end()));
}

template <typename Map>
Value map_letters(const EvalCall& call, Map map) {
  const std::span<const uint32_t> text = call.values.text(call.args[0]);
  std::vector<uint32_t> mapped(text.size());
  std::transform(text.begin(), text.end(), mapped.begin(), map);
  return call.values.string(mapped);
}

}  // namespace

Value eval_lt(const EvalCall& call) { return eval_chain(call, less); }

Value eval_le(const EvalCall& call) {
  return eval_chain(call, [](auto a, auto b) { return !less(b, a); });
}

Value eval_is_digit(const EvalCall& call) {
  const std::span<const uint32_t> text = call.values.text(call.args[0]);
  return Value::boolean(text.size() == 1 && is_digit(text[0]));
}

Value eval_to_code(const EvalCall& call) {
  const std::span<const uint32_t> text = call.values.text(call.args[0]);
  return Value::integer(text.size() == 1 ? static_cast<int64_t>(text[0]) : -1);
}

Value eval_from_code(const EvalCall& call) {
  const int64_t code = words::clamp(call.values, call.args[0]);
  if (code < 0 || code > static_cast<int64_t>(kLastCodePoint)) return call.values.string({});
  const auto letter = static_cast<uint32_t>(code);
  return call.values.string(std::span(&letter, 1));
}

// -1 if the string is empty or contains anything but digits.
Value eval_to_int(const EvalCall& call) {
  const std::span<const uint32_t> text = call.values.text(call.args[0]);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return Value::integer(-1);
  std::string digits(text.size(), '0');
  std::transform(text.begin(), text.end(), digits.begin(),
                 [](uint32_t code) { return static_cast<char>(code); });
  return call.values.integer(mpz_class(digits, 10));
}

Value eval_from_int(const EvalCall& call) {
  if (call.values.sign(call.args[0]) < 0) return call.values.string({});
  return decimal(call.values, call.values.as_integer(call.args[0]));
}

// cvc5 converts the ASCII letters only.
Value eval_to_lower(const EvalCall& call) {
  return map_letters(call,
                     [](uint32_t code) { return code >= 'A' && code <= 'Z' ? code + 32 : code; });
}

Value eval_to_upper(const EvalCall& call) {
  return map_letters(call,
                     [](uint32_t code) { return code >= 'a' && code <= 'z' ? code - 32 : code; });
}

Value eval_from_ubv(const EvalCall& call) {
  return decimal(call.values, call.values.as_unsigned(call.args[0]));
}

Value eval_from_sbv(const EvalCall& call) {
  return decimal(call.values, call.values.as_signed(call.args[0]));
}

Value eval_char_le(const EvalCall& call) {
  return Value::boolean(call.args[0].payload() <= call.args[1].payload());
}

Value eval_char_to_int(const EvalCall& call) { return call.args[0]; }

Value eval_char_to_bv(const EvalCall& call) { return call.values.bits(18, call.args[0].payload()); }

Value eval_char_from_bv(const EvalCall& call) {
  const uint64_t code = call.args[0].payload();
  if (code > kLastCodePoint) return call.values.unsupported("char.from_bv beyond the characters");
  return Value::integer(static_cast<int64_t>(code));
}

Value eval_char_is_digit(const EvalCall& call) {
  return Value::boolean(is_digit(static_cast<uint32_t>(call.args[0].payload())));
}

Value eval_unit(const EvalCall& call) {
  const auto letter = static_cast<uint32_t>(call.args[0].payload());
  return call.values.string(std::span(&letter, 1));
}

}  // namespace pg::strings
