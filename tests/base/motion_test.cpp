#include "graze/base/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"

namespace graze {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

double gap(const Vec3& a, const Vec3& b) {
    return length(a - b);
}

Pose random_pose(Random& r, double size) {
    return Pose(r.rotation(), r.in_box({-size, -size, -size}, {size, size, size}));
}

Box random_box(Random& r, double size) {
    Box box;
    box.grow(r.in_box({-size, -size, -size}, {size, size, size}));
    box.grow(r.in_box({-size, -size, -size}, {size, size, size}));
    return box;
}

std::vector<Vec3> points_of(const Box& box, Random& r) {
    std::vector<Vec3> points;
    for (int k = 0; k < 8; ++k) {
        points.push_back({k & 1 ? box.lower.x : box.upper.x, k & 2 ? box.lower.y : box.upper.y,
                          k & 4 ? box.lower.z : box.upper.z});
    }
    for (int k = 0; k < 4; ++k) points.push_back(r.in_box(box.lower, box.upper));
    return points;
}

// What dense sampling finds: the true values are at least these.
struct Sampled {
    double distance = 0, along = 0;
    Box box;
};
Sampled sampled(const Motion& motion, const std::vector<Vec3>& points, const Vec3& direction, double t0,
                double t1, int steps = 200) {
    Sampled result;
    const Pose start = motion.at(t0);
    for (int i = 0; i <= steps; ++i) {
        const double t = i == steps ? t1 : t0 + (t1 - t0) * i / steps;
        const Pose pose = motion.at(t);
        for (const Vec3& p : points) {
            const Vec3 way = pose(p) - start(p);
            result.distance = std::max(result.distance, length(way));
            result.along = std::max(result.along, dot(direction, way));
            result.box.grow(pose(p));
        }
    }
    return result;
}

bool holds(const Box& outer, const Box& inner) {
    return outer.contains(inner.lower) && outer.contains(inner.upper);
}

// One of each kind, of one size.
std::vector<Motion> motions_of_size(Random& r, double size) {
    const Pose a = random_pose(r, size), b = random_pose(r, size);
    const Vec3 point = r.in_box({-size, -size, -size}, {size, size, size});
    const Vec3 linear = r.on_sphere() * (size * r.uniform(0, 3)), spin = r.on_sphere() * r.uniform(0, 20);
    const Pose nudged = Pose(Quat::about_turns(r.on_sphere(), 1e-9), r.on_sphere() * (1e-9 * size)) * a;
    return {Motion(a),
            Motion(a, b),
            Motion::straight(a, b, point),
            Motion::screw(a, b),
            Motion::screw(a, nudged),
            Motion::straight(a, nudged, point),
            Motion::flight(a, linear, spin, point, 2),
            Motion::twist(a, linear, spin, point, 2),
            Motion::twist(a, linear, spin * 1000, point, 2),
            Motion::flight(a, {}, spin, point),
            Motion::flight(a, linear, {}, point),
            Motion::through(std::vector<MotionKey>{
                {0, a, MotionPath::screw}, {0.5, b, MotionPath::straight, point}, {0.75, b}, {2, nudged}})};
}

TEST(Motion, is_at_the_given_poses_to_the_bit_at_its_ends_and_keys) {
    Random r(1);
    for (int i = 0; i < 200; ++i) {
        const Pose a = random_pose(r, 10), b = random_pose(r, 10), c = random_pose(r, 10);
        for (const Motion& m : {Motion(a, b), Motion::screw(a, b), Motion::straight(a, b, {1, 2, 3})}) {
            EXPECT_EQ(m.at(0), a);
            EXPECT_EQ(m.at(1), b);
            EXPECT_EQ(m.at(-5), a);
            EXPECT_EQ(m.at(infinity), b);
            EXPECT_EQ(m.during(3, 3.3).at(3.3), b);
            EXPECT_EQ(m.during(3, 3.3).at(3), a);
        }
        const std::vector<MotionKey> keys{{0.1, a, MotionPath::screw}, {0.3, b}, {0.7, c}};
        const Motion through = Motion::through(keys);
        for (const MotionKey& key : keys) EXPECT_EQ(through.at(key.time), key.pose);
        EXPECT_EQ(through.begin(), 0.1);
        EXPECT_EQ(through.end(), 0.7);
    }
}

TEST(Motion, has_no_jumps_at_its_ends_even_if_the_poses_are_hardly_rigid) {
    const Pose a(Pose::Matrix{{{1 + 4e-7, 0, 0, 5}, {0, 1, 0, 0}, {0, 0, 1 - 4e-7, 0}}});
    const Pose b(Pose::Matrix{{{0, -1 - 4e-7, 0, 5}, {1, 3e-7, 0, 0}, {0, 0, 1, 0}}});
    for (const Motion& m : {Motion(a, b), Motion::screw(a, b), Motion::straight(a, b, {9, 9, 9})}) {
        for (const Vec3 p : {Vec3{1, 0, 0}, Vec3{0, 1, 1}}) {
            EXPECT_LT(gap(m.at(1e-13)(p), a(p)), 1e-11);
            EXPECT_LT(gap(m.at(1 - 1e-13)(p), b(p)), 1e-11);
        }
        EXPECT_LT(m.at(0.5).deviation(), 3e-6);
        EXPECT_GE(m.travel({{-1, -1, -1}, {1, 1, 1}}, 0, 1), gap(a(Vec3{1, 1, 1}), b(Vec3{1, 1, 1})));
    }
}

TEST(Motion, straight_moves_its_centre_on_a_line_and_turns_evenly) {
    const Vec3 centre{1, 2, 3};
    const Pose a = Pose::rotation_turns({0, 0, 1}, 0.1),
               b = Pose::translation({5, 0, 0}) * Pose::rotation_turns({0, 0, 1}, 0.35);
    const Motion m = Motion::straight(a, b, centre);
    for (const double t : {0.125, 0.25, 0.5, 0.8}) {
        EXPECT_LT(gap(m.at(t)(centre), a(centre) * (1 - t) + b(centre) * t), 1e-14);
        const Vec3 turned = m.at(t).rotate({1, 0, 0});
        EXPECT_LT(gap(turned, Pose::rotation_turns({0, 0, 1}, 0.1 + 0.25 * t)(Vec3{1, 0, 0})), 1e-14);
    }
}

TEST(Motion, takes_the_shorter_way_round) {
    const Motion m(Pose(), Pose::rotation_turns({0, 0, 1}, 0.75));
    EXPECT_LT(gap(m.at(0.5)(Vec3{1, 0, 0}), {std::sqrt(0.5), -std::sqrt(0.5), 0}), 1e-14);
}

TEST(Motion, screw_of_a_pure_rotation_stays_on_the_circle_about_its_axis) {
    const Vec3 on_axis{7, -2, 0};
    const Pose a = Pose::translation({3, 4, 5});
    const Pose about =
        Pose::translation(on_axis) * Pose::rotation_turns({0, 0, 1}, 0.4) * Pose::translation(-on_axis);
    const Motion m = Motion::screw(a, about * a);
    const Vec3 p{1, 1, 1};
    for (const double t : {0.1, 0.3, 0.5, 0.9}) {
        const Pose part = Pose::translation(on_axis) * Pose::rotation_turns({0, 0, 1}, 0.4 * t) *
                          Pose::translation(-on_axis);
        EXPECT_LT(gap(m.at(t)(p), part(a(p))), 1e-13) << t;
    }
}

TEST(Motion, screw_of_a_pure_translation_is_straight) {
    Random r(2);
    const Pose a = random_pose(r, 3), b = Pose::translation({1, 2, 3}) * a;
    const Motion m = Motion::screw(a, b);
    EXPECT_LT(gap(m.at(0.25).translation(), a.translation() + Vec3{0.25, 0.5, 0.75}), 1e-15 * 8);
    EXPECT_EQ(m.at(0.25).rotate({1, 0, 0}), a.rotate({1, 0, 0}));
}

TEST(Motion, screw_with_hardly_any_turn_does_not_lose_its_axis) {
    Random r(3);
    for (const double turns : {1e-4, 1e-8, 1e-12, 1e-16, 1e-20}) {
        const Pose a = random_pose(r, 3);
        const Pose b(Quat::about_turns({1, 1, 0}, turns) * a.rotation(), a.translation() + Vec3{1, 0, 2});
        const Vec3 middle = Motion::screw(a, b).at(0.5).translation();
        EXPECT_LT(gap(middle, a.translation() + Vec3{0.5, 0, 1}), 2 * turns + 1e-15 * 4) << turns;
    }
}

TEST(Motion, twist_has_the_same_velocity_field_at_all_times) {
    const Pose start = Pose(Quat::about_turns({1, 2, 3}, 0.2), {4, 5, 6});
    const Vec3 linear{1, -2, 0.5}, angular{0.3, 4, -2}, point{2, 2, 2}, p{0.3, 0.1, -0.7};
    const Motion m = Motion::twist(start, linear, angular, point, 3);
    for (const double t : {0.5, 1.5, 2.5}) {
        const double h = 1e-5;
        const Vec3 measured = (m.at(t + h)(p) - m.at(t - h)(p)) / (2 * h);
        EXPECT_LT(gap(measured, linear + cross(angular, m.at(t)(p) - point)), 1e-8);
    }
}

TEST(Motion, flight_keeps_the_velocity_of_its_point_and_the_angular_velocity) {
    const Pose start = Pose(Quat::about_turns({1, 2, 3}, 0.2), {4, 5, 6});
    const Vec3 linear{1, -2, 0.5}, angular{0.3, 4, -2}, point{2, 2, 2}, p{0.3, 0.1, -0.7};
    const Motion m = Motion::flight(start, linear, angular, point, 3);
    const Vec3 local = start.inverse()(point);
    for (const double t : {0.5, 1.5, 2.5}) {
        EXPECT_LT(gap(m.at(t)(local), point + linear * t), 1e-13);
        const double h = 1e-5;
        const Vec3 measured = (m.at(t + h)(p) - m.at(t - h)(p)) / (2 * h);
        EXPECT_LT(gap(measured, linear + cross(angular, m.at(t)(p) - m.at(t)(local))), 1e-8);
    }
}

TEST(Motion, joined_goes_through_all_its_parts) {
    const Motion first = Motion::twist({}, {1, 0, 0}, {0, 0, 9}, {}, 2);
    const Motion second = Motion::flight(first.at(2), {0, 1, 0}, {0, 5, 0}, {}, 2).during(2, 4);
    const Motion both = Motion::joined(std::vector<Motion>{first, second});
    EXPECT_EQ(both.at(1), first.at(1));
    EXPECT_EQ(both.at(3.3), second.at(3.3));
    EXPECT_EQ(both.end(), 4);
    EXPECT_THROW(Motion::joined(std::vector<Motion>{first, first}), Error);
    EXPECT_THROW(Motion::joined(std::vector<Motion>{first, first.during(2, 4)}), Error);
    EXPECT_THROW(Motion::joined({}), Error);
}

TEST(Motion, bounds_hold_against_dense_sampling_at_all_sizes) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random r(seed);
        for (const double size : {1e-200, 1e-6, 1.0, 1e6, 1e90}) {
            for (const double box_size : {1e-200, 1e-6, 1.0, 1e6, 1e90}) {
                const Box box = random_box(r, box_size);
                const auto points = points_of(box, r);
                const Vec3 direction = r.on_sphere();
                int kind = 0;
                for (const Motion& m : motions_of_size(r, size)) {
                    double t0 = r.uniform(-0.2, m.end()), t1 = r.uniform(t0, m.end() * 1.2);
                    if (r.chance(0.3)) t0 = m.begin(), t1 = m.end();
                    if (r.chance(0.2)) t1 = t0 + (t1 - t0) * 1e-7;
                    const Sampled seen = sampled(m, points, direction, t0, t1, 60);
                    ASSERT_GE(m.travel(box, t0, t1), seen.distance) << "seed " << seed << " kind " << kind;
                    ASSERT_GE(m.travel_along(box, direction, t0, t1), seen.along)
                        << "seed " << seed << " kind " << kind;
                    ASSERT_TRUE(holds(m.swept(box, t0, t1), seen.box)) << "seed " << seed << " kind " << kind;
                    ++kind;
                }
            }
        }
    }
}

