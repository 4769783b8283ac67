// A polygon soup: the result of every reader and the input of every hierarchy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graze/base/box.h"
#include "graze/base/progress.h"
#include "graze/base/shared_array.h"
#include "graze/base/triangle.h"
#include "graze/mesh/surface_faces.h"

namespace graze::inline v1 {

using VertexId = std::uint32_t;
using TriangleId = std::uint32_t;
using PolygonId = std::uint32_t;

// A named run of polygons. Parts follow one another without gaps and cover the mesh; names may repeat or be
// empty, and a part may have no polygons.
struct MeshPart {
    std::string name;
    PolygonId first_polygon = 0;
    PolygonId polygon_count = 0;

    friend bool operator==(const MeshPart&, const MeshPart&);
};

// Polygons before they are checked and triangulated: the output of readers and generators.
struct PolygonSoup {
    std::vector<Vec3> vertices;
    std::vector<VertexId> corners;             // of all polygons, consecutively
    std::vector<std::uint32_t> corner_counts;  // one per polygon, each at least 3; empty: all are triangles
    std::vector<MeshPart> parts;               // empty: one part without a name
    std::optional<double> metres_per_unit;     // of the coordinates; none: the source does not say
};

// All data of a mesh, its triangulation included: for saving a mesh and restoring it unchanged.
struct MeshArrays {
    SharedArray<Vec3> vertices;
    SharedArray<std::array<VertexId, 3>> triangles;
    // All three are empty if all polygons are triangles. `polygon_start` has one entry more than there are
    // polygons.
    SharedArray<std::uint64_t> polygon_start;
    SharedArray<VertexId> polygon_corners;
    SharedArray<PolygonId> polygon_of_triangle;
    std::vector<MeshPart> parts;
    std::optional<double> metres_per_unit;
    std::size_t irregular_polygons = 0;
    std::shared_ptr<const SurfaceFaces> faces{};  // null: not known
    double rounding = 0;
};

// Immutable once built; copies share the arrays. Coordinates stay in the unit of their source. Any soup is
// valid: open, non-manifold, degenerate, duplicate and inconsistently oriented polygons are kept unchanged. A
// polygon is the union of its triangles, which keep its winding and follow one another in the order of the
// polygons.
class Mesh {
  public:
    Mesh() = default;

    // Checks and triangulates. Throws Error for corners out of range, polygons with fewer than three corners,
    // coordinates that are not finite or beyond 1e100 (naming the first vertex), parts that do not cover the
    // polygons, a unit that is not positive, or more than 2^32 - 1 of anything. -0 coordinates become 0.
    // Reports the stage "triangulating" where there is something to triangulate; cancelling raises Error
    // "cancelled".
    explicit Mesh(PolygonSoup soup, Progress* progress = nullptr);
    // Triangles only, with the same checks. Moves its arguments; one pass over each.
    Mesh(std::vector<Vec3> vertices, std::vector<std::array<VertexId, 3>> triangles,
         std::vector<MeshPart> parts = {}, std::optional<double> metres_per_unit = {});
    // Restores a mesh from its arrays, without copying them. Throws Error for arrays that no mesh has.
    explicit Mesh(MeshArrays arrays);
    MeshArrays arrays() const;  // shared, not copied

    // The same mesh with a known unit.
    Mesh with_unit(double metres_per_unit) const;
    // The same mesh with what its triangles stand for; null: not known. Throws Error as check_faces does.
    Mesh with_faces(std::shared_ptr<const SurfaceFaces> faces) const;
    // The same mesh; its source has rounded coordinates by up to this much. Throws Error for a length that is
    // negative or beyond 1e100.
    Mesh with_rounding(double rounding) const;

    // Vertices that no polygon uses are kept.
    std::span<const Vec3> vertices() const { return vertices_.span(); }
    std::span<const std::array<VertexId, 3>> triangles() const { return triangles_.span(); }
    Triangle triangle(TriangleId t) const {
        const auto& v = triangles_[t];
        return {{vertices_[v[0]], vertices_[v[1]], vertices_[v[2]]}};
    }
    std::size_t triangle_count() const { return triangles_.size(); }

    std::size_t polygon_count() const {
        return all_triangles() ? triangles_.size() : polygon_start_.size() - 1;
    }
    std::span<const VertexId> polygon(PolygonId p) const;
    PolygonId polygon_of(TriangleId t) const { return all_triangles() ? t : polygon_of_triangle_[t]; }
    bool all_triangles() const { return polygon_start_.empty(); }
    // Polygons of more than three corners for which triangulate() found no proper triangulation (they cross
    // themselves or are flat). They were cut into triangles nevertheless.
    std::size_t irregular_polygon_count() const { return irregular_; }

    std::span<const MeshPart> parts() const;
    std::size_t part_of(PolygonId p) const;  // index into parts()

    std::optional<double> metres_per_unit() const { return metres_per_unit_; }
    // What the triangles stand for, where the source says so; null where they are all there is.
    const SurfaceFaces* faces() const { return faces_.get(); }
    double rounding() const { return rounding_; }  // of the source, in the unit of the coordinates; 0: none
    // Of the vertices that polygons use.
    const Box& box() const { return box_; }
    std::size_t unused_vertex_count() const { return unused_vertices_; }
    bool empty() const { return triangles_.empty(); }

  private:
    void triangulate_polygons(PolygonSoup& soup, Progress* progress);
    void finish(std::vector<MeshPart> parts, std::optional<double> metres_per_unit);

    SharedArray<Vec3> vertices_;
    SharedArray<std::array<VertexId, 3>> triangles_;
    // As in MeshArrays.
    SharedArray<std::uint64_t> polygon_start_;
    SharedArray<VertexId> polygon_corners_;
    SharedArray<PolygonId> polygon_of_triangle_;
    std::vector<MeshPart> parts_;
    std::optional<double> metres_per_unit_;
    std::size_t irregular_ = 0;
    std::size_t unused_vertices_ = 0;
    Box box_;
    std::shared_ptr<const SurfaceFaces> faces_;
    double rounding_ = 0;
};

}  // namespace graze::inline v1
