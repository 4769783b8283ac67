import json
import math
import struct
import unittest
import xml.etree.ElementTree

from program import ProgramTest, TWO_PARTS_OBJ


class Pack(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("ring.obj", "torus", "--around-ring", "24", "--around-tube", "12")
        if "pack" not in self.graze("--help").out:
            self.skipTest("graze was built without sphere packings")

    def packed(self, *args):
        result = self.graze("pack", *args, "--json")
        self.assertEqual((result.code, result.err), (0, ""), result)
        return result.json()

    def test_says_what_it_did_and_writes_json(self):
        result = self.graze("pack", "ring.obj", "--count", "50", "-o", "ring.json", "--neighbours")
        self.assertEqual(result.code, 0, result)
        self.assertRegex(result.out, r"spheres +50\n")
        self.assertRegex(result.out, r"checked +exactly: all inside, none overlapping\n")
        document = json.loads((self.folder / "ring.json").read_text())
        self.assertEqual(document["schema"], "graze.packing/1")
        self.assertEqual(document["count"], 50)
        self.assertEqual(len(document["spheres"]), 50)
        self.assertEqual(len(document["triangles"]), 50)
        volume = sum(4 / 3 * math.pi * r ** 3 for x, y, z, r in document["spheres"])
        self.assertAlmostEqual(volume / document["volume"], document["fill_rate"], delta=1e-12)
        for a, b in document["neighbours"]:
            p, q = document["spheres"][a], document["spheres"][b]
            gap = math.dist(p[:3], q[:3]) - p[3] - q[3]
            self.assertLessEqual(gap, 0.011 * min(p[3], q[3]))
            self.assertGreater(gap, 0)

    def test_checks_packings_from_files(self):
        self.packed("ring.obj", "--count", "20", "-o", "ring.json")
        self.assertEqual(self.graze("pack", "ring.obj", "--check", "ring.json").code, 0)
        document = json.loads((self.folder / "ring.json").read_text())
        document["spheres"][3][3] *= 1.01
        self.write("worse.json", json.dumps(document))
        result = self.graze("pack", "ring.obj", "--check", "worse.json")
        self.assertEqual(result.code, 1, result)
        self.assertRegex(result.out, "not inside|common point")
        self.write("no.json", "{}")
        self.assert_error(self.graze("pack", "ring.obj", "--check", "no.json"), "no.json", "graze.packing/1")
        self.write("bad.json", '{"schema": "graze.packing/1", "spheres": [[1, 2, 3]]}')
        self.assert_error(self.graze("pack", "ring.obj", "--check", "bad.json"), "sphere 0", "four numbers")

    def test_writes_points_with_radii(self):
        self.packed("ring.obj", "--count", "10", "-o", "ring.ply", "-o", "ring.json")
        header, body = (self.folder / "ring.ply").read_bytes().split(b"end_header\n")
        self.assertIn(b"element vertex 10\n", header)
        self.assertIn(b"property double radius\n", header)
        self.assertEqual(len(body), 10 * 36)
        document = json.loads((self.folder / "ring.json").read_text())
        for i, sphere in enumerate(document["spheres"]):
            *numbers, triangle = struct.unpack_from("<4dI", body, 36 * i)
            self.assertEqual(numbers, sphere)
            self.assertEqual(triangle, document["triangles"][i][0])

    def test_writes_pictures_and_meshes(self):
        self.packed("ring.obj", "--count", "10", "-o", "ring.png", "-o", "spheres.obj", "--size", "160x120")
        self.assertTrue((self.folder / "ring.png").read_bytes().startswith(b"\x89PNG"))
        info = self.graze("info", "spheres.obj").out
        self.assertRegex(info, r"closed|pieces")
        self.packed("ring.obj", "--count", "40", "-o", "clusters.png", "--size", "160x120", "--color-by", "cluster")
        self.packed("ring.obj", "--count", "40", "-o", "sizes.png", "--size", "160x120")
        pictures = [(self.folder / name).read_bytes() for name in ("clusters.png", "sizes.png")]
        self.assertNotEqual(*pictures)

    def test_stops_where_it_is_told(self):
        self.assertEqual(self.packed("ring.obj", "--fill-rate", "0.5")["end"], "fill rate")
        small = self.packed("ring.obj", "--smallest", "0.1")
        self.assertEqual(small["end"], "smallest radius")
        self.assertGreaterEqual(small["smallest_radius"], 0.1)
        result = self.graze("pack", "ring.obj", "--count", "100000", "--budget", "20000", "--json")
        self.assertEqual(result.code, 3, result)
        self.assertEqual(result.json()["end"], "budget")
        self.assertTrue(result.json()["check"]["feasible"])

    def test_any_number_of_threads_gives_the_same_file(self):
        for threads in ("1", "3"):
            self.packed("ring.obj", "--count", "60", "-o", f"{threads}.json", "--threads", threads)
        self.assertEqual((self.folder / "1.json").read_bytes(), (self.folder / "3.json").read_bytes())

    def test_bad_input_gets_one_sentence(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        self.assert_error(self.graze("pack", "two.obj"), "two.obj", "not closed", "boundary loop")
        self.assert_error(self.graze("pack", "ring.obj", "-o", "x.txt"), "x.txt", ".json")
        self.assert_error(self.graze("pack", "ring.obj", "--count", "0"), "--count")
        self.assert_error(self.graze("pack", "ring.obj", "--smallest", "1mm"), "--smallest")
        self.assert_error(self.graze("pack", "ring.obj", "--cover", "5", "-o", "ring.urdf"), "unit")
        self.assert_error(self.graze("pack", "ring.obj", "--cover", "5", "--overreach", "1"), "exclude")

    def test_flat_meshes_have_no_room(self):
        self.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n")
        for method in ("protosphere", "voxels"):
            self.assert_error(self.graze("pack", "flat.obj", "--method", method), "flat.obj", "no room for a sphere")

    # A cube in two halves that are a little apart, each an open shell of five faces.
    def cracked_cube(self, gap):
        corners = [(x, y, z) for z in (0, 0.5, 0.5 + gap, 1 + gap) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        faces = [(4, 3, 2, 1), (13, 14, 15, 16)]
        for low, high in ((0, 4), (8, 12)):
            faces += [(low + 1 + i, low + 1 + (i + 1) % 4, high + 1 + (i + 1) % 4, high + 1 + i) for i in range(4)]
        # The halves have to be one piece: one corner of the rims is shared.
        faces = [tuple(5 if v == 9 else v for v in face) for face in faces]
        text = "".join("v %.17g %.17g %.17g\n" % c for c in corners)
        return self.write("cracked.obj", text + "".join("f %d %d %d %d\n" % f for f in faces))

    def test_open_meshes_are_stitched_on_request(self):
        self.cracked_cube(0.0005)
        self.assert_error(self.graze("pack", "cracked.obj", "--count", "30"), "cracked.obj", "not closed", "boundary loop",
                          "--stitch")
        document = self.packed("cracked.obj", "--count", "30", "--stitch", "auto", "-o", "cracked.json", "-o", "cracked.ply")
        self.assertGreaterEqual(document["stitched"]["joined_edges"], 4)
        self.assertLessEqual(document["stitched"]["moved_by"], document["stitched"]["tolerance"])
        self.assertTrue(document["check"]["feasible"])
        self.assertAlmostEqual(document["volume"], 1, delta=2e-3)
        # Triangles are those of the file: of twelve before, of more once gaps are filled.
        written = json.loads((self.folder / "cracked.json").read_text())
        self.assertLess(max(t for ts in written["triangles"] for t in ts), 20)
        result = self.graze("pack", "cracked.obj", "--count", "30", "--stitch", "0.001")
        self.assertRegex(result.out, r"stitched +\d+ edges joined, the surface moved by at most")

    def test_what_cannot_be_stitched_is_refused_with_its_loops(self):
        self.cracked_cube(0.1)
        self.assert_error(self.graze("pack", "cracked.obj", "--stitch", "auto"), "not closed", "boundary loop")
        self.assert_error(self.graze("pack", "cracked.obj", "--stitch", "1mm"), "--stitch", "unit")
        self.assertIsNone(self.packed("ring.obj", "--count", "5", "--stitch", "auto")["stitched"])

    def test_covers_for_robots(self):
        result = self.graze("pack", "ring.obj", "--unit", "cm", "--cover", "12", "-o", "ring.urdf", "-o", "ring.yaml",
                            "-o", "ring.json", "--link", "wrist", "--json")
        self.assertEqual(result.code, 0, result)
        document = json.loads((self.folder / "ring.json").read_text())
        self.assertLessEqual(document["count"], 12)
        self.assertEqual(document["covers"], "solid")
        robot = xml.etree.ElementTree.parse(self.folder / "ring.urdf").getroot()
        spheres = robot.findall("./link[@name='wrist']/collision")
        self.assertEqual(len(spheres), document["count"])
        radius = float(spheres[0].find("geometry/sphere").get("radius"))
        self.assertAlmostEqual(radius, document["spheres"][0][3] * 0.01, delta=1e-9)
        yaml = (self.folder / "ring.yaml").read_text()
        self.assertIn("collision_spheres:\n  \"wrist\":\n    - \"center\": [", yaml)
        self.assertEqual(yaml.count('"radius": '), document["count"])
        # Every corner of the mesh is in a sphere.
        for line in (self.folder / "ring.obj").read_text().splitlines():
            if line.startswith("v "):
                p = [float(v) for v in line.split()[1:4]]
                self.assertTrue(any(math.dist(p, s[:3]) <= s[3] for s in document["spheres"]))

    def test_open_meshes_are_covered_as_surfaces(self):
        self.write("two.obj", TWO_PARTS_OBJ)
        result = self.graze("pack", "two.obj", "--cover", "20", "--json")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.json()["covers"], "surface")


if __name__ == "__main__":
    unittest.main()
