import re
import subprocess
import unittest
from pathlib import Path

from program import ProgramTest

CHECK = Path(__file__).resolve().parents[2] / "scripts" / "check-agreement"


class Share(ProgramTest):
    def setUp(self):
        super().setUp()
        if "share" not in self.graze("--help").out:
            self.skipTest("graze was built without shared worlds")
        self.generate("ball.obj", "sphere", "--triangles", "128")

    def share(self, *args):
        return self.graze("share", "ball.obj", "--simulate", "--seconds", "4", "--owners", "3", "--objects", "30", *args)

    def test_owners_agree_and_the_report_says_what_it_cost(self):
        result = self.share()
        self.assertEqual(result.code, 0, result)
        self.assertRegex(result.out, r"^all 3 agree on \d+ verdicts?\n")
        self.assertRegex(result.out, r"world +30 objects of 3 owners, 4 s\n")
        self.assertRegex(result.out, r"traffic +[\d.]+ KB/s sent by each owner\n")

    def test_json_is_the_same_for_the_same_seed(self):
        first, again, other = (self.share("--json", "--seed", seed) for seed in ("5", "5", "6"))
        self.assertEqual(first.out, again.out)
        self.assertNotEqual(first.out, other.out)
        document = first.json()
        self.assertEqual(document["schema"], "graze.share/1")
        self.assertIs(document["agreed"], True)
        self.assertEqual(document["network"], {"latency": 0.2, "jitter": 0.02, "loss": 0.05})
        self.assertLess(document["traffic"]["share_of_every_frame"], 1)

    def test_thrown_objects_cost_next_to_nothing(self):
        traffic = self.share("--motion", "ballistic", "--json").json()["traffic"]
        self.assertLess(traffic["share_of_every_frame"], 0.05)

    def check_logs(self, *names):
        return subprocess.run([CHECK, *names], cwd=self.folder, capture_output=True, text=True)

    def test_a_second_opinion_on_the_logs_of_all_replicas(self):
        self.assertEqual(self.graze("share", "ball.obj", "--simulate", "--seconds", "20", "--owners", "3", "--objects", "30",
                                    "--log", "all.log").code, 0)
        lines = (self.folder / "all.log").read_text().splitlines(keepends=True)
        checked = self.check_logs("all.log")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertRegex(checked.stdout, r"^3 replicas, 3 of them complete: [1-9]\d* verdicts")
        # What it would have seen.
        verdicts = [i for i, line in enumerate(lines) if "pair" in line]
        self.assertGreater(len(verdicts), 5)
        at = verdicts[-1]
        for what, changed in (("lacks", lines[:at] + lines[at + 1:]),
                              ("twice", lines[:at] + [lines[at]] + lines[at:]),
                              ("different outcomes", lines[:at] + [re.sub(r'("normal":\["-?0x[^"]*)"', r'\g<1>1"', lines[at])] + lines[at + 1:]),
                              ("did not count", lines[:at] + [lines[at].replace('"counts":true', '"counts":false')] + lines[at + 1:])):
            with self.subTest(what):
                self.assertNotEqual(changed, lines)
                (self.folder / "changed.log").write_text("".join(changed))
                checked = self.check_logs("changed.log")
                self.assertEqual(checked.returncode, 1, checked.stdout)
                self.assertIn(what, checked.stdout)
        (self.folder / "no.log").write_text("{}\n")
        self.assertEqual(self.check_logs("no.log").returncode, 2)

    def test_says_what_is_missing_or_wrong(self):
        for words, arguments in (("--owners", ("share", "ball.obj", "--simulate", "--owners", "1")),
                                 ("straight, ballistic or hands", ("share", "ball.obj", "--simulate", "--motion", "up")),
                                 ("--loss", ("share", "ball.obj", "--simulate", "--loss", "120")),
                                 ("written", ("share", "ball.obj", "--simulate", "--log", "no/where"))):
            with self.subTest(arguments=arguments):
                result = self.graze(*arguments)
                self.assertEqual(result.code, 2, result)
                self.assertIn(words, result.err)


if __name__ == "__main__":
    unittest.main()
