// Parts whose faces are a hair apart, or just touch: yes and no, distances and limits against all pairs of
// triangles, for gaps from a thousandth of the size down to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/brute_force.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/triangle/triangle_distance.h"
#include "tests/query/instruction_sets.h"

namespace graze {
namespace {

constexpr double gaps[] = {1e-3,  1e-4,  1e-5,  3e-6,  1e-6,  1e-7,      1e-8, 1e-9,   1e-10,  1e-11, 1e-12,
                           1e-13, 1e-14, 1e-15, 1e-16, 1e-17, 0x1p-1070, 0,    -1e-16, -1e-15, -1e-12};

Mesh moved(const Mesh& mesh, const Pose& pose) {
    std::vector<Vec3> vertices;
    for (const Vec3& p : mesh.vertices()) vertices.push_back(pose(p));
    return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

struct Stack {
    std::string name;
    Shape lower, upper;
    Pose world_from_lower, world_from_upper;
};

// A cube of side 1 on another one; in their own frames along the axes or not, in the world along the axes or
// not. In the world, the upper one is moved along the lower one's face as well.
std::vector<Stack> stacks(double gap) {
    const Mesh small_cube = make_box({1, 1, 1}, 3);
    Random r(33);
    std::vector<Stack> all;
    for (const bool turned_in_world : {false, true}) {
        for (const bool turned_in_file : {false, true}) {
            const Pose in_file = turned_in_file ? Pose(r.rotation(), r.on_sphere() * 0.3) : Pose(),
                       in_world = turned_in_world ? Pose(r.rotation(), r.on_sphere() * 3) : Pose();
            const Pose above = Pose::translation({0.2, -0.15, 1 + gap});
            const Shape in_its_frame(moved(small_cube, in_file));
            all.push_back({std::string(turned_in_world ? "turned" : "along the axes") +
                               (turned_in_file ? ", turned in its file" : ""),
                           in_its_frame, in_its_frame, in_world * in_file.inverse(),
                           in_world * above * in_file.inverse()});
            // The gap is in the file, the poses are equal.
            all.push_back({all.back().name + ", at one pose", in_its_frame,
                           Shape(moved(moved(small_cube, above), in_file)), in_world, in_world});
        }
    }
    return all;
}

double least_of_all_pairs(const Stack& s) {
    double least = std::numeric_limits<double>::infinity();
    for (TriangleId i = 0; i < s.lower.mesh().triangle_count(); ++i) {
        const Triangle a = s.world_from_lower(s.lower.mesh().triangle(i));
        for (TriangleId j = 0; j < s.upper.mesh().triangle_count(); ++j)
            least = std::min(least, distance(a, s.world_from_upper(s.upper.mesh().triangle(j))).value);
    }
    return least;
}

double error_allowed(const Stack& s, double value) {
    double largest = 0;
    for (const Box& box :
         {s.world_from_lower(s.lower.mesh().box()), s.world_from_upper(s.upper.mesh().box())})
        for (const Vec3& v : {box.lower, box.upper})
            largest = std::max({largest, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return std::max(1e-12 * value, 8 * (std::nextafter(largest, 2 * largest) - largest));
}

TEST(FlushFaces, touch_if_and_only_if_two_of_their_triangles_do) {
    std::size_t touching = 0, apart = 0;
    for (const double gap : gaps) {
        for (const Stack& s : stacks(gap)) {
            SCOPED_TRACE(s.name + ", gap " + std::to_string(gap));
            const bool truth =
                find_intersections_brute_force(s.lower.mesh(), s.world_from_lower, s.upper.mesh(),
                                               s.world_from_upper, {.first_only = true})
                    .touching();
            test::on_every_instruction_set([&] {
                EXPECT_EQ(intersects(s.lower, s.world_from_lower, s.upper, s.world_from_upper), truth);
                EXPECT_EQ(intersects(s.upper, s.world_from_upper, s.lower, s.world_from_lower), truth);
            });
            QueryCache cache;
            for (int again = 0; again < 2; ++again)
                EXPECT_EQ(intersects(s.lower, s.world_from_lower, s.upper, s.world_from_upper, cache), truth);
            EXPECT_EQ(
                intersecting_triangles(s.lower, s.world_from_lower, s.upper, s.world_from_upper).empty(),
                !truth);
            EXPECT_EQ(within(s.lower, s.world_from_lower, s.upper, s.world_from_upper, 0), truth);
            ++(truth ? touching : apart);
        }
    }
    EXPECT_GT(touching, 10U);
    EXPECT_GT(apart, 80U);
}

TEST(FlushFaces, are_as_far_apart_as_their_closest_triangles) {
    for (const double gap : gaps) {
        if (gap != 1e-3 && gap != 1e-6 && gap != 1e-9 && gap != 1e-12 && gap != 1e-15 && gap != 0) continue;
        for (const Stack& s : stacks(gap)) {
            SCOPED_TRACE(s.name + ", gap " + std::to_string(gap));
            const double truth = least_of_all_pairs(s), error = error_allowed(s, truth);
            const Distance d = distance(s.lower, s.world_from_lower, s.upper, s.world_from_upper),
                           back = distance(s.upper, s.world_from_upper, s.lower, s.world_from_lower);
            EXPECT_LE(std::abs(d.value - truth), error);
            EXPECT_LE(std::abs(back.value - truth), error);
            EXPECT_EQ(d.value == 0, truth == 0);
            EXPECT_EQ(back.value == 0, truth == 0);
            EXPECT_EQ(d.status, QueryStatus::complete);
            EXPECT_EQ(d.at_least, d.value);
            QueryCache cache;
            for (int again = 0; again < 3; ++again) {
                const Distance warm =
                    distance(s.lower, s.world_from_lower, s.upper, s.world_from_upper, cache);
                EXPECT_LE(std::abs(warm.value - truth), error);
                EXPECT_EQ(warm.value == 0, truth == 0);
            }
            test::on_every_instruction_set(
                [&] { EXPECT_EQ(distance(s.lower, s.world_from_lower, s.upper, s.world_from_upper), d); });
        }
    }
}

TEST(FlushFaces, are_within_a_limit_if_and_only_if_two_of_their_triangles_are) {
    std::size_t yes = 0, no = 0;
    for (const double gap : {1e-6, 1e-11}) {
        for (const Stack& s : stacks(gap)) {
            SCOPED_TRACE(s.name + ", gap " + std::to_string(gap));
            for (const double share : {0.5, 1 - 1e-4, 1 + 1e-4, 2.0}) {
                // Closest triangles are in the two faces, but the rounding of their corners decides which.
                const double limit = share * gap;
                bool truth = false;
                for (TriangleId i = 0; i < s.lower.mesh().triangle_count() && !truth; ++i) {
                    const Triangle a = s.world_from_lower(s.lower.mesh().triangle(i));
                    for (TriangleId j = 0; j < s.upper.mesh().triangle_count() && !truth; ++j)
                        truth = distance_at_most(a, s.world_from_upper(s.upper.mesh().triangle(j)), limit);
                }
                EXPECT_EQ(within(s.lower, s.world_from_lower, s.upper, s.world_from_upper, limit), truth);
                EXPECT_EQ(within(s.upper, s.world_from_upper, s.lower, s.world_from_lower, limit), truth);
                EXPECT_EQ(
                    close_triangles(s.lower, s.world_from_lower, s.upper, s.world_from_upper, limit).empty(),
                    !truth);
                ++(truth ? yes : no);
            }
        }
    }
    EXPECT_GT(yes, 10U);
    EXPECT_GT(no, 10U);
}

// The point of all that: the work does not grow with the number of triangles in the faces.
TEST(FlushFaces, that_a_plane_separates_take_few_tests) {
    const Shape fine(make_box({1, 1, 1}, 40));
    const Pose turned(Quat::about_turns({1, 2, 3}, 0.11), {0.3, 0.2, 0.1});
    for (const double gap : {1e-5, 1e-6, 1e-8, 1e-10, 1e-12}) {
        SCOPED_TRACE(gap);
        for (const Pose& world : {Pose(), turned}) {
            QueryCounts counts;
            EXPECT_EQ(intersects(fine, world, fine, world * Pose::translation({0.17, 0.11, 1 + gap}),
                                 {.counts = &counts}),
                      Answer::no);
            EXPECT_LT(counts.box_pairs + counts.triangle_pairs + counts.exact_pairs, 1000U);
        }
    }
}

}  // namespace
}  // namespace graze
