// What users of other libraries complain about, as far as contacts go.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/mesh/generate.h"
#include "graze/query/contact/contacts.h"
#include "tests/query/contact/contact_scenes.h"

namespace graze::test {
namespace {

TEST(ContactComplaints, thirty_points_for_one_face) {
    const Shape table(make_box({4, 4, 1}, 20)), box(make_box({1, 1, 1}, 12));
    const Pose pose(Pose::rotation_turns({0, 0, 1}, 0.07).rotation(), {0.1, 0.2, 1.001});
    EXPECT_GT(contacts(table, unmoved, box, pose, 0.01, {.reduce = false}).size(), 30u);
    EXPECT_EQ(contacts(table, unmoved, box, pose, 0.01).size(), 4u);
    // And for a round face: a plate on a table has few, too.
    const Shape plate(make_cylinder(0.5, 0.2, 64));
    EXPECT_LE(contacts(table, unmoved, plate, moved_to(0, 0, 0.601), 0.01).size(), 8u);
}

TEST(ContactComplaints, contact_points_snapped_to_vertices) {
    // Two beams across each other touch between their edges, far from every vertex.
    const Shape beam(make_box({6, 1, 1}));
    const Pose across(Pose::rotation_turns({0, 0, 1}, 0.2).rotation(), {0.4, 0.1, 1});
    const auto found = contacts(beam, unmoved, beam, across, 0.01);
    ASSERT_EQ(found.size(), 4u);
    for (const ContactPoint& c : found) {
        EXPECT_LT(std::abs(c.point_a.x), 2);
        EXPECT_NEAR(std::abs(c.point_a.y), 0.5, 1e-12);
        EXPECT_NEAR(c.distance, 0, 1e-12);
    }
    // A corner above the middle of a face touches there.
    const auto corner =
        contacts(beam, unmoved, Shape(make_box({1, 1, 1})), standing_on_a_corner({0.3, 0.1, 0.5}), 0.01);
    ASSERT_EQ(corner.size(), 1u);
    EXPECT_NEAR(length(corner[0].point_a - Vec3{0.3, 0.1, 0.5}), 0, 1e-12);
}

TEST(ContactComplaints, a_mesh_inside_another_is_no_collision) {
    const Shape large(make_box({4, 4, 4})), small(make_box({1, 1, 1}));
    const auto found = contacts(large, unmoved, small, moved_to(0.2, 0, 0), 0.05);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, ContactKind::region);
    EXPECT_NEAR(found[0].weight, 1 / 0.05, 1e-9);
    EXPECT_EQ(found[0].certainty, NormalCertainty::none);
    EXPECT_LT(found[0].distance, -1.2);
}

TEST(ContactComplaints, depth_that_jumps_for_a_mere_edge_contact) {
    // The ridge of one box sinks into the face of another: the depth follows the motion.
    const Shape table(make_box({4, 4, 1})), box(make_box({1, 1, 1}));
    double last = 0;
    for (int i = 0; i <= 100; ++i) {
        const double depth = -0.02 + 0.0004 * i;
        const Pose ridge(Pose::rotation_turns({0, 1, 0}, 0.125).rotation(),
                         {0.1, 0.2, 0.5 + std::sqrt(0.5) - depth});
        double lowest = 0.05;
        for (const ContactPoint& c : contacts(table, unmoved, box, ridge, 0.05)) {
            lowest = std::min(lowest, c.distance);
            EXPECT_GT(c.normal.z, 1 - 1e-9);
        }
        EXPECT_NEAR(lowest, -depth, 1e-9);
        if (i > 0) {
            EXPECT_NEAR(lowest, last - 0.0004, 1e-9);
        }
        last = lowest;
    }
}

TEST(ContactComplaints, depth_does_not_depend_on_how_finely_a_mesh_is_cut) {
    for (const std::uint32_t divisions : {1u, 5u, 17u}) {
        const Shape table(make_box({4, 4, 1}, divisions)), box(make_box({1, 1, 1}, divisions));
        for (const ContactPoint& c : contacts(table, unmoved, box, moved_to(0.1, 0.2, 0.97), 0.05)) {
            EXPECT_NEAR(c.distance, -0.03, 1e-9) << divisions << name_of(c.kind);
            EXPECT_NEAR(c.normal.z, 1, 1e-9);
        }
    }
}

TEST(ContactComplaints, a_wall_thinner_than_the_margin_is_not_seen_from_behind) {
    const Shape sheet(make_box({2, 2, 0.01}));
    const auto found = contacts(sheet, unmoved, sheet, moved_to(0.1, 0.2, 0.03), 0.05);
    ASSERT_FALSE(found.empty());
    for (const ContactPoint& c : found) {
        EXPECT_NEAR(c.distance, 0.02, 1e-9);
        EXPECT_NEAR(c.normal.z, 1, 1e-9);
    }
}

TEST(ContactComplaints, triangles_turned_over_and_open_meshes_have_the_same_contacts) {
    const Mesh table = make_box({4, 4, 1}, 3), box = make_box({1, 1, 1}, 2);
    const Pose poses[] = {moved_to(0.1, 0.2, 1.02), standing_on_a_corner({0.1, 0.2, 0.52})};
    for (const Pose& pose : poses) {
        const auto closed = contacts(Shape(table), unmoved, Shape(box), pose, 0.05);
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            const auto found = contacts(Shape(with_random_winding(table, seed)), unmoved,
                                        Shape(with_random_winding(box, seed + 10)), pose, 0.05);
            ASSERT_EQ(found.size(), closed.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                // Turned over, a triangle has its corners in another order.
                EXPECT_EQ(found[i].feature_a.index, closed[i].feature_a.index);
                EXPECT_EQ(found[i].feature_b.index, closed[i].feature_b.index);
                EXPECT_EQ(found[i].feature_b.kind, closed[i].feature_b.kind);
                EXPECT_NEAR(length(found[i].normal - closed[i].normal), 0, 1e-12);
                EXPECT_NEAR(found[i].distance, closed[i].distance, 1e-12);
                EXPECT_EQ(found[i].certainty, NormalCertainty::certain);
            }
        }
        // A sheet instead of the table.
        const auto open = contacts(Shape(make_sheet(4)), moved_to(0, 0, 0.5), Shape(box), pose, 0.05);
        ASSERT_EQ(open.size(), closed.size());
        for (const ContactPoint& c : open) {
            EXPECT_NEAR(c.distance, 0.02, 1e-12);
            EXPECT_NEAR(c.normal.z, 1, 1e-12);
        }
    }
}

