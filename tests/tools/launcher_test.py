"""Tests of ./polygraph and tools/setup.sh, in a copy of them with a stand-in for cmake and for Debian's tools."""

import os
import shutil
import stat
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Configuring leaves the files that the launcher looks at; building "compiles" src/cli/main.cpp by copying it.
CMAKE = r"""#!/bin/bash
echo "cmake $*" >>"$CALLS"
cat >/dev/null  # the input is the program's, not cmake's
case $1 in
  --build)
    sleep "${BUILD_TIME:-0}"
    echo "compiling"
    grep -q "syntax error" "$TREE/src/cli/main.cpp" && exit 1
    mkdir -p "$2/bin" && cp "$TREE/src/cli/main.cpp" "$2/bin/polygraph" && chmod +x "$2/bin/polygraph" ;;
  *)
    echo "configuring"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$TREE" >build/release/CMakeCache.txt
    touch build/release/build.ninja ;;
esac
"""
# Knows the packages in $INSTALLED.
DPKG_QUERY = r"""#!/bin/bash
echo "dpkg-query" >>"$CALLS"
for name in "${@:4}"; do
  [[ " $INSTALLED " == *" $name "* ]] && echo "installed $name" || echo "no packages found matching $name" >&2
done
"""
APT_GET = r"""#!/bin/bash
echo "apt-get $*" >>"$CALLS"
echo "apt-get talks"
[[ -z ${APT_FAILS:-} ]]
"""
ID = "#!/bin/bash\necho ${FAKE_UID:-0}\n"
PROGRAM = '#!/bin/bash\nprintf "[%s]" "$@"\ncat\nexit 7\n'
PACKAGES = "# comment\nrun  a\n\nrun  b  no-such-command\nrun  c  bash\ntest  d\n"


