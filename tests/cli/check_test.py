import unittest

from program import ProgramTest, TWO_PARTS_OBJ

QUARTER_TURN_ABOUT_Z = "0,-1,0,{x}, 1,0,0,0, 0,0,1,0"


class Check(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("cube.obj", "box")
        self.generate("bar.obj", "box", "--size", "1,3,1")

    def check(self, *args):
        """The JSON object, after looking whether the exit code says the same."""
        result = self.graze("check", *args, "--json")
        self.assertIn(result.code, (0, 1), result)
        self.assertEqual(result.err, "", result)
        document = result.json()
        self.assertEqual(document["relation"] != "apart", result.code == 1)
        return document

    def relation(self, *args):
        return self.check(*args)["relation"]

    def meets(self, *args):
        return self.check(*args)["witness"] is not None

    def test_says_apart_and_exits_0(self):
        result = self.graze("check", "cube.obj", "cube.obj", "--pose-b", "1.5,0,0")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertTrue(result.out.startswith("apart:"), result)

    def test_lists_contacts(self):
        document = self.check("cube.obj", "cube.obj", "--pose-b", "0.25,0,1.01", "--contacts", "0.1")
        contacts = document["contacts"]
        self.assertEqual((contacts["margin"], contacts["complete"], contacts["count"]), (0.1, True, 4))
        for contact in contacts["list"]:
            self.assertEqual(contact["kind"], "face/face")
            self.assertAlmostEqual(contact["distance"], 0.01)
            self.assertEqual(contact["normal"], [0, 0, 1])
            self.assertEqual(contact["certainty"], "certain")
        self.assertAlmostEqual(sum(c["weight"] for c in contacts["list"]), 0.75 * 0.9)
        result = self.graze("check", "cube.obj", "cube.obj", "--pose-b", "0.25,0,1.01", "--contacts", "0.1", "-o", "c.png")
        self.assertEqual(result.code, 0, result)
        self.assertIn("4 within 0.1", result.out)
        self.assertTrue((self.folder / "c.png").read_bytes().startswith(b"\x89PNG"))

    def test_contacts_of_a_solid_inside_another_and_of_primitives(self):
        document = self.check("bar.obj", "--sphere", "0.2", "--contacts", "0.01")
        self.assertEqual(document["relation"], "b_in_a")
        document = self.check("cube.obj", "--sphere", "0.25", "--pose-b", "0,0,0.74", "--contacts", "0.1")
        [contact] = document["contacts"]["list"]
        self.assertAlmostEqual(contact["distance"], -0.01)
        self.assertIsNone(contact["b"])

    def test_refuses_contacts_without_a_margin(self):
        for arguments in (["--contacts", "0"], ["--all-contacts"], ["-o", "c.png"], ["--contacts", "1", "-o", "c.txt"]):
            self.assertEqual(self.graze("check", "cube.obj", "cube.obj", *arguments).code, 2, arguments)

    def test_says_overlapping_and_exits_1(self):
        result = self.graze("check", "cube.obj", "cube.obj", "--pose-b", "0.5,0.25,0.125")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertTrue(result.out.startswith("overlapping:"), result)
        self.assertIn("they meet in", result.out)

    def test_says_touching_and_exits_1(self):
        result = self.graze("check", "cube.obj", "cube.obj", "--pose-b", "1,0.25,0.125")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assertTrue(result.out.startswith("touching:"), result)

    def test_tells_touching_from_overlapping_exactly(self):
        self.assertEqual(self.relation("cube.obj", "cube.obj", "--pose-b", "1,0,0"), "touching")
        self.assertEqual(self.relation("cube.obj", "cube.obj", "--pose-b", "0.9999999999999999,0,0"), "overlapping")
        self.assertEqual(self.relation("cube.obj", "cube.obj", "--pose-b", "1.0000000000000002,0,0"), "apart")
        self.assertEqual(self.relation("cube.obj", "cube.obj"), "overlapping")

    def test_touching_counts_and_is_exact(self):
        self.assertTrue(self.meets("cube.obj", "cube.obj", "--pose-b", "1,0,0"))
        self.assertTrue(self.meets("cube.obj", "cube.obj", "--pose-b", "1,1,1"))
        self.assertFalse(self.meets("cube.obj", "cube.obj", "--pose-b", "1.0000000000000002,0,0"))

    def test_both_poses_are_used(self):
        self.assertFalse(self.meets("cube.obj", "cube.obj", "--pose-a", "-5,0,0"))
        self.assertTrue(self.meets("cube.obj", "cube.obj", "--pose-a", "-5,0,0", "--pose-b", "-5,0,1"))

    def test_a_rotation_is_about_the_axis_and_in_degrees(self):
        # The bar reaches 1.5 along y; turned by 90 degrees about z it reaches 1.5 along x instead.
        self.assertFalse(self.meets("cube.obj", "bar.obj", "--pose-b", "1.75,0,0"))
        self.assertTrue(self.meets("cube.obj", "bar.obj", "--pose-b", "1.75,0,0,0,0,1,90"))
        self.assertTrue(self.meets("cube.obj", "bar.obj", "--pose-b", "1.75,0,0,0,0,-2,-270"))
        self.assertFalse(self.meets("cube.obj", "bar.obj", "--pose-b", "1.75,0,0,0,1,0,90"))

    def test_90_degrees_are_exact(self):
        document = self.check("cube.obj", "bar.obj", "--pose-b", "2,0,0,0,0,1,90")
        self.assertEqual(document["b"]["pose"], [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0]])
        self.assertEqual(document["relation"], "touching")

    def test_a_matrix_is_read_row_by_row(self):
        document = self.check("cube.obj", "bar.obj", "--pose-b", QUARTER_TURN_ABOUT_Z.format(x=2))
        self.assertEqual(document["b"]["pose"], [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0]])
        self.assertEqual(document["relation"], "touching")
        beyond = QUARTER_TURN_ABOUT_Z.format(x="2.0000000000000004")
        self.assertFalse(self.meets("cube.obj", "bar.obj", "--pose-b", beyond))

    def test_bad_poses_are_refused(self):
        for pose in ("", "1", "1,2", "1,2,3,4", "a,b,c", "1,2,nan", "1,2,inf", "1,2,1e400", "1e200,0,0", "1,2,3,", "1;2;3",
                     "0,0,0,0,0,0,90", "0,0,0,0,0,1,1e300", "0x10,0,0", "1 2 3",
                     "2,0,0,0, 0,1,0,0, 0,0,1,0", "-1,0,0,0, 0,1,0,0, 0,0,1,0", "0,0,0,0,0,0,0,0,0,0,0,0"):
            with self.subTest(pose):
                self.assert_error(self.graze("check", "cube.obj", "cube.obj", f"--pose-b={pose}" if pose else "--pose-b",
                                             *([] if pose else [""])), "--pose-b")

    def test_json_has_every_documented_field(self):
        document = self.check("cube.obj", "cube.obj", "--pose-b", "0.5,0.25,0.125")
        self.assertEqual(set(document), {"schema", "relation", "complete", "as_surfaces", "a", "b", "compared", "witness"})
        self.assertEqual(document["schema"], "graze.check/2")
        self.assertEqual(document["a"], {"file": "cube.obj", "kind": "mesh", "triangles": 12, "closed": True,
                                         "pose": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]})
        self.assertEqual(set(document["compared"]), {"box_pairs", "triangle_pairs", "exact_pairs"})
        first = document["witness"]
        self.assertEqual(set(first), {"a", "b", "kind", "coplanar", "points", "normal"})
        self.assertEqual(set(first["a"]), {"triangle", "polygon", "part"})
        self.assertIn(first["kind"], ("point", "segment", "polygon"))
        self.assertEqual(set(first["points"][0]), {"position", "on_a", "on_b"})
        self.assertIn(first["points"][0]["on_a"]["kind"], ("corner", "edge", "face"))

    def test_a_touching_pair_has_a_normal_and_a_crossing_one_has_none(self):
        self.write("tip.obj", "v 0 0 0.5\nv 0.1 0 1\nv 0 0.1 1\nf 1 2 3\n")
        touching = self.check("cube.obj", "tip.obj", "--pose-b", "0.1,0.2,0")["witness"]
        self.assertEqual(touching["normal"], {"direction": [0, 0, 1], "certain": True})
        self.assertIn("normal              0, 0, 1 from A to B\n", self.graze("check", "cube.obj", "tip.obj", "--pose-b", "0.1,0.2,0").out)
        self.assertIsNone(self.check("cube.obj", "tip.obj", "--pose-b", "0.1,0.2,-0.1")["witness"]["normal"])

    def test_counts_what_was_compared(self):
        compared = self.check("cube.obj", "bar.obj", "--all", "--pose-b", "0.3,0.2,0.1")["compared"]
        self.assertGreater(compared["triangle_pairs"], 0)
        self.assertLessEqual(compared["exact_pairs"], compared["triangle_pairs"])
        far = self.check("cube.obj", "cube.obj", "--pose-b", "9,9,9")["compared"]
        self.assertEqual((far["triangle_pairs"], far["exact_pairs"]), (0, 0))

    def test_all_lists_every_pair_once_in_order_with_the_witness_among_them(self):
        document = self.check("cube.obj", "cube.obj", "--all", "--pose-b", "0.5,0.25,0.125")
        ids = [(p["a"]["triangle"], p["b"]["triangle"]) for p in document["pairs"]]
        self.assertEqual(len(ids), document["pair_count"])
        self.assertGreater(len(ids), 1)
        self.assertEqual(ids, sorted(set(ids)))
        witness = {k: v for k, v in document["witness"].items() if k != "normal"}
        self.assertIn(witness, document["pairs"])
        alone = self.check("cube.obj", "cube.obj", "--pose-b", "0.5,0.25,0.125")
        self.assertEqual(alone["witness"], document["witness"])
        self.assertNotIn("pairs", alone)

    def test_all_without_a_pair_is_an_empty_list(self):
        document = self.check("cube.obj", "cube.obj", "--all", "--pose-b", "5,0,0")
        self.assertEqual((document["pair_count"], document["pairs"], document["witness"]), (0, [], None))

    def test_all_as_text_says_the_number_of_pairs(self):
        count = self.check("cube.obj", "cube.obj", "--all")["pair_count"]
        self.assertRegex(self.graze("check", "cube.obj", "cube.obj", "--all").out, rf"pairs +{count}\n")

    def test_a_witness_is_traced_to_its_polygon_and_part(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        # The cube is above the plate and meets the tip of the spike only.
        first = self.check("two.obj", "cube.obj", "--pose-b", "0,0,1.5")["witness"]
        self.assertEqual(first["a"], {"triangle": 2, "polygon": 1, "part": "spike"})
        self.assertIn("part 'spike'", self.graze("check", "two.obj", "cube.obj", "--pose-b", "0,0,1.5").out)

    def test_one_inside_the_other_is_found_though_surfaces_do_not_meet(self):
        self.generate("small.obj", "box", "--size", "0.5")
        document = self.check("cube.obj", "small.obj")
        self.assertEqual((document["relation"], document["witness"]), ("b_in_a", None))
        self.assertEqual(self.relation("small.obj", "cube.obj"), "a_in_b")
        self.assertTrue(self.graze("check", "cube.obj", "small.obj").out.startswith("inside: B lies inside A"))

    def test_open_meshes_are_compared_as_surfaces_with_a_note(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        document = self.check("two.obj", "cube.obj", "--pose-b", "0,0,1.5")
        self.assertEqual((document["relation"], document["as_surfaces"], document["a"]["closed"], document["b"]["closed"]),
                         ("touching", True, False, True))
        result = self.graze("check", "two.obj", "cube.obj")
        self.assertTrue(result.out.startswith("overlapping: the surfaces cross"), result)
        self.assertRegex(result.out, r"note +A is not closed: \d+ open edges")

    def test_the_number_of_threads_changes_nothing(self):
        self.generate("ball.obj", "sphere", "--triangles", "9000")
        arguments = ("check", "ball.obj", "ball.obj", "--pose-b", "0.5,0.1,0", "--json", "--all", "--threads")
        self.assertEqual(self.graze(*arguments, "1").out, self.graze(*arguments, "2").out)

    def test_the_number_of_threads_is_checked(self):
        self.assert_error(self.graze("check", "cube.obj", "cube.obj", "--threads", "-1"), "--threads")


if __name__ == "__main__":
    unittest.main()
