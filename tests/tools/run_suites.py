#!/usr/bin/env python3
"""Runs the suites that `polygraph testgen` writes for the examples under sanitizers.

Usage: run_suites.py [--mutants] [--every N] [--plain] [--jobs N] [NAME...]
Each suite.c is compiled by gcc and clang, with -O0 and -O2, with ASan and UBSan; --plain adds the
same without them. The original must pass without a complaint. With --mutants, each mutant that is
called killed must fail, those that do not end or trap only where no optimiser takes for granted
that they do not; it is made of the line of the report, where that shows it. --every N takes
each Nth of them. NAME is a row of the tables in bench/testgen; without one, all are run.
The environment variable POLYGRAPH_BINARY names the program. Prints a line for each program and for
each thing that is wrong; exits with 1 if there is any.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
CLANG = "clang-14"  # whose sanitizers are installed for the tests


def examples():
    """Name: file and options."""
    loader = SourceFileLoader("testgen_bench", str(ROOT / "bench/testgen"))
    bench = module_from_spec(spec_from_loader(loader.name, loader))
    sys.dont_write_bytecode = True
    loader.exec_module(bench)
    return {name: (name, []) for name in bench.PAPER} | bench.OTHERS


def configurations(plain):
    kinds = [SANITIZERS, []] if plain else [SANITIZERS]
    return [[compiler, level, *kind]
            for compiler, level, kind in itertools.product(["gcc", CLANG], ["-O0", "-O2"], kinds)]


def passes(suite, configuration):
    """Whether the suite passes, and what it says; a suite that does not compile is an error."""
    program = suite.with_name(f"{suite.stem}-{'-'.join(configuration[:2])}-{len(configuration)}")
    compiled = subprocess.run([*configuration, "-w", suite, "-o", program, "-lm"],
                              capture_output=True, text=True, check=False)
    if compiled.returncode:
        return None, compiled.stderr
    done = subprocess.run([program], capture_output=True, text=True, errors="replace", check=False)
    program.unlink()
    return done.returncode == 0 and not done.stderr, done.stdout + done.stderr


def killed_mutants(report):
    """Those whose line of the source shows them."""
    return [mutant for mutant in report["mutants"]
            if mutant["status"].startswith("killed") and "/*" not in mutant["after"]]


def write_mutant(folder, source, mutant):
    """The suite with a source that has one line changed."""
    lines = source.read_text().splitlines()
    number = mutant["line"] - 1
    assert lines[number] == mutant["before"], f"another line {mutant['line']} than in the report"
    lines[number] = mutant["after"]
    changed = folder / f"mutant{mutant['id']}.c"
    changed.write_text("\n".join(lines) + "\n")
    suite = folder / f"suite{mutant['id']}.c"
    suite.write_text((folder / "suite.c").read_text().replace(f'"{source}"', f'"{changed}"'))
    return suite


def shown_by(mutant, which):
    """The configurations in which the mutant has to fail."""
    if mutant["status"] == "killed":
        return which
    plain = [each for each in which if "-O0" in each]
    if "sanitizers" in mutant["status"]:
        return [each for each in plain if len(each) > 2]
    return plain


def check_mutant(folder, source, mutant, which):
    """The configurations in which the suite passes all the same, or does not compile."""
    suite = write_mutant(folder, source, mutant)
    wrong = []
    for configuration in shown_by(mutant, which):
        passed, said = passes(suite, configuration)
        if passed is not False:
            wrong.append((configuration, "passes" if passed else said))
    return wrong


def check_program(name, file, options, words, pool):
    source = ROOT / f"examples/c/{file}.c"
    which = configurations(words.plain)
    with tempfile.TemporaryDirectory(prefix="polygraph-suites-") as made:
        folder = Path(made)
        done = subprocess.run(
            [os.environ["POLYGRAPH_BINARY"], "testgen", source, "--out", folder, "--quiet", *options],
            capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            print(f"{name}: {done.stdout}{done.stderr}")
            return 1
        problems = 0
        for configuration in which:
            passed, said = passes(folder / "suite.c", configuration)
            if not passed:
                problems += 1
                print(f"{name}: the original fails with {' '.join(configuration)}:\n{said}")
        mutants = []
        if words.mutants:
            report = json.loads((folder / "tests.json").read_text())
            mutants = killed_mutants(report)[::words.every]
        jobs = [pool.submit(check_mutant, folder, source, mutant, which) for mutant in mutants]
        for mutant, job in zip(mutants, jobs):
            for configuration, said in job.result():
                problems += 1
                print(f"{name}: mutant {mutant['id']} ({mutant['status']}), line {mutant['line']}, "
                      f"{mutant['change']}: {mutant['after'].strip()}\n"
                      f"  {' '.join(configuration)}: {said}")
        print(f"{name}: {len(mutants)} mutants, {problems} problems", flush=True)
        return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    known = examples()
    with ThreadPoolExecutor(words.jobs) as pool:
        problems = sum(check_program(name, *known[name], words, pool)
                       for name in words.names or known)
    return problems > 0


if __name__ == "__main__":
    sys.exit(main())
