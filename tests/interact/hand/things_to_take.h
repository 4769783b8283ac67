// Twenty things for hands to take: generated ones, parts of a gearbox, and a real wrench where there is one.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "graze/io/load.h"
#include "graze/mesh/generate.h"
#include "graze/models/gearbox.h"
#include "graze/models/objects.h"
#include "graze/tree/shape.h"

namespace graze::test {

struct ThingToTake {
    std::string name;
    Mesh mesh;
};

inline Mesh scaled(const Mesh& mesh, double factor) {
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    std::vector<std::array<VertexId, 3>> triangles(mesh.triangles().begin(), mesh.triangles().end());
    const Vec3 middle = mesh.box().center();
    for (Vec3& v : vertices) v = (v - middle) * factor;
    return Mesh(std::move(vertices), std::move(triangles));
}

// The sides of its box, the longest first.
inline std::array<double, 3> sides_of(const Mesh& mesh) {
    const Vec3 size = mesh.box().size();
    std::array<double, 3> sides{size.x, size.y, size.z};
    std::ranges::sort(sides, std::greater());
    return sides;
}

// So large that its second side has this length.
inline Mesh with_second_side(const Mesh& mesh, double length) {
    return scaled(mesh, length / sides_of(mesh)[1]);
}

inline std::vector<ThingToTake> things_to_take(std::uint32_t triangles) {
    std::vector<ThingToTake> things;
    things.push_back({"bar", make_cylinder(20, 120, 64)});
    things.push_back({"tube", make_tube(20, 14, 130, 64)});
    things.push_back({"beam", make_box({140, 40, 36}, std::max(1U, triangles / 400))});
    things.push_back({"ball", make_sphere(20, triangles)});
    things.push_back({"block", make_box({60, 40, 40}, 3)});
    for (const char* name : {"cone", "doorlock", "galleon", "grid", "hyperboloid", "saloon", "sponge",
                             "sportscar", "truck", "chazelle"})
        things.push_back({name, make_object(name, triangles)});
    // The longest parts of a gearbox that are different.
    const Assembly gearbox = make_gearbox({.parts = 216, .triangles = 60'000}).assembly;
    for (const char* word : {"shaft", "bolt", "coupling", "pinion", "sleeve"}) {
        const auto part = std::ranges::find_if(gearbox.parts, [&](const Part& p) {
            const std::string last = split_path(p.path).back();
            return last.find(word) != std::string::npos;
        });
        if (part != gearbox.parts.end()) things.push_back({word, *part->mesh});
    }
    if (std::filesystem::exists(GRAZE_DATA_DIR "/parts/wrench.stl")) {
        things.push_back({"wrench", load_mesh(GRAZE_DATA_DIR "/parts/wrench.stl").mesh});
    }
    return things;
}

}  // namespace graze::test
