// Small meshes of which all triangles are as close to all others: copies, needles that share a corner,
// coplanar triangles. They are to be answered in about linear time, counted in tests, and right.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/quat.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/relation/detail/surface_contacts.h"
#include "graze/query/relation/relation.h"
#include "tests/query/relations.h"
#include "tests/query/scenes.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::at;

Mesh mesh_of(const std::vector<Triangle>& triangles) {
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> indices;
    for (const Triangle& t : triangles) {
        const auto first = static_cast<VertexId>(vertices.size());
        vertices.insert(vertices.end(), t.corner.begin(), t.corner.end());
        indices.push_back({first, first + 1, first + 2});
    }
    return Mesh(std::move(vertices), std::move(indices));
}

Mesh copies(std::uint32_t count, const Triangle& t) {
    return mesh_of(std::vector<Triangle>(count, t));
}

// Around the z axis, with the common corner in the origin and the others at a height.
Mesh needle_fan(std::uint32_t count, double height) {
    std::vector<Triangle> needles;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto rim = [&](std::uint32_t k) {
            const SinCos turn = sin_cos_turns(static_cast<double>(k) / count);
            return Vec3{turn.cos, turn.sin, height};
        };
        needles.push_back({{{{0, 0, 0}, rim(i), rim(i + 1)}}});
    }
    return mesh_of(needles);
}

Mesh coplanar(std::uint32_t count, std::uint64_t seed) {
    Random r(seed);
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        Triangle t;
        for (Vec3& p : t.corner) p = r.in_box({-1, -1, 0}, {1, 1, 0});
        triangles.push_back(t);
    }
    return mesh_of(triangles);
}

// One triangle again and again, each time turned a little further in its plane. The plane is tilted, so that
// rounding puts the corners on either side of it.
const Pose tilted(Quat::about_turns({1, 2, 0.5}, 0.11), {});

std::vector<Triangle> turned_triangles(std::uint32_t count, double start) {
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        Triangle t;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const SinCos turn = sin_cos_turns(start + (static_cast<double>(i) / count + k) / 3);
            t[k] = tilted(Vec3{turn.cos, turn.sin, 0});
        }
        triangles.push_back(t);
    }
    return triangles;
}

Mesh turned(std::uint32_t count, double start) {
    return mesh_of(turned_triangles(count, start));
}
Pose lifted(double height) {
    return Pose::translation(tilted(Vec3{0, 0, height}));
}

const Triangle some{{{{0, 0, 0}, {1, 0.2, 0.1}, {0.3, 1, 0.2}}}},
    opposite{{{{0, 0, 0}, {-1, -0.2, -0.4}, {-0.3, -1, -0.1}}}};

std::uint64_t all_of(const QueryCounts& c) {
    return c.box_pairs + c.triangle_pairs + 8 * c.exact_pairs;
}

// From 1000 triangles to 8000. Where a plane between the whole meshes is found at once, hardly any tests are
// needed; then up to two for each triangle of both count as few.
void expect_about_linear(const std::string& name, const std::function<std::uint64_t(std::uint32_t)>& tests) {
    const auto few = static_cast<double>(tests(1000)), many = static_cast<double>(tests(8000));
    EXPECT_LT(many, std::max(few, 4000.0) * std::pow(8, 1.3))
        << name << ": " << few << " tests, then " << many;
}

TEST(HardCases, intersects_takes_about_linear_time) {
    const auto tests_of = [](const Mesh& a, const Pose& pose, const Mesh& b) {
        QueryCounts counts;
        EXPECT_EQ(intersects(Shape(a), pose, Shape(b), {}, {.counts = &counts}), Answer::no);
        return all_of(counts);
    };
    expect_about_linear("copies", [&](std::uint32_t n) {
        return tests_of(copies(n, some), at(1e-9, 1e-9, 1e-9), copies(n, opposite));
    });
    expect_about_linear("flat fans", [&](std::uint32_t n) {
        return tests_of(needle_fan(n, 0), at(0, 0, 1e-9), needle_fan(n, 0));
    });
    expect_about_linear("cones in one another", [&](std::uint32_t n) {
        return tests_of(needle_fan(n, 0.3), at(0, 0, 1e-9), needle_fan(n, 0.3));
    });
    expect_about_linear("coplanar", [&](std::uint32_t n) {
        return tests_of(coplanar(n, 1), at(0, 0, 1e-9), coplanar(n, 2));
    });
    expect_about_linear("turned heaps", [&](std::uint32_t n) {
        return tests_of(turned(n, 0.01), lifted(1e-12), turned(n, 0.2));
    });
}

