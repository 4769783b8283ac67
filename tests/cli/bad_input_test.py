import os
import resource
import struct
import unittest

from program import ProgramTest, SANITIZED, binary_stl

TRIANGLE = (0, 0, 0, 1, 0, 0, 0, 1, 0)


class BadInput(ProgramTest):
    def refused(self, name, *mentions):
        """Every command that reads refuses the file, whether JSON is wanted or not."""
        self.generate("good.stl", "box")
        for arguments in (("info", name), ("info", "--json", name), ("convert", name, "out.stl"),
                          ("convert", "--json", name, "out.stl"), ("check", name, "good.stl"),
                          ("check", "--json", "good.stl", name), ("clash", "good.stl", name)):
            with self.subTest(arguments):
                self.assert_error(self.graze(*arguments), os.path.basename(name), *mentions)
        self.assertFalse((self.folder / "out.stl").exists())

    def test_a_missing_file(self):
        self.refused("missing.stl")

    def test_an_empty_file(self):
        self.refused(self.write("empty.stl", b""))
        self.refused(self.write("empty.obj", b""))

    def test_a_folder(self):
        (self.folder / "folder.stl").mkdir()
        self.refused("folder.stl")

    def test_a_device_or_pipe(self):
        os.mkfifo(self.folder / "pipe.stl")
        self.refused("pipe.stl")
        self.refused("/dev/zero")

    def test_a_link_to_itself(self):
        os.symlink("loop.stl", self.folder / "loop.stl")
        self.refused("loop.stl")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_without_permission(self):
        self.write("secret.stl", binary_stl([TRIANGLE]))
        os.chmod(self.folder / "secret.stl", 0)
        self.refused("secret.stl")

    def test_a_truncated_binary_stl(self):
        self.refused(self.write("cut.stl", binary_stl([TRIANGLE] * 5)[:-20]))
        self.refused(self.write("header.stl", bytes(80)))

    def test_a_truncated_text_stl(self):
        self.refused(self.write("cut.stl", "solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n"))

    def test_a_header_that_claims_four_thousand_million_facets(self):
        self.refused(self.write("huge.stl", binary_stl([TRIANGLE], count=0xFFFFFFFF)))

    def test_an_index_that_is_out_of_range(self):
        self.refused(self.write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n"), "line 4")

    def test_coordinates_that_are_not_numbers(self):
        self.refused(self.write("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")
        self.refused(self.write("word.obj", "v 0 0 0\nv one 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")
        self.refused(self.write("inf.obj", "v 0 0 0\nv 1e999 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")
        corners = list(TRIANGLE)
        corners[4] = float("nan")
        self.refused(self.write("nan.stl", binary_stl([corners])))

    def test_coordinates_that_are_too_large(self):
        self.refused(self.write("large.obj", "v 0 0 0\nv 1e101 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")

    def test_another_kind_of_file(self):
        self.refused(self.write("picture.stl", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4))
        self.refused(self.write("notes.txt", "hello\n"))
        self.refused(self.write("unknown", os.urandom(1000)))

    def test_an_unknown_output_format(self):
        self.generate("good.stl", "box")
        self.assert_error(self.graze("convert", "good.stl", "good.step"), "good.step")

    def test_an_output_folder(self):
        self.generate("good.stl", "box")
        (self.folder / "folder.stl").mkdir()
        self.assert_error(self.graze("convert", "good.stl", "folder.stl"), "folder.stl")

    @unittest.skipIf(SANITIZED, "sanitizers need more address space than the limit")
    def test_too_little_memory_is_an_error_not_a_crash(self):
        megabytes = 300 << 20
        limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes, megabytes))
        self.assert_error(self.graze("generate", "sphere", "--triangles", "15000000", "-o", "x.stl", preexec_fn=limited),
                          "memory")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_heap_of_one_triangle_does_not_fill_the_memory(self):
        """The pairs are counted but not kept."""
        self.write("heap.stl", binary_stl([TRIANGLE] * 200))
        result = self.graze("check", "heap.stl", "heap.stl", "--all")
        self.assertEqual(result.code, 1, result)
        self.assertIn("40,000", result.out)


if __name__ == "__main__":
    unittest.main()
