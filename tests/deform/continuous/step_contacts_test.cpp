#include "graze/deform/continuous/step_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/random.h"
#include "graze/deform/deformable_shape.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "graze/mesh/generate.h"
#include "tests/deform/continuous/contacts_by_brute_force.h"
#include "tests/deform/creased_sheet.h"
#include "tests/query/instruction_sets.h"
#include "tests/soak.h"

namespace graze {
namespace {

using Corners = std::array<VertexId, 3>;
using Contacts = std::vector<StepContact>;

// As a plain vector, which has to be complete.
Contacts all_of(const Listed<StepContact>& listed) {
    EXPECT_EQ(listed.status, QueryStatus::complete);
    return listed;
}

FeatureId vertex(TriangleId t, std::uint8_t corner) {
    return {FeatureId::Kind::vertex, corner, t};
}
FeatureId edge(TriangleId t, std::uint8_t corner) {
    return {FeatureId::Kind::edge, corner, t};
}

std::vector<Vec3> moved(std::span<const Vec3> points, Random& r, double way) {
    std::vector<Vec3> to(points.begin(), points.end());
    for (Vec3& p : to)
        p += Vec3{way * (r.uniform() - 0.5), way * (r.uniform() - 0.5), way * (r.uniform() - 0.5)};
    return to;
}

// Triangles and motions on a coarse lattice: flat, collapsing, coplanar and permanently touching ones.
struct LatticeStep {
    std::vector<Vec3> from, to;
    std::vector<Corners> triangles;

