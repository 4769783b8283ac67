// The scheduler of lead times against one that looks at every pair in every step.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "graze/world/prediction/detail/wake_queue.h"
#include "graze/world/prediction/lead_time.h"
#include "tests/world/every_step.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

constexpr std::uint32_t object_count = 10;
constexpr int steps = 100;
constexpr double step_time = 1.0 / 16;

struct Outcome {
    std::vector<LeadEvent> scheduled, brute;
    std::uint64_t scheduled_tests = 0, brute_tests = 0;
};

using Steer = std::function<Vec3(Random&, const Vec3& velocity)>;

Steer now_and_then(double chance) {
    return [=](Random& random, const Vec3& velocity) {
        return random.chance(chance) ? dyadic_vector(random, 4) : velocity;
    };
}

// As an acceleration of at most 1 allows.
Vec3 gently(Random& random, const Vec3& velocity) {
    return velocity + dyadic_vector(random, 1) * step_time;
}

// What is about to leave the middle of the scene turns round.
Vec3 kept_inside(const Box& box, Vec3 velocity) {
    for (std::size_t i = 0; i < 3; ++i)
        if ((box.lower[i] > 5 && velocity[i] > 0) || (box.upper[i] < -5 && velocity[i] < 0))
            velocity[i] *= -1;
    return velocity;
}

// Things that move about and are steered, all pairs of them watched. Positions and velocities are of so few
// bits that going on a course step by step or at once is the same.
Outcome run(std::uint32_t seed, const LeadTimeOptions& options, PredictionMethod method, const Steer& steer,
            bool report_all) {
    Random random(seed);
    LeadTimeScheduler scheduler(options);
    EveryStep every_step(object_count);
    std::vector<MovingBox> boxes;
    for (std::uint32_t i = 0; i < object_count; ++i) {
        boxes.push_back(dyadic_moving_box(random));
        for (std::uint32_t j = 0; j < i; ++j) {
            const WatchOptions watch{static_cast<double>(random.below(5)) / 2, {method, 0.25}};
            every_step.watch(scheduler.watch(j, i, watch), j, i, watch);
        }
    }
    Outcome outcome;
    for (int step = 0; step < steps; ++step) {
        std::vector<NumberedMotion> moved;
        for (std::uint32_t i = 0; i < object_count; ++i) {
            const Vec3 velocity = kept_inside(boxes[i].box(), steer(random, boxes[i].velocity()));
            const bool tell = report_all || step == 0 || !(velocity == boxes[i].velocity());
            if (step > 0) boxes[i] = MovingBox(boxes[i].at(step_time), velocity);
            if (tell) moved.push_back({i, boxes[i]});
        }
        scheduler.advance(step * step_time, moved, outcome.scheduled);
        every_step.advance(step * step_time, boxes, outcome.brute);
    }
    outcome.scheduled_tests = scheduler.counts().pair_tests;
    outcome.brute_tests = every_step.tests();
    return outcome;
}

bool same(const std::vector<LeadEvent>& p, const std::vector<LeadEvent>& q) {
    return std::ranges::equal(p, q, [](const LeadEvent& a, const LeadEvent& b) {
        return a.kind == b.kind && a.watch == b.watch && a.a == b.a && a.b == b.b &&
               std::abs(a.time - b.time) < 1e-9 && std::abs(a.contact - b.contact) < 1e-9;
    });
}

RC_GTEST_PROP(LeadTime, tells_what_looking_at_all_pairs_in_every_step_does, (std::uint32_t seed)) {
    const Outcome outcome = run(seed, {}, PredictionMethod::slabs, now_and_then(0.02), seed % 2 == 0);
    RC_ASSERT(same(outcome.scheduled, outcome.brute));
    RC_ASSERT(outcome.scheduled_tests < outcome.brute_tests / 5);
}

