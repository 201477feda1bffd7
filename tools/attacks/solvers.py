"""Solvers that do anything but solve."""

import json
import random
import re
import shutil
import tempfile
from pathlib import Path

from attacks.common import FAKE, POLYGRAPH, ROOT, files_in, repeat, run

# What the zoo has (tests/fake_solvers), and so many that are drawn.
ZOO = re.findall(r'^    \{"([a-z-]+)", ', (ROOT / "tests/fake_solvers/fake_solver.cpp").read_text(), re.M)
DRAWN = 100 - len(ZOO)
SEEDS = sorted([*(ROOT / "seeds/ints").glob("*.smt2"), *(ROOT / "seeds/strings").glob("*.smt2")])
# What one of them does to a line, each with a weight of its own.
ACTS = {
    "sat": 'print("sat")', "unsat": 'print("unsat")', "unknown": 'print("unknown")',
    "timeout": 'print("timeout")', "nothing": "pass", "twice": 'print("sat\\nunsat")',
    "error": 'print(\'(error "line 1 column 2: x")\')', "open": 'print("((((")',
    "bytes": "out.buffer.write(bytes(rng.randrange(256) for _ in range(500)))",
    "model": 'print("(" + "".join(f"(define-fun {n} () {s} {v})" for n, s, v in names) + ")")',
    "declare": 'print("(model (declare-fun x () Int) (declare-sort U 0))")',
    "circle": 'print("((define-fun x () Int (+ x 1)) (define-fun f ((a Int)) Int (f a)))")',
    "deep": 'print("((define-fun x () Int " + "(- " * 50000 + "1" + ")" * 50000 + "))")',
    "flood": 'print("x" * 3000000)', "marker": 'print(line.strip()[6:-1] if "echo" in line else "m")',
    "errors": 'sys.stderr.write("assertion failed\\n" * 1000)', "escape": 'print("\\x1b]0;x\\x07")',
    "exit": "sys.exit(rng.choice([0, 1, 134]))", "die": "os.kill(os.getpid(), rng.choice([6, 9, 11, 15]))",
    "close": "os.close(1)", "sleep": "time.sleep(5)", "stop": "os.kill(os.getpid(), 19)",
    "child": "os.fork() or (os.setsid(), time.sleep(30), os._exit(0))",
    "file": 'open(rng.choice(["CANARY", "../CANARY", "/tmp/CANARY", os.path.dirname(sys.argv[0]) + '
            '"/CANARY"]), "w")',
    "parent": "os.kill(os.getppid(), 15)",
}
SOLVER = """#!/usr/bin/env python3
import os, random, sys, time
rng, out, text = random.Random({seed}), sys.stdout, ""
names = [("x", "Int", "-1"), ("y", "Int", "true"), ("s", "String", '"a"')]
def act(line):
    try:
{acts}
    except OSError:
        pass
for line in sys.stdin:
    probed = "probe" in text and rng.random() < {probe}
    if "echo" in line and rng.random() < {honest}:
        print(line.strip()[7:-2])
    elif "check-sat" in line and probed:
        print("unsat" if "(not polygraph-probe)" in text else "sat")
    elif "get-" in line and probed:
        print("((define-fun polygraph-probe () Bool true))")
    elif "check-sat" in line or "get-" in line or rng.random() < {chatty}:
        act(line)
    if "reset" in line:
        text = ""
    text += line
    out.flush()
"""


def drawn_solver(number, path):
    """The same number, the same solver. Most answer a probe well and misbehave after it."""
    rng = random.Random(number)
    chosen = rng.sample(sorted(ACTS), rng.choice([1, 2, 3, 6]))
    lines = [f"        which = rng.randrange({len(chosen)})"]
    lines += [f"        if which == {i}: {ACTS[act]}" for i, act in enumerate(chosen)]
    path.write_text(SOLVER.format(seed=number, acts="\n".join(lines), honest=rng.choice([1, 1, 0.9]),
                                  probe=rng.choice([1, 1, 0.8]), chatty=rng.choice([0, 0, 0.02])))
    path.chmod(0o700)
    return "+".join(chosen)


def left_over(folder):
    """Processes of a program in this folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in entry.read_bytes():
                found.append(entry.parent.name)
        except OSError:
            continue
    return found


def attack_once(tally, number, kind):
    folder = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
    (folder / "tmp").mkdir()
    (folder / "seeds").mkdir()
    rng = random.Random(number)
    # Few seeds, so that the time goes to mutants and not to loading.
    for seed in rng.sample(SEEDS, 4):
        shutil.copy(seed, folder / "seeds")
    solver = folder / "solver"
    if kind < len(ZOO):
        name = ZOO[kind]
        shutil.copy(FAKE, solver)
        words = f"bad={solver} {'--later ' if number % 2 else ''}{name}"
    else:
        name = drawn_solver(kind, solver)
        words = f"bad={solver}"
    before = files_in(folder)
    story = f"{name} ({kind}), {number}"
    done = run(tally, story, [POLYGRAPH, "fuzz", folder / "seeds", "--out", folder / "out", "--time", "1",
                              *rng.choice([[], ["--mutants", "20"]]), "--timeout", "0.2", "--rng", number,
                              "--reduce", "1", "--strategy", ("sae", "value", "diver")[number % 3], "-q",
                              "--memory", "512", "--solver", "z3", "--solver", words],
               cwd=folder, seconds=60, extra={"TMPDIR": str(folder / "tmp")})
    tally.count("campaigns")
    if done is not None:
        tally.count(f"ends with {done.returncode}")
    if left_over(folder):
        tally.fault("processes left", story)
    for file in set(files_in(folder)) - set(before):
        if not file.startswith(str(folder / "out")):
            tally.fault("files left or written", f"{story}: {file}")
    for bug in folder.glob("out/bugs/*/bug.json"):
        if json.loads(bug.read_text())["solver"]["name"] != "bad":
            tally.fault("accuses the other", f"{story}: {bug}")
            return
    shutil.rmtree(folder, ignore_errors=True)


def solvers(arguments, tally):
    kinds = len(ZOO) + DRAWN
    first = arguments.rng * arguments.count
    repeat(tally, arguments.jobs, range(kinds * arguments.count),
           lambda number: attack_once(tally, first + number // kinds, number % kinds))
    tally.count("kinds of solvers", kinds)
