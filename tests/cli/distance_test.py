import math
import unittest

from program import ProgramTest, TWO_PARTS_OBJ


class Distance(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("cube.obj", "box")

    def distance(self, *args, code=0):
        result = self.graze("distance", "cube.obj", "cube.obj", *args, "--json")
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.json()

    def test_says_how_far_and_where(self):
        result = self.graze("distance", "cube.obj", "cube.obj", "--pose-b", "3.5,0.25,0.125")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertTrue(result.out.startswith("2.5 apart\n"), result)
        self.assertRegex(result.out, r"closest points +A  \(0.5, .*\)  triangle \d+")

    def test_json_names_the_closest_pair(self):
        document = self.distance("--pose-b", "3,3,3")
        self.assertEqual(document["schema"], "graze.distance/1")
        self.assertAlmostEqual(document["distance"], 2 * math.sqrt(3), delta=1e-14)
        self.assertEqual(document["closest"]["a"]["point"], [0.5, 0.5, 0.5])
        self.assertEqual(document["closest"]["b"]["point"], [2.5, 2.5, 2.5])
        self.assertEqual(document["metres_per_unit"], None)
        for side in ("a", "b"):
            self.assertLess(document["closest"][side]["triangle"], document[side]["triangles"])
            self.assertIn("part", document["closest"][side])
        self.assertNotIn("within", document)

    def test_is_0_and_exits_1_where_they_touch(self):
        self.assertEqual(self.distance("--pose-b", "1,0,0", code=1)["distance"], 0)
        self.assertGreater(self.distance("--pose-b", "1.0000000000000002,0,0")["distance"], 0)
        result = self.graze("distance", "cube.obj", "cube.obj")
        self.assertEqual(result.code, 1, result)
        self.assertTrue(result.out.startswith("0: the surfaces"), result)

    def test_within_is_exact(self):
        self.assertEqual(self.distance("--pose-b", "3,0,0", "--within", "2", code=1)["within"], {"limit": 2.0, "answer": True})
        self.assertFalse(self.distance("--pose-b", "3,0,0", "--within", "1.9999999999999998")["within"]["answer"])

    def test_lengths_need_a_unit_that_is_known(self):
        document = self.distance("--pose-b", "3,0,0", "--unit", "mm", "--within", "0.2cm", code=1)
        self.assertTrue(document["within"]["answer"])
        self.assertEqual(document["metres_per_unit"], 0.001)
        result = self.graze("distance", "cube.obj", "cube.obj", "--unit", "mm", "--pose-b", "3,0,0")
        self.assertTrue(result.out.startswith("2 mm apart\n"), result)
        self.assert_error(self.graze("distance", "cube.obj", "cube.obj", "--within", "2mm"), "--within")
        self.assert_error(self.graze("distance", "cube.obj", "cube.obj", "--within", "-2"), "--within")

    def test_meshes_in_different_units_are_refused(self):
        for unit, name in (("mm", "small.graze"), ("m", "large.graze")):
            self.assertEqual(self.graze("convert", "cube.obj", name, "--unit", unit).code, 0)
        self.assert_error(self.graze("distance", "small.graze", "large.graze"), "one mesh is in mm and the other in m")
        self.assert_error(self.graze("check", "small.graze", "large.graze"), "one mesh is in mm and the other in m")

    def test_parts_are_named(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        self.assertIn("part '", self.graze("distance", "two.obj", "cube.obj", "--pose-b", "0,0,9").out)


if __name__ == "__main__":
    unittest.main()
