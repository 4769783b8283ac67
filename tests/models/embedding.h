// Does a surface cross itself?
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "graze/query/intersect/intersect.h"

namespace graze::test {

inline std::size_t shared_corners(const Mesh& mesh, TriangleId a, TriangleId b) {
    const auto &s = mesh.triangles()[a], &t = mesh.triangles()[b];
    return static_cast<std::size_t>(
        std::ranges::count_if(s, [&](VertexId v) { return std::ranges::find(t, v) != t.end(); }));
}

// Empty if all that two triangles of the mesh have in common is a corner or an edge that both refer to; else
// where they have more.
inline std::string self_intersections(const Mesh& mesh) {
    const Shape shape(mesh);
    std::size_t count = 0;
    std::string first;
    for (const IntersectingPair& pair : intersecting_triangles(shape, {}, shape, {})) {
        if (pair.a >= pair.b) continue;
        const std::size_t shared = shared_corners(mesh, pair.a, pair.b);
        const bool fine = (shared == 1 && pair.common.kind == CommonKind::point) ||
                          (shared == 2 && pair.common.kind == CommonKind::segment);
        if (fine) continue;
        const Vec3 at = pair.common.middle();
        const auto part = [&](TriangleId t) { return mesh.parts()[mesh.part_of(mesh.polygon_of(t))].name; };
        if (count++ == 0)
            first = "triangles " + std::to_string(pair.a) + " (" + part(pair.a) + ") and " +
                    std::to_string(pair.b) + " (" + part(pair.b) + ") at " + std::to_string(at.x) + ", " +
                    std::to_string(at.y) + ", " + std::to_string(at.z);
    }
    return count == 0 ? "" : std::to_string(count) + " pairs, the first: " + first;
}

}  // namespace graze::test
