#include "graze/mesh/surface_faces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "graze/base/error.h"
#include "graze/mesh/assembly.h"
#include "graze/mesh/content_hash.h"
#include "graze/mesh/generate.h"

namespace graze::test {
namespace {

SurfaceFace bore() {
    SurfaceFace face;
    face.kind = SurfaceKind::cylinder;
    face.concave = true;
    face.outward = 0.25;
    face.tolerance = 0.125;
    face.point = {1, 2, 3};
    face.axis = {0, 0, 1};
    face.radius = 5;
    return face;
}

std::shared_ptr<const SurfaceFaces> all_bores(const Mesh& mesh) {
    return std::make_shared<const SurfaceFaces>(
        SurfaceFaces{{SurfaceFace{}, bore()}, std::vector<std::uint32_t>(mesh.triangle_count(), 1)});
}

TEST(SurfaceFaces, are_part_of_the_content_hash_where_they_are_known) {
    const Mesh mesh = make_box({1, 1, 1});
    const Mesh with = mesh.with_faces(all_bores(mesh));
    EXPECT_EQ(with.faces()->faces[1], bore());
    EXPECT_NE(content_hash(with), content_hash(mesh));
    EXPECT_EQ(geometry_hash(with), geometry_hash(mesh));
    EXPECT_EQ(content_hash(with.with_faces(nullptr)), content_hash(mesh));
    EXPECT_EQ(content_hash(mesh.with_rounding(1e-3)), content_hash(mesh));
    EXPECT_EQ(content_hash(Mesh(with.arrays())), content_hash(with));
    EXPECT_EQ(Mesh(mesh.with_rounding(0.5).arrays()).rounding(), 0.5);
}

TEST(SurfaceFaces, that_make_no_sense_are_refused) {
    const Mesh mesh = make_box({1, 1, 1});
    const auto refused = [&](auto&& spoil) {
        SurfaceFaces faces = *all_bores(mesh);
        spoil(faces);
        try {
            mesh.with_faces(std::make_shared<const SurfaceFaces>(faces));
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_EQ(refused([](SurfaceFaces&) {}), "");
    EXPECT_NE(refused([](SurfaceFaces& f) { f.faces[1].outward = -1; }), "");
    EXPECT_NE(refused([](SurfaceFaces& f) { f.faces[1].radius = std::nan(""); }), "");
    EXPECT_NE(refused([](SurfaceFaces& f) { f.faces[1].slope = std::numeric_limits<double>::infinity(); }),
              "");
    EXPECT_NE(refused([](SurfaceFaces& f) { f.faces[1].axis = {0, 0, 2}; }), "");
    EXPECT_NE(refused([](SurfaceFaces& f) { f.of_triangle.pop_back(); }), "");
    EXPECT_NE(refused([](SurfaceFaces& f) { f.of_triangle[3] = 2; }), "");
    EXPECT_THROW(mesh.with_rounding(-1), Error);
}

TEST(SurfaceFaces, follow_a_similarity_and_lose_their_kind_otherwise) {
    // Mirrored in x and twice as large.
    const SurfaceFace twice = transformed(bore(), {Vec3{-2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, {10, 0, 0});
    EXPECT_EQ(twice.kind, SurfaceKind::cylinder);
    EXPECT_TRUE(twice.concave);
    EXPECT_EQ(twice.point, (Vec3{8, 4, 6}));
    EXPECT_EQ(twice.axis, (Vec3{0, 0, 1}));
    EXPECT_EQ(twice.radius, 10);
    EXPECT_EQ(twice.outward, 0.5);
    const SurfaceFace flat = transformed(bore(), {Vec3{3, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {});
    EXPECT_EQ(flat.kind, SurfaceKind::other);
    EXPECT_GE(flat.outward, 0.75);
    EXPECT_GE(flat.inward, 0.75);
}

TEST(SurfaceFaces, stay_with_their_triangles_in_merged_and_split_meshes) {
    const Mesh box = make_box({1, 1, 1});
    const auto curved = std::make_shared<const Mesh>(box.with_faces(all_bores(box)).with_rounding(0.5));
    const auto plain = std::make_shared<const Mesh>(box);
    Assembly assembly;
    assembly.parts.push_back({"plain", plain, Pose()});
    assembly.parts.push_back({"curved", curved, Pose::translation({10, 0, 0})});
    const Mesh whole = merged(assembly);
    ASSERT_NE(whole.faces(), nullptr);
    EXPECT_EQ(whole.rounding(), 0.5);
    const auto face_of = [](const Mesh& mesh, std::size_t triangle) {
        return mesh.faces()->faces[mesh.faces()->of_triangle[triangle]];
    };
    EXPECT_EQ(face_of(whole, 0).kind, SurfaceKind::other);
    EXPECT_EQ(face_of(whole, box.triangle_count()).point, (Vec3{11, 2, 3}));
    const std::vector<Mesh> pieces = split(whole, std::vector<std::uint32_t>{1, 0});
    EXPECT_EQ(pieces.at(0).faces()->faces.size(), 1u);
    EXPECT_EQ(face_of(pieces.at(0), 0).point, (Vec3{11, 2, 3}));
    EXPECT_EQ(face_of(pieces.at(1), 0).kind, SurfaceKind::other);
    assembly.parts.pop_back();
    EXPECT_EQ(merged(assembly).faces(), nullptr);
}

}  // namespace
}  // namespace graze::test
