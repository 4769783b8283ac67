// graze's regions that two meshes share, against the connected pieces of the mesh that CGAL builds of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>

#include "graze/base/random.h"
#include "graze/io/load.h"
#include "graze/mesh/generate.h"
#include "graze/query/solid/overlap_regions.h"
#include "tests/exact/cgal_volume.h"
#include "tests/exact/data.h"
#include "tests/query/solids.h"

namespace graze {
namespace {

// In any order: pieces may be equally large.
void expect_same_boxes(const std::vector<OverlapRegion>& regions,
                       const std::vector<test::CommonPiece>& pieces) {
    std::vector<Box> expected, found;
    for (const OverlapRegion& r : regions) found.push_back(r.box);
    for (const test::CommonPiece& p : pieces) expected.push_back(p.box);
    for (std::vector<Box>* boxes : {&expected, &found}) {
        std::ranges::sort(*boxes, {}, [](const Box& b) {
            return std::tuple(b.lower.x + b.upper.x, b.lower.y + b.upper.y, b.lower.z + b.upper.z);
        });
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_LT(length(found[i].lower - expected[i].lower), 1e-12);
        EXPECT_LT(length(found[i].upper - expected[i].upper), 1e-12);
    }
}

// How many regions they have, or 0 if CGAL gives no answer. Without voids.
std::size_t compare_regions(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    const auto expected = test::common_volume_by_corefinement(a, pose_a, b, pose_b);
    if (!expected) return 0;
    const auto regions = overlap_regions(Shape(a), pose_a, Shape(b), pose_b);
    EXPECT_EQ(regions.size(), expected->pieces.size());
    if (regions.size() != expected->pieces.size()) return 0;
    for (std::size_t i = 0; i < regions.size(); ++i)
        EXPECT_NEAR(regions[i].volume, expected->pieces[i].volume, regions[i].error);
    expect_same_boxes(regions, expected->pieces);
    return regions.size();
}

TEST(RegionsOfCgal, are_those_of_graze_for_generated_meshes) {
    const Mesh torus = make_torus(1, 0.4, 20, 10), tube = make_tube(1, 0.7, 2, 16);
    const Mesh plate = make_box({4, 4, 0.3}), sphere = make_sphere(1, 200);
    Random r(6);
    std::size_t compared = 0, several = 0;
    for (int i = 0; i < 6; ++i) {
        SCOPED_TRACE(i);
        const Pose pose = Pose::translation(r.on_sphere() * r.uniform(0, 0.9)) *
                          Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1));
        for (const auto& [a, b] : {std::pair(&torus, &plate),
                                   {&tube, &plate},
                                   {&torus, &tube},
                                   {&torus, &torus},
                                   {&sphere, &tube}}) {
            const std::size_t count = compare_regions(*a, {}, *b, pose);
            compared += count > 0 ? 1 : 0;
            several += count > 1 ? 1 : 0;
        }
    }
    EXPECT_GE(compared, 24u);
    EXPECT_GE(several, 6u);
}

// On a grid nearly all faces that meet are flush somewhere.
TEST(RegionsOfCgal, are_those_of_graze_for_slots_and_ledges_on_a_grid) {
    const Mesh slot =
        test::prism({{-4, 0}, {-1, 0}, {-1, 3}, {1, 3}, {1, 0}, {4, 0}, {4, 5}, {-4, 5}}, -2, 2);
    const Mesh ledge =
        test::prism({{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {1, 4}, {-1, 4}, {-1, 1}, {-2, 1}}, -1, 3);
    const Mesh key = test::block({-1, -2, -3}, {1, 4, 1});
    Random r(31);
    std::size_t compared = 0, asked = 0;
    for (int i = 0; i < 12; ++i) {
        const Pose pose = Pose::translation(
            {std::floor(r.uniform(-2, 3)), std::floor(r.uniform(-3, 4)), std::floor(r.uniform(-2, 3))});
        for (const auto& [a, b] :
             {std::pair(&slot, &key), {&slot, &ledge}, {&ledge, &key}, {&ledge, &slot}}) {
            SCOPED_TRACE(i);
            ++asked;
            compared += compare_regions(*a, {}, *b, pose) > 0 ? 1 : 0;
        }
    }
    EXPECT_GE(compared, asked / 2);
}

TEST(RegionsOfCgal, are_those_of_graze_for_real_meshes) {
    std::size_t compared = 0, several = 0;
    Random r(9);
    for (const char* name : {"spot.obj", "cow.obj"}) {
        const std::filesystem::path file = test::data / "meshes" / name;
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
        SCOPED_TRACE(name);
        const Mesh m = load_mesh(file).mesh;
        for (int i = 0; i < 3; ++i) {
            const Vec3 middle = m.box().center();
            const Pose pose = Pose::translation(middle + r.on_sphere() * (0.2 * length(m.box().size()))) *
                              Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1)) *
                              Pose::translation(-middle);
            const std::size_t count = compare_regions(m, {}, m, pose);
            compared += count > 0 ? 1 : 0;
            several += count > 1 ? 1 : 0;
        }
    }
    EXPECT_GE(compared, 3u);
    EXPECT_GE(several, 1u);
}

}  // namespace
}  // namespace graze
