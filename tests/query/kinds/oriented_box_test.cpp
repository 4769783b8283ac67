// Oriented boxes in every question, with each other and with meshes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/log.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/kinds/question_tables.h"
#include "graze/query/solid/volume.h"
#include "tests/query/kinds/box_oracle.h"
#include "tests/query/meshes.h"

namespace graze::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Pose at_place(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

// Boxes of all proportions: flat ones, rods, points, and some that are thinner than rounding.
Shape random_box(Random& r) {
    static constexpr std::array sides{0.0, 1e-16, 1e-13, 1e-3, 0.1, 0.5, 1.0};
    const auto side = [&] { return sides[r.below(sides.size())]; };
    const double x = side(), y = side(), z = side();
    if (r.chance(0.5)) return Shape(OrientedBox({x, y, z}));
    return Shape(OrientedBox({x, y, z}, Pose(r.rotation(), r.in_box({-0.3, -0.3, -0.3}, {0.3, 0.3, 0.3}))));
}

Pose random_pose(Random& r) {
    const Vec3 where = r.in_box({-0.8, -0.8, -0.8}, {0.8, 0.8, 0.8});
    return r.chance(0.3) ? Pose::translation({std::round(2 * where.x) / 2, std::round(2 * where.y) / 2, 0.5})
                         : Pose(r.rotation(), where);
}

TEST(OrientedBoxQuery, with_a_mesh_is_what_its_definition_says) {
    Random r(11);
    int yes = 0, no = 0;
    for (int i = 0; i < 1500; ++i) {
        const Shape box = random_box(r);
        const Mesh mesh = soup(static_cast<std::uint32_t>(1 + r.below(12)), r.bits(), 0.8, r.chance(0.5));
        const Shape shape(mesh);
        const Pose pose_a = random_pose(r), pose_b = random_pose(r);
        const Corners corners = corners_in_world(box, pose_a);
        bool expected = false;
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t)
            expected |= hull_meets(corners, pose_b(mesh.triangle(t)));
        SCOPED_TRACE("seed 11, case " + std::to_string(i));
        ASSERT_EQ(intersects(box, pose_a, shape, pose_b), expected);
        ASSERT_EQ(intersects(shape, pose_b, box, pose_a), expected);
        const Distance d = distance(box, pose_a, shape, pose_b);
        ASSERT_EQ(d.value == 0, expected) << d.value;
        ASSERT_EQ(distance(shape, pose_b, box, pose_a).value, d.value);
        ASSERT_EQ(within(box, pose_a, shape, pose_b, 0), expected);
        (expected ? yes : no) += 1;
    }
    EXPECT_GT(yes, 200);
    EXPECT_GT(no, 200);
}

TEST(OrientedBoxQuery, with_a_box_is_what_its_definition_says) {
    Random r(12);
    int yes = 0, no = 0;
    for (int i = 0; i < 1500; ++i) {
        const Shape a = random_box(r), b = random_box(r);
        const Pose pose_a = random_pose(r), pose_b = random_pose(r);
        const bool expected = hulls_meet(corners_in_world(a, pose_a), corners_in_world(b, pose_b));
        SCOPED_TRACE("seed 12, case " + std::to_string(i));
        ASSERT_EQ(intersects(a, pose_a, b, pose_b), expected);
        ASSERT_EQ(intersects(b, pose_b, a, pose_a), expected);
        ASSERT_EQ(distance(a, pose_a, b, pose_b).value == 0, expected);
        ASSERT_EQ(within(a, pose_a, b, pose_b, 0), expected);
        (expected ? yes : no) += 1;
    }
    EXPECT_GT(yes, 100);
    EXPECT_GT(no, 200);
}

