#include "graze/deform/deformable_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/deform/refit/refit.h"
#include "graze/deform/self_collision/self_intersections.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/tree/check_tree.h"
#include "tests/deform/creased_sheet.h"

namespace graze {
namespace {

std::vector<Vec3> bent(const Mesh& mesh, double by, std::uint64_t seed) {
    Random r(seed);
    std::vector<Vec3> positions(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& p : positions) {
        p.z += by * std::sin(3 * p.x);
        p += 0.05 * by * r.in_box({-1, -1, -1}, {1, 1, 1});
    }
    return positions;
}

// Every box of a refitted tree is along the axes: does each contain the triangles below it?
void expect_boxes_contain(const WideTree& tree, const Mesh& mesh, TreeLink link, const Vec3& center,
                          const Vec3& half) {
    const auto expect_within = [&](const Vec3& p) {
        const Vec3 local = (p - tree.origin()) / tree.unit();
        for (std::size_t k = 0; k < 3; ++k) ASSERT_LE(std::abs(local[k] - center[k]), half[k]);
    };
    if (link.is_leaf()) {
        const TreeLeaf& leaf = tree.leaves()[link.index()];
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            const Triangle t = mesh.triangle(leaf.triangle[i]);
            for (std::size_t c = 0; c < 3; ++c) {
                expect_within(t[c]);
                const Vec3 local = (t[c] - tree.origin()) / tree.unit();
                for (std::size_t k = 0; k < 3; ++k) {
                    const double stored = static_cast<double>(leaf.origin[k]) +
                                          static_cast<double>(leaf.step()) * leaf.value[3 * c + k][i];
                    ASSERT_LE(std::abs(stored - local[k]), 0.5001 * static_cast<double>(leaf.step()));
                }
            }
        }
        return;
    }
    const WideNode& node = tree.nodes()[link.index()];
    for (std::size_t slot = 0; slot < 8; ++slot) {
        if (node.child[slot].is_none()) continue;
        Vec3 c, h;
        for (std::size_t k = 0; k < 3; ++k) {
            c[k] = static_cast<double>(node.center[k][slot]);
            h[k] = static_cast<double>(node.half[k][slot]);
            ASSERT_LE(std::abs(c[k] - center[k]) + h[k], half[k] * 1.0001 + 1e-5);
        }
        expect_boxes_contain(tree, mesh, node.child[slot], c, h);
    }
}

TEST(Refit, gives_boxes_and_leaves_around_the_triangles_where_they_are_now) {
    const Mesh sheet = test::creased_sheet(40, 1);
    const Shape shape(sheet);
    for (const double scale : {1.0, 1e-200, 1e90}) {
        std::vector<Vec3> positions = bent(sheet, 2, 3);
        for (Vec3& p : positions) p = p * scale + Vec3{5 * scale, 0, 0};
        const Mesh mesh(positions, {sheet.triangles().begin(), sheet.triangles().end()});
        const WideTree tree = refitted(shape.tree(), mesh);
        check_tree(tree, mesh);
        expect_boxes_contain(tree, mesh, TreeLink::node(0), {}, {1.8, 1.8, 1.8});
        EXPECT_GT(box_surface(tree), 1);
    }
}

TEST(DeformableShape, answers_as_a_shape_that_was_built_for_each_frame) {
    const Mesh sheet = test::creased_sheet(30, 2, 0.1);
    const Shape ball(make_sphere(3, 800));
    DeformableShape cloth(sheet);
    int touching = 0;
    for (int frame = 1; frame <= 12; ++frame) {
        const Mesh mesh(bent(sheet, 0.4 * frame, 10), {sheet.triangles().begin(), sheet.triangles().end()});
        cloth.move_to(mesh.vertices());
        const Shape built(mesh);
        for (const double z : {-9.0, -4.0, -1.0, 2.0, 8.0}) {
            const Pose there = Pose::translation({5, 15, z});
            EXPECT_EQ(intersects(cloth.shape(), {}, ball, there), intersects(built, {}, ball, there));
            EXPECT_EQ(intersecting_triangles(cloth.shape(), {}, ball, there).size(),
                      intersecting_triangles(built, {}, ball, there).size());
            // Another tree may find another pair of triangles at the same distance, which rounds otherwise.
            EXPECT_DOUBLE_EQ(distance(cloth.shape(), {}, ball, there).value,
                             distance(built, {}, ball, there).value);
            touching += intersects(built, {}, ball, there) ? 1 : 0;
        }
        EXPECT_EQ(self_intersections(cloth.shape()), self_intersections(built)) << "frame " << frame;
    }
    EXPECT_GT(touching, 5);
    EXPECT_LT(touching, 55);
}

TEST(DeformableShape, has_one_identity_and_rising_versions_and_old_frames_stay) {
    const Mesh sheet = test::creased_sheet(20, 2);
    DeformableShape cloth(sheet);
    const Shape first = cloth.shape();
    const ContentHash hash = first.content_hash();
    for (std::uint64_t frame = 1; frame <= 5; ++frame) {
        const Shape before = cloth.shape();
        cloth.move_to(bent(sheet, 0.1 * static_cast<double>(frame), 3));
        EXPECT_EQ(cloth.shape().id().identity, first.id().identity);
        EXPECT_GT(cloth.shape().id().version, before.id().version);
    }
    EXPECT_EQ(std::vector<Vec3>(first.mesh().vertices().begin(), first.mesh().vertices().end()),
              std::vector<Vec3>(sheet.vertices().begin(), sheet.vertices().end()));
    EXPECT_EQ(Shape(first.mesh()).content_hash(), hash);
    EXPECT_EQ(cloth.counts().frames, 5U);
}

TEST(DeformableShape, uses_the_memory_of_a_frame_again_only_when_nobody_holds_it) {
    const Mesh sheet = test::creased_sheet(12, 2);
    DeformableShape cloth(sheet);
    const auto frame = [&](int i) { return bent(sheet, 0.1 * i, 3); };
    std::vector<Shape> shapes;
    std::vector<Mesh> meshes;
    std::set<const Vec3*> places;
    for (int i = 0; i < 20; ++i) {
        cloth.move_to(frame(i));
        places.insert(cloth.shape().mesh().vertices().data());
        if (i % 5 == 0) shapes.push_back(cloth.shape());
        if (i % 5 == 1) meshes.push_back(cloth.shape().mesh());  // which outlives its shape
        if (i % 5 == 2) cloth.move_to(cloth.shape().mesh().vertices());
    }
    EXPECT_LE(places.size(), 11U);  // 8 are held, and 3 take turns
    cloth = DeformableShape(sheet);
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(std::ranges::equal(shapes[static_cast<std::size_t>(i)].mesh().vertices(), frame(5 * i)));
        EXPECT_TRUE(std::ranges::equal(meshes[static_cast<std::size_t>(i)].vertices(), frame(5 * i + 1)));
    }
}

