#include "graze/mesh/surface_faces.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

bool is_length_of_face(double value) {
    return value >= 0 && value <= max_coordinate;  // false for NaN
}

bool has_axis(SurfaceKind kind) {
    return kind == SurfaceKind::plane || kind == SurfaceKind::cylinder || kind == SurfaceKind::cone;
}

const char* problem_of(const SurfaceFace& f) {
    for (const double length : {f.outward, f.inward, f.tolerance, f.radius})
        if (!is_length_of_face(length)) return "a length is negative, not finite or beyond 1e100";
    if (!is_in_range(f.point) || !is_finite(f.axis) || !std::isfinite(f.slope))
        return "a coordinate is not finite or beyond 1e100";
    if (static_cast<std::uint8_t>(f.kind) >= surface_kinds) return "its kind is not known";
    constexpr double unit_error = 1e-6;
    if (has_axis(f.kind) && !(std::abs(dot(f.axis, f.axis) - 1) <= unit_error))
        return "its axis is not of length 1";
    return nullptr;
}

Vec3 mapped(const std::array<Vec3, 3>& columns, const Vec3& v) {
    return (columns[0] * v.x + columns[1] * v.y) + columns[2] * v.z;
}

// The factor of a similarity; 0 for any other map.
double factor_of_similarity(const std::array<Vec3, 3>& columns) {
    const double square = dot(columns[0], columns[0]);
    constexpr double error = 1e-9;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j)
            if (!(std::abs(dot(columns[i], columns[j]) - (i == j ? square : 0)) <= error * square)) return 0;
    return std::sqrt(square);
}

}  // namespace

void check_faces(const SurfaceFaces& faces, std::size_t triangles) {
    for (std::size_t i = 0; i < faces.faces.size(); ++i)
        if (const char* const problem = problem_of(faces.faces[i]))
            throw Error(problem, "face " + std::to_string(i));
    if (faces.of_triangle.size() != triangles)
        throw Error("there are " + std::to_string(triangles) + " triangles, but faces for " +
                    std::to_string(faces.of_triangle.size()));
    const auto missing =
        std::ranges::find_if(faces.of_triangle, [&](std::uint32_t f) { return f >= faces.faces.size(); });
    if (missing != faces.of_triangle.end())
        throw Error("its face does not exist",
                    "triangle " + std::to_string(missing - faces.of_triangle.begin()));
}

SurfaceFace transformed(const SurfaceFace& face, const std::array<Vec3, 3>& columns, const Vec3& shift) {
    SurfaceFace result = face;
    result.point = mapped(columns, face.point) + shift;
    const double factor = factor_of_similarity(columns);
    if (factor > 0) {
        result.outward *= factor;
        result.inward *= factor;
        result.tolerance *= factor;
        result.radius *= factor;
        if (has_axis(face.kind)) {
            const Vec3 axis = mapped(columns, face.axis);
            result.axis = axis / length(axis);
        }
        return result;
    }
    double square = 0;
    for (const Vec3& column : columns) square += dot(column, column);
    const double most = std::sqrt(square);  // no vector grows more
    result.kind = SurfaceKind::other;
    result.concave = false;
    result.outward = result.inward = std::max(face.outward, face.inward) * most;
    result.tolerance *= most;
    result.axis = {};
    result.radius = result.slope = 0;
    return result;
}

SurfaceFace transformed(const SurfaceFace& face, const Pose& pose) {
    const Pose::Matrix& m = pose.matrix();
    std::array<Vec3, 3> columns;
    for (std::size_t j = 0; j < 3; ++j) columns[j] = {m[0][j], m[1][j], m[2][j]};
    return transformed(face, columns, pose.translation());
}

}  // namespace graze::inline v1
