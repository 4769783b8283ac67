// Predictions against each other, and against exact arithmetic on numbers that have few bits.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/world/prediction/prediction.h"
#include "tests/world/moving_boxes.h"

namespace graze::test {
namespace {

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
    PredictionCounts counts;
    int touching = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto [a, b] = grazing_pair(random);
        touching += predicted_contact(a, b, infinity, {}, &counts).has_value();
    }
    EXPECT_GT(counts.exact_decisions, 100u);
    EXPECT_GT(touching, 200);
    EXPECT_LT(touching, 950);
}

// Down to where products are below the smallest double.
RC_GTEST_PROP(Slabs, are_right_at_every_scale, (std::uint32_t seed)) {
    Random random(seed);
    for (int i = 0; i < 20; ++i) {
        const auto [a, b] = grazing_pair(random);
        const double length = std::ldexp(1.0, static_cast<int>(random.below(1300)) - 1000);
        const double speed = std::ldexp(1.0, static_cast<int>(random.below(1300)) - 1000);
        const auto scaled = [&](const MovingBox& m) {
            return MovingBox({m.box().lower * length, m.box().upper * length}, m.velocity() * speed);
        };
        RC_ASSERT(predicted_contact(scaled(a), scaled(b), infinity).has_value() == ever_touch(a, b));
    }
}

// Pairs of whose motion so much is known that a property can be checked on it.
template <class Check>
void on_pairs(std::uint32_t seed, MovingBox (*make)(Random&), const Check& check) {
    Random random(seed);
    for (int i = 0; i < 30; ++i) {
        const MovingBox a = make(random), b = make(random);
        check(a, b);
    }
}

MovingBox any_box(Random& random) {
    return random_moving_box(random);
}

TimeSpan contact_of(const MovingBox& a, const MovingBox& b, double horizon,
                    const PredictionOptions& options = {}) {
    return predicted_contact(a, b, horizon, options).value_or(never);
}

RC_GTEST_PROP(Slabs, contain_every_tick_at_which_boxes_touch_and_no_other, (std::uint32_t seed)) {
    on_pairs(seed, dyadic_moving_box, [](const MovingBox& a, const MovingBox& b) {
        const TimeSpan contact = contact_of(a, b, infinity);
        for (int tick = 0; tick < 256; ++tick) {
            const double time = tick / 32.0;
            const bool touch = overlap(a.at(time), b.at(time));  // exact, with so few bits
            if (touch) RC_ASSERT(contact.first <= time && time <= contact.last);
            if (contact.first + 1e-12 < time && time < contact.last - 1e-12) RC_ASSERT(touch);
        }
    });
}

// Times are late or early by no more than a few units in the last place, and on the right side.
RC_GTEST_PROP(Slabs, round_times_outwards_and_not_far, (std::uint32_t seed)) {
    on_pairs(seed, any_box, [](const MovingBox& a, const MovingBox& b) {
        const TimeSpan contact = contact_of(a, b, infinity);
        if (contact == never) return;
        long double first = 0, last = infinity;
        for (std::size_t i = 0; i < 3; ++i) {
            using Long = long double;
            const Long speed = Long{b.velocity()[i]} - Long{a.velocity()[i]};
            const Long enter = (Long{a.box().lower[i]} - Long{b.box().upper[i]}) / speed;
            const Long leave = (Long{a.box().upper[i]} - Long{b.box().lower[i]}) / speed;
            first = std::max(first, std::min(enter, leave));
            last = std::min(last, std::max(enter, leave));
        }
        const long double fine = 0x1p-60L, coarse = 0x1p-50L;  // of long double; eight units of double
        RC_ASSERT(contact.first <= first * (1 + fine) && contact.first >= first * (1 - coarse));
        RC_ASSERT(contact.last >= last * (1 - fine) && contact.last <= last * (1 + coarse));
    });
}

RC_GTEST_PROP(Stepping, finds_nothing_that_slabs_miss, (std::uint32_t seed)) {
    on_pairs(seed, dyadic_moving_box, [](const MovingBox& a, const MovingBox& b) {
        const TimeSpan stepped = contact_of(a, b, 8, {PredictionMethod::stepping, 0.0625});
        const TimeSpan exact = contact_of(a, b, 8);
        if (stepped != never) RC_ASSERT(stepped.first <= exact.first && exact.first <= stepped.last);
        if (exact.last - exact.first > 0.0625 && exact.first < 7.9) RC_ASSERT(stepped != never);
    });
}

