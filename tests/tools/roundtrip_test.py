"""Tests of tools/roundtrip with the built program and with stand-ins that go wrong; POLYGRAPH_BINARY names the program."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
POLYGRAPH = os.environ.get("POLYGRAPH_BINARY", str(ROOT / "build/release/bin/polygraph"))

SEEDS = [
    "arrays/swap-two-cells.smt2",
    "core/knights-and-knaves.smt2",
    "datatypes/match-on-traffic-signals.smt2",
    "definitions/let-with-shadowed-names.smt2",
    "incremental/array-history.smt2",
]

# A solver that says sat, unless a word in the file makes it hang with a child.
SOLVER = r"""#!/bin/bash
grep -q hang "$1" && { (sleep 100 & echo $! >>"$PIDS"; wait) & echo $! >>"$PIDS"; wait; }
echo sat
"""


def load_tool():
    """The tool as a module, though its file has no .py."""
    sys.dont_write_bytecode = True
    loader = SourceFileLoader("roundtrip", str(ROOT / "tools/roundtrip"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


roundtrip = load_tool()


class Roundtrip(unittest.TestCase):
    def setUp(self):
        tmp = tempfile.TemporaryDirectory()
        self.addCleanup(tmp.cleanup)
        self.tmp = Path(tmp.name)
        self.pids = self.tmp / "pids"
        self.pids.touch()
        self.solver = self.write("solver", SOLVER, 0o755)

    def write(self, name, text, mode=0o644):
        path = self.tmp / name
        path.write_text(text)
        path.chmod(mode)
        return path

    def input(self, *lines):
        return self.write("a=b.smt2", "\n".join(lines) + "\n")

    # A program that gives `print` of the real one to a filter.
    def polygraph_through(self, command):
        return self.write("polygraph", f'#!/bin/bash\nset -o pipefail\n"{POLYGRAPH}" "$@" | if [[ $1 == print ]]; '
                                       f"then {command}; else cat; fi\n", 0o755)

    def run_it(self, *args, polygraph=POLYGRAPH):
        return subprocess.run(
            [str(ROOT / "tools/roundtrip"), "--polygraph", str(polygraph), *map(str, args)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30, check=False,
            env=dict(os.environ, PIDS=str(self.pids)))

    def assert_ends(self, process, code, *texts):
        self.assertEqual(process.returncode, code, process.stdout)
        for text in texts:
            self.assertIn(text, process.stdout)

    def check(self, *args, **kw):
        """With the stand-in for a solver; gives the exit code and what is said about the one file."""
        process = self.run_it("--json", "--solver", self.solver, *args, **kw)
        outcome = json.loads(process.stdout.splitlines()[0])
        return process.returncode, outcome, outcome["solvers"][str(self.solver)]

    def test_seeds_stay_what_they_are(self):
        process = self.run_it(*(ROOT / "seeds" / seed for seed in SEEDS))
        self.assert_ends(process, 0, " 0 refused, 0 with opaque terms, 0 unstable", "z3", "cvc5")
        self.assertNotIn(": different", process.stdout)

    def test_a_changed_meaning_is_caught(self):
        file = self.input("(set-logic QF_UF)", "(declare-const p Bool)", "(assert (or p true))", "(check-sat)")
        process = self.run_it(file, polygraph=self.polygraph_through("sed 's/(or p true)/(and p false)/'"))
        self.assert_ends(process, 1, f"{file}: different for z3: original sat, printed unsat",
                         f"{file}: different for cvc5: original sat, printed unsat")

    def test_a_rejected_print_is_caught(self):
        file = self.input("(set-logic QF_UF)", "(assert true)", "(check-sat)")
        process = self.run_it(file, polygraph=self.polygraph_through("sed 's/true/(true)/'"))
        self.assert_ends(process, 1, "different for z3: original sat, printed error: (error ", "unstable: ")

    def test_a_lost_query_is_caught(self):
        file = self.input("(push 1)", "(check-sat)", "(pop 1)", "(check-sat)")
        process = self.run_it(file, polygraph=self.polygraph_through("sed '2d'"))
        self.assert_ends(process, 1, "different for cvc5: original sat sat, printed sat\n")

    def test_an_unstable_print_is_caught(self):
        file = self.input("(assert true)")
        process = self.run_it(file, "--solver", "none", polygraph=self.polygraph_through("cat; echo '(push 1)'"))
        self.assert_ends(process, 1, "unstable: line 3: None becomes '(push 1)'")

    def test_a_refused_file_counts_when_the_solvers_take_it(self):
        self.assert_ends(self.run_it(self.input("(assert p)")), 0, "refused, accepted by no solver: 1:9: ")
        code, outcome, solver = self.check(self.input("(assert p)"))
        self.assertEqual((code, solver["original"]), (1, ["sat"]))
        self.assertIn("'p'", outcome["refused"])

    def test_a_crash_of_ours_always_counts(self):
        crash = self.write("polygraph", "#!/bin/bash\nkill -SEGV $$\n", 0o755)
        self.assert_ends(self.run_it(self.input("(assert p)"), polygraph=crash), 1, "refused", "exit code -11")

    def test_answers_of_a_solver(self):
        for code, out, answers in [
            (0, "sat\n(\n(define-fun x () Int 1)\n)\nunsat\nunknown\n", "sat unsat unknown"),
            (1, 'sat\n(error "no")\nunsat\n', "sat error"),
            (1, "(error \"line 1 column 9: unknown parameter 'x'\nLegal parameters are:\n\")\nsat\n", "sat"),
            (1, "sat\n", "sat"),  # some solvers answer with their exit code too
            (1, "", "error"),
            (-11, "sat\n", "sat error"),
        ]:
            run = roundtrip.read_run(roundtrip.Process(code, out, "", False))
            self.assertEqual(run.answers, answers.split(), out)
        run = roundtrip.read_run(roundtrip.Process(-9, "sat\n", "", True))
        self.assertEqual(run.answers, ["sat", "timeout"])

    def test_verdicts(self):
        for original, printed, verdict in [
            ("sat unsat", "sat unsat", "same"),
            ("sat error", "sat error", "same"),
            ("", "", "same"),
            ("sat", "unsat", "different"),
            ("sat", "sat sat", "different"),
            ("sat", "error", "different"),
            ("unknown", "error", "different"),
            ("timeout", "error", "different"),
            ("sat error", "sat", "different"),
            ("unknown sat", "sat unsat", "different"),
            ("unknown", "unknown", "undecided"),
            ("unknown sat", "sat sat", "undecided"),
            ("sat timeout", "sat unsat error", "undecided"),
            ("sat error", "timeout", "undecided"),
            ("error", "sat", "unsupported"),
        ]:
            runs = [roundtrip.Run(answers.split()) for answers in (original, printed)]
            self.assertEqual(roundtrip.compare(*runs), verdict, f"{original} and {printed}")

    def test_a_solver_that_hangs_is_killed_with_its_children(self):
        begin = time.monotonic()
        code, _, row = self.check(self.input("(echo hang)"), "--timeout", "0.3", "--retry-timeout", "0.4")
        self.assertLess(time.monotonic() - begin, 8)
        self.assertEqual((code, row["verdict"], row["original"]), (0, "undecided", ["timeout"]))
        pids = self.pids.read_text().split()
        self.assertEqual(len(pids), 8)
        deadline = time.monotonic() + 5
        while any(Path("/proc", pid).exists() for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual([pid for pid in pids if Path("/proc", pid).exists()], [])

    def test_options_by_need(self):
        cvc5 = roundtrip.Solver("/opt/cvc5-1.0.3 --seed=1")
        for text, options in [
            ("(check-sat)", []),
            ('; (push 1) str.++\n(echo "str.len")(declare-const |(push| Bool)(check-sat)', []),
            ("(check-sat)\n(check-sat-assuming (p))", ["--incremental"]),
            ("(declare-const s String)(push 1)", ["--incremental", "--strings-exp"]),
            ("(declare-const x (_ FloatingPoint 8 24))((_ to_fp 11 53) RNE x)", []),
            ("(declare-const x (_ FloatingPoint 5 11))", ["--fp-exp"]),
            ("(set.subset s (as set.universe (Set Int)))", ["--sets-ext"]),
        ]:
            self.assertEqual(cvc5.options(text.encode()), options, text)
        self.assertEqual(roundtrip.Solver("z3").options(b"(push 1)"), [])

    def test_usage(self):
        self.assert_ends(self.run_it("no-such-file"), 2, "no such file or folder: no-such-file")
        self.assert_ends(self.run_it(self.input(), "--solver", "no-such-solver"), 3, "cannot run no-such-solver")


if __name__ == "__main__":
    unittest.main()
