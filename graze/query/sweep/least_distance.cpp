#include "graze/query/sweep/least_distance.h"

#include <algorithm>
#include <cmath>

#include "graze/query/distance/distance.h"
#include "graze/query/sweep/time_of_impact.h"

namespace graze::inline v1 {
namespace {

class LeastDistanceSearch {
  public:
    LeastDistanceSearch(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                        const LeastDistanceOptions& least, const QueryOptions& options)
        : a_(a),
          b_(b),
          motion_a_(motion_a),
          motion_b_(motion_b),
          least_(least),
          options_(options),
          meter_(options.budget, options.progress, "searching for the least distance") {
        begin_ = std::min(motion_a.begin(), motion_b.begin());
        end_ = std::clamp(least.until, begin_, std::max(motion_a.end(), motion_b.end()));
        options_.budget = Budget::part_of(meter_);
        options_.progress = nullptr;
    }

    LeastDistance run() {
        result_.at_least = 0;
        for (int i = 0; i <= first_samples; ++i) {
            measure(i == first_samples ? end_ : begin_ + (end_ - begin_) * i / first_samples);
            if (is_done()) return result_;
        }
        // Each round ends the search or finds something closer by the tolerance at least.
        while (true) {
            const double goal = result_.value * (1 - least_.relative_error) - least_.absolute_error;
            if (!(goal > 0)) {
                result_.at_least = 0;
                return result_;
            }
            ImpactOptions impact;
            impact.clearance = goal;
            impact.touch = 0.1 * (result_.value - goal);
            impact.until = end_;
            const TimeOfImpact met = time_of_impact(a_, motion_a_, b_, motion_b_, impact, options_);
            if (met.answer == Answer::no) {
                result_.at_least = goal;
                return result_;
            }
            if (met.answer != Answer::yes) return given_up(status_of(met.answer));
            const double before = result_.value;
            go_down_from(met.at_least);
            if (is_done()) return result_;
            if (!(result_.value < before)) return given_up(QueryStatus::undecided);  // within rounding
        }
    }

  private:
    static constexpr int first_samples = 16;

    double measure(double time) {
        const Distance found = distance(a_, motion_a_.at(time), b_, motion_b_.at(time), options_);
        if (found.status != QueryStatus::complete) {
            status_ = found.status;
            return std::numeric_limits<double>::infinity();
        }
        if (found.value < result_.value) {
            static_cast<Contact&>(result_) = found;
            result_.value = found.value;
            result_.time = time;
        }
        return found.value;
    }

    // Where the distance falls, steps grow; the golden section finds the lowest place between.
    void go_down_from(double time) {
        double low = time, value = measure(time), step = (end_ - begin_) / 1024;
        double mid = low, mid_value = value;
        for (; mid + step < end_; step *= 2) {
            const double next = mid + step, next_value = measure(next);
            if (is_done()) return;
            if (!(next_value < mid_value)) {
                narrow(low, next);
                return;
            }
            low = mid;
            mid = next;
            mid_value = next_value;
        }
        narrow(low, end_);
    }
    void narrow(double low, double high) {
        constexpr double golden = 0.6180339887498949;
        double p = high - golden * (high - low), q = low + golden * (high - low);
        double at_p = measure(p), at_q = measure(q);
        for (int i = 0; i < 24 && !is_done(); ++i) {
            if (at_p < at_q) {
                high = q, q = p, at_q = at_p;
                p = high - golden * (high - low), at_p = measure(p);
            } else {
                low = p, p = q, at_p = at_q;
                q = low + golden * (high - low), at_q = measure(q);
            }
        }
    }

    bool is_done() {
        if (status_ != QueryStatus::complete) {
            given_up(status_);
            return true;
        }
        if (result_.value > 0 && result_.value < std::numeric_limits<double>::infinity()) return false;
        result_.at_least = result_.value;  // contact, or an empty shape
        return true;
    }
    LeastDistance given_up(QueryStatus status) {
        result_.status = status;
        if (status != QueryStatus::undecided)
            result_.value = result_.at_least = std::numeric_limits<double>::quiet_NaN();
        return result_;
    }

    const Shape &a_, &b_;
    const Motion &motion_a_, &motion_b_;
    const LeastDistanceOptions& least_;
    QueryOptions options_;
    Meter meter_;
    double begin_ = 0, end_ = 0;
    LeastDistance result_;
    QueryStatus status_ = QueryStatus::complete;
};

}  // namespace

LeastDistance least_distance(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                             const LeastDistanceOptions& least, const QueryOptions& options) {
    const bool fine = least.relative_error >= 0 && least.relative_error < 1 && least.absolute_error >= 0 &&
                      std::isfinite(least.absolute_error) &&
                      least.relative_error + least.absolute_error > 0 && !std::isnan(least.until);
    if (!fine) {
        LeastDistance none;
        none.value = none.at_least = std::numeric_limits<double>::quiet_NaN();
        none.status = QueryStatus::bad_input;
        return none;
    }
    return LeastDistanceSearch(a, motion_a, b, motion_b, least, options).run();
}

}  // namespace graze::inline v1
