// Relations against answers that are known in another way: of boxes, of heaps of cells, of convex bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/relation/relation.h"
#include "tests/query/relations.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

using test::both_ways;
using test::relation_of;

Relation of_boxes(const Box& a, const Box& b) {
    bool apart = false, touching = false, a_inside = true, b_inside = true;
    for (std::size_t k = 0; k < 3; ++k) {
        apart |= a.upper[k] < b.lower[k] || b.upper[k] < a.lower[k];
        touching |= a.upper[k] == b.lower[k] || b.upper[k] == a.lower[k];
        a_inside &= b.lower[k] < a.lower[k] && a.upper[k] < b.upper[k];
        b_inside &= a.lower[k] < b.lower[k] && b.upper[k] < a.upper[k];
    }
    if (apart) return Relation::apart;
    if (touching) return Relation::touching;
    return a_inside ? Relation::a_in_b : b_inside ? Relation::b_in_a : Relation::overlapping;
}

TEST(Relation, of_boxes_on_a_grid_is_that_of_their_corners) {
    Random r(82);
    std::array<int, 5> seen{};
    for (int i = 0; i < 1500; ++i) {
        SCOPED_TRACE("seed 82, " + std::to_string(i));
        const auto grid_box = [&] {
            Box box;
            const bool large = r.chance(0.3);
            for (std::size_t k = 0; k < 3; ++k) {
                box.lower[k] = large ? 0 : static_cast<double>(r.below(4));
                box.upper[k] = large ? 6 : box.lower[k] + 1 + static_cast<double>(r.below(3));
            }
            return box;
        };
        const Box a = grid_box(), b = grid_box();
        const Relation expected = of_boxes(a, b);
        ++seen[static_cast<std::size_t>(expected)];
        const auto mesh = [&](const Box& x) {
            return Shape(make_box(x.size(), static_cast<std::uint32_t>(1 + r.below(3))));
        };
        ASSERT_EQ(both_ways(mesh(a), Pose::translation(a.center()), mesh(b), Pose::translation(b.center())),
                  expected);
    }
    for (const int n : seen) EXPECT_GT(n, 10);
}

// Cells at twice the resolution, carried by a pose that keeps the finer grid.
test::Cells halves(const test::Cells& cells, const Pose& pose) {
    test::Cells fine;
    for (const test::Cell& c : cells) {
        for (int i = 0; i < 8; ++i) {
            const Vec3 p = pose(test::point(c) +
                                Vec3{0.25 + 0.5 * (i & 1), 0.25 + 0.5 * (i >> 1 & 1), 0.25 + 0.5 * (i >> 2)});
            fine.insert({static_cast<int>(std::floor(2 * p.x)), static_cast<int>(std::floor(2 * p.y)),
                         static_cast<int>(std::floor(2 * p.z))});
        }
    }
    return fine;
}

Relation of_cells(const test::Cells& a, const test::Cells& b) {
    const auto corners = [](const test::Cells& cells) {
        std::set<test::Cell> points;
        for (const auto& square : test::border(cells)) points.insert(square.begin(), square.end());
        return points;
    };
    const auto common = [](const auto& s, const auto& t) {
        std::vector<test::Cell> both;
        std::set_intersection(s.begin(), s.end(), t.begin(), t.end(), std::back_inserter(both));
        return both.size();
    };
    const std::size_t shared = common(a, b);
    // Squares of one grid that meet have a corner in common.
    if (common(corners(a), corners(b)) > 0) return shared > 0 ? Relation::overlapping : Relation::touching;
    if (shared == 0) return Relation::apart;
    if (shared == a.size()) return Relation::a_in_b;
    return shared == b.size() ? Relation::b_in_a : Relation::overlapping;
}

// The points of a mesh carried by a pose and then by a matrix of whole numbers: exact, and nothing but faces,
// edges and corners that lie askew changes.
Mesh sheared(const Mesh& m, const Pose& pose, const std::array<Vec3, 3>& columns) {
    std::vector<Vec3> v;
    for (const Vec3& p : m.vertices()) {
        const Vec3 q = pose(p);
        v.push_back(columns[0] * q.x + columns[1] * q.y + columns[2] * q.z);
    }
    return Mesh(std::move(v), {m.triangles().begin(), m.triangles().end()});
}

