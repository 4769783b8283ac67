// The tests of the seeds that graze is compared with: right where doubles can be, and in the cases their
// authors name.
#include <gtest/gtest.h>

#include "bench/scenes/polygon_pairs.h"
#include "bench/scenes/triangle_pairs.h"
#include "bench/seeds/moeller.h"
#include "bench/seeds/plane_2d.h"
#include "bench/seeds/polygon_tests.h"
#include "bench/seeds/zachmann.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::bench {
namespace {

using Polygon = std::vector<Vec3>;

const Polygon square{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
// A notch reaches from the upper edge down to (2, 1).
const Polygon notched{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 1, 0}, {0, 4, 0}};

// A small upright triangle through the plane z = 0 at (x, y).
Polygon needle_at(double x, double y) {
    return {{x, y, -1}, {x + 0.01, y, 1}, {x, y + 0.01, 1}};
}

bool both_orders(const Polygon& p, const Polygon& q) {
    const bool answer = zachmann_intersects(p, q);
    EXPECT_EQ(answer, zachmann_intersects(q, p));
    return answer;
}

void expect_moeller_to_be_right_on(const char* scene) {
    for (const TrianglePair& pair : make_chunk(pair_scene(scene), 0, 4096)) {
        const bool truth = intersects(pair.a, pair.b);
        ASSERT_EQ(moeller_divides(pair.a, pair.b), truth) << scene;
        ASSERT_EQ(moeller_division_free(pair.a, pair.b), truth) << scene;
    }
}

TEST(MoellerTest, agrees_with_exact_arithmetic_on_random_pairs) {
    expect_moeller_to_be_right_on("random");
    expect_moeller_to_be_right_on("near");
}

TEST(MoellerTest, agrees_with_exact_arithmetic_on_coplanar_integer_pairs) {
    expect_moeller_to_be_right_on("coplanar");
}

TEST(MoellerTest, counts_a_touching_corner) {
    const Triangle floor{{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}}};
    const Triangle standing{{Vec3{1, 1, 0}, Vec3{1, 2, 3}, Vec3{2, 1, 3}}};
    const Triangle hovering{{Vec3{1, 1, 0.5}, Vec3{1, 2, 3}, Vec3{2, 1, 3}}};
    EXPECT_TRUE(moeller_divides(floor, standing) && moeller_division_free(floor, standing));
    EXPECT_FALSE(moeller_divides(floor, hovering) || moeller_division_free(floor, hovering));
}

TEST(CrossingsTest, treats_the_boundary_as_inside_and_the_notch_as_outside) {
    const auto inside = [](double x, double y) { return in_polygon({x, y}, notched, 2); };
    EXPECT_TRUE(inside(1, 1));
    EXPECT_FALSE(inside(2, 2));
    EXPECT_FALSE(inside(5, 1));
    EXPECT_FALSE(inside(-1, 4));
    EXPECT_TRUE(inside(2, 1));    // the reflex corner
    EXPECT_TRUE(inside(0, 4));    // a topmost corner
    EXPECT_TRUE(inside(2, 0));    // on an edge along the ray
    EXPECT_TRUE(inside(4, 2));    // on an upright edge
    EXPECT_TRUE(inside(3, 2.5));  // on the slope of the notch
}

TEST(ZachmannTest, needs_both_directions) {
    // No edge of the square meets the needle, but the needle's edges meet the square (Ohlenburg 2003,
    // Fig. 3.5).
    EXPECT_TRUE(both_orders(square, needle_at(2, 2)));
    EXPECT_FALSE(both_orders(square, needle_at(5, 2)));
}

TEST(ZachmannTest, passes_through_the_notch_of_a_concave_polygon) {
    EXPECT_FALSE(both_orders(notched, needle_at(2, 2)));
    EXPECT_TRUE(both_orders(notched, needle_at(1, 1)));
}

TEST(ZachmannTest, counts_touching) {
    const Polygon on_face{{2, 2, 0}, {2, 3, 3}, {3, 2, 3}};
    const Polygon on_corner{{4, 4, 0}, {5, 5, 1}, {5, 6, 1}};
    const Polygon edge_across{{-1, 2, 0}, {5, 2, 0}, {2, 2, 3}};
    const Polygon edge_beside{{-1, 5, 0}, {5, 5, 0}, {2, 5, 3}};
    EXPECT_TRUE(both_orders(square, on_face));
    EXPECT_TRUE(both_orders(square, on_corner));
    EXPECT_TRUE(both_orders(square, edge_across));
    EXPECT_FALSE(both_orders(square, edge_beside));
}

TEST(ZachmannTest, decides_coplanar_polygons) {
    const Polygon in_the_notch{{1.9, 3, 0}, {2.1, 3, 0}, {2, 2, 0}};
    const Polygon within{{0.5, 0.5, 0}, {1, 0.5, 0}, {0.5, 1, 0}};
    const Polygon beside{{5, 0, 0}, {6, 0, 0}, {5, 1, 0}};
    EXPECT_FALSE(both_orders(notched, in_the_notch));
    EXPECT_TRUE(both_orders(notched, within));
    EXPECT_TRUE(both_orders(square, notched));
    EXPECT_FALSE(both_orders(square, beside));
}

TEST(Split, cuts_a_quadrangle_at_its_concave_corner) {
    // Whichever corner is the concave one, the two triangles must cover the dart and not its hull.
    const Polygon dart{{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}};
    for (std::size_t shift = 0; shift < 4; ++shift) {
        Polygon turned = dart;
        std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(shift), turned.end());
        EXPECT_FALSE(moeller_polygons_intersect(turned, needle_at(2, 2))) << shift;
        EXPECT_TRUE(moeller_polygons_intersect(turned, needle_at(0.5, 1))) << shift;
        EXPECT_TRUE(moeller_polygons_intersect(turned, needle_at(1, 0.5))) << shift;
    }
}

TEST(Split, covers_the_area_of_concave_pentagons) {
    const PolygonKind kind{"concave 5-gon", 5, true};
    const PolygonPairs pairs = random_polygons(kind, 1, 0, 500);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto polygon = pairs.p(i);
        const SmallTriangulation cut = split(polygon);
        ASSERT_EQ(cut.count, 3U);
        double area = 0;
        for (std::size_t t = 0; t < cut.count; ++t)
            area += length(newell_normal(cut.triangle(t, polygon).corner));
        EXPECT_NEAR(area, length(newell_normal(polygon)), 1e-12);
    }
}

TEST(PolygonTests, of_all_seeds_agree_on_random_polygons) {
    for (const bool concave : {false, true}) {
        for (std::size_t corners = concave ? 4 : 3; corners <= 5; ++corners) {
            const PolygonPairs pairs = random_polygons({"", corners, concave}, 0.6, 0, 2000);
            std::size_t hits = 0;
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                const bool by_triangles = moeller_polygons_intersect(pairs.p(i), pairs.q(i));
                ASSERT_EQ(zachmann_intersects(pairs.p(i), pairs.q(i)), by_triangles)
                    << corners << " corners, pair " << i;
                ASSERT_EQ(seeds_intersect(pairs.p(i), pairs.q(i)), by_triangles)
                    << corners << " corners, pair " << i;
                hits += by_triangles ? 1 : 0;
            }
            EXPECT_GT(hits, 50U) << corners;
            EXPECT_LT(hits, 1950U) << corners;
        }
    }
}

}  // namespace
}  // namespace graze::bench
