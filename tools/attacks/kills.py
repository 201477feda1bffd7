"""Campaigns that are killed at random moments."""

import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from attacks.common import FAKE, POLYGRAPH, ROOT, repeat

LIARS = ["lie-on-negated-replace", "crash-on-replace", "lie-unsat"]

# Z3 decides all of their mutants at once: what runs out of time differs from run to run.
SEEDS = ["core", "uf", "strings/prefix-and-suffix-overlap.smt2"]


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


def kill_once(arguments, tally, number, folder, before, pause):
    """One campaign, killed and resumed until it ends; its end is compared with that of the whole one."""
    rng = random.Random(f"{arguments.rng} {number}")
    out = folder / f"killed-{number}"
    words = campaign(out, arguments.mutants)
    while True:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, start_new_session=True)
        try:
            # Now and then a long time: a reduction begins again after a kill, and has to end once.
            output, _ = process.communicate(timeout=rng.expovariate(1 / pause))
            break
        except subprocess.TimeoutExpired:
            tally.count("kills")
        finally:
            process.kill()
            process.communicate()
    tally.count("campaigns that were killed and resumed")
    # 3: liars that only ever say unknown, and no new bug in the last run.
    if process.returncode not in (0, 1, 3):
        tally.fault("odd exit codes", f"{out}: {process.returncode}")
        return
    found = list(differences(before, state_of(out, summary_of(output))))
    for difference in found:
        tally.fault("differences", f"{out}: {difference}")
    if not found:
        shutil.rmtree(out)


def kills(arguments, tally):
    folder = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
    begin = time.monotonic()
    whole = subprocess.run(campaign(folder / "whole", arguments.mutants), capture_output=True, text=True)
    took = time.monotonic() - begin
    before = state_of(folder / "whole", summary_of(whole.stdout))
    tally.count("bugs of a campaign", len([f for f in before["files"] if f.endswith("bug.json")]))

    def numbers():
        number = 0
        while tally.counts.get("kills", 0) < arguments.count:
            yield number
            number += 1

    repeat(tally, arguments.jobs, numbers(),
           lambda number: kill_once(arguments, tally, number, folder, before, max(1, took / 8)))
    if not tally.faults:
        shutil.rmtree(folder)
    else:
        print(f"kept: {folder}")
