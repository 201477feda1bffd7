// Pointers as people pass them and return them.
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "program/write.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Pointers : public test::TestgenTest {
 protected:
  // What becomes of the mutant with this change; or why nothing can be said.
  std::string verdict(const std::string& program, const std::string& change,
                      std::vector<std::string> arrays = {}) {
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    report_ = std::get<TestgenReport>(result);
    for (const MutantResult& mutant : report_.mutants)
      if (mutant.fault.change == change) return verdict_text(mutant);
    return "no such mutant";
  }

  std::string folder() const { return (directory_.path() / "out").string(); }

  TestgenReport report_;
};

TEST_F(Pointers, PointToOneElementIfNobodySaysMore) {
  const char* const divide =
      "int f(int a, int b, int *rest) {\n"
      "  if (b <= 0) return 0;\n  *rest = a % b;\n  return a / b;\n}\n";
  EXPECT_EQ(verdict(divide, "<= becomes <"), "killed by trap");
  EXPECT_THAT(notes_of(report_.interface),
              ElementsAre("'rest' points to one element; for more: --array rest:8"));
  EXPECT_EQ(verdict(divide, "<= becomes <", {"rest:1"}), "killed by trap");
  EXPECT_THAT(notes_of(report_.interface), IsEmpty());
}

// Where more elements would be used, the proof says that there are none.
TEST_F(Pointers, TheLengthThatNobodySaidIsAnAssumption) {
  const char* const largest =
      "int f(const int *a, unsigned n) {\n  int m = a[0];\n"
      "  for (unsigned i = 1; i < n; i++) if (a[i] > m) m = a[i];\n  return m;\n}\n";
  EXPECT_EQ(verdict(largest, "> becomes >="), "equivalent if 'a' points to one element");
  EXPECT_EQ(verdict(largest, "> becomes >=", {"a:3"}), "proved equivalent");
  EXPECT_EQ(verdict("int f(const int *a) { return *a < 3 ? *a : 3; }\n", "< becomes <="),
            "proved equivalent");
}

// strchr: the result is null or a place in what the parameter points to.
constexpr const char* kFind =
    "const char *f(const char *s, char c, unsigned n) {\n"
    "  for (unsigned i = 0; i < n && i < 4; i++) if (s[i] == c) return s + i;\n  return 0;\n}\n";

TEST_F(Pointers, AreResults) {
  EXPECT_EQ(verdict(kFind, "== becomes !=", {"s:4"}), "killed");
  std::set<std::string> results;
  for (const pg::Test& test : report_.tests)
    results.insert(print_result(test.expected.result, report_.interface));
  EXPECT_THAT(results, Contains("null"));
  EXPECT_THAT(results, Contains(StartsWith("s + ")));
  const auto failure = write_report(report_, options_, {"driver", "json"}, folder());
  EXPECT_FALSE(failure) << failure->error.message;
  EXPECT_THAT(directory_.read("out/suite.c"), HasSubstr("suite_check_pointer(\"f\", (f)("));
  EXPECT_THAT(directory_.read("out/tests.json"), HasSubstr("\"result\": \"s + "));
}

TEST_F(Pointers, ToVariablesAndTextsAreResults) {
  EXPECT_EQ(verdict("int one, two[4];\nint *f(int n) { return n < 3 ? &one : two + 2; }\n",
                    "< becomes <="),
            "killed");
  EXPECT_FALSE(write_report(report_, options_, {"driver"}, folder()));
  // The same characters are the same text, and one text may end with another.
  EXPECT_EQ(
      verdict("const char *f(int n) { return n < 3 ? \"no\" : n < 4 ? \"piano\" + 3 : \"yes\"; }\n",
              "< becomes >"),
      "killed");
  EXPECT_EQ(print_result(report_.tests[0].expected.result, report_.interface).front(), '"');
  const auto failure = write_report(report_, options_, {"driver"}, folder());
  EXPECT_FALSE(failure) << failure->error.message;
  EXPECT_THAT(directory_.read("out/suite.c"),
              HasSubstr("suite_check_text(\"f\", suite_result, \"yes\", 4);"));
  EXPECT_EQ(
      verdict("const char *f(int n) { return n < 3 ? \"no\" : \"piano\" + 3; }\n", "< becomes <="),
      "proved equivalent");
}

