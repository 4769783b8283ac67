import os
import shutil
import subprocess
import unittest

from program import PROGRAM, ProgramTest

FAKE = """#!/bin/sh
printf '%s\\n' "$0" "$@"
exit 7
"""


class Bench(ProgramTest):
    """The program is copied, so that no graze-bench of this build is near it."""

    def setUp(self):
        super().setUp()
        self.home = self.folder / "tree" / "apps" / "graze"
        self.home.mkdir(parents=True)
        shutil.copy(PROGRAM, self.home / "graze")

    def put(self, folder):
        folder.mkdir(exist_ok=True)
        path = folder / "graze-bench"
        path.write_text(FAKE)
        path.chmod(0o755)
        return path

    def bench(self, *args, path="/usr/bin:/bin"):
        return subprocess.run([self.home / "graze", "bench", *args], env={**os.environ, "PATH": path}, cwd=self.folder,
                              capture_output=True, text=True, timeout=60)

    def test_without_the_program_it_says_how_to_build_it(self):
        done = self.bench("intersect")
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertRegex(done.stderr, r"^graze: bench: .*graze-bench.*make bench.*\n$")

    def test_the_program_beside_it_gets_the_arguments_and_its_exit_code_is_kept(self):
        self.put(self.home)
        done = self.bench("intersect", "--quick", "--objects", "a b", "--help")
        self.assertEqual((done.returncode, done.stderr), (7, ""), done)
        self.assertEqual(done.stdout.splitlines()[1:], ["intersect", "--quick", "--objects", "a b", "--help"])

    def test_it_is_found_where_the_build_puts_it(self):
        self.put(self.folder / "tree" / "bench")
        self.assertEqual(self.bench("pair").returncode, 7)

    def test_it_is_found_in_the_path(self):
        self.put(self.folder / "elsewhere")
        self.assertEqual(self.bench("pair", path=f"{self.folder}/elsewhere:/usr/bin:/bin").returncode, 7)

    def test_what_cannot_be_run_is_passed_over(self):
        self.put(self.home).chmod(0o644)
        self.assertEqual(self.bench("pair").returncode, 2)


if __name__ == "__main__":
    unittest.main()
