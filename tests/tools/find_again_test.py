"""Tests of tools/find_again.py; POLYGRAPH_BIN names the folder of the built programs."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("POLYGRAPH_BIN", ROOT / "build/release/bin"))

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import find_again  # noqa: E402

# The solver crashes on <=, which sae writes for <, and which no literal changes.
SCRIPT = """(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (<= x 7))
(assert (or (< x 9) (> y 5)))
(check-sat)
"""


def row(kind, got="unsat"):
    return {"kind": kind, "got": got, "solver": "z3", "options": "-"}


def said(answer, *kinds, crash=""):
    return {"checks": [{"answer": answer, "kinds": list(kinds), "crash": crash}]}


class Finds(unittest.TestCase):
    def test_a_wrong_answer_must_be_the_same(self):
        self.assertTrue(find_again.shows(row("soundness"), said("unsat", "wrong-unsat"), ""))
        self.assertFalse(find_again.shows(row("soundness"), said("sat", "disagreement"), ""))
        self.assertTrue(find_again.shows(row("soundness", "sat"), said("sat", "invalid-model"), ""))
        self.assertFalse(find_again.shows(row("soundness"), said("unsat"), ""))
        self.assertFalse(find_again.shows(row("soundness"), {"error": "no solver"}, ""))

    def test_what_the_mutant_claims_is_right(self):
        disagreement = said("unsat", "disagreement")
        self.assertTrue(find_again.shows(row("soundness"), disagreement, "", ["sat"]))
        self.assertFalse(find_again.shows(row("soundness"), disagreement, "", ["unsat"]))

    def test_a_crash_must_be_in_the_same_place(self):
        self.assertTrue(find_again.shows(row("crash"), said("crash", "crash", crash="a.cpp"), "a.cpp"))
        self.assertFalse(find_again.shows(row("crash"), said("crash", "crash", crash="b.cpp"), "a.cpp"))

    def test_rates_are_of_runs(self):
        records = [{"run": run, "found": found, "calls": calls, "bug": "b", "mutants": 1}
                   for run, found, calls in [(0, True, 10), (0, False, 40), (1, False, 50)]]
        self.assertEqual(find_again.by_run(records), ([1.0, 0.0], [50.0, 50.0], [20.0, 0.0]))
        self.assertEqual(find_again.median_calls(records), "10")


class Runs(unittest.TestCase):
    def search(self, place, *words, code=0):
        (place / "a.smt2").write_text(SCRIPT)
        (place / "b.smt2").write_text("(declare-const b Bool)\n(assert b)\n(check-sat)\n")
        liar = f"liar={BIN / 'fake_solver'} crash-on-at-most"
        (place / "table.tsv").write_text(
            "id\tsolver\toptions\tkind\texpected\tgot\tfile\n"
            f"one\t{liar}\t-\tcrash\tsat\tcrash\ta.smt2\ntwo\t{liar}\t-\tcrash\tsat\tcrash\tb.smt2\n")
        command = [sys.executable, ROOT / "tools/find_again.py", place / "table.tsv", "--bin", BIN, "--runs", "2",
                   "--calls", "40", "--timeout", "2", "--reference", "z3", "--out", place / "out", *words]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        lines = (place / "out/records.jsonl").read_text().splitlines()
        return done.stdout, [json.loads(text) for text in lines]

    def test_strategies_side_by_side(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            shown, records = self.search(place, "--strategy", "sae", "--strategy", "value")
            self.assertIn("1 of 2 bugs take part", shown)
            self.assertIn("- two: does not show", shown)
            self.assertRegex(shown, r"\| one \| 2 of 2, [0-9.]+ \| 0 of 2 \|")
            for record in records:
                self.assertLessEqual(record["calls"], 40)
                # What chooses values is counted, too.
                if record["strategy"] == "value":
                    self.assertGreater(record["calls"], record["mutants"])
                    self.assertGreater(record["mutants"], 0)
                else:
                    self.assertEqual(record["calls"], record["mutants"])

    def test_the_same_number_gives_the_same_and_other_builds_are_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "older").symlink_to(BIN / "polygraph")
            shown, records = self.search(place, "--strategy", "sae --literals 1", "--old", place / "older")
            self.assertEqual(len(records), 4)
            now, before = ([{**record, "build": ""} for record in records if record["build"].endswith(build)]
                           for build in ("polygraph", "older"))
            self.assertEqual(now, before)
            self.assertRegex(shown, re.escape("| sae --literals 1 | ") + r"([0-9.]+ ± [0-9.]+) \| \1 \| 1.00 \|")

    def test_a_build_that_fails_is_no_build_that_finds_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            older = place / "older"
            older.write_text("#!/bin/sh\n[ \"$2\" = --help ] && exit 0\necho 'out of order' >&2\nexit 1\n")
            older.chmod(0o755)
            _, records = self.search(place, "--strategy", "sae", "--old", older, code=1)
            self.assertEqual([record["failure"] for record in records], ["", "out of order"] * 2)
            older.write_text(older.read_text().replace("echo", "true"))
            _, records = self.search(place, "--strategy", "sae", "--old", older, code=1)
            self.assertIn("it ended with 1", [record["failure"] for record in records])


if __name__ == "__main__":
    unittest.main()
