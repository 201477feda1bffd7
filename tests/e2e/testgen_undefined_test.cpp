// No test lets the original do what C leaves undefined, and no mutant is killed by it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/testgen.h"

namespace pg {
namespace {

using enum MutantStatus;

struct Program {
  std::string name;
  std::string text;  // its last relation is mutated
  std::vector<std::string> arrays;
  std::string change;
  MutantStatus machine;           // where all runs beyond it
  std::string assumed = {};       // a part of what an equivalence rests on
  MutantStatus strict = machine;  // with --ub strict
  uint64_t inputs = 300;          // tried before any solver is asked
};

void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

// Each mutant of the first ones differs for one input only, for which the original is undefined.
const std::vector<Program>& programs() {
  static const std::vector<Program> list{
      {"IndexBeyondAMember",
       "struct s { int a[4]; int b; };\n"
       "int f(struct s *p, unsigned i) {\n  if (i <= 4)\n    return p->a[i];\n  return -1;\n}\n",
       {"p:1"},
       "<= becomes <",
       ProvedEquivalent},
      {"PointerBeyondAMember",
       "struct s { int a[4]; int b; };\n"
       "int f(struct s *p, unsigned i) {\n  if (i <= 4)\n    return *(p->a + i);\n  return "
       "-1;\n}\n",
       {"p:1"},
       "<= becomes <",
       ProvedEquivalent},
      {"IndexBeyondARow",
       "static int m[3][4];\n"
       "int f(unsigned i) {\n  if (i <= 4)\n    return m[1][i];\n  return -1;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"EndOfAMember",
       "struct s { int a[4]; int b; };\n"
       "int f(struct s *p, unsigned n) {\n  int sum = 0;\n"
       "  for (int *q = p->a; q != &p->a[4]; q++) sum += *q;\n"
       "  if (n <= 4)\n    return sum;\n  return -1;\n}\n",
       {"p:1"},
       "<= becomes <",
       Killed},
      {"LastMemberOfOneElement",
       "struct s { int n; int a[1]; };\n"
       "int f(struct s *p, unsigned i) {\n  if (i <= 2)\n    return p->a[i];\n  return -1;\n}\n",
       {"p:2"},
       "<= becomes <",
       Killed},
      {"ShiftOfANegative",
       "int f(signed char x) {\n  if (x >= -1)\n    return x << 1;\n  return 7;\n}\n",
       {},
       ">= becomes >",
       ProvedEquivalent},
      {"ShiftIntoTheSign",
       "int f(unsigned char n) {\n  if (n <= 31)\n    return 1 << n;\n  return 7;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"ShiftOfAnUnsigned",
       "unsigned f(signed char x, unsigned char n) {\n  if (x >= -1 && n < 32)\n"
       "    return (unsigned)x << n;\n  return 7;\n}\n",
       {},
       ">= becomes >",
       Killed},
      {"MisalignedRead",
       "unsigned f(const unsigned char *b, unsigned char i) {\n"
       "  if (i <= 1)\n    return *(const unsigned *)(b + i);\n  return 7;\n}\n",
       {"b:8"},
       "<= becomes <",
       EquivalentIf,
       "'b' points to a multiple of 16"},
      {"AlignedRead",
       "unsigned f(const unsigned char *b, unsigned char i) {\n"
       "  if (i <= 1)\n    return ((const unsigned *)b)[i];\n  return 7;\n}\n",
       {"b:8"},
       "<= becomes <",
       Killed},
      {"PackedRead",
       "struct __attribute__((packed)) s { char c; int n; };\n"
       "int f(const struct s *p, unsigned char i) {\n"
       "  if (i <= 1)\n    return p[i].n;\n  return 7;\n}\n",
       {"p:2"},
       "<= becomes <",
       Killed},
      {"OverlappingCopy",
       "#include <string.h>\nint f(unsigned char *b, unsigned char n) {\n"
       "  if (n <= 2)\n    memcpy(b + 1, b, n);\n  return 7;\n}\n",
       {"b:4"},
       "<= becomes <",
       ProvedEquivalent},
      {"OverlappingMove",
       "#include <string.h>\nint f(unsigned char *b, unsigned char n) {\n"
       "  if (n <= 2)\n    memmove(b + 1, b, n);\n  return 7;\n}\n",
       {"b:4"},
       "<= becomes <",
       Killed},
      {"CopyOntoItself",
       "struct s { int a[4]; };\n"
       "int f(struct s *p, unsigned char i, unsigned char j) {\n"
       "  if (i < 2 && j < 2)\n    p[i] = p[j];\n  return i <= 0;\n}\n",
       {"p:2"},
       "<= becomes <",
       Killed},
      {"LocalOfABlockThatWasLeft",
       "int f(int c) {\n  int g = 7;\n  int *p = &g;\n"
       "  if (c > 4) {\n    int x = c;\n    p = &x;\n  }\n"
       "  if (c <= 5)\n    return *p;\n  return 1;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"LocalOfABlockThatIsEnteredAgain",
       "int f(unsigned char c) {\n  int *p = 0, sum = 0;\n"
       "  for (int i = 0; i < 2; i++) {\n    int x = c + i;\n    p = &x;\n    sum += *p;\n  }\n"
       "  if (c <= 5)\n    return sum;\n  return 1;\n}\n",
       {},
       "<= becomes <",
       Killed},
      {"LocalOfAFunctionThatReturned",
       "static int *get(int c) {\n  int x = c;\n  int *p = &x;\n  return p;\n}\n"
       "int f(int c) {\n  int g = 3;\n  int *p = c > 4 ? get(c) : &g;\n"
       "  if (c <= 5)\n    return *p;\n  return 1;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"ArrayOfVariableLengthThatEnded",
       "int f(unsigned char c) {\n  int *p = 0, g = 9;\n  p = &g;\n"
       "  if (c > 4) {\n    int a[c & 3];\n    a[0] = c;\n    p = a;\n  }\n"
       "  if (c <= 5)\n    return *p;\n  return 1;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"TruthThatIsNone",
       "union u { unsigned char c; _Bool b; };\n"
       "int f(unsigned char c) {\n  union u u;\n  u.c = c;\n"
       "  if (c <= 2)\n    return u.b ? 3 : 5;\n  return 7;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"LeastNumber",
       "#include <limits.h>\n#include <stdlib.h>\n"
       "int f(int c) {\n  if (c <= INT_MIN)\n    return abs(c);\n  return 7;\n}\n",
       {},
       "<= becomes <",
       ProvedEquivalent},
      {"NumberWithoutAValue",
       "int f(int c) {\n  int x;\n  if (c > 5) x = c;\n"
       "  if (c >= 5)\n    return x;\n  return 7;\n}\n",
       {},
       ">= becomes >",
       EquivalentIf,
       "nothing is used in the original before it is given a value",
       ProvedEquivalent},
      {"CopyOfWhatHasNoValue",
       "int f(int c) {\n  int x, y;\n  if (c > 5) x = c;\n  y = x;\n"
       "  if (c > 5)\n    return y;\n  return c <= 0;\n}\n",
       {},
       "<= becomes <",
       Killed},
      {"ElementWithoutAValue",
       "int f(unsigned char n, unsigned char i) {\n  int a[4];\n"
       "  for (int k = 0; k < (n & 3); k++) a[k] = k;\n"
       "  if (i <= (n & 3))\n    return a[i];\n  return 7;\n}\n",
       {},
       "<= becomes <",
       EquivalentIf,
       "nothing is used in the original before it is given a value",
       ProvedEquivalent},
      {"MemberWithoutAValue",
       "struct p { int x, y, z[4]; };\n"
       "struct p f(int c) {\n  struct p r = {c, c};\n  struct p q;\n  q.x = 3;\n"
       "  if (c >= 5)\n    r = q;\n  return r;\n}\n",
       {},
       ">= becomes >",
       EquivalentIf,
       "nothing is used in the original before it is given a value"},
      {"BitFieldsOneByOne",
       "struct b { unsigned a : 3, b : 5; int c : 7; };\n"
       "int f(unsigned x) {\n  struct b v;\n  v.a = x;\n  v.c = 3;\n"
       "  if (x <= 9)\n    return v.a + v.c;\n  return 77;\n}\n",
       {},
       "<= becomes <",
       Killed},
      {"BitFieldWithoutAValue",
       "struct b { unsigned a : 3, b : 5; };\n"
       "int f(unsigned x) {\n  struct b v;\n  v.a = x;\n"
       "  if (x <= 0)\n    return v.b;\n  return 77;\n}\n",
       {},
       "<= becomes <",
       EquivalentIf,
       "nothing is used in the original before it is given a value",
       ProvedEquivalent},
      {"PaddingIsCopied",
       "struct q { char a; int b; long long c; char d; };\n"
       "void f(struct q *out, int x) {\n  struct q t;\n  t.a = 1;\n  t.b = x;\n  t.c = x <= 3;\n"
       "  t.d = 9;\n  *out = t;\n}\n",
       {"out:1"},
       "<= becomes <",
       Killed},
      // Where only the mutant does such a thing.
      {"MutantBeyondAMember",
       "struct s { int a[4]; int b; };\n"
       "int f(struct s *p, unsigned i) {\n  if (i < 4)\n    return p->a[i];\n  return -1;\n}\n",
       {"p:1"},
       "< becomes <=",
       Killed,
       "",
       KilledBySanitizer},
      {"MutantShiftsANegative",
       "int f(signed char x) {\n  if (x > -1)\n    return x << 1;\n  return 7;\n}\n",
       {},
       "> becomes >=",
       Killed,
       "",
       KilledBySanitizer},
      {"MutantReadsMisaligned",
       "unsigned f(const unsigned char *b, unsigned char i) {\n"
       "  if (i < 1)\n    return *(const unsigned *)(b + i);\n  return 7;\n}\n",
       {"b:8"},
       "< becomes <=",
       Killed,
       "",
       KilledBySanitizer,
       0},
      {"MutantUsesWhatHasNoValue",
       "int f(int c) {\n  int x;\n  if (c < 10) x = 1;\n  if (c >= 10)\n    x = 2;\n"
       "  return x == 0 ? 3 : 4;\n}\n",
       {},
       ">= becomes >",
       Unknown,
       "",
       KilledBySanitizer},
      {"MutantShowsWhatHasNoValue",
       "int f(int c) {\n  int x;\n  if (c < 10) x = 1;\n  if (c >= 10)\n    x = 2;\n"
       "  return x;\n}\n",
       {},
       ">= becomes >",
       Killed,
       "",
       KilledBySanitizer},
  };
  return list;
}

class Undefined : public test::TestgenTest, public testing::WithParamInterface<Program> {
 protected:
  void expect(MutantStatus status) {
    const Program& wanted = GetParam();
    const auto result = run(wanted.text, wanted.arrays);
    const auto* report = std::get_if<TestgenReport>(&result);
    ASSERT_TRUE(report) << std::get<TestgenFailure>(result).error.message;
    const MutantResult* last = nullptr;
    for (const MutantResult& mutant : report->mutants)
      if (mutant.fault.change == wanted.change) last = &mutant;
    ASSERT_TRUE(last);
    EXPECT_EQ(last->status, status) << last->note << text_of(last->assumptions);
    if (status == EquivalentIf) {
      EXPECT_THAT(text_of(last->assumptions), testing::HasSubstr(wanted.assumed));
    }
  }
};

// By the solver alone, and by running it: both must agree, or else the run ends with an error.
TEST_P(Undefined, IsNoTest) {
  options_.inputs = GetParam().inputs;
  expect(GetParam().machine);
  options_.inputs = 0;
  expect(GetParam().machine);
}

TEST_P(Undefined, OfAMutantIsATrapIfStrict) {
  options_.strict = true;
  options_.inputs = 0;
  expect(GetParam().strict);
}

INSTANTIATE_TEST_SUITE_P(Each, Undefined, testing::ValuesIn(programs()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace pg
