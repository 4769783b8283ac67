// Distances of shapes that move, with and without what is kept from one call to the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/distance/distance.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/instruction_sets.h"
#include "tests/query/scenes.h"

namespace graze {
namespace {

using test::Scene;

double size_of_shape(const Shape& shape) {
    return length(shape.mesh().box().size());
}

double error_of_both(const Scene& s, double value) {
    const double largest = size_of_shape(s.a) + size_of_shape(s.b) + length(s.pose_a.translation()) +
                           length(s.pose_b.translation()) + length(s.a.mesh().box().center()) +
                           length(s.b.mesh().box().center());
    return std::max(1e-12 * value, 16 * 0x1p-52 * largest);
}

void expect_the_same_without(const Scene& s, QueryCache& cache) {
    const Distance cold = distance(s.a, s.pose_a, s.b, s.pose_b),
                   warm = distance(s.a, s.pose_a, s.b, s.pose_b, cache);
    EXPECT_LE(std::abs(warm.value - cold.value), error_of_both(s, cold.value));
    EXPECT_EQ(warm.value == 0, cold.value == 0);
    const ClosestPoints of_named = distance(s.pose_a(s.a.mesh().triangle(warm.feature_a.index)),
                                            s.pose_b(s.b.mesh().triangle(warm.feature_b.index)));
    EXPECT_EQ(warm.value, of_named.value);
    EXPECT_EQ(warm.point_a, of_named.point_a);
    EXPECT_EQ(warm.point_b, of_named.point_b);
}

// Both shapes a little further, each in a direction and about an axis that stay for a while.
class Walk {
  public:
    Walk(Scene scene, std::uint64_t seed, double step) : scene_(std::move(scene)), r_(seed), step_(step) {
        turn();
    }
    const Scene& scene() const { return scene_; }
    void go() {
        if (r_.chance(0.1)) turn();
        move(scene_.pose_a, scene_.a, way_a_, axis_a_);
        move(scene_.pose_b, scene_.b, way_b_, axis_b_);
    }

  private:
    void turn() {
        const auto towards = [&] { return r_.on_sphere() * r_.uniform(0, 0.1); };
        way_a_ = towards(), way_b_ = towards();
        axis_a_ = r_.on_sphere(), axis_b_ = r_.on_sphere();
    }
    void move(Pose& pose, const Shape& shape, const Vec3& way, const Vec3& axis) const {
        const Vec3 middle = pose(shape.mesh().box().center());
        const Pose about = Pose::translation(middle) * Pose(Quat::about_turns(axis, step_), {}) *
                           Pose::translation(middle * -1.0);
        pose = Pose::translation(way * (size_of_shape(shape) * step_ * 10)) * about * pose;
    }

