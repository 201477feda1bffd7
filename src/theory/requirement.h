#pragma once

#include <cstdint>
#include <span>

#include "term/pool.h"
#include "theory/value.h"

namespace pg {

// An end of a range.
struct Bound {
  enum class Kind : uint8_t { None, Open, Closed };
  Kind kind = Kind::None;
  Value at;

  static Bound open(Value at) { return {Kind::Open, at}; }
  static Bound closed(Value at) { return {Kind::Closed, at}; }
  explicit operator bool() const { return kind != Kind::None; }
};

// A set of values: any of them in the place of a sub-term keeps a formula true under a model. The
// real set may be larger. It guides mutation; that a mutant is true is for the evaluator to say.
struct Requirement {
  enum class Kind : uint8_t {
    Nothing,      // we know of no value
    Exact,        // one value
    Any,          // all values of the sort
    Except,       // all but one
    Range,        // by the order of numbers, words, bit-vectors as unsigned numbers, floats
    SignedRange,  // of bit-vectors as signed numbers
    KnownBits,    // of bit-vectors: those of the mask are those of the value
    Prefix,       // of words: begins with the value, or ends with it, or has it inside
    Suffix,
    Contains,
    Matches,  // of words: is in the language that is the value
    Length,   // of words: a range of numbers
  };
  Kind kind = Kind::Nothing;
  bool negated = false;  // Prefix, Suffix, Contains, Matches: it must not
  Value value;           // Range of floats, where -0 is below +0 and both ends are given: the NaN,
                         // if it is in it, too
  Value mask;            // KnownBits
  Bound low;
  Bound high;

  static Requirement any() { return {.kind = Kind::Any}; }
  static Requirement exact(Value value) {
    return value.is_defined() ? Requirement{.kind = Kind::Exact, .value = value} : Requirement{};
  }
  static Requirement except(const ValuePool& values, Value value);
  static Requirement range(Bound low, Bound high, Value also = {}) {
    return {.kind = Kind::Range, .value = also, .low = low, .high = high};
  }
  static Requirement known_bits(Value mask, Value value) {
    return {.kind = Kind::KnownBits, .value = value, .mask = mask};
  }
  bool is(bool truth) const { return kind == Kind::Exact && value == Value::boolean(truth); }
};

// An application under a model, and what is required of it. A row's function is asked only where
// something is, and is only told values that may be undefined where the row says `lazy`.
struct RequireCall {
  ValuePool& values;
  Pool& pool;
  Term term;
  std::span<const Value> args;
  Value value;  // of the application: within what is needed
  const Requirement& needed;
  size_t child;

  Value arg() const { return args[child]; }
  Sort sort() const { return pool.sort(pool.args(term)[child]); }  // of that argument
  Requirement exact() const { return Requirement::exact(arg()); }
};

// What is required of an argument: by the operator's row; of anything else that its value stays.
Requirement requirement_of(const RequireCall& call);

// Whether a defined value is within it.
bool admits(const ValuePool& values, const Requirement& requirement, Value value);

// How weak it is, from 0.001 to 1: the chance of a value drawn at random, where a thousand values
// are as good as all.
double score(const ValuePool& values, const Requirement& requirement, Value value);

// The order of numbers, words, bit-vectors and floats: negative, zero or positive.
int order(const ValuePool& values, Value a, Value b, bool as_signed = false);

// The rule of a chain of comparisons by that order, such as (< x y z).
enum class Relation : uint8_t { Less, LessEqual, Greater, GreaterEqual };
Requirement require_order(const RequireCall& call, Relation relation, bool as_signed);
template <Relation relation, bool as_signed = false>
Requirement require_chain(const RequireCall& call) {
  return require_order(call, relation, as_signed);
}

}  // namespace pg
