#include "graze/mesh/stitch.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "graze/base/error.h"
#include "graze/mesh/detail/open_surface.h"
#include "graze/mesh/detail/zipper.h"
#include "graze/mesh/topology.h"

namespace graze::inline v1 {
namespace {

using detail::OpenSurface;
using detail::Zipper;

// Coordinates are looked at in units of a power of two near the largest: no square over- or underflows.
int exponent_of_largest(const Box& box) {
    double largest = 0;
    for (const Vec3& corner : {box.lower, box.upper})
        largest = std::max({largest, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
    return largest > 0 ? std::ilogb(largest) : 0;
}

Vec3 scaled_by(const Vec3& p, int exponent) {
    return {std::scalbn(p.x, exponent), std::scalbn(p.y, exponent), std::scalbn(p.z, exponent)};
}

double diagonal_of(const Box& box, int exponent) {
    if (box.empty()) return 0;
    return length(scaled_by(box.upper, -exponent) - scaled_by(box.lower, -exponent));
}

std::vector<Vec3> positions_of_points(const Edges& edges, int exponent) {
    std::vector<Vec3> points(edges.point_count());
    const std::span<const Vec3> vertices = edges.mesh().vertices();
    for (VertexId v = 0; v < vertices.size(); ++v)
        points[edges.point_of(v)] = scaled_by(vertices[v], -exponent);
    return points;
}

std::vector<std::uint32_t> clusters_of_sides(const Topology& topology) {
    std::vector<std::uint32_t> clusters;
    clusters.reserve(topology.boundary_sides().size());
    const std::span<const std::uint32_t> component = topology.surface().component_of_triangle();
    for (const TriangleSide& side : topology.boundary_sides())
        clusters.push_back(topology.components()[component[side.triangle]].cluster);
    return clusters;
}

// The first vertex of each point, in whose place vertices of merged points are put.
std::vector<Vec3> moved_vertices(const Edges& edges, const Zipper& zipper) {
    const std::span<const Vec3> old = edges.mesh().vertices();
    std::vector<Vec3> place(edges.point_count());
    for (VertexId v = 0; v < old.size(); ++v) place[edges.point_of(v)] = old[v];
    std::vector<Vec3> vertices(old.size());
    for (VertexId v = 0; v < old.size(); ++v) vertices[v] = place[zipper.place_of(edges.point_of(v))];
    return vertices;
}

// Puts new triangles behind those that they lie at. Polygons that changed become triangles.
class StitchedMesh {
  public:
    StitchedMesh(const Mesh& mesh, const OpenSurface& surface) : mesh_(mesh), surface_(surface) {
        added_.resize(surface.triangle_count() - surface.first_new());
        std::iota(added_.begin(), added_.end(), surface.first_new());
        std::ranges::stable_sort(added_, {}, [&](TriangleId t) { return surface.origin_of(t); });
        next_added_ = added_.begin();
    }

    // `moved_by`: how far the surface was moved, at most.
    Stitched build(std::vector<Vec3> vertices, double moved_by) {
        MeshArrays arrays = mesh_.arrays();
        arrays.vertices = std::move(vertices);
        arrays.parts.clear();
        TriangleId t = 0;
        for (const MeshPart& part : mesh_.parts()) {
            const std::size_t before = starts_.size();
            for (PolygonId p = part.first_polygon; p < part.first_polygon + part.polygon_count; ++p) {
                const TriangleId first = t;
                while (t < mesh_.triangle_count() && mesh_.polygon_of(t) == p) ++t;
                take_polygon(p, first, t);
            }
            arrays.parts.push_back(
                {part.name, static_cast<PolygonId>(before), static_cast<PolygonId>(starts_.size() - before)});
        }
        if (corners_.size() > 3 * starts_.size()) {
            std::vector<std::uint64_t> start(starts_.begin(), starts_.end());
            start.push_back(corners_.size());
            arrays.polygon_start = std::move(start);
            arrays.polygon_corners = std::move(corners_);
            arrays.polygon_of_triangle = std::move(polygon_of_);
        } else {
            arrays.polygon_start = {};
            arrays.polygon_corners = {};
            arrays.polygon_of_triangle = {};
            arrays.irregular_polygons = 0;
        }
        arrays.triangles = std::move(triangles_);
        if (arrays.faces) arrays.faces = faces_of(*arrays.faces, moved_by);
        Stitched result;
        result.mesh = Mesh(std::move(arrays));
        result.source = std::move(source_);
        return result;
    }

  private:
    // Triangles that were cut, added or moved are off their surface by that much more.
    std::shared_ptr<const SurfaceFaces> faces_of(const SurfaceFaces& before, double moved_by) const {
        auto faces = std::make_shared<SurfaceFaces>();
        faces->faces = before.faces;
        for (const SurfaceFace& face : before.faces) {
            SurfaceFace& loose = faces->faces.emplace_back(face);
            loose.outward += moved_by;
            loose.inward += moved_by;
            loose.tolerance += moved_by;
        }
        const auto first_loose = static_cast<std::uint32_t>(before.faces.size());
        for (const TriangleId t : source_)
            faces->of_triangle.push_back(before.of_triangle[t] + (is_touched(t) ? first_loose : 0));
        return faces;
    }
    bool is_touched(TriangleId t) const {
        return surface_.changed()[t] || surface_.points_of(t) != surface_.edges().points_of(t);
    }

    void take_polygon(PolygonId p, TriangleId first, TriangleId last) {
        bool changed = false;
        for (TriangleId t = first; t < last; ++t) changed = changed || surface_.changed()[t];
        if (!changed) {
            start_polygon(mesh_.polygon(p));
            for (TriangleId t = first; t < last; ++t) add(t, t);
            return;
        }
        for (TriangleId t = first; t < last; ++t) {
            add_alone(t, t);
            for (; next_added_ != added_.end() && surface_.origin_of(*next_added_) == t; ++next_added_)
                add_alone(*next_added_, t);
        }
    }
    void add_alone(TriangleId t, TriangleId origin) {
        start_polygon(surface_.vertices_of(t));
        add(t, origin);
    }
    void start_polygon(std::span<const VertexId> corners) {
        starts_.push_back(corners_.size());
        corners_.insert(corners_.end(), corners.begin(), corners.end());
    }
    void add(TriangleId t, TriangleId origin) {
        triangles_.push_back(surface_.vertices_of(t));
        polygon_of_.push_back(static_cast<PolygonId>(starts_.size() - 1));
        source_.push_back(origin);
    }

    const Mesh& mesh_;
    const OpenSurface& surface_;
    std::vector<TriangleId> added_;
    std::vector<TriangleId>::const_iterator next_added_;
    std::vector<std::uint64_t> starts_;
    std::vector<VertexId> corners_;
    std::vector<std::array<VertexId, 3>> triangles_;
    std::vector<PolygonId> polygon_of_;
    std::vector<TriangleId> source_;
};

void note_rims(const Topology& topology, StitchReport& report) {
    report.open_edges = topology.boundary_edge_count();
    report.open_rims = topology.boundary_loops().size();
    for (const BoundaryLoop& loop : topology.boundary_loops())
        if (!report.longest_rim || loop.length > report.longest_rim->length)
            report.longest_rim = OpenRim{loop.length, loop.box.center()};
    std::vector<std::uint32_t> pieces = clusters_of_sides(topology);
    std::ranges::sort(pieces);
    report.open_pieces = static_cast<std::uint64_t>(std::ranges::unique(pieces).begin() - pieces.begin());
}

}  // namespace

Stitched stitched(const Mesh& mesh, const StitchOptions& options) {
    if (options.tolerance && (!(*options.tolerance >= 0) || !std::isfinite(*options.tolerance)))
        throw Error("the tolerance for stitching must be a number of at least 0");
    const int exponent = exponent_of_largest(mesh.box().empty() ? Box{{}, {}} : mesh.box());
    // Nothing is further apart than the box is wide; more would overflow.
    const double tolerance = options.tolerance ? std::min(std::scalbn(*options.tolerance, -exponent), 8.0)
                                               : usual_stitch_share * diagonal_of(mesh.box(), exponent);
    Stitched result{mesh, {}, {}};
    StitchReport& report = result.report;
    report.tolerance = std::scalbn(tolerance, exponent);
    const Edges edges(mesh, options.threads);
    TopologyOptions look;
    look.threads = options.threads;
    const Topology topology(edges, look);
    report.was_closed = report.closed = topology.surface().closed();
    if (topology.boundary_edge_count() == 0) return result;

    OpenSurface surface(edges, topology, positions_of_points(edges, exponent));
    const std::vector<std::uint32_t> clusters = clusters_of_sides(topology);
    Zipper zipper(surface, clusters, tolerance);
    zipper.run();
    if (surface.joined_pairs() == 0) {
        note_rims(topology, report);
        return result;
    }
    const double moved_by = std::scalbn(std::max(zipper.largest_move(), zipper.widest_gap()), exponent);
    Stitched done = StitchedMesh(mesh, surface).build(moved_vertices(edges, zipper), moved_by);
    const Topology after(done.mesh, look);
    note_rims(after, report);
    done.report = report;
    done.report.closed = after.surface().closed();
    if (options.only_if_closed && !done.report.closed) return result;
    done.report.joined_edges = surface.joined_pairs();
    done.report.split_edges = surface.inserted_points();
    done.report.merged_points = zipper.moved_points();
    done.report.added_triangles = surface.added_triangles();
    done.report.largest_move = std::scalbn(zipper.largest_move(), exponent);
    done.report.widest_gap = std::scalbn(zipper.widest_gap(), exponent);
    return done;
}

}  // namespace graze::inline v1
