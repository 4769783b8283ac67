// Planes between closest points, in doubles: two triangles on different sides of such a plane, and far enough
// from it, need no measurement.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "graze/query/triangle/triangle_distance.h"

namespace graze::inline v1::detail {

// The lowest projection of a triangle onto a direction, times the length of the direction. NaN and infinities
// are not below anything.
inline double lowest(const Triangle& t, const Vec3& from, const Vec3& direction) {
    return std::min({dot(direction, t[0] - from), dot(direction, t[1] - from), dot(direction, t[2] - from)});
}

// The last directions between closest points. If a bolt sits in a hole, all facets are equally near, and each
// facet has a direction that separates all triangles in it.
class SeparatingDirections {
  public:
    void add(const ClosestPoints& found) {
        const Vec3 &from = found.point_b, direction = found.point_a - from;
        directions_[next_] = {{from.x, from.y, from.z}, {direction.x, direction.y, direction.z}, found.value};
        next_ = (next_ + 1) % most;
        count_ = std::min(count_ + 1, most);
    }
    // Is it certain that these triangles are at least this far apart?
    bool separate(const Triangle& a, const Triangle& b, double distance) const {
        for (std::size_t i = 1; i <= count_; ++i) {
            const Direction& w = directions_[(next_ + most - i) % most];
            const Vec3 from{w.from[0], w.from[1], w.from[2]},
                direction{w.direction[0], w.direction[1], w.direction[2]};
            if (lowest(a, from, direction) + lowest(b, from, -direction) >= distance * w.length) return true;
        }
        return false;
    }

  private:
    static constexpr std::size_t most = 16;
    struct Direction {                 // not Vec3, which would be set to zeros first, in every query
        double from[3], direction[3];  // from B to A
        double length;
    };
    std::array<Direction, most> directions_;
    std::size_t next_ = 0, count_ = 0;
};

}  // namespace graze::inline v1::detail
