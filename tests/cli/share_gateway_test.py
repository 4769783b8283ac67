"""What strangers do to the gateway of a running graze share: raw sockets against the program, with a guest that is not to notice."""
import base64
import os
import re
import secrets
import socket
import struct
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, Result


class Gateway(ProgramTest):
    def setUp(self):
        super().setUp()
        if "--gateway" not in self.graze("share", "--help").out:
            self.skipTest("graze was built without shared worlds")
        self.generate("ball.obj", "sphere", "--triangles", "32")
        self.world = f"gateway-test-{os.getpid()}-{secrets.token_hex(4)}"

    def start(self, *args):
        process = subprocess.Popen([PROGRAM, "share", "ball.obj", "--json", *args], cwd=self.folder, env=self.environment({}),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (process.kill() if process.poll() is None else None, process.communicate()))
        return process

    def connect(self):
        stranger = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.addCleanup(stranger.close)
        return stranger

    def upgrade(self, stranger, version="13", path="/graze", upgrade="websocket"):
        key = base64.b64encode(os.urandom(16)).decode()
        stranger.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: Upgrade\r\nUpgrade: {upgrade}\r\n"
                         f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: {version}\r\n\r\n".encode())
        return self.heard(stranger, lambda text: b"\r\n\r\n" in text)

    def heard(self, stranger, enough):
        text = b""
        while not enough(text):
            part = stranger.recv(4096)
            if not part:
                break
            text += part
        return text

    def frame(self, opcode, payload, last=True, claimed=None):
        size = len(payload) if claimed is None else claimed
        head = bytes([(128 if last else 0) | opcode])
        if size < 126:
            head += bytes([128 | size])
        elif size < 65536:
            head += struct.pack(">BH", 128 | 126, size)
        else:
            head += struct.pack(">BQ", 128 | 127, size)
        mask = os.urandom(4)
        return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))

    def assert_ends(self, stranger, what):
        stranger.settimeout(20)
        try:
            while stranger.recv(4096):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            self.fail(f"{what}: the connection stays open")

    def test_strangers_are_refused_and_the_guest_does_not_notice(self):
        host = self.start("--gateway", "0", "--world", self.world, "--objects", "15", "--seconds", "9", "--wait-for", "1")
        line = host.stderr.readline()
        if "built without" in line:
            self.skipTest(line.strip())
        self.port = int(re.search(r":(\d+)$", line.strip()).group(1))
        guest = self.start("--join", f"ws://127.0.0.1:{self.port}", "--objects", "15", "--seconds", "9", "--wait-for", "1")

        slow = self.connect()  # a request that never ends, a byte at a time
        slow.sendall(b"GET /graze HTTP/1.1\r\nHost: ")
        begin = time.monotonic()
        for what, arguments, answer in (("an old version", {"version": "8"}, b" 4"), ("another path", {"path": "/x"}, b" 404 "),
                                        ("no WebSocket", {"upgrade": "h2c"}, b" 426 ")):
            with self.subTest(what):
                stranger = self.connect()
                self.assertIn(answer, self.upgrade(stranger, **arguments)[:16], what)
                self.assert_ends(stranger, what)
        post = self.connect()
        post.sendall(f"POST /graze HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: 99999999\r\n\r\n".encode() + b"x" * 5000)
        self.assert_ends(post, "a request of another kind")

        publish = b"\x02\x01" + bytes(8)
        for what, frames in (("a frame of 4 EB", [self.frame(2, b"x" * 100, claimed=1 << 62)]),
                             ("a frame of 2000 bytes", [self.frame(2, publish + b"x" * 2000)]),
                             ("fragments of more than a message", [self.frame(2, publish + b"x" * 590, last=False),
                                                                   self.frame(0, b"x" * 600, last=False), self.frame(0, b"x" * 600)]),
                             ("fragments without end", [self.frame(2, publish, last=False)] + [self.frame(0, b"x", last=False)] * 3000),
                             ("a message inside another", [self.frame(2, publish, last=False), self.frame(2, publish)]),
                             ("an end without a begin", [self.frame(0, b"x")]),
                             ("a long ping", [self.frame(9, b"x" * 200)]),
                             ("a ping in fragments", [self.frame(9, b"x", last=False)]),
                             ("text", [self.frame(1, b"hello")])):
            with self.subTest(what):
                stranger = self.connect()
                self.assertIn(b" 101 ", self.upgrade(stranger)[:16], what)
                try:
                    for one in frames:
                        stranger.sendall(one)
                except ConnectionError:
                    pass  # ended before it was all sent
                self.assert_ends(stranger, what)
        # A message in fragments is one message; what is in it is no datagram of a world, and is refused there.
        pieces = self.connect()
        self.upgrade(pieces)
        pieces.sendall(self.frame(2, publish[:4], last=False) + self.frame(9, b"?") + self.frame(0, publish[4:] + b"nonsense"))
        self.assertIn(b"\x8a\x01?", self.heard(pieces, lambda text: b"\x8a\x01?" in text))
        # A row of headers, a byte at a time, is given up after the time for a handshake.
        slow.settimeout(20)
        try:
            while time.monotonic() - begin < 20 and not self.is_over(slow):
                slow.sendall(b"a")
                time.sleep(0.2)
        except ConnectionError:
            pass
        self.assertLess(time.monotonic() - begin, 20)

        reports = []
        for process in (guest, host):
            out, err = process.communicate(timeout=60)
            result = Result(process.returncode, out, err)
            self.assertEqual(result.code, 0, result)
            reports.append(result.json())
        self.assertEqual(reports[0]["verdicts_digest"], reports[1]["verdicts_digest"], reports)
        self.assertEqual([r["all_know"] for r in reports], [True, True])
        self.assertEqual([r["objects"] for r in reports], [30, 30])

    def is_over(self, stranger):
        stranger.setblocking(False)
        try:
            return stranger.recv(1) == b""
        except BlockingIOError:
            return False
        finally:
            stranger.settimeout(20)


if __name__ == "__main__":
    unittest.main()
