#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "theory/value.h"

// Strings are words of code points, sequences are words of values: what both theories define in the
// same words is evaluated by the same functions. The sentences are those of UnicodeStrings.
namespace pg::words {

struct Strings {
  using Letter = uint32_t;
  static constexpr size_t kMaxLength = 10'000'000;
  static constexpr std::string_view kTooLong = "string too long";
  static std::span<const Letter> letters(const ValuePool& values, Value word) {
    return values.text(word);
  }
  static Value make(ValuePool& values, std::span<const Letter> letters) {
    return values.string(letters);
  }
};

struct Sequences {
  using Letter = Value;
  static constexpr size_t kMaxLength = 1'000'000;
  static constexpr std::string_view kTooLong = "sequence too long";
  static std::span<const Letter> letters(const ValuePool& values, Value word) {
    return values.items(word);
  }
  static Value make(ValuePool& values, std::span<const Letter> letters) {
    return values.sequence(letters);
  }
};

inline constexpr size_t kNowhere = SIZE_MAX;

// Positions are integers of any size; those beyond 64 bits are beyond every word.
inline int64_t clamp(const ValuePool& values, Value number) {
  if (number.kind() == ValueKind::Integer) return number.as_int64();
  return values.sign(number) < 0 ? INT64_MIN : INT64_MAX;
}

inline Value position(size_t at) {
  return Value::integer(at == kNowhere ? -1 : static_cast<int64_t>(at));
}

// Searches one pattern in linear time (Knuth, Morris, Pratt): "aaaa...b" is no trap.
template <typename Letter>
class Finder {
 public:
  explicit Finder(std::span<const Letter> pattern) : pattern_(pattern), border_(pattern.size()) {
    for (size_t i = 1, length = 0; i < pattern.size(); ++i) {
      while (length > 0 && !(pattern[i] == pattern[length])) length = border_[length - 1];
      if (pattern[i] == pattern[length]) ++length;
      border_[i] = static_cast<uint32_t>(length);
    }
  }

  // The first occurrence at or after a position.
  size_t next(std::span<const Letter> word, size_t from) const {
    if (from > word.size()) return kNowhere;
    if (pattern_.empty()) return from;
    size_t length = 0;  // of the longest prefix of the pattern that ends here
    for (size_t i = from; i < word.size(); ++i) {
      while (length > 0 && !(word[i] == pattern_[length])) length = border_[length - 1];
      if (word[i] == pattern_[length]) ++length;
      if (length == pattern_.size()) return i + 1 - length;
    }
    return kNowhere;
  }

