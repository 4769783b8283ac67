import unittest

from program import ProgramTest, binary_stl

CHANGES = {"merged_vertices", "shortened_polygons", "collapsed_polygons", "flat_polygons", "duplicate_polygons",
           "double_sided_polygons", "turned_polygons", "closed_holes", "dropped_vertices"}
LEFT = {"flat_polygons", "double_sided_polygons", "unorientable_edges", "undecided_pieces", "voids", "open_rims"}

CORNERS = """\
o cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
"""

# A unit cube: the last side is missing, the first is turned and there twice, one corner has two vertices.
CUBE = CORNERS + """\
v 0 0 0
f 1 2 3 4
f 5 6 7 8
f 9 2 6 5
f 2 3 7 6
f 3 4 8 7
f 2 3 4 1
f 1 1 5
"""


# A unit cube whose bottom lacks a corner that its front has in the middle of their common edge, and a little above it.
GAP = CORNERS + """\
v 0.5 0 0.0005
f 4 3 2 1
f 5 6 7 8
f 1 9 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""


class Repair(ProgramTest):
    def repair(self, *args, code=0):
        result = self.graze("repair", *args, "--json")
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.json()

    def info(self, name):
        return self.graze("info", name, "--json").json()["files"][0]

    def test_stitches_hairline_gaps_and_says_so(self):
        self.write("gap.obj", GAP)
        document = self.repair("gap.obj", "out.obj")
        self.assertEqual((document["closed_parts_before"], document["closed_parts_after"]), (0, 1))
        stitched = document["stitched"]
        self.assertEqual({k: stitched[k] for k in ("joined_edges", "split_edges", "merged_points", "largest_move")},
                         {"joined_edges": 2, "split_edges": 1, "merged_points": 0, "largest_move": 0})
        self.assertAlmostEqual(stitched["widest_gap"], 0.0005)
        self.assertAlmostEqual(stitched["tolerance"], 3**0.5 / 1000)
        self.assertTrue(self.info("out.obj")["surface"]["closed"])
        self.assertFalse(self.repair("out.obj", "again.obj")["changed"])
        result = self.graze("repair", "gap.obj", "out.obj")
        self.assertIn("2 edges of hairline gaps joined, up to 0.0005 units wide, vertices moved by at most 0 units", result.out)

    def test_stitches_within_the_length_asked_for_or_not_at_all(self):
        self.write("gap.obj", GAP)
        for how, closed in (("off", 0), ("0.0004", 0), ("0.0006", 1), ("auto", 1)):
            self.assertEqual(self.repair("gap.obj", "out.obj", "--stitch", how)["closed_parts_after"], closed, how)
        self.assertEqual(self.repair("gap.obj", "out.obj", "--unit", "m", "--stitch", "0.6mm")["closed_parts_after"], 1)
        self.assert_error(self.graze("repair", "gap.obj", "out.obj", "--stitch", "wide"), "--stitch")
        self.assert_error(self.graze("repair", "gap.obj", "out.obj", "--stitch", "0.6mm"), "--stitch")

    def test_mends_counts_and_writes(self):
        self.write("cube.obj", CUBE)
        document = self.repair("cube.obj", "out.obj", "--close-holes", "4")
        changes = {kind: found["count"] for kind, found in document["changes"].items() if found["count"]}
        self.assertEqual(changes, {"merged_vertices": 1, "collapsed_polygons": 1, "duplicate_polygons": 1,
                                   "turned_polygons": 1, "closed_holes": 1})
        self.assertEqual(document["changes"]["turned_polygons"]["first"],
                         [{"part": "cube", "polygon": 0, "at": [0.5, 0.5, 0]}])
        self.assertEqual(document["changes"]["collapsed_polygons"]["first"][0]["polygon"], 6)
        self.assertEqual(document["changes"]["closed_holes"]["first"],
                         [{"part": "cube", "polygon": None, "at": [0, 0.5, 0.5]}])
        self.assertEqual((document["closed_parts_before"], document["closed_parts_after"]), (0, 1))
        mended = self.info("out.obj")
        self.assertTrue(mended["surface"]["closed"])
        self.assertEqual(mended["measures"]["volume"], 1)
        self.assertEqual(mended["polygons"], 6)
        self.assertEqual([p["name"] for p in mended["parts"]], ["cube"])

    def test_json_has_every_documented_field(self):
        self.write("cube.obj", CUBE)
        document = self.repair("cube.obj", "out.obj")
        self.assertEqual(set(document), {"schema", "input", "dry_run", "changed", "changes", "farthest_merge",
                                         "stitched", "new_polygons", "left", "parts", "closed_parts_before", "closed_parts_after",
                                         "why_not_closed", "output", "not_kept"})
        self.assertEqual(document["schema"], "graze.repair/1")
        self.assertEqual(document["input"], {"file": "cube.obj", "format": "obj"})
        self.assertEqual(set(document["changes"]), CHANGES)
        self.assertEqual(set(document["left"]), LEFT)
        self.assertEqual(document["output"]["file"], "out.obj")
        self.assertIn("4 open edges", document["why_not_closed"])
        self.assertEqual(document["left"]["open_rims"]["count"], 1)

    def test_a_second_time_changes_nothing(self):
        self.write("cube.obj", CUBE)
        self.repair("cube.obj", "once.obj", "--close-holes", "4")
        document = self.repair("once.obj", "twice.obj", "--close-holes", "4")
        self.assertFalse(document["changed"])
        self.assertEqual((self.folder / "once.obj").read_bytes(), (self.folder / "twice.obj").read_bytes())

    def test_a_dry_run_writes_nothing_and_says_whether_there_is_something_to_do(self):
        self.write("cube.obj", CUBE)
        document = self.repair("cube.obj", "--dry-run", code=1)
        self.assertTrue(document["changed"])
        self.assertIsNone(document["output"])
        self.repair("cube.obj", "out.obj", "--dry-run", code=1)
        self.assertFalse((self.folder / "out.obj").exists())
        self.generate("ball.stl", "sphere")
        result = self.graze("repair", "ball.stl", "--dry-run")
        self.assertEqual(result.code, 0, result)
        self.assertRegex(result.out, r"would change +nothing\n")

    def test_says_in_words_what_was_done_and_where(self):
        self.write("cube.obj", CUBE)
        result = self.graze("repair", "cube.obj", "out.obj")
        self.assertEqual(result.code, 0, result)
        self.assertIn("1 vertex merged with another", result.out)
        self.assertIn("1 face turned over:\n", result.out)
        self.assertIn("polygon 0 at 0.5, 0.5, 0\n", result.out)
        self.assertIn("1 open rim (--close-holes closes small ones):\n", result.out)
        self.assertRegex(result.out, r"after +not closed: 4 open edges")

    def test_welds_within_a_length(self):
        self.write("gap.stl", binary_stl([(0, 0, 0, 1, 0, 0, 0, 1, 0), (1.001, 0, 0, 1, 1, 0, 0, 1.001, 0)]))
        self.assertFalse(self.repair("gap.stl", "--dry-run")["changed"])
        for length in ("0.01", "0.01mm", "0.001cm", "0.00001 m"):
            with self.subTest(length=length):
                document = self.repair("gap.stl", "out.obj", "--weld", length, "--unit", "mm")
                self.assertEqual(document["changes"]["merged_vertices"]["count"], 2)
                self.assertAlmostEqual(document["farthest_merge"], 0.001, places=6)

    def test_a_length_with_a_unit_wants_a_file_with_one(self):
        self.generate("box.stl", "box")
        self.assert_error(self.graze("repair", "box.stl", "out.stl", "--weld", "0.01mm"), "box.stl", "--weld", "--unit")
        self.assert_error(self.graze("repair", "box.stl", "out.stl", "--close-holes-within", "1cm"), "--unit")
        self.assertFalse((self.folder / "out.stl").exists())

    def test_refuses_what_is_no_length_or_count(self):
        self.generate("box.stl", "box")
        for option, value in (("--weld", "0"), ("--weld", "-1mm"), ("--weld", "mm"), ("--weld", "1 parsec"),
                              ("--weld", "nan"), ("--weld", "1mmm"), ("--close-holes", "2"), ("--close-holes", "few"),
                              ("--double-sided", "both"), ("--parts", "all"), ("--unit", "0")):
            with self.subTest(option=option, value=value):
                self.assert_error(self.graze("repair", "box.stl", "out.stl", f"{option}={value}"), option)
        self.assert_error(self.graze("repair", "box.stl", "out.stl", "--weld", "1e-30"), "box.stl", "weld distance")

    def test_wants_a_file_to_write(self):
        self.generate("box.stl", "box")
        self.assert_error(self.graze("repair", "box.stl"), "OUT", "--dry-run")

    def test_mends_every_part_by_itself_and_keeps_their_names(self):
        self.generate("machine.obj", "machine")
        lines = (self.folder / "machine.obj").read_text().splitlines()
        turn = lambda line: " ".join([line.split()[0]] + line.split()[:0:-1]) if line.startswith("f ") else line
        self.write("bad.obj", "\n".join(map(turn, lines)) + "\n")
        document = self.repair("bad.obj", "out.obj")
        self.assertEqual(document["parts"], 17)
        self.assertEqual((document["closed_parts_before"], document["closed_parts_after"]), (16, 16))
        before, after = self.info("machine.obj"), self.info("out.obj")
        self.assertEqual([p["name"] for p in before["parts"]], [p["name"] for p in after["parts"]])
        self.assertEqual(self.graze("clash", "out.obj").code, 1)
        first = lambda name: self.graze("clash", name).out.splitlines()[0]
        self.assertEqual(first("machine.obj"), first("out.obj"))

    def test_takes_a_file_as_one_body_if_asked(self):
        self.generate("box.obj", "box")
        lines = (self.folder / "box.obj").read_text().splitlines()
        faces = [i for i, line in enumerate(lines) if line.startswith("f ")]
        self.write("groups.obj", "\n".join(lines[:faces[6]] + ["g rest"] + lines[faces[6]:]) + "\n")
        document = self.repair("groups.obj", "out.obj", "--parts", "files")
        self.assertFalse(document["changed"])
        self.assertEqual((document["parts"], document["closed_parts_after"]), (1, 1))
        self.assertEqual(len(self.info("out.obj")["parts"]), 2, "names are kept all the same")

    def test_keeps_what_it_is_told_to_keep(self):
        self.write("cube.obj", CUBE)
        document = self.repair("cube.obj", "out.obj", "--keep-degenerate", "--keep-duplicates", "--keep-winding")
        changes = {kind for kind, found in document["changes"].items() if found["count"]}
        self.assertEqual(changes, {"merged_vertices"})

    def test_bad_files_are_named(self):
        self.assert_error(self.graze("repair", "missing.stl", "out.stl"), "missing.stl")
        self.generate("box.stl", "box")
        self.assert_error(self.graze("repair", "box.stl", "out.nonsense"), "out.nonsense")


if __name__ == "__main__":
    unittest.main()
