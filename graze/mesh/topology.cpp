#include "graze/mesh/topology.h"

#include <algorithm>
#include <utility>

#include "graze/base/detail/disjoint_sets.h"
#include "graze/base/detail/steps.h"
#include "graze/base/error.h"
#include "graze/base/predicates.h"
#include "graze/mesh/detail/boundary_loops.h"
#include "graze/mesh/detail/orientation.h"
#include "graze/mesh/detail/point_survey.h"
#include "graze/mesh/edges.h"

namespace graze::inline v1 {
namespace {

constexpr std::size_t triangles_per_chunk = std::size_t{1} << 16;

void stop_if_cancelled(const Progress* progress) {
    if (progress != nullptr && progress->cancelled()) throw Error("cancelled");
}

detail::PointFindings survey(const Edges& edges, const ClosedSurface& surface,
                             std::span<Component> components, const TopologyOptions& options) {
    const std::size_t points = edges.point_count();
    const std::size_t grain = std::max<std::size_t>(points / 256 + 1, std::size_t{1} << 12);
    detail::Steps steps(options.progress, "looking at edges", points);
    return parallel_reduce(
        options.threads, points, grain, detail::PointFindings{},
        [&](std::size_t first, std::size_t last) {
            stop_if_cancelled(options.progress);
            detail::PointFindings found = detail::survey_points(edges, surface, components, first, last);
            steps.add(last - first);
            return found;
        },
        [](detail::PointFindings all, const detail::PointFindings& more) {
            all.append(more);
            return all;
        });
}

struct BadTriangles {
    std::vector<TriangleId> collapsed, flat;
};

BadTriangles find_bad_triangles(const Edges& edges, const Threads& threads) {
    const Mesh& mesh = edges.mesh();
    return parallel_reduce(
        threads, mesh.triangle_count(), triangles_per_chunk, BadTriangles{},
        [&](std::size_t first, std::size_t last) {
            BadTriangles found;
            for (; first < last; ++first) {
                const auto id = static_cast<TriangleId>(first);
                if (edges.two_equal_corners(id)) {
                    found.collapsed.push_back(id);
                    continue;
                }
                const Triangle t = mesh.triangle(id);
                if (collinear(t[0], t[1], t[2])) found.flat.push_back(id);
            }
            return found;
        },
        [](BadTriangles all, const BadTriangles& more) {
            all.collapsed.insert(all.collapsed.end(), more.collapsed.begin(), more.collapsed.end());
            all.flat.insert(all.flat.end(), more.flat.begin(), more.flat.end());
            return all;
        });
}

std::vector<VertexId> find_unused_vertices(const Mesh& mesh) {
    std::vector<VertexId> unused;
    if (mesh.unused_vertex_count() == 0) return unused;
    std::vector<bool> used(mesh.vertices().size(), false);
    for (const auto& triangle : mesh.triangles()) {
        for (const VertexId v : triangle) used[v] = true;
    }
    for (VertexId v = 0; v < used.size(); ++v) {
        if (!used[v]) unused.push_back(v);
    }
    return unused;
}

// Replaces points of `edges` by their lowest vertices.
void from_points_to_vertices(const Edges& edges, std::vector<LocatedPoint>& points) {
    if (edges.points().empty()) return;  // points and vertices are the same
    for (LocatedPoint& p : points) {
        VertexId lowest = Topology::no_triangle;
        for (const TriangleId t : edges.triangles_at(p.vertex)) {
            for (const VertexId v : edges.mesh().triangles()[t]) {
                if (edges.point_of(v) == p.vertex) lowest = std::min(lowest, v);
            }
        }
        p.vertex = lowest;
    }
}

}  // namespace

Topology::Topology(const Mesh& mesh, const TopologyOptions& options)
    : Topology(Edges(mesh, options.threads), options) {}

Topology::Topology(const Edges& edges, const TopologyOptions& options)
    : surface_(edges, options.threads), components_(surface_.component_count()) {
    detail::PointFindings found = survey(edges, surface_, components_, options);
    point_count_ = found.points;
    edge_count_ = found.edges;
    const auto by_side = [](const LocatedEdge& e) { return e.side; };
    non_manifold_edges_ = std::move(found.non_manifold_edges);
    std::ranges::sort(non_manifold_edges_, {}, by_side);
    inconsistent_edges_ = std::move(found.inconsistent_edges);
    std::ranges::sort(inconsistent_edges_, {}, by_side);
    non_manifold_points_ = std::move(found.non_manifold_points);
    from_points_to_vertices(edges, non_manifold_points_);
    std::ranges::sort(non_manifold_points_, {},
                      [](const LocatedPoint& p) { return std::pair(p.triangle, p.vertex); });
    duplicates_ = std::move(found.duplicates);
    std::ranges::sort(duplicates_, {}, &DuplicateTriangle::triangle);

    std::ranges::sort(found.boundary);
    detail::BoundaryLoops loops = detail::find_loops(edges, found.boundary, found.joints);
    loops_ = std::move(loops.loops);
    sides_ = std::move(loops.sides);
    BadTriangles bad = find_bad_triangles(edges, options.threads);
    collapsed_ = std::move(bad.collapsed);
    flat_ = std::move(bad.flat);
    unused_ = find_unused_vertices(edges.mesh());
    complete_components(edges);
    number_clusters(found.touching_components);
}

void Topology::complete_components(const Edges& edges) {
    const std::span<const std::uint32_t> component_of = surface_.component_of_triangle();
    for (std::uint32_t c = 0; c < components_.size(); ++c)
        components_[c].first_triangle = surface_.first_triangle(c);
    for (const std::uint32_t c : component_of) {
        if (c != ClosedSurface::no_component) ++components_[c].triangles;
    }
    for (const BoundaryLoop& loop : loops_)
        ++components_[component_of[sides_[loop.first_side].triangle]].boundary_loops;
    if (inconsistent_edges_.empty()) return;  // windings agree already
    for (const TriangleSide& side : detail::find_orientation(edges).impossible)
        components_[component_of[side.triangle]].orientable = false;
}

void Topology::number_clusters(std::span<const std::array<std::uint32_t, 2>> touching) {
    detail::DisjointSets sets(components_.size());
    for (const auto& [a, b] : touching) sets.merge(a, b);
    for (std::uint32_t c = 0; c < components_.size(); ++c) {
        const std::uint32_t lowest = sets.find(c);
        components_[c].cluster =
            lowest == c ? static_cast<std::uint32_t>(cluster_count_++) : components_[lowest].cluster;
    }
}

bool Topology::orientable() const {
    return std::ranges::all_of(components_, &Component::orientable);
}

std::vector<std::array<TriangleId, 3>> neighbours(const Edges& edges, const Threads& threads) {
    constexpr TriangleId none = Topology::no_triangle;
    std::vector<std::array<TriangleId, 3>> across(edges.mesh().triangle_count(), {none, none, none});
    parallel_for(threads, edges.point_count(), std::size_t{1} << 14,
                 [&](std::size_t first, std::size_t last) {
                     edges.for_each_edge(first, last, [&](VertexId, std::span<const EdgeUse> uses) {
                         if (uses.size() != 2) return;
                         across[uses[0].triangle][uses[0].corner] = uses[1].triangle;
                         across[uses[1].triangle][uses[1].corner] = uses[0].triangle;
                     });
                 });
    return across;
}

std::optional<std::int64_t> Component::genus() const {
    if (!manifold() || !orientable) return std::nullopt;
    return (2 - euler_characteristic() - static_cast<std::int64_t>(boundary_loops)) / 2;
}

// Not in the header, where every user's compiler would check the concepts of each span.
std::span<const Component> Topology::components() const {
    return components_;
}
std::span<const LocatedEdge> Topology::non_manifold_edges() const {
    return non_manifold_edges_;
}
std::span<const LocatedEdge> Topology::inconsistent_edges() const {
    return inconsistent_edges_;
}
std::span<const LocatedPoint> Topology::non_manifold_points() const {
    return non_manifold_points_;
}
std::span<const BoundaryLoop> Topology::boundary_loops() const {
    return loops_;
}
std::span<const TriangleSide> Topology::boundary_sides() const {
    return sides_;
}
std::span<const DuplicateTriangle> Topology::duplicates() const {
    return duplicates_;
}
std::span<const TriangleId> Topology::collapsed_triangles() const {
    return collapsed_;
}
std::span<const TriangleId> Topology::flat_triangles() const {
    return flat_;
}
std::span<const VertexId> Topology::unused_vertices() const {
    return unused_;
}
std::span<const TriangleSide> Topology::sides_of(const BoundaryLoop& loop) const {
    return boundary_sides().subspan(loop.first_side, loop.side_count);
}

}  // namespace graze::inline v1
