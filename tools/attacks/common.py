"""What all attacks share: the programs, a tally, and how one run is looked at."""

import os
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(os.environ.get("POLYGRAPH_BIN", ROOT / "build" / "release" / "bin"))
POLYGRAPH = BIN / "polygraph"
FAKE = BIN / "fake_solver"


class Tally:
    """How often each thing happened; what must not happen is remembered with its story."""

    def __init__(self):
        self.counts = {}
        self.faults = []
        self.lock = threading.Lock()

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + number

    def fault(self, what, story):
        self.count(what)
        self.faults.append(f"{what}: {story}")

    def tell(self):
        for what, number in sorted(self.counts.items()):
            print(f"{what}: {number}")
        for fault in self.faults[:20]:
            print(fault)
        print(f"faults: {len(self.faults)}")
        return 1 if self.faults else 0


def run(tally, story, words, cwd, seconds=60, extra=None):
    """Runs a command line; a crash, a hang or a sanitizer's report is a fault. Returns the run."""
    environment = dict(os.environ, **(extra or {}))
    try:
        done = subprocess.run([word if isinstance(word, bytes) else str(word) for word in words],
                              capture_output=True, text=True, errors="replace", timeout=seconds,
                              cwd=cwd, env=environment, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        tally.fault("hangs", story)
        return None
    if done.returncode not in (0, 1, 2, 3, 130) or "Sanitizer" in done.stderr or \
            "runtime error:" in done.stderr:
        tally.fault("crashes", f"{story}: {done.returncode}: {done.stderr[-500:]}")
    return done


def repeat(tally, jobs, numbers, once):
    """Calls once(number) for each of them, so many at the same time; what it raises is a fault."""
    def guarded(number):
        try:
            once(number)
        except Exception as error:  # a thread would swallow it
            tally.fault("the tool fails", f"{number}: {type(error).__name__}: {error}")

    pool = ThreadPoolExecutor(max_workers=jobs)
    free = threading.Semaphore(jobs)  # numbers are drawn when a worker is free, as some depend on what happened
    try:
        for number in numbers:
            free.acquire()
            pool.submit(guarded, number).add_done_callback(lambda _: free.release())
        pool.shutdown()
    finally:  # after Ctrl-C, what has not begun
        pool.shutdown(cancel_futures=True)


def files_in(folder):
    """What is there, with its content."""
    return {str(file): file.read_bytes() if file.is_file() else b""
            for file in sorted(folder.rglob("*"))}
