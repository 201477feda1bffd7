#!/usr/bin/env python3
"""Which strategy finds which of a table of known bugs again, in how many solver calls.

Usage: tools/find-again TABLE [--strategy WORDS]... [--runs N] [--calls N] [--old POLYGRAPH]...
           [--rng N] [--jobs N] [--only TEXT] [--reference SOLVER]... [--timeout SECONDS] [--tries N]
           [--same] [--out DIR]

TABLE is what tools/reduce-known-bugs takes; expected is not used. For each bug and run a neighbour
of its formula is made, with other literals and operators in random places, on which the solver of
the bug does not lie. Every strategy starts from the same neighbour and may make N calls of solvers
for it: those that choose values or look for a model, and one for each mutant, asked of the solver of
the bug. What the references say of a mutant is the judge's part and costs nothing. A strategy finds
the bug if that solver gives the same wrong answer, an invalid model, or crashes in the same place.
With --same the find is made small, and must have the fingerprint of the bug.

--strategy takes options, too: --strategy 'value --variant RBASE'. --old runs the same strategies by
another build of polygraph, from the same neighbours, and compares the rates by Welch's test. What
each search did is a line of JSON in the folder of --out.
"""

import argparse
import collections
import concurrent.futures
import fcntl
import functools
import json
import os
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import zlib
from pathlib import Path

sys.dont_write_bytecode = True
import figures  # noqa: E402
import known_bugs  # noqa: E402
from known_bugs import line  # noqa: E402
from listening import Listener  # noqa: E402

STRATEGIES = ["sae", "value", "diver"]
PATIENCE = 10  # how many times the time for all calls a search may take


class Judge:
    """The program that makes neighbours and says what a solver does wrong; solvers stay alive in it."""

    def __init__(self, arguments):
        words = [arguments.bin / "find_again", "--timeout", arguments.timeout]
        for reference in arguments.reference:
            words += ["--reference", reference]
        self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def request(self, **words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("find-again: find_again ended: is it built, are the references installed?")
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class CountedSolvers(Listener):
    """Calls and mutants come in one stream, in the order in which they happen: mutate prints to the
    pipe that listen_in writes to."""

    def __init__(self, folder, binaries):
        super().__init__(folder, binaries)
        self.pipe = self.folder / "calls"
        os.mkfifo(self.pipe)

    def start(self, words):
        """Starts mutate; gives its process and the stream."""
        reader = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)
        writer = os.open(self.pipe, os.O_WRONLY)
        fcntl.fcntl(reader, fcntl.F_SETFL, fcntl.fcntl(reader, fcntl.F_GETFL) & ~os.O_NONBLOCK)
        # Line by line, so that a mutant stands after the calls that it took.
        # It preloads a library, which AddressSanitizer does not like to find before its own.
        sanitizer = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
        with open(self.folder / "errors", "wb") as errors:
            process = subprocess.Popen(["stdbuf", "-oL", *map(str, words)], stdout=writer, stderr=errors,
                                       start_new_session=True, env=dict(os.environ, ASAN_OPTIONS=sanitizer))
        os.close(writer)
        return process, os.fdopen(reader, encoding="utf-8", errors="replace")


@functools.cache
def sandbox_options(binary):
    """What lets solvers of a build write to the pipe; older ones have no sandbox."""
    told = subprocess.run([binary, "mutate", "--help"], capture_output=True, text=True, check=False)
    if told.returncode != 0:
        raise SystemExit(f"find-again: {binary} mutate --help fails: {told.stderr.strip()}")
    return ["--no-sandbox"] if "--no-sandbox" in told.stdout else []


def end(process):
    """Ends a process and all of its group, if it is still there."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def shows(row, said, crash, expected=()):
    """Whether what a solver said is the row's bug: the same kind, wrong answer and place of a crash."""
    for number, check in enumerate(said.get("checks", [])):
        right = number < len(expected) and check["answer"] == expected[number]
        for kind in set(check["kinds"]) & known_bugs.allowed_kinds(row):
            if kind == "crash":
                if check["crash"] == crash:
                    return True
            elif kind == "disagreement" and right:
                continue
            elif row["kind"] != "soundness" or check["answer"] == row["got"]:
                return True
    return False


def crash_of(said):
    """The place of the crash that a solver showed."""
    return next((check["crash"] for check in said["checks"] if "crash" in check["kinds"]), "")


