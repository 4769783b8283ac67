#include "graze/io/detail/placed_parts.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/closed_surface.h"
#include "graze/mesh/generate.h"
#include "tests/io/files.h"

namespace graze::test {
namespace {

using detail::Affine;
using detail::composed;
using detail::identity;
using detail::PlacedParts;

Affine scale(double x, double y, double z) {
    return {{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}}};
}

Affine turned(const Vec3& axis, double turns, const Vec3& at = {}) {
    Affine m = Pose::rotation_turns(axis, turns).matrix();
    for (std::size_t i = 0; i < 3; ++i) m[i][3] = at[i];
    return m;
}

Vec3 carried(const Affine& m, const Vec3& v) {
    Vec3 r;
    for (std::size_t i = 0; i < 3; ++i) r[i] = m[i][0] * v.x + m[i][1] * v.y + m[i][2] * v.z + m[i][3];
    return r;
}

Assembly placed_boxes(const std::vector<Affine>& matrices) {
    PlacedParts parts({}, {});
    const auto box = parts.add_mesh(make_box({2, 4, 6}));
    for (const Affine& m : matrices) parts.add_part("box", box, m);
    return parts.finish();
}

// Signed, by the divergence theorem: what is inside out counts negative.
double volume(const Part& part) {
    double sum = 0;
    for (TriangleId t = 0; t < part.mesh->triangle_count(); ++t) {
        const Triangle world = part.world_from_part(part.mesh->triangle(t));
        sum += dot(cross(world[0], world[1]), world[2]) / 6;
    }
    return sum;
}

// Every vertex is where the matrix carries it, to rounding.
void expect_same_places(const Part& part, const Mesh& source, const Affine& matrix) {
    ASSERT_EQ(part.mesh->vertices().size(), source.vertices().size());
    double size = 0;
    for (const auto& row : matrix)
        for (const double v : row) size = std::max(size, std::abs(v));
    for (std::size_t v = 0; v < source.vertices().size(); ++v) {
        const Vec3 is = part.world_from_part(part.mesh->vertices()[v]);
        const Vec3 should = carried(matrix, source.vertices()[v]);
        EXPECT_LE(length(is - should), 1e-12 * size) << "vertex " << v;
    }
}

std::vector<std::string> unique_paths(const std::vector<std::string>& names) {
    PlacedParts parts({}, {});
    const auto box = parts.add_mesh(make_box({1, 1, 1}));
    for (const std::string& name : names) parts.add_part(name, box, identity);
    std::vector<std::string> paths;
    for (const Part& part : parts.finish().parts) paths.push_back(part.path);
    return paths;
}

TEST(PlacedParts, keep_rigid_matrices_as_they_are_and_share_the_mesh) {
    const Affine m = turned({1, 2, 3}, 0.1, {5, 6, 7});
    const Assembly assembly = placed_boxes({identity, m});
    EXPECT_EQ(assembly.parts[0].world_from_part, Pose());
    EXPECT_EQ(assembly.parts[1].world_from_part.matrix(), m);
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);
}

TEST(PlacedParts, bake_a_uniform_scale_exactly_and_share_it_however_the_parts_are_turned) {
    std::vector<Affine> matrices;
    for (int i = 0; i < 20; ++i)
        matrices.push_back(composed(turned({1, 2, 3}, 0.01 * i, {1.0 * i, 0, 0}), scale(0.25, 0.25, 0.25)));
    const Assembly assembly = placed_boxes(matrices);
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        EXPECT_EQ(assembly.parts[i].mesh, assembly.parts[0].mesh) << i;
        expect_same_places(assembly.parts[i], make_box({2, 4, 6}), matrices[i]);
    }
    EXPECT_EQ(assembly.parts[0].mesh->box().upper, (Vec3{0.25, 0.5, 0.75}));
}

