// Every mesh in the folder of real data, counted by a script that shares no code with the readers.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graze/io/load.h"
#include "graze/io/save.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

struct RealFile {
    const char* name;
    std::size_t vertices, triangles;  // vertices of STL: distinct corners
};

constexpr RealFile real_files[] = {
    {"cloth/cloth_ball92.ply", 46598, 92230},
    {"cloth/cloth_ball93.ply", 46598, 92230},
    {"meshes/alligator.obj", 3208, 5981},
    {"meshes/beast.obj", 32311, 64618},
    {"meshes/beetle-alt.obj", 19887, 38656},
    {"meshes/cheburashka.obj", 6669, 13334},
    {"meshes/cow.obj", 2903, 5804},
    {"meshes/homer.obj", 6002, 12000},
    {"meshes/spot.obj", 2930, 5856},
    {"meshes/suzanne.obj", 507, 968},
    {"meshes/teapot.obj", 3644, 6320},
    {"meshes/woody.obj", 694, 1267},
    {"parts/wrench.stl", 7281, 14564},
    {"parts/cubesat/cubesat-bottom.stl", 2378, 4752},
    {"parts/cubesat/cubesat-middle.stl", 14433, 28866},
    {"parts/cubesat/cubesat-top.stl", 2350, 4696},
    {"parts/lisa/charge-management-system.stl", 376, 748},
    {"parts/lisa/cmd-and-data-handling.stl", 346, 688},
    {"parts/lisa/combined-bottom-boxes.stl", 146, 288},
    {"parts/lisa/grs-tank.stl", 2809, 5614},
    {"parts/lisa/grs-unit.stl", 394, 784},
    {"parts/lisa/left-side-panel.stl", 52, 100},
    {"parts/lisa/lisa-control-electronics.stl", 360, 716},
    {"parts/lisa/optics-bench.stl", 2279, 4554},
    {"parts/lisa/pse-and-battery.stl", 38, 72},
    {"parts/lisa/right-side-panel.stl", 54, 104},
    {"parts/lisa/satellite-dish.stl", 4512, 9020},
    {"parts/lisa/solar-panel.stl", 10904, 21812},
    {"parts/lisa/spacecraft-base.stl", 5245, 10494},
    {"parts/lisa/spacecraft-top.stl", 10479, 20954},
    {"parts/lisa/telescope.stl", 4809, 9626},
    {"parts/lisa/thruster.stl", 541, 1078},
};

const std::filesystem::path data = GRAZE_DATA_DIR;

TEST(RealFiles, have_the_vertices_and_triangles_that_were_counted) {
    if (!std::filesystem::exists(data)) GTEST_SKIP() << "no folder of real meshes";
    for (const RealFile& file : real_files) {
        SCOPED_TRACE(file.name);
        const Loaded loaded = load_mesh(data / file.name);
        EXPECT_EQ(loaded.mesh.vertices().size(), file.vertices);
        EXPECT_EQ(loaded.mesh.triangle_count(), file.triangles);
    }
}

TEST(RealFiles, are_all_known_to_this_test) {
    if (!std::filesystem::exists(data)) GTEST_SKIP() << "no folder of real meshes";
    std::set<std::filesystem::path> known;
    for (const RealFile& file : real_files) known.insert(data / file.name);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
        const std::string extension = entry.path().extension().string();
        const bool is_mesh =
            extension == ".obj" || extension == ".stl" || extension == ".ply" || extension == ".off";
        EXPECT_TRUE(!is_mesh || known.contains(entry.path()))
            << entry.path() << ": count it, and add it above";
    }
}

TEST(RealFiles, survive_every_format_that_keeps_vertices) {
    if (!std::filesystem::exists(data)) GTEST_SKIP() << "no folder of real meshes";
    for (const RealFile& file : real_files) {
        const Mesh mesh = load_mesh(data / file.name).mesh;
        for (const auto& [format, ascii] : {std::pair{Format::obj, false},
                                            {Format::ply, false},
                                            {Format::ply, true},
                                            {Format::off, false}}) {
            SCOPED_TRACE(std::string(file.name) + " as format " + std::to_string(static_cast<int>(format)));
            std::string content;
            SaveOptions options;
            options.ascii = ascii;
            format_mesh(mesh, format, content, options);
            const Mesh again = parse(content, format).mesh;
            EXPECT_TRUE(std::ranges::equal(again.vertices(), mesh.vertices()));
            EXPECT_TRUE(std::ranges::equal(again.triangles(), mesh.triangles()));
        }
    }
}

}  // namespace
}  // namespace graze::test
