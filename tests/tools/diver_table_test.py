"""Tests of tools/diver-table; POLYGRAPH_BIN names the folder of the built programs."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/diver-table"
BIN = Path(os.environ.get("POLYGRAPH_BIN", ROOT / "build/release/bin"))


def load_tool():
    """The tool as a module, though its file has no .py."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(TOOL.parent))
    loader = SourceFileLoader("diver_table", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def finding(kind, solver, seconds):
    return json.dumps({"event": "finding", "kind": kind, "solver": solver, "seconds": seconds,
                       "fingerprint": f"{solver}-{kind}"})


SUMMARY = json.dumps({"event": "summary", "mutants": 30, "calls": 300,
                      "findings": {"wrong-unsat": {"unique": 1, "duplicates": 4}, "crash": {"unique": 1, "duplicates": 0}}})


class Reading(unittest.TestCase):
    def setUp(self):
        self.tool = load_tool()

    def test_only_the_solver_and_kind_of_the_paper_are_a_hit(self):
        lines = [finding("crash", "z3", 9.0), finding("wrong-unsat", "z3 smt.arith.solver=2", 12.0), SUMMARY]
        made = self.tool.read_campaign(lines, "wrong-unsat", "z3")
        self.assertEqual((made.hits, made.shown, made.mutants, made.first), (1, 6, 30, 9.0))
        self.assertEqual(self.tool.read_campaign(lines, "wrong-unsat", "cvc5").hits, 0)
        self.assertEqual(self.tool.read_campaign(lines, "invalid-model", "z3").hits, 0)
        self.assertEqual(self.tool.read_campaign(lines, "crash").hits, 1)
        self.assertIsNone(self.tool.read_campaign(lines[:1], "crash", "z3"))

    def test_the_paper_has_twenty_five_bugs(self):
        kinds = [kind for kind, _ in self.tool.PAPER.values()]
        self.assertEqual(sorted(self.tool.PAPER), list(range(1, 26)))
        self.assertEqual([kinds.count(kind) for kind in (self.tool.WRONG, self.tool.INVALID, self.tool.CRASH)], [12, 9, 4])

    def test_runs_add_up(self):
        total = self.tool.Outcome()
        for seconds in (5.0, 3.0):
            total.add(self.tool.read_campaign([finding("crash", "z3", seconds), SUMMARY], "crash", "z3"))
        self.assertEqual(total.text(), "2 of 2; 12 of 60 mutants, first after 3 s")


class Campaigns(unittest.TestCase):
    def test_variants_of_a_seed(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "bench_22.smt2").write_text(
                "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n"
                "(assert (< x 9))\n(assert (> 7 (+ x y)))\n(check-sat)\n")
            (place / "bench_99.smt2").write_text("no seed of the paper")
            done = subprocess.run(
                [sys.executable, TOOL, place, "--mutants", "60", "--timeout", "2", "--polygraph", BIN / "polygraph",
                 "--solver", f"mine={BIN / 'fake_solver'} crash-on-at-most", "--out", place / "out"],
                capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"\| 22 \| cvc5 \| crash \| 1 of 1; \d+ of \d+ mutants, first after \d+ s \|")
            self.assertRegex(done.stdout, r"\| No-Complicate \| [01] \| [01] of 1 \|")


if __name__ == "__main__":
    unittest.main()
