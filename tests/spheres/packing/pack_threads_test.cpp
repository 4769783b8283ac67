#include <gtest/gtest.h>

#include "graze/mesh/generate.h"
#include "graze/spheres/packing/medial_axis.h"
#include "graze/spheres/packing/pack.h"
#include "graze/spheres/packing/sphere_graph.h"
#include "graze/spheres/packing/validate.h"

namespace graze {
namespace {

TEST(PackThreads, packings_are_the_same_to_the_bit_for_any_number_of_threads) {
    const Shape torus(make_torus(1, 0.4, 24, 12));
    for (const PackMethod method : {PackMethod::protosphere, PackMethod::voxels}) {
        PackOptions options{.method = method, .count = 150};
        const Packed one = pack(torus, options);
        for (const unsigned threads : {2u, 5u}) {
            options.threads = Threads(threads);
            const Packed several = pack(torus, options);
            EXPECT_TRUE(several.packing == one.packing);
            EXPECT_EQ(several.closest_points, one.closest_points);
            EXPECT_TRUE(validate(several.packing.spheres, torus, {.threads = options.threads}).feasible());
            EXPECT_EQ(sphere_graph(several.packing.spheres, 0.01, options.threads),
                      sphere_graph(one.packing.spheres, 0.01));
        }
    }
}

TEST(PackThreads, a_budget_of_tests_ends_packings_at_the_same_sphere) {
    const Shape cube(make_box({1, 1, 1}));
    PackOptions options{.count = 5000, .budget = Budget::of_tests(12000)};
    const Packed one = pack(cube, options);
    EXPECT_EQ(one.end, PackEnd::budget);
    options.threads = Threads(3);
    EXPECT_TRUE(pack(cube, options).packing == one.packing);
}

TEST(PackThreads, medial_axes_are_the_same_for_any_number_of_threads) {
    const Shape torus(make_torus(1, 0.4, 24, 12));
    const ShapeSurface surface(torus);
    const MedialAxis one = medial_axis(surface, {.cells = 10});
    const MedialAxis several = medial_axis(surface, {.cells = 10, .threads = Threads(4)});
    EXPECT_EQ(one.balls, several.balls);
    EXPECT_EQ(one.edges, several.edges);
}

}  // namespace
}  // namespace graze
