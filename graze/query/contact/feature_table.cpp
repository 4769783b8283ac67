#include "graze/query/contact/detail/feature_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "graze/mesh/measures.h"

namespace graze::inline v1::detail {
namespace {

// Into the triangle, across its edge; zero without area.
Vec3 into_triangle(const Triangle& t, unsigned edge) {
    const Vec3 along = normalized(t[(edge + 2) % 3] - t[(edge + 1) % 3]);
    const Vec3 in = t[edge] - t[(edge + 1) % 3];
    return normalized(in - along * dot(in, along));
}

Vec3 unit_normal(const Triangle& t) {
    const Vec3 u = normalized(t[1] - t[0]), v = normalized(t[2] - t[0]);
    return normalized(cross(u, v));
}

}  // namespace

FeatureTable::FeatureTable(const Shape& shape) : mesh_(shape.mesh()), edges_(mesh_) {
    const auto n = static_cast<TriangleId>(mesh_.triangle_count());
    normal_.resize(n);
    bits_.assign(n, 0);
    flat_.assign(n, 0);
    next_.resize(std::size_t{3} * n);
    for (TriangleId t = 0; t < n; ++t) {
        normal_[t] = unit_normal(mesh_.triangle(t));
        const auto& points = edges_.points_of(t);
        for (unsigned k = 0; k < 3; ++k) {
            next_[std::size_t{3} * t + k] = 3 * t + k;
            const auto around = edges_.triangles_at(points[k]);
            // Of equal corners, the first names the vertex.
            const bool first_here = points[k] != points[(k + 1) % 3] || k < (k + 1) % 3;
            const bool first_before = points[k] != points[(k + 2) % 3] || k < (k + 2) % 3;
            // Vertices of triangles with two equal corners alone are in no list.
            if ((around.empty() || around.front() == t) && first_here && first_before)
                bits_[t] |= static_cast<std::uint8_t>(1u << k);
        }
        // Triangles with two equal corners have no edges in the list: the segment is an edge of its own.
        if (edges_.two_equal_corners(t)) {
            for (unsigned e = 0; e < 3; ++e) {
                if (points[(e + 1) % 3] == points[(e + 2) % 3]) continue;
                bits_[t] |= static_cast<std::uint8_t>(8u << e);
                break;
            }
        }
    }
    edges_.for_each_edge(0, edges_.point_count(), [&](VertexId, std::span<const EdgeUse> uses) {
        const auto code = [](const EdgeUse& use) { return 3 * use.triangle + (use.corner + 2u) % 3; };
        TriangleId lowest = uses.front().triangle;
        for (const EdgeUse& use : uses) lowest = std::min(lowest, use.triangle);
        for (std::size_t i = 0; i < uses.size(); ++i) {
            next_[code(uses[i])] = code(uses[(i + 1) % uses.size()]);
            if (uses[i].triangle == lowest)
                bits_[lowest] |= static_cast<std::uint8_t>(8u << (code(uses[i]) % 3));
        }
    });
    find_flat_edges();
    join_faces();
    if (n > 0 && shape.closed_surface().closed()) {
        const double volume = solid_measures(mesh_, shape.closed_surface()).volume;
        outward_ = volume > 0 ? 1 : volume < 0 ? -1 : 0;
    }
}

void FeatureTable::find_flat_edges() {
    for (TriangleId t = 0; t < static_cast<TriangleId>(flat_.size()); ++t) {
        for (unsigned e = 0; e < 3; ++e) {
            const Use here{t, e}, other = next(here);
            if (other == here || other.triangle == t || next(other) != here) continue;
            const Vec3 sum = into_triangle(mesh_.triangle(t), e) +
                             into_triangle(mesh_.triangle(other.triangle), other.edge);
            if (dot(sum, sum) < flat_angle * flat_angle && dot(normal_[t], normal_[t]) > 0 &&
                dot(normal_[other.triangle], normal_[other.triangle]) > 0)
                flat_[t] |= static_cast<std::uint8_t>(1u << e);
        }
    }
}

void FeatureTable::join_faces() {
    face_.resize(flat_.size());
    constexpr TriangleId none = 0xffffffff;
    std::ranges::fill(face_, none);
    std::vector<TriangleId> waiting;
    for (TriangleId first = 0; first < static_cast<TriangleId>(face_.size()); ++first) {
        if (face_[first] != none) continue;
        face_[first] = first;
        waiting.push_back(first);
        while (!waiting.empty()) {
            const TriangleId t = waiting.back();
            waiting.pop_back();
            for (unsigned e = 0; e < 3; ++e) {
                if (!is_flat(t, e)) continue;
                const TriangleId other = next({t, e}).triangle;
                if (face_[other] != none) continue;
                face_[other] = first;
                waiting.push_back(other);
            }
        }
    }
}

FeatureId FeatureTable::owner_of_vertex(TriangleId t, unsigned corner) const {
    const VertexId point = edges_.points_of(t)[corner];
    const auto around = edges_.triangles_at(point);
    const TriangleId owner = around.empty() ? t : around.front();
    const auto& points = edges_.points_of(owner);
    for (std::uint8_t k = 0; k < 3; ++k)
        if (points[k] == point) return {FeatureId::Kind::vertex, k, owner};
    return {FeatureId::Kind::vertex, static_cast<std::uint8_t>(corner), t};
}

FeatureId FeatureTable::owner_of_edge(TriangleId t, unsigned edge) const {
    const Use first{t, edge};
    Use lowest = first;
    for (Use use = next(first); use != first; use = next(use))
        if (use.triangle < lowest.triangle) lowest = use;
    return {FeatureId::Kind::edge, static_cast<std::uint8_t>(lowest.edge), lowest.triangle};
}

const FeatureTable& feature_table(const Shape& mesh) {
    static const CompanionSlot<FeatureTable> slot(
        {.name = "features", .make = [](const Shape& s) -> std::shared_ptr<const void> {
             return std::make_shared<const FeatureTable>(s);
         }});
    return mesh.companion(slot);
}

}  // namespace graze::inline v1::detail