TEST(DeformableShape, notices_in_a_cache_that_it_has_moved) {
    const Mesh sheet = test::creased_sheet(20, 2, 0);
    const Shape ball(make_sphere(1, 200));
    const Pose there = Pose::translation({5, 10, 20});
    DeformableShape cloth(sheet);
    QueryCache cache;
    EXPECT_FALSE(intersects(cloth.shape(), {}, ball, there, cache));
    std::vector<Vec3> raised(sheet.vertices().begin(), sheet.vertices().end());
    for (Vec3& p : raised) p.z += 20;
    cloth.move_to(raised);
    EXPECT_TRUE(intersects(cloth.shape(), {}, ball, there, cache));
    cloth.move_to(sheet.vertices());
    EXPECT_FALSE(intersects(cloth.shape(), {}, ball, there, cache));
}

TEST(DeformableShape, is_built_anew_when_its_boxes_have_grown) {
    const Mesh sheet = test::creased_sheet(40, 2, 0);
    std::vector<Vec3> mixed(sheet.vertices().begin(), sheet.vertices().end());
    Random r(9);
    for (std::size_t i = mixed.size(); i > 1; --i) std::swap(mixed[i - 1], mixed[r.below(i)]);
    DeformableShape cloth(sheet), stubborn(sheet, {.rebuild_at = 0});
    cloth.move_to(bent(sheet, 0.1, 1));
    EXPECT_EQ(cloth.counts().rebuilds, 0U);
    // Triangles that connect random places: nothing else than their boxes changes.
    cloth.move_to(mixed);
    stubborn.move_to(bent(sheet, 0.1, 1));
    stubborn.move_to(mixed);
    EXPECT_EQ(cloth.counts().rebuilds, 1U);
    EXPECT_EQ(stubborn.counts().rebuilds, 0U);
    const Shape ball(make_sphere(0.2, 60));
    const Pose there = Pose::translation({5, 12, 0.1});
    EXPECT_EQ(intersecting_triangles(cloth.shape(), {}, ball, there).size(),
              intersecting_triangles(stubborn.shape(), {}, ball, there).size());
    EXPECT_EQ(cloth.shape().id().version, stubborn.shape().id().version);
}

