#!/usr/bin/env python3
"""Random C functions of two bytes through `polygraph testgen --exhaustive`.

Every input is run on every mutant that is said to be equivalent, and every model of the solver is
run too, so that the encoder, the solver and the machine must agree.

Usage: random_programs.py [--floats] [--library] [--memory] [FIRST [COUNT]] [-- OPTION...]
With --floats the functions also compute with float and double, look at their bits and call
functions of the library. With --library they call functions of strings, characters, numbers and
sorting, have state that stays from call to call, and pointers; their suites are run with the
library of the machine. With --memory they have unions, bit-fields, arrays of variable length,
calls through pointers, structures as results, and copies of computed lengths.
The environment variable POLYGRAPH_BINARY names the program. Prints a line for each program; exits
with 1 if any was wrong or refused, and leaves that program in place.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TYPES = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long",
         "unsigned long"]
NUMBERS = [0, 1, 2, 3, 5, 7, -1, 10, 100, 127, 255, -128, 0x55]


class Writer:
    """Writes one program; the same number gives the same one."""

    def __init__(self, number):
        self.rng = random.Random(number)

    def pick(self, *choices):
        return self.rng.choice(choices)

    def expression(self, names, depth):
        if depth == 0 or self.rng.random() < 0.2:
            return self.rng.choice(names) if self.rng.random() < 0.7 else str(self.rng.choice(NUMBERS))
        a = self.expression(names, depth - 1)
        b = self.expression(names, depth - 1)
        kind = self.rng.randrange(12)
        if kind < 5:
            return f"({a} {self.pick('+', '-', '*', '&', '|', '^')} {b})"
        if kind == 5:
            divisor = self.pick("3", "7", "-5", f"({b} | 1)", b)
            return f"({a} {self.pick('/', '%')} {divisor})"
        if kind == 6:
            return f"({a} {self.pick('<<', '>>')} ({b} & 7))"
        if kind == 7:
            return f"({a} {self.pick('<', '<=', '==', '!=', '>', '>=')} {b})"
        if kind == 8:
            return f"({a} {self.pick('&&', '||')} {b})"
        if kind == 9:
            return f"(({self.pick(*TYPES)}){a})"
        if kind == 10:
            return f"({self.expression(names, depth - 1)} ? {a} : {b})"
        return f"({self.pick('~', '!', '-')}({a}))"

    def statement(self, names, depth, in_loop):
        target = self.pick("v0", "v1", "v2", "g")
        kind = self.rng.randrange(10)
        if kind < 4:
            return f"{target} {self.pick('', '', '+', '^', '-')}= {self.expression(names, 3)};"
        if kind == 4:
            return f"array[({self.expression(names, 2)}) & 3] = {self.expression(names, 2)};"
        if kind == 5:
            # Sometimes one element too far: a trap.
            return f"{target} = array[(unsigned)({self.expression(names, 2)}) % {self.pick(4, 4, 5)}];"
        if kind == 6 and depth:
            return f"if ({self.expression(names, 2)}) {{ {self.block(names, depth - 1, in_loop)} }}"
        if kind == 7 and depth:
            count = f"i{depth}"
            body = self.block(names + [count], depth - 1, True)
            return f"for (int {count} = 0; {count} < {self.pick('3', '(a & 3)', '2')}; {count}++) {{ {body} }}"
        if kind == 8 and depth:
            values = [self.expression(names, 1) for _ in range(4)]
            return (f"switch ({values[0]}) {{ case 1: v0 = {values[1]}; break; "
                    f"case 2: v1 = {values[2]}; default: v2 = {values[3]}; }}")
        return f"{target} = helper({self.expression(names, 2)}, {self.expression(names, 1)});"

    def block(self, names, depth, in_loop):
        statements = []
        for _ in range(self.rng.randrange(1, 4)):
            statements.append(self.statement(names, depth, in_loop))
            if in_loop and self.rng.random() < 0.15:
                statements.append(f"if ({self.expression(names, 1)}) {self.pick('break', 'continue')};")
        return "\n  ".join(statements)

    def program(self):
        kinds = [self.pick(*TYPES) for _ in range(10)]
        small = self.pick(*TYPES[:2]), self.pick(*TYPES[:2])
        return (f"static {kinds[0]} g = 3;\n"
                f"static {kinds[1]} helper({kinds[2]} x, {kinds[3]} y) {{\n"
                f"  if (x > y) return x - y;\n  return {self.expression(['x', 'y'], 2)};\n}}\n"
                f"{kinds[4]} f({small[0]} a, {small[1]} b) {{\n"
                f"  {kinds[5]} v0 = a;\n  {kinds[6]} v1 = b;\n  {kinds[7]} v2 = 1;\n"
                f"  {kinds[8]} array[4] = {{1, 2, 3, 4}};\n"
                f"  {self.block(['a', 'b', 'v0', 'v1', 'v2', 'g'], 2, False)}\n"
                f"  return {self.expression(['v0', 'v1', 'v2', 'a', 'b'], 3)};\n}}\n")


class MemoryWriter(Writer):
    """What C programs do with memory; sometimes one byte or element too far."""

    TYPES_BEFORE = """#include <string.h>
