#include "graze/mesh/triangulate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "graze/base/pose.h"
#include "graze/mesh/detail/ear_clipper.h"
#include "graze/mesh/detail/sweep_triangulator.h"
#include "tests/mesh/polygons.h"

namespace graze::test {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

// The polygon in one of the six planes and directions of the axes.
std::vector<Vec3> placed(const Polygon& polygon, int axis, double height = 0) {
    std::vector<Vec3> points;
    for (const Vec2& p : polygon)
        points.push_back(axis == 0   ? Vec3{height, p.x, p.y}
                         : axis == 1 ? Vec3{p.y, height, p.x}
                                     : Vec3{p.x, p.y, height});
    return points;
}

struct Cut {
    bool proper = false;
    Triangles triangles;
};

Cut cut(const std::vector<Vec3>& points) {
    Cut result;
    result.proper = triangulate(points, result.triangles);
    return result;
}

bool interiors_overlap(const Polygon& polygon, const std::array<std::uint32_t, 3>& s,
                       const std::array<std::uint32_t, 3>& t) {
    const auto has_separating_edge = [&](const auto& u, const auto& v) {
        for (std::size_t e = 0; e < 3; ++e) {
            bool separates = true;
            for (const std::uint32_t corner : v)
                separates =
                    separates && orient2d(polygon[u[e]], polygon[u[(e + 1) % 3]], polygon[corner]) <= 0;
            if (separates) return true;
        }
        return false;
    };
    return !has_separating_edge(s, t) && !has_separating_edge(t, s);
}

enum class Flat { forbidden, allowed };

// The claim of the header, for a counter-clockwise polygon of the plane.
void expect_proper(const Polygon& polygon, const Cut& result, Flat flat) {
    ASSERT_TRUE(result.proper);
    ASSERT_EQ(result.triangles.size(), polygon.size() - 2);
    long double sum = 0;
    for (const auto& [a, b, c] : result.triangles) {
        const int sign = orient2d(polygon[a], polygon[b], polygon[c]);
        ASSERT_GE(sign, flat == Flat::allowed ? 0 : 1) << a << ' ' << b << ' ' << c;
        sum += twice_area({polygon[a], polygon[b], polygon[c]});
    }
    const long double area = twice_area(polygon);
    EXPECT_NEAR(static_cast<double>(sum / area), 1, 1e-9);
    if (polygon.size() > 40) return;
    for (std::size_t s = 0; s < result.triangles.size(); ++s) {
        for (std::size_t t = 0; t < s; ++t) {
            const auto& [a, b, c] = result.triangles[s];
            const auto& [d, e, f] = result.triangles[t];
            if (orient2d(polygon[a], polygon[b], polygon[c]) == 0) continue;
            if (orient2d(polygon[d], polygon[e], polygon[f]) == 0) continue;
            EXPECT_FALSE(interiors_overlap(polygon, result.triangles[s], result.triangles[t]))
                << s << ' ' << t;
        }
    }
}

// In all six directions: each axis, and reversed (the triangles must then be reversed too).
void expect_proper_from_all_sides(const Polygon& polygon, Flat flat = Flat::forbidden) {
    const auto n = static_cast<std::uint32_t>(polygon.size());
    for (int axis = 0; axis < 3; ++axis) {
        SCOPED_TRACE("axis " + std::to_string(axis));
        std::vector<Vec3> points = placed(polygon, axis, 0.75);
        expect_proper(polygon, cut(points), flat);
        std::ranges::reverse(points);
        Cut reversed = cut(points);
        for (auto& t : reversed.triangles) t = {n - 1 - t[2], n - 1 - t[1], n - 1 - t[0]};
        SCOPED_TRACE("reversed");
        expect_proper(polygon, reversed, flat);
    }
}

TEST(Triangulate, cuts_a_convex_quadrangle_along_its_first_diagonal) {
    EXPECT_EQ(cut(placed({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 2)).triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Triangulate, splits_a_concave_quadrangle_at_its_reflex_corner) {
    const Polygon dart{{0, 0}, {4, 1}, {0, 2}, {1, 1}};
    for (std::uint32_t turn = 0; turn < 4; ++turn) {
        Polygon polygon = dart;
        std::ranges::rotate(polygon, polygon.begin() + turn);
        const Cut result = cut(placed(polygon, 2));
        expect_proper(polygon, result, Flat::forbidden);
        const std::uint32_t reflex = (3 + 4 - turn) % 4;
        for (const auto& t : result.triangles) EXPECT_NE(std::ranges::find(t, reflex), t.end());
    }
}

TEST(Triangulate, takes_the_other_diagonal_if_the_first_leaves_a_flat_triangle) {
    EXPECT_EQ(cut(placed({{0, 0}, {1, 0}, {2, 0}, {0, 1}}, 2)).triangles, (Triangles{{0, 1, 3}, {1, 2, 3}}));
}

TEST(Triangulate, keeps_a_triangle_as_it_is) {
    const Cut flat = cut({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}});
    EXPECT_TRUE(flat.proper);
    EXPECT_EQ(flat.triangles, (Triangles{{0, 1, 2}}));
}

TEST(Triangulate, appends_nothing_for_fewer_than_three_corners) {
    EXPECT_TRUE(cut({}).triangles.empty());
    EXPECT_TRUE(cut({{1, 2, 3}, {4, 5, 6}}).triangles.empty());
}

TEST(Triangulate, cuts_a_convex_polygon_as_a_fan) {
    Polygon circle;
    for (int i = 0; i < 7; ++i) circle.push_back({sin_cos_turns(i / 7.0).cos, sin_cos_turns(i / 7.0).sin});
    const Cut result = cut(placed(circle, 2));
    for (std::uint32_t i = 0; i < 5; ++i)
        EXPECT_EQ(result.triangles[i], (std::array<std::uint32_t, 3>{0, i + 1, i + 2}));
}

TEST(Triangulate, appends_after_what_is_there) {
    Triangles triangles{{9, 9, 9}};
    triangulate(placed({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 2), triangles);
    EXPECT_EQ(triangles, (Triangles{{9, 9, 9}, {0, 1, 2}, {0, 2, 3}}));
}

TEST(Triangulate, is_proper_for_random_stars) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        expect_proper_from_all_sides(random_star(random, 4 + static_cast<std::uint32_t>(random.below(36))));
    }
}

TEST(Triangulate, is_proper_for_random_simple_polygons_with_many_collinear_corners) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const auto grid = static_cast<std::uint32_t>(3 + random.below(8));
        expect_proper_from_all_sides(random_on_grid(random, 30, grid));
    }
}

