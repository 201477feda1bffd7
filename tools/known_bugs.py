"""Tables of known bugs: reading them, and reducing what they list. Shared by the tools beside it."""

import csv
import json
import subprocess
from pathlib import Path

POLYGRAPH = Path(__file__).resolve().parent.parent / "polygraph"

# What may come of a row by its kind, or by the wrong answer.
KINDS = {
    "crash": {"crash"},
    "invalid-model": {"invalid-model"},
    "sat": {"wrong-sat", "invalid-model", "disagreement"},
    "unsat": {"wrong-unsat", "disagreement"},
}


def add_arguments(parser):
    """The options that all tools over such tables have."""
    parser.add_argument("table", type=Path)
    parser.add_argument("--time", type=float, default=60, help="seconds for each; default: 60")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for a check-sat; default: 10")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--only", default="", help="rows whose id has this text")
    parser.add_argument("--witness", action="append", default=[], help="another solver to be asked")
    parser.add_argument("--models", default="", help="a folder of models, by id")
    parser.add_argument("--out", default="reduced", help="a folder for the results; default: reduced")
    parser.add_argument("--polygraph", default=POLYGRAPH)


def read_rows(arguments):
    """The rows of the table that were asked for."""
    with arguments.table.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if arguments.only in row["id"]]


def solver_of(row):
    """The liar with its options, as polygraph takes it."""
    return row["solver"] if row["options"] == "-" else f"{row['solver']} {row['options']}"


def allowed_kinds(row):
    """The lies that the row can be."""
    return KINDS[row["kind"] if row["kind"] in KINDS else row["got"]]


def run(arguments, words):
    """Runs polygraph with these words."""
    return subprocess.run([str(word) for word in [arguments.polygraph, *words]],
                          capture_output=True, text=True, check=False)


def reduce(row, file, out, arguments):
    """What polygraph reduce says of a file that shows the row's lie, or None with its error message."""
    if row["kind"] in ("crash", "invalid-model"):
        return reduce_kind(row, file, out, arguments, row["kind"])
    result, error = reduce_kind(row, file, out, arguments, "")
    if result is None and error.endswith("no solver lies on this input"):
        return reduce_kind(row, file, out, arguments, "disagreement")
    return result, error


def reduce_kind(row, file, out, arguments, kind):
    """What polygraph reduce says of a file and one kind of lie; any kind if it is empty."""
    words = ["reduce", file, "--json", "--solver", solver_of(row), "--time", arguments.time,
             "--timeout", arguments.timeout, "--out", out]
    if arguments.jobs:
        words += ["--jobs", arguments.jobs]
    if kind:
        words += ["--kind", kind]
    model = Path(arguments.models) / f"{row['id']}.smt2"
    if arguments.models and model.exists():
        words += ["--model", model]
    for witness in arguments.witness:
        words += ["--witness", witness]
    done = run(arguments, words)
    if done.returncode != 0:
        return None, message_of(done.stderr)
    return json.loads(done.stdout), ""


def message_of(errors):
    """What the last line of standard error says; with --json it is an object."""
    last = errors.strip().rsplit("\n", 1)[-1]
    return json.loads(last)["message"] if last.startswith("{") else last


def line(cells):
    """Prints a line of a table in Markdown."""
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)
