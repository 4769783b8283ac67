// Questions about rays, handed to code that is compiled once per instruction set.
#pragma once

#include <cstddef>
#include <span>

#include "graze/query/ray/ray.h"

namespace graze::inline v1::detail {

struct RayQuery {
    const Shape& shape;
    const Pose& world_from_shape;
    const TriangleFilter& filter;
    RayCounts& counts;
};

struct NumberedHit {
    TriangleId triangle;
    TriangleHit hit;
    Triangle world;  // its corners there
};

// Called for a hit of ray `index`. What it returns matters only where all hits are asked for: false ends
// that.
struct HitReceiver {
    bool (*receive)(void* context, std::size_t index, const NumberedHit& hit);
    void* context;

    bool operator()(std::size_t index, const NumberedHit& hit) const { return receive(context, index, hit); }
};

// In ray_traverse.cpp. Several rays are on their way at a time, so that one computes while others wait for
// memory. The first gives at most one hit per ray, in any order of the rays; the second one with nothing in
// it.
void find_first_hits(const RayQuery& query, std::span<const Ray> rays, const HitReceiver& out);
void find_any_hits(const RayQuery& query, std::span<const Ray> rays, const HitReceiver& out);
void find_all_hits(const RayQuery& query, const Ray& ray, const HitReceiver& out);

}  // namespace graze::inline v1::detail
