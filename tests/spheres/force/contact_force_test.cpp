#include "graze/spheres/force/contact_force.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "graze/query/intersect/intersect.h"
#include "tests/query/meshes.h"
#include "tests/spheres/proximity/proximity_scenes.h"

namespace graze {
namespace {

using test::sphere_scenes;
using test::SphereScene;

struct Body {
    Shape shape;
    SphereTree tree;
};

// A box filled with a cubic grid of balls.
Body grid_box(const Vec3& size, double step) {
    const Shape shape(make_box(size));
    SpherePacking packing;
    for (double x = step / 2; x < size.x; x += step)
        for (double y = step / 2; y < size.y; y += step)
            for (double z = step / 2; z < size.z; z += step)
                packing.spheres.push_back({Vec3{x, y, z} - size * 0.5, step / 2 * (1 - 1e-9)});
    SphereTreeOptions options;
    options.voxels_per_sphere = 64;
    return {shape, SphereTree(shape, packing, options)};
}

ContactForce force_of(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b,
                      const ForceOptions& options = {}) {
    return contact_force(a.shape, a.tree, pose_a, b.shape, b.tree, pose_b, options);
}

Pose at(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

double motion_of(const SphereTree& tree, const Pose& from, const Pose& to) {
    double most = 0;
    const Sphere ball = tree.outer_ball();
    for (const double x : {-1, 1})
        for (const double y : {-1, 1})
            for (const double z : {-1, 1}) {
                const Vec3 p = ball.center + normalized({x, y, z}) * ball.radius;
                most = std::max(most, length(to(p) - from(p)));
            }
    return most;
}

TEST(ContactForce, is_none_for_solids_apart_and_says_why_there_is_no_answer) {
    const SphereScene& s = sphere_scenes()[0];
    const ContactForce none = contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, at(3, 0, 0));
    EXPECT_EQ(none.force_a, Vec3{});
    EXPECT_EQ(none.torque_b, Vec3{});
    EXPECT_EQ(none.volume, 0);
    EXPECT_EQ(contact_force(s.a, {}, Shape(OrientedBox{}), {}).status, QueryStatus::unsupported);
    EXPECT_TRUE(std::isnan(contact_force(s.a, {}, Shape(OrientedBox{}), {}).volume));
    EXPECT_EQ(contact_force(Shape(), {}, Shape(), {}).volume, 0);
}

TEST(ContactForce, pushes_apart_with_the_stiffness_times_the_volume) {
    const Body block = grid_box({1, 1, 1}, 0.1), floor = grid_box({3, 3, 1}, 0.2);
    for (const double depth : {0.05, 0.1, 0.23, 0.4}) {
        ForceOptions options;
        options.stiffness = 7;
        options.normals = ForceNormals::b;
        const ContactForce f = force_of(block, at(0.1, 0.05, 1 - depth), floor, {}, options);
        EXPECT_NEAR(f.volume, depth, 0.01) << depth;
        EXPECT_NEAR(f.force_a.z, 7 * depth, 7 * 0.012) << depth;
        EXPECT_NEAR(f.force_a.x, 0, 0.05 * depth);
        EXPECT_EQ(f.force_b, -f.force_a) << "Newton's third law";
        EXPECT_NEAR(f.center.z, 0.5 - depth / 2, 0.03);
    }
}

// A body of weight w sinks until the stiffness times the common volume holds it.
TEST(ContactForce, lets_a_box_come_to_rest_on_a_floor_at_the_right_depth) {
    const Body block = grid_box({1, 1, 1}, 0.1), floor = grid_box({3, 3, 1}, 0.2);
    ForceOptions options;
    options.stiffness = 100;
    const double weight = 15;  // so the depth is 0.15
    double z = 1.1, speed = 0;
    for (int i = 0; i < 400; ++i) {  // damped, with steps of 10 ms and a mass of 1
        const double force = force_of(block, at(0, 0, z), floor, {}, options).force_a.z - weight - 20 * speed;
        speed += 0.01 * force;
        z += 0.01 * speed;
    }
    EXPECT_NEAR(speed, 0, 1e-3);
    EXPECT_NEAR(1 - z, 0.15, 0.01);
}

// The force is the integral of the normals of the bowl over the common volume: pi s^2 (1 - u^2) over the
// distances s from the centre of the bowl, u being the cosine at which the ball of radius r, sunk to h, ends.
TEST(ContactForce, lets_a_ball_come_to_rest_in_a_bowl_at_the_right_depth) {
    const Shape bowl(test::bowl(48)), ball(make_sphere(1, 2000));
    const SphereTree bowl_tree(bowl, test::random_packing(bowl, 900, 1, 6)),
        ball_tree(ball, test::random_packing(ball, 500, 1, 6));
    const auto closed_form = [](double h) {
        const int steps = 2000;
        double sum = 0;
        for (int i = 0; i < steps; ++i) {
            const double s = 1.5 + (h + 1 - 1.5) * (i + 0.5) / steps;
            const double u = std::clamp((s * s + h * h - 1) / (2 * s * h), -1.0, 1.0);
            sum += std::numbers::pi * s * s * (1 - u * u) * (h - 0.5) / steps;
        }
        return sum;
    };
    ForceOptions options;
    options.normals = ForceNormals::b;
    const auto force = [&](double h) {
        return contact_force(ball, ball_tree, at(0, 0, -h), bowl, bowl_tree, {}, options).force_a;
    };
    for (const double h : {0.6, 0.65, 0.7}) {
        EXPECT_NEAR(force(h).z / closed_form(h), 1, 0.13) << h;
        EXPECT_NEAR(force(h).x / force(h).z, 0, 0.1) << h;
    }
    // Where the same weight is held.
    const double weight = closed_form(0.65);
    double low = 0.5, high = 0.8;
    for (int i = 0; i < 30; ++i) (force((low + high) / 2).z < weight ? low : high) = (low + high) / 2;
    EXPECT_NEAR(low, 0.65, 0.01);
}

// Paths in and out of contact, shallow and deep, turning on the way.
TEST(ContactForce, changes_no_faster_than_its_stiffness_says) {
    Random r(21);
    for (const SphereScene& s : sphere_scenes()) {
        double largest = 0;
        for (int path = 0; path < 4; ++path) {
            const Vec3 from = r.on_sphere() * s.reach, to = path % 2 == 0 ? -from : r.on_sphere() * s.reach;
            const Vec3 axis = r.on_sphere();
            const auto pose = [&](double t) {
                return Pose(Quat::about_turns(axis, 0.3 * t), from * (1 - t) + to * t);
            };
            const int steps = 80;
            const double step = 2e-4;  // pairs of poses this near to each other, all along the path
            for (int i = 0; i < steps; ++i) {
                const Pose p = pose(1.0 * i / steps), q = pose(1.0 * i / steps + step);
                const ContactForce f = contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, p);
                const ContactForce g = contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, q);
                const double most =
                    std::max(f.stiffness, g.stiffness) * motion_of(s.tree_b, p, q) * 1.02 + 1e-12;
                SCOPED_TRACE(testing::Message() << s.name << ", seed 21, path " << path << ", step " << i);
                EXPECT_LE(length(g.force_a - f.force_a), most);
                EXPECT_LE(length(g.force_b - f.force_b), most);
                largest = std::max(largest, length(f.force_a));
            }
        }
        EXPECT_GT(largest, 0.01) << s.name << ": the paths lead through contact";
    }
}

