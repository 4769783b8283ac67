// The events of one pair, and its state between two tests.
#pragma once

#include <vector>

#include "graze/world/prediction/detail/courses.h"

namespace graze::inline v1::detail {

struct Approach {
    enum class State { unknown, idle, predicted, touching };
    State state = State::unknown;
    double contact = 0;  // time of contact, if predicted
};

// The two objects of a watch, as events name them.
struct WatchedPair {
    WatchId watch = 0;
    std::uint32_t a = 0, b = 0;
};

class ApproachJudge {
  public:
    ApproachJudge(const Courses& courses, bool sweep_steps) : courses_(courses), sweep_steps_(sweep_steps) {}

    // Sets the times for the events that follow.
    void begin(double before, double now);

    // Tests a pair, reports changes, and keeps the state. Searches for contact first, then for predicted
    // contact (Gottstein 1994, 5.4).
    void look(const WatchedPair& pair, const WatchOptions& options, Approach& approach,
              std::vector<LeadEvent>& events);

    // When to test again, if both objects keep to their courses.
    double next_look(const WatchedPair& pair, const WatchOptions& options, const Approach& approach) const;

    const LeadTimeCounts& counts() const { return counts_; }

  private:
    std::optional<TimeSpan> contact_in_step(const WatchedPair& pair, bool known) const;
    void judge_contact(const WatchedPair& pair, const std::optional<TimeSpan>& contact, bool touching,
                       Approach& approach, std::vector<LeadEvent>& events) const;
    void judge_future(const WatchedPair& pair, const WatchOptions& options, Approach& approach,
                      std::vector<LeadEvent>& events);
    double earliest_alarm(const WatchedPair& pair, const WatchOptions& options) const;

    const Courses& courses_;
    bool sweep_steps_;
    double before_ = 0, now_ = 0;
    LeadTimeCounts counts_;
};

}  // namespace graze::inline v1::detail
