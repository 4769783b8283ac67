import json
import unittest

from program import NOTHING_LOST, ProgramTest


class Generate(ProgramTest):
    def info(self, file):
        return self.graze("info", "--json", file).json()["files"][0]

    def test_a_sphere_has_about_the_triangles_asked_for(self):
        self.generate("ball.obj", "sphere", "--radius", "2", "--triangles", "1000")
        info = self.info("ball.obj")
        self.assertTrue(800 <= info["triangles"] <= 1250, info)
        self.assertEqual(info["box"], {"lower": [-2, -2, -2], "upper": [2, 2, 2]})

    def test_a_box_has_the_size_asked_for(self):
        self.generate("plate.stl", "box", "--size", "2,1,0.5", "--divisions", "3")
        info = self.info("plate.stl")
        self.assertEqual(info["triangles"], 12 * 9)
        self.assertEqual(info["box"], {"lower": [-1, -0.5, -0.25], "upper": [1, 0.5, 0.25]})

    def test_one_number_makes_a_cube(self):
        self.generate("cube.stl", "box", "--size", "4")
        self.assertEqual(self.info("cube.stl")["box"], {"lower": [-2, -2, -2], "upper": [2, 2, 2]})

    def test_a_torus_has_its_segments(self):
        self.generate("ring.obj", "torus", "--ring-radius", "3", "--tube-radius", "1", "--around-ring", "12",
                      "--around-tube", "8")
        info = self.info("ring.obj")
        self.assertEqual(info["triangles"], 2 * 12 * 8)
        self.assertEqual(info["box"]["upper"][0], 4)

    def test_a_tube_has_its_sides_and_a_cylinder_fits_it(self):
        self.generate("bush.obj", "tube", "--radius", "8", "--bore", "5", "--height", "12", "--sides", "24")
        self.generate("pin.obj", "cylinder", "--radius", "5", "--height", "40", "--sides", "24")
        self.assertEqual(self.info("bush.obj")["triangles"], 8 * 24)
        self.assertEqual(self.info("pin.obj")["triangles"], 4 * 24)
        self.assertEqual(self.graze("check", "bush.obj", "pin.obj", "--json").json()["relation"], "touching")

    def test_the_machine_has_named_parts_and_says_what_is_planted(self):
        result = self.graze("generate", "machine", "-o", "machine.obj", "--json")
        self.assertEqual(result.code, 0, result)
        planted = result.json()["planted"]
        self.assertEqual({p["relation"] for p in planted}, {"touching", "overlapping", "a_in_b"})
        names = {part["name"] for part in self.info("machine.obj")["parts"]}
        self.assertEqual(len(names), 17)
        self.assertLessEqual({p["a"] for p in planted} | {p["b"] for p in planted}, names)

    def test_every_object_of_the_list_is_written_as_the_list_says(self):
        document = self.graze("generate", "--list", "--json").json()
        self.assertEqual(document["schema"], "graze.generate-list/1")
        lines = self.graze("generate", "--list").out.splitlines()
        self.assertEqual([line.split()[0] for line in lines], [o["name"] for o in document["objects"]])
        shapes_with_options_of_their_own = ("sphere", "torus")
        for listed in document["objects"]:
            if listed["name"] in shapes_with_options_of_their_own:
                continue
            with self.subTest(listed["name"]):
                self.generate("object.obj", listed["name"], "--triangles", "800")
                info = self.info("object.obj")
                self.assertEqual(info["surface"]["closed"], listed["closed"])
                self.assertTrue(all(a <= b for a, b in zip(listed["box"]["lower"], info["box"]["lower"])), info)
                self.assertTrue(all(a >= b for a, b in zip(listed["box"]["upper"], info["box"]["upper"])), info)

    def test_a_seed_gives_another_object(self):
        for file, seed in (("a.stl", "1"), ("b.stl", "1"), ("c.stl", "2")):
            self.generate(file, "pipes", "--seed", seed)
        a, b, c = ((self.folder / file).read_bytes() for file in ("a.stl", "b.stl", "c.stl"))
        self.assertEqual(a, b)
        self.assertNotEqual(a, c)

    def test_pipes_are_parts_of_a_glb_file(self):
        document = self.graze("generate", "pipes", "-o", "pipes.glb", "--json").json()
        self.assertEqual((document["shape"], document["seed"]), ("pipes", 1))
        self.assertEqual(len(self.info("pipes.glb")["parts"]), 8)

    def test_a_maze_of_boxes_has_82_parts_that_share_two_meshes(self):
        self.assertEqual(self.graze("generate", "maze-boxes", "--floors", "2", "-o", "maze.glb").code, 0)
        info = self.info("maze.glb")
        self.assertEqual((len(info["parts"]), info["meshes"]), (164, 2))

    def test_a_room_has_movers_with_velocities(self):
        document = self.graze("generate", "room", "--movers", "7", "-o", "room.obj", "--json").json()
        self.assertEqual(len(document["velocities"]), 7)
        names = {part["name"] for part in self.info("room.obj")["parts"]}
        self.assertLessEqual(set(document["velocities"]), names)

    def test_meshes_that_bend_are_animations(self):
        for name, meshes in (("tablecloth", 2), ("swirling-cloth", 1), ("walk-in-shirt", 2), ("walk-in-dress", 2)):
            with self.subTest(name):
                document = self.graze("generate", name, "--triangles", "1000", "--keys", "4", "-o", "bend.glb",
                                      "--json").json()
                self.assertEqual((document["shape"], document["output"]["keys"]), (name, 4))
                self.assertEqual(self.info("bend.glb")["triangles"], document["output"]["triangles"])
                glb = (self.folder / "bend.glb").read_bytes()
                size = int.from_bytes(glb[12:16], "little")
                scene = json.loads(glb[20:20 + size])
                self.assertEqual([len(m["primitives"][0]["targets"]) for m in scene["meshes"]], [3] * meshes)
                self.assertEqual(len(scene["animations"][0]["channels"]), meshes)
                self.assertEqual(scene["buffers"][0]["byteLength"], len(glb) - 28 - size)
                for channel in scene["animations"][0]["samplers"]:
                    self.assertEqual(scene["accessors"][channel["output"]]["count"], 12)
        result = self.graze("generate", "tablecloth", "-o", "cloth.obj")
        self.assertEqual(result.code, 2)
        self.assertIn("without motion", result.err)

    def test_motions_are_printed_as_poses(self):
        for arguments, paths, poses in [
            (("spin", "--steps", "12"), 1, 12),
            (("orbit", "--steps", "12", "--axis", "1,1,0"), 1, 12),
            (("tumble", "--things", "3", "--steps", "50"), 3, 50),
            (("extract", "--steps", "10", "--degrees", "90", "--noise", "0.01"), 1, 11),
            (("look", "--eye", "1,2,3", "--noise", "0.01", "--noise-degrees", "1"), 1, 60),
            (("walk",), 1, 685),
            (("walk", "--floors", "3", "--degrees", "45"), 1, 3 * 685),
        ]:
            with self.subTest(arguments):
                document = self.graze("generate", "motion", *arguments).json()
                self.assertEqual((document["schema"], document["motion"]), ("graze.motion/1", arguments[0]))
                self.assertEqual([len(path) for path in document["paths"]], [poses] * paths)
                self.assertEqual({len(pose) for path in document["paths"] for pose in path}, {12})

    def test_an_orbit_keeps_its_distance(self):
        (path,) = self.graze("generate", "motion", "orbit", "--distance", "3").json()["paths"]
        for pose in path:
            self.assertAlmostEqual(pose[3] ** 2 + pose[7] ** 2 + pose[11] ** 2, 9, places=12)

    def test_silly_motions_are_refused(self):
        for arguments, mention in [
            (("spin", "--steps", "0"), "--steps"),
            (("orbit", "--axis", "0,0,0"), "--axis"),
            (("orbit", "--axis", "0,1"), "--axis"),
            (("tumble", "--things", "1000", "--steps", "2000"), "--things"),
            (("tumble", "--radius", "20"), "cage"),
            (("extract", "--direction", "0,0,0"), "direction"),
            (("extract", "--noise", "-1"), "noise"),
            (("walk", "--floors", "0"), "--floors"),
        ]:
            with self.subTest(arguments):
                self.assert_error(self.graze("generate", "motion", *arguments), mention)

    def test_a_sponge_has_the_level_asked_for(self):
        for level, squares in ((1, 72), (2, 1056)):
            self.generate("sponge.obj", "sponge", "--level", str(level), "--triangles", "0")
            self.assertEqual(self.info("sponge.obj")["triangles"], 2 * squares)

    def test_a_tetraflake_has_the_level_asked_for(self):
        for level in (0, 3):
            self.generate("flake.obj", "tetraflake", "--level", str(level), "--triangles", "0")
            self.assertEqual(self.info("flake.obj")["triangles"], 4 * 4 ** level)

    def test_ten_objects_fly_in_a_closed_box(self):
        runs = {}
        for name in ("figure", "eagle"):
            document = self.graze("generate", "cage", "--object", name, "--triangles", "0", "-o", "cage.glb",
                                  "--json").json()
            runs[name] = document["velocities"]
            info = self.info("cage.glb")
            self.assertEqual((len(info["parts"]), len(runs[name])), (16, 10))
        self.assertEqual(list(runs["figure"].values()), list(runs["eagle"].values()))

    def test_the_same_call_writes_the_same_bytes(self):
        self.generate("a.stl", "torus")
        self.generate("b.stl", "torus")
        self.assertEqual((self.folder / "a.stl").read_bytes(), (self.folder / "b.stl").read_bytes())

    def test_ascii_is_text_without_rounding(self):
        result = self.graze("generate", "sphere", "--ascii", "-o", "ball.stl", "--json")
        self.assertEqual(result.json()["not_kept"]["rounded_coordinates"], 0)
        self.assertTrue((self.folder / "ball.stl").read_text().startswith("solid"))

    def test_says_that_binary_stl_rounds(self):
        result = self.graze("generate", "sphere", "-o", "ball.stl")
        self.assertEqual(result.code, 0, result)
        self.assertIn("rounded to single precision", result.out)

    def test_json_has_every_documented_field(self):
        document = self.graze("generate", "box", "-o", "b.obj", "--json").json()
        self.assertEqual(set(document), {"schema", "shape", "output", "not_kept"})
        self.assertEqual((document["schema"], document["shape"]), ("graze.generate/1", "box"))
        self.assertEqual(set(document["output"]), {"file", "vertices", "triangles", "polygons"})
        self.assertEqual(document["output"]["triangles"], 12)
        self.assertEqual(document["not_kept"], NOTHING_LOST)

    def test_silly_sizes_are_refused(self):
        for arguments, mention in [
            (("tube", "--bore", "1"), "--bore"),
            (("cylinder", "--sides", "2"), "--sides"),
            (("cylinder", "--height", "0"), "--height"),
            (("sphere", "--triangles", "0"), "--triangles"),
            (("sphere", "--triangles", "99999999999999999999999"), "--triangles"),
            (("sphere", "--triangles", "4000000000"), "--triangles"),
            (("sphere", "--triangles", "many"), "--triangles"),
            (("sphere", "--triangles", "-8"), "--triangles"),
            (("sphere", "--radius", "0"), "--radius"),
            (("sphere", "--radius", "-1"), "--radius"),
            (("sphere", "--radius", "nan"), "--radius"),
            (("sphere", "--radius", "inf"), "--radius"),
            (("sphere", "--radius", "1e200"), "--radius"),
            (("sphere", "--radius", "1e-400"), "--radius"),
            (("box", "--size", "1,2"), "--size"),
            (("box", "--size", "1,0,1"), "--size"),
            (("box", "--size", "1,,1"), "--size"),
            (("box", "--divisions", "100000"), "--divisions"),
            (("sponge", "--level", "6"), "--level"),
            (("tetraflake", "--level", "11"), "--level"),
            (("cage", "--object", "teapot"), "teapot"),
            (("cage", "--copies", "0"), "--copies"),
            (("pipes", "--seed", "x"), "--seed"),
            (("pipes", "--triangles", "30000000"), "--triangles"),
            (("torus", "--tube-radius", "1"), "--tube-radius"),
            (("torus", "--around-ring", "2"), "--around-ring"),
            (("torus", "--around-ring", "20000000", "--around-tube", "20000000"), "--around-ring"),
        ]:
            with self.subTest(arguments):
                self.assert_error(self.graze("generate", *arguments, "-o", "x.stl"), mention)
                self.assertFalse((self.folder / "x.stl").exists())

    def test_what_does_not_fit_a_float_is_refused(self):
        self.assert_error(self.graze("generate", "sphere", "--radius", "1e50", "-o", "x.stl"), "x.stl")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_unknown_extension_is_refused(self):
        self.assert_error(self.graze("generate", "sphere", "-o", "ball.xyz"), "ball.xyz")

    def test_a_folder_that_is_not_there_is_refused(self):
        self.assert_error(self.graze("generate", "sphere", "-o", "no/where/ball.stl"), "no/where/ball.stl")


if __name__ == "__main__":
    unittest.main()