    Scene scene_;
    Random r_;
    double step_;  // in turns
    Vec3 way_a_, way_b_, axis_a_, axis_b_;
};

Scene two_spheres(double apart) {
    const Shape sphere(make_sphere(1, 5000));
    return {"spheres", sphere, {}, sphere, test::at(2 + apart)};
}

// So that hulls do not tell.
Scene ring_in_ring() {
    return {"rings",
            Shape(make_torus(2, 0.5, 120, 60)),
            {},
            Shape(make_torus(0.8, 0.3, 120, 60)),
            test::at(0.2, 0.1, 0)};
}

TEST(DistanceCache, changes_nothing_along_small_steps) {
    Random r(63);
    const test::Scenes all = test::all_scenes();
    for (std::size_t i = 0; i < all.size(); i += 16) {
        SCOPED_TRACE(all[i].name);
        Scene scene = all[i];
        const double size = length(scene.pose_a(scene.a.mesh().box()).size());
        if (i % 32 == 0)
            scene.pose_b = Pose::translation(r.on_sphere() * (size * r.uniform(0, 1))) * scene.pose_b;
        Walk walk(scene, r.bits(), i % 3 == 0 ? 1.0 / 360 : 1e-5);
        QueryCache cache;
        for (int step = 0; step < 40; ++step, walk.go()) {
            SCOPED_TRACE(step);
            expect_the_same_without(walk.scene(), cache);
        }
    }
}

TEST(DistanceCache, changes_nothing_past_and_through_a_torus) {
    Random r(62);
    const Shape a(make_torus(2, 0.5, 100, 30)), b(make_box({1, 1, 1}, 6));
    QueryCache cache;
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE(i);
        // In small steps, with a jump now and then.
        const double t = 0.03 * i;
        const Vec3 at = i % 50 == 49 ? r.on_sphere() * 5 : Vec3{t - 4, 0.2 * t, 0.1};
        expect_the_same_without({"", a, Pose(), b, Pose(Quat::about_turns({1, 2, 3}, 0.01 * i), at)}, cache);
    }
}

// Rounding adds up from call to call, and must be on the safe side.
TEST(DistanceCache, changes_nothing_along_thousands_of_tiny_steps) {
    for (const Scene& scene : {two_spheres(1e-4), two_spheres(0.1), two_spheres(1), ring_in_ring()}) {
        SCOPED_TRACE(scene.name);
        Walk walk(scene, 64, 2e-6);
        QueryCache cache;
        for (int step = 0; step < 3000; ++step, walk.go()) {
            SCOPED_TRACE(step);
            expect_the_same_without(walk.scene(), cache);
        }
    }
}

// What turning costs adds up, too.
TEST(DistanceCache, changes_nothing_along_large_turns) {
    for (const double turn : {0.005, 0.03, 0.3}) {
        SCOPED_TRACE(turn);
        Walk walk(ring_in_ring(), 73, turn);
        QueryCache cache;
        for (int step = 0; step < 200; ++step, walk.go()) {
            SCOPED_TRACE(step);
            expect_the_same_without(walk.scene(), cache);
        }
    }
}

// A screw beside a house, whichever of the two is asked about first.
TEST(DistanceCache, changes_nothing_where_sizes_differ) {
    const Shape large(make_torus(500, 100, 80, 40)), small(make_torus(0.5, 0.2, 40, 20));
    for (const bool turned_round : {false, true}) {
        Scene scene{"", large, {}, small, test::at(380)};
        if (turned_round) scene = {"", small, test::at(380), large, {}};
        Walk walk(scene, 65, 1e-4);
        QueryCache cache;
        for (int step = 0; step < 200; ++step, walk.go()) {
            SCOPED_TRACE(step);
            expect_the_same_without(walk.scene(), cache);
        }
    }
}

// Squares of tiny distances are 0, those of huge ones are not infinite.
TEST(DistanceCache, changes_nothing_at_any_scale) {
    const Mesh sphere = make_sphere(1, 5000);
    for (const double scale : {1e-311, 1e-300, 1e-280, 1e-200, 1e-165, 1e-155, 1e-140, 1e90}) {
        SCOPED_TRACE(scale);
        std::vector<Vec3> vertices(sphere.vertices().begin(), sphere.vertices().end());
        for (Vec3& v : vertices) v = v * scale;
        const Shape shape(Mesh(vertices, {sphere.triangles().begin(), sphere.triangles().end()}));
        QueryCache cache;
        for (int step = 0; step < 60; ++step) {
            SCOPED_TRACE(step);
            const Vec3 at = Vec3{2.2 + 0.01 * step, 0.5, 0.3} * scale;
            expect_the_same_without(
                {"", shape, {}, shape, Pose(Quat::about_turns({1, 2, 3}, step / 360.0), at)}, cache);
        }
    }
}

// What is closest moves on in every step, on either mesh, and these are of different sizes.
TEST(DistanceCache, changes_nothing_where_closest_points_move_across_meshes) {
    const Shape large(make_sphere(1, 20'000)), small(make_sphere(0.2, 3000)),
        ring(make_torus(2, 0.5, 90, 40));
    const std::pair<const Shape*, const Shape*> pairs[] = {
        {&large, &small}, {&small, &large}, {&large, &large}, {&ring, &small}};
    for (const auto& [a, b] : pairs) {
        const double away = a == &ring ? 2.8 : a == b ? 2.1 : 1.3;
        QueryCache cache;
        for (int step = 0; step < 150; ++step) {
            SCOPED_TRACE(step);
            const double turn = step / 360.0;
            const Vec3 at = Pose(Quat::about_turns({1, 2, 3}, turn), {})
                                .rotate({away, 0.05 * std::sin(0.1 * step), 0.02});
            expect_the_same_without({"", *a, {}, *b, Pose(Quat::about_turns({3, -1, 1}, 2 * turn), at)},
                                    cache);
        }
    }
}

TEST(DistanceCache, notices_other_shapes_and_other_trees_of_the_same_mesh) {
    const Mesh mesh = make_torus(2, 0.5, 60, 30);
    const Shape shapes[] = {Shape(mesh), Shape(mesh, TreeOptions{{}, nullptr, BuildEffort::fast}),
                            Shape(make_box({1, 1, 1}, 10))};
    QueryCache cache;
    Random r(66);
    for (int i = 0; i < 120; ++i) {
        SCOPED_TRACE(i);
        const Shape &a = shapes[i / 5 % 3], &b = shapes[i / 15 % 3];
        expect_the_same_without({"", a, {}, b, Pose(Quat::about_turns({1, 2, 3}, 1e-3 * i), {4, 1, 1})},
                                cache);
    }
}

TEST(DistanceCache, may_have_little_memory_or_none) {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1000}, std::size_t{20'000}}) {
        SCOPED_TRACE(bytes);
        Walk walk(two_spheres(0.05), 67, 1.0 / 720);
        QueryCache cache(bytes);
        for (int step = 0; step < 100; ++step, walk.go()) expect_the_same_without(walk.scene(), cache);
    }
}

TEST(DistanceCache, can_be_copied_and_moved) {
    Walk walk(two_spheres(0.05), 68, 1.0 / 720);
    QueryCache cache;
    for (int step = 0; step < 30; ++step, walk.go()) {
        expect_the_same_without(walk.scene(), cache);
        QueryCache copy = cache;
        walk.go();
        expect_the_same_without(walk.scene(), copy);
        cache = step % 2 == 0 ? std::move(copy) : copy;
    }
}

// Into each other and out again: the last pair that touched, another one, and none any more.
TEST(DistanceCache, changes_nothing_while_shapes_touch) {
    Random r(72);
    const Shape ring(make_torus(1, 0.35, 80, 40)), box(make_box({1, 0.6, 0.8}, 8));
    QueryCache cache;
    int touching = 0;
    for (int i = 0; i < 400; ++i) {
        SCOPED_TRACE(i);
        const double away = 2 * std::abs(std::fmod(0.01 * i, 2) - 1);
        const Scene s{"", ring, {}, box, Pose(Quat::about_turns({1, 1, 2}, 0.002 * i), {0.8 + away, 0.1, 0})};
        expect_the_same_without(s, cache);
        touching += intersects(s.a, s.pose_a, s.b, s.pose_b) ? 1 : 0;
    }
    EXPECT_GT(touching, 50);
    EXPECT_LT(touching, 350);
}

TEST(DistanceCache, gives_the_same_bits_on_every_instruction_set) {
    std::vector<Distance> first;
    test::on_every_instruction_set([&] {
        std::vector<Distance> found;
        for (const Scene& scene : {two_spheres(0.05), ring_in_ring()}) {
            for (const double turn : {1.0 / 720, 1.0 / 180}) {
                Walk walk(scene, 69, turn);
                QueryCache cache;
                for (int step = 0; step < 60; ++step, walk.go()) {
                    const Scene& s = walk.scene();
                    found.push_back(distance(s.a, s.pose_a, s.b, s.pose_b, cache));
                }
            }
        }
        if (first.empty()) first = found;
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].value, first[i].value);
            EXPECT_EQ(found[i].feature_a.index, first[i].feature_a.index);
            EXPECT_EQ(found[i].feature_b.index, first[i].feature_b.index);
        }
    });
}

