// Scenes and checks that tests of contacts share.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/mesh.h"
#include "graze/query/contact/contacts.h"

namespace graze::test {

inline const Pose unmoved;

inline Pose moved_to(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

// A unit cube whose lowest corner is at `corner`, with a diagonal upright.
inline Pose standing_on_a_corner(const Vec3& corner) {
    // Takes (1, 1, 1) to the z axis.
    const Quat turn = Pose::rotation_radians({1, -1, 0}, 0.95531661812450927816).rotation();
    const Pose turned(turn, {});
    const Vec3 lowest = turned(Vec3{-0.5, -0.5, -0.5});
    return Pose(turn, corner - lowest);
}

// The same mesh with some triangles turned over.
inline Mesh with_random_winding(const Mesh& mesh, std::uint64_t seed) {
    Random r(seed);
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    std::vector<std::array<VertexId, 3>> triangles(mesh.triangles().begin(), mesh.triangles().end());
    for (auto& t : triangles)
        if (r.below(2) == 0) std::swap(t[0], t[1]);
    return Mesh(std::move(vertices), std::move(triangles));
}

// A sheet in the plane z = 0, from -size/2 to size/2.
inline Mesh make_sheet(double size) {
    const double h = size / 2;
    return Mesh({{-h, -h, 0}, {h, -h, 0}, {h, h, 0}, {-h, h, 0}}, {{0, 1, 2}, {0, 2, 3}});
}

}  // namespace graze::test
