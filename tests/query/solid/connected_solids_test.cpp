#include "graze/query/solid/connected_solids.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "graze/mesh/assembly.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"

namespace graze::test {
namespace {

Mesh inside_out(const Mesh& mesh) {
    MeshArrays arrays = mesh.arrays();
    std::vector<std::array<VertexId, 3>> triangles(arrays.triangles.begin(), arrays.triangles.end());
    for (auto& t : triangles) std::swap(t[1], t[2]);
    PolygonSoup soup;
    soup.vertices.assign(arrays.vertices.begin(), arrays.vertices.end());
    for (const auto& t : triangles) soup.corners.insert(soup.corners.end(), t.begin(), t.end());
    return Mesh(std::move(soup));
}

Mesh together(const std::vector<std::pair<Mesh, Vec3>>& placed) {
    Assembly assembly;
    for (const auto& [mesh, at] : placed)
        assembly.parts.push_back({"p", std::make_shared<const Mesh>(mesh), Pose::translation(at)});
    return merged(assembly);
}

std::vector<double> volumes(const std::vector<Mesh>& solids) {
    std::vector<double> result;
    for (const Mesh& mesh : solids) result.push_back(solid_measures(mesh).volume);
    return result;
}

TEST(ConnectedSolids, of_one_body_are_the_mesh_itself) {
    const Mesh box = make_box({1, 2, 3});
    const std::vector<Mesh> solids = connected_solids(box);
    ASSERT_EQ(solids.size(), 1u);
    EXPECT_EQ(solids[0].vertices().data(), box.vertices().data());
    EXPECT_EQ(connected_solids(Mesh()).size(), 1u);
}

TEST(ConnectedSolids, are_the_bodies_in_their_order) {
    const Mesh two = together({{make_box({1, 1, 1}), {0, 0, 0}}, {make_box({2, 2, 2}), {9, 0, 0}}});
    EXPECT_EQ(volumes(connected_solids(two)), (std::vector<double>{1, 8}));
    EXPECT_EQ(connected_solids(two)[1].box().upper.x, 10);
}

TEST(ConnectedSolids, have_their_cavities_but_not_what_lies_in_them) {
    // A hollow box, a ball that floats in its cavity and has a cavity of its own, and a box elsewhere.
    const Mesh hollow = together({{inside_out(make_box({8, 8, 8})), {0, 0, 0}},
                                  {make_box({10, 10, 10}), {0, 0, 0}},
                                  {make_box({4, 4, 4}), {0, 0, 0}},
                                  {inside_out(make_box({2, 2, 2})), {0, 0, 0}},
                                  {make_box({20, 20, 20}), {50, 0, 0}}});
    EXPECT_EQ(volumes(connected_solids(hollow)), (std::vector<double>{1000 - 512, 64 - 8, 8000}));
}

TEST(ConnectedSolids, that_only_face_inwards_stay_what_they_are) {
    const Mesh two =
        together({{inside_out(make_box({1, 1, 1})), {0, 0, 0}}, {make_box({2, 2, 2}), {9, 0, 0}}});
    EXPECT_EQ(volumes(connected_solids(two)), (std::vector<double>{-1, 8}));
}

TEST(ConnectedSolids, keep_polygons_unit_and_open_pieces) {
    PolygonSoup soup;
    soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {6, 1, 0}};
    soup.corners = {0, 1, 2, 3, 4, 5, 6};
    soup.corner_counts = {4, 3};
    soup.metres_per_unit = 0.001;
    const std::vector<Mesh> solids = connected_solids(Mesh(std::move(soup)));
    ASSERT_EQ(solids.size(), 2u);
    EXPECT_EQ(solids[0].polygon(0).size(), 4u);
    EXPECT_EQ(solids[1].vertices().size(), 3u);
    EXPECT_EQ(solids[1].metres_per_unit(), 0.001);
}

TEST(ConnectedSolids, keep_what_their_triangles_stand_for) {
    // Two boxes whose triangles take turns; the face of a triangle tells the box and the number in it.
    const Mesh two = together({{make_box({1, 1, 1}), {0, 0, 0}}, {make_box({2, 2, 2}), {9, 0, 0}}});
    std::vector<std::array<VertexId, 3>> mixed;
    const auto triangles = two.triangles();
    auto faces = std::make_shared<SurfaceFaces>();
    const std::size_t half = triangles.size() / 2;
    for (std::size_t i = 0; i < half; ++i)
        for (const std::size_t t : {i, half + i}) {
            mixed.push_back(triangles[t]);
            faces->of_triangle.push_back(static_cast<std::uint32_t>(faces->faces.size()));
            faces->faces.emplace_back().tolerance = static_cast<double>(t);
        }
    const Mesh mesh = Mesh(std::vector<Vec3>(two.vertices().begin(), two.vertices().end()), mixed)
                          .with_faces(faces)
                          .with_rounding(1e-7);
    const std::vector<Mesh> solids = connected_solids(mesh);
    ASSERT_EQ(solids.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(solids[k].rounding(), 1e-7);
        ASSERT_NE(solids[k].faces(), nullptr);
        ASSERT_EQ(solids[k].triangle_count(), half);
        for (TriangleId t = 0; t < half; ++t) {
            const SurfaceFace& face = solids[k].faces()->faces[solids[k].faces()->of_triangle[t]];
            const auto was = static_cast<TriangleId>(face.tolerance);
            EXPECT_EQ(was, k * half + t);
            EXPECT_EQ(solids[k].triangle(t).corner, two.triangle(was).corner);
        }
    }
}

}  // namespace
}  // namespace graze::test
