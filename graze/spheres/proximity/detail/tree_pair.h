// Two sphere trees, one seen from the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "graze/base/pose.h"
#include "graze/spheres/tree/sphere_tree.h"

namespace graze::inline v1::detail {

// Tree F in coordinates of tree D: p_d = m p_f + t. Radii grow by `scale`.
struct TreePair {
    const SphereTree* d = nullptr;
    const SphereTree* f = nullptr;
    double m[3][3] = {}, t[3] = {};
    double scale = 1;
    float m_float[3][3] = {}, t_float[3] = {};
    float scale_float = 1;
    // More than what rounding can add to the distance of two balls, and what poses that are not quite rigid
    // can.
    float margin = 0;
    double stretch = 0;  // bound on the relative error of volumes, for the same reason
    // How far world vertices may be from where the poses put them, and both solids from where one sees the
    // other: what rounding does to places far from the origin. In coordinates of D.
    double rounding = 0;

    TreePair(const SphereTree& d_tree, const Pose& world_from_d, const SphereTree& f_tree,
             const Pose& world_from_f)
        : d(&d_tree), f(&f_tree) {
        const Pose d_from_f = world_from_d.inverse() * world_from_f;
        const double size = f_tree.unit() / d_tree.unit();
        scale = size;
        scale_float = static_cast<float>(size);
        const Vec3 shift = (d_from_f(f_tree.origin()) - d_tree.origin()) / d_tree.unit();
        for (std::size_t r = 0; r < 3; ++r) {
            for (std::size_t c = 0; c < 3; ++c) {
                m[r][c] = d_from_f.matrix()[r][c] * size;
                m_float[r][c] = static_cast<float>(m[r][c]);
            }
            t[r] = shift[r];
            t_float[r] = static_cast<float>(t[r]);
        }
        const double loose = 4 * (world_from_d.deviation() + world_from_f.deviation());
        const double reach = std::abs(shift.x) + std::abs(shift.y) + std::abs(shift.z) + 4 * size + 4;
        rounding =
            0x1p-47 * (farthest(d_tree, world_from_d) + farthest(f_tree, world_from_f)) / d_tree.unit();
        margin = static_cast<float>((0x1p-21 + loose) * reach + 2 * rounding);
        stretch = 2 * loose + 1e-12;
    }

    // What rounding vertices can add to the common volume, or take from it.
    double volume_rounding() const { return 4 * rounding * (d->area() + f->area() * scale * scale); }

    // Are the sizes near enough to each other for floats?
    bool comparable() const { return scale > 0x1p-40 && scale < 0x1p+40; }

    // Are the solids so far from each other that floats need not be asked?
    bool surely_apart() const {
        const double reach = (d->outer_ball().radius + f->outer_ball().radius) / d->unit();
        const Vec3 between = in_d((f->outer_ball().center - f->origin()) / f->unit()) -
                             (d->outer_ball().center - d->origin()) / d->unit();
        const double most = std::max({std::abs(between.x), std::abs(between.y), std::abs(between.z)});
        return most > reach * (1 + 1e-6) + 4 * rounding + 1e-5 * most + stretch * most;
    }

    static double farthest(const SphereTree& tree, const Pose& pose) {
        const Vec3 t = pose.translation(), o = tree.origin();
        return std::max({std::abs(t.x), std::abs(t.y), std::abs(t.z)}) +
               std::max({std::abs(o.x), std::abs(o.y), std::abs(o.z)}) + 2 * tree.unit();
    }

    Vec3 in_d(const Vec3& p) const {
        return {m[0][0] * p.x + m[0][1] * p.y + m[0][2] * p.z + t[0],
                m[1][0] * p.x + m[1][1] * p.y + m[1][2] * p.z + t[1],
                m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z + t[2]};
    }
    Vec3 turned_to_d(const Vec3& v) const {
        return Vec3{m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                    m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                    m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z} /
               scale;
    }
};

inline Vec3 slot_center(const SphereTree& tree, std::uint32_t slot) {
    const SphereNode& n = tree.nodes()[slot / SphereNode::width];
    const std::uint32_t k = slot % SphereNode::width;
    return {static_cast<double>(n.x[k]), static_cast<double>(n.y[k]), static_cast<double>(n.z[k])};
}

}  // namespace graze::inline v1::detail
