// The other ways to share that Ohlenburg 2003 names, measured as SharedWorld is: positions alone (4.2.3), a
// central server (4.3), and client-side prediction (4.2.1).
#pragma once

#include <cstdint>

namespace graze::bench {

enum class FollowedMotion { slalom, hands };
enum class FollowMethod { first_order, second_order, history };

// One object that another peer follows: what it costs, and how wrong it is.
struct FollowRun {
    FollowedMotion motion{};
    FollowMethod method{};
    double threshold = 0, latency = 0;
    std::uint64_t updates = 0, bytes = 0;  // bytes: of times, positions, velocities and accelerations alone
    double mean_error = 0, worst_error = 0;
};
FollowRun run_follow(FollowedMotion motion, FollowMethod method, double threshold, double latency,
                     double seconds);

enum class SharingMethod { central, central_with_prediction, shared };

// Two users whose balls run about and into each other.
struct SharingRun {
    SharingMethod method{};
    double latency = 0;
    double own_delay = 0;  // seconds until a user sees the own object do what was asked, in the mean
    double other_error =
        0;  // of the other's object, as shown, against where its user sees it now, in the mean
    double disagreement =
        0;  // share of frames in which the two see different outcomes: one sees a contact, ...
    double worst_setback = 0;  // of an own object, by somebody else's word
    std::uint64_t setbacks = 0;
    double kilobytes = 0;  // per second, of all, server included
};
SharingRun run_sharing(SharingMethod method, double latency, double seconds);

enum class ShotMethod { present, as_seen, as_seen_between };

// A user shoots at the middle of a ball that moves like a hand, twice a second, as it is shown.
struct ShootingRun {
    ShotMethod
        method{};  // judged where all are now; as the shooter saw them; the same, shown a moment behind
    double latency = 0;
    std::uint64_t shots = 0, hits = 0;
    std::uint64_t around_corners = 0;  // that would have missed the target where it was by then
    double rewound = 0;                // seconds, in the mean
    double moved = 0, most_moved = 0;  // by the target since it was seen, in radii
};
ShootingRun run_shooting(ShotMethod method, double latency, double loss, double seconds);

}  // namespace graze::bench
