// Collada, FBX, AMF and X3D through the real importer, from files written by hand.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "graze/io/load_assembly.h"
#include "graze/mesh/closed_surface.h"
#include "tests/io/import/import_files.h"

namespace graze::test {
namespace {

std::string collada(std::string_view asset, std::string_view scene) {
    return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>)" +
           std::string(asset) + R"(</asset>
  <library_geometries><geometry id="tetra" name="tetra"><mesh>
    <source id="positions">
      <float_array id="array" count="12">0 0 0  1 0 0  0 2 0  0 0 3</float_array>
      <technique_common><accessor source="#array" count="4" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common>
    </source>
    <vertices id="vertices"><input semantic="POSITION" source="#positions"/></vertices>
    <triangles count="2" material="red"><input semantic="VERTEX" source="#vertices" offset="0"/>
      <p>0 2 1  0 1 3</p></triangles>
    <triangles count="2" material="blue"><input semantic="VERTEX" source="#vertices" offset="0"/>
      <p>1 2 3  2 0 3</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="scene" name="scene">)" +
           std::string(scene) + R"(</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>)";
}

constexpr std::string_view two_nodes = R"(<node id="n1" name="group"><translate>10 0 0</translate>
  <node id="n2" name="one"><instance_geometry url="#tetra"/></node>
  <node id="n3" name="two"><instance_geometry url="#tetra"/></node>
  <node id="n4" name="mirrored"><scale>-2 2 2</scale><instance_geometry url="#tetra"/></node></node>)";

constexpr std::string_view amf = R"(<?xml version="1.0" encoding="utf-8"?>
<amf unit="inch" version="1.1">
  <object id="1"><metadata type="name">wedge &amp; more</metadata><mesh>
    <vertices>
      <vertex><coordinates><x>0</x><y>0</y><z>0</z></coordinates></vertex>
      <vertex><coordinates><x>1</x><y>0</y><z>0</z></coordinates></vertex>
      <vertex><coordinates><x>0</x><y>2</y><z>0</z></coordinates></vertex>
      <vertex><coordinates><x>0</x><y>0</y><z>3</z></coordinates></vertex>
    </vertices>
    <volume>
      <triangle><v1>0</v1><v2>2</v2><v3>1</v3></triangle>
      <triangle><v1>0</v1><v2>1</v2><v3>3</v3></triangle>
      <triangle><v1>1</v1><v2>2</v2><v3>3</v3></triangle>
      <triangle><v1>2</v1><v2>0</v2><v3>3</v3></triangle>
    </volume></mesh></object>
</amf>)";

constexpr std::string_view x3d = R"(<?xml version="1.0" encoding="UTF-8"?>
<X3D profile="Interchange" version="3.3">
<head><unit category="length" name="mm" conversionFactor="0.001"/></head>
<Scene><Transform DEF="moved" translation="5 0 0"><Shape>
  <IndexedFaceSet coordIndex="0 2 1 -1 0 1 3 -1 1 2 3 -1 2 0 3 -1"><Coordinate point="0 0 0 1 0 0 0 2 0 0 0 3"/>
  </IndexedFaceSet></Shape></Transform></Scene></X3D>)";

constexpr std::string_view fbx = R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",2
		P: "UnitScaleFactor", "double", "Number", "",2.54
	}
}
Definitions:  {
	Version: 100
	Count: 2
	ObjectType: "Model" { Count: 1 }
	ObjectType: "Geometry" { Count: 1 }
}
Objects:  {
	Geometry: 1001, "Geometry::tetra", "Mesh" {
		Vertices: *12 {
			a: 0,0,0,1,0,0,0,2,0,0,0,3
		}
		PolygonVertexIndex: *12 {
			a: 0,2,-2,0,1,-4,1,2,-4,2,0,-4
		}
		GeometryVersion: 124
	}
	Model: 2001, "Model::part one", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",10,0,0
			P: "Lcl Scaling", "Lcl Scaling", "", "A",2,2,2
		}
	}
	Model: 2002, "Model::part two", "Mesh" {
		Version: 232
	}
}
Connections:  {
	C: "OO",2001,0
	C: "OO",2002,2001
	C: "OO",1001,2001
	C: "OO",1001,2002
}
)";

class AssimpFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!has_importer("graze-import-assimp")) GTEST_SKIP() << "graze was built without Assimp";
    }
    LoadedAssembly load_parts(const std::string& name, std::string_view content,
                              const LoadOptions& options = {}) {
        LoadAssemblyOptions all;
        all.load = options;
        const std::filesystem::path file = folder_.write(name, content);
        return load_assembly(std::span(&file, 1), all);
    }
    std::string refused(const std::string& name, std::string_view content) {
        return refusal([&] { load_parts(name, content); });
    }

    TemporaryFolder folder_;
    ImportersFrom importers_{GRAZE_IMPORTERS_DIR};
};

Box world_box(const Part& part) {
    return part.world_from_part(part.mesh->box());
}

TEST_F(AssimpFiles, collada_keeps_names_unit_axes_and_instances) {
    const LoadedAssembly loaded = load_parts(
        "a.dae", collada(R"(<unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis>)", two_nodes));
    const Assembly& assembly = loaded.assembly;
    ASSERT_EQ(assembly.parts.size(), 3u);
    EXPECT_EQ(assembly.parts[0].path, "a/group/one");
    EXPECT_EQ(assembly.parts[2].path, "a/group/mirrored");
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);
    EXPECT_EQ(assembly.metres_per_unit, 0.01);
    EXPECT_EQ(assembly.up, Axis::z);
    EXPECT_EQ(world_box(assembly.parts[0]).lower, (Vec3{10, 0, 0}));
    EXPECT_EQ(world_box(assembly.parts[0]).upper, (Vec3{11, 2, 3}));
    EXPECT_EQ(world_box(assembly.parts[2]).lower, (Vec3{8, 0, 0}));
    EXPECT_TRUE(loaded.files[0].single_precision);
    EXPECT_EQ(loaded.files[0].format, "dae (by Assimp)");
}

// Assimp makes a mesh of each material, and gives every corner a vertex.
TEST_F(AssimpFiles, what_is_closed_in_the_file_stays_closed) {
    const LoadedAssembly loaded = load_parts("a.dae", collada("", two_nodes));
    for (const Part& part : loaded.assembly.parts) {
        EXPECT_EQ(part.mesh->vertices().size(), 4u);
        EXPECT_TRUE(ClosedSurface(*part.mesh).closed());
    }
    EXPECT_EQ(loaded.files[0].merged_vertices, 8u);
}

TEST_F(AssimpFiles, collada_is_in_metres_and_y_upwards_unless_it_says_otherwise) {
    const Assembly plain = load_parts("a.dae", collada("", two_nodes)).assembly;
    EXPECT_EQ(plain.metres_per_unit, 1);
    EXPECT_EQ(plain.up, Axis::y);
    EXPECT_EQ(world_box(plain.parts[0]).upper, (Vec3{11, 2, 3}));
    const Assembly other = load_parts("b.dae", collada("<up_axis>X_UP</up_axis>", two_nodes)).assembly;
    EXPECT_EQ(other.up, Axis::x);
    EXPECT_EQ(world_box(other.parts[0]).upper, (Vec3{11, 2, 3}));
}

TEST_F(AssimpFiles, fbx_says_its_unit_in_centimetres) {
    const Assembly assembly = load_parts("a.fbx", fbx).assembly;
    ASSERT_EQ(assembly.parts.size(), 2u);
    EXPECT_EQ(assembly.parts[0].path, "a/part one");
    EXPECT_EQ(assembly.parts[1].path, "a/part one/part two");
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);  // both are scaled by the first
    EXPECT_EQ(world_box(assembly.parts[0]).upper, (Vec3{12, 4, 6}));
    EXPECT_EQ(assembly.metres_per_unit, 0.0254);
    EXPECT_EQ(assembly.up, Axis::z);
}

TEST_F(AssimpFiles, amf_has_its_unit_and_names) {
    const Assembly assembly = load_parts("a.amf", amf).assembly;
    ASSERT_EQ(assembly.parts.size(), 1u);
    EXPECT_EQ(assembly.parts[0].path, "a/wedge & more");
    EXPECT_EQ(assembly.metres_per_unit, 0.0254);
    EXPECT_TRUE(ClosedSurface(*assembly.parts[0].mesh).closed());
}

TEST_F(AssimpFiles, x3d_has_its_unit_and_places) {
    const Assembly assembly = load_parts("a.x3d", x3d).assembly;
    ASSERT_EQ(assembly.parts.size(), 1u);
    EXPECT_EQ(assembly.parts[0].path, "a/moved");
    EXPECT_EQ(assembly.metres_per_unit, 0.001);
    EXPECT_EQ(assembly.up, Axis::y);
    EXPECT_EQ(world_box(assembly.parts[0]).upper, (Vec3{6, 2, 3}));
}