// One box is pushed against the other until their corners or faces all but meet.
TEST(OrientedBoxQuery, is_exact_where_boxes_hardly_touch) {
    Random r(13);
    int yes = 0, no = 0;
    for (int i = 0; i < 600; ++i) {
        const Shape a = random_box(r), b = random_box(r);
        const Quat turn = r.rotation(), other = r.chance(0.5) ? turn : r.rotation();
        const Pose pose_a(turn, {});
        const Vec3 corner_a = pose_a(a.oriented_box()->corners()[r.below(8)]);
        const Vec3 corner_b = Pose(other, {})(b.oriented_box()->corners()[r.below(8)]);
        const Vec3 hair = r.on_sphere() * (r.chance(0.5) ? 0 : 3e-16);
        const Pose pose_b(other, corner_a - corner_b + hair);
        const bool expected = hulls_meet(corners_in_world(a, pose_a), corners_in_world(b, pose_b));
        SCOPED_TRACE("seed 13, case " + std::to_string(i));
        ASSERT_EQ(intersects(a, pose_a, b, pose_b), expected);
        ASSERT_EQ(intersects(b, pose_b, a, pose_a), expected);
        (expected ? yes : no) += 1;
    }
    EXPECT_GT(yes, 50);
    EXPECT_GT(no, 50);
}

TEST(OrientedBoxQuery, counts_what_lies_inside_as_touched_at_distance_0) {
    const Shape crate(OrientedBox({10, 10, 10})), ball(make_sphere(1, 500)), small(OrientedBox({1, 1, 1}));
    for (const Shape& inner : {ball, small}) {
        EXPECT_TRUE(intersects(crate, {}, inner, at_place(3, 4, 5)));
        EXPECT_EQ(distance(crate, {}, inner, at_place(3, 4, 5)).value, 0);
        const Witness w = witness(crate, {}, inner, at_place(3, 4, 5));
        EXPECT_TRUE(w.found());
        EXPECT_LE(length(w.point_a - Vec3{3, 4, 5}), 2);
        EXPECT_EQ(relation(crate, {}, inner, at_place(3, 4, 5)), Relation::b_in_a);
        EXPECT_EQ(relation(inner, at_place(3, 4, 5), crate, {}), Relation::a_in_b);
    }
}

TEST(OrientedBoxQuery, of_a_box_in_a_closed_mesh_is_no_contact_but_inside) {
    const Shape shell(make_sphere(10, 2000)), box(OrientedBox({1, 2, 3}));
    EXPECT_FALSE(intersects(shell, {}, box, {}));
    EXPECT_GT(distance(shell, {}, box, {}).value, 5);
    EXPECT_EQ(relation(shell, {}, box, {}), Relation::b_in_a);
    EXPECT_EQ(relation(box, {}, shell, {}), Relation::a_in_b);
}

TEST(OrientedBoxQuery, tells_touching_from_overlapping) {
    const Shape a(OrientedBox({1, 1, 1})), mesh(make_box({2, 2, 2}));
    for (const Shape& b : {a, mesh}) {
        EXPECT_EQ(relation(a, {}, b, at_place(2, 0, 0)), Relation::touching);
        EXPECT_EQ(relation(a, {}, b, at_place(2, 2, 2)), Relation::touching);
        EXPECT_EQ(relation(a, {}, b, at_place(std::nextafter(2.0, 3.0), 0, 0)), Relation::apart);
        EXPECT_EQ(relation(a, {}, b, at_place(std::nextafter(2.0, 1.0), 0, 0)), Relation::overlapping);
        EXPECT_EQ(relation(a, {}, b, {}), Relation::overlapping);
        EXPECT_TRUE(intersects(a, {}, b, at_place(2, 2, 2)));
        EXPECT_FALSE(intersects(a, {}, b, at_place(std::nextafter(2.0, 3.0), 0, 0)));
    }
}

// Part of a plane across z, of two triangles.
Shape sheet(double half, double z) {
    return Shape(Mesh({{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}},
                      {{0, 1, 2}, {0, 2, 3}}));
}

