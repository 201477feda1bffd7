#include "theory/strings/words_require.h"

#include "theory/strings/words.h"

namespace pg::words {
namespace {

using Kind = Requirement::Kind;

// What a predicate says of the word that it is about, which has the other argument as its part.
Requirement part(const RequireCall& call, Kind kind, size_t word) {
  if (call.child != word) return call.exact();
  return {.kind = kind, .negated = call.needed.is(false), .value = call.args[1 - word]};
}

template <typename W>
Value joined(const RequireCall& call, size_t begin, size_t end) {
  std::vector<std::span<const typename W::Letter>> pieces;
  for (size_t i = begin; i < end; ++i) pieces.push_back(W::letters(call.values, call.args[i]));
  return join<W>(call.values, pieces);
}

// The arguments from one to another, as one word.
Value joined(const RequireCall& call, size_t begin, size_t end) {
  return call.value.kind() == ValueKind::String ? joined<Strings>(call, begin, end)
                                                : joined<Sequences>(call, begin, end);
}

int64_t length_of(const RequireCall& call, Value word) {
  return static_cast<int64_t>(word.kind() == ValueKind::String ? call.values.text(word).size()
                                                               : call.values.items(word).size());
}

}  // namespace

// The other words may already be all that is needed.
Requirement require_concat(const RequireCall& call) {
  const Requirement& needed = call.needed;
  const auto enough = [&](size_t begin, size_t end) {
    const Value word = joined(call, begin, end);
    return word.is_defined() && !needed.negated && admits(call.values, needed, word);
  };
  const bool is_part =
      needed.kind == Kind::Prefix || needed.kind == Kind::Suffix || needed.kind == Kind::Contains;
  const bool before = is_part && needed.kind != Kind::Suffix && enough(0, call.child);
  const bool after =
      is_part && needed.kind != Kind::Prefix && enough(call.child + 1, call.args.size());
  if (before || after) return Requirement::any();
  if (needed.kind != Kind::Length) return call.exact();
  const int64_t others = length_of(call, call.value) - length_of(call, call.arg());
  const auto moved = [&](const Bound& bound) {
    if (!bound) return bound;
    const mpz_class at = call.values.as_integer(bound.at) - mpz_class(std::to_string(others));
    return Bound{bound.kind, call.values.integer(at)};
  };
  return {.kind = Kind::Length, .low = moved(needed.low), .high = moved(needed.high)};
}

Requirement require_len(const RequireCall& call) {
  const Requirement& needed = call.needed;
  Requirement length{.kind = Kind::Length};
  if (needed.kind == Kind::Exact) {
    length.low = length.high = Bound::closed(needed.value);
  } else if (needed.kind == Kind::Range) {
    length.low = needed.low;
    length.high = needed.high;
  } else {
    return call.exact();
  }
  return length;
}

Requirement require_prefixof(const RequireCall& call) { return part(call, Kind::Prefix, 1); }
Requirement require_suffixof(const RequireCall& call) { return part(call, Kind::Suffix, 1); }
Requirement require_contains(const RequireCall& call) { return part(call, Kind::Contains, 0); }
Requirement require_in_re(const RequireCall& call) { return part(call, Kind::Matches, 0); }

}  // namespace pg::words