    LatticeStep(Random& r, int size, std::size_t vertices, std::size_t count) {
        const auto coordinate = [&] {
            return static_cast<double>(r.below(2 * static_cast<std::uint64_t>(size) + 1)) - size;
        };
        const auto point = [&] { return Vec3{coordinate(), coordinate(), coordinate()}; };
        while (from.size() < vertices) {
            from.push_back(point());
            // A third of them rests.
            to.push_back(r.below(3) == 0 ? from.back() : point());
        }
        const auto vertex = [&] { return static_cast<VertexId>(r.below(vertices)); };
        while (triangles.size() < count) triangles.push_back({vertex(), vertex(), vertex()});
    }
    Mesh mesh() const { return Mesh(from, triangles); }
};

TEST(StepContacts, on_a_lattice_are_those_of_all_pairs_of_features) {
    Random r(311);
    std::size_t contacts = 0, later = 0;
    for (int round = 0; round < 30 * test::soak_factor(); ++round) {
        const LatticeStep step(r, 2 + round % 3, 16, 14);
        const Contacts expected = test::contacts_by_brute_force(step.mesh(), step.to);
        EXPECT_EQ(all_of(step_contacts(Shape(step.mesh()), step.to)), expected)
            << "seed 311, round " << round;
        contacts += expected.size();
        for (const StepContact& c : expected) later += c.at_least > 0 ? 1U : 0U;
    }
    EXPECT_GT(contacts, 1'000U);
    EXPECT_GT(later, 500U);
}

TEST(StepContacts, of_two_meshes_on_a_lattice_are_those_of_all_pairs_of_features) {
    Random r(312);
    std::size_t contacts = 0;
    for (int round = 0; round < 30 * test::soak_factor(); ++round) {
        const LatticeStep a(r, 2 + round % 3, 12, 8), b(r, 2, 9, 7);
        const Contacts expected = test::contacts_by_brute_force(a.mesh(), a.to, b.mesh(), b.to);
        EXPECT_EQ(all_of(step_contacts(Shape(a.mesh()), a.to, Shape(b.mesh()), b.to)), expected)
            << "seed 312, round " << round;
        contacts += expected.size();
    }
    EXPECT_GT(contacts, 1'000U);
}

TEST(StepContacts, of_a_creased_sheet_are_those_of_all_pairs_of_features) {
    Random r(313);
    const Mesh sheet = test::creased_sheet(14, 8);
    const std::vector<Vec3> to = moved(sheet.vertices(), r, 0.5);
    const Contacts expected = test::contacts_by_brute_force(sheet, to);
    EXPECT_GT(expected.size(), 50U);
    EXPECT_EQ(all_of(step_contacts(Shape(sheet), to)), expected);
}

TEST(StepContacts, of_a_moving_sheet_and_a_resting_sphere_are_those_of_all_pairs_of_features) {
    Random r(314);
    const Mesh sheet = test::creased_sheet(12, 9), ball = make_sphere(3, 120);
    const std::vector<Vec3> to = moved(sheet.vertices(), r, 1);
    const Contacts expected = test::contacts_by_brute_force(sheet, to, ball, ball.vertices());
    EXPECT_GT(expected.size(), 10U);
    EXPECT_EQ(all_of(step_contacts(Shape(sheet), to, Shape(ball), ball.vertices())), expected);
}

TEST(StepContacts, do_not_depend_on_place_size_hierarchy_or_effort) {
    Random r(315);
    const Mesh sheet = test::creased_sheet(16, 10);
    const std::vector<Vec3> to = moved(sheet.vertices(), r, 0.4);
    const Contacts expected = all_of(step_contacts(Shape(sheet), to));
    EXPECT_GT(expected.size(), 50U);
    for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::best})
        EXPECT_EQ(all_of(step_contacts(Shape(sheet, {.effort = effort}), to)), expected);
    // A hierarchy that was made for other positions.
    DeformableShape deformed(Mesh(to, {sheet.triangles().begin(), sheet.triangles().end()}),
                             {.rebuild_at = 0});
    EXPECT_EQ(all_of(step_contacts(deformed.move_to(sheet.vertices()), to)), expected);
    for (const double scale : {0x1p-1000, 0x1p-30, 0x1p300}) {
        std::vector<Vec3> start(sheet.vertices().begin(), sheet.vertices().end()), end = to;
        for (Vec3& p : start) p = p * scale;
        for (Vec3& p : end) p = p * scale;
        const Shape scaled(Mesh(start, {sheet.triangles().begin(), sheet.triangles().end()}));
        const Contacts found = all_of(step_contacts(scaled, end));
        ASSERT_EQ(found.size(), expected.size()) << "scale " << scale;
    }
}

TEST(StepContacts, are_the_same_on_every_instruction_set) {
    Random r(316);
    const Shape sheet(test::creased_sheet(20, 11));
    const std::vector<Vec3> to = moved(sheet.mesh().vertices(), r, 0.3);
    const Contacts expected = all_of(step_contacts(sheet, to));
    EXPECT_GT(expected.size(), 50U);
    test::on_every_instruction_set([&] { EXPECT_EQ(all_of(step_contacts(sheet, to)), expected); });
}

// A vertex above a triangle, and an edge above an edge.
TEST(StepContacts, are_at_the_time_at_which_a_vertex_falls_onto_a_face) {
    const std::vector<Vec3> from{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 1}, {1, 2, 5}, {2, 1, 5}};
    std::vector<Vec3> to = from;
    to[3].z = -3;
    const Shape shape(Mesh(from, {{0, 1, 2}, {3, 4, 5}}));
    const Contacts found = all_of(step_contacts(shape, to));
    ASSERT_GE(found.size(), 1U);
    EXPECT_EQ(found.front().a, vertex(1, 0));
    EXPECT_EQ(found.front().b, FeatureId::face(0));
    EXPECT_LE(found.front().at_least, 0.25);
    EXPECT_GE(found.front().at_most, 0.25);
    EXPECT_LT(found.front().at_most - found.front().at_least, 1e-12);
}

TEST(FirstContacts, are_those_that_begin_together) {
    // Two vertices fall onto a face, at the same time, and a third one later.
    const std::vector<Vec3> from{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {1, 1, 1}, {2, 1, 1},
                                 {1, 2, 9}, {3, 3, 2}, {3, 2, 9}, {2, 3, 9}};
    std::vector<Vec3> to = from;
    for (const std::size_t v : {3, 4, 6}) to[v].z -= 4;
    const Shape shape(Mesh(from, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}));
    const Contacts first = all_of(first_contacts(shape, to));
    ASSERT_EQ(first.size(), 2U);
    EXPECT_EQ(first[0].a, vertex(1, 0));
    EXPECT_EQ(first[1].a, vertex(1, 1));
    const Contacts all = all_of(step_contacts(shape, to));
    EXPECT_GT(all.size(), 2U);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), all.begin()));
    EXPECT_EQ(touches_in_step(shape, to), Answer::yes);
    EXPECT_EQ(touches_in_step(shape, from), Answer::no);
}

