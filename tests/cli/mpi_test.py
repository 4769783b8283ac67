"""graze-mpi: the same report from any number of ranks, and no waiting for the dead."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest, SANITIZED

MPI_PROGRAM = os.environ.get("GRAZE_MPI_PROGRAM", "")
MPIRUN = shutil.which("mpirun")
CLASH = ("clash", "plant.glb", "--pictures", "0")


@unittest.skipUnless(MPI_PROGRAM and MPIRUN, "graze-mpi was not built, or there is no mpirun")
@unittest.skipIf(SANITIZED, "MPI keeps memory that the sanitizer complains about")
class Ranks(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("plant.glb", "gearbox", "--parts", "400", "--triangles", "120000")

    def command(self, ranks, *args, recover=False):
        return [MPIRUN, "--oversubscribe", "--quiet", *(["--enable-recovery"] if recover else []), "-n", str(ranks),
                MPI_PROGRAM, *args]

    def mpi_environment(self):
        return self.environment({"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                                 "OMPI_MCA_btl": "self,vader", "OMPI_MCA_hwloc_base_binding_policy": "none"})

    def run_ranks(self, ranks, *args):
        return subprocess.run(self.command(ranks, *args), cwd=self.folder, env=self.mpi_environment(), timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def report_but_run(self, folder):
        return (self.folder / folder / "clashes.json").read_bytes().split(b'"run"')[0]

    def test_any_number_of_ranks_writes_the_same(self):
        self.assertEqual(self.graze(*CLASH, "-o", "alone").code, 1)
        for ranks in (1, 2, 4):
            done = self.run_ranks(ranks, *CLASH, "-o", f"ranks{ranks}")
            self.assertEqual(done.returncode, 1, done)
            self.assertTrue(self.report_but_run(f"ranks{ranks}") == self.report_but_run("alone"))
            # What was written is named after the same table.
            self.assertTrue(done.stdout.replace("\r\n", "\n").startswith(self.graze(*CLASH).out), done)
            self.assertFalse((self.folder / f"ranks{ranks}" / "checkpoint").exists())

    def test_what_is_wrong_is_said_once(self):
        done = self.run_ranks(2, "clash", "missing.glb", "-o", "x")
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stderr.count("missing.glb"), 1, done)

    def kill_a_rank(self, recover, number="2", while_sending=False):
        """Kills one of three ranks once something was found; returns exit code and what was said."""
        process = subprocess.Popen(self.command(3, *CLASH, "-o", "killed", recover=recover),
                                   cwd=self.folder, env=self.mpi_environment(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        checkpoint = self.folder / "killed" / "checkpoint"
        while process.poll() is None and not self.holds_a_result(checkpoint):
            time.sleep(0.001)
        ranks = {self.variable(p, "OMPI_COMM_WORLD_RANK"): p for p in self.children_of(process.pid)}
        self.assertIn(number, ranks, "the work was done before a rank could be killed")
        if while_sending:  # rank 0 is held until results wait for it, but not so long that it looks for the dead first
            os.kill(ranks["0"], signal.SIGSTOP)
            time.sleep(0.02)
        os.kill(ranks[number], signal.SIGKILL)
        if while_sending:
            os.kill(ranks["0"], signal.SIGCONT)
        out, err = process.communicate(timeout=120)
        return process.returncode, err

    @staticmethod
    def holds_a_result(checkpoint):
        """Whole: a kill in the midst of a write can tear the last one. Behind a header of 40 bytes, each has its size and a
        checksum before it."""
        try:
            content = checkpoint.read_bytes()
        except OSError:
            return False
        return len(content) >= 56 and len(content) >= 56 + int.from_bytes(content[40:48], "little")

    @staticmethod
    def children_of(parent):
        children = []
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and int((entry / "stat").read_text().rsplit(")")[-1].split()[1]) == parent:
                    children.append(int(entry.name))
            except OSError:
                pass
        return children

    @staticmethod
    def variable(process, name):
        try:
            content = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
        except OSError:
            return None
        return next((v.decode().split("=", 1)[1] for v in content if v.startswith(name.encode() + b"=")), None)

    def test_a_rank_that_dies_is_named_and_the_work_goes_on_later(self):
        _, err = self.kill_a_rank(recover=True)  # mpirun's exit code is 0 then, whatever happened
        self.assertRegex(err, r"rank 2 ended before it was done; \d+ portions are missing")
        partial = json.loads((self.folder / "killed" / "clashes.json").read_text())
        self.assertFalse(partial["complete"])
        self.assertEqual(self.run_ranks(2, *CLASH, "-o", "killed").returncode, 1)
        self.assertEqual(self.graze(*CLASH, "-o", "alone").code, 1)
        self.assertTrue(self.report_but_run("killed") == self.report_but_run("alone"))
        resumed = json.loads((self.folder / "killed" / "clashes.json").read_text())["run"]["resumed"]
        self.assertGreater(resumed, 0)

    def test_a_rank_that_dies_while_its_result_is_fetched_is_not_waited_for(self):
        _, err = self.kill_a_rank(recover=True, while_sending=True)
        self.assertRegex(err, r"rank 2 ended before it was done; \d+ portions are missing")
        self.assertEqual(self.graze(*CLASH, "-o", "killed").code, 1)
        self.assertEqual(self.graze(*CLASH, "-o", "alone").code, 1)
        self.assertTrue(self.report_but_run("killed") == self.report_but_run("alone"))

    def test_nobody_waits_for_rank_0(self):
        _, err = self.kill_a_rank(recover=True, number="0")
        self.assertEqual(err.count("rank 0 ended before it was done"), 1, err)
        self.assertEqual(self.graze(*CLASH, "-o", "killed").code, 1)
        resumed = json.loads((self.folder / "killed" / "clashes.json").read_text())["run"]["resumed"]
        self.assertGreater(resumed, 0)

    def test_where_mpirun_ends_all_ranks_nothing_hangs_and_nothing_is_lost(self):
        code, err = self.kill_a_rank(recover=False)
        self.assertNotEqual(code, 0)
        self.assertRegex(err, r"rank 2 ended before it was done; \d+ portions are missing")
        self.assertEqual(self.graze(*CLASH, "-o", "killed").code, 1)
        resumed = json.loads((self.folder / "killed" / "clashes.json").read_text())["run"]["resumed"]
        self.assertGreater(resumed, 0)


if __name__ == "__main__":
    unittest.main()
