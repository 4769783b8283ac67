#include "graze/query/triangle/triangle_distance.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>

#include "graze/query/triangle/detail/closest_features.h"
#include "graze/query/triangle/detail/common_point.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

using detail::ClosestFeatures;

// Coordinates relative to an origin and, where needed, scaled to about 1, so that nothing overflows and large
// coordinates cost no more than the rounding of a difference.
class Scale {
  public:
    Scale(const Vec3& origin, std::initializer_list<std::span<const Vec3>> points) : origin_(origin) {
        double largest = 0;
        for (const auto& some : points) {
            for (const Vec3& p : some) {
                const Vec3 d = p - origin;
                largest = std::max({largest, std::abs(d.x), std::abs(d.y), std::abs(d.z)});
            }
        }
        size_ = largest;
        // In this range products of eight lengths are far from overflow and underflow.
        if (largest > 0x1p-64 && largest < 0x1p64) return;
        // Powers of two in two steps: one factor alone may be beyond the range of doubles.
        const int exponent = largest > 0 ? std::ilogb(largest) : 0;
        half_down_ = std::ldexp(1.0, -(exponent / 2));
        rest_down_ = std::ldexp(1.0, -(exponent - exponent / 2));
        size_ = largest * half_down_ * rest_down_;
    }

    // The size of the largest coordinate, scaled.
    double size() const { return size_; }

    Vec3 down(const Vec3& p) const { return (p - origin_) * half_down_ * rest_down_; }
    Triangle down(const Triangle& t) const { return {{down(t[0]), down(t[1]), down(t[2])}}; }
    // The result in the units of the input. No distance of objects that are apart becomes 0.
    ClosestPoints up(const ClosestFeatures& best) const {
        const double half = 1 / half_down_, rest = 1 / rest_down_;
        const double value = std::sqrt(best.squared) * half * rest;
        return {std::max(value, std::numeric_limits<double>::denorm_min()), origin_ + best.a * half * rest,
                origin_ + best.b * half * rest, best.on_a, best.on_b};
    }

  private:
    Vec3 origin_;
    double half_down_ = 1, rest_down_ = 1, size_ = 0;
};

constexpr Feature the_point{Feature::Kind::corner, 0};

}  // namespace

ClosestPoints distance(const Triangle& a, const Triangle& b) {
    if (intersects(a, b)) {
        const detail::CommonPlace common = detail::common_point(a, b);
        return {0, common.point, common.point, common.on_a, common.on_b};
    }
    const Scale scale(a[0], {a.corner, b.corner});
    ClosestFeatures found;
    detail::find_closest_features(scale.down(a), scale.down(b), scale.size(), found);
    return scale.up(found);
}

ClosestPoints distance(const Vec3& a, const Triangle& b) {
    const Triangle point{{a, a, a}};
    if (intersects(point, b)) return {0, a, a, the_point, detail::middle_of(intersection(point, b)).on_b};
    const Scale scale(a, {b.corner});
    ClosestFeatures found;
    detail::find_closest_feature({}, scale.down(b), found);
    ClosestPoints closest = scale.up(found);
    closest.on_a = the_point;
    return closest;
}

}  // namespace graze::inline v1
