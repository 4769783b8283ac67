"""A review with graze clash: tolerances, rules, a baseline, and what it writes into its folder."""
import csv
import json
import unittest
from pathlib import Path

from boxes import boxes
from program import ProgramTest

SCHEMA = Path(__file__).parents[2] / "docs" / "clashes.schema.json"

# Along x: a and b overlap by 0.01, b and c touch, c and d are 0.5 apart.
ROW = {"a": (0, 1), "b": (0.99, 2), "c": (2, 3), "d": (3.5, 4)}


def row(**places):
    return boxes(*((name, (x[0], 0, 0), (x[1], 1, 1)) for name, x in places.items()))


class Review(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("row.obj", row(**ROW))

    def clash(self, *args, code, file="row.obj"):
        result = self.graze("clash", file, *args, "--json", "-")
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.json()

    def kinds(self, document):
        return {(f["a"][-1], f["b"][-1]): f["kind"] for f in document["findings"]}


class Tolerances(Review):
    def test_overlaps_within_the_tolerance_touch(self):
        self.assertEqual(self.kinds(self.clash(code=1)), {("a", "b"): "clash", ("b", "c"): "touch"})
        self.assertEqual(self.kinds(self.clash("--touch", "0.02", code=0)), {("a", "b"): "touch", ("b", "c"): "touch"})
        self.assertEqual(self.clash("--touch", "20mm", "--unit", "m", code=0)["settings"]["touch"], 0.02)
        self.assertEqual(self.clash("--touch", "0.001", code=1)["pairs"]["clash"], 1)

    def test_a_clearance_finds_parts_that_are_too_close(self):
        document = self.clash("--clearance", "0.6", code=1)
        finding = next(f for f in document["findings"] if f["kind"] == "clearance")
        self.assertEqual((finding["a"], finding["b"], finding["distance"]["value"], finding["wanted_clearance"]),
                         ("row/c", "row/d", 0.5, 0.6))
        self.assertEqual(self.clash("--clearance", "0.5", code=1)["pairs"]["clearance"], 0)
        self.assertEqual(self.clash("--clearance", "6mm", "--unit", "cm", code=1)["pairs"]["clearance"], 1)
        self.assertEqual(self.clash("--clearance", "600um", "--unit", "mm", code=1)["pairs"]["clearance"], 1)
        self.assertIn("  0.5 cm apart of 0.6 cm", self.graze("clash", "row.obj", "--clearance", "6mm", "--unit", "cm").out)

    def test_lengths_with_a_unit_need_that_of_the_file(self):
        for option in ("--clearance", "--touch"):
            self.assert_error(self.graze("clash", "row.obj", option, "2mm"), option, "row.obj", "--unit")

    def test_bad_lengths_are_refused_before_anything_is_read(self):
        for length in ("-1", "2furlong", "mm", ""):
            self.assert_error(self.graze("clash", "missing.obj", f"--clearance={length}"), "--clearance")


class Rules(Review):
    def rules(self, text):
        return "--rules", self.write("rules.txt", text)

    def test_pairs_can_be_ignored(self):
        document = self.clash(*self.rules('ignore "a" "b"\n'), code=0)
        self.assertEqual((self.kinds(document), document["pairs"]["ignored"]), ({("b", "c"): "touch"}, 1))
        self.assertEqual(document["rules"], {"file": "rules.txt", "unused": []})

    def test_fits_are_allowed_up_to_their_depth(self):
        document = self.clash(*self.rules('# fits\nallow 0.02 "a" "b"\n'), code=0)
        finding = document["findings"][0]
        self.assertEqual((finding["kind"], finding["allowed"]), ("clash", {"line": 2, "depth": 0.02}))
        self.assertEqual((document["pairs"]["clash"], document["pairs"]["allowed"]), (0, 1))
        self.assertIn("allowed by line 2", self.graze("clash", "row.obj", "--rules", "rules.txt").out)
        self.clash(*self.rules('allow 0.005 "a" "b"\n'), code=1)

    def test_pairs_can_have_a_clearance_of_their_own(self):
        document = self.clash(*self.rules('clearance 0.6 "c" any\n'), code=1)
        self.assertEqual(self.kinds(document)["c", "d"], "clearance")

    def test_rules_that_hold_for_nothing_are_listed(self):
        rules = self.rules('ignore "a" "b"\nignore "scerw *" any\n')
        self.assertEqual(self.clash(*rules, code=0)["rules"]["unused"], [{"line": 2, "text": 'ignore "scerw *" any'}])
        self.assertRegex(self.graze("clash", "row.obj", *rules).out, r'\n  unused rules +rules.txt:2: ignore "scerw \*" any\n')

    def test_mistyped_rules_are_refused_before_anything_is_read(self):
        result = self.graze("clash", "missing.obj", *self.rules('\nignroe "a" "b"\n'))
        self.assert_error(result, "rules.txt:2: unknown word 'ignroe'; did you mean 'ignore'?")
        self.assert_error(self.graze("clash", "row.obj", *self.rules("\xff\x00")), "rules.txt:1")
        self.assert_error(self.graze("clash", "row.obj", *self.rules('clearance 2mm any any')), "rules.txt:1", "unit")
        self.assert_error(self.graze("clash", "row.obj", "--rules", "nowhere.txt"), "nowhere.txt")
        self.assert_error(self.graze("clash", "row.obj", "--rules", "."), "folder")


class Baseline(Review):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.graze("clash", "row.obj", "-o", "monday").code, 1)

    def again(self, code, **places):
        self.write("row.obj", row(**places))
        return self.clash("--baseline", "monday/clashes.json", code=code)

    def test_of_the_same_parts_has_nothing_new(self):
        document = self.again(1, **ROW)
        self.assertEqual(document["baseline"], {"file": "monday/clashes.json", "new": 0, "changed": 0, "same": 2,
                                                "resolved": []})
        self.assertEqual([f["status"] for f in document["findings"]], ["same", "same"])
        self.assertIn("1 clash, 0 new, in 4 parts", self.graze("clash", "row.obj", "--baseline", "monday").out)

    def test_says_what_is_new_changed_and_resolved(self):
        old = json.loads((self.folder / "monday/clashes.json").read_text())
        document = self.again(1, a=(0, 0.9), b=ROW["b"], c=(1.98, 3), d=(2.9, 4))
        self.assertEqual({(f["a"][-1], f["b"][-1]): f["status"] for f in document["findings"]},
                         {("b", "c"): "changed", ("c", "d"): "new"})
        baseline = document["baseline"]
        self.assertEqual((baseline["new"], baseline["changed"], baseline["same"]), (1, 1, 0))
        resolved, = baseline["resolved"]
        self.assertEqual((resolved["id"], resolved["a"], resolved["part_a"]), (old["findings"][0]["id"], "row/a", 0))
        out = self.graze("clash", "row.obj", "--baseline", "monday").out
        self.assertTrue(out.startswith("2 clashes, 1 new, in 4 parts\n"), out)
        self.assertRegex(out, r"\n  clash .*c  d  new +at ")
        self.assertIn("1 new, 1 changed, 0 the same, 1 resolved", out)
        self.assertRegex(out, r"\n  resolved +clash  a  b\n")

    def test_says_which_parts_are_gone(self):
        document = self.again(0, b=ROW["b"], c=ROW["c"])
        resolved, = document["baseline"]["resolved"]
        self.assertEqual((resolved["part_a"], resolved["part_b"]), (None, 0))
        self.assertIn("(the first is gone)", self.graze("clash", "row.obj", "--baseline", "monday").out)

    def test_knows_renamed_parts(self):
        old = json.loads((self.folder / "monday/clashes.json").read_text())
        document = self.again(1, base=ROW["a"], lid=ROW["b"], **{k: ROW[k] for k in "cd"})
        self.assertEqual(document["baseline"]["same"], 2)
        self.assertEqual([f["id"] for f in document["findings"]], [f["id"] for f in old["findings"]])

    def test_that_is_none_is_refused_before_anything_is_read(self):
        for name, content, mention in (("x.json", "{", "line 1"), ("x.json", "", "ends too early"),
                                       ("x.json", '{"schema": "graze.clash/1"}', "graze.clash/1"),
                                       ("x.json", row(**ROW), "line 1"),
                                       ("x.json", (self.folder / "monday/clashes.json").read_text()[:900], "line")):
            self.write(name, content)
            self.assert_error(self.graze("clash", "missing.obj", "--baseline", name), "x.json", mention)
        self.assert_error(self.graze("clash", "row.obj", "--baseline", "tuesday.json"), "tuesday.json")
        (self.folder / "empty").mkdir()
        self.assert_error(self.graze("clash", "row.obj", "--baseline", "empty"), "empty/clashes.json")

    def test_in_another_unit_is_refused(self):
        self.graze("clash", "row.obj", "--unit", "mm", "-o", "mm")
        self.assert_error(self.graze("clash", "row.obj", "--unit", "m", "--baseline", "mm"), "mm/clashes.json", "unit")


