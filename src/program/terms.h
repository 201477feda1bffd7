#pragma once

#include <optional>
#include <string>

#include <absl/container/flat_hash_map.h>
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/IR/InstrTypes.h>

#include "term/pool.h"

namespace pg {

// Numbers that a term can be, as its form shows: `first`, and `step` more any number of times.
// A constant has no step.
struct Progression {
  int64_t first = 0;
  int64_t step = 1;
};

// What a symbol that stands for something else means.
struct SymbolMeaning {
  Term symbol;
  Term meaning;
};

// Makes terms over bit-vectors and truth values, and simplifies while it does: what the program
// computes from constants is a constant. One bit is a truth value, as conditions are in a program.
class Terms {
 public:
  explicit Terms(Pool& pool);

  Pool& pool() { return pool_; }
  Sort sort(uint32_t width);
  uint32_t width(Term term) const;  // 1 for a truth value

  Term symbol(const std::string& name, Sort sort);
  // A number that can be anything, the same one for the same name; and all of these.
  Term unknown(const std::string& name, uint32_t width);
  const std::vector<Term>& unknowns() const { return unknowns_; }
  Term number(const llvm::APInt& value);
  Term number(uint32_t width, uint64_t value) { return number(llvm::APInt(width, value)); }
  Term truth(bool value) const { return value ? true_ : false_; }
  // The value of a constant.
  std::optional<llvm::APInt> value(Term term) const;
  bool is_true(Term term) const { return term == true_; }
  bool is_false(Term term) const { return term == false_; }

  Term negation(Term a);
  Term conjunction(Term a, Term b);
  Term disjunction(Term a, Term b);
  Term equal(Term a, Term b);
  Term ite(Term condition, Term a, Term b);

  Term operation(llvm::Instruction::BinaryOps opcode, Term a, Term b);
  Term compare(llvm::CmpInst::Predicate predicate, Term a, Term b);
  Term zero_extend(Term a, uint32_t width);
  Term sign_extend(Term a, uint32_t width);
  Term extract(Term a, uint32_t high, uint32_t low);
  Term truncate(Term a, uint32_t width) { return extract(a, width - 1, 0); }
  Term concat(Term high, Term low);

  // Floats of 32 and 64 bits, rounded to the nearest.
  bool is_float(Term term) const { return pool_.kind(pool_.sort(term)) == SortKind::FloatingPoint; }
  bool has_floats() const { return has_floats_; }
  Term float_number(const llvm::APFloat& value);
  Term float_from_bits(Term bits);
  // There is one NaN, and these are its bits. SMT-LIB has no function for this: a symbol stands for
  // the bits, and what it means must be said in the query.
  Term float_bits(Term a);
  const std::vector<SymbolMeaning>& meanings() const { return meanings_; }
  // Empty for the remainder, which is not that of SMT-LIB.
  std::optional<Term> float_operation(llvm::Instruction::BinaryOps opcode, Term a, Term b);
  Term float_compare(llvm::CmpInst::Predicate predicate, Term a, Term b);
  Term float_negation(Term a);
  Term float_absolute(Term a);
  Term float_is_nan(Term a);
  Term float_is_negative(Term a);  // false for NaN
  Term float_is_infinite(Term a);
  Term float_is_zero(Term a);
  Term float_is_subnormal(Term a);
  Term float_square_root(Term a);
  Term float_fused(Term a, Term b, Term added);
  // The integer that is next to it in this way of rounding.
  Term float_integral(Term a, llvm::RoundingMode mode);
  Term float_cast(Term a, uint32_t width);
  Term float_from(Term integer, uint32_t width, bool is_signed);
  // Towards zero, where that fits.
  Term float_to(Term a, uint32_t width, bool is_signed);

  // Arrays from offsets (64 bits) to numbers. They are made by storing into one that holds
  // anything; Z3 does not read constant arrays in QF_ABV.
  Term any_array(uint32_t width);
  Term select(Term array, Term index);
  Term store(Term array, Term index, Term value);
  const std::vector<Term>& arrays() const { return arrays_; }

  // Of a number of 64 bits: computed indices times a size are multiples of it.
  Progression progression(Term a) const;

  // What tells apart two conditions that begin alike: the rest of `a` after their common part.
  Term without_common(Term a, Term b);
  // The condition, where a path is known to be taken: of two numbers that the path says to differ,
  // < and <= mean the same.
  Term under(Term path, Term condition);

 private:
  enum Op : uint8_t {
    kNot,
    kAnd,
    kOr,
    kXor,
    kEqual,
    kIte,
    kAdd,
    kSub,
    kMul,
    kUdiv,
    kUrem,
    kSdiv,
    kSrem,
    kShl,
    kLshr,
    kAshr,
    kBvand,
    kBvor,
    kBvxor,
    kUlt,
    kUle,
    kSlt,
    kSle,
    kExtract,
    kConcat,
    kZeroExtend,
    kSignExtend,
    kSelect,
    kStore,
    kNearest,
    kNearestAway,
    kUpwards,
    kDownwards,
    kTowardsZero,
    kFloatAdd,
    kFloatSub,
    kFloatMul,
    kFloatDiv,
    kFloatNeg,
    kFloatAbs,
    kFloatEqual,
    kFloatLess,
    kFloatLessEqual,
    kFloatRoot,
    kFloatFused,
    kFloatIntegral,
    kIsNan,
    kIsNegative,
    kIsInfinite,
    kIsZero,
    kIsSubnormal,
    kFromBits,
    kFromFloat,
    kFromSigned,
    kFromUnsigned,
    kToSigned,
    kToUnsigned,
  };

  Term apply(Op op, std::initializer_list<Term> args, std::initializer_list<uint32_t> indices = {});
  bool is(Term term, Op op) const;
  Term arg(Term term, size_t index) const { return pool_.args(term)[index]; }
  Term to_bits(Term a);
  Term to_truth(Term a);
  Term truth_operation(llvm::Instruction::BinaryOps opcode, Term a, Term b);
  std::optional<Term> simpler_operation(llvm::Instruction::BinaryOps opcode, Term a, Term b);
  std::optional<Term> simpler_equal(Term a, Term b);
  std::optional<Term> simpler_choice(Term condition, Term a, Term b);
  bool is_short_chain(Term a) const;
  std::optional<Term> simpler_product(Term a, const llvm::APInt& right,
                                      llvm::CmpInst::Predicate predicate);
  Term float_test(Op op, Term a, bool (llvm::APFloat::*test)() const);
  Progression progression(Term a, int depth) const;
  std::optional<Term> of_branches(Term a, Term b, llvm::CmpInst::Predicate predicate);

  Pool& pool_;
  std::vector<const OpSpec*> rows_;  // by Op
  Term true_;
  Term false_;
  absl::flat_hash_map<Term, llvm::APInt> values_;
  absl::flat_hash_map<Term, llvm::APFloat> floats_;  // constants
  bool has_floats_ = false;
  std::vector<Term> unknowns_;
  std::vector<SymbolMeaning> meanings_;
  absl::flat_hash_map<Term, Term> bits_;  // symbols that stand for the bits of a float
  std::vector<Term> arrays_;              // those that hold anything
};

}  // namespace pg
