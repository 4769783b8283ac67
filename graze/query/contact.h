// A place where two shapes meet or come closest, and the features of the shapes there.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "graze/base/vec3.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {

class Shape;

// A feature of a shape. In a mesh, features are those of one triangle: `index` is the triangle, and `corner`
// the number of its corner or edge (edge i is opposite corner i). So the corner of a mesh has as many names
// as it has triangles.
struct FeatureId {
    enum class Kind : std::uint8_t { none, vertex, edge, face };
    Kind kind = Kind::none;
    std::uint8_t corner = 0;  // 0 for faces
    std::uint32_t index = 0;

    static constexpr FeatureId face(TriangleId t) { return {Kind::face, 0, t}; }
    friend constexpr auto operator<=>(const FeatureId&, const FeatureId&) = default;
};

// The triangle, polygon and part of a mesh that a feature belongs to.
struct TracedFeature {
    TriangleId triangle = 0;
    PolygonId polygon = 0;
    std::optional<std::size_t> part;  // index into Mesh::parts(); none if the mesh has no parts

    friend bool operator==(const TracedFeature&, const TracedFeature&) = default;
};
// None if the shape has no such feature.
std::optional<TracedFeature> trace(const Shape& shape, FeatureId feature);

// Two triangles, one of each shape.
struct TrianglePair {
    TriangleId a = 0, b = 0;

    friend constexpr auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

// How far to trust the direction of a normal.
enum class NormalCertainty : std::uint8_t {
    // There is no normal: a zero vector. Where shapes cross, where a corner touches an edge or a corner, and
    // where an edge lies along an edge.
    none,
    // The points are so close, or a triangle so thin, that rounding may have turned the normal by more than
    // 1e-3 radians. Or two triangles lie back to back in one plane, and it is the winding of A's that says
    // which way B moves away.
    unsure,
    certain,  // for the two named features, right to 1e-3 radians
};

// A pair of points, one of each shape. All coordinates are world coordinates.
struct Contact {
    Vec3 point_a, point_b;
    // Of length 1, from A to B: the direction in which B moves away from A. So point_b = point_a + distance *
    // normal, up to rounding, also where the shapes overlap.
    Vec3 normal;
    // Between the points; below 0 if each point is inside the other shape, or on its surface. NaN if there is
    // no such place.
    double distance = std::numeric_limits<double>::quiet_NaN();
    FeatureId feature_a, feature_b;  // that contain the points
    NormalCertainty certainty = NormalCertainty::none;

    friend bool operator==(const Contact&, const Contact&) = default;
};

}  // namespace graze::inline v1
