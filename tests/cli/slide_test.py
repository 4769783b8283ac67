import json
import math
import struct
import unittest
from pathlib import Path

from program import ProgramTest

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "slide.schema.json").read_text())


def box_obj(lower, upper):
    corners = [(x, y, z) for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])]
    faces = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
    return "".join("v %g %g %g\n" % c for c in corners) + "".join("f %s\n" % f for f in faces)


class Animation:
    """What a GLB file says, read by its specification alone (glTF 2.0, sections 3 and 4)."""

    FLOATS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}

    def __init__(self, data):
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data)), (magic, version, length)
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.json = json.loads(data[20:20 + size])
        binary, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0" and 28 + size + binary == length
        self.binary = data[28 + size:]
        buffers = self.json["buffers"]
        assert len(buffers) == 1 and len(self.binary) - 3 <= buffers[0]["byteLength"] <= len(self.binary)
        for view in self.json["bufferViews"]:
            assert view["buffer"] == 0
            assert view.get("byteOffset", 0) + view["byteLength"] <= buffers[0]["byteLength"]

    def floats(self, number):
        accessor = self.json["accessors"][number]
        assert accessor["componentType"] == 5126, "floats"
        view = self.json["bufferViews"][accessor["bufferView"]]
        width, count = self.FLOATS[accessor["type"]], accessor["count"]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        assert accessor.get("byteOffset", 0) + 4 * width * count <= view["byteLength"] and start % 4 == 0
        values = struct.unpack_from("<%df" % (width * count), self.binary, start)
        rows = [values[i:i + width] for i in range(0, len(values), width)]
        for name, of in (("min", min), ("max", max)):
            if name in accessor:
                assert accessor[name] == [of(row[k] for row in rows) for k in range(width)], name
        return rows

    def tracks(self):
        """(node, path) -> (times, values)"""
        animation, = self.json["animations"]
        tracks = {}
        for channel in animation["channels"]:
            target = channel["target"]
            sampler = animation["samplers"][channel["sampler"]]
            assert sampler.get("interpolation", "LINEAR") == "LINEAR"
            assert "matrix" not in self.json["nodes"][target["node"]], "an animated node has no matrix"
            times = [t for t, in self.floats(sampler["input"])]
            assert "min" in self.json["accessors"][sampler["input"]]
            assert times[0] >= 0 and all(a < b for a, b in zip(times, times[1:])), "times ascend"
            values = self.floats(sampler["output"])
            assert len(values) == len(times)
            assert (target["node"], target["path"]) not in tracks
            tracks[target["node"], target["path"]] = times, values
        return tracks


