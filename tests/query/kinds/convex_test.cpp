// Convex solids in every question, with each other and with meshes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/kinds/question_tables.h"
#include "tests/query/kinds/convex_oracle.h"
#include "tests/query/kinds/in_tetrahedron.h"
#include "tests/query/meshes.h"

namespace graze::test {
namespace {

Pose move_to(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

Pose pose_near_origin(Random& r, double how_far) {
    return Pose(r.rotation(), r.in_box({-how_far, -how_far, -how_far}, {how_far, how_far, how_far}));
}

// Hulls by their definition (Caratheodory), without faces, searches or filters but those of the predicates.
using PointSet = std::vector<Vec3>;

bool in_hull_of(const PointSet& c, const Vec3& p) {
    for (std::size_t i = 0; i < c.size(); ++i)
        for (std::size_t j = i; j < c.size(); ++j)
            for (std::size_t k = j; k < c.size(); ++k) {
                if (in_triangle(p, {{c[i], c[j], c[k]}})) return true;
                for (std::size_t m = k + 1; m < c.size(); ++m)
                    if (in_tetrahedron(p, c[i], c[j], c[k], c[m])) return true;
            }
    return false;
}

bool hulls_of_points_meet(const PointSet& a, const PointSet& b) {
    if (in_hull_of(a, b[0]) || in_hull_of(b, a[0])) return true;
    const auto triangles = [](const PointSet& c) {
        std::vector<Triangle> result;
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t j = i; j < c.size(); ++j)
                for (std::size_t k = j; k < c.size(); ++k) result.push_back({{c[i], c[j], c[k]}});
        return result;
    };
    for (const Triangle& s : triangles(a))
        for (const Triangle& t : triangles(b))
            if (intersects(s, t)) return true;
    return false;
}

PointSet carried(const PointSet& points, const Pose& pose) {
    PointSet result;
    for (const Vec3& p : points) result.push_back(pose(p));
    return result;
}

PointSet random_points(Random& r) {
    PointSet points(1 + r.below(7));
    const bool grid = r.chance(0.5);
    for (Vec3& p : points) {
        p = r.in_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
        if (grid) p = {std::round(p.x * 2) / 2, std::round(p.y * 2) / 2, std::round(p.z * 2) / 2};
    }
    return points;
}

TEST(ConvexQuery, of_hulls_is_what_their_definition_says) {
    Random r(31);
    int yes = 0, no = 0;
    for (int i = 0; i < 1500; ++i) {
        const PointSet a = random_points(r), b = random_points(r);
        const Shape hull_a{ConvexHull(a)}, hull_b{ConvexHull(b)};
        // On a grid, or with corners that all but meet, rounding decides.
        Pose pose_a,
            pose_b = move_to(0.5 * std::round(4 * r.uniform() - 2), 0.5 * std::round(2 * r.uniform()), 0);
        if (r.chance(0.7)) {
            const Quat turn = r.rotation();
            pose_a = Pose(turn, {});
            pose_b = Pose(r.chance(0.5) ? turn : r.rotation(), r.in_box({-0.7, -0.7, -0.7}, {0.7, 0.7, 0.7}));
            if (r.chance(0.6)) {
                const Vec3 from = pose_a(a[r.below(a.size())]),
                           to = Pose(pose_b.rotation(), {})(b[r.below(b.size())]);
                pose_b = Pose(pose_b.rotation(), from - to + r.on_sphere() * (r.chance(0.5) ? 0 : 3e-16));
            }
        }
        // The corners are those of the hull; all others lie between them only before they are carried.
        const PointSet in_world_a = carried(hull_a.as<ConvexHull>()->corners(), pose_a),
                       in_world_b = carried(hull_b.as<ConvexHull>()->corners(), pose_b);
        const bool expected = hulls_of_points_meet(in_world_a, in_world_b);
        SCOPED_TRACE("seed 31, case " + std::to_string(i));
        ASSERT_EQ(intersects(hull_a, pose_a, hull_b, pose_b), expected);
        ASSERT_EQ(intersects(hull_b, pose_b, hull_a, pose_a), expected);
        ASSERT_EQ(within(hull_a, pose_a, hull_b, pose_b, 0), expected);
        const Distance d = distance(hull_a, pose_a, hull_b, pose_b);
        ASSERT_EQ(d.value == 0, expected) << d.value;
        ASSERT_LE(d.at_least, d.value);
        const Relation how = relation(hull_a, pose_a, hull_b, pose_b);
        ASSERT_EQ(how == Relation::apart, !expected);
        (expected ? yes : no) += 1;
    }
    EXPECT_GT(yes, 300);
    EXPECT_GT(no, 300);
}

TEST(ConvexQuery, of_a_hull_and_a_mesh_is_what_its_definition_says) {
    Random r(32);
    int yes = 0, no = 0;
    for (int i = 0; i < 700; ++i) {
        const PointSet a = random_points(r);
        const Shape hull{ConvexHull(a)};
        const Mesh mesh = soup(static_cast<std::uint32_t>(1 + r.below(10)), r.bits(), 0.8, r.chance(0.5));
        const Shape shape(mesh);
        const Pose pose_a = pose_near_origin(r, 0.4);
        Pose pose_b = pose_near_origin(r, 0.4);
        if (r.chance(0.5)) {
            const Vec3 at = Pose(pose_b.rotation(), {})(mesh.vertices()[r.below(mesh.vertices().size())]);
            pose_b = Pose(pose_b.rotation(), pose_a(a[0]) - at);
        }
        const PointSet world = carried(hull.as<ConvexHull>()->corners(), pose_a);
        bool expected = false;
        for (TriangleId t = 0; t < mesh.triangle_count() && !expected; ++t) {
            const Triangle w = pose_b(mesh.triangle(t));
            expected = hulls_of_points_meet(world, {w[0], w[1], w[2]});
        }
        SCOPED_TRACE("seed 32, case " + std::to_string(i));
        ASSERT_EQ(intersects(hull, pose_a, shape, pose_b), expected);
        ASSERT_EQ(intersects(shape, pose_b, hull, pose_a), expected);
        ASSERT_EQ(distance(hull, pose_a, shape, pose_b).value == 0, expected);
        ASSERT_EQ(within(hull, pose_a, shape, pose_b, 0), expected);
        (expected ? yes : no) += 1;
    }
    EXPECT_GT(yes, 100);
    EXPECT_GT(no, 100);
}

// Points of A that are in B, drawn at random, and separating directions, known to be none.
TEST(ConvexQuery, of_any_two_solids_agrees_with_points_drawn_from_them) {
    Random r(33);
    int yes = 0, no = 0, undecided = 0;
    for (int i = 0; i < 3000; ++i) {
        const Shape a = random_solid(r), b = random_solid(r);
        const Pose pose_a = pose_near_origin(r, 0.6), pose_b = pose_near_origin(r, 0.6);
        const Pose a_from_world = pose_a.inverse(), b_from_world = pose_b.inverse();
        SCOPED_TRACE("seed 33, case " + std::to_string(i) + ", " + std::string(a.kind().name()) + " and " +
                     std::string(b.kind().name()));
        bool shown = false;
        for (int k = 0; k < 300 && !shown; ++k) {
            const Vec3 p = r.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
            shown = inside_by(a, a_from_world(p)) > 1e-9 && inside_by(b, b_from_world(p)) > 1e-9;
        }
        const Answer answer = intersects(a, pose_a, b, pose_b, QueryOptions{});
        ASSERT_EQ(answer, intersects(b, pose_b, a, pose_a, QueryOptions{}));
        if (shown) {
            ASSERT_EQ(answer, Answer::yes);
        }
        const Distance d = distance(a, pose_a, b, pose_b);
        ASSERT_EQ(d.value == 0, answer == Answer::yes);
        ASSERT_LE(d.at_least, d.value);
        if (answer == Answer::yes) {
            ASSERT_GT(inside_by(a, a_from_world(d.point_a)), -1e-9);
            ASSERT_GT(inside_by(b, b_from_world(d.point_b)), -1e-9);
        }
        if (answer == Answer::no) {
            // The points are on the solids, as far apart as was said; so no smaller value is possible but by
            // a mistake of the lower bound, which the next lines look at.
            ASSERT_NEAR(inside_by(a, a_from_world(d.point_a)), 0, 1e-7);
            ASSERT_NEAR(inside_by(b, b_from_world(d.point_b)), 0, 1e-7);
            ASSERT_NEAR(length(d.point_b - d.point_a), d.value, 1e-9);
            ASSERT_LT(d.value - d.at_least, 1e-7);
            for (int k = 0; k < 20; ++k) {
                const Vec3 p = r.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
                if (inside_by(a, a_from_world(p)) < 0) continue;
                const PointDistance from_b = distance(b, pose_b, p);
                ASSERT_GE(from_b.value, d.at_least - 1e-9);
            }
            EXPECT_EQ(within(a, pose_a, b, pose_b, d.value * 1.000001 + 1e-9, QueryOptions{}), Answer::yes);
            EXPECT_EQ(within(a, pose_a, b, pose_b, d.at_least * 0.999999 - 1e-9, QueryOptions{}), Answer::no);
        }
        (answer == Answer::yes ? yes : answer == Answer::no ? no : undecided) += 1;
    }
    EXPECT_GT(yes, 500);
    EXPECT_GT(no, 500);
    EXPECT_LT(undecided, 5);
}

TEST(ConvexQuery, of_any_solid_and_a_mesh_agrees_with_the_points_of_the_mesh) {
    Random r(34);
    int yes = 0, no = 0;
    for (int i = 0; i < 600; ++i) {
        const Shape a = random_solid(r);
        const Mesh mesh = soup(static_cast<std::uint32_t>(1 + r.below(30)), r.bits(), 0.5, false);
        const Shape b(mesh);
        const Pose pose_a = pose_near_origin(r, 0.8), pose_b = pose_near_origin(r, 0.8);
        const Pose a_from_world = pose_a.inverse();
        SCOPED_TRACE("seed 34, case " + std::to_string(i) + ", " + std::string(a.kind().name()));
        double nearest = 1e300;
        bool shown = false;
        for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
            const Triangle w = pose_b(mesh.triangle(t));
            for (int u = 0; u <= 10; ++u)
                for (int v = 0; u + v <= 10; ++v) {
                    const Vec3 p = w[0] + (w[1] - w[0]) * (0.1 * u) + (w[2] - w[0]) * (0.1 * v);
                    shown |= inside_by(a, a_from_world(p)) > 1e-9;
                    nearest = std::min(nearest, distance(a, pose_a, p).value);
                }
        }
        const Answer answer = intersects(a, pose_a, b, pose_b, QueryOptions{});
        if (shown) {
            ASSERT_EQ(answer, Answer::yes);
        }
        ASSERT_EQ(answer, intersects(b, pose_b, a, pose_a, QueryOptions{}));
        const Distance d = distance(a, pose_a, b, pose_b);
        ASSERT_EQ(d.value == 0, answer == Answer::yes);
        ASSERT_LE(d.value, nearest + 1e-9);
        ASSERT_GE(d.value, nearest - 0.2);
        if (answer == Answer::no) {
            ASSERT_NEAR(inside_by(a, a_from_world(d.point_a)), 0, 1e-7);
            ASSERT_NEAR(distance(b, pose_b, d.point_b).value, 0, 1e-9);
            ASSERT_NEAR(length(d.point_a - d.point_b), d.value, 1e-9);
            EXPECT_EQ(within(a, pose_a, b, pose_b, d.value + 1e-7, QueryOptions{}), Answer::yes);
            EXPECT_EQ(within(a, pose_a, b, pose_b, d.value - 1e-7, QueryOptions{}), Answer::no);
        }
        (answer == Answer::yes ? yes : no) += 1;
    }
    EXPECT_GT(yes, 100);
    EXPECT_GT(no, 100);
}

TEST(ConvexQuery, of_spheres_is_exact_where_they_touch) {
    const Shape a(Sphere{{0, 0, 0}, 1}), b(Sphere{{3, 4, 0}, 4}), hair(Sphere{{3, 4, 0x1p-40}, 4});
    EXPECT_TRUE(intersects(a, {}, b, {}));
    EXPECT_FALSE(intersects(a, {}, hair, {}));
    EXPECT_EQ(relation(a, {}, b, {}), Relation::touching);
    // Radii whose sum is no double: 0.1 + 0.2 in exact arithmetic is above the double 0.3.
    const Shape c(Sphere{{0, 0, 0}, 0.1}), d(Sphere{{0.3, 0, 0}, 0.2}),
        e(Sphere{{std::nextafter(0.1 + 0.2, 1), 0, 0}, 0.2});
    EXPECT_TRUE(intersects(c, {}, d, {}));
    EXPECT_EQ(relation(c, {}, d, {}), Relation::overlapping);
    EXPECT_FALSE(intersects(c, {}, e, {}));
    EXPECT_EQ(relation(Shape(Sphere{{0.5, 0, 0}, 0.25}), {}, a, {}), Relation::a_in_b);
    EXPECT_EQ(relation(a, {}, Shape(Sphere{{0.5, 0, 0}, 0.5}), {}), Relation::overlapping);  // from within
}

TEST(ConvexQuery, of_a_sphere_and_a_mesh_is_exact_where_they_touch) {
    const Shape box(make_box({2, 2, 2})), ball(Sphere{{0, 0, 0}, 1});
    EXPECT_TRUE(intersects(ball, move_to(2, 0, 0), box, {}));
    EXPECT_EQ(relation(ball, move_to(2, 0, 0), box, {}), Relation::touching);
    EXPECT_FALSE(intersects(ball, move_to(2 + 0x1p-50, 0, 0), box, {}));
    EXPECT_EQ(distance(ball, move_to(4, 0, 0), box, {}).value, 2);
    EXPECT_EQ(relation(ball, move_to(1.5, 0, 0), box, {}), Relation::overlapping);
    EXPECT_EQ(relation(Shape(Sphere{{0, 0, 0}, 0.5}), {}, box, {}), Relation::a_in_b);
    EXPECT_FALSE(intersects(Shape(Sphere{{0, 0, 0}, 0.5}), {}, box, {}));  // the mesh is a surface
    EXPECT_EQ(relation(box, {}, Shape(Sphere{{0, 0, 0}, 2}), {}), Relation::a_in_b);
    EXPECT_TRUE(intersects(box, {}, Shape(Sphere{{0, 0, 0}, 2}), {}));  // the ball is solid
}

TEST(ConvexQuery, of_a_half_space_is_the_side_of_the_lowest_point) {
    const Shape floor(HalfSpace{{0, 0, 1}, {0, 0, 0}});
    const std::vector<Shape> resting{
        Shape(Sphere{{0, 0, 1}, 1}), Shape(Capsule{{0, 0, 0.5}, {3, 0, 0.5}, 0.5}),
        Shape(OrientedBox({1, 1, 1}, move_to(0, 0, 1))),
        Shape(ConvexHull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}})),
        Shape(make_box({2, 2, 2})).next_version(make_box({2, 2, 2}))};
    for (std::size_t i = 0; i < resting.size(); ++i) {
        const Shape& s = resting[i];
        const Pose seat = i + 1 == resting.size() ? move_to(0, 0, 1) : Pose{};
        const auto raised = [&](double z) { return move_to(0, 0, z) * seat; };
        SCOPED_TRACE(std::string(s.kind().name()));
        EXPECT_EQ(relation(floor, {}, s, seat), Relation::touching);
        EXPECT_TRUE(intersects(s, seat, floor, {}));
        EXPECT_FALSE(intersects(s, raised(0x1p-50), floor, {}));
        EXPECT_EQ(relation(floor, {}, s, raised(1)), Relation::apart);
        EXPECT_DOUBLE_EQ(distance(floor, {}, s, raised(1)).value, 1);
        EXPECT_EQ(distance(floor, {}, s, raised(1)).normal, (Vec3{0, 0, 1}));
        EXPECT_EQ(distance(s, raised(1), floor, {}).normal, (Vec3{0, 0, -1}));
        EXPECT_EQ(within(floor, {}, s, raised(1), 1, QueryOptions{}), Answer::yes);
        EXPECT_EQ(within(floor, {}, s, raised(1), 1 - 0x1p-52, QueryOptions{}), Answer::no);
        EXPECT_EQ(relation(floor, {}, s, raised(-0.5)), Relation::overlapping);
        EXPECT_EQ(relation(floor, {}, s, raised(-10)), Relation::b_in_a);
        EXPECT_EQ(relation(s, raised(-10), floor, {}), Relation::a_in_b);
    }
    const Shape ceiling(HalfSpace{{0, 0, -2}, {0, 0, 3}});
    EXPECT_EQ(relation(floor, {}, ceiling, {}), Relation::apart);
    EXPECT_DOUBLE_EQ(distance(floor, {}, ceiling, {}).value, 3);
    EXPECT_EQ(relation(floor, {}, ceiling, move_to(0, 0, -3)), Relation::touching);
    EXPECT_TRUE(intersects(floor, {}, Shape(HalfSpace{{1, 0, 0}, {-100, 0, 50}}), {}));
}