// A ball deep in a slab: the line between centres of spheres points down as soon as more of the slab's
// spheres are above the ball than below it, the normals of the nearer surface still point up.
TEST(ContactForce, points_out_of_the_surface_where_the_centres_point_in) {
    const Shape ball(make_sphere(0.3, 500));
    const SphereTree ball_tree(ball, test::random_packing(ball, 100, 1));
    const Body slab = grid_box({3, 3, 2}, 0.2);
    ForceOptions naive;
    naive.normals = ForceNormals::centres;
    int flipped = 0;
    for (double depth = 0.1; depth < 0.95; depth += 0.05) {
        const Pose pose = at(0.07, 0.03, 1.0 + 0.3 - depth);
        const ContactForce f = contact_force(ball, ball_tree, pose, slab.shape, slab.tree, {});
        EXPECT_GT(f.force_a.z, 0.5 * f.volume) << depth;
        flipped +=
            contact_force(ball, ball_tree, pose, slab.shape, slab.tree, {}, naive).force_a.z < 0.1 * f.volume;
    }
    EXPECT_GT(flipped, 2) << "the comparison is one";
}

TEST(ContactForce, has_torques_about_the_centres) {
    const Body block = grid_box({1, 1, 1}, 0.1), floor = grid_box({3, 3, 1}, 0.2);
    ForceOptions options;
    options.normals = ForceNormals::b;
    // Half of the block is beyond the edge of the floor.
    const ContactForce f = force_of(block, at(1.5, 0, 0.9), floor, {}, options);
    EXPECT_NEAR(f.force_a.z, 0.05, 0.01);
    EXPECT_NEAR(f.torque_a.y, 0.25 * f.force_a.z, 0.004);  // turns it off the floor
    options.center_a = Vec3{-0.25, 0, 0};
    EXPECT_NEAR(force_of(block, at(1.5, 0, 0.9), floor, {}, options).torque_a.y, 0, 0.004);
}

