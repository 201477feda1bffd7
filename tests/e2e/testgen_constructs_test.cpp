// Constructs of C beside arithmetic: each is encoded (no input is tried before the solver is
// asked), run, and written as a suite that is compiled and checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "support/process.h"

namespace pg {
namespace {

using test::TemporaryDirectory;
using ::testing::HasSubstr;

struct Construct {
  const char* name;
  const char* program;
  const char* op;  // a mutant of it, and what becomes of that
  const char* change;
  MutantStatus status;
  std::vector<std::string> arrays = {};
};

const std::vector<Construct>& constructs() {
  static const std::vector<Construct> list{
      {"PointersToFunctions",
       "static int add(int a, int b) { return a + b; }\n"
       "static int either(int a, int b) { return a | b; }\n"
       "static int both(int a, int b) { return a & b; }\n"
       "static int (*const kTable[])(int, int) = {add, either, both};\n"
       "int f(unsigned op, int a, int b) {\n"
       "  if (op >= 3)\n    return -1;\n"
       "  return kTable[op](a, b);\n}\n",
       "ROR", ">= becomes >", MutantStatus::KilledBySanitizer},
      {"PointersToFunctionsThatChange",
       "static int up(int a) { return a + 1; }\nstatic int down(int a) { return a - 1; }\n"
       "int f(int a) {\n  int (*step)(int) = up;\n  if (a > 5)\n    step = down;\n"
       "  return step(a);\n}\n",
       "ROR", "> becomes >=", MutantStatus::Killed},
      {"StructuresInRegisters",
       "struct pair { int low; char tag; };\n"
       "struct pair f(int a, int b) {\n"
       "  struct pair p = {a < b ? a : b, 'x'};\n  return p;\n}\n",
       "ROR", "< becomes <=", MutantStatus::ProvedEquivalent},
      {"StructuresInTwoRegisters",
       "struct triple { int a, b, c; };\n"
       "static struct triple turn(struct triple t) {\n"
       "  struct triple r = {t.b, t.c, t.a};\n  return r;\n}\n"
       "struct triple f(struct triple t, int n) {\n"
       "  t = turn(t);\n  t.a = t.a ^ n;\n  return t;\n}\n",
       "BOR", "^ becomes |", MutantStatus::Killed},
      {"StructuresInMemory",
       "struct large { int a; char b; long c[3]; };\n"
       "struct large f(struct large l, int i) {\n"
       "  if (i >= 0 && i < 3)\n    l.c[i] = l.a;\n  return l;\n}\n",
       "ROR", "< becomes <=", MutantStatus::KilledBySanitizer},
      {"StructuresWithFloats",
       "struct point { float x, y; };\nstruct mixed { double d; int i; };\n"
       "static struct point flip(struct point p) {\n"
       "  struct point q = {p.y, p.x};\n  return q;\n}\n"
       "struct mixed f(struct point p, struct mixed m) {\n"
       "  p = flip(p);\n  if (p.x < p.y)\n    m.i = 3;\n  m.d = -m.d;\n  return m;\n}\n",
       "ROR", "< becomes <=", MutantStatus::Killed},
      {"Unions",
       "union word { unsigned whole; unsigned short halves[2]; unsigned char bytes[4]; };\n"
       "unsigned f(union word *w, unsigned char i) {\n"
       "  if (i < 2)\n    w->halves[i] = 7;\n  w->bytes[3] = i;\n  return w->whole;\n}\n",
       "ROR",
       "< becomes <=",
       MutantStatus::KilledBySanitizer,
       {"w:1"}},
      {"BitFields",
       "struct flags { unsigned mode : 3; int level : 5; unsigned on : 1; unsigned rest : 9; };\n"
       "int f(struct flags *s, int n) {\n"
       "  if (s->on && s->level < n)\n    s->mode = n & 7;\n  return s->rest == 300;\n}\n",
       "BOR",
       "& becomes ^",
       MutantStatus::Killed,
       {"s:1"}},
      {"BitsOfFloats",
       "int f(float x) {\n"
       "  union { float f; unsigned u; } v;\n  v.f = x;\n"
       "  return (v.u >> 23 & 255) == 200;\n}\n",
       "ROR", "== becomes >=", MutantStatus::Killed},
      // No test may rely on which NaN it is, and no proof may leave the others out.
      {"BitsOfNan",
       "int f(float x) {\n"
       "  union { float f; unsigned u; } v;\n  v.f = x;\n  int r = 0;\n"
       "  if (v.u == 0x7fc00000u)\n    r = 5;\n  return r;\n}\n",
       "IVI", "value - 1", MutantStatus::EquivalentIf},
      {"FloatsOfBits",
       "#include <string.h>\n"
       "int f(unsigned u) {\n"
       "  float x;\n  memcpy(&x, &u, sizeof x);\n  return x > 1.0f && x < 1.5f;\n}\n",
       "ROR", "< becomes <=", MutantStatus::Killed},
      {"ArraysOfVariableLength",
       "int f(int n) {\n"
       "  if (n < 1 || n > 4)\n    return 0;\n  int a[n];\n"
       "  for (int i = 0; i < n; i++)\n    a[i] = i;\n  return a[n - 1];\n}\n",
       "ROR", "< becomes <=", MutantStatus::KilledBySanitizer},
      {"ArraysOfNoElements",
       "struct s { unsigned n : 2; };\n"
       "int f(const struct s *s) {\n  char a[s->n + 1];\n  (void)a;\n  return 7;\n}\n",
       "AOR",
       "+ becomes *",
       MutantStatus::KilledBySanitizer,
       {"s:1"}},
      {"JumpsIntoLoops",
       "int f(unsigned n) {\n  int sum = 0;\n  unsigned i = 0;\n"
       "  if (n > 2)\n    goto inside;\n"
       "  while (i < 3) {\n    sum += 10;\n  inside:\n    sum++;\n    i++;\n  }\n"
       "  return sum;\n}\n",
       "ROR", "> becomes >=", MutantStatus::Killed},
      {"CopiesOfComputedLength",
       "#include <string.h>\n"
       "int f(char *restrict to, const char *restrict from, unsigned n) {\n"
       "  if (n > 4)\n    n = 4;\n  memcpy(to, from, n);\n"
       "  memset(to + n / 2, 0, n - n / 2);\n  return to[0];\n}\n",
       "ROR",
       "> becomes >=",
       MutantStatus::ProvedEquivalent,
       {"to:4", "from:4"}},
      {"CopiesIntoTheMiddle",
       "#include <string.h>\n"
       "int f(const long *from, unsigned n) {\n"
       "  char to[4] = {1, 2, 3, 4};\n  memcpy(to + 1, from, n & 3);\n"
       "  return to[0] + to[3] == 10;\n}\n",
       "AOR",
       "+ becomes -",
       MutantStatus::Killed,
       {"from:1"}},
      {"RoundedFloats",
       "#include <math.h>\n"
       "int f(float x) {\n"
       "  if (floorf(x) == 2.0f && ceilf(x) == 3.0f)\n    return rintf(x) > 2.0f;\n"
       "  if (truncf(x) < -1.0f)\n    return 5;\n  return fabsf(x) >= 7.0f;\n}\n",
       "ROR", "> becomes >=", MutantStatus::Killed},
      {"ChosenFloats",
       "#include <math.h>\n"
       "int f(float x, float y) {\n"
       "  if (isinf(y))\n    return 1;\n"
       "  return fminf(x, 2.0f) > fmaxf(y, 1.0f) || copysignf(1.0f, x) < 0.0f;\n}\n",
       "ROR", "> becomes >=", MutantStatus::Killed},
      {"SquareRoots",
       "#include <math.h>\n"
       "int f(unsigned char n) {\n  return sqrtf(n) == 11.0f ? n : 0;\n}\n",
       "ROR", "== becomes >=", MutantStatus::Killed},
      {"Matrices",
       "int f(int m[2][2], unsigned i, unsigned j) {\n"
       "  if (i > 1 || j > 1)\n    return 0;\n  return m[i][j] - m[j][i];\n}\n",
       "AOR",
       "- becomes +",
       MutantStatus::Killed,
       {"m:2"}},
      {"TablesOfStructures",
       "struct row { int key; int value; char kind; };\n"
       "static struct row table[3] = {{4, 1, 'a'}, {9, 2, 'b'}, {16, 3, 'c'}};\n"
       "int f(int key) {\n"
       "  for (int i = 0; i < 3; i++)\n    if (table[i].key == key)\n"
       "      return table[i].value;\n  return -1;\n}\n",
       "ROR", "== becomes >=", MutantStatus::Killed},
  };
  return list;
}

class Constructs : public testing::TestWithParam<size_t> {};

TEST_P(Constructs, AreEncodedRunAndWritten) {
  const Construct& construct = constructs()[GetParam()];
  const TemporaryDirectory directory;
  directory.write("program.c", construct.program);
  TestgenOptions options;
  options.file = (directory.path() / "program.c").string();
  options.function = "f";
  options.arrays = construct.arrays;
  options.inputs = 0;
  const Result<Solver> solver = find_solver("z3");
  ASSERT_TRUE(solver);
  options.solver = *solver;
  const auto result = generate_tests(options);
  const auto* failure = std::get_if<TestgenFailure>(&result);
  ASSERT_FALSE(failure) << failure->error.message;
  const TestgenReport& report = std::get<TestgenReport>(result);
  // Elements of an array that were given no value may be anything.
  EXPECT_EQ(report.killed() + report.equivalent() + report.conditional(), report.mutants.size());
  bool found = false;
  for (const MutantResult& mutant : report.mutants)
    if (mutant.fault.op == construct.op && mutant.fault.change == construct.change) {
      found = found || mutant.status == construct.status;
    }
  EXPECT_TRUE(found) << "no " << construct.change << " is " << name_of(construct.status);
  const auto wrong = write_report(report, options, {}, (directory.path() / "out").string());
  EXPECT_FALSE(wrong) << wrong->error.message;
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "out/suite.c"));
}

INSTANTIATE_TEST_SUITE_P(Each, Constructs, testing::Range(size_t{0}, constructs().size()),
                         [](const auto& each) {
                           return std::string(constructs()[each.param].name);
                         });

}  // namespace
}  // namespace pg
