import os
import unittest

from program import ProgramTest

COMMANDS = [("info",), ("repair",), ("generate",), ("generate", "sphere"), ("generate", "box"), ("generate", "torus"),
            ("generate", "cylinder"), ("generate", "tube"), ("generate", "machine"), ("generate", "gearbox"), ("generate", "pipes"), ("generate", "maze-boxes"), ("generate", "room"), ("generate", "tablecloth"),
            ("generate", "motion"), ("generate", "motion", "tumble"), ("convert",), ("check",), ("clash",),
            ("bench",), ("completion",)]


class Usage(ProgramTest):
    def test_version(self):
        result = self.graze("--version")
        first, formats, second = result.out.splitlines()
        self.assertTrue(formats.startswith("reads STL, OBJ, PLY, OFF, glTF"), formats)
        self.assertEqual((result.code, first, result.err), (0, f"graze {os.environ['GRAZE_VERSION']}", ""))
        self.assertRegex(second, "^importers run (in a sandbox|limited, but in no sandbox) ")

    def test_help_names_every_command(self):
        result = self.graze("--help")
        self.assertEqual((result.code, result.err), (0, ""), result)
        for command in COMMANDS:
            self.assertIn(f"\n  {command[0]} ", result.out)

    def test_every_command_has_help_with_usage_example_and_exit_codes(self):
        for command in COMMANDS:
            with self.subTest(command):
                result = self.graze(*command, "--help")
                self.assertEqual((result.code, result.err), (0, ""), result)
                self.assertIn("Usage: graze " + " ".join(command), result.out)
                self.assertRegex(result.out, r"Examples?:\n  ")
                self.assertIn("Exit codes: 0", result.out)
                self.assertLessEqual(max(map(len, result.out.splitlines())), 100)

    def test_no_command_shows_the_help_as_an_error(self):
        for arguments in ((), ("generate",)):
            with self.subTest(arguments):
                result = self.graze(*arguments)
                self.assertEqual((result.code, result.out), (2, ""), result)
                self.assertIn("Usage: graze", result.err)

    def test_a_mistyped_command_is_guessed(self):
        self.assert_error(self.graze("chek", "a", "b"), "'chek'", "did you mean 'check'?")
        self.assert_error(self.graze("ifno"), "did you mean 'info'?")
        self.assert_error(self.graze("generate", "spere", "-o", "x.stl"), "did you mean 'sphere'?")

    def test_a_mistyped_option_is_guessed(self):
        self.assert_error(self.graze("check", "a", "b", "--pose_b", "1,0,0"), "'--pose_b'", "did you mean '--pose-b'?")
        self.assert_error(self.graze("check", "--jsn"), "did you mean '--json'?")
        self.assert_error(self.graze("--versoin"), "did you mean '--version'?")

    def test_what_resembles_nothing_gets_no_guess(self):
        result = self.graze("frobnicate")
        self.assert_error(result, "'frobnicate'", "--help")
        self.assertNotIn("did you mean", result.err)

    def test_missing_arguments_are_named(self):
        self.assert_error(self.graze("check", "a.stl"), "B")
        self.assert_error(self.graze("info"), "FILE")
        self.assert_error(self.graze("generate", "sphere"), "--output")
        self.assert_error(self.graze("check", "a", "b", "--pose-b"), "--pose-b")

    def test_too_many_arguments_are_named(self):
        self.assert_error(self.graze("convert", "a.stl", "b.stl", "c.stl"), "'c.stl'")

    def test_an_option_given_twice_is_an_error(self):
        self.assert_error(self.graze("check", "a", "b", "--pose-b", "1,0,0", "--pose-b", "2,0,0"), "--pose-b")

    def test_a_file_may_have_the_name_of_a_command(self):
        self.assert_error(self.graze("info", "check"), "check")
        self.generate("box.stl", "box")
        (self.folder / "box.stl").rename(self.folder / "info")
        self.assertEqual(self.graze("info", "info").code, 0)


if __name__ == "__main__":
    unittest.main()