class Search:
    """One search: a strategy of a build, from a neighbour of a bug."""

    def __init__(self, bug, neighbour, seed, config, judge, arguments):
        self.bug, self.neighbour, self.seed, self.config = bug, neighbour, seed, config
        self.judge, self.arguments = judge, arguments
        self.calls = self.mutants = 0
        self.found = False
        self.failure = ""

    def run(self):
        with tempfile.TemporaryDirectory(prefix="find-again-") as folder:
            solvers = CountedSolvers(folder, self.arguments.bin)
            file = Path(folder) / "neighbour.smt2"
            file.write_text(self.neighbour["script"])
            process, stream = solvers.start(self.words(file, solvers))
            limit = self.arguments.calls * self.arguments.timeout * PATIENCE
            watch = threading.Timer(limit, end, [process])
            watch.start()
            try:
                with stream:
                    ended = self.read(stream)
                code = process.wait() if ended else 0
                if code not in (0, -signal.SIGKILL):
                    said = (solvers.folder / "errors").read_text(errors="replace")[-300:].strip()
                    # A neighbour that has nothing to change is no failure.
                    self.failure = "" if '"kind":"input"' in said else said or f"it ended with {code}"
            finally:
                watch.cancel()
                end(process)
        return self

    def words(self, file, solvers):
        binary, strategy = self.config
        arguments = self.arguments
        words = [binary, "mutate", file, "--json", *sandbox_options(binary), "--strategy", *shlex.split(strategy),
                 "--count", arguments.calls, "--rng", self.seed, "--timeout", arguments.timeout,
                 "--answer", self.neighbour["answers"]]
        liar = known_bugs.solver_of(self.bug.row)
        # As in a campaign, others are asked, too; not the same program twice.
        others = [name for name in arguments.reference if name.split(" ")[0] != self.bug.row["solver"]]
        for solver in [liar, *others]:
            words += ["--solver", solvers.solver(solver)]
        return words

    def read(self, stream):
        """Whether there is no more."""
        for text in stream:
            if self.calls >= self.arguments.calls:
                return False
            self.calls += 1
            if text.startswith("{"):
                self.mutants += 1
                mutant = json.loads(text)
                if self.bug.shown_by(mutant["script"], self.judge, mutant["expected"]):
                    self.found = True
                    return False
        return True

    def record(self, run):
        binary, strategy = self.config
        return {"build": str(binary), "strategy": strategy, "bug": self.bug.row["id"], "run": run,
                "found": self.found, "calls": self.calls, "mutants": self.mutants,
                "changes": self.neighbour["changes"], "failure": self.failure}


class Bug:
    """A row of the table, and what its formula shows."""

    def __init__(self, row, judge, arguments):
        self.row, self.arguments = row, arguments
        self.solver = known_bugs.solver_of(row)
        self.text = (arguments.table.parent / row["file"]).read_text(errors="replace")
        self.crash = self.fingerprint = ""
        said = judge.request(do="ask", solver=self.solver, script=self.text)
        self.problem = said.get("error", "")
        if self.problem:
            return
        self.crash = crash_of(said)
        if not shows(row, said, self.crash):
            self.problem = "does not show"
        elif arguments.same:
            self.fingerprint = self.fingerprint_of(self.text)
            if not self.fingerprint:
                self.problem = "cannot be made small"

    def fingerprint_of(self, text):
        with tempfile.TemporaryDirectory(prefix="find-again-") as folder:
            file = Path(folder) / "find.smt2"
            file.write_text(text)
            result, _ = known_bugs.reduce(self.row, file, Path(folder) / "small.smt2", self.arguments)
        return result.get("fingerprint", "") if result else ""

    def shown_by(self, text, judge, expected):
        said = judge.request(do="ask", solver=self.solver, script=text)
        if not shows(self.row, said, self.crash, expected):
            return False
        return not self.arguments.same or self.fingerprint_of(text) == self.fingerprint

    def neighbour(self, seed, judge):
        return judge.request(do="neighbour", solver=self.solver, script=self.text, rng=seed,
                             tries=self.arguments.tries)


def number_of(*words):
    """The same number for the same words, in any run and on any machine."""
    return zlib.crc32("/".join(map(str, words)).encode())


