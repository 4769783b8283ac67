// Closes each hole by a face.
#include <algorithm>
#include <array>

#include "graze/base/predicates.h"
#include "graze/mesh/detail/repair_steps.h"
#include "graze/mesh/edges.h"
#include "graze/mesh/topology.h"
#include "graze/mesh/triangulate.h"

namespace graze::inline v1::detail {
namespace {

bool wanted(const BoundaryLoop& loop, const RepairOptions& options) {
    return loop.closed && loop.wound_alike && loop.side_count >= 3 &&
           (!options.close_holes_edges || loop.side_count <= *options.close_holes_edges) &&
           (!options.close_holes_length || loop.length <= *options.close_holes_length);
}

// A slit: for example, a side of one triangle that meets several shorter sides.
bool on_a_line(std::span<const Vec3> points) {
    return std::ranges::all_of(points, [&](const Vec3& p) { return collinear(points[0], points[1], p); });
}

// The rim of a single face is not a hole: closing it would only add a back to the face.
bool is_rim_of_one_face(std::span<const TriangleSide> sides, const Mesh& mesh) {
    const PolygonId first = mesh.polygon_of(sides[0].triangle);
    return std::ranges::all_of(
        sides, [&](const TriangleSide& side) { return mesh.polygon_of(side.triangle) == first; });
}

bool has_triangle(const Edges& edges, std::array<VertexId, 3> points) {
    std::ranges::sort(points);
    // One of the points may have very many triangles.
    const VertexId fewest =
        *std::ranges::min_element(points, {}, [&](VertexId p) { return edges.triangles_at(p).size(); });
    return std::ranges::any_of(edges.triangles_at(fewest), [&](TriangleId t) {
        std::array<VertexId, 3> other = edges.points_of(t);
        std::ranges::sort(other);
        return other == points;
    });
}

}  // namespace

bool close_holes(RepairSoup& soup, const RepairOptions& options, RepairReport& report) {
    const Mesh mesh = soup.mesh();
    TopologyOptions look;
    look.threads = options.threads;
    const Edges edges(mesh, options.threads);
    const Topology topology(edges, look);
    const bool cut_all = soup.all_triangles();
    bool changed = false;
    std::vector<VertexId> corners;
    std::vector<Vec3> points;
    std::vector<std::array<std::uint32_t, 3>> cut;
    for (const BoundaryLoop& loop : topology.boundary_loops()) {
        if (!wanted(loop, options)) continue;
        corners.clear();
        points.clear();
        cut.clear();
        // Opposite to the direction of the triangles around the hole.
        const std::span<const TriangleSide> sides = topology.sides_of(loop);
        for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
            corners.push_back(mesh.triangles()[side->triangle][side->corner]);
            points.push_back(soup.vertices[corners.back()]);
        }
        const bool slit = on_a_line(points);
        // A rim that crosses itself in the projection with the largest area is left for the user.
        if (!triangulate(points, cut) && !slit) continue;
        const auto is_there = [&](const std::array<std::uint32_t, 3>& t) {
            return has_triangle(edges, {edges.point_of(corners[t[0]]), edges.point_of(corners[t[1]]),
                                        edges.point_of(corners[t[2]])});
        };
        if (is_rim_of_one_face(sides, mesh) || std::ranges::any_of(cut, is_there)) continue;
        const std::uint32_t part = soup.part(mesh.polygon_of(sides[0].triangle));
        if (cut_all || slit) {
            for (const auto& [a, b, c] : cut)
                soup.add(std::array{corners[a], corners[b], corners[c]}, RepairSoup::no_source, part);
            report.new_polygons += cut.size();
        } else {
            soup.add(corners, RepairSoup::no_source, part);
            ++report.new_polygons;
        }
        count_place(report.closed_holes, options.places, {{}, loop.box.center()});
        changed = true;
    }
    return changed;
}

}  // namespace graze::inline v1::detail
