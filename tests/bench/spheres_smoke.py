"""graze-bench spheres as a whole, with few spheres: all that is promised is written, and what graze promises holds.

    spheres_smoke.py GRAZE-BENCH
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


class Spheres(unittest.TestCase):
    def test_tables_plots_and_verdicts_are_written_and_promises_hold(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, "spheres", "--quick", "--out", folder], capture_output=True, text=True, timeout=500)
            self.assertEqual(done.returncode, 0, done.stderr)
            report = json.loads(pathlib.Path(folder, "spheres.json").read_text())
            self.assertEqual(report["schema"], "graze-bench-spheres")
            for part in ("packings", "nodes", "hierarchies", "volume", "distance", "effort", "voxmap", "choice", "time_budgets",
                         "paths", "verdicts"):
                self.assertTrue(report[part], part)
            promises = {v["printed"]: v["verdict"] for v in report["verdicts"] if "(of graze)" in v["printed"]}
            self.assertGreater(len(promises), 5)
            for promise, verdict in promises.items():
                if "time" not in promise:  # which depends on who else is on the machine
                    self.assertEqual(verdict, "holds", promise)
            plots = {path.name for path in pathlib.Path(folder).glob("*.svg")}
            for name in ("time", "error", "effort", "packing", "voxels", "distance-error", "path1-force", "path2-volume"):
                self.assertIn(f"spheres-{name}.svg", plots)


if __name__ == "__main__":
    unittest.main()