TEST(StepContacts, of_features_that_share_a_vertex_are_none) {
    const Mesh sheet = make_sphere(1, 200);
    std::vector<Vec3> bigger(sheet.vertices().begin(), sheet.vertices().end());
    for (Vec3& p : bigger) p = p * 3 + Vec3{5, 0, 0};
    EXPECT_EQ(step_contacts(Shape(sheet), bigger).size(), 0U);
    EXPECT_EQ(touches_in_step(Shape(sheet), bigger), Answer::no);
}

TEST(StepContacts, of_a_fold_that_closes_are_the_free_corner_and_the_sides) {
    // Two triangles at an edge; one is turned onto the other, and ends inside it.
    const std::vector<Vec3> from{{0, 0, 0}, {4, 0, 0}, {1, 4, 0}, {1, 2, 2}};
    std::vector<Vec3> to = from;
    to[3].z = 0;
    const Contacts found = all_of(step_contacts(Shape(Mesh(from, {{0, 1, 2}, {1, 0, 3}})), to));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].a, vertex(1, 2));
    EXPECT_EQ(found[0].b, FeatureId::face(0));
    EXPECT_EQ(found[0].at_most, 1);
}

TEST(StepContacts, that_begin_beyond_a_shared_vertex_are_found_with_other_features) {
    // Triangles 0 1 2 and 0 3 4 share a vertex; edge 3 4 sweeps through edge 1 2.
    const std::vector<Vec3> from{{0, 0, 0}, {4, -1, 0}, {4, 1, 0}, {4, 0, 1}, {4, 0, 3}};
    std::vector<Vec3> to = from;
    to[3].z = -1;
    const Contacts found = all_of(step_contacts(Shape(Mesh(from, {{0, 1, 2}, {0, 3, 4}})), to));
    ASSERT_EQ(found.size(), 3U);
    const auto has = [&](FeatureId p, FeatureId q) {
        return std::ranges::any_of(found, [&](const StepContact& c) { return c.a == p && c.b == q; });
    };
    EXPECT_TRUE(has(vertex(1, 1), FeatureId::face(0)));
    EXPECT_TRUE(has(edge(0, 0), edge(1, 0)));
    EXPECT_TRUE(has(edge(0, 0), edge(1, 2)));
}

TEST(StepContacts, that_last_for_the_whole_step_begin_at_its_start) {
    // A triangle lies on a larger one and slides along it; all stays in one plane.
    const std::vector<Vec3> from{{0, 0, 0}, {9, 0, 0}, {0, 9, 0}, {1, 1, 0}, {2, 1, 0}, {1, 2, 0}};
    std::vector<Vec3> to = from;
    for (std::size_t v = 3; v < 6; ++v) to[v] += Vec3{1, 1, 0};
    const Mesh mesh(from, {{0, 1, 2}, {3, 4, 5}});
    const Contacts found = all_of(step_contacts(Shape(mesh), to));
    ASSERT_EQ(found.size(), 3U);
    for (const StepContact& c : found) {
        EXPECT_EQ(c.b, FeatureId::face(0));
        EXPECT_EQ(c.at_least, 0);
        EXPECT_EQ(c.at_most, 0);
    }
    // In one plane, apart at first: it slides into the larger one.
    std::vector<Vec3> outside = from;
    for (std::size_t v = 3; v < 6; ++v) outside[v] -= Vec3{6, 0, 0};
    const Contacts later = all_of(step_contacts(Shape(Mesh(outside, {{0, 1, 2}, {3, 4, 5}})), to));
    EXPECT_EQ(later, test::contacts_by_brute_force(Mesh(outside, {{0, 1, 2}, {3, 4, 5}}), to));
    ASSERT_FALSE(later.empty());
    EXPECT_GT(later.front().at_least, 0.5);
}

