// Every kind of broad phase as the parameter of a test.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "graze/world/broad_phase/broad_phase.h"
#include "graze/world/broad_phase/detail/ray_box.h"
#include "tests/world/box_scenes.h"

namespace graze::test {

inline constexpr BroadPhaseKind all_kinds[] = {BroadPhaseKind::bvh, BroadPhaseKind::sweep_and_prune,
                                               BroadPhaseKind::grid, BroadPhaseKind::octree,
                                               BroadPhaseKind::all_pairs};

inline std::string test_name(BroadPhaseKind kind) {
    std::string text(name(kind));
    std::replace(text.begin(), text.end(), ' ', '_');
    return text;
}

inline std::vector<IdPair> pairs_of(BroadPhase& phase) {
    std::vector<IdPair> pairs;
    phase.changed_pairs(pairs);
    return pairs;
}

template <class T>
std::vector<T> sorted(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return values;
}

inline std::vector<std::uint32_t> overlapping(const BroadPhase& phase, const FloatBox& box) {
    std::vector<std::uint32_t> ids;
    phase.overlapping(box, ids);
    return ids;
}

inline std::vector<NumberedBox> scene_of(Boxes kind, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<NumberedBox> boxes;
    for (std::uint32_t id = 0; id < count; ++id) boxes.push_back({id, random_box(kind, random)});
    return boxes;
}

inline const FloatBox unit{{0, 0, 0}, {1, 1, 1}};

class EveryBroadPhase : public testing::TestWithParam<BroadPhaseKind> {
  protected:
    static std::unique_ptr<BroadPhase> make() { return make_broad_phase(GetParam()); }

    std::unique_ptr<BroadPhase> phase_ = make();
};

}  // namespace graze::test
