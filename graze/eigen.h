// Converts graze's values to and from Eigen's. Include it where both are used; graze itself does not need
// Eigen.
//
//     Eigen::Isometry3d placed = graze::to_eigen(pose);
//     graze::Pose pose = graze::pose_from(placed);          // throws Error if it is not rigid, as Pose does
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "graze/base/box.h"
#include "graze/base/pose.h"
#include "graze/base/quat.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

// Both ways numbers are copied as they are, but for the rotation of a pose that is made from a quaternion.

inline Eigen::Vector3d to_eigen(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline Vec3 vec3_from(const Eigen::Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}

inline Eigen::Quaterniond to_eigen(const Quat& q) {
    return {q.w, q.x, q.y, q.z};  // Eigen's constructor takes w first, as Quat does, and stores it last
}
inline Quat quat_from(const Eigen::Quaterniond& q) {
    return {q.w(), q.x(), q.y(), q.z()};
}

inline Eigen::Isometry3d to_eigen(const Pose& pose) {
    Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            result.matrix()(i, j) = pose.matrix()[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        }
    }
    return result;
}
// Of any of Eigen's transforms of doubles in space: Isometry3d, Affine3d, ... Throws Error if it is not rigid
// to 1e-6.
template <int mode, int options>
Pose pose_from(const Eigen::Transform<double, 3, mode, options>& transform) {
    Pose::Matrix rows;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 4; ++j) {
            rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = transform.matrix()(i, j);
        }
    }
    return Pose(rows);
}
inline Pose pose_from(const Eigen::Quaterniond& rotation, const Eigen::Vector3d& translation) {
    return Pose(quat_from(rotation), vec3_from(translation));
}

// An empty box becomes an empty box.
inline Eigen::AlignedBox3d to_eigen(const Box& box) {
    return box.empty() ? Eigen::AlignedBox3d()
                       : Eigen::AlignedBox3d(to_eigen(box.lower), to_eigen(box.upper));
}
inline Box box_from(const Eigen::AlignedBox3d& box) {
    return box.isEmpty() ? Box{} : Box{vec3_from(box.min()), vec3_from(box.max())};
}

}  // namespace graze::inline v1
