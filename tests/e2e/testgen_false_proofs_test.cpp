// Programs that invite a proof that is false. In each, `x <= 3` for `x < 3` matters only where a
// rule of C, or of the machine, lets it.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "program/write.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

class FalseProof : public test::TestgenTest {
 protected:
  void SetUp() override {
    TestgenTest::SetUp();
    options_.inputs = 300;
  }

  // Of the mutant with this change; or why there is none.
  std::string verdict(const std::string& program, std::vector<std::string> arrays = {},
                      const std::string& change = "< becomes <=") {
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    for (const MutantResult& mutant : std::get<TestgenReport>(result).mutants)
      if (mutant.fault.change == change) return verdict_text(mutant);
    return "no such mutant";
  }

  // Of the program without its last statement.
  std::string without_last(const std::string& program, std::vector<std::string> arrays = {}) {
    options_.operators = {"SDL"};
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    return verdict_text(std::get<TestgenReport>(result).mutants.back());
  }

  std::string compared(const std::string& first, const std::string& second) {
    directory_.write("program.c", first);
    directory_.write("other.c", second);
    options_.file = (directory_.path() / "program.c").string();
    const auto result = compare_versions(options_, (directory_.path() / "other.c").string());
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    const auto& report = std::get<AgainstReport>(result);
    if (report.differs) return "different";
    if (report.unknown) return "unknown: " + report.note;
    return report.assumptions.empty() ? "proved" : text_of(report.assumptions);
  }

  // The suite is compiled and run with each mutant; empty if it does what the report says.
  std::string suite_problem(const std::string& program, std::vector<std::string> arrays = {}) {
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    const TestgenReport& report = std::get<TestgenReport>(result);
    EXPECT_GT(report.killed(), 0u);
    const auto failure = write_report(report, options_, {}, directory_.path().string());
    return failure ? failure->error.message : "";
  }
};

constexpr const char* kProved = "proved equivalent";
constexpr const char* kNoNanBits = "equivalent if the bits and the sign of a NaN are not used";
constexpr const char* kIfZero = "equivalent if locals without a value, and padding, are zero";

TEST_F(FalseProof, TheBitsOfNan) {
  EXPECT_EQ(verdict("int f(float a, int x) { unsigned u; __builtin_memcpy(&u, &a, 4);\n"
                    "  return (u & 0x7fffffff) > 0x7f800000 && x < 3; }\n"),
            kNoNanBits);
  EXPECT_EQ(verdict("int f(float a, int x) { union { float f; unsigned u; } v; v.f = a;\n"
                    "  return (v.u & 0x7fffffff) > 0x7f800000 && x < 3; }\n"),
            kNoNanBits);
  EXPECT_EQ(verdict("double copysign(double, double);\n"
                    "int f(double a, int x) { double s = copysign(1, a);\n"
                    "  return a != a && x < 3 && s != 0; }\n"),
            kNoNanBits);
  // A NaN that the caller gives.
  EXPECT_EQ(verdict("int f(const float *p, int x) { unsigned u; __builtin_memcpy(&u, p, 4);\n"
                    "  return u == 0x7fa00001 && x < 3; }\n",
                    {"p:1"}),
            kNoNanBits);
  EXPECT_THAT(verdict("float g;\nint f(int x) { unsigned u; __builtin_memcpy(&u, &g, 4);\n"
                      "  return u == 0x7fa00001 && x < 3; }\n"),
              HasSubstr("the bits and the sign of a NaN are not used"));
  // One that the program makes, in a variable that stays in memory.
  EXPECT_THAT(verdict("int f(float a, unsigned i, int x) { float v[2] = {0, 0}; unsigned u;\n"
                      "  v[i & 1] = a - a; __builtin_memcpy(&u, &v[i >> 1 & 1], 4);\n"
                      "  return u >> 31 && x < 3; }\n"),
              HasSubstr("the bits and the sign of a NaN are not used"));
  // Nobody looks at bits.
  EXPECT_EQ(verdict("float f(float *p, unsigned i, int x) { p[i & 1] += 1;\n"
                    "  return p[0] + (x < 3 ? x : 3); }\n",
                    {"p:2"}),
            kProved);
}