RC_GTEST_PROP(Spheres, are_never_later_than_slabs, (std::uint32_t seed)) {
    Random random(seed);
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(200)) - 100);
    for (int i = 0; i < 30; ++i) {
        const MovingBox a = random_moving_box(random, scale), b = random_moving_box(random, scale);
        const TimeSpan exact = contact_of(a, b, infinity);
        const TimeSpan spheres = contact_of(a, b, infinity, {PredictionMethod::spheres});
        if (exact == never) continue;
        RC_ASSERT(spheres != never && spheres.first <= exact.first && spheres.last >= exact.last);
    }
}

void check_sweep(const MovingBox& a, const MovingBox& b, PredictionMethod method) {
    const double resolution = 0.125;
    const TimeSpan exact = contact_of(a, b, 8), swept = contact_of(a, b, 8, {method, resolution});
    if (exact != never) RC_ASSERT(swept != never && swept.first <= exact.first);
    if (swept == never) return;
    RC_ASSERT(swept.last - swept.first <= resolution);
    // At that time the boxes are as close as they move during the resolution, at most.
    const auto grown = [&](const MovingBox& m) {
        const double by = 1e-6 + resolution * length(m.velocity());
        const Box box = m.at(swept.first);
        return Box{box.lower - Vec3{by, by, by}, box.upper + Vec3{by, by, by}};
    };
    RC_ASSERT(overlap(grown(a), grown(b)));
}

RC_GTEST_PROP(Sweeps, miss_nothing_and_are_right_to_their_resolution, (std::uint32_t seed)) {
    on_pairs(seed, dyadic_moving_box, [](const MovingBox& a, const MovingBox& b) {
        check_sweep(a, b, PredictionMethod::sweep);
        check_sweep(a, b, PredictionMethod::spheres_then_sweep);
    });
}

RC_GTEST_PROP(Sweeps, find_what_only_grazes, (std::uint32_t seed)) {
    Random random(seed);
    for (int i = 0; i < 10; ++i) {
        const auto [a, b] = grazing_pair(random);
        if (!predicted_contact(a, b, 16)) continue;
        check_sweep(a, b, PredictionMethod::sweep);
        check_sweep(a, b, PredictionMethod::spheres_then_sweep);
    }
}

RC_GTEST_PROP(ContactDuringStep, agrees_with_slabs_over_one_step, (std::uint32_t seed)) {
    on_pairs(seed, dyadic_moving_box, [](const MovingBox& a, const MovingBox& b) {
        const TimeSpan exact = contact_of(a, b, 4);
        const TimeSpan step = contact_during_step({a.box(), a.at(4)}, {b.box(), b.at(4)}).value_or(never);
        if (exact == never) {
            RC_ASSERT(step == never || step.last - step.first < 1e-14);
        } else {
            RC_ASSERT(step != never);
            RC_ASSERT(step.first * 4 <= exact.first && exact.first - step.first * 4 < 1e-14);
            RC_ASSERT(step.last * 4 >= std::min(exact.last, 4.0));
        }
    });
}

// Boxes that are as large as all they may be touch at the bound for the first time.
RC_GTEST_PROP(EarliestPossibleContact, is_when_all_that_can_be_begins_to_touch, (std::uint32_t seed)) {
    on_pairs(seed, any_box, [seed](const MovingBox& a, const MovingBox& b) {
        Random random(seed);
        const Uncertainty of_a{random.uniform(0, 1), 0, random.uniform(0, 2)};
        const Uncertainty of_b{0, random.uniform(0, 1), random.chance(0.5) ? 0 : random.uniform(0, 2)};
        const double bound = earliest_possible_contact(a, of_a, b, of_b);
        const auto grown = [&](const MovingBox& m, const Uncertainty& u, double t) {
            const Box box = m.at(t);
            const double by = u.position + u.velocity * t + u.acceleration / 2 * t * t;
            return Box{box.lower - Vec3{by, by, by}, box.upper + Vec3{by, by, by}};
        };
        for (double t = 0; t < std::min(bound, 20.0); t += 0.0625)
            RC_ASSERT(!overlap(grown(a, of_a, t), grown(b, of_b, t)));
        const double soon = bound * (1 + 1e-10) + 1e-8;
        if (bound < 1e6) RC_ASSERT(overlap(grown(a, of_a, soon), grown(b, of_b, soon)));
    });
}

RC_GTEST_PROP(EarliestPossibleContact, is_the_contact_if_nothing_is_uncertain, (std::uint32_t seed)) {
    on_pairs(seed, any_box, [](const MovingBox& a, const MovingBox& b) {
        const double bound = earliest_possible_contact(a, {}, b, {});
        const TimeSpan exact = contact_of(a, b, infinity);
        if (exact == never) return;
        RC_ASSERT(bound <= exact.first && exact.first - bound <= 1e-10 * exact.first);
    });
}

}  // namespace
}  // namespace graze::test
