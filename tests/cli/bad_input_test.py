import json
import os
import resource
import struct
import unittest

from program import ProgramTest, SANITIZED, binary_stl

TRIANGLE = (0, 0, 0, 1, 0, 0, 0, 1, 0)


class BadInput(ProgramTest):
    def refused(self, name, *mentions):
        """Every command that reads refuses the file, whether JSON is wanted or not."""
        self.generate("good.stl", "box")
        for arguments in (("info", name), ("info", "--json", name), ("convert", name, "out.stl"),
                          ("convert", "--json", name, "out.stl"), ("check", name, "good.stl"), ("volume", name, "good.stl"), ("proximity", name, "good.stl"),
                          ("check", "--json", "good.stl", name), ("clash", "good.stl", name)):
            with self.subTest(arguments):
                self.assert_error(self.graze(*arguments), os.path.basename(name), *mentions)
        self.assertFalse((self.folder / "out.stl").exists())

    def test_a_missing_file(self):
        self.refused("missing.stl")

    def test_an_empty_file(self):
        self.refused(self.write("empty.stl", b""))
        self.refused(self.write("empty.obj", b""))

    def test_a_folder(self):
        (self.folder / "folder.stl").mkdir()
        self.refused("folder.stl")

    def test_a_device_or_pipe(self):
        os.mkfifo(self.folder / "pipe.stl")
        self.refused("pipe.stl")
        self.refused("/dev/zero")

    def test_a_link_to_itself(self):
        os.symlink("loop.stl", self.folder / "loop.stl")
        self.refused("loop.stl")

    def test_a_file_without_permission(self):
        self.write("secret.stl", binary_stl([TRIANGLE]))
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}  # root reads everything
        os.chmod(self.folder, 0o755)
        try:
            readable = self.graze("info", "secret.stl", **nobody)
        except PermissionError:
            self.skipTest("root cannot become anybody else here")
        self.assertEqual(readable.code, 0, readable)
        os.chmod(self.folder / "secret.stl", 0)
        for arguments in (("info", "secret.stl"), ("check", "secret.stl", "secret.stl"), ("clash", "secret.stl")):
            self.assert_error(self.graze(*arguments, **nobody), "secret.stl", "Permission denied")

    def test_long_words_are_cut_off_in_messages(self):
        good, long = self.write("good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "x" * 1_000_000
        for option, content in (("--rules", f"ignore {long}\n"), ("--rules", f"{long} a b\n"), ("--rules", f'ignore "{long}\n'),
                                ("--baseline", json.dumps({"schema": long})), ("--baseline", "{" + f'"{long}":')):
            result = self.graze("clash", good, option, self.write("long.txt", content))
            self.assert_error(result, "long.txt")
            self.assertLess(len(result.err), 500, result.err[:500])

    def test_a_gltf_file_that_names_files_outside_its_folder(self):
        (self.folder / "model").mkdir()
        self.write("secret.bin", struct.pack("<9f", *TRIANGLE))
        os.symlink("../secret.bin", self.folder / "model" / "link.bin")
        for uri in ("../secret.bin", "%2e%2e/secret.bin", "x/../../secret.bin", "link.bin"):
            name = self.write("model/a.gltf", json.dumps(
                {"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
                 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": uri}]}))
            with self.subTest(uri):
                if uri != "x/../../secret.bin":  # there is no x, which only the system minds
                    self.assertEqual(self.graze("info", "--allow-outside", name).code, 0)
                self.refused(name, "outside the folder", "--allow-outside")
        good = self.write("good.obj", "v 5 5 5\nv 6 5 5\nv 5 6 5\nf 1 2 3\n")
        for arguments in (("convert", name, "out.stl"), ("check", name, good), ("distance", name, good),
                          ("volume", "--surfaces", name, good), ("clash", good, name), ("repair", "--dry-run", name),
                          ("draw", name, "-o", "out.png")):
            with self.subTest(arguments):
                self.assertNotIn("outside", self.graze(*arguments, "--allow-outside").err)

    def test_a_truncated_binary_stl(self):
        self.refused(self.write("cut.stl", binary_stl([TRIANGLE] * 5)[:-20]))
        self.refused(self.write("header.stl", bytes(80)))

    def test_a_truncated_text_stl(self):
        self.refused(self.write("cut.stl", "solid a\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n"))

    def test_a_header_that_claims_four_thousand_million_facets(self):
        self.refused(self.write("huge.stl", binary_stl([TRIANGLE], count=0xFFFFFFFF)))

    def test_an_index_that_is_out_of_range(self):
        self.refused(self.write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n"), "line 4")

    def test_coordinates_that_are_not_numbers(self):
        self.refused(self.write("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")
        self.refused(self.write("word.obj", "v 0 0 0\nv one 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")
        self.refused(self.write("inf.obj", "v 0 0 0\nv 1e999 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")
        corners = list(TRIANGLE)
        corners[4] = float("nan")
        self.refused(self.write("nan.stl", binary_stl([corners])))

    def test_coordinates_that_are_too_large(self):
        self.refused(self.write("large.obj", "v 0 0 0\nv 1e101 0 0\nv 0 1 0\nf 1 2 3\n"), "line 2")

    def gltf(self, **changes):
        document = {"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
                    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
                    "bufferViews": [{"buffer": 0, "byteLength": 36}],
                    "buffers": [{"byteLength": 36, "uri": "data:;base64," + "A" * 48}]}
        return json.dumps({**document, **changes})

    def test_gltf(self):
        self.assertEqual(self.graze("info", self.write("fine.gltf", self.gltf())).code, 0)
        for what, changes, mention in [
            ("a circle", {"nodes": [{"mesh": 0, "children": [0]}]}, "circle"),
            ("two parents", {"nodes": [{"children": [2]}, {"children": [2]}, {"mesh": 0}]}, "two parents"),
            ("an index", {"nodes": [{"mesh": 7}]}, "mesh 7"),
            ("a type", {"nodes": [{"mesh": "0"}]}, "nodes[0].mesh"),
            ("a negative count", {"accessors": [{"bufferView": 0, "componentType": 5126, "count": -3, "type": "VEC3"}]},
             "accessors[0].count"),
            ("a huge count", {"accessors": [{"componentType": 5126, "count": 4000000000, "type": "VEC3"}]}, "triangles"),
            ("a missing file", {"buffers": [{"byteLength": 36, "uri": "gone.bin"}]}, "gone.bin"),
            ("an absolute path", {"buffers": [{"byteLength": 36, "uri": "/etc/hostname"}]}, "relative"),
            ("the network", {"buffers": [{"byteLength": 36, "uri": "https://example.org/a.bin"}]}, "relative"),
            ("compression", {"extensionsRequired": ["KHR_draco_mesh_compression"]}, "KHR_draco_mesh_compression"),
            ("an unknown extension", {"extensionsRequired": ["ACME_voxels"]}, "ACME_voxels"),
            ("nothing", {"meshes": [], "nodes": []}, "no triangles"),
            ("an old version", {"asset": {"version": "1.0"}}, "1.0"),
        ]:
            with self.subTest(what):
                self.refused(self.write("bad.gltf", self.gltf(**changes)), mention)
        self.refused(self.write("cut.gltf", self.gltf()[:-10]), "JSON")
        self.refused(self.write("cut.glb", b"glTF" + struct.pack("<IIII", 2, 1000, 900, 0x4E4F534A) + b"{}"), "truncated")

    def test_ply(self):
        def ply(data, format="ascii", vertex="element vertex 3\nproperty float x\nproperty float y\nproperty float z\n",
                face="element face 1\nproperty list uchar int vertex_indices\n"):
            head = f"ply\nformat {format} 1.0\n{vertex}{face}end_header\n".encode()
            return head + (data if isinstance(data, bytes) else data.encode())

        points = "0 0 0\n1 0 0\n0 1 0\n"
        floats = struct.pack("<9f", *TRIANGLE)
        self.assertEqual(self.graze("info", self.write("fine.ply", ply(points + "3 0 1 2\n"))).code, 0)
        for what, content, *mentions in [
            ("only the word", "ply\n", "truncated"),
            ("no end of the header", "ply\nformat ascii 1.0\nelement vertex 3\n", "line 3", "truncated"),
            ("another word", "plywood\n", "does not start with"),
            ("an unknown format", ply("", "morse"), "line 2", "morse"),
            ("an unknown type", ply("", vertex="element vertex 1\nproperty half x\n"), "line 4", "half"),
            ("points alone", ply(points, face=""), "holds no faces, only 3 points"),
            ("no z", ply("0 0\n3 0 0 0\n", vertex="element vertex 1\nproperty int x\nproperty int y\n"), '"z"'),
            ("no list", ply(points + "1\n", face="element face 1\nproperty int a\n"), "vertex_indices"),
            ("a word", ply(points + "3 0 1 two\n"), "line 13", "two"),
            ("an index", ply(points + "3 0 1 3\n"), "line 13", "out of range"),
            ("a negative index", ply(points + "3 0 1 -1\n"), "line 13", "out of range"),
            ("a value too many", ply("0 0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), "line 10"),
            ("a value too few", ply(points + "3 0 1"), "truncated"),
            ("no number", ply("0 nan 0\n1 0 0\n0 1 0\n3 0 1 2\n"), "line 10", "not a number"),
            ("too large", ply("0 1e101 0\n1 0 0\n0 1 0\n3 0 1 2\n"), "line 10", "1e100"),
            ("a huge count", ply(points, vertex="element vertex 4000000000\nproperty float x\nproperty float y\n"
                                                "property float z\n"), "4000000000", "truncated"),
            ("an index in binary", ply(floats + struct.pack("<B3i", 3, 0, 1, 9), "binary_little_endian"), "face 0", "9"),
            ("truncated binary", ply(floats + struct.pack("<B2i", 3, 0, 1), "binary_little_endian"), "face 0", "truncated"),
            ("no number in binary", ply(struct.pack(">9f", 0, float("inf"), *TRIANGLE[2:]) + struct.pack(">B3i", 3, 0, 1, 2),
                                        "binary_big_endian"), "vertex 0", "finite"),
        ]:
            with self.subTest(what):
                self.refused(self.write("bad.ply", content), *mentions)

    def test_off(self):
        rest = "1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n"
        square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
        self.assertEqual(self.graze("info", self.write("fine.off", "OFF\n4 1 0\n" + square + "4 0 1 2 3\n")).code, 0)
        for what, content, *mentions in [
            ("only the word", "OFF\n", "truncated"),
            ("another word", "COFFEE\n", "not an OFF file"),
            ("four dimensions", "4OFF\n1 1 0\n0 0 0 1\n", "4OFF"),
            ("any dimensions", "nOFF\n3\n1 1 0\n", "nOFF"),
            ("binary", b"OFF BINARY\n\0\0\0\3", "binary"),
            ("points alone", "OFF\n4 0 0\n" + square, "holds no faces"),
            ("a huge count", "OFF\n4000000000 1 0\n0 0 0\n", "line 2", "4000000000"),
            ("a word", "OFF\n4 1 0\n0 0 zero\n" + rest, "line 3", "zero"),
            ("no number", "OFF\n4 1 0\n0 0 nan\n" + rest, "line 3", "not a number"),
            ("too large", "OFF\n4 1 0\n0 0 -1e101\n" + rest, "line 3", "1e100"),
            ("a value too many", "OFF\n4 1 0\n0 0 0 0\n" + rest, "line 3", "COFF"),
            ("an index", "OFF\n4 1 0\n" + square + "3 0 1 4\n", "line 7", "out of range"),
            ("a missing face", "OFF\n4 2 0\n" + square + "3 0 1 2\n", "truncated"),
        ]:
            with self.subTest(what):
                self.refused(self.write("bad.off", content), *mentions)

    def test_another_kind_of_file(self):
        self.refused(self.write("picture.stl", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4))
        self.refused(self.write("notes.txt", "hello\n"))
        self.refused(self.write("unknown", os.urandom(1000)))

    def test_an_unknown_output_format(self):
        self.generate("good.stl", "box")
        self.assert_error(self.graze("convert", "good.stl", "good.step"), "good.step")

    def test_an_output_folder(self):
        self.generate("good.stl", "box")
        (self.folder / "folder.stl").mkdir()
        self.assert_error(self.graze("convert", "good.stl", "folder.stl"), "folder.stl")

    @unittest.skipIf(SANITIZED, "sanitizers need more address space than the limit")
    def test_too_little_memory_is_an_error_not_a_crash(self):
        megabytes = 300 << 20
        limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes, megabytes))
        self.assert_error(self.graze("generate", "sphere", "--triangles", "15000000", "-o", "x.stl", preexec_fn=limited),
                          "memory")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_heap_of_one_triangle_does_not_fill_the_memory(self):
        """The pairs are counted but not kept."""
        self.write("heap.stl", binary_stl([TRIANGLE] * 200))
        result = self.graze("check", "heap.stl", "heap.stl", "--all")
        self.assertEqual(result.code, 1, result)
        self.assertIn("40,000", result.out)


if __name__ == "__main__":
    unittest.main()
