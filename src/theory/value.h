#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmpxx.h>

#include "base/arena.h"
#include "base/id_table.h"
#include "term/handles.h"
#include "term/op.h"
#include "theory/algebraic.h"

namespace pg {

// What a value is. Values of one sort are equal if and only if their handles are, but for those in
// which something is_opaque() (theory/core/eval_support.h).
enum class ValueKind : uint8_t {
  Unspecified,  // SMT-LIB leaves it open: x/0, a selector of another constructor
  Unsupported,  // we cannot tell; the pool knows the reason
  Bool,
  Integer,  // of Int, and of Real where it is whole: fits into 64 bits
  BigInteger,
  Rational,   // not whole
  Algebraic,  // a real root of a polynomial that is not rational
  Bits,       // of BitVec, up to 64 bits wide
  BigBits,
  Float,  // its IEEE bits, NaN always the same; up to 64 bits wide
  BigFloat,
  RoundingMode,
  String,
  Regex,
  Array,
  Sequence,
  Set,
  Bag,
  Datatype,
  Tuple,
  Element,  // of an uninterpreted sort
  Function,
  Computed,  // a real that is none of the above, as far as we know, by an expression
};

enum class RoundingMode : uint8_t {
  NearestEven,
  NearestAway,
  TowardPositive,
  TowardNegative,
  TowardZero,
};

// A small value, or a handle into a ValuePool.
class Value {
 public:
  constexpr Value() = default;
  constexpr Value(ValueKind kind, uint32_t aux, uint64_t payload)
      : kind_(kind), aux_(aux), payload_(payload) {}

  constexpr ValueKind kind() const { return kind_; }
  // Width of bits and floats; constructor of a datatype; sort of an element.
  constexpr uint32_t aux() const { return aux_; }
  // What it is, if it is small; else where the pool keeps it.
  constexpr uint64_t payload() const { return payload_; }
  constexpr bool is_defined() const { return kind_ > ValueKind::Unsupported; }
  constexpr bool is_true() const { return kind_ == ValueKind::Bool && payload_ == 1; }
  constexpr bool is_false() const { return kind_ == ValueKind::Bool && payload_ == 0; }

  constexpr bool operator==(const Value&) const = default;
  constexpr auto operator<=>(const Value&) const = default;  // any total order, for canonical forms

  static constexpr Value boolean(bool value) { return {ValueKind::Bool, 0, value ? 1u : 0u}; }
  static constexpr Value integer(int64_t value) {
    return {ValueKind::Integer, 0, static_cast<uint64_t>(value)};
  }
  static constexpr Value mode(RoundingMode mode) {
    return {ValueKind::RoundingMode, 0, static_cast<uint64_t>(mode)};
  }
  static constexpr Value unspecified() { return {}; }

  constexpr int64_t as_int64() const { return static_cast<int64_t>(payload_); }
  constexpr RoundingMode as_mode() const { return static_cast<RoundingMode>(payload_); }

  template <typename H>
  friend H AbslHashValue(H h, const Value& value) {
    return H::combine(std::move(h), value.kind_, value.aux_, value.payload_);
  }

 private:
  ValueKind kind_ = ValueKind::Unspecified;
  uint32_t aux_ = 0;
  uint64_t payload_ = 0;
};

inline size_t bits_of(const mpz_class& number) { return mpz_sizeinbase(number.get_mpz_t(), 2); }
inline size_t bits_of(const mpq_class& number) {
  return bits_of(number.get_num()) + bits_of(number.get_den());
}

// Keeps the values that do not fit into a handle, each once: deep values are compared in one step
// and freed without recursion. Belongs to one thread. Spans stay valid as long as it lives.
class ValuePool {
 public:
  ValuePool();
  ValuePool(const ValuePool&) = delete;
  ValuePool& operator=(const ValuePool&) = delete;

  Value unsupported(std::string_view reason);
  std::string_view reason(Value unsupported) const;

  // Numbers. Repeated squaring grows faster than any memory: larger ones are unsupported.
  static constexpr size_t kMaxNumberBits = size_t{1} << 22;
  Value integer(const mpz_class& value);
  Value rational(const mpq_class& value);  // canonical; whole ones become integers
  Value real(const RealNumber& value);
  bool is_rational(Value value) const {
    return value.kind() >= ValueKind::Integer && value.kind() <= ValueKind::Rational;
  }
  bool is_integer(Value value) const {
    return value.kind() == ValueKind::Integer || value.kind() == ValueKind::BigInteger;
  }
  mpz_class as_integer(Value value) const;
  mpq_class as_rational(Value value) const;
  // These are for rational and algebraic numbers; theory/enclosure.h is for all.
  RealNumber as_real(Value value) const;
  int sign(Value value) const;
  int compare(Value a, Value b) const;

