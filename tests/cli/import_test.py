import subprocess
import unittest
import zipfile
from pathlib import Path

from program import PROGRAM, ProgramTest

HAS_ASSIMP = (Path(PROGRAM).parent / "graze-import-assimp").exists()
HAS_3MF = (Path(PROGRAM).parent / "graze-import-3mf").exists()
HAS_IFC = (Path(PROGRAM).parent / "graze-import-ifc").exists()
HAS_OCCT = (Path(PROGRAM).parent / "graze-import-occt").exists()
CAD_FILES = Path(PROGRAM).parent.parent.parent / "tests" / "tools" / "make-cad-files"

MODEL = """<?xml version="1.0" encoding="UTF-8"?>
<model{unit} xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources>
 <object id="1" name="Keil &amp; Co" type="model"><mesh>
  <vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="2" z="0"/><vertex x="0" y="0" z="3"/>
  </vertices>
  <triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/>
   <triangle v1="2" v2="0" v3="3"/></triangles></mesh></object>
 <object id="2" name="pair" type="model"><components>
  <component objectid="1"/><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 10 0 0"/></components></object>
</resources>
<build><item objectid="2"/></build></model>"""


class Import(ProgramTest):
    def write_3mf(self, name, unit=' unit="inch"', model=MODEL):
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as package:
            package.writestr("[Content_Types].xml",
                             '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
            package.writestr("_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
                             'relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type='
                             '"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>')
            package.writestr("3D/3dmodel.model", model.replace("{unit}", unit))
        return name

    def described(self, *arguments):
        result = self.graze("info", "--json", *arguments)
        self.assertEqual(result.code, 0, result)
        return result.json()["files"][0]

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_3mf_has_names_units_and_places(self):
        model = self.described(self.write_3mf("model.3mf"))
        self.assertEqual([part["name"] for part in model["parts"]], ["pair/Keil & Co", "pair/Keil & Co (2)"])
        self.assertEqual(model["metres_per_unit"], 0.0254)
        self.assertEqual(model["precision"], "double")
        # The second is turned by a quarter: x becomes y, y becomes -x, and then it is moved by 10.
        self.assertEqual(model["box"], {"lower": [0, 0, 0], "upper": [10, 2, 3]})

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_3mf_is_in_millimetres_by_default(self):
        self.assertEqual(self.described(self.write_3mf("model.3mf", unit=""))["metres_per_unit"], 0.001)

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_a_unit_that_nobody_knows_is_refused(self):
        self.assert_error(self.graze("info", self.write_3mf("model.3mf", unit=' unit="cubit"')), "model.3mf", "cubit")

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_what_is_imported_can_be_checked_and_converted(self):
        self.write_3mf("model.3mf")
        self.assertEqual(self.graze("convert", "model.3mf", "model.obj").code, 0)
        self.assertIn("Keil & Co", (self.folder / "model.obj").read_text(encoding="utf-8"))
        self.assertEqual(self.graze("clash", "model.3mf").code, 0)
        self.assertEqual(self.graze("check", "model.3mf", "model.3mf").code, 1)

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_the_importer_is_ended_at_its_limits(self):
        # Some hundred megabytes of triangles in a small file.
        triangles = "<triangle v1=\"0\" v2=\"2\" v3=\"1\"/>" * 1_000_000
        self.write_3mf("large.3mf", model=MODEL.replace("<triangles>", "<triangles>" + triangles))
        result = self.graze("info", "--import-memory", "100", "large.3mf")
        self.assert_error(result, "large.3mf", "memory")

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_archives_that_unpack_to_far_more_than_they_are_are_refused(self):
        self.write_3mf("bomb.3mf", model=MODEL + " " * 300_000_000)
        self.assertLess((self.folder / "bomb.3mf").stat().st_size, 1_000_000)
        self.assert_error(self.graze("info", "bomb.3mf"), "bomb.3mf", "unpacks to more than 200 times its size")

    @unittest.skipUnless(HAS_3MF, "built without libzip or pugixml")
    def test_what_a_file_says_of_its_parts_is_in_the_report(self):
        self.write_3mf("model.3mf", model=MODEL.replace('id="1"', 'id="1" partnumber="K-1"'))
        report = self.graze("clash", "--json", "-", "model.3mf").json()
        self.assertEqual(report["parts"][0]["attributes"], [{"name": "part number", "value": "K-1"}])

    def test_options_that_are_no_numbers_are_refused(self):
        self.generate("good.stl", "box")
        for option in ("--deflection", "--import-time", "--import-memory"):
            self.assert_error(self.graze("info", option, "0", "good.stl"), option)
            self.assert_error(self.graze("clash", option, "x", "good.stl"), option)

    def test_without_importers_it_says_what_is_missing(self):
        self.write("part.step", "ISO-10303-21;")
        self.write("part.fbx", "x")
        env = {"GRAZE_IMPORTERS": str(self.folder)}
        self.assert_error(self.graze("info", "part.step", env=env), "part.step", "graze-import-occt")
        self.assert_error(self.graze("info", "part.fbx", env=env), "part.fbx", "graze-import-assimp")
        self.write("part.ifc", "ISO-10303-21;")
        self.assert_error(self.graze("info", "part.ifc", env=env), "part.ifc", "graze-import-ifc", "Node.js 18")

    def test_bad_files_are_refused_with_a_sentence(self):
        for name, has in (("a.step", HAS_OCCT), ("a.igs", HAS_OCCT), ("a.fbx", HAS_ASSIMP), ("a.dae", HAS_ASSIMP),
                          ("a.3mf", HAS_3MF), ("a.ifc", HAS_IFC), ("a.blend", HAS_ASSIMP)):
            if has:
                with self.subTest(name):
                    self.assert_error(self.graze("info", self.write(name, b"\x01 this is nothing \xff\n" * 50)), name)

    def test_an_extension_that_nobody_knows_is_refused_as_ever(self):
        self.assert_error(self.graze("info", self.write("a.docx", "x")), "kind that is not known")

    @unittest.skipUnless(HAS_OCCT and CAD_FILES.exists(), "built without Open CASCADE")
    def test_step_is_tessellated_as_finely_as_asked(self):
        subprocess.run([CAD_FILES, self.folder], check=True, timeout=60)
        coarse = self.described("--deflection", "1", "products.step")["triangles"]
        fine = self.described("--deflection", "0.01", "products.step")["triangles"]
        self.assertEqual(self.described("--deflection", "10um", "products.step")["triangles"], fine)
        self.assertGreater(fine, 2 * coarse)
        result = self.graze("clash", "engine.step")
        self.assertEqual(result.code, 0, result)  # bolts stand on the plate
        self.assertIn("…/pair (2)/bolt (2)", result.out)


if __name__ == "__main__":
    unittest.main()
