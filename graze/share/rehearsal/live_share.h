// One peer of a shared world over a real network, whose objects fly about: what `graze share` and the soaks
// do.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graze/share/rehearsal/object_driver.h"

namespace graze::inline v1 {

struct LiveOptions {
    SharedOptions shared{};
    Shape shape{Sphere{{0, 0, 0}, 0.5}};
    DrivenMotion motion{};  // in an arena around the origin
    std::uint32_t objects = 5;
    double rate = 60;            // updates per second
    bool join = false;           // otherwise the world begins here
    double join_seconds = 20;    // until the world has been joined, or an Error says that there is none
    std::size_t wait_for = 0;    // others, before objects begin to move
    double gather_seconds = 60;  // for which they are waited for
    double seconds = 60;         // of motion; 0: until it is stopped
    double settle_seconds = 10;  // afterwards, at most, until all know the same
    bool leave = true;           // at the end; otherwise the peer just falls silent
    bool one_clock = false;      // all run on this machine: delays need no estimate of clocks
    std::uint64_t seed = 1;
    std::function<bool()> stopped;  // ends it early
    std::function<void(const SharedWorld&, const SharedEvent&)> each_event;
    // Called after each update once nothing moves any more, with whether all know the same as far as this
    // peer has heard. While it is true the peer stays, so that many can end together. Empty: a peer goes once
    // it has settled.
    std::function<bool(const SharedWorld&, bool settled)> stay;
    std::function<void(const SharedWorld&)> each_update;  // a gateway's poll(), progress
};

struct LiveReport {
    double seconds = 0;
    std::size_t peers_most = 0, objects = 0;  // of all
    bool gathered = true;                     // so many others came as were waited for
    bool settled = false;                     // everybody who is there knows the same, as far as it was heard
    std::uint64_t verdicts = 0;
    std::uint64_t verdict_digest = 0, agreement_digest = 0;  // equal for peers that agree
    std::uint64_t updates = 0, updates_late = 0;             // late: by more than their own duration
    std::vector<double>
        delays;  // seconds from each judgement to its arrival here, of others' verdicts, sorted
    SharedCounts counts;
};

// Throws Error if there is nobody to join.
LiveReport share_live(Transport& transport, const LiveOptions& options);

}  // namespace graze::inline v1
