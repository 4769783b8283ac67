// The bounds of a depth come together: where parts overlap by very little compared with their size, where
// faces are flush but for rounding, and where facets of one cylinder cross those of another.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/mesh/generate.h"
#include "graze/query/depth/local_depth.h"
#include "graze/query/relation/relation.h"
#include "graze/query/solid/overlap_regions.h"
#include "tests/query/depths.h"
#include "tests/query/meshes.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::at;
using test::block;

constexpr std::uint64_t some_tests = 20'000'000;

// The bounds are as close as asked, and no sample is deeper.
LocalDepth expect_close(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Random& r,
                        std::size_t samples = 200) {
    QueryCounts counts;
    const LocalDepth d =
        local_depth(a, pose_a, b, pose_b, {}, {.budget = Budget::of_tests(some_tests), .counts = &counts});
    const double rounding = test::coarseness(a, pose_a, b, pose_b);
    EXPECT_EQ(d.status, QueryStatus::complete);
    EXPECT_LE(d.value, d.at_most);
    EXPECT_LE(d.at_most, 1.001 * d.value + 2 * rounding);
    EXPECT_LE(test::sampled_depth(a, pose_a, b, pose_b, samples, r), d.at_most + rounding);
    EXPECT_LE(test::sampled_depth(b, pose_b, a, pose_a, samples, r), d.at_most + rounding);
    test::expect_attained(d, a, pose_a, b, pose_b);
    return d;
}

// A bolt along z: a shaft of the radius 1 below a head of the radius 2, whose underside is at z = 0.
Mesh bolt(std::uint32_t around, double below = 4) {
    return test::turned({{0, -below}, {1, -below}, {1, 0}, {2, 0}, {2, 1}, {0, 1}}, around);
}

// ---- Facets of cylinders

std::vector<Vec2> circle(double radius, std::uint32_t around, double turns) {
    std::vector<Vec2> points;
    for (std::uint32_t k = 0; k < around; ++k) {
        const SinCos angle = sin_cos_turns(static_cast<double>(k) / around + turns);
        points.push_back({radius * angle.cos, radius * angle.sin});
    }
    return points;
}

// How far points of a convex polygon reach beyond another convex polygon; or, with `within`, into it.
double sampled_reach(const std::vector<Vec2>& of, const std::vector<Vec2>& other, bool within) {
    double reach = 0;
    const auto segment = [](const std::vector<Vec2>& p, std::size_t i) {
        return std::pair(p[i], p[(i + 1) % p.size()]);
    };
    for (std::size_t i = 0; i < of.size(); ++i) {
        const auto [p, q] = segment(of, i);
        for (int k = 0; k <= 400; ++k) {
            const double s = k / 400.0;
            const Vec2 x{p.x + (q.x - p.x) * s, p.y + (q.y - p.y) * s};
            double nearest = 1e300;
            bool inside = true;
            for (std::size_t j = 0; j < other.size(); ++j) {
                const auto [u, v] = segment(other, j);
                const Vec2 along{v.x - u.x, v.y - u.y}, off{x.x - u.x, x.y - u.y};
                const double t = std::clamp(
                    (off.x * along.x + off.y * along.y) / (along.x * along.x + along.y * along.y), 0.0, 1.0);
                nearest = std::min(nearest, std::hypot(off.x - t * along.x, off.y - t * along.y));
                inside = inside && along.x * off.y - along.y * off.x > 0;
            }
            if (inside == within) reach = std::max(reach, nearest);
        }
    }
    return reach;
}

TEST(LocalDepthBounds, meet_where_a_shaft_and_its_bore_have_different_facets) {
    Random r(91);
    for (const auto& [shaft, bore] : {std::pair(24U, 24U), {24U, 36U}, {17U, 64U}, {96U, 40U}}) {
        for (const double turns : {0.0, 0.013, 0.3}) {
            for (const double radius : {0.998, 1.0, 1.003}) {
                SCOPED_TRACE(std::to_string(shaft) + " in " + std::to_string(bore) + ", radius " +
                             std::to_string(radius) + ", turned by " + std::to_string(turns));
                const Shape pin(make_cylinder(radius, 8, shaft)), hole(make_tube(3, 1, 4, bore));
                const auto outer = circle(radius, shaft, turns), inner = circle(1, bore, 0);
                const double truth =
                    std::max(sampled_reach(outer, inner, false), sampled_reach(inner, outer, true));
                const LocalDepth d =
                    expect_close(pin, Pose::rotation_turns({0, 0, 1}, turns), hole, {}, r, 100);
                EXPECT_NEAR(d.value, truth, 1e-3 * truth + 1e-4);
            }
        }
    }
}

