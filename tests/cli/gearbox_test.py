import json
import subprocess
import sys
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

CHECK_TRUTH = str(Path(__file__).resolve().parents[2] / "scripts" / "check-truth")


class Gearbox(ProgramTest):
    def make(self, *arguments):
        result = self.graze("generate", "gearbox", *arguments, "-o", "box.glb", "--json")
        self.assertEqual(result.code, 0, result)
        return result.json(), json.loads((self.folder / "box.truth.json").read_text())

    def check_truth(self, *clearance):
        """What scripts/check-truth says about box.glb: exit code and text."""
        done = subprocess.run([sys.executable, "-B", CHECK_TRUTH, PROGRAM, "box.glb", *clearance], cwd=self.folder, timeout=120,
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_clashes_found_are_the_clashes_planted(self):
        for arguments in [("--parts", "50"), ("--parts", "300", "--seed", "5"), ("--parts", "700", "--clean")]:
            self.make("--triangles", "50000", *arguments)
            code, text = self.check_truth()
            self.assertEqual(code, 0, text)
            self.assertIn("0 differ", text)

    def test_a_lie_in_the_truth_is_noticed(self):
        _, truth = self.make("--parts", "50", "--triangles", "10000")
        clash = next(pair for pair in truth["pairs"] if pair["kind"] == "clash")
        clash["kind"] = "touch"
        (self.folder / "box.truth.json").write_text(json.dumps(truth))
        code, text = self.check_truth()
        self.assertEqual(code, 1, text)
        self.assertIn("wrong: found as clash, planted as touch: ", text)
        self.assertIn("1 differ", text)
        self.assertIn(clash["a"], text)

    def test_a_pair_that_was_not_planted_is_noticed(self):
        _, truth = self.make("--parts", "50", "--triangles", "10000")
        gone = next(pair for pair in truth["pairs"] if pair["kind"] == "touch")
        truth["pairs"].remove(gone)
        truth["pairs"].append({"kind": "fit", "a": "nobody", "b": "nothing", "what": "a lie"})
        (self.folder / "box.truth.json").write_text(json.dumps(truth))
        code, text = self.check_truth()
        self.assertEqual(code, 1, text)
        self.assertIn("not planted: touch: ", text)
        self.assertIn("missed: fit: nobody and nothing", text)

    def test_the_file_keeps_parts_meshes_and_every_bit(self):
        document, truth = self.make("--parts", "500")
        self.assertEqual(document["not_kept"]["rounded_coordinates"], 0)
        self.assertEqual(document["output"]["parts"], 500)
        self.assertLess(document["output"]["meshes"], 120)
        info = self.graze("info", "--json", "box.glb").json()["files"][0]
        self.assertEqual(info["triangles"], document["output"]["triangles"])
        self.assertEqual(truth["triangles"], document["output"]["triangles"])

    def test_the_truth_has_every_documented_field(self):
        document, truth = self.make("--parts", "250", "--seed", "9")
        self.assertEqual(set(truth), {"schema", "model", "seed", "clean", "metres_per_unit", "parts", "triangles",
                                      "counts", "pairs", "motions"})
        self.assertEqual((truth["schema"], truth["model"], truth["seed"]), ("graze.truth/1", "box.glb", 9))
        self.assertEqual(document["planted"], truth["counts"])
        fields = {"clash": {"volume"}, "fit": {"volume", "depth"}, "inside": {"volume", "distance"}, "touch": set(),
                  "clearance": {"distance"}}
        for pair in truth["pairs"]:
            more = set(pair) - {"kind", "a", "b", "what"}
            self.assertEqual(more - {"depth"}, fields[pair["kind"]] - {"depth"}, pair)
            for name in more:
                self.assertEqual(set(pair[name]), {"value", "error"})

    def test_parts_are_taken_out_free_and_into_something(self):
        _, truth = self.make("--parts", "250")
        free, bumping = truth["motions"]
        for motion in (free, bumping):
            self.assertEqual(set(motion), {"what", "parts", "bump", "poses"})
            self.assertTrue(all(len(pose) == 12 for pose in motion["poses"]))
            self.assertEqual(motion["poses"][0], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
        self.assertIsNone(free["bump"])
        self.assertIn(bumping["bump"]["part"], bumping["parts"])
        self.assertTrue(0 < bumping["bump"]["step"] < len(bumping["poses"]))

    def test_no_faults_when_clean(self):
        self.assertEqual(self.make("--clean")[1]["counts"]["clash"], 0)
        self.assertEqual(self.make()[1]["counts"]["clash"], 5)

    def test_says_what_it_cannot_write(self):
        for arguments, mention in [(("-o", "box.stl"), ".glb"), (("-o", "b.glb", "--parts", "49"), "--parts"),
                                   (("-o", "b.glb", "--triangles", "60000000"), "--triangles")]:
            result = self.graze("generate", "gearbox", *arguments)
            self.assertEqual(result.code, 2, result)
            self.assertIn(mention, result.err)


if __name__ == "__main__":
    unittest.main()
