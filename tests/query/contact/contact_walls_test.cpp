// Contacts where several things meet: walls in a corner, ridges side by side, corners beside edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/contact/contacts.h"
#include "tests/query/contact/contact_scenes.h"

namespace graze::test {
namespace {

// A floor of this size with a block standing on it: an L, drawn along y. Closed, wound outwards.
Mesh make_step(double height) {
    const double profile[6][2] = {{-2, -1}, {2, -1}, {2, 0}, {0, 0}, {0, height}, {-2, height}};
    std::vector<Vec3> vertices;
    for (const double y : {-1.0, 1.0})
        for (const auto& p : profile) vertices.push_back({p[0], y, p[1]});
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId i = 0; i < 6; ++i) {
        const VertexId j = (i + 1) % 6;
        triangles.push_back({i, j, j + 6});
        triangles.push_back({i, j + 6, i + 6});
    }
    for (const auto& [p, q, r] : {std::array<VertexId, 3>{0, 1, 3}, {1, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
        triangles.push_back({p, r, q});
        triangles.push_back({p + 6, q + 6, r + 6});
    }
    for (auto& t : triangles) std::swap(t[1], t[2]);
    return Mesh(std::move(vertices), std::move(triangles));
}

TEST(ContactWalls, in_a_corner_each_have_their_own_normal) {
    const Shape corner(make_step(2)), box(make_box({0.6, 0.5, 0.4}));
    ASSERT_TRUE(corner.closed_surface().closed());
    for (const double gap : {0.02, 0.004, -0.01}) {
        SCOPED_TRACE(gap);
        const Pose in_corner = moved_to(0.3 + gap, 0.1, 0.2 + gap);
        for (const bool reduce : {false, true}) {
            std::size_t on_floor = 0, on_wall = 0;
            for (const ContactPoint& c :
                 contacts(corner, unmoved, box, in_corner, 0.05, {.reduce = reduce, .regions = false})) {
                if (!(c.weight > 1e-12)) continue;
                // What is beyond both walls is nearest to the edge between them.
                if (gap < 0 && c.kind == ContactKind::vertex_edge) continue;
                on_floor += c.normal.z > 1 - 1e-9 ? 1 : 0;
                on_wall += c.normal.x > 1 - 1e-9 ? 1 : 0;
                EXPECT_GT(std::max(c.normal.x, c.normal.z), 1 - 1e-9) << "between the walls";
                EXPECT_NEAR(c.distance, gap, 1e-9);
            }
            EXPECT_GE(on_floor, 4u);
            EXPECT_GE(on_wall, 4u);
        }
    }
}

TEST(ContactWalls, keep_the_numbers_of_their_contacts) {
    // The corner edge of the box turns in the corner of two walls: two contacts of the same edges.
    const Shape corner(make_step(2)), box(make_box({0.6, 0.5, 0.4}));
    QueryCache cache;
    std::vector<ContactPoint> last;
    std::size_t compared = 0;
    for (int i = 0; i < 20; ++i) {
        const Pose pose(Pose::rotation_radians({0, 1, 0}, 1e-4 * i).rotation(), {0.31, 0.1, 0.21});
        const auto found = contacts(corner, unmoved, box, pose, 0.05, {.reduce = false}, {.cache = &cache});
        std::set<std::uint64_t> ids;
        for (const ContactPoint& c : found) EXPECT_TRUE(ids.insert(c.id).second) << i;
        for (const ContactPoint& c : found)
            for (const ContactPoint& d : last)
                if (c.feature_a == d.feature_a && c.feature_b == d.feature_b && c.kind == d.kind &&
                    dot(c.normal, d.normal) > 0.9) {
                    EXPECT_EQ(c.id, d.id) << i;
                    ++compared;
                }
        last.assign(found.begin(), found.end());
    }
    EXPECT_GT(compared, 100u);
}

TEST(ContactWalls, do_not_push_into_the_material_at_the_foot_of_a_step) {
    const Shape step(make_step(0.03)), box(make_box({0.6, 0.5, 0.4}));
    std::size_t looked_at = 0;
    for (int i = 0; i <= 60; ++i) {
        const Pose pose(Pose::rotation_radians({0, 1, 0.2}, 0.03).rotation(),
                        {1.2 * (i / 60.0 - 0.5), 0.1, 0.25});
        for (const ContactPoint& c : contacts(step, unmoved, box, pose, 0.1, {.regions = false})) {
            ++looked_at;
            if (c.certainty == NormalCertainty::certain && c.distance > 1e-9) {
                // Nothing that is apart is inside the step.
                EXPECT_FALSE(c.point_b.x < -1e-9 && c.point_b.z < 0.03 - 1e-9) << i << " " << name_of(c.kind);
            }
        }
    }
    EXPECT_GT(looked_at, 100u);
}

TEST(ContactWalls, of_ridges_side_by_side_are_known_at_any_angle) {
    const Shape roof(make_box({1, 4, 1}));
    const Pose ridge(Pose::rotation_turns({0, 1, 0}, 0.125).rotation(), {});
    const double gap = 0.015, margin = 0.05;
    for (const double angle : {0.0, 1e-5, 1e-3, 0.004, 0.015, 0.03, 0.07, 0.3, 1.0}) {
        SCOPED_TRACE(angle);
        const Pose above(Pose::rotation_radians({0, 0, 1}, angle).rotation(), {0, 0.2, std::sqrt(2.0) + gap});
        const auto all = contacts(roof, ridge, roof, above * ridge, margin, {.reduce = false});
        double lowest = margin;
        for (const ContactPoint& c : all)
            if (c.normal.z > 0.999) lowest = std::min(lowest, c.distance);
        EXPECT_NEAR(lowest, gap, 1e-9);
        // The few have it, too, but for angles at which both its ends are hardly beyond the margin.
        if (angle > 0.002) {
            EXPECT_FALSE(contacts(roof, ridge, roof, above * ridge, margin).empty());
        }
    }
}

// Where the margin ends, the contacts of a face are on one line but for rounding.
TEST(ContactReduction, of_contacts_on_a_line_keeps_their_centre) {
    const Shape table(make_box({4, 4, 1}, 3)), box(make_box({1.3, 0.7, 0.5}, 2));
    std::size_t compared = 0;
    for (const double turn : {0.0, 0.3})
        for (int i = -40; i <= 40; ++i)
            for (const double gap : {0.0, 0.004, 0.012}) {
                const Pose tilted =
                    Pose::rotation_radians({0, 0, 1}, turn) * Pose::rotation_radians({1, 0, 0}, 0.0008 * i);
                const Pose pose(tilted.rotation(), {0.21, 0.02, 0.75 + gap});
                const auto all =
                               contacts(table, unmoved, box, pose, 0.02, {.reduce = false, .regions = false}),
                           few = contacts(table, unmoved, box, pose, 0.02, {.regions = false});
                bool one_normal = true;
                for (const ContactPoint& c : all)
                    one_normal = one_normal && (c.weight == 0 || dot(c.normal, all[0].normal) > 1 - 1e-12);
                if (!one_normal) continue;
                const ContactSum sum = sum_of(all, {}), reduced = sum_of(few, {});
                EXPECT_NEAR(length(sum.force - reduced.force), 0, 1e-9 * sum.weight) << turn << " " << i;
                EXPECT_NEAR(length(sum.moment - reduced.moment), 0, 1e-3 * 0.02 * sum.weight + 1e-12)
                    << turn << " " << i << " " << gap;
                compared += sum.weight > 0 ? 1 : 0;
            }
    EXPECT_GT(compared, 100u);
}

// A corner comes into a box through its top, a little beside its side: the side does not push it at once.
TEST(ContactWalls, push_a_corner_that_comes_in_beside_an_edge_by_and_by) {
    const Shape domino(make_box({0.3, 1, 1}));
    const double margin = 0.0874;
    for (const double apart : {0.03, 0.05, 0.08}) {
        SCOPED_TRACE(apart);
        const auto sum_at = [&](double angle) {
            const Pose foot = moved_to(0.15 + apart, 0.05, -0.5);
            const Pose leaning = foot * Pose::rotation_radians({0, 1, 0}, -angle) * moved_to(0.15, 0, 0.5);
            return sum_of(
                contacts(domino, unmoved, domino, leaning, margin, {.reduce = false, .regions = false}), {});
        };
        ContactSum last = sum_at(0.065);
        double pushed = 0;
        for (int i = 1; i <= 1000; ++i) {
            const ContactSum sum = sum_at(0.065 + 1e-4 * i);
            const double change = length(sum.force - last.force) - 2 * (sum.unsure + last.unsure);
            ASSERT_LT(change, 0.05 * margin * margin) << i;
            pushed = std::max(pushed, sum.weight);
            last = sum;
        }
        EXPECT_GT(pushed, 0);
    }
}

TEST(ContactWalls, of_a_ball_beside_the_end_of_an_edge_are_one) {
    const Shape box(OrientedBox({0.5, 0.5, 0.5})), ball(Sphere{{}, 0.3});
    double last = 0;
    for (int i = -50; i <= 50; ++i) {
        // Past the end of an edge, beyond which it is the corner that is nearest.
        const auto found = contacts(box, unmoved, ball, moved_to(0.7, 0.71, 0.5 + 1e-3 * i), 0.05);
        ASSERT_EQ(found.size(), 1u) << i;
        if (i > -50) {
            EXPECT_NEAR(found[0].weight, last, 0.05 * 0.05 * 0.1);
        }
        last = found[0].weight;
    }
}

TEST(ContactKinds, of_a_ball_deep_inside_a_box_or_hull_is_the_way_out) {
    const Shape ball(Sphere{{}, 0.1});
    for (const Shape& block : {Shape(OrientedBox({2, 2, 2})), Shape(ConvexHull(make_box({4, 4, 4})))}) {
        const auto found = contacts(block, unmoved, ball, moved_to(0.1, 0.2, 1.2), 0.05);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].kind, ContactKind::closest);
        EXPECT_NEAR(found[0].distance, -0.9, 1e-9);
        EXPECT_NEAR(found[0].normal.z, 1, 1e-9);
        EXPECT_TRUE(contacts(block, unmoved, ball, moved_to(0, 0, 3), 0.05).empty());
    }
}

}  // namespace
}  // namespace graze::test
