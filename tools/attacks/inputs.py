"""Inputs that are broken at random, for every command."""

import json
import random
import shutil
import tempfile
from pathlib import Path

from attacks.changes import change_json, change_program, change_text
from attacks.common import FAKE, POLYGRAPH, ROOT, files_in, repeat, run

MODEL = b"""sat
((define-fun x () Int 7) (define-fun y () Int (- 3)) (define-fun p () Bool true)
 (define-fun s () String "a\\u{41}b") (declare-fun U!val!0 () U) (define-fun u () U U!val!0)
 (define-fun f ((x!0 Int)) Int (ite (= x!0 1) 2 3))
 (define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 1 5)))
"""
FOR_MODEL = b"""(declare-sort U 0)(declare-const x Int)(declare-const y Int)(declare-const p Bool)
(declare-const s String)(declare-const u U)(declare-fun f (Int) Int)(declare-const a (Array Int Int))
(assert (or p (> (+ x y) (f (select a 1)))))(assert (= s (str.++ s "")))
(assert (forall ((v U)) (= v u)))(check-sat)
"""
CONFIG = b"""[solvers]
mine = "z3 smt.arith.solver=2"
[fuzz]
solver = ["z3"]
mutants = 3
strategy = "sae"
timeout = 1.5
seeds = ["seeds"]
"""
FILES_AT_ONCE = 100
# Without these, testgen refuses the file before it has looked at much of it.
PROGRAMS = {"min": [], "mid": [], "isqrt": [], "tcas": [], "gcd": ["--unwind", "4"],
            "binary_search": ["--array", "a:4"], "bubble_sort": ["--array", "a:3"],
            "ring": ["--array", "operations:3"], "number": ["--array", "text:3"],
            "crc8": ["--array", "data:2"], "popcount": ["--function", "count_each"],
            "saturate": ["--function", "saturating_add"]}
TERM = b"(+ (str.len (str.++ (str.from_int (div 7 (- 2))) \"a\")) (ubv_to_int ((_ extract 3 1) #xa5)))"


def seeds_read(done):
    """How many seeds a campaign looked at: it may end before it has seen them all."""
    for line in reversed(done.stdout.splitlines() if done else []):
        if '"summary"' in line:
            said = json.loads(line)
            return said["taken"] + said["skipped"]
    return 0


