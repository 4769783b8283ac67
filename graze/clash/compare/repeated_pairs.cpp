#include "graze/clash/compare/detail/repeated_pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>

namespace graze::inline v1::detail {
namespace {

// Numbers that are all multiples of 2^exponent.
struct Multiples {
    int exponent = 2000;  // above that of any double
    double largest = 0;

    void add(double v) {
        if (v == 0) return;
        const auto bits = std::bit_cast<std::uint64_t>(v);
        constexpr std::uint64_t one = std::uint64_t{1} << 52;
        const auto power = static_cast<int>(bits >> 52 & 0x7ff);
        const std::uint64_t digits = power == 0 ? bits & (one - 1) : (bits & (one - 1)) | one;
        exponent = std::min(exponent, std::max(power, 1) - 1075 + std::countr_zero(digits));
        largest = std::max(largest, std::abs(v));
    }
    void add(const Vec3& v) {
        add(v.x);
        add(v.y);
        add(v.z);
    }
};

bool quarter_turn(const Pose& pose) {
    return std::ranges::all_of(pose.matrix(), [](const auto& row) {
        return std::all_of(row.begin(), row.begin() + 3, [](double v) { return v == 0 || std::abs(v) == 1; });
    });
}

// Sums of multiples of 2^exponent up to this do not round.
bool fits(double largest, int exponent) {
    return largest < std::ldexp(1.0, std::min(exponent, 900) + 53);
}

void carry(ClashFinding& finding, const Pose& pose) {
    finding.point = pose(finding.point);
    if (finding.gap) {
        finding.gap->point_a = pose(finding.gap->point_a);
        finding.gap->point_b = pose(finding.gap->point_b);
    }
    for (FoundRegion& region : finding.regions) {
        if (!region.box.empty()) region.box = pose(region.box);
        region.point = pose(region.point);
        region.nearest = pose(region.nearest);
        for (IntersectionCurve& curve : region.curves)
            for (Vec3& p : curve.points) p = pose(p);
    }
}

}  // namespace

RepeatedPairs::RepeatedPairs(const ClashPlan& plan, const Threads& threads) : plan_(plan) {
    find_grids(threads);
    find_repeated();
}

void RepeatedPairs::find_grids(const Threads& threads) {
    const std::vector<Part>& parts = plan_.assembly().parts;
    std::map<const Mesh*, std::size_t> numbers;
    std::vector<const Mesh*> meshes;
    for (const Part& part : parts)
        if (numbers.emplace(part.mesh.get(), meshes.size()).second) meshes.push_back(part.mesh.get());
    std::vector<Multiples> of_mesh(meshes.size());
    parallel_for(threads, meshes.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            for (const Vec3& v : meshes[i]->vertices()) of_mesh[i].add(v);
    });
    grids_.resize(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Multiples shift;
        shift.add(parts[i].world_from_part.translation());
        const Multiples& mesh = of_mesh[numbers.at(parts[i].mesh.get())];
        Grid& grid = grids_[i];
        grid.exponent = std::min(mesh.exponent, shift.exponent);
        grid.largest = mesh.largest + shift.largest;
        grid.exact = quarter_turn(parts[i].world_from_part) && fits(grid.largest, grid.exponent);
    }
}

// In the world and in the frame of the first part, where coordinates are no larger than both sums.
bool RepeatedPairs::exact(const PlannedPair& pair) const {
    const Grid &a = grids_[pair.a], &b = grids_[pair.b];
    return a.exact && b.exact && fits(a.largest + b.largest, std::min(a.exponent, b.exponent));
}

Pose RepeatedPairs::a_from_b(const PlannedPair& pair) const {
    const std::vector<Part>& parts = plan_.assembly().parts;
    const Pose::Matrix &a = parts[pair.a].world_from_part.matrix(),
                       &b = parts[pair.b].world_from_part.matrix();
    Pose::Matrix rows{};  // no operation rounds, and no zero is negative
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 4; ++column)
            for (std::size_t i = 0; i < 3; ++i)
                rows[row][column] += a[i][row] * (column < 3 ? b[i][column] : b[i][3] - a[i][3]);
    return Pose(rows);
}

PairPlace RepeatedPairs::at_home(const PlannedPair& pair) const {
    const std::vector<Part>& parts = plan_.assembly().parts;
    const auto box = [&](std::uint32_t part, const Pose& pose) {
        return parts[part].mesh->empty() ? Box() : pose(parts[part].mesh->box());
    };
    const Pose from_b = a_from_b(pair);
    return {Pose(), from_b, box(pair.a, Pose()), box(pair.b, from_b)};
}

void RepeatedPairs::find_repeated() {
    using Key =
        std::tuple<const Mesh*, const Mesh*, Pose::Matrix, double, std::optional<double>, std::uint32_t>;
    const std::vector<Part>& parts = plan_.assembly().parts;
    std::vector<std::pair<Key, std::uint32_t>> keys;
    for (std::uint32_t i = 0; i < plan_.pairs().size(); ++i) {
        const PlannedPair& pair = plan_.pairs()[i];
        if (!exact(pair)) continue;
        const PairTerms terms = plan_.rules().terms(pair.a, pair.b);
        keys.emplace_back(Key(parts[pair.a].mesh.get(), parts[pair.b].mesh.get(), a_from_b(pair).matrix(),
                              terms.clearance, terms.allowed_depth, terms.allowed_by),
                          i);
    }
    std::ranges::sort(keys);
    slot_of_pair_.assign(plan_.pairs().size(), alone);
    different_ = plan_.pairs().size();
    std::uint32_t slots = 0;
    for (std::size_t i = 0, next = 0; i < keys.size(); i = next) {
        while (next < keys.size() && keys[next].first == keys[i].first) ++next;
        if (next == i + 1) continue;
        for (std::size_t k = i; k < next; ++k) slot_of_pair_[keys[k].second] = slots;
        ++slots;
        different_ -= next - i - 1;
    }
    slots_ = std::make_unique<Slot[]>(slots);
}

RepeatedPairs::Slot* RepeatedPairs::slot_of(const PlannedPair& pair) {
    const auto at = [](const PlannedPair& p) { return std::pair(p.a, p.b); };
    const auto it = std::ranges::lower_bound(plan_.pairs(), at(pair), {}, at);
    const std::uint32_t slot = slot_of_pair_[static_cast<std::size_t>(it - plan_.pairs().begin())];
    return slot == alone ? nullptr : &slots_[slot];
}

std::optional<ClashFinding> RepeatedPairs::once(const PlannedPair& pair, const Compare& compare) {
    const Part &a = plan_.assembly().parts[pair.a], &b = plan_.assembly().parts[pair.b];
    if (!exact(pair))
        return compare({a.world_from_part, b.world_from_part, plan_.box(pair.a), plan_.box(pair.b)});
    std::optional<ClashFinding> finding;
    if (Slot* slot = slot_of(pair)) {
        std::call_once(slot->asked, [&] { slot->finding = compare(at_home(pair)); });
        finding = slot->finding;
    } else {
        finding = compare(at_home(pair));
    }
    if (finding) carry(*finding, a.world_from_part);
    return finding;
}

}  // namespace graze::inline v1::detail
