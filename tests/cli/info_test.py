import unittest
from pathlib import Path

from program import ProgramTest, TWO_PARTS_OBJ, binary_stl


DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
DEFECTS = {"open_edges", "turned_edges", "crowded_edges", "touching_sheets", "one_sided_pieces", "duplicate_triangles",
           "back_to_back_triangles", "collapsed_triangles", "flat_triangles", "self_intersections"}


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
        self.assertTrue(fields["unit"].startswith("not stated"), result)
        self.assertTrue(fields["skipped"].startswith("1 "), result)

    def test_json_has_every_documented_field(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        document = self.graze("info", "--json", "two.obj").json()
        self.assertEqual(set(document), {"schema", "files", "errors"})
        self.assertEqual(document["schema"], "graze.info/2")
        self.assertEqual(document["errors"], [])
        [file] = document["files"]
        self.assertEqual(set(file), {"file", "format", "precision", "metres_per_unit", "up", "vertices", "triangles",
                                     "polygons", "meshes", "parts", "box", "merged_vertices", "unused_vertices",
                                     "irregular_polygons", "content_hash", "skipped", "surface", "measures", "defects",
                                     "rims", "fit_for", "open_parts", "closed_together"})
        self.assertEqual(file["file"], "two.obj")
        self.assertEqual(file["precision"], "double")
        self.assertEqual(file["parts"], [{"name": "plate", "polygons": 1, "triangles": 2},
                                         {"name": "spike", "polygons": 1, "triangles": 1}])
        self.assertEqual(file["box"], {"lower": [0, 0, 0], "upper": [1, 1, 1]})
        self.assertIsNone(file["metres_per_unit"])
        self.assertRegex(file["content_hash"], "^[0-9a-f]{32}$")
        self.assertEqual(sum(s["count"] for s in file["skipped"]), 1)
        self.assertEqual(set(file["surface"]), {"closed", "why_not", "points", "edges", "pieces", "closed_pieces",
                                                "clusters", "manifold", "orientable", "handles"})
        self.assertEqual(set(file["measures"]), {"area", "area_centroid", "volume", "centroid", "inertia",
                                                 "principal_axes"})
        self.assertEqual(set(file["defects"]), DEFECTS)
        self.assertEqual((file["open_parts"], file["closed_together"]), (2, False))
        self.assertEqual(file["fit_for"], {"surfaces": True, "solids": False})
        self.assertEqual(file["rims"]["count"], 2)
        self.assertEqual(set(file["rims"]["longest"][0]), {"part", "triangle", "polygon", "at", "edges", "length", "closed"})
        self.assertEqual(file["rims"]["longest"][0]["part"], "plate")

    def test_triangles_that_are_points_or_lines_are_told_as_what_they_are(self):
        for corners, points, surface in (("1 1 1", "3, at 1 different point", "none, for all"),
                                         ("1 1 2", "3, at 2 different points", "none, for all")):
            vertices = "".join(f"v {x} 0 0\n" for x in corners.split())
            result = self.graze("info", self.write("degenerate.obj", vertices + "f 1 2 3\n"))
            self.assertIn(points, result.out)
            self.assertIn(surface, result.out)
            self.assertIn("1 triangle with two equal corners", result.out)
            self.assertIn("solids, as one that has no inside", result.out)
            self.assertNotIn("0 pieces", result.out)
        far = self.write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + "v 5 5 5\n" * 3 + "v 9 9 9\nf 1 2 3\nf 4 5 6\n")
        self.assertIn("7, at 5 different points", self.graze("info", far).out)
        line = self.graze("info", self.write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")).out
        self.assertIn("3 open edges in 1 rim:", line)
        self.assertIn("1 triangle whose corners are on a line", line)
        self.assertRegex(line, r"vertices +3\n")

    def test_measures_solids(self):
        self.generate("box.obj", "box", "--size", "1,2,3")
        [file] = self.graze("info", "box.obj", "--json", "--unit", "mm").json()["files"]
        self.assertEqual(file["metres_per_unit"], 0.001)
        self.assertEqual(file["measures"], {"area": 22, "area_centroid": [0, 0, 0], "volume": 6, "centroid": [0, 0, 0],
                                            "inertia": {"xx": 6.5, "yy": 5, "zz": 2.5, "xy": 0, "yz": 0, "zx": 0},
                                            "principal_axes": {"moments": [2.5, 5, 6.5],
                                                               "axes": [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]}})
        self.assertEqual(file["surface"]["clusters"], 1)
        self.assertEqual(file["surface"]["handles"], 0)
        self.assertEqual(file["fit_for"], {"surfaces": True, "solids": True})
        self.assertTrue(all(d["count"] == 0 for d in file["defects"].values()))
        text = self.graze("info", "box.obj", "--unit", "mm").out
        self.assertRegex(text, r"area +22 mm\^2\n")
        self.assertRegex(text, r"volume +6 mm\^3\n")
        self.assertRegex(text, r"principal axes +2.5 about \(0, 0, 1\)\n")
        self.assertRegex(text, r"defects +none\n")
        self.assertNotIn("not fit for", text)

    def test_counts_and_locates_every_defect(self):
        # A tetrahedron with one side turned; a duplicate of another side, and its back; a fin; a collapsed and a flat
        # triangle; and a second tetrahedron that hangs on the first by a corner.
        self.write("bad.obj", """\
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
v 5 5 5
v 9 9 9
v 1 0 5
v 2 0 5
v 3 0 5
f 1 3 2
f 1 2 4
f 2 4 3
f 3 1 4
f 5 5 6
f 7 8 9
f 1 -1 -2
f 1 -2 -1
f 1 -1 -2
""")
        [file] = self.graze("info", "bad.obj", "--json").json()["files"]
        counts = {kind: found["count"] for kind, found in file["defects"].items()}
        self.assertEqual(counts["turned_edges"], 3)
        self.assertEqual(counts["collapsed_triangles"], 1)
        self.assertEqual(counts["flat_triangles"], 1)
        self.assertEqual(counts["duplicate_triangles"], 1)
        self.assertEqual(counts["back_to_back_triangles"], 1)
        self.assertEqual(file["defects"]["collapsed_triangles"]["first"],
                         [{"part": "", "triangle": 4, "polygon": 4, "at": [7, 7, 7]}])
        self.assertEqual(file["defects"]["duplicate_triangles"]["first"][0]["triangle"], 8)
        self.assertIn("wound alike", file["surface"]["why_not"])
        text = self.graze("info", "bad.obj").out
        self.assertIn("1 triangle with two equal corners:\n", text)
        self.assertIn("triangle 4 at 7, 7, 7\n", text)
        self.assertIn("graze repair bad.obj", text)

    def test_counts_pairs_of_triangles_that_meet_elsewhere_than_at_shared_corners(self):
        # A triangle through another one, and one that shares a corner with the first (the point is there twice).
        self.write("cross.obj", """\
v 0 0 0
v 4 0 0
v 0 4 0
v 1 1 -1
v 1 1 1
v 2 1 1
v 0 0 0
v 0 0 5
v 0 -4 5
f 1 2 3
f 4 5 6
f 7 8 9
""")
        [file] = self.graze("info", "cross.obj", "--json").json()["files"]
        found = file["defects"]["self_intersections"]
        self.assertEqual(found["count"], 1)
        self.assertEqual(found["first"][0]["triangle"], 0)
        self.assertIn("1 pair of triangles that meet elsewhere", self.graze("info", "cross.obj").out)

    def test_tells_parts_that_are_closed_only_together(self):
        self.generate("box.obj", "box")
        lines = (self.folder / "box.obj").read_text().splitlines()
        faces = [i for i, line in enumerate(lines) if line.startswith("f ")]
        self.write("groups.obj", "\n".join(lines[:faces[6]] + ["g rest"] + lines[faces[6]:]) + "\n")
        [file] = self.graze("info", "groups.obj", "--json").json()["files"]
        self.assertEqual((len(file["parts"]), file["open_parts"], file["closed_together"]), (2, 2, True))
        self.assertIn("together are closed", self.graze("info", "groups.obj").out)

    def test_describes_each_part_if_asked(self):
        self.generate("machine.obj", "machine")
        [file] = self.graze("info", "machine.obj", "--parts", "--json").json()["files"]
        self.assertEqual(len(file["parts"]), 17)
        for part in file["parts"]:
            self.assertEqual(part["surface"]["closed"], part["name"] != "label")
            self.assertEqual(set(part["defects"]), DEFECTS)
            self.assertRegex(part["content_hash"], "^[0-9a-f]{32}$")
        text = self.graze("info", "machine.obj", "--parts").out
        self.assertIn("\n  label\n", text)
        self.assertEqual(text.count("closed              yes"), 16)

    def test_says_that_a_solid_is_inside_out(self):
        self.generate("box.obj", "box")
        lines = (self.folder / "box.obj").read_text().splitlines()
        turn = lambda line: " ".join([line.split()[0]] + line.split()[:0:-1]) if line.startswith("f ") else line
        self.write("turned.obj", "\n".join(map(turn, lines)) + "\n")
        result = self.graze("info", "turned.obj")
        self.assertRegex(result.out, r"volume +-1 units\^3: inside out\n")
        self.assertEqual(self.graze("info", "turned.obj", "--json").json()["files"][0]["measures"]["volume"], -1)

    def test_refuses_units_that_are_none(self):
        self.generate("box.obj", "box")
        self.assert_error(self.graze("info", "box.obj", "--unit", "furlong"), "--unit", "furlong")

    def test_dirty_meshes_get_a_useful_answer(self):
        beetle = DATA / "meshes" / "beetle-alt.obj"
        if not beetle.exists():
            self.skipTest("no real meshes here")
        text = self.graze("info", beetle).out
        self.assertIn("1,136 open edges in 13 rims", text)
        self.assertIn("2 points where sheets of the surface touch", text)
        self.assertIn("not fit for", text)

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

    def write_parts(self, name, count):
        parts = "".join(f"o part{i}\nf 1 2 3\n" for i in range(count))
        self.write(name, "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + parts)

    def test_caps_the_list_of_parts_and_says_so(self):
        self.write_parts("many.obj", 25)
        on_terminal = self.graze_on_terminal("info", "many.obj").out
        self.assertIn("... and 15 more (--list shows them)", on_terminal)
        self.assertNotIn("part24", on_terminal)
        self.assertIn("part24", self.graze_on_terminal("info", "many.obj", "--list").out)
        self.assertIn("part24", self.graze("info", "many.obj").out)
        self.assertEqual(len(self.graze("info", "many.obj", "--json").json()["files"][0]["parts"]), 25)

    def test_caps_very_long_lists_of_parts_in_pipes_too(self):
        self.write_parts("many.obj", 1005)
        text = self.graze("info", "many.obj").out
        self.assertIn("... and 5 more (--list shows them)", text)
        self.assertNotIn("part1000", text)
        self.assertIn("part1004", self.graze("info", "many.obj", "--list").out)

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
