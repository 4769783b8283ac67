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
            for budget in ("none", "200", "5000"):
                with self.subTest(pose=pose, budget=budget):
                    volume = self.proximity("ring.obj", "cube.obj", "--pose-b", pose, "--budget", budget)["volume"]
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
