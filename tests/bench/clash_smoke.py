"""graze-bench clash as a whole, on a small plant: all that is promised is written.

    clash_smoke.py GRAZE-BENCH
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


class Clash(unittest.TestCase):
    def test_tables_and_json_are_written_and_graze_is_right(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, "clash", "--parts", "50", "--triangles", "10000", "--repeats", "1", "--clearance",
                                   "0,0.5", "--out", folder], capture_output=True, text=True, timeout=200)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("no clearance asked", done.stdout)
            self.assertIn("clearance 0.5 mm", done.stdout)
            report = json.loads(pathlib.Path(folder, "clash.json").read_text())
            self.assertEqual(report["schema"], "graze-bench-clash")
            self.assertEqual([plant["clearance"] for plant in report["plants"]], [0, 0.5])
            for plant in report["plants"]:
                self.assertEqual(plant["parts"], 50)
                rows = {row["method"]: row for row in plant["methods"]}
                self.assertEqual(rows["graze"]["wrong"], "none")
                self.assertEqual({row["looked_at"] for row in rows.values()}, {rows["graze"]["looked_at"]})


if __name__ == "__main__":
    unittest.main()
