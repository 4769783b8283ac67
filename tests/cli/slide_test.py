import json
import struct
import unittest

from program import ProgramTest


def box_obj(lower, upper):
    corners = [(x, y, z) for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])]
    faces = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
    return "".join("v %g %g %g\n" % c for c in corners) + "".join("f %s\n" % f for f in faces)


class Slide(ProgramTest):
    def setUp(self):
        super().setUp()
        if "slide" not in self.graze("--help").out:
            self.skipTest("graze was built without pages or sliding")
        self.write("block.obj", box_obj((-5, -5, -5), (5, 5, 5)))
        self.write("wall.obj", box_obj((19, -30, -30), (21, 30, 30)))

    def hand(self, name, places):
        """A hand that goes from place to place."""
        poses = [[1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z] for x, y, z in places]
        with open(self.folder / name, "w") as file:
            json.dump({"schema": "graze.motion/1", "motion": "hand", "paths": [poses]}, file)

    def slide(self, *args):
        return self.graze("slide", "block.obj", "--hand", "hand.json", "--against", "wall.obj", "--unit", "mm", *args)

    def test_stops_at_the_wall_and_slides_along_it(self):
        self.hand("hand.json", [(i, 0.5 * i, 0) for i in range(31)])
        result = self.slide("--json", "-")
        self.assertEqual(result.code, 1, result)
        document = result.json()
        self.assertEqual(document["schema"], "graze.slide/1")
        last = document["steps"][-1]
        self.assertAlmostEqual(last["pose"][3], 14, delta=0.01)  # 20 - 1 - 5
        self.assertLess(last["pose"][3], 14)
        self.assertAlmostEqual(last["pose"][7], 15, delta=0.01)
        self.assertEqual(document["held_back"]["by"], ["wall"])
        self.assertTrue(last["contacts"])
        self.assertAlmostEqual(abs(last["contacts"][0]["normal"][0]), 1, delta=1e-6)

    def test_infinite_friction_keeps_it_where_it_touches(self):
        self.hand("hand.json", [(i, 0, 0) for i in range(20)] + [(20, 0.5 * i, 0) for i in range(20)])
        document = self.slide("--friction", "inf", "--json", "-").json()
        self.assertAlmostEqual(document["steps"][-1]["pose"][7], 0, delta=0.05)
        self.assertEqual(document["friction"], "infinite")

    def test_follows_a_hand_that_meets_nothing(self):
        self.hand("hand.json", [(-i, 0, 0) for i in range(11)])
        result = self.slide()
        self.assertEqual(result.code, 0, result)
        self.assertIn("followed the hand to the end", result.out)

    def test_writes_path_plot_pictures_and_an_animation(self):
        self.hand("hand.json", [(2 * i, 0, 0) for i in range(16)])
        result = self.slide("-o", "out")
        self.assertEqual(result.code, 1, result)
        for name in ("slide.json", "path.json", "distance.svg", "first-contact.png", "slide.glb"):
            self.assertIn("out/" + name, result.out)
        path = json.load(open(self.folder / "out/path.json"))
        self.assertEqual(len(path["paths"][0]), 16)
        glb = open(self.folder / "out/slide.glb", "rb").read()
        size = struct.unpack("<I", glb[12:16])[0]
        document = json.loads(glb[20:20 + size])
        channels = document["animations"][0]["channels"]
        self.assertEqual([c["target"]["path"] for c in channels], ["translation", "rotation"])
        times = document["accessors"][document["animations"][0]["samplers"][0]["input"]]
        self.assertEqual(times["count"], 16)
        # What was written can be swept: the path is free.
        swept = self.graze("sweep", "block.obj", "--path", "out/path.json", "--against", "wall.obj", "--unit", "mm")
        self.assertEqual(swept.code, 0, swept)

    def test_bad_input_gets_one_sentence_and_exit_2(self):
        self.hand("hand.json", [(0, 0, 0), (1, 0, 0)])
        for args in (["--friction", "-1"], ["--friction", "much"], ["--gap", "0"], ["--looks", "0"],
                     ["--ignore", "nothing"], ["--json", "out.txt"]):
            with self.subTest(args=args):
                result = self.slide(*args)
                self.assertEqual(result.code, 2, result)
                self.assertEqual(result.out, "")


if __name__ == "__main__":
    unittest.main()
