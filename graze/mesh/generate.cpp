#include "graze/mesh/generate.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/trig.h"

namespace graze::inline v1 {
namespace {

using Triangles = std::vector<std::array<VertexId, 3>>;

void check_length(double value, const char* name) {
    if (!(value > 0 && value <= max_coordinate))
        throw Error(std::string(name) + " must be positive and at most 1e100");
}

void check_triangle_count(double count) {
    if (count >= 0x1p32)
        throw Error("more triangles than a mesh holds (4294967295)", {}, "ask for fewer divisions");
}

void add_quadrangle(Triangles& triangles, VertexId a, VertexId b, VertexId c, VertexId d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
}

// Numbers the points of the lattice {0..n}^3 that are on its surface: the bottom layer, then the outline of
// each layer between, then the top layer.
class BoxLattice {
  public:
    explicit BoxLattice(std::uint32_t n) : n_(n) {}

    VertexId id(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
        const std::uint32_t layer = (n_ + 1) * (n_ + 1), outline = 4 * n_;
        if (k == 0) return j * (n_ + 1) + i;
        if (k == n_) return layer + (n_ - 1) * outline + j * (n_ + 1) + i;
        return layer + (k - 1) * outline + along_outline(i, j);
    }

    std::vector<Vec3> points(const Vec3& size) const {
        std::vector<Vec3> points;
        points.reserve(6 * std::size_t{n_} * n_ + 2);
        for (std::uint32_t j = 0; j <= n_; ++j)
            for (std::uint32_t i = 0; i <= n_; ++i) points.push_back(point(size, i, j, 0));
        for (std::uint32_t k = 1; k < n_; ++k) {
            for (std::uint32_t s = 0; s < n_; ++s) points.push_back(point(size, s, 0, k));
            for (std::uint32_t s = 0; s < n_; ++s) points.push_back(point(size, n_, s, k));
            for (std::uint32_t s = 0; s < n_; ++s) points.push_back(point(size, n_ - s, n_, k));
            for (std::uint32_t s = 0; s < n_; ++s) points.push_back(point(size, 0, n_ - s, k));
        }
        for (std::uint32_t j = 0; j <= n_; ++j)
            for (std::uint32_t i = 0; i <= n_; ++i) points.push_back(point(size, i, j, n_));
        return points;
    }

  private:
    // Counter-clockwise from (0, 0).
    std::uint32_t along_outline(std::uint32_t i, std::uint32_t j) const {
        if (j == 0) return i;
        if (i == n_) return n_ + j;
        return j == n_ ? 3 * n_ - i : 4 * n_ - j;
    }
    double fraction(std::uint32_t i) const { return (2.0 * i - n_) / (2.0 * n_); }
    Vec3 point(const Vec3& size, std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
        return {size.x * fraction(i), size.y * fraction(j), size.z * fraction(k)};
    }

    std::uint32_t n_;
};

// The octahedron |x| + |y| + |z| = n cut into rings of equal z, from the top down. A ring at height z has n -
// |z| steps in each of the four quadrants; those at the ends are single points.
class OctahedronRings {
  public:
    explicit OctahedronRings(std::uint32_t n) : n_(n) {}

    std::uint32_t ring_count() const { return 2 * n_ + 1; }
    std::uint32_t steps(std::uint32_t ring) const { return ring <= n_ ? ring : 2 * n_ - ring; }

    // Points before the ring: 1 + 4 + 8 + ... down to the equator, mirrored below it.
    VertexId first_point(std::uint32_t ring) const {
        if (ring == 0) return 0;
        if (ring <= n_) return 1 + 2 * ring * (ring - 1);
        const std::uint32_t below = 2 * n_ - ring;  // the ring's own steps
        return 4 * n_ * n_ + 2 - (1 + 2 * below * (below + 1));
    }
    VertexId id(std::uint32_t ring, std::uint32_t quadrant, std::uint32_t step) const {
        const std::uint32_t m = steps(ring);
        return first_point(ring) + (m == 0 ? 0 : (quadrant * m + step) % (4 * m));
    }
    std::vector<Vec3> points(double radius) const {
        std::vector<Vec3> points;
        points.reserve(4 * std::size_t{n_} * n_ + 2);
        for (std::uint32_t ring = 0; ring < ring_count(); ++ring) {
            const double z = static_cast<double>(n_) - ring;
            const std::uint32_t m = steps(ring);
            if (m == 0) points.push_back({0, 0, z > 0 ? radius : -radius});
            for (std::uint32_t i = 0; i < 4 * m; ++i) {
                const double along = i % m, left = m - along;
                const std::array<Vec3, 4> in_quadrant{
                    {{left, along, z}, {-along, left, z}, {-left, -along, z}, {along, -left, z}}};
                const Vec3& p = in_quadrant[i / m];
                points.push_back(p * (radius / length(p)));
            }
        }
        return points;
    }

