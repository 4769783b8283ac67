// Turns faces so that windings agree, and closed pieces outwards.
#include <algorithm>

#include "graze/mesh/detail/enclosures.h"
#include "graze/mesh/detail/orientation.h"
#include "graze/mesh/detail/repair_steps.h"
#include "graze/mesh/edges.h"

namespace graze::inline v1::detail {
namespace {

bool is_turned(const Orientation& orientation, const std::vector<bool>& turn_patch, TriangleId t) {
    return orientation.turned[t] != turn_patch[orientation.patch[t]];
}

}  // namespace

bool turn_polygons(RepairSoup& soup, const RepairOptions& options, RepairReport& report) {
    const Mesh mesh = soup.mesh();
    const Edges edges(mesh, options.threads);
    const Orientation orientation = find_orientation(edges);
    for (const TriangleSide& side : orientation.impossible) {
        RepairPlace place = soup.place(mesh.polygon_of(side.triangle));
        place.at = mesh.triangle(side.triangle)[side.corner];
        count_place(report.unorientable_edges, options.places, place);
    }
    const PatchTurns turns = decide_turns(edges, orientation);
    const auto note = [&](RepairCount& count, std::span<const TriangleId> patches) {
        for (const TriangleId t : patches) count_place(count, options.places, soup.place(mesh.polygon_of(t)));
    };
    note(report.voids, turns.voids);
    note(report.undecided_pieces, turns.undecided);

    bool changed = false;
    std::vector<bool> done(soup.size(), false);
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const PolygonId p = mesh.polygon_of(t);
        if (done[p] || orientation.patch[t] == Orientation::no_patch) continue;
        done[p] = true;
        if (!is_turned(orientation, turns.turn, t)) continue;
        count_place(report.turned_polygons, options.places, soup.place(p));
        soup.reverse(p);
        changed = true;
    }
    return changed;
}

}  // namespace graze::inline v1::detail
