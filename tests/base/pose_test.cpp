#include "graze/base/pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "graze/base/random.h"

namespace graze {
namespace {

double distance(const Vec3& a, const Vec3& b) {
    return length(a - b);
}

template <typename T>
concept HasUnitlessRotation = requires { T::rotation(Vec3{}, 1.0); };

TEST(Pose, of_a_quarter_turn_is_exact) {
    EXPECT_EQ(Pose::rotation_turns({0, 0, 1}, 0.5)(Vec3{1, 2, 3}), (Vec3{-1, -2, 3}));
    EXPECT_EQ(Pose::rotation_turns({0, 0, 1}, 0.25)(Vec3{1, 2, 3}), (Vec3{-2, 1, 3}));
    EXPECT_EQ(Pose::rotation_turns({5, 0, 0}, -0.25)(Vec3{1, 2, 3}), (Vec3{1, 3, -2}));
}

TEST(Pose, rotation_is_the_same_by_matrix_and_by_quaternion) {
    Random r(4);
    for (int i = 0; i < 100; ++i) {
        const Vec3 axis = r.on_sphere(), p = r.on_sphere();
        const double turns = r.uniform(-2, 2);
        EXPECT_LT(distance(Pose::rotation_turns(axis, turns)(p), Pose(Quat::about_turns(axis, turns), {})(p)),
                  1e-15 * 4);
    }
}

TEST(Pose, takes_an_angle_in_turns_or_in_radians_and_never_without_a_word) {
    const double quarter = 1.5707963267948966;
    EXPECT_LT(distance(Pose::rotation_radians({0, 0, 1}, quarter)(Vec3{1, 2, 3}), {-2, 1, 3}), 1e-15);
    const Vec3 axis{1, 2, 3}, p{4, -5, 6};
    EXPECT_LT(
        distance(Pose::rotation_radians(axis, 4 * quarter * 0.3)(p), Pose::rotation_turns(axis, 0.3)(p)),
        1e-14);
    EXPECT_LT(distance(Pose(Quat::about_radians(axis, 1), {})(p), Pose::rotation_radians(axis, 1)(p)), 1e-14);
    EXPECT_THROW(Pose::rotation_radians(axis, std::nan("")), Error);
    static_assert(!HasUnitlessRotation<Pose>);
}

TEST(Pose, carries_a_vertex_by_one_fixed_sequence_of_roundings) {
    Random r(1);
    for (int i = 0; i < 1000; ++i) {
        const Pose pose(r.rotation(), r.in_box({-9, -9, -9}, {9, 9, 9}));
        const Vec3 p = r.in_box({-9, -9, -9}, {9, 9, 9});
        const Vec3 q = pose(p);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto& m = pose.matrix()[k];
            // Volatile, so that no compiler fuses or reorders what the test expects.
            volatile double x = m[0] * p.x, y = m[1] * p.y, z = m[2] * p.z, s = x + y;
            s = s + z;
            s = s + m[3];
            ASSERT_EQ(q[k], s);
        }
    }
}

TEST(Pose, inverse_and_composition_undo_each_other) {
    Random r(2);
    for (int i = 0; i < 200; ++i) {
        const Pose a(r.rotation(), r.in_box({-9, -9, -9}, {9, 9, 9})),
            b(r.rotation(), r.in_box({-9, -9, -9}, {9, 9, 9}));
        const Vec3 p = r.in_box({-9, -9, -9}, {9, 9, 9});
        EXPECT_LT(distance((a * a.inverse())(p), p), 1e-13);
        EXPECT_LT(distance((a * b)(p), a(b(p))), 1e-13);
        EXPECT_LT(distance(Pose(a.rotation(), a.translation())(p), a(p)), 1e-13);
    }
}

TEST(Pose, of_an_infinite_box_is_infinite_where_the_box_is) {
    const double inf = std::numeric_limits<double>::infinity();
    const Box floor{{-inf, -inf, -inf}, {inf, inf, 1}}, all{{-inf, -inf, -inf}, {inf, inf, inf}};
    EXPECT_EQ(Pose::translation({1, 2, 3})(floor), (Box{{-inf, -inf, -inf}, {inf, inf, 4}}));
    // A quarter turn about y is exact: z becomes x.
    const Pose quarter(Pose::Matrix{{{0, 0, 1, 5}, {0, 1, 0, 6}, {-1, 0, 0, 7}}});
    EXPECT_EQ(quarter(floor), (Box{{-inf, -inf, -inf}, {6, inf, inf}}));
    const Box wall{{0, -inf, 2}, {1, inf, 3}};
    EXPECT_EQ(quarter(wall), (Box{{7, -inf, 6}, {8, inf, 7}}));
    Random r(5);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(Pose(r.rotation(), {1, 2, 3})(floor), all);
}

TEST(Pose, of_a_box_holds_every_world_vertex_of_it) {
    Random r(3);
    for (int i = 0; i < 2000; ++i) {
        const Pose pose(r.rotation(), r.in_box({-1e3, -1e3, -1e3}, {1e3, 1e3, 1e3}));
        Box box;
        box.grow(r.in_box({-1, -1, -1}, {1, 1, 1}));
        box.grow(r.in_box({-1, -1, -1}, {1, 1, 1}));
        const Box world = pose(box);
        Box corners;
        for (int k = 0; k < 8; ++k) {
            corners.grow(pose(Vec3{k & 1 ? box.lower.x : box.upper.x, k & 2 ? box.lower.y : box.upper.y,
                                   k & 4 ? box.lower.z : box.upper.z}));
        }
        EXPECT_EQ(world, corners);  // the corners bound it, to the last bit
        EXPECT_TRUE(world.contains(pose(r.in_box(box.lower, box.upper)))) << "seed 3, case " << i;
    }
    EXPECT_TRUE(Pose::translation({1, 2, 3})(Box{}).empty());
}

TEST(Pose, refuses_what_is_not_rigid) {
    const auto with = [](double scale, double shear) {
        return Pose::Matrix{{{scale, shear, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    };
    EXPECT_NO_THROW(Pose(with(1 + 4e-7, 0)));
    EXPECT_THROW(Pose(with(1 + 1e-6, 0)), Error);
    EXPECT_THROW(Pose(with(2, 0)), Error);
    EXPECT_THROW(Pose(with(1, 0.1)), Error);
    EXPECT_THROW(Pose(with(-1, 0)), Error);  // a mirror
    EXPECT_THROW(Pose(with(std::nan(""), 0)), Error);
    EXPECT_THROW(Pose(Quat{0, 0, 0, 0}, {}), Error);
    EXPECT_THROW(Pose::rotation_turns({0, 0, 0}, 0.1), Error);
}

TEST(Pose, refuses_translations_that_are_not_finite_or_too_large) {
    EXPECT_THROW(Pose::translation({std::nan(""), 0, 0}), Error);
    EXPECT_THROW(Pose::translation({std::numeric_limits<double>::infinity(), 0, 0}), Error);
    EXPECT_THROW(Pose::translation({0, -1.1e100, 0}), Error);
    EXPECT_NO_THROW(Pose::translation({0, -1e100, 0}));
}

TEST(Pose, says_what_is_wrong_with_a_scaled_matrix) {
    try {
        const Pose pose(Pose::Matrix{{{2, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}});
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("not rigid"), std::string::npos);
        EXPECT_FALSE(e.mend().empty());
    }
}

TEST(Quat, interpolates_along_the_shorter_arc) {
    const Quat a = Quat::about_turns({0, 0, 1}, 0), b = Quat::about_turns({0, 0, 1}, 0.25);
    const Quat middle = nlerp(a, {-b.w, -b.x, -b.y, -b.z}, 0.5);
    const Vec3 p = Pose(middle, {})(Vec3{1, 0, 0});
    EXPECT_NEAR(p.x, std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(p.y, std::sqrt(0.5), 1e-15);
}

TEST(Box, is_empty_until_it_grows_and_closed_when_it_touches) {
    Box a, b;
    EXPECT_TRUE(a.empty());
    EXPECT_FALSE(overlap(a, a));
    a.grow(Vec3{0, 0, 0});
    a.grow(Vec3{1, 1, 1});
    b.grow(Vec3{1, 1, 1});
    EXPECT_TRUE(overlap(a, b));
    b = {};
    b.grow(Vec3{std::nextafter(1.0, 2.0), 1, 1});
    EXPECT_FALSE(overlap(a, b));
    EXPECT_EQ(a.size(), (Vec3{1, 1, 1}));
    EXPECT_EQ(a.center(), (Vec3{0.5, 0.5, 0.5}));
}

}  // namespace
}  // namespace graze
