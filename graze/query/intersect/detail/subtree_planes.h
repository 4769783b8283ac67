// Planes between subtrees of two trees. Where many triangles are so close that floats cannot decide them,
// testing all pairs takes the square of their number. One plane with all of one subtree on one side and all
// of the other subtree on the other side decides them together, in time that grows with their number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "graze/base/detail/double_double.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/triangle/detail/separating_planes.h"

namespace graze::inline v1::detail {

// How long a query may search for planes: about as long as the exact decisions took that made it search.
class PlaneSearchTime {
  public:
    // Stands for the number of hard pairs where the whole trees are to be separated. That is tried seldom.
    static constexpr std::uint32_t whole_trees = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t hard_pairs() const { return hard_pairs_; }
    void add_hard_pair() { ++hard_pairs_; }

    // The number of triangles that the next search may test, `hard` hard pairs after its boxes were put off.
    std::uint64_t most_triangles(std::uint32_t hard) const {
        if (hard == whole_trees) return std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t in_all = triangles_in_all * std::uint64_t{hard_pairs_};
        return std::min(triangles_per_hard_pair * std::uint64_t{hard}, in_all - std::min(spent_, in_all));
    }
    // A search that found a plane has saved more than it took.
    void add_failure(std::uint64_t triangles) { spent_ += triangles; }

  private:
    // The same hard pair counts for all boxes that were put off before it. So there is a limit for each
    // search, and one for all that fail together.
    static constexpr std::uint64_t triangles_per_hard_pair = 4, triangles_in_all = 8;
    std::uint32_t hard_pairs_ = 0;
    std::uint64_t spent_ = 0;
};

// The contents of two boxes, one of each tree.
struct Subtrees {
    TreeLink a, b;
    Vec3 center_a, center_b;  // of the boxes, in the world

    Subtrees(const PairQuery& query, BoxPair boxes);
};

// For deciding whether triangles intersect.
class SubtreePlanes {
  public:
    explicit SubtreePlanes(const PairQuery& query) : query_(query) {}

    std::uint32_t hard_pairs() const { return time_.hard_pairs(); }
    void add_hard_pair(TriangleId a, TriangleId b) {
        time_.add_hard_pair();
        a_ = a, b_ = b;
    }

    // What the plane must show about the triangles in the two boxes.
    enum class Wanted : std::uint8_t {
        apart,        // no two have a point in common
        no_crossing,  // no two pass through each other
    };
    // Does a plane show it? False also if no plane was found that shows it, or not within `most_triangles`.
    // Exact.
    bool separate(BoxPair boxes, Wanted wanted, std::uint64_t most_triangles);
    // The same, `hard` hard pairs after the boxes were put off.
    bool separate_after(BoxPair boxes, Wanted wanted, std::uint32_t hard);

    // The number of triangles tested since the last call.
    std::uint64_t take_looked_at() {
        const std::uint64_t n = looked_at_;
        looked_at_ = 0;
        return n;
    }

  private:
    // A plane through a triangle, or through a point and perpendicular to a direction.
    struct Plane {
        Triangle triangle;
        bool has_direction;  // the point and the direction are the first two corners

        // 1 in front, -1 behind, 0 on the plane; exact. 2 if the side is not known.
        int side(const Vec3& p) const;
        // Of length 1, if it is known.
        std::optional<Vec3> normal() const;
    };
    struct Sides {
        bool refuse_front = false, refuse_behind = false, refuse_on = false;
        bool front = false, behind = false, on = false;

        bool is_refused() const {
            return (front && (behind || refuse_front)) || (behind && refuse_behind) || (on && refuse_on);
        }
    };

    bool look_at_sides(const Plane& plane, const Shape& shape, const Pose& pose, TreeLink link, Sides& s);
    bool separates(const Plane& plane, const Subtrees& trees, Wanted wanted);
    bool is_new() const { return hard_pairs() != seen_at_; }
    void look_at_last_pair();
    std::optional<Plane> plane_between_hulls(const Subtrees& trees);

    const PairQuery& query_;
    PlaneSearchTime time_;
    std::uint32_t seen_at_ = 0;
    TriangleId a_ = 0, b_ = 0;
    std::uint64_t looked_at_ = 0, left_ = 0;
    // Computed when they are first needed.
    std::optional<Plane> last_, face_a_, face_b_, between_, along_a_, along_b_;
    std::optional<Vec3> middle_,
        direction_;  // between the closest points of the last pair, from B to A
};

// For deciding whether triangles are further apart than a limit.
class SubtreeGaps {
  public:
    explicit SubtreeGaps(const PairQuery& query) : query_(query) {}

    std::uint32_t hard_pairs() const { return time_.hard_pairs(); }
    void add_hard_pair(TriangleId a, TriangleId b) {
        time_.add_hard_pair();
        a_ = a, b_ = b;
    }
    // The last hard pair is further apart than the limit along this direction; `b` is its world triangle.
    void add_direction(const SeparatingDirection& direction, const Triangle& b) {
        seen_at_ = hard_pairs();
        direction_ = direction;
        origin_ = b[0];
    }

    // Are all triangles in the two boxes further apart than the limit? `hard` hard pairs after the boxes were
    // put off. False also if the directions of the last hard pairs do not show it, or not soon enough. Exact.
    bool separate_after(BoxPair boxes, double limit, std::uint32_t hard);

    // Are all triangles in the two boxes at least this far apart along a direction from B to A? The distance
    // is multiplied by the length of the direction. In doubles, like the projections of triangles onto such
    // directions elsewhere. False also if that is not seen soon enough.
    bool apart_along_after(BoxPair boxes, const Vec3& from, const Vec3& direction, double least,
                           std::uint32_t hard);

  private:
    bool separates(const Subtrees& trees, double limit, std::uint64_t& left) const;
    bool look_at_last_pair(double limit);

    const PairQuery& query_;
    PlaneSearchTime time_;
    std::uint32_t seen_at_ = 0;
    TriangleId a_ = 0, b_ = 0;
    std::optional<SeparatingDirection> direction_;
    std::optional<Vec3> origin_;
};

}  // namespace graze::inline v1::detail
