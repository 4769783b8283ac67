#include "graze/spheres/sheet/sheet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/solid/volume.h"
#include "tests/spheres/tree/simple_packing.h"

namespace graze {
namespace {

// A grid of squares over [-2, 2] x [-2, 2], at the heights that `height` says; its front is above.
template <class Height>
Mesh sheet_mesh(const Height& height, std::uint32_t squares = 12) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t i = 0; i <= squares; ++i)
        for (std::uint32_t k = 0; k <= squares; ++k) {
            const double x = -2 + 4.0 * i / squares, y = -2 + 4.0 * k / squares;
            vertices.push_back({x, y, height(x, y)});
        }
    for (std::uint32_t i = 0; i < squares; ++i)
        for (std::uint32_t k = 0; k < squares; ++k) {
            const VertexId a = i * (squares + 1) + k, b = a + squares + 1;
            triangles.push_back({a, b, b + 1});
            triangles.push_back({a, b + 1, a + 1});
        }
    return {std::move(vertices), std::move(triangles)};
}

Mesh flat_sheet() {
    return sheet_mesh([](double, double) { return 0.0; });
}
Mesh curved_sheet() {
    return sheet_mesh([](double x, double) { return 0.15 * x * x; });
}

struct BallAndSheet {
    Shape ball{make_sphere(1, 3000)};
    SphereTree tree{ball, test::random_packing(ball, 400, 1)};
    ProximityOptions spheres{};

    BallAndSheet() { spheres.volume = VolumeMethod::spheres; }
};

TEST(Sheet, has_a_closed_space_on_each_side) {
    for (const Mesh& mesh : {flat_sheet(), curved_sheet()}) {
        for (const SheetSide side : {SheetSide::front, SheetSide::back}) {
            const Shape space(space_beside(mesh, side, 0.5));
            ASSERT_TRUE(space.closed_surface().closed());
            EXPECT_GT(solid_measures(space.mesh()).volume, 0) << "normals point outwards";
            // Just above and just below the sheet.
            for (const TriangleId t : {TriangleId{7}, TriangleId{100}, TriangleId{240}}) {
                const Triangle triangle = mesh.triangle(t);
                const Vec3 middle = (triangle[0] + triangle[1] + triangle[2]) / 3,
                           up = normalized(cross(triangle[1] - triangle[0], triangle[2] - triangle[0]));
                EXPECT_EQ(signed_distance(space, {}, middle + up * 0.01).value < 0, side == SheetSide::front);
                EXPECT_EQ(signed_distance(space, {}, middle - up * 0.01).value < 0, side == SheetSide::back);
            }
        }
    }
    EXPECT_NEAR(solid_measures(space_beside(flat_sheet(), SheetSide::back, 0.5)).volume, 8, 1e-12);
}

TEST(Sheet, tells_how_much_of_a_ball_is_behind_it) {
    const BallAndSheet s;
    const Sheet sheet(flat_sheet(), {.thickness = 1.2, .spheres = 600});
    const double whole = 4 * std::numbers::pi / 3, of_mesh = solid_measures(s.ball.mesh()).volume;
    for (const double depth : {0.2, 0.5, 0.9}) {
        const double cap = std::numbers::pi * depth * depth * (3 - depth) / 3 * of_mesh / whole;
        for (const double side : {1.0, -1.0}) {
            const SheetPenetration p =
                sheet_penetration(sheet, {}, s.ball, s.tree,
                                  Pose::translation({0.1, 0.2, side * (1 - depth)}), nullptr, s.spheres);
            EXPECT_EQ(p.from, side > 0 ? SheetSide::front : SheetSide::back);
            EXPECT_EQ(p.through, Answer::yes);
            EXPECT_NEAR(p.volume, cap, 0.03 * whole) << depth;
            EXPECT_LE(p.volume_at_least, cap * 1.02);
            EXPECT_GE(p.volume_at_most, cap * 0.98);
            EXPECT_LT(p.center.z * side, 0.02);
        }
    }
    const SheetPenetration before =
        sheet_penetration(sheet, {}, s.ball, s.tree, Pose::translation({0, 0, 1.3}), nullptr, s.spheres);
    EXPECT_EQ(before.from, SheetSide::front);
    EXPECT_EQ(before.through, Answer::no);
    EXPECT_EQ(before.volume, 0);
    EXPECT_GT(before.before, 0);
    EXPECT_FALSE(
        sheet_penetration(sheet, {}, s.ball, s.tree, Pose::translation({0, 0, 5}), nullptr, s.spheres).from);
}