  // Bit-vectors and floats: taken modulo 2^width.
  Value bits(uint32_t width, uint64_t value);
  Value bits(uint32_t width, const mpz_class& value);
  Value float_bits(uint32_t width, const mpz_class& value);
  mpz_class as_unsigned(Value bits) const;  // also of a float's bits
  mpz_class as_signed(Value bits) const;

  // Strings are code points 0..0x2FFFF.
  Value string(std::span<const uint32_t> code_points);
  std::span<const uint32_t> text(Value string) const;

  // Values made of values. A set is sorted and without doubles; a bag is pairs of an element and
  // its positive number, sorted; an array is its default, then pairs of an index and a value,
  // sorted.
  Value sequence(std::span<const Value> items);
  Value set(std::vector<Value> items);
  Value tuple(std::span<const Value> items);
  Value datatype(Head constructor, std::span<const Value> items);
  Value element(Sort sort, uint64_t index);
  // An array with a value for all indices that have no entry; of two entries the last counts. Over
  // a small domain several defaults can describe one array: `domain` lists all indices where they
  // are few (empty: many), and the default is chosen so that equal arrays are equal handles.
  using Entry = std::pair<Value, Value>;
  Value array(Value otherwise, std::vector<Entry> entries, std::span<const Value> domain);
  Value array_default(Value array) const { return items(array)[0]; }
  Value select(Value array, Value index) const;

  // Any other kind, by its parts.
  Value compound(ValueKind kind, uint32_t aux, std::span<const Value> items);
  std::span<const Value> items(Value compound) const;

  // Steps that going through a value takes, about: none for what fits into a handle.
  uint64_t weight(Value value) const;

  // What all that was kept takes, about.
  size_t bytes() const {
    constexpr size_t kEntry = sizeof(Compound) + 2 * sizeof(uint64_t);  // with its place in a table
    return arena_.bytes() + number_bytes_ + compounds_.size() * kEntry;
  }
  size_t size() const { return compounds_.size() + numbers_.size() + texts_.size(); }

 private:
  struct Compound {
    ValueKind kind;
    uint32_t aux;
    std::span<const Value> items;
  };

  uint64_t keep_number(const mpq_class& number);
  Value too_large();
  Value big_bits(ValueKind kind, uint32_t width, const mpz_class& value);

  Arena arena_;
  std::deque<mpq_class> numbers_;
  IdTable number_table_;
  size_t number_bytes_ = 0;
  std::vector<Algebraic> algebraics_;
  std::vector<std::span<const uint32_t>> texts_;
  IdTable text_table_;
  std::vector<Compound> compounds_;
  IdTable compound_table_;
  std::vector<std::string_view> reasons_;
};

// What the evaluation of an operator may ask of the one who evaluates.
class EvalContext {
 public:
  virtual ~EvalContext() = default;
  // The value that the model gives to what SMT-LIB leaves open, by the name and sort that solvers
  // print: open("/0", kReal, {x, 0}). Unspecified if the model is silent.
  virtual Value open(std::string_view name, Sort sort, std::span<const Value> args) = 0;
  // A function's value at arguments.
  virtual Value apply(Value function, std::span<const Value> args) = 0;
  // All values of a sort, if they are few (see kMaxDomain); empty if they are many.
  virtual std::span<const Value> domain(Sort sort) = 0;
  // Some values of a sort that has many, worth a try for a variable of this binder.
  virtual std::span<const Value> samples(Term, Sort) { return {}; }
  // Of a binder under evaluation: a body with these values for its variables.
  virtual Value body(size_t which, std::span<const Value> assignment) = 0;
  // The function of that name in the script or the model, as a value; a unary one may be an array.
  virtual Value function(Symbol) { return Value::unspecified(); }
  // Takes steps from the budget of the evaluation; false: there are none left, or nobody wants the
  // value any more. What takes more time than its arguments are long asks on the way.
  virtual bool spend(uint64_t) { return true; }
};

// More values than this are not enumerated.
inline constexpr size_t kMaxDomain = 1 << 16;

// What an operator's evaluation is given. All arguments are defined, unless the row says `lazy`; of
// a binder the arguments are empty, its bodies are asked for one by one.
struct EvalCall {
  ValuePool& values;
  Pool& pool;
  EvalContext& context;
  Term term;  // the application: its sort, indices and the sorts of its arguments
  std::span<const Value> args;

  // What the model gives to this application, which SMT-LIB leaves open.
  Value open(std::string_view name, std::span<const Value> of) const;
  // What is said where the budget is spent.
  Value too_many_steps() const { return values.unsupported("too many steps"); }
};

}  // namespace pg