// Zachmann 2000, 4.5.4: where the contact was before tells the sign of its normal.
TEST(ContactComplaints, a_sheet_that_has_passed_through_another_is_pushed_back) {
    const Shape sheet(make_sheet(4)), box(make_box({1, 1, 1}));
    QueryCache cache;
    const Pose above = standing_on_a_corner({0.1, 0.2, 0.01}),
               below = standing_on_a_corner({0.1, 0.2, -0.02});
    const auto before = contacts(sheet, unmoved, box, above, 0.05, {}, {.cache = &cache});
    ASSERT_EQ(before.size(), 1u);
    EXPECT_NEAR(before[0].distance, 0.01, 1e-12);
    const auto after = contacts(sheet, unmoved, box, below, 0.05, {}, {.cache = &cache});
    const auto same =
        std::ranges::find_if(after, [](const ContactPoint& c) { return c.kind == ContactKind::vertex_face; });
    ASSERT_NE(same, after.end());
    EXPECT_NEAR(same->distance, -0.02, 1e-12);
    EXPECT_NEAR(same->normal.z, 1, 1e-12);
    EXPECT_EQ(same->certainty, NormalCertainty::certain);
    EXPECT_EQ(same->id, before[0].id);
    // The same from poses that the caller remembers; and without any history it is a guess, and says so.
    const auto told = contacts(sheet, unmoved, box, below, 0.05, {.last_free = PosePair{unmoved, above}});
    ASSERT_EQ(told.size(), after.size());
    EXPECT_NEAR(told[0].distance, after[0].distance, 1e-12);
    for (const ContactPoint& c : contacts(sheet, unmoved, box, below, 0.05))
        EXPECT_EQ(c.certainty, NormalCertainty::unsure);
}

TEST(ContactComplaints, any_soup_has_contacts) {
    // Three sheets that meet in one edge, doubled triangles, and triangles without area.
    const Mesh fan({{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, -1}, {0.5, 0, 0}},
                   {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}, {0, 1, 2}, {0, 5, 1}, {2, 2, 2}, {0, 0, 1}});
    const Shape soup(fan), box(make_box({0.2, 0.2, 0.2}));
    const auto found = contacts(soup, unmoved, box, moved_to(0, 0.3, 0.11), 0.05);
    ASSERT_FALSE(found.empty());
    for (const ContactPoint& c : found) {
        EXPECT_NEAR(c.distance, 0.01, 1e-12);
        EXPECT_NEAR(c.normal.z, 1, 1e-12);
    }
}

TEST(ContactIds, of_features_that_persist_stay) {
    const Shape table(make_box({4, 4, 1}, 3)), box(make_box({1, 1, 1}));
    QueryCache cache;
    std::vector<ContactPoint> last;
    for (int i = 0; i < 50; ++i) {
        const auto found = contacts(table, unmoved, box, moved_to(-0.5 + 0.002 * i, 0.2, 1.01 - 0.0001 * i),
                                    0.05, {}, {.cache = &cache});
        ASSERT_EQ(found.size(), 4u);
        for (const ContactPoint& c : found) {
            for (const ContactPoint& d : last) {
                EXPECT_EQ(c.id == d.id, c.feature_a == d.feature_a && c.feature_b == d.feature_b);
            }
        }
        for (std::size_t k = 1; k < 4; ++k) EXPECT_NE(found[k].id, found[0].id);
        last = found;
    }
}

// Hysteresis: at a border between two choices, the choice does not change to and fro.
TEST(ContactIds, stay_for_a_round_plate_that_trembles) {
    const Shape table(make_box({4, 4, 1})), plate(make_cylinder(0.5, 0.2, 60));
    QueryCache cache;
    std::vector<std::uint64_t> first;
    for (int i = 0; i < 40; ++i) {
        const double turn = 1e-3 * (i % 2 == 0 ? 1 : -1);
        const Pose pose(Pose::rotation_turns({0, 0, 1}, turn).rotation(), {1e-4 * (i % 3), 0, 0.605});
        std::vector<std::uint64_t> ids;
        for (const ContactPoint& c : contacts(table, unmoved, plate, pose, 0.05, {}, {.cache = &cache}))
            ids.push_back(c.id);
        if (i == 1) first = ids;
        if (i > 1) {
            EXPECT_EQ(ids, first) << i;
        }
    }
}

}  // namespace
}  // namespace graze::test
