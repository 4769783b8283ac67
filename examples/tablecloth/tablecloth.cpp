// A tablecloth falls onto a round table, and nothing ever passes through anything: exact tests look at each
// step.
//
//     example_tablecloth                          a small cloth; once with impulses, once with the fail-safe
//     alone example_tablecloth 64 240 tablecloth.glb    8192 triangles, 240 steps, an animation of 30 key
//     frames
#include <graze/graze.h>
#include <graze/io/save_bending.h>

#include <cstdio>
#include <cstdlib>

#include "examples/tablecloth/impacts.h"
#include "examples/tablecloth/springs.h"

namespace {

struct Fall {
    graze::Mesh first;
    std::vector<std::vector<graze::Vec3>> keys;
    std::vector<double> times;
    tablecloth::ImpactCounts counts;
    std::size_t crossings = 0;  // missed ones: found at the end of a step
    double lowest = 1;
};

Fall fall(graze::VertexId side, int steps, const graze::Shape& table, std::size_t impulse_rounds) {
    tablecloth::SpringCloth springs({.side = side});
    Fall seen{graze::Mesh(springs.positions, springs.triangles), {springs.positions}, {0}, {}};
    graze::DeformableShape cloth(seen.first);
    tablecloth::Impacts impacts(table, 0.012, 0.4, impulse_rounds);
    for (int step = 1; step <= steps; ++step) {
        std::vector<graze::Vec3> to = springs.next();
        impacts.resolve(cloth.shape(), to);
        springs.move_to(to);
        cloth.move_to(springs.positions);
        // What was promised: no crossing, neither with itself nor with the table.
        seen.crossings += graze::self_intersections(cloth.shape()).size();
        seen.crossings += graze::intersects(cloth.shape(), {}, table, {}) ? 1U : 0U;
        constexpr int keys = 30;
        if (step * keys / steps == (step - 1) * keys / steps) continue;
        seen.keys.push_back(springs.positions);
        seen.times.push_back(0.01 * step);
    }
    for (const graze::Vec3& p : springs.positions) seen.lowest = std::min(seen.lowest, p.z);
    seen.counts = impacts.counts;
    std::printf(
        "%zu triangles, %d steps: %zu contacts answered by impulses, %zu by %zu moves of rigid zones; at "
        "most "
        "%zu rounds in a step\n%zu crossings; the lowest corner hangs at %.3f\n",
        seen.first.triangle_count(), steps, seen.counts.contacts, seen.counts.in_zones,
        seen.counts.rigid_zones, seen.counts.most_rounds, seen.crossings, seen.lowest);
    return seen;
}

}  // namespace

int main(int argc, char** argv) {
    const graze::Shape table(graze::make_cylinder(0.6, 0.1, 48));  // its top is at a height of 0.05
    if (argc < 3) {
        const Fall with_impulses = fall(24, 50, table, 15), with_zones = fall(24, 50, table, 0);
        const bool tried = with_impulses.counts.contacts > 0 && with_zones.counts.rigid_zones > 0;
        return tried && with_impulses.crossings == 0 && with_zones.crossings == 0 ? 0 : 1;
    }
    const int side = std::atoi(argv[1]), steps = std::atoi(argv[2]);
    if (side < 2 || side > 1000 || steps < 1) return 1;
    const Fall seen = fall(static_cast<graze::VertexId>(side), steps, table, 15);
    if (argc > 3) {
        const std::vector<graze::Vec3> rest(table.mesh().vertices().begin(), table.mesh().vertices().end());
        graze::BendingPart cloth{"cloth", seen.first, {seen.keys.begin(), seen.keys.end()}};
        graze::BendingPart still{"table", table.mesh(), {}};
        still.keys.assign(seen.times.size(), rest);
        graze::save_bending(std::array{cloth, still}, seen.times, argv[3]);
    }
    return seen.crossings == 0 ? 0 : 1;
}
