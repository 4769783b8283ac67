// In which tick do a vertex and a face, or two edges, first meet? Exactly, so that meetings have an order.
//
// Time is counted in ticks of 2^-53, from 0 to 1. Points may have begun their straight ways at different
// ticks; the question is about the time from the latest of these on.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "graze/base/vec3.h"

namespace graze::inline v1::detail {

inline constexpr std::uint64_t tick_never = std::numeric_limits<std::uint64_t>::max();

// On a straight line from `from`, at the tick `since`, to `to`, at the tick 2^53. Coordinates up to 1e100.
struct TimedPoint {
    Vec3 from, to;
    std::uint64_t since = 0;
};

struct ImpactTicks {
    std::uint64_t begin = 0;  // the latest `since`
    bool at_begin = false;    // they meet then
    // The first time after that at which they meet, rounded down, of those that are asked for; tick_never if
    // there is none. Features that meet at the begin and stay in one plane are taken to be in contact as long
    // as they do so.
    std::uint64_t after = tick_never;

    friend bool operator==(const ImpactTicks&, const ImpactTicks&) = default;
};

// Meetings after the begin that are before the tick `not_before` do not count.
ImpactTicks vertex_face_ticks(const TimedPoint& vertex, std::span<const TimedPoint, 3> face,
                              std::uint64_t not_before = 0);
ImpactTicks edge_edge_ticks(std::span<const TimedPoint, 2> a, std::span<const TimedPoint, 2> b,
                            std::uint64_t not_before = 0);

}  // namespace graze::inline v1::detail