// Where other objects may be returned as well, a text is one that is in none of them.
TEST_F(Pointers, ToTextsBesideVariablesAreResults) {
  EXPECT_EQ(verdict("static char one;\n"
                    "const char *f(int n) { return n < 3 ? &one : n > 8 ? 0 : \"some\"; }\n",
                    "> becomes >="),
            "killed");
  EXPECT_FALSE(write_report(report_, options_, {"driver"}, folder()));
  EXPECT_THAT(directory_.read("out/suite.c"), HasSubstr("suite_check_outside(\"f\""));
}

TEST_F(Pointers, ToLocalsAreNoResults) {
  EXPECT_THAT(verdict("static int *at(int *p) { return p; }\n"
                      "int *f(int n) { int a = n < 3; return at(&a); }\n",
                      "< becomes <="),
              HasSubstr("the result may point to a local, which ends with the call"));
}

TEST_F(Pointers, HaveDistancesInOneObject) {
  const char* const length =
      "unsigned long f(const char *s) {\n  const char *p = s;\n"
      "  while (*p != 0) p++;\n  return p - s;\n}\n";
  options_.operators = {"all"};
  EXPECT_EQ(verdict(length, "!= becomes >", {"s:4"}), "killed");
  for (const MutantResult& mutant : report_.mutants) {
    EXPECT_NE(mutant.fault.op, "AOR");
    EXPECT_TRUE(is_killed(mutant.status)) << mutant.fault.change << ": " << verdict_text(mutant);
  }
  options_.operators = {"ROR"};
  // The end may be null; then nothing is subtracted.
  EXPECT_EQ(verdict("long f(const int *a, int x) {\n  const int *end = x > 3 ? 0 : a + 2;\n"
                    "  return end ? end - a : -1;\n}\n",
                    "> becomes >=", {"a:4"}),
            "killed");
  EXPECT_EQ(verdict("int f(int *a, int n) {\n  int sum = 0;\n"
                    "  for (const int *p = a; p < a + 3; p++) sum += *p < n ? *p : n;\n"
                    "  return sum;\n}\n",
                    "< becomes <=", {"a:3"}),
            "proved equivalent");
}

// As numbers, pointers into two objects have a distance, which nobody knows.
TEST_F(Pointers, AsNumbersHaveNoKnownDistance) {
  options_.inputs = 0;
  EXPECT_EQ(verdict("unsigned long f(const char *p, const char *q, int n) {\n"
                    "  unsigned long a = (unsigned long)p, b = (unsigned long)q;\n"
                    "  return n < 3 ? a - b : 7;\n}\n",
                    "< becomes <="),
            "the distance of addresses in several objects");
}

// C gives no meaning to the distance and the order of pointers into two objects.
TEST_F(Pointers, InTwoObjectsHaveNoDistance) {
  EXPECT_THAT(
      verdict("long f(const int *a, const int *b, int n) { return n < 3 ? a - b : b - a; }\n",
              "< becomes <="),
      HasSubstr("undefined whatever its input is"));
  const char* const mixed =
      "static int one[4], two[4];\n"
      "int f(int n) {\n  const int *p = one, *q = n < 3 ? one + 2 : one + 1;\n"
      "  if (n < 0) p = two + n % 2;\n  return n >= 0 ? p < q : 7;\n}\n";
  EXPECT_EQ(verdict(mixed, ">= becomes =="), "killed");
  for (const MutantResult& mutant : report_.mutants)
    if (mutant.fault.change == ">= becomes !=") {
      EXPECT_THAT(verdict_text(mutant), HasSubstr("killed"));
    }
  options_.strict = true;
  EXPECT_THAT(verdict("static int one[4], two[4];\n"
                      "int f(int n) { if (n != 3) return 7; const int *p = n == 3 ? one : two;\n"
                      "  return one <= p ? 7 : 7; }\n",
                      "== becomes !="),
              HasSubstr("seen with sanitizers"));
}

// strlen: where characters have no sign, letters are enough to kill all mutants.
constexpr const char* kBytes =
    "unsigned long f(const unsigned char *s) {\n  const unsigned char *p = s;\n"
    "  while (*p != 0) p++;\n  return p - s;\n}\n";

