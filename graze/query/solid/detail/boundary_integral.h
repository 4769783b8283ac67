// Volume and first moments of the inside of a closed surface, as a sum of cones from one apex.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/solid/detail/solid_tree.h"
#include "graze/query/solid/volume.h"
#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {

// How to transform sums over a part of a shape to the world.
struct Placement {
    Vec3 apex;           // in coordinates of the tree
    Pose::Matrix world;  // rotation to the world; not quite rigid
    double unit;         // of the tree, in units of the integral
    double volume_unit;  // the same for volumes
};

class BoundaryIntegral {
  public:
    // The apex is the middle of the region. Coordinates, translations and sizes are at most `largest`.
    BoundaryIntegral(const Box& region, double largest) : apex_(region.center()) {
        const Vec3 size = region.size();
        const double extent = std::max({size.x, size.y, size.z, 0x1p-40 * largest});
        exponent_ = extent > 0 ? std::max(std::ilogb(extent) + 1, -1000) : 0;
        scale_ = std::scalbn(1.0, -exponent_);
        // The error of crossings, and of world vertices relative to the exact pose. The rounding of a cone's
        // volume is no more than if its corners had this error. Denormals are rounded by as much, however
        // small they are.
        point_error_ = 0x1p-48 * (largest * scale_) + 0x1p-1072 * scale_;
        radius_ = 0.5 * length(size * scale_) + point_error_;
        precision_ = 0x1p-50 * largest;
    }

    // The precision that crossings need, in the world.
    double precision() const { return precision_; }

    // Adds the cone over the triangle c, p, q, where the corner c is exact.
    void add_cone(int weight, const Vec3& c, const Vec3& p, const Vec3& q) {
        const Vec3 r = (c - apex_) * scale_, u = (p - c) * scale_, v = (q - c) * scale_;
        const double six_volumes = weight * dot(cross(u, v), r);
        volume_.add(six_volumes);
        const Vec3 s = 3 * r + u + v;
        for (std::size_t i = 0; i < 3; ++i) moment_[i].add(six_volumes * s[i]);
        spread_ += std::abs(weight) * (norm(u) + point_error_) * (norm(v) + point_error_);
    }

    Placement placement(const Shape& shape, const Pose& world_from_shape) const {
        double inverse[3][3];
        invert(world_from_shape.matrix(), inverse);
        const WideTree& tree = shape.tree();
        const TreeSegment to_apex = in_tree(tree, world_from_shape, inverse, apex_, apex_);
        const double unit = tree.unit() * scale_;
        const auto& m = world_from_shape.matrix();
        const Vec3 row[3] = {
            {m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
        return {to_apex.from, m, unit, unit * unit * unit * dot(cross(row[0], row[1]), row[2])};
    }

    // Adds the cone over a triangle in coordinates of the tree.
    void add_cone(int weight, const Triangle& t, const Placement& at) {
        const Vec3 r = t[0] - at.apex, u = t[1] - t[0], v = t[2] - t[0];
        const double six_volumes = dot(cross(u, v), r);
        add_placed(weight, six_volumes, six_volumes * (3 * r + u + v), at);
        spread_ += std::abs(weight) * (norm(u) * at.unit + point_error_) * (norm(v) * at.unit + point_error_);
    }

    void add(int weight, const ConeSums& sums, const Placement& at) {
        const Vec3& r = at.apex;
        const double six_volumes = sums.determinant - dot(r, sums.normal);
        Vec3 m = sums.moment - 3 * six_volumes * r;
        for (std::size_t i = 0; i < 3; ++i) m -= r[i] * sums.cross_moment[i];
        add_placed(weight, six_volumes, m, at);
        spread_ += 2 * std::abs(weight) * sums.area * at.unit * at.unit;
    }

    // Sums over parts of a shape use points transformed by the exact pose, cones use rounded world vertices.
    // Where the two kinds meet, along borders of this length and inside the region, rounding leaves a gap.
    // Its volume is a third of its width, times the length, times the distance of the apex.
    void add_gap(double length) { gap_ += 0.25 * point_error_ * radius_ * (length * scale_); }

    // The sign of the volume: 0 if the volume is within its error; -1 if the surface encloses the outside of
    // the solid.
    int sign() const {
        const double six_volumes = volume_.value();
        if (std::abs(six_volumes) / 6 <= error_of(six_volumes)) return 0;
        return six_volumes > 0 ? 1 : -1;
    }

    // The integral, with the box that the caller knows for it.
    Overlap result(const Box& box) const {
        Overlap o;
        const double six_volumes = volume_.value();
        const double error = error_of(six_volumes);
        // A volume is not negative. Replacing a negative result by 0 makes no error larger.
        o.volume = std::scalbn(std::max(six_volumes / 6, 0.0), 3 * exponent_);
        o.error = std::scalbn(error, 3 * exponent_);
        // Both are rounded once more where they are denormal.
        if (spread_ > 0) o.error += 2 * std::numeric_limits<double>::denorm_min();
        o.box = box;
        if (!box.empty()) o.centroid = box.center();
        if (six_volumes / 6 > error) {
            for (std::size_t i = 0; i < 3; ++i) {
                const double offset = std::scalbn(moment_[i].value() / (4 * six_volumes), exponent_);
                o.centroid[i] = std::clamp(apex_[i] + offset, box.lower[i], box.upper[i]);
            }
        }
        return o;
    }

  private:
    void add_placed(int weight, double six_volumes, const Vec3& moment, const Placement& at) {
        volume_.add(weight * at.volume_unit * six_volumes);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& row = at.world[i];
            const double along = row[0] * moment.x + row[1] * moment.y + row[2] * moment.z;
            moment_[i].add(weight * at.volume_unit * (at.unit * along));
        }
    }
    double error_of(double six_volumes) const {
        return point_error_ * spread_ + gap_ + 0x1p-52 * std::abs(six_volumes) / 6;
    }
    static double norm(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

    Vec3 apex_;
    int exponent_;
    double scale_;  // 2^-exponent: scaled lengths are about 1
    double point_error_, precision_;
    double radius_;           // the largest distance from the apex inside the region
    Sum volume_, moment_[3];  // times 6 and 24
    double gap_ = 0;          // error of the gaps between parts that are summed differently
    double spread_ = 0;       // at least twice the area of all cones' bases, times their weights
};

}  // namespace graze::inline v1::detail
