#include <vector>

#include "support/eval_stub.h"

namespace pg {
namespace {

using test::EvalStub;

// All pairs of some small fields.
TEST(EvalFiniteFields, Exhaustive) {
  for (int64_t order : {2, 3, 7, 13}) {
    EvalStub stub;
    const std::string sort = "(_ FiniteField " + std::to_string(order) + ")";
    stub.declare("(declare-const x " + sort + ")(declare-const y " + sort + ")");
    const Term add = stub.parse("(ff.add x y)");
    const Term mul = stub.parse("(ff.mul x y)");
    const Term neg = stub.parse("(ff.neg x)");
    const Term bitsum = stub.parse("(ff.bitsum x y x)");
    for (int64_t x = 0; x < order; ++x)
      for (int64_t y = 0; y < order; ++y) {
        const std::vector<Value> args{Value::integer(x), Value::integer(y), Value::integer(x)};
        EXPECT_EQ(stub.call(add, std::span(args).first(2)), Value::integer((x + y) % order));
        EXPECT_EQ(stub.call(mul, std::span(args).first(2)), Value::integer(x * y % order));
        EXPECT_EQ(stub.call(neg, std::span(args).first(1)), Value::integer((order - x) % order));
        EXPECT_EQ(stub.call(bitsum, args), Value::integer((5 * x + 2 * y) % order));
      }
  }
}

TEST(EvalFiniteFields, LargeOrder) {
  EvalStub stub;
  stub.declare("(declare-const x (_ FiniteField 16777213))");
  const Value most = Value::integer(16777212);
  EXPECT_EQ(stub.call(stub.parse("(ff.mul x x)"), std::vector{most, most}), Value::integer(1));
  EXPECT_EQ(stub.call(stub.parse("(ff.add x x x)"), std::vector{most, most, most}),
            Value::integer(16777210));
  EXPECT_EQ(stub.call(stub.parse("(ff.bitsum x x)"), std::vector{most, most}),
            Value::integer(16777210));
}

}  // namespace
}  // namespace pg