TEST_F(AssimpFiles, formats_without_a_unit_take_the_callers) {
    LoadOptions options;
    options.unit = 0.001;
    const Assembly assembly = load_parts("a.raw", "0 0 0 1 0 0 0 1 0\n1 1 1 2 1 1 1 2 1\n", options).assembly;
    EXPECT_EQ(assembly.metres_per_unit, 0.001);
    EXPECT_EQ(load_parts("a.dae", collada("", two_nodes)).assembly.metres_per_unit, 1);
    const LoadedAssembly collada_file = load_parts("a.dae", collada("", two_nodes), options);
    EXPECT_EQ(collada_file.assembly.metres_per_unit, 0.001);  // whatever the file says
    EXPECT_EQ(collada_file.files[0].stated_unit, 1);
}

// A triangle in LightWave's format.
std::string lightwave_object() {
    const auto number = [](std::uint32_t value, int bytes) {
        std::string text;
        while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes) & 0xff);
        return text;
    };
    const auto chunk = [&](const char* tag, const std::string& data) {
        return tag + number(static_cast<std::uint32_t>(data.size()), 4) + data;
    };
    std::string points;
    for (const float c : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 2.F, 0.F})
        points += number(std::bit_cast<std::uint32_t>(c), 4);
    const std::string colour = "COLR" + number(14, 2) + std::string(14, '\0');
    return chunk(
        "FORM", "LWO2" + chunk("TAGS", std::string("x\0", 2)) + chunk("LAYR", std::string(18, '\0')) +
                    chunk("PNTS", points) +
                    chunk("POLS", "FACE" + number(3, 2) + number(0, 2) + number(1, 2) + number(2, 2)) +
                    chunk("PTAG", "SURF" + number(0, 4)) + chunk("SURF", std::string("x\0\0\0", 4) + colour));
}

std::string lightwave_scene(const std::string& object) {
    return "LWSC\n3\n\nLoadObjectLayer 1 " + object + "\nShowObject 8 7\n";
}

// A folder with a scene, objects in it and beside it, and links between them.
class LightWaveScene : public AssimpFiles {
  protected:
    void SetUp() override {
        AssimpFiles::SetUp();
        std::filesystem::create_directories(folder_ / "scene/objects");
        folder_.write("scene/objects/inside.lwo", lightwave_object());
        folder_.write("outside.lwo", lightwave_object());
        std::filesystem::create_symlink("objects/inside.lwo", folder_ / "scene/near.lwo");
        std::filesystem::create_symlink("../outside.lwo", folder_ / "scene/far.lwo");
        std::filesystem::create_directory_symlink("..", folder_ / "scene/up");
    }
    std::string outcome(const std::string& object, bool allow_outside = false) {
        LoadOptions options;
        options.allow_outside = allow_outside;
        std::string text = refusal([&] {
            const LoadedAssembly loaded = load_parts("scene/a.lws", lightwave_scene(object), options);
            if (!loaded.files[0].skipped.empty()) throw Error("skipped: " + loaded.files[0].skipped[0].what);
        });
        return text;
    }
};

TEST_F(LightWaveScene, has_the_objects_below_its_folder) {
    EXPECT_TRUE(contains(outcome("objects/inside.lwo"), "accepted"));
    EXPECT_TRUE(contains(outcome("objects\\inside.lwo"), "accepted"));
    EXPECT_TRUE(contains(outcome("near.lwo"), "accepted"));
    EXPECT_TRUE(contains(outcome("up/scene/near.lwo"), "accepted"));
    EXPECT_TRUE(contains(outcome((folder_ / "scene/objects/inside.lwo").string()), "accepted"));
}

TEST_F(LightWaveScene, has_none_outside_of_it_unless_that_is_allowed) {
    for (const std::string& object :
         {std::string("../outside.lwo"), std::string("far.lwo"), std::string("up/outside.lwo"),
          std::string("objects/../../outside.lwo"), (folder_ / "outside.lwo").string()}) {
        EXPECT_EQ(outcome(object),
                  (folder_ / "scene/a.lws").string() + ": names the file \"" + object +
                      "\", which is outside of its folder; put it into the folder, or allow files "
                      "outside of it if you trust this one");
        EXPECT_TRUE(contains(outcome(object, true), "accepted")) << object;
    }
    EXPECT_TRUE(contains(outcome("../../../../../../../../etc/passwd"), "outside of its folder"));
}

