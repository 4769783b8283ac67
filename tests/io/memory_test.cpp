// How much memory reading takes, in sizes of the file (docs/io.md, "What is refused").
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "graze/base/error.h"
#include "graze/io/load.h"
#include "graze/io/save.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

// The most memory that this process ever had resident, in bytes.
double most_resident() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024;
    return 0;
}

// What reading the file takes, in sizes of the file, measured in a process of its own; below 0 if it could
// not be measured. Code that runs for the first time, and buffers of fixed size, are not counted.
double sizes_taken(const std::filesystem::path& file) {
    constexpr double for_any_file = 4e6;
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) return -1;
    const pid_t child = ::fork();
    if (child == 0) {
        const double before = most_resident();
        double taken = -1;
        try {
            load_mesh(file);
        } catch (const Error&) {
        }
        if (before > 0) taken = most_resident() - before;
        ::_exit(::write(pipe[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
    }
    double taken = -1;
    const bool heard = ::read(pipe[0], &taken, sizeof taken) == sizeof taken;
    ::close(pipe[0]);
    ::close(pipe[1]);
    ::waitpid(child, nullptr, 0);
    if (!heard || taken < 0) return -1;
    return std::max(taken - for_any_file, 0.0) / static_cast<double>(std::filesystem::file_size(file));
}

class Memory : public ::testing::Test {
  protected:
    void SetUp() override {
#ifdef GRAZE_SANITIZED
        GTEST_SKIP() << "sanitizers take memory of their own";
#endif
        if (most_resident() == 0) GTEST_SKIP() << "this system does not say how much memory is used";
    }

    void expect_below(const std::string& name, double sizes) {
        const double taken = sizes_taken(folder_ / name);
        RecordProperty(name, std::to_string(taken));
        EXPECT_GE(taken, 0) << name;
        EXPECT_LE(taken, sizes) << name;
    }

    TemporaryFolder folder_;
};

TEST_F(Memory, for_ordinary_meshes_is_at_most_three_times_the_file) {
    const Mesh mesh = make_sphere(1, 120'000);
    for (const char* name : {"a.stl", "a.obj", "a.ply", "a.off", "a.glb"}) {
        save_mesh(mesh, folder_ / name);
        expect_below(name, 3);
    }
    SaveOptions text;
    text.ascii = true;
    save_mesh(mesh, folder_ / "text.stl", text);
    save_mesh(mesh, folder_ / "text.ply", text);
    expect_below("text.stl", 3);
    expect_below("text.ply", 3);
}

// What is as short as can be in the file, and as long as can be in memory.
TEST_F(Memory, for_any_mesh_of_small_polygons_is_at_most_ten_times_the_file) {
    const auto repeated = [](std::string start, const std::string& text, std::size_t times) {
        for (std::size_t i = 0; i < times; ++i) start += text;
        return start;
    };
    constexpr std::size_t many = 400'000;
    const std::string ply =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
    const std::string faces = "element face 400000\nproperty list uchar uchar vertex_index\nend_header\n";
    folder_.write("vertices.obj", repeated("", "v 0 0 0\n", many) + "f 1 2 3\n");
    folder_.write("triangles.obj", repeated("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "f 1 2 3\n", many));
    folder_.write("quadrangles.obj", repeated("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "f 1 2 3 1\n", many));
    folder_.write("groups.obj", repeated("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "g\nf 1 2 3\n", many));
    folder_.write("triangles.off", repeated("OFF\n3 400000 0\n0 0 0\n1 0 0\n0 1 0\n", "3 0 1 2\n", many));
    folder_.write("triangles.ply", repeated(ply + faces + "0 0 0\n1 0 0\n0 1 0\n", "3 0 1 2\n", many));
    std::string packed = ply + faces;
    packed.replace(packed.find("ascii"), 5, "binary_little_endian");
    folder_.write("binary.ply", repeated(packed + std::string(36, '\0'), std::string("\3\0\1\2", 4), many));
    for (const char* name : {"vertices.obj", "triangles.obj", "quadrangles.obj", "groups.obj",
                             "triangles.off", "triangles.ply", "binary.ply"})
        expect_below(name, 10);
}

TEST_F(Memory, for_one_polygon_of_very_many_corners_is_at_most_forty_times_the_file) {
    const auto write = [&](const char* name, std::size_t corners) {
        std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
        for (std::size_t i = 0; i < corners; ++i) text += i % 3 == 0 ? " 1" : i % 3 == 1 ? " 2" : " 3";
        folder_.write(name, text);
        return static_cast<double>(text.size());
    };
    const double size = write("million.obj", 1'000'000);  // which is cut; more would be a fan
    expect_below("million.obj", std::max(40.0, 150e6 / size));
    write("millions.obj", 2'000'000);
    expect_below("millions.obj", 40);
}

// As short as they can be; of two kinds.
TEST_F(Memory, for_nodes_of_gltf_is_at_most_a_hundred_and_thirty_times_the_file) {
    const std::string rest =
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"asset":{"version":"2.0"},)"
        R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3"}],"nodes":[{"mesh":0})";
    std::string parts = "{" + rest, levels = "{" + rest;
    for (int i = 0; i < 100'000; ++i) parts += R"(,{"mesh":0})";
    for (int i = 0; i < 100'000; ++i) levels += R"(,{"children":[)" + std::to_string(i) + "]}";
    folder_.write("parts.gltf", parts + "]}");
    folder_.write("levels.gltf", levels + "]}");
    expect_below("parts.gltf", 130);
    expect_below("levels.gltf", 130);
}

}  // namespace
}  // namespace graze::test
