#!/usr/bin/env python3
"""The tables of the thesis on value mutation (ValFuzz) again, for the solvers at hand.

Usage: tools/value-table [TABLE] [--quantified PATH...] [--holding PATH...] [--variant V...] [--runs N]
           [--first-run N] [--calls N] [--first-tries N] [--iterations N] [--files N]
           [--hold-variant V] [--timeout SECONDS] [--records FILE]
       tools/value-table --from FILE...

Table V: which variants find known bugs again, from their formulas with random literals. TABLE is what
tools/reduce-known-bugs takes; every variant may make --calls solver calls for a bug and run, those
that choose values included. Bugs that random literals always show at once are trivial: they count as
found, as in the thesis, but not in the rates. Welch's test compares each variant with the basic
approach (SKOLU) and with random values (RBASE).

Table II (--quantified): how many enforcements and how many mutants are sat if quantifiers are copied
and if they are skolemised. The hold rate (--holding): how often what was enforced is true in the
model of a mutant that is sat. Both of --files files, with --iterations mutants of each.

What each run gave is a line of JSON in FILE: runs can be made one after the other with --first-run,
and --from makes the tables of all of them together. 30 runs are the thesis's.
"""

import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import figures  # noqa: E402
from known_bugs import POLYGRAPH, line  # noqa: E402

BASIC, RANDOM = "SKOLU", "RBASE"


def soundness(bugs):
    return float(bugs["wrong"])


def total(bugs):
    return float(sum(bugs.values()))


def rate(record, count):
    """Bugs that are not trivial per 1,000 calls."""
    return 1000 * count(record["hard"]) / record["calls"] if record["calls"] else 0.0


# The columns of Table V, then ours.
COLUMNS = {
    "soundness bugs": lambda record: soundness(record["bugs"]),
    "total bugs": lambda record: total(record["bugs"]),
    "soundness bugs per 1,000 calls": lambda record: rate(record, soundness),
    "total bugs per 1,000 calls": lambda record: rate(record, total),
    "wrong or invalid": lambda record: float(record["bugs"]["wrong"] + record["bugs"]["invalid"]),
    "mutants": lambda record: float(record["mutants"]),
    "calls": lambda record: float(record["calls"]),
}
TESTED = list(COLUMNS)[:4]


def by(records, *keys):
    """Records by some of their values, in the order in which they came; a run counts once."""
    groups = collections.defaultdict(dict)
    for record in records:
        groups[tuple(record[key] for key in keys)][record["run"]] = record
    return {key: list(runs.values()) for key, runs in groups.items()}


def print_entries(entries):
    trivial = entries["trivial"]
    print(f"{entries['taking_part']} of {entries['listed']} formulas take part: the others have no literal, several"
          f" check-sats, or cannot be read. {entries['calls']} calls for each; trivial, by {entries['first_tries']}"
          f" first tries: {trivial['wrong']} wrong answers, {trivial['invalid']} invalid models,"
          f" {trivial['crash']} crashes.\n")


def print_table_v(records):
    groups = {key[0]: runs for key, runs in by(records, "variant").items()}
    line([f"variant (n={max(map(len, groups.values()))})", *COLUMNS])
    line(["---"] + ["---:"] * len(COLUMNS))
    for variant, runs in groups.items():
        line([variant, *(figures.cell([get(record) for record in runs]) for get in COLUMNS.values())])
    for other in (BASIC, RANDOM):
        if other not in groups or len(groups) < 2:
            continue
        print(f"\nWelch's test: the chance that {other} is no different, and which of both has more:\n")
        line(["variant", *TESTED])
        line(["---"] + ["---:"] * len(TESTED))
        for variant, runs in groups.items():
            if variant != other:
                line([variant, *(compared(runs, groups[other], COLUMNS[name]) for name in TESTED)])


def compared(runs, others, get):
    """How likely a difference as large is by chance, with its direction."""
    mine, theirs = [get(record) for record in runs], [get(record) for record in others]
    p = figures.welch(mine, theirs)
    if p is None:
        return "the same" if figures.mean(mine) == figures.mean(theirs) else ""
    return ("more, " if figures.mean(mine) > figures.mean(theirs) else "fewer, ") + figures.chance(p)


def percent(records, part, whole):
    return [100 * record[part] / record[whole] for record in records if record[whole]]


def print_table_ii(records):
    names = {"enforcements": ("enforced_sat", "enforced"), "mutants": ("substituted_sat", "substituted")}
    line(["files with", "quantifier", "files", "sat enforcements in %", "sat mutants in %"])
    line(["---", "---"] + ["---:"] * 3)
    groups = by(records, "quantifier", "handling")
    for (quantifier, handling), runs in groups.items():
        line([quantifier, handling, runs[0]["files"],
              *(figures.cell(percent(runs, *parts), 1) for parts in names.values())])
    print()
    for quantifier in dict.fromkeys(key[0] for key in groups):
        pair = [groups.get((quantifier, handling), []) for handling in ("copy", "skolemise")]
        tests = [f"{name} {figures.chance(p)}" for name, parts in names.items()
                 if (p := figures.welch(*(percent(runs, *parts) for runs in pair))) is not None]
        if tests:
            print(f"Welch's p of copying and skolemising {quantifier}: {', '.join(tests)}")


def print_hold(records):
    for (variant,), runs in by(records, "variant").items():
        held = percent(runs, "held", "watched")
        print(f"{variant}: what was enforced holds in {figures.cell(held, 1)} % of the cases (n={len(runs)};"
              f" {sum(record['watched'] for record in runs)} cases, {runs[0]['files']} files)")


PRINTERS = {"V": ("Table V", print_table_v), "II": ("Table II", print_table_ii), "hold": ("The hold rate", print_hold)}


def print_tables(records):
    for entries in [record for record in records if record["table"] == "entries"][:1]:
        print_entries(entries)
    for table, (title, show) in PRINTERS.items():
        mine = [record for record in records if record["table"] == table]
        if mine:
            print(f"{title}\n")
            show(mine)
            print()


def measure(words, binaries, place):
    """Runs value_table; what it prints goes to a file as it comes."""
    records = []
    with subprocess.Popen([str(Path(binaries) / "value_table"), *words], stdout=subprocess.PIPE, text=True) as process:
        for text in process.stdout:
            records.append(json.loads(text))
            if place:
                with place.open("a", encoding="utf-8") as file:
                    file.write(text)
    if process.returncode != 0:
        raise SystemExit(process.returncode)
    return records


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter,
                                     allow_abbrev=False,
                                     epilog="All other options are those of value_table.")
    parser.add_argument("--bin", default=POLYGRAPH.parent / "build/release/bin", help="the folder of the built programs")
    parser.add_argument("--records", type=Path, help="a file to which each run adds a line")
    parser.add_argument("--from", dest="files", type=Path, nargs="+", help="such files: print their tables")
    arguments, words = parser.parse_known_args()
    if arguments.files:
        records = [json.loads(text) for file in arguments.files for text in file.read_text().splitlines()]
    elif words:
        records = measure(words, arguments.bin, arguments.records)
    else:
        parser.error("a TABLE, --quantified, --holding or --from is needed")
    print_tables(records)
    return 0


if __name__ == "__main__":
    sys.exit(main())