std::array<Vec3, 3> random_shear(Random& r) {
    while (true) {
        std::array<Vec3, 3> columns;
        for (Vec3& c : columns) {
            for (std::size_t k = 0; k < 3; ++k) c[k] = static_cast<double>(r.below(2001)) - 1000;
        }
        if (dot(cross(columns[0], columns[1]), columns[2]) != 0) return columns;
    }
}

void compare_with_cells(std::uint64_t seed, int count, int size_a, int size_b, double chance, double reach) {
    Random r(seed);
    std::array<int, 5> seen{};
    for (int i = 0; i < count; ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(i));
        const test::Cells a = test::random_cells(size_a, chance, r),
                          b = test::random_cells(size_b, chance, r);
        const Mesh mesh_a = test::polycube(a, r), mesh_b = test::polycube(b, r);
        const auto half_steps = [&] { return std::round(r.uniform(-reach, reach) * 2) / 2; };
        const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const Pose turn = Pose::rotation_turns(axes[r.below(3)], 0.25 * static_cast<double>(r.below(4)));
        const double x = half_steps(), y = half_steps();
        const Pose pose = Pose::translation({x, y, half_steps()}) * turn;
        const Relation expected = of_cells(halves(a, {}), halves(b, pose));
        ++seen[static_cast<std::size_t>(expected)];
        ASSERT_EQ(both_ways(Shape(mesh_a), {}, Shape(mesh_b), pose), expected);
        const std::array<Vec3, 3> shear = random_shear(r);
        ASSERT_EQ(both_ways(Shape(sheared(mesh_a, {}, shear)), {}, Shape(sheared(mesh_b, pose, shear)), {}),
                  expected);
        if (i % 8 == 0) {
            ASSERT_EQ(relation_of(mesh_a, mesh_b, {}, pose), expected);
        }
    }
    // One in the other is too rare among these to count on.
    EXPECT_GT(seen[0], 0);
    EXPECT_GT(seen[1], count / 50);
    EXPECT_GT(seen[2], count / 50);
}

TEST(Relation, of_heaps_of_cells_is_that_of_the_cells) {
    compare_with_cells(83, 400, 2, 2, 0.5, 2.5);
    compare_with_cells(84, 300, 3, 3, 0.5, 4);
    compare_with_cells(85, 300, 3, 3, 0.15, 2);
    compare_with_cells(86, 150, 4, 2, 0.8, 3);
}

TEST(Relation, of_cells_in_voids_and_in_thick_walls_is_that_of_the_cells) {
    Random r(87);
    test::Cells wall;
    for (int x = 0; x < 9; ++x)
        for (int y = 0; y < 9; ++y)
            for (int z = 0; z < 9; ++z)
                if (std::min({x, y, z, 8 - x, 8 - y, 8 - z}) < 3) wall.insert({x, y, z});
    const Shape shell(test::polycube(wall, r));
    std::array<int, 5> seen{};
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE("seed 87, " + std::to_string(i));
        const test::Cells cells = test::random_cells(2, 0.4, r);
        const auto half_steps = [&] { return static_cast<double>(r.below(20)) / 2 - 1; };
        const double x = half_steps(), y = half_steps();
        const Pose pose = Pose::translation({x, y, half_steps()});
        const Relation expected = of_cells(halves(wall, {}), halves(cells, pose));
        ++seen[static_cast<std::size_t>(expected)];
        ASSERT_EQ(both_ways(shell, {}, Shape(test::polycube(cells, r)), pose), expected);
    }
    for (const Relation common :
         {Relation::apart, Relation::touching, Relation::overlapping, Relation::b_in_a})
        EXPECT_GT(seen[static_cast<std::size_t>(common)], 5) << name_of(common);
}

