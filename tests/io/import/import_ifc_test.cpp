// IFC through the real importer, from files written by hand.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "graze/base/error.h"
#include "graze/io/load_assembly.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/measures.h"
#include "tests/io/import/import_files.h"
#include "tests/io/import/zip_files.h"

namespace graze::test {
namespace {

constexpr const char* ifc_in_metres = "#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);";
constexpr const char* ifc_in_millimetres = "#6=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);";
constexpr const char* ifc_in_feet =
    "#5000=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#5001=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n"
    "#5002=IFCMEASUREWITHUNIT(IFCRATIOMEASURE(0.3048),#5000);\n"
    "#6=IFCCONVERSIONBASEDUNIT(#5001,.LENGTHUNIT.,'FOOT',#5002);";

// A house of one storey; #15 is its place, #17 the storey, #36 a column of 1 x 0.5 x 3 about the place's
// axis.
std::string ifc_file(const std::string& lines, const std::string& unit = ifc_in_metres,
                     const std::string& schema = "IFC4") {
    return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n"
           "FILE_NAME('a.ifc','2020-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('" +
           schema + "'));\nENDSEC;\nDATA;\n" + R"(#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCDIRECTION((0.,0.,1.));
#3=IFCDIRECTION((1.,0.,0.));
#4=IFCAXIS2PLACEMENT3D(#1,#2,#3);
#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#4,$);
)" + unit + R"(
#8=IFCUNITASSIGNMENT((#6));
#14=IFCPROJECT('0000000000000000000001',$,'project',$,$,$,$,(#5),#8);
#15=IFCLOCALPLACEMENT($,#4);
#16=IFCSITE('0000000000000000000002',$,'site',$,$,#15,$,$,.ELEMENT.,$,$,$,$,$);
#18=IFCBUILDING('0000000000000000000003',$,'house',$,$,#15,$,$,.ELEMENT.,$,$,$);
#17=IFCBUILDINGSTOREY('0000000000000000000004',$,'Level 1',$,$,#15,$,$,.ELEMENT.,0.);
#19=IFCRELAGGREGATES('0000000000000000000005',$,$,$,#14,(#16));
#20=IFCRELAGGREGATES('0000000000000000000006',$,$,$,#16,(#18));
#21=IFCRELAGGREGATES('0000000000000000000007',$,$,$,#18,(#17));
#30=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,0.5);
#34=IFCEXTRUDEDAREASOLID(#30,#4,#2,3.);
#35=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#34));
#36=IFCPRODUCTDEFINITIONSHAPE($,$,(#35));
)" + lines +
           "ENDSEC;\nEND-ISO-10303-21;\n";
}

std::string ifc_placed_at(int number, const std::string& point) {
    const std::string n = std::to_string(number);
    return "#" + n + "7=IFCCARTESIANPOINT((" + point + "));\n#" + n + "8=IFCAXIS2PLACEMENT3D(#" + n +
           "7,#2,#3);\n#" + n + "9=IFCLOCALPLACEMENT(#15,#" + n + "8);\n";
}

const std::string ifc_column =
    ifc_placed_at(10, "10.,0.,0.") +
    "#40=IFCCOLUMN('0000000000000000000008',$,'St\\X2\\00FC\\X0\\tze',$,$,#109,#36,'T1',$);\n"
    "#41=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000009',$,$,$,(#40),#17);\n";

class IfcFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!has_importer("graze-import-ifc")) GTEST_SKIP() << "graze was built without Node or web-ifc";
    }
    LoadedAssembly load_text(const std::string& text, const LoadOptions& options = {}) {
        const std::filesystem::path file = folder_.write("a.ifc", text);
        LoadAssemblyOptions all;
        all.load = options;
        return load_assembly(std::span(&file, 1), all);
    }
    std::string refused(const std::string& text, const LoadOptions& options = {}) {
        return refusal([&] { load_text(text, options); });
    }

    TemporaryFolder folder_;
    ImportersFrom importers_{GRAZE_IMPORTERS_DIR};
};

Box ifc_box(const Part& part) {
    return part.world_from_part(part.mesh->box());
}

void expect_ifc_box(const Part& part, const Vec3& lower, const Vec3& upper, double tolerance = 1e-6) {
    const Box box = ifc_box(part);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(box.lower[i], lower[i], tolerance) << part.path;
        EXPECT_NEAR(box.upper[i], upper[i], tolerance) << part.path;
    }
}

