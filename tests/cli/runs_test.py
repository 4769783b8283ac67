"""How a run grows and survives: checkpoints, shards, bounded memory."""
import json
import os
import re
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, SANITIZED


CLASH = ("clash", "plant.glb")


class Runs(ProgramTest):
    def setUp(self):
        super().setUp()
        size = ("100", "30000") if SANITIZED else ("400", "120000")
        self.generate("plant.glb", "gearbox", "--parts", size[0], "--triangles", size[1])

    def clash(self, folder, *args, code=1):
        # Pictures take longer than all the rest, and are looked at elsewhere.
        pictures = () if "--pictures" in args else ("--pictures", "0")
        result = self.graze(*CLASH, *pictures, "-o", folder, *args)
        self.assertEqual(result.code, code, result)
        return result

    def report(self, folder):
        return json.loads((self.folder / folder / "clashes.json").read_text())

    def assert_same_but_run(self, one, other):
        """Byte by byte: the run is the last thing in the file."""
        texts = [(self.folder / f / "clashes.json").read_bytes().split(b'"run"') for f in (one, other)]
        self.assertEqual([len(t) for t in texts], [2, 2])
        self.assertTrue(texts[0][0] == texts[1][0], "reports differ")

    def assert_nothing_is_left_behind(self, folder):
        for name in ("checkpoint", "cache"):
            self.assertFalse((self.folder / folder / name).exists(), name)

    def start(self, folder, *args):
        return subprocess.Popen([PROGRAM, *CLASH, "--pictures", "0", "-o", folder, "--threads", "1", *args],
                                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def kill_when_grown(self, folder, size):
        """Starts a run and kills it as soon as its checkpoint is larger; returns the new size, None if it was done."""
        process = self.start(folder)
        checkpoint = self.folder / folder / "checkpoint"
        while process.poll() is None:
            try:
                if checkpoint.stat().st_size > size:
                    process.kill()
                    process.wait()
                    return checkpoint.stat().st_size if checkpoint.exists() else None
            except FileNotFoundError:
                pass
            time.sleep(0.001)
        return None

    def test_a_run_that_is_killed_again_and_again_ends_as_one_that_is_not(self):
        self.clash("whole")
        size, kills = 40, 0  # the header alone
        while kills < 6 and (size := self.kill_when_grown("killed", size)) is not None:
            kills += 1
        self.assertGreater(kills, 0)
        self.clash("killed")
        self.assert_same_but_run("whole", "killed")
        self.assertGreater(self.report("killed")["run"]["resumed"], 0)
        self.assert_nothing_is_left_behind("killed")

    def test_a_run_that_is_interrupted_while_it_draws_has_found_everything(self):
        process = subprocess.Popen([PROGRAM, "clash", "plant.glb", "-o", "drawn", "--pictures", "9999"], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (self.folder / "drawn" / "clashes.csv").exists():
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, said)
        self.assertIn("clashes.json has everything", said)
        self.assertTrue(self.report("drawn")["complete"])
        self.assertFalse((self.folder / "drawn" / "report.html").exists())
        self.clash("drawn")
        self.assertTrue((self.folder / "drawn" / "report.html").exists())

    def test_an_interrupted_run_leaves_a_valid_report_and_goes_on(self):
        process = self.start("interrupted")
        checkpoint = self.folder / "interrupted" / "checkpoint"
        while process.poll() is None and not (checkpoint.exists() and checkpoint.stat().st_size > 40):
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 3)
        partial = self.report("interrupted")
        self.assertFalse(partial["complete"])
        self.assertGreater(partial["pairs"]["not_compared"], 0)
        self.clash("interrupted")
        self.clash("whole")
        self.assert_same_but_run("whole", "interrupted")

    def test_another_job_in_the_same_folder_starts_afresh_with_a_word(self):
        self.assertIsNotNone(self.kill_when_grown("shared", 40))
        result = self.clash("shared", "--open", "surfaces", "--budget", "4000000000")
        self.assertIn("another job", result.err)
        self.assertEqual(self.report("shared")["run"]["resumed"], 0)

    def test_fresh_forgets_what_was_done(self):
        self.assertIsNotNone(self.kill_when_grown("again", 40))
        self.assertEqual(self.clash("again", "--fresh").err, "")
        self.assertEqual(self.report("again")["run"]["resumed"], 0)

    def test_shards_merged_are_byte_by_byte_one_run(self):
        self.clash("whole", "--pictures", "3")
        for i in (1, 2, 3):
            self.graze(*CLASH, "-o", f"shard{i}", "--shard", f"{i}/3")
            shard = self.report(f"shard{i}")
            self.assertEqual(shard["run"]["shard"], {"number": i, "count": 3})
            self.assertFalse(shard["complete"])
        result = self.graze("merge", "shard3", "shard1/clashes.json", "shard2", "-o", "merged", "--pictures", "3")
        self.assertEqual((result.code, result.err), (1, ""), result)
        self.assert_same_but_run("whole", "merged")

        result = self.graze("merge", "shard1", "shard3", "-o", "partial", "--no-report")
        self.assertEqual(result.code, 3, result)
        self.assert_one_sentence(result, "shard 2 of 3 is missing")
        self.assertFalse(self.report("partial")["complete"])

        self.assert_has_page_like("whole", "merged")
        self.assert_error(self.graze("merge", "shard1", "shard1", "-o", "x"), "shard 1 of 3")
        self.assert_error(self.graze("merge", "shard1", "whole", "-o", "x"), "whole", "no shard")
        self.graze(*CLASH, "-o", "other", "--shard", "2/3", "--open", "refuse", "--budget", "7")
        self.assert_error(self.graze("merge", "shard1", "other", "-o", "x"), "not of the same job")

    def assert_has_page_like(self, one, other):
        pages = [self.folder / name / "report.html" for name in (one, other)]
        self.assertEqual([page.exists() for page in pages], [pages[0].exists()] * 2)  # graze may be built without
        if pages[0].exists():
            data = [re.findall(r'id="(graze-(?:pictures|geometry|blob)".*?)</script>', page.read_text(), re.S) for page in pages]
            self.assertEqual(len(data[0]), 3)
            self.assertTrue(data[0] == data[1])

    def test_little_memory_changes_nothing_but_time(self):
        self.clash("whole")
        result = self.clash("small", "--memory", "1M")
        self.assert_same_but_run("whole", "small")
        self.assertIn("more memory than was allowed", result.err)
        self.assert_nothing_is_left_behind("small")
        self.clash("cached", "--cache", "cache")
        self.assertGreater(len(os.listdir(self.folder / "cache")), 10)
        self.clash("cached", "--cache", "cache", "--memory", "30M")
        self.assert_same_but_run("whole", "cached")

    def test_nonsense_is_refused(self):
        for args in (("--memory", "much"), ("--memory", "0"), ("--memory", "8X"), ("--shard", "3"), ("--shard", "0/2"),
                     ("--shard", "3/2")):
            self.assert_error(self.graze(*CLASH, *args), args[0])
        self.write("notes", "x")
        self.assert_error(self.graze(*CLASH, "-o", "notes"), "notes")
        self.assert_error(self.graze("merge", "missing", "-o", "x"), "missing")
        self.assert_error(self.graze("merge", "notes", "-o", "x"), "notes")


if __name__ == "__main__":
    unittest.main()
