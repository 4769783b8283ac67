#include <gtest/gtest.h>

#if __has_include(<Eigen/Core>)
#include "graze/eigen.h"

#include "graze/base/error.h"
#include "graze/base/random.h"

namespace graze {
namespace {

TEST(Eigen, values_come_back_to_the_bit) {
    Random r(1);
    for (int i = 0; i < 100; ++i) {
        const Vec3 v = r.in_box({-9, -9, -9}, {9, 9, 9});
        const Quat q = r.rotation();
        const Pose pose(q, v);
        const Box box{v, v + Vec3{1, 2, 3}};
        EXPECT_EQ(vec3_from(to_eigen(v)), v);
        const Quat back = quat_from(to_eigen(q));
        EXPECT_TRUE(back.w == q.w && back.x == q.x && back.y == q.y && back.z == q.z);
        EXPECT_EQ(pose_from(to_eigen(pose)), pose);
        EXPECT_EQ(pose_from(Eigen::Affine3d(to_eigen(pose))), pose);
        EXPECT_EQ(box_from(to_eigen(box)), box);
    }
    EXPECT_TRUE(box_from(to_eigen(Box{})).empty());
}

TEST(Eigen, means_the_same_by_its_rotations_and_poses) {
    Random r(2);
    for (int i = 0; i < 100; ++i) {
        const Pose pose(r.rotation(), r.in_box({-9, -9, -9}, {9, 9, 9}));
        const Vec3 p = r.in_box({-9, -9, -9}, {9, 9, 9});
        EXPECT_LT((to_eigen(pose) * to_eigen(p) - to_eigen(pose(p))).norm(), 1e-14);
        EXPECT_LT((to_eigen(pose.rotation()) * to_eigen(p) - to_eigen(pose.rotate(p))).norm(), 1e-13);
        const Vec3 axis = r.on_sphere();
        const Eigen::AngleAxisd turn(0.7, to_eigen(axis));
        EXPECT_LT((turn * to_eigen(p) - to_eigen(Pose::rotation_radians(axis, 0.7)(p))).norm(), 1e-14);
    }
}

TEST(Eigen, transform_that_is_not_rigid_is_refused) {
    Eigen::Affine3d scaled = Eigen::Affine3d::Identity();
    scaled.scale(2);
    EXPECT_THROW(pose_from(scaled), Error);
}

}  // namespace
}  // namespace graze

#endif
