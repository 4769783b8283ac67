// The volume that two convex bodies share, in the most ordinary way: the faces of the one are clipped by the
// planes of the other, one after the other, and each cut is closed by a new face.
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::test {

using ConvexFace = std::vector<Vec3>;
using ConvexBody = std::vector<ConvexFace>;  // wound outwards

inline ConvexBody convex_body(const Mesh& m, const Pose& pose = {}) {
    ConvexBody body;
    for (TriangleId t = 0; t < m.triangle_count(); ++t) {
        const Triangle c = pose(m.triangle(t));
        body.push_back({c[0], c[1], c[2]});
    }
    return body;
}

// The points of a new face, in order round its normal.
inline ConvexFace face_of(std::vector<Vec3> points, const Vec3& normal) {
    Vec3 middle;
    for (const Vec3& p : points) middle += p / static_cast<double>(points.size());
    const Vec3 u = normalized(std::abs(normal.x) < 0.5 ? cross(normal, {1, 0, 0}) : cross(normal, {0, 1, 0}));
    const Vec3 v = cross(normal, u);
    const auto angle = [&](const Vec3& p) { return std::atan2(dot(p - middle, v), dot(p - middle, u)); };
    std::sort(points.begin(), points.end(),
              [&](const Vec3& p, const Vec3& q) { return angle(p) < angle(q); });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

// What is behind the plane through p.
inline ConvexBody clipped(const ConvexBody& body, const Vec3& p, const Vec3& normal) {
    ConvexBody result;
    std::vector<Vec3> cap;
    for (const ConvexFace& face : body) {
        ConvexFace kept;
        for (std::size_t i = 0; i < face.size(); ++i) {
            const Vec3 &a = face[i], &b = face[(i + 1) % face.size()];
            const double da = dot(a - p, normal), db = dot(b - p, normal);
            if (da <= 0) kept.push_back(a);
            if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
                kept.push_back(std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z)
                                   ? a + (b - a) * (da / (da - db))
                                   : b + (a - b) * (db / (db - da)));  // the same bits for both faces
                cap.push_back(kept.back());
            } else if (da == 0) {
                cap.push_back(a);
            }
        }
        if (kept.size() >= 3) result.push_back(kept);
    }
    if (cap.size() >= 3) result.push_back(face_of(cap, normal));
    return result;
}

inline double volume_of(const ConvexBody& body) {
    double sum = 0;
    if (body.empty()) return 0;
    const Vec3 apex = body[0][0];
    for (const ConvexFace& f : body)
        for (std::size_t i = 2; i < f.size(); ++i)
            sum += dot(cross(f[i - 1] - apex, f[i] - apex), f[0] - apex) / 6;
    return sum;
}

// From all corners, as some may be in line.
inline Vec3 normal_of(const ConvexFace& f) {
    Vec3 sum;
    for (std::size_t i = 2; i < f.size(); ++i) sum += cross(f[i - 1] - f[0], f[i] - f[0]);
    return normalized(sum);
}

inline Mesh mesh_of(const ConvexBody& body) {
    PolygonSoup soup;
    for (const ConvexFace& f : body) {
        for (const Vec3& p : f) {
            soup.corners.push_back(static_cast<VertexId>(soup.vertices.size()));
            soup.vertices.push_back(p);
        }
        soup.corner_counts.push_back(static_cast<std::uint32_t>(f.size()));
    }
    return Mesh(std::move(soup));
}

// For bodies in general position; each may have several faces in one plane.
inline double common_volume(ConvexBody a, const ConvexBody& b) {
    struct Plane {
        Vec3 normal;
        double distance;
    };
    std::vector<Plane> planes;
    for (const ConvexFace& f : b) {
        const Vec3 n = normal_of(f);
        const Plane plane{n, dot(n, f[0])};
        const bool seen = std::any_of(planes.begin(), planes.end(), [&](const Plane& p) {
            return length(p.normal - n) < 1e-9 && std::abs(p.distance - plane.distance) < 1e-9;
        });
        if (seen) continue;
        planes.push_back(plane);
        a = clipped(a, f[0], n);
    }
    return volume_of(a);
}

}  // namespace graze::test
