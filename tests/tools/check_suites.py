#!/usr/bin/env python3
"""Suites of programs that make it hard: each must compile without warnings and pass.

Usage: check_suites.py [NAME...]
Each suite is compiled by gcc and clang with -Wall -Wextra -Werror, run, compiled with ASan and
UBSan and run again. The files for other frameworks are compiled with GoogleTest itself, and with
small stand-ins for Unity and Criterion. The environment variable POLYGRAPH_BINARY names the
program. Exits with 1 if a suite is wrong.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
POLYGRAPH = os.environ.get("POLYGRAPH_BINARY", ROOT / "build/release/bin/polygraph")

# Name: text and options.
PROGRAMS = {
    "names": ("""
#include <stdio.h>
static int number, failed, tests, count = 3;
enum { kPassed = 5, kFailed };
static void check(int run) { number = run; }
int suite_old;
int f(int *expected, int class, int status, int new) {
  check(class);
  failed = expected[0] + status - new;
  return class < number + count ? failed : tests;
}
""", ["--array", "expected:2"]),
    "exits": ("""
#include <stdlib.h>
int f(int x) {
  if (x == 3) exit(77);
  if (x == 4) exit(78);
  if (x == 5) exit(143);
  if (x == 6) abort();
  return x;
}
""", []),
    "no_mutant": ("int f(int x) { return x; }\n", ["--operators", "SDL"]),
    "const_members": ("""
struct s { const int a; const unsigned b : 3; const char name[2]; };
typedef const struct s cs;
int f(cs *p, struct s q) { return p->a < q.a ? p->name[1] : p->b + q.b; }
""", ["--array", "p:1"]),
    "macros": ("""
#define memcmp(a, b, c) broken(
#define printf broken
#define fork() (-1)
#define f(x) g(x, 1)
int (f)(volatile int *x) { return *x < 3 ? 1 : 2; }
#define unused __attribute__((unused))
""", ["--array", "x:1"]),
    "warnings": ("""
static int nobody(int x) { int y; return y == x; }
__attribute__((warn_unused_result, deprecated)) int f(a, b) int a; unsigned b;
{ int unused; if (a < b) return 1; return a == 7 ? (exit(3), 1) : 2; }
""", ["--clang", "-include", "--clang", "stdlib.h"]),
    "wide": ("""
unsigned long long g;
unsigned long long f(unsigned long long x) { g = ~x; return x > 5 ? x - 7 : x; }
""", []),
    "floats": ("""
float f(float a, double b) { return a < b ? a + 1 : (float)(b * 2); }
""", []),
    "flags": ("""
#include "limit.h"
#include <math.h>
double f(double x) { return x > LIMIT ? sqrt(x) : N; }
""", ["--clang", "-Iinc", "--clang", "-DN=8"]),
    "main": ("#include <stdlib.h>\nint g = 3;\nint main(void) { if (g > 2) exit(77); return g; }\n",
             ["--function", "main"]),
    "memory": ("""
int memcmp(const void *a, const void *b, unsigned long n) {
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++) if (*p != *q) return *p < *q ? -1 : 1;
  return 0;
}
int f(const char *a, const char *b) { return memcmp(a, b, 2) < 0; }
""", ["--function", "f", "--array", "a:2", "--array", "b:2"]),
}

UNITY = """
#include <stdio.h>
static int failures;
#define UNITY_BEGIN() setUp()
#define TEST_ASSERT_EQUAL_INT_MESSAGE(a, b, m) ((a) == (b) ? 0 : (failures++, puts(m)))
#define RUN_TEST(test) test()
#define UNITY_END() (tearDown(), failures)
"""
CRITERION = """
#include <stdio.h>
static int failures;
#define Test(suite, name) \\
  static void suite##name(void); \\
  __attribute__((constructor)) static void call_##suite##name(void) { suite##name(); } \\
  static void suite##name(void)
