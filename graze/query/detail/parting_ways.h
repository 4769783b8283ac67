// Planes between closest points, in doubles: what lies on either side of one, and as far from it, need not be
// measured.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "graze/query/triangle_distance.h"

namespace graze::inline v1::detail {

// How far down a triangle reaches along a way, times its length. NaN and infinities are not below anything.
inline double lowest(const Triangle& t, const Vec3& from, const Vec3& way) {
    return std::min({dot(way, t[0] - from), dot(way, t[1] - from), dot(way, t[2] - from)});
}

// The last ways between closest points. Of a bolt in a hole all facets are equally near, and each has one
// that tells all triangles in it.
class PartingWays {
  public:
    void add(const ClosestPoints& found) {
        ways_[next_] = {found.point_b, found.point_a - found.point_b, found.value};
        next_ = (next_ + 1) % most;
        count_ = std::min(count_ + 1, most);
    }
    // Are these triangles seen to be as far apart as this?
    bool part(const Triangle& a, const Triangle& b, double distance) const {
        for (std::size_t i = 1; i <= count_; ++i) {
            const Way& w = ways_[(next_ + most - i) % most];
            if (lowest(a, w.from, w.way) + lowest(b, w.from, -w.way) >= distance * w.length) return true;
        }
        return false;
    }

  private:
    static constexpr std::size_t most = 16;
    struct Way {
        Vec3 from, way;  // from B to A
        double length = 0;
    };
    std::array<Way, most> ways_;
    std::size_t next_ = 0, count_ = 0;
};

}  // namespace graze::inline v1::detail
