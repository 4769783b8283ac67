#include "graze/spheres/sheet/sheet.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/topology.h"
#include "graze/spheres/packing/pack.h"

namespace graze::inline v1 {
namespace {

using Place = std::array<double, 3>;

Place place_of(const Vec3& p) {
    return {p.x, p.y, p.z};
}

// At each point, the sum of the normals of its triangles, weighted with their areas, of length 1. Vertices at
// one place share it, or the moved sheet would come apart there.
std::map<Place, Vec3> point_normals(const Mesh& mesh) {
    std::map<Place, Vec3> normals;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const Triangle triangle = mesh.triangle(t);
        const Vec3 twice = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
        for (std::size_t k = 0; k < 3; ++k) normals[place_of(triangle[k])] += twice;
    }
    for (auto& [place, normal] : normals) normal = normalized(normal);
    return normals;
}

void check_sheet(const Mesh& mesh, const Topology& topology) {
    if (mesh.empty()) throw Error("an empty mesh is no sheet");
    if (topology.boundary_edge_count() == 0)
        throw Error("the mesh has no boundary, so that it is no sheet", {}, "ask about it as a solid");
    if (!topology.non_manifold_edges().empty())
        throw Error("the mesh has " + std::to_string(topology.non_manifold_edges().size()) +
                        " edges of more than two triangles, so that it has no two sides",
                    {}, "give its layers one by one");
    if (!topology.inconsistent_edges().empty())
        throw Error("the mesh is wound differently on the two sides of " +
                        std::to_string(topology.inconsistent_edges().size()) +
                        " edges, so that it has no front and back",
                    {}, "'graze repair' winds meshes alike");
}

}  // namespace

Mesh space_beside(const Mesh& sheet, SheetSide side, double thickness) {
    const Topology topology(sheet);
    check_sheet(sheet, topology);
    const std::map<Place, Vec3> normals = point_normals(sheet);
    const bool front = side == SheetSide::front;
    const double way = front ? thickness : -thickness;
    const auto count = static_cast<VertexId>(sheet.vertices().size());
    std::vector<Vec3> vertices(sheet.vertices().begin(), sheet.vertices().end());
    for (VertexId v = 0; v < count; ++v) {
        const auto normal = normals.find(place_of(vertices[v]));
        vertices.push_back(normal == normals.end() ? vertices[v] : vertices[v] + normal->second * way);
    }
    std::vector<std::array<VertexId, 3>> triangles;
    // Outward normals: the moved sheet is wound like the sheet in front, and the other way round behind.
    const auto add = [&](VertexId a, VertexId b, VertexId c) {
        triangles.push_back(front ? std::array{a, b, c} : std::array{a, c, b});
    };
    for (const auto& t : sheet.triangles()) {
        add(t[0], t[2], t[1]);
        add(t[0] + count, t[1] + count, t[2] + count);
    }
    for (const TriangleSide& s : topology.boundary_sides()) {
        const auto& t = sheet.triangles()[s.triangle];
        const VertexId a = t[s.corner], b = t[(s.corner + 1u) % 3];
        add(a, b, b + count);
        add(a, b + count, a + count);
    }
    return {std::move(vertices), std::move(triangles)};
}

Sheet::Sheet(const Mesh& mesh, const SheetOptions& options) : surface_(mesh), thickness_(options.thickness) {
    if (!(options.thickness > 0) || !std::isfinite(options.thickness))
        throw Error("the thickness of the space beside a sheet must be above 0");
    for (const SheetSide side : {SheetSide::front, SheetSide::back}) {
        const std::size_t i = side == SheetSide::back;
        space_[i] = Shape(space_beside(mesh, side, options.thickness));
        PackOptions packing;
        packing.count = options.spheres;
        packing.threads = options.threads;
        packing.progress = options.progress;
        const Packed packed = pack(space_[i], packing);
        if (packed.packing.spheres.empty())
            throw Error("there is no room for a sphere beside the sheet", {}, "choose a larger thickness");
        SphereTreeOptions tree;
        tree.threads = options.threads;
        tree.progress = options.progress;
        tree_[i] = SphereTree(space_[i], packed.packing, tree);
    }
}

