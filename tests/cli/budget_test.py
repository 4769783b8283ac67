"""What a budget leaves open is said everywhere, and Ctrl-C ends inside a pair as well."""
import csv
import json
import math
import os
import signal
import subprocess
import time
import unittest

from boxes import boxes
from program import PROGRAM, ProgramTest


def comb(teeth, along_x, lift=0.0):
    """Slabs side by side: two combs crosswise have the square of their number in common, place by place."""
    return boxes(*((f"slab{i}", (0, i, lift) if along_x else (i, 0, lift),
                    (teeth, i + 0.5, lift + 1) if along_x else (i + 0.5, teeth, lift + 1)) for i in range(teeth)))


def pile(count, below):
    """Tetrahedra that share a corner: all of two piles touch."""
    text = "o pile\n"
    for i in range(count):
        s = 1 if i % 2 == 0 else -1
        for x, y, z in ((0, 0, 0), (s, 0, 0), (0, s, 0), (0, 0, 1)):
            text += f"v {x} {y} {z - below}\n"
        for t in ((1, 3, 2), (1, 2, 4), (2, 3, 4), (1, 4, 3)):
            text += "f " + " ".join(str(4 * i + c) for c in t) + "\n"
    return text


def cpu_seconds(process):
    """Of a process that runs; None once it has ended."""
    try:
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Budgets(ProgramTest):
    def combs(self, teeth):
        self.write("x.obj", comb(teeth, True))
        self.write("y.obj", comb(teeth, False, 0.3))
        return ("clash", "x.obj", "y.obj", "--parts", "files")

    def test_a_clash_without_figures_is_listed_in_every_output(self):
        result = self.graze(*self.combs(6), "--budget", "3000", "-o", "out", "--pictures", "1")
        self.assertEqual(result.code, 3, result)
        self.assert_one_sentence(result, "1 pair without some figures", "--budget")
        self.assertIn("as far as was compared", result.out)
        self.assertIn("out of budget:", result.out)
        self.assertIn("1 of these without some figures", result.out)
        report = json.loads((self.folder / "out" / "clashes.json").read_text())
        self.assertEqual((report["complete"], report["settings"]["budget"]), (False, 3000))
        [finding] = report["findings"]
        self.assertEqual((finding["kind"], finding["relation"]), ("clash", "overlapping"))
        self.assertIn("depth", finding["out_of_budget"])
        with open(self.folder / "out" / "clashes.csv", newline="", encoding="utf-8") as file:
            [row] = csv.DictReader(file)
        self.assertEqual(row["out of budget"].split(), finding["out_of_budget"])
        page = self.folder / "out" / "report.html"
        if page.exists():  # graze may be built without
            self.assertTrue('"out_of_budget": ["' in page.read_text())

        # All of it, when there is enough: no less than without a limit.
        self.assertEqual(self.graze(*self.combs(6), "--json", "usual.json").code, 1)
        self.assertEqual(self.graze(*self.combs(6), "--budget", "none", "--json", "none.json").code, 1)
        usual, none = (json.loads((self.folder / name).read_text()) for name in ("usual.json", "none.json"))
        self.assertTrue(usual["complete"])
        self.assertIsNone(none["settings"]["budget"])
        self.assertEqual(usual["findings"], none["findings"])
        self.assertIsNone(usual["findings"][0]["out_of_budget"])

    def test_a_pile_is_left_undecided_the_same_way_by_all(self):
        self.write("a.obj", pile(60, 0))
        self.write("b.obj", pile(60, 1))
        reports = []
        for threads in ("1", "2", "8"):
            result = self.graze("clash", "a.obj", "b.obj", "--budget", "5000", "--threads", threads, "-o", "out")
            self.assertEqual(result.code, 3, result)
            self.assert_one_sentence(result, "1 pair left undecided", "--budget")
            reports.append((self.folder / "out" / "clashes.json").read_text().split('"run"')[0])
        self.assertEqual(reports[1:], reports[:1] * 2)
        [finding] = json.loads((self.folder / "out" / "clashes.json").read_text())["findings"]
        self.assertEqual((finding["kind"], finding["out_of_budget"]), ("undecided", ["relation"]))

    def test_check_has_a_budget(self):
        self.write("a.obj", pile(60, 0))
        self.write("b.obj", pile(60, 1))
        result = self.graze("check", "a.obj", "b.obj", "--budget", "1000", "--json")
        self.assertEqual(result.code, 3, result)
        self.assert_one_sentence(result, "undecided", "--budget")
        self.assertEqual((result.json()["relation"], result.json()["complete"]), ("undecided", False))
        self.assertIn("undecided", self.graze("check", "a.obj", "b.obj", "--budget", "1000").out)
        for budget in ((), ("--budget", "none")):
            result = self.graze("check", "a.obj", "b.obj", "--json", *budget)
            self.assertEqual((result.code, result.json()["complete"]), (1, True), result)
        # The relation is soon known, all pairs are not.
        self.combs(6)
        result = self.graze("check", "x.obj", "y.obj", "--all", "--json", "--budget", "2000")
        self.assertEqual(result.code, 3, result)
        self.assert_one_sentence(result, "not all pairs", "--budget")
        self.assertEqual((result.json()["relation"], result.json()["complete"]), ("overlapping", False))

    def test_nonsense_is_refused(self):
        self.combs(2)
        for command in (("clash", "x.obj"), ("check", "x.obj", "y.obj")):
            for budget in ("0", "-1", "1.5", "some", "", "99999999999999999999"):
                self.assert_error(self.graze(*command, f"--budget={budget}"), "--budget")

    def heap(self, name, height, count):
        """Triangles in a hundred tilted planes close to each other, each turned a little further; those of two
        heaps lie between one another, so that no plane separates them, and many are equally near."""
        lines = []
        for i in range(count):
            for corner in range(3):
                angle = 0.001 * i + corner * 2 * math.pi / 3
                u, v = math.cos(angle), math.sin(angle)
                z = 0.2 * u + 0.4 * v + height + 1e-3 * (7919 * i % 101) / 101
                lines.append(f"v {0.9 * u - 0.1 * v!r} {0.3 * u + 0.9 * v!r} {z!r}")
        lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(count)]
        (self.folder / name).write_text("\n".join(lines) + "\n")
        return name

    def test_ctrl_c_ends_distance_inside_a_pair(self):
        process = subprocess.Popen([PROGRAM, "distance", self.heap("low.obj", 0.0, 20000), self.heap("high.obj", 5e-6, 20000)],
                                   cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while (used := cpu_seconds(process)) is not None and used < 2 and process.poll() is None:
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (3, ""), err)

    def interrupt_within_the_pair(self, signals):
        """Reading the files takes a moment, and the only pair minutes: so it is at work on that."""
        process = subprocess.Popen([PROGRAM, *self.combs(250), "--budget", "none", "-o", "out", "--no-report"],
                                   cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while (used := cpu_seconds(process)) is not None and used < 1 and process.poll() is None:
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        for number in signals:
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def test_ctrl_c_ends_inside_a_pair(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, out, err = self.interrupt_within_the_pair([number])
            self.assertEqual(code, 3, err)
            self.assertIn("interrupted; 1 pair not compared", err)
            self.assertIn("1 not compared", out)
            report = json.loads((self.folder / "out" / "clashes.json").read_text())
            self.assertEqual((report["complete"], report["pairs"]["not_compared"], report["findings"]), (False, 1, []))
            self.assertEqual([f.name for f in (self.folder / "out").iterdir() if f.name.endswith(".part")], [])


if __name__ == "__main__":
    unittest.main()
