#include "graze/mesh/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/base/error.h"
#include "graze/mesh/detail/triangulator.h"

namespace graze::inline v1 {
namespace {

constexpr std::uint64_t max_count = std::numeric_limits<std::uint32_t>::max();

void check_count(std::uint64_t count, const char* things) {
    if (count > max_count)
        throw Error(
            "a mesh holds at most 4294967295 " + std::string(things) + ", not " + std::to_string(count), {},
            "split it");
}

[[noreturn]] void refuse_vertex(std::span<const Vec3> vertices, std::size_t v) {
    throw Error(is_finite(vertices[v]) ? "coordinate is beyond 1e100" : "coordinate is not a finite number",
                "vertex " + std::to_string(v));
}

[[noreturn]] void refuse_corner(const std::string& polygon, VertexId corner, std::size_t vertices) {
    throw Error("corner refers to vertex " + std::to_string(corner) + ", but there are only " +
                    std::to_string(vertices) + " (numbered from 0)",
                polygon);
}

// -0 becomes 0, so that equal coordinates have equal bits.
void check_vertices(std::vector<Vec3>& vertices) {
    check_count(vertices.size(), "vertices");
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        Vec3& p = vertices[v];
        if (!is_in_range(p)) refuse_vertex(vertices, v);
        p = {p.x + 0.0, p.y + 0.0, p.z + 0.0};
    }
}

std::vector<MeshPart> checked_parts(std::vector<MeshPart> parts, std::size_t polygons) {
    if (parts.empty()) parts.push_back({{}, 0, static_cast<PolygonId>(polygons)});
    std::uint64_t covered = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].first_polygon != covered)
            throw Error("starts at polygon " + std::to_string(parts[i].first_polygon) + " instead of " +
                            std::to_string(covered),
                        "part " + std::to_string(i), "parts must follow one another without gaps");
        covered += parts[i].polygon_count;
    }
    if (covered != polygons)
        throw Error("the parts cover " + std::to_string(covered) + " polygons, but there are " +
                    std::to_string(polygons));
    return parts;
}

// Where the corners of each polygon start, and where the last ones end. Frees the counts: for large files
// every byte matters while polygons are cut.
std::vector<std::uint64_t> starts_of(std::vector<std::uint32_t> counts, std::size_t corners) {
    check_count(counts.size(), "polygons");
    std::vector<std::uint64_t> start;
    start.reserve(counts.size() + 1);
    start.push_back(0);
    for (std::size_t p = 0; p < counts.size(); ++p) {
        if (counts[p] < 3)
            throw Error("has " + std::to_string(counts[p]) + " corners, at least 3 are needed",
                        "polygon " + std::to_string(p));
        start.push_back(start.back() + counts[p]);
    }
    if (start.back() != corners)
        throw Error("the polygons have " + std::to_string(start.back()) + " corners, but there are " +
                    std::to_string(corners));
    check_count(start.back() - 2 * counts.size(), "triangles");
    return start;
}

void check_unit(std::optional<double> metres_per_unit) {
    if (metres_per_unit && !(*metres_per_unit > 0 && std::isfinite(*metres_per_unit)))
        throw Error("the unit must be a positive number of metres");
}

}  // namespace

Mesh::Mesh(PolygonSoup soup, Progress* progress) {
    check_vertices(soup.vertices);
    vertices_ = std::move(soup.vertices);
    const auto is_three = [](std::uint32_t n) { return n == 3; };
    if (std::ranges::all_of(soup.corner_counts, is_three)) {
        const std::size_t n = soup.corners.size() / 3;
        if (soup.corners.size() != 3 * n || (!soup.corner_counts.empty() && soup.corner_counts.size() != n))
            throw Error("the number of corners (" + std::to_string(soup.corners.size()) +
                        ") is not that of its triangles");
        std::vector<std::array<VertexId, 3>> triangles(n);
        for (std::size_t t = 0; t < n; ++t)
            triangles[t] = {soup.corners[3 * t], soup.corners[3 * t + 1], soup.corners[3 * t + 2]};
        triangles_ = std::move(triangles);
    } else {
        triangulate_polygons(soup, progress);
        polygon_corners_ = std::move(soup.corners);
    }
    finish(std::move(soup.parts), soup.metres_per_unit);
}

Mesh::Mesh(std::vector<Vec3> vertices, std::vector<std::array<VertexId, 3>> triangles,
           std::vector<MeshPart> parts, std::optional<double> metres_per_unit)
    : triangles_(std::move(triangles)) {
    check_vertices(vertices);
    vertices_ = std::move(vertices);
    finish(std::move(parts), metres_per_unit);
}

