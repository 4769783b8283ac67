// What the triangles of a mesh stand for, where a finer description exists: the faces of a solid with curved
// surfaces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

enum class SurfaceKind : std::uint8_t { other, plane, cylinder, cone, sphere };
inline constexpr std::uint8_t surface_kinds = 5;

// A face of a solid that was cut into triangles, in the frame and the unit of the mesh.
struct SurfaceFace {
    SurfaceKind kind = SurfaceKind::other;
    bool concave = false;  // cylinder, cone, sphere: the solid is around the surface, as around a bore
    // How far the triangles may lie outside the solid, and inside of it. Both include `tolerance`. The facets
    // of a shaft lie inside the solid, those of a bore outside: they reach into the bore.
    double outward = 0, inward = 0;
    double tolerance = 0;  // of the source itself; what is left where nothing is curved
    Vec3 point;            // on the plane, on the axis, the centre
    Vec3 axis;             // of length 1: the outward normal of a plane, the axis of a cylinder or cone
    double radius = 0;     // of a cylinder or sphere; of a cone, at `point`
    double slope = 0;      // of a cone: growth of the radius along the axis

    friend bool operator==(const SurfaceFace&, const SurfaceFace&) = default;
};

struct SurfaceFaces {
    std::vector<SurfaceFace> faces;
    std::vector<std::uint32_t> of_triangle;  // index into `faces`, one per triangle of the mesh

    friend bool operator==(const SurfaceFaces&, const SurfaceFaces&) = default;
};

// Throws Error naming the first face with a number that is not finite, a length that is negative or beyond
// 1e100, or an axis that is not of length 1 where there must be one; or the first triangle without a face.
void check_faces(const SurfaceFaces& faces, std::size_t triangles);

// The face after the linear map with these columns, then the translation. A map that is not a similarity
// leaves the face without its kind, but with tolerances that are large enough.
SurfaceFace transformed(const SurfaceFace& face, const std::array<Vec3, 3>& columns, const Vec3& shift);
SurfaceFace transformed(const SurfaceFace& face, const Pose& pose);

}  // namespace graze::inline v1
