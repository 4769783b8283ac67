#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "graze/clash/distribute/detail/portion_results.h"
#include "graze/clash/distribute/detail/shards.h"

namespace graze::inline v1::detail {
namespace {

std::uint64_t& count_of(ClashCounts& counts, const ClashFinding& finding) {
    if (finding.allowed) return counts.allowed;
    switch (finding.kind) {
        case FindingKind::clash:
            return counts.clash;
        case FindingKind::inside:
            return counts.inside;
        case FindingKind::clearance:
            return counts.clearance;
        case FindingKind::touch:
            return counts.touch;
        case FindingKind::undecided:
            break;
    }
    return counts.undecided;
}

ClashCounts nothing_compared(const ClashPlan& plan) {
    ClashCounts counts;
    const std::uint64_t n = plan.assembly().parts.size();
    counts.pairs = n < 2 ? 0 : n * (n - 1) / 2;
    counts.ignored = plan.ignored();
    counts.not_compared = plan.pairs().size();
    counts.apart_by_boxes = counts.pairs - counts.ignored - counts.not_compared;
    return counts;
}

void move_one(ClashReport& report, PortionResult& result) {
    report.counts.not_compared -= result.compared;
    report.counts.apart += result.compared - result.findings.size();
    for (const ClashFinding& finding : result.findings) ++count_of(report.counts, finding);
    std::ranges::move(result.findings, std::back_inserter(report.findings));
    result.findings = {};
}

}  // namespace

PortionResults::PortionResults(const ClashPlan& plan, const ClashShard& shard)
    : plan_(plan),
      share_(portions_of(plan, shard)),
      is_mine_(plan.portions().size()),
      results_(plan.portions().size()) {
    for (const std::uint32_t portion : share_) {
        is_mine_[portion] = 1;
        pairs_ += pairs_of(portion);
        cost_ += cost_of(portion);
    }
}

std::uint64_t PortionResults::pairs_of(std::uint32_t portion) const {
    return plan_.portions()[portion].last - plan_.portions()[portion].first;
}

std::uint64_t PortionResults::cost_of(std::uint32_t portion) const {
    std::uint64_t sum = 0;
    for (std::size_t i = plan_.portions()[portion].first; i < plan_.portions()[portion].last; ++i)
        sum += static_cast<std::uint64_t>(plan_.cost(plan_.pairs()[i]));
    return sum;
}

std::uint64_t PortionResults::cost_done() const {
    std::uint64_t sum = 0;
    for (const std::uint32_t portion : share_)
        if (results_[portion]) sum += cost_of(portion);
    return sum;
}

std::vector<std::uint32_t> PortionResults::to_do() const {
    std::vector<std::uint32_t> portions;
    std::ranges::copy_if(share_, std::back_inserter(portions),
                         [this](std::uint32_t p) { return !results_[p]; });
    return portions;
}

bool PortionResults::fits(const PortionResult& result) const {
    if (result.portion >= results_.size() || results_[result.portion] ||
        result.compared != pairs_of(result.portion))
        return false;
    const auto pairs = plan_.pairs().subspan(plan_.portions()[result.portion].first, result.compared);
    const auto pair_of = [](const auto& x) { return std::pair<std::uint64_t, std::uint64_t>(x.a, x.b); };
    return std::ranges::adjacent_find(result.findings, std::ranges::greater_equal{}, pair_of) ==
               result.findings.end() &&
           std::ranges::includes(pairs, result.findings, {}, pair_of, pair_of);
}

void PortionResults::keep(PortionResult&& result) {
    const std::uint32_t portion = result.portion;
    results_[portion] = std::move(result);
}

void PortionResults::move_to(ClashReport& report) {
    report.counts = nothing_compared(plan_);
    for (auto& result : results_)
        if (result) move_one(report, *result);
    for (PortionResult& result : begun_) move_one(report, result);
    std::ranges::sort(report.findings, worse);
}

}  // namespace graze::inline v1::detail