TEST(OrientedBoxQuery, is_a_solid_also_for_meshes_that_are_not_closed) {
    const Shape box(OrientedBox({1, 1, 1}));
    const auto as_surfaces = [&](const Shape& mesh) {
        const Relation r = relation(box, {}, mesh, {}, OpenMeshes::as_surfaces);
        const Relation back = relation(mesh, {}, box, {}, OpenMeshes::as_surfaces);
        EXPECT_EQ(back, r == Relation::b_in_a ? Relation::a_in_b : r);
        EXPECT_EQ(r == Relation::apart, !intersects(box, {}, mesh, {})) << "as in other questions";
        EXPECT_EQ(relation(box, {}, mesh, {}), Relation::not_closed);
        return r;
    };
    EXPECT_EQ(as_surfaces(sheet(0.5, 0)), Relation::b_in_a);
    EXPECT_EQ(as_surfaces(sheet(0.5, 2)), Relation::apart);
    EXPECT_EQ(as_surfaces(sheet(0.5, 1)), Relation::touching) << "in a face";
    EXPECT_EQ(as_surfaces(sheet(5, 1)), Relation::touching) << "in the plane of a face";
    EXPECT_EQ(as_surfaces(sheet(1, 0)), Relation::overlapping) << "all its corners are on edges";
    EXPECT_EQ(as_surfaces(sheet(5, 0)), Relation::overlapping);
    const Shape inside_and_outside(
        Mesh({{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {5, 5, 5}, {6, 5, 5}, {5, 6, 5}}, {{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(as_surfaces(inside_and_outside), Relation::overlapping);
    EXPECT_EQ(relation(box, {}, sheet(0.5, 0), {}, OpenMeshes::as_surfaces, {.budget = Budget::of_tests(1)}),
              Relation::undecided);
}

TEST(OrientedBoxQuery, that_touches_has_the_normal_of_the_face_between) {
    const Shape a(OrientedBox({1, 1, 1})), ball(make_sphere(0.5, 200));
    const auto normal_on_top = [&](const Shape& b, const Pose& pose) {
        const Distance d = distance(a, {}, b, pose);
        EXPECT_EQ(d.value, 0);
        EXPECT_EQ(d.certainty, NormalCertainty::certain);
        const Distance back = distance(b, pose, a, {});
        EXPECT_EQ(back.certainty, NormalCertainty::certain);
        EXPECT_EQ(back.normal, -d.normal);
        const Witness w = witness(a, {}, b, pose);
        EXPECT_EQ(w.normal, d.normal);
        return d.normal;
    };
    EXPECT_EQ(normal_on_top(ball, at_place(0.25, 0.5, 1.5)), (Vec3{0, 0, 1}))
        << "the lowest corner of a ball";
    EXPECT_EQ(normal_on_top(ball, at_place(0, 0, 1.5)), (Vec3{0, 0, 1})) << "where diagonals cross";
    EXPECT_EQ(normal_on_top(sheet(0.25, 1), {}), (Vec3{0, 0, 1})) << "whichever way it is wound";
    std::array<Vec3, 8> on_its_edge;
    for (std::size_t c = 0; c < 8; ++c) {
        const auto bit = [c](unsigned k) { return static_cast<double>(c >> k & 1u); };
        on_its_edge[c] = {bit(0) - 0.5, bit(1) - bit(2), 1 + bit(1) + bit(2)};
    }
    EXPECT_EQ(normal_on_top(Shape(OrientedBox::with_corners(on_its_edge)), {}), (Vec3{0, 0, 1}));
    const Distance deep = distance(a, {}, ball, at_place(0, 0, 1.2));
    EXPECT_EQ(deep.certainty, NormalCertainty::none) << "crossing surfaces have none";
    EXPECT_EQ(distance(a, {}, ball, {}).certainty, NormalCertainty::none) << "nor has what is inside";
    EXPECT_EQ(distance(a, {}, a, at_place(2, 2, 2)).certainty, NormalCertainty::none) << "corner on corner";
}

TEST(OrientedBoxQuery, measures_distances_between_the_right_features) {
    const Shape a(OrientedBox({1, 1, 1}));
    const Distance faces = distance(a, {}, a, at_place(5, 0.5, 0.5));
    EXPECT_EQ(faces.value, 3);
    EXPECT_EQ(faces.at_least, 3);
    EXPECT_EQ(faces.normal, (Vec3{1, 0, 0}));
    const Distance corners = distance(a, {}, a, at_place(3, 3, 3));
    EXPECT_NEAR(corners.value, std::sqrt(3.0), 1e-12);
    EXPECT_EQ(corners.feature_a, (FeatureId{FeatureId::Kind::vertex, 0, 7}));
    EXPECT_EQ(corners.feature_b, (FeatureId{FeatureId::Kind::vertex, 0, 0}));
    EXPECT_EQ(corners.point_a, (Vec3{1, 1, 1}));
    const Distance other_way = distance(a, at_place(3, 3, 3), a, {});
    EXPECT_EQ(other_way.value, corners.value);
    EXPECT_EQ(other_way.point_a, (Vec3{2, 2, 2}));
    const Distance edges = distance(a, {}, Shape(make_box({2, 2, 2})), at_place(3, 3, 0));
    EXPECT_NEAR(edges.value, std::sqrt(2.0), 1e-12);
}

TEST(OrientedBoxQuery, keeps_its_answers_with_a_cache_and_within_a_budget) {
    Random r(14);
    const Shape box(OrientedBox({1, 0.4, 0.2})), torus(make_torus(1, 0.3, 40, 20));
    QueryCache cache;
    for (int i = 0; i < 300; ++i) {
        const Pose pose(r.rotation(), Vec3{0.01 * i, 0, 0});
        QueryOptions options;
        options.cache = &cache;
        ASSERT_EQ(intersects(box, {}, torus, pose, options) == Answer::yes, intersects(box, {}, torus, pose));
        ASSERT_EQ(distance(box, {}, torus, pose, options).value, distance(box, {}, torus, pose).value);
    }
    const QueryOptions poor{.budget = Budget::of_tests(1)};
    EXPECT_EQ(intersects(box, {}, torus, at_place(0, 0, 0.25), poor), Answer::undecided);
    EXPECT_EQ(distance(box, {}, torus, at_place(0, 0, 2), poor).status, QueryStatus::undecided);
}

TEST(OrientedBoxQuery, counts_its_work_in_batches) {
    const Shape box(OrientedBox({1, 0.4, 0.2})), torus(make_torus(1, 0.3, 40, 20));
    const std::vector<PosePair> poses(3, {Pose(), at_place(0, 0, 0.25)});
    std::vector<Answer> answers(3);
    std::vector<Distance> distances(3);
    QueryCounts of_answers, of_distances;
    EXPECT_EQ(intersects_batch(box, torus, poses, answers, {.counts = &of_answers}), QueryStatus::complete);
    EXPECT_EQ(distance_batch(box, torus, poses, distances, {.counts = &of_distances}), QueryStatus::complete);
    EXPECT_GT(of_answers.box_pairs, 0u);
    EXPECT_GT(of_distances.box_pairs, 0u);
}

TEST(OrientedBoxQuery, obeys_a_filter_in_the_order_of_the_caller) {
    const Shape box(OrientedBox({1, 1, 1})), ball(make_sphere(0.5, 200));
    QueryOptions options;
    options.filter = [&](FeatureId a, FeatureId) { return a.index != 1 || a.kind != FeatureId::Kind::face; };
    EXPECT_EQ(intersects(box, {}, ball, at_place(1, 0, 0), options), Answer::yes)
        << "without the face, parts of the ball are still inside";
    options.filter = [](FeatureId, FeatureId b) { return b.kind == FeatureId::Kind::none; };
    EXPECT_EQ(intersects(box, {}, ball, at_place(1, 0, 0), options), Answer::no);
    EXPECT_EQ(intersects(ball, at_place(1, 0, 0), box, {}, options), Answer::yes)
        << "nothing inside, seen from the ball";
}

TEST(OrientedBoxQuery, is_met_by_rays_where_they_enter_and_leave) {
    const Shape box(OrientedBox({1, 2, 3}));
    const Ray ray({-5, 0, 0}, {1, 0, 0});
    const FirstHit first = first_hit(box, {}, ray);
    ASSERT_TRUE(first.found());
    EXPECT_EQ(first.t, 4);
    EXPECT_EQ(first.point, (Vec3{-1, 0, 0}));
    EXPECT_EQ(first.side, RaySide::front);
    EXPECT_EQ(first.feature, FeatureId::face(0));
    const auto all = all_hits(box, {}, ray);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[1].t, 6);
    EXPECT_EQ(all[1].side, RaySide::back);
    EXPECT_EQ(all[1].feature, FeatureId::face(1));
    EXPECT_TRUE(any_hit(box, {}, ray));

    const FirstHit within_box = first_hit(box, {}, Ray({0, 0, 0}, {0, 0, 2}));
    ASSERT_TRUE(within_box.found());
    EXPECT_EQ(within_box.t, 0);
    EXPECT_EQ(within_box.side, RaySide::inside);
    EXPECT_EQ(all_hits(box, {}, Ray({0, 0, 0}, {0, 0, 2}))[1].t, 1.5);

    EXPECT_FALSE(any_hit(box, {}, Ray({-5, 0, 0}, {-1, 0, 0})));
    EXPECT_FALSE(any_hit(box, {}, Ray({-5, 0, 0}, {1, 0, 0}, 0, 3.9)));
    EXPECT_TRUE(any_hit(box, {}, Ray({-5, 0, 0}, {1, 0, 0}, 0, 4)));
    EXPECT_FALSE(any_hit(box, {}, Ray({-5, 0, 0}, {1, 0, 0}, 6.1, 7)));
    EXPECT_TRUE(any_hit(box, {}, Ray({-5, 2, 0}, {1, 0, 0}))) << "along a face";
    EXPECT_TRUE(any_hit(box, {}, Ray({-5, 2, 3}, {1, 0, 0}))) << "along an edge";
    EXPECT_FALSE(any_hit(box, {}, Ray({-5, std::nextafter(2.0, 3.0), 0}, {1, 0, 0})));
}

TEST(OrientedBoxQuery, is_met_by_rays_as_its_mesh_is) {
    Random r(15);
    int met = 0;
    for (int i = 0; i < 500; ++i) {
        const OrientedBox box({0.5, 0.8, 0.1}, Pose(r.rotation(), {}));
        const Shape shape(box);
        const Vec3 from = r.on_sphere() * 3;
        const Ray ray(from, r.in_box({-1, -1, -1}, {1, 1, 1}) - from);
        const Pose pose(r.rotation(), r.in_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
        const Shape same(Mesh({box.corners().begin(), box.corners().end()}, {{0, 2, 1},
                                                                             {1, 2, 3},
                                                                             {4, 5, 6},
                                                                             {5, 7, 6},
                                                                             {0, 1, 4},
                                                                             {1, 5, 4},
                                                                             {2, 6, 3},
                                                                             {3, 6, 7},
                                                                             {0, 4, 2},
                                                                             {2, 4, 6},
                                                                             {1, 3, 5},
                                                                             {3, 7, 5}}));
        const FirstHit a = first_hit(shape, pose, ray), b = first_hit(same, pose, ray);
        ASSERT_EQ(a.found(), b.found()) << "seed 15, case " << i;
        if (!a.found()) continue;
        ++met;
        EXPECT_NEAR(a.t, b.t, 1e-12);
    }
    EXPECT_GT(met, 50);
}

TEST(OrientedBoxQuery, has_points_inside_at_0_and_below_with_a_sign) {
    const Shape box(OrientedBox({1, 2, 3}));
    EXPECT_EQ(distance(box, {}, Vec3{0.5, 0, 0}).value, 0);
    EXPECT_EQ(signed_distance(box, {}, Vec3{0.5, 0, 0}).value, -0.5);
    EXPECT_EQ(distance(box, {}, Vec3{4, 0, 0}).value, 3);
    EXPECT_EQ(signed_distance(box, {}, Vec3{4, 0, 0}).value, 3);
    EXPECT_EQ(distance(box, {}, Vec3{1, 2, 3}).value, 0);
    EXPECT_EQ(distance(box, {}, Vec3{nan, 2, 3}).status, QueryStatus::bad_input);
}

TEST(OrientedBoxQuery, takes_numbers_as_meshes_do) {
    const Shape box(OrientedBox({1, 2, 3}));
    EXPECT_TRUE(within(box, {}, box, at_place(100, 0, 0), nan)) << "false would be a certain no";
    EXPECT_EQ(within(box, {}, box, {}, nan, QueryOptions{}), Answer::bad_input);
    EXPECT_EQ(within(box, {}, box, {}, -1, QueryOptions{}), Answer::no);
    EXPECT_TRUE(within(box, {}, box, at_place(3, 0, 0), 1));
    EXPECT_FALSE(within(box, {}, box, at_place(3, 0, 0), std::nextafter(1.0, 0.0)));
    EXPECT_FALSE(intersects(box, {}, Shape(), {}));
    EXPECT_EQ(relation(box, {}, Shape(), {}), Relation::apart);
    EXPECT_TRUE(std::isinf(distance(box, {}, Shape(), {}).value));
}

// ---- What is not answered

class Nothing final : public ShapeValue {
  public:
    Box box() const override { return {{0, 0, 0}, {1, 1, 1}}; }
    void write(std::string&) const override {}
};

Shape of_unknown_kind() {
    static const ShapeKind kind = register_shape_kind({"test: unknown to all questions", 1, nullptr});
    return Shape(kind, std::make_shared<const Nothing>());
}

TEST(UnknownKind, is_unsupported_and_never_taken_for_a_no) {
    const Shape strange = of_unknown_kind(), box(OrientedBox({1, 1, 1})), mesh(make_box({1, 1, 1}));
    for (const Shape& other : {box, mesh, strange}) {
        EXPECT_TRUE(intersects(strange, {}, other, {}));
        EXPECT_EQ(intersects(strange, {}, other, {}, QueryOptions{}), Answer::unsupported);
        EXPECT_TRUE(within(other, {}, strange, {}, 1));
        EXPECT_EQ(within(other, {}, strange, {}, 1, QueryOptions{}), Answer::unsupported);
        EXPECT_EQ(relation(strange, {}, other, {}), Relation::unsupported);
        const Distance d = distance(strange, {}, other, {});
        EXPECT_TRUE(std::isnan(d.value));
        EXPECT_EQ(d.status, QueryStatus::unsupported);
        EXPECT_EQ(overlap_volume(strange, {}, other, {}).status, QueryStatus::unsupported);
        EXPECT_TRUE(std::isnan(overlap_volume(strange, {}, other, {}).volume));
        EXPECT_EQ(intersecting_triangles(strange, {}, other, {}).status, QueryStatus::unsupported);
    }
    EXPECT_TRUE(any_hit(strange, {}, Ray()));
    EXPECT_EQ(first_hit(strange, {}, Ray()).answer, Answer::unsupported);
    EXPECT_EQ(distance(strange, {}, Vec3{}).status, QueryStatus::unsupported);
    EXPECT_EQ(signed_distance(strange, {}, Vec3{}).status, QueryStatus::unsupported);
}

TEST(UnknownKind, is_logged_once) {
    static const ShapeKind kind = register_shape_kind({"test: to be logged", 1, nullptr});
    const Shape strange(kind, std::make_shared<const Nothing>()), box(OrientedBox({1, 1, 1}));
    std::vector<std::string> messages;
    const LogSink before =
        set_log_sink([&](LogLevel, std::string_view message) { messages.emplace_back(message); });
    for (int i = 0; i < 5; ++i) intersects(strange, {}, box, {});
    set_log_sink(before);
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_NE(messages[0].find("test: to be logged"), std::string::npos) << messages[0];
}

// ---- A room further down fills in a cell

TEST(QuestionTables, take_cells_of_other_rooms_in_either_order) {
    static const ShapeKind kind = register_shape_kind({"test: always in contact", 1, nullptr});
    question_tables().intersects.set(
        kind, ShapeKind(), [](const Shape& a, const Pose&, const Shape& b, const Pose&, const QueryOptions&) {
            return a.is_mesh() || !b.is_mesh() ? Answer::bad_input : Answer::yes;
        });
    const Shape mine(kind, std::make_shared<const Nothing>()), mesh(make_box({1, 1, 1}));
    EXPECT_EQ(intersects(mine, {}, mesh, at_place(100, 0, 0), QueryOptions{}), Answer::yes);
    EXPECT_EQ(intersects(mesh, at_place(100, 0, 0), mine, {}, QueryOptions{}), Answer::yes);
    EXPECT_EQ(intersects(mine, {}, mine, {}, QueryOptions{}), Answer::unsupported);
}

}  // namespace
}  // namespace graze::test
