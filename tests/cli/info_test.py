import json
import unittest

from program import ProgramTest, TWO_PARTS_OBJ, binary_stl


class Info(ProgramTest):
    def test_shows_counts_parts_box_and_what_was_skipped(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        result = self.graze("info", "two.obj")
        self.assertEqual((result.code, result.err), (0, ""), result)
        fields = {line[2:20].strip(): line[22:] for line in result.out.splitlines()[1:] if line[2:20].strip()}
        self.assertTrue(result.out.startswith("two.obj\n"))
        self.assertTrue(fields["format"].startswith("obj"), result)
        self.assertEqual(fields["vertices"], "6")
        self.assertEqual(fields["triangles"], "3")
        self.assertEqual(fields["polygons"], "2")
        self.assertEqual(fields["parts"], "2")
        self.assertIn("plate", result.out)
        self.assertIn("spike", result.out)
        self.assertEqual(fields["unit"], "not stated")
        self.assertTrue(fields["skipped"].startswith("1 "), result)

    def test_json_has_every_documented_field(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        document = self.graze("info", "--json", "two.obj").json()
        self.assertEqual(set(document), {"schema", "files", "errors"})
        self.assertEqual(document["schema"], "graze.info/1")
        self.assertEqual(document["errors"], [])
        [file] = document["files"]
        self.assertEqual(set(file), {"file", "format", "precision", "vertices", "triangles", "polygons", "parts", "box",
                                     "metres_per_unit", "merged_vertices", "irregular_polygons", "content_hash",
                                     "skipped"})
        self.assertEqual(file["file"], "two.obj")
        self.assertEqual(file["precision"], "double")
        self.assertEqual(file["parts"], [{"name": "plate", "polygons": 1, "triangles": 2},
                                         {"name": "spike", "polygons": 1, "triangles": 1}])
        self.assertEqual(file["box"], {"lower": [0, 0, 0], "upper": [1, 1, 1]})
        self.assertIsNone(file["metres_per_unit"])
        self.assertEqual(sum(s["count"] for s in file["skipped"]), 1)

    def test_knows_that_a_binary_stl_is_single_precision_and_merges_its_corners(self):
        self.write("two.stl", binary_stl([(0, 0, 0, 1, 0, 0, 0, 1, 0), (1, 0, 0, 0, 1, 0, 1, 1, 0)]))
        [file] = self.graze("info", "two.stl", "--json").json()["files"]
        self.assertEqual(file["precision"], "single")
        self.assertEqual((file["triangles"], file["vertices"], file["merged_vertices"]), (2, 4, 2))

    def test_describes_several_files_in_order(self):
        self.generate("a.stl", "box")
        self.generate("b.obj", "sphere")
        result = self.graze("info", "b.obj", "a.stl")
        self.assertEqual(result.code, 0, result)
        self.assertLess(result.out.index("b.obj"), result.out.index("a.stl"))

    def test_one_bad_file_does_not_hide_the_others(self):
        self.generate("a.stl", "box")
        result = self.graze("info", "missing.stl", "a.stl", "--json")
        self.assertEqual(result.code, 2, result)
        self.assert_one_sentence(result, "missing.stl")
        document = result.json()
        self.assertEqual([f["file"] for f in document["files"]], ["a.stl"])
        self.assertEqual([e["file"] for e in document["errors"]], ["missing.stl"])
        self.assertIn("missing.stl", document["errors"][0]["message"])

    def test_caps_the_list_of_parts_on_a_terminal_only(self):
        parts = "".join(f"o part{i}\nf 1 2 3\n" for i in range(25))
        self.write("many.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + parts)
        on_terminal = self.graze_on_terminal("info", "many.obj").out
        self.assertIn("... and 15 more", on_terminal)
        self.assertNotIn("part24", on_terminal)
        self.assertIn("part24", self.graze("info", "many.obj").out)
        self.assertEqual(len(self.graze("info", "many.obj", "--json").json()["files"][0]["parts"]), 25)

    def test_part_names_cannot_steer_the_terminal(self):
        self.write("rude.obj", b"o a\x1b[2Jb\xff\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        result = self.graze("info", "rude.obj")
        self.assertEqual(result.code, 0, result)
        self.assertNotIn("\x1b", result.out)
        self.assertIn("\\x1b", result.out)
        # JSON stays UTF-8 and keeps what it can.
        self.assertIn("\x1b[2Jb", self.graze("info", "rude.obj", "--json").json()["files"][0]["parts"][0]["name"])

    def test_large_numbers_have_separators(self):
        self.generate("ball.stl", "sphere", "--triangles", "5000")
        self.assertRegex(self.graze("info", "ball.stl").out, r"triangles +\d,\d\d\d\n")


if __name__ == "__main__":
    unittest.main()
