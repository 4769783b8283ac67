// The methods of prediction side by side on one scene. The counts are those of
// docs/notes/world-prediction.md.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "graze/world/prediction/lead_time.h"
#include "graze/world/prediction/prediction.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

// A hall of 40 x 40 x 10: things of up to 2 that move at up to 3, among them some that fly at 30, and walls.
MovingBox thing_in_a_hall(Random& random) {
    const Vec3 lower = random.in_box({-20, -20, 0}, {20, 20, 10});
    if (random.chance(0.2)) return MovingBox(Box{lower, lower + Vec3{0.2, random.uniform(2, 10), 5}});
    const double speed = random.chance(0.1) ? 30 : 3;
    const Vec3 size = random.in_box({0.2, 0.2, 0.2}, {2, 2, 2});
    return MovingBox({lower, lower + size}, random.in_box({-speed, -speed, -1}, {speed, speed, 1}));
}

struct Score {
    int alarms = 0, misses = 0, false_alarms = 0;
    PredictionCounts work;
};

Score score_of(const PredictionOptions& options) {
    Random random(2026);
    Score score;
    for (int i = 0; i < 20000; ++i) {
        const MovingBox a = thing_in_a_hall(random), b = thing_in_a_hall(random);
        const bool truth = predicted_contact(a, b, 10).has_value();
        const bool alarm = predicted_contact(a, b, 10, options, &score.work).has_value();
        score.alarms += alarm;
        score.misses += truth && !alarm;
        score.false_alarms += alarm && !truth;
    }
    return score;
}

struct Row {
    PredictionOptions options;
    int alarms, misses, false_alarms;
    std::uint64_t box_tests, closed_forms, swept_tests;
};

TEST(PredictionMethods, do_as_the_page_says) {
    const std::array rows{
        Row{{PredictionMethod::slabs}, 260, 0, 0, 0, 20000, 0},
        Row{{PredictionMethod::stepping, 1}, 126, 134, 0, 219083, 0, 0},
        Row{{PredictionMethod::stepping, 0.125}, 238, 22, 0, 1606275, 0, 0},
        Row{{PredictionMethod::spheres}, 674, 0, 414, 0, 20000, 0},
        Row{{PredictionMethod::sweep, 1}, 303, 0, 43, 22759, 0, 4946},
        Row{{PredictionMethod::sweep, 0.125}, 267, 0, 7, 24252, 0, 5839},
        Row{{PredictionMethod::spheres_then_sweep, 1}, 283, 0, 23, 1169, 20000, 688},
        Row{{PredictionMethod::spheres_then_sweep, 0.125}, 267, 0, 7, 2309, 20000, 1463},
    };
    for (const Row& row : rows) {
        const Score score = score_of(row.options);
        SCOPED_TRACE(std::string(name(row.options.method)) + " " + std::to_string(row.options.resolution));
        EXPECT_EQ(score.alarms, row.alarms);
        EXPECT_EQ(score.misses, row.misses);
        EXPECT_EQ(score.false_alarms, row.false_alarms);
        EXPECT_EQ(score.work.box_tests, row.box_tests);
        EXPECT_EQ(score.work.closed_forms, row.closed_forms);
        EXPECT_EQ(score.work.swept_tests, row.swept_tests);
    }
}

// 100 things in the hall, each pair watched, for 600 steps of 1/60 of a second. How often is a pair looked
// at, if each thing turns so many times per second?
std::uint64_t looks(double turns_per_second) {
    Random random(1994);
    LeadTimeScheduler scheduler;
    std::vector<NumberedMotion> things;
    for (std::uint32_t i = 0; i < 100; ++i) {
        things.push_back({i, thing_in_a_hall(random)});
        for (std::uint32_t j = 0; j < i; ++j) scheduler.watch(j, i, {.lead = 2});
    }
    std::vector<LeadEvent> events;
    scheduler.advance(0, things, events);
    for (int step = 1; step <= 600; ++step) {
        std::vector<NumberedMotion> turned;
        for (NumberedMotion& thing : things) {
            Vec3 velocity = thing.motion.velocity();
            const bool turns = random.chance(turns_per_second / 60);
            if (turns) velocity = random.in_box({-3, -3, -1}, {3, 3, 1});
            thing.motion = MovingBox(thing.motion.at(1.0 / 60), velocity);
            if (turns) turned.push_back(thing);
        }
        scheduler.advance(step / 60.0, turned, events);
    }
    EXPECT_GT(events.size(), 100u);
    return scheduler.counts().pair_tests;
}

TEST(LeadTimeScheduler, looks_as_seldom_as_the_page_says) {
    // Looking at every pair in every step: 4950 * 601 = 2 974 950.
    EXPECT_EQ(looks(0), 5104u);
    EXPECT_EQ(looks(0.01), 5495u);
    EXPECT_EQ(looks(1), 108403u);
}

}  // namespace
}  // namespace graze::test