struct SheetQuery {
    const Sheet& sheet;
    SheetCache* cache;

    static SheetSide other(SheetSide side) {
        return side == SheetSide::front ? SheetSide::back : SheetSide::front;
    }

    Proximity ask(SheetSide side, const Pose& world_from_sheet, const Shape& solid, const SphereTree& tree,
                  const Pose& world_from_solid, ProximityOptions options) const {
        options.cache = cache != nullptr ? &cache->proximity_[side == SheetSide::back] : nullptr;
        options.refinement = DistanceRefinement::exact;
        return proximity(sheet.space(side), sheet.tree(side), world_from_sheet, solid, tree, world_from_solid,
                         options);
    }

    std::optional<SheetSide> side_of(const Proximity& front, const Proximity& back) const {
        const bool in_front = front.overlap != Answer::no, behind = back.overlap != Answer::no;
        if (!in_front && !behind) return std::nullopt;
        if (cache != nullptr && cache->from_) return cache->from_;
        if (in_front != behind) return in_front ? SheetSide::front : SheetSide::back;
        return front.volume >= back.volume ? SheetSide::front : SheetSide::back;
    }

    SheetPenetration result(const Proximity& front, const Proximity& back) const {
        SheetPenetration found;
        found.tests = front.tests + back.tests;
        for (const Proximity* p : {&front, &back})
            if (p->status != QueryStatus::complete) found.status = p->status;
        found.from = side_of(front, back);
        if (cache != nullptr) cache->from_ = found.from;
        if (!found.from) return found;
        const Proximity& behind = *found.from == SheetSide::front ? back : front;
        found.volume = behind.volume;
        found.volume_at_least = behind.volume_at_least;
        found.volume_at_most = behind.volume_at_most;
        found.center = behind.center;
        found.through = behind.overlap;
        found.before = (*found.from == SheetSide::front ? front : back).volume;
        return found;
    }
};

SheetPenetration sheet_penetration(const Sheet& sheet, const Pose& world_from_sheet, const Shape& solid,
                                   const SphereTree& tree, const Pose& world_from_solid, SheetCache* cache,
                                   const ProximityOptions& options) {
    const SheetQuery query{sheet, cache};
    // Both sides spend one budget.
    Meter meter(options.budget);
    ProximityOptions shared = options;
    if (!options.budget.unlimited()) shared.budget = Budget::part_of(meter);
    const Proximity front =
        query.ask(SheetSide::front, world_from_sheet, solid, tree, world_from_solid, shared);
    if (front.status == QueryStatus::not_closed || front.status == QueryStatus::unsupported) {
        SheetPenetration none;
        none.volume = none.volume_at_least = none.volume_at_most = none.before =
            std::numeric_limits<double>::quiet_NaN();
        none.status = front.status;
        none.through = Answer::unsupported;
        return none;
    }
    const Proximity back =
        query.ask(SheetSide::back, world_from_sheet, solid, tree, world_from_solid, shared);
    SheetPenetration found = query.result(front, back);
    if (!options.budget.unlimited()) found.tests = meter.spent();
    return found;
}

SheetPenetration sheet_penetration(const Sheet& sheet, const Pose& world_from_sheet, const Shape& solid,
                                   const Pose& world_from_solid, SheetCache* cache,
                                   const ProximityOptions& options) {
    static const SphereTree nothing;
    const bool usable = solid.is_mesh() && !solid.empty() && solid.closed_surface().closed();
    return sheet_penetration(sheet, world_from_sheet, solid, usable ? sphere_tree(solid) : nothing,
                             world_from_solid, cache, options);
}

}  // namespace graze::inline v1