RC_GTEST_PROP(LeadTime, tells_the_same_with_every_method, (std::uint32_t seed)) {
    const PredictionMethod methods[] = {PredictionMethod::stepping, PredictionMethod::spheres,
                                        PredictionMethod::sweep, PredictionMethod::spheres_then_sweep};
    const PredictionMethod method = methods[seed % 4];
    const Outcome outcome = seed % 8 < 4 ? run(seed, {}, method, now_and_then(0.02), false)
                                         : run(seed, {.largest_acceleration = 1}, method, gently, true);
    RC_ASSERT(same(outcome.scheduled, outcome.brute));
    RC_ASSERT(outcome.scheduled_tests < outcome.brute_tests);
}

// Velocities that change a little in every step, as the bound on acceleration allows: nothing is woken by it.
RC_GTEST_PROP(LeadTime, sleeps_through_bounded_accelerations_and_misses_nothing, (std::uint32_t seed)) {
    const Outcome outcome = run(seed, {.largest_acceleration = 1}, PredictionMethod::slabs, gently, true);
    RC_ASSERT(same(outcome.scheduled, outcome.brute));
    const Outcome unbounded = run(seed, {}, PredictionMethod::slabs, gently, true);
    RC_ASSERT(same(unbounded.scheduled, outcome.brute));
    RC_ASSERT(outcome.scheduled_tests < unbounded.scheduled_tests);
}

// Two that have stood still speed up towards each other, one earlier than the other, which wakes the pair.
// From then on it is not only what each may gain in speed that counts, but also what the first one has
// gained.
TEST(LeadTime, counts_on_speed_that_was_gained_on_a_course) {
    LeadTimeScheduler scheduler({.largest_acceleration = 1});
    EveryStep every_step(2);
    const WatchOptions watch{};
    every_step.watch(scheduler.watch(0, 1, watch), 0, 1, watch);
    std::vector<LeadEvent> told, brute;
    std::vector<MovingBox> boxes{moving_cube({0, 0, 0}, {}), moving_cube({101, 0, 0}, {})};
    for (int step = 0; step < 240; ++step) {
        const double now = step * step_time;
        const NumberedMotion moved[] = {{0, boxes[0], now == 2}, {1, boxes[1]}};
        scheduler.advance(now, moved, told);
        every_step.advance(now, boxes, brute);
        const double push = step_time;
        boxes[0] = MovingBox(boxes[0].at(step_time), boxes[0].velocity() + Vec3{now >= 2 ? push : 0, 0, 0});
        boxes[1] = MovingBox(boxes[1].at(step_time), boxes[1].velocity() - Vec3{push, 0, 0});
    }
    ASSERT_FALSE(brute.empty());
    EXPECT_TRUE(same(told, brute));
    EXPECT_LT(scheduler.counts().pair_tests, every_step.tests() / 2);
}

TEST(LeadTime, leaves_what_trembles_far_away_alone) {
    Random random(3);
    LeadTimeScheduler scheduler({.largest_acceleration = 1});
    scheduler.watch(0, 1, {.lead = 2});
    std::vector<LeadEvent> events;
    MovingBox a = moving_cube({0, 0, 0}, {}), b = moving_cube({513, 0, 0}, {});
    for (int step = 0; step < steps; ++step) {
        const NumberedMotion moved[] = {{0, a}, {1, b}};
        scheduler.advance(step * step_time, moved, events);
        a = MovingBox(a.at(step_time), a.velocity() + dyadic_vector(random, 1) * step_time);
        b = MovingBox(b.at(step_time), b.velocity() + dyadic_vector(random, 1) * step_time);
    }
    // They cannot meet before sqrt(512) = 22.6, and 100 steps are 6.25.
    EXPECT_EQ(scheduler.counts().pair_tests, 1u);
    const NumberedMotion kicked[] = {{1, moving_cube({150, -50, -50}, {-100, 0, 0}, 100)}};
    scheduler.advance(7, kicked, events);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].kind, LeadEventKind::predicted);
}