TEST(DeformableShape, is_built_anew_in_part_where_only_a_part_has_decayed) {
    // One corner of a sheet is shuffled: its vertices trade places.
    const Mesh sheet = test::creased_sheet(60, 21, 0.2);
    std::vector<Vec3> shuffled(sheet.vertices().begin(), sheet.vertices().end());
    Random r(22);
    for (std::size_t j = 0; j < 14; ++j)
        for (std::size_t i = 0; i < 14; ++i)
            std::swap(shuffled[j * 61 + i], shuffled[r.below(14) * 61 + r.below(14)]);
    DeformableShape parts(sheet, {.rebuild_at = 1.2}),
        whole(sheet, {.rebuild_at = 1.2, .whole_rebuilds = true});
    parts.move_to(shuffled);
    whole.move_to(shuffled);
    EXPECT_EQ(parts.counts().partial_rebuilds, 1U);
    EXPECT_EQ(parts.counts().rebuilds, 0U);
    EXPECT_EQ(whole.counts().partial_rebuilds, 0U);
    EXPECT_EQ(whole.counts().rebuilds, 1U);
    check_tree(parts.shape().tree(), parts.shape().mesh());
    EXPECT_EQ(self_intersections(parts.shape()), self_intersections(whole.shape()));
    // It goes on from there.
    parts.move_to(sheet.vertices());
    check_tree(parts.shape().tree(), parts.shape().mesh());
    EXPECT_EQ(self_intersections(parts.shape()), self_intersections(Shape(sheet)));
}

std::vector<std::array<VertexId, 3>> triangles_of(const Shape& shape) {
    return {shape.mesh().triangles().begin(), shape.mesh().triangles().end()};
}

TEST(DeformableShape, takes_faces_away_and_adds_others) {
    const Mesh sheet = test::creased_sheet(24, 23);
    DeformableShape cloth(sheet);
    std::vector<std::array<VertexId, 3>> expected = triangles_of(cloth.shape());
    std::vector<Vec3> places(sheet.vertices().begin(), sheet.vertices().end());
    Random r(24);
    for (int round = 0; round < 12; ++round) {
        const std::uint64_t version = cloth.shape().id().version;
        std::set<TriangleId> removed;
        for (int i = 0; i < 60; ++i) removed.insert(static_cast<TriangleId>(r.below(expected.size())));
        std::vector<std::array<VertexId, 3>> added;
        std::vector<Vec3> fresh;
        const auto some = [&] { return static_cast<VertexId>(r.below(places.size())); };
        for (int i = 0; i < 25; ++i) added.push_back({some(), some(), some()});
        for (int i = 0; i < 12; ++i) fresh.push_back(r.in_box({0, 0, 0}, {10, 24, 2}));
        const auto first = static_cast<VertexId>(places.size());
        // Far from any other; and joined to what is there.
        for (VertexId i = 0; i < 10; ++i) added.push_back({first + i, first + i + 1, first + i + 2});
        for (int i = 0; i < 20; ++i) added.push_back({some(), first, first + 1});

        std::vector<std::array<VertexId, 3>> kept;
        for (TriangleId t = 0; t < expected.size(); ++t)
            if (!removed.contains(t)) kept.push_back(expected[t]);
        expected = std::move(kept);
        expected.insert(expected.end(), added.begin(), added.end());
        places.insert(places.end(), fresh.begin(), fresh.end());

        cloth.change_faces(std::vector<TriangleId>(removed.begin(), removed.end()), added, fresh);
        ASSERT_EQ(triangles_of(cloth.shape()), expected) << "seed 24, round " << round;
        EXPECT_EQ(cloth.shape().id().version, version + 1);
        check_tree(cloth.shape().tree(), cloth.shape().mesh());
        EXPECT_EQ(self_intersections(cloth.shape()), self_intersections(Shape(cloth.shape().mesh())));
        // And on with the next frame.
        for (Vec3& p : places) p.z += 0.05 * r.uniform();
        cloth.move_to(places);
        check_tree(cloth.shape().tree(), cloth.shape().mesh());
        EXPECT_EQ(self_intersections(cloth.shape()), self_intersections(Shape(cloth.shape().mesh())));
    }
}

