"""Campaigns that are killed at random moments."""

import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from attacks.common import FAKE, POLYGRAPH, ROOT

LIARS = ["lie-on-negated-replace", "crash-on-replace", "lie-unsat"]


# Z3 decides all of their mutants at once: what runs out of time differs from run to run.
SEEDS = ["core", "uf", "strings/prefix-and-suffix-overlap.smt2", "strings/replacing-every-letter.smt2"]


def campaign(out, mutants):
    # Which of two bugs that look alike is kept depends on who comes first: one worker.
    words = [POLYGRAPH, "fuzz", *(ROOT / "seeds" / seed for seed in SEEDS), "--timeout", 30,
             "--out", out, "--mutants", mutants, "--jobs", 1, "--json", "--solver", "z3"]
    for liar in LIARS:
        words += ["--solver", f"{liar}={FAKE} --later {liar}"]
    return [str(word) for word in words]


def state_of(out, summary):
    """What must not depend on kills: mutants, bugs, what a bug's folder holds."""
    files = {}
    for file in sorted(Path(out).rglob("*")):
        if file.is_file() and file.parent.parent.name in ("bugs", "held", "flaky"):
            files[str(file.relative_to(out))] = file.read_bytes()
    return {"digest": summary["digest"], "findings": summary["findings"], "files": files}


def differences(before, after):
    for key in ("digest", "findings"):
        if before[key] != after[key]:
            yield f"{key}: {before[key]} became {after[key]}"
    a, b = before["files"], after["files"]
    for name in sorted(set(a) - set(b)):
        yield f"{name} is missing"
    for name in sorted(set(b) - set(a)):
        yield f"{name} should not be there"
    for name in sorted(set(a) & set(b)):
        if a[name] != b[name]:
            yield f"{name} differs"


def summary_of(output):
    return next(json.loads(line) for line in reversed(output.splitlines()) if '"summary"' in line)


def kills(arguments, tally):
    rng = random.Random(arguments.rng)
    folder = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
    words = campaign(folder / "whole", arguments.mutants)
    begin = time.monotonic()
    whole = subprocess.run(words, capture_output=True, text=True)
    took = time.monotonic() - begin
    before = state_of(folder / "whole", summary_of(whole.stdout))
    tally.count("bugs of a campaign", len([f for f in before["files"] if f.endswith("bug.json")]))
    done = 0
    while done < arguments.count:
        out = folder / "killed"
        shutil.rmtree(out, ignore_errors=True)
        words = campaign(out, arguments.mutants)
        while True:
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True, start_new_session=True)
            try:
                # Now and then a long time: a reduction begins again after a kill, and has to end once.
                output, _ = process.communicate(timeout=rng.expovariate(1 / max(1, took / 8)))
                break
            except subprocess.TimeoutExpired:
                done += 1
                tally.count("kills")
            finally:
                process.kill()
                process.communicate()
        tally.count("campaigns that were killed and resumed")
        # 3: liars that only ever say unknown, and no new bug in the last run.
        if process.returncode not in (0, 1, 3):
            tally.fault("odd exit codes", process.returncode)
            continue
        for difference in differences(before, state_of(out, summary_of(output))):
            tally.fault("differences", difference)
    if not tally.faults:
        shutil.rmtree(folder)
    else:
        print(f"kept: {folder}")