TEST_F(IfcFiles, keep_names_storeys_and_what_else_is_known) {
    const LoadedAssembly loaded =
        load_text(ifc_file(ifc_column +
                           "#50=IFCCOLUMNTYPE('000000000000000000000a',$,'round',$,$,(#53),$,$,$,.COLUMN.);\n"
                           "#51=IFCRELDEFINESBYTYPE('000000000000000000000b',$,$,$,(#40),#50);\n"
                           "#52=IFCPROPERTYSINGLEVALUE('LoadBearing',$,IFCBOOLEAN(.T.),$);\n"
                           "#53=IFCPROPERTYSET('000000000000000000000c',$,'Pset_ColumnCommon',$,(#52));\n"));
    ASSERT_EQ(loaded.assembly.parts.size(), 1u);
    const Part& part = loaded.assembly.parts[0];
    EXPECT_EQ(part.path, "a/Level 1/St\u00fctze");
    EXPECT_EQ(part.attributes, (std::vector<Attribute>{{"GlobalId", "0000000000000000000008"},
                                                       {"type", "IfcColumn"},
                                                       {"name", "St\u00fctze"},
                                                       {"type name", "round"},
                                                       {"tag", "T1"},
                                                       {"storey", "Level 1"},
                                                       {"Pset_ColumnCommon.LoadBearing", "true"}}));
    expect_ifc_box(part, {9.5, -0.25, 0}, {10.5, 0.25, 3});
    EXPECT_TRUE(ClosedSurface(*part.mesh).closed());
    EXPECT_EQ(loaded.assembly.up, Axis::z);
    EXPECT_EQ(loaded.files[0].format, "ifc (IFC4, by web-ifc)");
    EXPECT_TRUE(loaded.files[0].single_precision);
    EXPECT_TRUE(loaded.files[0].skipped.empty());
}

TEST_F(IfcFiles, have_the_unit_that_they_say) {
    for (const auto& [unit, metres] : {std::pair(ifc_in_metres, 1.0), std::pair(ifc_in_millimetres, 0.001),
                                       std::pair(ifc_in_feet, 0.3048)})
        for (const char* const schema : {"IFC2X3", "IFC4", "IFC4X3_ADD2"}) {
            const Assembly assembly = load_text(ifc_file(ifc_column, unit, schema)).assembly;
            EXPECT_EQ(assembly.metres_per_unit, metres) << schema;
            expect_ifc_box(assembly.parts.at(0), {9.5, -0.25, 0}, {10.5, 0.25, 3});
        }
}

// A tenth of a millimetre at a thousand kilometres, wherever the file has the offset.
TEST_F(IfcFiles, far_from_the_origin_stay_exact) {
    const std::string wedge = R"(#50=IFCCARTESIANPOINT((1000000.1234,0.,0.));
#51=IFCCARTESIANPOINT((1000001.1234,0.,0.));
#52=IFCCARTESIANPOINT((1000000.1234,2.,0.));
#53=IFCCARTESIANPOINT((1000000.1234,0.,3.));
#54=IFCPOLYLOOP((#50,#52,#51));
#55=IFCFACEOUTERBOUND(#54,.T.);
#56=IFCFACE((#55));
#57=IFCPOLYLOOP((#50,#51,#53));
#58=IFCFACEOUTERBOUND(#57,.T.);
#59=IFCFACE((#58));
#60=IFCPOLYLOOP((#51,#52,#53));
#61=IFCFACEOUTERBOUND(#60,.T.);
#62=IFCFACE((#61));
#63=IFCPOLYLOOP((#52,#50,#53));
#64=IFCFACEOUTERBOUND(#63,.T.);
#65=IFCFACE((#64));
#66=IFCCLOSEDSHELL((#56,#59,#62,#65));
#67=IFCFACETEDBREP(#66);
#68=IFCSHAPEREPRESENTATION(#5,'Body','Brep',(#67));
#69=IFCPRODUCTDEFINITIONSHAPE($,$,(#68));
#70=IFCBUILDINGELEMENTPROXY('000000000000000000000d',$,'wedge',$,$,#15,#69,$,$);
)";
    std::string far = ifc_column;
    far.replace(far.find("10.,0.,0."), 9, "1000000.1234,2000000.5,0.");
    const Assembly assembly = load_text(ifc_file(far + wedge)).assembly;
    ASSERT_EQ(assembly.parts.size(), 2u);
    for (const Part& part : assembly.parts) {
        if (part.path == "a/wedge")
            expect_ifc_box(part, {1000000.1234, 0, 0}, {1000001.1234, 2, 3}, 1e-6);
        else
            expect_ifc_box(part, {999999.6234, 2000000.25, 0}, {1000000.6234, 2000000.75, 3}, 1e-6);
    }
}

