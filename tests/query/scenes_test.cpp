// Every question about whether two meshes touch, asked about every scene of scenes.h.
#include "tests/query/scenes.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "tests/query/answers.h"
#include "tests/query/instruction_sets.h"

namespace graze {
namespace {

using test::Answers;
using test::ask;
using test::ask_all;
using test::expect_right_answers;
using test::Scene;
using test::Scenes;

#ifdef GRAZE_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

// All of them; with a sanitizer, which takes ten times as long, every fifth.
Scenes scenes_of_every_family() {
    Scenes scenes;
    const Scenes all = test::all_scenes();
    for (std::size_t i = 0; i < all.size(); i += sanitized ? 5 : 1) scenes.push_back(all[i]);
    return scenes;
}

TEST(EveryQuery, agrees_with_brute_force_on_random_soups) {
    expect_right_answers(test::random_soups());
}

TEST(EveryQuery, agrees_with_brute_force_on_flat_and_coplanar_faces) {
    expect_right_answers(test::flat_and_coplanar_faces());
}

TEST(EveryQuery, agrees_with_brute_force_on_closed_meshes) {
    expect_right_answers(test::closed_meshes());
}

TEST(EveryQuery, agrees_with_brute_force_on_a_mesh_of_1e6_and_one_of_1e_minus_6) {
    expect_right_answers(test::extreme_scales());
}

TEST(EveryQuery, agrees_with_brute_force_on_identical_meshes_at_one_pose) {
    for (const Scene& s : test::identical_meshes_at_one_pose()) expect_right_answers(s);
}

TEST(EveryQuery, agrees_with_brute_force_at_every_multiple_of_15_degrees) {
    expect_right_answers(test::turned_in_steps_of_15_degrees());
}

TEST(EveryQuery, agrees_with_brute_force_on_single_triangles) {
    expect_right_answers(test::single_triangles());
}

TEST(EveryQuery, agrees_with_brute_force_far_from_the_origin) {
    expect_right_answers(test::far_from_the_origin());
}

TEST(EveryQuery, agrees_with_brute_force_on_meshes_that_share_one_vertex) {
    expect_right_answers(test::sharing_one_vertex());
}

TEST(EveryQuery, takes_the_same_way_on_every_instruction_set) {
    const Scenes scenes = scenes_of_every_family();
    const std::vector<Answers> expected = ask_all(scenes);
    test::on_every_instruction_set([&] {
        for (std::size_t i = 0; i < scenes.size(); ++i)
            ASSERT_TRUE(ask(scenes[i]) == expected[i]) << scenes[i].name;
    });
}

TEST(EveryQuery, gives_the_same_answers_on_trees_of_every_effort) {
    for (const Scene& s : scenes_of_every_family()) {
        SCOPED_TRACE(s.name);
        const Answers expected = ask(s);
        for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::normal, BuildEffort::best}) {
            Scene built = s;
            built.a = Shape(s.a.mesh(), {.effort = effort});
            // The other one as it is: trees of different efforts must go together.
            const Answers found = ask(built);
            ASSERT_EQ(found.touching, expected.touching);
            ASSERT_EQ(found.first.found(), expected.first.found());
            ASSERT_EQ(test::sorted(found.visited), test::sorted(expected.visited));
            ASSERT_EQ(found.relation, expected.relation);
        }
    }
}

// ---- A million triangles

class MillionTriangles : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        if (!sanitized)
            globe_ =
                std::make_unique<Shape>(make_sphere(1, 1000000), TreeOptions{.effort = BuildEffort::fast});
    }
    static void TearDownTestSuite() { globe_.reset(); }
    void SetUp() override {
        if (sanitized) GTEST_SKIP() << "too slow with a sanitizer";
    }

    // A block of edge 1/8 over the pole, its lower face `gap` above it.
    static Scene over_the_pole(double gap) {
        return {"", *globe_, {}, Shape(make_box({0.125, 0.125, 0.125}, 2)), test::at(0, 0, 1.0625 + gap)};
    }
    static Relation relation_of(const Scene& s) { return test::both_ways(s.a, s.pose_a, s.b, s.pose_b); }

    static std::unique_ptr<Shape> globe_;
};
std::unique_ptr<Shape> MillionTriangles::globe_;

TEST_F(MillionTriangles, touch_a_block_that_rests_on_one_vertex) {
    const Scene s = over_the_pole(0);
    ASSERT_GT(s.a.mesh().triangle_count(), 999000u);
    expect_right_answers(s);
    std::set<TriangleId> in_contact;
    for (const TrianglePair& p : test::visited_pairs(s)) {
        in_contact.insert(p.a);
        const Triangle t = s.a.mesh().triangle(p.a);
        EXPECT_TRUE(t[0].z == 1 || t[1].z == 1 || t[2].z == 1);
    }
    EXPECT_EQ(in_contact.size(), 4u) << "as many as meet at a corner of an octahedron";
    EXPECT_EQ(relation_of(s), Relation::touching);
}

TEST_F(MillionTriangles, do_not_touch_a_block_one_step_of_a_double_above_the_vertex) {
    const Scene s = over_the_pole(0x1p-52);
    EXPECT_FALSE(intersects(s.a, s.pose_a, s.b, s.pose_b));
    expect_right_answers(s);
    EXPECT_EQ(relation_of(s), Relation::apart);
}

TEST_F(MillionTriangles, are_pierced_by_a_block_one_step_of_a_double_below_the_vertex) {
    const Scene s = over_the_pole(-0x1p-52);
    expect_right_answers(s);
    EXPECT_EQ(relation_of(s), Relation::overlapping);
}

TEST_F(MillionTriangles, hold_a_block) {
    EXPECT_EQ(relation_of(over_the_pole(-1)), Relation::b_in_a);
}

}  // namespace
}  // namespace graze