TEST_F(Pointers, ToStrings) {
  options_.strings = {"s:4"};
  EXPECT_EQ(verdict(kBytes, "!= becomes <"), "killed");
  for (const pg::Test& test : report_.tests)
    EXPECT_NE(std::ranges::find(test.input, 0u), test.input.end()) << "no string";
  EXPECT_FALSE(write_report(report_, options_, {"driver", "json", "assert"}, folder()));
  EXPECT_THAT(directory_.read("out/suite.c"),
              HasSubstr("static unsigned char suite_s[4] __attribute__((aligned(16))) = \""));
  const std::string json = directory_.read("out/tests.json");
  EXPECT_THAT(json, HasSubstr("\"s\": \""));
  const Result<std::vector<Input>> read = read_tests(json, report_.interface);
  ASSERT_TRUE(read);
  for (size_t i = 0; i < read->size(); ++i) EXPECT_EQ((*read)[i], report_.tests[i].input);
  options_.strings = {"n:4"};
  EXPECT_EQ(verdict("int f(const int *n) { return *n < 3; }\n", "< becomes <="),
            "--string n: it does not point to characters");
}

// The string ends somewhere within the array: behind its end there can be anything.
TEST_F(Pointers, ToStringsOfAnyLengthWithinTheArray) {
  options_.strings = {"s:3"};
  EXPECT_EQ(verdict("int f(const char *s) { return s[0] == 0 && s[2] == 'x' ? 1 : 2; }\n",
                    "== becomes >="),
            "killed");
  EXPECT_EQ(verdict("int f(const char *s) {\n  int zeros = 0;\n"
                    "  for (int i = 0; i != 3; i++) zeros += s[i] == 0;\n"
                    "  return zeros < 1 ? 0 : 1;\n}\n",
                    "< becomes <="),
            "killed");
  EXPECT_EQ(verdict("int f(const char *s) {\n  int zeros = 0;\n"
                    "  for (int i = 0; i != 3; i++) zeros += s[i] == 0;\n"
                    "  return zeros >= 0 ? 1 : 0;\n}\n",
                    ">= becomes !="),
            "equivalent if 's' is a string");
}

// strtol: who does not want to know where the number ends gives null.
TEST_F(Pointers, MayBeNull) {
  const char* const program =
      "int f(const int *a, int *restrict rest) {\n  if (rest != 0) *rest = a[0] % 3;\n"
      "  return a[0] < 7 ? a[0] : 7;\n}\n";
  options_.operators = {"ROR", "UOI", "SDL"};
  EXPECT_EQ(verdict(program, "< becomes <=", {"rest?:1"}), "proved equivalent");
  EXPECT_EQ(verdict(program, "statement deleted", {"rest?:1"}), "killed");
  EXPECT_FALSE(write_report(report_, options_, {"driver", "json"}, folder()));
  const Result<std::vector<Input>> read =
      read_tests(directory_.read("out/tests.json"), report_.interface);
  ASSERT_TRUE(read);
  for (size_t i = 0; i < read->size(); ++i) EXPECT_EQ((*read)[i], report_.tests[i].input);
  EXPECT_EQ(verdict("int f(const int *p) { return p ? *p < 3 ? *p : 3 : -1; }\n",
                    "< becomes <=", {"p:1"}),
            "equivalent if 'p' is not null");
}

// A mutant that uses null where the original does not is killed by it.
TEST_F(Pointers, ThatAreNullKill) {
  options_.inputs = 0;
  EXPECT_EQ(verdict("int f(const int *p, int n) { return n < 3 ? 0 : p ? *p : 1; }\n",
                    "< becomes <=", {"p?:1"}),
            "killed");
  EXPECT_EQ(verdict("int f(const int *p, unsigned n) { return n > 0 && p ? *p & 0 : 0; }\n",
                    "> becomes >=", {"p?:1"}),
            "proved equivalent");
  EXPECT_EQ(verdict("int f(int *p, int n) { if (n != 3) *p = 5; return n; }\n",
                    "!= becomes >=", {"p?:1"}),
            "killed");
  EXPECT_EQ(
      verdict("int f(const char *s) { return s ? s[0] == 'x' : 2; }\n", "== becomes <=", {"s?:2"}),
      "killed");
  EXPECT_FALSE(write_report(report_, options_, {"driver"}, folder()));
}

