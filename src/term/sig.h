#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "term/sort.h"

namespace pg {

// The signature of an operator as data, read at compile time from a text such as
//   "BV(n) BV(n) -> BV(n)"        widths are variables (a lower-case letter)
//   "Array(A,B) A -> B"           sorts are variables (an upper-case letter)
//   "[i j] BV(n) -> BV(i-j+1) where j<=i i<n"     indices, arithmetic, conditions
//   "Bool+ -> Bool", "A* Set(A) -> Set(A)"        one, or any number, of that argument
//   "[#] A -> Bool"               an index that is not a number
//   "[*] A -> Bool"               any number of indices, also none
//   "?"                           any sort
// One unifier (infer.h) reads it forwards to check sorts; generators read it backwards.
struct Sig {
  static constexpr size_t kMaxCode = 64;
  static constexpr size_t kMaxArgs = 6;
  static constexpr size_t kMaxVars = 6;

  // Byte code of a pattern, in prefix order.
  enum Code : uint8_t {
    kSortVar = 0x00,  // + slot
    kAny = 0x3f,
    kCtor = 0x40,    // + SortKind; then the number of arguments, the indices, the arguments
    kIntVar = 0x80,  // + slot
    kConst = 0xa0,   // then the value
    kAdd = 0xb0,
    kSub = 0xb1,
    kMul = 0xb2,
    kEqual = 0xc0,
    kLess = 0xc1,
    kLessEq = 0xc2,
  };
  enum class Repeat : uint8_t { None, Star, Plus };

  std::string_view text = {};  // as written in the row
  std::array<uint8_t, kMaxCode> code{};
  std::array<uint8_t, kMaxArgs> arg_at{};
  uint8_t result_at = 0;
  uint8_t where_at = 0;
  uint8_t end = 0;
  uint8_t args = 0;
  uint8_t indices = 0;
  uint8_t symbolic_indices = 0;  // bit i: index i is a name, not a number
  bool any_indices = false;      // how many indices is up to the operator
  uint8_t repeated = 0;          // which argument repeats
  Repeat repeat = Repeat::None;
  bool uniform = false;  // two arguments of one pattern (a chain of them shares the variables)
  bool closed = false;   // uniform, and the result has the same pattern
  // The first argument of which the result has the pattern, if that pattern holds variables inside
  // a constructor: the result then is the argument's sort. kMaxArgs: none.
  uint8_t result_is_arg = kMaxArgs;
  bool needs_sort = false;  // the arguments do not determine the result: (as f Sort)
};

namespace internal {

// Reads the text; any mistake in it is a compile-time error (a throw in a consteval function).
class SigReader {
 public:
  constexpr explicit SigReader(std::string_view text) : text_(text) { sig_.text = text; }

  constexpr Sig read() {
    if (eat('[')) {
      while (!eat(']')) {
        if (eat('*')) {
          if (sig_.indices > 0 || !eat(']')) throw "[*] stands alone";
          sig_.any_indices = true;
          break;
        }
        if (eat('#')) {
          if (ints_ == Sig::kMaxVars) throw "too many variables";
          int_names_[ints_++] = '#';  // keeps the slots of the indices in their order
          sig_.symbolic_indices = static_cast<uint8_t>(sig_.symbolic_indices | 1u << sig_.indices);
        } else {
          // Indices take the first slots in their order.
          if (int_slot(text_[at_]) != sig_.indices) throw "an index is a new letter";
          ++at_;
        }
        ++sig_.indices;
        skip_spaces();
      }
      skip_spaces();
    }
    while (!eat_word("->")) {
      if (sig_.args == Sig::kMaxArgs) throw "too many arguments";
      sig_.arg_at[sig_.args] = sig_.end;
      sort();
      if (eat('+') || eat('*')) {
        sig_.repeat = text_[at_ - 1] == '+' ? Sig::Repeat::Plus : Sig::Repeat::Star;
        sig_.repeated = sig_.args;
      }
      ++sig_.args;
      skip_spaces();
    }
    skip_spaces();
    sig_.result_at = sig_.end;
    const uint8_t known_sorts = sorts_;
    sort();
    sig_.needs_sort = sorts_ > known_sorts;
    sig_.where_at = sig_.end;
    skip_spaces();
    if (eat_word("where")) {
      skip_spaces();
      while (at_ < text_.size()) {
        condition();
        skip_spaces();
      }
    }
    if (at_ != text_.size()) throw "text after the signature";
    sig_.uniform =
        sig_.args == 2 && same(sig_.arg_at[0], sig_.arg_at[1], sig_.arg_at[1], sig_.result_at);
    sig_.closed =
        sig_.uniform && same(sig_.arg_at[1], sig_.result_at, sig_.result_at, sig_.where_at);
    return sig_;
  }

