#!/usr/bin/env python3
"""Applies the patches that `polygraph testgen` writes, and runs the suite against what comes out.

A mutant that is called killed must fail the tests that kill it; one that is called equivalent must
pass all of them. `git apply` must take each patch as well.

Usage: check_patches.py [--sample N] [--operators NAMES] [NAME...]
With --sample, N mutants of each program are tried, spread over all of them; else all are. NAME is a
row of PROGRAMS. The environment variable POLYGRAPH_BINARY names the program. Prints a line for
each program; exits with 1 if a patch is wrong.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples/c"

STEPS = """
struct s { unsigned char c; int n : 5; };
static unsigned g;
int f(unsigned n, int k, unsigned char c, signed char *a, struct s *p) {
  int x = 0, i = 0;
  while (n-- > 3 && i < 4) x += a[i++] & 3;
  c--;
  a[k & 1]--;
  p->c -= c;
  p->n++;
  x = x - k * (c >> 1);
  x *= -(int)p->c;
  if (c < 3 || a[0]++ > k) x ^= c;
  g = n / 2 + (x ? c : k);
  return x + (int)(g & 7u);
}
"""

# Name: file or text, and options.
PROGRAMS = {
    "min": ("min.c", []),
    "tri": ("tri.c", []),
    "day_of_year": ("calendar.c", ["--function", "day_of_year", "--unwind", "12"]),
    "crc8": ("crc8.c", ["--array", "data:2"]),
    "count_cleared": ("popcount.c", ["--function", "count_cleared"]),
    "count_parallel": ("popcount.c", ["--function", "count_parallel"]),
    "saturating_add": ("saturate.c", ["--function", "saturating_add"]),
    "read_number": ("number.c", ["--array", "text:6"]),
    "ring": ("ring.c", ["--array", "operations:6"]),
    "insertion_sort": ("insertion_sort.c", ["--array", "a:4"]),
    "bubble_sort": ("bubble_sort.c", ["--array", "a:4"]),
    "binary_search": ("binary_search.c", ["--array", "a:8"]),
    "isqrt": ("isqrt.c", []),
    "gcd": ("gcd.c", ["--unwind", "14"]),
    "advisory": ("tcas.c", []),
    "steps": (STEPS, ["--array", "a:4", "--array", "p:1", "--unwind", "6"]),
}

# What the machine does with what C leaves undefined is what mutants do.
PLAIN = ["-O0", "-fwrapv"]
# Beyond objects a plain program may find anything.
CHECKED = PLAIN + ["-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow,shift",
                   "-fno-sanitize-recover=all"]


def run(words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)


class Checker:
    def __init__(self, folder, name, operators):
        text, options = PROGRAMS[name]
        self.folder = Path(folder)
        self.source = self.folder / f"{name}.c"
        self.source.write_text(text if "\n" in text else (EXAMPLES / text).read_text())
        binary = os.environ.get("POLYGRAPH_BINARY", ROOT / "build/release/bin/polygraph")
        words = [binary, "testgen", self.source.name, "--out", "out", "--format",
                 "json,patches,driver", "--timeout", "1", *options]
        if operators:
            words += ["--operators", operators]
        made = run(words, cwd=self.folder)
        if made.returncode > 1:
            sys.exit(f"{name}: {made.stderr}")
        self.report = json.loads((self.folder / "out/tests.json").read_text())

    def failing(self, mutant, flags):
        """The tests that fail for the patched source; None if it cannot be made."""
        patch = self.folder / "out" / mutant["patch"]
        work = self.folder / "work"
        work.mkdir(exist_ok=True)
        changed = work / self.source.name
        changed.write_text(self.source.read_text())
        if run(["git", "apply", "--check", patch], cwd=work).returncode != 0:
            return None
        if run(["patch", "-s", "-p1", "-i", patch], cwd=work).returncode != 0:
            return None
        # Two names of one file, so that the suite of the original serves.
        program = self.folder / "suite"
        made = run(["gcc", "-w", *flags, f'-DPOLYGRAPH_PROGRAM="{changed}"',
                    self.folder / "out/suite.c", "-o", program, "-lm"])
        if made.returncode != 0:
            return None
        ran = run([program], errors="replace")
        failed = {int(number) for number in re.findall(r"^test (\d+):", ran.stdout, re.M)}
        return failed or ({0} if ran.returncode != 0 else set())

    def problem(self, mutant):
        status = mutant["status"]
        kills = {i + 1 for i, test in enumerate(self.report["tests"]) if mutant["id"] in test["kills"]}
        needs_sanitizers = "sanitizers" in status
        failed = self.failing(mutant, CHECKED if needs_sanitizers else PLAIN)
        if failed is None:
            return "does not apply or compile"
        if not status.startswith("killed"):
            good = not failed
        elif needs_sanitizers:
            # Of several tests by which it leaves an object, one may be seen and another not.
            good = bool(failed & kills)
        else:
            # Other tests may fail in a way that is harder to see.
            good = kills <= failed
        if good:
            return ""
        return f"{status} by {sorted(kills)}, fails {sorted(failed)}"

    def check(self, sample):
        all_mutants = self.report["mutants"]
        mutants = [m for m in all_mutants if "patch" in m]
        if sample:
            mutants = mutants[:: max(1, len(mutants) // sample)][:sample]
        wrong = 0
        for mutant in mutants:
            problem = self.problem(mutant)
            if problem:
                wrong += 1
                print(f"{self.source.stem} {mutant['id']}: {mutant['after'].strip()}: {problem}")
        patched = sum("patch" in m for m in all_mutants)
        print(f"{self.source.stem}: {patched} of {len(all_mutants)} mutants have a patch, "
              f"{len(mutants)} tried, {wrong} wrong")
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--operators", default="")
    parser.add_argument("names", nargs="*", default=[])
    options = parser.parse_args()
    wrong = 0
    for name in options.names or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            wrong += Checker(folder, name, options.operators).check(options.sample)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
