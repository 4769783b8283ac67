import unittest

from program import NOTHING_LOST, ProgramTest, TWO_PARTS_OBJ


class SavedShape(ProgramTest):
    def described(self, *files):
        result = self.graze("info", "--json", *files)
        self.assertEqual((result.code, result.err), (0, ""), result)
        return result.json()["files"]

    def test_convert_keeps_everything(self):
        self.write("a.obj", TWO_PARTS_OBJ)
        result = self.graze("convert", "a.obj", "a.graze", "--unit", "mm", "--json")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertEqual({**result.json()["not_kept"], "skipped": []}, NOTHING_LOST)
        before, after = self.described("a.obj", "a.graze")
        self.assertEqual(after["format"], "graze")
        self.assertEqual(after["metres_per_unit"], 0.001)
        self.assertNotEqual(before["content_hash"], after["content_hash"], "the unit is part of the content")
        for field in ("vertices", "triangles", "polygons", "parts", "box", "precision"):
            self.assertEqual(before[field], after[field])

    def test_the_content_hash_is_that_of_the_mesh_in_any_file(self):
        self.generate("a.obj", "torus")
        self.graze("convert", "a.obj", "a.graze")
        self.graze("convert", "a.graze", "b.obj")
        hashes = [file["content_hash"] for file in self.described("a.obj", "a.graze", "b.obj")]
        self.assertRegex(hashes[0], "^[0-9a-f]{32}$")
        self.assertEqual(len(set(hashes)), 1, hashes)
        self.assertIn(hashes[0], self.graze("info", "a.graze").out)

    def test_generate_and_check_take_saved_shapes(self):
        self.generate("ball.graze", "sphere")
        self.generate("ring.obj", "torus")
        self.assertEqual(self.graze("check", "ball.graze", "ring.obj").code, 1)
        self.assertEqual(self.graze("check", "ball.graze", "ring.obj", "--pose-b", "9,0,0").code, 0)

    def test_the_same_mesh_gives_the_same_bytes(self):
        self.generate("a.graze", "sphere")
        self.generate("b.graze", "sphere")
        self.assertEqual((self.folder / "a.graze").read_bytes(), (self.folder / "b.graze").read_bytes())

    def refused(self, content, *mentions):
        self.write("bad.graze", content)
        self.generate("good.stl", "box")
        for arguments in (("info", "bad.graze"), ("convert", "bad.graze", "out.stl"), ("check", "bad.graze", "good.stl")):
            with self.subTest(arguments):
                self.assert_error(self.graze(*arguments), "bad.graze", *mentions)
        self.assertFalse((self.folder / "out.stl").exists())

    def test_bad_files_are_refused_with_a_sentence(self):
        self.generate("good.graze", "box")
        good = (self.folder / "good.graze").read_bytes()
        self.refused(b"", "is empty")
        self.refused(b"hello", "is not a saved shape")
        self.refused(good[:-1], "is truncated")
        self.refused(good + b"x", "is damaged")
        self.refused(good[:8] + b"\x07" + good[9:], "format 7")
        middle = len(good) // 2
        self.refused(good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1:], "is damaged")

    def test_a_failure_leaves_the_old_file(self):
        self.write("old.graze", "precious")
        self.write("bad.obj", "v 0 0 nan\nf 1 1 1\n")
        self.assert_error(self.graze("convert", "bad.obj", "old.graze"), "bad.obj")
        self.assertEqual((self.folder / "old.graze").read_text(), "precious")


if __name__ == "__main__":
    unittest.main()
