// What the scheduler of lead times is compared with: every watched pair, looked at in every step.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "graze/world/prediction/lead_time.h"

namespace graze::test {

// Boxes and velocities of all objects by number; `before` as they were at the last step.
class EveryStep {
  public:
    explicit EveryStep(std::size_t objects) : before_(objects) {}

    void watch(WatchId id, std::uint32_t a, std::uint32_t b, const WatchOptions& options) {
        pairs_.push_back({id, a, b, options});
    }

    void advance(double now, const std::vector<MovingBox>& objects, std::vector<LeadEvent>& events) {
        const std::size_t first = events.size();
        for (Pair& pair : pairs_) look(pair, now, objects, events);
        std::stable_sort(events.begin() + static_cast<std::ptrdiff_t>(first), events.end(),
                         [](const LeadEvent& p, const LeadEvent& q) {
                             return std::tie(p.time, p.a, p.b) < std::tie(q.time, q.a, q.b);
                         });
        for (std::size_t i = 0; i < objects.size(); ++i) before_[i] = objects[i].box();
        last_ = now;
    }

    std::uint64_t tests() const { return tests_; }

  private:
    struct Pair {
        WatchId id;
        std::uint32_t a, b;
        WatchOptions options;
        bool known = false, touching = false, predicted = false;
        double contact = 0;
    };

    void look(Pair& pair, double now, const std::vector<MovingBox>& objects, std::vector<LeadEvent>& events) {
        ++tests_;
        const MovingBox &a = objects[pair.a], &b = objects[pair.b];
        const auto tell = [&](LeadEventKind kind, double time, double contact) {
            events.push_back({kind, pair.id, pair.a, pair.b, time, contact});
        };
        const bool touching = overlap(a.box(), b.box());
        std::optional<TimeSpan> step;
        if (pair.known) step = contact_during_step({before_[pair.a], a.box()}, {before_[pair.b], b.box()});
        const auto at = [&](double fraction) { return last_ + fraction * (now - last_); };
        if (!pair.touching && (touching || step)) {
            const double time = step ? at(step->first) : now;
            tell(LeadEventKind::actual, time, time);
            pair.predicted = false;
        }
        if (!touching && (pair.touching || step)) {
            const double time = step ? at(step->last) : now;
            tell(LeadEventKind::separated, time, time);
        }
        pair.touching = touching;
        pair.known = true;
        if (touching || pair.options.lead == 0) return;
        const auto contact = predicted_contact(a, b, pair.options.lead, pair.options.prediction);
        if (contact) pair.contact = now + contact->first;
        if (contact && !pair.predicted) tell(LeadEventKind::predicted, now, pair.contact);
        if (!contact && pair.predicted) tell(LeadEventKind::withdrawn, now, pair.contact);
        pair.predicted = contact.has_value();
    }

    std::vector<Box> before_;
    std::vector<Pair> pairs_;
    double last_ = 0;
    std::uint64_t tests_ = 0;
};

}  // namespace graze::test