TEST(ConvexQuery, of_half_spaces_and_solids_agrees_with_points_drawn_from_them) {
    Random r(35);
    for (int i = 0; i < 1000; ++i) {
        const Shape plane(HalfSpace{r.on_sphere() * 3, r.in_box({-1, -1, -1}, {1, 1, 1})});
        const Shape solid = random_solid(r);
        const Pose pose_a = pose_near_origin(r, 0.5), pose_b = pose_near_origin(r, 0.5);
        const Pose a_from_world = pose_a.inverse(), b_from_world = pose_b.inverse();
        const Distance d = distance(plane, pose_a, solid, pose_b);
        const Answer answer = intersects(plane, pose_a, solid, pose_b, QueryOptions{});
        SCOPED_TRACE("seed 35, case " + std::to_string(i) + ", " + std::string(solid.kind().name()));
        ASSERT_EQ(answer == Answer::yes, d.value == 0);
        for (int k = 0; k < 200; ++k) {
            const Vec3 p = r.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
            if (inside_by(solid, b_from_world(p)) < 1e-9) continue;
            const double below = inside_by(plane, a_from_world(p));
            if (below > 1e-9) {
                ASSERT_EQ(answer, Answer::yes);
            }
            if (answer == Answer::no) {
                ASSERT_LE(below, -d.at_least + 1e-9);
            }
        }
        if (answer == Answer::no) {
            ASSERT_NEAR(inside_by(solid, b_from_world(d.point_b)), 0, 1e-7);
            ASSERT_NEAR(inside_by(plane, a_from_world(d.point_a)), 0, 1e-9);
        }
    }
}

