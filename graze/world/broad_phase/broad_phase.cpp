#include "graze/world/broad_phase/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "graze/world/broad_phase/detail/bvh_broad_phase.h"
#include "graze/world/comparison/detail/all_pairs_phase.h"
#include "graze/world/comparison/detail/grid_phase.h"
#include "graze/world/comparison/detail/octree_phase.h"
#include "graze/world/comparison/detail/sweep_and_prune.h"

namespace graze::inline v1 {
namespace {

// Break-even points of all pairs and the BVH on one core with AVX2, measured by `graze-bench world --only
// choice`; the figures are in docs/benchmarks/world-choice.md. Beyond them the BVH was the fastest in most
// scenes, so the other kinds are used only if the caller chooses them.
struct BreakEven {
    double moving_share;  // up to this share
    std::size_t most_for_all_pairs;
};

constexpr BreakEven break_evens[] = {{0.03, 1000}, {0.2, 400}, {0.5, 180}, {1, 130}};

}  // namespace

// Uses the box around the ray, which is large for a diagonal ray.
void BroadPhase::along(const Ray& ray, std::vector<std::uint32_t>& ids) const {
    Box box;
    for (std::size_t k = 0; k < 3; ++k) {
        const double o = ray.origin()[k], d = ray.direction()[k];
        const auto at = [&](double t, double beyond) {
            return d == 0 ? o : (o + t * d) + beyond * (std::abs(o) + std::abs(t * d)) * 1e-15;
        };
        const double first = d < 0 ? ray.t_max() : ray.t_min(), last = d < 0 ? ray.t_min() : ray.t_max();
        box.lower[k] = at(first, -1);
        box.upper[k] = at(last, 1);
    }
    overlapping(rounded_outwards(box), ids);
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::sweep_and_prune:
            return detail::make_sweep_and_prune();
        case BroadPhaseKind::grid:
            return detail::make_grid_phase();
        case BroadPhaseKind::octree:
            return detail::make_octree_phase();
        case BroadPhaseKind::all_pairs:
            return detail::make_all_pairs_phase();
        case BroadPhaseKind::bvh:
            break;
    }
    return detail::make_bvh_broad_phase();
}

std::string_view name(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::bvh:
            return "bvh";
        case BroadPhaseKind::sweep_and_prune:
            return "sweep and prune";
        case BroadPhaseKind::grid:
            return "grid";
        case BroadPhaseKind::octree:
            return "octree";
        case BroadPhaseKind::all_pairs:
            break;
    }
    return "all pairs";
}

BroadPhaseKind best_broad_phase(std::size_t objects, double moving_share) {
    const BreakEven* row = std::begin(break_evens);
    while (row + 1 != std::end(break_evens) && !(moving_share <= row->moving_share)) ++row;
    return objects <= row->most_for_all_pairs ? BroadPhaseKind::all_pairs : BroadPhaseKind::bvh;
}

}  // namespace graze::inline v1