TEST(DeformableShape, may_lose_all_faces_and_get_new_ones) {
    const Mesh box = make_box({1, 1, 1});
    DeformableShape shape(box);
    std::vector<TriangleId> all(box.triangle_count());
    for (TriangleId t = 0; t < all.size(); ++t) all[t] = t;
    EXPECT_TRUE(shape.change_faces(all, {}).mesh().empty());
    const std::vector<std::array<VertexId, 3>> back = {box.triangles().begin(), box.triangles().end()};
    EXPECT_EQ(shape.change_faces({}, back).mesh().triangle_count(), 12U);
    EXPECT_TRUE(intersects(shape.shape(), {}, Shape(make_box({1, 1, 1})), {}));
    // Two hundred faces at once, where there was one leaf.
    std::vector<Vec3> fan{{5, 0, 0}};
    std::vector<std::array<VertexId, 3>> faces;
    for (VertexId i = 0; i < 200; ++i) {
        fan.push_back({5 + 0.01 * i, 1 - 0.004 * i, 0.1});
        if (i > 0) faces.push_back({8, 8 + i, 9 + i});
    }
    shape.change_faces({}, faces, fan);
    check_tree(shape.shape().tree(), shape.shape().mesh());
    EXPECT_EQ(shape.shape().mesh().triangle_count(), 211U);

    const auto refused = [&](std::vector<TriangleId> removed, std::vector<std::array<VertexId, 3>> added) {
        const ShapeId before = shape.shape().id();
        EXPECT_THROW(shape.change_faces(removed, added), Error);
        EXPECT_EQ(shape.shape().id(), before);
    };
    refused({211}, {});
    refused({3, 4, 3}, {});
    refused({}, {{0, 1, 10'000}});
}

TEST(DeformableShape, refuses_positions_that_no_mesh_has_and_stays_as_it_is) {
    const Mesh sheet = test::creased_sheet(3, 2);
    DeformableShape cloth(sheet);
    const ShapeId id = cloth.shape().id();
    std::vector<Vec3> positions(sheet.vertices().begin(), sheet.vertices().end());
    positions[7].y = std::nan("");
    EXPECT_THROW(cloth.move_to(positions), Error);
    positions[7].y = 2e100;
    EXPECT_THROW(cloth.move_to(positions), Error);
    EXPECT_THROW(cloth.move_to(std::span(positions).first(5)), Error);
    EXPECT_THROW(DeformableShape(sheet, {.rebuild_at = -1}), Error);
    EXPECT_EQ(cloth.shape().id(), id);
    positions[7].y = -0.0;
    cloth.move_to(positions);
    EXPECT_FALSE(std::signbit(cloth.shape().mesh().vertices()[7].y));
}

TEST(DeformableShape, may_be_empty) {
    DeformableShape nothing{Mesh()};
    nothing.move_to({});
    EXPECT_TRUE(nothing.shape().empty());
    EXPECT_FALSE(self_intersects(nothing.shape()));
}

}  // namespace
}  // namespace graze