 private:
  constexpr bool same(size_t a, size_t a_end, size_t b, size_t b_end) const {
    if (a_end - a != b_end - b) return false;
    for (size_t i = 0; i < a_end - a; ++i)
      if (sig_.code[a + i] != sig_.code[b + i]) return false;
    return true;
  }
  constexpr void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  constexpr bool eat(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  constexpr bool eat_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  constexpr void expect(char c) {
    if (!eat(c)) throw "missing punctuation";
  }
  constexpr void emit(size_t byte) {
    if (sig_.end == Sig::kMaxCode) throw "the signature is too long";
    sig_.code[sig_.end++] = static_cast<uint8_t>(byte);
  }
  static constexpr bool lower(char c) { return c >= 'a' && c <= 'z'; }
  static constexpr bool upper(char c) { return c >= 'A' && c <= 'Z'; }
  static constexpr bool digit(char c) { return c >= '0' && c <= '9'; }

  constexpr uint8_t slot(std::array<char, Sig::kMaxVars>& names, uint8_t& count, char name) {
    for (uint8_t i = 0; i < count; ++i)
      if (names[i] == name) return i;
    if (count == Sig::kMaxVars) throw "too many variables";
    names[count] = name;
    return count++;
  }
  constexpr uint8_t int_slot(char name) {
    if (!lower(name)) throw "a number variable is a lower-case letter";
    return slot(int_names_, ints_, name);
  }

  constexpr void sort() {
    if (eat('?')) return emit(Sig::kAny);
    size_t stop = at_;
    while (stop < text_.size() && (lower(text_[stop]) || upper(text_[stop]))) ++stop;
    const std::string_view name = text_.substr(at_, stop - at_);
    at_ = stop;
    if (name.size() == 1 && upper(name[0]))
      return emit(Sig::kSortVar + slot(sort_names_, sorts_, name[0]));
    const SortKind kind = kind_named(name);
    emit(Sig::kCtor + static_cast<size_t>(kind));
    const size_t count_at = sig_.end;
    emit(0);
    const SortSpec& spec = kSortSpecs[static_cast<size_t>(kind)];
    if (spec.indices == 0 && spec.arity == 0) return;
    expect('(');
    for (uint8_t i = 0; i < spec.indices; ++i) {
      if (i > 0) expect(',');
      number();
    }
    uint8_t arguments = 0;
    if (spec.arity != 0) {
      do {
        sort();
        ++arguments;
      } while (eat(','));
      if (spec.arity > 0 && arguments != spec.arity) throw "wrong number of sort arguments";
    }
    expect(')');
    sig_.code[count_at] = arguments;
  }
  static constexpr SortKind kind_named(std::string_view name) {
    if (name == "BV") return SortKind::BitVec;
    if (name == "FP") return SortKind::FloatingPoint;
    if (name == "RM") return SortKind::RoundingMode;
    if (name == "FF") return SortKind::FiniteField;
    if (name == "Fun") return SortKind::Arrow;
    for (const SortSpec& spec : kSortSpecs)
      if (spec.name == name) return spec.kind;
    throw "no such sort";
  }

  constexpr void factor() {
    if (digit(text_[at_])) {
      uint32_t value = 0;
      while (at_ < text_.size() && digit(text_[at_]))
        value = value * 10 + static_cast<uint32_t>(text_[at_++] - '0');
      if (value > 255) throw "constant too large";
      emit(Sig::kConst);
      emit(value);
    } else {
      emit(Sig::kIntVar + size_t{int_slot(text_[at_])});
      ++at_;
    }
  }
  // Sums and products read left to right, without precedence.
  constexpr void number() {
    const size_t start = sig_.end;
    factor();
    while (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-' || text_[at_] == '*')) {
      const char op = text_[at_++];
      emit(0);
      for (size_t i = sig_.end - 1u; i > start; --i) sig_.code[i] = sig_.code[i - 1];
      sig_.code[start] = op == '+' ? Sig::kAdd : op == '-' ? Sig::kSub : Sig::kMul;
      factor();
    }
  }
  constexpr void condition() {
    const size_t start = sig_.end;
    number();
    const Sig::Code relation = eat_word("<=") ? Sig::kLessEq
                               : eat('<')     ? Sig::kLess
                               : eat('=')     ? Sig::kEqual
                                              : throw "a condition is =, < or <=";
    emit(0);
    for (size_t i = sig_.end - 1u; i > start; --i) sig_.code[i] = sig_.code[i - 1];
    sig_.code[start] = relation;
    number();
  }

  std::string_view text_;
  size_t at_ = 0;
  Sig sig_;
  std::array<char, Sig::kMaxVars> sort_names_{};
  std::array<char, Sig::kMaxVars> int_names_{};
  uint8_t sorts_ = 0;
  uint8_t ints_ = 0;
};

}  // namespace internal

consteval Sig sig(std::string_view text) { return internal::SigReader(text).read(); }

}  // namespace pg
