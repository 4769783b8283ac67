import json
import struct
import unittest
from pathlib import Path

from program import ProgramTest

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "grasp.schema.json").read_text())


class Grasp(ProgramTest):
    def setUp(self):
        super().setUp()
        if "grasp" not in self.graze("--help").out:
            self.skipTest("graze was built without pages or hands")
        self.assertEqual(self.graze("generate", "cylinder", "--radius", "20", "--height", "120", "--sides", "24",
                                    "-o", "bar.obj").code, 0)

    def hand(self, name, *args):
        result = self.graze("generate", "motion", "grasp", *args)
        self.assertEqual(result.code, 0, result)
        self.write(name, result.out)
        return json.loads(result.out)

    def test_says_what_was_held_when(self):
        self.hand("hand.json", "--size", "40,40,120", "--frames", "96")
        result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", "--json", "-")
        self.assertEqual(result.code, 1, result)
        document = result.json()
        try:
            import jsonschema
            errors = list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(document))
            self.assertEqual([e.message for e in errors[:5]], [])
        except ImportError:
            pass
        self.assertEqual(document["schema"], "graze.grasp/1")
        self.assertGreater(document["objects"][0]["frames_held"], 24)
        frames = document["hands"][0]["frames"]
        self.assertEqual(len(frames), 96)
        middle = frames[60]
        self.assertEqual((middle["state"], middle["grasp"]), ("clasping", "power"))
        self.assertEqual(middle["holds"], [document["objects"][0]["name"]])
        self.assertIn("palm", [t["link"] for t in middle["touches"]])
        self.assertTrue(all(t["distance"] > 0 for t in middle["touches"]))
        self.assertEqual([e["to"] for e in document["events"] if e["to"] == "power"], ["power"])
        self.assertEqual(document["events"][-1]["to"], "none")
        self.assertEqual(len(document["moved"][0]["poses"]), 96)

    def test_writes_pictures_and_an_animation(self):
        self.hand("hand.json", "--size", "40,40,120", "--frames", "48")
        result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", "-o", "out")
        self.assertEqual(result.code, 1, result)
        for name in ("power.png", "grasp.glb", "grasp.json"):
            self.assertIn("out/" + name, result.out)
        self.assertIn("power grasp of bar: palm", result.out)
        glb = open(self.folder / "out/grasp.glb", "rb").read()
        size = struct.unpack("<I", glb[12:16])[0]
        document = json.loads(glb[20:20 + size])
        self.assertEqual(len(document["animations"][0]["channels"]), 2 * 17)  # 16 links and the bar

    def test_a_hand_that_passes_by_or_pushes_holds_nothing(self):
        for kind in ("push", "none"):
            self.hand("hand.json", "--size", "40,40,120", "--frames", "48", "--kind", kind)
            result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm")
            self.assertEqual(result.code, 0, result)
            self.assertIn("nothing was held", result.out)

    def test_generated_hands_have_the_faults_that_were_asked_for(self):
        lost = self.hand("hand.json", "--faults", "drop-outs", "--frames", "48")["hands"][0]["frames"]
        self.assertTrue(any(f["root"] is None for f in lost))
        self.assertTrue(any(None in f["flex"] for f in lost))
        wild = self.hand("hand.json", "--faults", "impossible", "--frames", "48")["hands"][0]["frames"]
        self.assertTrue(any(abs(x or 0) > 100 for f in wild for x in f["flex"]))
        result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm")
        self.assertIn(result.code, (0, 1), result)

    def test_takes_a_hand_of_its_own_and_refuses_bad_descriptions(self):
        described = self.graze("generate", "hand", "--side", "left", "--length", "190")
        self.assertEqual(described.code, 0, described)
        self.write("left.json", described.out)
        model = json.loads(described.out)
        self.assertEqual((len(model["joints"]), len(model["links"])), (22, 16))
        self.hand("hand.json", "--size", "40,40,120", "--side", "left", "--length", "190", "--frames", "48")
        plain = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", "--json", "-").json()
        given = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", "--model", "left.json",
                           "--json", "-").json()
        self.assertEqual(plain, given)
        # A link of a mesh: the palm as a box.
        self.assertEqual(self.graze("generate", "box", "--size", "70,100,25", "-o", "palm.obj").code, 0)
        model["links"][0] = {"name": "palm", "mesh": "palm.obj"}
        self.write("box.json", json.dumps(model))
        result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", "--model", "box.json")
        self.assertIn(result.code, (0, 1), result)
        model = json.loads(described.out)
        spoiled = []
        for change in (lambda m: m.update(schema="x"), lambda m: m.update(side="up"), lambda m: m.update(length="1"),
                       lambda m: m.update(length=-1), lambda m: m["joints"].pop(), lambda m: m["links"].pop(),
                       lambda m: m["joints"][3].update(axis=[0, 0, 0]), lambda m: m["joints"][3].update(least=2),
                       lambda m: m["joints"][3].update(most=1e9), lambda m: m["joints"][3].update(name="knee"),
                       lambda m: m["joints"][3].update(origin=[1, 2]), lambda m: m["links"][3].update(balls=[]),
                       lambda m: m["links"][3].update(balls=[[0, 0, 0, -1]]), lambda m: m["links"][3].update(balls=[7]),
                       lambda m: m["links"][3].update(mesh="none.obj"), lambda m: m["links"].__setitem__(3, 3),
                       lambda m: m["links"].__setitem__(0, {"name": "palm", "mesh": "none.obj"})):
            changed = json.loads(described.out)
            change(changed)
            spoiled.append(json.dumps(changed))
        for text in spoiled + ["", "[]", "null", "{"]:
            with self.subTest(text[:60]):
                self.write("bad.json", text)
                result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", "--model", "bad.json")
                self.assertEqual((result.code, result.out), (2, ""), result)
                self.assertEqual(len(result.err.strip().splitlines()), 1, result)

    def test_bad_input_gets_one_sentence_and_exit_2(self):
        good = self.hand("hand.json", "--frames", "24")
        bad = {"not json": "{", "no schema": "{}", "no hands": json.dumps({**good, "hands": []})}
        frame = good["hands"][0]["frames"][0]
        for what, spoiled in (("root", {**frame, "root": [1] * 11}), ("flex", {**frame, "flex": [0] * 21}),
                              ("mirror", {**frame, "root": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]}),
                              ("text", {**frame, "flex": ["a"] * 22}), ("no frame", 7)):
            bad[what] = json.dumps({**good, "hands": [{**good["hands"][0], "frames": [spoiled]}]})
        bad["side"] = json.dumps({**good, "hands": [{**good["hands"][0], "side": "middle"}]})
        bad["length"] = json.dumps({**good, "hands": [{**good["hands"][0], "length": 0}]})
        bad["uneven"] = json.dumps({**good, "hands": [good["hands"][0],
                                                      {**good["hands"][0], "frames": [frame]}]})
        for what, text in bad.items():
            with self.subTest(what):
                self.write("bad.json", text)
                result = self.graze("grasp", "bar.obj", "--hand", "bad.json", "--unit", "mm")
                self.assertEqual((result.code, result.out), (2, ""), result)
                self.assertEqual(len(result.err.strip().splitlines()), 1, result)
        for args in (["--gap", "0"], ["--fall", "1,2"], ["--json", "out.txt"]):
            with self.subTest(args):
                result = self.graze("grasp", "bar.obj", "--hand", "hand.json", "--unit", "mm", *args)
                self.assertEqual((result.code, result.out), (2, ""), result)
        for args in (["--kind", "firm"], ["--side", "both"], ["--frames", "3"], ["--faults", "all"], ["--size", "0"]):
            with self.subTest(args):
                self.assertEqual(self.graze("generate", "motion", "grasp", *args).code, 2)


if __name__ == "__main__":
    unittest.main()
