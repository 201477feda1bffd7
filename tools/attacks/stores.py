"""Stores that are damaged at random."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from attacks.common import FAKE, POLYGRAPH, ROOT, repeat

PAGE = 4096
TABLES = ["settings", "seeds", "jobs", "counters", "findings", "samples"]
# Each is a value that some column cannot have.
VALUES = [None, -1, 2**63 - 1, 1e300, "", "x", "{}", "[]", "../../victim", b"\x00\xff", "[" * 5000]
NAMES = ["../../victim", "../victim", "..", ".", "/", "a/b", "a b", "x" * 5000, "$(touch x)", "-rf"]
COMMANDS = [["fuzz"], ["report"], ["repair", "fuzz", "report"], ["fuzz", "repair", "report", "fuzz"]]


def zero_pages(rng, store, _):
    data = bytearray(store.read_bytes())
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(data) // PAGE) * PAGE
        data[at:at + PAGE] = bytes(PAGE)
    store.write_bytes(data)


def flip_bytes(rng, store, _):
    data = bytearray(store.read_bytes())
    for _ in range(rng.choice([1, 4, 64, 1000])):
        data[rng.randrange(len(data))] = rng.randrange(256)
    store.write_bytes(data)


def swap_pages(rng, store, _):
    data = bytearray(store.read_bytes())
    a, b = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[a:a + PAGE], data[b:b + PAGE] = data[b:b + PAGE], data[a:a + PAGE]
    store.write_bytes(data)


def truncate(rng, store, _):
    os.truncate(store, rng.choice([0, 1, 100, PAGE, rng.randrange(store.stat().st_size)]))


def spoil_log(rng, store, _):
    log = Path(f"{store}-wal")
    log.write_bytes(rng.randbytes(rng.choice([0, 32, 5000, 100000])))


def wrong_value(rng, _, database):
    table = rng.choice(TABLES)
    column = rng.choice([row[1] for row in database.execute(f"PRAGMA table_info({table})")])
    where = "" if rng.random() < 0.2 else "ORDER BY random() LIMIT 1"
    key = "rowid" if table in ("seeds", "jobs", "findings", "samples") else column
    database.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {key} IN "
                     f"(SELECT {key} FROM {table} {where})", [rng.choice(VALUES)])


def wrong_fingerprint(rng, _, database):
    name = rng.choice(NAMES)
    ready = rng.randrange(2)
    database.execute("UPDATE findings SET fingerprint = ?, ready = ?, bug = json_set(bug, "
                     "'$.fingerprint', ?) WHERE id = (SELECT MIN(id) FROM findings)", [name, ready, name])


def wrong_schema(rng, _, database):
    table = rng.choice(TABLES)
    database.execute(rng.choice([
        f"DROP TABLE {table}", f"ALTER TABLE {table} RENAME TO other",
        f"ALTER TABLE {table} ADD COLUMN more", f"DELETE FROM {table}",
        f"CREATE TRIGGER more AFTER INSERT ON {table} BEGIN DELETE FROM findings; END",
        "CREATE VIEW more AS SELECT 1", "PRAGMA user_version=4", "PRAGMA user_version=0",
        "PRAGMA application_id=7"]))


def wrong_json(rng, _, database):
    table, column = rng.choice([("seeds", "facts"), ("jobs", "task"), ("findings", "bug"),
                                ("samples", "counters"), ("settings", "value"), ("jobs", "suspicions")])
    for key, text in database.execute(f"SELECT _rowid_, {column} FROM {table} ORDER BY random() LIMIT 1"
                                      if table != "settings" else
                                      "SELECT name, value FROM settings ORDER BY random() LIMIT 1"):
        at = rng.randrange(max(1, len(text)))
        spoilt = text[:at] + rng.choice(["", "0", "9", "-", '"', "null", "[", "true", "sat"]) + text[at + 1:]
        name = "_rowid_" if table != "settings" else "name"
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {name} = ?", [spoilt, key])


def damage(rng, store):
    kind = rng.choice([zero_pages, zero_pages, flip_bytes, flip_bytes, swap_pages, truncate, spoil_log,
                       wrong_value, wrong_value, wrong_value, wrong_fingerprint, wrong_schema, wrong_json,
                       wrong_json])
    if kind.__name__.startswith("wrong"):
        database = sqlite3.connect(store)
        try:
            kind(rng, store, database)
            database.commit()
        except sqlite3.Error:
            pass  # what the schema itself refuses
        database.close()
    else:
        kind(rng, store, None)
    return kind.__name__


def unique_bugs(output):
    for line in reversed(output.splitlines()):
        if '"summary"' in line:
            return sum(kind["unique"] for kind in json.loads(line)["findings"].values())
    return None


def outside(folder):
    return {str(file): file.read_bytes() if file.is_file() else b""
            for file in sorted(folder.rglob("*")) if "out" not in file.relative_to(folder).parts}


def store_command(name, out, mutants):
    if name != "fuzz":
        return [POLYGRAPH, name, out]
    return [POLYGRAPH, "fuzz", ROOT / "seeds" / "ints", "--out", out, "--mutants", mutants, "--jobs", "1",
            "--json", "--strategy", "sae,diver", "--solver", "z3", "--solver",
            f"liar={FAKE} --later lie-unsat"]


def stores(arguments, tally):
    folder = Path(tempfile.mkdtemp(prefix="polygraph-attack-"))
    mutants = min(arguments.mutants, 100)
    first = subprocess.run([str(w) for w in store_command("fuzz", folder / "whole", mutants)],
                           capture_output=True, text=True)
    bugs = unique_bugs(first.stdout)

    def once(number):
        rng = random.Random(f"{arguments.rng} {number}")
        place = folder / f"{number}"
        out = place / "a" / "out"
        (place / "victim").mkdir(parents=True)
        (place / "a" / "victim").mkdir(parents=True)
        for victim in (place / "victim", place / "a" / "victim"):
            (victim / "bug.json").write_text("{}")
        shutil.copytree(folder / "whole", out)
        kind = damage(rng, out / "campaign.sqlite")
        before = outside(place)
        tally.count(f"damage: {kind}")
        faults = len(tally.faults)
        use(rng, tally, f"{kind}, {number}", out, mutants, bugs)
        if outside(place) != before:
            tally.fault("written elsewhere", f"{kind}, {number}")
        tally.count("stores")
        if len(tally.faults) == faults:
            shutil.rmtree(place)

    repeat(tally, arguments.jobs, range(arguments.count), once)
    if not tally.faults:
        shutil.rmtree(folder)
    else:
        print(f"kept: {folder}")


def use(rng, tally, story, out, mutants, bugs):
    """Resumes, reports or repairs: none may crash, hang or forget a bug without a word."""
    repaired = False
    for name in rng.choice(COMMANDS):
        words = [str(word) for word in store_command(name, out, mutants)]
        here = f"{story}: {name}"
        try:
            run = subprocess.run(words, capture_output=True, text=True, errors="replace",
                                 timeout=60, cwd=out.parent.parent)
        except subprocess.TimeoutExpired:
            tally.fault("hangs", here)
            return
        code = run.returncode
        tally.count(f"{name} ends with {code}")
        if code < 0 or code == 4 or code >= 128:
            tally.fault("crashes", f"{here}: {code}: {run.stderr[-300:]}")
        found = unique_bugs(run.stdout) if name == "fuzz" else None
        if name == "fuzz" and code in (0, 1) and (found or 0) < bugs and not run.stderr:
            tally.fault("false assurance", f"{here}: {found} of {bugs} bugs")
        if repaired and code == 3:
            tally.fault("no use after repair", f"{here}: {run.stderr[-300:]}")
        if repaired and name == "fuzz" and code in (0, 1) and (found or 0) < bugs:
            tally.fault("bugs lost by repair", f"{here}: {found} of {bugs} bugs")
        repaired = repaired or (name == "repair" and code == 0)
        if name == "repair" and code not in (0, 2):
            tally.fault("not repaired", f"{here}: {run.stderr[-300:]}")
