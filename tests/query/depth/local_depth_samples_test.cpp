// Depths against points strewn over the surfaces: none of them is deeper than the bound.
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"
#include "graze/query/depth/local_depth.h"
#include "tests/query/depths.h"
#include "tests/query/meshes.h"
#include "tests/query/solids.h"

#if __has_include("graze/io/load.h")
#include "graze/io/load.h"
#endif

namespace graze {
namespace {

LocalDepth expect_no_sample_deeper(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   std::size_t samples, Random& r) {
    const LocalDepth d = test::expect_depth(a, pose_a, b, pose_b, test::unknown);
    const double rounding = test::coarseness(a, pose_a, b, pose_b);
    EXPECT_LE(test::sampled_depth(a, pose_a, b, pose_b, samples, r), d.at_most + rounding);
    EXPECT_LE(test::sampled_depth(b, pose_b, a, pose_a, samples, r), d.at_most + rounding);
    return d;
}

TEST(LocalDepthOfSamples, is_not_exceeded_on_solids_of_all_kinds) {
    Random r(81);
    const std::vector<Mesh> meshes{
        make_box({1, 2, 1.5}),
        make_box({2, 1, 2}, 3),
        make_sphere(1, 72),
        make_sphere(1.25, 500),
        make_torus(1, 0.25, 12, 6),
        make_cylinder(0.5, 3, 9),
        make_tube(1, 0.75, 1, 12),
        test::bowl(12),
        test::hollow_block({-1, -1, -1}, {1, 1, 1}, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.75}),
        make_chazelle(2),
        test::inside_out(make_sphere(1, 72))};
    int overlapping = 0;
    for (int i = 0; i < 60; ++i) {
        SCOPED_TRACE("seed 81, " + std::to_string(i));
        const Shape a(meshes[r.below(meshes.size())]), b(meshes[r.below(meshes.size())]);
        const Pose pose_a(r.rotation(), r.in_box({-0.8, -0.8, -0.8}, {0.8, 0.8, 0.8}));
        const Pose pose_b(r.rotation(), r.in_box({-0.8, -0.8, -0.8}, {0.8, 0.8, 0.8}));
        overlapping += expect_no_sample_deeper(a, pose_a, b, pose_b, 500, r).value > 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, 30);
}

// Faces, edges and corners that coincide in all ways.
TEST(LocalDepthOfSamples, is_not_exceeded_on_heaps_of_cells) {
    Random r(82);
    int overlapping = 0;
    for (int i = 0; i < 40; ++i) {
        SCOPED_TRACE("seed 82, " + std::to_string(i));
        const Shape a(test::polycube(test::random_cells(3, 0.5, r), r)),
            b(test::polycube(test::random_cells(3, 0.5, r), r));
        const auto halves = [&] { return static_cast<double>(r.below(5)) / 2 - 1; };
        const double x = halves(), y = halves();
        overlapping +=
            expect_no_sample_deeper(a, {}, b, Pose::translation({x, y, halves()}), 300, r).value > 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, 5);
}

// Pieces that cross each other: all triangles are surface.
TEST(LocalDepthOfSamples, is_not_exceeded_on_meshes_that_cross_themselves) {
    Random r(83);
    for (int i = 0; i < 20; ++i) {
        SCOPED_TRACE("seed 83, " + std::to_string(i));
        const auto shifted = [&](const Mesh& m) { return test::moved(m, r.in_box({-1, -1, -1}, {1, 1, 1})); };
        const Shape a(test::joined({shifted(make_box({1, 1, 1})), shifted(make_sphere(0.75, 72)),
                                    shifted(test::inside_out(make_box({0.5, 2, 0.5})))})),
            b(test::joined({shifted(make_cylinder(0.5, 2, 8)), shifted(make_box({1, 1, 1}))}));
        expect_no_sample_deeper(a, Pose(r.rotation(), {}), b, Pose(r.rotation(), {}), 400, r);
    }
}

TEST(LocalDepthOfSamples, is_not_exceeded_far_from_the_origin) {
    Random r(84);
    for (const double far : {1e3, 1e7}) {
        const Pose pose_a(r.rotation(), {far, -far, 3 * far}),
            pose_b(r.rotation(), {far + 0.9, -far, 3 * far});
        expect_no_sample_deeper(Shape(make_sphere(1, 200)), pose_a, Shape(make_box({1, 1, 1}, 2)), pose_b,
                                500, r);
    }
}

TEST(LocalDepthOfSamples, is_not_exceeded_on_real_meshes) {
#if __has_include("graze/io/load.h")
    const std::filesystem::path folder = std::filesystem::path(GRAZE_DATA_DIR) / "meshes";
    Random r(85);
    int asked = 0;
    for (const char* name : {"spot.obj", "homer.obj", "cheburashka.obj", "suzanne.obj"}) {
        if (!std::filesystem::exists(folder / name)) continue;
        const Shape shape(load_mesh(folder / name).mesh);
        if (!shape.closed_surface().closed()) continue;
        SCOPED_TRACE(name);
        const Vec3 size = shape.mesh().box().size();
        for (const double shift : {0.02, 0.3}) {
            const Pose there(Quat{1, 0.1, 0.05, 0.2}, size * shift);
            EXPECT_GT(expect_no_sample_deeper(shape, {}, shape, there, 300, r).value, 0);
            ++asked;
        }
    }
    if (asked == 0) GTEST_SKIP() << "no closed meshes in " << folder;
#else
    GTEST_SKIP() << "graze was built without files";
#endif
}

}  // namespace
}  // namespace graze
