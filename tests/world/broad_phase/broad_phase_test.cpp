// What every broad phase promises, whatever it is made of.
#include "graze/world/broad_phase/broad_phase.h"

#include <gtest/gtest.h>

#include "tests/query/instruction_sets.h"
#include "tests/world/every_broad_phase.h"

namespace graze::test {
namespace {

INSTANTIATE_TEST_SUITE_P(, EveryBroadPhase, testing::ValuesIn(all_kinds),
                         [](const auto& parameter) { return test_name(parameter.param); });

TEST_P(EveryBroadPhase, has_nothing_to_say_at_first) {
    EXPECT_EQ(phase_->size(), 0u);
    EXPECT_TRUE(pairs_of(*phase_).empty());
    EXPECT_TRUE(overlapping(*phase_, unit).empty());
    const std::uint32_t id = 3;
    phase_->remove({&id, 1});
    phase_->place({});
    EXPECT_EQ(phase_->size(), 0u);
    EXPECT_TRUE(pairs_of(*phase_).empty());
}

TEST_P(EveryBroadPhase, reports_a_pair_again_only_if_one_of_it_was_placed_again) {
    const NumberedBox two[] = {{5, unit}, {2, unit}};
    phase_->place(two);
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{2, 5}}));
    EXPECT_TRUE(pairs_of(*phase_).empty());
    phase_->place({two, 1});  // where it was
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{2, 5}}));
    EXPECT_TRUE(pairs_of(*phase_).empty());
}

TEST_P(EveryBroadPhase, finds_boxes_that_touch_in_a_corner) {
    const NumberedBox two[] = {{0, unit}, {1, {{1, 1, 1}, {2, 2, 2}}}};
    phase_->place(two);
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{0, 1}}));
}

TEST_P(EveryBroadPhase, appends_to_what_is_there) {
    const NumberedBox two[] = {{0, unit}, {1, unit}};
    phase_->place(two);
    std::vector<IdPair> pairs{{7, 8}};
    phase_->changed_pairs(pairs);
    EXPECT_EQ(pairs, (std::vector<IdPair>{{7, 8}, {0, 1}}));
    std::vector<std::uint32_t> ids{9};
    phase_->overlapping(unit, ids);
    ASSERT_EQ(ids.size(), 3u);
    EXPECT_EQ(ids[0], 9u);
}

TEST_P(EveryBroadPhase, takes_the_later_of_two_entries_with_one_number) {
    const FloatBox far{{100, 0, 0}, {101, 1, 1}};
    const NumberedBox boxes[] = {{0, unit}, {1, unit}, {0, far}, {1, far}, {1, unit}, {2, unit}};
    phase_->place(boxes);
    EXPECT_EQ(phase_->size(), 3u);
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{1, 2}}));
    EXPECT_EQ(overlapping(*phase_, far), (std::vector<std::uint32_t>{0}));
}

TEST_P(EveryBroadPhase, counts_empty_boxes_but_never_reports_them) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const FloatBox everything{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
    const FloatBox inside_out{{0, 0, 1}, {1, 1, 0}};
    const NumberedBox boxes[] = {{0, FloatBox()}, {1, everything}, {2, inside_out}, {3, unit}};
    phase_->place(boxes);
    EXPECT_EQ(phase_->size(), 4u);
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{1, 3}}));
    EXPECT_EQ(sorted(overlapping(*phase_, everything)), (std::vector<std::uint32_t>{1, 3}));
    EXPECT_TRUE(overlapping(*phase_, FloatBox()).empty());
    EXPECT_TRUE(overlapping(*phase_, inside_out).empty());
    // And back: what was empty becomes a box, what was a box becomes empty.
    const NumberedBox changed[] = {{0, unit}, {1, FloatBox()}};
    phase_->place(changed);
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{0, 3}}));
    const std::uint32_t empty[] = {1, 2};
    phase_->remove(empty);
    EXPECT_EQ(phase_->size(), 2u);
}

TEST_P(EveryBroadPhase, forgets_what_is_removed_before_it_was_asked) {
    const NumberedBox boxes[] = {{0, unit}, {1, unit}, {2, unit}};
    phase_->place(boxes);
    const std::uint32_t ids[] = {1, 1, 77};
    phase_->remove(ids);
    EXPECT_EQ(phase_->size(), 2u);
    EXPECT_EQ(pairs_of(*phase_), (std::vector<IdPair>{{0, 2}}));
    phase_->place({&boxes[1], 1});
    EXPECT_EQ(sorted(pairs_of(*phase_)), (std::vector<IdPair>{{0, 1}, {1, 2}}));
}

