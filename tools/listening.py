"""Solvers with listen_in before them: what they are asked, counted or kept. Shared by the tools beside it."""

import shlex
import shutil
from pathlib import Path


class Listener:
    """A folder in which listen_in stands before solvers; tests/fake_solvers/listen_in.cpp says what it writes.

    Solvers in a sandbox cannot write: whoever asks them needs --no-sandbox.
    """

    def __init__(self, folder, binaries):
        self.folder = Path(folder).resolve()
        self.program = (Path(binaries) / "listen_in").resolve()
        for name in ("before", "solvers"):
            (self.folder / name).mkdir()

    def solver(self, text):
        """A solver as --solver takes it, with listen_in before it; as it is where it is no program."""
        equals = text.find("=")
        named = 0 < equals < (text.find(" ") if " " in text else len(text))
        name, command = (text[:equals], text[equals + 1:]) if named else ("", text)
        words = shlex.split(command)
        program = shutil.which(words[0])
        if program is None:
            return text  # z3@RELEASE
        file = Path(program).name
        before = self.folder / "before" / file
        if not before.exists():
            before.symlink_to(self.program)
            (self.folder / "solvers" / file).symlink_to(Path(program).resolve())
        return " ".join([f"{name or file}={shlex.quote(str(before))}", *map(shlex.quote, words[1:])])
