// Predictions against each other, and against exact arithmetic on numbers that have few bits.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

#include "graze/world/prediction.h"
#include "tests/world/moving_boxes.h"

namespace graze::testing {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Whole numbers of 1/64, so that times are ratios of them.
std::int64_t whole(double v) {
    return static_cast<std::int64_t>(v * 64);
}

// numerator / denominator, denominator > 0.
struct Ratio {
    std::int64_t numerator, denominator;
    bool operator<=(const Ratio& r) const { return numerator * r.denominator <= r.numerator * denominator; }
};

// Whether the boxes touch at some time from 0 on: the times at which something begins or ends are ratios of
// whole numbers, and if they touch at all they do so at one of these.
bool ever_touch(const MovingBox& a, const MovingBox& b) {
    std::vector<Ratio> moments{{0, 1}};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::int64_t speed = whole(b.velocity()[i]) - whole(a.velocity()[i]);
        const std::int64_t sign = speed < 0 ? -1 : 1;
        if (speed == 0) continue;
        moments.push_back({sign * (whole(a.box().lower[i]) - whole(b.box().upper[i])), sign * speed});
        moments.push_back({sign * (whole(a.box().upper[i]) - whole(b.box().lower[i])), sign * speed});
    }
    const auto touch_at = [&](const Ratio& t) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::int64_t way = (whole(b.velocity()[i]) - whole(a.velocity()[i])) * t.numerator;
            const std::int64_t a_lower = whole(a.box().lower[i]) * t.denominator;
            const std::int64_t a_upper = whole(a.box().upper[i]) * t.denominator;
            const std::int64_t b_lower = whole(b.box().lower[i]) * t.denominator + way;
            const std::int64_t b_upper = whole(b.box().upper[i]) * t.denominator + way;
            if (a_lower > b_upper || b_lower > a_upper) return false;
        }
        return true;
    };
    return std::ranges::any_of(moments, [&](const Ratio& t) { return Ratio{0, 1} <= t && touch_at(t); });
}

// Two that are made to touch at a corner only, in exact arithmetic, or to miss by 1/64; at a time that is a
// number of thirds, as no double is.
std::pair<MovingBox, MovingBox> grazing_pair(Random& random) {
    const MovingBox a = dyadic_moving_box(random);
    const Vec3 size = dyadic_moving_box(random).box().size();
    const double thirds = static_cast<double>(1 + random.below(48));
    Vec3 lower, velocity = a.velocity();
    for (std::size_t i = 0; i < 3; ++i) {
        const double speed = dyadic(random, 0.5);  // in relation to a, in units of three
        velocity[i] += 3 * speed;
        const double then = random.chance(0.5) ? a.box().upper[i] : a.box().lower[i] - size[i];
        lower[i] = then - speed * thirds + (random.chance(0.1) ? 1.0 / 64 : 0);
    }
    return {a, MovingBox({lower, lower + size}, velocity)};
}

RC_GTEST_PROP(Slabs, are_right_in_exact_arithmetic, (std::uint32_t seed)) {
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
        const MovingBox a = dyadic_moving_box(random), b = dyadic_moving_box(random);
        RC_ASSERT(predicted_contact(a, b, infinity).has_value() == ever_touch(a, b));
        const auto [c, d] = grazing_pair(random);
        RC_ASSERT(predicted_contact(c, d, infinity).has_value() == ever_touch(c, d));
    }
}

TEST(Slabs, are_tried_on_cases_that_need_exact_arithmetic) {
    Random random(2);
    PredictionCounters counters;
    int touching = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto [a, b] = grazing_pair(random);
        touching += predicted_contact(a, b, infinity, {}, &counters).has_value();
    }
    EXPECT_GT(counters.exact_decisions, 100u);
    EXPECT_GT(touching, 200);
    EXPECT_LT(touching, 950);
}

RC_GTEST_PROP(Slabs, contain_every_tick_at_which_boxes_touch_and_no_other, (std::uint32_t seed)) {
    Random random(seed);
    const MovingBox a = dyadic_moving_box(random), b = dyadic_moving_box(random);
    const auto contact = predicted_contact(a, b, infinity);
    for (int tick = 0; tick < 256; ++tick) {
        const double time = tick / 32.0;
        const bool touch = overlap(a.at(time), b.at(time));  // exact, with so few bits
        // Bounds are within a unit in the last place, and ticks are exact: strictly inside is inside.
        if (touch) RC_ASSERT(contact && contact->first <= time && time <= contact->last);
        if (contact && contact->first < time && time < contact->last && !touch)
            RC_ASSERT(time - contact->first < 1e-12 || contact->last - time < 1e-12);
    }
}