class Bench:
    """All searches, on some threads with a judge each."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.local = threading.local()
        self.judges = []
        self.configs = [(binary, strategy) for binary in [arguments.polygraph, *arguments.old]
                        for strategy in arguments.strategy]

    def judge(self):
        if not hasattr(self.local, "judge"):
            self.local.judge = Judge(self.arguments)
            self.judges.append(self.local.judge)
        return self.local.judge

    def open(self, row):
        return Bug(row, self.judge(), self.arguments)

    def searches(self, job):
        """The records of one bug and run: one for each strategy; none if it has no neighbour."""
        bug, run = job
        seed = number_of(self.arguments.rng, bug.row["id"], run)
        neighbour = bug.neighbour(seed, self.judge())
        if "error" in neighbour:
            return []
        return [Search(bug, neighbour, seed, config, self.judge(), self.arguments).run().record(run)
                for config in self.configs]

    def run(self, rows):
        """The bugs, and the records of all searches, in the order of the table."""
        records = []
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs or 1) as threads:
            bugs = list(threads.map(self.open, rows))
            jobs = [(bug, run) for bug in bugs if not bug.problem for run in range(self.arguments.runs)]
            for made in threads.map(self.searches, jobs):
                records += made
                self.save(made)
        for judge in self.judges:
            judge.close()
        return bugs, records

    def save(self, records):
        if not self.arguments.out:
            return
        folder = Path(self.arguments.out)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "records.jsonl").open("a", encoding="utf-8") as file:
            for record in records:
                file.write(json.dumps(record) + "\n")


def by_run(records):
    """Bugs found, calls and rate per 1,000 calls of each run."""
    runs = collections.defaultdict(lambda: [0, 0])
    for record in records:
        runs[record["run"]][0] += record["found"]
        runs[record["run"]][1] += record["calls"]
    found = [float(each[0]) for each in runs.values()]
    calls = [float(each[1]) for each in runs.values()]
    return found, calls, [1000 * each[0] / each[1] if each[1] else 0.0 for each in runs.values()]


def median_calls(records):
    calls = [record["calls"] for record in records if record["found"]]
    return f"{statistics.median(calls):g}" if calls else ""


def print_strategies(groups):
    line(["strategy", "bugs found", "in any run", "per 1,000 calls", "median calls to a find", "mutants", "calls"])
    line(["---"] + ["---:"] * 6)
    for name, records in groups.items():
        found, calls, rates = by_run(records)
        ever = {record["bug"] for record in records if record["found"]}
        line([name, figures.cell(found), len(ever), figures.cell(rates), median_calls(records),
              sum(record["mutants"] for record in records), f"{sum(calls):.0f}"])


def print_bugs(groups):
    """How many of the runs found each bug, and the median of their calls."""
    print()
    names = list(groups)
    line(["bug", *names])
    line(["---"] + ["---:"] * len(names))
    bugs = dict.fromkeys(record["bug"] for records in groups.values() for record in records)
    for bug in bugs:
        cells = []
        for records in groups.values():
            mine = [record for record in records if record["bug"] == bug]
            hits = sum(record["found"] for record in mine)
            cells.append(f"{hits} of {len(mine)}" + (f", {median_calls(mine)}" if hits else ""))
        line([bug, *cells])


def print_old(records, arguments):
    """The rates beside those of other builds."""
    for old in arguments.old:
        print(f"\nper 1,000 calls, beside {old}:\n")
        line(["strategy", "now", "before", "times", "Welch's p"])
        line(["---"] + ["---:"] * 4)
        for strategy in arguments.strategy:
            rates = [by_run([record for record in records if record["strategy"] == strategy
                             and record["build"] == str(binary)])[2]
                     for binary in (arguments.polygraph, old)]
            times = figures.ratio(*rates)
            line([strategy, *map(figures.cell, rates), "" if times is None else f"{times:.2f}",
                  figures.chance(figures.welch(*rates))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    known_bugs.add_arguments(parser)
    parser.set_defaults(timeout=0.5, out="", polygraph=None)
    parser.add_argument("--bin", type=Path, default=known_bugs.POLYGRAPH.parent / "build/release/bin",
                        help="the folder of the built programs")
    parser.add_argument("--strategy", action="append", help=f"with options; default: {', '.join(STRATEGIES)}")
    parser.add_argument("--runs", type=int, default=10, help="neighbours of each bug; default: 10")
    parser.add_argument("--calls", type=int, default=50, help="solver calls of a search; default: 50")
    parser.add_argument("--tries", type=int, default=60, help="tries to make a neighbour; default: 60")
    parser.add_argument("--rng", type=int, default=1, help="the same number makes the same neighbours")
    parser.add_argument("--reference", action="append", help="a solver of the judge; default: z3, cvc5")
    parser.add_argument("--old", type=Path, action="append", default=[], help="another build of polygraph")
    parser.add_argument("--same", action="store_true", help="finds must have the fingerprint of the bug")
    arguments = parser.parse_args()
    arguments.polygraph = arguments.polygraph or arguments.bin / "polygraph"
    arguments.strategy = arguments.strategy or STRATEGIES
    arguments.reference = arguments.reference or ["z3", "cvc5"]
    bench = Bench(arguments)
    bugs, records = bench.run(known_bugs.read_rows(arguments))
    taking_part = {record["bug"] for record in records}
    print(f"{len(taking_part)} of {len(bugs)} bugs take part, {arguments.runs} runs, {arguments.calls} calls for"
          f" each search, {arguments.timeout:g} s for a check-sat\n")
    groups = {strategy if binary == arguments.polygraph else f"{strategy}, {binary}":
              [record for record in records if record["strategy"] == strategy and record["build"] == str(binary)]
              for binary, strategy in bench.configs}
    print_strategies(groups)
    print_old(records, arguments)
    print_bugs(groups)
    left_out = [(bug.row["id"], bug.problem or "no neighbour on which the solver is right") for bug in bugs
                if bug.row["id"] not in taking_part]
    if left_out:
        print("\nleft out:")
        for name, why in left_out:
            print(f"- {name}: {why}")
    failures = [record for record in records if record["failure"]]
    if failures:
        print(f"find-again: mutate failed in {len(failures)} of {len(records)} searches, first for"
              f" {failures[0]['bug']}: {failures[0]['failure']}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
