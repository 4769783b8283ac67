// Penetrations of unions of convex pieces, against the exact Minkowski sum. GRAZE_SOAK=20 takes up to ten
// pieces of up to sixty faces.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "graze/base/random.h"
#include "graze/convex/convex_hull.h"
#include "graze/query/depth/penetration.h"
#include "graze/query/relation/relation.h"
#include "tests/exact/cgal_minkowski.h"
#include "tests/soak.h"

namespace graze {
namespace {

using test::ConvexPiece;

struct Union {
    std::vector<ConvexPiece> pieces;
    Mesh mesh;  // of all pieces, which may cross each other
};

// Corners are whole numbers, so that differences are exact.
Union random_union(Random& r, std::size_t pieces, std::size_t corners) {
    Union result;
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    Vec3 middle;
    for (std::size_t i = 0; i < pieces; ++i) {
        ConvexPiece piece;
        const double size = r.uniform(20, 60);
        for (std::size_t k = 0; k < corners; ++k) {
            const Vec3 p = middle + r.on_sphere() * size;
            piece.push_back({std::round(p.x), std::round(p.y), std::round(p.z)});
        }
        const Mesh hull = ConvexHull(piece).mesh();
        const auto first = static_cast<VertexId>(vertices.size());
        vertices.insert(vertices.end(), hull.vertices().begin(), hull.vertices().end());
        for (const auto& t : hull.triangles())
            triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
        result.pieces.push_back(std::move(piece));
        middle += r.on_sphere() * 50;  // the next one begins beside this one
        middle = {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
    }
    result.mesh = Mesh(std::move(vertices), std::move(triangles));
    return result;
}

struct Ratios {
    int count = 0;
    double sum = 0, worst = 0, bounds = 0;
};

void compare(Random& r, int pairs, std::size_t most_pieces, std::size_t most_corners, Ratios& ratios) {
    for (int i = 0; i < pairs; ++i) {
        SCOPED_TRACE(i);
        const std::size_t in_a = 1 + r.below(most_pieces), in_b = 1 + r.below(most_pieces);
        const Union a = random_union(r, in_a, 4 + r.below(most_corners - 3)),
                    b = random_union(r, in_b, 4 + r.below(most_corners - 3));
        const double expected = test::least_separation(a.pieces, b.pieces);
        const Shape shape_a(a.mesh), shape_b(b.mesh);
        const Penetration p = penetration(shape_a, {}, shape_b, {});
        EXPECT_EQ(p.status, QueryStatus::complete);
        const Relation after = relation(shape_a, p.separated({}), shape_b, {});
        EXPECT_TRUE(after == Relation::apart || after == Relation::touching) << name_of(after);
        if (expected == 0) {
            EXPECT_EQ(p.value, 0);
            continue;
        }
        EXPECT_GE(p.value, expected * (1 - 1e-12)) << "shorter than can be";
        EXPECT_LE(p.at_least, expected * (1 + 1e-12)) << "the bound is none";
        const double ratio = p.value / expected;
        ++ratios.count;
        ratios.sum += ratio;
        ratios.worst = std::max(ratios.worst, ratio);
        ratios.bounds += p.at_least / expected;
        if (ratio > 1.1)
            std::printf("pair %d (%zu, %zu pieces): %.4f, true %.4f, at least %.4f\n", i, in_a, in_b, p.value,
                        expected, p.at_least);
    }
}

TEST(PenetrationOfCgal, is_that_of_graze_within_a_tenth_on_average_and_never_less) {
    Random r(11);
    Ratios ratios;
    const int soak = test::soak_factor();
    compare(r, 12 * soak, 1, 8, ratios);  // convex
    compare(r, 12 * soak, 3, 6, ratios);
    if (soak > 1) compare(r, 2 * soak, 10, 32, ratios);
    std::printf("%d pairs: mean ratio %.5f, worst %.4f, mean bound %.4f\n", ratios.count,
                ratios.sum / ratios.count, ratios.worst, ratios.bounds / ratios.count);
    ASSERT_GT(ratios.count, 15);
    EXPECT_LE(ratios.sum / ratios.count, 1.1);
}

}  // namespace
}  // namespace graze