RC_GTEST_PROP(LeadTime, stays_right_within_tolerances, (std::uint32_t seed)) {
    const Steer trembling = [](Random& random, const Vec3& velocity) {
        return random.chance(0.02) ? dyadic_vector(random, 4)
                                   : velocity + dyadic_vector(random, 1) * 0.015625;
    };
    const LeadTimeOptions options{.position_tolerance = 0.25, .velocity_tolerance = 0.125};
    const Outcome outcome = run(seed, options, PredictionMethod::slabs, trembling, true);
    RC_ASSERT(same(outcome.scheduled, outcome.brute));
}

TEST(LeadTime, looks_at_far_fewer_pairs_than_there_are) {
    const Outcome outcome = run(7, {}, PredictionMethod::slabs, now_and_then(0.005), false);
    EXPECT_TRUE(same(outcome.scheduled, outcome.brute));
    EXPECT_GT(outcome.brute.size(), 10u);
    EXPECT_EQ(outcome.brute_tests, 45u * steps);
    EXPECT_LT(outcome.scheduled_tests, outcome.brute_tests / 15);
}

RC_GTEST_PROP(LeadTime, of_one_against_all_tells_what_its_pairs_do, (std::uint32_t seed)) {
    Random random(seed);
    LeadTimeScheduler scheduler;
    EveryStep every_step(object_count);
    std::vector<MovingBox> boxes;
    const WatchOptions watch{.lead = 1};
    const WatchId all = scheduler.watch_all(0, watch);
    for (std::uint32_t i = 0; i < object_count; ++i) {
        boxes.push_back(dyadic_moving_box(random));
        if (i > 0) every_step.watch(all, 0, i, watch);
    }
    std::vector<LeadEvent> told, brute;
    std::vector<Box> before;
    int touching = 0;
    const LeadCandidates near = [&](std::uint32_t, const Box& region, std::vector<std::uint32_t>& ids) {
        for (std::uint32_t i = 0; i < object_count; ++i)
            if (overlap(swept_bounds(before[i], boxes[i], watch.lead), region)) ids.push_back(i);
    };
    for (int step = 0; step < steps; ++step) {
        std::vector<NumberedMotion> moved;
        before.clear();
        for (std::uint32_t i = 0; i < object_count; ++i) {
            before.push_back(boxes[i].box());
            const Vec3 velocity = now_and_then(0.02)(random, boxes[i].velocity());
            if (step > 0) boxes[i] = MovingBox(boxes[i].at(step_time), kept_inside(boxes[i].box(), velocity));
            moved.push_back({i, boxes[i]});
        }
        scheduler.advance(step * step_time, moved, told, near);
        every_step.advance(step * step_time, boxes, brute);
    }
    for (const LeadEvent& e : told) {
        touching += e.kind == LeadEventKind::actual;
        touching -= e.kind == LeadEventKind::separated;
        if (e.kind == LeadEventKind::touches_nothing) RC_ASSERT(touching == 0);
    }
    std::erase_if(told, [](const LeadEvent& e) { return e.kind == LeadEventKind::touches_nothing; });
    RC_ASSERT(same(told, brute));
}

RC_GTEST_PROP(WakeQueue, wakes_everyone_once_at_the_time_set_last, (std::uint32_t seed)) {
    Random random(seed);
    detail::WakeQueue queue;
    std::vector<double> due(20, std::numeric_limits<double>::infinity());
    for (int now = 0; now < 200; ++now) {
        for (int k = 0; k < 30; ++k) {
            const auto sleeper = static_cast<std::uint32_t>(random.below(due.size()));
            due[sleeper] = random.chance(0.1) ? std::numeric_limits<double>::infinity()
                                              : now + static_cast<double>(random.below(50));
            queue.set(sleeper, due[sleeper]);
        }
        std::vector<std::uint32_t> woken, expected;
        queue.take_due(now, woken);
        std::ranges::sort(woken);
        for (std::uint32_t i = 0; i < due.size(); ++i) {
            if (due[i] > now) continue;
            expected.push_back(i);
            due[i] = std::numeric_limits<double>::infinity();
        }
        RC_ASSERT(woken == expected);
        RC_ASSERT(queue.entries() < 400u);  // what is stale does not pile up
    }
    RC_ASSERT(queue.stale() > 0u);
}

}  // namespace
}  // namespace graze::test
