// Boxes that extend to infinity, among many that do not: a floor, walls, all of space.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/world/every_broad_phase.h"

namespace graze::test {
namespace {

constexpr float at_infinity = std::numeric_limits<float>::infinity();
constexpr std::uint32_t crowd_size = 3000;
constexpr double crowd_space = 24;  // of the space in which the crowd moves: about one overlap each

class BroadPhaseBesideInfiniteBoxes : public EveryBroadPhase {
  protected:
    // Moves all boxes of the crowd by a step.
    std::vector<NumberedBox> crowd_at(int step) const {
        Random random(1);
        std::vector<NumberedBox> boxes;
        for (std::uint32_t id = 0; id < crowd_size; ++id) {
            const Vec3 start = random.in_box({0, 0, 0}, {crowd_space, crowd_space, crowd_space});
            const Vec3 velocity = random.on_sphere() * 0.05;
            boxes.push_back({id, box_around(start + velocity * step, {0.5, 0.5, 0.5})});
        }
        return boxes;
    }
    // A floor below all of them, a thin wall and a corridor through them.
    static std::vector<NumberedBox> infinite_ones() {
        return {{crowd_size, {{-at_infinity, -at_infinity, -at_infinity}, {at_infinity, at_infinity, -3}}},
                {crowd_size + 1, {{12, -at_infinity, -at_infinity}, {12.1f, at_infinity, at_infinity}}},
                {crowd_size + 2, {{6, 6, 6}, {7, 7, at_infinity}}}};
    }
};

INSTANTIATE_TEST_SUITE_P(, BroadPhaseBesideInfiniteBoxes, testing::ValuesIn(all_kinds),
                         [](const auto& parameter) { return test_name(parameter.param); });

// Some infinite boxes rest, some move, some come and go.
TEST_P(BroadPhaseBesideInfiniteBoxes, agrees_with_all_pairs) {
    const auto other = make_broad_phase(BroadPhaseKind::all_pairs);
    for (int step = 0; step < 12; ++step) {
        std::vector<NumberedBox> boxes = crowd_at(step);
        if (step == 1)
            for (const NumberedBox& b : infinite_ones()) boxes.push_back(b);
        if (step > 4) {
            boxes.push_back(infinite_ones()[1]);
            boxes.back().box.lower[0] += static_cast<float>(step);
            boxes.back().box.upper[0] += static_cast<float>(step);
        }
        if (step == 8) boxes[7].box.upper[1] = at_infinity;  // one of the crowd, for a step
        const std::uint32_t gone[] = {crowd_size};
        for (BroadPhase* phase : {phase_.get(), other.get()}) {
            phase->place(boxes);
            if (step == 10) phase->remove(gone);
        }
        ASSERT_EQ(sorted(pairs_of(*phase_)), sorted(pairs_of(*other))) << "step " << step;
    }
}

// Counted in tests of boxes: beside the infinite ones, the crowd costs hardly more than alone.
TEST_P(BroadPhaseBesideInfiniteBoxes, costs_the_others_little) {
    const auto tests = [&](bool with_infinite) {
        const auto phase = make();
        for (int step = 0; step < 30; ++step) {
            std::vector<NumberedBox> boxes = crowd_at(step);
            if (step == 0 && with_infinite)
                for (const NumberedBox& b : infinite_ones()) boxes.push_back(b);
            phase->place(boxes);
            pairs_of(*phase);
        }
        return static_cast<double>(phase->counts().box_tests);
    };
    const double alone = tests(false), beside = tests(true);
    RecordProperty("alone", std::to_string(alone));
    RecordProperty("beside", std::to_string(beside));
    EXPECT_LT(beside, 1.25 * alone);
}

TEST_P(BroadPhaseBesideInfiniteBoxes, finds_them_along_rays_and_around_points) {
    std::vector<NumberedBox> boxes = crowd_at(0);
    for (const NumberedBox& b : infinite_ones()) boxes.push_back(b);
    phase_->place(boxes);
    Random random(3);
    for (int i = 0; i < 50; ++i) {
        Vec3 direction = random.on_sphere();
        if (i % 5 == 0) direction = {0, 0, i % 2 == 0 ? 1.0 : -1.0};
        const Vec3 from = random.in_box({-9, -9, -9}, {33, 33, 33});
        const Ray ray(from, direction, 0, i % 2 == 0 ? std::numeric_limits<double>::infinity() : 20);
        std::vector<std::uint32_t> along;
        phase_->along(ray, along);
        along = sorted(along);
        for (const NumberedBox& b : boxes) {
            bool meets = false;
            for (double t = 0; t <= 20; t += 0.5)
                meets = meets || detail::widened(b.box).contains(from + direction * t);
            ASSERT_TRUE(!meets || std::binary_search(along.begin(), along.end(), b.id)) << b.id;
        }
        const FloatBox around = box_around(from, {2, 2, 2});
        std::vector<std::uint32_t> expected;
        for (const NumberedBox& b : boxes)
            if (overlap(b.box, around)) expected.push_back(b.id);
        ASSERT_EQ(sorted(overlapping(*phase_, around)), expected);
    }
}

}  // namespace
}  // namespace graze::test
