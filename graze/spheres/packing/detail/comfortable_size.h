// Meshes of sizes whose squares and cubes stay in the range of doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/base/box.h"
#include "graze/spheres/sphere.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// The mesh should be worked on 2^this times as large: 0 for all meshes but very tiny and very large ones.
inline int exponent_to_comfort(const Shape& shape) {
    if (!shape.is_mesh() || shape.empty()) return 0;
    const Vec3 size = shape.box().size();
    const double longest = std::max({size.x, size.y, size.z});
    if (!(longest > 0) || (longest > 0x1p-250 && longest < 0x1p+250)) return 0;
    int exponent = 0;
    static_cast<void>(std::frexp(longest, &exponent));
    return -exponent;
}

inline Vec3 times_power_of_two(const Vec3& v, int exponent) {
    return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

// Denormal numbers have fewer digits: the sphere that comes out is no larger, and within what it stands for.
inline Sphere times_power_of_two(const Sphere& s, int exponent) {
    const Vec3 center = times_power_of_two(s.center, exponent);
    const Vec3 back = times_power_of_two(center, -exponent);
    double radius = s.radius;
    if (!(back == s.center)) radius = std::nextafter(radius - length(back - s.center), 0.0);
    double result = std::ldexp(radius, exponent);
    if (std::ldexp(result, -exponent) > radius) result = std::nextafter(result, 0.0);
    return {center, std::max(result, 0.0)};
}

inline Shape times_power_of_two(const Shape& shape, int exponent) {
    const Mesh& mesh = shape.mesh();
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& v : vertices) v = times_power_of_two(v, exponent);
    return Shape(Mesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}));
}

}  // namespace graze::inline v1::detail
