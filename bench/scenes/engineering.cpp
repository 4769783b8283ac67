#include "bench/scenes/engineering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "graze/base/error.h"
#include "graze/models/gearbox.h"
#include "graze/models/objects/blocks.h"
#if defined(GRAZE_BENCH_IO)
#include "graze/io/load_assembly.h"
#endif

namespace graze::bench {
namespace {

std::vector<double> evenly(double from, double to, int cells) {
    std::vector<double> all;
    for (int i = 0; i <= cells; ++i) all.push_back(from + (to - from) * i / cells);
    return all;
}

// 40 by 30 by 8, walls and ribs one wide.
Mesh make_tray() {
    Blocks blocks(evenly(0, 40, 40), evenly(0, 30, 30), evenly(0, 8, 8));
    blocks.fill([](const Vec3& p) {
        const auto on_rib = [](double x, double last) {
            const int cell = static_cast<int>(x);
            return cell == 0 || cell == static_cast<int>(last) || cell % 8 == 4;
        };
        const bool wall = p.x < 1 || p.x > 39 || p.y < 1 || p.y > 29;
        const bool rib = p.z < 4 && (on_rib(p.x, 39) || on_rib(p.y, 29));
        return p.z < 1 || wall || rib;
    });
    return fitted(
        6000, [&](SolidBuilder& builder) { add_blocks(builder, blocks, [](const Vec3& p) { return p; }); });
}

Mesh of_gearbox(const std::string& end_of_path) {
    const Gearbox gearbox = make_gearbox({.parts = 216, .triangles = 600'000});
    for (const Part& part : gearbox.assembly.parts)
        if (part.path.ends_with(end_of_path)) return *part.mesh;
    throw Error("the gearbox has no such part", end_of_path);
}

Mesh turned_mesh(const Mesh& mesh, const Pose& pose) {
    std::vector<Vec3> vertices;
    for (const Vec3& p : mesh.vertices()) vertices.push_back(pose(p));
    return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

std::vector<MeshObject> generated_parts() {
    const auto part = [](const std::string& name, const std::string& end_of_path) {
        return MeshObject{"cad-" + name, [end_of_path] { return of_gearbox(end_of_path); }};
    };
    return {{"cad-tray", make_tray},
            part("housing", "housing/upper"),
            part("cover", "cover left/cover"),
            part("screw", "cover left/screw 1"),
            part("bolt", "flange bolt 1/bolt"),
            part("shaft", "shaft 1/shaft"),
            part("ring", "bearing left/outer ring")};
}

#if defined(GRAZE_BENCH_IO)
void add_parts_of(const std::filesystem::path& file, std::vector<MeshObject>& objects) {
    constexpr std::size_t most_parts = 3;
    constexpr std::size_t least_triangles = 500;
    std::vector<std::pair<std::string, std::shared_ptr<const Mesh>>> parts;
    try {
        for (const Part& part : load_assembly({file}).assembly.parts) {
            const auto same = [&](const auto& p) { return p.second == part.mesh; };
            if (part.mesh->triangle_count() >= least_triangles && std::ranges::none_of(parts, same))
                parts.emplace_back(file.stem().string() + "/" + part.path, part.mesh);
        }
    } catch (const Error& error) {
        fmt::print(stderr, "{}: left out: {}\n", file.string(), error.what());
        return;
    }
    std::ranges::stable_sort(parts, [](const auto& p, const auto& q) {
        return p.second->triangle_count() > q.second->triangle_count();
    });
    parts.resize(std::min(parts.size(), most_parts));
    for (auto& [name, mesh] : parts) {
        std::ranges::replace(name, '/', ' ');  // configurations are kept in a file of this name
        objects.push_back(
            {parts.size() == 1 ? file.stem().string() : name, [shared = mesh] { return *shared; }});
    }
}
#endif

}  // namespace

std::vector<MeshObject> engineering_objects(const std::filesystem::path& folder) {
    std::vector<MeshObject> objects = generated_parts();
#if defined(GRAZE_BENCH_IO)
    std::vector<std::filesystem::path> files;
    std::error_code failure;
    if (!folder.empty()) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, failure)) {
            const std::string extension = entry.path().extension().string();
            for (const char* known : {".stl", ".stp", ".step", ".glb", ".gltf"})
                if (extension == known) files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    for (const std::filesystem::path& file : files) add_parts_of(file, objects);
#else
    static_cast<void>(folder);
#endif
    return objects;
}

std::vector<StackedObject> stacked_objects() {
    const Pose oblique(Quat::about_turns({3, 1, 2}, 0.137), {});
    std::vector<StackedObject> all;
    for (const MeshObject& object : generated_parts()) {
        if (object.name != "cad-tray" && object.name != "cad-housing" && object.name != "cad-ring") continue;
        all.push_back({{object.name + " stack", object.make}, Pose()});
        all.push_back({{object.name + " stack, turned",
                        [make = object.make, oblique] { return turned_mesh(make(), oblique); }},
                       oblique});
    }
    return all;
}

std::vector<Pose> stack_poses(const Mesh& mesh, const Pose& turned, double gap) {
    const Pose back = turned.inverse();
    Box box;
    for (const Vec3& p : mesh.vertices()) box.grow(back(p));
    const Vec3 size = box.size();
    std::vector<Pose> poses;
    for (int i = 0; i < 8; ++i) {
        const Vec3 aside{0.013 * i * size.x, -0.017 * i * size.y, 0};
        poses.push_back(
            Pose::translation(turned.rotate(aside + Vec3{0, 0, size.z + gap * std::sqrt(dot(size, size))})));
    }
    return poses;
}

}  // namespace graze::bench
