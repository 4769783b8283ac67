// Nothing slips through a closed mesh, and what goes in comes out.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/generate.h"
#include "graze/query/ray/ray.h"
#include "tests/query/meshes.h"
#include "tests/query/scenes.h"

#if __has_include("graze/io/load.h")
#include "graze/io/load.h"
#endif

namespace graze {
namespace {

struct Solid {
    std::string name;
    Shape shape;
    Vec3 inside;
};

std::vector<Solid> solids() {
    const Mesh ball = make_sphere(1, 2000);
    return {{"ball", Shape(ball), {}},
            {"fine ball", Shape(make_sphere(1, 30000)), {}},
            {"ring", Shape(make_torus(2, 0.5, 40, 20)), {2, 0, 0}},
            {"box", Shape(make_box({1, 2, 3}, 5)), {}},
            {"tiny ball", Shape(test::scaled(ball, 1e-80)), {}},
            {"huge ball", Shape(test::scaled(ball, 1e80)), {}},
            {"needle",
             Shape(test::mapped(ball, [](const Vec3& p) { return Vec3{p.x, p.y * 1e-3, p.z * 1e-7}; })),
             {}}};
}

// From within, the ray to a corner or into the middle of an edge can only get out through the triangles
// there.
TEST(ClosedMesh, lets_no_ray_from_within_slip_through_its_corners_and_edges) {
    for (const auto& [name, shape, inside] : solids()) {
        const Mesh& mesh = shape.mesh();
        const std::size_t step = std::max<std::size_t>(1, mesh.triangle_count() / 400);
        for (TriangleId i = 0; i < mesh.triangle_count(); i += static_cast<TriangleId>(step)) {
            const Triangle t = mesh.triangle(i);
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 corner = t[k] - inside, middle = (t[k] + t[(k + 1) % 3]) * 0.5 - inside;
                ASSERT_TRUE(any_hit(shape, {}, Ray(inside, corner))) << name << ", triangle " << i;
                ASSERT_TRUE(any_hit(shape, {}, Ray(inside, middle))) << name << ", triangle " << i;
                ASSERT_TRUE(first_hit(shape, {}, Ray(inside, corner)).found());
                ASSERT_TRUE(first_hit(shape, {}, Ray(inside, middle)).found());
            }
        }
    }
}

TEST(ClosedMesh, lets_no_ray_slip_through_at_any_pose) {
    Random r(421);
    const Shape ball(make_sphere(1, 800));
    for (int i = 0; i < 300; ++i) {
        const Pose pose(r.rotation(), r.on_sphere() * std::array{0.0, 10.0, 1e5}[r.below(3)]);
        const Triangle t =
            pose(ball.mesh().triangle(static_cast<TriangleId>(r.below(ball.mesh().triangle_count()))));
        const Vec3 from = pose(r.on_sphere() * 0.5);
        ASSERT_TRUE(any_hit(ball, pose, Ray(from, t[0] - from)));
        ASSERT_TRUE(any_hit(ball, pose, Ray(from, (t[0] + t[1]) * 0.5 - from)));
    }
}

// From the origin, so that the direction to a corner is exact.
TEST(ClosedMesh, is_hit_in_every_triangle_at_a_corner) {
    const Shape ball(make_sphere(1, 2000));
    const Mesh& mesh = ball.mesh();
    std::vector<std::set<TriangleId>> around(mesh.vertices().size());
    for (TriangleId i = 0; i < mesh.triangle_count(); ++i) {
        for (const VertexId v : mesh.triangles()[i]) around[v].insert(i);
    }
    for (VertexId v = 0; v < mesh.vertices().size(); ++v) {
        std::set<TriangleId> hit;
        for (const RayHit& h : all_hits(ball, {}, Ray({}, mesh.vertices()[v]))) {
            hit.insert(h.feature.index);
            ASSERT_NEAR(h.t, 1, 2e-11);
        }
        ASSERT_EQ(hit, around[v]);
    }
}

// By a point's rays in general position: an odd number of hits from inside, an even number from outside.
void expect_parity(const Shape& shape, const std::string& name, int points) {
    Random r(422);
    int inside = 0;
    for (int i = 0; i < points; ++i) {
        const Vec3 p = r.in_box(shape.mesh().box().lower, shape.mesh().box().upper);
        const auto odd = [&] {
            const auto hits = all_hits(shape, {}, Ray(p, r.on_sphere()));
            int front = 0;
            for (const RayHit& h : hits) front += h.side == RaySide::front ? 1 : -1;
            EXPECT_EQ(std::abs(front), hits.size() % 2 == 1 ? 1 : 0) << "in and out in turn";
            return hits.size() % 2 == 1;
        };
        const bool is_inside = odd();
        for (int k = 0; k < 4; ++k) ASSERT_EQ(odd(), is_inside) << name << ", point " << i;
        inside += is_inside;
    }
    EXPECT_GT(inside, 0) << name;
    EXPECT_LT(inside, points) << name;
}

TEST(ClosedMesh, is_hit_an_odd_number_of_times_from_inside_and_an_even_number_from_outside) {
    for (const auto& [name, shape, inside] : solids()) {
        if (name != "needle" && name != "box") expect_parity(shape, name, 100);
    }
}

TEST(ClosedMesh, of_real_data_is_hit_an_odd_number_of_times_from_inside) {
#if __has_include("graze/io/load.h")
    const std::filesystem::path folder = std::filesystem::path(GRAZE_DATA_DIR) / "meshes";
    int closed = 0;
    for (const char* name : {"spot.obj", "cow.obj", "homer.obj", "cheburashka.obj", "suzanne.obj"}) {
        if (!std::filesystem::exists(folder / name)) continue;
        const Shape shape(load_mesh(folder / name).mesh);
        if (!shape.closed_surface().closed()) continue;
        ++closed;
        expect_parity(shape, name, 60);
    }
    if (closed == 0) GTEST_SKIP() << "no closed meshes in " << folder;
#else
    GTEST_SKIP() << "graze was built without files";
#endif
}

}  // namespace
}  // namespace graze
