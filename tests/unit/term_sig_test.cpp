#include <gtest/gtest.h>

#include "term/op.h"
#include "term/sig.h"

namespace pg {
namespace {

// Signatures are read at compile time, so the compiler checks these; a mistake in one does not
// compile, which no test can show.

TEST(Sig, CountsArgumentsAndIndices) {
  constexpr Sig kSig = sig("[i j] BV(n) -> BV(i-j+1) where j<=i i<n");
  static_assert(kSig.args == 1);
  static_assert(kSig.indices == 2);
  static_assert(kSig.symbolic_indices == 0);
  static_assert(!kSig.any_indices);
  static_assert(kSig.where_at < kSig.end);
  static_assert(kSig.text == "[i j] BV(n) -> BV(i-j+1) where j<=i i<n");
  constexpr Sig kConstant = sig("-> Bool");
  static_assert(kConstant.args == 0 && kConstant.indices == 0);
  static_assert(kConstant.where_at == kConstant.end);
}

TEST(Sig, UniformIsTwoArgumentsOfOnePattern) {
  static_assert(sig("BV(n) BV(n) -> Bool").uniform);
  static_assert(sig("A A -> Bool").uniform);
  static_assert(!sig("BV(m) BV(n) -> Bool").uniform);
  static_assert(!sig("A B -> Bool").uniform);
  static_assert(!sig("A Set(A) -> Bool").uniform);
  static_assert(!sig("A -> A").uniform);
  static_assert(!sig("A A A -> A").uniform);
}

TEST(Sig, ClosedIsAResultOfTheSamePattern) {
  static_assert(sig("Int Int -> Int").closed);
  static_assert(sig("FP(e,s) FP(e,s) -> FP(e,s)").closed);
  static_assert(sig("Array(A,Bool) Array(A,Bool) -> Array(A,Bool)").closed);
  static_assert(!sig("Int Int -> Bool").closed);
  static_assert(!sig("BV(m) BV(n) -> BV(m+n)").closed);
  static_assert(!sig("BV(n) BV(n) -> BV(1)").closed);
}

TEST(Sig, NeedsASortWhereTheArgumentsLeaveOneOpen) {
  static_assert(sig("-> Set(A)").needs_sort);
  static_assert(sig("B -> Array(A,B)").needs_sort);
  static_assert(!sig("A -> Set(A)").needs_sort);
  static_assert(!sig("-> Bool").needs_sort);
  static_assert(!sig("[e s] -> FP(e,s)").needs_sort);
  static_assert(!sig("? -> ?").needs_sort);
}

TEST(Sig, ReadsRepeatedArguments) {
  constexpr Sig kPlus = sig("A+ Set(A) -> Set(A)");
  static_assert(kPlus.repeat == Sig::Repeat::Plus && kPlus.repeated == 0 && kPlus.args == 2);
  constexpr Sig kStar = sig("Int ?* -> ?");
  static_assert(kStar.repeat == Sig::Repeat::Star && kStar.repeated == 1);
  static_assert(sig("Int Int -> Int").repeat == Sig::Repeat::None);
}

TEST(Sig, TellsNamesFromNumbersAmongIndices) {
  static_assert(sig("[#] A -> Bool").symbolic_indices == 1);
  static_assert(sig("[# k] -> Bool").symbolic_indices == 1);
  static_assert(sig("[# k] -> Bool").indices == 2);
  static_assert(sig("[# #] -> Bool").symbolic_indices == 3);
  static_assert(sig("[*] A -> Bool").any_indices);
  static_assert(sig("[*] A -> Bool").indices == 0);
}

TEST(Sig, EqualPatternsHaveEqualCodeWhateverTheLetters) {
  static_assert(sig("BV(n) Set(A) -> A").code == sig("BV(m) Set(X) -> X").code);
  static_assert(sig("Array(A,B) A -> B").code != sig("Array(A,B) B -> A").code);
  static_assert(sig("BV(n) -> BV(n+1)").code != sig("BV(n) -> BV(n-1)").code);
  static_assert(sig("BV(n) -> Bool where 1<=n").code != sig("BV(n) -> Bool where 1<n").code);
}

// Prefix order: the condition, then its sides; numbers left to right.
TEST(Sig, WritesNumbersInPrefixOrder) {
  constexpr Sig kSig = sig("[i j] BV(n) -> BV(i-j+1) where j<=i");
  constexpr uint8_t kI = Sig::kIntVar;
  constexpr uint8_t kJ = Sig::kIntVar + 1;
  constexpr uint8_t kBitVec = Sig::kCtor + static_cast<uint8_t>(SortKind::BitVec);
  constexpr std::array<uint8_t, 10> kResult{kBitVec, 0,           Sig::kAdd, Sig::kSub,    kI,
                                            kJ,      Sig::kConst, 1,         Sig::kLessEq, kJ};
  static_assert([&] {
    for (size_t i = 0; i < kResult.size(); ++i)
      if (kSig.code[kSig.result_at + i] != kResult[i]) return false;
    return kSig.code[kSig.end - 1u] == kI;
  }());
}

TEST(Polarity, TheLastSignIsTheLastArguments) {
  constexpr OpSpec kImplies{.name = "=>", .sig = sig("Bool Bool -> Bool"), .polarity = "-+"};
  static_assert(polarity_of(kImplies, 0, 2) == '-');
  static_assert(polarity_of(kImplies, 1, 2) == '+');
  static_assert(polarity_of(kImplies, 0, 4) == '-');
  static_assert(polarity_of(kImplies, 1, 4) == '-');
  static_assert(polarity_of(kImplies, 2, 4) == '-');
  static_assert(polarity_of(kImplies, 3, 4) == '+');
}

TEST(Polarity, OneSignIsForAllAndNoneForNone) {
  constexpr OpSpec kAnd{.name = "and", .sig = sig("Bool Bool -> Bool"), .polarity = "+"};
  static_assert(polarity_of(kAnd, 0, 3) == '+' && polarity_of(kAnd, 2, 3) == '+');
  constexpr OpSpec kXor{.name = "xor", .sig = sig("Bool Bool -> Bool")};
  static_assert(polarity_of(kXor, 0, 2) == '*');
  constexpr OpSpec kIte{.name = "ite", .sig = sig("Bool A A -> A"), .polarity = "*++"};
  static_assert(polarity_of(kIte, 0, 3) == '*');
  static_assert(polarity_of(kIte, 1, 3) == '+' && polarity_of(kIte, 2, 3) == '+');
}

TEST(Complete, RefusesWhatCannotBeRead) {
  static_assert(complete(std::to_array<OpSpec>({{.name = "f", .sig = sig("A -> A")}})));
  // No name.
  static_assert(!complete(std::to_array<OpSpec>({{.sig = sig("A -> A")}})));
  // Chains of one argument, or of two sorts.
  static_assert(!complete(
      std::to_array<OpSpec>({{.name = "f", .sig = sig("A -> A"), .chain = Chain::LeftAssoc}})));
  static_assert(!complete(std::to_array<OpSpec>(
      {{.name = "f", .sig = sig("A B -> Bool"), .chain = Chain::Chainable}})));
  // An unknown sign.
  static_assert(!complete(
      std::to_array<OpSpec>({{.name = "f", .sig = sig("Bool -> Bool"), .polarity = "x"}})));
}

TEST(Complete, RefusesARowTwice) {
  static_assert(complete(std::to_array<OpSpec>(
      {{.name = "f", .sig = sig("Int -> Int")}, {.name = "f", .sig = sig("Real -> Real")}})));
  static_assert(!complete(std::to_array<OpSpec>(
      {{.name = "f", .sig = sig("BV(n) -> Int")}, {.name = "f", .sig = sig("BV(m) -> Int")}})));
}

TEST(Complete, RefusesAliasesOfNothingAndOfRows) {
  constexpr auto kOps = std::to_array<OpSpec>({{.name = "f", .sig = sig("Int -> Int")}});
  static_assert(complete(kOps, std::to_array<OpAlias>({{"g", "f"}})));
  static_assert(!complete(kOps, std::to_array<OpAlias>({{"g", "h"}})));
  static_assert(!complete(kOps, std::to_array<OpAlias>({{"f", "f"}})));
}

TEST(Known, IsASet) {
  static_assert(includes(kZ3 | kCvc5, kZ3));
  static_assert(includes(kZ3 | kCvc5, kCvc5));
  static_assert(!includes(kZ3 | kCvc5, kCvc4));
  static_assert(!includes(Known{}, kStandard));
}

}  // namespace
}  // namespace pg
