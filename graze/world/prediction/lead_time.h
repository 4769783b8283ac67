// "Tell me two seconds before these meet": alarms ahead of contact, among many moving boxes.
//
// Pairs sleep until the earliest moment at which there could be something to tell, and are woken early only
// if one of the two leaves its course (Dworkin and Zeltzer 1993; Gottstein 1994, 8.2.2). Advancing the clock
// touches the pairs that are due, however many sleep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "graze/world/prediction/prediction.h"

namespace graze::inline v1 {

// Where an object is now, and how fast. The caller numbers its objects; numbers should be small and used
// again.
struct NumberedMotion {
    std::uint32_t id = 0;
    MovingBox motion;
    bool jumped = false;  // it was put here and did not pass through the space between
};

enum class LeadEventKind {
    predicted,       // contact is predicted within the lead time; told once per approach
    withdrawn,       // no longer so, without a contact: one of the two turned away
    actual,          // the boxes touch
    separated,       // they do no more
    touches_nothing  // of watch_all: the object touches nothing, any more or to begin with
};

inline constexpr std::uint32_t no_object = 0xffffffff;

using WatchId = std::uint32_t;

struct LeadEvent {
    LeadEventKind kind = LeadEventKind::predicted;
    WatchId watch = 0;
    std::uint32_t a = 0, b = 0;  // as they were given; b is no_object for touches_nothing
    double time = 0;             // when: at this advance, or for actual and separated since the last one
    double contact = 0;          // of predicted and withdrawn: when contact is or was expected
    friend bool operator==(const LeadEvent&, const LeadEvent&) = default;
};

struct WatchOptions {
    double lead = 0;  // how long before; 0: no predictions, only what happens
    PredictionOptions prediction{};
};

struct LeadTimeOptions {
    // By how much an object may differ from its course, in each coordinate, before its pairs are woken. With
    // 0 the last bit counts, and positions that are summed up from steps leave their course all the time.
    double position_tolerance = 0, velocity_tolerance = 0;
    // The change of any coordinate of a velocity per unit of time that objects are expected to keep to; pairs
    // sleep as long as such changes leave them time (Hubbard 1993). An object that exceeds it wakes its
    // pairs.
    double largest_acceleration = 0;
    // Whether what passes through something between two advances has touched it.
    bool sweep_steps = true;
};

// What was done since the beginning.
struct LeadTimeCounts {
    std::uint64_t pair_tests = 0;       // pairs looked at
    std::uint64_t woken_by_time = 0;    // because they were due
    std::uint64_t woken_by_course = 0;  // because an object left its course
    std::uint64_t stale_alarms = 0;     // found in the queue, and passed over
    PredictionCounts predictions;
};

// Appends the numbers of all objects that may come near `object` to `ids`: at least those whose
// swept_bounds(box before, motion, lead) overlap `region`, which is that of the object. A broad phase that
// holds these bounds gives them. Numbers may repeat, and be too many. (Methods that take an object for more
// than its box then leave out some of their false alarms, and nothing else.)
using LeadCandidates =
    std::function<void(std::uint32_t object, const Box& region, std::vector<std::uint32_t>& ids)>;

// All calls come from one thread at a time. The same calls give the same events.
class LeadTimeScheduler {
  public:
    explicit LeadTimeScheduler(const LeadTimeOptions& options = {});
    LeadTimeScheduler(LeadTimeScheduler&&) noexcept;
    LeadTimeScheduler& operator=(LeadTimeScheduler&&) noexcept;
    ~LeadTimeScheduler();

    // Watches a pair; objects need not be there yet. Settings that are no good throw graze::Error, as does an
    // object that is to watch itself.
    WatchId watch(std::uint32_t a, std::uint32_t b, const WatchOptions& options);
    // Watches one object against all others. Asks for candidates at every advance.
    WatchId watch_all(std::uint32_t object, const WatchOptions& options);
    // Without further events. A number that is not in use throws graze::Error.
    void unwatch(WatchId watch);

    // Goes on to `now`, when the objects in `moved` are as they say, and appends what there is to tell, in
    // the order of time, then of the numbers a and b. Objects that are not in `moved` keep to their course:
    // those with a velocity move on. Of two entries with one number the later holds. An empty box takes an
    // object away. Between two advances everything moves in straight lines.
    //
    // Throws graze::Error if `now` is not finite or before the last, and if watch_all needs candidates and
    // none are offered; nothing has changed then.
    void advance(double now, std::span<const NumberedMotion> moved, std::vector<LeadEvent>& events,
                 const LeadCandidates& candidates = {});

    std::size_t watches() const;
    LeadTimeCounts counts() const;

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace graze::inline v1
