// Meshes that are not solids, and meshes made from others.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/mesh/mesh.h"

namespace graze::test {

// Triangles strewn over [-1, 1]^3, with corners up to `size` from their place; snapped to eighths they share
// corners, edges and planes, and many are flat.
inline Mesh soup(std::uint32_t count, std::uint64_t seed, double size, bool snapped) {
    Random r(seed);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    const auto snap = [&](Vec3 v) {
        if (snapped) v = {std::round(v.x * 8) / 8, std::round(v.y * 8) / 8, std::round(v.z * 8) / 8};
        return v;
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 at = r.in_box({-1, -1, -1}, {1, 1, 1});
        for (int k = 0; k < 3; ++k)
            vertices.push_back(snap(at + r.in_box({-size, -size, -size}, {size, size, size})));
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

// Triangles of a small grid in the plane z = 0: all coplanar, many of them equal or without area.
inline Mesh flat_soup(std::uint32_t count, std::uint64_t seed) {
    Random r(seed);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId y = 0; y < 6; ++y) {
        for (VertexId x = 0; x < 6; ++x)
            vertices.push_back({static_cast<double>(x), static_cast<double>(y), 0});
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto near = [&](VertexId v) {
            const auto x = (v % 6 + static_cast<VertexId>(r.below(2))) % 6;
            return x + 6 * ((v / 6 + static_cast<VertexId>(r.below(2))) % 6);
        };
        const auto v = static_cast<VertexId>(r.below(36));
        triangles.push_back({v, near(v), near(v)});
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

// Every point of a mesh taken through `f`.
template <class F>
Mesh mapped(const Mesh& m, const F& f) {
    std::vector<Vec3> v(m.vertices().begin(), m.vertices().end());
    for (Vec3& p : v) p = f(p);
    return Mesh(std::move(v), {m.triangles().begin(), m.triangles().end()});
}

inline Mesh scaled(const Mesh& m, double s) {
    return mapped(m, [s](const Vec3& p) { return p * s; });
}

inline Mesh moved(const Mesh& m, const Vec3& by) {
    return mapped(m, [&by](const Vec3& p) { return p + by; });
}

// Turns a line of (radius, height), from the axis below to the axis above on the outside and back down
// within, round the z axis. Both ends must lie on the axis.
inline Mesh turned(const std::vector<Vec2>& profile, std::uint32_t around) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t k = 0; k < around; ++k) {
        const SinCos angle = sin_cos_turns(static_cast<double>(k) / around);
        for (const Vec2& p : profile) vertices.push_back({p.x * angle.cos, p.x * angle.sin, p.y});
    }
    const auto rings = static_cast<VertexId>(profile.size());
    for (VertexId k = 0; k < around; ++k) {
        for (VertexId i = 0; i + 1 < rings; ++i) {
            const VertexId here = k * rings + i, next = (k + 1) % around * rings + i;
            if (i > 0) triangles.push_back({here, next, next + 1});
            if (i + 2 < rings) triangles.push_back({here, next + 1, here + 1});
        }
    }
    // The points on the axis are made once for every ray, and all but the first of them left unused.
    for (auto& t : triangles) {
        for (VertexId& v : t) {
            if (v % rings == 0) v = 0;
            if (v % rings == rings - 1) v = rings - 1;
        }
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

// Open at the top (z = 0), its outside a half sphere of radius 2, its inside one of radius 1.5.
inline Mesh bowl(std::uint32_t around = 32) {
    std::vector<Vec2> profile;
    const int steps = 8;
    for (int i = 0; i <= steps; ++i) {
        const SinCos angle = sin_cos_turns(0.25 * i / steps);
        profile.push_back({2 * angle.sin, -2 * angle.cos});
    }
    for (int i = steps; i >= 0; --i) {
        const SinCos angle = sin_cos_turns(0.25 * i / steps);
        profile.push_back({1.5 * angle.sin, -1.5 * angle.cos});
    }
    return turned(profile, around);
}

}  // namespace graze::test