TEST(ContactForce, has_friction_against_the_sliding) {
    const Body block = grid_box({1, 1, 1}, 0.1), floor = grid_box({3, 3, 1}, 0.2);
    ForceOptions options;
    options.normals = ForceNormals::b;
    const ContactForce smooth = force_of(block, at(0, 0, 0.9), floor, {}, options);
    options.friction = 0.5;
    options.velocity_a.linear = {2, 0, 0};
    const ContactForce rough = force_of(block, at(0, 0, 0.9), floor, {}, options);
    EXPECT_NEAR(rough.force_a.x, -0.5 * smooth.force_a.z, 0.05 * smooth.force_a.z);
    EXPECT_NEAR(rough.force_b.x, -rough.force_a.x, 1e-12);
    options.velocity_b = options.velocity_a;
    EXPECT_NEAR(force_of(block, at(0, 0, 0.9), floor, {}, options).force_a.x, smooth.force_a.x, 1e-12)
        << "they do not slide";
    options.velocity_b = {};
    options.velocity_a.linear = {1e-4, 0, 0};  // slow: a tenth of it
    EXPECT_NEAR(force_of(block, at(0, 0, 0.9), floor, {}, options).force_a.x, -0.05 * smooth.force_a.z,
                0.01 * smooth.force_a.z);
}

TEST(ContactForce, keeps_to_its_budget_and_with_a_cache_to_its_stiffness) {
    for (const SphereScene& s : sphere_scenes()) {
        ForceCache cache;
        ForceOptions limited;
        limited.budget = Budget::of_tests(8'000);
        limited.cache = &cache;
        ContactForce last;
        Pose last_pose;
        double difference = 0, whole = 0;
        for (int i = 0; i <= 200; ++i) {
            const Pose pose(Quat::about_turns({1, 1, 0}, 0.001 * i), {2.4 - 0.01 * i, 0.1, 0.05});
            const ContactForce f = contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, pose, limited);
            EXPECT_LE(f.tests, 8'000u);
            if (i > 0) {
                // The motion as the query bounds it: the turn counts as its Frobenius norm, up to sqrt(2)
                // more.
                const double motion = 2.5 * motion_of(s.tree_b, last_pose, pose);
                EXPECT_LE(length(f.force_a - last.force_a),
                          std::max(f.stiffness, last.stiffness) * motion + 1e-12);
            }
            const ContactForce full = contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, pose);
            difference += length(full.force_a - f.force_a);
            whole += length(full.force_a);
            last = f;
            last_pose = pose;
        }
        EXPECT_LT(difference, 0.5 * whole) << s.name;
    }
}

TEST(SphereContacts, add_up_to_the_volume_of_the_force) {
    const SphereScene& s = sphere_scenes()[1];
    const Pose pose = at(0.9, 0.2, 0.1);
    std::vector<SphereContact> contacts(100'000);
    const Filled filled = sphere_contacts(s.tree_a, {}, s.tree_b, pose, contacts);
    ASSERT_GT(filled.count, 100u);
    ASSERT_LE(filled.count, contacts.size());
    double volume = 0;
    for (std::size_t i = 0; i < filled.count; ++i) {
        volume += contacts[i].volume;
        EXPECT_LE(length(contacts[i].normal_a), 1 + 1e-6);
        EXPECT_LT(contacts[i].leaf_a, s.tree_a.sphere_count());
    }
    EXPECT_NEAR(volume, contact_force(s.a, s.tree_a, {}, s.b, s.tree_b, pose).volume, 1e-9);
    EXPECT_EQ(sphere_contacts(s.tree_a, {}, s.tree_b, pose, {}).count, filled.count);
}

TEST(SphereContacts, name_some_of_the_triangles_that_intersect) {
    std::size_t found = 0;
    for (const SphereScene& s : sphere_scenes()) {
        const Pose pose = at(1.2, 0.2, 0.1);
        std::set<TrianglePair> all;
        for (const auto& p : intersecting_triangles(s.a, {}, s.b, pose)) all.insert({p.a, p.b});
        for (const TrianglePair& p : some_intersecting_triangles(s.a, s.tree_a, {}, s.b, s.tree_b, pose)) {
            EXPECT_TRUE(all.contains(p)) << s.name;
            ++found;
        }
    }
    EXPECT_GT(found, 10u);
}

}  // namespace
}  // namespace graze
