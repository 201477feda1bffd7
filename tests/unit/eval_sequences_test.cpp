#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/eval_stub.h"

namespace pg::test {
namespace {

// e is empty, s is [1, 2, 3], t is [1, 2, 1, 2, 1], u is [1, 2]; m is -1, big is 10^30. f doubles
// by an array, whose other values are 0.
void declare_constants(EvalStub& stub) {
  stub.declare(
      "(declare-const e (Seq Int))(declare-const s (Seq Int))(declare-const t (Seq Int))"
      "(declare-const u (Seq Int))(declare-const m Int)(declare-const big Int)"
      "(declare-const f (Array Int Int))");
  auto sequence = [&](std::initializer_list<int64_t> numbers) {
    std::vector<Value> items;
    for (int64_t number : numbers) items.push_back(Value::integer(number));
    return stub.values.sequence(items);
  };
  stub.define("e", sequence({}));
  stub.define("s", sequence({1, 2, 3}));
  stub.define("t", sequence({1, 2, 1, 2, 1}));
  stub.define("u", sequence({1, 2}));
  stub.define("m", Value::integer(-1));
  stub.define("big", stub.values.integer(mpz_class("1000000000000000000000000000000")));
  std::vector<ValuePool::Entry> doubles;
  for (int64_t i = 1; i < 10; ++i) doubles.emplace_back(Value::integer(i), Value::integer(2 * i));
  stub.define("f", stub.values.array(Value::integer(0), doubles, {}));
}

// clang-format off
constexpr EvalCase kExamples[] = {
    {"(as seq.empty (Seq Int))", "[]"},
    {"(seq.unit 7)", "[7]"},
    {"(seq.unit (seq.unit 7))", "[[7]]"},
    {"(seq.++ e e)", "[]"},
    {"(seq.++ s u)", "[1, 2, 3, 1, 2]"},
    {"(seq.++ s e u (seq.unit 9))", "[1, 2, 3, 1, 2, 9]"},
    {"(seq.len e)", "0"},
    {"(seq.len t)", "5"},
    {"(seq.extract s 1 1)", "[2]"},
    {"(seq.extract s 1 9)", "[2, 3]"},
    {"(seq.extract s 1 big)", "[2, 3]"},
    {"(seq.extract s 0 0)", "[]"},
    {"(seq.extract s 0 m)", "[]"},
    {"(seq.extract s m 2)", "[]"},
    {"(seq.extract s 3 1)", "[]"},
    {"(seq.extract s big 1)", "[]"},
    {"(seq.at s 0)", "[1]"},
    {"(seq.at s 2)", "[3]"},
    {"(seq.at s 3)", "[]"},
    {"(seq.at s m)", "[]"},
    {"(seq.nth s 0)", "1"},
    {"(seq.nth s 2)", "3"},
    {"(seq.nth s 3)", "unspecified"},
    {"(seq.nth s m)", "unspecified"},
    {"(seq.nth s big)", "unspecified"},
    {"(seq.nth e 0)", "unspecified"},
    {"(seq.nth_i s 1)", "2"},
    {"(seq.nth_i s 3)", "unspecified"},
    {"(seq.nth_u s 1)", "unspecified"},
    {"(seq.nth \"abc\" 1)", "98"},
    {"(seq.nth \"abc\" 3)", "unspecified"},
    {"(seq.contains t u)", "true"},
    {"(seq.contains t s)", "false"},
    {"(seq.contains e e)", "true"},
    {"(seq.contains e u)", "false"},
    {"(seq.prefixof u t)", "true"},
    {"(seq.prefixof e e)", "true"},
    {"(seq.prefixof t u)", "false"},
    {"(seq.suffixof u t)", "false"},
    {"(seq.suffixof (seq.unit 1) t)", "true"},
    {"(seq.suffixof e t)", "true"},
    {"(seq.indexof t u 0)", "0"},
    {"(seq.indexof t u 1)", "2"},
    {"(seq.indexof t u 3)", "-1"},
    {"(seq.indexof t u m)", "-1"},
    {"(seq.indexof t e 5)", "5"},
    {"(seq.indexof t e 6)", "-1"},
    {"(seq.indexof t e m)", "-1"},
    {"(seq.indexof t u)", "0"},
    {"(seq.last_indexof t u)", "2"},
    {"(seq.last_indexof t (seq.unit 1))", "4"},
    {"(seq.last_indexof t s)", "-1"},
    {"(seq.last_indexof t e)", "5"},
    {"(seq.last_indexof e e)", "0"},
    {"(seq.replace t u s)", "[1, 2, 3, 1, 2, 1]"},
    {"(seq.replace t e (seq.unit 9))", "[9, 1, 2, 1, 2, 1]"},
    {"(seq.replace s t u)", "[1, 2, 3]"},
    {"(seq.replace_all t u e)", "[1]"},
    {"(seq.replace_all t e u)", "[1, 2, 1, 2, 1]"},
    {"(seq.replace_all t (seq.unit 1) u)", "[1, 2, 2, 1, 2, 2, 1, 2]"},
    {"(seq.rev s)", "[3, 2, 1]"},
    {"(seq.rev e)", "[]"},
    {"(seq.update s 1 (seq.unit 9))", "[1, 9, 3]"},
    {"(seq.update s 2 t)", "[1, 2, 1]"},
    {"(seq.update s 3 t)", "[1, 2, 3]"},
    {"(seq.update s m t)", "[1, 2, 3]"},
    {"(seq.map f s)", "[2, 4, 6]"},
    {"(seq.map f e)", "[]"},
    // The names of strings on sequences, and of sequences on strings.
    {"(str.++ s u)", "[1, 2, 3, 1, 2]"},
    {"(str.len s)", "3"},
    {"(str.substr s 1 1)", "[2]"},
    {"(str.at s 1)", "[2]"},
    {"(str.contains t u)", "true"},
    {"(str.prefixof u t)", "true"},
    {"(str.suffixof u t)", "false"},
    {"(str.indexof t u 1)", "2"},
    {"(str.replace t u s)", "[1, 2, 3, 1, 2, 1]"},
    {"(str.replace_all t u e)", "[1]"},
    {"(str.rev s)", "[3, 2, 1]"},
    {"(str.update s 1 (seq.unit 9))", "[1, 9, 3]"},
    {"(seq.++ \"a\" \"b\")", "\"ab\""},
    {"(seq.len \"ab\")", "2"},
    {"(seq.extract \"abc\" 1 2)", "\"bc\""},
    {"(seq.at \"abc\" 1)", "\"b\""},
    {"(seq.contains \"abc\" \"b\")", "true"},
    {"(seq.prefixof \"a\" \"ab\")", "true"},
    {"(seq.suffixof \"a\" \"ab\")", "false"},
    {"(seq.indexof \"abc\" \"c\" 0)", "2"},
    {"(seq.indexof \"abc\" \"c\")", "2"},
    {"(seq.last_indexof \"abcabc\" \"abc\")", "3"},
    {"(seq.replace \"abc\" \"\" \"x\")", "\"xabc\""},
    {"(seq.replace_all \"aa\" \"a\" \"b\")", "\"bb\""},
    {"(seq.rev \"ab\")", "\"ba\""},
    {"(seq.update \"abc\" 1 \"xyz\")", "\"axy\""},
    // Regular expressions over sequences.
    {"(seq.in.re \"ab\" (re.* (seq.to.re \"ab\")))", "true"},
    {"(seq.in.re t (re.++ (re.* (seq.to.re u)) (seq.to.re (seq.unit 1))))", "true"},
    {"(seq.in.re s (re.* (seq.to.re u)))", "false"},
    {"(seq.in.re e (re.* (seq.to.re u)))", "true"},
    {"(seq.in.re s (seq.to.re s))", "true"},
    {"(seq.in.re s (re.++ (seq.to.re u) (as re.allchar (RegEx (Seq Int)))))", "true"},
    {"(seq.in.re s (re.comp (seq.to.re u)))", "true"},
    {"(seq.in.re s (re.inter (re.comp (seq.to.re u)) ((_ re.^ 3) (as re.allchar (RegEx (Seq Int))))))", "true"},
    {"(seq.in.re (seq.rev t) (re.reverse (seq.to.re t)))", "true"},
    {"(seq.in.re (seq.rev s) (re.reverse (seq.to.re s)))", "true"},
    {"(seq.in.re s (re.reverse (seq.to.re s)))", "false"},
    {"(str.replace_re t (seq.to.re u) s)", "[1, 2, 3, 1, 2, 1]"},
    {"(str.replace_re_all t (seq.to.re u) e)", "[1]"},
    {"(str.replace_re_all t (re.* (seq.to.re (seq.unit 2))) s)", "[1, 1, 2, 3, 1, 1, 2, 3, 1]"},
};
// clang-format on

TEST(EvalSequences, Examples) {
  EvalStub stub;
  declare_constants(stub);
  expect_values(stub, kExamples);
}

// Out of bounds the model decides, by the function that Z3 prints.
TEST(EvalSequences, OutOfBounds) {
  EvalStub stub;
  declare_constants(stub);
  stub.define_open("seq.nth_u", [](std::span<const Value> args) {
    return Value::integer(args[1].as_int64() + 100);
  });
  EXPECT_EQ(stub.show("(seq.nth s 3)"), "103");
  EXPECT_EQ(stub.show("(seq.nth s m)"), "99");
  EXPECT_EQ(stub.show("(seq.nth s 0)"), "1");
  EXPECT_EQ(stub.show("(seq.nth \"abc\" 3)"), "103");
  EXPECT_EQ(stub.show("(seq.nth_u s 0)"), "100");
}

// Applies functions that the test defines; records how they are called.
class FunctionStub : public EvalStub {
 public:
  Value apply(Value function, std::span<const Value> args) override {
    if (function.kind() == ValueKind::Array) return EvalStub::apply(function, args);
    int64_t result = 0;
    for (Value arg : args) result = 10 * result + arg.as_int64();
    return result > limit ? Value::unspecified() : Value::integer(result);
  }
  int64_t limit = 1'000'000'000;
};

TEST(EvalSequences, MapAndFold) {
  FunctionStub stub;
  declare_constants(stub);
  stub.declare(
      "(declare-const f1 (-> Int Int))(declare-const f2 (-> Int Int Int))"
      "(declare-const f3 (-> Int Int Int Int))");
  for (std::string_view name : {"f1", "f2", "f3"})
    stub.define(name, Value(ValueKind::Function, 0, 0));
  EXPECT_EQ(stub.show("(seq.map f1 s)"), "[1, 2, 3]");
  EXPECT_EQ(stub.show("(seq.mapi f2 7 s)"), "[71, 82, 93]");
  EXPECT_EQ(stub.show("(seq.foldl f2 9 s)"), "9123");
  EXPECT_EQ(stub.show("(seq.foldl f2 9 e)"), "9");
  EXPECT_EQ(stub.show("(seq.foldli f3 0 4 u)"), "512");
  EXPECT_EQ(stub.show("(seq.fold_left f2 9 u)"), "912");
  stub.limit = 80;
  EXPECT_EQ(stub.show("(seq.mapi f2 7 s)"), "unspecified");
  EXPECT_EQ(stub.show("(seq.foldl f2 9 s)"), "unspecified");
}

// All words over {1, 2} up to length 4: sequences do what strings do.
TEST(EvalSequences, AgreeWithStrings) {
  EvalStub stub;
  std::vector<std::vector<uint32_t>> words{{}};
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i].size() < 4)
      for (uint32_t letter : {1u, 2u}) {
        words.push_back(words[i]);
        words.back().push_back(letter);
      }
  auto sequence = [&](const std::vector<uint32_t>& word) {
    std::vector<Value> items;
    for (uint32_t letter : word) items.push_back(Value::integer(letter));
    return stub.values.sequence(items);
  };
  auto as_sequence = [&](Value value) {
    if (value.kind() != ValueKind::String) return value;
    const auto text = stub.values.text(value);
    return sequence({text.begin(), text.end()});
  };
  stub.declare("(declare-const e (Seq Int))");
  auto check = [&](Term on_strings, Term on_sequences, std::vector<Value> strings) {
    std::vector<Value> sequences;
    for (Value value : strings) sequences.push_back(as_sequence(value));
    ASSERT_EQ(as_sequence(stub.call(on_strings, strings)), stub.call(on_sequences, sequences));
  };
  const Term replace[] = {stub.parse(R"((str.replace "" "" ""))"),
                          stub.parse("(seq.replace e e e)")};
  const Term replace_all[] = {stub.parse(R"((str.replace_all "" "" ""))"),
                              stub.parse("(seq.replace_all e e e)")};
  const Term indexof[] = {stub.parse(R"((str.indexof "" "" 0))"),
                          stub.parse("(seq.indexof e e 0)")};
  const Term update[] = {stub.parse(R"((str.update "" 0 ""))"), stub.parse("(seq.update e 0 e)")};
  const Term extract[] = {stub.parse(R"((str.substr "" 0 0))"), stub.parse("(seq.extract e 0 0)")};
  for (const auto& a : words) {
    const Value first = stub.values.string(a);
    for (const auto& b : words) {
      const Value second = stub.values.string(b);
      for (const auto& c : words) {
        check(replace[0], replace[1], {first, second, stub.values.string(c)});
        check(replace_all[0], replace_all[1], {first, second, stub.values.string(c)});
      }
      for (int64_t i = -2; i < 7; ++i) {
        check(indexof[0], indexof[1], {first, second, Value::integer(i)});
        check(update[0], update[1], {first, Value::integer(i), second});
      }
    }
    for (int64_t i = -2; i < 7; ++i)
      for (int64_t j = -2; j < 7; ++j)
        check(extract[0], extract[1], {first, Value::integer(i), Value::integer(j)});
  }
}

}  // namespace
}  // namespace pg::test