// web-ifc keeps the cut shape under the number of the uncut one.
TEST_F(IfcFiles, with_openings_are_cut_and_those_of_the_same_shape_are_not) {
    const std::string wall =
        "#80=IFCWALL('000000000000000000000e',$,'wall',$,$,#109,#36,$,$);\n"
        "#81=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.2,2.);\n#82=IFCCARTESIANPOINT((0.,0.,1.));\n"
        "#83=IFCAXIS2PLACEMENT3D(#82,#2,#3);\n#84=IFCEXTRUDEDAREASOLID(#81,#83,#2,1.);\n"
        "#85=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#84));\n#86=IFCPRODUCTDEFINITIONSHAPE($,$,(#85));"
        "\n"
        "#87=IFCLOCALPLACEMENT(#109,#4);\n"
        "#88=IFCOPENINGELEMENT('000000000000000000000f',$,'hole',$,$,#87,#86,$,.OPENING.);\n"
        "#89=IFCRELVOIDSELEMENT('000000000000000000000g',$,$,$,#80,#88);\n";
    const LoadedAssembly loaded = load_text(ifc_file(ifc_column + wall));
    ASSERT_EQ(loaded.assembly.parts.size(), 2u);
    for (const Part& part : loaded.assembly.parts)
        EXPECT_NEAR(solid_measures(*part.mesh).volume, part.path == "a/wall" ? 1.4 : 1.5, 1e-6) << part.path;
    ASSERT_EQ(loaded.files[0].skipped.size(), 1u);
    EXPECT_TRUE(contains(loaded.files[0].skipped[0].what, "IfcOpeningElement"));
    LoadOptions options;
    options.ifc_spaces = true;
    EXPECT_EQ(load_text(ifc_file(ifc_column + wall), options).assembly.parts.size(), 3u);
}

TEST_F(IfcFiles, share_the_meshes_of_copies) {
    const std::string second = ifc_placed_at(20, "0.,7.,0.") +
                               "#42=IFCCOLUMN('000000000000000000000h',$,$,$,'post',#209,#36,$,$);\n";
    const Assembly assembly = load_text(ifc_file(ifc_column + second)).assembly;
    ASSERT_EQ(assembly.parts.size(), 2u);
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);
    EXPECT_EQ(assembly.parts[1].path, "a/post");  // in no storey, and without a name of its own
}

TEST_F(IfcFiles, have_rounder_circles_where_that_is_asked_for) {
    const std::string pipe =
        "#91=IFCCIRCLEPROFILEDEF(.AREA.,$,$,0.1);\n#92=IFCEXTRUDEDAREASOLID(#91,#4,#2,3.);\n"
        "#93=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#92));\n"
        "#94=IFCPRODUCTDEFINITIONSHAPE($,$,(#93));\n"
        "#95=IFCCOLUMN('000000000000000000000i',$,'pipe',$,$,#15,#94,$,$);\n";
    const auto volume = [&](double deflection) {
        LoadOptions options;
        options.tessellation.deflection = deflection;
        return solid_measures(*load_text(ifc_file(pipe), options).assembly.parts.at(0).mesh).volume;
    };
    const double exact = 0.094247779607693797;  // pi * 0.1^2 * 3
    // The area between a circle and its chords is less than a ring of the deflection's width.
    for (const double deflection : {0.001, 0.0001}) {
        EXPECT_LT(volume(deflection), exact);
        EXPECT_GT(volume(deflection), exact * (1 - 2 * deflection / 0.1));
    }
}

