#include "graze/spheres/cover/cover.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/cover/cover_file.h"

namespace graze {
namespace {

bool is_covered(const SphereCover& cover, const Vec3& p) {
    return std::any_of(cover.spheres.begin(), cover.spheres.end(),
                       [&](const Sphere& s) { return length(p - s.center) <= s.radius; });
}

void expect_covered(const SphereCover& cover, const Shape& shape, std::uint64_t seed) {
    Random random(seed);
    const Mesh& mesh = shape.mesh();
    for (int i = 0; i < 1000; ++i) {
        const Triangle t = mesh.triangle(static_cast<TriangleId>(random.below(mesh.triangle_count())));
        double u = random.uniform(), v = random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        EXPECT_TRUE(is_covered(cover, t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v)) << "seed " << seed;
        if (!cover.solid) continue;
        const Vec3 p = random.in_box(mesh.box().lower, mesh.box().upper);
        EXPECT_TRUE(signed_distance(shape, Pose{}, p).value >= 0 || is_covered(cover, p)) << "seed " << seed;
    }
    // No sphere reaches further than is said.
    for (const Sphere& s : cover.spheres)
        for (int i = 0; i < 50; ++i) {
            const Vec3 p = s.center + random.on_sphere() * s.radius;
            const double off =
                cover.solid ? signed_distance(shape, Pose{}, p).value : distance(shape, Pose{}, p).value;
            EXPECT_LE(off, cover.overreach * (1 + 1e-9));
        }
}

TEST(Cover, holds_the_whole_solid_and_reaches_no_further_than_it_says) {
    std::uint64_t seed = 1;
    for (const Mesh& mesh : {make_box({2, 1, 0.5}), make_torus(1, 0.3, 24, 12), make_tube(1, 0.7, 1, 12)}) {
        const Shape shape(mesh);
        const SphereCover found = cover(shape, {.count = 16});
        EXPECT_TRUE(found.solid);
        EXPECT_LE(found.spheres.size(), 16u);
        EXPECT_LT(found.overreach, 0.5);
        expect_covered(found, shape, seed++);
    }
}

TEST(Cover, more_spheres_reach_less_far) {
    const Shape torus(make_torus(1, 0.3, 16, 8));
    const double few = cover(torus, {.count = 5}).overreach, many = cover(torus, {.count = 12}).overreach;
    EXPECT_LT(many, few * 0.7);
}

// One sphere is nearly enough for a ball, and a hundredth of its size is nearly too little for cells.
TEST(Cover, a_ball_takes_one_sphere_that_reaches_little_beyond_it) {
    const Shape ball(make_sphere(1, 512));
    const SphereCover found = cover(ball, {.count = 3, .threads = Threads(0)});
    EXPECT_LE(found.spheres.size(), 3u);
    EXPECT_LT(found.overreach, 0.1);
    expect_covered(found, ball, 21);
    EXPECT_THROW(static_cast<void>(cover(ball, {.overreach = 1e-6})), Error);
}

TEST(Cover, keeps_a_given_overreach) {
    const Shape box(make_box({1, 1, 1}));
    const SphereCover found = cover(box, {.overreach = 0.1});
    EXPECT_LE(found.overreach, 0.1 * (1 + 1e-9));
    expect_covered(found, box, 5);
}

TEST(Cover, open_meshes_have_their_surface_covered) {
    const Shape sheet(Mesh({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0.3}}, {{0, 1, 2}, {0, 2, 3}}));
    const SphereCover found = cover(sheet, {.count = 30});
    EXPECT_FALSE(found.solid);
    EXPECT_LE(found.spheres.size(), 30u);
    EXPECT_LT(found.overreach, 0.4);
    expect_covered(found, sheet, 9);
    EXPECT_THROW(static_cast<void>(cover(sheet, {.what = CoverWhat::solid})), Error);
}

TEST(Cover, is_the_same_for_any_number_of_threads) {
    const Shape torus(make_torus(1, 0.3, 16, 8));
    const SphereCover one = cover(torus, {.count = 8}),
                      three = cover(torus, {.count = 8, .threads = Threads(3)});
    EXPECT_EQ(one.spheres, three.spheres);
    EXPECT_EQ(one.overreach, three.overreach);
}

TEST(Cover, refuses_bad_input) {
    const Shape box(make_box({1, 1, 1}));
    EXPECT_THROW(static_cast<void>(cover(Shape(), {})), Error);
    EXPECT_THROW(static_cast<void>(cover(box, {.overreach = 0})), Error);
    EXPECT_THROW(static_cast<void>(cover(box, {.count = 0})), Error);
    EXPECT_THROW(static_cast<void>(cover(box, {.overreach = 1e-9})), Error);
    EXPECT_THROW(static_cast<void>(cover_urdf({}, "a\nb", 1)), Error);
}

}  // namespace
}  // namespace graze
