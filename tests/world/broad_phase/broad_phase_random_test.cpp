// Every broad phase agrees with a double loop, on all kinds of boxes and after all kinds of calls.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/world/every_broad_phase.h"

namespace graze::test {
namespace {

class EveryBroadPhaseAtRandom : public EveryBroadPhase {};

INSTANTIATE_TEST_SUITE_P(, EveryBroadPhaseAtRandom, testing::ValuesIn(all_kinds),
                         [](const auto& parameter) { return test_name(parameter.param); });

TEST_P(EveryBroadPhaseAtRandom, agrees_with_the_double_loop_on_all_kinds_of_boxes) {
    for (const Boxes kind : all_boxes) {
        SCOPED_TRACE(name(kind));
        const auto phase = make();
        Oracle oracle;
        Random random(11);
        for (int step = 0; step < 6; ++step) {
            // All at first, then fewer and fewer of them.
            std::vector<NumberedBox> boxes;
            for (std::uint32_t id = 0; id < 400; ++id) {
                if (random.below(8) >= static_cast<unsigned>(step) * 3 / 2)
                    boxes.push_back({id, random_box(kind, random)});
            }
            phase->place(boxes);
            oracle.place(boxes);
            for (int i = 0; i < 5; ++i) {
                const FloatBox box = random_box(kind, random);
                ASSERT_EQ(sorted(overlapping(*phase, box)), oracle.overlapping(box));
            }
            ASSERT_EQ(sorted(pairs_of(*phase)), oracle.changed_pairs()) << "step " << step;
            ASSERT_TRUE(pairs_of(*phase).empty());
            ASSERT_EQ(phase->size(), oracle.size());
        }
    }
}

// A few thousand boxes, so that structures have several levels and vectors of vectors.
TEST_P(EveryBroadPhaseAtRandom, agrees_with_all_pairs_on_large_scenes) {
    for (const Boxes kind : {Boxes::uniform, Boxes::clustered, Boxes::mixed_sizes, Boxes::infinite}) {
        SCOPED_TRACE(name(kind));
        const auto phase = make(), other = make_broad_phase(BroadPhaseKind::all_pairs);
        Random random(5);
        for (const double share : {1.0, 1.0, 0.01, 0.3, 0.05}) {
            std::vector<NumberedBox> boxes;
            for (std::uint32_t id = 0; id < 3000; ++id) {
                if (random.chance(share)) boxes.push_back({id, random_box(kind, random, 16)});
            }
            phase->place(boxes);
            other->place(boxes);
            ASSERT_EQ(sorted(pairs_of(*phase)), sorted(pairs_of(*other)));
        }
    }
}

// More than 100,000 operations: places, moves, removals, numbers used again, questions at any time.
TEST_P(EveryBroadPhaseAtRandom, stays_right_over_a_long_random_sequence_of_calls) {
    Oracle oracle;
    Random random(2026);
    std::vector<NumberedBox> boxes;
    std::vector<std::uint32_t> ids;
    for (std::size_t operations = 0; operations < 100'000;) {
        boxes.clear();
        ids.clear();
        // Mostly ordinary boxes, so that the others meet something; crowds that come and go.
        const std::size_t crowd = random.chance(0.05) ? 200 : random.below(8);
        const std::uint64_t numbers = operations / 1000 % 4 == 0 ? 300 : 60;
        for (std::size_t i = 0; i < crowd; ++i) {
            const Boxes kind =
                random.chance(0.9) ? Boxes::uniform : all_boxes[random.below(std::size(all_boxes))];
            const auto id = static_cast<std::uint32_t>(random.below(numbers));
            if (random.chance(0.7)) {
                boxes.push_back({id, random_box(kind, random, 12)});
            } else {
                ids.push_back(id);
            }
        }
        phase_->place(boxes);
        phase_->remove(ids);
        oracle.place(boxes);
        oracle.remove(ids);
        operations += crowd;
        ASSERT_EQ(phase_->size(), oracle.size());
        if (random.chance(0.1)) {
            const FloatBox box = random_box(Boxes::infinite, random);
            ASSERT_EQ(sorted(overlapping(*phase_, box)), oracle.overlapping(box)) << operations;
        }
        if (random.chance(0.02)) {
            ASSERT_EQ(sorted(pairs_of(*phase_)), oracle.changed_pairs()) << operations;
        }
    }
}

TEST_P(EveryBroadPhaseAtRandom, follows_boxes_that_move_a_little) {
    Oracle oracle;
    Random random(8);
    std::vector<Vec3> centers, speeds;
    for (int i = 0; i < 150; ++i) {
        centers.push_back(random.in_box({0, 0, 0}, {6, 6, 6}));
        speeds.push_back(random.on_sphere() * 0.3);
    }
    for (int step = 0; step < 100; ++step) {
        std::vector<NumberedBox> boxes;
        for (std::uint32_t id = 0; id < centers.size(); ++id) {
            centers[id] += speeds[id];  // out of the first bounds, after a while, and they grow
            const double half = id % 10 == 0 ? 0.02 * step : 0.5;
            boxes.push_back({id, box_around(centers[id], {half, half, half})});
        }
        phase_->place(boxes);
        oracle.place(boxes);
        ASSERT_EQ(sorted(pairs_of(*phase_)), oracle.changed_pairs()) << "step " << step;
    }
}

RC_GTEST_PROP(BroadPhases, agree_with_the_double_loop_on_any_calls, ()) {
    const auto kind = *rc::gen::elementOf(std::vector(std::begin(all_kinds), std::end(all_kinds)));
    const auto phase = make_broad_phase(kind);
    // Small integers, so that boxes touch, are flat or empty, and cases become small.
    const auto coordinate =
        rc::gen::map(rc::gen::inRange(-4, 5), [](int i) { return static_cast<float>(i); });
    Oracle oracle;
    const int calls = *rc::gen::inRange(1, 12);
    for (int i = 0; i < calls; ++i) {
        std::vector<NumberedBox> boxes(*rc::gen::inRange<std::size_t>(0, 12));
        for (NumberedBox& b : boxes) {
            b.id = *rc::gen::inRange<std::uint32_t>(0, 20);
            for (std::size_t k = 0; k < 3; ++k) b.box.lower[k] = *coordinate, b.box.upper[k] = *coordinate;
        }
        const auto gone =
            *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 20));
        phase->place(boxes);
        oracle.place(boxes);
        if (*rc::gen::inRange(0, 2) == 0) {
            phase->remove(gone);
            oracle.remove(gone);
        }
        if (*rc::gen::inRange(0, 2) == 0) RC_ASSERT(sorted(pairs_of(*phase)) == oracle.changed_pairs());
        RC_ASSERT(sorted(overlapping(*phase, unit)) == oracle.overlapping(unit));
        RC_ASSERT(phase->size() == oracle.size());
    }
}

}  // namespace
}  // namespace graze::test