// A tetrahedron with area, wound outwards.
using Tetrahedron = std::array<Vec3, 4>;

Tetrahedron random_tetrahedron(Random& r, int size) {
    while (true) {
        Tetrahedron t;
        for (Vec3& p : t) {
            for (std::size_t k = 0; k < 3; ++k)
                p[k] = static_cast<double>(r.below(static_cast<std::uint64_t>(size)));
        }
        const int turn = orient3d(t[0], t[1], t[2], t[3]);
        if (turn > 0) std::swap(t[0], t[1]);
        if (turn != 0) return t;
    }
}

Mesh mesh_of(const Tetrahedron& t) {
    return Mesh({t.begin(), t.end()}, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}});
}

// By all planes that can separate two convex polyhedra; small whole numbers, so that doubles are exact.
Relation of_tetrahedra(const Tetrahedron& a, const Tetrahedron& b) {
    std::vector<Vec3> edges_a, edges_b, normals;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = i + 1; j < 4; ++j) {
            edges_a.push_back(a[j] - a[i]);
            edges_b.push_back(b[j] - b[i]);
        }
    }
    for (const auto* e : {&edges_a, &edges_b}) {
        for (const Vec3& u : edges_a)
            for (const Vec3& v : *e) normals.push_back(cross(u, v));
    }
    for (const Vec3& u : edges_b)
        for (const Vec3& v : edges_b) normals.push_back(cross(u, v));
    bool touching = false;
    for (const Vec3& n : normals) {
        if (n == Vec3{}) continue;
        const auto reach = [&n](const Tetrahedron& t) {
            return std::minmax({dot(n, t[0]), dot(n, t[1]), dot(n, t[2]), dot(n, t[3])});
        };
        const auto [low_a, high_a] = reach(a);
        const auto [low_b, high_b] = reach(b);
        if (high_a < low_b || high_b < low_a) return Relation::apart;
        touching |= high_a == low_b || high_b == low_a;
    }
    if (touching) return Relation::touching;
    const auto holds = [](const Tetrahedron& t, const Tetrahedron& other) {
        return std::all_of(other.begin(), other.end(), [&](const Vec3& p) {
            return orient3d(t[0], t[1], t[2], p) < 0 && orient3d(t[0], t[3], t[1], p) < 0 &&
                   orient3d(t[1], t[3], t[2], p) < 0 && orient3d(t[2], t[3], t[0], p) < 0;
        });
    };
    return holds(b, a) ? Relation::a_in_b : holds(a, b) ? Relation::b_in_a : Relation::overlapping;
}

TEST(Relation, of_tetrahedra_on_a_grid_is_that_of_convex_bodies) {
    Random r(91);
    std::array<int, 5> seen{};
    for (int i = 0; i < 10000; ++i) {
        Tetrahedron a = random_tetrahedron(r, 3 + i % 5);
        const Tetrahedron b = random_tetrahedron(r, 3 + i % 3);
        if (r.chance(0.2)) {
            for (Vec3& p : a) p = p * 4 - Vec3{4, 4, 4};
        }
        const Relation expected = of_tetrahedra(a, b);
        ++seen[static_cast<std::size_t>(expected)];
        ASSERT_EQ(both_ways(Shape(mesh_of(a)), {}, Shape(mesh_of(b)), {}), expected) << "seed 91, " << i;
    }
    for (const Relation common :
         {Relation::apart, Relation::touching, Relation::overlapping, Relation::b_in_a})
        EXPECT_GT(seen[static_cast<std::size_t>(common)], 5) << name_of(common);
}

// Do two solids have a point in common, and inside both? Without saying which holds which.
enum class Closeness : std::uint8_t { apart, touching, sharing };

Closeness closeness(Relation r) {
    if (r == Relation::apart) return Closeness::apart;
    return r == Relation::touching ? Closeness::touching : Closeness::sharing;
}

