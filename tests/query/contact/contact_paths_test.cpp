// How contacts change with motion: sums of weighted normals and moments change by no more than a constant
// times the motion, but for contacts whose normal is unsure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/mesh/generate.h"
#include "graze/models/gearbox_motions.h"
#include "graze/query/contact/contacts.h"
#include "graze/query/distance/distance.h"
#include "tests/query/contact/contact_scenes.h"

namespace graze::test {
namespace {

struct ContactPath {
    const Shape &a, &b;
    double margin;
    std::function<Pose(double)> pose_of_b;  // at a time from 0 to 1
    double fastest;                         // the longest way of a point of B, per unit of time
    double turn;                            // the angle, per unit of time
    double area, border;                    // of what faces have in common at most
    double points = 12;                     // contacts of points at most
    Vec3 about{};                           // moments
    double arm = 1;                         // how far contacts are from there
};

// The constant that docs/query.md states.
double most_change(const ContactPath& path, double dt) {
    const double way = path.fastest * dt, angle = path.turn * dt, m = path.margin;
    return (path.area / m + path.border) * way + 50 * path.area * angle +
           path.points * (12 * m * way + 60 * m * m * angle);
}

struct PathResult {
    std::size_t steps = 0, with_contacts = 0, most_contacts = 0;
    double worst = 0;  // change, as a part of what is allowed
};

PathResult follow(const ContactPath& path, std::size_t steps, bool reduce, QueryCache* cache = nullptr) {
    PathResult result;
    ContactSum last;
    for (std::size_t i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(steps);
        const auto found = contacts(path.a, unmoved, path.b, path.pose_of_b(t), path.margin,
                                    {.reduce = reduce}, {.cache = cache});
        const ContactSum sum = sum_of(found, path.about);
        result.with_contacts += found.empty() ? 0 : 1;
        result.most_contacts = std::max(result.most_contacts, found.size());
        if (i > 0) {
            const double allowed = most_change(path, 1.0 / static_cast<double>(steps));
            const double unsure = sum.unsure + last.unsure;
            const double force = length(sum.force - last.force) - 2 * unsure;
            const double moment = length(sum.moment - last.moment) - 2 * path.arm * unsure;
            const double worst = std::max(force / allowed, moment / (allowed * std::max(1.0, path.arm)));
            if (worst > 1)
                ADD_FAILURE() << "at " << t << ": force " << length(sum.force - last.force) << " moment "
                              << length(sum.moment - last.moment) << " allowed " << allowed << " unsure "
                              << unsure;
            result.worst = std::max(result.worst, worst);
        }
        last = sum;
        ++result.steps;
    }
    return result;
}

// Steps of two sizes: a jump would be the same in both.
void follow_twice(const ContactPath& path, std::size_t steps, std::size_t most_contacts) {
    for (const bool reduce : {false, true}) {
        SCOPED_TRACE(reduce ? "reduced" : "all");
        const PathResult coarse = follow(path, steps, reduce), fine = follow(path, 5 * steps, reduce);
        EXPECT_GT(coarse.with_contacts, steps / 4);
        if (reduce) {
            EXPECT_LE(coarse.most_contacts, most_contacts);
            EXPECT_LE(fine.most_contacts, most_contacts);
        }
        QueryCache cache;
        if (reduce) follow(path, steps, reduce, &cache);
    }
}

TEST(ContactPaths, of_a_box_that_rocks_through_flat_are_smooth) {
    const Shape table(make_box({4, 4, 1})), box(make_box({1, 1, 0.5}));
    const ContactPath path{table,
                           box,
                           0.05,
                           [](double t) {
                               return Pose(Pose::rotation_radians({0.3, 1, 0}, 0.2 * (t - 0.5)).rotation(),
                                           {0, 0, 0.76});
                           },
                           0.2 * 0.8,
                           0.2,
                           1,
                           4};
    follow_twice(path, 200, 8);
}

TEST(ContactPaths, of_a_fine_box_that_rocks_through_flat_are_smooth) {
    const Shape table(make_box({4, 4, 1}, 7)), box(make_box({1, 1, 0.5}, 3));
    const ContactPath path{table,
                           box,
                           0.05,
                           [](double t) {
                               return Pose(Pose::rotation_radians({0.3, 1, 0}, 0.2 * (t - 0.5)).rotation(),
                                           {0.11, 0.07, 0.76});
                           },
                           0.2 * 0.8,
                           0.2,
                           1,
                           4};
    follow_twice(path, 100, 10);
}

TEST(ContactPaths, of_a_box_that_slides_off_a_table_are_smooth) {
    const Shape table(make_box({4, 4, 1})), box(make_box({1, 1, 0.5}));
    for (const double gap : {0.0, 0.001, 0.02}) {
        SCOPED_TRACE(gap);
        const ContactPath path{table,
                               box,
                               0.05,
                               [&](double t) {
                                   return Pose(Pose::rotation_turns({0, 0, 1}, 0.03).rotation(),
                                               {1 + 2 * t, 0.3 * t, 0.75 + gap});
                               },
                               2.1,
                               0,
                               1,
                               4,
                               12,
                               {},
                               4};
        follow_twice(path, 200, 9);
    }
}

TEST(ContactPaths, of_a_box_that_sinks_into_a_table_are_smooth) {
    const Shape table(make_box({4, 4, 1})), box(make_box({1, 1, 0.5}));
    const ContactPath path{
        table, box, 0.05, [](double t) { return Pose::translation({0.1, 0.2, 0.85 - 0.3 * t}); },
        0.3,   0,   1,    4};
    follow_twice(path, 300, 9);
}

TEST(ContactPaths, of_a_corner_that_slides_over_a_table_are_smooth) {
    const Shape table(make_box({4, 4, 1}, 3)), box(make_box({1, 1, 1}));
    const ContactPath path{
        table, box, 0.05, [](double t) { return standing_on_a_corner({3.6 * (t - 0.5), t - 0.5, 0.51}); },
        3.8,   0,   0,    0,
        12,    {},  3};
    follow_twice(path, 300, 3);
}

TEST(ContactPaths, of_a_ball_that_rolls_over_edges_are_smooth) {
    const Shape roof(make_box({1, 4, 1})), ball(make_sphere(0.3, 512));
    // Around the ridge of a roof, 0.01 above it.
    const Pose ridge(Pose::rotation_turns({0, 1, 0}, 0.125).rotation(), {});
    const ContactPath path{
        roof,
        ball,
        0.04,
        [&](double t) {
            const double x = 0.8 * (t - 0.5), top = std::sqrt(0.5);
            const double angle = x / 0.3;
            // Above the flanks of the roof, and above its ridge.
            const double reach = 0.31 * std::sqrt(0.5);
            const double z =
                std::abs(x) < reach ? top + std::sqrt(0.31 * 0.31 - x * x) : top - std::abs(x) + 2 * reach;
            const Pose world(Pose::rotation_radians({0, 1, 0}, angle).rotation(), {x, 0.1, z});
            return ridge.inverse() * world;
        },
        0.8 * 2.5,
        0.8 / 0.3,
        0.05,
        0.8,
        20,
        {},
        1.5};
    follow_twice(path, 200, 24);
}

TEST(ContactPaths, of_a_peg_that_goes_into_a_hole_are_smooth) {
    const Shape hole(make_tube(1, 0.5, 1, 24)), peg(make_cylinder(0.49, 1, 24));
    const ContactPath path{hole,
                           peg,
                           0.04,
                           [](double t) { return Pose::translation({0.004 * t, 0.003 * t, 1.05 - t}); },
                           1.1,
                           0,
                           2 * 3.2 * 0.5,
                           60,
                           200,
                           {},
                           1.2};
    follow_twice(path, 150, 200);
}

// The lid of a gearbox, with its screws, is taken out; and is pulled aside into a hose.
TEST(ContactPaths, of_a_lid_that_leaves_its_gearbox_are_smooth) {
    const Gearbox gearbox = make_gearbox({.triangles = 40'000});
    for (const TakenOut& motion : gearbox_motions(gearbox)) {
        SCOPED_TRACE(motion.what);
        const auto& parts = gearbox.assembly.parts;
        const Part& lid = parts[motion.parts.front()];
        const double margin = 2e-4 / gearbox.assembly.metres_per_unit.value_or(1);
        // The beginning of the motion, until the lid is free of what it lay on.
        const Vec3 way = normalized(motion.path[1].translation()) * (2 * margin);
        std::size_t compared = 0, with_contacts = 0;
        for (std::size_t other = 0; other < parts.size() && compared < 4; ++other) {
            if (std::ranges::find(motion.parts, other) != motion.parts.end()) continue;
            const Shape a(*parts[other].mesh), b(*lid.mesh);
            if (!within(a, parts[other].world_from_part, b, lid.world_from_part, margin)) continue;
            ++compared;
            // A jump would be the same however small the steps are.
            double coarse = 0, fine = 0;
            for (const std::size_t steps : {std::size_t{40}, std::size_t{400}}) {
                ContactSum last;
                for (std::size_t i = 0; i <= steps; ++i) {
                    const double t = static_cast<double>(i) / static_cast<double>(steps);
                    const Pose lifted = Pose::translation(way * t) * lid.world_from_part;
                    const auto found = contacts(a, parts[other].world_from_part, b, lifted, margin);
                    with_contacts += found.empty() ? 0 : 1;
                    const ContactSum sum = sum_of(found, {});
                    if (i > 0) {
                        double& worst = steps == 40 ? coarse : fine;
                        worst =
                            std::max(worst, length(sum.force - last.force) - 2 * (sum.unsure + last.unsure));
                    }
                    last = sum;
                }
            }
            EXPECT_LE(fine, 0.25 * coarse + 1e-9 * margin * margin) << parts[other].path;
        }
        EXPECT_GT(with_contacts, 0u);
    }
}

}  // namespace
}  // namespace graze::test