TEST(PlacedParts, make_copies_for_different_scales) {
    const Assembly assembly = placed_boxes({scale(2, 2, 2), scale(2, 2, 3), scale(2, 2, 2.0001), identity});
    EXPECT_NE(assembly.parts[0].mesh, assembly.parts[1].mesh);
    EXPECT_NE(assembly.parts[0].mesh, assembly.parts[2].mesh);
    EXPECT_NE(assembly.parts[0].mesh, assembly.parts[3].mesh);
    EXPECT_EQ(assembly.parts[3].mesh->box().upper, (Vec3{1, 2, 3}));
}

TEST(PlacedParts, turn_the_winding_of_a_mirrored_mesh) {
    for (const Affine& mirror : {scale(-1, 1, 1), scale(1, -2, 1), scale(1, 1, -1), scale(-1, -1, -1),
                                 composed(turned({0, 1, 1}, 0.2), scale(3, -1, 2))}) {
        const Assembly assembly = placed_boxes({mirror});
        EXPECT_GT(volume(assembly.parts[0]), 0);
        EXPECT_TRUE(ClosedSurface(*assembly.parts[0].mesh).closed());
        expect_same_places(assembly.parts[0], make_box({2, 4, 6}), mirror);
    }
}

TEST(PlacedParts, leave_nothing_to_rotate_of_a_plain_mirror) {
    const Assembly assembly = placed_boxes({scale(1, 1, -1)});
    EXPECT_EQ(assembly.parts[0].world_from_part, Pose());
}

TEST(PlacedParts, share_the_mirrored_mesh_but_not_with_the_others) {
    const Assembly assembly = placed_boxes({scale(-2, 2, 2), scale(2, 2, 2), scale(2, -2, 2)});
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[2].mesh);
    EXPECT_NE(assembly.parts[0].mesh, assembly.parts[1].mesh);
}

TEST(PlacedParts, turn_polygons_together_with_their_triangles) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}};
    soup.corners = {3, 2, 1, 0, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    soup.corner_counts = {4, 3, 3, 3, 3};
    PlacedParts parts({}, {});
    parts.add_part("pyramid", parts.add_mesh(Mesh(soup)), scale(-1, 1, 1));
    const Assembly assembly = parts.finish();
    EXPECT_GT(volume(assembly.parts[0]), 0);
    const auto square = assembly.parts[0].mesh->polygon(0);
    EXPECT_EQ(std::vector<VertexId>(square.begin(), square.end()), (std::vector<VertexId>{3, 0, 1, 2}));
    EXPECT_EQ(assembly.parts[0].mesh->polygon_count(), 5u);
}

TEST(PlacedParts, bake_flattening_matrices_whole_and_share_equal_ones) {
    const Assembly assembly =
        placed_boxes({scale(1, 1, 0), scale(1, 1, 0), scale(0, 0, 0), scale(1, 1, 1e-12)});
    EXPECT_EQ(assembly.parts[0].mesh, assembly.parts[1].mesh);
    EXPECT_EQ(assembly.parts[0].mesh->box().upper, (Vec3{1, 2, 0}));
    EXPECT_EQ(assembly.parts[2].mesh->box().upper, (Vec3{0, 0, 0}));
    EXPECT_EQ(assembly.parts[3].mesh->box().upper.z, 3e-12);
}

TEST(PlacedParts, carry_tiny_and_huge_scales) {
    for (const double s : {1e-200, 1e-9, 1e9, 1e90}) {
        const Assembly assembly = placed_boxes({composed(turned({1, 0, 2}, 0.3), scale(s, s, -s))});
        expect_same_places(assembly.parts[0], make_box({2, 4, 6}),
                           composed(turned({1, 0, 2}, 0.3), scale(s, s, -s)));
        EXPECT_NEAR(assembly.parts[0].mesh->box().upper.x / s, 1, 1e-12);
    }
}

RC_GTEST_PROP(PlacedParts, put_every_vertex_where_the_matrix_does, (std::uint32_t seed)) {
    Random random(seed);
    const auto number = [&] { return random.uniform(-2, 2); };
    Affine m;
    for (auto& row : m)
        for (double& v : row) v = number();
    const Assembly assembly = placed_boxes({m, composed(turned({number(), number(), 1}, number()), m)});
    expect_same_places(assembly.parts[0], make_box({2, 4, 6}), m);
    const double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                       m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                       m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    RC_ASSERT(std::abs(volume(assembly.parts[0]) - 48 * std::abs(det)) < 1e-9);
}

