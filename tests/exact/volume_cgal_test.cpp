// graze's volume of what two meshes share, against the volume of the mesh that CGAL builds of it.
#include <gtest/gtest.h>

#include <filesystem>

#include "graze/base/random.h"
#include "graze/io/load.h"
#include "graze/mesh/generate.h"
#include "graze/query/solid/volume.h"
#include "tests/exact/cgal_volume.h"
#include "tests/exact/data.h"

namespace graze {
namespace {

// Returns whether they share anything, or false if CGAL gives no answer.
bool compare_volumes(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    const auto expected = test::common_volume_by_corefinement(a, pose_a, b, pose_b);
    if (!expected) return false;
    const Overlap o = overlap_volume(Shape(a), pose_a, Shape(b), pose_b);
    EXPECT_NEAR(o.volume, expected->volume, o.error);
    const Vec3 size = pose_a(a.box()).size();
    EXPECT_LT(o.error, 1e-11 * size.x * size.y * size.z);
    if (expected->volume <= o.error) return false;
    EXPECT_LT(length(o.box.lower - expected->box.lower), 1e-12 * length(size));
    EXPECT_LT(length(o.box.upper - expected->box.upper), 1e-12 * length(size));
    return true;
}

// Copies of a mesh, pushed into each other from several sides.
int compare_copies(const Mesh& m, int count) {
    Random r(5);
    int shared = 0;
    for (int i = 0; i < count; ++i) {
        const Vec3 middle = m.box().center();
        const double depth = r.uniform(0.2, 0.5);
        const Pose pose = Pose::translation(middle + r.on_sphere() * (depth * length(m.box().size()))) *
                          Pose::rotation_turns(r.on_sphere(), r.uniform(0, 1)) * Pose::translation(-middle);
        shared += compare_volumes(m, {}, m, pose) ? 1 : 0;
    }
    return shared;
}

TEST(VolumeOfCgal, is_that_of_graze_for_generated_meshes) {
    EXPECT_GE(compare_copies(make_torus(1, 0.4, 40, 20), 8), 3);
    EXPECT_GE(compare_copies(make_sphere(1, 1000), 6), 3);
    EXPECT_GE(compare_copies(make_tube(1, 0.7, 2, 24), 6), 3);
}

TEST(VolumeOfCgal, is_that_of_graze_where_faces_are_flush) {
    const Mesh box = make_box({2, 2, 2}, 3), fine = make_box({2, 2, 2}, 4);
    for (const Vec3& at : {Vec3{1, 0, 0}, Vec3{0.5, 0.25, 0}, Vec3{0, 0, 2}, Vec3{1, 1, 1}})
        compare_volumes(box, {}, fine, Pose::translation(at));
    EXPECT_TRUE(compare_volumes(make_tube(1, 0.5, 2, 16), {}, make_cylinder(0.75, 2, 16), {}));
    EXPECT_TRUE(compare_volumes(make_tube(1, 0.5, 2, 16), {}, make_tube(1, 0.5, 2, 16),
                                Pose::translation({0, 0, 1})));
}

TEST(VolumeOfCgal, is_that_of_graze_for_real_meshes) {
    int compared = 0;
    for (const char* name : {"spot.obj", "cow.obj"}) {
        const std::filesystem::path file = test::data / "meshes" / name;
        if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
        SCOPED_TRACE(name);
        compared += compare_copies(load_mesh(file).mesh, 3);
    }
    EXPECT_GE(compared, 2);
}

}  // namespace
}  // namespace graze