class Launcher(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.addCleanup(self.tmp.cleanup)
        self.tree = Path(self.tmp.name).resolve() / "a tree"
        self.calls = Path(self.tmp.name) / "calls"
        self.tools = Path(self.tmp.name) / "bin"
        for name in ["src/cli", "cmake", "web/dist", "tools"]:
            (self.tree / name).mkdir(parents=True)
        for name in ["polygraph", "tools/setup.sh", "tools/build.sh"]:
            shutil.copy(ROOT / name, self.tree / name)
        for name in ["CMakeLists.txt", "CMakePresets.json"]:
            (self.tree / name).touch()
        (self.tree / "tools/packages.txt").write_text(PACKAGES)
        self.source = self.tree / "src/cli/main.cpp"
        self.source.write_text(PROGRAM)
        self.tools.mkdir()
        for name, text in {"cmake": CMAKE, "dpkg-query": DPKG_QUERY, "apt-get": APT_GET, "id": ID}.items():
            self.write_tool(name, text)
        self.env = dict(
            os.environ,
            PATH=f"{self.tools}:/usr/bin:/bin",
            CALLS=str(self.calls),
            TREE=str(self.tree),
            INSTALLED="a b",
        )
        self.env.pop("POLYGRAPH_SKIP_INSTALL", None)

    def write_tool(self, name, text):
        (self.tools / name).write_text(text)
        (self.tools / name).chmod(0o755)

    def start(self, *args, launcher=None, **env):
        process = subprocess.Popen(
            [launcher or self.tree / "polygraph", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd="/",
            env=dict(self.env, **env),
        )
        self.addCleanup(process.kill)
        return process

    def run_it(self, *args, stdin="", **kw):
        process = self.start(*args, **kw)
        process.out, process.err = process.communicate(stdin, timeout=20)
        return process

    def assert_program_ran(self, process, out):
        self.assertEqual((process.returncode, process.out), (7, out), process.err)

    def new_calls(self):
        text = self.calls.read_text() if self.calls.exists() else ""
        self.calls.unlink(missing_ok=True)
        return text.splitlines()

    def test_builds_once_then_only_runs(self):
        self.assert_program_ran(self.run_it("x", "y z", stdin="input"), "[x][y z]input")
        self.assertEqual(len(self.new_calls()), 3)
        self.assert_program_ran(self.run_it("again"), "[again]")
        self.assertEqual(self.new_calls(), [])

    def test_rebuilds_after_a_change(self):
        self.run_it()
        self.new_calls()
        (self.tree / "src/cli/new.h").touch()
        self.assert_program_ran(self.run_it("1"), "[1]")
        self.assertEqual([c for c in self.new_calls() if c.startswith("cmake")],
                         [f"cmake --build {self.tree}/build/release --target polygraph"])
        self.assert_program_ran(self.run_it("2"), "[2]")
        self.assertEqual(self.new_calls(), [])

    def test_an_edit_during_the_build_is_not_lost(self):
        first = self.start(BUILD_TIME="1")
        deadline = time.monotonic() + 30
        while not (self.tree / "build/release/.built.new").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)
        self.source.touch()
        first.communicate("", timeout=20)
        self.new_calls()
        self.run_it()
        self.assertNotEqual(self.new_calls(), [])

    def test_a_tree_that_moved_is_configured_again_when_it_changes(self):
        self.run_it()
        self.new_calls()
        moved = self.tree.with_name("moved")
        self.tree.rename(moved)
        self.tree = moved
        self.assert_program_ran(self.run_it(TREE=str(moved)), "[]")
        self.assertEqual(self.new_calls(), [])
        (moved / "src/cli/new.h").touch()
        self.assert_program_ran(self.run_it(TREE=str(moved)), "[]")
        self.assertIn("cmake --fresh --preset release", self.new_calls())

    def test_through_symlinks(self):
        link = self.tree.with_name("link to it")
        link.symlink_to("a tree/polygraph")
        second = self.tree.with_name("second")
        second.symlink_to(link)
        self.assert_program_ran(self.run_it("x", launcher=second), "[x]")
        by_folder = self.tree.with_name("folder")
        by_folder.symlink_to(self.tree)
        self.new_calls()
        self.assert_program_ran(self.run_it("x", launcher=by_folder / "polygraph"), "[x]")
        self.assertEqual(self.new_calls(), [])

    def test_from_its_own_folder_by_bash(self):
        self.run_it()
        for args in [["polygraph"], ["./polygraph"]]:
            process = subprocess.run(["bash", *args, "x"], cwd=self.tree, env=dict(self.env, CDPATH="/tmp"),
                                     input="", stdout=subprocess.PIPE, text=True, check=False)
            self.assertEqual((process.returncode, process.stdout), (7, "[x]"))

    def test_calls_at_once_build_once(self):
        processes = [self.start(str(i), BUILD_TIME="0.5") for i in range(5)]
        for i, process in enumerate(processes):
            process.out, process.err = process.communicate("", timeout=20)
            self.assert_program_ran(process, f"[{i}]")
        self.assertEqual(sum(c.startswith("cmake --build") for c in self.new_calls()), 1)

    def test_a_failed_build_shows_its_log(self):
        self.source.write_text("syntax error")
        failed = self.run_it()
        self.assertEqual((failed.returncode, failed.out), (3, ""))
        self.assertIn("compiling", failed.err)
        self.source.write_text(PROGRAM)
        self.assert_program_ran(self.run_it("x"), "[x]")

    def test_a_failed_build_never_runs_the_old_program(self):
        self.run_it()
        self.source.write_text("syntax error")
        for _ in range(2):
            self.assertEqual(self.run_it().returncode, 3)

    def test_installs_only_what_is_missing(self):
        self.assert_program_ran(self.run_it(INSTALLED="a"), "[]")
        calls = self.new_calls()
        self.assertTrue(any(c.endswith("install -y --no-install-recommends b") for c in calls), calls)
        self.assertNotIn("apt-get talks", self.run_it(INSTALLED="a").err)

    def test_needs_no_apt_when_nothing_is_missing(self):
        self.run_it()
        self.assertFalse(any(c.startswith("apt-get") for c in self.new_calls()))

    def test_a_failed_installation_is_told(self):
        failed = self.run_it(INSTALLED="", APT_FAILS="1")
        self.assertEqual((failed.returncode, failed.out), (3, ""))
        self.assertIn("apt-get talks", failed.err)
        self.assertIn("install --no-install-recommends a b\n", failed.err)

    def test_without_root_says_what_to_run(self):
        for name in os.listdir("/usr/bin"):
            if name not in ("sudo",) and not (self.tools / name).exists():
                (self.tools / name).symlink_to(f"/usr/bin/{name}")
        failed = self.run_it(FAKE_UID="1000", INSTALLED="b", PATH=str(self.tools))
        self.assertEqual((failed.returncode, failed.out), (3, ""))
        self.assertIn("apt-get update && apt-get install --no-install-recommends a\n", failed.err)
        skipped = self.run_it(FAKE_UID="1000", INSTALLED="b", POLYGRAPH_SKIP_INSTALL="1")
        self.assert_program_ran(skipped, "[]")

    def test_without_root_takes_sudo(self):
        self.write_tool("sudo", '#!/bin/bash\necho "sudo $1" >>"$CALLS"\nshift\nexec "$@"\n')
        self.assert_program_ran(self.run_it(FAKE_UID="1000", INSTALLED="b"), "[]")
        self.assertEqual(self.new_calls().count("sudo -n"), 2)

    def test_a_build_folder_that_cannot_be_written(self):
        # A file in its place stops root too, whom permissions would not.
        (self.tree / "build").write_text("")
        failed = self.run_it()
        self.assertEqual((failed.returncode, failed.out), (3, ""))
        self.assertIn(f"cannot write to {self.tree}/build", failed.err)

    def test_runs_from_a_tree_that_cannot_be_written(self):
        self.run_it()
        for path in [self.tree, *self.tree.rglob("*")]:
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
        self.addCleanup(lambda: [p.chmod(0o755) for p in [self.tree, *self.tree.rglob("*")]])
        self.assert_program_ran(self.run_it("x"), "[x]")


if __name__ == "__main__":
    unittest.main()
