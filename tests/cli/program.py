"""Runs the program in a folder of its own and looks at what it says."""
import json
import math
import os
import pty
import select
import signal
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["GRAZE_PROGRAM"]
SANITIZED = bool(os.environ.get("GRAZE_SANITIZE"))


def reject_constant(name):
    raise ValueError(f"{name} is not JSON")


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def json(self):
        return json.loads(self.out, parse_constant=reject_constant)

    def __repr__(self):
        return f"exit {self.code}\nstdout: {self.out!r}\nstderr: {self.err!r}"


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="graze-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def environment(self, changes):
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "COLUMNS")}
        env["TERM"] = "xterm"
        env.update(changes)
        return env

    def graze(self, *args, env=(), **popen):
        """Runs the program with pipes; bytes or text arguments."""
        done = subprocess.run([PROGRAM, *args], cwd=self.folder, env=self.environment(dict(env)), timeout=60,
                              stdin=subprocess.DEVNULL, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **popen})
        decode = lambda b: b.decode("utf-8") if b is not None else ""
        return Result(done.returncode, decode(done.stdout), decode(done.stderr))

    def graze_on_terminal(self, *args, env=()):
        """Runs the program with standard output and error on one terminal; returns what appears there as `out`."""
        try:
            controller, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminals here: {error}")
        process = subprocess.Popen([PROGRAM, *args], cwd=self.folder, env=self.environment(dict(env)),
                                   stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal)
        os.close(terminal)
        seen = b""
        while select.select([controller], [], [], 60)[0]:
            try:
                data = os.read(controller, 65536)
            except OSError:  # the program has closed its side
                break
            if not data:
                break
            seen += data
        os.close(controller)
        return Result(process.wait(timeout=60), seen.decode("utf-8").replace("\r\n", "\n"), "")

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return name

    def generate(self, name, *args):
        result = self.graze("generate", *args, "-o", name)
        self.assertEqual(result.code, 0, result)
        return name

    def assert_error(self, result, *mentions):
        """Exit 2, one sentence on standard error, nothing on standard output."""
        self.assertEqual(result.code, 2, result)
        self.assertEqual(result.out, "", result)
        self.assert_one_sentence(result, *mentions)

    def assert_one_sentence(self, result, *mentions):
        self.assertTrue(result.err.startswith("graze: "), result)
        self.assertEqual(result.err.count("\n"), 1, result)
        self.assertTrue(result.err.endswith("\n"), result)
        for mention in mentions:
            self.assertIn(mention, result.err)


def interrupted_at_once():
    """For preexec_fn: SIGINT is pending when the program starts, and arrives as soon as it listens."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    os.kill(os.getpid(), signal.SIGINT)


def binary_stl(triangles, count=None):
    """Triangles are nine numbers each; `count` is what the header claims."""
    data = bytes(80) + struct.pack("<I", len(triangles) if count is None else count)
    for corners in triangles:
        data += struct.pack("<12fH", 0, 0, 0, *corners, 0)
    return data


NOTHING_LOST = {"rounded_coordinates": 0, "part_names": False, "polygons_cut": False, "unit": False, "up": False,
                "renamed_parts": 0, "unused_vertices": 0, "curved_faces": 0, "skipped": []}

TWO_PARTS_OBJ = """\
o plate
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
f 1 2 3 4
o spike
v 0.1 0 1
v 0 0.1 1
f 1 5 6
l 1 2
"""
