import re
import shutil
import subprocess
import unittest

from program import ProgramTest

# Sources the script and asks it what could follow the given words, the last of which is being typed.
ASK_BASH = """
set -eu
source script.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_graze
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Completion(ProgramTest):
    def setUp(self):
        super().setUp()
        for shell in ("bash", "zsh", "fish"):
            result = self.graze("completion", shell)
            self.assertEqual((result.code, result.err), (0, ""), result)
            self.write(f"script.{shell}", result.out)

    def offers(self, *words):
        done = subprocess.run(["bash", "--norc", "-c", ASK_BASH, "bash", *words], cwd=self.folder, capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return set(done.stdout.split("\n")) - {""}

    def test_bash_offers_the_commands(self):
        self.assertEqual(self.offers("graze", ""), {"clash", "merge", "check", "distance", "volume", "sweep", "slide", "grasp", "proximity", "draw", "share", "info", "pack", "repair", "convert", "generate", "bench", "completion"})
        self.assertEqual(self.offers("graze", "c"), {"clash", "convert", "check", "completion"})
        self.assertLessEqual({"sphere", "box", "torus", "cylinder", "tube", "machine", "gearbox", "pipes"},
                             self.offers("graze", "generate", ""))

    def test_bash_offers_the_options_of_the_command(self):
        self.assertEqual(self.offers("graze", "check", "a.stl", "--pose"), {"--pose-a", "--pose-b"})
        self.assertIn("--divisions", self.offers("graze", "generate", "box", "-"))
        self.assertNotIn("--radius", self.offers("graze", "generate", "box", "-"))
        self.assertEqual(self.offers("graze", "--v"), {"--version"})

    def test_bash_offers_the_options_that_the_help_shows(self):
        for command in (("clash",), ("info",), ("repair",), ("convert",), ("check",), ("distance",), ("generate", "torus")):
            with self.subTest(command):
                help_text = self.graze(*command, "--help").out
                rows = re.findall(r"^ +(-.*?)(?:  |$)", help_text, re.MULTILINE)
                shown = {word.strip(",") for row in rows for word in row.split() if word.startswith("-")}
                self.assertGreaterEqual(len(shown), 3)
                self.assertEqual(self.offers("graze", *command, "-"), shown)

    def test_bash_offers_files_where_files_are_wanted(self):
        self.write("with space.stl", "")
        for words in (("info", "w"), ("clash", "a.stl", "w"), ("clash", "--json", "w"), ("check", "a.stl", "w"), ("convert", "w"), ("generate", "box", "-o", "w"),
                      ("generate", "box", "--output", "=", "w")):
            with self.subTest(words):
                self.assertEqual(self.offers("graze", *words), {"with space.stl"})

    def test_bash_offers_the_words_an_option_knows(self):
        self.assertEqual(self.offers("graze", "convert", "--unit", ""), {"mm", "cm", "m", "in", "ft"})
        self.assertEqual(self.offers("graze", "convert", "--unit", "="), {"mm", "cm", "m", "in", "ft"})
        self.assertEqual(self.offers("graze", "clash", "--touching", ""), {"show", "hide"})
        self.assertEqual(self.offers("graze", "completion", ""), {"bash", "zsh", "fish"})
        self.assertEqual(self.offers("graze", "check", "--pose-a", ""), set())

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_accepts_its_script(self):
        done = subprocess.run(["zsh", "-f", "-n", "script.zsh"], cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_offers_commands_and_options(self):
        ask = lambda line: subprocess.run(["fish", "--no-config", "-c", f"source script.fish; complete -C '{line}'"],
                                          cwd=self.folder, capture_output=True, text=True, timeout=60).stdout
        self.assertIn("generate\t", ask("graze g"))
        self.assertIn("--pose-b\t", ask("graze check --pose"))
        self.assertIn("torus\t", ask("graze generate t"))

    def test_another_shell_is_refused(self):
        self.assert_error(self.graze("completion", "tcsh"), "tcsh", "bash, zsh or fish")


if __name__ == "__main__":
    unittest.main()