// C11 F.10.9.2: fmin(+0, -0) may be either.
TEST_F(FalseProof, TheSignOfAZero) {
  EXPECT_EQ(verdict("double fmin(double, double);\n"
                    "double f(double a, double b, int x) { double m = fmin(a, b);\n"
                    "  return m + (x < 3 ? x : 3); }\n"),
            "equivalent if fmin and fmax are not given zeros of both signs");
}

TEST_F(FalseProof, NullIsGivenWhereNothingIsRead) {
  EXPECT_EQ(verdict("int f(unsigned n, const int *p) { int r = 0; if (0 < n) r = p[0];\n"
                    "  if (n == 0) return 0; return r; }\n",
                    {"p:2"}),
            "equivalent if 'p' is not null");
  EXPECT_EQ(verdict("int f(unsigned char n, const int *p, int x) { int r = 0;\n"
                    "  for (int i = 0; i != n % 3; i++) r += p[i] & 7;\n"
                    "  return r + (x < 3 ? x : 3); }\n",
                    {"p:2"}),
            kProved);
  EXPECT_THAT(verdict("int f(const int *p, const int *q, int x) { return p == q && x < 3; }\n",
                      {"p:1", "q:1"}),
              HasSubstr("'p' is not null"));
}

TEST_F(FalseProof, FunctionsThatDoNotReturn) {
  const char* die = "void die(int) __attribute__((noreturn));\n";
  EXPECT_EQ(
      verdict(std::string(die) + "int f(int y, int x) { if (y > 5) die(x < 3); return 0; }\n"),
      "killed");
  EXPECT_EQ(verdict(std::string(die) + "int f(int x) { if (x < 3) die(0); return 0; }\n"),
            "killed");
  const auto result = run(std::string(die) + "void f(int x) { die(x < 3); }\n");
  ASSERT_TRUE(std::holds_alternative<TestgenReport>(result));
  const TestgenReport& report = std::get<TestgenReport>(result);
  ASSERT_FALSE(report.tests.empty());
  EXPECT_EQ(report.tests[0].expected.end, Observation::End::Exit);
  EXPECT_EQ(report.tests[0].expected.code, kNoReturnCode);
  // One with a body that returns all the same, in the mutant alone.
  EXPECT_EQ(verdict("void exit(int);\n"
                    "static _Noreturn void stop(int x) { if (x < 3) exit(1); }\n"
                    "int f(int x) { if (x > 2) return 0; stop(x); }\n",
                    {}, "< becomes >"),
            "killed by trap (seen with sanitizers)");
}

TEST_F(FalseProof, FunctionsThatAreCalledFromOutside) {
  EXPECT_EQ(verdict("struct ops { void (*cb)(int); };\nvoid call(const struct ops *);\nint n;\n"
                    "static void back(int x) { if (x < 3) n = 1; }\n"
                    "static const struct ops o = {back};\nint f(int x) { call(&o); return x; }\n"),
            "equivalent if 'call' ignores the pointers that it is given");
  EXPECT_EQ(verdict("int get(void);\nint helper(int x) { return x < 3; }\n"
                    "int f(void) { int r = get(); return r ^ helper(5); }\n"),
            "equivalent if 'get' does not call 'helper'");
}

TEST_F(FalseProof, ConstantsAreToldApart) {
  EXPECT_EQ(verdict("void see(const char *);\nconst char A[] = \"k\", B[] = \"k\";\n"
                    "int f(int x) { see(x < 3 ? A : B); return 0; }\n"),
            "killed");
  const std::string see = "void see(const void *);\n";
  const std::string rest = "int f(int x) { see(&s); return x; }\n";
  EXPECT_EQ(compared(see + "static const struct { int a; char b; } s = {1, 2};\n" + rest,
                     see + "static const struct { int a; char b; } s = {1, 3};\n" + rest),
            "different");
  EXPECT_EQ(compared(see + "int f(int x) { see(\"\"); return x; }\n",
                     see + "int unused(void) { see(\"q\"); return 0; }\n"
                           "int f(int x) { see(\"\"); return x; }\n"),
            "proved");
}

