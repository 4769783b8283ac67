import unittest

from program import ProgramTest, TWO_PARTS_OBJ


class Volume(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("cube.obj", "box")
        self.generate("bar.obj", "box", "--size", "1,3,1")

    def volume(self, *args):
        """The JSON object, after looking whether the exit code says the same."""
        result = self.graze("volume", *args, "--json")
        self.assertIn(result.code, (0, 1), result)
        self.assertEqual(result.err, "", result)
        document = result.json()
        self.assertEqual(document["volume"] > document["error"], result.code == 1)
        return document

    def test_says_how_much_is_shared_and_exits_1(self):
        result = self.graze("volume", "cube.obj", "bar.obj", "--pose-b", "0.5,1,0")
        self.assertEqual(result.code, 1, result)
        self.assertTrue(result.out.startswith("the solids share 0.5 units^3\n"), result)
        self.assertRegex(result.out, r"that is +50 % of A, 16.67 % of B\n")
        self.assertRegex(result.out, r"centroid +0.25, 0, 0\n")
        self.assertRegex(result.out, r"box from +0, -0.5, -0.5\n")
        self.assertRegex(result.out, r"error at most +\S+ units\^3\n")

    def test_touching_shares_nothing_and_exits_0(self):
        result = self.graze("volume", "cube.obj", "bar.obj", "--pose-b", "1,0,0")
        self.assertEqual(result.code, 0, result)
        self.assertTrue(result.out.startswith("the solids share no volume\n"), result)
        document = self.volume("cube.obj", "cube.obj", "--pose-b", "1,0,0")
        self.assertEqual((document["centroid"], document["box"]), (None, None))

    def test_json_has_every_documented_field(self):
        document = self.volume("cube.obj", "cube.obj", "--pose-b", "0.5,0,0")
        self.assertEqual(set(document), {"schema", "metres_per_unit", "volume", "error", "centroid", "box", "a", "b"})
        self.assertEqual(document["schema"], "graze.volume/1")
        self.assertAlmostEqual(document["volume"], 0.5, delta=document["error"])
        self.assertLess(document["error"], 1e-12)
        self.assertEqual(document["box"], {"lower": [0, -0.5, -0.5], "upper": [0.5, 0.5, 0.5]})
        self.assertEqual(document["a"], {"file": "cube.obj", "kind": "mesh", "triangles": 12, "closed": True,
                                         "pose": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], "volume": 1})
        self.assertIsNone(document["metres_per_unit"])

    def test_both_poses_are_used(self):
        together = self.volume("cube.obj", "cube.obj", "--pose-a", "-5,0,0", "--pose-b", "-5,0,0.5")
        self.assertAlmostEqual(together["volume"], 0.5, delta=together["error"])
        self.assertEqual(self.volume("cube.obj", "cube.obj", "--pose-a", "-5,0,0")["volume"], 0)
        turned = self.volume("cube.obj", "bar.obj", "--pose-b", "1.75,0,0,0,0,1,90")
        self.assertAlmostEqual(turned["volume"], 0.25, delta=turned["error"])

    def test_a_mesh_that_is_not_closed_is_refused_with_a_sentence(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        for arguments in (("two.obj", "cube.obj"), ("cube.obj", "two.obj"), ("two.obj", "cube.obj", "--json")):
            self.assert_error(self.graze("volume", *arguments), "two.obj", "not closed", "open edges")

    def test_the_unit_is_said_and_goes_with_the_volume(self):
        result = self.graze("volume", "cube.obj", "cube.obj", "--unit", "mm")
        self.assertTrue(result.out.startswith("the solids share 1 mm^3\n"), result)
        self.assertEqual(self.volume("cube.obj", "cube.obj", "--unit", "mm")["metres_per_unit"], 0.001)

    def test_files_in_different_units_are_refused(self):
        self.assertEqual(self.graze("convert", "cube.obj", "cube.graze", "--unit", "mm").code, 0)
        self.assertEqual(self.graze("convert", "cube.obj", "inches.graze", "--unit", "in").code, 0)
        self.assert_error(self.graze("volume", "cube.graze", "inches.graze"), "one mesh is in mm and the other in in")
        self.assertAlmostEqual(self.volume("cube.graze", "cube.obj", "--unit", "mm")["volume"], 1, places=12)

    def test_bad_poses_are_refused(self):
        self.assert_error(self.graze("volume", "cube.obj", "cube.obj", "--pose-b", "1,2"), "--pose-b")

    def test_the_number_of_threads_changes_nothing(self):
        self.generate("ball.obj", "sphere", "--triangles", "9000")
        arguments = ("volume", "ball.obj", "ball.obj", "--pose-b", "0.5,0.1,0", "--json", "--threads")
        self.assertEqual(self.graze(*arguments, "1").out, self.graze(*arguments, "2").out)


if __name__ == "__main__":
    unittest.main()
