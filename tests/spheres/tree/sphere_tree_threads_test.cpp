#include <gtest/gtest.h>

#include "graze/mesh/generate.h"
#include "graze/spheres/tree/sphere_tree.h"
#include "tests/spheres/tree/simple_packing.h"

namespace graze {
namespace {

TEST(SphereTreeThreads, is_the_same_for_any_number_of_threads) {
    const Shape ring(make_torus(1, 0.4, 24, 12));
    const SpherePacking packing = test::random_packing(ring, 150, 3, 4);
    const SphereTree expected(ring, packing);
    for (const unsigned threads : {2u, 5u}) {
        SphereTreeOptions options;
        options.threads = Threads(threads, ThreadBackend::standard);
        EXPECT_EQ(SphereTree(ring, packing, options), expected) << threads;
    }
}

}  // namespace
}  // namespace graze
