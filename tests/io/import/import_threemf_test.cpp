// 3MF packages through the real importer.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/load_assembly.h"
#include "graze/mesh/closed_surface.h"
#include "tests/io/import/import_files.h"
#include "tests/io/import/zip_files.h"

namespace graze::test {
namespace {

const std::string threemf_tetrahedron =
    R"(<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="0.1" y="0" z="0"/><vertex x="0" y="2" z="0"/>)"
    R"(<vertex x="0" y="0" z="3"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/>)"
    R"(<triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="2" v2="0" v3="3"/>)"
    R"(</triangles></mesh>)";

std::string threemf_model(const std::string& resources, const std::string& build,
                          const std::string& attributes = "unit=\"millimeter\"") {
    return "<?xml version=\"1.0\"?><model " + attributes +
           " xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" "
           "xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\"><resources>" +
           resources + "</resources><build>" + build + "</build></model>";
}

std::string threemf_object(int id, const std::string& content, const std::string& attributes = "") {
    return "<object id=\"" + std::to_string(id) + "\" " + attributes + ">" + content + "</object>";
}

std::string threemf_components(const std::string& content) {
    return "<components>" + content + "</components>";
}

class ThreemfFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!has_importer("graze-import-3mf")) GTEST_SKIP() << "graze was built without libzip or pugixml";
    }
    LoadedAssembly load_bytes(const std::string& bytes) {
        const std::filesystem::path file = folder_.write("a.3mf", bytes);
        return load_assembly(std::span(&file, 1));
    }
    LoadedAssembly load_package(const std::string& root, ZipFiles others = {}) {
        others.emplace_back("3D/3dmodel.model", root);
        return load_bytes(zipped(others));
    }
    std::string refused(const std::string& root, const ZipFiles& others = {}) {
        return refusal([&] { load_package(root, others); });
    }

    TemporaryFolder folder_;
    ImportersFrom importers_{GRAZE_IMPORTERS_DIR};
};

Box threemf_box(const Part& part) {
    return part.world_from_part(part.mesh->box());
}

TEST_F(ThreemfFiles, are_read_in_doubles_with_names_unit_and_places) {
    const LoadedAssembly loaded = load_package(threemf_model(
        threemf_object(1, threemf_tetrahedron, "name=\"Keil &amp; Co\"") +
            threemf_object(
                2,
                threemf_components("<component objectid=\"1\"/>"
                                   "<component objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 10 0 0\"/>"),
                "name=\"pair\""),
        "<item objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 0 0 100\"/><item objectid=\"1\"/>",
        "unit=\"inch\""));
    const Assembly& assembly = loaded.assembly;
    ASSERT_EQ(assembly.parts.size(), 3u);
    EXPECT_EQ(assembly.parts[0].path, "a/pair/Keil & Co");
    EXPECT_EQ(assembly.parts[1].path, "a/pair/Keil & Co (2)");
    EXPECT_EQ(assembly.parts[2].path, "a/Keil & Co");
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[2].mesh);
    EXPECT_EQ(threemf_box(assembly.parts[0]).upper, (Vec3{0.1, 2, 103}));  // not 0.1f
    // Turned by a quarter: x becomes y, y becomes -x.
    EXPECT_EQ(threemf_box(assembly.parts[1]).lower, (Vec3{8, 0, 100}));
    EXPECT_EQ(threemf_box(assembly.parts[1]).upper, (Vec3{10, 0.1, 103}));
    EXPECT_EQ(assembly.metres_per_unit, 0.0254);
    EXPECT_EQ(assembly.up, Axis::z);
    EXPECT_EQ(loaded.files[0].format, "3mf");
    EXPECT_FALSE(loaded.files[0].single_precision);
    EXPECT_TRUE(ClosedSurface(*assembly.parts[0].mesh).closed());
}

TEST_F(ThreemfFiles, have_objects_in_other_model_files) {
    const std::string root = threemf_model(
        threemf_object(1,
                       threemf_components("<component objectid=\"5\" p:path=\"/3D/Objects/o.model\""
                                          " p:UUID=\"c\"/>"),
                       "name=\"assembly\""),
        "<item objectid=\"1\" p:UUID=\"i\"/>"
        "<item objectid=\"5\" p:path=\"/3D/Objects/o.model\"/>");
    const std::string other = threemf_model(
        threemf_object(5, threemf_tetrahedron, "name=\"wedge\" partnumber=\"W-1\" p:UUID=\"o\""), "");
    const Assembly assembly = load_package(root, {{"3d/objects/O.model", other}}).assembly;
    ASSERT_EQ(assembly.parts.size(), 2u);
    EXPECT_EQ(assembly.parts[0].path, "a/assembly/wedge");
    EXPECT_EQ(assembly.parts[1].path, "a/wedge");
    EXPECT_EQ(assembly.parts[0].attributes,
              (std::vector<Attribute>{{"UUID", "o"}, {"instance UUID", "c"}, {"part number", "W-1"}}));
    EXPECT_TRUE(contains(refused(root), "has no file 3D/Objects/o.model in it"));
}

TEST_F(ThreemfFiles, of_other_units_are_scaled_to_that_of_the_package) {
    const std::string root = threemf_model("",
                                           "<item objectid=\"5\" p:path=\"/o.model\" "
                                           "transform=\"1 0 0 0 1 0 0 0 1 7 0 0\"/>",
                                           "unit=\"millimeter\"");
    const std::string other =
        threemf_model(threemf_object(5, threemf_tetrahedron), "", "unit=\"centimeter\"");
    const Assembly assembly = load_package(root, {{"o.model", other}}).assembly;
    EXPECT_EQ(assembly.parts[0].path, "a/object 5");
    EXPECT_EQ(threemf_box(assembly.parts[0]).upper, (Vec3{8, 20, 30}));
}

