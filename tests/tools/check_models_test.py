"""Tests of tools/check-models with the built program, z3, and models that are put in its way; POLYGRAPH_BINARY names
the program."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
POLYGRAPH = os.environ.get("POLYGRAPH_BINARY", str(ROOT / "build/release/bin/polygraph"))
SCRIPT = "(declare-const x Int)\n(declare-const y Int)\n(assert (> x y 1))\n(check-sat)\n"


class CheckModels(unittest.TestCase):
    def setUp(self):
        tmp = tempfile.TemporaryDirectory()
        self.addCleanup(tmp.cleanup)
        self.models = Path(tmp.name) / "models"
        self.files = Path(tmp.name) / "files"
        self.files.mkdir()
        (self.files / "a.smt2").write_text(SCRIPT)

    def check(self):
        return subprocess.run(
            [sys.executable, ROOT / "tools/check-models", self.files, "--solver", "z3", "--polygraph", POLYGRAPH,
             "--models", self.models, "--verbose"], capture_output=True, text=True, check=False)

    def put(self, model):
        """Takes the place of what z3 said."""
        [kept] = self.models.iterdir()
        kept.write_text(json.dumps({"z3": model}))

    def test_models_are_asked_for_and_kept(self):
        first = self.check()
        self.assertEqual((first.returncode, first.stdout), (0, "z3: 1 models, 100.0 % true; true 1\n"), first.stderr)
        self.put("((define-fun x () Int 3) (define-fun y () Int 2))")
        self.assertEqual(self.check().returncode, 0)

    def test_a_false_model_is_told(self):
        self.check()
        self.put("((define-fun x () Int 3) (define-fun y () Int 1))")
        run = self.check()
        self.assertEqual(run.returncode, 1)
        self.assertIn("a.smt2: z3: false\nz3: 1 models, 0.0 % true; false 1\n", run.stdout)

    def test_what_is_not_decided_has_a_reason(self):
        self.check()
        self.put("((define-fun x () Int 3) (define-fun y ()")
        run = self.check()
        self.assertEqual(run.returncode, 0)
        self.assertIn("not read 1\n      1 ", run.stdout)


if __name__ == "__main__":
    unittest.main()
