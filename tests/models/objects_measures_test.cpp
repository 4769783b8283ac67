// Generated objects have the volume and inertia that formulas say.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "graze/models/objects.h"
#include "graze/models/objects/recipes.h"
#include "graze/query/intersect/intersect.h"

namespace graze::test {
namespace {

using std::numbers::pi;

Mesh built(double edge, const Recipe& recipe) {
    SolidBuilder builder(edge, SolidBuilder::Mode::build);
    recipe(builder);
    return std::move(builder).mesh();
}

// Nothing where there is no volume, which no formula agrees with.
struct Solid {
    double volume = 0;
    Vec3 centroid;
    Inertia inertia;
};
Solid solid(const Mesh& mesh) {
    const SolidMeasures measures = solid_measures(mesh);
    return {measures.volume, measures.centroid.value_or(Vec3{}), measures.inertia.value_or(Inertia{})};
}

// What is inside a stack of frusta over regular polygons of `sides` sides, given by the first vertex of each
// ring: volume, and moment of inertia about the axis.
struct StackMeasures {
    double volume = 0, about_axis = 0;
};
StackMeasures stack_of_frusta(const Mesh& mesh, std::uint32_t sides) {
    const double sine = std::sin(2 * pi / sides), cosine = std::cos(2 * pi / sides);
    StackMeasures sum;
    const auto vertices = mesh.vertices();
    for (std::size_t ring = 1; ring + sides < vertices.size() - 1; ring += sides) {
        const double r = std::hypot(vertices[ring].x, vertices[ring].y);
        const double s = std::hypot(vertices[ring + sides].x, vertices[ring + sides].y);
        const double height = vertices[ring + sides].z - vertices[ring].z;
        sum.volume += sides / 2.0 * sine * height / 3 * (r * r + r * s + s * s);
        double fourth = 0;  // of r^4 along the height
        for (int k = 0; k <= 4; ++k) fourth += std::pow(r, k) * std::pow(s, 4 - k) / 5;
        sum.about_axis += sides / 12.0 * sine * (2 + cosine) * height * fourth;
    }
    // From the last ring to the pole above it.
    const std::size_t last = vertices.size() - 1 - sides;
    const double r = std::hypot(vertices[last].x, vertices[last].y);
    const double height = vertices.back().z - vertices[last].z;
    sum.volume += sides / 2.0 * sine * height / 3 * r * r;
    sum.about_axis += sides / 12.0 * sine * (2 + cosine) * height * std::pow(r, 4) / 5;
    return sum;
}

TEST(Cone, has_the_volume_and_inertia_of_its_pyramid) {
    const Mesh cone = built(0.3, build_cone);
    const StackMeasures exact = stack_of_frusta(cone, 21);  // 2 pi / 0.3, rounded
    const Solid measured = solid(cone);
    EXPECT_NEAR(exact.volume, 21 / 3.0 * std::sin(2 * pi / 21), 1e-14);
    EXPECT_NEAR(measured.volume, exact.volume, 1e-14);
    EXPECT_NEAR(measured.inertia.zz, exact.about_axis, 1e-14);
    EXPECT_NEAR(measured.centroid.z, -0.5, 1e-14);
    // Of the round cone: pi r^2 h / 3, and 3 m r^2 / 10. A polygon of n sides is smaller by about 6.6 / n^2.
    const Solid fine = solid(make_object("cone", 200'000));
    EXPECT_NEAR(fine.volume, 2 * pi / 3, 1e-4);
    EXPECT_NEAR(fine.inertia.zz, 0.3 * 2 * pi / 3, 1e-4);
}

TEST(Hyperboloid, has_the_volume_and_inertia_of_its_frusta) {
    const Mesh hyperboloid = built(0.2, build_hyperboloid);
    const StackMeasures exact = stack_of_frusta(hyperboloid, 31);
    const Solid measured = solid(hyperboloid);
    EXPECT_NEAR(measured.volume, exact.volume, 1e-13);
    EXPECT_NEAR(measured.inertia.zz, exact.about_axis, 1e-13);
    const double waist = 0.35 * 0.35;
    const Solid fine = solid(make_object("hyperboloid", 300'000));
    EXPECT_NEAR(fine.volume, 2 * pi * (waist + (1 - waist) / 3), 2e-4);
    // pi / 2 times the integral of r^4.
    const double fourth = 2 * (waist * waist + 2 * waist * (1 - waist) / 3 + (1 - waist) * (1 - waist) / 5);
    EXPECT_NEAR(fine.inertia.zz, pi / 2 * fourth, 2e-4);
}

TEST(Grid, has_the_volume_of_its_bars_and_joints) {
    constexpr double open = 4 * 0.32, full = 2 - open;
    const double exact = full * full * (full + 3 * open);
    for (const std::uint32_t triangles : {0u, 20'000u}) {
        const Solid measured = solid(make_object("grid", triangles));
        EXPECT_NEAR(measured.volume, exact, 1e-14);
        EXPECT_NEAR(length(measured.centroid), 0, 1e-15);
        EXPECT_NEAR(measured.inertia.xx, measured.inertia.zz, 1e-14);
        EXPECT_NEAR(measured.inertia.xy, 0, 1e-15);
    }
}

TEST(Sponge, keeps_20_of_27_cubes_at_each_level) {
    double volume = 8;
    const std::vector<std::int64_t> handles{5, 81, 1409};
    const std::vector<std::size_t> squares{72, 1056, 18048};
    for (std::uint32_t level = 1; level <= 3; ++level) {
        volume *= 20.0 / 27;
        const Mesh sponge = make_sponge(level);
        EXPECT_EQ(sponge.triangle_count(), 2 * squares[level - 1]);
        EXPECT_NEAR(solid_measures(sponge).volume, volume, 1e-13);
        const Topology topology(sponge);
        ASSERT_EQ(topology.components().size(), 1u);
        EXPECT_EQ(topology.components()[0].genus(), handles[level - 1]);
    }
    EXPECT_THROW(make_sponge(0), Error);
    EXPECT_THROW(make_sponge(6), Error);
}

TEST(Tetraflake, has_the_volume_and_the_area_of_its_level) {
    double volume = 8 / (6 * std::sqrt(2.0)), area = 4 * std::sqrt(3.0);
    for (std::uint32_t level = 0; level <= 5;
         ++level, volume *= 4 * 0.49 * 0.49 * 0.49, area *= 4 * 0.49 * 0.49) {
        const Mesh coarse = make_tetraflake(level);
        EXPECT_EQ(coarse.triangle_count(), std::size_t{4} << (2 * level));
        const Mesh cut = make_tetraflake(level, 9000);
        for (const Mesh* mesh : {&coarse, &cut}) {
            EXPECT_NEAR(solid_measures(*mesh).volume, volume, 1e-14);
            EXPECT_NEAR(surface_measures(*mesh).area, area, 1e-13);
            const Topology topology(*mesh);
            EXPECT_EQ(topology.components().size(), std::size_t{1} << (2 * level));
            EXPECT_TRUE(topology.manifold());
        }
    }
    EXPECT_THROW(make_tetraflake(11), Error);
}

TEST(Maze, has_the_volume_of_floor_and_walls_whatever_the_seed) {
    const double scale = 2 / 36.6;
    const double exact =
        (36.6 * 36.6 * 0.3 + 4.5 * (81 * (4.5 - 0.3) * 0.3 + 81 * 0.3 * 0.3)) * scale * scale * scale;
    for (const std::uint64_t seed : {1u, 8u})
        EXPECT_NEAR(solid_measures(make_object("maze", 1000, seed)).volume, exact, 1e-14);
}

TEST(Chazelle, has_the_volume_of_its_box_without_the_notches) {
    for (const std::uint32_t notches : {1u, 2u, 7u, 60u}) {
        const Mesh mesh = make_chazelle(notches);
        EXPECT_EQ(mesh.triangle_count(), 24 * notches + 12);
        EXPECT_NEAR(solid_measures(mesh).volume, chazelle_volume(notches), 1e-12);
        EXPECT_LT(chazelle_volume(notches), 12);
        const Topology topology(mesh);
        EXPECT_EQ(topology.components()[0].genus(), 0);
    }
    EXPECT_THROW(make_chazelle(0), Error);
}

// The fins of one above meet all those of the other below.
TEST(Chazelle, two_have_pairs_of_triangles_that_grow_with_the_square) {
    std::vector<std::size_t> pairs;
    for (const std::uint32_t notches : {10u, 20u}) {
        const Shape shape(make_chazelle(notches));
        pairs.push_back(
            intersecting_triangles(shape, Pose(), shape, Pose::translation({0.003, 0.002, 1.5})).size());
        EXPECT_GE(pairs.back(), std::size_t{notches} * notches);
    }
    EXPECT_GT(static_cast<double>(pairs[1]), 3.4 * static_cast<double>(pairs[0]));
}

// Through the middles of rings of so many vertices each, from one to another.
double length_through_rings(const Mesh& mesh, std::size_t around, std::size_t first, std::size_t last,
                            bool back) {
    const auto middle = [&](std::size_t ring) {
        Vec3 sum;
        for (std::size_t i = 0; i < around; ++i) sum += mesh.vertices()[ring * around + i];
        return sum / static_cast<double>(around);
    };
    double sum = back ? length(middle(last) - middle(first)) : 0;
    for (std::size_t r = first; r < last; ++r) sum += length(middle(r + 1) - middle(r));
    return sum;
}

// A tube has the volume of its section times the length of its middle, however it is bent.
TEST(Knot, has_the_volume_of_the_straight_tube) {
    const double edge = 0.02, radius = 0.14;
    const Mesh knot = built(edge, build_knot);
    const auto around = static_cast<std::size_t>(std::floor(2 * pi * radius / edge + 0.5));
    const std::size_t rings = knot.vertices().size() / around;
    const double length = length_through_rings(knot, around, 0, rings - 1, true);
    EXPECT_NEAR(solid_measures(knot).volume, pi * radius * radius * length,
                0.01 * pi * radius * radius * length);
}

TEST(Hose, has_the_volume_of_the_straight_hose) {
    const double edge = 0.01, bore = 0.13, middle = 0.17, ripple = 0.02;
    const Mesh hose = built(edge, build_hose);
    const auto around = static_cast<std::size_t>(std::floor(2 * pi * (middle + ripple) / edge + 0.5));
    const std::size_t across = 4;  // rings from the bore to the outside: (middle - bore) / edge
    std::size_t rings = hose.vertices().size() / around;
    rings = (rings + across) / 2;  // up to the other end
    const double length = length_through_rings(hose, around, across, rings - 1, false);
    const double plain = pi * (middle * middle - bore * bore) * length;
    const double waves = pi * ripple * ripple / 2 * 0.88 * length;
    EXPECT_NEAR(solid_measures(hose).volume, plain + waves, 0.01 * plain);
}

}  // namespace
}  // namespace graze::test