TEST(PlacedParts, give_every_mesh_the_unit_of_all) {
    PlacedParts parts(0.001, Axis::z);
    parts.add_part("box", parts.add_mesh(make_box({1, 1, 1})), scale(2, 2, 2));
    const Assembly assembly = parts.finish();
    EXPECT_EQ(assembly.metres_per_unit, 0.001);
    EXPECT_EQ(assembly.up, Axis::z);
    EXPECT_EQ(assembly.parts[0].mesh->metres_per_unit(), 0.001);
}

TEST(PlacedParts, make_paths_unique_without_taking_the_name_of_another) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(unique_paths({"a", "b"}), (Names{"a", "b"}));
    EXPECT_EQ(unique_paths({"a", "a", "a"}), (Names{"a", "a (2)", "a (3)"}));
    EXPECT_EQ(unique_paths({"a", "a", "a (2)"}), (Names{"a", "a (3)", "a (2)"}));
    EXPECT_EQ(unique_paths({"a (2)", "a", "a", "a (2)"}), (Names{"a (2)", "a", "a (3)", "a (2) (2)"}));
    EXPECT_EQ(unique_paths({"", "", "part", "part"}), (Names{"", "part (2)", "part", "part (3)"}));
}

TEST(PlacedParts, make_a_hundred_thousand_equal_paths_unique) {
    const auto paths = unique_paths(std::vector<std::string>(100000, "same"));
    EXPECT_EQ(paths.back(), "same (100000)");
}

TEST(PlacedParts, count_what_is_empty_or_not_placed) {
    PlacedParts parts({}, {});
    const auto empty = parts.add_mesh(Mesh());
    const auto box = parts.add_mesh(make_box({1, 1, 1}));
    parts.add_mesh(make_box({1, 1, 1}));
    parts.add_part("nothing", empty, identity);
    parts.add_part("nothing", empty, identity);
    parts.add_part("box", box, identity);
    EXPECT_EQ(parts.finish().parts.size(), 1u);
    EXPECT_EQ(parts.skipped(),
              (std::vector<Skipped>{{"parts without triangles", 2}, {"meshes that no part uses", 1}}));
}

TEST(PlacedParts, refuse_a_file_without_triangles) {
    PlacedParts parts({}, {});
    EXPECT_EQ(refusal([&] { parts.finish(); }), "holds no triangles");
}

TEST(PlacedParts, refuse_matrices_that_are_no_places) {
    const double nan = std::nan("");
    EXPECT_TRUE(
        contains(refusal([&] { placed_boxes({scale(nan, 1, 1)}); }), "part \"box\": its transformation"));
    EXPECT_TRUE(contains(refusal([&] { placed_boxes({scale(1, 1e101, 1)}); }), "at most 1e100"));
    EXPECT_TRUE(contains(refusal([&] { placed_boxes({scale(1, 9e99, 1)}); }), "coordinate is beyond 1e100"));
}

TEST(PlacedParts, refuse_copies_and_paths_out_of_all_proportion) {
    PlacedParts parts({}, {}, {.path_bytes = 100, .baked_vertices = 20});
    const auto box = parts.add_mesh(make_box({1, 1, 1}));
    parts.add_part("part", box, scale(2, 2, 2));
    parts.add_part("part", box, scale(3, 3, 3));
    EXPECT_TRUE(contains(refusal([&] { parts.add_part("part", box, scale(4, 4, 4)); }),
                         "come in so many sizes that their copies have more than 20 vertices"));
    parts.add_part("part", box, scale(2, 2, 2));
    EXPECT_TRUE(contains(refusal([&] { parts.add_part(std::string(90, 'x'), box, identity); }),
                         "take more than 100 bytes"));
}

}  // namespace
}  // namespace graze::test
