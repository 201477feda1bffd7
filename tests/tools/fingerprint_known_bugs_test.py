"""Tests of tools/fingerprint-known-bugs; POLYGRAPH_BINARY and POLYGRAPH_FAKE_SOLVER name the built programs."""

import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/fingerprint-known-bugs"
BIN = ROOT / "build/release/bin"
POLYGRAPH = os.environ.get("POLYGRAPH_BINARY", str(BIN / "polygraph"))
FAKE_SOLVER = os.environ.get("POLYGRAPH_FAKE_SOLVER", str(BIN / "fake_solver"))

SCRIPT = """(set-logic QF_S)
(declare-const a String) ; (assert false)
(declare-const |b c| String)
(assert (= a "a (assert"))
(assert (= (str.replace a |b c| "x") |b c|))
(check-sat)
"""


def load_tool():
    """The tool as a module, though its file has no .py."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(TOOL.parent))
    loader = SourceFileLoader("fingerprint_known_bugs", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Texts(unittest.TestCase):
    def setUp(self):
        self.tool = load_tool()
        self.commands = self.tool.commands_of(SCRIPT)

    def test_commands_keep_strings_and_lose_comments(self):
        self.assertEqual(len(self.commands), 6)
        self.assertEqual(self.commands[3], '(assert (= a "a (assert"))')
        self.assertEqual(self.tool.commands_of("(assert (= a b)"), [])

    def test_renaming_reaches_symbols_alone(self):
        made = "\n".join(self.tool.renamed(self.commands, random.Random(1)))
        self.assertNotIn("|b c|", made)
        self.assertIn('"a (assert"', made)

    def test_shuffling_stays_between_other_commands(self):
        made = self.tool.shuffled(self.commands, random.Random(1))
        self.assertCountEqual(made, self.commands)
        self.assertEqual(made[:3], self.commands[:3])
        self.assertEqual(made[-1], "(check-sat)")

    def test_padding_declares_before_it_asserts(self):
        made = self.tool.padded(self.commands, random.Random(1))
        self.assertGreater(len(made), len(self.commands))
        self.assertTrue(made[3].startswith("(declare-fun pad0"))


class Runs(unittest.TestCase):
    def test_counts_equal_fingerprints_and_keeps_mutants(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "a.smt2").write_text(SCRIPT)
            (place / "table.tsv").write_text(
                "id\tsolver\toptions\tkind\texpected\tgot\tfile\n"
                f"one\tliar={FAKE_SOLVER} crash-on-replace\t-\tcrash\tsat\tcrash\ta.smt2\n")
            words = [sys.executable, TOOL, place / "table.tsv", "--runs", "2", "--timeout", "2",
                     "--jobs", "1", "--polygraph", POLYGRAPH, "--out", place / "out"]
            first = subprocess.run(words, capture_output=True, text=True, check=True).stdout
            self.assertRegex(first, r"\| one \| 2 \| 2 \| \S+-crash-")
            self.assertIn("2 of 2 runs", first)
            kept = sorted((place / "out/mutants/one").glob("*.smt2"))
            self.assertEqual(len(kept), 2)
            self.assertEqual(len(list((place / "out").glob("one-*.json"))), 2)
            # The next call counts the same ones, and only reduces what is not there.
            results = sorted((place / "out").glob("one-*.json"))
            results[0].unlink()
            written = results[1].stat().st_mtime_ns
            again = subprocess.run(words, capture_output=True, text=True, check=True).stdout
            self.assertEqual(again, first)
            self.assertEqual(sorted((place / "out/mutants/one").glob("*.smt2")), kept)
            self.assertTrue(results[0].exists())
            self.assertEqual(results[1].stat().st_mtime_ns, written)


if __name__ == "__main__":
    unittest.main()
