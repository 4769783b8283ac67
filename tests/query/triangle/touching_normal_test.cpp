// The normals of triangles that touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"

namespace graze::test {
namespace {

Shape one_triangle(const Triangle& t) {
    return Shape(Mesh({t[0], t[1], t[2]}, {{0, 1, 2}}));
}

Witness met(const Triangle& a, const Triangle& b) {
    return witness(one_triangle(a), {}, one_triangle(b), {});
}

const Triangle floor_triangle{{{{-4, -4, 0}, {8, -4, 0}, {-4, 8, 0}}}};

TEST(TouchingNormal, of_a_corner_on_a_face_is_that_of_the_face) {
    const Triangle tip{{{{0, 0, 0}, {1, 0, 3}, {0, 1, 2}}}};
    const Witness w = met(floor_triangle, tip);
    EXPECT_EQ(w.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(w.certainty, NormalCertainty::certain);
    EXPECT_EQ(met(tip, floor_triangle).normal, (Vec3{0, 0, -1}));
    const Triangle from_below{{{{0, 0, 0}, {1, 0, -3}, {0, 1, -2}}}};
    EXPECT_EQ(met(floor_triangle, from_below).normal, (Vec3{0, 0, -1})) << "whatever the winding of the face";
    const Distance d = distance(one_triangle(floor_triangle), {}, one_triangle(tip), {});
    EXPECT_EQ(d.value, 0);
    EXPECT_EQ(d.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(d.certainty, NormalCertainty::certain);
}

TEST(TouchingNormal, of_an_edge_on_a_face_is_that_of_the_face) {
    const Triangle standing{{{{0, 0, 0}, {1, 0, 0}, {0, 0, 2}}}};
    EXPECT_EQ(met(floor_triangle, standing).normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(met(floor_triangle, standing).certainty, NormalCertainty::certain);
}

TEST(TouchingNormal, of_two_edges_that_cross_is_across_both) {
    const Triangle below{{{{-1, 0, 0}, {1, 0, 0}, {0, 0, -1}}}}, above{{{{0, -1, 0}, {0, 1, 0}, {0, 0, 1}}}};
    EXPECT_EQ(met(below, above).normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(met(above, below).normal, (Vec3{0, 0, -1}));
    EXPECT_EQ(met(below, above).certainty, NormalCertainty::certain);
}

TEST(TouchingNormal, of_faces_back_to_back_has_an_unsure_sign_by_the_winding) {
    const Triangle other{{{{-1, -1, 0}, {-1, 2, 0}, {2, -1, 0}}}};
    const Witness w = met(floor_triangle, other);
    EXPECT_EQ(w.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(w.certainty, NormalCertainty::unsure);
    const Triangle alike{{other[0], other[2], other[1]}};
    EXPECT_EQ(met(floor_triangle, alike).certainty, NormalCertainty::none) << "neither is outside";
}

TEST(TouchingNormal, is_none_where_more_than_one_plane_is_between) {
    const Triangle corner_on_corner{{{{-4, -4, 0}, {-5, -4, 1}, {-4, -5, 1}}}};
    const Triangle corner_on_edge{{{{0, -4, 0}, {1, -5, 1}, {0, -5, 2}}}};
    const Triangle edge_along_edge{{{{0, -4, 0}, {1, -4, 0}, {0, -5, 1}}}};
    for (const Triangle& t : {corner_on_corner, corner_on_edge, edge_along_edge}) {
        const Witness w = met(floor_triangle, t);
        ASSERT_TRUE(w.found());
        EXPECT_EQ(w.certainty, NormalCertainty::none);
        EXPECT_EQ(w.normal, Vec3{});
    }
}

TEST(TouchingNormal, is_none_where_triangles_cross) {
    const Triangle through{{{{0, 0, -1}, {1, 0, 3}, {0, 1, 2}}}};
    EXPECT_TRUE(met(floor_triangle, through).found());
    EXPECT_EQ(met(floor_triangle, through).certainty, NormalCertainty::none);
}

TEST(TouchingNormal, is_right_at_every_scale) {
    for (const double scale : {1e-300, 1e-150, 1e-20, 1e20, 1e99}) {
        Triangle a = floor_triangle, b{{{{0, 0, 0}, {1, 0, 3}, {0, 1, 2}}}};
        for (Triangle* t : {&a, &b})
            for (Vec3& p : t->corner) p = p * scale;
        const Witness w = met(a, b);
        EXPECT_EQ(w.normal, (Vec3{0, 0, 1})) << scale;
        EXPECT_EQ(w.certainty, NormalCertainty::certain) << scale;
    }
}

TEST(TouchingNormal, of_a_triangle_as_thin_as_rounding_is_unsure) {
    const double hair = 0x1p-50;
    const Triangle needle{{{{-1, 0, 0}, {1, 0, 0}, {0, hair, 0}}}};
    const Triangle tip{{{{0, hair / 2, 0}, {1, 0, 3}, {0, 1, 2}}}};
    const Witness w = met(needle, tip);
    ASSERT_TRUE(w.found());
    EXPECT_EQ(w.certainty, NormalCertainty::unsure);
}

// ---- Against the definition, in integers

using Whole = std::array<std::int64_t, 3>;
Whole minus(const Whole& a, const Whole& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Whole times(const Whole& a, const Whole& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::int64_t inner(const Whole& a, const Whole& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
using WholeTriangle = std::array<Whole, 3>;

Triangle in_doubles(const WholeTriangle& t) {
    Triangle result;
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = {static_cast<double>(t[i][0]), static_cast<double>(t[i][1]),
                     static_cast<double>(t[i][2])};
    return result;
}

bool is_between(const Whole& n, const WholeTriangle& a, const WholeTriangle& b) {
    for (const Whole& p : a)
        for (const Whole& q : b)
            if (inner(n, p) > inner(n, q)) return false;
    return true;
}

// All directions with A below and B above that are across two edges or across a face. If the triangles are in
// different planes and only one direction separates them, it is one of these; if several do, several of these
// do, for these are the normals of the faces of the solid of all differences of points.
std::vector<Whole> directions_between(const WholeTriangle& a, const WholeTriangle& b) {
    std::vector<Whole> edges, found;
    for (const WholeTriangle* t : {&a, &b})
        for (std::size_t i = 0; i < 3; ++i) edges.push_back(minus((*t)[(i + 1) % 3], (*t)[i]));
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = 0; j < edges.size(); ++j) {
            const Whole n = times(edges[i], edges[j]);
            if (n == Whole{} || !is_between(n, a, b)) continue;
            const auto same = [&](const Whole& m) { return times(m, n) == Whole{} && inner(m, n) > 0; };
            if (std::ranges::none_of(found, same)) found.push_back(n);
        }
    }
    return found;
}

TEST(TouchingNormal, is_certain_if_and_only_if_one_plane_is_between) {
    Random r(71);
    const auto coordinate = [&] { return static_cast<std::int64_t>(r.below(5)); };
    int certain = 0, none = 0;
    for (int i = 0; i < 60'000; ++i) {
        WholeTriangle a, b;
        for (WholeTriangle* t : {&a, &b})
            for (Whole& p : *t) p = {coordinate(), coordinate(), coordinate()};
        const Whole across_a = times(minus(a[1], a[0]), minus(a[2], a[0])),
                    across_b = times(minus(b[1], b[0]), minus(b[2], b[0]));
        if (times(across_a, across_b) == Whole{}) continue;  // in parallel planes, or degenerate
        const Triangle ta = in_doubles(a), tb = in_doubles(b);
        if (!intersects(ta, tb)) continue;
        const std::vector<Whole> expected = directions_between(a, b);
        const Contact contacts[] = {met(ta, tb), distance(one_triangle(ta), {}, one_triangle(tb), {}),
                                    close_triangles(one_triangle(ta), {}, one_triangle(tb), {}, 0).at(0)};
        for (const Contact& c : contacts) {
            SCOPED_TRACE("seed 71, case " + std::to_string(i));
            ASSERT_EQ(c.certainty, expected.size() == 1 ? NormalCertainty::certain : NormalCertainty::none);
            if (expected.size() != 1) continue;
            const Vec3 n = in_doubles({expected[0], expected[0], expected[0]})[0];
            ASSERT_LT(length(c.normal - n / length(n)), 1e-14);
        }
        (expected.size() == 1 ? certain : none) += 1;
    }
    EXPECT_GT(certain, 1000);
    EXPECT_GT(none, 1000);
}

}  // namespace
}  // namespace graze::test
