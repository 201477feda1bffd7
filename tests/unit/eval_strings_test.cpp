#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/eval_stub.h"
#include "theory/strings/string_value.h"

namespace pg::test {
namespace {

// m is -1, big is 10^30, mbig is -10^30, ca and c0 are the characters a and 0.
void declare_constants(EvalStub& stub) {
  stub.declare(
      "(declare-const m Int)(declare-const big Int)(declare-const mbig Int)"
      "(declare-const ca Unicode)(declare-const c0 Unicode)");
  const mpz_class big("1000000000000000000000000000000");
  stub.define("m", Value::integer(-1));
  stub.define("big", stub.values.integer(big));
  stub.define("mbig", stub.values.integer(-big));
  stub.define("ca", Value::integer('a'));
  stub.define("c0", Value::integer('0'));
}

// clang-format off
constexpr EvalCase kExamples[] = {
    // Literals.
    {R"("")", R"("")"},
    {R"((str.len "\u{41}"))", "1"},
    {R"((str.len "\u0041"))", "1"},
    {R"((str.len "\u041"))", "5"},
    {R"((str.len "\x41"))", "4"},
    {R"((str.len "\u{2FFFF}"))", "1"},
    {R"((str.len "\u{30000}"))", "9"},
    {R"((str.len "\u{}"))", "4"},
    {R"((str.len "\u{000041}"))", "10"},
    {R"((str.len "a""b"))", "3"},
    {R"((str.prefixof (_ char #x41) "A"))", "true"},
    {R"((str.to_code (_ char #x1BC3D)))", "113725"},
    // str.++
    {R"((str.++ "" ""))", R"("")"},
    {R"((str.++ "a" "b"))", R"("ab")"},
    {R"((str.++ "a" "" "bc" "d"))", R"("abcd")"},
    {R"((str.++ "\u{2FFFF}" "a"))", R"("\u{2ffff}a")"},
    // str.len
    {R"((str.len ""))", "0"},
    {R"((str.len "abc"))", "3"},
    // str.< and str.<=
    {R"((str.< "" ""))", "false"},
    {R"((str.< "" "a"))", "true"},
    {R"((str.< "a" ""))", "false"},
    {R"((str.< "a" "aa"))", "true"},
    {R"((str.< "b" "aa"))", "false"},
    {R"((str.< "Z" "a"))", "true"},
    {R"((str.< "a" "\u{2FFFF}"))", "true"},
    {R"((str.< "\u{10000}" "\u{FFFF}"))", "false"},
    {R"((str.< "a" "b" "c"))", "true"},
    {R"((str.< "a" "c" "b"))", "false"},
    {R"((str.< "a" "b" "b"))", "false"},
    {R"((str.< "a" "aardvark" "aardwolf" "zygotic"))", "true"},
    {R"((str.<= "" ""))", "true"},
    {R"((str.<= "a" "a"))", "true"},
    {R"((str.<= "ab" "a"))", "false"},
    {R"((str.<= "a" "a" "b"))", "true"},
    {R"((str.<= "a" "b" "a"))", "false"},
    // str.at
    {R"((str.at "abc" 0))", R"("a")"},
    {R"((str.at "abc" 2))", R"("c")"},
    {R"((str.at "abc" 3))", R"("")"},
    {R"((str.at "abc" m))", R"("")"},
    {R"((str.at "" 0))", R"("")"},
    {R"((str.at "abc" big))", R"("")"},
    {R"((str.at "abc" mbig))", R"("")"},
    {R"((str.at "a\u{2FFFF}c" 1))", R"("\u{2ffff}")"},
    // str.substr
    {R"((str.substr "abcd" 1 2))", R"("bc")"},
    {R"((str.substr "abcd" 0 4))", R"("abcd")"},
    {R"((str.substr "abcd" 2 9))", R"("cd")"},
    {R"((str.substr "abcd" 2 big))", R"("cd")"},
    {R"((str.substr "abcd" 4 1))", R"("")"},
    {R"((str.substr "abcd" 5 1))", R"("")"},
    {R"((str.substr "abcd" big 1))", R"("")"},
    {R"((str.substr "abcd" m 3))", R"("")"},
    {R"((str.substr "abcd" mbig big))", R"("")"},
    {R"((str.substr "abcd" 1 0))", R"("")"},
    {R"((str.substr "abcd" 1 m))", R"("")"},
    {R"((str.substr "abcd" 1 mbig))", R"("")"},
    {R"((str.substr "" 0 1))", R"("")"},
    // str.prefixof, str.suffixof, str.contains
    {R"((str.prefixof "" ""))", "true"},
    {R"((str.prefixof "" "a"))", "true"},
    {R"((str.prefixof "a" ""))", "false"},
    {R"((str.prefixof "ab" "abc"))", "true"},
    {R"((str.prefixof "abc" "ab"))", "false"},
    {R"((str.prefixof "bc" "abc"))", "false"},
    {R"((str.suffixof "" ""))", "true"},
    {R"((str.suffixof "" "a"))", "true"},
    {R"((str.suffixof "a" ""))", "false"},
    {R"((str.suffixof "bc" "abc"))", "true"},
    {R"((str.suffixof "ab" "abc"))", "false"},
    {R"((str.contains "" ""))", "true"},
    {R"((str.contains "a" ""))", "true"},
    {R"((str.contains "" "a"))", "false"},
    {R"((str.contains "abcd" "bc"))", "true"},
    {R"((str.contains "abcd" "bd"))", "false"},
    {R"((str.contains "aabaabaaab" "aabaaab"))", "true"},
    // str.indexof
    {R"((str.indexof "abcabc" "bc" 0))", "1"},
    {R"((str.indexof "abcabc" "bc" 1))", "1"},
    {R"((str.indexof "abcabc" "bc" 2))", "4"},
    {R"((str.indexof "abcabc" "bc" 5))", "-1"},
    {R"((str.indexof "abcabc" "x" 0))", "-1"},
    {R"((str.indexof "abc" "a" m))", "-1"},
    {R"((str.indexof "abc" "a" 3))", "-1"},
    {R"((str.indexof "abc" "a" 4))", "-1"},
    {R"((str.indexof "abc" "" 0))", "0"},
    {R"((str.indexof "abc" "" 2))", "2"},
    {R"((str.indexof "abc" "" 3))", "3"},
    {R"((str.indexof "abc" "" 4))", "-1"},
    {R"((str.indexof "abc" "" m))", "-1"},
    {R"((str.indexof "" "" 0))", "0"},
    {R"((str.indexof "" "" 1))", "-1"},
    {R"((str.indexof "abc" "" big))", "-1"},
    {R"((str.indexof "abc" "a" mbig))", "-1"},
    {R"((str.indexof "a" "abc" 0))", "-1"},
    {R"((str.indexof "abcabc" "c"))", "2"},
    {R"((str.indexof "abc" ""))", "0"},
    // str.replace
    {R"((str.replace "abcabc" "b" "X"))", R"("aXcabc")"},
    {R"((str.replace "abc" "x" "y"))", R"("abc")"},
    {R"((str.replace "abc" "" "X"))", R"("Xabc")"},
    {R"((str.replace "" "" "X"))", R"("X")"},
    {R"((str.replace "" "a" "X"))", R"("")"},
    {R"((str.replace "abc" "abc" ""))", R"("")"},
    {R"((str.replace "abc" "c" "cc"))", R"("abcc")"},
    // str.replace_all
    {R"((str.replace_all "abab" "b" "X"))", R"("aXaX")"},
    {R"((str.replace_all "aaa" "aa" "b"))", R"("ba")"},
    {R"((str.replace_all "aaa" "a" "aa"))", R"("aaaaaa")"},
    {R"((str.replace_all "abc" "" "X"))", R"("abc")"},
    {R"((str.replace_all "" "" "X"))", R"("")"},
    {R"((str.replace_all "abc" "x" "y"))", R"("abc")"},
    {R"((str.replace_all "abab" "ab" ""))", R"("")"},
    {R"((str.replace_all "aabb" "ab" "ba"))", R"("abab")"},
    // Regular expressions in replacements: leftmost, then shortest.
    {R"((str.replace_re "abab" (re.+ (str.to_re "ab")) "X"))", R"("Xab")"},
    {R"((str.replace_re "xaay" (re.+ (str.to_re "a")) "-"))", R"("x-ay")"},
    {R"((str.replace_re "abc" (re.* (str.to_re "a")) "X"))", R"("Xabc")"},
    {R"((str.replace_re "" (re.* (str.to_re "a")) "X"))", R"("X")"},
    {R"((str.replace_re "" (str.to_re "a") "X"))", R"("")"},
    {R"((str.replace_re "abc" re.none "X"))", R"("abc")"},
    {R"((str.replace_re "abc" re.all "X"))", R"("Xabc")"},
    {R"((str.replace_re "abc" (str.to_re "") "X"))", R"("Xabc")"},
    {R"((str.replace_re "abc" re.allchar "X"))", R"("Xbc")"},
    {R"((str.replace_re "abcd" (re.union (str.to_re "bcd") (str.to_re "bc")) "-"))", R"("a-d")"},
    {R"((str.replace_re "cab" (re.union (str.to_re "ab") (str.to_re "c")) "-"))", R"("-ab")"},
    {R"((str.replace_re_all "abab" (str.to_re "b") "X"))", R"("aXaX")"},
    {R"((str.replace_re_all "aaa" (re.* (str.to_re "a")) "X"))", R"("XXX")"},
    {R"((str.replace_re_all "aaba" (re.+ (str.to_re "a")) "XX"))", R"("XXXXbXX")"},
    {R"((str.replace_re_all "abc" re.all "X"))", R"("XXX")"},
    {R"((str.replace_re_all "abc" (str.to_re "") "X"))", R"("abc")"},
    {R"((str.replace_re_all "" re.all "X"))", R"("")"},
    {R"((str.replace_re_all "abc" re.none "X"))", R"("abc")"},
    {R"((str.replace_re_all "aabb" (re.++ (str.to_re "a") re.all (str.to_re "b")) "-"))", R"("-b")"},
    {R"((str.replace_re_all "abcabc" ((_ re.^ 2) re.allchar) ""))", R"("")"},
    {R"((str.indexof_re "abcabc" (str.to_re "c") 0))", "2"},
    {R"((str.indexof_re "abcabc" (str.to_re "c") 3))", "5"},
    {R"((str.indexof_re "abcabc" (str.to_re "x") 0))", "-1"},
    {R"((str.indexof_re "abc" (str.to_re "a") m))", "-1"},
    {R"((str.indexof_re "abc" (str.to_re "a") 4))", "-1"},
    {R"((str.indexof_re "abc" (re.* (str.to_re "c")) 1))", "1"},
    {R"((str.indexof_re "abc" (re.* (str.to_re "c")) 3))", "3"},
    {R"((str.indexof_re "abc" (re.* (str.to_re "c")) 4))", "-1"},
    {R"((str.indexof_re "abc" re.none 0))", "-1"},
    {R"((str.indexof_re "abc" re.all big))", "-1"},
    // Characters and numbers.
    {R"((str.is_digit "0"))", "true"},
    {R"((str.is_digit "9"))", "true"},
    {R"((str.is_digit "/"))", "false"},
    {R"((str.is_digit ":"))", "false"},
    {R"((str.is_digit "12"))", "false"},
    {R"((str.is_digit ""))", "false"},
    {R"((str.is_digit "\u{661}"))", "false"},
    {R"((str.to_code "A"))", "65"},
    {R"((str.to_code ""))", "-1"},
    {R"((str.to_code "AB"))", "-1"},
    {R"((str.to_code "\u{2FFFF}"))", "196607"},
    {R"((str.to_code "\u{0}"))", "0"},
    {R"((str.from_code 65))", R"("A")"},
    {R"((str.from_code 0))", R"("\u{0}")"},
    {R"((str.from_code 196607))", R"("\u{2ffff}")"},
    {R"((str.from_code 196608))", R"("")"},
    {R"((str.from_code m))", R"("")"},
    {R"((str.from_code big))", R"("")"},
    {R"((str.from_code mbig))", R"("")"},
    {R"((str.to_int "0"))", "0"},
    {R"((str.to_int "00123"))", "123"},
    {R"((str.to_int ""))", "-1"},
    {R"((str.to_int "-123"))", "-1"},
    {R"((str.to_int "12a"))", "-1"},
    {R"((str.to_int " 12"))", "-1"},
    {R"((str.to_int "+1"))", "-1"},
    {R"((str.to_int "\u{661}"))", "-1"},
    {R"((str.to_int "1000000000000000000000000000000"))", "1000000000000000000000000000000"},
    {R"((str.from_int 0))", R"("0")"},
    {R"((str.from_int 123))", R"("123")"},
    {R"((str.from_int m))", R"("")"},
    {R"((str.from_int big))", R"("1000000000000000000000000000000")"},
    {R"((str.from_int mbig))", R"("")"},
    // cvc5's.
    {R"((str.rev ""))", R"("")"},
    {R"((str.rev "abc"))", R"("cba")"},
    {R"((str.to_lower "AZ@[az\u{c9}"))", R"("az@[az\u{c9}")"},
    {R"((str.to_upper "az`{AZ\u{e9}"))", R"("AZ`{AZ\u{e9}")"},
    {R"((str.update "abcd" 1 "XY"))", R"("aXYd")"},
    {R"((str.update "abcd" 3 "XY"))", R"("abcX")"},
    {R"((str.update "abcd" 4 "XY"))", R"("abcd")"},
    {R"((str.update "abcd" m "XY"))", R"("abcd")"},
    {R"((str.update "abcd" big "XY"))", R"("abcd")"},
    {R"((str.update "abcd" 1 ""))", R"("abcd")"},
    {R"((str.update "" 0 "X"))", R"("")"},
    // Z3's.
    {R"((str.from_ubv #xff))", R"("255")"},
    {R"((str.from_ubv #x00))", R"("0")"},
    {R"((str.from_sbv #xff))", R"("-1")"},
    {R"((str.from_sbv #x80))", R"("-128")"},
    {R"((str.from_sbv #x7f))", R"("127")"},
    {R"((char.<= ca c0))", "false"},
    {R"((char.<= c0 c0))", "true"},
    {R"((char.to_int ca))", "97"},
    {R"((char.to_bv ca))", "#b000000000001100001"},
    {R"((char.from_bv (_ bv65 18)))", "65"},
    {R"((char.from_bv (_ bv196607 18)))", "196607"},
    {R"((char.from_bv (_ bv196608 18)))", "unsupported"},
    {R"((char.is_digit c0))", "true"},
    {R"((char.is_digit ca))", "false"},
    {R"((seq.unit ca))", R"("a")"},
    // Regular expressions.
    {R"((str.in_re "" re.none))", "false"},
    {R"((str.in_re "" re.all))", "true"},
    {R"((str.in_re "\u{2FFFF}\u{0}" re.all))", "true"},
    {R"((str.in_re "" re.allchar))", "false"},
    {R"((str.in_re "\u{2FFFF}" re.allchar))", "true"},
    {R"((str.in_re "ab" re.allchar))", "false"},
    {R"((str.in_re "" (str.to_re "")))", "true"},
    {R"((str.in_re "abc" (str.to_re "abc")))", "true"},
    {R"((str.in_re "ab" (str.to_re "abc")))", "false"},
    {R"((str.in_re "abcd" (str.to_re "abc")))", "false"},
    {R"((str.in_re "abcd" (re.++ (str.to_re "ab") (str.to_re "") (str.to_re "cd"))))", "true"},
    {R"((str.in_re "a" (re.++ re.none (str.to_re "a"))))", "false"},
    {R"((str.in_re "b" (re.union (str.to_re "a") (str.to_re "b") re.none)))", "true"},
    {R"((str.in_re "c" (re.union (str.to_re "a") (str.to_re "b"))))", "false"},
    {R"((str.in_re "ab" (re.inter (re.++ (str.to_re "a") re.all) (re.++ re.all (str.to_re "b")))))", "true"},
    {R"((str.in_re "ba" (re.inter (re.++ (str.to_re "a") re.all) (re.++ re.all (str.to_re "b")))))", "false"},
    {R"((str.in_re "" (re.* (str.to_re "ab"))))", "true"},
    {R"((str.in_re "abab" (re.* (str.to_re "ab"))))", "true"},
    {R"((str.in_re "aba" (re.* (str.to_re "ab"))))", "false"},
    {R"((str.in_re "" (re.* re.none)))", "true"},
    {R"((str.in_re "" (re.+ re.none)))", "false"},
    {R"((str.in_re "" (re.+ (str.to_re "a"))))", "false"},
    {R"((str.in_re "" (re.+ (str.to_re ""))))", "true"},
    {R"((str.in_re "" (re.opt (str.to_re "a"))))", "true"},
    {R"((str.in_re "a" (re.opt (str.to_re "a"))))", "true"},
    {R"((str.in_re "aa" (re.opt (str.to_re "a"))))", "false"},
    {R"((str.in_re "" (re.opt re.none)))", "true"},
    {R"((str.in_re "a" (re.comp (str.to_re "a"))))", "false"},
    {R"((str.in_re "" (re.comp (str.to_re "a"))))", "true"},
    {R"((str.in_re "aa" (re.comp (re.comp (re.* (str.to_re "a"))))))", "true"},
    {R"((str.in_re "a" (re.comp re.none)))", "true"},
    {R"((str.in_re "a" (re.comp re.all)))", "false"},
    {R"((str.in_re "b" (re.diff re.allchar (str.to_re "a"))))", "true"},
    {R"((str.in_re "a" (re.diff re.allchar (str.to_re "a"))))", "false"},
    {R"((str.in_re "b" (re.diff re.allchar (str.to_re "a") (str.to_re "b"))))", "false"},
    {R"((str.in_re "b" (re.range "a" "c")))", "true"},
    {R"((str.in_re "a" (re.range "a" "a")))", "true"},
    {R"((str.in_re "d" (re.range "a" "c")))", "false"},
    {R"((str.in_re "b" (re.range "c" "a")))", "false"},
    {R"((str.in_re "a" (re.range "ab" "c")))", "false"},
    {R"((str.in_re "a" (re.range "a" "bc")))", "false"},
    {R"((str.in_re "a" (re.range "" "c")))", "false"},
    {R"((str.in_re "" (re.range "" "")))", "false"},
    {R"((str.in_re "bb" (re.range "a" "c")))", "false"},
    {R"((str.in_re "\u{2FFFF}" (re.range "a" "\u{2FFFF}")))", "true"},
    {R"((str.in_re "" ((_ re.^ 0) (str.to_re "a"))))", "true"},
    {R"((str.in_re "" ((_ re.^ 0) re.none)))", "true"},
    {R"((str.in_re "" ((_ re.^ 1) re.none)))", "false"},
    {R"((str.in_re "ababab" ((_ re.^ 3) (str.to_re "ab"))))", "true"},
    {R"((str.in_re "abab" ((_ re.^ 3) (str.to_re "ab"))))", "false"},
    {R"((str.in_re "" ((_ re.^ 4294967294) (re.opt (str.to_re "ab")))))", "true"},
    {R"((str.in_re "ab" (re.loop (str.to_re "ab") 0 big)))", "unsupported"},
    {R"((str.in_re "a" ((_ re.loop 1 3) (str.to_re "a"))))", "true"},
    {R"((str.in_re "aaaa" ((_ re.loop 1 3) (str.to_re "a"))))", "false"},
    {R"((str.in_re "" ((_ re.loop 1 3) (str.to_re "a"))))", "false"},
    {R"((str.in_re "" ((_ re.loop 0 0) (str.to_re "a"))))", "true"},
    {R"((str.in_re "aa" ((_ re.loop 3 2) (str.to_re "a"))))", "false"},
    {R"((str.in_re "" ((_ re.loop 1 0) (str.to_re ""))))", "false"},
    {R"((str.in_re "aaaa" ((_ re.loop 2) (str.to_re "a"))))", "true"},
    {R"((str.in_re "a" ((_ re.loop 2) (str.to_re "a"))))", "false"},
    {R"((str.in_re "aaaa" (re.loop (str.to_re "a") 2)))", "true"},
    {R"((str.in_re "aaaa" (re.loop (str.to_re "a") 2 3)))", "false"},
    {R"((str.in_re "aaa" (re.loop (str.to_re "a") 2 3)))", "true"},
    {R"((str.in_re "aaa" (re.loop (str.to_re "a") m 3)))", "unsupported"},
    {R"((str.in_re "cba" (re.reverse (str.to_re "abc"))))", "true"},
    {R"((str.in_re "abc" (re.reverse (str.to_re "abc"))))", "false"},
    {R"((str.in_re "bbaa" (re.reverse (re.++ (re.* (str.to_re "a")) (re.+ (str.to_re "b"))))))", "true"},
    {R"((str.in_re "bc" (re.derivative ca (str.to_re "abc"))))", "true"},
    {R"((str.in_re "" (re.derivative ca (re.* (str.to_re "a")))))", "true"},
    {R"((str.in_re "" (re.derivative c0 (re.* (str.to_re "a")))))", "false"},
};
// clang-format on
static_assert(std::size(kExamples) > 200);

TEST(EvalStrings, Examples) {
  EvalStub stub;
  declare_constants(stub);
  expect_values(stub, kExamples);
}

TEST(EvalStrings, OldNamesMeanTheSame) {
  EvalStub stub;
  EXPECT_EQ(stub.show(R"((str.to.int "12"))"), "12");
  EXPECT_EQ(stub.show(R"((int.to.str 12))"), R"("12")");
  EXPECT_EQ(stub.show(R"((str.in.re "a" (str.to.re "a")))"), "true");
  EXPECT_EQ(stub.show(R"((str.in_re "a" re.nostr))"), "false");
  EXPECT_EQ(stub.show(R"((str.tolower "A"))"), R"("a")");
}

TEST(EvalStrings, LongResults) {
  EvalStub stub;
  stub.declare("(declare-const s String)(declare-const n Int)");
  stub.define("s", stub.values.string(std::vector<uint32_t>(6'000'000, 'a')));
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, 999'999);
  stub.define("n", stub.values.integer(power));
  EXPECT_EQ(stub.show("(str.len (str.from_int n))"), "1000000");
  EXPECT_EQ(stub.eval("(str.to_int (str.from_int n))"), stub.values.integer(power));
  const Value long_one = stub.eval("(str.++ s s)");
  ASSERT_EQ(long_one.kind(), ValueKind::Unsupported);
  EXPECT_EQ(stub.values.reason(long_one), "string too long");
  EXPECT_EQ(stub.show(R"((str.len (str.replace_all s "a" "bb")))"), "unsupported");
  EXPECT_EQ(stub.show(R"((str.len (str.replace_all s "aa" "b")))"), "3000000");
  EXPECT_EQ(stub.show(R"((str.contains s (str.++ (str.substr s 0 3000000) "b")))"), "false");
  EXPECT_EQ(stub.show(R"((seq.last_indexof s (str.substr s 0 3000000)))"), "3000000");
  EXPECT_EQ(stub.show(R"((str.in_re s (re.* (str.to_re "a"))))"), "true");
  EXPECT_EQ(stub.show(R"((str.in_re s (str.to_re s)))"), "true");
}

// ---- Literals.

TEST(StringLiterals, EveryCharacterSurvives) {
  for (uint32_t code = 0; code <= strings::kLastCodePoint; ++code) {
    const std::string text = strings::write_string_literal(std::vector{code});
    const auto read = strings::read_string_literal(text);
    ASSERT_TRUE(read.has_value() && *read == std::vector{code}) << text;
  }
}

TEST(StringLiterals, BackslashNeverStartsAnEscape) {
  const std::vector<uint32_t> trap{'\\', 'u', '{', '4', '1', '}', '"',
                                   '\\', 'u', '0', '0', '4', '1'};
  const std::string text = strings::write_string_literal(trap);
  EXPECT_EQ(text, R"("\u{5c}u{41}""\u{5c}u0041")");
  EXPECT_EQ(*strings::read_string_literal(text), trap);
}

TEST(StringLiterals, OddSpellings) {
  auto size = [](std::string_view text) { return strings::read_string_literal(text)->size(); };
  EXPECT_EQ(size(R"("\u{0041}")"), 1u);
  EXPECT_EQ(size(R"("\u{00041}")"), 1u);
  EXPECT_EQ(size(R"("\u{000041}")"), 10u);
  EXPECT_EQ(size(R"("\u{12345}")"), 1u);
  EXPECT_EQ(size(R"("\u{3FFFF}")"), 9u);
  EXPECT_EQ(size(R"("\u{41")"), 5u);
  EXPECT_EQ(size(R"("\u{4g}")"), 6u);
  EXPECT_EQ(size(R"("\u00411")"), 2u);
  EXPECT_EQ(size(R"("\U0041")"), 6u);
  EXPECT_EQ(size(R"("\\u0041")"), 2u);
  EXPECT_EQ(size(R"("\")"), 1u);
  EXPECT_EQ(size(R"("\u")"), 2u);
  EXPECT_EQ(size("\"\xc3\xa9\""), 2u);
  EXPECT_EQ(size("(_ char #x41)"), 1u);
  EXPECT_EQ(size("(_  char\t#x0002B )"), 1u);
  for (std::string_view wrong : {"", "\"", "\"a", "a", "\"a\"b\"", "(_ char #x30000)",
                                 "(_ char #x)", "(_ char 41)", "(_ Char 65)", "(_ char #x41"})
    EXPECT_FALSE(strings::read_string_literal(wrong).has_value()) << wrong;
  EXPECT_EQ(strings::read_char_literal("(_ Char 65)"), 65u);
  EXPECT_EQ(strings::read_char_literal("(_ char #x41)"), 65u);
  EXPECT_FALSE(strings::read_char_literal("(_ Char 196608)").has_value());
}

// ---- Every operator on all short words, against the standard's definitions taken word by word.

using Word = std::u32string;

std::vector<Word> all_words(std::u32string_view letters, size_t longest) {
  std::vector<Word> words{U""};
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i].size() < longest)
      for (char32_t letter : letters) words.push_back(words[i] + letter);
  return words;
}

// Definitions: w = w1 w2 w3 is tried at every place.
bool is_at(const Word& w, const Word& part, size_t at) {
  if (at + part.size() > w.size()) return false;
  for (size_t i = 0; i < part.size(); ++i)
    if (w[at + i] != part[i]) return false;
  return true;
}
long index_of(const Word& w, const Word& part, long from) {
  if (from < 0) return -1;
  for (size_t n = 0; n <= w.size(); ++n)
    if (static_cast<long>(n) >= from && is_at(w, part, n)) return static_cast<long>(n);
  return -1;
}
Word cut(const Word& w, long m, long n) {
  Word result;
  for (long i = 0; i < static_cast<long>(w.size()); ++i)
    if (m >= 0 && m <= i && i < m + n) result += w[static_cast<size_t>(i)];
  return result;
}
Word replace(const Word& w, const Word& a, const Word& b) {
  const long at = index_of(w, a, 0);
  if (at < 0) return w;
  return cut(w, 0, at) + b + cut(w, at + static_cast<long>(a.size()), 1000);
}
Word replace_all(const Word& w, const Word& a, const Word& b) {
  const long at = index_of(w, a, 0);
  if (at < 0 || a.empty()) return w;
  return cut(w, 0, at) + b + replace_all(cut(w, at + static_cast<long>(a.size()), 1000), a, b);
}
bool less(const Word& a, const Word& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (a[i] != b[i]) return a[i] < b[i];
  return a.size() < b.size();
}
Word update(const Word& w, long at, const Word& patch) {
  Word result = w;
  for (size_t i = 0; i < patch.size(); ++i)
    if (at >= 0 && static_cast<size_t>(at) + i < w.size())
      result[static_cast<size_t>(at) + i] = patch[i];
  return result;
}

class AllShortWords : public ::testing::Test {
 protected:
  AllShortWords() : words_(all_words(U"ab", 4)) {}

  Value string(const Word& word) {
    return stub_.values.string(std::vector<uint32_t>(word.begin(), word.end()));
  }
  Value call(Term term, std::initializer_list<Value> args) {
    return stub_.call(term, std::vector<Value>(args));
  }
  static Value integer(long number) { return Value::integer(number); }

  EvalStub stub_;
  std::vector<Word> words_;
};

TEST_F(AllShortWords, OfTwo) {
  const Term prefix = stub_.parse(R"((str.prefixof "" ""))");
  const Term suffix = stub_.parse(R"((str.suffixof "" ""))");
  const Term contains = stub_.parse(R"((str.contains "" ""))");
  const Term lt = stub_.parse(R"((str.< "" ""))");
  const Term le = stub_.parse(R"((str.<= "" ""))");
  const Term concat = stub_.parse(R"((str.++ "" ""))");
  const Term last = stub_.parse(R"((seq.last_indexof "" ""))");
  for (const Word& a : words_) {
    for (const Word& b : words_) {
      const std::initializer_list<Value> args{string(a), string(b)};
      bool is_suffix = false;
      long last_index = -1;
      for (size_t n = 0; n <= b.size(); ++n) is_suffix |= b.substr(n) == a;
      for (size_t n = 0; n <= a.size(); ++n)
        if (is_at(a, b, n)) last_index = static_cast<long>(n);
      EXPECT_EQ(call(prefix, args), Value::boolean(is_at(b, a, 0)));
      EXPECT_EQ(call(suffix, args), Value::boolean(is_suffix));
      EXPECT_EQ(call(contains, args), Value::boolean(index_of(a, b, 0) >= 0));
      EXPECT_EQ(call(lt, args), Value::boolean(less(a, b)));
      EXPECT_EQ(call(le, args), Value::boolean(less(a, b) || a == b));
      EXPECT_EQ(call(concat, args), string(a + b));
      EXPECT_EQ(call(last, args), integer(last_index));
    }
  }
}

TEST_F(AllShortWords, WithPositions) {
  const Term at = stub_.parse(R"((str.at "" 0))");
  const Term substr = stub_.parse(R"((str.substr "" 0 0))");
  const Term indexof = stub_.parse(R"((str.indexof "" "" 0))");
  const Term patch = stub_.parse(R"((str.update "" 0 ""))");
  for (const Word& a : words_) {
    for (long m = -2; m <= 6; ++m) {
      EXPECT_EQ(call(at, {string(a), integer(m)}), string(cut(a, m, 1)));
      for (long n = -2; n <= 6; ++n)
        EXPECT_EQ(call(substr, {string(a), integer(m), integer(n)}), string(cut(a, m, n)));
      for (const Word& b : words_) {
        EXPECT_EQ(call(indexof, {string(a), string(b), integer(m)}), integer(index_of(a, b, m)));
        EXPECT_EQ(call(patch, {string(a), integer(m), string(b)}), string(update(a, m, b)));
      }
    }
  }
}

TEST_F(AllShortWords, Replaced) {
  const Term first = stub_.parse(R"((str.replace "" "" ""))");
  const Term all = stub_.parse(R"((str.replace_all "" "" ""))");
  for (const Word& a : words_) {
    for (const Word& b : words_) {
      for (const Word& c : words_) {
        const std::initializer_list<Value> args{string(a), string(b), string(c)};
        ASSERT_EQ(call(first, args), string(replace(a, b, c)));
        ASSERT_EQ(call(all, args), string(replace_all(a, b, c)));
      }
    }
  }
}

TEST_F(AllShortWords, AsNumbers) {
  const Term to_int = stub_.parse(R"((str.to_int ""))");
  const Term from_int = stub_.parse("(str.from_int 0)");
  for (const Word& word : all_words(U"019:", 4)) {
    long number = word.empty() ? -1 : 0;
    for (char32_t c : word) number = number < 0 || c > U'9' ? -1 : 10 * number + (c - U'0');
    ASSERT_EQ(call(to_int, {string(word)}), integer(number));
    const bool canonical = number >= 0 && (word.size() == 1 || word[0] != U'0');
    ASSERT_EQ(call(from_int, {integer(number)}) == string(word),
              canonical || (number < 0 && word.empty()));
  }
}

}  // namespace
}  // namespace pg::test
