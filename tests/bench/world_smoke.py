"""graze-bench world as a whole, with few boxes: all methods agree, and all that is promised is written.

    world_smoke.py GRAZE-BENCH
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
FEW = ["--objects", "60,1200", "--overlaps", "0.5,5", "--steps", "4", "--limit", "5", "--endurance", "1000"]


def run(*arguments):
    return subprocess.run([PROGRAM, "world", *arguments], capture_output=True, text=True, timeout=200)


class World(unittest.TestCase):
    def test_all_methods_agree_and_tables_json_and_plots_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run(*FEW, "--out", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            for words in ("60 boxes of one size", "1200 boxes of sizes within a factor of ten", "The fastest peer beside graze",
                          "of which few move", "One that moves among 500", "constant density", "Many steps", "flag grid",
                          "Whole updates of a world", "Ten objects in a closed box", "Which kind"):
                self.assertIn(words, done.stdout)
            out = pathlib.Path(folder)
            report = json.loads((out / "world.json").read_text())
            self.assertEqual(report["schema"], "graze-bench-world")
            self.assertEqual(report["errors"], [])
            self.assertEqual(len(report["rows"]), 8)
            for row in report["rows"]:
                self.assertIn("graze bvh", row["methods"])
                self.assertEqual({method["steps"] for method in row["methods"].values()}, {4})
            self.assertEqual(len(report["flag_grid"]), 7)
            self.assertEqual(len(report["worlds"]["updates"]), 6)
            self.assertEqual(len(report["worlds"]["cages"]), 3)
            for plot in ("world.svg", "world-growth.svg"):
                self.assertTrue((out / plot).read_text().endswith("</svg>\n"))

    def test_the_answers_of_graze_are_those_of_all_pairs_when_few_move(self):
        done = run("--only", "few,one", "--objects", "900", "--steps", "50", "--method", "graze")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_method_that_nobody_has_is_refused(self):
        done = run("--method", "no such method")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no such method", done.stderr)


if __name__ == "__main__":
    unittest.main()
