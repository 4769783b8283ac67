// Integrals over the volume that a closed surface encloses, as sums over its triangles in 106 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "graze/base/box.h"
#include "graze/base/detail/double_double.h"
#include "graze/base/triangle.h"

namespace graze::inline v1::detail {

// Coordinates relative to the middle of a box and at most 1 in magnitude, without rounding: a difference of
// two doubles is a DoubleDouble, and the scale is a power of two. So no product overflows, and no product
// that matters underflows.
class Frame {
  public:
    explicit Frame(const Box& box) : middle_(box.center()) {
        const Vec3 size = box.size();
        const double largest = std::max({size.x, size.y, size.z});
        // Not below -1000, so that the scale is a double: smaller meshes then stay small inside the frame.
        exponent_ = largest > 0 ? std::max(std::ilogb(largest) + 1, -1000) : 0;
        scale_ = std::scalbn(1.0, -exponent_);
    }

    Wide3 inside(const Vec3& p) const {
        return {inside(p.x, middle_.x), inside(p.y, middle_.y), inside(p.z, middle_.z)};
    }
    // Converts a measure in units^power from the frame to the box's units.
    double outside(const DoubleDouble& value, int power) const {
        return std::scalbn(value.rounded(), power * exponent_) + 0.0;  // -0 becomes 0
    }
    Vec3 outside(const Wide3& p) const {
        const auto one = [&](const DoubleDouble& x, double middle) {
            const DoubleDouble scaled(std::scalbn(x.high, exponent_), std::scalbn(x.low, exponent_));
            return (scaled + DoubleDouble(middle)).rounded();
        };
        return {one(p[0], middle_.x), one(p[1], middle_.y), one(p[2], middle_.z)};
    }

  private:
    DoubleDouble inside(double x, double middle) const {
        const DoubleDouble d = DoubleDouble::difference(x, middle);
        return {d.high * scale_, d.low * scale_};
    }

    Vec3 middle_;
    int exponent_;
    double scale_;  // 2^-exponent
};

// Every triangle stands for the tetrahedron that it makes with the middle of the frame. With the determinant
// of its corners a, b, c and s = a + b + c, the integrals over the tetrahedron are 1: det/6, x: det s_x/24,
// and x y: det (s_x s_y + a_x a_y + b_x b_y + c_x c_y)/120.
class SolidSums {
  public:
    void add(const Frame& frame, const Triangle& t) {
        const Wide3 a = frame.inside(t[0]), b = frame.inside(t[1]), c = frame.inside(t[2]);
        const Wide3 n = cross(b, c);
        const DoubleDouble det = dot(a, n);
        determinant_ += det;
        Wide3 s;
        for (std::size_t i = 0; i < 3; ++i) {
            s[i] = a[i] + b[i] + c[i];
            first_[i] += det * s[i];
        }
        for (std::size_t k = 0; k < 6; ++k) {
            const auto [i, j] = pairs[k];
            second_[k] += det * (s[i] * s[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
        }
    }
    void add(const SolidSums& more) {
        determinant_ += more.determinant_;
        for (std::size_t i = 0; i < 3; ++i) first_[i] += more.first_[i];
        for (std::size_t k = 0; k < 6; ++k) second_[k] += more.second_[k];
    }

    DoubleDouble volume() const { return determinant_ / DoubleDouble(6); }
    DoubleDouble first_moment(std::size_t i) const { return first_[i] / DoubleDouble(24); }
    DoubleDouble second_moment(std::size_t i, std::size_t j) const {
        return second_[i == j ? i : i + j + 2] / DoubleDouble(120);  // xy: 3, xz: 4, yz: 5
    }

  private:
    static constexpr std::array<std::array<std::size_t, 2>, 6> pairs{
        {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
    DoubleDouble determinant_;
    Wide3 first_;
    std::array<DoubleDouble, 6> second_;
};

}  // namespace graze::inline v1::detail