TEST_F(LightWaveScene, counts_the_objects_that_are_missing) {
    const std::string both = "objects/inside.lwo\nShowObject 8 7\n\nLoadObjectLayer 1 nowhere.lwo";
    EXPECT_TRUE(contains(outcome(both), "skipped: files that it names and that are missing"))
        << outcome(both);
}

// Assimp reads a negative index as 0, takes the rest of one above 2^32, and reads on behind a short array.
TEST_F(AssimpFiles, collada_indices_without_a_vertex_are_refused) {
    const std::string good = collada("", two_nodes);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    for (const std::string index : {"4", "-1", "4294967297", "99999999999999999999", "1.5"})
        EXPECT_TRUE(
            contains(refused("a.dae", with("0 1 3</p>", "0 1 " + index + "</p>")),
                     "a face of geometry \"tetra\" refers to vertex " + index + " of 4, counted from 0"))
            << index;
    std::string short_array = with("count=\"4\"", "count=\"1000\"");
    EXPECT_FALSE(contains(refused("a.dae", short_array), "refers to"))
        << "nothing refers to what is not there";
    short_array.replace(short_array.find("0 1 3</p>"), 9, "0 1 900</p>");
    EXPECT_TRUE(contains(refused("a.dae", short_array), "refers to vertex 900 of 4"));
}

TEST_F(AssimpFiles, other_indices_without_a_vertex_are_refused_or_counted) {
    const auto ase = [](const std::string& index) {
        return "*3DSMAX_ASCIIEXPORT\t200\n*GEOMOBJECT {\n*NODE_NAME \"a\"\n*MESH {\n*MESH_NUMVERTEX "
               "3\n*MESH_NUMFACES 1\n"
               "*MESH_VERTEX_LIST {\n*MESH_VERTEX 0\t0\t0\t0\n*MESH_VERTEX 1\t1\t0\t0\n*MESH_VERTEX "
               "2\t0\t2\t0\n}\n"
               "*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: " +
               index + " AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 0 *MESH_MTLID 0\n}\n}\n}\n";
    };
    EXPECT_TRUE(contains(refused("a.ase", ase("2")), "accepted"));
    EXPECT_TRUE(contains(refused("a.ase", ase("9")), "refers to vertex 9 of 3"));
    const std::string ac =
        "AC3Db\nMATERIAL \"\" rgb 1 1 1  amb 0.2 0.2 0.2  emis 0 0 0  spec 0 0 0  shi 0  trans 0\nOBJECT "
        "world\nkids 1\n"
        "OBJECT poly\nnumvert 3\n0 0 0\n1 0 0\n0 1 0\nnumsurf 1\nSURF 0x0\nmat 0\nrefs 3\n0 0 0\n1 0 0\n9 0 "
        "0\nkids 0\n";
    const LoadedAssembly loaded = load_parts("a.ac", ac);
    ASSERT_EQ(loaded.files[0].skipped.size(), 1u);
    EXPECT_EQ(loaded.files[0].skipped[0].what, "warnings of Assimp: AC3D: Invalid vertex reference");

    // Two meshes, of which Assimp drops the one with a bad index.
    std::string two(fbx);
    const std::size_t begin = two.find("\tGeometry: 1001"), end = two.find("\tModel: 2001");
    std::string bad = two.substr(begin, end - begin);
    bad.replace(bad.find("1001"), 4, "1002");
    bad.replace(bad.find("2,0,-4"), 6, "2,9,-4");
    two.insert(end, bad);
    two.replace(two.find("1001,2002"), 9, "1002,2002");
    const LoadedAssembly half = load_parts("a.fbx", two);
    EXPECT_EQ(half.assembly.parts.size(), 1u);
    ASSERT_EQ(half.files[0].skipped.size(), 1u);
    EXPECT_TRUE(contains(half.files[0].skipped[0].what, "polygon vertex index out of range"));
}

TEST_F(AssimpFiles, what_cannot_be_read_is_refused_with_a_sentence) {
    EXPECT_TRUE(contains(refused("a.fbx", "no FBX at all"), "a.fbx: Assimp cannot read it: "));
    EXPECT_TRUE(contains(refused("a.dae", "<COLLADA"), "a.dae: "));
    EXPECT_TRUE(contains(refused("a.dae", collada("", "")), "a.dae: "));
    EXPECT_TRUE(contains(refused("a.3ds", std::string(1000, '\0')), "a.3ds: "));
}

}  // namespace
}  // namespace graze::test