TEST_F(ThreemfFiles, say_what_is_not_supported) {
    std::string lattice = threemf_tetrahedron;
    lattice.insert(lattice.find("</mesh>"), "<b:beamlattice><b:beams/></b:beamlattice>");
    const LoadedAssembly loaded = load_package(threemf_model(
        "<s:slicestack id=\"9\"/>" + threemf_object(1, lattice) + threemf_object(2, "<bo:booleanshape/>") +
            threemf_object(3, threemf_tetrahedron, "type=\"support\""),
        "<item objectid=\"1\"/><item objectid=\"2\"/><item objectid=\"3\"/>"
        "<item objectid=\"1\" printable=\"0\"/>",
        "requiredextensions=\"p q\" xmlns:q=\"urn:new\""));
    EXPECT_EQ(loaded.assembly.parts.size(), 1u);
    EXPECT_EQ(loaded.files[0].skipped,
              (std::vector<Skipped>{{"beam lattices (not supported)", 1},
                                    {"items that are not to be printed", 1},
                                    {"objects of a kind that is not supported (booleanshape)", 1},
                                    {"required extensions that are not known (urn:new)", 1},
                                    {"slice stacks (not supported)", 1},
                                    {"supports", 1},
                                    {"parts without triangles", 1}}));
}

TEST_F(ThreemfFiles, without_a_list_of_what_to_build_show_their_objects) {
    const LoadedAssembly loaded =
        load_package(threemf_model(threemf_object(1, threemf_tetrahedron) +
                                       threemf_object(2, threemf_components("<component objectid=\"1\"/>")),
                                   ""));
    EXPECT_EQ(loaded.assembly.parts.size(), 1u);
    ASSERT_EQ(loaded.files[0].skipped.size(), 1u);
    EXPECT_TRUE(contains(loaded.files[0].skipped[0].what, "what to build"));
}

TEST_F(ThreemfFiles, that_are_damaged_are_refused_with_the_place) {
    const auto with = [](const std::string& from, const std::string& to) {
        std::string text = threemf_model(threemf_object(1, threemf_tetrahedron), "<item objectid=\"1\"/>");
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_TRUE(contains(refused(with("v3=\"1\"", "v3=\"4\"")),
                         "3D/3dmodel.model, object 1: triangle 0 refers to vertex 4 of 4"));
    EXPECT_TRUE(contains(refused(with("v3=\"1\"", "v3=\"-1\"")), "v3 is \"-1\", not a number from 0"));
    EXPECT_TRUE(contains(refused(with("y=\"2\"", "y=\"nan\"")), "a vertex has \"nan\""));
    EXPECT_TRUE(contains(refused(with("y=\"2\"", "")), "a vertex has \"\""));
    EXPECT_TRUE(contains(refused(with("<item objectid=\"1\"/>", "<item objectid=\"2\"/>")),
                         "3D/3dmodel.model has no object 2"));
    EXPECT_TRUE(contains(refused(with("millimeter", "cubit")), "its unit \"cubit\" is not known"));
    EXPECT_TRUE(contains(refused(with("</build>", "")), "is no XML"));
    EXPECT_TRUE(contains(refused("<html/>"), "holds no 3MF model"));
    EXPECT_TRUE(contains(refusal([&] { load_bytes("not a zip"); }), "zip archive cannot be read"));
    std::string broken =
        zipped({{"3D/3dmodel.model", threemf_model(threemf_object(1, threemf_tetrahedron), "")}});
    broken[broken.find("vertices")] ^= 1;
    EXPECT_TRUE(contains(refusal([&] { load_bytes(broken); }), "zip archive cannot be read"));
}

TEST_F(ThreemfFiles, that_stand_for_far_more_than_they_are_are_refused) {
    std::string levels = threemf_object(1, threemf_tetrahedron);
    for (int i = 2; i < 10; ++i) {
        std::string ten;
        for (int j = 0; j < 10; ++j) ten += "<component objectid=\"" + std::to_string(i - 1) + "\"/>";
        levels += threemf_object(i, threemf_components(ten));
    }
    EXPECT_TRUE(
        contains(refused(threemf_model(levels, "<item objectid=\"9\"/>")), "multiply to more than 1000000"));

    std::string deep = threemf_object(1, threemf_tetrahedron);
    for (int i = 2; i < 300; ++i)
        deep +=
            threemf_object(i, threemf_components("<component objectid=\"" + std::to_string(i - 1) + "\"/>"));
    EXPECT_TRUE(contains(refused(threemf_model(deep, "<item objectid=\"299\"/>")), "more than 100 deep"));

    EXPECT_TRUE(contains(
        refused(threemf_model(threemf_object(1, threemf_components("<component objectid=\"2\"/>")) +
                                  threemf_object(2, threemf_components("<component objectid=\"1\"/>")),
                              "<item objectid=\"1\"/>")),
        "is a component of itself"));
    const std::string entities = "<!DOCTYPE model [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>";
    EXPECT_TRUE(contains(
        refused(entities + threemf_model(threemf_object(1, threemf_tetrahedron), "<item objectid=\"1\"/>")),
        "document type declaration"));
    std::string nested;
    for (int i = 0; i < 200'000; ++i) nested += "<a>";
    EXPECT_TRUE(contains(refused(nested), "is no XML"));
}

}  // namespace
}  // namespace graze::test