TEST(ConvexQuery, of_points_is_the_signed_distance) {
    Random r(36);
    for (int i = 0; i < 3000; ++i) {
        const Shape solid = r.chance(0.1) ? Shape(HalfSpace{r.on_sphere(), r.in_box({-1, -1, -1}, {1, 1, 1})})
                                          : random_solid(r);
        const Pose pose = pose_near_origin(r, 0.5);
        const Vec3 p = r.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
        const Pose back = pose.inverse();
        const PointDistance d = signed_distance(solid, pose, p);
        SCOPED_TRACE("seed 36, case " + std::to_string(i) + ", " + std::string(solid.kind().name()));
        const double inside = inside_by(solid, back(p));
        if (std::abs(inside) > 1e-9) {
            ASSERT_EQ(d.value < 0, inside > 0);
        }
        ASSERT_NEAR(inside_by(solid, back(d.nearest)), 0, 1e-7);
        ASSERT_NEAR(length(p - d.nearest), std::abs(d.value), 1e-7);
        // No point in the ball around p is on the other side.
        for (int k = 0; k < 30; ++k) {
            const Vec3 q = p + r.on_sphere() * (std::abs(d.value) * 0.9999 * r.uniform());
            const double at = inside_by(solid, back(q));
            if (std::abs(at) > 1e-9) {
                ASSERT_EQ(at > 0, inside > 0);
            }
        }
        const PointDistance plain = distance(solid, pose, p);
        ASSERT_EQ(plain.value, std::max(d.value, 0.0));
    }
}

