"""What somebody meets who runs graze for the first time, on files of their own."""
import base64
import json
import struct
import unittest

from boxes import boxes
from program import ProgramTest

TWO = boxes(("a", (0, 0, 0), (2, 2, 2)), ("b", (1, 1, 1), (3, 3, 3)))


def row_of_boxes(count):
    return boxes(*((f"part {i}", (i, 0, 0), (i + 1, 1, 1)) for i in range(count)))


class FirstContact(ProgramTest):
    def test_a_single_part_says_so_and_what_to_try(self):
        self.write("one.obj", boxes(("a", (0, 0, 0), (2, 2, 2))))
        result = self.graze("clash", "one.obj")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertIn("only one part", result.out)
        self.assertNotIn("--parts pieces", result.out)

    def test_a_part_of_several_pieces_can_be_taken_apart(self):
        self.write("all.obj", TWO.replace("o b\n", ""))
        result = self.graze("clash", "all.obj")
        self.assertRegex(result.out, r"only one part.* of 2 pieces .*--parts pieces compares them")
        result = self.graze("clash", "all.obj", "--parts", "pieces")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertNotIn("only one part", result.out)
        self.assertRegex(result.out, r"\n  clash  1 deep  1  …/a/piece 1  …/a/piece 2  at ")

    def test_pieces_are_parts_in_other_reports_of_the_same_job(self):
        self.write("all.obj", TWO.replace("o b\n", ""))
        for shard in ("1", "2"):
            self.graze("clash", "all.obj", "--parts", "pieces", "--shard", f"{shard}/2", "-o", shard)
        result = self.graze("merge", "1", "2", "-o", "both", "--parts", "pieces")
        self.assertEqual((result.code, result.err), (1, ""), result)

    def test_a_folder_stands_for_the_files_in_it(self):
        (self.folder / "parts" / "below").mkdir(parents=True)
        self.write("parts/b.obj", boxes(("b", (1, 1, 1), (3, 3, 3))))
        self.write("parts/a.OBJ", boxes(("a", (0, 0, 0), (2, 2, 2))))
        self.write("parts/notes.txt", "not a mesh")
        self.write("parts/.hidden.obj", "not a mesh")
        self.write("parts/below/c.obj", "not a mesh")
        result = self.graze("clash", "parts", "--json", "-")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertEqual([f["file"] for f in result.json()["files"]], ["parts/a.OBJ", "parts/b.obj"])
        self.assertEqual(self.graze("draw", "parts/", "-o", "picture.png").code, 0)

    def test_a_folder_without_meshes_is_refused(self):
        (self.folder / "empty").mkdir()
        self.assert_error(self.graze("clash", "empty"), "empty: holds no file", "format")

    def test_between_two_files(self):
        self.write("house.obj", boxes(("wall", (0, 0, 0), (2, 2, 2)), ("floor", (0, 0, 0), (9, 9, 1))))
        self.write("pipes.obj", boxes(("pipe", (1, 1, 0), (3, 3, 3)), ("pipe 2", (1, 1, 1), (4, 2, 2))))
        every = self.graze("clash", "house.obj", "pipes.obj", "--json", "-").json()
        self.assertEqual(every["pairs"]["clash"], 5)
        for arguments in (("house.obj", "pipes.obj", "--between", "house.obj", "pipes.obj"),
                          ("--between", "house.obj", "pipes.obj"), ("--between", "pipes.obj", "./house.obj"),
                          ("house.obj", "--between", "pipes.obj", "house.obj")):
            with self.subTest(arguments):
                result = self.graze("clash", *arguments, "--json", "-")
                self.assertEqual((result.code, result.err), (1, ""), result)
                found = {tuple(sorted(f[side].split("/")[0] for side in "ab")) for f in result.json()["findings"]}
                self.assertEqual(found, {("house", "pipes")})
                self.assertEqual((result.json()["pairs"]["clash"], result.json()["pairs"]["ignored"]), (3, 2))
                self.assertEqual(len(result.json()["files"]), 2)

    def test_between_names_as_in_rules(self):
        self.write("m.obj", boxes(("bolt 1", (0, 0, 0), (2, 2, 2)), ("bolt 2", (1, 1, 1), (3, 3, 3)),
                                  ("plate", (0, 0, 0), (9, 9, 9))))
        result = self.graze("clash", "m.obj", "--between", "bolt *", "plate")
        self.assertRegex(result.out, r"\n  +1 ignored by --between and rules\n")
        self.assertNotRegex(result.out, r"bolt 1  bolt 2")
        within = self.graze("clash", "m.obj", "--between", "bolt *", "bolt *", "--json", "-").json()
        self.assertEqual([(f["a"], f["b"]) for f in within["findings"]], [("m/bolt 1", "m/bolt 2")])
        self.assertEqual(within["settings"]["between"], {"a": ["bolt *"], "b": ["bolt *"]})
        self.assert_error(self.graze("clash", "m.obj", "--between", "bolt *", "blot *"), "no part matches \"blot *\"")
        self.assert_error(self.graze("clash", "m.obj", "--between", "bolt *"), "--between")

    def test_between_a_file_that_is_one_part_and_not_its_namesakes(self):
        self.write("a.obj", boxes(("a", (0, 0, 0), (2, 2, 2))).replace("o a\n", ""))
        self.write("b.obj", boxes(("a", (1, 1, 1), (3, 3, 3)), ("c", (1, 1, 1), (4, 4, 4))))
        found = self.graze("clash", "--between", "a.obj", "b.obj", "--json", "-").json()
        self.assertEqual([(f["a"], f["b"]) for f in found["findings"]], [("a", "b/a"), ("a", "b/c")])

    def test_help_is_a_command_too(self):
        self.assertEqual(self.graze("help").out, self.graze("--help").out)
        self.assertEqual(self.graze("help", "clash").out, self.graze("clash", "--help").out)
        self.assertEqual(self.graze("help", "clash").code, 0)
        self.assert_error(self.graze("help", "clahs"), "did you mean 'clash'?")

    def test_help_names_the_formats(self):
        text = self.graze("help", "clash").out
        for name in ("STEP", "IGES", "IFC", "3MF", "glTF", "STL", "OBJ", "PLY", "FBX"):
            self.assertIn(name, text)
        self.assertRegex(self.graze("--version").out, r"\nreads STL, OBJ, .*\n")

    def test_lengths_as_people_write_them_get_a_hint(self):
        self.write("two.obj", TWO)
        clash = lambda *args: self.graze("clash", "two.obj", *args)
        self.assert_error(clash("--unit", "mm", "--clearance", "0.2", "mm"), "mm: is a unit", "0.2mm")
        self.assert_error(clash("--unit", "mm", "--clearance", "0,2mm"), "--clearance", "with a point: 0.2mm")
        self.assertEqual(clash("--unit", "mm", "--clearance", "0.2 mm").code, 1)
        self.assert_error(self.graze("distance", "two.obj", "two.obj", "--within", "0.2", "mm"), "'mm'", "0.2mm")

    def test_rules_as_people_write_them_get_a_hint(self):
        self.write("two.obj", TWO)
        def with_rule(text):
            self.write("rules.txt", text)
            return self.graze("clash", "two.obj", "--unit", "mm", "--rules", "rules.txt")
        self.assert_error(with_rule('allow 0,2mm "a" "b"\n'), "rules.txt:1: a length has a comma", "with a point")
        self.assert_error(with_rule('ignore “a” “b”\n'), "rules.txt:1", "curly quote", "straight quotes")
        self.assert_error(with_rule('ignore "a” "b”\n'), "rules.txt:1", "curly")
        self.assert_error(with_rule('ignore „a“ any\n'), "rules.txt:1", "curly quote")
        self.assertEqual(with_rule('allow 5 mm "a" "b"\n').code, 0)

    def test_a_pipe_has_the_same_short_list_and_says_how_to_get_all(self):
        self.write("row.obj", row_of_boxes(60))
        piped = self.graze("clash", "row.obj").out
        self.assertEqual(piped, self.graze_on_terminal("clash", "row.obj", env={"TERM": "dumb"}).out)
        self.assertIn("... and 9 more: --all shows them, -o DIR writes them to files\n", piped)
        every = self.graze("clash", "row.obj", "--all").out
        self.assertNotIn("more", every)
        self.assertEqual(every.count("\n  touch  "), 59)

    def test_a_report_says_what_was_written_where(self):
        self.write("two.obj", TWO)
        result = self.graze("clash", "two.obj", "-o", "out", "--no-report")
        self.assertRegex(result.out, r"\n  written +out/clashes\.json  .*\n +out/clashes\.csv  .*\n$")
        self.assertNotIn("report.html", result.out)
        self.assertEqual(self.graze("clash", "two.obj", "-o", "out", "--json", "-").json()["pairs"]["clash"], 1)

    def test_twenty_findings_get_pictures(self):
        self.assertRegex(self.graze("help", "clash").out, r"--pictures COUNT[^(]*\(default 20\)")