def prove_rules(tally):
    """The rules of a user, and what says that they are proved."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rules.toml"
        shutil.copy(ROOT / "examples" / "rules.toml", file)
        run(tally, "proving rules", [POLYGRAPH, "rules", "--rules", file, "--prove"], cwd=folder)
        return file.read_bytes(), Path(f"{file}.proved").read_bytes()


def inputs(arguments, tally):
    texts = [file.read_bytes() for file in sorted((ROOT / "seeds").rglob("*.smt2"))]
    rules_text, proved_text = prove_rules(tally)
    programs = {name: (ROOT / "examples" / "c" / f"{name}.c").read_bytes() for name in PROGRAMS}

    def write_many(rng, folder):
        (folder / "seeds").mkdir()
        for i in range(FILES_AT_ONCE):
            (folder / "seeds" / f"{i}.smt2").write_bytes(
                change_text(rng, rng.choice(texts), rng.choice(texts)))

    def parse(rng, folder):
        write_many(rng, folder)
        return FILES_AT_ONCE, ["parse", *(f"seeds/{i}.smt2" for i in range(FILES_AT_ONCE))]

    def evaluate(rng, folder):
        term = change_text(rng, TERM, rng.choice(texts)).replace(b"\0", b"0")
        return 1, ["eval", "--", term]

    def fuzz(rng, folder):
        write_many(rng, folder)
        solver = rng.choice(["z3", f"x={FAKE} --later say-unknown", f"x={FAKE} --later zeros"])
        return None, ["fuzz", "seeds", "--out", "out", "--mutants", "50", "--timeout", "0.2",
                      "--time", "20", "--solver", solver, "--json", "--rng", rng.randrange(99)]

    def check(rng, folder):
        script, model = FOR_MODEL, MODEL
        if rng.randrange(3) == 0:
            script = change_text(rng, script, rng.choice(texts))
        else:
            model = change_text(rng, model, script)
        (folder / "a.smt2").write_bytes(script)
        (folder / "a.model").write_bytes(model)
        return 1, ["check", "a.smt2", "--model", "a.model"]

    def one_script(words):
        def made(rng, folder):
            (folder / "a.smt2").write_bytes(change_text(rng, rng.choice(texts), rng.choice(texts)))
            return 1, words
        return made

    def config(rng, folder):
        (folder / "seeds").mkdir()
        (folder / "seeds" / "a.smt2").write_bytes(texts[0])
        (folder / "polygraph.toml").write_bytes(change_text(rng, CONFIG, CONFIG))
        return 1, ["fuzz", "--config", "polygraph.toml", "--out", "out", "--time", "2", "-q"]

    def known(rng, folder):
        (folder / "known").write_bytes(change_text(rng, b"z3-crash-0123456789\n# x\n", CONFIG))
        (folder / "a.smt2").write_bytes(texts[0])
        return 1, ["fuzz", "a.smt2", "--known", "known", "--out", "out", "--mutants", "2", "--solver", "z3", "-q"]

    def rules(rng, folder):
        text, proved = rules_text, proved_text
        if rng.randrange(3):
            text = change_text(rng, text, rng.choice(texts))
        else:
            proved = change_json(rng, proved)
        (folder / "rules.toml").write_bytes(text)
        (folder / "rules.toml.proved").write_bytes(proved)
        (folder / "a.smt2").write_bytes(FOR_MODEL)
        return 1, rng.choice([["rules", "--rules", "rules.toml"],
                              ["rules", "--rules", "rules.toml", "--prove", "--solver", "z3", "--timeout", "0.3"],
                              ["mutate", "a.smt2", "--answer", "sat", "--rules", "rules.toml", "--count", "5"]])

    def program(rng, folder):
        name = rng.choice(sorted(programs))
        changed = change_program(rng, programs[name])
        if rng.randrange(4) == 0:
            changed = change_text(rng, changed, programs[rng.choice(sorted(programs))])
        (folder / "a.c").write_bytes(changed)
        return 1, ["testgen", "a.c", *PROGRAMS[name], "--timeout", "0.1", "--inputs", "200",
                   *rng.choice([[], ["--operators", "all"]]), *rng.choice([[], ["--out", "out"]])]

    kinds = [fuzz, parse, parse, parse, parse, evaluate, check, check, check, config, known, rules, program,
             one_script(["print", "a.smt2"]),
             one_script(["mutate", "a.smt2", "--answer", "sat", "--strategy", "sae", "--count", "5"]),
             one_script(["mutate", "a.smt2", "--answer", "unsat", "--strategy", "sae", "--count", "5"]),
             one_script(["solve", "a.smt2", "--solver", f"x={FAKE} --later zeros", "--timeout", "0.5"]),
             one_script(["reduce", "a.smt2", "--solver", f"x={FAKE} --later lie-unsat", "--solver", "z3",
                         "--time", "2", "--timeout", "0.3", "--out", "small.smt2"])]

    def once(number):
        rng = random.Random(f"{arguments.rng} {number}")
        folder = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
        (folder / "here").mkdir()
        (folder / "tmp").mkdir()
        made, words = rng.choice(kinds)(rng, folder / "here")
        faults = len(tally.faults)
        done = run(tally, f"{number}: {words[0]} in {folder}", [POLYGRAPH, *words],
                   cwd=folder / "here", seconds=90, extra={"TMPDIR": str(folder / "tmp")})
        made = seeds_read(done) if made is None else made
        tally.count("inputs", made)
        tally.count(f"inputs of {words[0]}", made)
        for file in files_in(folder):
            if "CANARY" in file or file.startswith(str(folder / "tmp") + "/"):
                tally.fault("files left or written", f"{number}: {file}")
        if done is not None and len(tally.faults) == faults:
            shutil.rmtree(folder, ignore_errors=True)

    repeat(tally, arguments.jobs, range(arguments.count), once)
