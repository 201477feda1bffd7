// Nothing is called proved that rests on an assumption.
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/testgen.h"
#include "program/write.h"
#include "support/testgen.h"

namespace pg {
namespace {

using ::testing::HasSubstr;

class Assumed : public test::TestgenTest {
 protected:
  // What the mutant that makes `x <= 3` of `x < 3` rests on: in each program it changes nothing.
  std::string assumed(const char* program, std::vector<std::string> arrays = {}) {
    const auto result = run(program, std::move(arrays));
    if (const auto* failure = std::get_if<TestgenFailure>(&result)) return failure->error.message;
    for (const MutantResult& mutant : std::get<TestgenReport>(result).mutants) {
      if (mutant.fault.change != "< becomes <=") continue;
      EXPECT_EQ(mutant.status == MutantStatus::EquivalentIf, !mutant.assumptions.empty());
      EXPECT_EQ(is_equivalent(mutant), mutant.status == MutantStatus::ProvedEquivalent);
      return verdict_text(mutant);
    }
    return "no such mutant";
  }
};

constexpr const char* kProved = "proved equivalent";

TEST_F(Assumed, NothingOfTheInputsAlone) {
  EXPECT_EQ(assumed("int f(int x) { return x < 3 ? x : 3; }\n"), kProved);
  EXPECT_EQ(assumed("int f(const int *a) { return *a < 3 ? *a : 3; }\n", {"a:1"}), kProved);
}

TEST_F(Assumed, NoInputIsNoProof) {
  const auto result = run("int f(const int *a) { return a[99] < 3 ? 1 : 2; }\n", {"a:8"});
  ASSERT_TRUE(std::holds_alternative<TestgenFailure>(result));
  EXPECT_THAT(std::get<TestgenFailure>(result).error.message,
              HasSubstr("undefined whatever its input is"));
  // Every input that is defined goes beyond the bound.
  options_.unwind = 3;
  EXPECT_THAT(assumed("int f(unsigned char n) { int i = 0, x = 0; while (i < n + 10) i++;\n"
                      "  return x < 3 ? x : 3; }\n"),
              HasSubstr("unknown: no input on which the original does nothing undefined stays"));
}

TEST_F(Assumed, State) {
  EXPECT_EQ(assumed("static int top;\n"
                    "int f(int x) { if (top > 0) return x < 3; return x < 3 ? x : 3; }\n"),
            "equivalent if 'top' starts with its initial value");
  EXPECT_EQ(assumed("int f(int x) { static int n; n++; return n < 3 ? x : 3; }\n"),
            "equivalent if 'f.n' starts with its initial value");
  // Only written: SDL of `seen = 0` would not be seen if it starts as 0.
  options_.operators = {"SDL"};
  const auto result = run("int seen;\nint f(int x) { seen = 0; return x; }\n");
  for (const MutantResult& mutant : std::get<TestgenReport>(result).mutants)
    EXPECT_NE(mutant.status, MutantStatus::ProvedEquivalent) << mutant.fault.after;
}

TEST_F(Assumed, NoStateThatDoesNotMatter) {
  EXPECT_EQ(assumed("int g;\nint f(int x) { g = x < 3 ? x : 3; return g; }\n"), kProved);
  EXPECT_EQ(assumed("static int n;\nint f(int x) { n += x < 3 ? x : 3; return n & 1; }\n"),
            kProved);
  EXPECT_EQ(assumed("static double sum;\nint f(int x) { sum += 0.5; return x < 3 ? x : 3; }\n"),
            kProved);
}

TEST_F(Assumed, ProgramsBeginWithInitialValues) {
  options_.function = "main";
  directory_.write("program.c", "static int n = 5;\nint main(int x) { return n < 3 ? x : n; }\n");
  options_.file = (directory_.path() / "program.c").string();
  const auto result = generate_tests(options_);
  ASSERT_TRUE(std::holds_alternative<TestgenReport>(result));
  for (const MutantResult& mutant : std::get<TestgenReport>(result).mutants)
    EXPECT_TRUE(mutant.assumptions.empty()) << verdict_text(mutant);
}

TEST_F(Assumed, PointersAreNotNull) {
  EXPECT_EQ(assumed("int f(const int *a) { if (!a) return 7; return *a < 3 ? *a : 3; }\n", {"a:1"}),
            "equivalent if 'a' is not null");
}

TEST_F(Assumed, WhatIsWrittenDoesNotOverlap) {
  EXPECT_EQ(
      assumed("int f(const int *a, int *b) { *b = *a < 3 ? *a : 3; return *a; }\n", {"a:1", "b:1"}),
      "equivalent if 'a' and 'b' do not overlap");
  EXPECT_EQ(
      assumed("int f(int *restrict a, int *restrict b) { *b = *a < 3 ? *a : 3; return *a; }\n",
              {"a:1", "b:1"}),
      kProved);
  EXPECT_EQ(assumed("int f(const int *a, float *b) { *b = 1; return *a < 3 ? *a : 3; }\n",
                    {"a:1", "b:1"}),
            kProved);
  EXPECT_EQ(assumed("int f(const int *a, const int *b) { return *a < 3 ? *a : 3 + 0 * *b; }\n",
                    {"a:1", "b:1"}),
            kProved);
  EXPECT_EQ(assumed("int g;\nint f(int *a) { g = 1; return *a < 3 ? *a : 3; }\n", {"a:1"}),
            "equivalent if 'a' and 'g' do not overlap");
  EXPECT_EQ(assumed("static int g;\nint f(int *a) { g = 1; return *a < 3 ? *a : 3; }\n", {"a:1"}),
            kProved);
}

// What one member of a union has no name for, another one shows.
constexpr const char* kBits = "union u { struct { unsigned a : 3, b : 5; } f; unsigned w; };\n";
constexpr const char* kPadded = "union u { struct { char c; int i; } s; unsigned char b[8]; };\n";
constexpr const char* kPaddedFloat =
    "struct s { char c; int i; };\nunion u { struct s s; float f[2]; };\n";
constexpr const char* kNumber = "union u { double d; unsigned long u; };\n";

TEST_F(Assumed, EveryBitOfAUnionIsAnInput) {
  auto verdict = [&](const char* type, const char* function, std::vector<std::string> arrays = {}) {
    return assumed((std::string(type) + function).c_str(), std::move(arrays));
  };
  EXPECT_EQ(verdict(kBits, "int f(const union u *p) { return p->w >> 8 < 3 ? 1 : 2; }\n", {"p:1"}),
            "killed");
  EXPECT_EQ(verdict(kBits, "int f(union u p) { return p.w >> 8 < 3 ? 1 : 2; }\n"), "killed");
  EXPECT_EQ(verdict(kBits, "int f(union u *p) { union u v = *p; return v.w >> 8 < 3; }\n", {"p:1"}),
            "killed");
  EXPECT_EQ(verdict(kBits, "union u g;\nint f(int x) { return g.w >> 8 < 3 ? x : 2; }\n"),
            "equivalent if 'g' starts with its initial value");
  EXPECT_EQ(verdict(kPadded, "int f(const union u *p) { return p->b[1] < 3 ? 1 : 2; }\n", {"p:1"}),
            "killed");
  EXPECT_EQ(verdict(kPadded, "int f(union u p) { return p.b[1] < 3 ? 1 : 2; }\n"), "killed");
  EXPECT_EQ(verdict(kPadded, "union u g;\nint f(int x) { return g.b[1] < 3 ? x : 2; }\n"),
            "equivalent if 'g' starts with its initial value");
  // A variable that stays in memory, as its index is computed.
  EXPECT_EQ(verdict(kPadded,
                    "int f(const union u *p, unsigned i) { union u v = *p;\n"
                    "  return v.b[i & 3] + v.s.i == 777 && v.b[1] < 3; }\n",
                    {"p:1"}),
            "killed");
  // No member is of integers alone: it is set byte by byte.
  EXPECT_EQ(
      verdict(kPaddedFloat,
              "int f(const union u *p) { return p->f[0] != 0 && p->s.c == 0 && p->s.i < 3; }\n",
              {"p:1"}),
      "killed");
}

TEST_F(Assumed, EveryBitOfAUnionIsSeen) {
  auto verdict = [&](const char* type, const char* function, std::vector<std::string> arrays = {}) {
    return assumed((std::string(type) + function).c_str(), std::move(arrays));
  };
  EXPECT_EQ(verdict(kBits, "void f(union u *p, int x) { if (x < 3) p->w |= 256; }\n", {"p:1"}),
            "killed");
  EXPECT_EQ(verdict(kPadded, "void f(union u *p, int x) { if (x < 3) p->b[1] = 7; }\n", {"p:1"}),
            "killed");
  EXPECT_EQ(verdict(kPadded,
                    "union u f(union u p, int x) { if (x < 3) p.b[1] = p.b[1] + 1; return p; }\n"),
            "killed");
  EXPECT_EQ(verdict(kPadded, "union u g;\nvoid f(int x) { if (x < 3) g.b[1] = 7; }\n"), "killed");
  EXPECT_EQ(
      verdict(kPaddedFloat, "void f(union u *p, int x) { if (x < 3) p->f[0] = 7; }\n", {"p:1"}),
      "killed");
}

TEST_F(Assumed, AUnionShowsTheBitsOfNan) {
  auto verdict = [&](const char* function, std::vector<std::string> arrays = {}) {
    return assumed((std::string(kNumber) + function).c_str(), std::move(arrays));
  };
  EXPECT_EQ(
      verdict("int f(const union u *p) { return p->d != p->d && (p->u & 65535) < 3; }\n", {"p:1"}),
      "killed");
  EXPECT_EQ(verdict("int f(union u p) { return p.d != p.d && (p.u & 65535) < 3; }\n"), "killed");
  EXPECT_EQ(verdict("int f(const union u *p) { union u v = *p;\n"
                    "  return v.d != v.d && (v.u & 65535) < 3; }\n",
                    {"p:1"}),
            "killed");
  EXPECT_EQ(verdict("union u g;\n"
                    "int f(int x) { return g.d != g.d && (g.u & 65535) < 3 ? x : 7; }\n"),
            "equivalent if 'g' starts with its initial value");
  EXPECT_EQ(verdict("union u g = {__builtin_nan(\"2\")};\n"
                    "int f(int x) { return (g.u & 65535) == 2 && x < 3; }\n"),
            "killed");
  // The first has its value as an integer, so that clang makes up a type for the two.
  EXPECT_EQ(verdict("union u g[2] = {{.u = 5}, {.d = 1}};\n"
                    "int f(int x) { return g[1].d != g[1].d && (g[1].u & 65535) < 3 ? x : 7; }\n"),
            "equivalent if 'g' starts with its initial value");
  // Assigned as a float, it may lose its bits.
  const char* unassigned = "equivalent if the bits and the sign of a NaN are not used";
  EXPECT_EQ(verdict("int f(const union u *restrict p, union u *restrict q) { q->d = p->d;\n"
                    "  return p->d != p->d && (q->u & 65535) < 3; }\n",
                    {"p:1", "q:1"}),
            unassigned);
  EXPECT_EQ(verdict("int f(const union u *p) { union u v; v.d = p->d;\n"
                    "  return p->d != p->d && (v.u & 65535) < 3; }\n",
                    {"p:1"}),
            unassigned);
  EXPECT_THAT(verdict("union v { double d; float f[2]; };\n"
                      "int f(union v p, int x) { return p.f[0] < x; }\n"),
              HasSubstr("is passed in a way that is not supported"));
}

TEST_F(Assumed, AUnionMayOverlapWithAnything) {
  EXPECT_EQ(assumed("union u { long l; short s; };\n"
                    "int f(union u *p, short *q, int x) { p->s = 1; *q = 2;\n"
                    "  return x < 3 ? x : 3; }\n",
                    {"p:1", "q:1"}),
            "equivalent if 'p' and 'q' do not overlap");
  EXPECT_EQ(assumed("union { long l; short s; } g;\n"
                    "int f(short *q, int x) { g.s = 1; *q = 2; return x < 3 ? x : 3; }\n",
                    {"q:1"}),
            "equivalent if 'q' and 'g' do not overlap");
}

TEST_F(Assumed, SuitesSetTheBytesOfUnions) {
  options_.operators = {"ROR", "IVI"};
  const auto result =
      run("struct t { int tag; union { int i; double d; }; union { float f; short s; } n; };\n"
          "struct t f(struct t *p, int x) { struct t r = *p;\n"
          "  if (p->tag < 2) p->d = 1.5; else p->i++;\n"
          "  if (p->n.f < 0.5f) p->n.s = 3;\n  r.tag = x; return r; }\n",
          {"p:1"});
  ASSERT_TRUE(std::holds_alternative<TestgenReport>(result));
  const TestgenReport& report = std::get<TestgenReport>(result);
  const std::vector<OutputFile> files = write_driver(report, "");
  ASSERT_FALSE(files.empty());
  EXPECT_THAT(files[0].text, HasSubstr("suite_set((char *)&suite_p[0] + 8, \""));
  EXPECT_THAT(files[0].text, HasSubstr("suite_set((char *)&suite_p[0].n + 0, \""));
  directory_.write("suite.c", files[0].text);
  const std::string program = (directory_.path() / "suite").string();
  const std::string compiled = fmt::format("cc -w -o '{0}' '{0}.c' -lm && '{0}'", program);
  EXPECT_EQ(std::system(compiled.c_str()), 0);
  // The suite is read back as it was written.
  const std::vector<OutputFile> json = write_json(report, "");
  const Result<std::vector<Input>> inputs = read_tests(json[0].text, report.interface);
  ASSERT_TRUE(inputs);
  ASSERT_EQ(inputs->size(), report.tests.size());
  for (size_t i = 0; i < inputs->size(); ++i) EXPECT_EQ((*inputs)[i], report.tests[i].input);
}

TEST_F(Assumed, FunctionsWithoutABody) {
  EXPECT_EQ(assumed("int get(void);\nint f(void) { int x = get(); return x < 3 ? x : 3; }\n"),
            kProved);
  EXPECT_EQ(assumed("int printf(const char *, ...);\nint g;\n"
                    "int f(int x) { g = 1; printf(\"%d\", x); return x < 3 ? x : 3; }\n"),
            kProved);
  EXPECT_EQ(
      assumed("void see(void);\nint g;\nint f(int x) { g = 1; see(); return x < 3 ? x : 3; }\n"),
      "equivalent if 'see' neither reads nor changes global variables");
  EXPECT_EQ(assumed("void *take(unsigned long);\n"
                    "int f(int x) { return take(1) ? x < 3 : x < 3 ? x : 3; }\n"),
            "equivalent if 'take' returns null");
  EXPECT_EQ(
      assumed("void fill(int *);\nint f(int x) { int y = x; fill(&y); return x < 3 ? x : 3; }\n"),
      "equivalent if 'fill' ignores the pointers that it is given");
}

// Which constant is passed can be seen; what a pointer to other memory is used for cannot.
TEST_F(Assumed, PointersThatFunctionsWithoutABodyAreGiven) {
  EXPECT_EQ(assumed("int puts(const char *);\n"
                    "int f(int x) { puts(x < 3 ? \"a\" : \"b\"); return 0; }\n"),
            "killed");
  EXPECT_EQ(assumed("int puts(const char *);\n"
                    "int f(int x) { puts(x < 3 ? \"a\" : \"a\"); return 0; }\n"),
            kProved);
  EXPECT_EQ(assumed("int puts(const char *);\n"
                    "int f(int x) { puts(\"abc\" + (x < 3)); return 0; }\n"),
            "killed");
  EXPECT_EQ(assumed("void see(const char *);\n"
                    "int f(int x) { see(x < 3 ? \"a\" : 0); return 0; }\n"),
            "killed");
  EXPECT_EQ(assumed("void set(void (*)(void));\nstatic void a(void) {}\nstatic void b(void) {}\n"
                    "int f(int x) { set(x < 3 ? a : b); return 0; }\n"),
            "equivalent if 'set' ignores the pointers that it is given");
  EXPECT_EQ(assumed("void call(void (*)(int));\nint n;\n"
                    "static void back(int x) { if (x < 3) n = 1; }\n"
                    "int f(int x) { call(back); return x; }\n"),
            "equivalent if 'call' ignores the pointers that it is given");
}

TEST_F(Assumed, StructuresThatFunctionsWithoutABodyAreGivenAndReturn) {
  EXPECT_EQ(assumed("struct s { int a, b, c, d, e; };\nvoid see(struct s);\n"
                    "int f(int x) { struct s v = {x < 3}; see(v); return 0; }\n"),
            "equivalent if 'see' ignores the structures and long numbers that it is given");
  EXPECT_EQ(assumed("struct s { float a, b; };\nvoid see(struct s);\n"
                    "int f(int x) { struct s v = {x < 3}; see(v); return 0; }\n"),
            "equivalent if 'see' ignores the structures and long numbers that it is given");
  EXPECT_EQ(assumed("struct s { long a, b; };\nstruct s get(void);\n"
                    "int f(void) { return get().a < 3 ? 1 : get().b == 0; }\n"),
            "equivalent if 'get' returns zeros");
}

TEST_F(Assumed, FunctionsWithoutABodyLeaveTheMemoryOfParametersAlone) {
  EXPECT_EQ(assumed("void see(void);\n"
                    "int f(int *a, int x) { *a = 1; see(); *a = x < 3 ? x : 3; return 0; }\n",
                    {"a:1"}),
            "equivalent if 'see' neither reads nor changes what 'a' points to");
}

TEST_F(Assumed, AParameterMayPointToAGlobalVariable) {
  EXPECT_EQ(assumed("int g;\nint f(int *a, int x) { return a == &g ? x < 3 : x < 3 ? x : 3; }\n",
                    {"a:1"}),
            "equivalent if 'a' and 'g' do not overlap");
  EXPECT_EQ(assumed("static int g;\nint f(int *a, int x) {\n"
                    "  return a == &g ? x < 3 : x < 3 ? x : 3; }\n",
                    {"a:1"}),
            kProved);
}

// A local whose first value is left out holds anything, and so do those that never had one.
TEST_F(Assumed, LocalsWithoutAValue) {
  constexpr const char* kIfZero = "equivalent if locals without a value, and padding, are zero";
  options_.operators = {"SDL"};
  auto deleted = [&](const char* program, size_t statement = 0) {
    const auto result = run(program);
    EXPECT_TRUE(std::holds_alternative<TestgenReport>(result));
    return verdict_text(std::get<TestgenReport>(result).mutants.at(statement));
  };
  EXPECT_EQ(deleted("int f(int b) { int t = b; return t; }\n"), "killed");
  EXPECT_EQ(deleted("int f(int b) { int t = 0; return t + b; }\n"), kIfZero);
  EXPECT_EQ(deleted("int f(int b) { int t = 0; t = b; return t; }\n"), kProved);
  EXPECT_EQ(deleted("int f(int b) { if (b > 1) return 0; return b; }\n"), kIfZero);
  EXPECT_EQ(deleted("int f(int b) { int *p = 0; return p == 0 ? b : 1; }\n"), kIfZero);
  EXPECT_EQ(deleted("struct s { int a, b; };\n"
                    "int f(int b) { struct s v; v.a = 0; v.b = b; return v.a + v.b; }\n"),
            kIfZero);
  EXPECT_EQ(deleted("int f(unsigned b) { int a[3]; a[0] = 0; a[1] = 1; a[2] = 2;\n"
                    "  return a[b % 3]; }\n"),
            kIfZero);
  EXPECT_EQ(deleted("double f(double b) { double t = 0; return t == 0 ? b : 1; }\n"), kIfZero);
  // In the second round it has lost the value of the first.
  EXPECT_EQ(deleted("int f(int b) { int r = b, i = 0;\n"
                    "  while (i < 2) { int t; if (i == 0) t = 0; else t = 0; r += t; i++; }\n"
                    "  return r; }\n",
                    3),
            kIfZero);
  options_.operators = {"ROR"};
  EXPECT_EQ(assumed("int f(int x) { int a[4], i, n = x & 3; for (i = 0; i < n; i++) a[i] = 0;\n"
                    "  return a[0] < 3 ? 0 : a[0]; }\n"),
            kIfZero);
}

TEST_F(Assumed, VolatileMemoryIsLikeAnyOther) {
  EXPECT_EQ(assumed("int f(int x) { volatile int y = 1; return x < 3 ? x : 3; }\n"),
            "equivalent if volatile memory behaves like any other");
}

TEST_F(Assumed, TheBound) {
  options_.unwind = 5;
  EXPECT_EQ(assumed("int f(unsigned char n, int x) { int i = 0; while (i != n) i++;\n"
                    "  return x < 3 ? x : 3; }\n"),
            "equivalent if nothing goes beyond the bound (--unwind 5)");
}

TEST_F(Assumed, WhatIsAcceptedCountsAsEquivalent) {
  const char* program = "int f(const int *a) { if (!a) return 7; return *a < 3 ? *a : 3; }\n";
  auto conditional = [&] {
    const auto result = run(program, {"a:1"});
    const TestgenReport& report = std::get<TestgenReport>(result);
    EXPECT_EQ(report.killed() + report.equivalent() + report.conditional(), report.mutants.size());
    return report.conditional();
  };
  EXPECT_GT(conditional(), 0u);
  options_.accepted = {"state"};
  EXPECT_GT(conditional(), 0u);
  options_.accepted = {"state", "null"};
  EXPECT_EQ(conditional(), 0u);
}

TEST_F(Assumed, VersionsOfAFunction) {
  directory_.write("program.c", "int n;\nint f(int x) { return n > 0 ? x : 1; }\n");
  directory_.write("other.c", "int n;\nint f(int x) { return 1; }\n");
  options_.file = (directory_.path() / "program.c").string();
  const auto result = compare_versions(options_, (directory_.path() / "other.c").string());
  ASSERT_TRUE(std::holds_alternative<AgainstReport>(result));
  const AgainstReport& report = std::get<AgainstReport>(result);
  EXPECT_FALSE(report.differs);
  EXPECT_EQ(text_of(report.assumptions), "'n' starts with its initial value");
  EXPECT_FALSE(report.accepted);
}

// Results of functions without a body are told apart by their names.
TEST_F(Assumed, VersionsThatCallOtherFunctions) {
  auto compare = [&](const char* first, const char* second) {
    options_.function = "f";
    directory_.write("program.c", first);
    directory_.write("other.c", second);
    options_.file = (directory_.path() / "program.c").string();
    return compare_versions(options_, (directory_.path() / "other.c").string());
  };
  const char* program =
      "int one(void);\nint two(void);\nint f(void) { int a = one(), b = two(); return a - b; }\n";
  auto result = compare(program,
                        "int two(void);\nint one(void);\nint unused(void) { return two(); }\n"
                        "int f(void) { int a = one(), b = two(); return b - a; }\n");
  ASSERT_TRUE(std::holds_alternative<AgainstReport>(result));
  EXPECT_TRUE(std::get<AgainstReport>(result).differs);
  result = compare(program,
                   "int two(void);\nint one(void);\nint unused(void) { return two(); }\n"
                   "int f(void) { int a = one(); return a - two(); }\n");
  ASSERT_TRUE(std::holds_alternative<AgainstReport>(result));
  EXPECT_FALSE(std::get<AgainstReport>(result).differs);
  EXPECT_TRUE(std::get<AgainstReport>(result).assumptions.empty());
  result = compare("int one(void);\nint f(void) { return one(); }\n",
                   "int two(void);\nint f(void) { return two(); }\n");
  ASSERT_TRUE(std::holds_alternative<TestgenFailure>(result));
  EXPECT_THAT(std::get<TestgenFailure>(result).error.message,
              HasSubstr("they use the results of different functions: one and two"));
}

// The recursion of one mutant never ends, where no input gets to; the others have their verdicts,
// and it has one by a bound that is not too much.
TEST_F(Assumed, WhatIsTooMuchForTheBoundHasALowerOne) {
  options_.operators = {"AOR"};
  options_.unwind = 500;
  const auto result =
      run("static int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }\n"
          "unsigned f(unsigned x) { if (x * x == 2) return down(3); return x + 1; }\n");
  ASSERT_TRUE(std::holds_alternative<TestgenReport>(result))
      << std::get<TestgenFailure>(result).error.message;
  const TestgenReport& report = std::get<TestgenReport>(result);
  EXPECT_GT(report.killed(), 0u);
  EXPECT_EQ(report.killed() + report.equivalent(), report.mutants.size());
  EXPECT_FALSE(report.lowered.empty());
}

}  // namespace
}  // namespace pg
