"""graze share over real networks, on the loopback: DDS, the gateway, and certificates. Each run is bounded in time."""
import os
import re
import secrets
import shutil
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest, Result

CERTIFICATES = Path(__file__).resolve().parents[2] / "scripts" / "dds-certificates"
CHECK = CERTIFICATES.parent / "check-agreement"


class LiveShare(ProgramTest):
    def setUp(self):
        super().setUp()
        help_text = self.graze("share", "--help").out
        if "--join" not in help_text:
            self.skipTest("graze was built without shared worlds")
        self.generate("ball.obj", "sphere", "--triangles", "32")
        # No other test's world, nor anybody's on this machine.
        self.world = f"test-{os.getpid()}-{secrets.token_hex(4)}"

    def start(self, *args, world=True):
        arguments = [PROGRAM, "share", "ball.obj", "--json", "--objects", "15", *args]
        if world:
            arguments += ["--world", self.world]
        process = subprocess.Popen(arguments, cwd=self.folder, env=self.environment({}), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    def finish(self, process, seconds=90):
        out, err = process.communicate(timeout=seconds)
        return Result(process.returncode, out, err)

    def need(self, what):
        # Nobody is there to join, and that takes no time.
        result = self.graze("share", "ball.obj", "--join", "127.0.0.1", "--patience", "0.1", "--world", self.world, *what)
        if "built without" in result.err:
            self.assertIn("install cyclonedds-dev", result.err)  # in one sentence, what to do about it
            self.assertEqual(result.err.count("\n"), 1, result.err)
            self.skipTest(result.err.strip())

    def assert_agreed(self, results, others):
        reports = []
        for result in results:
            self.assertEqual(result.code, 0, result)
            reports.append(result.json())
        for report in reports:
            self.assertEqual(report["schema"], "graze.share.live/1")
            self.assertIs(report["all_know"], True, report)
            self.assertEqual(report["others"], others, report)
            self.assertEqual(report["objects"], 15 * (others + 1), report)
        self.assertEqual(len({(r["verdicts"], r["verdicts_digest"]) for r in reports}), 1, reports)
        self.assertGreater(reports[0]["verdicts"], 0)
        return reports

    def gateway_port(self, process):
        line = process.stderr.readline()
        self.assertRegex(line, r"gateway at ws://127\.0\.0\.1:\d+")
        return re.search(r":(\d+)$", line.strip()).group(1)

    def test_processes_over_dds_agree(self):
        self.need(())
        common = ("--seconds", "3", "--wait-for", "3", "--log")
        processes = [self.start(*common, "0.log")] + [self.start("--join", "127.0.0.1", *common, f"{i}.log") for i in (1, 2, 3)]
        reports = self.assert_agreed([self.finish(p) for p in processes], others=3)
        self.assertEqual({r["over"] for r in reports}, {"DDS"})
        checked = subprocess.run([CHECK, *(self.folder / f"{i}.log" for i in range(4))], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn("4 replicas, 4 of them complete", checked.stdout)

    def test_a_program_without_dds_joins_through_the_gateway(self):
        self.need(("--gateway", "0"))
        common = ("--seconds", "2", "--wait-for", "1")
        host = self.start("--gateway", "0", *common)
        guest = self.start("--join", f"ws://127.0.0.1:{self.gateway_port(host)}", *common, world=False)
        reports = self.assert_agreed([self.finish(guest), self.finish(host)], others=1)
        self.assertTrue(reports[0]["over"].startswith("ws://"))

    def test_who_has_no_certificate_does_not_get_in(self):
        self.need(())
        if shutil.which("openssl") is None:
            self.skipTest("openssl is not installed")
        for folder, names in (("ours", ("alice", "bob")), ("theirs", ("mallory",))):
            subprocess.run([CERTIFICATES, self.folder / folder, *names], check=True, capture_output=True)
        common = ("--seconds", "2", "--wait-for", "1")
        alice = self.start("--security", "ours/alice", *common)
        # One with nothing, and one with another authority's certificate, which look for as long as the others are there.
        strangers = [self.start("--join", "127.0.0.1", "--patience", "6"),
                     self.start("--join", "127.0.0.1", "--patience", "6", "--security", "theirs/mallory")]
        bob = self.start("--join", "127.0.0.1", "--security", "ours/bob", *common)
        self.assert_agreed([self.finish(alice), self.finish(bob)], others=1)
        for stranger in strangers:
            result = self.finish(stranger)
            self.assertEqual(result.code, 2, result)
            self.assertIn("nobody", result.err)

    def test_says_what_is_missing_or_wrong(self):
        self.need(())
        for words, arguments in (("missing", ("--security", "nowhere")),
                                 ("name of a world", ("--world", "a b")),
                                 ("is no address", ("--join", "no address")),
                                 ("a host and a port", ("--join", "ws://nowhere")),
                                 ("is for DDS", ("--join", "ws://127.0.0.1:9", "--security", "x")),
                                 ("--origin", ("--origin", "https://example.org")),
                                 ("--simulate", ("--simulate", "--join", "127.0.0.1"))):
            with self.subTest(arguments=arguments):
                result = self.graze("share", "ball.obj", "--seconds", "1", *arguments)
                self.assertEqual(result.code, 2, result)
                self.assertIn(words, result.err)


if __name__ == "__main__":
    unittest.main()