TEST(ConvexQuery, of_rays_enters_and_leaves_where_the_solid_begins_and_ends) {
    Random r(37);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const Shape solid = r.chance(0.1) ? Shape(HalfSpace{r.on_sphere(), r.in_box({-1, -1, -1}, {1, 1, 1})})
                                          : random_solid(r);
        const Pose pose = pose_near_origin(r, 0.5), back = pose.inverse();
        const Ray ray(r.in_box({-2, -2, -2}, {2, 2, 2}), r.on_sphere() * (0.5 + r.uniform()));
        SCOPED_TRACE("seed 37, case " + std::to_string(i) + ", " + std::string(solid.kind().name()));
        const auto all = all_hits(solid, pose, ray);
        double from = 1e300, to = -1e300;
        if (!all.empty()) {
            ++hits;
            from = all.front().t, to = all.size() > 1 ? all.back().t : 1e300;
            const bool begins_inside = inside_by(solid, back(ray.origin())) > 1e-9;
            ASSERT_EQ(all.front().side == RaySide::inside, begins_inside);
            if (!begins_inside) {
                ASSERT_NEAR(inside_by(solid, back(all.front().point)), 0, 1e-6);
            }
            if (all.size() > 1) {
                ASSERT_NEAR(inside_by(solid, back(all.back().point)), 0, 1e-6);
            }
        }
        for (int k = 0; k < 200; ++k) {
            const double t = 0.03 * k;
            const double inside = inside_by(solid, back(ray.at(t)));
            if (inside > 1e-6) {
                ASSERT_TRUE(t >= from - 1e-6 && t <= to + 1e-6) << t;
            }
            if (inside < -1e-6) {
                ASSERT_FALSE(t > from + 1e-6 && t < to - 1e-6) << t;
            }
        }
        ASSERT_EQ(first_hit(solid, pose, ray).found(), !all.empty());
    }
    EXPECT_GT(hits, 250);
}

