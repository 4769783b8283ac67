// How far are two shapes at two poses apart, and where?
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

// The closest points of two surfaces and the triangles they lie in. Of several that are equally close any
// one, but the same one on every machine.
struct Distance {
    double value = std::numeric_limits<double>::infinity();  // if one of the shapes is empty
    Vec3 point_a, point_b;
    TriangleId triangle_a = 0, triangle_b = 0;
};

// The least distance of a triangle of A from a triangle of B, both carried by their poses. 0 if and only if
// the surfaces intersect, as decided exactly; otherwise with the error that triangle_distance.h states. A
// shape inside another is as far away as its surface is. Allocates nothing.
Distance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b);

namespace detail {
class DistanceFront;
}

// What one call of distance() leaves to the next: the closest triangles, and why all others were further
// apart; for shapes that move little, most of both still holds. The value is that without a cache; of several
// equally close pairs it may name another. One cache per pair of shapes and thread; another pair is noticed,
// and begun anew. Keeps the shapes alive.
class DistanceCache {
  public:
    // How much memory it may use beside the shapes; it mostly takes a fraction of that. 0: it knows the
    // closest triangles only.
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

// The closest points found within a budget: an upper bound, and a lower one. Equal if the search came to its
// end, up to the error of the value. Without any pair of triangles the value is infinite.
struct BoundedDistance : Distance {
    double at_least = 0;

    GRAZE_INLINE bool decided() const { return at_least == value; }
};

struct DistanceOptions {
    Budget budget{};                // in box pairs and triangle pairs; exact steps count as several
    QueryCounts* counts = nullptr;  // added to; exact pairs are those computed in doubles
};

BoundedDistance distance(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         const DistanceOptions& options);

// One pair of shapes, many poses. `out` has the size of `poses`.
void distance_batch(const Shape& a, const Shape& b, std::span<const PosePair> poses, std::span<Distance> out,
                    const Threads& threads = {});

// Is the distance at most `limit`? Exact, for world vertices and the limit as it is. Stops at the first pair
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
