import unittest

from program import ProgramTest, TWO_PARTS_OBJ

NOTHING_LOST = {"rounded_coordinates": 0, "part_names": False, "polygons_cut": False, "unit": False, "skipped": []}


class Convert(ProgramTest):
    def convert(self, *args):
        result = self.graze("convert", *args, "--json")
        self.assertEqual((result.code, result.err), (0, ""), result)
        return result.json()

    def test_an_obj_survives_a_round_trip(self):
        self.generate("a.obj", "torus")
        document = self.convert("a.obj", "b.obj")
        self.assertEqual(document["not_kept"], NOTHING_LOST)
        before, after = self.graze("info", "--json", "a.obj", "b.obj").json()["files"]
        self.assertEqual({**before, "file": ""}, {**after, "file": ""})

    def test_json_has_every_documented_field(self):
        self.generate("a.stl", "box")
        document = self.convert("a.stl", "b.obj")
        self.assertEqual(set(document), {"schema", "input", "output", "not_kept"})
        self.assertEqual(document["schema"], "graze.convert/1")
        self.assertEqual(document["input"], {"file": "a.stl", "format": "stl (binary)"})
        self.assertEqual(document["output"]["file"], "b.obj")
        self.assertEqual(document["output"]["triangles"], 12)

    def test_names_everything_that_stl_cannot_keep(self):
        self.write("a.obj", TWO_PARTS_OBJ)
        lost = self.convert("a.obj", "a.stl", "--unit", "mm")["not_kept"]
        # 0.1 is no float, and stands in the file twice.
        self.assertEqual({**lost, "skipped": []}, {"rounded_coordinates": 2, "part_names": True, "polygons_cut": True,
                                                   "unit": True, "skipped": []})
        self.assertEqual(len(lost["skipped"]), 1)
        text = self.graze("convert", "a.obj", "a.stl", "--unit", "mm").out
        for word in ("2 coordinates rounded", "names of the parts", "polygons", "mm", "skipped"):
            self.assertIn(word, text)

    def test_says_nothing_about_losses_where_there_are_none(self):
        self.generate("a.obj", "box")
        self.assertNotIn("not kept", self.graze("convert", "a.obj", "b.obj").out)

    def test_ascii_stl_keeps_all_digits(self):
        self.generate("a.obj", "sphere")
        self.assertEqual(self.convert("a.obj", "b.stl", "--ascii")["not_kept"]["rounded_coordinates"], 0)

    def test_a_file_can_replace_itself(self):
        self.generate("a.stl", "box")
        self.convert("a.stl", "a.stl", "--ascii")
        self.assertEqual(self.graze("info", "--json", "a.stl").json()["files"][0]["format"], "stl (ascii)")

    def test_a_failure_leaves_the_old_file(self):
        self.write("old.stl", "precious")
        self.write("bad.obj", "v 0 0 nan\nf 1 1 1\n")
        self.assert_error(self.graze("convert", "bad.obj", "old.stl"), "bad.obj")
        self.assertEqual((self.folder / "old.stl").read_text(), "precious")

    def test_understands_units(self):
        self.generate("a.stl", "box")
        for unit in ("mm", "cm", "m", "in", "ft", "0.05"):
            with self.subTest(unit):
                self.assertTrue(self.convert("a.stl", "b.stl", "--unit", unit)["not_kept"]["unit"])
        for unit in ("miles", "0", "-1", "nan", "", "mm "):
            with self.subTest(unit):
                self.assert_error(self.graze("convert", "a.stl", "c.stl", "--unit", unit), "--unit")
                self.assertFalse((self.folder / "c.stl").exists())


if __name__ == "__main__":
    unittest.main()
