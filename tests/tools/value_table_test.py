"""Tests of tools/value_tables.py and value_table; POLYGRAPH_BIN names the folder of the built programs."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/value_tables.py"
BIN = Path(os.environ.get("POLYGRAPH_BIN", ROOT / "build/release/bin"))


def known(variant, run, wrong, hard, calls=100):
    counts = {"invalid": 2, "crash": 0}
    return {"table": "V", "variant": variant, "run": run, "bugs": {"wrong": wrong, **counts},
            "hard": {"wrong": hard, "invalid": 1, "crash": 0}, "mutants": 50, "calls": calls}


def rates(run, sat, **words):
    return {"run": run, "files": 3, "enforced": 100, "enforced_sat": sat, "substituted": 50, "substituted_sat": sat // 4,
            "watched": 10, "held": sat // 10, **words}


def tables(records):
    """What the tool prints of records."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        file.write_text("".join(json.dumps(record) + "\n" for record in records))
        return subprocess.run([sys.executable, TOOL, "--from", file], capture_output=True, text=True, check=True).stdout


class Tables(unittest.TestCase):
    def test_table_v_counts_trivial_bugs_but_not_in_rates(self):
        shown = tables([known("SKOLU", 0, 3, 2), known("SKOLU", 1, 5, 4), known("RBASE", 0, 1, 0), known("RBASE", 1, 1, 0)])
        self.assertIn("| variant (n=2) | soundness bugs | total bugs |", shown)
        self.assertIn("| SKOLU | 4.00 ± 1.41 | 6.00 ± 1.41 | 30.00 ± 14.14 | 40.00 ± 14.14 |", shown)
        self.assertIn("| RBASE | 1.00 ± 0.00 | 3.00 ± 0.00 | 0.00 ± 0.00 | 10.00 ± 0.00 |", shown)
        # Against SKOLU: fewer; one degree of freedom, t = 3 / 1.
        self.assertIn("| RBASE | fewer, 0.2048 |", shown)
        self.assertIn("| SKOLU | more, 0.2048 |", shown)

    def test_a_run_that_was_made_twice_counts_once(self):
        shown = tables([known("SKOLU", 0, 3, 2), known("SKOLU", 0, 3, 2)])
        self.assertIn("(n=1)", shown)

    def test_table_ii_and_the_hold_rate(self):
        shown = tables([rates(run, sat, table="II", quantifier="forall", handling=handling)
                        for handling, sats in (("copy", (70, 80)), ("skolemise", (90, 100)))
                        for run, sat in enumerate(sats)]
                       + [rates(run, sat, table="hold", variant="SKOLU") for run, sat in enumerate((70, 90))])
        self.assertIn("| forall | copy | 3 | 75.0 ± 7.1 | 37.0 ± 4.2 |", shown)
        self.assertIn("| forall | skolemise | 3 | 95.0 ± 7.1 |", shown)
        self.assertIn("Welch's p of copying and skolemising forall: enforcements 0.1056", shown)
        self.assertIn("SKOLU: what was enforced holds in 80.0 ± 14.1 % of the cases (n=2; 20 cases, 3 files)", shown)


class Measuring(unittest.TestCase):
    def test_all_tables_of_a_few_files(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "literals.smt2").write_text(
                "(declare-const x Int)\n(declare-const y Int)\n(assert (< x 7))\n(assert (or (> y 3) (= (+ x y) 5)))\n(check-sat)\n")
            (place / "none.smt2").write_text("(declare-const p Bool)\n(assert p)\n(check-sat)\n")
            (place / "quantified.smt2").write_text(
                "(declare-const x Int)\n(assert (forall ((z Int)) (=> (> z 4) (> (+ z x) 2))))\n(check-sat)\n")
            liar = BIN / "fake_solver"
            (place / "table.tsv").write_text(
                "id\tsolver\tversion\toptions\tkind\texpected\tgot\tfile\tcheck\tms\n"
                + "".join(f"{name}\tliar={liar} lie-unsat\t1\t-\tsoundness\tsat\tunsat\t{name}.smt2\t0\t10\n"
                          for name in ("literals", "none")))
            records = place / "records"
            command = [sys.executable, TOOL, "--bin", BIN, "--records", records, place / "table.tsv", "--variant", "RBASE",
                       "--variant", "SKOLU", "--runs", "2", "--calls", "12", "--first-tries", "0", "--iterations", "4",
                       "--timeout", "2", "--quantified", place, "--holding", place / "literals.smt2"]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1 of 2 formulas take part", done.stdout)
            for text in ("Table V\n", "Table II\n", "The hold rate\n", "| forall | skolemise | 1 |"):
                self.assertIn(text, done.stdout)
            made = [json.loads(text) for text in records.read_text().splitlines()]
            for record in made:
                if record["table"] == "V":
                    self.assertLessEqual(record["calls"], 12)
                    # All that is sat is a wrong answer of this solver.
                    self.assertEqual(record["bugs"]["wrong"], 1, record)
                if record["table"] == "hold":
                    self.assertGreater(record["watched"], 0)
                    self.assertLessEqual(record["held"], record["watched"])


if __name__ == "__main__":
    unittest.main()