// The head is flush with the plate.
TEST(LocalDepthBounds, meet_for_a_bolt_whose_head_is_flush_with_the_plate) {
    Random r(92);
    for (const auto& [shaft, bore] : {std::pair(12U, 12U), {12U, 20U}, {30U, 48U}}) {
        const Shape screw(bolt(shaft)), plate(make_tube(5, 1, 3, bore));
        for (const double turns : {0.0, 0.02}) {
            SCOPED_TRACE(std::to_string(shaft) + " in " + std::to_string(bore) + ", turned by " +
                         std::to_string(turns));
            const Pose pose = Pose::translation({0, 0, 1.5}) * Pose::rotation_turns({0, 0, 1}, turns);
            expect_close(screw, pose, plate, {}, r);
            const Pose anywhere(r.rotation(), r.in_box({-50, -50, -50}, {50, 50, 50}));
            expect_close(screw, anywhere * pose, plate, anywhere, r);
        }
    }
}

// ---- Contact

TEST(LocalDepthBounds, are_zero_but_for_rounding_where_heaps_of_cells_touch) {
    Random r(93);
    int touching = 0;
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE("seed 93, " + std::to_string(i));
        const Shape a(test::polycube(test::random_cells(3, 0.4, r), r)),
            b(test::polycube(test::random_cells(3, 0.4, r), r));
        const auto step = [&] { return static_cast<double>(r.below(6)) - 3; };
        const double x = step(), y = step();
        const Pose there = Pose::translation({x, y, step()});
        if (relation(a, {}, b, there) != Relation::touching) continue;
        ++touching;
        const LocalDepth d = expect_close(a, {}, b, there, r, 0);
        EXPECT_EQ(d.value, 0);
        // Turned, faces that were flush are so but for rounding.
        const Pose anywhere(r.rotation(), r.in_box({-5, -5, -5}, {5, 5, 5}));
        expect_close(a, anywhere, b, anywhere * there, r, 0);
    }
    EXPECT_GT(touching, 50);
}

// ---- Copies

TEST(LocalDepthBounds, meet_for_copies_that_are_shifted_by_little) {
    Random r(94);
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE("seed 94, " + std::to_string(i));
        const Shape a(i % 3 == 0   ? bolt(7 + i % 5, 3)
                      : i % 3 == 1 ? test::polycube(test::random_cells(3, 0.4, r), r)
                                   : make_torus(1, 0.3, 7, 5));
        const Vec3 way = r.on_sphere();
        const double shift = std::pow(10, r.uniform(-9, -1));
        const Pose pose(r.rotation(), {});
        const LocalDepth d = expect_close(a, pose, a, Pose::translation(way * shift) * pose, r, 0);
        // What is carried along the shift is on the other's surface.
        EXPECT_LE(d.value, shift * (1 + 1e-12) + 1e-14);
    }
}

TEST(LocalDepthBounds, of_a_shifted_block_are_its_shift) {
    const Shape a(block({0, 0, 0}, {1, 2, 3}));
    for (const double shift : {1e-1, 1e-3, 1e-6, 1e-9}) {
        test::expect_depth(a, {}, a, at(shift), shift);
        test::expect_depth(a, {}, a, at(shift, shift / 2), shift);
        test::expect_depth(a, {}, a, at(shift, -shift / 2, shift / 4), shift);
    }
}

// ---- Regions

