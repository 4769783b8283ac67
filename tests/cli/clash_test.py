import json
import os
import re
import subprocess
import unittest

from boxes import boxes
from program import PROGRAM, ProgramTest, SANITIZED, TWO_PARTS_OBJ, binary_stl, interrupted_at_once


def without_run(document):
    return {key: value for key, value in document.items() if key != "run"}


CLASHING = boxes(("a", (0, 0, 0), (2, 2, 2)), ("b", (1, 1, 1), (3, 3, 3)))
TOUCHING = boxes(("a", (0, 0, 0), (1, 1, 1)), ("b", (1, 0, 0), (2, 1, 1)))
INSIDE = boxes(("outer", (0, 0, 0), (3, 3, 3)), ("inner", (1, 1, 1), (2, 2, 2)))


class Clash(ProgramTest):
    def report(self, *args, code):
        result = self.graze("clash", *args, "--json", "-")
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.json()

    def test_the_planted_truth_of_the_machine_is_found_and_nothing_else(self):
        planted = self.graze("generate", "machine", "-o", "machine.obj", "--json").json()["planted"]
        found = {(f["relation"], f["a"], f["b"]) for f in self.report("machine.obj", code=1)["findings"]}
        mirrored = {"a_in_b": "b_in_a"}
        for p in planted:
            a, b = "machine/" + p["a"], "machine/" + p["b"]
            either = {(p["relation"], a, b), (mirrored.get(p["relation"], p["relation"]), b, a)}
            self.assertEqual(len(found & either), 1, p)
        self.assertEqual(len(found), len(planted))

    def test_overlapping_parts_are_found_and_the_exit_code_is_1(self):
        result = self.graze("clash", self.write("two.obj", CLASHING))
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertTrue(result.out.startswith("1 clash, in 2 parts\n"), result)
        self.assertRegex(result.out, r"\n  clash  1 deep  1  a  b  at \S+, \S+, \S+\n")

    def test_touching_parts_are_no_clash_and_the_exit_code_is_0(self):
        result = self.graze("clash", self.write("two.obj", TOUCHING))
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertTrue(result.out.startswith("no clash, in 2 parts\n"), result)
        self.assertRegex(result.out, r"\n  touch  a  b  at ")

    def test_touching_parts_can_be_hidden_but_not_from_json(self):
        self.write("two.obj", TOUCHING)
        result = self.graze("clash", "two.obj", "--touching", "hide", "--json", "report.json")
        self.assertNotIn("  a  b", result.out)
        self.assertIn("1 touching", result.out)
        document = json.loads((self.folder / "report.json").read_text())
        self.assertEqual([f["kind"] for f in document["findings"]], ["touch"])

    def test_a_part_inside_another_is_a_clash_and_the_inner_one_comes_first(self):
        result = self.graze("clash", self.write("two.obj", INSIDE))
        self.assertEqual(result.code, 1, result)
        self.assertRegex(result.out, r"\n  inside .*  inner  outer  the first is inside the second\n")
        finding, = self.report("two.obj", code=1)["findings"]
        self.assertEqual((finding["kind"], finding["relation"], finding["a"]), ("inside", "b_in_a", "two/outer"))
        self.assertEqual((finding["volume"]["value"], finding["distance"]["value"]), (1, 1))

    def test_clashes_come_before_contacts(self):
        self.generate("machine.obj", "machine")
        rows = re.findall(r"^  (clash|inside|touch) ", self.graze("clash", "machine.obj").out, re.MULTILINE)
        self.assertEqual(rows, ["clash"] * 2 + ["inside"] + ["touch"] * 12)

    def test_files_are_parts_too(self):
        self.generate("cube.stl", "box")
        self.generate("ball.obj", "sphere")
        document = self.report("cube.stl", "ball.obj", code=1)
        self.assertEqual([(p["path"], p["file"]) for p in document["parts"]], [("cube", 0), ("ball", 1)])

    def test_files_of_one_name_are_told_apart(self):
        (self.folder / "other").mkdir()
        self.generate("cube.stl", "box")
        self.generate("other/cube.stl", "box")
        document = self.report("cube.stl", "other/cube.stl", code=1)
        self.assertEqual([p["path"] for p in document["parts"]], ["cube", "cube (2)"])
        self.assertEqual([f["file"] for f in document["files"]], ["cube.stl", "other/cube.stl"])

    def test_json_has_every_documented_field(self):
        self.write("two.obj", CLASHING + "l 1 2\n")
        document = self.report("two.obj", code=1)
        self.assertEqual(list(document), ["schema", "complete", "metres_per_unit", "settings", "files", "parts", "pairs",
                                          "rules", "baseline", "findings", "remarks", "run"])
        self.assertEqual((document["schema"], document["complete"], document["metres_per_unit"], document["rules"],
                          document["baseline"]), ("graze.clash/2", True, None, None, None))
        self.assertEqual(document["settings"], {"clearance": 0, "touch": 0, "open_parts": "surfaces", "budget": 1_000_000_000,
                                                "between": None, "as_tessellated": False})
        self.assertEqual(document["files"], [{"file": "two.obj", "format": "obj", "precision": "double", "parts": 2,
                                              "skipped": [{"what": "line elements", "count": 1}], "metres_per_unit": None,
                                              "stated_metres_per_unit": None, "turned": False}])
        part = document["parts"][0]
        self.assertRegex(part.pop("hash"), "^[0-9a-f]{32}$")
        self.assertEqual(part, {"path": "two/a", "name": "a", "file": 0, "triangles": 12, "closed": True, "why_not_closed": None,
                                "pose": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], "box": [0, 0, 0, 2, 2, 2]})
        self.assertEqual(document["pairs"], {"total": 1, "apart_by_boxes": 0, "apart": 0, "ignored": 0, "clash": 1,
                                             "inside": 0, "touch": 0, "clearance": 0, "undecided": 0, "not_compared": 0,
                                             "allowed": 0})
        finding, = document["findings"]
        self.assertEqual((finding["part_a"], finding["part_b"], finding["kind"]), (0, 1, "clash"))
        region, = finding["regions"]
        self.assertEqual(region["box"], [1, 1, 1, 2, 2, 2])
        self.assertAlmostEqual(finding["depth"]["value"], 1)
        self.assertAlmostEqual(finding["volume"]["value"], 1)
        self.assertTrue(all(len(curve["points"]) % 3 == 0 for curve in region["curves"]), region)
        self.assertEqual((document["run"]["graze"], document["run"]["shard"]), (os.environ["GRAZE_VERSION"], None))

    def test_json_goes_to_a_file_beside_the_table(self):
        self.write("two.obj", CLASHING)
        result = self.graze("clash", "two.obj", "--json", "report.json")
        self.assertEqual(result.code, 1, result)
        self.assertTrue(result.out.startswith("1 clash"), result)
        document = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(without_run(document), without_run(self.report("two.obj", code=1)))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["report.json", "two.obj"])

    def test_a_model_is_never_overwritten_with_json(self):
        self.write("a.obj", CLASHING)
        self.assert_error(self.graze("clash", "--json", "a.obj", "a.obj"), "--json", "'a.obj'", ".json")
        self.assertEqual((self.folder / "a.obj").read_text(), CLASHING)

    def test_json_that_cannot_be_written_is_an_error(self):
        self.write("two.obj", CLASHING)
        self.assert_error(self.graze("clash", "two.obj", "--json", "nowhere/report.json"), "nowhere/report.json")

    def test_names_in_any_script_and_with_blanks(self):
        self.write("größe 1.obj", CLASHING.replace("o a\n", "o 歯車 Nr 1\n").replace("o b\n", "o Wälzlager\n"))
        result = self.graze("clash", "größe 1.obj")
        self.assertIn("  歯車 Nr 1  Wälzlager  at ", result.out)
        self.assertEqual(self.report("größe 1.obj", code=1)["findings"][0]["a"], "größe 1/歯車 Nr 1")

    def test_columns_are_straight_whatever_the_script(self):
        self.write("m.obj", boxes(("歯車", (0, 0, 0), (2, 2, 2)), ("gear", (1, 1, 1), (3, 3, 3)),
                                  ("Wälz", (1, 1, 0), (3, 3, 2))))
        rows = [line for line in self.graze("clash", "m.obj").out.splitlines() if line.startswith("  clash")]
        self.assertEqual(len(rows), 3)
        # A Chinese character takes two columns.
        column = lambda row: len(row[:row.index("at ")]) + sum(row.count(c) for c in "歯車")
        self.assertEqual(len({column(row) for row in rows}), 1, rows)

    def test_names_cannot_steer_the_terminal(self):
        self.write("two.obj", CLASHING.replace("o a\n", "o a\x1b[31m\n"))
        result = self.graze("clash", "two.obj")
        self.assertNotIn("\x1b", result.out)
        self.assertIn("  a\\x1b[31m  b  ", result.out)

    def test_places_are_as_precise_as_the_parts_are_small(self):
        far = 1e9
        self.write("far.obj", boxes(("a", (far, 0, -4), (far + 4, 4, 4)), ("b", (far + 3.25, 1, -1), (far + 5, 2, 1))))
        self.assertRegex(self.graze("clash", "far.obj").out, r"  at 100000000[34](\.\d{1,4})?, [12](\.\d{1,4})?, ")
        self.generate("machine.obj", "machine")
        self.assertNotRegex(self.graze("clash", "machine.obj").out, r" at .*e-")

    def test_open_parts_are_compared_as_surfaces_and_named(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        result = self.graze("clash", "two.obj")
        self.assertEqual(result.code, 0, result)
        self.assertRegex(result.out, r"open parts +plate is compared as a surface: 4 open edges")
        document = self.report("two.obj", code=0)
        self.assertEqual([(p["closed"], p["why_not_closed"][:12]) for p in document["parts"]],
                         [(False, "4 open edges"), (False, "3 open edges")])

    def test_hairline_gaps_are_stitched_unless_that_is_off(self):
        # The second box has a point in the middle of an edge that only one of the faces there has.
        gap = boxes(("a", (0, 0, 0), (2, 2, 2)), ("b", (1, 0, 0), (3, 2, 2)))
        gap = gap.replace("f 9 10 14 13\n", "f 9 17 10 14 13\n") + "v 2 0 0.0001\n"
        self.assertIn("f 9 17 10 14 13", gap)
        self.write("two.obj", gap)
        result = self.graze("clash", "two.obj", "--json", "two.json")
        self.assertRegex(result.out, r"stitched +hairline gaps of 1 part: 2 edges joined, surfaces moved by at most 0.0001\n")
        self.assertNotIn("open parts", result.out)
        with open(self.folder / "two.json", encoding="utf-8") as file:
            document = json.load(file)
        a, b = document["parts"]
        self.assertNotIn("stitched", a)
        self.assertTrue(b["closed"])
        self.assertEqual((b["stitched"]["closed"], b["stitched"]["split_edges"], b["stitched"]["open_rims"]), (True, 1, 0))
        self.assertAlmostEqual(document["findings"][0]["depth"]["value"], 1, 3)
        result = self.graze("clash", "two.obj", "--stitch", "off")
        self.assertNotIn("stitched", result.out)
        self.assertRegex(result.out, r"open parts +b is compared as a surface: 3 open edges")
        result = self.graze("clash", "two.obj", "--stitch", "0.00001")
        self.assertRegex(result.out, r"b is compared as a surface: 3 open edges in 1 rim, .* gaps wider than 1e-05\n")
        self.assertIn("graze repair", result.out)
        self.assert_error(self.graze("clash", "two.obj", "--stitch", "maybe"), "--stitch")

    def test_open_parts_can_be_refused(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        self.assert_error(self.graze("clash", "two.obj", "--open", "refuse"), "part 'two/plate'", "not closed")
        self.write("closed.obj", TOUCHING)
        self.assertEqual(self.graze("clash", "closed.obj", "--open", "refuse").code, 0)

    def test_what_is_a_part_can_be_chosen(self):
        self.write("m.obj", CLASHING.replace("o b\n", "g b\n"))
        self.assertEqual(len(self.report("m.obj", code=0)["parts"]), 1)
        self.assertEqual([p["path"] for p in self.report("m.obj", "--parts", "groups", code=1)["parts"]], ["m/a", "m/a/b"])
        self.assertEqual([p["path"] for p in self.report("m.obj", "--parts", "files", code=0)["parts"]], ["m"])

    def test_the_unit_is_passed_on(self):
        self.write("two.obj", TOUCHING)
        self.assertEqual(self.report("two.obj", "--unit", "mm", code=0)["metres_per_unit"], 0.001)

    def test_a_pair_out_of_budget_makes_it_incomplete(self):
        self.generate("ball.obj", "sphere")
        result = self.graze("clash", "ball.obj", "ball.obj", "--budget", "1", "--json", "report.json")
        self.assertEqual(result.code, 3, result)
        self.assert_one_sentence(result, "undecided", "--budget")
        document = json.loads((self.folder / "report.json").read_text())
        self.assertEqual((document["complete"], document["pairs"]["undecided"]), (False, 1))

    def test_an_interrupted_run_exits_with_3(self):
        self.write("two.obj", CLASHING)
        done = subprocess.run([PROGRAM, "clash", "two.obj"], cwd=self.folder, capture_output=True, timeout=60,
                              preexec_fn=interrupted_at_once)
        self.assertEqual(done.returncode, 3, done)
        self.assertIn(b"interrupted", done.stderr)

    def test_the_number_of_threads_changes_nothing(self):
        self.generate("machine.obj", "machine")
        arguments = ("clash", "machine.obj", "--json", "-", "--threads")
        one, three = (self.graze(*arguments, n).out.split('"run"') for n in ("1", "3"))
        self.assertEqual((len(one), one[0]), (2, three[0]))

    def test_more_threads_than_processors_are_no_matter(self):
        self.generate("machine.obj", "machine")
        self.assertEqual(self.graze("clash", "machine.obj", "--threads", "40").err, "")

    def test_bad_options_are_refused(self):
        self.write("two.obj", CLASHING)
        for arguments, mention in ((("--open", "maybe"), "surfaces or refuse"), (("--touching", "no"), "show or hide"),
                                   (("--parts", "o"), "names, groups, files or pieces"), (("--unit", "furlong"), "--unit"),
                                   (("--budget", "0"), "--budget"), (("--threads", "x"), "--threads")):
            with self.subTest(arguments):
                self.assert_error(self.graze("clash", "two.obj", *arguments), arguments[0], mention)

    def test_bad_files_are_refused(self):
        self.write("good.obj", CLASHING)
        self.assert_error(self.graze("clash", "good.obj", "missing.obj"), "missing.obj")
        self.assert_error(self.graze("clash", self.write("cut.stl", binary_stl([(0,) * 9])[:-3])), "cut.stl")
        self.assert_error(self.graze("clash", self.write("empty.obj", "")), "empty.obj")
        self.assert_error(self.graze("clash"), "FILE")

    @unittest.skipIf(SANITIZED, "too slow there")
    def test_ten_thousand_parts_are_no_matter(self):
        named = [(f"part {i}", (i, 0, 0), (i + 1, 1, 1)) for i in range(10_000)]
        self.write("row.obj", boxes(*named))
        self.assertEqual(self.report("row.obj", code=0)["pairs"]["touch"], 9_999)


if __name__ == "__main__":
    unittest.main()
