#include "graze/clash/distribute/plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/clash/compare/detail/hidden_contact.h"
#include "graze/world/broad_phase/broad_phase.h"

namespace graze::inline v1 {
namespace {

Box world_box(const Part& part) {
    Box box;
    if (!part.mesh->empty())
        for (const Vec3& v : part.mesh->vertices()) box.grow(part.world_from_part(v));
    return box;
}

// The share of `of`, from 0 to 1, that lies in `in`. Defined for flat boxes, too.
double share(const Box& of, const Box& in) {
    const Vec3 size = of.size();
    double result = 1;
    for (const auto& [lower, upper, extent] :
         {std::array{std::max(of.lower.x, in.lower.x), std::min(of.upper.x, in.upper.x), size.x},
          std::array{std::max(of.lower.y, in.lower.y), std::min(of.upper.y, in.upper.y), size.y},
          std::array{std::max(of.lower.z, in.lower.z), std::min(of.upper.z, in.upper.z), size.z}})
        result *= extent > 0 ? std::clamp((upper - lower) / extent, 0.0, 1.0) : 1;
    return result;
}

}  // namespace

ClashPlan::ClashPlan(const Assembly& assembly, const RuledParts& parts, const Threads& threads)
    : assembly_(assembly), rules_(parts) {
    find_boxes(threads);
    find_pairs();
    cut_into_portions();
}

void ClashPlan::find_boxes(const Threads& threads) {
    boxes_.resize(assembly_.parts.size());
    hidden_.resize(assembly_.parts.size());
    parallel_for(threads, boxes_.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            boxes_[i] = world_box(assembly_.parts[i]);
            hidden_[i] = detail::hidden_margin(*assembly_.parts[i].mesh);
        }
    });
}

void ClashPlan::find_pairs() {
    std::vector<NumberedBox> numbered(boxes_.size());
    // Each box grows by half: no pair has a clearance above the largest one of either part.
    for (std::uint32_t i = 0; i < boxes_.size(); ++i)
        numbered[i] = {i, rounded_outwards(grown(boxes_[i], rules_.largest_clearance(i) / 2 + hidden_[i]))};
    const auto broad_phase = make_broad_phase(best_broad_phase(boxes_.size()));
    broad_phase->place(numbered);
    std::vector<IdPair> close;
    broad_phase->changed_pairs(close);
    std::ranges::sort(close);
    for (const IdPair& pair : close) {
        const PairTerms terms = rules_.terms(pair.a, pair.b);
        if (!overlap(grown(boxes_[pair.a], terms.clearance + hidden_[pair.a] + hidden_[pair.b]),
                     boxes_[pair.b]))
            continue;
        if (terms.ignored)
            ++ignored_;
        else
            pairs_.push_back({pair.a, pair.b});
    }
}

// Counts what is near the other part; the constant is the cost common to all pairs.
double ClashPlan::cost(const PlannedPair& pair) const {
    const Part &a = assembly_.parts[pair.a], &b = assembly_.parts[pair.b];
    constexpr double pair_alone = 200;
    return pair_alone +
           share(boxes_[pair.a], boxes_[pair.b]) * static_cast<double>(a.mesh->triangle_count()) +
           share(boxes_[pair.b], boxes_[pair.a]) * static_cast<double>(b.mesh->triangle_count());
}

// Large enough that a portion is worth its overhead, small enough that a hundred of them keep machines busy.
void ClashPlan::cut_into_portions() {
    constexpr std::size_t most_pairs = 64;
    PairPortion portion;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const double more = cost(pairs_[i]);
        if (i > portion.first && (i - portion.first == most_pairs || portion.cost + more > usual_cost)) {
            portions_.push_back(portion);
            portion = {i, i, 0};
        }
        portion.cost += more;
        portion.last = i + 1;
    }
    if (portion.last > portion.first) portions_.push_back(portion);
}

}  // namespace graze::inline v1