TEST(Motion, bounds_of_shifts_turns_and_screws_are_the_maximum) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Random r(seed);
        const Pose a = random_pose(r, 2), b = random_pose(r, 2);
        const Box box = random_box(r, 1);
        const auto points = points_of(box, r);
        const Vec3 direction = r.on_sphere();
        const Motion shift(a, Pose(a.rotation(), b.translation())),
            turn = Motion::flight(a, {}, r.on_sphere() * 5, {1, 1, 1});
        for (const Motion& m : {shift, turn, Motion::screw(a, b)}) {
            const double t0 = r.uniform(0, 0.9), t1 = r.uniform(t0, 1);
            const Sampled seen = sampled(m, points, direction, t0, t1, 3000);
            EXPECT_LE(m.travel(box, t0, t1), seen.distance * (1 + 1e-6) + 1e-12) << "seed " << seed;
        }
        for (const Motion& m : {shift, turn}) {  // without a shift, or without a turn
            const Sampled seen = sampled(m, points, direction, 0, 1, 3000);
            EXPECT_LE(m.travel_along(box, direction, 0, 1), seen.along + 1e-5) << "seed " << seed;
            const Box swept = m.swept(box, 0, 1);
            EXPECT_LT(gap(swept.lower, seen.box.lower) + gap(swept.upper, seen.box.upper), 1e-4)
                << "seed " << seed;
        }
    }
}

