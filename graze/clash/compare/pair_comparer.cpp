#include "graze/clash/compare/detail/pair_comparer.h"

#include "graze/clash/compare/detail/compare_pair.h"

namespace graze::inline v1::detail {

std::optional<ClashFinding> PairComparer::finding_of(const PlannedPair& pair) {
    auto finding = repeated_.once(pair, [&](const PairPlace& place) {
        const auto a = store_.hold(store_.mesh_of_part(pair.a)), b = store_.hold(store_.mesh_of_part(pair.b));
        return compare_pair({a.shape(), place.world_from_a, place.box_a},
                            {b.shape(), place.world_from_b, place.box_b}, ruled_.terms(pair.a, pair.b),
                            {options_.touch, options_.open_parts, options_.budget_per_pair, options_.progress,
                             options_.as_tessellated});
    });
    if (finding) {
        finding->a = pair.a;
        finding->b = pair.b;
    }
    return finding;
}

}  // namespace graze::inline v1::detail