class Names(ProgramTest):
    def test_rows_have_the_names_that_people_use(self):
        self.write("m.obj", boxes(("line 1/motor/rotor", (0, 0, 0), (2, 2, 2)), ("line 2/motor/rotor", (1, 1, 1), (3, 3, 3)),
                                  ("plate", (0, 0, 0), (9, 9, 9))))
        result = self.graze("clash", "m.obj", "--json", "report.json")
        self.assertRegex(result.out, r"\n  clash .*  …/line 1/…/rotor  …/line 2/…/rotor  at ")
        parts = json.loads((self.folder / "report.json").read_text())["parts"]
        self.assertEqual([(p["path"], p["name"]) for p in parts],
                         [("m/line 1/motor/rotor", "…/line 1/…/rotor"), ("m/line 2/motor/rotor", "…/line 2/…/rotor"),
                          ("m/plate", "plate")])

    def test_a_shown_name_is_a_name_for_rules(self):
        self.write("m.obj", boxes(("line 1/motor/rotor", (0, 0, 0), (2, 2, 2)), ("line 2/motor/rotor", (1, 1, 1), (3, 3, 3)),
                                  ("plate", (0, 0, 0), (9, 9, 9))))
        self.write("rules.txt", 'ignore "…/line 1/…/rotor" "…/line 2/…/rotor"\nignore "plate" "…/line 1/…/rotor"\n')
        found = self.graze("clash", "m.obj", "--rules", "rules.txt", "--json", "-").json()
        self.assertEqual([(f["a"], f["b"]) for f in found["findings"]], [("m/line 2/motor/rotor", "m/plate")])
        self.assertEqual(found["rules"]["unused"], [])

    def test_files_show_only_where_several_have_the_part(self):
        self.write("one.obj", boxes(("shaft", (0, 0, 0), (2, 2, 2)), ("plate", (0, 0, 0), (9, 9, 9))))
        self.write("two.obj", boxes(("shaft", (1, 1, 1), (3, 3, 3))))
        out = self.graze("clash", "one.obj", "two.obj").out
        self.assertRegex(out, r"  one/shaft  +two/shaft ")
        self.assertRegex(out, r"  two/shaft  plate ")

    def test_rows_fit_into_a_hundred_columns_and_long_names_keep_their_ends(self):
        name = "Basic Wall:Interior - Partition (92mm Stud), plastered on both sides:1385"
        self.write("house.obj", boxes(*((f"{name}{i:02}", (i, 0, 0), (i + 1.5, 1, 1)) for i in range(4))))
        rows = [line for line in self.graze("clash", "house.obj", "--unit", "m").out.splitlines()
                if line.startswith("  clash")]
        self.assertEqual(len(rows), 3)
        for i, row in enumerate(rows):
            self.assertLessEqual(len(row), 100)
        self.assertRegex(rows[0], r"  Basic Wall:.*….*:13850\d  Basic Wall:.*….*:13850\d$")
        shown = rows[0].split("  ")[-2:]
        self.write("rules.txt", f'ignore "{shown[0]}" "{shown[1]}"\n')
        found = self.graze("clash", "house.obj", "--unit", "m", "--rules", "rules.txt", "--json", "-").json()
        self.assertEqual(found["rules"]["unused"], [])
        self.assertLess(found["pairs"]["clash"], 3)