// What searches along a walk looked at, with what the last one left and without.
struct LookedAt {
    QueryCounts cold, warm, first;  // the first is a warm one, with nothing left yet

    LookedAt(const Scene& scene, int steps) {
        Walk walk(scene, 70, 1.0 / 3600);
        for (int step = 0; step < steps; ++step, walk.go()) look(walk.scene());
    }
    explicit LookedAt(const std::vector<Scene>& path) {
        for (const Scene& scene : path) look(scene);
    }

  private:
    void look(const Scene& s) {
        EXPECT_GT(distance(s.a, s.pose_a, s.b, s.pose_b, {.counts = &cold}).value, 0);
        if (!front_) front_.emplace(s.a, s.b, QueryCache::default_bytes);
        detail::PairQuery query(s.a, s.pose_a, s.b, s.pose_b);
        Meter meter({});
        detail::DistanceSearch search{meter};
        if (last_.found) search.guess = last_, search.front = &*front_;
        detail::find_closest(query, warm, search);
        if (!last_.found) first = warm;
        last_ = {true, search.result.triangle_a, search.result.triangle_b};
    }
    std::optional<detail::DistanceFront> front_;
    detail::FoundPair last_;
};

// What it is there for: boxes, leaves and triangles are looked at again where something has changed only.
TEST(DistanceCache, looks_at_few_boxes_and_triangles) {
    const LookedAt all(ring_in_ring(), 30);
    EXPECT_LT(4 * all.warm.box_pairs, all.cold.box_pairs);
    EXPECT_LT(2 * all.warm.leaf_pairs, all.cold.leaf_pairs);
    EXPECT_LT(all.warm.triangle_pairs, all.cold.triangle_pairs);
}

