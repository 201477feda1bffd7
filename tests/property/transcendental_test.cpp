// Bounds of functions at random arguments: they agree with the double of the C library where that
// is far from a tie, keep the order of what is monotone, and satisfy identities as closely as
// asked.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/eval_stub.h"
#include "theory/computed.h"
#include "theory/enclosure.h"

namespace pg {
namespace {

using test::EvalStub;

// A rational that is a double, too, between the ends.
mpq_class number(double low, double high) {
  constexpr int kSteps = 1 << 20;
  const int step = *rc::gen::inRange(0, kSteps + 1);
  return mpq_class(low + (high - low) * step / kSteps);
}

std::string text(const mpq_class& number) {
  const mpq_class magnitude = abs(number);
  const std::string quotient =
      fmt::format("(/ {}.0 {}.0)", magnitude.get_num().get_str(), magnitude.get_den().get_str());
  return number < 0 ? fmt::format("(- {})", quotient) : quotient;
}

struct Function {
  std::string name;
  double (*meaning)(double);
  double low;
  double high;
  int monotone = 0;  // 1: it rises, -1: it falls
};

const std::vector<Function> kFunctions = {
    {"exp", std::exp, -20, 20, 1},
    {"log", std::log, 0.001, 1000, 1},
    {"sin", std::sin, -100, 100},
    {"cos", std::cos, -100, 100},
    {"sin", std::sin, -1.5, 1.5, 1},
    {"cos", std::cos, 0.01, 3.1, -1},
    {"tan", std::tan, -1.5, 1.5, 1},
    {"arcsin", std::asin, -0.99, 0.99, 1},
    {"arccos", std::acos, -0.99, 0.99, -1},
    {"arctan", std::atan, -100, 100, 1},
    {"sinh", std::sinh, -20, 20, 1},
    {"cosh", std::cosh, 0.01, 20, 1},
    {"tanh", std::tanh, -10, 10, 1},
    {"asinh", std::asinh, -100, 100, 1},
    {"acosh", std::acosh, 1.001, 100, 1},
    {"atanh", std::atanh, -0.99, 0.99, 1},
    {"csc", [](double x) { return 1 / std::sin(x); }, 0.01, 1.5, -1},
    {"sec", [](double x) { return 1 / std::cos(x); }, 0.01, 1.5, 1},
    {"cot", [](double x) { return 1 / std::tan(x); }, 0.01, 1.5, -1},
    {"arccsc", [](double x) { return std::asin(1 / x); }, 1.001, 100, -1},
    {"arcsec", [](double x) { return std::acos(1 / x); }, 1.001, 100, 1},
    {"arccot", [](double x) { return std::atan(1 / x); }, 0.01, 100, -1},
};

const Function& some_function() {
  const size_t which = *rc::gen::inRange<size_t>(0, kFunctions.size());
  return kFunctions[which];
}

RC_GTEST_PROP(Transcendental, AgreesWithTheCLibrary, ()) {
  EvalStub stub;
  const Function& function = some_function();
  const mpq_class x = number(function.low, function.high);
  const double about = function.meaning(x.get_d());
  const double margin = 1e-9 * (1 + std::abs(about));
  const std::string value = fmt::format("({} {})", function.name, text(x));
  const std::string between = fmt::format("(< {} {} {})", text(mpq_class(about - margin)), value,
                                          text(mpq_class(about + margin)));
  RC_ASSERT(stub.show(between) == "true");
  RC_ASSERT(stub.show(fmt::format("(= {} {})", value, text(mpq_class(about + margin)))) == "false");
}

RC_GTEST_PROP(Transcendental, KeepsTheOrder, ()) {
  EvalStub stub;
  const Function& function = some_function();
  const mpq_class x = number(function.low, function.high);
  const mpq_class y = number(function.low, function.high);
  RC_PRE(function.monotone != 0 && x != y);
  const bool rises = function.monotone > 0;
  const std::string less = fmt::format("(< ({0} {1}) ({0} {2}))", function.name, text(x), text(y));
  RC_ASSERT(stub.show(less) == ((x < y) == rises ? "true" : "false"));
}

// The bounds of a sum or a product contain what the bounds of its parts allow.
RC_GTEST_PROP(Transcendental, BoundsContainTheNumber, ()) {
  EvalStub stub;
  const Function& function = some_function();
  const mpq_class x = number(function.low, function.high);
  const Value value = stub.eval(fmt::format("({} {})", function.name, text(x)));
  RC_PRE(computed::is_computed(value));
  const auto bounds = enclosure::bounds(stub.values, value);
  RC_ASSERT(bounds.has_value());
  const auto& [low, high] = *bounds;
  RC_ASSERT(low < high);
  const std::string inside = fmt::format("(< {} ({} {}) {})", text(low - (high - low)),
                                         function.name, text(x), text(high + (high - low)));
  RC_ASSERT(stub.show(inside) == "true");
}

struct Identity {
  std::string_view left;
  std::string_view right;
};

// For 0 < {0} < 1 and 0 < {1} < 1.
constexpr Identity kIdentities[] = {
    {"(sin (+ {0} {1}))", "(+ (* (sin {0}) (cos {1})) (* (cos {0}) (sin {1})))"},
    {"(cos (+ {0} {1}))", "(- (* (cos {0}) (cos {1})) (* (sin {0}) (sin {1})))"},
    {"(exp (+ {0} {1}))", "(* (exp {0}) (exp {1}))"},
    {"(log (* {0} {1}))", "(+ (log {0}) (log {1}))"},
    {"(tan {0})", "(/ (sin {0}) (cos {0}))"},
    {"(^ {0} (+ {1} (exp 1.0)))", "(* (^ {0} (exp 1.0)) (exp (* {1} (log {0}))))"},
    {"(sin (arcsin {0}))", "{0}"},
    {"(cos (arccos {0}))", "{0}"},
    {"(tan (arctan {0}))", "{0}"},
    {"(+ (arcsin {0}) (arccos {0}))", "(/ real.pi 2.0)"},
    {"(atan2 {0} {1})", "(arctan (/ {0} {1}))"},
    {"(- (* (cosh {0}) (cosh {0})) (* (sinh {0}) (sinh {0})))", "1.0"},
    {"(sinh {0})", "(/ (- (exp {0}) (exp (- {0}))) 2.0)"},
    {"(tanh (atanh {0}))", "{0}"},
    {"(sinh (asinh {0}))", "{0}"},
};

// Two forms of one number are never told to be different, and are as close as one likes.
RC_GTEST_PROP(Transcendental, Identities, ()) {
  EvalStub stub;
  const size_t which = *rc::gen::inRange<size_t>(0, std::size(kIdentities));
  const std::string x = text(number(0.01, 0.99));
  const std::string y = text(number(0.01, 0.99));
  const std::string left = fmt::format(fmt::runtime(kIdentities[which].left), x, y);
  const std::string right = fmt::format(fmt::runtime(kIdentities[which].right), x, y);
  RC_ASSERT(stub.show(fmt::format("(= {} {})", left, right)) != "false");
  const std::string tiny = fmt::format("(/ 1.0 1{:0>200}.0)", "");
  RC_ASSERT(stub.show(fmt::format("(< (- {2}) (- {0} {1}) {2})", left, right, tiny)) == "true");
}

// Sums and products that are the same by the laws of a field are one value.
RC_GTEST_PROP(Transcendental, FieldLaws, ()) {
  EvalStub stub;
  const std::string a = fmt::format("(exp {})", text(number(0.01, 3)));
  const std::string b = fmt::format("(sin {})", text(number(0.01, 3)));
  const std::string c = text(number(-3, 3));
  const auto same = [&](std::string_view left, std::string_view right) {
    return stub.eval(fmt::format(fmt::runtime(left), a, b, c)) ==
           stub.eval(fmt::format(fmt::runtime(right), a, b, c));
  };
  RC_ASSERT(same("(+ {0} (+ {1} {2}))", "(+ (+ {2} {0}) {1})"));
  RC_ASSERT(same("(* {0} (* {1} {2}))", "(* (* {2} {0}) {1})"));
  RC_ASSERT(same("(* {2} (+ {0} {1}))", "(+ (* {2} {1}) (* {2} {0}))"));
  RC_ASSERT(same("(- {0} {1})", "(- (- {1} {0}))"));
  RC_ASSERT(same("(/ {0} {1})", "(/ 1.0 (/ {1} {0}))"));
  RC_ASSERT(same("(* {0} {0} {1})", "(* {1} (^ {0} 2.0))"));
}

}  // namespace
}  // namespace pg
