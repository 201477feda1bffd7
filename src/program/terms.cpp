#include "program/terms.h"

#include <array>
#include <numeric>

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Instructions.h>

#include "theory/arrays/arrays.h"
#include "theory/bitvectors/bitvectors.h"
#include "theory/core/core.h"
#include "theory/floats/floats.h"

namespace pg {

using llvm::APInt;
using Opcode = llvm::Instruction::BinaryOps;
using Predicate = llvm::CmpInst::Predicate;

namespace {

// In the order of Op. Of rows with one name, the numbered one is meant.
struct OpName {
  std::string_view name;
  size_t row = 0;
};
constexpr auto kNames = std::to_array<OpName>({
    {"not"},
    {"and"},
    {"or"},
    {"xor"},
    {"="},
    {"ite"},
    {"bvadd"},
    {"bvsub"},
    {"bvmul"},
    {"bvudiv"},
    {"bvurem"},
    {"bvsdiv"},
    {"bvsrem"},
    {"bvshl"},
    {"bvlshr"},
    {"bvashr"},
    {"bvand"},
    {"bvor"},
    {"bvxor"},
    {"bvult"},
    {"bvule"},
    {"bvslt"},
    {"bvsle"},
    {"extract"},
    {"concat"},
    {"zero_extend"},
    {"sign_extend"},
    {"select"},
    {"store"},
    {"roundNearestTiesToEven"},
    {"roundNearestTiesToAway"},
    {"roundTowardPositive"},
    {"roundTowardNegative"},
    {"roundTowardZero"},
    {"fp.add"},
    {"fp.sub"},
    {"fp.mul"},
    {"fp.div"},
    {"fp.neg"},
    {"fp.abs"},
    {"fp.eq"},
    {"fp.lt"},
    {"fp.leq"},
    {"fp.sqrt"},
    {"fp.fma"},
    {"fp.roundToIntegral"},
    {"fp.isNaN"},
    {"fp.isNegative"},
    {"fp.isInfinite"},
    {"fp.isZero"},
    {"fp.isSubnormal"},
    {"to_fp", 0},
    {"to_fp", 1},
    {"to_fp", 2},
    {"to_fp_unsigned"},
    {"fp.to_sbv"},
    {"fp.to_ubv"},
});

const OpSpec* find_row(const OpName& wanted) {
  size_t row = 0;
  for (const Theory* theory :
       {&core::kTheory, &bitvectors::kTheory, &arrays::kTheory, &floats::kTheory})
    for (const OpSpec& op : theory->ops)
      if (op.name == wanted.name && row++ == wanted.row) return &op;
  return nullptr;
}

APInt compute(Opcode opcode, const APInt& a, const APInt& b) {
  const unsigned width = a.getBitWidth();
  switch (opcode) {
    case Opcode::Add:
      return a + b;
    case Opcode::Sub:
      return a - b;
    case Opcode::Mul:
      return a * b;
    // FixedSizeBitVectors: division by zero is all ones, its remainder the dividend. Signed
    // division follows; the program has trapped before, so that only the meaning of the term
    // matters.
    case Opcode::UDiv:
      return b.isZero() ? APInt::getAllOnes(width) : a.udiv(b);
    case Opcode::URem:
      return b.isZero() ? a : a.urem(b);
    case Opcode::SDiv:
      return b.isZero() ? (a.isNegative() ? APInt(width, 1) : APInt::getAllOnes(width)) : a.sdiv(b);
    case Opcode::SRem:
      return b.isZero() ? a : a.srem(b);
    case Opcode::Shl:
      return a.shl(b);
    case Opcode::LShr:
      return a.lshr(b);
    case Opcode::AShr:
      return a.ashr(b);
    case Opcode::And:
      return a & b;
    case Opcode::Or:
      return a | b;
    case Opcode::Xor:
      return a ^ b;
    default:
      CHECK(false, "an operation on floats");
  }
}

bool holds(Predicate predicate, const APInt& a, const APInt& b) {
  return llvm::ICmpInst::compare(a, b, predicate);
}

}  // namespace

Terms::Terms(Pool& pool) : pool_(pool) {
  for (const OpName& name : kNames) {
    rows_.push_back(find_row(name));
    CHECK(rows_.back(), "an operator without a row");
  }
  true_ = pool.term(core::kTrue, {});
  false_ = pool.term(core::kFalse, {});
}

Sort Terms::sort(uint32_t width) {
  return width == 1 ? kBool : pool_.sort(SortKind::BitVec, {width});
}

uint32_t Terms::width(Term term) const {
  const Sort sort = pool_.sort(term);
  uint32_t bits = sort == kBool ? 1 : 0;
  for (const uint32_t index : pool_.indices(sort)) bits += index;
  return bits;
}

Term Terms::symbol(const std::string& name, Sort sort) {
  return pool_.constant(pool_.declare(pool_.intern(name), {}, sort));
}

Term Terms::unknown(const std::string& name, uint32_t width) {
  const Symbol wanted = pool_.intern(name);
  for (const Term known : unknowns_)
    if (pool_.data(pool_.head(known)).name == wanted) return known;
  unknowns_.push_back(symbol(name, sort(width)));
  return unknowns_.back();
}

Term Terms::number(const APInt& value) {
  if (value.getBitWidth() == 1) return truth(value.isOne());
  const unsigned width = value.getBitWidth();
  const bool hex = width % 4 == 0;
  llvm::SmallString<64> digits;
  value.toString(digits, hex ? 16 : 2, false);
  const size_t wanted = hex ? width / 4 : width;
  std::string text(hex ? "#x" : "#b");
  text.append(wanted - digits.size(), '0');
  for (const char c : digits) text += static_cast<char>(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
  const Term term = pool_.literal(hex ? LiteralKind::Hex : LiteralKind::Binary, text, sort(width));
  values_.try_emplace(term, value);
  return term;
}

std::optional<APInt> Terms::value(Term term) const {
  if (term == true_) return APInt(1, 1);
  if (term == false_) return APInt(1, 0);
  const auto found = values_.find(term);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

Term Terms::apply(Op op, std::initializer_list<Term> args,
                  std::initializer_list<uint32_t> indices) {
  return pool_.term(*rows_[op], args, indices);
}

bool Terms::is(Term term, Op op) const { return pool_.op(term) == rows_[op]; }

Term Terms::negation(Term a) {
  if (a == true_) return false_;
  if (a == false_) return true_;
  if (is(a, kNot)) return arg(a, 0);
  return apply(kNot, {a});
}

Term Terms::conjunction(Term a, Term b) {
  if (a == false_ || b == false_) return false_;
  if (a == true_ || a == b) return b;
  if (b == true_) return a;
  const Term opposite = negation(b);
  if (a == opposite) return false_;
  // Conditions of paths grow at the right: look whether it was said at the end already.
  if (is(a, kAnd)) {
    if (arg(a, 1) == b || arg(a, 0) == b) return a;
    if (arg(a, 1) == opposite || arg(a, 0) == opposite) return false_;
  }
  return apply(kAnd, {a, b});
}

Term Terms::disjunction(Term a, Term b) {
  if (a == true_ || b == true_) return true_;
  if (a == false_ || a == b) return b;
  if (b == false_) return a;
  if (a == negation(b)) return true_;
  // Both sides of a branch come together again: p and c, p and not c.
  if (is(a, kAnd) && is(b, kAnd) && arg(a, 0) == arg(b, 0)) {
    const Term rest = disjunction(arg(a, 1), arg(b, 1));
    return conjunction(arg(a, 0), rest);
  }
  if (is(a, kAnd) && arg(a, 0) == b) return b;
  if (is(b, kAnd) && arg(b, 0) == a) return a;
  return apply(kOr, {a, b});
}

Term Terms::ite(Term condition, Term a, Term b) {
  if (a == b || condition == true_) return a;
  if (condition == false_) return b;
  if (is(condition, kNot)) return ite(arg(condition, 0), b, a);
  if (pool_.sort(a) == kBool) {
    if (a == true_) return disjunction(condition, b);
    if (b == false_) return conjunction(condition, a);
    const Term opposite = negation(condition);
    if (a == false_) return conjunction(opposite, b);
    if (b == true_) return disjunction(opposite, a);
  }
  if (is(a, kIte) && arg(a, 0) == condition) a = arg(a, 1);
  if (is(b, kIte) && arg(b, 0) == condition) b = arg(b, 2);
  if (a == b) return a;
  if (const std::optional<Term> simpler = simpler_choice(condition, a, b)) return *simpler;
  return apply(kIte, {condition, a, b});
}

// The choice of one of two numbers by comparing these: the smaller or the larger one, in whichever
// way it is written. Mutants of < into <= are seen to be equivalent by this.
std::optional<Term> Terms::simpler_choice(Term condition, Term a, Term b) {
  const bool same = is(condition, kEqual);
  if (!same && !is(condition, kUlt) && !is(condition, kSlt)) return std::nullopt;
  const Term left = arg(condition, 0);
  const Term right = arg(condition, 1);
  if ((left != a || right != b) && (left != b || right != a)) return std::nullopt;
  if (same) return b;
  if (left < right) return std::nullopt;
  // x < y ? x : y is y < x ? y : x, and x < y ? y : x is y < x ? x : y.
  const Term swapped = apply(is(condition, kUlt) ? kUlt : kSlt, {right, left});
  return apply(kIte, {swapped, b, a});
}

// What is simplified branch by branch: a few choices that end in constants.
bool Terms::is_short_chain(Term a) const {
  constexpr int kLongest = 32;
  for (int length = 0; length < kLongest; ++length) {
    if (!is(a, kIte)) return true;
    if (!value(arg(a, 1)) && !value(arg(a, 2))) return true;
    a = value(arg(a, 1)) ? arg(a, 2) : arg(a, 1);
  }
  return false;
}

std::optional<Term> Terms::of_branches(Term a, Term b, Predicate predicate) {
  // Truth values that became numbers, ite(c, 1, 0), are compared with numbers in C.
  const std::optional<APInt> right = value(b);
  if (!right || !is(a, kIte) || !is_short_chain(a)) return std::nullopt;
  const std::optional<APInt> then = value(arg(a, 1));
  const std::optional<APInt> other = value(arg(a, 2));
  if (!then && !other) return std::nullopt;
  const Term if_then =
      then ? truth(holds(predicate, *then, *right)) : compare(predicate, arg(a, 1), b);
  const Term if_other =
      other ? truth(holds(predicate, *other, *right)) : compare(predicate, arg(a, 2), b);
  return ite(arg(a, 0), if_then, if_other);
}

// An index is extended and multiplied by the size of an element before it is compared: compares the
// index itself, where that means the same. For == and unsigned <= only.
std::optional<Term> Terms::simpler_product(Term a, const APInt& right, Predicate predicate) {
  APInt factor(right.getBitWidth(), 1);
  if (is(a, kMul) && value(arg(a, 1))) {
    factor = *value(arg(a, 1));
    a = arg(a, 0);
  }
  if (!is(a, kZeroExtend) && !is(a, kSignExtend)) return std::nullopt;
  const Term index = arg(a, 0);
  const uint32_t narrow = width(index);
  const bool room = factor.isStrictlyPositive() && right.isNonNegative() &&
                    narrow + factor.getActiveBits() < right.getBitWidth();
  const APInt quotient = room ? right.udiv(factor) : right;
  if (!room || quotient.getActiveBits() >= narrow) return std::nullopt;
  if (predicate == Predicate::ICMP_EQ && quotient * factor != right) return false_;
  const Term bound = number(quotient.trunc(narrow));
  return compare(predicate, index, bound);
}

std::optional<Term> Terms::simpler_equal(Term a, Term b) {
  const std::optional<APInt> right = value(b);
  if (!right) return std::nullopt;
  if (const std::optional<Term> simpler = simpler_product(a, *right, Predicate::ICMP_EQ))
    return simpler;
  if (is(a, kZeroExtend) || is(a, kSignExtend)) {
    const Term inner = arg(a, 0);
    const APInt low = right->trunc(width(inner));
    const APInt back =
        is(a, kZeroExtend) ? low.zext(right->getBitWidth()) : low.sext(right->getBitWidth());
    if (back != *right) return false_;
    const Term number_of_low = number(low);
    return equal(inner, number_of_low);
  }
  if (is(a, kAdd))
    if (const std::optional<APInt> added = value(arg(a, 1))) {
      const Term rest = number(*right - *added);
      return equal(arg(a, 0), rest);
    }
  return std::nullopt;
}

Term Terms::equal(Term a, Term b) {
  if (a == b) return true_;
  if (value(a)) std::swap(a, b);
  if (pool_.sort(a) == kBool) {
    if (b == true_) return a;
    if (b == false_) return negation(a);
    if (a == negation(b)) return false_;
    return apply(kEqual, {a, b});
  }
  if (value(a) && value(b)) return false_;
  if (floats_.contains(a) && floats_.contains(b)) return false_;
  if (const std::optional<Term> branches = of_branches(a, b, Predicate::ICMP_EQ)) return *branches;
  if (const std::optional<Term> simpler = simpler_equal(a, b)) return *simpler;
  return apply(kEqual, {a, b});
}

Term Terms::to_bits(Term a) {
  const Term one = pool_.literal(LiteralKind::Binary, "#b1", pool_.sort(SortKind::BitVec, {1}));
  const Term zero = pool_.literal(LiteralKind::Binary, "#b0", pool_.sort(SortKind::BitVec, {1}));
  return apply(kIte, {a, one, zero});
}

Term Terms::to_truth(Term a) {
  const Term one = pool_.literal(LiteralKind::Binary, "#b1", pool_.sort(SortKind::BitVec, {1}));
  return apply(kEqual, {a, one});
}

Term Terms::truth_operation(Opcode opcode, Term a, Term b) {
  switch (opcode) {
    case Opcode::And:
    case Opcode::Mul:
      return conjunction(a, b);
    case Opcode::Or:
      return disjunction(a, b);
    case Opcode::Xor:
    case Opcode::Add:
    case Opcode::Sub:
      return negation(equal(a, b));
    // Division by one bit is division by one, a shift is one by zero: anything else is undefined.
    case Opcode::UDiv:
    case Opcode::SDiv:
    case Opcode::Shl:
    case Opcode::LShr:
    case Opcode::AShr:
      return a;
    case Opcode::URem:
    case Opcode::SRem:
      return false_;
    default:
      CHECK(false, "an operation on floats");
  }
}

std::optional<Term> Terms::simpler_operation(Opcode opcode, Term a, Term b) {
  const std::optional<APInt> right = value(b);
  switch (opcode) {
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Or:
    case Opcode::Xor:
      if (right && right->isZero()) return a;
      if ((opcode == Opcode::Sub || opcode == Opcode::Xor) && a == b) return number(width(a), 0);
      if (opcode == Opcode::Or && a == b) return a;
      if (opcode == Opcode::Or && right && right->isAllOnes()) return b;
      return std::nullopt;
    case Opcode::Shl:
    case Opcode::LShr:
    case Opcode::AShr:
      return right && right->isZero() ? std::optional(a) : std::nullopt;
    case Opcode::And:
      if (a == b || (right && right->isAllOnes())) return a;
      return right && right->isZero() ? std::optional(b) : std::nullopt;
    case Opcode::Mul:
      if (right && right->isOne()) return a;
      return right && right->isZero() ? std::optional(b) : std::nullopt;
    case Opcode::UDiv:
    case Opcode::SDiv:
      return right && right->isOne() ? std::optional(a) : std::nullopt;
    case Opcode::URem:
      // The amount of a shift is made one modulo the width, which is a power of two.
      if (right && right->isPowerOf2()) {
        const Term mask = number(*right - 1);
        return operation(Opcode::And, a, mask);
      }
      return std::nullopt;
    case Opcode::SRem:
      if (right && right->isOne()) return number(width(a), 0);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

Term Terms::operation(Opcode opcode, Term a, Term b) {
  if (pool_.sort(a) == kBool) return truth_operation(opcode, a, b);
  const std::optional<APInt> left = value(a);
  const std::optional<APInt> right = value(b);
  if (left && right) return number(compute(opcode, *left, *right));
  if (left && llvm::Instruction::isCommutative(opcode)) std::swap(a, b);
  if (const std::optional<Term> simpler = simpler_operation(opcode, a, b)) return *simpler;
  // A chain of constants that are added is one: counters of loops.
  if (opcode == Opcode::Sub && right) {
    const Term negated = number(-*right);
    return operation(Opcode::Add, a, negated);
  }
  if (opcode == Opcode::Add && value(b) && is(a, kAdd) && value(arg(a, 1))) {
    const Term sum = number(*value(b) + *value(arg(a, 1)));
    return operation(Opcode::Add, arg(a, 0), sum);
  }
  // Equal sums and products become one term.
  if (llvm::Instruction::isCommutative(opcode) && !value(b) && b < a) std::swap(a, b);
  switch (opcode) {
    case Opcode::Add:
      return apply(kAdd, {a, b});
    case Opcode::Sub:
      return apply(kSub, {a, b});
    case Opcode::Mul:
      return apply(kMul, {a, b});
    case Opcode::UDiv:
      return apply(kUdiv, {a, b});
    case Opcode::URem:
      return apply(kUrem, {a, b});
    case Opcode::SDiv:
      return apply(kSdiv, {a, b});
    case Opcode::SRem:
      return apply(kSrem, {a, b});
    case Opcode::Shl:
      return apply(kShl, {a, b});
    case Opcode::LShr:
      return apply(kLshr, {a, b});
    case Opcode::AShr:
      return apply(kAshr, {a, b});
    case Opcode::And:
      return apply(kBvand, {a, b});
    case Opcode::Or:
      return apply(kBvor, {a, b});
    case Opcode::Xor:
      return apply(kBvxor, {a, b});
    default:
      CHECK(false, "an operation on floats");
  }
}

Term Terms::compare(Predicate predicate, Term a, Term b) {
  if (pool_.sort(a) == kBool && predicate != Predicate::ICMP_EQ &&
      predicate != Predicate::ICMP_NE) {
    const Term left = zero_extend(a, 2);
    const Term right = zero_extend(b, 2);
    // As signed numbers, true is -1: the order is the other way round.
    const bool is_signed = llvm::CmpInst::isSigned(predicate);
    const Predicate plain = is_signed ? llvm::ICmpInst::getUnsignedPredicate(predicate) : predicate;
    return is_signed ? compare(plain, right, left) : compare(plain, left, right);
  }
  const std::optional<APInt> left = value(a);
  const std::optional<APInt> right = value(b);
  if (left && right) return truth(holds(predicate, *left, *right));
  switch (predicate) {
    case Predicate::ICMP_EQ:
      return equal(a, b);
    case Predicate::ICMP_NE:
      return negation(equal(a, b));
    case Predicate::ICMP_UGT:
    case Predicate::ICMP_UGE:
    case Predicate::ICMP_SGT:
    case Predicate::ICMP_SGE:
      return compare(llvm::CmpInst::getSwappedPredicate(predicate), b, a);
    default:
      break;
  }
  if (a == b) return truth(llvm::CmpInst::isTrueWhenEqual(predicate));
  if (right && predicate == Predicate::ICMP_ULE)
    if (const std::optional<Term> simpler = simpler_product(a, *right, predicate)) return *simpler;
  if (const std::optional<Term> branches = of_branches(a, b, predicate)) return *branches;
  if (const std::optional<Term> branches =
          of_branches(b, a, llvm::CmpInst::getSwappedPredicate(predicate)))
    return *branches;
  // a <= b is not (b < a): a condition and its opposite are seen to be such.
  if (predicate == Predicate::ICMP_ULT) return apply(kUlt, {a, b});
  if (predicate == Predicate::ICMP_SLT) return apply(kSlt, {a, b});
  const Op strict = predicate == Predicate::ICMP_ULE ? kUlt : kSlt;
  const Term opposite = apply(strict, {b, a});
  return negation(opposite);
}

Term Terms::zero_extend(Term a, uint32_t to) {
  const uint32_t from = width(a);
  if (from == to) return a;
  if (from == 1) {
    const Term one = number(to, 1);
    const Term zero = number(to, 0);
    return ite(a, one, zero);
  }
  if (const std::optional<APInt> known = value(a)) return number(known->zext(to));
  return apply(kZeroExtend, {a}, {to - from});
}

Term Terms::sign_extend(Term a, uint32_t to) {
  const uint32_t from = width(a);
  if (from == to) return a;
  if (from == 1) {
    const Term ones = number(APInt::getAllOnes(to));
    const Term zero = number(to, 0);
    return ite(a, ones, zero);
  }
  if (const std::optional<APInt> known = value(a)) return number(known->sext(to));
  return apply(kSignExtend, {a}, {to - from});
}

Term Terms::extract(Term a, uint32_t high, uint32_t low) {
  const uint32_t from = width(a);
  if (low == 0 && high + 1 == from) return a;
  if (const std::optional<APInt> known = value(a))
    return number(known->extractBits(high - low + 1, low));
  if (is(a, kIte) && (value(arg(a, 1)) || value(arg(a, 2))) && is_short_chain(a)) {
    const Term then = extract(arg(a, 1), high, low);
    const Term other = extract(arg(a, 2), high, low);
    return ite(arg(a, 0), then, other);
  }
  if ((is(a, kZeroExtend) || is(a, kSignExtend)) && high < width(arg(a, 0)))
    return extract(arg(a, 0), high, low);
  if (is(a, kConcat)) {
    const uint32_t split = width(arg(a, 1));
    if (high < split) return extract(arg(a, 1), high, low);
    if (low >= split) return extract(arg(a, 0), high - split, low - split);
  }
  const Term bits = apply(kExtract, {a}, {high, low});
  return high == low ? to_truth(bits) : bits;
}

Term Terms::concat(Term high, Term low) {
  if (value(high) && value(low)) return number(value(high)->concat(*value(low)));
  const Term upper = width(high) == 1 ? to_bits(high) : high;
  const Term lower = width(low) == 1 ? to_bits(low) : low;
  return apply(kConcat, {upper, lower});
}

Term Terms::under(Term path, Term condition) {
  constexpr int kFarthest = 16;
  if (is(condition, kNot)) {
    const Term inner = under(path, arg(condition, 0));
    return negation(inner);
  }
  if (!is(condition, kUlt) && !is(condition, kSlt)) return condition;
  const Term left = arg(condition, 0);
  const Term right = arg(condition, 1);
  if (left < right) return condition;
  const Term same = equal(left, right);
  const Term other = negation(same);
  for (int i = 0; i < kFarthest; ++i) {
    if (path == other || (is(path, kAnd) && arg(path, 1) == other)) {
      const Term swapped = apply(is(condition, kUlt) ? kUlt : kSlt, {right, left});
      return negation(swapped);
    }
    if (!is(path, kAnd)) break;
    path = arg(path, 0);
  }
  return condition;
}

Term Terms::any_array(uint32_t width) {
  const Sort array = pool_.sort(SortKind::Array, {}, {sort(64), sort(width)});
  for (const Term known : arrays_)
    if (pool_.sort(known) == array) return known;
  arrays_.push_back(symbol(fmt::format("memory{}", width), array));
  return arrays_.back();
}

Term Terms::select(Term array, Term index) {
  // Reads what was written, as long as it is seen whether that was here.
  while (is(array, kStore)) {
    const Term written = arg(array, 1);
    if (written == index) return arg(array, 2);
    if (!value(written) || !value(index)) break;
    array = arg(array, 0);
  }
  return apply(kSelect, {array, index});
}

Term Terms::store(Term array, Term index, Term value) {
  return apply(kStore, {array, index, value});
}

Progression Terms::progression(Term a) const {
  constexpr int kDeepest = 12;
  Progression seen = progression(a, kDeepest);
  if (seen.step > 0) seen.first = (seen.first % seen.step + seen.step) % seen.step;
  return seen;
}

// Numbers wrap around at a power of two: a step that is none is only that of numbers which do not.
Progression Terms::progression(Term a, int depth) const {
  constexpr uint64_t kLongest = uint64_t{1} << 31;
  if (const std::optional<APInt> known = value(a)) return {known->getSExtValue(), 0};
  const Progression any{0, 1};
  if (depth == 0) return any;
  if (is(a, kMul) && value(arg(a, 1))) {
    const uint64_t factor = value(arg(a, 1))->getZExtValue();
    const Term index = arg(a, 0);
    const bool extended = is(index, kZeroExtend) || is(index, kSignExtend);
    const bool small = extended && width(arg(index, 0)) <= 32 && factor < kLongest;
    return {0, static_cast<int64_t>(small ? factor : std::min(factor & -factor, kLongest))};
  }
  const size_t first = is(a, kIte) ? 1 : 0;
  if (!is(a, kAdd) && !is(a, kSub) && !is(a, kIte)) return any;
  const Progression left = progression(arg(a, first), depth - 1);
  const Progression right = progression(arg(a, first + 1), depth - 1);
  const int64_t step = std::gcd(left.step, right.step);
  // Beyond this, a sum could wrap around.
  constexpr int64_t kLargest = int64_t{1} << 40;
  if (std::abs(left.first) > kLargest || std::abs(right.first) > kLargest) return any;
  if (is(a, kIte)) return {left.first, std::gcd(step, left.first - right.first)};
  return {is(a, kAdd) ? left.first + right.first : left.first - right.first, step};
}

Term Terms::without_common(Term a, Term b) {
  // Both are chains that grow at the right: and(and(p, c), d).
  std::vector<Term> left{a};
  std::vector<Term> right{b};
  for (Term t = a; is(t, kAnd);) left.push_back(t = arg(t, 0));
  for (Term t = b; is(t, kAnd);) right.push_back(t = arg(t, 0));
  size_t common = 0;
  while (common < left.size() && common < right.size() &&
         left[left.size() - 1 - common] == right[right.size() - 1 - common])
    ++common;
  if (common == 0) return a;
  Term rest = true_;
  for (size_t i = left.size() - common; i-- > 0;) {
    const Term last = arg(left[i], 1);
    rest = conjunction(rest, last);
  }
  return rest;
}

}  // namespace pg
