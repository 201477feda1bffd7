"""Tests of tools/coverage.py, with a small solver that is built with --coverage; POLYGRAPH_BIN names the folder of the
built programs."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/coverage.py"
BIN = Path(os.environ.get("POLYGRAPH_BIN", ROOT / "build/release/bin"))

sys.dont_write_bytecode = True
sys.path.insert(0, str(TOOL.parent))
import coverage  # noqa: E402

# Says that everything is sat, and has a function for an operator that the seed does not have.
SOLVER = """#include <cstdio>
#include <cstring>

int at_most(int count) {
  ++count;
  return count;
}

int never(int count) { return count - 1; }

int main(int argc, char**) {
  char line[4096];
  int count = 0;
  if (argc > 100) count = never(count);
  while (std::fgets(line, sizeof line, stdin)) {
    if (std::strstr(line, "(<= ")) count = at_most(count);
    if (std::strncmp(line, "(check-sat", 10) == 0) std::puts("sat");
    if (std::strncmp(line, "(get-model", 10) == 0) std::puts("((define-fun x () Int 0))");
    if (std::strncmp(line, "(echo \\"", 7) == 0) {
      line[std::strlen(line) - 3] = 0;
      std::puts(line + 7);
    }
    std::fflush(stdout);
  }
  return 0;
}
"""

SEED = """(set-logic QF_LIA)
(declare-const x Int)
(assert (< x 7))
(assert (< x 9))
(check-sat)
"""


class Coverage(unittest.TestCase):
    def test_scripts_are_cut_at_resets(self):
        self.assertEqual(coverage.scripts_of("(a)\n(b)\n(reset)\n(c)\n"), ["(a)\n(b)\n", "(reset)\n(c)\n"])
        self.assertEqual(coverage.scripts_of(""), [])

    @unittest.skipUnless(shutil.which("g++") and shutil.which("gcov"), "needs g++ and gcov")
    def test_a_strategy_reaches_what_the_seeds_do_not(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "solver.cpp").write_text(SOLVER)
            (place / "seed.smt2").write_text(SEED)
            subprocess.run(["g++", "--coverage", "-O0", "solver.cpp", "-o", "solver"], cwd=place, check=True)
            command = [sys.executable, TOOL, place, "--solver", f"mine={place / 'solver'}", "--strategy", "sae",
                       "--timeout", "5", "--bin", BIN, "--out", place / "out", "--", place / "seed.smt2", "--mutants",
                       "40", "--jobs", "1"]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"of \d+ lines and 3 functions")
            seeds, sae = (re.search(rf"\| {name} \| (\d+) \| 0 \| (\d+) \| [0-9.]+ % \| (\d+) \| (\d+) \| [0-9.]+ % \| (\d+) \|",
                                    done.stdout) for name in ("seeds alone", "sae"))
            self.assertEqual(seeds.groups()[2:], ("0", "1", "0"), done.stdout)
            # The three lines of at_most(): the call shares its line with the condition.
            self.assertEqual(sae.groups()[2:], ("3", "2", "1"), done.stdout)
            self.assertEqual(int(sae[2]) - int(seeds[2]), 3)
            self.assertGreater(int(sae[1]), int(seeds[1]))
            # Nothing was written where the solver was built.
            self.assertEqual(list(place.glob("*.gcda")), [])

    def test_a_folder_without_notes_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "seed.smt2").write_text(SEED)
            command = [sys.executable, TOOL, place, "--solver", f"mine={BIN / 'fake_solver'} zeros", "--strategy", "sae",
                       "--bin", BIN, "--", place / "seed.smt2", "--mutants", "1", "--jobs", "1"]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("no .gcno file", done.stderr)


if __name__ == "__main__":
    unittest.main()
