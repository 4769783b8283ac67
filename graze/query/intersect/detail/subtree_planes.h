// Planes between parts of two trees. Where many triangles come so close that floats tell nothing about them,
// pair by pair takes the square of their number. One plane that has all of one part on one side and all of
// the other part on the other tells them together, in time that grows with their number.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/detail/double_double.h"
#include "graze/query/intersect/detail/find_pairs.h"
#include "graze/query/triangle/detail/separating_planes.h"

namespace graze::inline v1::detail {

// For each pair of triangles that had to be decided exactly, as many triangles are looked at for a plane that
// spares others: looking takes about as long as it did.
constexpr std::uint32_t triangles_per_hard_pair = 4;

// What is in two boxes, one of each tree.
struct Subtrees {
    TreeLink a, b;
    Vec3 center_a, center_b;  // of the boxes, in the world

    Subtrees(const PairQuery& query, BoxPair boxes);
};

// For triangles that intersect or not.
class SubtreePlanes {
  public:
    explicit SubtreePlanes(const PairQuery& query) : query_(query) {}

    std::uint32_t hard_pairs() const { return hard_pairs_; }
    void add_hard_pair(TriangleId a, TriangleId b) {
        ++hard_pairs_;
        a_ = a, b_ = b;
    }

    // What is told of the triangles in the two boxes.
    enum class Wanted : std::uint8_t {
        apart,        // no two have a point in common
        no_crossing,  // no two pass through each other
    };
    // Is it so? False also if no plane was found that tells it, or not among that many triangles. Exact.
    bool part(BoxPair boxes, Wanted wanted, std::uint64_t most_triangles);

    // How many triangles were looked at since the last call.
    std::uint64_t take_looked_at() {
        const std::uint64_t n = looked_at_;
        looked_at_ = 0;
        return n;
    }

  private:
    // Through a triangle, or through a point and perpendicular to a direction.
    struct Plane {
        Triangle triangle;
        bool has_direction;  // the point and the direction are the first two corners

        // 1 in front, -1 behind, 0 on it; exactly. 2 if that is not known.
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
    bool parts(const Plane& plane, const Subtrees& trees, Wanted wanted);
    bool is_new() const { return hard_pairs_ != seen_at_; }
    void look_at_last_pair();
    std::optional<Plane> plane_between_hulls(const Subtrees& trees);

    const PairQuery& query_;
    std::uint32_t hard_pairs_ = 0, seen_at_ = 0;
    TriangleId a_ = 0, b_ = 0;
    std::uint64_t looked_at_ = 0, left_ = 0;
    // Not made before they are needed.
    std::optional<Plane> last_, face_a_, face_b_, between_;
    std::optional<Vec3> middle_,
        direction_;  // between the closest points of the last pair; the way from B to A
};

// For triangles that are further apart than a limit.
class SubtreeGaps {
  public:
    explicit SubtreeGaps(const PairQuery& query) : query_(query) {}

    std::uint32_t hard_pairs() const { return hard_pairs_; }
    void add_hard_pair() { ++hard_pairs_; }
    // One that is further apart than the limit, as seen along this way, by its world triangles.
    void add_direction(const SeparatingDirection& direction, const Triangle& b) {
        direction_ = direction;
        origin_ = b[0];
    }

    // Are all triangles in the two boxes further apart than the limit? False also if that is not seen along
    // the last way, or not among that many triangles. Exact.
    bool part(BoxPair boxes, double limit, std::uint64_t most_triangles);

  private:
    const PairQuery& query_;
    std::uint32_t hard_pairs_ = 0;
    std::optional<SeparatingDirection> direction_;
    std::optional<Vec3> origin_;
};

// Do all triangles in the two boxes lie at least as far apart along a way from B to A as this, times the
// length of the way? In doubles, as the heights of triangles along such ways are seen elsewhere; false also
// if that is not seen among that many triangles.
bool apart_along(const PairQuery& query, BoxPair boxes, const Vec3& from, const Vec3& direction, double least,
                 std::uint64_t most_triangles);

}  // namespace graze::inline v1::detail
