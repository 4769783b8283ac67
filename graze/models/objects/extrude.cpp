#include "graze/models/objects/extrude.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/trig.h"
#include "graze/mesh/triangulate.h"

namespace graze::inline v1 {
namespace {

// The points of all outlines, one outline after the other. A face is a ring of numbers of points.
struct Face {
    std::vector<Vec2> points;
    std::vector<std::uint32_t> ring;
};

bool cross_properly(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    return orient2d(a, b, c) * orient2d(a, b, d) <= 0 && orient2d(c, d, a) * orient2d(c, d, b) <= 0;
}

// Does the segment from a corner of the ring to a point of a hole meet the sides of both only at its ends?
bool sees(const Face& face, std::span<const std::uint32_t> hole, std::uint32_t from, std::uint32_t to) {
    const Vec2 &a = face.points[from], &b = face.points[to];
    const auto free = [&](std::span<const std::uint32_t> ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const std::uint32_t c = ring[i], d = ring[i + 1 == ring.size() ? 0 : i + 1];
            if (c == from || d == from || c == to || d == to) continue;
            if (cross_properly(a, b, face.points[c], face.points[d])) return false;
        }
        return true;
    };
    return free(face.ring) && free(hole);
}

// Joins a hole to the ring by a bridge from the rightmost point of the hole to the nearest corner that sees
// this point.
void join_hole(Face& face, const std::vector<std::uint32_t>& hole) {
    const auto rightmost = std::ranges::max_element(hole, {}, [&](auto p) { return face.points[p].x; });
    const Vec2 at = face.points[*rightmost];
    std::vector<std::size_t> nearest(face.ring.size());
    for (std::size_t i = 0; i < nearest.size(); ++i) nearest[i] = i;
    const auto distance = [&](std::size_t i) {
        const Vec2& p = face.points[face.ring[i]];
        return std::pair((p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y), i);
    };
    std::ranges::sort(nearest, {}, distance);
    for (const std::size_t corner : nearest) {
        if (std::ranges::count(face.ring, face.ring[corner]) > 1) continue;  // another bridge ends there
        if (!sees(face, hole, face.ring[corner], *rightmost)) continue;
        // Around the hole in the opposite direction, and back over the bridge.
        std::vector<std::uint32_t> detour{face.ring[corner]};
        const auto start = static_cast<std::size_t>(rightmost - hole.begin());
        for (std::size_t i = 0; i <= hole.size(); ++i)
            detour.push_back(hole[(start + 2 * hole.size() - i) % hole.size()]);
        face.ring.insert(face.ring.begin() + static_cast<std::ptrdiff_t>(corner), detour.begin(),
                         detour.end());
        return;
    }
    throw Error("a hole of an extrusion is not inside its outline");
}

// Outlines do not touch each other, so there is always a bridge from a hole to something on its right.
std::vector<std::array<std::uint32_t, 3>> triangles_of(Face& face, std::span<const std::uint32_t> sizes) {
    std::vector<std::vector<std::uint32_t>> holes;
    std::uint32_t next = 0;
    for (const std::uint32_t size : sizes) {
        std::vector<std::uint32_t> ring(size);
        for (std::uint32_t& p : ring) p = next++;
        if (face.ring.empty()) {
            face.ring = std::move(ring);
        } else {
            holes.push_back(std::move(ring));
        }
    }
    // The rightmost hole first; of two equally far to the right, the one that was given first.
    const auto reach = [&](const std::vector<std::uint32_t>& hole) {
        double most = -HUGE_VAL;
        for (const std::uint32_t p : hole) most = std::max(most, face.points[p].x);
        return std::pair(-most, hole.front());
    };
    std::ranges::sort(holes, {}, reach);
    for (const auto& hole : holes) join_hole(face, hole);
    std::vector<Vec3> polygon;
    polygon.reserve(face.ring.size());
    for (const std::uint32_t p : face.ring) polygon.push_back({face.points[p].x, face.points[p].y, 0});
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (!triangulate(polygon, triangles)) throw Error("the outline of an extrusion crosses itself");
    for (auto& triangle : triangles)
        for (std::uint32_t& corner : triangle) corner = face.ring[corner];
    return triangles;
}

}  // namespace

Outline circle_outline(const SolidBuilder& builder, const Vec2& centre, double radius, std::uint32_t least) {
    // Never so few sides that the content of a hole no longer fits.
    const std::uint32_t n =
        std::max(builder.segments(2 * std::numbers::pi * radius, least), std::min(least, 6u));
    Outline points;
    for (std::uint32_t i = 0; i < n; ++i) {
        const SinCos angle = sin_cos_turns(static_cast<double>(i) / n);
        points.push_back({centre.x + radius * angle.cos, centre.y + radius * angle.sin});
    }
    return points;
}

Outline rounded_rectangle(const SolidBuilder& builder, const Vec2& centre, const Vec2& half,
                          double corner_radius) {
    const std::uint32_t n = builder.segments(std::numbers::pi / 2 * corner_radius, 2);
    Outline points;
    for (std::uint32_t corner = 0; corner < 4; ++corner) {
        const double x = corner == 1 || corner == 2 ? -1 : 1, y = corner >= 2 ? -1 : 1;
        for (std::uint32_t i = 0; i <= n; ++i) {
            const SinCos angle = sin_cos_turns((corner + static_cast<double>(i) / n) / 4);
            const Vec2 p{centre.x + x * (half.x - corner_radius) + corner_radius * angle.cos,
                         centre.y + y * (half.y - corner_radius) + corner_radius * angle.sin};
            // Without a straight piece between them, a corner begins where the previous corner ends.
            if (points.empty() || !(p == points.back())) points.push_back(p);
        }
    }
    if (points.back() == points.front()) points.pop_back();
    return points;
}

void add_extrusion(SolidBuilder& builder, const Outline& outline, std::span<const Outline> holes,
                   double bottom, double top, const Placement& place) {
    Face face{outline, {}};
    std::vector<std::uint32_t> sizes{static_cast<std::uint32_t>(outline.size())};
    for (const Outline& hole : holes) {
        face.points.insert(face.points.end(), hole.begin(), hole.end());
        sizes.push_back(static_cast<std::uint32_t>(hole.size()));
    }
    const auto n = static_cast<std::uint32_t>(face.points.size());
    const std::uint32_t layers = builder.segments(top - bottom);
    const std::uint64_t on_face = n + 2 * holes.size() - 2;
    if (!builder.begin_surface(std::uint64_t{n} * (layers + 1), 2 * on_face + std::uint64_t{2} * n * layers))
        return;
    const VertexId first = builder.next_vertex();
    for (std::uint32_t k = 0; k <= layers; ++k)
        for (const Vec2& p : face.points)
            builder.add_vertex(place({p.x, p.y, bottom + (top - bottom) * k / layers}));
    std::uint32_t start = 0;
    for (std::size_t r = 0; r < sizes.size(); start += sizes[r++]) {
        for (std::uint32_t k = 0; k < layers; ++k) {
            for (std::uint32_t i = 0; i < sizes[r]; ++i) {
                const VertexId a = first + k * n + start + i;
                const VertexId b = first + k * n + start + (i + 1 == sizes[r] ? 0 : i + 1);
                r == 0 ? builder.add_quadrangle(a, b, b + n, a + n)
                       : builder.add_quadrangle(b, a, a + n, b + n);
            }
        }
    }
    const VertexId above = first + layers * n;
    for (const auto& [a, b, c] : triangles_of(face, sizes)) {
        builder.add_triangle(above + a, above + b, above + c);
        builder.add_triangle(first + a, first + c, first + b);
    }
}

}  // namespace graze::inline v1