TEST(Triangulate, is_proper_for_sharp_stars_combs_and_spirals) {
    expect_proper_from_all_sides(sharp_star(17));
    expect_proper_from_all_sides(comb(11));
    expect_proper_from_all_sides(spiral(1.3, 20));
    expect_proper_from_all_sides(sharp_star(1000));
    expect_proper_from_all_sides(comb(1000));
    expect_proper_from_all_sides(spiral(12, 1000));
}

TEST(Triangulate, is_proper_for_holes_joined_by_bridges) {
    for (std::uint32_t holes = 1; holes < 8; ++holes) {
        SCOPED_TRACE(std::to_string(holes) + " holes");
        Polygon polygon = square_with_holes(holes);
        for (std::size_t turn = 0; turn < polygon.size(); ++turn) {
            std::ranges::rotate(polygon, polygon.begin() + 1);
            expect_proper_from_all_sides(polygon, Flat::allowed);
        }
    }
}

TEST(Triangulate, is_proper_for_outlines_that_touch_themselves) {
    // A notch whose tip reaches into a corner: that corner is no ear.
    Polygon notched{{0, 0}, {10, 0}, {10, 10}, {6, 10}, {0, 0}, {5, 10}, {0, 10}};
    for (std::size_t turn = 0; turn < notched.size(); ++turn) {
        std::ranges::rotate(notched, notched.begin() + 1);
        expect_proper_from_all_sides(notched, Flat::allowed);
    }
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const auto grid = static_cast<std::uint32_t>(2 + random.below(5));
        const auto triangles = static_cast<std::uint32_t>(2 + random.below(36));
        const Polygon polygon = random_glued_triangles(random, triangles, grid);
        expect_proper(polygon, cut(placed(polygon, 2)), Flat::allowed);
    }
}

TEST(Triangulate, is_proper_with_repeated_points_and_spikes) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Polygon simple = random_on_grid(random, 14, 8);
        Polygon polygon;
        for (const Vec2& p : simple) {
            polygon.push_back(p);
            if (random.chance(0.3)) polygon.push_back(p);
            if (random.chance(0.3)) {  // out and back the same way, sometimes with a side branch
                const Vec2 tip{static_cast<double>(random.below(8)), static_cast<double>(random.below(8))};
                polygon.push_back(tip);
                if (random.chance(0.5)) polygon.insert(polygon.end(), {{tip.x + 1, tip.y}, tip});
                polygon.push_back(p);
            }
        }
        expect_proper_from_all_sides(polygon, Flat::allowed);
    }
}