TEST(Motion, bounds_around_the_centre_are_within_the_root_of_two) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        Random r(seed);
        const Box box{{-1, -2, -1.5}, {1, 2, 1.5}};
        const auto points = points_of(box, r);
        const Motion m =
            Motion::flight(random_pose(r, 2), r.on_sphere() * 3, r.on_sphere() * r.uniform(0, 30), {});
        const Motion about =
            Motion::flight(Pose(r.rotation(), {}), r.on_sphere() * 3, r.on_sphere() * r.uniform(0, 30), {});
        const Sampled seen = sampled(about, points, {1, 0, 0}, 0, 1, 1000);
        EXPECT_LE(about.travel(box, 0, 1), seen.distance * std::sqrt(2.0) * (1 + 1e-3)) << "seed " << seed;
        // Elsewhere, too, over a short time.
        const Sampled soon = sampled(m, points, {1, 0, 0}, 0.5, 0.5001, 50);
        EXPECT_LE(m.travel(box, 0.5, 0.5001), soon.distance * 1.01 + 1e-12) << "seed " << seed;
        EXPECT_LE(m.travel_along(box, {1, 0, 0}, 0.5, 0.5001), soon.along * 1.01 + 1e-5) << "seed " << seed;
    }
}

// The swept box of a wheel that rolls ten times round: no more than a sixteenth of a turn's way too large.
TEST(Motion, swept_box_of_a_rolling_wheel_is_tight) {
    const double turn = 6.283185307179586;
    const Motion roll = Motion::flight({}, {turn * 10, 0, 0}, {0, turn * 10, 0}, {});
    const Box swept = roll.swept({{-1, -0.5, -1}, {1, 0.5, 1}}, 0, 1);
    EXPECT_NEAR(swept.lower.x, -std::sqrt(2.0), 0.01);
    EXPECT_NEAR(swept.lower.z, -std::sqrt(2.0), 0.01);
    EXPECT_NEAR(swept.upper.z, std::sqrt(2.0), 0.01);
    EXPECT_NEAR(swept.lower.y, -0.5, 1e-9);
    EXPECT_NEAR(swept.upper.x, turn * 10 + std::sqrt(2.0), turn * 10 / 64);
}

