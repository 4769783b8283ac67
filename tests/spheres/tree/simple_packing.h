// Packings for tests of what is made of packings: quickly found, and not very good.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/sphere_packing.h"
#include "graze/tree/shape.h"

namespace graze::test {

// The best of a few random places, again and again.
inline SpherePacking random_packing(const Shape& shape, std::size_t count, std::uint64_t seed,
                                    int tries_per_sphere = 12) {
    Random r(seed);
    SpherePacking packing;
    const Box& box = shape.mesh().box();
    for (std::size_t tries = 0; packing.spheres.size() < count && tries < 4 * count; ++tries) {
        Sphere best{{}, 0};
        TriangleId nearest = 0;
        for (int i = 0; i < tries_per_sphere; ++i) {
            const Vec3 p = r.in_box(box.lower, box.upper);
            double room = 1e300;
            for (const Sphere& s : packing.spheres) room = std::min(room, length(p - s.center) - s.radius);
            if (room <= best.radius) continue;
            const PointDistance d = signed_distance(shape, {}, p);
            room = std::min(room, -d.value) * (1 - 1e-9);
            if (room > best.radius) {
                best = {p, room};
                nearest = d.feature.index;
            }
        }
        if (!(best.radius > 0)) continue;
        packing.spheres.push_back(best);
        packing.first_triangle.push_back(static_cast<std::uint32_t>(packing.triangles.size()));
        packing.triangles.push_back(nearest);
    }
    packing.first_triangle.push_back(static_cast<std::uint32_t>(packing.triangles.size()));
    return packing;
}

}  // namespace graze::test
