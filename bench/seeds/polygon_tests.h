// Polygons by triangles: how Moeller's test is brought to polygons, and the rule that says when (Zachmann
// 2000, 3.2). Plain doubles; for comparison only. Preconditions as in zachmann.h.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "bench/seeds/zachmann.h"
#include "graze/base/triangle.h"

namespace graze::bench {

// The triangles of a small polygon as indices of its corners; no allocation.
struct SmallTriangulation {
    std::array<std::array<std::uint8_t, 3>, max_corners - 2> corners;
    std::size_t count = 0;

    Triangle triangle(std::size_t i, std::span<const Vec3> polygon) const {
        const auto& c = corners[i];
        return {{polygon[c[0]], polygon[c[1]], polygon[c[2]]}};
    }
};

// A quadrangle is split at its concave corner if it has one, a larger polygon is cut by ears.
SmallTriangulation split(std::span<const Vec3> polygon);

// Both polygons are split, then up to all pairs of triangles are tested. The splitting is part of the time,
// as it is in the table of the thesis.
bool moeller_polygons_intersect(std::span<const Vec3> p, std::span<const Vec3> q);

// The rule of the thesis: triangles by Moeller's test, polygons of five and more corners by Zachmann's.
// Quadrangles are the break-even; `graze-bench table31` measures on which side they fall today.
bool seeds_intersect(std::span<const Vec3> p, std::span<const Vec3> q);

}  // namespace graze::bench