TEST(StepContacts, are_missing_only_if_nothing_begins_to_cross) {
    // Whatever crosses at the end of a step, and did not at its start, has had a contact.
    Random r(317);
    std::size_t crossed = 0, calm = 0;
    for (int round = 0; round < 60; ++round) {
        const Mesh sheet = test::creased_sheet(9, 400 + static_cast<std::uint64_t>(round), 0.2);
        if (self_intersects(Shape(sheet))) continue;
        const std::vector<Vec3> to = moved(sheet.vertices(), r, round % 2 == 0 ? 0.6 : 1.4);
        const Shape after(Mesh(to, {sheet.triangles().begin(), sheet.triangles().end()}));
        const bool touches = touches_in_step(Shape(sheet), to, {}) == Answer::yes;
        if (self_intersects(after)) {
            EXPECT_TRUE(touches) << "seed 317, round " << round;
            ++crossed;
        }
        calm += touches ? 0U : 1U;
    }
    EXPECT_GT(crossed, 5U);
    EXPECT_GT(calm, 5U);
}

TEST(StepContacts, stop_when_the_budget_ends_and_heed_the_filter) {
    Random r(318);
    const Shape sheet(test::creased_sheet(20, 12));
    const std::vector<Vec3> to = moved(sheet.mesh().vertices(), r, 0.4);
    const Contacts all = all_of(step_contacts(sheet, to));
    ASSERT_GT(all.size(), 10U);
    for (const std::uint64_t tests : {0, 1, 1'000, 5'000}) {
        const auto some = step_contacts(sheet, to, {.budget = Budget::of_tests(tests)});
        EXPECT_EQ(some.status, QueryStatus::undecided);
        EXPECT_LT(some.size(), all.size());
        for (const StepContact& c : some) EXPECT_NE(std::ranges::find(all, c), all.end());
    }
    EXPECT_EQ(touches_in_step(sheet, to, {.budget = Budget::of_tests(1)}), Answer::undecided);
    const auto no_edges = [](FeatureId a, FeatureId) { return a.kind != FeatureId::Kind::edge; };
    Contacts without = all;
    std::erase_if(without, [](const StepContact& c) { return c.a.kind == FeatureId::Kind::edge; });
    EXPECT_LT(without.size(), all.size());
    EXPECT_EQ(all_of(step_contacts(sheet, to, {.filter = no_edges})), without);
    QueryCounts counts;
    step_contacts(sheet, to, {.counts = &counts});
    EXPECT_GE(counts.exact_pairs, all.size());
    EXPECT_GT(counts.triangle_pairs, counts.exact_pairs);
}

TEST(StepContacts, refuse_what_they_cannot_answer) {
    const Shape ball(make_sphere(1, 100));
    std::vector<Vec3> to(ball.mesh().vertices().begin(), ball.mesh().vertices().end());
    EXPECT_EQ(step_contacts(ball, std::span(to).first(3)).status, QueryStatus::bad_input);
    EXPECT_EQ(step_contacts(ball, to, ball, {}).status, QueryStatus::bad_input);
    EXPECT_EQ(step_contacts(Shape(Sphere{{}, 1}), {}).status, QueryStatus::unsupported);
    EXPECT_EQ(touches_in_step(ball, to, Shape(Sphere{{}, 1}), {}), Answer::unsupported);
    EXPECT_EQ(step_contacts(Shape(), {}).status, QueryStatus::complete);
    EXPECT_EQ(touches_in_step(ball, to, Shape(), {}), Answer::no);
    // The same shape twice is two shapes, which touch everywhere.
    EXPECT_FALSE(step_contacts(ball, to, ball, to).empty());
    for (const double bad : {std::nan(""), 2e100}) {
        to[5].y = bad;
        EXPECT_EQ(step_contacts(ball, to).status, QueryStatus::bad_input);
        EXPECT_EQ(touches_in_step(ball, to), Answer::bad_input);
    }
}

}  // namespace
}  // namespace graze