void Mesh::triangulate_polygons(PolygonSoup& soup, Progress* progress) {
    std::vector<std::uint64_t> start = starts_of(std::move(soup.corner_counts), soup.corners.size());
    const std::size_t polygons = start.size() - 1;
    const std::uint64_t total = start.back();
    std::vector<std::array<VertexId, 3>> triangles;
    std::vector<PolygonId> polygon_of_triangle;
    triangles.reserve(total - 2 * polygons);
    polygon_of_triangle.reserve(total - 2 * polygons);

    detail::Triangulator triangulator;
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> cut;
    std::uint64_t next_look = 0;
    for (std::size_t p = 0; p < polygons; ++p) {
        if (progress && start[p] >= next_look) {
            if (progress->cancelled()) throw Error("cancelled");
            progress->report("triangulating", start[p], total);
            next_look = start[p] + std::max<std::uint64_t>(total / 64, 4096);
        }
        const std::uint64_t corners = start[p + 1] - start[p];
        const VertexId* const corner = soup.corners.data() + start[p];
        points.clear();
        for (std::uint64_t i = 0; i < corners; ++i) {
            if (corner[i] >= vertices_.size())
                refuse_corner("polygon " + std::to_string(p), corner[i], vertices_.size());
            points.push_back(vertices_[corner[i]]);
        }
        cut.clear();
        if (!triangulator(points, cut)) ++irregular_;
        for (const auto& t : cut) {
            triangles.push_back({corner[t[0]], corner[t[1]], corner[t[2]]});
            polygon_of_triangle.push_back(static_cast<PolygonId>(p));
        }
    }
    triangles_ = std::move(triangles);
    polygon_start_ = std::move(start);
    polygon_of_triangle_ = std::move(polygon_of_triangle);
}

// The common part of all constructors, once there are triangles: checks corners, parts and unit, and computes
// the box.
void Mesh::finish(std::vector<MeshPart> parts, std::optional<double> metres_per_unit) {
    check_count(triangles_.size(), "triangles");
    std::vector<std::uint64_t> used(vertices_.size() / 64 + 1);  // one bit per vertex: stays in the cache
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
        for (const VertexId v : triangles_[t]) {
            if (v >= vertices_.size()) refuse_corner("triangle " + std::to_string(t), v, vertices_.size());
            used[v / 64] |= std::uint64_t{1} << (v % 64);
        }
    }
    for (std::size_t v = 0; v < vertices_.size(); ++v) {
        if (used[v / 64] >> (v % 64) & 1)
            box_.grow(vertices_[v]);
        else
            ++unused_vertices_;
    }
    parts_ = checked_parts(std::move(parts), polygon_count());
    check_unit(metres_per_unit);
    metres_per_unit_ = metres_per_unit;
}

Mesh Mesh::with_unit(double metres_per_unit) const {
    check_unit(metres_per_unit);
    Mesh mesh = *this;
    mesh.metres_per_unit_ = metres_per_unit;
    return mesh;
}

Mesh Mesh::with_faces(std::shared_ptr<const SurfaceFaces> faces) const {
    if (faces) check_faces(*faces, triangles_.size());
    Mesh mesh = *this;
    mesh.faces_ = std::move(faces);
    return mesh;
}

Mesh Mesh::with_rounding(double rounding) const {
    if (!(rounding >= 0 && rounding <= max_coordinate))
        throw Error("the rounding of coordinates must be a length from 0 to 1e100");
    Mesh mesh = *this;
    mesh.rounding_ = rounding;
    return mesh;
}

std::span<const VertexId> Mesh::polygon(PolygonId p) const {
    if (all_triangles()) return triangles_[p];
    return std::span(polygon_corners_).subspan(polygon_start_[p], polygon_start_[p + 1] - polygon_start_[p]);
}

std::size_t Mesh::part_of(PolygonId p) const {
    // The last part that starts at or before p: parts without polygons come before the one that holds p.
    const auto after = std::ranges::upper_bound(parts_, p, {}, &MeshPart::first_polygon);
    return static_cast<std::size_t>(after - parts_.begin()) - 1;
}

std::span<const MeshPart> Mesh::parts() const {
    return parts_;
}

bool operator==(const MeshPart&, const MeshPart&) = default;

}  // namespace graze::inline v1
