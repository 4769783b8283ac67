#include <algorithm>
#include <cmath>

#include "graze/world/prediction/detail/approach.h"
#include "graze/world/prediction/detail/outward.h"

namespace graze::inline v1::detail {

namespace {

using State = Approach::State;

}  // namespace

void ApproachJudge::begin(double before, double now) {
    before_ = before;
    now_ = now;
}

// The times of contact since the last advance. For a pair that was not watched then, or of which an object
// jumped, only the present counts.
std::optional<TimeSpan> ApproachJudge::contact_in_step(const WatchedPair& pair, bool known) const {
    const BoxStep a = courses_.step(pair.a), b = courses_.step(pair.b);
    if (known && sweep_steps_ && !courses_.jumped(pair.a) && !courses_.jumped(pair.b)) {
        const auto part = contact_during_step(a, b);
        if (!part) return std::nullopt;
        const auto time = [this](double fraction) {
            return std::clamp(before_ + fraction * (now_ - before_), before_, now_);
        };
        return TimeSpan{time(part->first), time(part->last)};
    }
    if (!overlap(a.to, b.to)) return std::nullopt;
    return TimeSpan{now_, now_};
}

void ApproachJudge::judge_contact(const WatchedPair& pair, const std::optional<TimeSpan>& contact,
                                  bool touching, Approach& approach, std::vector<LeadEvent>& events) const {
    const auto report = [&](LeadEventKind kind, double time) {
        events.push_back({kind, pair.watch, pair.a, pair.b, time, time});
    };
    const bool touched = approach.state == State::touching;
    if (!touched && (touching || contact)) report(LeadEventKind::actual, contact ? contact->first : now_);
    if (!touching && (touched || contact)) {
        report(LeadEventKind::separated, contact ? contact->last : now_);
        approach.state = State::idle;
    }
    if (touching) approach.state = State::touching;
}

void ApproachJudge::judge_future(const WatchedPair& pair, const WatchOptions& options, Approach& approach,
                                 std::vector<LeadEvent>& events) {
    std::optional<TimeSpan> contact;
    if (options.lead > 0)
        contact = predicted_contact(courses_.now(pair.a), courses_.now(pair.b), options.lead,
                                    options.prediction, &counts_.predictions);
    const bool reported = approach.state == State::predicted;
    if (contact) approach.contact = now_ + contact->first;
    if (reported != contact.has_value())
        events.push_back({contact ? LeadEventKind::predicted : LeadEventKind::withdrawn, pair.watch, pair.a,
                          pair.b, now_, approach.contact});
    approach.state = contact ? State::predicted : State::idle;
}

void ApproachJudge::look(const WatchedPair& pair, const WatchOptions& options, Approach& approach,
                         std::vector<LeadEvent>& events) {
    ++counts_.pair_tests;
    const bool touching = overlap(courses_.now(pair.a).box(), courses_.now(pair.b).box());
    const auto contact = contact_in_step(pair, approach.state != State::unknown);
    judge_contact(pair, contact, touching, approach, events);
    if (!touching) judge_future(pair, options, approach, events);
}

// A time before which the watch's method finds no contact within the lead time, wherever the two objects go
// within the uncertainty of their courses.
double ApproachJudge::earliest_alarm(const WatchedPair& pair, const WatchOptions& options) const {
    const PredictionOptions& method = options.prediction;
    const bool sweeps =
        method.method == PredictionMethod::sweep || method.method == PredictionMethod::spheres_then_sweep;
    // For how long the method sweeps boxes.
    const double ahead = sweeps ? std::min(method.resolution, options.lead) : 0;
    const auto seen = [&](std::uint32_t id, Uncertainty& uncertainty) {
        const MovingBox course = courses_.course(id);
        uncertainty = courses_.uncertainty(id, options.lead + ahead);
        uncertainty.position += ahead * uncertainty.velocity;
        uncertainty.velocity += ahead * uncertainty.acceleration;
        return MovingBox(method_bounds(course, method), course.velocity());
    };
    Uncertainty of_a, of_b;
    const MovingBox a = seen(pair.a, of_a), b = seen(pair.b, of_b);
    return earliest_possible_contact(a, of_a, b, of_b) - options.lead;
}

double ApproachJudge::next_look(const WatchedPair& pair, const WatchOptions& options,
                                const Approach& approach) const {
    double wait = 0;
    if (approach.state == State::idle) {
        wait = earliest_alarm(pair, options);
    } else if (courses_.are_exact() && options.prediction.method == PredictionMethod::slabs) {
        // A prediction holds until contact, and a contact until the boxes separate.
        const auto contact = predicted_contact(courses_.now(pair.a), courses_.now(pair.b), infinity);
        if (contact) wait = approach.state == State::touching ? contact->last : contact->first;
    }
    // Early by more than rounding, because one test too many does no harm.
    return wait > 0 ? now_ + wait * (1 - 0x1p-40) - std::abs(now_) * 0x1p-50 : now_;
}

}  // namespace graze::inline v1::detail