// A mesh of several bodies, which may cross, hold or lie flush against one another, and what it has to be of
// closeness to another such mesh.
template <class Body, class MeshOf, class RelationOf>
void compare_with_bodies(const std::vector<Body>& a, const std::vector<Body>& b, const MeshOf& mesh,
                         const RelationOf& relation_of_two) {
    const auto together = [&](const std::vector<Body>& bodies) {
        Mesh all = mesh(bodies.front());
        for (std::size_t i = 1; i < bodies.size(); ++i) all = test::joined({all, mesh(bodies[i])});
        return Shape(all);
    };
    Closeness expected = Closeness::apart;
    for (const Body& x : a)
        for (const Body& y : b) expected = std::max(expected, closeness(relation_of_two(x, y)));
    ASSERT_EQ(closeness(both_ways(together(a), {}, together(b), {})), expected);
}

TEST(Relation, of_bodies_that_cross_one_another_in_one_mesh_is_that_of_the_bodies) {
    Random r(92);
    for (int i = 0; i < 5000; ++i) {
        SCOPED_TRACE("seed 92, " + std::to_string(i));
        std::vector<Tetrahedron> a(1 + r.below(3)), b(1 + r.below(2));
        for (Tetrahedron& t : a) t = random_tetrahedron(r, 5);
        for (Tetrahedron& t : b) t = random_tetrahedron(r, 4);
        compare_with_bodies(a, b, mesh_of, of_tetrahedra);
        if (HasFatalFailure()) return;
    }
}

TEST(Relation, of_bodies_that_lie_flush_in_one_mesh_is_that_of_the_bodies) {
    Random r(93);
    const auto grid_box = [&r](std::uint64_t place, std::uint64_t size) {
        Box box;
        for (std::size_t k = 0; k < 3; ++k) {
            box.lower[k] = static_cast<double>(r.below(place));
            box.upper[k] = box.lower[k] + 1 + static_cast<double>(r.below(size));
        }
        return box;
    };
    for (int i = 0; i < 5000; ++i) {
        SCOPED_TRACE("seed 93, " + std::to_string(i));
        std::vector<Box> a(1 + r.below(4)), b(1 + r.below(2));
        for (Box& x : a) x = grid_box(5, 4);
        for (Box& x : b) x = grid_box(6, 3);
        compare_with_bodies(a, b, [](const Box& x) { return test::block(x.lower, x.upper); }, of_boxes);
        if (HasFatalFailure()) return;
    }
}

TEST(Relation, does_not_depend_on_which_is_a_where_rounding_has_moved_the_faces) {
    Random r(88);
    int contacts = 0;
    for (int i = 0; i < 200; ++i) {
        SCOPED_TRACE("seed 88, " + std::to_string(i));
        const Shape a(test::polycube(test::random_cells(3, 0.5, r), r)),
            b(test::polycube(test::random_cells(3, 0.5, r), r));
        const Pose turned(r.rotation(), r.on_sphere() * 3);
        const auto steps = [&] { return static_cast<double>(r.below(7)) - 3; };
        const double x = steps(), y = steps();
        const Relation found = both_ways(a, turned, b, turned * Pose::translation({x, y, steps()}));
        contacts += found == Relation::touching || found == Relation::overlapping ? 1 : 0;
    }
    EXPECT_GT(contacts, 50);
}

TEST(Relation, of_spheres_goes_by_the_distance_of_their_centres) {
    Random r(89);
    const Shape ball(make_sphere(1, 800)), small(make_sphere(0.4, 500));
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE("seed 89, " + std::to_string(i));
        const auto at = [&](double distance) { return Pose(r.rotation(), r.on_sphere() * distance); };
        const Pose pose(r.rotation(), {});
        EXPECT_EQ(both_ways(ball, pose, small, at(1.41)), Relation::apart);
        EXPECT_EQ(both_ways(ball, pose, small, at(1.36)), Relation::overlapping);
        EXPECT_EQ(both_ways(ball, pose, small, at(0.65)), Relation::overlapping);
        EXPECT_EQ(both_ways(ball, pose, small, at(0.55)), Relation::b_in_a);
    }
}

}  // namespace
}  // namespace graze
