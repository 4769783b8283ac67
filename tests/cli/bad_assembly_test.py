"""Assemblies with something wrong in them: refused with a sentence, or compared with the bad part named."""
import base64
import json
import math
import struct
import unittest

from clash_test import boxes
from program import ProgramTest

CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
SQUARES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def cube_gltf(nodes, corners=CORNERS, scene=None, mode=4):
    """A document with one mesh, a cube, that nodes refer to as mesh 0; mesh 1 has no triangles, only points."""
    triangles = [i for a, b, c, d in SQUARES for i in (a, b, c, a, c, d)]
    data = struct.pack("<24f", *(v for corner in corners for v in corner)) + struct.pack("<36H", *triangles)
    document = {
        "asset": {"version": "2.0"}, "nodes": nodes,
        "scenes": [{"nodes": roots_of(nodes) if scene is None else scene}], "scene": 0,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": mode}]},
                   {"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
        "buffers": [{"byteLength": 168, "uri": "data:;base64," + base64.b64encode(data).decode()}]}
    return json.dumps(document)


def roots_of(nodes):
    children = {child for node in nodes for child in node.get("children", ())}
    return [i for i in range(len(nodes)) if i not in children]


class BadAssembly(ProgramTest):
    def report(self, *args, code):
        result = self.graze("clash", *args, "--json", "-")
        self.assertEqual(result.code, code, result)
        return result.json()

    def kinds(self, document):
        return sorted((f["kind"], f["a"], f["b"]) for f in document["findings"])

    def refused(self, name, *mentions):
        self.assert_error(self.graze("clash", name), name, *mentions)

    # ---- nothing, or nothing to compare

    def test_an_assembly_without_any_part_is_refused(self):
        self.refused(self.write("empty.obj", "o a\no b\n"))
        self.refused(self.write("empty.gltf", cube_gltf([{"name": "only a group"}])), "no triangles")
        self.refused(self.write("points.gltf", cube_gltf([{"mesh": 1}])), "no triangles")

    def test_parts_without_triangles_are_left_out_and_the_others_compared(self):
        self.write("some.obj", "o nothing\n" + boxes(("a", (0, 0, 0), (2, 2, 2)), ("b", (1, 1, 1), (3, 3, 3))) + "o end\n")
        document = self.report("some.obj", code=1)
        self.assertEqual([p["path"] for p in document["parts"]], ["some/a", "some/b"])
        self.write("some.gltf", cube_gltf([{"mesh": 0, "name": "a"}, {"mesh": 1, "name": "points"},
                                           {"mesh": 0, "name": "b", "translation": [0.5, 0, 0]}]))
        document = self.report("some.gltf", code=1)
        self.assertEqual(self.kinds(document), [("clash", "some/a", "some/b")])
        self.assertTrue(document["files"][0]["skipped"], "points are not dropped silently")

    def test_one_part_alone_has_no_pairs(self):
        document = self.report(self.write("one.gltf", cube_gltf([{"mesh": 0}])), code=0)
        self.assertEqual((document["pairs"]["total"], document["complete"]), (0, True))

    def test_parts_of_flat_triangles_only_are_compared_as_surfaces(self):
        self.write("flat.obj", boxes(("cube", (0, 0, 0), (2, 2, 2))) + "o needle\nv 1 1 -1\nv 1 1 1\nv 1 1 3\nf 9 10 11\n"
                   "o point\nv 5 5 5\nf 12 12 12\n")
        document = self.report("flat.obj", code=0)
        self.assertEqual([p["closed"] for p in document["parts"]][:2], [True, False])
        self.assertEqual(self.kinds(document), [("touch", "flat/cube", "flat/needle")], "a needle has no sides to cross with")

    # ---- numbers

    def test_numbers_that_are_none_are_refused(self):
        for number in ("nan", "inf", "-inf", "1e999", "1e101"):
            with self.subTest(number):
                self.refused(self.write("bad.obj", boxes(("a", (0, 0, 0), (2, 2, 2))) + f"v {number} 0 0\nf 1 2 9\n"),
                             "line 16")
        corners = [(math.nan, 0, 0)] + CORNERS[1:]
        self.refused(self.write("bad.gltf", cube_gltf([{"mesh": 0}], corners)))

    def test_places_that_are_none_are_refused(self):
        for what, node, *mentions in [
            ("not a number", {"translation": [0, math.nan, 0]}, "JSON"), ("infinite", {"scale": [math.inf, 1, 1]}, "JSON"),
            ("too large", {"translation": [1e200, 0, 0]}, '"there"', "translation"),
            ("no rotation", {"rotation": [0, 0, 0, 0]}, '"there"', "rotation"),
            ("too short a matrix", {"matrix": [1, 0, 0, 0]}, '"there"', "4 numbers"),
        ]:
            with self.subTest(what):
                self.refused(self.write("bad.gltf", cube_gltf([{"mesh": 0}, {"mesh": 0, "name": "there", **node}])), *mentions)

    def test_a_part_that_is_squeezed_flat_or_to_a_point_is_a_part(self):
        for what, scale, found in [("flat", [1, 1, 0], "touch"), ("a point", [0, 0, 0], "touch")]:
            with self.subTest(what):
                self.write("flat.gltf", cube_gltf([{"mesh": 0}, {"mesh": 0, "scale": scale}]))
                document = self.report("flat.gltf", code=0)
                self.assertEqual([f["kind"] for f in document["findings"]], [found])

    def test_huge_coordinates_are_compared_exactly(self):
        big = 1e99
        self.write("huge.obj", boxes(("a", (0, 0, 0), (big, big, big)), ("b", (big, 0, 0), (2 * big, big, big)),
                                     ("c", (big / 2, 0, 0), (big * 0.75, big / 2, big / 2)), ("d", (0, 0, 0), (1, 1, 1)),
                                     ("e", (-big, -big, -big), (-1, -1, -1))))
        document = self.report("huge.obj", code=1)
        self.assertEqual(self.kinds(document), [("clash", "huge/a", "huge/c"), ("clash", "huge/a", "huge/d"),
                                                ("touch", "huge/a", "huge/b")])
        self.assertTrue(document["complete"])

    def test_parts_of_all_sizes_side_by_side(self):
        tiny = 1e-90
        self.write("sizes.obj", boxes(("a", (0, 0, 0), (tiny, tiny, tiny)), ("b", (tiny, 0, 0), (2 * tiny, tiny, tiny)),
                                      ("c", (-1e90, -1e90, -1e90), (0, 1e90, 1e90))))
        self.assertEqual(self.kinds(self.report("sizes.obj", code=0)), [("touch", "sizes/a", "sizes/b"),
                                                                       ("touch", "sizes/a", "sizes/c")])

    # ---- names

    def test_a_name_that_comes_again_in_an_obj_file_continues_its_part(self):
        self.write("twice.obj", boxes(("a", (0, 0, 0), (1, 1, 1)), ("b", (3, 0, 0), (4, 1, 1)), ("a", (3.5, 0, 0), (5, 1, 1))))
        self.assertEqual(self.kinds(self.report("twice.obj", code=1)), [("clash", "twice/a", "twice/b")])

    def test_nodes_of_one_name_are_parts_of_their_own(self):
        self.write("same.gltf", cube_gltf([{"mesh": 0, "name": "bolt"}, {"mesh": 0, "name": "bolt", "translation": [0.5, 0, 0]},
                                           {"mesh": 0, "name": "bolt", "translation": [5, 0, 0]}, {"mesh": 0},
                                           {"mesh": 0, "name": ""}]))
        document = self.report("same.gltf", code=1)
        paths = [p["path"] for p in document["parts"]]
        self.assertEqual(len(paths), 5)
        self.assertEqual(len(set(paths)), 5, paths)
        self.assertEqual([f["kind"] for f in document["findings"]], ["clash"] * 6)

    def test_names_full_of_mischief_stay_names(self):
        names = ["</script><script>alert(1)</script>", "a/b\\c", "..", "\u202egnp", "x" * 5000, "=cmd|' /C calc'!A0",
                 "\n\t", "ä", "a\u0308"]
        nodes = [{"mesh": 0, "name": name, "translation": [3 * i, 0, 0]} for i, name in enumerate(names)]
        document = self.report(self.write("names.gltf", cube_gltf(nodes)), code=0)
        self.assertEqual(len({p["path"] for p in document["parts"]}), len(names))

    # ---- trees

    def test_circles_of_nodes_are_refused(self):
        for what, nodes, scene in [("of one", [{"mesh": 0, "children": [0]}], [0]),
                                   ("of two", [{"mesh": 0, "children": [1]}, {"children": [0]}], [0]),
                                   ("below", [{"children": [1]}, {"children": [2]}, {"mesh": 0, "children": [1]}], [0])]:
            with self.subTest(what):
                self.refused(self.write("circle.gltf", cube_gltf(nodes, scene=scene)), "circle.gltf")

    def test_a_circle_that_is_no_part_of_the_scene_does_not_matter(self):
        nodes = [{"mesh": 0}, {"children": [2]}, {"children": [1]}]
        self.assertEqual(len(self.report(self.write("aside.gltf", cube_gltf(nodes, scene=[0])), code=0)["parts"]), 1)

    def test_a_tree_as_deep_as_a_well_is_no_matter(self):
        depth = 3000
        nodes = [{"name": "n", "children": [i + 1]} for i in range(depth)] + [{"mesh": 0}, {"mesh": 0, "translation": [1, 0, 0]}]
        document = self.report(self.write("deep.gltf", cube_gltf(nodes)), code=0)
        self.assertEqual([f["kind"] for f in document["findings"]], ["touch"])

    def test_many_parts_at_one_place_are_all_told(self):
        nodes = [{"mesh": 0, "name": f"part {i}"} for i in range(60)]
        document = self.report(self.write("heap.gltf", cube_gltf(nodes)), code=1)
        self.assertEqual([f["kind"] for f in document["findings"]], ["clash"] * (60 * 59 // 2))


if __name__ == "__main__":
    unittest.main()