TEST(HardCases, distance_takes_about_linear_time) {
    const auto tests_of = [](const Mesh& a, const Pose& pose, const Mesh& b) {
        QueryCounts counts;
        EXPECT_EQ(distance(Shape(a), pose, Shape(b), {}, {.counts = &counts}).status, QueryStatus::complete);
        return all_of(counts);
    };
    expect_about_linear("copies", [&](std::uint32_t n) {
        return tests_of(copies(n, some), at(0.1, 0.2, 0.3), copies(n, opposite));
    });
    expect_about_linear("fans", [&](std::uint32_t n) {
        return tests_of(needle_fan(n, 1), at(0.03, 0.07, 0.3), needle_fan(n, -1));
    });
    expect_about_linear(
        "coplanar", [&](std::uint32_t n) { return tests_of(coplanar(n, 1), at(0, 0, 0.1), coplanar(n, 2)); });
    expect_about_linear("turned heaps", [&](std::uint32_t n) {
        return tests_of(turned(n, 0.01), lifted(1e-9), turned(n, 0.2));
    });
}

// With a limit just below the distance, so that no pair is near enough and doubles tell none.
TEST(HardCases, within_takes_about_linear_time_at_the_exact_distance) {
    const auto tests_of = [](const Mesh& a, const Pose& pose, const Mesh& b) {
        const Shape shape_a(a), shape_b(b);
        const double limit = std::nextafter(distance(shape_a, pose, shape_b, {}).value, 0.0);
        QueryCounts counts;
        const auto none = [](const Contact&) { return true; };
        EXPECT_EQ(visit_close_triangles(shape_a, pose, shape_b, {}, limit, none, {.counts = &counts}),
                  Answer::no);
        EXPECT_FALSE(within(shape_a, pose, shape_b, {}, limit));
        return all_of(counts);
    };
    expect_about_linear("fans", [&](std::uint32_t n) {
        return tests_of(needle_fan(n, 1), at(0.03, 0.07, 0.3), needle_fan(n, -1));
    });
    expect_about_linear("copies", [&](std::uint32_t n) {
        return tests_of(copies(n, some), at(0.1, 0.2, 0.3), copies(n, opposite));
    });
    expect_about_linear(
        "coplanar", [&](std::uint32_t n) { return tests_of(coplanar(n, 1), at(0, 0, 0.1), coplanar(n, 2)); });
}

// Plain doubles tell each pair, and there are many of them.
TEST(HardCases, within_takes_about_linear_time_at_half_the_distance) {
    expect_about_linear("turned heaps", [&](std::uint32_t n) {
        const Shape a(turned(n, 0.01)), b(turned(n, 0.2));
        QueryCounts counts;
        const auto none = [](const Contact&) { return true; };
        EXPECT_EQ(visit_close_triangles(a, lifted(1e-9), b, {}, 5e-10, none, {.counts = &counts}),
                  Answer::no);
        EXPECT_FALSE(within(a, lifted(1e-9), b, {}, 5e-10));
        return all_of(counts);
    });
}

// Many boxes at one place.
Mesh boxes(std::uint32_t count, const Vec3& middle, double size) {
    const Mesh box = make_box({size, size, size});
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        for (TriangleId t = 0; t < box.triangle_count(); ++t)
            triangles.push_back(Pose::translation(middle)(box.triangle(t)));
    }
    return mesh_of(triangles);
}

TEST(HardCases, relation_is_decided_within_a_budget_that_is_linear) {
    constexpr std::uint32_t n = 4000;
    const auto expect = [](Relation wanted, const Mesh& a, const Mesh& b, const char* name) {
        const std::uint64_t tests = 250 * (a.triangle_count() + b.triangle_count());
        const QueryOptions options{.budget = Budget::of_tests(tests)};
        constexpr OpenMeshes open = OpenMeshes::as_surfaces;
        EXPECT_EQ(relation(Shape(a), {}, Shape(b), {}, open, options), wanted) << name;
        EXPECT_EQ(relation(Shape(b), {}, Shape(a), {}, open, options), test::mirrored(wanted)) << name;
    };
    expect(Relation::touching, copies(n, some), copies(n, opposite), "copies that touch in a corner");
    expect(Relation::touching, copies(n, some), copies(n, some), "copies of one triangle");
    expect(Relation::touching, coplanar(n, 1), coplanar(n, 2), "coplanar triangles");
    expect(Relation::touching, needle_fan(n, 1), needle_fan(n, -1), "fans that touch in a corner");
    expect(Relation::touching, boxes(300, {0, 0, 0}, 1), boxes(300, {0, 0, 1}, 1), "boxes on each other");
    expect(Relation::touching, boxes(300, {0, 0, 0}, 1), boxes(300, {1, 1, 1}, 1), "boxes at a corner");
}

// A comb of one polygon in front and one behind, or the comb that fills its gaps: the sides of all teeth, and
// their ends, are flush. Long needles make up the spine.
Mesh comb(std::uint32_t teeth, bool fills_gaps) {
    const double width = 2.0 * teeth;
    std::vector<Vec2> outline{{0, -1}, {width, -1}};
    for (std::uint32_t i = teeth; i > 0; --i) {
        const double left = 2.0 * i - 2;
        outline.insert(outline.end(), {{left + 2, 0}, {left + 1, 0}, {left + 1, 3}, {left, 3}});
    }
    // Turned by half a turn, in the plane.
    if (fills_gaps) {
        for (Vec2& p : outline) p = {width - p.x, 3 - p.y};
    }
    return test::prism(outline, 0, 1);
}

