import struct
import unittest
import zlib

from program import ProgramTest, TWO_PARTS_OBJ, interrupted_at_once


def read_png(data):
    """Width, height and rows of pixels (tuples) of a PNG with 8 bits per channel that is not interlaced."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, compressed, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        header = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else header
        compressed += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, color, _, _, interlaced = header
    assert (depth, interlaced) == (8, 0) and color in (2, 6)
    step = 3 if color == 2 else 4
    raw, rows, above = zlib.decompress(compressed), [], bytes(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        row = bytearray(raw[start + 1:start + 1 + width * step])
        for i in range(len(row)):
            left, up = row[i - step] if i >= step else 0, above[i]
            corner = above[i - step] if i >= step else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda v: abs(guess - v))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[raw[start]]) & 255
        rows.append([tuple(row[x:x + step]) for x in range(0, len(row), step)])
        above = row
    return width, height, rows


class Draw(ProgramTest):
    def draw(self, *args):
        """The pixels of a small picture."""
        result = self.graze("draw", *args, "-o", "picture.png", "--size", "60x40")
        self.assertEqual((result.code, result.err), (0, ""), result)
        width, height, rows = read_png((self.folder / "picture.png").read_bytes())
        self.assertEqual((width, height), (60, 40))
        return rows

    def test_a_picture_is_written_and_described(self):
        self.generate("ball.stl", "sphere")
        result = self.graze("draw", "ball.stl", "-o", "ball.png")
        self.assertEqual((result.code, result.err), (0, ""), result)
        self.assertRegex(result.out, r"written +ball\.png\n +pixels +1200 x 800\n +parts +1\n +triangles +")
        self.assertEqual(struct.unpack(">II", (self.folder / "ball.png").read_bytes()[16:24]), (1200, 800))

    def test_json_has_parts_colours_and_the_camera(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        result = self.graze("draw", "two.obj", "-o", "two.png", "--size", "20x10", "--json", "--orthographic",
                            "--color", "plate=#102030", "--opacity", "two/sp*=0.5")
        self.assertEqual((result.code, result.err), (0, ""), result)
        report = result.json()
        self.assertEqual(report["schema"], "graze.draw/1")
        self.assertEqual((report["file"], report["width"], report["height"]), ("two.png", 20, 10))
        self.assertEqual([(p["path"], p["opacity"]) for p in report["parts"]], [("two/plate", 1), ("two/spike", 0.5)])
        self.assertEqual(report["parts"][0]["color"], "#102030")
        self.assertEqual(report["camera"]["projection"], "orthographic")
        self.assertEqual(report["files"][0]["skipped"], [{"what": "line elements", "count": 1}])

    def test_what_was_skipped_is_said(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        result = self.graze("draw", "two.obj", "-o", "two.png", "--size", "20x10")
        self.assertIn("line elements", result.out)

    def test_the_picture_is_the_same_for_any_number_of_threads(self):
        self.generate("machine.obj", "machine")
        pictures = set()
        for threads in ("1", "2", "3"):
            result = self.graze("draw", "machine.obj", "-o", "m.png", "--size", "200x150", "--edges", "--opacity",
                                "flywheel=0.4", "--threads", threads)
            self.assertEqual(result.code, 0, result)
            pictures.add((self.folder / "m.png").read_bytes())
        self.assertEqual(len(pictures), 1)

    def test_colours_are_those_asked_for(self):
        self.generate("box.stl", "box")
        rows = self.draw("box.stl", "--color", "#ff0000", "--background", "#0000ff")
        self.assertEqual(rows[0][0], (0, 0, 255))
        red, green, blue = rows[20][30]
        self.assertTrue(red > 100 and green < 60 and blue < 60, rows[20][30])

    def test_a_background_of_none_is_transparent(self):
        self.generate("box.stl", "box")
        rows = self.draw("box.stl", "--background", "none")
        self.assertEqual(rows[0][0][3], 0)
        self.assertEqual(rows[20][30][3], 255)

    def test_views_look_from_where_they_say(self):
        self.generate("plate.stl", "box", "--size", "6,2,1")
        covered = {}
        for view in ("front", "back", "left", "right", "top", "bottom"):
            rows = self.draw("plate.stl", "--from", view, "--orthographic", "--background", "none")
            across = sum(pixel[3] for pixel in rows[20])
            along = sum(row[30][3] for row in rows)
            covered[view] = round(across / along)
        self.assertEqual(covered, {"front": 6, "back": 6, "left": 2, "right": 2, "top": 3, "bottom": 3})
        self.assertEqual(self.draw("plate.stl", "--from", "0,-3,0"), self.draw("plate.stl", "--from", "front"))
        self.assertNotEqual(self.draw("plate.stl", "--from", "front"), self.draw("plate.stl", "--from", "iso"))
        self.assertEqual(self.draw("plate.stl", "--from", "0,0,1", "--up", "y"),
                         self.draw("plate.stl", "--from", "front", "--up", "y"))

    def test_a_section_leaves_something_out(self):
        self.generate("box.stl", "box")
        whole = self.draw("box.stl", "--background", "none", "--from", "front", "--orthographic")
        cut = self.draw("box.stl", "--background", "none", "--from", "front", "--orthographic", "--section", "0,0,0,1,0,0")
        count = lambda rows: sum(pixel[3] > 0 for row in rows for pixel in row)
        self.assertLess(abs(count(whole) / 2 - count(cut)), 40)

    def test_bad_input_is_one_sentence(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        for options, mentions in (
                (("-o", "two.jpg"), ("two.jpg", ".png")),
                (("-o", "two.obj"), ("two.obj", ".png")),
                ((), ("--output",)),
                (("-o", "p.png", "--size", "100"), ("--size", "1200x800")),
                (("-o", "p.png", "--size", "0x100"), ("--size",)),
                (("-o", "p.png", "--size", "16384x16384"), ("too large",)),
                (("-o", "p.png", "--from", "frnt"), ("--from", "'front'")),
                (("-o", "p.png", "--from", "0,0,0"), ("--from",)),
                (("-o", "p.png", "--from", "1,2"), ("--from", "three")),
                (("-o", "p.png", "--up", "w"), ("--up", "x, y or z")),
                (("-o", "p.png", "--color", "plate=blueish"), ("--color", "blueish")),
                (("-o", "p.png", "--color", "plat=red"), ("--color", "'plate'")),
                (("-o", "p.png", "--opacity", "plate=1.5"), ("--opacity", "0 to 1")),
                (("-o", "p.png", "--background", "nothing"), ("--background",)),
                (("-o", "p.png", "--section", "1,2,3"), ("--section",)),
                (("-o", "p.png", "--section", "1,2,3,0,0,0"), ("--section",)),
                (("-o", "p.png", "--crease", "-1"), ("--crease",)),
                (("-o", "p.png", "--perspective", "--orthographic"), ("--orthographic",)),
                (("-o", "missing/p.png",), ("missing/p.png",))):
            with self.subTest(options=options):
                self.assert_error(self.graze("draw", "two.obj", *options), *mentions)
        self.assert_error(self.graze("draw", "nowhere.stl", "-o", "p.png"), "nowhere.stl")
        self.assertFalse((self.folder / "p.png").exists())

    def test_interrupted_it_writes_nothing(self):
        self.generate("ball.stl", "sphere", "--triangles", "100000")
        result = self.graze("draw", "ball.stl", "-o", "ball.png", preexec_fn=interrupted_at_once)
        self.assertEqual(result.code, 3, result)
        self.assertFalse((self.folder / "ball.png").exists())


if __name__ == "__main__":
    unittest.main()
