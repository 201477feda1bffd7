"""Bug folders that are damaged or forged at random."""

import json
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

from attacks.changes import change_json, change_text
from attacks.common import FAKE, POLYGRAPH, ROOT, files_in, repeat, run


def folders(arguments, tally):
    whole = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
    subprocess.run([str(word) for word in (
        POLYGRAPH, "fuzz", ROOT / "seeds" / "ints", ROOT / "seeds" / "strings", "--out", whole / "out",
        "--mutants", 400, "--jobs", 1, "--reduce", 2, "-q", "--solver", "z3", "--solver",
        f"liar={FAKE} --later lie-unsat", "--solver", f"crash={FAKE} --later crash-on-replace")],
        capture_output=True)
    bugs = sorted(whole.glob("out/*/*/bug.json"))
    tally.count("bugs to choose from", len(bugs))

    def once(number):
        rng = random.Random(f"{arguments.rng} {number}")
        folder = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
        bug = folder / "a" / "b" / "bug"
        shutil.copytree(rng.choice(bugs).parent, bug)
        (bug / "notes.txt").write_text("of the user")
        # Without it a changed formula is read as well.
        if rng.randrange(2):
            about = json.loads((bug / "bug.json").read_text())
            about.pop("formula_hash")
            (bug / "bug.json").write_text(json.dumps(about))
        for _ in range(rng.choice([1, 1, 2])):
            file = rng.choice([each for each in sorted(bug.iterdir()) if each.name != "notes.txt"])
            text = file.read_bytes()
            if file.suffix == ".json" and rng.randrange(4):
                file.write_bytes(change_json(rng, text))
            elif rng.randrange(8) == 0:
                file.unlink()
            else:
                file.write_bytes(change_text(rng, text, text))
        before = {name for name in files_in(folder) if "notes" in name or not name.startswith(str(bug))}
        words = rng.choice([["replay", bug], ["replay", bug, "--solver", "z3"], ["replay", folder / "a"],
                            ["reduce", bug, "--time", "2", "--timeout", "0.5"]])
        words = words + ["--solver", f"liar={FAKE} --later lie-unsat"]
        faults = len(tally.faults)
        done = run(tally, f"{number}: {' '.join(map(str, words))}", [POLYGRAPH, *words], cwd=folder)
        tally.count("folders")
        if done is not None:
            tally.count(f"{words[0]} ends with {done.returncode}")
        after = set(files_in(folder))
        for name in after:
            if "CANARY" in name:
                tally.fault("commands run", f"{number}: {name}")
            elif not name.startswith(str(bug)) and name not in before:
                tally.fault("files written outside", f"{number}: {name}")
        if before - after:
            tally.fault("files removed", f"{number}: {before - after}")
        if len(tally.faults) == faults:
            shutil.rmtree(folder, ignore_errors=True)

    repeat(tally, arguments.jobs, range(arguments.count), once)
    shutil.rmtree(whole, ignore_errors=True)