TEST(Motion, that_rests_does_not_travel_at_all) {
    Random r(5);
    const Pose a = random_pose(r, 1e6);
    const Box box = random_box(r, 1e6);
    for (const Motion& m :
         {Motion(a), Motion(a, a), Motion::screw(a, a), Motion::twist(a, {}, {}, {1, 2, 3})}) {
        EXPECT_EQ(m.travel(box, -1, 2), 0);
        EXPECT_EQ(m.travel_along(box, {1, 0, 0}, -1, 2), 0);
        EXPECT_EQ(m.swept(box, -1, 2), a(box));
        EXPECT_EQ(m.at(0.3), a);
    }
    const Motion moving(a, Pose());
    EXPECT_EQ(moving.travel(box, 1, 2), 0);  // it has arrived
    EXPECT_EQ(moving.travel(box, -2, 0), 0);
    EXPECT_EQ(moving.travel(box, 0.4, 0.4), 0);
}

TEST(Motion, answers_odd_questions_in_the_documented_way) {
    const Motion m(Pose(), Pose::translation({1, 0, 0}));
    const Box box{{0, 0, 0}, {1, 1, 1}},
        half_space{{-infinity, -infinity, -infinity}, {infinity, infinity, 0}};
    EXPECT_TRUE(std::isnan(m.travel(box, 1, 0)));
    EXPECT_TRUE(std::isnan(m.travel(box, nan, 1)));
    EXPECT_TRUE(std::isnan(m.travel_along(box, {nan, 0, 0}, 0, 1)));
    EXPECT_EQ(m.travel(Box{}, 0, 1), 0);
    EXPECT_TRUE(m.swept(Box{}, 0, 1).empty());
    EXPECT_EQ(m.travel(half_space, 0, 1), infinity);
    EXPECT_EQ(Motion(Pose()).travel(half_space, 0, 1), 0);
    EXPECT_EQ(m.swept(half_space, 0, 1).upper.z, infinity);
    EXPECT_EQ(m.swept(box, 1, 0).lower.x, -infinity);
    EXPECT_THROW(m.at(nan), Error);
    EXPECT_NEAR(m.travel_along(box, {3, 0, 0}, 0, 1), 3, 1e-12);  // not a unit vector
    EXPECT_LT(m.travel_along(box, {-1, 0, 0}, 0, 1), 1e-12);
}

