#include "graze/tree/support_table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/tree/wide_tree.h"

namespace graze {
namespace {

float sum_of(const Vec3& d) {
    return static_cast<float>(std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
}

SupportTable::Bound bound_along(const SupportTable& table, const Vec3& d) {
    return table.bound(static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z), sum_of(d));
}

double true_height(const Mesh& mesh, const WideTree& tree, const Vec3& d) {
    double most = -1e300;
    for (const Vec3& p : mesh.vertices()) most = std::max(most, dot(d, (p - tree.origin()) / tree.unit()));
    return most;
}

// Any direction, and those where grid cells and octants meet.
Vec3 some_direction(Random& r) {
    Vec3 d = r.in_box({-1, -1, -1}, {1, 1, 1});
    for (std::size_t k = 0; k < 3; ++k) {
        if (r.chance(0.2)) d[k] = 0;
        if (r.chance(0.2)) d[k] = std::round(4 * d[k]);
    }
    return sum_of(d) > 0 ? d : Vec3{0, -1, 0};
}

TEST(SupportTable, is_never_below_a_vertex) {
    const Mesh meshes[] = {make_sphere(3, 2000), make_torus(2, 0.5, 40, 20), make_box({1, 2, 3}, 3)};
    for (const Mesh& mesh : meshes) {
        const WideTree tree(mesh, {});
        Random r(5);
        for (int i = 0; i < 20000; ++i) {
            const Vec3 d = some_direction(r);
            const SupportTable::Bound b = bound_along(tree.support(), d);
            const double slack = static_cast<double>(sum_of(d)) * 0x1p-20;
            ASSERT_GE(static_cast<double>(b.projection) + slack, true_height(mesh, tree, d))
                << d.x << " " << d.y << " " << d.z;
            // The point belongs to the height.
            const Vec3 point{b.point[0], b.point[1], b.point[2]};
            ASSERT_NEAR(dot(d, point), static_cast<double>(b.projection),
                        1e-5 * static_cast<double>(sum_of(d)));
        }
    }
}

TEST(SupportTable, of_a_sphere_is_too_high_by_1_6_percent_at_most) {
    const Mesh mesh = make_sphere(1, 20000);
    const WideTree tree(mesh, {});
    Random r(6);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 d = normalized(some_direction(r));
        ASSERT_LE(static_cast<double>(bound_along(tree.support(), d).projection) * tree.unit(), 1.016);
    }
}

TEST(SupportTable, ignores_vertices_that_no_triangle_uses) {
    const Mesh sphere = make_sphere(1, 500);
    std::vector<Vec3> vertices(sphere.vertices().begin(), sphere.vertices().end());
    std::vector<std::array<VertexId, 3>> triangles(sphere.triangles().begin(), sphere.triangles().end());
    vertices.push_back({100, 100, 100});
    const WideTree with(Mesh(vertices, triangles), {}), without(sphere, {});
    EXPECT_TRUE(std::ranges::equal(with.support().values(), without.support().values()));
}

TEST(SupportTable, is_not_made_for_a_handful_of_triangles) {
    EXPECT_TRUE(WideTree(make_box({1, 1, 1}), {}).support().empty());
}

}  // namespace
}  // namespace graze