TEST(Sheet, bounds_contain_what_is_exactly_behind_it) {
    const BallAndSheet s;
    const Sheet sheet(curved_sheet(), {.thickness = 0.6, .spheres = 600});
    Random r(5);
    int through = 0;
    for (int i = 0; i < 40; ++i) {
        const Pose pose(r.rotation(), r.on_sphere() * r.uniform(0, 2.5)),
            place(r.rotation(), {r.uniform(-3, 3), 0, 1});
        const SheetPenetration p =
            sheet_penetration(sheet, place, s.ball, s.tree, place * pose, nullptr, s.spheres);
        if (!p.from) continue;
        const SheetSide behind = *p.from == SheetSide::front ? SheetSide::back : SheetSide::front;
        const Overlap exact = overlap_volume(sheet.space(behind), place, s.ball, place * pose);
        SCOPED_TRACE(testing::Message() << "seed 5, case " << i);
        EXPECT_LE(p.volume_at_least, exact.volume + exact.error);
        EXPECT_GE(p.volume_at_most, exact.volume - exact.error);
        through += p.through == Answer::yes;
    }
    EXPECT_GT(through, 5);
}

// A ball pushed through: from one step to the next, what is behind grows, also when most of the ball is
// there.
TEST(Sheet, remembers_the_side_from_which_a_solid_came) {
    const BallAndSheet s;
    const Sheet sheet(flat_sheet(), {.thickness = 2.2, .spheres = 600});
    SheetCache cache;
    double last = 0;
    bool flipped = false;
    for (double z = 1.5; z > -0.9; z -= 0.1) {
        const Pose pose = Pose::translation({0, 0, z});
        const SheetPenetration p = sheet_penetration(sheet, {}, s.ball, s.tree, pose, &cache, s.spheres);
        ASSERT_EQ(p.from, SheetSide::front) << z;
        EXPECT_GE(p.volume, last - 0.02) << z;
        last = p.volume;
        flipped |=
            sheet_penetration(sheet, {}, s.ball, s.tree, pose, nullptr, s.spheres).from == SheetSide::back;
    }
    EXPECT_NEAR(last, solid_measures(s.ball.mesh()).volume, 0.2);
    EXPECT_TRUE(flipped) << "without a cache nobody knows";
    cache.clear();
    EXPECT_EQ(
        sheet_penetration(sheet, {}, s.ball, s.tree, Pose::translation({0, 0, -0.9}), &cache, s.spheres).from,
        SheetSide::back);
}

TEST(Sheet, keeps_budgets_and_says_why_there_is_no_answer) {
    const BallAndSheet s;
    const Sheet sheet(flat_sheet(), {.thickness = 0.5, .spheres = 200});
    ProximityOptions limited;
    limited.budget = Budget::of_tests(2'000);
    const SheetPenetration p = sheet_penetration(sheet, {}, s.ball, s.tree, {}, nullptr, limited);
    EXPECT_LE(p.tests, 2'000u);
    EXPECT_EQ(sheet_penetration(sheet, {}, Shape(flat_sheet()), {}).status, QueryStatus::not_closed);
    EXPECT_TRUE(std::isnan(sheet_penetration(sheet, {}, Shape(OrientedBox{}), {}).volume));
}

TEST(Sheet, refuses_what_is_none) {
    EXPECT_THROW(Sheet(flat_sheet(), {}), Error);
    EXPECT_THROW(Sheet(make_box({1, 1, 1}), {.thickness = 0.1}), Error);
    EXPECT_THROW(Sheet(Mesh(), {.thickness = 0.1}), Error);
    // Three triangles at an edge; and two that are wound against each other.
    const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
    EXPECT_THROW(Sheet(Mesh(vertices, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}), {.thickness = 0.1}), Error);
    EXPECT_THROW(Sheet(Mesh(vertices, {{0, 1, 2}, {0, 1, 3}}), {.thickness = 0.1}), Error);
}

}  // namespace
}  // namespace graze
