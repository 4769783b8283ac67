import unittest

from program import ProgramTest


class Penetration(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("cube.obj", "box")
        self.generate("ring.obj", "torus", "--around-ring", "24", "--around-tube", "12")

    def way_out(self, *args, code=1):
        result = self.graze("check", *args, "--penetration", "--json")
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.json()["penetration"]

    def test_names_the_way_and_its_length(self):
        result = self.graze("check", "cube.obj", "cube.obj", "--pose-b", "0.75,0.25,0.125", "--penetration")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertRegex(result.out, r"way out +-0\.25\S*, \S+, \S+ for A\n")
        self.assertRegex(result.out, r"0\.25\S* long; no way is shorter than \S+\n")

    def test_the_way_separates_and_none_shorter_than_the_bound_does(self):
        for a, b, pose in (("cube.obj", "cube.obj", (0.75, 0.25, 0.125)), ("ring.obj", "cube.obj", (0.9, 0, 0)),
                           ("ring.obj", "ring.obj", (0.3, 0.2, 0.1))):
            with self.subTest(a=a, b=b):
                there = ",".join(map(str, pose))
                way = self.way_out(a, b, "--pose-b", there)
                self.assertEqual(way["status"], "complete")
                self.assertLessEqual(way["at_least"], way["length"])
                place = lambda scale: ",".join(repr(scale * x) for x in way["translation"])
                after = self.graze("check", a, b, "--pose-a", place(1), "--pose-b", there, "--json").json()
                self.assertIn(after["relation"], ("apart", "touching"))
                shorter = 0.999 * way["at_least"] / way["length"]
                before = self.graze("check", a, b, "--pose-a", place(shorter), "--pose-b", there, "--json").json()
                self.assertIn(before["relation"], ("overlapping", "a_in_b", "b_in_a"))
                for k in range(3):
                    self.assertAlmostEqual(way["b"]["point"][k] - way["a"]["point"][k], way["translation"][k], 9)

    def test_of_shapes_apart_is_0(self):
        way = self.way_out("cube.obj", "cube.obj", "--pose-b", "2,0,0", code=0)
        self.assertEqual((way["length"], way["translation"], way["a"]), (0, [0, 0, 0], None))
        result = self.graze("check", "cube.obj", "cube.obj", "--pose-b", "1,0,0", "--penetration")
        self.assertIn("none needed", result.out)

    def test_a_budget_that_ends_exits_3_with_bounds_that_hold(self):
        result = self.graze("check", "ring.obj", "ring.obj", "--pose-b", "0.3,0.2,0.1", "--penetration", "--json",
                            "--budget", "3000")
        self.assertEqual(result.code, 3, result)
        self.assertIn("way out", result.err)
        way = result.json()["penetration"]
        self.assertEqual(way["status"], "undecided")
        self.assertLessEqual(way["at_least"], way["length"])

    def test_of_a_mesh_that_is_not_closed_is_not_known(self):
        (self.folder / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        way = self.way_out("open.obj", "cube.obj")
        self.assertEqual((way["status"], way["length"], way["translation"]), ("not_closed", None, None))
        result = self.graze("check", "open.obj", "cube.obj", "--penetration")
        self.assertIn("not known, because a mesh is not closed", result.out)


if __name__ == "__main__":
    unittest.main()
