#include <algorithm>
#include <cmath>

#include "graze/clash/distribute/detail/shards.h"

namespace graze::inline v1::detail {

// A portion belongs to the shard whose interval of the total cost contains the middle of the portion.
std::vector<std::uint32_t> portions_of(const ClashPlan& plan, const ClashShard& shard) {
    double total = 0;
    for (const PairPortion& portion : plan.portions()) total += portion.cost;
    std::vector<std::uint32_t> mine;
    double before = 0;
    for (std::uint32_t i = 0; i < plan.portions().size(); ++i) {
        const double cost = plan.portions()[i].cost;
        const double place = (before + cost / 2) / total * shard.count;
        if (std::min<double>(std::floor(place), shard.count - 1) == shard.number - 1) mine.push_back(i);
        before += cost;
    }
    return mine;
}

}  // namespace graze::inline v1::detail