// No plane separates them, and each tooth has contacts of its own.
TEST(HardCases, combs_in_each_other_take_about_as_many_tests_per_tooth_however_many_there_are) {
    for (const std::uint32_t teeth : {60u, 500u}) {
        const Mesh a = comb(teeth, false), b = comb(teeth, true);
        const QueryOptions options{.budget = Budget::of_tests(32'000 * std::uint64_t{teeth})};
        EXPECT_EQ(relation(Shape(a), {}, Shape(b), {}, options), Relation::touching) << teeth;
        EXPECT_EQ(relation(Shape(a), at(0.01, 0, 0), Shape(b), {}, options), Relation::overlapping) << teeth;
    }
}

TEST(HardCases, a_budget_counts_exact_decisions) {
    const Shape cone(needle_fan(20000, 0.3));
    const Budget budget = Budget::of_tests(100'000);
    QueryCounts counts;
    EXPECT_EQ(intersects(cone, at(0, 0, 1e-9), cone, {}, {.budget = budget, .counts = &counts}),
              Answer::undecided);
    EXPECT_LT(8 * counts.exact_pairs, budget.tests + 1000);
    EXPECT_EQ(relation(cone, at(0, 0, 1e-9), cone, {}, OpenMeshes::as_surfaces, {.budget = budget}),
              Relation::undecided);
}

// Copies, needles and coplanar pieces of all sorts, on a coarse grid or anywhere, against every pair.
std::vector<Triangle> hard_soup(Random& r, bool snapped, double lift) {
    std::vector<Triangle> triangles;
    const auto point = [&] {
        Vec3 p = r.in_box({-1, -1, 0}, {1, 1, 1});
        if (r.below(3) == 0) p.z = 0;
        if (snapped) p = {std::round(p.x * 4) / 4, std::round(p.y * 4) / 4, std::round(p.z * 4) / 4};
        p.z += lift;
        return p;
    };
    while (triangles.size() < 80) {
        const Vec3 apex = point();
        const std::uint64_t kind = r.below(3), count = 1 + r.below(40);
        Triangle t{{{apex, point(), point()}}};
        for (std::uint64_t i = 0; i < count; ++i) {
            if (kind == 1) t = {{{apex, point(), point()}}};
            if (kind == 2) t[2] = t[1] + Vec3{0.01, 0.02, 0}, t[1] = point();
            triangles.push_back(t);
        }
    }
    return triangles;
}

void expect_as_every_pair_says(const std::vector<Triangle>& of_a, const std::vector<Triangle>& of_b) {
    const Shape a(mesh_of(of_a)), b(mesh_of(of_b));
    std::size_t touching = 0, crossing = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : of_a) {
        for (const Triangle& u : of_b) {
            const bool touch = intersects(t, u);
            touching += touch ? 1 : 0;
            crossing += touch && detail::cross_properly(t, u) ? 1 : 0;
            least = std::min(least, distance(t, u).value);
        }
    }
    EXPECT_EQ(intersects(a, {}, b, {}), touching > 0);
    EXPECT_EQ(intersecting_triangles(a, {}, b, {}).size(), touching);
    EXPECT_EQ(relation(a, {}, b, {}, OpenMeshes::as_surfaces), crossing > 0   ? Relation::overlapping
                                                               : touching > 0 ? Relation::touching
                                                                              : Relation::apart);
    EXPECT_NEAR(distance(a, {}, b, {}).value, least, 1e-12 * least + 4e-15);
    for (const double limit : {0.5 * least, std::nextafter(least, 0.0), least, std::nextafter(least, 2.0)}) {
        if (!(limit > 0)) continue;
        std::size_t close = 0;
        for (const Triangle& t : of_a) {
            for (const Triangle& u : of_b) close += distance_at_most(t, u, limit) ? 1 : 0;
        }
        EXPECT_EQ(within(a, {}, b, {}, limit), close > 0);
        EXPECT_EQ(close_triangles(a, {}, b, {}, limit).size(), close);
    }
}

TEST(HardCases, are_answered_as_every_pair_says) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random r(seed);
        const bool snapped = r.below(2) == 0;
        // Above each other, and touching or a little apart.
        const double lifts[] = {0, 1e-9, 0x1p-40, 0.25};
        std::vector<Triangle> of_a = hard_soup(r, snapped, lifts[r.below(4)]),
                              of_b = hard_soup(r, snapped, 0);
        for (Triangle& t : of_b) {
            for (Vec3& p : t.corner) p.z = -p.z;
        }
        expect_as_every_pair_says(of_a, of_b);
    }
}

TEST(HardCases, of_turned_heaps_are_answered_as_every_pair_says) {
    for (const double height : {0.0, 4e-16, 1e-12, 1e-9}) {
        SCOPED_TRACE("height " + std::to_string(height * 1e16) + "e-16");
        std::vector<Triangle> of_a = turned_triangles(24, 0.01);
        for (Triangle& t : of_a) t = lifted(height)(t);
        expect_as_every_pair_says(of_a, turned_triangles(12, 0.2));
    }
}

}  // namespace
}  // namespace graze
