// What dense sampling says about a motion: an oracle that can only find contacts, not rule them out.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "graze/base/random.h"
#include "graze/query/distance/distance.h"
#include "graze/query/intersect/intersect.h"
#include "graze/query/sweep/time_of_impact.h"

namespace graze::test {

inline Pose shifted_by(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

// In braces, or in separate lines: compilers draw the arguments of a call in another order.
inline Pose random_pose(Random& r, double size) {
    return Pose{r.rotation(), r.in_box({-size, -size, -size}, {size, size, size})};
}

struct MovingPair {
    Shape a;
    Motion motion_a;
    Shape b;
    Motion motion_b;

    double begin() const { return std::min(motion_a.begin(), motion_b.begin()); }
    double end() const { return std::max(motion_a.end(), motion_b.end()); }
    bool within_at(double time, double limit) const {
        return within(a, motion_a.at(time), b, motion_b.at(time), limit);
    }
    double distance_at(double time) const {
        return distance(a, motion_a.at(time), b, motion_b.at(time)).value;
    }
};

// The first of `samples` times at which the distance is at most `limit`.
inline std::optional<double> first_sample_within(const MovingPair& pair, double limit, int samples) {
    for (int i = 0; i <= samples; ++i) {
        const double time =
            i == samples ? pair.end() : pair.begin() + (pair.end() - pair.begin()) * i / samples;
        if (pair.within_at(time, limit)) return time;
    }
    return std::nullopt;
}

// Of pairs that are apart at the start. Every claim of the answer is held against the samples.
inline ::testing::AssertionResult agrees_with_samples(const MovingPair& pair, const TimeOfImpact& found,
                                                      int samples, double touches = 1) {
    const std::optional<double> first = first_sample_within(pair, found.limit, samples);
    const auto failure = [&] {
        return ::testing::AssertionFailure()
               << name_of(found.answer) << " [" << found.at_least << ", " << found.at_most << "], sampled "
               << (first ? *first : -1) << ": ";
    };
    switch (found.answer) {
        case Answer::no:
            if (first) return failure() << "missed";
            break;
        case Answer::yes: {
            if (first && *first < found.at_least) return failure() << "met earlier";
            if (found.at_most < found.at_least) return failure() << "bounds are mixed up";
            const bool shown = std::isfinite(found.at_most);
            if (shown && !pair.within_at(found.at_most, found.limit))
                return failure() << "not met at at_most";
            // The last stretch is as short as promised.
            const double left = pair.distance_at(found.at_least) - found.limit;
            if (left > touches * found.touch)
                return failure() << "still " << left << " apart at at_least, touch " << found.touch;
            break;
        }
        default:
            return failure() << "no answer";
    }
    return ::testing::AssertionSuccess();
}

}  // namespace graze::test