class Units(ProgramTest):
    def glb(self, name, size, unit):
        self.write("box.obj", boxes(("a", (0, 0, 0), (size, 1, 1)), ("b", (0, 0, 0), (1, 1, 1))))
        self.assertEqual(self.graze("convert", "box.obj", name, "--unit", unit).code, 0)

    def test_the_unit_asked_for_holds_whatever_the_file_says(self):
        self.glb("engine.glb", 743, "m")
        result = self.graze("clash", "engine.glb", "--unit", "mm", "--json", "report.json")
        self.assertEqual(result.err, "")
        self.assertIn("engine.glb says its unit is m, and is read in mm, as --unit says", result.out)
        self.assertNotIn("if that is wrong", result.out)
        document = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(document["metres_per_unit"], 0.001)
        self.assertEqual([(f["metres_per_unit"], f["stated_metres_per_unit"]) for f in document["files"]], [(0.001, 1)])
        self.assertEqual(document["remarks"], ["engine.glb says its unit is m, and is read in mm, as --unit says"])
        self.assertIn("  unit                mm, as --unit says; the file says m\n",
                      self.graze("info", "engine.glb", "--unit", "mm").out)
        converted = self.graze("convert", "engine.glb", "again.glb", "--unit", "mm")
        self.assertEqual(converted.err, "graze: engine.glb says its unit is m, and is read in mm, as --unit says\n")
        compared = self.graze("distance", "engine.glb", "engine.glb", "--unit", "mm")
        self.assertIn("engine.glb says its unit is m, and is read in mm", compared.err)

    def test_of_several_files_one_may_have_another_unit(self):
        self.glb("metres.glb", 3, "m")
        self.write("scan.obj", boxes(("c", (0, 0, 0), (500, 500, 500))))
        document = self.graze("clash", "metres.glb", "scan.obj", "--unit", "scan.obj=mm", "--json", "-").json()
        self.assertEqual([f["metres_per_unit"] for f in document["files"]], [1, 0.001])
        self.assertEqual(document["parts"][2]["box"][3:], [0.5, 0.5, 0.5])
        self.assertEqual(document["remarks"], [])
        self.assert_error(self.graze("clash", "metres.glb", "--unit", "scan.obj=mm"), "--unit", "none of the files")
        self.assert_error(self.graze("clash", "metres.glb", "scan.obj"), "scan.obj", "unit")

    def test_sizes_that_cannot_be_meant_are_remarked_upon(self):
        self.glb("engine.glb", 743, "m")
        self.assertIn("note                engine.glb is 743 m long; if that is wrong, --unit mm\n",
                      self.graze("clash", "engine.glb").out)
        self.glb("engine.glb", 743, "mm")
        self.assertNotIn("if that is wrong", self.graze("clash", "engine.glb").out)
        self.write("dust.obj", boxes(("a", (0, 0, 0), (.3, .1, .1)), ("b", (0, 0, 0), (.1, .1, .1))))
        self.assertIn("dust.obj is 0.3 mm long; if that is wrong, --unit m\n",
                      self.graze("clash", "dust.obj", "--unit", "mm").out)
        self.assertIn("dust.obj=m\n", self.graze("clash", "dust.obj", "engine.glb", "--unit", "mm").out)
        self.assertNotIn("if that is wrong", self.graze("clash", "dust.obj").out)  # whatever its unit is

    def test_files_with_another_axis_upwards_are_turned_with_a_word(self):
        self.generate("gearbox.glb", "gearbox")
        self.assertRegex(self.graze("info", "gearbox.glb").out, r"\n  up +z\n")
        corners = base64.b64encode(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 2, 0)).decode()
        self.write("flag.gltf", json.dumps({
            "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "flag"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64," + corners}]}))
        document = self.graze("clash", "gearbox.glb", "flag.gltf", "--json", "-").json()
        self.assertEqual(document["remarks"], ["flag.gltf has y up, and is turned to z up, as gearbox.glb has it"])
        self.assertEqual([f["turned"] for f in document["files"]], [False, True])
        self.assertEqual(document["parts"][-1]["box"], [0, 0, 0, 1000, 0, 2000])  # in mm

    def test_shards_are_read_in_their_units_again(self):
        self.glb("engine.glb", 743, "m")
        self.glb("other.glb", 7, "cm")
        for shard in ("1", "2"):
            self.graze("clash", "engine.glb", "other.glb", "--unit", "engine.glb=mm", "--shard", f"{shard}/2", "-o", shard)
        result = self.graze("merge", "1", "2", "-o", "both")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertIn("engine.glb says its unit is m", result.out)


if __name__ == "__main__":
    unittest.main()
