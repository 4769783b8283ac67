#include "graze/spheres/packing/pack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/repair.h"
#include "graze/models/objects.h"
#include "graze/query/point/point_distance.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/spheres/packing/sphere_graph.h"
#include "graze/spheres/packing/validate.h"

namespace graze {
namespace {

// Where the seven largest spheres of a cube are is known: the ball, then one in each corner... of which the
// largest touches the ball and three faces.
double corner_radius(double ball) {
    const double root = std::sqrt(3.0);
    return ball * (root - 1) / (root + 1);
}

Shape cube_shape() {
    return Shape(make_box({1, 1, 1}));
}

void expect_feasible(const Packed& packed, const Shape& shape) {
    const PackingCheck check = validate(packed.packing.spheres, shape);
    EXPECT_TRUE(check.feasible()) << check.why_not();
    EXPECT_EQ(check.fill_rate, packed.packing.fill_rate);
    EXPECT_LE(check.fill_rate_error, 1e-12);
}

TEST(Pack, the_first_spheres_of_a_cube_are_where_geometry_says) {
    const Shape cube = cube_shape();
    const Packed packed = pack(cube, {.count = 9});
    ASSERT_EQ(packed.packing.spheres.size(), 9u);
    EXPECT_EQ(packed.end, PackEnd::count);
    const Sphere& first = packed.packing.spheres[0];
    EXPECT_NEAR(first.radius, 0.5, 1e-10);
    EXPECT_NEAR(length(first.center), 0, 1e-10);
    for (std::size_t i = 1; i < 9; ++i) {
        const Sphere& s = packed.packing.spheres[i];
        EXPECT_NEAR(s.radius, corner_radius(0.5), 1e-9) << i;
        for (const double x : {s.center.x, s.center.y, s.center.z})
            EXPECT_NEAR(std::abs(x), 0.5 - corner_radius(0.5), 1e-9);
    }
    expect_feasible(packed, cube);
}

TEST(Pack, a_ball_is_filled_by_one_sphere_first) {
    const Shape ball(make_sphere(2, 2000));
    const Packed packed = pack(ball, {.count = 1});
    ASSERT_EQ(packed.packing.spheres.size(), 1u);
    // No sphere is larger than the one that touches the faces, and the ball has one a little smaller than 2.
    const double face = distance(ball, Pose{}, Vec3{}).value;
    EXPECT_GT(packed.packing.spheres[0].radius, face * 0.9999);
    EXPECT_LE(packed.packing.spheres[0].radius, 2);
    expect_feasible(packed, ball);
}

// A ball around a point of the line from the centre of the large sphere through a vertex: what it leaves
// there.
double room_beneath(const Vec3& vertex, const Sphere& large, const Shape& shape) {
    const Vec3 way = normalized(vertex - large.center);
    double room = 0;
    for (int i = 1; i < 64; ++i) {
        const double free = (length(vertex - large.center) - large.radius) * i / 64;
        const double surface = distance(shape, Pose{}, large.center + way * (large.radius + free)).value;
        room = std::max(room, std::min(free, surface));
    }
    return room;
}

TEST(Pack, gaps_beneath_facets_are_found_without_looking_at_cells_as_small_as_they_are) {
    const Shape ball(make_sphere(1, 648));
    const Packed packed = pack(ball, {.count = 400, .threads = Threads(0)});
    const auto& spheres = packed.packing.spheres;
    ASSERT_EQ(spheres.size(), 400u);
    expect_feasible(packed, ball);
    double room = 0;
    for (const Vec3& v : ball.mesh().vertices()) room = std::max(room, room_beneath(v, spheres[0], ball));
    ASSERT_GT(room, 0);
    EXPECT_GT(spheres[1].radius, 0.99 * room);
    // A round goes down by 7 %, and gaps have many places.
    EXPECT_GT(spheres[399].radius, 0.8 * spheres[1].radius);
    // Without looking at both walls of a gap, it takes millions until the second sphere is found.
    EXPECT_LT(packed.closest_points, 250'000u);
    // They are all over the ball.
    int above = 0;
    for (std::size_t i = 1; i < spheres.size(); ++i) above += spheres[i].center.z > 0 ? 1 : 0;
    EXPECT_GT(above, 100);
    EXPECT_LT(above, 300);
}

TEST(Pack, packings_of_many_kinds_of_shapes_are_feasible) {
    for (const Mesh& mesh : {make_torus(1, 0.4, 40, 20), make_tube(1, 0.6, 1.5, 24),
                             make_cylinder(0.3, 4, 16), make_box({4, 1, 0.1}, 3)}) {
        const Shape shape(mesh);
        const Packed packed = pack(shape, {.count = 120});
        EXPECT_EQ(packed.packing.spheres.size(), 120u);
        expect_feasible(packed, shape);
        for (std::size_t i = 1; i < packed.packing.spheres.size(); ++i)
            EXPECT_LE(packed.packing.spheres[i].radius, packed.packing.spheres[i - 1].radius);
    }
}

TEST(Pack, a_torus_gets_spheres_as_wide_as_its_tube_first) {
    const Shape torus(make_torus(1, 0.25, 96, 48));
    const Packed packed = pack(torus, {.count = 8});
    for (const Sphere& s : packed.packing.spheres) {
        EXPECT_GT(s.radius, 0.24);
        EXPECT_NEAR(std::hypot(s.center.x, s.center.y), 1, 0.01);
        EXPECT_NEAR(s.center.z, 0, 0.01);
    }
}

TEST(Pack, names_the_nearest_triangle_of_each_sphere_and_others_that_it_touches) {
    const Shape cube = cube_shape();
    const Packed packed = pack(cube, {.count = 50});
    const SpherePacking& packing = packed.packing;
    for (std::size_t i = 0; i < packing.spheres.size(); ++i) {
        const Sphere& s = packing.spheres[i];
        const double nearest = distance(cube, Pose{}, s.center).value;
        ASSERT_FALSE(packing.triangles_of(i).empty());
        const auto from = [&](TriangleId t) { return distance(s.center, cube.mesh().triangle(t)).value; };
        EXPECT_NEAR(from(packing.nearest_triangle(i)), nearest, 1e-12);
        for (const TriangleId t : packing.triangles_of(i).subspan(1))
            EXPECT_NEAR(from(t), s.radius, 1e-5 * s.radius) << i;
    }
    EXPECT_GE(packing.triangles_of(0).size(), 4u);  // the ball in the middle is held by six faces
}

TEST(Pack, stops_at_a_fill_rate_a_smallest_radius_or_a_budget) {
    const Shape cube = cube_shape();
    const Packed rate = pack(cube, {.count = 100000, .fill_rate = 0.6});
    EXPECT_EQ(rate.end, PackEnd::fill_rate);
    EXPECT_GE(rate.packing.fill_rate, 0.6);
    EXPECT_LT(rate.packing.fill_rate, 0.61);

    const Packed small = pack(cube, {.count = 100000, .smallest_radius = 0.05});
    EXPECT_EQ(small.end, PackEnd::smallest_radius);
    EXPECT_GE(small.packing.spheres.back().radius, 0.05);
    // Nothing is left that one more would fit: the next one is smaller.
    const Packed more = pack(cube, {.count = static_cast<std::uint32_t>(small.packing.spheres.size()) + 1});
    EXPECT_LT(more.packing.spheres.back().radius, 0.05 * 1.001);

    const Packed budget = pack(cube, {.count = 100000, .budget = Budget::of_tests(20000)});
    EXPECT_EQ(budget.end, PackEnd::budget);
    EXPECT_GT(budget.packing.spheres.size(), 5u);
    expect_feasible(budget, cube);
}

TEST(Pack, fills_more_than_the_voxel_method_with_as_many_spheres) {
    for (const Mesh& mesh : {make_box({1, 1, 1}), make_torus(1, 0.4, 30, 15)}) {
        const Shape shape(mesh);
        const Packed voxels = pack(shape, {.method = PackMethod::voxels, .count = 100});
        expect_feasible(voxels, shape);
        const Packed spheres =
            pack(shape, {.count = static_cast<std::uint32_t>(voxels.packing.spheres.size())});
        EXPECT_GT(spheres.packing.fill_rate, voxels.packing.fill_rate);
    }
}

TEST(Pack, far_from_the_origin_spheres_are_still_feasible) {
    const Mesh torus = make_torus(1, 0.4, 20, 10);
    std::vector<Vec3> vertices(torus.vertices().begin(), torus.vertices().end());
    for (Vec3& v : vertices) v += Vec3{1e6, -3e5, 1e7};
    const Shape shape(Mesh(vertices, {torus.triangles().begin(), torus.triangles().end()}));
    const Packed packed = pack(shape, {.count = 100});
    EXPECT_EQ(packed.packing.spheres.size(), 100u);
    EXPECT_TRUE(validate(packed.packing.spheres, shape).feasible());
}

TEST(Pack, voids_are_not_filled) {
    // A box with a box inside it, wound the other way round.
    const Mesh outer = make_box({4, 4, 4}), inner = make_box({2, 2, 2});
    std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
    std::vector<std::array<VertexId, 3>> triangles(outer.triangles().begin(), outer.triangles().end());
    const auto first = static_cast<VertexId>(vertices.size());
    vertices.insert(vertices.end(), inner.vertices().begin(), inner.vertices().end());
    for (const auto& t : inner.triangles()) triangles.push_back({first + t[0], first + t[2], first + t[1]});
    const Shape shape(Mesh(vertices, triangles));
    const Packed packed = pack(shape, {.count = 60});
    EXPECT_NEAR(packed.packing.volume, 56, 1e-12);
    expect_feasible(packed, shape);
    for (const Sphere& s : packed.packing.spheres)
        EXPECT_GT(std::max({std::abs(s.center.x), std::abs(s.center.y), std::abs(s.center.z)}), 1);
}

TEST(Pack, solids_of_other_kinds_are_filled) {
    const Shape box(OrientedBox({1, 0.5, 0.5}, Pose::translation({3, 0, 0})));
    const Packed packed = pack(box, {.count = 40});
    EXPECT_EQ(packed.packing.spheres.size(), 40u);
    EXPECT_NEAR(packed.packing.volume, 2, 1e-12);
    EXPECT_NEAR(packed.packing.spheres[0].radius, 0.5, 1e-3);
    EXPECT_TRUE(packed.packing.first_triangle.empty());
    EXPECT_TRUE(validate(packed.packing.spheres, box).feasible());
}

// A surface that is not a shape at all: what lies between two balls.
class Shell final : public PackingSurface {
  public:
    Box box() const override { return {{-2, -2, -2}, {2, 2, 2}}; }
    Nearest nearest(const Vec3& p) const override {
        const double r = length(p);
        const Vec3 out = r > 0 ? p / r : Vec3{1, 0, 0};
        if (std::abs(r - 1) < std::abs(2 - r)) return {std::abs(r - 1), out};
        return {std::abs(2 - r), out * 2.0};
    }
    bool is_inside(const Vec3& p) const override { return length(p) > 1 && length(p) < 2; }
    double relative_error() const override { return 1e-15; }
    double absolute_error() const override { return 4e-15; }
    double volume() const override { return 4.0 / 3 * std::numbers::pi * 7; }
    double volume_error() const override { return 1e-13; }
};

TEST(Pack, implicit_surfaces_are_filled_through_the_interface) {
    const Packed packed = pack(Shell(), {.count = 80});
    EXPECT_EQ(packed.packing.spheres.size(), 80u);
    const auto& spheres = packed.packing.spheres;
    EXPECT_GT(spheres[0].radius, 0.4999);
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        EXPECT_LT(length(spheres[i].center) + spheres[i].radius, 2);
        EXPECT_GT(length(spheres[i].center) - spheres[i].radius, 1);
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(balls_meet(spheres[i], spheres[j])) << i << " " << j;
    }
}

TEST(Pack, open_meshes_are_refused_and_their_boundary_loops_named) {
    const Mesh box = make_box({1, 1, 1});
    std::vector<std::array<VertexId, 3>> triangles(box.triangles().begin(), box.triangles().end() - 2);
    const Shape open(Mesh({box.vertices().begin(), box.vertices().end()}, triangles));
    try {
        static_cast<void>(pack(open, {}));
        FAIL() << "an open mesh has no inside";
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("1 boundary loop: 4 edges from triangle"), std::string::npos)
            << e.what();
    }
}

TEST(Pack, bad_options_and_empty_shapes_are_refused) {
    const Shape cube = cube_shape();
    EXPECT_THROW(static_cast<void>(pack(cube, {.count = 0})), Error);
    EXPECT_THROW(static_cast<void>(pack(cube, {.fill_rate = 1.5})), Error);
    EXPECT_THROW(static_cast<void>(pack(cube, {.smallest_radius = 0})), Error);
    EXPECT_THROW(static_cast<void>(pack(cube, {.smallest_radius = std::nan("")})), Error);
    EXPECT_THROW(static_cast<void>(pack(cube, {.voxels = 1})), Error);
    EXPECT_THROW(static_cast<void>(pack(Shape(), {})), Error);
}

TEST(Pack, a_flat_shape_has_no_room) {
    const Shape flat(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}));
    const Packed packed = pack(flat, {.count = 10});
    EXPECT_EQ(packed.end, PackEnd::full);
    EXPECT_TRUE(packed.packing.spheres.empty());
}

TEST(Pack, each_sphere_touches_at_least_four_things) {
    const Shape cube = cube_shape();
    const Packed packed = pack(cube, {.count = 200});
    const SphereEdges edges = sphere_graph(packed.packing.spheres, 1e-6);
    std::vector<int> held(packed.packing.spheres.size(), 0);
    for (const auto& edge : edges) {
        ++held[edge[0]];
        ++held[edge[1]];
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
        const Sphere& s = packed.packing.spheres[i];
        for (const double x : {s.center.x, s.center.y, s.center.z})
            if (0.5 - std::abs(x) < s.radius * (1 + 1e-6)) ++held[i];
    }
    std::size_t loose = 0;
    for (const int n : held) loose += n < 4 ? 1 : 0;
    EXPECT_LE(loose, held.size() / 50);
}

}  // namespace
}  // namespace graze
