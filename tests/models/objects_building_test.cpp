// What generated objects are put together with.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/space_curve.h"
#include "tests/models/embedding.h"

namespace graze::test {
namespace {

using std::numbers::pi;

Mesh checked(double edge, const Recipe& recipe) {
    SolidBuilder counting(edge, SolidBuilder::Mode::count), building(edge, SolidBuilder::Mode::build);
    recipe(counting);
    recipe(building);
    Mesh mesh = std::move(building).mesh();
    EXPECT_EQ(counting.triangle_count(), mesh.triangle_count()) << "counted other than built";
    EXPECT_TRUE(Topology(mesh).surface().closed());
    EXPECT_TRUE(Topology(mesh).manifold());
    EXPECT_EQ(self_intersections(mesh), "");
    return mesh;
}

double area_of_circle(std::size_t sides, double radius) {
    const auto n = static_cast<double>(sides);
    return n / 2 * radius * radius * std::sin(2 * pi / n);
}

TEST(Extrusion, with_holes_has_the_area_of_its_outlines_times_its_height) {
    double area = 0;
    const Mesh plate = checked(0.05, [&](SolidBuilder& builder) {
        const Outline outline{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        std::vector<Outline> holes;
        for (const double x : {-0.5, 0.0, 0.5})
            for (const double y : {-0.5, 0.5}) holes.push_back(circle_outline(builder, {x, y}, 0.2));
        area = 4 - 6 * area_of_circle(holes[0].size(), 0.2);
        add_extrusion(builder, outline, holes, -0.5, 1, Pose());
    });
    EXPECT_NEAR(solid_measures(plate).volume, 1.5 * area, 1e-13);
    EXPECT_EQ(Topology(plate).components()[0].genus(), 6);
}

TEST(Extrusion, refuses_outlines_that_make_no_plate) {
    SolidBuilder builder(1, SolidBuilder::Mode::build);
    const Outline square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, bow_tie{{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    const std::vector<Outline> outside{{{3, 3}, {4, 3}, {4, 4}}};
    EXPECT_THROW(add_extrusion(builder, bow_tie, {}, 0, 1, Pose()), Error);
    EXPECT_THROW(add_extrusion(builder, square, outside, 0, 1, Pose()), Error);
}

TEST(Blocks, of_sectors_make_a_ring_with_an_opening) {
    const Mesh ring = checked(1e3, [](SolidBuilder& builder) {
        Blocks blocks({1, 2}, {0, 0.25, 0.5, 0.75, 1}, {0, 1, 2, 3});
        blocks.periodic_y = true;
        blocks.fill_cells([](std::size_t, std::size_t j, std::size_t k) { return !(j == 2 && k == 1); });
        add_blocks(builder, blocks, from_cylinder);
    });
    // Squares of radius 1 and 2: areas 2 and 8; one of twelve sectors is missing.
    EXPECT_NEAR(solid_measures(ring).volume, (8 - 2) * 3 * 11.0 / 12, 1e-14);
    EXPECT_EQ(Topology(ring).components()[0].genus(), 2);
}

TEST(Blocks, that_reach_the_axis_have_a_pole_in_each_level) {
    const Mesh cylinder = checked(0.25, [](SolidBuilder& builder) {
        Blocks blocks({0, 1}, {0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1}, {0, 2});
        blocks.periodic_y = blocks.axis_at_x0 = true;
        blocks.stretch.y = 0;
        blocks.fill([](const Vec3&) { return true; });
        add_blocks(builder, blocks, from_cylinder);
    });
    EXPECT_NEAR(solid_measures(cylinder).volume, 2 * area_of_circle(8, 1), 1e-13);
    EXPECT_EQ(Topology(cylinder).components()[0].genus(), 0);
}

TEST(SpaceCurve, carries_a_frame_that_does_not_stretch) {
    const SpaceCurve helix =
        SpaceCurve::sampled([](double t) { return Vec3{std::cos(6 * t), std::sin(6 * t), 2 * t}; });
    EXPECT_NEAR(helix.length(), std::sqrt(36.0 + 4), 1e-4);
    const Placement place = helix.placement();
    for (const double along : {0.0, 1.7, 3.1, 6.2}) {
        const Vec3 o = place({0, 0, along}), x = place({1, 0, along}) - o, y = place({0, 1, along}) - o;
        EXPECT_NEAR(length(x), 1, 1e-12);
        EXPECT_NEAR(length(y), 1, 1e-12);
        EXPECT_NEAR(dot(x, y), 0, 1e-12);
        const Vec3 onward = normalized(place({0, 0, along + 1e-3}) - place({0, 0, along - 1e-3}));
        EXPECT_GT(dot(cross(x, y), onward), 0.999);
    }
}

TEST(RoundedPath, replaces_corners_by_arcs) {
    const RoundedPath path({{0, 0, 0}, {2, 0, 0}, {2, 3, 0}}, 0.5);
    EXPECT_NEAR(path.curve.length(), 1.5 + 2.5 + pi / 4, 1e-4);
    ASSERT_EQ(path.ends.size(), 3u);
    EXPECT_NEAR(path.ends[0], 1.5, 1e-12);
    EXPECT_NEAR(path.ends[1], 1.5 + pi / 4, 1e-4);
}

TEST(SolidBuilder, gives_up_details_only_where_edges_are_longer_than_1) {
    const SolidBuilder fine(0.01, SolidBuilder::Mode::count), coarse(1, SolidBuilder::Mode::count),
        coarser(2, SolidBuilder::Mode::count), coarsest(1000, SolidBuilder::Mode::count);
    EXPECT_EQ(fine.segments(0.5, 8), 50u);
    EXPECT_EQ(coarse.segments(0.5, 8), 8u);
    EXPECT_EQ(coarser.segments(0.5, 8), 4u);
    EXPECT_EQ(coarsest.segments(0.5, 8), 3u);
    EXPECT_EQ(coarsest.segments(0.5, 24), 12u);
    EXPECT_EQ(coarsest.segments(0.5, 2), 2u);
    EXPECT_EQ(coarse.details(18, 5), 18u);
    EXPECT_EQ(coarser.details(18, 5), 9u);
    EXPECT_EQ(coarsest.details(18, 5), 5u);
}

TEST(Fitted, comes_near_what_is_wanted_and_gives_the_fewest_below) {
    const Recipe ball = [](SolidBuilder& builder) { add_ball(builder, 1, Pose()); };
    EXPECT_EQ(fitted(0, ball).triangle_count(), 12u);
    for (const std::uint32_t wanted : {100u, 1000u, 54'321u})
        EXPECT_NEAR(static_cast<double>(fitted(wanted, ball).triangle_count()), wanted, 0.1 * wanted);
}

}  // namespace
}  // namespace graze::test
