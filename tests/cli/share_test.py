import unittest

from program import ProgramTest


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

    def test_says_what_is_missing_or_wrong(self):
        for words, arguments in (("--owners", ("share", "ball.obj", "--simulate", "--owners", "1")),
                                 ("straight, ballistic or hands", ("share", "ball.obj", "--simulate", "--motion", "up")),
                                 ("--loss", ("share", "ball.obj", "--simulate", "--loss", "120"))):
            with self.subTest(arguments=arguments):
                result = self.graze(*arguments)
                self.assertEqual(result.code, 2, result)
                self.assertIn(words, result.err)


if __name__ == "__main__":
    unittest.main()