TEST_F(FalseProof, ThePaddingOfStructures) {
  const std::string type = "struct s { char c; int i; };\n";
  const std::string bytes = "const unsigned char *b = (const unsigned char *)p;";
  EXPECT_EQ(verdict(type + "int f(const struct s *p) { " + bytes + " return b[1] < 3 ? 1 : 2; }\n",
                    {"p:1"}),
            "equivalent if the padding of 'p' is zero");
  EXPECT_EQ(verdict("struct s { unsigned a : 3; };\nint f(const struct s *p) { " + bytes +
                        " return b[0] >> 3 < 3 ? 1 : 2; }\n",
                    {"p:1"}),
            "equivalent if the padding of 'p' is zero");
  EXPECT_EQ(verdict("struct s { unsigned a : 4, b : 20; };\n"
                    "int f(struct s v) { unsigned w; __builtin_memcpy(&w, &v, 4);\n"
                    "  return w >> 24 < 3 ? 1 : 2; }\n"),
            "equivalent if the padding of 'v' is zero");
  EXPECT_EQ(verdict("union u { struct { char c; int i; } s; char b; };\n"
                    "int f(const union u *p) { " +
                        bytes + " return b[1] < 3 ? 1 : 2; }\n",
                    {"p:1"}),
            "equivalent if the padding of 'p' is zero");
  EXPECT_EQ(verdict(type + "struct s g;\nint f(int x) {\n"
                           "  const unsigned char *b = (const unsigned char *)&g;\n"
                           "  return b[1] < 3 ? x : 2; }\n"),
            "equivalent if 'g' starts with its initial value");
  EXPECT_EQ(verdict(type + "int f(unsigned k) { struct s v[2]; v[0].c = v[1].c = 1;\n"
                           "  v[k & 1].i = v[~k & 1].i = 5;\n"
                           "  const unsigned char *b = (const unsigned char *)&v[k & 1];\n"
                           "  return b[1] < 3 ? 1 : 2; }\n"),
            kIfZero);
}

TEST_F(FalseProof, PaddingThatIsWrittenAndPaddingThatDoesNotMatter) {
  const std::string type = "struct s { char c; int i; };\n";
  EXPECT_EQ(verdict(type + "int f(struct s *p, int x) { __builtin_memset(p, 5, sizeof *p);\n"
                           "  p->c = 0; return ((unsigned char *)p)[1] == 5 && x < 3; }\n",
                    {"p:1"}),
            "killed");
  EXPECT_EQ(verdict(type + "int f(struct s v, const struct s *p) { struct s w = *p;\n"
                           "  return (w.i < 3 ? w.i : 3) + v.c; }\n",
                    {"p:1"}),
            kProved);
}

TEST_F(FalseProof, StructuresThatAreReturnedInMemory) {
  EXPECT_EQ(without_last("struct big { int a[8]; };\n"
                         "struct big f(int x) { struct big r; int i;\n"
                         "  for (i = 1; i < 8; i++) r.a[i] = x;\n  r.a[0] = 0; return r; }\n"),
            kIfZero);
}

// C11 6.5p6: allocated memory takes the type of what is written to it.
TEST_F(FalseProof, MemoryThatChangesItsType) {
  const char* separate = "equivalent if 'a' and 'b' do not overlap";
  EXPECT_EQ(verdict("int f(const int *a, float *b) { int r = *a; *b = 1;\n"
                    "  return r < 3 ? r : 3; }\n",
                    {"a:1", "b:1"}),
            separate);
  EXPECT_EQ(without_last("void f(int *a, float *b) { *a = 0; *b = 1; *a = 0; }\n", {"a:1", "b:1"}),
            separate);
}

