import math
import struct
import unittest

from program import ProgramTest, TWO_PARTS_OBJ


class Proximity(ProgramTest):
    def setUp(self):
        super().setUp()
        if "proximity" not in self.graze("--help").out:
            self.skipTest("graze was built without sphere packings")
        self.generate("ring.obj", "torus", "--around-ring", "24", "--around-tube", "12")
        self.generate("cube.obj", "box")

    def proximity(self, *args, code=None):
        """The JSON object, after looking whether the exit code says the same."""
        result = self.graze("proximity", *args, "--spheres", "200", "--json")
        self.assertEqual(result.err, "", result)
        document = result.json()
        self.assertEqual(result.code, {"no": 0, "yes": 1, "undecided": 3}[document["overlap"]], result)
        if code is not None:
            self.assertEqual(result.code, code, result)
        return document

    def exact(self, *args):
        return self.graze("volume", *args, "--json").json()["volume"]

    def test_says_how_much_is_shared_and_exits_1(self):
        result = self.graze("proximity", "ring.obj", "cube.obj", "--pose-b", "0.9,0,0", "--spheres", "200")
        self.assertEqual(result.code, 1, result)
        self.assertRegex(result.out, r"^the solids share about \S+ units\^3\n")
        self.assertRegex(result.out, r"certainly +\S+ to \S+ units\^3\n")
        self.assertRegex(result.out, r"spheres +200 in A, 200 in B\n")
        self.assertNotIn("force", result.out)

    def test_bounds_contain_what_graze_volume_says(self):
        for pose in ("0.9,0,0", "0.3,0.2,0.1,1,2,3,40", "1.2,0.4,0"):
            for budget, method in (("none", "spheres"), ("none", "auto"), ("200", "auto"), ("5000", "spheres")):
                with self.subTest(pose=pose, budget=budget, method=method):
                    volume = self.proximity("ring.obj", "cube.obj", "--pose-b", pose, "--budget", budget, "--volume",
                                            method)["volume"]
                    truth = self.exact("ring.obj", "cube.obj", "--pose-b", pose)
                    self.assertLessEqual(volume["at_least"], truth)
                    self.assertGreaterEqual(volume["at_most"], truth)
                    self.assertTrue(volume["at_least"] <= volume["estimate"] <= volume["at_most"])

    def test_a_budget_is_kept_and_said(self):
        document = self.proximity("ring.obj", "cube.obj", "--pose-b", "0.9,0,0", "--budget", "500")
        self.assertLessEqual(document["tests"], 500)
        self.assertFalse(document["complete"])
        self.assertTrue(self.proximity("ring.obj", "cube.obj", "--pose-b", "0.9,0,0")["complete"])

    def test_solids_apart_have_the_distance_of_graze_distance(self):
        document = self.proximity("ring.obj", "cube.obj", "--pose-b", "3,1,0,0,0,1,20", code=0)
        truth = self.graze("distance", "ring.obj", "cube.obj", "--pose-b", "3,1,0,0,0,1,20", "--json").json()
        self.assertEqual(document["distance"]["value"], truth["distance"])
        self.assertEqual(document["volume"], {"estimate": 0, "at_least": 0, "at_most": 0})
        for side in "ab":
            self.assertEqual(document["closest"][side]["point"], truth["closest"][side]["point"])
        result = self.graze("proximity", "ring.obj", "cube.obj", "--pose-b", "3,1,0", "--spheres", "50")
        self.assertRegex(result.out, r"^\S+ units apart\n")

    def test_forces_push_apart(self):
        document = self.proximity("cube.obj", "cube.obj", "--pose-b", "0.8,0,0", "--force", "--stiffness", "10",
                                  "--normals", "b", code=1)
        force = document["force"]
        self.assertLess(force["force_a"][0], 0)
        # Where the sides are flush, contacts push sideways and cancel: the force is no more than 10 times the volume.
        self.assertTrue(0.3 * 10 * force["volume"] < -force["force_a"][0] < 1.01 * 10 * force["volume"], force)
        self.assertLess(math.hypot(*force["force_a"][1:]), 0.1 * -force["force_a"][0])
        self.assertEqual(force["force_b"], [-x for x in force["force_a"]])
        weaker = self.proximity("cube.obj", "cube.obj", "--pose-b", "0.8,0,0", "--force", "--normals", "b")["force"]
        self.assertAlmostEqual(weaker["force_a"][0] * 10, force["force_a"][0], delta=1e-9)
        result = self.graze("proximity", "cube.obj", "cube.obj", "--pose-b", "0.8,0,0", "--force", "--spheres", "50")
        self.assertRegex(result.out, r"force on A +-")
        self.assertRegex(result.out, r"torque on B +")

    def test_draws_the_contacts(self):
        sizes = []
        for name, pose in (("contact.png", "1.5,0,0"), ("apart.png", "3.5,0,0")):
            document = self.proximity("ring.obj", "ring.obj", "--pose-b", pose, "--force", "-o", name, "--size", "160x120")
            self.assertEqual(document["written"], name)
            content = (self.folder / name).read_bytes()
            self.assertEqual(struct.unpack(">II", content[16:24]), (160, 120))
            sizes.append(content)
        self.assertNotEqual(*sizes)

    def test_json_has_every_documented_field(self):
        document = self.proximity("ring.obj", "cube.obj", "--pose-b", "0.9,0,0", "--unit", "mm")
        self.assertEqual(set(document), {"schema", "overlap", "complete", "metres_per_unit", "volume", "center", "distance",
                                         "closest", "tests", "a", "b", "written"})
        self.assertEqual(document["schema"], "graze.proximity/1")
        self.assertEqual(document["metres_per_unit"], 0.001)
        self.assertEqual((document["a"]["spheres"], document["b"]["spheres"]), (200, 200))
        self.assertIsNone(document["distance"])
        self.assertLess(abs(document["center"][1]), 0.05)

    def test_trees_are_kept_in_graze_files(self):
        self.assertEqual(self.graze("pack", "ring.obj", "--count", "70", "-o", "ring.graze").code, 0)
        result = self.graze("proximity", "ring.graze", "ring.graze", "--pose-b", "1.5,0,0", "--json")
        self.assertEqual(result.code, 1, result)
        self.assertEqual([result.json()[side]["spheres"] for side in "ab"], [70, 70])
        other = self.proximity("ring.graze", "ring.graze", "--pose-b", "1.5,0,0")
        self.assertEqual(other["a"]["spheres"], 200)

    def test_the_number_of_threads_changes_nothing(self):
        arguments = ("ring.obj", "cube.obj", "--pose-b", "0.9,0.1,0", "--force", "--threads")
        self.assertEqual(self.proximity(*arguments, "1"), self.proximity(*arguments, "3"))

    def test_small_meshes_have_the_exact_volume_unless_spheres_are_asked_for(self):
        pose = ("--pose-b", "0.9,0.1,0")
        truth = self.exact("ring.obj", "cube.obj", *pose)
        for method in ((), ("--volume", "exact")):
            self.assertEqual(self.proximity("ring.obj", "cube.obj", *pose, *method)["volume"]["estimate"], truth)
        for method in (("--volume", "spheres"), ("--effort", "1000"), ("--budget", "1000")):
            self.assertNotEqual(self.proximity("ring.obj", "cube.obj", *pose, *method)["volume"]["estimate"], truth)

    def test_a_path_is_played(self):
        self.write("path.json", self.graze("generate", "motion", "extract", "--direction", "1,0,0", "--distance", "3",
                                           "--steps", "12").out)
        result = self.graze("proximity", "ring.obj", "cube.obj", "--path", "path.json", "--pose-b", "0.2,0,0", "--spheres",
                            "100", "--force", "--json", "-o", "frames.csv")
        self.assertEqual(result.code, 1, result)
        document = result.json()
        self.assertEqual(document["schema"], "graze.proximity-path/1")
        frames = document["frames"]
        self.assertEqual(len(frames), 13)
        for i in (0, 4, 12):  # as if it were asked alone
            x = 0.2 + 3 * i / 12
            truth = self.graze("volume", "ring.obj", "cube.obj", "--pose-b", f"{x},0,0", "--json").json()["volume"]
            self.assertAlmostEqual(frames[i]["volume"]["estimate"], truth, delta=1e-9)
        self.assertGreater(frames[12]["distance"], 0)
        self.assertEqual(frames[12]["force_a"], [0, 0, 0])
        table = (self.folder / "frames.csv").read_text().splitlines()
        self.assertEqual(len(table), 14)
        self.assertEqual(table[0].split(",")[:6], ["frame", "x", "y", "z", "overlap", "volume"])
        self.assertEqual({len(line.split(",")) for line in table}, {len(table[0].split(","))})
        self.assertAlmostEqual(float(table[5].split(",")[5]), frames[4]["volume"]["estimate"])
        text = self.graze("proximity", "ring.obj", "cube.obj", "--path", "path.json", "--spheres", "100")
        self.assertRegex(text.out, r"^the solids share volume in \d+ of 13 frames\n")
        self.write("far.json", self.graze("generate", "motion", "orbit", "--distance", "5", "--steps", "4").out)
        self.assertEqual(self.graze("proximity", "ring.obj", "cube.obj", "--path", "far.json", "--spheres", "50").code, 0)

    def test_paths_that_are_none_are_refused(self):
        for content in ("", "[]", '{"schema": "graze.motion/1", "paths": []}', '{"schema": "graze.motion/1", "paths": [[]]}',
                        '{"schema": "graze.motion/1", "paths": [[[1, 2]]]}', '{"schema": "graze.motion/2", "paths": [[]]}',
                        '{"schema": "graze.motion/1", "paths": [[[2,0,0,0, 0,1,0,0, 0,0,1,0]]]}'):
            self.write("bad.json", content)
            with self.subTest(content=content):
                self.assert_error(self.graze("proximity", "ring.obj", "cube.obj", "--path", "bad.json"), "bad.json")
        self.assert_error(self.graze("proximity", "ring.obj", "cube.obj", "--path", "none.json"), "none.json")

    def test_a_sheet_has_a_front_and_a_back(self):
        self.write("sheet.obj", "v -2 -2 0\nv 2 -2 0\nv 2 2 0\nv -2 2 0\nf 1 2 3 4\n")
        def ask(z, *more):
            return self.graze("proximity", "sheet.obj", "cube.obj", "--sheet", "1.5", "--pose-b", f"0,0,{z}", "--spheres", "300",
                              "--json", *more)
        result = ask(0.3)
        self.assertEqual(result.code, 1, result)
        document = result.json()
        self.assertEqual((document["schema"], document["from"], document["through"]),
                         ("graze.proximity-sheet/1", "front", "yes"))
        self.assertAlmostEqual(document["volume"]["estimate"], 0.2, delta=1e-9)  # the cube reaches from -0.2 to 0.8
        self.assertEqual(ask(-0.3).json()["from"], "back")
        spheres = ask(0.3, "--volume", "spheres").json()["volume"]
        self.assertTrue(spheres["at_least"] <= 0.2 <= spheres["at_most"])
        self.assertEqual(ask(0.7).code, 0)
        self.assertEqual(ask(0.7).json()["volume"]["estimate"], 0)
        self.assertEqual(ask(9).json()["from"], "neither")
        text = self.graze("proximity", "sheet.obj", "cube.obj", "--sheet", "1.5", "--pose-b", "0,0,0.3", "--spheres", "50")
        self.assertRegex(text.out, r"^about 0\.2\S* units\^3 of the solid are behind the sheet\n")
        self.assert_error(self.graze("proximity", "cube.obj", "cube.obj", "--sheet", "1"), "cube.obj", "no boundary")
        self.assert_error(self.graze("proximity", "sheet.obj", "cube.obj", "--sheet", "0"), "--sheet")
        self.assert_error(self.graze("proximity", "sheet.obj", "cube.obj", "--sheet", "1", "--force"), "--sheet")

    def test_bad_input_gets_one_sentence(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        self.assert_error(self.graze("proximity", "two.obj", "cube.obj"), "two.obj", "not closed", "boundary loop")
        self.assert_error(self.graze("proximity", "cube.obj", "two.obj", "--spheres", "10"), "two.obj", "not closed")
        self.assert_error(self.graze("proximity", "ring.obj", "cube.obj", "--spheres", "0"), "--spheres")
        self.assert_error(self.graze("proximity", "ring.obj", "cube.obj", "--normals", "c"), "--normals", "other, a or b")
        self.assert_error(self.graze("proximity", "ring.obj", "cube.obj", "-o", "x.jpg"), "x.jpg", ".png")
        self.assert_error(self.graze("proximity", "ring.obj", "cube.obj", "--pose-b", "1,2"), "--pose-b")


if __name__ == "__main__":
    unittest.main()