 private:
  std::span<const Letter> pattern_;
  std::vector<uint32_t> border_;  // of each prefix, the length of its longest border
};

template <typename Letter>
size_t first_at(std::span<const Letter> word, std::span<const Letter> pattern, size_t from) {
  if (pattern.size() > word.size()) return kNowhere;
  return Finder<Letter>(pattern).next(word, from);
}

template <typename W>
std::span<const typename W::Letter> arg(const EvalCall& call, size_t index) {
  return W::letters(call.values, call.args[index]);
}

// The word in pieces, or that it is too long.
template <typename W>
Value join(ValuePool& values, std::span<const std::span<const typename W::Letter>> pieces) {
  size_t length = 0;
  for (const auto& piece : pieces) length += piece.size();
  if (length > W::kMaxLength) return values.unsupported(W::kTooLong);
  std::vector<typename W::Letter> word;
  word.reserve(length);
  for (const auto& piece : pieces) word.insert(word.end(), piece.begin(), piece.end());
  return W::make(values, word);
}

template <typename W>
Value eval_concat(const EvalCall& call) {
  std::vector<std::span<const typename W::Letter>> pieces;
  pieces.reserve(call.args.size());
  for (size_t i = 0; i < call.args.size(); ++i) pieces.push_back(arg<W>(call, i));
  return join<W>(call.values, pieces);
}

template <typename W>
Value eval_len(const EvalCall& call) {
  return Value::integer(static_cast<int64_t>(arg<W>(call, 0).size()));
}

// Empty unless 0 <= start < |word| and 0 < length.
template <typename W>
Value slice(const EvalCall& call, int64_t start, int64_t length) {
  const auto word = arg<W>(call, 0);
  if (start < 0 || start >= static_cast<int64_t>(word.size()) || length <= 0)
    return W::make(call.values, {});
  const auto first = static_cast<size_t>(start);
  const size_t count = std::min(word.size() - first, static_cast<size_t>(length));
  return W::make(call.values, word.subspan(first, count));
}

template <typename W>
Value eval_at(const EvalCall& call) {
  return slice<W>(call, clamp(call.values, call.args[1]), 1);
}

template <typename W>
Value eval_substr(const EvalCall& call) {
  return slice<W>(call, clamp(call.values, call.args[1]), clamp(call.values, call.args[2]));
}

template <typename W>
Value eval_prefixof(const EvalCall& call) {
  const auto prefix = arg<W>(call, 0);
  const auto word = arg<W>(call, 1);
  return Value::boolean(prefix.size() <= word.size() &&
                        std::ranges::equal(prefix, word.first(prefix.size())));
}

template <typename W>
Value eval_suffixof(const EvalCall& call) {
  const auto suffix = arg<W>(call, 0);
  const auto word = arg<W>(call, 1);
  return Value::boolean(suffix.size() <= word.size() &&
                        std::ranges::equal(suffix, word.last(suffix.size())));
}

template <typename W>
Value eval_contains(const EvalCall& call) {
  return Value::boolean(first_at(arg<W>(call, 0), arg<W>(call, 1), 0) != kNowhere);
}

// -1 for a negative start; the start itself for an empty pattern within [0, |word|].
template <typename W>
Value eval_indexof(const EvalCall& call) {
  const int64_t from = call.args.size() < 3 ? 0 : clamp(call.values, call.args[2]);
  if (from < 0) return position(kNowhere);
  return position(first_at(arg<W>(call, 0), arg<W>(call, 1), static_cast<size_t>(from)));
}

// Z3: the last occurrence of the empty word is at the end. Searched backwards, where it is the
// first. Z3 4.8.12 itself misses an occurrence at the very end (its issue 5856).
template <typename W>
Value eval_last_indexof(const EvalCall& call) {
  const auto word = arg<W>(call, 0);
  const auto pattern = arg<W>(call, 1);
  if (pattern.size() > word.size()) return position(kNowhere);
  const std::vector<typename W::Letter> back(word.rbegin(), word.rend());
  const std::vector<typename W::Letter> pattern_back(pattern.rbegin(), pattern.rend());
  const size_t at = first_at<typename W::Letter>(back, pattern_back, 0);
  return position(at == kNowhere ? kNowhere : word.size() - pattern.size() - at);
}

template <typename W>
Value eval_replace(const EvalCall& call) {
  const auto word = arg<W>(call, 0);
  const auto pattern = arg<W>(call, 1);
  const size_t at = first_at(word, pattern, 0);
  if (at == kNowhere) return call.args[0];
  const std::span<const typename W::Letter> pieces[] = {word.first(at), arg<W>(call, 2),
                                                        word.subspan(at + pattern.size())};
  return join<W>(call.values, pieces);
}

template <typename W>
Value eval_replace_all(const EvalCall& call) {
  const auto word = arg<W>(call, 0);
  const auto pattern = arg<W>(call, 1);
  if (pattern.empty() || pattern.size() > word.size()) return call.args[0];
  const Finder finder(pattern);
  std::vector<std::span<const typename W::Letter>> pieces;
  size_t done = 0;
  for (size_t at = finder.next(word, 0); at != kNowhere; at = finder.next(word, done)) {
    pieces.push_back(word.subspan(done, at - done));
    pieces.push_back(arg<W>(call, 2));
    done = at + pattern.size();
  }
  pieces.push_back(word.subspan(done));
  return join<W>(call.values, pieces);
}

template <typename W>
Value eval_rev(const EvalCall& call) {
  const auto word = arg<W>(call, 0);
  const std::vector<typename W::Letter> reversed(word.rbegin(), word.rend());
  return W::make(call.values, reversed);
}

// cvc5: overwrites from a position on, keeps the length; the word itself if that is out of bounds.
template <typename W>
Value eval_update(const EvalCall& call) {
  const auto word = arg<W>(call, 0);
  const auto patch = arg<W>(call, 2);
  const int64_t at = clamp(call.values, call.args[1]);
  if (at < 0 || at >= static_cast<int64_t>(word.size())) return call.args[0];
  const auto start = static_cast<size_t>(at);
  const size_t count = std::min(patch.size(), word.size() - start);
  const std::span<const typename W::Letter> pieces[] = {word.first(start), patch.first(count),
                                                        word.subspan(start + count)};
  return join<W>(call.values, pieces);
}

template <typename W>
Value eval_empty(const EvalCall& call) {
  return W::make(call.values, {});
}

}  // namespace pg::words