TEST_F(FalseProof, PointersAsNumbers) {
  options_.inputs = 0;
  const char* mixed = "a number and a pointer may be in the same place";
  EXPECT_EQ(verdict("unsigned long f(int x, char *a, char *b) {\n"
                    "  return x < 3 ? (unsigned long)a : (unsigned long)b; }\n",
                    {"a:1", "b:1"}),
            "the result is an address");
  EXPECT_EQ(verdict("unsigned long f(int x, int c, char *p) {\n"
                    "  unsigned long u = c ? (unsigned long)p : (unsigned long)(x < 3);\n"
                    "  if (c) return 0; return u; }\n",
                    {"p:1"}),
            mixed);
  EXPECT_EQ(verdict("unsigned long f(int x, char *p) { unsigned long a[2]; a[0] = a[1] = x < 3;\n"
                    "  a[x & 1] = (unsigned long)p; a[x & 1] = 5; return a[1 - (x & 1)]; }\n",
                    {"p:1"}),
            mixed);
  EXPECT_EQ(verdict("int f(int x, char *p) { switch ((unsigned long)p) { case 0: return 1; case 5: "
                    "return x < 3; }\n"
                    "  return x; }\n",
                    {"p:1"}),
            "a pointer is used as a number");
}

TEST_F(FalseProof, WhatOthersChangeOrReplace) {
  EXPECT_THAT(
      verdict("_Atomic int g;\nint f(int x) { int a = g, b = g; return a != b && x < 3; }\n"),
      HasSubstr("atomic memory is not changed by others"));
  EXPECT_EQ(verdict("extern int w(void) __attribute__((weak));\n"
                    "int f(int x) { return !w && x < 3; }\n"),
            "equivalent if 'w' is not null");
  EXPECT_EQ(verdict("__attribute__((weak)) int limit(int x) { return x & 7; }\n"
                    "int f(int x) { return limit(x) > 7 && x < 3; }\n"),
            "equivalent if no other file replaces 'limit'");
}

TEST_F(FalseProof, VersionsThatNeverStayWithinTheBound) {
  options_.unwind = 3;
  const std::string loop = "int f(unsigned char k, int x) { int i = 0; while (i < k + 10) i++;\n";
  EXPECT_THAT(
      compared(loop + "  return x * 0x9E3779B1u == 0x12345679u; }\n", loop + "  return 0; }\n"),
      HasSubstr("unknown: no input is known that stays within the bound"));
}

TEST_F(FalseProof, SuitesSeeWhatIsCounted) {
  const std::string type = "struct s { char c; int i; };\n";
  EXPECT_EQ(suite_problem(type + "struct s g;\nvoid f(int x) { struct s v; v.c = 1;\n"
                                 "  v.i = x < 3; g = v; }\n"),
            "");
  options_.operators = {"ROR", "IVI"};
  EXPECT_EQ(suite_problem(type + "void f(struct s *p, unsigned char v) { unsigned char w = v;\n"
                                 "  __builtin_memset(p, w, sizeof *p); p->c = w < 3; p->i = 0; }\n",
                          {"p:1"}),
            "");
  EXPECT_EQ(suite_problem("int f(int x) { static int n; n = x < 3; return 0; }\n"), "");
  options_.function = "main";
  EXPECT_EQ(suite_problem("int main(int x) { return x < 3; }\n"), "");
}

TEST_F(FalseProof, ArraysOfVariableLengthHaveNoFaultsOfTheirOwn) {
  options_.operators = {"AOR", "IVI", "SDL"};
  const auto result =
      run("int f(int n) { if (n < 1 || n > 4) return 0; int a[n];\n"
          "  a[0] = 1; return a[0]; }\n");
  ASSERT_TRUE(std::holds_alternative<TestgenReport>(result))
      << std::get<TestgenFailure>(result).error.message;
  for (const MutantResult& mutant : std::get<TestgenReport>(result).mutants)
    EXPECT_THAT(mutant.fault.before, testing::AnyOf(HasSubstr("a[0] = 1"), HasSubstr("return 0")))
        << mutant.fault.change;
}

TEST_F(FalseProof, NamesAndStorageThatAreTaken) {
  EXPECT_THAT(verdict("_Thread_local int t;\nint f(int x) { t = x < 3; return t; }\n"),
              HasSubstr("'t' is thread-local"));
  EXPECT_THAT(verdict("int polygraph_x;\nint f(int x) { polygraph_x = x < 3; return 0; }\n"),
              HasSubstr("names that begin with 'polygraph_' are taken"));
  EXPECT_THAT(verdict("#include <stdio.h>\n"
                      "int f(int x) { fputs(\"a\", stderr); return x < 3 ? x : 3; }\n"),
              HasSubstr("the variable 'stderr' is not defined in this file"));
}

}  // namespace
}  // namespace pg