  private:
    std::uint32_t n_;
};

// Appends a circle of `around` points at height z, counter-clockwise from +x; returns the first.
VertexId add_circle(std::vector<Vec3>& vertices, double radius, double z, std::uint32_t around) {
    const auto first = static_cast<VertexId>(vertices.size());
    for (std::uint32_t i = 0; i < around; ++i) {
        const SinCos angle = sin_cos_turns(static_cast<double>(i) / around);
        vertices.push_back({radius * angle.cos, radius * angle.sin, z});
    }
    return first;
}

// Quadrangles between two circles. Seen from the side on which the circles run to the right, the direction
// from the first to the second circle is upwards.
void join_circles(Triangles& triangles, VertexId lower, VertexId upper, std::uint32_t around) {
    for (std::uint32_t i = 0; i < around; ++i) {
        const std::uint32_t next = i + 1 == around ? 0 : i + 1;
        add_quadrangle(triangles, lower + i, lower + next, upper + next, upper + i);
    }
}

void check_cylinder(double radius, double height, std::uint32_t around, double triangles_per_side) {
    check_length(radius, "the radius of a cylinder");
    check_length(height, "the height of a cylinder");
    if (around < 3) throw Error("a cylinder needs at least 3 sides");
    check_triangle_count(triangles_per_side * around);
}

// Counts are small integers in doubles, so the comparison is exact.
std::uint32_t nearest_frequency(std::uint32_t triangles) {
    auto f = static_cast<std::uint32_t>(std::sqrt(triangles / 8.0));
    const auto count = [](std::uint32_t n) { return 8.0 * n * n; };
    if (count(f + 1) - triangles < triangles - count(f)) ++f;
    return f == 0 ? 1 : f;
}

}  // namespace

Mesh make_box(const Vec3& size, std::uint32_t divisions) {
    for (const double s : {size.x, size.y, size.z}) check_length(s, "the size of a box");
    if (divisions == 0) throw Error("a box needs at least one division");
    check_triangle_count(12.0 * divisions * divisions);
    const std::uint32_t n = divisions;
    const BoxLattice lattice(n);
    Triangles triangles;
    triangles.reserve(12 * std::size_t{n} * n);
    // For each pair of opposite faces, u and v run so that u x v points along the axis.
    for (std::uint32_t u = 0; u < n; ++u) {
        for (std::uint32_t v = 0; v < n; ++v) {
            const auto add = [&](auto id) {
                add_quadrangle(triangles, id(u, v, n), id(u + 1, v, n), id(u + 1, v + 1, n), id(u, v + 1, n));
                add_quadrangle(triangles, id(u, v, 0), id(u, v + 1, 0), id(u + 1, v + 1, 0), id(u + 1, v, 0));
            };
            add([&](auto a, auto b, auto w) { return lattice.id(w, a, b); });
            add([&](auto a, auto b, auto w) { return lattice.id(b, w, a); });
            add([&](auto a, auto b, auto w) { return lattice.id(a, b, w); });
        }
    }
    return Mesh(lattice.points(size), std::move(triangles));
}

Mesh make_sphere(double radius, std::uint32_t triangles) {
    check_length(radius, "the radius of a sphere");
    const std::uint32_t n = nearest_frequency(triangles);
    const OctahedronRings rings(n);
    Triangles cut;
    cut.reserve(8 * std::size_t{n} * n);
    for (std::uint32_t ring = 0; ring + 1 < rings.ring_count(); ++ring) {
        // Between a shorter and a longer ring; below the equator the shorter one is the lower, seen upside
        // down.
        const bool above = ring < n;
        const std::uint32_t shorter = above ? ring : ring + 1, longer = above ? ring + 1 : ring;
        const std::uint32_t m = rings.steps(shorter);
        const auto add = [&](VertexId a, VertexId b, VertexId c) {
            cut.push_back(above ? std::array{a, b, c} : std::array{a, c, b});
        };
        for (std::uint32_t q = 0; q < 4; ++q) {
            for (std::uint32_t s = 0; s <= m; ++s) {
                add(rings.id(longer, q, s), rings.id(longer, q, s + 1), rings.id(shorter, q, s));
                if (s < m)
                    add(rings.id(shorter, q, s), rings.id(longer, q, s + 1), rings.id(shorter, q, s + 1));
            }
        }
    }
    return Mesh(rings.points(radius), std::move(cut));
}

Mesh make_torus(double ring_radius, double tube_radius, std::uint32_t around_ring,
                std::uint32_t around_tube) {
    check_length(ring_radius, "the radius of a ring");
    check_length(tube_radius, "the radius of a tube");
    if (tube_radius >= ring_radius) throw Error("the tube of a torus must be thinner than its ring");
    check_length(ring_radius + tube_radius, "the size of a torus");
    if (around_ring < 3 || around_tube < 3) throw Error("a torus needs at least 3 segments each way");
    check_triangle_count(2.0 * around_ring * around_tube);
    std::vector<Vec3> vertices;
    Triangles triangles;
    vertices.reserve(std::size_t{around_ring} * around_tube);
    triangles.reserve(2 * std::size_t{around_ring} * around_tube);
    for (std::uint32_t r = 0; r < around_ring; ++r) {
        const SinCos ring = sin_cos_turns(static_cast<double>(r) / around_ring);
        const std::uint32_t next_r = r + 1 == around_ring ? 0 : r + 1;
        for (std::uint32_t t = 0; t < around_tube; ++t) {
            const SinCos tube = sin_cos_turns(static_cast<double>(t) / around_tube);
            const double from_axis = ring_radius + tube_radius * tube.cos;
            vertices.push_back({from_axis * ring.cos, from_axis * ring.sin, tube_radius * tube.sin});
            const std::uint32_t next_t = t + 1 == around_tube ? 0 : t + 1;
            add_quadrangle(triangles, r * around_tube + t, next_r * around_tube + t,
                           next_r * around_tube + next_t, r * around_tube + next_t);
        }
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

Mesh make_cylinder(double radius, double height, std::uint32_t around) {
    check_cylinder(radius, height, around, 4);
    std::vector<Vec3> vertices;
    vertices.reserve(2 * std::size_t{around} + 2);
    const VertexId bottom = add_circle(vertices, radius, -height / 2, around);
    const VertexId top = add_circle(vertices, radius, height / 2, around);
    const auto bottom_middle = static_cast<VertexId>(vertices.size()), top_middle = bottom_middle + 1;
    vertices.push_back({0, 0, -height / 2});
    vertices.push_back({0, 0, height / 2});
    Triangles triangles;
    triangles.reserve(4 * std::size_t{around});
    join_circles(triangles, bottom, top, around);
    for (std::uint32_t i = 0; i < around; ++i) {
        const std::uint32_t next = i + 1 == around ? 0 : i + 1;
        triangles.push_back({bottom_middle, bottom + next, bottom + i});
        triangles.push_back({top_middle, top + i, top + next});
    }
    return Mesh(std::move(vertices), std::move(triangles));
}

Mesh make_tube(double outer_radius, double inner_radius, double height, std::uint32_t around) {
    check_cylinder(outer_radius, height, around, 8);
    check_length(inner_radius, "the bore of a tube");
    if (inner_radius >= outer_radius) throw Error("the bore of a tube must be thinner than the tube");
    std::vector<Vec3> vertices;
    vertices.reserve(4 * std::size_t{around});
    const VertexId outer_bottom = add_circle(vertices, outer_radius, -height / 2, around);
    const VertexId outer_top = add_circle(vertices, outer_radius, height / 2, around);
    const VertexId inner_bottom = add_circle(vertices, inner_radius, -height / 2, around);
    const VertexId inner_top = add_circle(vertices, inner_radius, height / 2, around);
    Triangles triangles;
    triangles.reserve(8 * std::size_t{around});
    join_circles(triangles, outer_bottom, outer_top, around);
    join_circles(triangles, outer_top, inner_top, around);
    join_circles(triangles, inner_top, inner_bottom, around);
    join_circles(triangles, inner_bottom, outer_bottom, around);
    return Mesh(std::move(vertices), std::move(triangles));
}

}  // namespace graze::inline v1
