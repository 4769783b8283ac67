#include "graze/deform/kinetic/detail/flight_lines.h"

#include "graze/base/detail/big.h"
#include "graze/base/detail/expansion.h"

namespace graze::inline v1::detail {
namespace {

double largest_coordinate(std::span<const Vec3> points) {
    double largest = 0;
    for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return largest;
}

// Four roundings at most, each of a number that is not above the largest coordinate.
double margin_of(double largest) {
    return largest * 0x1p-50 + 0x1p-1000;
}

// Products of three such coordinates and times neither overflow nor underflow, nor do their rests.
bool is_moderate(double v) {
    return v == 0 || (std::abs(v) > 0x1p-300 && std::abs(v) < 0x1p300);
}

// A coordinate while it flies, times the length of its flight.
struct Flight {
    double from, to;
    Tick since;

    Expansion<4> at(Tick now) const {
        const TwoTerms f = two_product(from, share_of(step_ticks - now)),
                       t = two_product(to, share_of(now - since));
        Expansion<2> before, after;
        before.push(f.low), before.push(f.high);
        after.push(t.low), after.push(t.high);
        return before + after;
    }
    double length() const { return share_of(step_ticks - since); }

    // Coordinates have up to 1411 bits in units of 2^-1074; times 53 bits each.
    using Big = BigInteger<32>;
    static Big integer(Tick t) { return Big::from(static_cast<double>(t), 0); }
    Big big_at(Tick now) const {
        return Big::from(from) * integer(step_ticks - now) + Big::from(to) * integer(now - since);
    }
};

}  // namespace

FlightLines::FlightLines(std::span<const Vec3> at) : from_(at.begin(), at.end()), to_(at.begin(), at.end()) {
    margin_ = margin_of(largest_coordinate(at));
}

void FlightLines::step_to(std::span<const Vec3> to, Tick now) {
    if (now == step_ticks) {
        from_.swap(to_);
    } else {
        for (VertexId v = 0; v < from_.size(); ++v) from_[v] = position(v, now);
    }
    std::ranges::copy(to, to_.begin());
    since_.clear();
    margin_ = margin_of(std::max(largest_coordinate(from_), largest_coordinate(to_)));
}

void FlightLines::redirect(VertexId v, const Vec3& to, Tick since) {
    from_[v] = position(v, since);
    to_[v] = to;
    if (since != 0 || !since_.empty()) {
        since_.resize(from_.size(), 0);
        since_[v] = since;
    }
    margin_ = std::max(margin_, margin_of(largest_coordinate({&to, 1})));
}

int FlightLines::compare_exactly(const FlightLines& a, VertexId i, const FlightLines& b, VertexId j,
                                 std::size_t axis, Tick at) {
    const Flight p{a.from_[i][axis], a.to_[i][axis], a.since(i)},
        q{b.from_[j][axis], b.to_[j][axis], b.since(j)};
    if (p.since == q.since && p.from == q.from && p.to == q.to) return 0;
    if (!is_moderate(p.from) || !is_moderate(p.to) || !is_moderate(q.from) || !is_moderate(q.to)) {
        return (p.big_at(at) * Flight::integer(step_ticks - q.since) -
                q.big_at(at) * Flight::integer(step_ticks - p.since))
            .sign();
    }
    if (p.since == q.since) {
        const Expansion<2> from = Expansion<2>::difference(p.from, q.from),
                           to = Expansion<2>::difference(p.to, q.to);
        return (from * share_of(step_ticks - at) + to * share_of(at - p.since)).sign();
    }
    return (p.at(at) * q.length() - q.at(at) * p.length()).sign();
}

Tick last_tick(const LineOfFlight& a, const LineOfFlight& b, Holds holds, Tick from) {
    const bool strictly = holds == Holds::while_before;
    if (strictly ? a.end() < b.end() : a.end() <= b.end()) return never;
    const auto still = [&](Tick at) {
        const int order = order_at(a, b, at);
        return strictly ? order < 0 : order <= 0;
    };
    // A guess from doubles, mostly right to a few ticks.
    Tick start = from;
    double before = 0;
    if (a.lines->since(a.vertex) == 0 && b.lines->since(b.vertex) == 0) {
        start = 0;
        before = a.sign * (a.lines->from(a.vertex, a.axis) - b.lines->from(b.vertex, b.axis));
    } else {
        before = a.sign *
                 (a.lines->coordinate(a.vertex, a.axis, from) - b.lines->coordinate(b.vertex, b.axis, from));
    }
    const double after = a.end() - b.end(), ratio = before < 0 ? before / (before - after) : 0;
    const double ahead = ratio * static_cast<double>(step_ticks - start);
    const Tick guess =
        std::clamp(start + static_cast<Tick>(std::clamp(ahead, 0.0, 0x1p53)), from, step_ticks - 1);

    // It is so at `low`, and not at `high`.
    Tick low = from, high = step_ticks, leap = 1;
    if (guess == from || still(guess)) {
        low = guess;
        while (high - low > leap && still(low + leap)) low += leap, leap *= 2;
        if (high - low > leap) high = low + leap;
    } else {
        high = guess;
        while (high - low > leap && !still(high - leap)) high -= leap, leap *= 2;
        if (high - low > leap) low = high - leap;
    }
    while (high - low > 1) {
        const Tick middle = low + (high - low) / 2;
        (still(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace graze::inline v1::detail