class Folder(Review):
    def test_has_json_and_csv_and_nothing_else(self):
        result = self.graze("clash", "row.obj", "--no-report", "-o", "deep/out")
        self.assertEqual((result.code, result.err), (1, ""), result)
        out = self.folder / "deep" / "out"
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["clashes.csv", "clashes.json"])
        document = json.loads((out / "clashes.json").read_text())
        with (out / "clashes.csv").open(newline="", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([(r["id"], r["kind"], r["a"], r["b"]) for r in table],
                         [(f["id"], f["kind"], f["a"], f["b"]) for f in document["findings"]])
        self.assertEqual(float(table[0]["depth"]), document["findings"][0]["depth"]["value"])

    def test_that_cannot_be_made_is_an_error(self):
        self.assert_error(self.graze("clash", "row.obj", "-o", "row.obj/out"), "row.obj/out")

    def test_formulas_in_names_stay_text(self):
        self.write("=1+1.obj", row(**ROW))
        self.graze("clash", "=1+1.obj", "-o", "out")
        names = [r["a"] for r in csv.DictReader((self.folder / "out/clashes.csv").read_text().splitlines())]
        self.assertTrue(all(name.startswith("'=1+1/") for name in names), names)

    def test_names_that_are_not_utf_8_do_no_harm(self):
        self.write("row.obj", row(**ROW).encode().replace(b"o a\n", b"o a\xff\n"))
        self.assertEqual(self.graze("clash", "row.obj", "-o", "out").code, 1)
        document = json.loads((self.folder / "out/clashes.json").read_bytes().decode("utf-8"))
        self.assertEqual(document["parts"][0]["path"], "row/a\ufffd")
        self.assertEqual(self.clash("--baseline", "out", code=1)["baseline"]["same"], 2)


class Schema(Review):
    def setUp(self):
        super().setUp()
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed (scripts/install-deps test)")
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        self.validator = jsonschema.Draft202012Validator(schema)

    def assert_valid(self, document):
        errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in self.validator.iter_errors(document)]
        self.assertEqual(errors[:5], [])

    def test_describes_what_is_written(self):
        self.write("rules.txt", 'allow 0.02 "a" "b"\nclearance 3 "c" "d"\nignore "nothing" any\n')
        self.assert_valid(self.clash("--rules", "rules.txt", "-o", "out", code=0))
        self.assert_valid(json.loads((self.folder / "out/clashes.json").read_text()))
        self.write("row.obj", row(b=ROW["b"], c=(1.5, 3), d=ROW["d"]))
        self.assert_valid(self.clash("--baseline", "out", code=1))
        self.generate("gearbox.glb", "gearbox", "--parts", "60", "--triangles", "20000")
        self.assert_valid(self.clash("--clearance", "1mm", code=1, file="gearbox.glb"))

    def test_refuses_what_is_not(self):
        good = self.clash(code=1)
        for spoil in (lambda d: d.pop("pairs"), lambda d: d.update(schema="graze.clash/1"),
                      lambda d: d["findings"][0].pop("id"), lambda d: d["findings"][0].update(kind="crash"),
                      lambda d: d["parts"][0].update(hash="xyz"), lambda d: d["findings"][0]["point"].append(1)):
            document = json.loads(json.dumps(good))
            spoil(document)
            self.assertFalse(self.validator.is_valid(document))


if __name__ == "__main__":
    unittest.main()