RC_GTEST_PROP(Stepping, finds_nothing_that_slabs_miss, (std::uint32_t seed)) {
    Random random(seed);
    const MovingBox a = dyadic_moving_box(random), b = dyadic_moving_box(random);
    const auto stepped = predicted_contact(a, b, 8, {Prediction::stepping, 0.0625});
    const auto exact = predicted_contact(a, b, 8);
    if (stepped) RC_ASSERT(exact && stepped->first <= exact->first && exact->first <= stepped->last);
    if (exact && exact->last - exact->first > 0.0625 && exact->first < 7.9) RC_ASSERT(stepped.has_value());
}

RC_GTEST_PROP(Spheres, are_never_later_than_slabs, (std::uint32_t seed)) {
    Random random(seed);
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(200)) - 100);
    for (int i = 0; i < 20; ++i) {
        const MovingBox a = random_moving_box(random, scale), b = random_moving_box(random, scale);
        const auto exact = predicted_contact(a, b, infinity);
        const auto spheres = predicted_contact(a, b, infinity, {Prediction::spheres});
        if (exact) RC_ASSERT(spheres && spheres->first <= exact->first && spheres->last >= exact->last);
    }
}

// Both, as the second one only leaves out what cannot be.
RC_GTEST_PROP(Sweeps, miss_nothing_and_are_right_to_their_resolution, (std::uint32_t seed)) {
    Random random(seed);
    const double resolution = 0.125;
    for (const Prediction method : {Prediction::sweep, Prediction::spheres_then_sweep}) {
        const MovingBox a = dyadic_moving_box(random), b = dyadic_moving_box(random);
        const auto exact = predicted_contact(a, b, 8);
        const auto swept = predicted_contact(a, b, 8, {method, resolution});
        if (exact) RC_ASSERT(swept && swept->first <= exact->first);
        if (!swept) continue;
        RC_ASSERT(swept->last - swept->first <= resolution);
        // At that time the boxes are as close as they move during the resolution, at most.
        const auto grown = [&](const MovingBox& m) {
            const double by = 1e-6 + resolution * length(m.velocity());
            const Box box = m.at(swept->first);
            return Box{box.lower - Vec3{by, by, by}, box.upper + Vec3{by, by, by}};
        };
        RC_ASSERT(overlap(grown(a), grown(b)));
    }
}

RC_GTEST_PROP(ContactDuringStep, agrees_with_slabs_over_one_step, (std::uint32_t seed)) {
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
        const MovingBox a = dyadic_moving_box(random), b = dyadic_moving_box(random);
        const auto exact = predicted_contact(a, b, 4);
        const auto step = contact_during_step({a.box(), a.at(4)}, {b.box(), b.at(4)});
        if (exact)
            RC_ASSERT(step && step->first * 4 <= exact->first &&
                      4 * step->last >= std::min(exact->last, 4.0));
        if (step && !exact) RC_ASSERT(step->last - step->first < 1e-14);
        if (step && exact) RC_ASSERT(exact->first - 4 * step->first < 1e-14);
    }
}

// Random ways within the uncertainty never touch before the bound.
RC_GTEST_PROP(EarliestPossibleContact, is_not_after_any_contact_that_can_be, (std::uint32_t seed)) {
    Random random(seed);
    const MovingBox a = random_moving_box(random), b = random_moving_box(random);
    const Uncertainty of_a{random.uniform(0, 1), 0, random.uniform(0, 2)};
    const Uncertainty of_b{0, random.uniform(0, 1), random.chance(0.5) ? 0 : random.uniform(0, 2)};
    const double bound = earliest_possible_contact(a, of_a, b, of_b);
    const auto shifted = [&](const MovingBox& m, const Uncertainty& u, const Vec3& extreme, double t) {
        const Box box = m.at(t);
        const double by = (u.position + u.velocity * t + u.acceleration / 2 * t * t) * (1 - 1e-9);
        return Box{box.lower + extreme * by, box.upper + extreme * by};
    };
    for (int way = 0; way < 50; ++way) {
        const auto corner = [&] {
            const auto side = [&] { return random.chance(0.5) ? 1.0 : -1.0; };
            return Vec3{side(), side(), side()};
        };
        const Vec3 of_way_a = corner(), of_way_b = corner();
        for (double t = 0; t < std::min(bound, 20.0); t += 0.01)
            RC_ASSERT(!overlap(shifted(a, of_a, of_way_a, t), shifted(b, of_b, of_way_b, t)));
    }
}

RC_GTEST_PROP(EarliestPossibleContact, is_the_contact_if_nothing_is_uncertain, (std::uint32_t seed)) {
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
        const MovingBox a = random_moving_box(random), b = random_moving_box(random);
        const double bound = earliest_possible_contact(a, {}, b, {});
        const auto exact = predicted_contact(a, b, infinity);
        if (!exact) continue;  // the bound may be any, for the boxes only just pass each other
        RC_ASSERT(bound <= exact->first);
        RC_ASSERT(exact->first - bound <= 1e-10 * exact->first);
    }
}

}  // namespace
}  // namespace graze::testing
