// Planes between closest points, in doubles: what lies on either side of one, and as far from it, need not be
// measured.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "graze/base/pose.h"
#include "graze/mesh/mesh.h"
#include "graze/query/triangle_distance.h"
#include "graze/tree/wide_tree.h"

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

// How far the triangles of leaves are up a way, times its length. Remembers a few leaves: those near the
// closest points are asked for with several of the other mesh.
class LeafHeights {
  public:
    struct Leaf {
        const TreeLeaf* leaf = nullptr;
        double least = 0;
        std::array<double, TreeLeaf::width> height{};
    };
    struct Seen {
        const Mesh& mesh;
        const Pose& pose;
        TriangleId nearby;  // a triangle not far from these
        Vec3 from, way;
    };

    // Stays valid until three others were asked for.
    const Leaf& of(const TreeLeaf& leaf, const Seen& seen) {
        for (const Leaf& known : known_)
            if (known.leaf == &leaf) return known;
        Leaf& l = known_[next_];
        next_ = (next_ + 1) % known_.size();
        see(leaf, seen, l);
        return l;
    }

  private:
    // In coordinates of the mesh, from a corner nearby: off by no more than the rounding of world vertices.
    static void see(const TreeLeaf& leaf, const Seen& seen, Leaf& l) {
        const auto& m = seen.pose.matrix();
        const Vec3& way = seen.way;
        const Vec3 turned{m[0][0] * way.x + m[1][0] * way.y + m[2][0] * way.z,
                          m[0][1] * way.x + m[1][1] * way.y + m[2][1] * way.z,
                          m[0][2] * way.x + m[1][2] * way.y + m[2][2] * way.z};
        const Vec3 corner = seen.mesh.triangle(seen.nearby)[0];
        const double start = dot(way, seen.pose(corner) - seen.from);
        l.leaf = &leaf;
        l.least = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            l.height[i] = start + lowest(seen.mesh.triangle(leaf.triangle[i]), corner, turned);
            l.least = std::min(l.least, l.height[i]);
        }
    }

    std::array<Leaf, 4> known_;
    std::size_t next_ = 0;
};

}  // namespace graze::inline v1::detail
