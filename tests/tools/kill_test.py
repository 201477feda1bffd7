#!/usr/bin/env python3
"""Kills a campaign again and again, and looks whether anything is lost or there twice.

Usage: kill_test.py CYCLES [--random-times]
A campaign with a lying solver is killed (SIGKILL) after a number of lines of its output, or after a
random time, and goes on in the same folder; one that reduces its bugs, and one that does not. Every
bug that it told of must be in the store and have its folder, no counter may go back.
POLYGRAPH_BINARY and POLYGRAPH_FAKE_SOLVER say what is run.
"""

import json
import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

SEEDS = {
    "a.smt2": "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)"
    "(assert (and (< x y) (> x 3)))(assert (< y 9))(check-sat)",
    "b.smt2": "(set-logic QF_BV)(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 8))"
    "(assert (bvult v w))(assert (= (bvand v #x0f) #x05))(check-sat)",
    "c.smt2": "(set-logic QF_LRA)(declare-const p Real)(assert (or (< p 1.5) (> p 2.5)))(check-sat)",
    "d.smt2": '(set-logic QF_S)(declare-const s String)(assert (str.prefixof "ab" s))(check-sat)',
}


def start(folder, reduce):
    command = [
        os.environ["POLYGRAPH_BINARY"], "fuzz", "seeds", "--out", "out", "--json", "--time", "1h",
        "--reduce", str(reduce),
        "--solver", f"liar={os.environ['POLYGRAPH_FAKE_SOLVER']} lie-unsat", "--solver", "z3",
    ]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def told_before_the_end(process, lines, seconds):
    """Fingerprints of the findings that were told of until it was killed."""
    output = b""
    timeout = seconds
    while select.select([process.stdout], [], [], timeout)[0]:
        block = os.read(process.stdout.fileno(), 1 << 16)
        if not block:
            break
        output += block
        if lines is not None and output.count(b"\n") >= lines:
            break
        timeout = seconds if lines is not None else 0.01
    process.send_signal(signal.SIGKILL)
    output += process.stdout.read()
    process.wait()
    told = []
    for line in output.split(b"\n")[:-1]:
        event = json.loads(line)
        if event["event"] == "finding":
            told.append(event["fingerprint"])
    return told


def look(folder):
    with sqlite3.connect(folder / "out" / "campaign.sqlite") as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            sys.exit("the store is broken")
        findings = [row[0] for row in database.execute("SELECT fingerprint FROM findings")]
        counters = {tuple(row[:3]): row[3] for row in
                    database.execute("SELECT metric, subject, detail, value FROM counters")}
    # A bug that is made small can get another fingerprint, and takes its duplicates along.
    duplicates = [key for key in counters if key[0] == "duplicates"]
    counters["duplicates"] = sum(counters.pop(key) for key in duplicates)
    return findings, counters


def attack(cycles, reduce, random_times, draw):
    """Kills one campaign so often; its bugs and mutants. A bug that is made small later has another name."""
    acknowledged = set()
    before = {}
    with tempfile.TemporaryDirectory(prefix="polygraph-kill-") as name:
        folder = Path(name)
        (folder / "seeds").mkdir()
        for file, text in SEEDS.items():
            (folder / "seeds" / file).write_text(text)
        for cycle in range(cycles):
            process = start(folder, reduce)
            if random_times:
                told = told_before_the_end(process, None, draw.uniform(0.02, 1.5))
            else:
                # Of the first run its findings; later ones may have nothing new to tell.
                told = told_before_the_end(process, 3 if cycle == 0 else 1, 30 if cycle == 0 else 0.5)
            if set(told) & acknowledged:
                sys.exit(f"cycle {cycle}: told twice: {set(told) & acknowledged}")
            acknowledged |= set(told)
            if not (folder / "out" / "campaign.sqlite").exists():
                continue
            findings, counters = look(folder)
            if len(findings) != len(set(findings)):
                sys.exit(f"cycle {cycle}: a finding is there twice")
            if acknowledged - set(findings):
                sys.exit(f"cycle {cycle}: lost: {acknowledged - set(findings)}")
            for key, value in before.items():
                if key[0] != "digest" and counters.get(key, 0) < value:
                    sys.exit(f"cycle {cycle}: {key} went back from {value} to {counters.get(key)}")
            before = counters
        # In the end every bug has its folder.
        process = start(folder, reduce)
        told_before_the_end(process, None, 3)
        folders = {path.name for path in (folder / "out" / "bugs").iterdir() if path.name[0] != "."}
        findings, counters = look(folder)
        if acknowledged - folders:
            sys.exit(f"without a folder: {acknowledged - folders}")
        return len(acknowledged), sum(value for key, value in counters.items() if key[0] == "mutants")


def main():
    cycles = int(sys.argv[1])
    draw = random.Random(1)
    # Bugs that are not reduced are many; those that are become few.
    for reduce in (0, 1):
        bugs, mutants = attack(cycles, reduce, "--random-times" in sys.argv[2:], draw)
        print(f"{cycles} kills, --reduce {reduce}: {bugs} bugs told, all there once; {mutants} mutants")
        if not bugs:
            sys.exit("nothing was found: this test shows nothing")


main()