TEST_F(IfcFiles, that_are_none_are_refused_with_a_sentence) {
    EXPECT_TRUE(contains(refused("nothing of the kind"), "is no IFC file"));
    EXPECT_TRUE(contains(refused(ifc_file(ifc_column, ifc_in_metres, "AUTOMOTIVE_DESIGN")),
                         "its schema is \"AUTOMOTIVE_DESIGN\""));
    EXPECT_TRUE(contains(refused(ifc_file("")), "holds no triangles"));
    const std::string good = ifc_file(ifc_column);
    for (std::size_t size = 100; size < good.size(); size += 487)  // whatever is cut off: no crash, no hang
        EXPECT_TRUE(contains(refused(good.substr(0, size)), "a.ifc: ")) << size;
    EXPECT_TRUE(contains(refused(good.substr(0, good.rfind("ENDSEC"))), "is cut off"));
}

TEST_F(IfcFiles, with_references_in_a_circle_are_refused) {
    const std::string lines =
        "#60=IFCBOOLEANRESULT(.DIFFERENCE.,#61,#61);\n#61=IFCBOOLEANRESULT(.UNION.,#62,#60);\n"
        "#62=IFCSPHERE($,1.);\n#70=IFCLOCALPLACEMENT(#71,$);\n#71=IFCLOCALPLACEMENT(#70,$);\n";
    EXPECT_TRUE(contains(refused(ifc_file(ifc_column + lines)), " refers to itself"));
    std::string once = lines;
    once.replace(once.find("#62,#60"), 7, "#62,#62");
    EXPECT_TRUE(contains(refused(ifc_file(ifc_column + once)), "its line #7"));
    once.replace(once.find("(#70,$)"), 7, "($,$)");
    EXPECT_EQ(load_text(ifc_file(ifc_column + once)).assembly.parts.size(), 1u);
}

TEST_F(IfcFiles, are_read_from_zip_archives) {
    const std::filesystem::path file =
        folder_.write("a.ifczip", zipped({{"readme.txt", "x"}, {"house.IFC", ifc_file(ifc_column)}}));
    const Assembly assembly = load_assembly(std::span(&file, 1)).assembly;
    EXPECT_EQ(assembly.parts.at(0).path, "a/Level 1/St\u00fctze");
    EXPECT_TRUE(contains(refused(zipped({{"readme.txt", "x"}})), "has no file .ifc in it"));
    EXPECT_TRUE(contains(refused("PK\x03\x04 and so on"), "zip archive cannot be read"));
}

TEST_F(IfcFiles, are_given_no_more_memory_and_time_than_allowed) {
    LoadOptions options;
    options.import_limits = {.memory = 16 << 20, .seconds = 60};
    EXPECT_TRUE(contains(refused(ifc_file(ifc_column), options), "takes more than the 16 MB of memory"));
    options.import_limits = {.memory = 0, .seconds = 0.01};
    EXPECT_TRUE(contains(refused(ifc_file(ifc_column), options), "takes longer than the 0.01 s"));
}

// Node itself tries what a file that has taken it over would.
TEST_F(IfcFiles, can_make_node_open_nothing) {
    const std::string addon = std::string(GRAZE_IMPORTERS_DIR) + "/ifc/sandbox.node";
    const std::filesystem::path script = folder_.write("attack.cjs", R"(
const fs = require('fs'), net = require('net'), child = require('child_process');
const target = process.argv[3];
process.dlopen({exports: {}}, process.argv[2]);
const attacks = {
  read: () => fs.readFileSync('/etc/passwd'),
  write: () => fs.writeFileSync(target, 'x'),
  remove: () => fs.unlinkSync(process.argv[1]),
  folder: () => fs.readdirSync('/'),
  start: () => { if (child.spawnSync('/bin/true').error) throw 1; },
  signal: () => process.kill(process.ppid, 0),
};
let open = 0;
for (const [name, attack] of Object.entries(attacks))
  try { attack(); open |= 1 << Object.keys(attacks).indexOf(name); } catch {}
WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
process.exit(open);
)");
    const std::string command =
        "node " + script.string() + " " + addon + " " + (folder_ / "written").string();
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 127) GTEST_SKIP() << "node is not in the path";
    EXPECT_EQ(WEXITSTATUS(status), 0) << "a bit for each attack that worked";
    EXPECT_FALSE(std::filesystem::exists(folder_ / "written"));
}

}  // namespace
}  // namespace graze::test
