#!/usr/bin/env python3
"""Lines and functions of a solver that the seeds reach, and each strategy beyond them.

Usage: tools/coverage OBJECTS --solver SOLVER [--strategy WORDS]... [--source DIR]... [--timeout SECONDS]
           [--gcov PROGRAM] [--out DIR] -- FUZZ-ARGUMENT...

OBJECTS is the folder where the solver was built with --coverage: its .gcno files must still be where
the compiler wrote them. SOLVER is what polygraph takes, such as z3=build/z3. A campaign is run for
the seeds alone (--strategy none) and for each strategy, by `polygraph fuzz FUZZ-ARGUMENT...`: seeds,
other solvers, --mutants or --time, --rng. Campaigns end solvers by a signal, and a process that ends
so has written no counts. So all that the solver was asked is kept, and asked again of processes that
come to their end; what takes longer than SECONDS for each check-sat, or crashes, counts for nothing.

Lines and functions of files outside of /usr count, or those of the files below --source. The counts
of the compiler (.gcda) and the scripts stay in the folder of --out.
"""

import argparse
import collections
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
from known_bugs import POLYGRAPH, line  # noqa: E402
from listening import Listener  # noqa: E402

STRATEGIES = ["sae", "value", "diver"]
SEEDS = "none"
BATCH = 100  # files of a call of gcov


class Reached:
    """Lines and functions by file: all there are, and those that ran."""

    def __init__(self):
        self.lines, self.all_lines = set(), set()
        self.functions, self.all_functions = set(), set()

    def add(self, file):
        name = file["file"]
        for each in file["lines"]:
            self.all_lines.add((name, each["line_number"]))
            if each["count"] > 0:
                self.lines.add((name, each["line_number"]))
        for each in file["functions"]:
            self.all_functions.add((name, each["name"]))
            if each["execution_count"] > 0:
                self.functions.add((name, each["name"]))


class Campaign:
    """A campaign of one strategy, in a folder of its own."""

    def __init__(self, strategy, folder, arguments):
        self.strategy, self.folder, self.arguments = strategy, Path(folder).resolve(), arguments
        self.lost = 0  # scripts that crashed or took too long
        self.scripts = 0

    def run(self):
        self.folder.mkdir(parents=True)
        self.listener = Listener(self.folder, self.arguments.bin)
        (self.folder / "heard").mkdir()
        name, *options = shlex.split(self.strategy)
        words = [self.arguments.polygraph, "fuzz", *self.arguments.fuzz, "--strategy", name, *options,
                 "--solver", self.listener.solver(self.arguments.solver), "--no-sandbox", "--json",
                 "--out", self.folder / "campaign"]
        # Counts of the campaign itself would be those of the processes that happened to end.
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                              env={**os.environ, "GCOV_PREFIX": str(self.folder / "unused")})
        if done.returncode not in (0, 1):
            raise SystemExit(f"coverage: {self.strategy}: {done.stderr.strip() or done.stdout.strip()}")
        for record in sorted((self.folder / "heard").iterdir()):
            self.replay(record.read_text(errors="replace"))

    def replay(self, text):
        """Asks a process again what another was asked; script by script where that does not end."""
        first, _, rest = text.partition("\n")
        words = first.split("\t")[1:]
        scripts = scripts_of(rest)
        self.scripts += len(scripts)
        if not scripts or self.ends(words, "".join(scripts)):
            return
        self.lost += sum(not self.ends(words, script) for script in scripts) if len(scripts) > 1 else 1

    def ends(self, words, text):
        """Whether the solver comes to an end with that input."""
        program = self.folder / "solvers" / next(iter((self.folder / "before").iterdir())).name
        limit = self.arguments.timeout * max(1, text.count("(check-sat"))
        try:
            done = subprocess.run([program, *words], input=text, text=True, timeout=limit, check=False,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  env={**os.environ, "GCOV_PREFIX": str(self.folder / "data")})
        except subprocess.TimeoutExpired:
            return False
        return done.returncode >= 0

    def reached(self):
        """What gcov says of all objects; those that nothing reached have no counts."""
        made = Reached()
        data = self.folder / "data"
        files = []
        for notes in sorted(self.arguments.objects.resolve().rglob("*.gcno")):
            place = data / notes.relative_to("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(notes)
            counts = place.with_suffix(".gcda")
            files.append(counts if counts.exists() else place)
        if not files:
            raise SystemExit(f"coverage: no .gcno file in {self.arguments.objects}: was it built with --coverage?")
        for start in range(0, len(files), BATCH):
            words = [self.arguments.gcov, "--json-format", "--stdout", *files[start:start + BATCH]]
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
            for text in done.stdout.splitlines():
                self.add_object(json.loads(text), made)
        return made

    def add_object(self, told, made):
        for file in told["files"]:
            place = (Path(told["current_working_directory"]) / file["file"]).resolve()
            if self.counts(place):
                made.add({**file, "file": str(place)})

    def counts(self, place):
        if self.arguments.source:
            return any(place.is_relative_to(source.resolve()) for source in self.arguments.source)
        return not place.is_relative_to("/usr")


def scripts_of(text):
    """What a process was asked, cut before each reset."""
    scripts = collections.deque()
    for each in text.splitlines(keepends=True):
        if not scripts or each.startswith("(reset)"):
            scripts.append("")
        scripts[-1] += each
    return list(scripts)


def share(part, whole):
    return f"{100 * len(part) / len(whole):.1f} %" if whole else ""


def print_table(campaigns):
    line(["strategy", "scripts", "lost", "lines", "", "beyond the seeds", "functions", "", "beyond the seeds"])
    line(["---"] + ["---:"] * 8)
    seeds = None
    for campaign in campaigns:
        reached = campaign.reached()
        seeds = seeds or reached
        line(["seeds alone" if campaign.strategy == SEEDS else campaign.strategy, campaign.scripts, campaign.lost,
              len(reached.lines), share(reached.lines, reached.all_lines), len(reached.lines - seeds.lines),
              len(reached.functions), share(reached.functions, reached.all_functions),
              len(reached.functions - seeds.functions)])
    print(f"\nof {len(seeds.all_lines)} lines and {len(seeds.all_functions)} functions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("objects", type=Path)
    parser.add_argument("--solver", required=True)
    parser.add_argument("--strategy", action="append", help=f"with options; default: {', '.join(STRATEGIES)}")
    parser.add_argument("--source", type=Path, action="append", default=[])
    parser.add_argument("--timeout", type=float, default=10, help="seconds for a check-sat; default: 10")
    parser.add_argument("--gcov", default="gcov", help="default: gcov")
    parser.add_argument("--out", type=Path, help="a new folder; default: one that goes away")
    parser.add_argument("--bin", type=Path, default=POLYGRAPH.parent / "build/release/bin",
                        help="the folder of the built programs")
    parser.add_argument("--polygraph", default=None)
    parser.add_argument("fuzz", nargs="+", metavar="FUZZ-ARGUMENT")
    arguments = parser.parse_args()
    arguments.polygraph = arguments.polygraph or arguments.bin / "polygraph"
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        out = arguments.out or Path(folder)
        campaigns = []
        for number, strategy in enumerate([SEEDS, *(arguments.strategy or STRATEGIES)]):
            campaigns.append(Campaign(strategy, out / f"{number}-{strategy.split(' ')[0]}", arguments))
            campaigns[-1].run()
        print_table(campaigns)
    return 0


if __name__ == "__main__":
    sys.exit(main())
