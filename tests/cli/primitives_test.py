import unittest

from program import ProgramTest


class Primitives(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("cube.obj", "box")
        self.generate("ball.obj", "sphere", "--radius", "0.25")

    def ask(self, *args, code):
        result = self.graze(*args, "--json")
        self.assertEqual((result.code, result.err), (code, ""), result)
        return result.json()

    def relation(self, *args):
        result = self.graze("check", *args, "--json")
        self.assertEqual(result.err, "", result)
        return result.json()["relation"]

    def test_a_box_stands_for_a_file_on_either_side(self):
        self.assertEqual(self.relation("cube.obj", "--box", "1x1x1", "--pose-b", "1,0,0"), "touching")
        self.assertEqual(self.relation("--box", "1x1x1", "cube.obj", "--pose-b", "1.5,0,0"), "apart")
        self.assertEqual(self.relation("--box=1x1x1", "--box=2", "--pose-b=0.5,0,0"), "overlapping")

    def test_the_first_given_is_a_and_the_second_b(self):
        self.assertEqual(self.relation("--box", "4", "cube.obj"), "b_in_a")
        self.assertEqual(self.relation("cube.obj", "--box", "4"), "a_in_b")
        document = self.ask("check", "--box", "4", "--box", "3", code=1)
        self.assertEqual((document["a"]["sides"], document["b"]["sides"]), ([4, 4, 4], [3, 3, 3]))
        self.assertEqual(document["relation"], "b_in_a")

    def test_both_poses_are_used(self):
        self.assertEqual(self.relation("--box", "1", "cube.obj", "--pose-a", "-5,0,0"), "apart")
        self.assertEqual(self.relation("--box", "1", "cube.obj", "--pose-a", "-5,0,0", "--pose-b", "-4,0,0"), "touching")
        turned = ("--box", "1x3x1", "--pose-b", "1.75,0,0,0,0,1,90")
        self.assertEqual(self.relation("cube.obj", *turned), "overlapping")

    def test_sides_are_three_or_one_with_x_or_commas(self):
        sides = lambda value: self.ask("check", "--box", value, "cube.obj", "--pose-b", "99,0,0", code=0)["a"]["sides"]
        self.assertEqual(sides("2x1x0.5"), [2, 1, 0.5])
        self.assertEqual(sides("2,1,0.5"), [2, 1, 0.5])
        self.assertEqual(sides("3"), [3, 3, 3])
        self.assertEqual(sides("1e-3x1e3x2"), [1e-3, 1e3, 2])

    def test_units_are_those_of_the_other_file(self):
        self.assertEqual(self.graze("convert", "cube.obj", "cube.graze", "--unit", "mm").code, 0)
        document = self.ask("distance", "cube.graze", "--box", "2x1x1mm", "--pose-b", "3.5,0,0", code=0)
        self.assertEqual((document["distance"], document["metres_per_unit"]), (2, 0.001))
        self.assertEqual(document["b"]["sides"], [2, 1, 1])
        document = self.ask("distance", "cube.graze", "--box", "0.2cmx1mmx1mm", "--pose-b", "3.5,0,0", code=0)
        self.assertEqual(document["distance"], 2)
        document = self.ask("distance", "--box", "2cm", "--box", "20mm", "--unit", "mm", "--pose-b", "30,0,0", code=0)
        self.assertEqual((document["distance"], document["a"]["sides"]), (10, [20, 20, 20]))
        self.assert_error(self.graze("distance", "cube.obj", "--box", "2mm"), "--box 2mm", "--unit")
        self.assert_error(self.graze("distance", "--box", "1", "--box", "2mm"), "--box 2mm", "--unit")

    def test_every_primitive_stands_for_a_file(self):
        # Each is 1 wide upwards from the origin, or reaches up to 0.5.
        for option, value, facts in (("--sphere", "0.5", {"radius": 0.5}),
                                     ("--capsule", "0.25x0.5", {"radius": 0.25, "length": 0.5}),
                                     ("--cylinder", "0.5x1", {"radius": 0.5, "height": 1}),
                                     ("--cone", "0.5x1", {"radius": 0.5, "height": 1}),
                                     ("--ellipsoid", "1x1x0.5", {"half_axes": [1, 1, 0.5]}),
                                     ("--floor", "0.5", {"normal": [0, 0, 1], "point": [0, 0, 0.5]})):
            with self.subTest(option):
                document = self.ask("distance", option, value, "cube.obj", "--pose-b", "0,0,3", code=0)
                self.assertAlmostEqual(document["distance"], 2, 9)
                for key, fact in facts.items():
                    self.assertEqual(document["a"][key], fact)
                self.assertEqual(self.relation(option, value, "cube.obj", "--pose-b", "0,0,0.2"), "overlapping")
                self.assert_error(self.graze("check", "missing.stl", option, "1x2x3x4"), option)
                self.assert_error(self.graze("check", "missing.stl", option, "word"), option)
        self.assertEqual(self.relation("--sphere", "0.5", "--sphere", "1", "--pose-b", "1.5,0,0"), "touching")
        self.assertEqual(self.relation("--floor", "0", "cube.obj", "--pose-b", "0,0,0.5"), "touching")
        self.assertEqual(self.relation("--floor=-1", "cube.obj", "--pose-b", "0,0,-0.5"), "touching")

    def test_the_hull_of_a_file_is_a_solid(self):
        self.generate("ring.obj", "torus", "--ring-radius", "1", "--tube-radius", "0.3")
        # The ball is in the hole of the ring, where the hull is filled.
        self.assertEqual(self.relation("ring.obj", "ball.obj"), "apart")
        self.assertEqual(self.relation("--hull", "ring.obj", "ball.obj"), "b_in_a")
        self.assertEqual(self.relation("ball.obj", "--hull=ring.obj"), "a_in_b")
        self.assertEqual(self.relation("--hull", "cube.obj", "--hull", "cube.obj", "--pose-b", "1,0,0"), "touching")
        document = self.ask("distance", "--hull", "cube.obj", "--box", "1", "--pose-b", "3,0,0", code=0)
        self.assertEqual(document["distance"], 2)
        self.assertEqual((document["a"]["file"], document["a"]["corners"], document["a"]["faces"]), ("cube.obj", 8, 6))
        self.assertEqual(self.graze("convert", "cube.obj", "cube-mm.graze", "--unit", "mm").code, 0)
        document = self.ask("distance", "--hull", "cube-mm.graze", "--box", "1mm", "--pose-b", "3,0,0", code=0)
        self.assertEqual((document["distance"], document["metres_per_unit"]), (2, 0.001))
        self.assert_error(self.graze("check", "--hull", "missing.stl", "cube.obj"), "missing.stl")
        self.assertEqual(self.graze("generate", "box", "--primitive", "-o", "box.graze").code, 0)
        self.assert_error(self.graze("check", "--hull", "box.graze", "cube.obj"), "box.graze", "--hull takes a mesh")

    def test_bad_boxes_are_refused_before_files_are_read(self):
        for value in ("2x1", "1x2x3x4", "axbxc", "1x1x-1", "1x1x0", "nan", "infx1x1", "1xx1", "x", "2x1x1e101", "1x1x1furlong", "0x10"):
            with self.subTest(value):
                self.assert_error(self.graze("check", "missing.stl", "--box", value), "--box")
        self.assert_error(self.graze("check", "cube.obj", "--box", ""), "--box")
        self.assert_error(self.graze("check", "cube.obj", "--box"), "--box")

    def test_two_shapes_are_wanted(self):
        self.assert_error(self.graze("check", "--box", "1"), "B is missing")
        self.assert_error(self.graze("distance"), "A and B are missing")
        self.assert_error(self.graze("check", "cube.obj", "ball.obj", "--box", "1"), "one shape too many")
        self.assert_error(self.graze("check", "--box", "1", "--box", "2", "--box", "3"), "'--box 3' is one shape too many")

    def test_a_box_is_a_solid(self):
        document = self.ask("distance", "--box", "1", "ball.obj", code=1)
        self.assertEqual(document["distance"], 0)
        self.assertTrue(self.graze("distance", "--box", "1", "ball.obj").out.startswith("0: the shapes"))
        self.write("sheet.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nf 1 2 3\n")
        document = self.ask("check", "--box", "1", "sheet.obj", code=1)
        self.assertEqual((document["relation"], document["as_surfaces"]), ("b_in_a", True))
        result = self.graze("check", "--box", "1", "sheet.obj", "--pose-b", "0.45,0,0")
        self.assertTrue(result.out.startswith("overlapping: the mesh, which is not closed, has points inside the solid"), result)
        self.assertIn("B is not closed", result.out)

    def test_text_names_the_box_and_its_face(self):
        result = self.graze("distance", "ball.obj", "--box", "2x1x0.5", "--pose-b", "3,0,0")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertTrue(result.out.startswith("1.75 apart\n"), result)
        self.assertRegex(result.out, r"B +--box 2x1x0\.5\n")
        self.assertRegex(result.out, r"B  \(2, .*\)  face -x\n")
        result = self.graze("check", "ball.obj", "--box", "2x1x0.5", "--pose-b", "1.25,0,0")
        self.assertTrue(result.out.startswith("touching:"), result)
        self.assertRegex(result.out, r"they meet in +A  triangle \d+\n +B  face -x\n")
        self.assertRegex(result.out, r"normal +1, 0, 0 from A to B\n")

    def test_json_has_every_documented_field(self):
        document = self.ask("check", "ball.obj", "--box", "2x1x0.5", "--pose-b", "1.25,0,0", code=1)
        self.assertEqual(document["b"], {"file": None, "kind": "oriented box", "sides": [2, 1, 0.5], "closed": True,
                                         "pose": [[1, 0, 0, 1.25], [0, 1, 0, 0], [0, 0, 1, 0]]})
        witness = document["witness"]
        self.assertEqual(set(witness), {"point", "normal", "a", "b"})
        self.assertEqual(witness["point"], [0.25, 0, 0])
        self.assertEqual(witness["normal"], {"direction": [1, 0, 0], "certain": True})
        self.assertEqual(set(witness["a"]), {"triangle", "polygon", "part"})
        self.assertEqual(witness["b"], {"feature": {"kind": "face", "index": 0}})
        closest = self.ask("distance", "ball.obj", "--box", "2", "--pose-b", "3,0,0", code=0)["closest"]
        self.assertEqual(closest["b"]["feature"], {"kind": "face", "index": 0})

    def test_pairs_of_triangles_cannot_be_listed(self):
        self.assert_error(self.graze("check", "cube.obj", "--box", "1", "--all"), "--all")

    def test_within_and_budgets_go_with_boxes(self):
        document = self.ask("distance", "cube.obj", "--box", "1", "--pose-b", "3,0,0", "--within", "2", code=1)
        self.assertTrue(document["within"]["answer"])
        result = self.graze("check", "ball.obj", "--box", "1", "--pose-b", "0.7,0,0", "--budget", "1")
        self.assertEqual(result.code, 3, result)
        self.assertIn("budget", result.err)

    def test_a_saved_box_is_taken_wherever_shapes_are(self):
        result = self.graze("generate", "box", "--size", "2,1,0.5", "--primitive", "-o", "crate.graze", "--json")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertEqual(result.json()["output"], {"file": "crate.graze", "kind": "oriented box", "sides": [2, 1, 0.5]})
        self.assertEqual(self.relation("crate.graze", "ball.obj"), "overlapping")
        self.assertEqual(self.relation("crate.graze", "--box", "4"), "a_in_b")
        document = self.ask("distance", "ball.obj", "crate.graze", "--pose-b", "3,0,0", code=0)
        self.assertEqual((document["distance"], document["b"]["file"]), (1.75, "crate.graze"))

    def test_info_describes_a_saved_box(self):
        self.generate("crate.graze", "box", "--size", "2,1,0.5", "--primitive")
        result = self.graze("info", "crate.graze", "cube.obj")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertRegex(result.out, r"kind +oriented box, a solid\n +sides +2 x 1 x 0\.5\n +volume +1 units")
        self.assertIn("triangles           12", result.out)
        document = self.ask("info", "crate.graze", code=0)["files"][0]
        self.assertEqual((document["kind"], document["sides"], document["measures"]), ("oriented box", [2, 1, 0.5], {"volume": 1}))
        self.assertEqual(document["box"], {"lower": [-1, -0.5, -0.25], "upper": [1, 0.5, 0.25]})
        self.assertRegex(document["content_hash"], "^[0-9a-f]{32}$")

    def test_what_is_about_triangles_refuses_a_saved_box_with_a_sentence(self):
        self.generate("crate.graze", "box", "--primitive")
        for arguments in (("volume", "crate.graze", "cube.obj"), ("volume", "cube.obj", "crate.graze"),
                          ("convert", "crate.graze", "x.stl"), ("repair", "crate.graze", "x.stl"), ("clash", "crate.graze", "cube.obj")):
            with self.subTest(arguments):
                self.assert_error(self.graze(*arguments), "crate.graze", "oriented box")
        self.assertFalse((self.folder / "x.stl").exists())
        self.assert_error(self.graze("generate", "box", "--primitive", "-o", "x.stl"), "x.stl", ".graze")

    def test_volumes_take_files_only(self):
        self.assert_error(self.graze("volume", "cube.obj", "--box", "1"), "no option '--box'")

    def test_help_has_the_option_and_an_example(self):
        for command in ("check", "distance"):
            text = self.graze(command, "--help").out
            self.assertIn("--box XxYxZ", text)
            self.assertRegex(text, rf"  graze {command} .*--box ")


if __name__ == "__main__":
    unittest.main()