TEST_F(Pointers, WithoutATypePointToBytes) {
  const char* const find =
      "const void *f(const void *m, int c, unsigned long n) {\n"
      "  const unsigned char *s = m;\n  c = (unsigned char)c;\n"
      "  for (; n > 0 && *s != c; s++, n--) {}\n  return n != 0 ? s : 0;\n}\n";
  EXPECT_EQ(verdict(find, "!= becomes >", {"m:3"}), "killed");
  EXPECT_FALSE(write_report(report_, options_, {"driver"}, folder()));
  EXPECT_EQ(verdict(find, "!= becomes >"),
            "parameter 'm' is a void pointer; say how many bytes it points to: --array m:8");
}

class Conditions : public Pointers {};

TEST_F(Conditions, RestrictTheInputs) {
  const char* const middle =
      "int f(int lo, int hi) { return lo <= hi ? lo + (hi - lo) / 2 : -1; }\n";
  EXPECT_EQ(verdict(middle, "<= becomes !="), "killed");
  options_.conditions = {"lo <= hi", "hi < 1000 && lo > -1000"};
  EXPECT_EQ(verdict(middle, "<= becomes <"), "killed");
  const auto result = run("int f(int lo, int hi) { return lo <= hi ? 1 : 2; }\n");
  const auto& report = std::get<TestgenReport>(result);
  for (const MutantResult& mutant : report.mutants)
    if (mutant.fault.change == "<= becomes <=") {
      EXPECT_TRUE(is_equivalent(mutant));
    }
  for (const pg::Test& test : report.tests)
    EXPECT_LE(static_cast<int32_t>(test.input[0]), static_cast<int32_t>(test.input[1]));
}

// What holds under a condition alone says so, and counts as equivalent: the user said it.
TEST_F(Conditions, AreNamedWhereVerdictsRestOnThem) {
  options_.conditions = {"a[0] < n", "n <= 8"};
  const char* const program = "int f(const int *a, int n) { return a[0] < n ? n : 0; }\n";
  EXPECT_EQ(verdict(program, "< becomes <=", {"a:2"}), "equivalent if a[0] < n and n <= 8");
  EXPECT_EQ(report_.equivalent(), 2u);  // <= and !=
  EXPECT_THAT(notes_of(report_.interface), ElementsAre("for inputs of which this holds: a[0] < n",
                                                       "for inputs of which this holds: n <= 8"));
  options_.conditions.clear();
  EXPECT_EQ(verdict(program, "< becomes <=", {"a:2"}), "killed");
}

TEST_F(Conditions, MayCallFunctionsOfTheFile) {
  options_.conditions = {"is_sorted(a, 3)"};
  EXPECT_EQ(verdict("_Bool is_sorted(const int *a, int n) {\n"
                    "  for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) return 0;\n  return 1;\n}\n"
                    "int f(const int *a) { return a[0] < a[2] ? a[2] - a[1] >= 0 : 1; }\n",
                    "< becomes !=", {"a:3"}),
            "equivalent if is_sorted(a, 3)");
}

TEST_F(Conditions, AreRefused) {
  const char* const program =
      "int g;\nint h(int);\nint f(const int *a, int n) { return a[0] < n; }\n";
  auto refused = [&](const char* condition) {
    options_.conditions = {condition};
    options_.inputs = 10;
    return verdict(program, "< becomes <=", {"a:2"});
  };
  EXPECT_EQ(refused("n < 3 && n > 5"), "--assume: no input satisfies the conditions");
  EXPECT_EQ(refused("a[2] < n"), "--assume: no input satisfies the conditions");
  EXPECT_THAT(refused("m < 3"), HasSubstr("--assume:1:1: error: use of undeclared identifier 'm'"));
  EXPECT_THAT(refused("n = 3"), HasSubstr("--assume:1:3: error: cannot assign"));
  EXPECT_THAT(refused("g < n"),
              HasSubstr("--assume: it depends on more than the input: 'g' starts with"));
  EXPECT_THAT(refused("h(n)"), HasSubstr("--assume: it calls 'h', which has no body"));
}

}  // namespace
}  // namespace pg
