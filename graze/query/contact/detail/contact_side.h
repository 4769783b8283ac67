// One of two surfaces that contacts are sought between, in the world.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/base/pose.h"
#include "graze/query/contact/detail/feature_table.h"
#include "graze/tree/shape.h"

namespace graze::inline v1::detail {

// Goes from 1 at `from` to 0 at `to`.
inline double fade(double x, double from, double to) {
    return std::clamp((to - x) / (to - from), 0.0, 1.0);
}

// Angles, as sines. Faces closer than the first are a face/face contact, beyond the second they are none;
// points count in full if nothing of their shape is nearer to the other one, and for nothing if its slope is
// above the second.
inline constexpr double parallel_from = 0.02, parallel_to = 0.06;
inline constexpr double slope_to = 0.06;
inline constexpr double steepest = 0.5;  // points that are listed at all

struct ContactSide {
    const Shape& shape;
    const Pose& pose;
    const FeatureTable& table;
    // 1 or -1: normals times this point outwards; 0: the surface has two sides.
    int outward = 0;
    double radius = 0;  // the shape is all that is within this distance of the surface

    ContactSide(const Shape& s, const Pose& p)
        : shape(s), pose(p), table(feature_table(s)), outward(table.outward()) {}

    Triangle triangle(TriangleId t) const { return pose(shape.mesh().triangle(t)); }
    Vec3 vertex(VertexId v) const { return pose(shape.mesh().vertices()[v]); }
    Vec3 normal(TriangleId t) const { return pose.rotate(table.normal(t)); }
    bool two_sided() const { return outward == 0; }

    // How far the surface around a vertex rises along a direction, as the sine of the steepest edge: at most
    // 0 if the vertex lies furthest.
    double slope_at(TriangleId t, unsigned corner, const Vec3& direction) const {
        const VertexId point = table.edges().points_of(t)[corner];
        const Vec3 v = triangle(t)[corner];
        double steepest_edge = -1;
        for (const TriangleId near : table.edges().triangles_at(point)) {
            const Triangle around = triangle(near);
            const auto& points = table.edges().points_of(near);
            for (unsigned k = 0; k < 3; ++k) {
                if (points[k] == point) continue;
                const Vec3 along = around[k] - v;
                const double rise = dot(along, direction);
                if (rise * std::abs(rise) > steepest_edge * std::abs(steepest_edge) * dot(along, along))
                    steepest_edge = rise / length(along);
            }
        }
        return steepest_edge;
    }
    // The same for the faces at an edge.
    double slope_at_edge(TriangleId t, unsigned edge, const Vec3& direction) const {
        double steepest_face = -1;
        const FeatureTable::Use first{t, edge};
        FeatureTable::Use use = first;
        do {
            const Vec3 into = into_face(triangle(use.triangle), use.edge);
            if (dot(into, into) > 0) steepest_face = std::max(steepest_face, dot(into, direction));
            use = table.next(use);
        } while (use != first);
        return steepest_face;
    }

    // From an edge into all its triangles: behind the edge, if the surface is convex there.
    Vec3 into_faces_at(TriangleId t, unsigned edge) const {
        Vec3 sum{};
        const FeatureTable::Use first{t, edge};
        FeatureTable::Use use = first;
        do {
            sum += into_face(triangle(use.triangle), use.edge);
            use = table.next(use);
        } while (use != first);
        return sum;
    }

    // Out of the solid at an edge.
    Vec3 out_at(TriangleId t, unsigned edge) const {
        Vec3 sum{};
        const FeatureTable::Use first{t, edge};
        FeatureTable::Use use = first;
        do {
            sum += normal(use.triangle) * outward;
            use = table.next(use);
        } while (use != first);
        return sum;
    }
    // An edge in a corner of a solid, which nothing outside touches without touching a face there.
    bool is_concave(TriangleId t, unsigned edge) const {
        const FeatureTable::Use here{t, edge}, other = table.next(here);
        return outward != 0 && other != here && table.next(other) == here &&
               dot(out_at(t, edge), into_faces_at(t, edge)) > 0;
    }

    // From an edge into its triangle, of length 1; zero without area.
    static Vec3 into_face(const Triangle& t, unsigned edge) {
        const Vec3 &from = t[(edge + 1) % 3], &to = t[(edge + 2) % 3];
        const Vec3 along = to - from, in = t[edge] - from;
        const double square = dot(along, along);
        if (!(square > 0)) return {};
        const Vec3 across = in - along * (dot(in, along) / square);
        const double size = dot(across, across);
        return size > 1e-24 * dot(in, in) ? across / std::sqrt(size) : Vec3{};
    }
};

// 1 for two faces that are parallel and look at each other, decreasing with the angle to 0. Normals times
// `outward` point outwards; 0: either may.
inline double facing(const Vec3& normal_a, int outward_a, const Vec3& normal_b, int outward_b) {
    const double cosine = dot(normal_a, normal_b);
    if (!(std::abs(cosine) > 0.9)) return 0;
    if (outward_a * outward_b * cosine > 0) return 0;
    return fade(length(cross(normal_a, normal_b)), parallel_from, parallel_to);
}

}  // namespace graze::inline v1::detail