TEST(DistanceCache, looks_at_no_boxes_where_a_plane_lies_between_the_hulls) {
    const LookedAt all(two_spheres(0.05), 30);
    EXPECT_GT(all.cold.box_pairs, 100);
    EXPECT_EQ(all.warm.box_pairs, all.first.box_pairs);
}

// What was closest is far from today's closest points then, and the plane between it is of little use.
TEST(DistanceCache, looks_at_few_boxes_where_hulls_are_apart_and_turn_by_degrees) {
    const Shape sphere = two_spheres(0).a;
    std::vector<Scene> path;
    for (int step = 0; step < 100; ++step)
        path.push_back({"",
                        sphere,
                        {},
                        sphere,
                        Pose(Quat::about_turns({1, 2, 3}, step / 360.0), {2.2 + 0.002 * step, 0, 0})});
    EXPECT_LT(LookedAt(path).warm.box_pairs, 25 * path.size());  // a front has hundreds
}

// So no plane through the closest points has all of the mesh on one side, but what is beyond it is little.
Scene dimpled_spheres(double apart) {
    const Mesh smooth = make_sphere(1, 5000);
    std::vector<Vec3> vertices(smooth.vertices().begin(), smooth.vertices().end());
    Random r(74);
    for (Vec3& v : vertices) v = v * r.uniform(0.995, 1);
    const Shape sphere(Mesh(vertices, {smooth.triangles().begin(), smooth.triangles().end()}));
    return {"dimpled spheres", sphere, {}, sphere, test::at(2 + apart)};
}

TEST(DistanceCache, changes_nothing_where_dimples_hide_the_hulls) {
    Walk walk(dimpled_spheres(0.1), 75, 1.0 / 720);
    QueryCache cache;
    for (int step = 0; step < 100; ++step, walk.go()) {
        SCOPED_TRACE(step);
        expect_the_same_without(walk.scene(), cache);
    }
}

}  // namespace
}  // namespace graze