class Slide(ProgramTest):
    def setUp(self):
        super().setUp()
        if "slide" not in self.graze("--help").out:
            self.skipTest("graze was built without pages or sliding")
        self.write("block.obj", box_obj((-5, -5, -5), (5, 5, 5)))
        self.write("wall.obj", box_obj((19, -30, -30), (21, 30, 30)))

    def hand(self, name, places):
        """A hand that goes from place to place."""
        poses = [[1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z] for x, y, z in places]
        with open(self.folder / name, "w") as file:
            json.dump({"schema": "graze.motion/1", "motion": "hand", "paths": [poses]}, file)

    def slide(self, *args):
        return self.graze("slide", "block.obj", "--hand", "hand.json", "--against", "wall.obj", "--unit", "mm", *args)

    def test_stops_at_the_wall_and_slides_along_it(self):
        self.hand("hand.json", [(i, 0.5 * i, 0) for i in range(31)])
        result = self.slide("--json", "-")
        self.assertEqual(result.code, 1, result)
        document = result.json()
        self.assertEqual(document["schema"], "graze.slide/1")
        last = document["steps"][-1]
        self.assertAlmostEqual(last["pose"][3], 14, delta=0.01)  # 20 - 1 - 5
        self.assertLess(last["pose"][3], 14)
        self.assertAlmostEqual(last["pose"][7], 15, delta=0.01)
        self.assertEqual(document["held_back"]["by"], ["wall"])
        self.assertTrue(last["contacts"])
        self.assertAlmostEqual(abs(last["contacts"][0]["normal"][0]), 1, delta=1e-6)

    def test_infinite_friction_keeps_it_where_it_touches(self):
        self.hand("hand.json", [(i, 0, 0) for i in range(20)] + [(20, 0.5 * i, 0) for i in range(20)])
        document = self.slide("--friction", "inf", "--json", "-").json()
        self.assertAlmostEqual(document["steps"][-1]["pose"][7], 0, delta=0.05)
        self.assertEqual(document["friction"], "infinite")

    def test_follows_a_hand_that_meets_nothing(self):
        self.hand("hand.json", [(-i, 0, 0) for i in range(11)])
        result = self.slide()
        self.assertEqual(result.code, 0, result)
        self.assertIn("followed the hand to the end", result.out)

    def test_writes_path_plot_pictures_and_an_animation(self):
        self.hand("hand.json", [(2 * i, 0, 0) for i in range(16)])
        result = self.slide("-o", "out")
        self.assertEqual(result.code, 1, result)
        for name in ("slide.json", "path.json", "distance.svg", "first-contact.png", "slide.glb"):
            self.assertIn("out/" + name, result.out)
        path = json.loads((self.folder / "out/path.json").read_text())
        self.assertEqual(len(path["paths"][0]), 16)
        animation = Animation((self.folder / "out/slide.glb").read_bytes())
        tracks = animation.tracks()
        self.assertEqual(sorted(path for _, path in tracks), ["rotation", "translation"])
        node, = {node for node, _ in tracks}
        self.assertIn("mesh", animation.json["nodes"][node])
        times, places = tracks[node, "translation"]
        self.assertEqual(len(times), 16)
        turns = tracks[node, "rotation"][1]
        self.assertTrue(all(abs(math.hypot(*q) - 1) < 1e-5 for q in turns))
        # It is where the path says, under a root that makes metres of millimetres.
        root, = animation.json["scenes"][0]["nodes"]
        matrix = animation.json["nodes"][root]["matrix"]
        self.assertEqual(matrix, [1e-3, 0, 0, 0, 0, 1e-3, 0, 0, 0, 0, 1e-3, 0, 0, 0, 0, 1])
        for place, pose in zip(places, path["paths"][0]):
            for k in range(3):
                self.assertAlmostEqual(place[k], pose[4 * k + 3], delta=1e-5)
        # What was written can be swept: the path is free.
        swept = self.graze("sweep", "block.obj", "--path", "out/path.json", "--against", "wall.obj", "--unit", "mm")
        self.assertEqual(swept.code, 0, swept)

    def test_prints_what_the_schema_says(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed (scripts/install-deps test)")
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        validator = jsonschema.Draft202012Validator(SCHEMA)
        self.hand("hand.json", [(i, 0.5 * i, 0) for i in range(31)])
        for args in ([], ["--friction", "inf", "--clearance", "1mm"], ["-o", "out"], ["--budget", "100"]):
            with self.subTest(args=args):
                document = self.slide(*args, "--json", "-").json()
                self.assertEqual([f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(document)], [])
        self.assertEqual(json.loads((self.folder / "out/slide.json").read_text())["schema"], "graze.slide/1")

    def test_rules_ignore_pairs_and_allow_overlaps(self):
        self.hand("hand.json", [(2 * i, 0, 0) for i in range(31)])
        def last(text):
            self.write("rules.txt", text)
            return self.slide("--rules", "rules.txt", "--json", "-").json()["steps"][-1]
        self.assertAlmostEqual(last("# none")["pose"][3], 14, delta=0.01)
        self.assertAlmostEqual(last('ignore "block" "wall"')["pose"][3], 60, delta=1e-6)
        self.assertAlmostEqual(last('ignore "block" "other"')["pose"][3], 14, delta=0.01)
        pressed = last('allow 0.5mm "block" "wall"')
        self.assertAlmostEqual(pressed["pose"][3], 14.5, delta=0.01)
        self.assertLessEqual(pressed["pose"][3], 14.5)
        self.assertAlmostEqual(last('clearance 2mm "block" "wall"')["pose"][3], 12, delta=0.01)
        # The larger one of both counts.
        self.write("rules.txt", 'clearance 2mm "block" "wall"')
        document = self.slide("--rules", "rules.txt", "--clearance", "3mm", "--json", "-").json()
        self.assertAlmostEqual(document["steps"][-1]["pose"][3], 11, delta=0.01)
        self.write("rules.txt", "ignroe any any")
        result = self.slide("--rules", "rules.txt")
        self.assertEqual(result.code, 2, result)
        self.assertIn("rules.txt:1", result.err)

    def test_captive_parts_of_a_gearbox(self):
        self.assertEqual(self.graze("generate", "gearbox", "--parts", "54", "--triangles", "10000", "--clean", "--captives",
                                    "-o", "box.glb").code, 0)
        truth = json.loads((self.folder / "box.truth.json").read_text())
        self.assertEqual(len(truth["motions"]), 3)
        for motion in truth["motions"]:
            self.write("path.json", json.dumps({"schema": "graze.motion/1", "motion": "planted", "paths": [motion["poses"]]}))
            bump = motion["bump"]
            result = self.graze("slide", *("box/" + p for p in motion["parts"]), "--hand", "path.json", "--against", "box.glb",
                                "--json", "-")
            self.assertEqual(result.code, 1 if bump else 0, result)
            document = result.json()
            self.assertEqual((document["was_in"], document["came_out"]), (True, bump is None))
            if bump:
                self.assertEqual(document["held_back"], {"since": math.ceil(bump["step"]), "by": ["box/" + bump["into"]]})

    def test_bad_input_gets_one_sentence_and_exit_2(self):
        self.hand("hand.json", [(0, 0, 0), (1, 0, 0)])
        for args in (["--friction", "-1"], ["--friction", "much"], ["--gap", "0"], ["--looks", "0"],
                     ["--ignore", "nothing"], ["--json", "out.txt"]):
            with self.subTest(args=args):
                result = self.slide(*args)
                self.assertEqual(result.code, 2, result)
                self.assertEqual(result.out, "")


if __name__ == "__main__":
    unittest.main()