TEST(Triangulate, has_no_flat_triangles_for_a_square_with_corners_along_its_sides) {
    Polygon polygon;
    for (int i = 0; i < 5; ++i) polygon.push_back({static_cast<double>(i), 0});
    for (int i = 0; i < 5; ++i) polygon.push_back({5, static_cast<double>(i)});
    for (int i = 5; i > 0; --i) polygon.push_back({static_cast<double>(i), 5});
    for (int i = 5; i > 0; --i) polygon.push_back({0, static_cast<double>(i)});
    expect_proper_from_all_sides(polygon);
}

TEST(Triangulate, is_exact_for_slivers_far_below_rounding) {
    // A quadrangle and a hexagon whose area is lost in any rounding of their coordinates' products.
    const double big = 0x1p52, e = 1;
    expect_proper_from_all_sides(
        {{big, big}, {big + 2 * e, big + e}, {big + 4 * e, big + 3 * e}, {big + 2 * e, big + 2 * e}});
    const double u = 0x1p-52;
    expect_proper_from_all_sides(
        {{0, 0}, {0.5, 0.5}, {1, 1}, {1 + u, 1 + 2 * u}, {0.75, 0.75 + u}, {0.5, 0.5 + u}});
}

TEST(Triangulate, works_at_all_magnitudes) {
    Random random(5);
    for (const double scale : {5e-324, 1e-310, 1e-290, 1e-160, 1e-100, 1e60, 1e98}) {
        SCOPED_TRACE(scale);
        Polygon polygon = random_on_grid(random, 20, 9);
        for (Vec2& p : polygon) p = {p.x * scale, p.y * scale};
        const Cut result = cut(placed(polygon, 2));
        EXPECT_TRUE(result.proper);
        for (const auto& [a, b, c] : result.triangles)
            EXPECT_GT(orient2d(polygon[a], polygon[b], polygon[c]), 0);
    }
}

TEST(Triangulate, takes_slightly_bent_polygons_in_any_direction) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const Polygon polygon = random_star(random, 12);
        const Pose pose(random.rotation(), {1, 2, 3});
        std::vector<Vec3> points;
        for (const Vec2& p : polygon) points.push_back(pose(Vec3{p.x, p.y, random.uniform(-1e-9, 1e-9)}));
        const Cut result = cut(points);
        expect_proper(polygon, result, Flat::forbidden);
    }
}

TEST(Triangulate, says_when_a_polygon_crosses_itself_or_is_flat) {
    const std::vector<Polygon> irregular{
        {{0, 0}, {1, 1}, {1, 0}, {0, 1}},                                  // a bow tie, area 0
        {{0, 0}, {4, 4}, {4, 0}, {0, 3}},                                  // an uneven one
        {{0, 0}, {1, 0}, {2, 0}, {3, 0}},                                  // flat
        {{0, 0}, {3, 0}, {1, 0}, {2, 0}, {5, 0}},                          // flat, back and forth
        {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}},                          // a point
        {{0, 0}, {2, 0}, {2, 2}, {4, 2}, {4, 4}, {6, 4}, {1, 1}, {0, 3}},  // crosses
    };
    for (const Polygon& polygon : irregular) {
        for (int axis = 0; axis < 3; ++axis) {
            const Cut result = cut(placed(polygon, axis));
            EXPECT_FALSE(result.proper);
            EXPECT_EQ(result.triangles.size(), polygon.size() - 2);
        }
    }
}

TEST(Triangulate, uses_every_corner_of_any_polygon) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        std::vector<Vec3> points(3 + random.below(60));
        for (Vec3& p : points)
            p = {static_cast<double>(random.below(6)), static_cast<double>(random.below(6)),
                 static_cast<double>(random.below(3))};
        const Cut result = cut(points);
        ASSERT_EQ(result.triangles.size(), points.size() - 2) << "seed " << seed;
        std::set<std::uint32_t> seen;
        for (const auto& t : result.triangles) {
            EXPECT_EQ(std::set<std::uint32_t>(t.begin(), t.end()).size(), 3u) << "seed " << seed;
            seen.insert(t.begin(), t.end());
        }
        EXPECT_EQ(seen.size(), points.size()) << "seed " << seed;
    }
}

