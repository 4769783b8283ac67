import json
import unittest
from pathlib import Path

from program import ProgramTest

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "sweep.schema.json").read_text())


class Sweep(ProgramTest):
    def setUp(self):
        super().setUp()
        if "sweep" not in self.graze("--help").out:
            self.skipTest("graze was built without reports")
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed (scripts/install-deps test)")
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        self.validator = jsonschema.Draft202012Validator(SCHEMA)

    def path(self, name, *places):
        self.write(name, json.dumps({"schema": "graze.motion/1", "motion": "recorded",
                                     "paths": [[[1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z] for x, y, z in places]]}))

    def assert_valid(self, document):
        errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in self.validator.iter_errors(document)]
        self.assertEqual(errors[:5], [])

    def swept(self, *arguments, code):
        result = self.graze("sweep", *arguments, "--json", "-")
        self.assertEqual((result.code, result.err), (code, ""), result)
        document = result.json()
        self.assert_valid(document)
        return document

    def test_planted_paths_of_a_gearbox(self):
        self.assertEqual(self.graze("generate", "gearbox", "--triangles", "50000", "--clean", "-o", "box.glb").code, 0)
        truth = json.loads((self.folder / "box.truth.json").read_text())
        self.assertEqual(len(truth["motions"]), 2)
        for motion in truth["motions"]:
            self.write("path.json", json.dumps({"schema": "graze.motion/1", "motion": "planted", "paths": [motion["poses"]]}))
            moving = ["box/" + part for part in motion["parts"]]
            bump = motion["bump"]
            document = self.swept(*moving, "--path", "path.json", "--against", "box.glb", "--no-clearance", code=1 if bump else 0)
            self.assertEqual(document["free"], bump is None)
            self.assertEqual(document["moving"], moving)
            if bump:
                first = document["first"]
                self.assertEqual((first["moving"], first["resting"]), ("box/" + bump["part"], "box/" + bump["into"]))
                self.assertLess(abs(first["at_least"] - bump["step"]), 1e-6)
                self.assertLess(abs(first["at_most"] - bump["step"]), 1e-6)

    def test_writes_a_folder(self):
        self.generate("ball.obj", "sphere", "--triangles", "320")
        self.generate("block.obj", "box")
        self.path("path.json", (-3, 0, 0), (0, 3, 0), (3, 3, 0))
        document = self.swept("ball.obj", "--path", "path.json", "--against", "block.obj", "-o", "out", code=0)
        self.assertTrue(document["free"])
        least = document["least"]
        sampled = min(one["distance"] for one in document["along"])
        self.assertLessEqual(least["distance"], sampled)
        self.assertLess(least["distance"] - least["at_least"], 2e-3 * least["distance"])
        self.assertEqual(len(document["along"]), 9)
        for name in ["sweep.json", "clearance.svg", "envelope.stl", "least-clearance.png"]:
            self.assertTrue((self.folder / "out" / name).exists(), name)
        self.assert_valid(json.loads((self.folder / "out" / "sweep.json").read_text()))
        self.assertIn("<polyline", (self.folder / "out" / "clearance.svg").read_text())
        # The envelope is closed, and the ball is inside of it wherever it is.
        result = self.graze("check", "ball.obj", "out/envelope.stl", "--pose-a", "-1.5,1.5,0", "--json")
        self.assertTrue(result.json()["b"]["closed"])
        self.assertEqual(result.json()["relation"], "a_in_b")

    def test_an_envelope_far_from_the_origin_holds_what_was_passed(self):
        self.generate("ball.obj", "sphere", "--triangles", "320")
        self.generate("block.obj", "box")
        self.path("path.json", (1e8, 0, 0), (1e8 + 3, 0, 0))
        self.swept("ball.obj", "--path", "path.json", "--against", "block.obj", "--no-clearance", "-o", "out", code=0)
        result = self.graze("check", "ball.obj", "out/envelope.stl", "--pose-a", "100000001.5,0,0", "--json")
        self.assertTrue(result.json()["b"]["closed"])
        self.assertEqual(result.json()["relation"], "a_in_b")

    def test_a_clearance_and_what_is_met(self):
        self.generate("ball.obj", "sphere", "--triangles", "320")
        self.generate("block.obj", "box")
        self.path("path.json", (-3, 0, 0), (3, 0, 0))
        met = self.swept("ball.obj", "--path", "path.json", "--against", "block.obj", "--no-clearance", code=1)["first"]
        self.assertEqual(met["question"], "contact")
        close = self.swept("ball.obj", "--path", "path.json", "--against", "block.obj", "--no-clearance", "--clearance", "0.25", code=1)["first"]
        self.assertEqual(close["question"], "clearance")
        self.assertAlmostEqual(met["at_least"] - close["at_least"], 0.25 / 6, places=6)
        text = self.graze("sweep", "ball.obj", "--path", "path.json", "--against", "block.obj")
        self.assertEqual(text.code, 1)
        self.assertRegex(text.out, "touches .* at step 0\\.[0-9]+ of 1")
        self.assertEqual(self.graze("sweep", "ball.obj", "--path", "path.json", "--against", "block.obj", "--budget", "10").code, 3)

    def test_bad_paths_are_refused(self):
        self.generate("ball.obj", "sphere", "--triangles", "80")
        for text, word in [("no", "not a motion"), ("{}", "not a motion"), ('{"schema": "graze.motion/1", "paths": []}', "no paths"),
                           ('{"schema": "graze.motion/1", "paths": [[[1,0,0,0,0,1,0,0,0,0,1,0]]]}', "one pose only"),
                           ('{"schema": "graze.motion/1", "paths": [[[1, 2], [3]]]}', "12 numbers"),
                           ('{"schema": "graze.motion/1", "paths": [[[2,0,0,0,0,2,0,0,0,0,2,0], [2,0,0,0,0,2,0,0,0,0,2,0]]]}', "pose 1")]:
            self.write("path.json", text)
            self.assert_error(self.graze("sweep", "ball.obj", "--path", "path.json", "--against", "ball.obj"), "path.json", word)
        self.path("path.json", (0, 0, 0), (1, 0, 0))
        self.assert_error(self.graze("sweep", "nothing*", "--path", "path.json", "--against", "ball.obj"), "PART", "no part is called")
        self.assert_error(self.graze("sweep", "*", "--path", "path.json", "--against", "ball.obj"), "ball.obj", "none is left to be met")


if __name__ == "__main__":
    unittest.main()