// The table in docs/query.md says that every solid is answered with every other one and with meshes.
TEST(ConvexQuery, has_a_cell_for_every_two_kinds) {
    const std::vector<Shape> shapes{Shape(make_box({1, 1, 1})),
                                    Shape(OrientedBox({1, 1, 1})),
                                    Shape(ConvexHull(make_box({1, 1, 1}))),
                                    Shape(Sphere{{}, 1}),
                                    Shape(Capsule{{}, {1, 0, 0}, 1}),
                                    Shape(Cylinder{{}, {1, 0, 0}, 1}),
                                    Shape(Cone{{}, {1, 0, 0}, 1}),
                                    Shape(Ellipsoid{}),
                                    Shape(HalfSpace{})};
    const QueryOptions options;
    for (const Shape& a : shapes) {
        EXPECT_EQ(any_hit(a, {}, Ray({5, 0, 0.1}, {-1, 0, -0.04}), options), Answer::yes);
        EXPECT_EQ(distance(a, {}, Vec3{9, 9, 9}, options).status, QueryStatus::complete);
        for (const Shape& b : shapes) {
            SCOPED_TRACE(std::string(a.kind().name()) + " and " + std::string(b.kind().name()));
            const Pose deep = move_to(0.1, 0.2, -0.3);
            EXPECT_EQ(intersects(a, {}, b, deep, options), Answer::yes);
            EXPECT_EQ(within(a, {}, b, deep, 0.1, options), Answer::yes);
            EXPECT_EQ(distance(a, {}, b, deep, options).value, 0);
            EXPECT_NE(relation(a, {}, b, deep, options), Relation::unsupported);
            EXPECT_TRUE(witness(a, {}, b, deep, options).found());
        }
    }
}