// Rings around a pin, all in the same two triangles of a plate, each sunk in by another depth.
TEST(LocalDepthBounds, of_regions_around_one_another_are_those_of_each) {
    const double sunk[3] = {0.015625, 0.25, 0.5};
    const auto standing = [&](const Mesh& m, int i) { return test::moved(m, {0.3, 0.1, 2 - sunk[i]}); };
    const Shape tool(
        test::joined({standing(make_tube(3, 2.5, 4, 40), 0), standing(make_tube(2, 1.5, 4, 30), 1),
                      standing(make_cylinder(1, 4, 20), 2)})),
        plate(block({-20, -20, -6}, {20, 20, 0}));
    for (const bool exchanged : {false, true}) {
        const Shape &a = exchanged ? plate : tool, &b = exchanged ? tool : plate;
        const auto regions = overlap_regions(a, {}, b, {});
        ASSERT_EQ(regions.size(), 3u);
        for (const OverlapRegion& r : regions) {
            const double depth = -r.box.lower.z;
            EXPECT_TRUE(std::ranges::find(sunk, depth) != std::end(sunk)) << depth;
            EXPECT_FALSE((exchanged ? r.faces_a : r.faces_b).empty());
            const LocalDepth d = local_depth(a, {}, b, {},
                                             {.triangles_a = r.triangles_a,
                                              .triangles_b = r.triangles_b,
                                              .within = r.border_box,
                                              .faces_a = r.faces_a,
                                              .faces_b = r.faces_b});
            EXPECT_EQ(d.status, QueryStatus::complete);
            EXPECT_LE(d.value, depth + 1e-12);
            EXPECT_GE(d.at_most, depth);
            EXPECT_LE(d.at_most, 1.001 * depth + 1e-12);
        }
    }
}

// ---- What is asked for

TEST(LocalDepthBounds, come_together_as_the_budget_grows) {
    const Shape screw(bolt(12)), plate(make_tube(5, 1, 3, 20));
    const Pose pose = Pose::translation({0, 0, 1.5});
    const LocalDepth full = local_depth(screw, pose, plate, {});
    double least = 1e300;
    for (std::uint64_t tests = 10; tests < some_tests; tests *= 10) {
        const LocalDepth d = local_depth(screw, pose, plate, {}, {}, {.budget = Budget::of_tests(tests)});
        EXPECT_LE(d.value, full.at_most);
        EXPECT_GE(d.at_most, full.value);
        EXPECT_EQ(d.status == QueryStatus::complete, d.at_most <= 1.001 * d.value + 1e-12);
        least = std::min(least, d.at_most);
    }
    EXPECT_LE(least, 1.001 * full.value + 1e-12);
}

TEST(LocalDepthBounds, decide_a_limit_and_stop) {
    const Shape screw(bolt(12)), plate(make_tube(5, 1, 3, 20));
    const Pose pose = Pose::translation({0, 0, 1.5});
    const LocalDepth full = local_depth(screw, pose, plate, {});
    ASSERT_GT(full.value, 0);
    for (const double part : {0.0, 0.5, 0.999, 1.002, 1.5, 100.0}) {
        QueryCounts counts;
        LocalDepthOptions options{.relative_error = 0};
        options.limit = part * full.value;
        const LocalDepth d = local_depth(screw, pose, plate, {}, options, {.counts = &counts});
        EXPECT_EQ(d.status, QueryStatus::complete);
        EXPECT_EQ(d.value > *options.limit, part < 1) << part;
        if (part > 1) {
            EXPECT_LE(d.at_most, *options.limit * (1 + 1e-12));
        }
        EXPECT_GT(counts.box_pairs, 0u);
    }
    EXPECT_EQ(local_depth(screw, pose, plate, {}, {.limit = -1}).status, QueryStatus::bad_input);
}

TEST(LocalDepthBounds, count_what_they_take) {
    const Shape screw(bolt(12)), plate(make_tube(5, 1, 3, 20));
    const Pose pose = Pose::translation({0, 0, 1.5});
    QueryCounts counts{.box_pairs = 5}, again;
    local_depth(screw, pose, plate, {}, {}, {.counts = &counts});
    local_depth(screw, pose, plate, {}, {}, {.counts = &again});
    EXPECT_EQ(counts.box_pairs, again.box_pairs + 5);
    EXPECT_GT(again.leaf_pairs, 0u);
    EXPECT_GE(again.triangle_pairs, again.leaf_pairs);
    EXPECT_GT(again.exact_pairs, 0u);
    EXPECT_LE(again.exact_pairs, again.triangle_pairs);
}

}  // namespace
}  // namespace graze
