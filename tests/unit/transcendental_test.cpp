// Functions whose values are neither rational nor algebraic: known values, identities, and what is
// said where bounds do not decide.
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "smtlib/parser.h"
#include "support/eval_stub.h"
#include "theory/enclosure.h"

namespace pg {
namespace {

using test::EvalCase;
using test::EvalStub;
using test::expect_values;

// A function's value and fifty digits of it, cut off: it lies between them and one more at the end.
struct Digits {
  std::string_view term;
  std::string_view digits;
};

constexpr Digits kDigits[] = {
    {"real.pi", "3.14159265358979323846264338327950288419716939937510"},
    {"pi", "3.14159265358979323846264338327950288419716939937510"},
    {"euler", "2.71828182845904523536028747135266249775724709369995"},
    {"(exp 1.0)", "2.71828182845904523536028747135266249775724709369995"},
    {"(exp (- 1.0))", "0.36787944117144232159552377016146086744581113103176"},
    {"(log 2.0)", "0.69314718055994530941723212145817656807550013436025"},
    {"(log 10.0)", "2.30258509299404568401799145468436420760110148862877"},
    {"(sin 1.0)", "0.84147098480789650665250232163029899962256306079837"},
    {"(cos 1.0)", "0.54030230586813971740093660744297660373231042061792"},
    {"(tan 1.0)", "1.55740772465490223050697480745836017308725077238152"},
    {"(csc 1.0)", "1.18839510577812121626159945237455100352782983409796"},
    {"(sec 1.0)", "1.85081571768092561791175324139865019347039665509400"},
    {"(cot 1.0)", "0.64209261593433070300641998659426562023027811391817"},
    {"(arcsin (/ 1.0 3.0))", "0.33983690945412193709639251339176406638824469033245"},
    {"(asin (/ 1.0 3.0))", "0.33983690945412193709639251339176406638824469033245"},
    {"(arccos (/ 1.0 3.0))", "1.23095941734077468213492917824798737571034000935509"},
    {"(acos (/ 1.0 3.0))", "1.23095941734077468213492917824798737571034000935509"},
    {"(arctan 2.0)", "1.10714871779409050301706546017853704007004764540143"},
    {"(atan 2.0)", "1.10714871779409050301706546017853704007004764540143"},
    {"(arccsc 3.0)", "0.33983690945412193709639251339176406638824469033245"},
    {"(arcsec 3.0)", "1.23095941734077468213492917824798737571034000935509"},
    {"(arccot 2.0)", "0.46364760900080611621425623146121440202853705428612"},
    {"(sinh 1.0)", "1.17520119364380145688238185059560081515571798133409"},
    {"(cosh 1.0)", "1.54308063481524377847790562075706168260152911236586"},
    {"(tanh 1.0)", "0.76159415595576488811945828260479359041276859725793"},
    {"(asinh 1.0)", "0.88137358701954302523260932497979230902816032826163"},
    {"(acosh 2.0)", "1.31695789692481670862504634730796844402698197146751"},
    {"(atanh 0.5)", "0.54930614433405484569762261846126285232374527891137"},
    {"(atan2 1.0 2.0)", "0.46364760900080611621425623146121440202853705428612"},
    {"(atan2 1.0 (- 2.0))", "2.67794504458898712224838715181828848216863234508898"},
    {"(arctan2 2.0 1.0)", "1.10714871779409050301706546017853704007004764540143"},
    {"(^ 2.0 real.pi)", "8.82497782707628762385642960420800158170441081527148"},
    {"(pow 2.0 real.pi)", "8.82497782707628762385642960420800158170441081527148"},
    {"(^ 3.0 (/ 1.0 33.0))", "1.03385163721664919372342216596684705103881706917573"},
};

std::string one_more(std::string_view digits) {
  std::string more = "(+ ";
  more.append(digits).append(" 0.").append(49, '0').append("1)");
  return more;
}

TEST(Transcendental, FiftyDigits) {
  EvalStub stub;
  for (const auto& [term, digits] : kDigits) {
    std::string between = "(< ";
    between.append(digits)
        .append(" ")
        .append(term)
        .append(" ")
        .append(one_more(digits))
        .append(")");
    EXPECT_EQ(stub.show(between), "true") << term;
    std::string equal = "(= ";
    equal.append(term).append(" ").append(digits).append(")");
    EXPECT_EQ(stub.show(equal), "false") << term;
  }
}

constexpr EvalCase kExact[] = {
    {"(sin 0.0)", "0"},
    {"(cos 0.0)", "1"},
    {"(tan 0.0)", "0"},
    {"(exp 0.0)", "1"},
    {"(log 1.0)", "0"},
    {"(arcsin 0.0)", "0"},
    {"(arccos 1.0)", "0"},
    {"(arctan 0.0)", "0"},
    {"(sinh 0.0)", "0"},
    {"(cosh 0.0)", "1"},
    {"(tanh 0.0)", "0"},
    {"(asinh 0.0)", "0"},
    {"(acosh 1.0)", "0"},
    {"(atanh 0.0)", "0"},
    {"(sin real.pi)", "0"},
    {"(cos real.pi)", "-1"},
    {"(tan real.pi)", "0"},
    {"(cos (* 1000001.0 real.pi))", "-1"},
    {"(sin (/ real.pi 6.0))", "1/2"},
    {"(sin (/ (* (- 7.0) real.pi) 6.0))", "1/2"},
    {"(sin (/ (* 7.0 real.pi) 6.0))", "-1/2"},
    {"(cos (/ real.pi 3.0))", "1/2"},
    {"(sin (/ real.pi 4.0))", "(root-obj (+ (* 2 (^ x 2)) (- 1)) 2)"},
    {"(cos (/ (* 3.0 real.pi) 4.0))", "(root-obj (+ (* 2 (^ x 2)) (- 1)) 1)"},
    {"(tan (/ real.pi 4.0))", "1"},
    {"(tan (/ real.pi 3.0))", "(root-obj (+ (^ x 2) (- 3)) 2)"},
    {"(cot (/ real.pi 4.0))", "1"},
    {"(cot (/ real.pi 2.0))", "0"},
    {"(csc (/ real.pi 2.0))", "1"},
    {"(sec 0.0)", "1"},
    {"(= (arcsin 1.0) (/ real.pi 2.0))", "true"},
    {"(= (acos (- 1.0)) real.pi)", "true"},
    {"(= (asin (- 1.0)) (/ real.pi (- 2.0)))", "true"},
    {"(= (arccos 0.5) (/ real.pi 3.0))", "true"},
    {"(= (* 4.0 (arctan 1.0)) real.pi)", "true"},
    {"(= (arccot 0.0) (/ real.pi 2.0))", "true"},
    {"(= (arccsc 1.0) (arcsin 1.0))", "true"},
    {"(arcsec 1.0)", "0"},
    {"(= (atan2 1.0 0.0) (/ real.pi 2.0))", "true"},
    {"(= (atan2 (- 1.0) 0.0) (/ real.pi (- 2.0)))", "true"},
    {"(= (atan2 0.0 (- 1.0)) real.pi)", "true"},
    {"(atan2 0.0 2.0)", "0"},
    {"(exp (log 7.0))", "7"},
    {"(log (exp 7.0))", "7"},
    {"(^ 2.0 0.5)", "(root-obj (+ (^ x 2) (- 2)) 2)"},
    {"(^ 4.0 0.5)", "2"},
    {"(^ 4.0 (- 1.5))", "1/8"},
    {"(^ 8.0 (/ 2.0 3.0))", "4"},
    {"(^ 1.0 real.pi)", "1"},
    {"(min 2.0 3.0)", "2"},
    {"(max 2.0 3.0)", "3"},
    {"(min 3.0 3.0)", "3"},
    {"(max 0.5 (- 0.5))", "1/2"},
    {"(= (min real.pi 3.0) 3.0)", "true"},
    {"(= (max real.pi 3.0) real.pi)", "true"},
};

TEST(Transcendental, ValuesThatAreKnownExactly) {
  EvalStub stub;
  expect_values(stub, kExact);
}

// What follows from the laws of a field is found whatever the numbers are.
constexpr EvalCase kArithmetic[] = {
    {"(- (sin 1.0) (sin 1.0))", "0"},
    {"(+ (sin 1.0) 2.0 (* (- 1.0) (sin 1.0)))", "2"},
    {"(* 0.0 (exp 1.0))", "0"},
    {"(/ (exp 1.0) (exp 1.0))", "1"},
    {"(/ (* 6.0 (exp 1.0) (sin 1.0)) (* 3.0 (sin 1.0) (exp 1.0)))", "2"},
    {"(= (+ (sin 1.0) (cos 1.0)) (+ (cos 1.0) (sin 1.0)))", "true"},
    {"(= (* 2.0 (sin 1.0)) (+ (sin 1.0) (sin 1.0)))", "true"},
    {"(= (* (exp 1.0) (exp 1.0)) (^ (exp 1.0) 2.0))", "true"},
    {"(= (/ 1.0 (exp 1.0)) (^ (exp 1.0) (- 1.0)))", "true"},
    {"(= (- (- (sin 1.0))) (sin 1.0))", "true"},
    {"(= (abs (sin 4.0)) (- (sin 4.0)))", "true"},
    {"(abs (sin 4.0))", "computed"},
    {"(- (+ (exp 1.0) (^ 2.0 0.5)) (^ 2.0 0.5) (exp 1.0))", "0"},
    {"(= (exp 1.0) (sin 1.0))", "false"},
    {"(distinct (exp 1.0) (exp 2.0) (exp 3.0))", "true"},
    {"(distinct (exp 1.0) (exp 2.0) (exp 1.0))", "false"},
    {"(= (exp 1.0) (^ 2.0 0.5))", "false"},
    {"(< (sin 1.0) (^ 0.5 0.5))", "false"},
    {"(> (* (exp 1.0) (^ 2.0 0.5)) 3.844)", "true"},
    {"(to_int real.pi)", "3"},
    {"(to_int (- real.pi))", "-4"},
    {"(to_int (* 1000000000000000000000000000000.0 real.pi))", "3141592653589793238462643383279"},
    {"(is_int real.pi)", "false"},
    {"(is_int (exp 100.0))", "false"},
    {"(ite (< real.pi 3.15) 1.0 (log 0.0))", "1"},
    {"(< 0.0 (exp (- 1000000.0)) 0.00001)", "true"},
    {"(> (exp 1000000.0) 99999999999999999999.9)", "true"},
    {"(< (- 1.0) (sin 123456789012345678901234567890.0) 1.0)", "true"},
    {"(> (- (exp 0.00000000000000000000000000000000000001) 1.0) 0.0)", "true"},
};

TEST(Transcendental, Arithmetic) {
  EvalStub stub;
  expect_values(stub, kArithmetic);
}

// SMT-LIB does not have these functions, and solvers may make of them what they like.
constexpr std::string_view kOpen[] = {
    "(log 0.0)",
    "(log (- 1.0))",
    "(log (- (exp 1.0)))",
    "(arcsin 1.5)",
    "(arcsin (- 1.0))",
    "(arccos (- 1.0))",
    "(arccsc (- 1.0))",
    "(arcsec (- 1.0))",
    "(asin (- 1.5))",
    "(arcsin (- real.pi))",
    "(arccos (- 2.0))",
    "(arccsc 0.5)",
    "(arccsc 0.0)",
    "(arcsec 0.0)",
    "(arcsec (- 0.5))",
    "(arccot (- 1.0))",
    "(acosh 0.5)",
    "(atanh 1.0)",
    "(atanh (- 1.0))",
    "(tan (/ real.pi 2.0))",
    "(tan (/ (* (- 5.0) real.pi) 2.0))",
    "(cot real.pi)",
    "(cot 0.0)",
    "(csc 0.0)",
    "(csc (* 3.0 real.pi))",
    "(sec (/ real.pi 2.0))",
    "(atan2 0.0 0.0)",
    "(^ (- 2.0) 0.5)",
    "(^ (- 2.0) real.pi)",
    "(^ 0.0 (- real.pi))",
    "(/ real.pi 0.0)",
    "(/ real.pi (sin real.pi))",
    "(to_real real.pi)",
};

TEST(Transcendental, OutsideOfTheirDomains) {
  EvalStub stub;
  for (const std::string_view term : kOpen) EXPECT_EQ(stub.show(term), "unspecified") << term;
}

// Numbers that are equal, but not by a law that we use: bounds never say so.
constexpr std::string_view kUndecided[] = {
    "(= (+ (* (sin 1.0) (sin 1.0)) (* (cos 1.0) (cos 1.0))) 1.0)",
    "(< (+ (* (sin 1.0) (sin 1.0)) (* (cos 1.0) (cos 1.0))) 1.0)",
    "(<= (+ (* (sin 1.0) (sin 1.0)) (* (cos 1.0) (cos 1.0))) 1.0)",
    "(= (* (exp 1.0) (exp 2.0)) (exp 3.0))",
    "(= (log 4.0) (* 2.0 (log 2.0)))",
    "(to_int (/ (log 8.0) (log 2.0)))",
    "(is_int (/ (log 8.0) (log 2.0)))",
    "(to_real (/ (log 8.0) (log 2.0)))",
    "(abs (- (exp 3.0) (* (exp 1.0) (exp 2.0))))",
    "(/ 1.0 (- (exp 3.0) (* (exp 1.0) (exp 2.0))))",
    "(log (- (exp 3.0) (* (exp 1.0) (exp 2.0))))",
    "(arcsin (/ (* (exp 1.0) (exp 2.0)) (exp 3.0)))",
    "(max (exp 3.0) (* (exp 1.0) (exp 2.0)))",
    "(^ (- (exp 3.0) (* (exp 1.0) (exp 2.0))) (- 2.0))",
};

TEST(Transcendental, EqualityIsNeverConcludedFromBounds) {
  EvalStub stub;
  for (const std::string_view term : kUndecided) EXPECT_EQ(stub.show(term), "unsupported") << term;
}

// Inside of other values the same holds: nothing is found by its handle.
constexpr EvalCase kInside[] = {
    {"(= (tuple (exp 3.0)) (tuple (* (exp 1.0) (exp 2.0))))", "unsupported"},
    {"(= (tuple (exp 3.0)) (tuple 3.0))", "false"},
    {"(= (tuple (exp 3.0)) (tuple (exp 3.0)))", "true"},
    {"(select ((as const (Array Real Int)) 5) (exp 1.0))", "unsupported"},
    {"(seq.unit (exp 1.0))", "unsupported"},
    {"(seq.unit (tuple 1 (exp 1.0)))", "unsupported"},
    {"(set.singleton (exp 1.0))", "unsupported"},
    {"(select ((as const (Array Int Real)) (exp 1.0)) 5)", "computed"},
};

TEST(Transcendental, InsideOfOtherValues) {
  EvalStub stub;
  expect_values(stub, kInside);
}

TEST(Transcendental, RefiningTakesStepsAndStops) {
  class Poor : public EvalStub {
   public:
    uint64_t left = 0;
    bool spend(uint64_t steps) override {
      if (steps > left) return false;
      left -= steps;
      return true;
    }
  };
  Poor stub;
  const Term equal = stub.parse("(= (log 4.0) (* 2.0 (log 2.0)))");
  stub.left = 1'000'000;
  const Value undecided = stub.eval(equal);
  const uint64_t spent = 1'000'000 - stub.left;
  EXPECT_EQ(stub.values.reason(undecided), "numbers too close to each other to tell them apart");
  EXPECT_GT(spent, 100u);
  stub.left = spent / 2;
  EXPECT_EQ(stub.values.reason(stub.eval(equal)), "too many steps");
  stub.left = 100;
  EXPECT_EQ(stub.show("(< (log 4.0) 1.5)"), "true");
}

TEST(Transcendental, BoundsAreRationalsAroundTheNumber) {
  EvalStub stub;
  const auto bounds = enclosure::bounds(stub.values, stub.eval("(exp 1.0)"));
  ASSERT_TRUE(bounds);
  EXPECT_LT(bounds->first, mpq_class("271828182845904524/100000000000000000"));
  EXPECT_GT(bounds->second, mpq_class("271828182845904523/100000000000000000"));
  EXPECT_LT(bounds->second - bounds->first, mpq_class("1/1000000000000000"));
  EXPECT_FALSE(enclosure::bounds(stub.values, stub.eval("(exp 1000000.0)")));
}

}  // namespace
}  // namespace pg
