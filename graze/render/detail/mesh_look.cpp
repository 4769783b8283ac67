#include "graze/render/detail/mesh_look.h"

#include <algorithm>
#include <cmath>

#include "graze/mesh/closed_surface.h"
#include "graze/render/detail/view_axes.h"

namespace graze::inline v1::detail {

FaceNormal face_normal(const Triangle& triangle, double mesh_size) {
    Vec3 e1 = triangle[1] - triangle[0], e2 = triangle[2] - triangle[0];
    // Scaled to about 1: squares of squares of lengths may overflow or vanish.
    const double size = std::max(largest(e1), largest(e2));
    if (!(size > 1e-280)) return {};
    e1 = e1 / size;
    e2 = e2 / size;
    const Vec3 normal = cross(e1, e2);
    const double area = length(normal);
    if (!(area > 1e-14)) return {};  // rounding would decide the direction
    const double scale = std::min(size / mesh_size, 1.0);
    const double share = std::max(area * scale * scale, 1e-30);
    return {static_cast<float>(normal.x / area), static_cast<float>(normal.y / area),
            static_cast<float>(normal.z / area), static_cast<float>(share)};
}

MeshLook::MeshLook(const Mesh& of, bool needs_edges, bool needs_closed, const Threads& threads)
    : mesh(&of), normals(of.triangle_count()) {
    const double size = std::max(largest(of.box().size()), 1e-280);
    parallel_for(threads, normals.size(), 16384, [&](std::size_t first, std::size_t last) {
        for (std::size_t t = first; t < last; ++t)
            normals[t] = face_normal(of.triangle(static_cast<TriangleId>(t)), size);
    });
    if (needs_edges || needs_closed) edges = std::make_unique<const Edges>(of, threads);
    if (needs_closed) closed = ClosedSurface(*edges, threads).closed();
}

std::array<Vec3, 3> corner_normals(const MeshLook& look, TriangleId triangle, double crease_cosine) {
    const Vec3 own = look.normals[triangle].vector();
    std::array<Vec3, 3> normals;
    const std::array<VertexId, 3>& points = look.edges->points_of(triangle);
    for (std::size_t i = 0; i < 3; ++i) {
        Vec3 sum{};
        for (const TriangleId t : look.edges->triangles_at(points[i])) {
            const FaceNormal& other = look.normals[t];
            const double cosine = dot(own, other.vector());
            if (std::fabs(cosine) < crease_cosine) continue;
            sum += other.vector() * (cosine < 0 ? -other.area : other.area);
        }
        normals[i] = normalized(sum);
        if (normals[i] == Vec3{}) normals[i] = own;
    }
    return normals;
}

}  // namespace graze::inline v1::detail
