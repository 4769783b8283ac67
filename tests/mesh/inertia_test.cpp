#include "graze/mesh/inertia.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"

namespace graze {
namespace {

Vec3 times(const Inertia& i, const Vec3& v) {
    return {dot({i.xx, i.xy, i.zx}, v), dot({i.xy, i.yy, i.yz}, v), dot({i.zx, i.yz, i.zz}, v)};
}

double largest_of(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

Inertia inertia_of(const Mesh& mesh) {
    const std::optional<Inertia> inertia = solid_measures(mesh).inertia;
    EXPECT_TRUE(inertia.has_value());
    return inertia.value_or(Inertia{});
}

PrincipalAxes axes_of(const Inertia& inertia) {
    const std::optional<PrincipalAxes> axes = principal_axes(inertia);
    EXPECT_TRUE(axes.has_value());
    return axes.value_or(PrincipalAxes{});
}

// Moments and axes are those of the matrix, in order, and the axes a right-handed frame.
void expect_right(const Inertia& inertia) {
    const PrincipalAxes p = axes_of(inertia);
    const double scale = std::max(std::abs(p.moments[0]), std::abs(p.moments[2]));
    EXPECT_LE(p.moments[0], p.moments[1]);
    EXPECT_LE(p.moments[1], p.moments[2]);
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 rest = times(inertia, p.axes[k]) - p.axes[k] * p.moments[k];
        EXPECT_LE(largest_of(rest), 0x1p-48 * scale) << "axis " << k;
        EXPECT_NEAR(length(p.axes[k]), 1, 0x1p-51);
    }
    EXPECT_LE(length(cross(p.axes[0], p.axes[1]) - p.axes[2]), 0x1p-49);
    for (std::size_t k = 0; k < 2; ++k) {
        const Vec3& a = p.axes[k];
        EXPECT_EQ(std::max({a.x, a.y, a.z}), largest_of(a));
    }
    const double trace = inertia.xx + inertia.yy + inertia.zz;
    EXPECT_NEAR(p.moments[0] + p.moments[1] + p.moments[2], trace, 0x1p-48 * scale);
}

TEST(PrincipalAxes, of_a_box_are_its_own_exactly) {
    const Inertia inertia = inertia_of(make_box({1, 2, 3}));
    const PrincipalAxes p = axes_of(inertia);
    EXPECT_EQ(p.moments, (std::array<double, 3>{inertia.zz, inertia.yy, inertia.xx}));
    EXPECT_EQ(p.axes[0], (Vec3{0, 0, 1}));
    EXPECT_EQ(p.axes[1], (Vec3{0, 1, 0}));
    EXPECT_EQ(p.axes[2], (Vec3{-1, 0, 0})) << "right-handed";
}

TEST(PrincipalAxes, turn_with_the_body) {
    Random r(71);
    const Inertia inertia = inertia_of(make_box({1, 2, 3}));
    const PrincipalAxes straight = axes_of(inertia);
    for (int round = 0; round < 100; ++round) {
        SCOPED_TRACE("seed 71, round " + std::to_string(round));
        const Pose pose(r.rotation(), {1, 2, 3});
        const Inertia around = turned(inertia, pose);
        expect_right(around);
        const PrincipalAxes p = axes_of(around);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(p.moments[k], straight.moments[k], 1e-13);
            EXPECT_NEAR(std::abs(dot(p.axes[k], pose.rotate(straight.axes[k]))), 1, 1e-13);
        }
    }
}

TEST(PrincipalAxes, of_random_matrices_are_right_at_every_scale) {
    Random r(72);
    for (int round = 0; round < 2000; ++round) {
        SCOPED_TRACE("seed 72, round " + std::to_string(round));
        const double scales[] = {1, 1e-14, 1e-200, 0};
        const auto entry = [&] { return r.uniform(-1, 1) * scales[r.below(4)]; };
        Inertia i{entry(), entry(), entry(), entry(), entry(), entry()};
        if (r.chance(0.3)) i.yy = i.xx;
        if (r.chance(0.3)) i.zz = i.yy;
        expect_right(i);
    }
    for (const double scale : {1e-290, 1e290})
        expect_right({3 * scale, 4 * scale, 5 * scale, scale, -scale, 2 * scale});
}

TEST(PrincipalAxes, of_bodies_with_equal_moments_are_some_that_fit) {
    expect_right(inertia_of(make_box({2, 2, 2})));
    expect_right(inertia_of(make_sphere(3, 500)));
    expect_right(inertia_of(make_torus(3, 1, 30, 20)));
    const PrincipalAxes none = axes_of({});
    EXPECT_EQ(none.moments, (std::array<double, 3>{0, 0, 0}));
    EXPECT_EQ(none.axes[0], (Vec3{1, 0, 0}));
}

TEST(PrincipalAxes, of_what_is_beyond_double_are_none) {
    Inertia inertia{1, 1, 1, 0, 0, 0};
    inertia.yz = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(principal_axes(inertia).has_value());
    inertia.yz = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(principal_axes(inertia).has_value());
}

TEST(Inertia, turned_is_that_of_the_turned_mesh) {
    const Mesh mesh({{0, 0, 0}, {6, 0, 0}, {0, 12, 0}, {0, 0, 24}},
                    {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
    const Inertia inertia = inertia_of(mesh);
    EXPECT_EQ(turned(inertia, Pose()), inertia);
    const Pose pose = Pose::rotation_turns({1, 2, 3}, 0.2);
    std::vector<Vec3> vertices;
    for (const Vec3& v : mesh.vertices()) vertices.push_back(pose(v));
    const Inertia expected = inertia_of(Mesh(vertices, {mesh.triangles().begin(), mesh.triangles().end()}));
    const Inertia result = turned(inertia, pose);
    EXPECT_NEAR(result.xx, expected.xx, 1e-14 * inertia.xx);
    EXPECT_NEAR(result.yy, expected.yy, 1e-14 * inertia.xx);
    EXPECT_NEAR(result.zz, expected.zz, 1e-14 * inertia.xx);
    EXPECT_NEAR(result.xy, expected.xy, 1e-14 * inertia.xx);
    EXPECT_NEAR(result.yz, expected.yz, 1e-14 * inertia.xx);
    EXPECT_NEAR(result.zx, expected.zx, 1e-14 * inertia.xx);
}

}  // namespace
}  // namespace graze