TEST(Triangulate, bounds_its_work_on_hostile_polygons) {
    // Each edge crosses all others. Whatever the outcome, it must come, and be complete.
    constexpr std::uint32_t n = 20'001;
    std::vector<Vec3> points;
    for (std::uint32_t i = 0; i < n; ++i) {
        const SinCos direction = sin_cos_turns(static_cast<double>(std::uint64_t{i} * (n / 2) % n) / n);
        points.push_back({direction.cos, direction.sin, 0});
    }
    EXPECT_EQ(cut(points).triangles.size(), n - 2);
    Random random(1);
    for (Vec3& p : points) p = {random.uniform(), random.uniform(), 0};
    EXPECT_EQ(cut(points).triangles.size(), n - 2);
}

// Where ears are long and thin, and searching them takes as long as the square root of the corners.
TEST(Triangulate, is_proper_for_large_polygons_of_thin_ears) {
    const auto expect_cut = [](const Polygon& polygon, const char* what) {
        SCOPED_TRACE(what);
        expect_proper(polygon, cut(placed(polygon, 2)), Flat::forbidden);
        // Ears alone give up, or take more than they are to take.
        Triangles triangles;
        std::uint64_t work = 100 * polygon.size();
        detail::EarClipper().clip(polygon, triangles, work);
        EXPECT_EQ(work, 0u);
    };
    Random random(1);
    expect_cut(random_star(random, 60'000), "a star");
    expect_cut(spiral(6'000, 30'000), "a narrow spiral");
}

void expect_swept(const Polygon& polygon, Flat flat = Flat::forbidden) {
    Cut result;
    result.proper = detail::sweep_triangulate(polygon, result.triangles);
    expect_proper(polygon, result, flat);
}

TEST(SweepTriangulator, cuts_every_simple_polygon) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        expect_swept(random_star(random, 4 + static_cast<std::uint32_t>(random.below(36))));
        const auto grid = static_cast<std::uint32_t>(3 + random.below(8));
        expect_swept(random_on_grid(random, 30, grid), Flat::allowed);
    }
    for (const Polygon& polygon : {sharp_star(1000), comb(1000), spiral(12, 1000), spiral(100, 1000)})
        expect_swept(polygon);
}

TEST(SweepTriangulator, gives_up_on_what_touches_or_crosses_itself_or_is_right_all_the_same) {
    Triangles triangles{{7, 8, 9}};
    EXPECT_FALSE(detail::sweep_triangulate(square_with_holes(3), triangles));
    EXPECT_FALSE(detail::sweep_triangulate(Polygon{{0, 0}, {1, 0}, {2, 0}}, triangles));
    EXPECT_FALSE(detail::sweep_triangulate(Polygon{{0, 0}, {4, 4}, {4, 0}, {0, 3}}, triangles));
    EXPECT_FALSE(detail::sweep_triangulate(Polygon{{0, 0}, {0, 1}, {1, 0}}, triangles));  // clockwise
    EXPECT_EQ(triangles, (Triangles{{7, 8, 9}}));
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Polygon polygon(3 + random.below(12));
        for (Vec2& p : polygon)
            p = {static_cast<double>(random.below(7)), static_cast<double>(random.below(7))};
        triangles.clear();
        if (!detail::sweep_triangulate(polygon, triangles)) continue;
        ASSERT_EQ(triangles.size(), polygon.size() - 2);
        long double sum = 0;
        for (const auto& [a, b, c] : triangles) {
            EXPECT_GE(orient2d(polygon[a], polygon[b], polygon[c]), 0);
            sum += twice_area({polygon[a], polygon[b], polygon[c]});
        }
        EXPECT_EQ(sum, twice_area(polygon));
    }
}

TEST(Triangulate, cuts_polygons_of_more_than_a_million_corners_as_a_fan) {
    std::vector<Vec3> points((1 << 20) + 1);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {static_cast<double>(i % 3), static_cast<double>(i), 0};
    const Cut result = cut(points);
    EXPECT_FALSE(result.proper);
    ASSERT_EQ(result.triangles.size(), points.size() - 2);
    EXPECT_EQ(result.triangles[7], (std::array<std::uint32_t, 3>{0, 8, 9}));
}

}  // namespace
}  // namespace graze::test
