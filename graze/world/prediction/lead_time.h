// Alarms a given time before contact ("two seconds before these meet"), among many moving boxes.
//
// Pairs sleep until the earliest moment at which there could be an event, and are woken early only if one of
// the two leaves its course (Dworkin and Zeltzer 1993; Gottstein 1994, 8.2.2). Advancing the clock tests only
// the pairs that are due, however many sleep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "graze/world/prediction/prediction.h"

namespace graze::inline v1 {

// Position and velocity of an object now. The caller numbers its objects; numbers should be small and reused.
struct NumberedMotion {
    std::uint32_t id = 0;
    MovingBox motion;
    bool jumped = false;  // was put here without passing through the space between
};

enum class LeadEventKind {
    predicted,       // contact is predicted within the lead time; reported once per approach
    withdrawn,       // contact is no longer predicted and did not happen: one of the two turned away
    actual,          // the boxes touch
    separated,       // the boxes no longer touch
    touches_nothing  // for watch_all: the object touches nothing, any more or at first
};

inline constexpr std::uint32_t no_object = 0xffffffff;

using WatchId = std::uint32_t;

struct LeadEvent {
    LeadEventKind kind = LeadEventKind::predicted;
    WatchId watch = 0;
    std::uint32_t a = 0, b = 0;  // as given to watch; b is no_object for touches_nothing
    double time = 0;             // of this advance; for actual and separated a time since the last advance
    double contact = 0;          // for predicted and withdrawn: when contact is or was expected
    friend bool operator==(const LeadEvent&, const LeadEvent&) = default;
};

struct WatchOptions {
    double lead = 0;  // how long before contact; 0: no predictions, only contacts
    PredictionOptions prediction{};
};

struct LeadTimeOptions {
    // How far an object may differ from its course, in each coordinate, before its pairs are woken. With 0
    // the last bit counts, and positions that are summed up from steps leave their course all the time.
    double position_tolerance = 0, velocity_tolerance = 0;
    // Bound on the change of any coordinate of a velocity per unit of time that objects are expected to keep.
    // Pairs sleep as long as such changes cannot cause a contact (Hubbard 1993). An object that exceeds the
    // bound wakes its pairs.
    double largest_acceleration = 0;
    // Whether an object that passes through another between two advances counts as touching it.
    bool sweep_steps = true;
};

// Counts since the scheduler was made.
struct LeadTimeCounts {
    std::uint64_t pair_tests = 0;       // pairs tested
    std::uint64_t woken_by_time = 0;    // pairs woken because they were due
    std::uint64_t woken_by_course = 0;  // pairs woken because an object left its course
    std::uint64_t stale_alarms = 0;     // outdated entries of the queue that were skipped
    PredictionCounts predictions;
};

// Appends the numbers of all objects that may come near `object` to `ids`: at least those whose
// swept_bounds(box before, motion, lead) overlap `region`, the swept bounds of `object`. A broad phase that
// holds these bounds can find them. Numbers may repeat, and there may be too many. (Methods that replace an
// object by more than its box then miss some of their false alarms, and nothing else.)
using LeadCandidates =
    std::function<void(std::uint32_t object, const Box& region, std::vector<std::uint32_t>& ids)>;

// Only one thread at a time may call. The same calls give the same events.
class LeadTimeScheduler {
  public:
    explicit LeadTimeScheduler(const LeadTimeOptions& options = {});
    LeadTimeScheduler(LeadTimeScheduler&&) noexcept;
    LeadTimeScheduler& operator=(LeadTimeScheduler&&) noexcept;
    ~LeadTimeScheduler();

    // Watches a pair; the objects need not be present yet. Throws graze::Error for invalid options and for an
    // object that is to watch itself.
    WatchId watch(std::uint32_t a, std::uint32_t b, const WatchOptions& options);
    // Watches one object against all others. Queries candidates at every advance.
    WatchId watch_all(std::uint32_t object, const WatchOptions& options);
    // Ends a watch without further events. Throws graze::Error for a number that is not in use.
    void unwatch(WatchId watch);

    // Advances the clock to `now`. The objects in `moved` have the given motions at that time. Appends the
    // events, in the order of time, then of the numbers a and b. Objects that are not in `moved` keep to
    // their course: those with a velocity move on. Of two entries with one number the later counts. An empty
    // box removes an object. Between two advances everything moves in straight lines.
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