TEST(ConvexQuery, takes_solids_as_solids_for_open_meshes_too) {
    const Shape sheet(Mesh({{0, 0, 0}, {0.2, 0, 0}, {0, 0.2, 0}}, {{0, 1, 2}}));
    const OpenMeshes open = OpenMeshes::as_surfaces;
    for (const Shape& solid :
         {Shape(Sphere{{}, 1}), Shape(ConvexHull(make_box({2, 2, 2}))), Shape(OrientedBox({1, 1, 1})),
          Shape(Cylinder{{0, 0, -1}, {0, 0, 1}, 1}), Shape(HalfSpace{{0, 0, 1}, {0, 0, 1}})}) {
        SCOPED_TRACE(std::string(solid.kind().name()));
        EXPECT_EQ(relation(solid, {}, sheet, {}), Relation::not_closed);
        EXPECT_EQ(relation(solid, {}, sheet, {}, open), Relation::b_in_a);
        EXPECT_EQ(relation(sheet, move_to(0, 0, 5), solid, {}, open), Relation::apart);
        EXPECT_EQ(relation(solid, {}, sheet, Pose(Quat::about_turns({1, 0, 0}, 0.25), {0, 0, 0.9}), open),
                  Relation::overlapping);
    }
}

TEST(ConvexQuery, relation_says_which_round_solid_is_in_which) {
    const Shape can(Cylinder{{0, 0, -1}, {0, 0, 1}, 1}), cone(Cone{{0, 0, -1}, {0, 0, 1}, 1}),
        egg(Ellipsoid{{}, {1, 0, 0}, {0, 0.8, 0}, {0, 0, 1.5}}), ball(Sphere{{}, 0.25}),
        pill(Capsule{{-0.1, 0, 0}, {0.1, 0, 0}, 0.2}), box(OrientedBox({0.2, 0.2, 0.2})),
        large_box(OrientedBox({3, 3, 3})), large_ball(Sphere{{}, 4}),
        small_can(Cylinder{{0, 0, -0.1}, {0, 0, 0.1}, 0.2}), small_cone(Cone{{}, {0, 0, 0.3}, 0.2}),
        small_egg(Ellipsoid{{}, {0.2, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}});
    const Pose turned = Pose::rotation_turns({1, 2, 3}, 0.1);
    for (const Shape* outer : {&can, &cone, &egg, &large_box, &large_ball})
        for (const Shape* inner : {&ball, &pill, &box, &small_can, &small_cone, &small_egg}) {
            SCOPED_TRACE(std::string(outer->kind().name()) + " " + std::string(inner->kind().name()));
            EXPECT_EQ(relation(*inner, turned, *outer, {}), Relation::a_in_b);
            EXPECT_EQ(relation(*outer, {}, *inner, turned), Relation::b_in_a);
            EXPECT_EQ(relation(*inner, move_to(9, 0, 0), *outer, {}), Relation::apart);
        }
    for (const Shape* outer : {&can, &cone})
        for (const Shape* inner : {&ball, &pill, &box, &small_can, &small_cone, &small_egg})
            EXPECT_EQ(relation(*inner, move_to(0.97, 0, -0.99), *outer, {}), Relation::overlapping);
    // Inside by 3 % of the radius, and by 1 %: the bound within which it says nothing is 2 %.
    EXPECT_EQ(relation(ball, move_to(0.7425, 0, 0), can, {}), Relation::a_in_b);
    const Relation unsure = relation(ball, move_to(0.7475, 0, 0), can, {});
    EXPECT_TRUE(unsure == Relation::a_in_b || unsure == Relation::undecided);
}

TEST(ConvexQuery, takes_no_values_without_sense) {
    const double nan = std::nan("");
    EXPECT_THROW(Shape(Sphere{{0, 0, 0}, -1}), Error);
    EXPECT_THROW(Shape(Sphere{{0, 0, nan}, 1}), Error);
    EXPECT_THROW(Shape(Capsule{{0, 0, 0}, {1, 0, 0}, nan}), Error);
    EXPECT_THROW(Shape(Cylinder{{0, 0, 0}, {0, 0, 0}, 1}), Error);
    EXPECT_THROW(Shape(Cone{{1, 0, 0}, {1, 0, 0}, 1}), Error);
    EXPECT_THROW(Shape(Ellipsoid{{}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}}), Error);
    EXPECT_THROW(Shape(Ellipsoid{{}, {1, 0, 0}, {0, 0, 0}, {0, 0, 1}}), Error);
    EXPECT_THROW(Shape(HalfSpace{{0, 0, 0}, {}}), Error);
    EXPECT_THROW(Shape(Sphere{{0, 0, 0}, 1e101}), Error);
}

}  // namespace
}  // namespace graze::test