union cell {{ unsigned char bytes[8]; unsigned short half[4]; unsigned word; {wide} whole; }};
struct bits {{ unsigned a : 3; int b : 5; unsigned c : 1; {holder} d : 7; unsigned char e; }};
struct pair {{ {first} x; {second} y; }};
struct large {{ {first} x; {second} y; long z[2]; }};
static {third} twice({third} x, {third} y) {{ return x + x + y; }}
static {third} less({third} x, {third} y) {{ return x - (y & 3); }}
static {third} same({third} x, {third} y) {{ return y > 2 ? x : y; }}
static {third} (*table[])({third}, {third}) = {{twice, less, same}};
static struct pair both({first} x, {second} y) {{ struct pair p = {{y, x}}; return p; }}
static struct large more(struct pair p) {{ struct large l = {{p.y, p.x, {{p.x, 1}}}}; return l; }}
"""

    def statement(self, names, depth, in_loop):
        kind = self.rng.randrange(16)
        a = self.expression(names, 2)
        b = self.expression(names, 1)
        target = self.pick("v0", "v1", "v2", "g")
        if kind == 0:
            return f"u.bytes[({a}) & {self.pick(3, 7)}] = {b};"
        if kind == 1:
            return f"u.{self.pick('word', 'whole')} {self.pick('', '+', '^')}= {a};"
        if kind == 2:
            return f"{target} = u.{self.pick('word', 'whole', 'half[1]', f'half[({b}) & 3]', f'bytes[({b}) & 7]')};"
        if kind == 3:
            return f"s.{self.pick('a', 'b', 'c', 'd', 'e')} {self.pick('', '+', '-')}= {a};"
        if kind == 4:
            return f"{target} = s.{self.pick('a', 'b', 'c', 'd', 'e')};"
        if kind == 5:
            return f"{target} = table[(unsigned)({a}) % {self.pick(3, 3, 4)}]({b}, {self.expression(names, 1)});"
        if kind == 6:
            return f"p = both({a}, {b}); {target} = p.x - p.y;"
        if kind == 7:
            return f"l = more(p); {target} = l.z[({b}) & 1] + l.x;"
        if kind == 8:
            count = self.pick("(a & 3) + 1", "(b & 3)", "3")
            return (f"{{ int n = {count}; short list[n]; for (int k = 0; k < n; k++) list[k] = k + {b};"
                    f" {target} = list[({a}) & 3 ? n - 1 : 0]; }}")
        if kind == 9:
            return f"memcpy(u.bytes + {self.pick('0', '1', '(b & 3)')}, array, ({a}) & {self.pick(3, 5)});"
        if kind == 10:
            return f"memset(array + {self.pick('0', '1', '(a & 1)')}, {b}, ({a}) & 7);"
        if kind == 11:
            return f"memmove(array, array + 1, {self.pick('3 * sizeof *array', '(a & 3) * sizeof *array', 'b & 3')});"
        return super().statement(names, depth, in_loop)

    def program(self):
        text = super().program()
        head = self.TYPES_BEFORE.format(
            wide=self.pick("unsigned long", "unsigned", "short"), holder=self.pick("unsigned", "unsigned char"),
            first=self.pick(*TYPES), second=self.pick(*TYPES), third=self.pick(*TYPES))
        begin = text.index("  ", text.index(" f("))
        end = text.rindex("  return ")
        return (f"{head}{text[:begin]}  union cell u = {{{{1, 2, 3, 4}}}};\n  struct bits s = {{1, -2, 1, 5, 9}};\n"
                f"  struct pair p = {{3, 4}};\n  struct large l = {{1, 2, {{3, 4}}}};\n{text[begin:end]}"
                f"  if (u.word == 7 || s.d == 9 || l.y == 5) return 3;\n{text[end:]}")


class LibraryWriter(Writer):
    """Calls of the C library, strings, pointers, memory, and static locals that keep what they have."""

    STRINGS = ["s", "t", '"ab"', '"b"', '"-12"', '""']
    CLASSES = ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
               "xdigit"]

    def text(self):
        return self.pick(*self.STRINGS, f"s + {self.pick(0, 1, 2)}")

    def question(self, names):
        """A number that C fixes."""
        a = self.expression(names, 1)
        one, two = self.text(), self.text()
        return self.pick(
            f"(int)strlen({one})", f"(strcmp({one}, {two}) {self.pick('<', '>', '==', '!=', '<=')} 0)",
            f"!strncmp({one}, {two}, ({a}) & 3)", f"(memcmp(s, t, ({a}) & 3) {self.pick('<', '>', '==')} 0)",
            f"(strchr({one}, {self.pick(a, 97, 98)}) != 0)", f"(int)strspn({one}, {two})",
            f"(int)strcspn({one}, {two})", f"(strstr({one}, {two}) != 0)",
            f"(is{self.pick(*self.CLASSES)}(({a}) & {self.pick(127, 255, 511)}) != 0)",
            f"to{self.pick('upper', 'lower')}(({a}) & 127)", f"atoi({one})",
            f"(int)strtol({one}, &end, {self.pick(0, 8, 10, 16)})", "*end", "errno", "(int)(p - array)", "*p",
            # More than C fixes, if they differ.
            f"strcmp({one}, {two})")

    def statement(self, names, depth, in_loop):
        target = self.pick("v0", "v1", "v2", "g", "kept")
        a = self.expression(names, 2)
        kind = self.rng.randrange(15)
        if kind < 4:
            return f"{target} {self.pick('', '+', '^')}= {self.question(names)};"
        if kind == 4:
            return f"s[({a}) & 3] = {self.pick('97', '98', '48 + (b & 7)', '0', 'a')};"
        if kind == 5:
            return self.pick(f"strcpy(t, {self.text()});", f"strncpy(t, {self.text()}, ({a}) & 3);",
                             f"strcat(t, {self.pick('s', self.STRINGS[3])});", f"memset(t, {a}, 3);",
                             f"t[({a}) & 3] = 0;", "memmove(s, s + 1, 3);")
        if kind == 6:
            return f"p = array + (({a}) & 3);"
        if kind == 7:
            return f"*p {self.pick('', '+', '-')}= {a};"
        if kind == 8:
            return "qsort(array, 3, sizeof *array, by_number);"
        if kind == 9:
            return (f"{{ short key = {a}; const short *found = bsearch(&key, array, 3, sizeof *array, by_number); "
                    f"{target} = found ? *found : -1; }}")
        if kind == 10:
            # Sometimes one element too far, or what has no value.
            return self.pick(f"m[({a}) & {self.pick(1, 1, 3)}] = {self.expression(names, 1)};",
                             f"{target} = m[({a}) & {self.pick(1, 1, 3)}];")
        if kind == 11:
            return self.pick("free(m); m = calloc(2, sizeof *m);", "m = realloc(m, 4 * sizeof *m);",
                             f"if ({self.expression(names, 1)}) {{ free(m); m = malloc(sizeof *m); *m = b; }}",
                             f"{{ char *d = strdup(s); {target} = d[({a}) & 1]; free(d); }}")
        if kind == 12 and depth:
            return f"if ({self.question(names)}) {{ {self.block(names, depth - 1, in_loop)} }}"
        return super().statement(names, depth, in_loop)

    def program(self):
        text = re.sub(r"  .* array\[4\] = (.*)", r"  short array[4] = \1\n  short *p = array + 1;", super().program(), count=1)
        begin = text.index("  ", text.index(" f("))
        return ("#include <ctype.h>\n#include <errno.h>\n#include <stdlib.h>\n#include <string.h>\n"
                "static int by_number(const void *x, const void *y) {\n"
                "  const short a = *(const short *)x, b = *(const short *)y;\n"
                f"  return a < b ? -1 : a {self.pick('>', '>', '!=')} b;\n}}\n"
                f"{text[:begin]}  static {self.pick(*TYPES)} kept = {self.pick(0, 1, 5)};\n"
                f"  char s[5] = {{a, b, 'a', 0}}, t[8] = \"ab\", *end = s;\n"
                f"  {self.pick('short', 'int', 'unsigned char')} *m = malloc(2 * sizeof *m);\n  m[0] = b; m[1] = 3;\n"
                f"{text[begin:text.rindex('  return ')]}  free(m);\n{text[text.rindex('  return '):]}")


class FloatWriter(Writer):
    """Two floats among the variables; what does not fit into an integer traps."""

    FLOATS = ["w0", "w1"]
    LITERALS = ["0.5", "1.5f", "-2.0", "0.1", "1e10", "3.0f", "0.0", "-0.25f", "1e-40f"]

    def float_expression(self, names, depth):
        kind = self.rng.randrange(10)
        if depth == 0 or kind < 2:
            return self.pick(*self.FLOATS, *self.FLOATS, *self.LITERALS, f"({self.pick('float', 'double')}){names[0]}")
        a = self.float_expression(names, depth - 1)
        b = self.float_expression(names, depth - 1)
        if kind < 6:
            return f"({a} {self.pick('+', '-', '*', '/')} {b})"
        if kind == 6:
            return f"(({self.pick('float', 'double')})({a}))"
        if kind == 7:
            return f"({self.float_condition(names, depth - 1)} ? {a} : {b})"
        if kind == 8:
            one = self.pick("sqrt", "sqrtf", "fabs", "floor", "ceil", "trunc", "rint", "round")
            two = self.pick("fmin", "fmax", "fmaxf", "copysign")
            return self.pick(f"{one}({a})", f"{two}({a}, {b})")
        return f"(-({a}))"

    def float_condition(self, names, depth):
        return (f"({self.float_expression(names, depth)} {self.pick('<', '<=', '==', '!=', '>', '>=')}"
                f" {self.float_expression(names, depth)})")

    def statement(self, names, depth, in_loop):
        kind = self.rng.randrange(10)
        if kind < 4:
            return f"{self.pick(*self.FLOATS)} {self.pick('', '', '+', '*', '-')}= {self.float_expression(names, 2)};"
        if kind == 4:
            return f"{self.pick('v0', 'v1', 'g')} = ({self.pick(*TYPES)}){self.float_expression(names, 1)};"
        if kind == 5 and depth:
            return f"if {self.float_condition(names, 1)} {{ {self.block(names, depth - 1, in_loop)} }}"
        if kind == 6:
            return f"w.f = {self.float_expression(names, 1)}; {self.pick('v0', 'v1', 'g')} = w.u >> {self.pick(31, 23, 20)};"
        if kind == 7:
            return f"w.u = ({self.expression(names, 1)}) << 23; {self.pick(*self.FLOATS)} = w.f;"
        return super().statement(names, depth, in_loop)

    def program(self):
        text = super().program()
        begin = text.index("  ", text.index(" f("))
        kinds = self.pick("float", "double"), self.pick("float", "double")
        end = text.rindex("  return ")
        return (f"#include <math.h>\n{text[:begin]}  {kinds[0]} w0 = a / 4.0f;\n  {kinds[1]} w1 = b;\n"
                f"  union {{ float f; unsigned u; }} w = {{0}};\n{text[begin:end]}"
                f"  if (w0 > w1) return 1;\n{text[end:]}")


def main(words):
    options = words[words.index("--") + 1:] if "--" in words else []
    own = words[:len(words) - len(options)]
    writers = {"--floats": FloatWriter, "--library": LibraryWriter, "--memory": MemoryWriter}
    writer = next((writers[word] for word in own if word in writers), Writer)
    if writer is LibraryWriter:
        options = ["--format", "driver", *options]
    numbers = [int(word) for word in own if not word.startswith("--")]
    first = numbers[0] if numbers else 1
    count = numbers[1] if len(numbers) > 1 else 10
    folder = Path(tempfile.mkdtemp(prefix="polygraph-programs-"))
    failed = False
    for number in range(first, first + count):
        file = folder / f"program{number}.c"
        file.write_text(writer(number).program())
        suite = ["--out", folder / "out"] if writer is LibraryWriter else []
        command = [os.environ["POLYGRAPH_BINARY"], "testgen", file, "--quiet", "--exhaustive",
                   "--unwind", "5", "--timeout", "3", "--clang=-w", *suite, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(number, done.returncode, (done.stdout + done.stderr).splitlines()[:1], flush=True)
        # What no solver decides in time, loops beyond the bound, and programs without a meaning are no
        # mistakes. What contradicts a proof is a warning.
        agrees = done.returncode in (0, 1) and ": warning: " not in done.stderr
        if agrees or "undefined whatever its input" in done.stderr:
            file.unlink()
            shutil.rmtree(folder / "out", ignore_errors=True)
        else:
            failed = True
    if not failed:
        folder.rmdir()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
