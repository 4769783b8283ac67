// Two boxes in relative motion, axis by axis: the span of time during which they overlap on each axis, and
// the intersection of the three spans.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/base/detail/big.h"
#include "graze/base/detail/scaling.h"
#include "graze/world/prediction/detail/outward.h"
#include "graze/world/prediction/detail/prediction_methods.h"

namespace graze::inline v1::detail {

namespace {

// minuend - subtrahend, kept unevaluated.
struct Difference {
    double minuend, subtrahend;

    // The box extends to infinity on this side, so that this side never limits the time of contact.
    bool infinite() const { return std::isinf(minuend) || std::isinf(subtrahend); }
    int sign() const { return minuend > subtrahend ? 1 : minuend < subtrahend ? -1 : 0; }
    double down() const { return difference_down(minuend, subtrahend); }
    double up() const { return difference_up(minuend, subtrahend); }
    Expansion<2> exactly() const { return Expansion<2>::difference(minuend, subtrahend); }
    Big as_integer() const { return Big::from(minuend) - Big::from(subtrahend); }
};

// The overlap of the intervals on one axis: from gap_first / speed to gap_last / speed. The speed is
// positive: an axis with negative speed is mirrored.
struct Axis {
    Difference gap_first, gap_last, speed;

    Axis(double a_lower, double a_upper, double a_speed, double b_lower, double b_upper, double b_speed)
        : gap_first{a_lower, b_upper}, gap_last{a_upper, b_lower}, speed{b_speed, a_speed} {}

    static Axis of(const MovingBox& a, const MovingBox& b, std::size_t i) {
        const Axis axis(a.box().lower[i], a.box().upper[i], a.velocity()[i], b.box().lower[i],
                        b.box().upper[i], b.velocity()[i]);
        if (axis.speed.sign() >= 0) return axis;
        return {-a.box().upper[i], -a.box().lower[i], -a.velocity()[i],
                -b.box().upper[i], -b.box().lower[i], -b.velocity()[i]};
    }
};

double ratio_down(const Difference& gap, const Difference& speed) {
    const double dividend = gap.down();
    return quotient_down(dividend, dividend > 0 ? speed.up() : speed.down());
}
double ratio_up(const Difference& gap, const Difference& speed) {
    const double dividend = gap.up();
    return quotient_up(dividend, dividend > 0 ? speed.down() : speed.up());
}

// The sign of p / q - r / s for positive q and s, by p * s - r * q.
int compare_ratios(const Difference& p, const Difference& q, const Difference& r, const Difference& s) {
    Range range;
    for (const Difference& d : {p, q, r, s}) {
        range.add(d.minuend);
        range.add(d.subtrahend);
    }
    if (range.smallest >= safe_for_degree_2)
        return (p.exactly() * s.exactly() - r.exactly() * q.exactly()).sign();
    return (p.as_integer() * s.as_integer() - r.as_integer() * q.as_integer()).sign();
}

// Whether every axis begins before every other one ends.
bool meet_exactly(const std::array<const Axis*, 3>& moving, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j) {
            const Axis &begins = *moving[i], &ends = *moving[j];
            if (begins.gap_first.infinite() || ends.gap_last.infinite()) continue;
            if (i != j && compare_ratios(begins.gap_first, begins.speed, ends.gap_last, ends.speed) > 0)
                return false;
        }
    }
    return true;
}

}  // namespace

std::optional<TimeSpan> predict_by_slabs(const MovingBox& a, const MovingBox& b, PredictionCounts& counts) {
    ++counts.closed_forms;
    const std::array<Axis, 3> axes{Axis::of(a, b, 0), Axis::of(a, b, 1), Axis::of(a, b, 2)};
    std::array<const Axis*, 3> moving{};
    std::size_t count = 0;
    TimeSpan outer{0, infinity}, inner{0, infinity};  // contains the exact span; is contained in it
    for (const Axis& axis : axes) {
        // Signs of differences are exact. Separated on an axis, and not approaching: never.
        if (axis.gap_last.sign() < 0) return std::nullopt;
        if (axis.speed.sign() == 0) {
            if (axis.gap_first.sign() > 0) return std::nullopt;
            continue;
        }
        moving[count++] = &axis;
        if (!axis.gap_first.infinite()) {
            outer.first = std::max(outer.first, ratio_down(axis.gap_first, axis.speed));
            inner.first = std::max(inner.first, ratio_up(axis.gap_first, axis.speed));
        }
        if (!axis.gap_last.infinite()) {
            outer.last = std::min(outer.last, ratio_up(axis.gap_last, axis.speed));
            inner.last = std::min(inner.last, ratio_down(axis.gap_last, axis.speed));
        }
    }
    if (outer.first > outer.last) return std::nullopt;
    if (inner.first > inner.last) {
        ++counts.exact_decisions;
        if (!meet_exactly(moving, count)) return std::nullopt;
    }
    return outer;
}

}  // namespace graze::inline v1::detail
