// A mesh from the arrays of another mesh, perhaps by way of a file: nothing is triangulated, everything is
// checked.
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/mesh.h"

namespace graze::inline v1 {
namespace {

void check_vertex(const Vec3& p, std::size_t v) {
    const auto is_minus_zero = [](double x) {
        return std::bit_cast<std::uint64_t>(x) == std::uint64_t{1} << 63;
    };
    if (is_in_range(p) && !is_minus_zero(p.x) && !is_minus_zero(p.y) && !is_minus_zero(p.z)) return;
    throw Error(!is_finite(p)     ? "coordinate is not a finite number"
                : !is_in_range(p) ? "coordinate is beyond 1e100"
                                  : "coordinate is -0, which no mesh has",
                "vertex " + std::to_string(v));
}

void check_starts(const MeshArrays& m) {
    if (m.polygon_start[0] != 0 || m.polygon_start.back() != m.polygon_corners.size())
        throw Error("the polygons do not cover their " + std::to_string(m.polygon_corners.size()) +
                    " corners");
    const std::size_t polygons = m.polygon_start.size() - 1;
    if (polygons > std::numeric_limits<PolygonId>::max())
        throw Error("a mesh holds at most 4294967295 polygons");
    for (std::size_t p = 0; p < polygons; ++p) {
        // Compared in a form that cannot overflow.
        const std::uint64_t start = m.polygon_start[p], end = m.polygon_start[p + 1];
        if (end < start || end - start < 3)
            throw Error("has fewer than 3 corners", "polygon " + std::to_string(p));
    }
    if (m.polygon_corners.size() == 3 * polygons)
        throw Error("all polygons are triangles, but they are stored as polygons");
    if (m.polygon_corners.size() - 2 * polygons != m.triangles.size() ||
        m.polygon_of_triangle.size() != m.triangles.size())
        throw Error("the polygons do not make " + std::to_string(m.triangles.size()) + " triangles");
    if (m.irregular_polygons > polygons) throw Error("there are more irregular polygons than polygons");
}

// The triangles of a polygon are consecutive, as many as it has corners less two, and have its corners.
void check_cuts(const MeshArrays& m) {
    std::vector<std::uint32_t> last_polygon(m.vertices.size());  // of each vertex, counted from 1
    std::size_t t = 0;
    for (std::size_t p = 0; p + 1 < m.polygon_start.size(); ++p) {
        const auto mark = static_cast<std::uint32_t>(p + 1);
        for (std::uint64_t c = m.polygon_start[p]; c < m.polygon_start[p + 1]; ++c) {
            if (m.polygon_corners[c] >= m.vertices.size())
                throw Error("corner refers to vertex " + std::to_string(m.polygon_corners[c]) +
                                ", but there are only " + std::to_string(m.vertices.size()),
                            "polygon " + std::to_string(p));
            last_polygon[m.polygon_corners[c]] = mark;
        }
        const std::size_t end = t + (m.polygon_start[p + 1] - m.polygon_start[p] - 2);
        for (; t < end; ++t) {
            bool within = m.polygon_of_triangle[t] == p;
            for (const VertexId v : m.triangles[t])
                within = within && v < last_polygon.size() && last_polygon[v] == mark;
            if (!within)
                throw Error("is not of polygon " + std::to_string(p) + ", whose turn it is",
                            "triangle " + std::to_string(t));
        }
    }
}

}  // namespace

Mesh::Mesh(MeshArrays arrays) {
    if (arrays.vertices.empty() && arrays.triangles.empty() && arrays.polygon_start.empty() &&
        arrays.parts.empty() && !arrays.metres_per_unit)
        return;  // the default mesh, the only one without parts
    if (arrays.vertices.size() > std::numeric_limits<VertexId>::max())
        throw Error("a mesh holds at most 4294967295 vertices");
    for (std::size_t v = 0; v < arrays.vertices.size(); ++v) check_vertex(arrays.vertices[v], v);
    if (!arrays.polygon_start.empty()) {
        check_starts(arrays);
        check_cuts(arrays);
    } else if (!arrays.polygon_corners.empty() || !arrays.polygon_of_triangle.empty() ||
               arrays.irregular_polygons != 0) {
        throw Error("there are parts of polygons, but no polygons");
    }
    vertices_ = std::move(arrays.vertices);
    triangles_ = std::move(arrays.triangles);
    polygon_start_ = std::move(arrays.polygon_start);
    polygon_corners_ = std::move(arrays.polygon_corners);
    polygon_of_triangle_ = std::move(arrays.polygon_of_triangle);
    irregular_ = arrays.irregular_polygons;
    finish(std::move(arrays.parts), arrays.metres_per_unit);
    if (arrays.faces) check_faces(*arrays.faces, triangles_.size());
    faces_ = std::move(arrays.faces);
    if (!(arrays.rounding >= 0 && arrays.rounding <= max_coordinate))
        throw Error("the rounding of coordinates must be a length from 0 to 1e100");
    rounding_ = arrays.rounding;
}

MeshArrays Mesh::arrays() const {
    return {vertices_, triangles_,       polygon_start_, polygon_corners_, polygon_of_triangle_,
            parts_,    metres_per_unit_, irregular_,     faces_,           rounding_};
}

}  // namespace graze::inline v1