TEST(Motion, refuses_what_is_no_motion_and_says_where) {
    const auto message = [](const auto& make) -> std::string {
        try {
            make();
        } catch (const Error& e) {
            return e.what();
        }
        return {};
    };
    const Pose p;
    const auto keys = [](double a, double b, double c) {
        return Motion::through(std::vector<MotionKey>{{a, {}}, {b, {}}, {c, {}}});
    };
    EXPECT_NE(message([&] { keys(0, 2, 2); }).find("key 2"), std::string::npos);
    EXPECT_NE(message([&] { keys(0, 2, 2); }).find("do not ascend"), std::string::npos);
    EXPECT_NE(message([&] { keys(0, nan, 2); }).find("key 1"), std::string::npos);
    EXPECT_THROW(keys(3, 2, 1), Error);
    EXPECT_THROW(keys(0, 1, infinity), Error);
    EXPECT_THROW(Motion::through(std::vector<MotionKey>{{0, {}}}), Error);
    EXPECT_THROW(Motion::through({}), Error);
    EXPECT_THROW(Motion::straight(p, p, {nan, 0, 0}), Error);
    EXPECT_NE(message([&] {
                  Motion::through(
                      std::vector<MotionKey>{{0, p}, {1, p, MotionPath::straight, {0, nan, 0}}, {2, p}});
              }).find("between keys 1 and 2"),
              std::string::npos);
    EXPECT_THROW(Motion::twist(p, {nan, 0, 0}, {}, {}), Error);
    EXPECT_THROW(Motion::twist(p, {}, {0, infinity, 0}, {}), Error);
    EXPECT_THROW(Motion::flight(p, {}, {}, {0, 0, nan}), Error);
    EXPECT_THROW(Motion::flight(p, {1, 0, 0}, {}, {}, 0), Error);
    EXPECT_THROW(Motion::flight(p, {1, 0, 0}, {}, {}, nan), Error);
    EXPECT_THROW(Motion::flight(p, {1e90, 0, 0}, {}, {}, 1e20), Error);  // too far
    EXPECT_THROW(Motion::flight(p, {}, {1e12, 0, 0}, {}), Error);        // too many turns
    EXPECT_THROW(Motion(p, p).during(1, 1), Error);
}

TEST(Motion, evaluates_to_the_same_bits_everywhere) {
    const Motion m = Motion::screw(Pose(Quat{1, 2, 3, 4}, {1, 2, 3}), Pose(Quat{4, -3, 2, 1}, {-1, 5, 0.5}));
    EXPECT_EQ(m.at(0.3)(Vec3{0.1, 0.2, 0.3}),
              (Vec3{-0x1.01aeef059e96fp-3, 0x1.bcd7d54a8fcb4p+1, 0x1.d38644d0de908p+1}));
    EXPECT_EQ(m.travel({{0, 0, 0}, {1, 1, 1}}, 0.25, 0.5), 0x1.12a47379d85eap+1);
}

TEST(Trig, angle_of_a_point_is_the_inverse_of_sine_and_cosine) {
    Random r(9);
    for (int i = 0; i < 20000; ++i) {
        const double turns = r.uniform(-0.5, 0.5) * (i % 2 ? 1 : std::pow(10, r.uniform(-300, 0)));
        const auto [s, c] = sin_cos_turns(turns);
        const double scale = r.uniform(0.1, 10);
        // Sine and cosine are rounded themselves.
        EXPECT_NEAR(turns_of(s * scale, c * scale), turns, 2e-16 + std::abs(turns) * 0x1p-50) << turns;
        EXPECT_NEAR(turns_of(s, c) * 6.283185307179586, std::atan2(s, c),
                    std::abs(std::atan2(s, c)) * 0x1p-50);
    }
    EXPECT_EQ(turns_of(0, 0), 0);
    EXPECT_EQ(turns_of(0, 2), 0);
    EXPECT_EQ(turns_of(3, 3), 0.125);
    EXPECT_EQ(turns_of(2, 0), 0.25);
    EXPECT_EQ(turns_of(3, -3), 0.375);
    EXPECT_EQ(turns_of(0, -1), 0.5);
    EXPECT_EQ(turns_of(-1e300, 0), -0.25);
    EXPECT_EQ(turns_of(5e-324, 5e-324), 0.125);
    EXPECT_TRUE(std::isnan(turns_of(std::nan(""), 1)));
    EXPECT_TRUE(std::isnan(turns_of(infinity, infinity)));
}

}  // namespace
}  // namespace graze
