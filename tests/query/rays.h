// Rays at meshes: at random, and at the places that are hard to hit.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/ray/ray.h"

namespace graze::test {

// What must be there; fails the test if it is not.
template <class T>
T certain(const std::optional<T>& hit) {
    if (!hit) throw std::logic_error("nothing is hit");
    return *hit;
}

inline RayHit certain(const FirstHit& hit) {
    if (!hit.found()) throw std::logic_error("nothing is hit");
    return hit;
}

// Every triangle asked by itself.
inline std::vector<std::pair<double, TriangleId>> hits_one_by_one(const Shape& shape, const Pose& pose,
                                                                  const Ray& ray) {
    std::vector<std::pair<double, TriangleId>> hits;
    for (TriangleId i = 0; i < shape.mesh().triangle_count(); ++i) {
        if (const auto hit = first_hit(ray, pose(shape.mesh().triangle(i)))) hits.emplace_back(hit->t, i);
    }
    std::sort(hits.begin(), hits.end());
    return hits;
}

// Scaled by a power of two, so exactly along the difference even where that is tiny.
inline Ray ray_along(const Vec3& from, const Vec3& difference) {
    const double largest = std::max({std::abs(difference.x), std::abs(difference.y), std::abs(difference.z)});
    if (largest == 0) return {from, {1, 2, 3}};
    const int e = -std::ilogb(largest);
    return {from, {std::ldexp(difference.x, e), std::ldexp(difference.y, e), std::ldexp(difference.z, e)}};
}

// From outside the mesh, or from within its box, to a place of a triangle: its inside, an edge, a corner,
// along an edge, along the plane, or past all of it. The target is exact where the pose leaves it so.
inline Ray ray_at(const Shape& shape, const Pose& pose, Random& r) {
    const Mesh& mesh = shape.mesh();
    const Box box = pose(mesh.box());
    const Vec3 center = box.center(), size = box.size();
    const double reach = std::max({size.x, size.y, size.z, 1e-300});
    const Triangle t = pose(mesh.triangle(static_cast<TriangleId>(r.below(mesh.triangle_count()))));
    const std::size_t i = r.below(3), j = (i + 1) % 3, k = (i + 2) % 3;
    const Vec3 from =
        r.chance(0.5) ? center + r.on_sphere() * (reach * r.uniform(0.6, 3)) : r.in_box(box.lower, box.upper);
    switch (r.below(7)) {
        case 0:
            return ray_along(from, t[i] - from);
        case 1:
            return ray_along(from, (t[i] + t[j]) * 0.5 - from);
        case 2:
            return ray_along(from, (t[i] + t[j] + t[k]) / 3 - from);
        case 3:
            if (!(t[i] == t[j])) return ray_along(t[i] + (t[i] - t[j]) * r.uniform(-2, 2), t[j] - t[i]);
            [[fallthrough]];
        case 4:
            if (!(t[i] == t[j] || t[i] == t[k]))
                return ray_along(t[i], (t[j] - t[i]) + (t[k] - t[i]) * r.uniform(-1, 1));
            [[fallthrough]];
        case 5:
            return ray_along(from, r.in_box(box.lower, box.upper) - from);
        default:
            return {from, r.on_sphere()};
    }
}

}  // namespace graze::test
