"""graze-bench share as a whole, for a few simulated seconds: tables, JSON and the twelve figures are written.

    share_smoke.py GRAZE-BENCH
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


class Share(unittest.TestCase):
    def test_tables_json_and_twelve_figures_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, "share", "--seconds", "2", "--out", folder], capture_output=True, text=True, timeout=200)
            self.assertEqual(done.returncode, 0, done.stderr)
            for words in ("One object between walls", "Six hands", "What Ohlenburg 2003 prints"):
                self.assertIn(words, done.stdout)
            out = pathlib.Path(folder)
            report = json.loads((out / "share.json").read_text())
            self.assertEqual(report["schema"], "graze-bench-share")
            self.assertEqual(len(report["slalom"]), 12)
            self.assertEqual(len(report["grid"]), 30)
            self.assertEqual(len(list(out.glob("share-*.svg"))), 12)
            by = {(run["method"], run["latency"]): run for run in report["slalom"]}
            # More latency is more error without prediction, and the same updates, which do not depend on it.
            plain = [by["dead reckoning", latency] for latency in (0.01, 0.1, 0.2, 0.5)]
            errors = [run["mean_error"] for run in plain]
            self.assertEqual(errors, sorted(errors))
            self.assertEqual(len({run["updates"] for run in plain}), 1)
            # Prediction helps, and tracking sends more.
            self.assertLess(by["with prediction", 0.5]["mean_error"], 0.85 * errors[-1])
            self.assertGreater(by["with tracking", 0.5]["updates"], by["with prediction", 0.5]["updates"])


if __name__ == "__main__":
    unittest.main()
