#include "graze/world/broad_phase.h"

#include "graze/base/error.h"
#include "graze/world/detail/all_pairs_phase.h"
#include "graze/world/detail/grid_phase.h"
#include "graze/world/detail/octree_phase.h"
#include "graze/world/detail/sweep_phase.h"

namespace graze::inline v1 {

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::sweep:
            return detail::make_sweep_phase();
        case BroadPhaseKind::grid:
            return detail::make_grid_phase();
        case BroadPhaseKind::octree:
            return detail::make_octree_phase();
        case BroadPhaseKind::all_pairs:
            return detail::make_all_pairs_phase();
        case BroadPhaseKind::tree:
            break;
    }
    throw Error("this broad phase is not there", "make_broad_phase", "use another kind");
}

std::string_view name(BroadPhaseKind kind) {
    switch (kind) {
        case BroadPhaseKind::tree:
            return "tree";
        case BroadPhaseKind::sweep:
            return "sweep";
        case BroadPhaseKind::grid:
            return "grid";
        case BroadPhaseKind::octree:
            return "octree";
        case BroadPhaseKind::all_pairs:
            break;
    }
    return "all pairs";
}

}  // namespace graze::inline v1
