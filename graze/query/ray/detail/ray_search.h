// Ray queries, as the arguments for code that is compiled once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "graze/base/budget.h"
#include "graze/query/detail/costs.h"
#include "graze/query/ray/ray.h"

namespace graze::inline v1::detail {

// What a query did.
struct RayCounts {
    std::uint64_t nodes = 0;      // opened, of eight boxes each
    std::uint64_t leaves = 0;     // opened
    std::uint64_t triangles = 0;  // that passed the filter in floats
    std::uint64_t exact = 0;      // ... and that the filter could not decide

    std::uint64_t tests() const { return 8 * (nodes + leaves) + triangles + cost::exact_pair * exact; }
};

struct RayQuery {
    const Shape& shape;
    const Pose& world_from_shape;
    const PairFilter& filter;
    RayCounts& counts;
};

struct NumberedHit {
    TriangleId triangle;
    TriangleHit hit;
    Triangle world;  // its corners in the world
};

// Called for a hit of ray `index`. The return value matters only for queries of all hits: false ends the
// query.
struct HitReceiver {
    bool (*receive)(void* context, std::size_t index, const NumberedHit& hit);
    void* context;

    bool operator()(std::size_t index, const NumberedHit& hit) const { return receive(context, index, hit); }
};

// In ray_search.cpp. Several rays are traversed at a time, so that one computes while others wait for memory.
// find_first_hits() and find_any_hits() give at most one hit per ray, in any order of the rays; the hits of
// find_any_hits() have no content.
void find_first_hits(const RayQuery& query, std::span<const Ray> rays, const HitReceiver& out);
void find_any_hits(const RayQuery& query, std::span<const Ray> rays, const HitReceiver& out);
void find_all_hits(const RayQuery& query, const Ray& ray, const HitReceiver& out);

// One ray at a time, with a meter that ends the search; what was found until then is given to `out`, too.
void find_first_hit(const RayQuery& query, const Ray& ray, Meter& meter, const HitReceiver& out);
void find_any_hit(const RayQuery& query, const Ray& ray, Meter& meter, const HitReceiver& out);
void find_all_hits(const RayQuery& query, const Ray& ray, Meter& meter, const HitReceiver& out);

}  // namespace graze::inline v1::detail