TEST_P(EveryBroadPhase, gives_the_same_order_on_every_run_and_instruction_set) {
    const auto run = [] {
        const auto phase = make();
        std::vector<IdPair> pairs;
        std::vector<std::uint32_t> ids;
        for (const Boxes kind : {Boxes::uniform, Boxes::mixed_sizes, Boxes::infinite}) {
            phase->place(scene_of(kind, 500, 3));
            phase->changed_pairs(pairs);
            phase->place(scene_of(kind, 40, 4));
            phase->overlapping({{1, 1, 1}, {6, 6, 6}}, ids);
            phase->changed_pairs(pairs);
            const std::uint32_t removed[] = {1, 2, 3, 30, 300};
            phase->remove(removed);
            phase->overlapping({{1, 1, 1}, {4, 4, 4}}, ids);
        }
        return std::pair(pairs, ids);
    };
    const auto expected = run();
    EXPECT_GT(expected.first.size(), 1000u);
    EXPECT_EQ(run(), expected);
    on_every_instruction_set([&] { EXPECT_EQ(run(), expected); });
}

// Points of the ray that are in a box say that the ray meets it.
TEST_P(EveryBroadPhase, finds_all_boxes_along_a_ray) {
    const auto boxes = scene_of(Boxes::uniform, 300, 6);
    phase_->place(boxes);
    Random random(7);
    for (int i = 0; i < 50; ++i) {
        Vec3 direction = random.on_sphere();
        if (i % 5 == 0) direction = {0, i % 2 == 0 ? 1.0 : -1.0, 0};
        const Ray ray(random.in_box({-1, -1, -1}, {9, 9, 9}), direction, 0.5, 6);
        std::vector<std::uint32_t> ids;
        phase_->along(ray, ids);
        ids = sorted(ids);
        ASSERT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
        for (const NumberedBox& b : boxes) {
            const Box box = b.box.empty() ? Box() : detail::widened(b.box);
            for (double t = 0.5; t <= 6; t += 0.25) {
                if (!box.contains(ray.origin() + ray.direction() * t)) continue;
                ASSERT_TRUE(std::binary_search(ids.begin(), ids.end(), b.id));
            }
        }
    }
}

TEST_P(EveryBroadPhase, counts_pairs_and_tests) {
    phase_->place(scene_of(Boxes::uniform, 300, 1));
    const std::size_t found = pairs_of(*phase_).size();
    EXPECT_EQ(phase_->counts().pairs, found);
    EXPECT_GE(phase_->counts().box_tests, found);
    EXPECT_LE(phase_->counts().box_tests, 300u * 300u);
    phase_->place(scene_of(Boxes::uniform, 10, 2));
    const std::size_t found_then = pairs_of(*phase_).size();
    EXPECT_EQ(phase_->counts().pairs, found + found_then);
}

// Boxes that come and go, wander far off in a crowd, are huge or infinite: memory follows their number.
TEST_P(EveryBroadPhase, keeps_its_memory_in_bounds) {
    constexpr std::size_t count = 500;
    Random random(4);
    for (int step = 0; step < 200; ++step) {
        const Boxes kind = step % 10 == 9 ? Boxes::infinite : step % 10 == 8 ? Boxes::huge : Boxes::uniform;
        const Vec3 crowd = random.in_box({0, 0, 0}, {1e3, 1e3, 1e3});
        std::vector<NumberedBox> boxes;
        std::vector<std::uint32_t> gone;
        for (std::uint32_t id = 0; id < count; ++id) {
            FloatBox box = random_box(kind, random);
            if (id % 50 != 0) {  // the others stay where they are, and keep the bounds apart
                for (std::size_t k = 0; k < 3; ++k) {
                    box.lower[k] += static_cast<float>(crowd[k]);
                    box.upper[k] += static_cast<float>(crowd[k]);
                }
            }
            if (random.chance(0.1)) {
                gone.push_back(id);
            } else {
                boxes.push_back({id, box});
            }
        }
        phase_->remove(gone);
        phase_->place(boxes);
        if (step % 3 == 0) pairs_of(*phase_);
        ASSERT_GT(phase_->memory(), boxes.size() * sizeof(FloatBox));
        ASSERT_LT(phase_->memory(), count * 2000) << "step " << step;
    }
}

}  // namespace
}  // namespace graze::test
