"""Terminals, pipes, full disks, interrupts and odd file names."""
import os
import subprocess
import unittest

from program import PROGRAM, ProgramTest, interrupted_at_once


class Streams(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("box.stl", "box")
        self.generate("ball.stl", "sphere")

    def test_colours_on_a_terminal(self):
        for arguments in (("info", "box.stl"), ("check", "box.stl", "ball.stl")):
            with self.subTest(arguments):
                self.assertIn("\x1b[", self.graze_on_terminal(*arguments).out)

    def test_no_colours_in_a_pipe(self):
        for arguments in (("info", "box.stl"), ("check", "box.stl", "ball.stl")):
            with self.subTest(arguments):
                self.assertNotIn("\x1b", self.graze(*arguments).out)

    def test_no_colours_where_the_user_or_the_terminal_says_no(self):
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
            with self.subTest(env):
                self.assertNotIn("\x1b", self.graze_on_terminal("info", "box.stl", env=env).out)

    def test_json_has_no_colours_even_on_a_terminal(self):
        self.assertNotIn("\x1b", self.graze_on_terminal("info", "--json", "box.stl").out)

    def test_short_work_shows_no_progress(self):
        result = self.graze_on_terminal("check", "box.stl", "ball.stl", env={"NO_COLOR": "1"})
        self.assertNotIn("\r", result.out.replace("\r\n", "\n"))
        self.assertEqual(self.graze("check", "box.stl", "ball.stl").err, "")

    def test_a_full_disk_under_standard_output_is_an_error(self):
        for arguments in (("info", "box.stl"), ("info", "--json", "box.stl"), ("--help",), ("--version",),
                          ("check", "box.stl", "ball.stl"), ("completion", "bash")):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                result = self.graze(*arguments, stdout=full)
                self.assert_error(result, "standard output")

    def test_a_full_disk_under_both_streams_still_gives_the_exit_code(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(self.graze("info", "box.stl", stdout=full, stderr=full).code, 2)

    def test_a_full_disk_under_the_file_is_an_error(self):
        result = self.graze("convert", "box.stl", "/dev/full")
        self.assert_error(result, "/dev/full")

    def test_a_reader_that_goes_away_is_no_error(self):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "wb") as pipe:
            result = self.graze("check", "ball.stl", "ball.stl", "--all", "--json", stdout=pipe)
        self.assertEqual((result.code, result.err), (1, ""), result)

    def test_a_closed_standard_output_is_an_error_and_no_file_takes_its_place(self):
        result = subprocess.run(["bash", "-c", '"$1" convert box.stl copy.stl >&-', "bash", PROGRAM], cwd=self.folder,
                                stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(result.returncode, 2, result)
        self.assertEqual((self.folder / "copy.stl").read_bytes(), (self.folder / "box.stl").read_bytes())

    def test_an_interrupt_ends_every_command_with_exit_3(self):
        for arguments in (("info", "box.stl", "ball.stl"), ("check", "box.stl", "ball.stl"),
                          ("check", "box.stl", "ball.stl", "--json"), ("convert", "box.stl", "out.stl"),
                          ("generate", "sphere", "-o", "out.stl")):
            with self.subTest(arguments):
                result = self.graze(*arguments, preexec_fn=interrupted_at_once)
                self.assertEqual((result.code, result.out), (3, ""), result)
                self.assert_one_sentence(result, "interrupted")
                self.assertFalse((self.folder / "out.stl").exists())

    def test_odd_file_names(self):
        content = (self.folder / "box.stl").read_bytes()
        for name in ("with space.stl", "ünïcode-齒輪.stl", "-dash.stl", "--json", "[brackets]", "quote'\".stl",
                     "new\nline.stl", "++", "a,b.stl", "%s%n.stl", "{}.stl"):
            with self.subTest(name):
                (self.folder / name).write_bytes(content)
                result = self.graze("info", "box.stl", "--", name)
                self.assertEqual((result.code, result.err), (0, ""), result)
                if "\n" in name:
                    self.assertIn("new\\nline.stl", result.out)
                else:
                    self.assertIn(name + "\n", result.out)
                file = self.graze("info", "--json", "--", name).json()["files"][0]["file"]
                self.assertIn(file, (name, "./" + name))

    def test_a_file_name_that_is_not_utf8(self):
        name = b"caf\xe9.stl"
        (self.folder / os.fsdecode(name)).write_bytes((self.folder / "box.stl").read_bytes())
        self.assertIn("caf\\xe9.stl", self.graze("info", name).out)
        self.assertEqual(self.graze("info", name, "--json").json()["files"][0]["file"], "caf\ufffd.stl")

    def test_a_file_name_in_an_error_stays_on_one_line(self):
        result = self.graze("info", "no\nsuch\x1b[31m.stl")
        self.assert_error(result, "no\\", "such\\x1b[31m.stl")
        self.assertNotIn("\x1b", result.err)

    def test_numbers_do_not_depend_on_the_locale(self):
        env = {"LC_ALL": "de_DE.UTF-8"}
        self.assertEqual(self.graze("check", "box.stl", "ball.stl", "--pose-b", "0.5,0,0", env=env).out,
                         self.graze("check", "box.stl", "ball.stl", "--pose-b", "0.5,0,0").out)


if __name__ == "__main__":
    unittest.main()
