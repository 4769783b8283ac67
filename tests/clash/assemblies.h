// Random assemblies, and clashes found without any cleverness.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/clash/clash.h"
#include "graze/mesh/generate.h"

namespace graze::test {

// Small shapes in a box that is too small for them; some touch exactly, for their places are on a grid. A few
// are open or empty.
inline Assembly random_assembly(std::uint64_t seed, std::size_t part_count) {
    Random random(seed);
    const std::vector<std::shared_ptr<const Mesh>> meshes{
        std::make_shared<const Mesh>(make_box({1.5, 1.5, 1.5})),
        std::make_shared<const Mesh>(make_box({2, 0.5, 1})),
        std::make_shared<const Mesh>(make_sphere(0.75, 128)),
        std::make_shared<const Mesh>(make_tube(1, 0.5, 1, 12)),
        std::make_shared<const Mesh>(make_cylinder(0.25, 3, 8)),
        std::make_shared<const Mesh>(make_sphere(0.125, 8)),
        std::make_shared<const Mesh>(Mesh({{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})),
        std::make_shared<const Mesh>()};
    Assembly assembly;
    for (std::size_t i = 0; i < part_count; ++i) {
        const Vec3 corner = random.in_box({-6, -6, -6}, {6, 6, 6});
        const auto on_grid = [](double v) { return static_cast<double>(static_cast<int>(v)) * 0.5; };
        const Pose place = Pose::translation({on_grid(corner.x), on_grid(corner.y), on_grid(corner.z)});
        const double turns = 0.25 * static_cast<double>(random.below(4));
        const Pose turn =
            random.chance(0.8) ? Pose::rotation_turns({0, 0, 1}, turns) : Pose(random.rotation(), Vec3{});
        assembly.parts.push_back(
            {"part " + std::to_string(i), meshes[random.below(meshes.size())], place * turn});
    }
    return assembly;
}

inline Relation relation_of(const Part& a, const Part& b, OpenMeshes open = OpenMeshes::as_surfaces) {
    return relation(Shape(*a.mesh), a.world_from_part, Shape(*b.mesh), b.world_from_part, open);
}

// What a report says about two parts.
inline Relation found(const ClashReport& report, std::size_t a, std::size_t b) {
    for (const ClashFinding& finding : report.findings)
        if (finding.a == a && finding.b == b) return finding.relation;
    return Relation::apart;
}

}  // namespace graze::test
