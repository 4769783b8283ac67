import json
import struct
import unittest

from program import NOTHING_LOST, ProgramTest, TWO_PARTS_OBJ


def glb_json(content):
    """The JSON of a GLB file."""
    length, = struct.unpack_from("<I", content, 12)
    return json.loads(content[20:20 + length])


# Names that have to come through unharmed, each with one triangle.
NAMES = ["größer", "机器 人", "with  blanks", "gearbox/shaft", "gearbox/wheel/bolt", "wheel (2)", "\U0001f529", "#5"]


def named_triangles(names):
    lines = []
    for i, name in enumerate(names):
        lines += [f"o {name}", f"v {i} 0 0", f"v {i + 1} 0 0", f"v {i} 1 0", f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}"]
    return "\n".join(lines) + "\n"


class Convert(ProgramTest):
    def convert(self, *args):
        result = self.graze("convert", *args, "--json")
        self.assertEqual((result.code, result.err), (0, ""), result)
        return result.json()

    def test_an_obj_survives_a_round_trip(self):
        self.generate("a.obj", "torus")
        document = self.convert("a.obj", "b.obj")
        self.assertEqual(document["not_kept"], NOTHING_LOST)
        before, after = self.graze("info", "--json", "a.obj", "b.obj").json()["files"]
        self.assertEqual({**before, "file": ""}, {**after, "file": ""})

    def test_json_has_every_documented_field(self):
        self.generate("a.stl", "box")
        document = self.convert("a.stl", "b.obj")
        self.assertEqual(set(document), {"schema", "input", "output", "not_kept"})
        self.assertEqual(document["schema"], "graze.convert/1")
        self.assertEqual(document["input"], {"file": "a.stl", "format": "stl (binary)"})
        self.assertEqual(document["output"]["file"], "b.obj")
        self.assertEqual(document["output"]["triangles"], 12)

    def test_names_everything_that_stl_cannot_keep(self):
        self.write("a.obj", TWO_PARTS_OBJ)
        lost = self.convert("a.obj", "a.stl", "--unit", "mm")["not_kept"]
        # 0.1 is no float, and stands in the file twice.
        self.assertEqual({**lost, "skipped": []}, {**NOTHING_LOST, "rounded_coordinates": 2, "part_names": True,
                                                   "polygons_cut": True, "unit": True})
        self.assertEqual(len(lost["skipped"]), 1)
        text = self.graze("convert", "a.obj", "a.stl", "--unit", "mm").out
        for word in ("2 coordinates rounded", "names of the parts", "polygons", "mm", "skipped"):
            self.assertIn(word, text)

    def test_the_file_to_write_may_be_named_by_an_option(self):
        self.generate("a.stl", "box")
        self.assertEqual(self.convert("a.stl", "-o", "b.obj")["output"]["file"], "b.obj")
        self.assertEqual(self.graze("repair", "a.stl", "-o", "c.obj", "--json").json()["output"]["file"], "c.obj")

    def test_says_nothing_about_losses_where_there_are_none(self):
        self.generate("a.obj", "box")
        self.assertNotIn("not kept", self.graze("convert", "a.obj", "b.obj").out)

    def test_ascii_stl_keeps_all_digits(self):
        self.generate("a.obj", "sphere")
        self.assertEqual(self.convert("a.obj", "b.stl", "--ascii")["not_kept"]["rounded_coordinates"], 0)

    def test_a_file_can_replace_itself(self):
        self.generate("a.stl", "box")
        self.convert("a.stl", "a.stl", "--ascii")
        self.assertEqual(self.graze("info", "--json", "a.stl").json()["files"][0]["format"], "stl (ascii)")

    def test_a_failure_leaves_the_old_file(self):
        self.write("old.stl", "precious")
        self.write("bad.obj", "v 0 0 nan\nf 1 1 1\n")
        self.assert_error(self.graze("convert", "bad.obj", "old.stl"), "bad.obj")
        self.assertEqual((self.folder / "old.stl").read_text(), "precious")

    def object_names(self, file):
        lines = (self.folder / file).read_text(encoding="utf-8").splitlines()
        return [line[2:] for line in lines if line.startswith("o ")]

    def test_names_go_from_obj_through_glb_and_back(self):
        self.write("a.obj", named_triangles(NAMES))
        document = self.convert("a.obj", "a.glb")
        self.assertEqual(document["not_kept"], NOTHING_LOST)
        self.assertEqual((document["output"]["parts"], document["output"]["meshes"]), (8, 8))
        back = self.convert("a.glb", "b.obj")
        self.assertEqual(back["input"]["format"], "glb")
        self.assertEqual(back["not_kept"], NOTHING_LOST)
        self.assertEqual(sorted(self.object_names("b.obj")), sorted(NAMES))

    def test_a_glb_survives_a_round_trip_byte_by_byte(self):
        self.write("a.obj", named_triangles(NAMES))
        self.convert("a.obj", "a.glb", "--unit", "mm")
        self.convert("a.glb", "b.glb")
        self.convert("b.glb", "c.glb")
        first, second, third = [(self.folder / name).read_bytes() for name in ("a.glb", "b.glb", "c.glb")]
        self.assertEqual(second, third)
        self.assertEqual(glb_json(first)["asset"], glb_json(second)["asset"])
        self.assertEqual(len(glb_json(first)["nodes"]), len(glb_json(second)["nodes"]))

    def test_glb_keeps_the_unit_and_the_tree_of_the_names(self):
        self.write("a.obj", named_triangles(["gearbox/shaft", "gearbox/wheel"]))
        self.assertFalse(self.convert("a.obj", "a.glb", "--unit", "mm")["not_kept"]["unit"])
        document = glb_json((self.folder / "a.glb").read_bytes())
        self.assertEqual(document["asset"]["extras"]["graze"], {"version": 1, "metres_per_unit": 0.001, "root": 0})
        self.assertEqual([node["name"] for node in document["nodes"]], ["unit and axis", "gearbox", "shaft", "wheel"])
        lost = self.convert("a.glb", "b.obj")["not_kept"]
        self.assertTrue(lost["unit"])
        self.assertIn("the unit (mm)", self.graze("convert", "a.glb", "b.obj").out)

    def test_instances_stay_instances(self):
        self.write("a.obj", named_triangles(["a"]))
        self.convert("a.obj", "a.glb")
        content = (self.folder / "a.glb").read_bytes()
        document = glb_json(content)
        length, = struct.unpack_from("<I", content, 12)
        document["nodes"] += [{"mesh": 0, "translation": [i, 0, 0], "name": f"copy {i}"} for i in range(5)]
        document["scenes"] = [{"nodes": list(range(6))}]
        del document["asset"]["extras"]
        text = json.dumps(document).encode()
        text += b" " * (-len(text) % 4)
        rest = content[20 + length:]
        self.write("b.glb", b"glTF" + struct.pack("<IIII", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)
        output = self.convert("b.glb", "c.glb")["output"]
        self.assertEqual((output["parts"], output["meshes"], output["triangles"]), (6, 1, 6))

    def test_says_that_the_upward_axis_is_lost(self):
        self.write("a.gltf", json.dumps({
            "asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"byteLength": 36, "uri": "a.bin"}]}))
        self.write("a.bin", struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0))
        self.assertEqual(self.convert("a.gltf", "b.glb")["not_kept"], NOTHING_LOST)
        self.assertEqual(self.convert("b.glb", "b.stl")["not_kept"], {**NOTHING_LOST, "unit": True, "up": True})
        self.assertIn("which way is up", self.graze("convert", "b.glb", "b.stl").out)

    def test_gltf_is_written_as_glb_only(self):
        self.generate("a.stl", "box")
        self.assert_error(self.graze("convert", "a.stl", "b.gltf"), "b.gltf", ".glb")

    def test_understands_units(self):
        self.generate("a.stl", "box")
        for unit in ("mm", "cm", "m", "in", "ft", "0.05"):
            with self.subTest(unit):
                self.assertTrue(self.convert("a.stl", "b.stl", "--unit", unit)["not_kept"]["unit"])
        for unit in ("miles", "0", "-1", "nan", "", "mm "):
            with self.subTest(unit):
                self.assert_error(self.graze("convert", "a.stl", "c.stl", "--unit", unit), "--unit")
                self.assertFalse((self.folder / "c.stl").exists())


if __name__ == "__main__":
    unittest.main()