#define cr_assert(condition, message) ((condition) ? 0 : (failures++, puts(message)))
int main(void) { return failures; }
"""


# Inputs of Test-Comp are in the order of the calls, and those that are not asked for are left out.
NONDET = """
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int g;
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  int b = __VERIFIER_nondet_int();
  int c = a == 7 ? __VERIFIER_nondet_int() : 3;
  g = b + c;
  return 0;
}
"""


def check_order():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "program.c").write_text(NONDET)
        run([POLYGRAPH, "testgen", "program.c", "--function", "main", "--out", "out", "--format",
             "testcomp"], folder)
        cases = sorted((Path(folder) / "out/test-suite").glob("testcase-*.xml"))
        seen = set()
        for case in cases:
            inputs = re.findall(r'variable="(\S+)\[\d\]" type="\S+">(-?\d+)<', case.read_text())
            names = [name.removeprefix("__VERIFIER_nondet_") for name, _ in inputs]
            seen.add((inputs[0][1] == "7" if inputs else None, *names))
        return seen == {(True, "uchar", "int", "int"), (False, "uchar", "int")}


def run(words, folder):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=folder)


class Suite:
    def __init__(self, folder, name):
        self.folder = Path(folder)
        self.name = name
        self.flags = []
        text, options = PROGRAMS[name]
        (self.folder / "inc").mkdir()
        (self.folder / "inc/limit.h").write_text("#define LIMIT 3\n")
        (self.folder / "inc/unity.h").write_text(UNITY)
        (self.folder / "inc/criterion").mkdir()
        (self.folder / "inc/criterion/criterion.h").write_text(CRITERION)
        (self.folder / "program.c").write_text(text)
        self.flags = [options[i + 1] for i in range(len(options)) if options[i] == "--clang"]
        made = run([POLYGRAPH, "testgen", "program.c", "--out", "out", "--timeout", "2", *options],
                   folder)
        self.problems = []
        if made.returncode > 1:
            self.problems.append(made.stderr)

    def expect(self, what, words):
        ran = run(words, self.folder)
        if ran.returncode != 0:
            self.problems.append(f"{what}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return ran.returncode == 0

    def compile_and_run(self, what, words):
        if self.expect(f"compiling {what}", [*words, *self.flags, "-o", "suite", "-lm"]):
            self.expect(f"running {what}", ["./suite"])

    def check(self):
        strict = ["-Wall", "-Wextra", "-Werror"]
        for compiler in ("gcc", "clang-19"):
            self.compile_and_run(compiler, [compiler, "-O1", *strict, "out/suite.c"])
        self.compile_and_run("sanitized", ["gcc", "-fsanitize=address,undefined",
                                           "-fno-sanitize-recover=all", "out/suite.c"])
        core = ["-DPOLYGRAPH_NO_MAIN", "out/suite.c"]
        for name in ("assert", "unity", "criterion"):
            self.compile_and_run(name, ["gcc", *strict, "-Iinc", *core, f"out/{name}/suite_{name}.c"])

    def check_projects(self):
        """The CMake projects, which have the words of --clang; and GoogleTest."""
        for project, words in ((".", ["-DSANITIZE=ON"]), ("gtest", [])):
            build = f"build-{project}"
            self.expect("configuring", ["cmake", "-S", f"out/{project}", "-B", build, *words])
            self.expect("building", ["cmake", "--build", build])
            self.expect("testing", ["ctest", "--test-dir", build])


def main():
    wrong = 0
    for name in sys.argv[1:] or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            suite = Suite(folder, name)
            if not suite.problems:
                suite.check()
                if name == "flags":
                    suite.check_projects()
            print(f"{name}: {'good' if not suite.problems else 'WRONG'}")
            for problem in suite.problems:
                print(problem)
            wrong += bool(suite.problems)
    if len(sys.argv) == 1 and not check_order():
        print("the inputs of Test-Comp are not in the order of the calls")
        wrong += 1
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
