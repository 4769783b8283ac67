// How far apart are two shapes at two poses, and which points are closest?
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/base/threads.h"
#include "graze/mesh/content_hash.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// The closest points of two surfaces and the triangles that contain them. Of several pairs that are equally
// close the result is any one, but the same one on every machine.
struct Distance {
    double value = std::numeric_limits<double>::infinity();  // infinite if one of the shapes is empty
    Vec3 point_a, point_b;
    TriangleId triangle_a = 0, triangle_b = 0;
};

// The least distance between a triangle of A and a triangle of B, both placed by their poses. The value is 0
// if and only if the surfaces intersect, as decided exactly; otherwise it has the error that
// triangle_distance.h states. For a shape inside another one, the distance is that between the surfaces.
// Allocates nothing.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

namespace detail {
class DistanceFront;
}

// State that one call of distance() keeps for the next call: the closest triangles, and for all other pairs
// the reason why they are further apart. For shapes that move little, most of this state stays valid. The
// value is the same as without a cache; of several equally close pairs the result may name another one. Use
// one cache per pair of shapes and thread. The query detects another pair of shapes and starts anew. The
// cache keeps the shapes alive.
class DistanceCache {
  public:
    // The most memory that the cache may use, not counting the shapes; mostly the cache takes a fraction of
    // this. 0: the cache keeps the closest triangles only.
    static constexpr std::size_t default_bytes = 256 * 1024;
    explicit DistanceCache(std::size_t most_bytes = default_bytes);
    ~DistanceCache();
    DistanceCache(const DistanceCache& other);
    DistanceCache(DistanceCache&& other) noexcept;
    DistanceCache& operator=(const DistanceCache& other);
    DistanceCache& operator=(DistanceCache&& other) noexcept;

  private:
    friend Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b, DistanceCache& cache);
    std::size_t most_bytes_;
    ContentHash a_{}, b_{};
    bool known_ = false, touched_ = false;
    TriangleId triangle_a_ = 0, triangle_b_ = 0;
    std::unique_ptr<detail::DistanceFront> front_;
};
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  DistanceCache& cache);

// The closest points found within a budget: `value` is an upper bound of the distance, `at_least` a lower
// bound. The bounds are equal, up to the error of the value, if the search was completed. If no pair of
// triangles was tested, the value is infinite.
struct BoundedDistance : Distance {
    double at_least = 0;

    GRAZE_INLINE bool decided() const { return at_least == value; }
};

struct DistanceOptions {
    Budget budget{};                // in box pairs and triangle pairs; an exact step counts as several
    QueryCounts* counts = nullptr;  // the query adds to these; exact pairs are those computed in doubles
};

BoundedDistance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         const DistanceOptions& options);

// One pair of shapes, many poses. `out` has the size of `poses`.
void distance_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses, std::span<Distance> out,
                    const Threads& threads = {});

// Is the distance at most `limit`? Exact for the world vertices and the given limit. Stops at the first pair
// of triangles that is near enough, and allocates nothing. A limit that is not a number is refused.
bool within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b, double limit);
// The same; `undecided` if the budget ran out.
Answer within(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
              double limit, const Budget& budget);

struct ClosePair {
    TriangleId a = 0, b = 0;
    ClosestPoints closest;
};
// Called for each pair, once, in an order that is the same on every machine; returning false ends the query.
using ClosePairCollector = std::function<bool(const ClosePair&)>;

// All pairs of triangles whose distance is at most `limit`, decided exactly. Returns `undecided` if the
// budget ran out, else whether there was any pair.
Answer visit_close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                             const Pose& world_from_b, double limit, const ClosePairCollector& collect,
                             const DistanceOptions& options = {});

// The same as a list, in ascending order of (a, b).
std::vector<ClosePair> close_triangles(const Shape& a, const Pose& world_from_a, const Shape& b,
                                       const Pose& world_from_b, double limit);

}  // namespace graze::inline v1
