// Where vertices are during a step, and in which order: without rounding.
//
// Time in a step is counted in ticks, 2^53 of them, so that the time since the beginning and the time left
// are both exact as doubles. A vertex flies along a straight line from where it was at some tick to where it
// is at the end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

using Tick = std::uint64_t;
inline constexpr Tick step_ticks = Tick{1} << 53;
inline constexpr Tick never = std::numeric_limits<Tick>::max();

GRAZE_INLINE double share_of(Tick ticks) {
    return static_cast<double>(ticks) * 0x1p-53;
}
// Rounded down; for times from 0 to 1.
GRAZE_INLINE Tick tick_at(double time) {
    return static_cast<Tick>(time * 0x1p53);
}

class FlightLines {
  public:
    explicit FlightLines(std::span<const Vec3> at);

    std::size_t size() const { return from_.size(); }
    // A new step: from where the vertices are at `now`, rounded if that is not the end of the step.
    void step_to(std::span<const Vec3> to, Tick now);
    // From `since`, which is before the end of the step, vertex v flies to another place. Its position at
    // `since` is rounded.
    void redirect(VertexId v, const Vec3& to, Tick since);

    double from(VertexId v, std::size_t axis) const { return from_[v][axis]; }
    const Vec3& from(VertexId v) const { return from_[v]; }
    double end(VertexId v, std::size_t axis) const { return to_[v][axis]; }
    const Vec3& end(VertexId v) const { return to_[v]; }
    std::span<const Vec3> begins() const { return from_; }  // each at its since()
    std::span<const Vec3> ends() const { return to_; }
    Tick since(VertexId v) const { return since_.empty() ? 0 : since_[v]; }

    // Rounded: off by at most margin().
    double coordinate(VertexId v, std::size_t axis, Tick at) const {
        const double f = from_[v][axis], t = to_[v][axis];
        if (since_.empty() || since_[v] == 0) return f * share_of(step_ticks - at) + t * share_of(at);
        const Tick since = since_[v];
        if (at == since) return f;
        return (f * share_of(step_ticks - at) + t * share_of(at - since)) / share_of(step_ticks - since);
    }
    Vec3 position(VertexId v, Tick at) const {
        return {coordinate(v, 0, at), coordinate(v, 1, at), coordinate(v, 2, at)};
    }
    double margin() const { return margin_; }

    // The sign of coordinate i of `a` minus coordinate j of `b` at a time not before either began. Exact.
    GRAZE_INLINE static int compare(const FlightLines& a, VertexId i, const FlightLines& b, VertexId j,
                                    std::size_t axis, Tick at) {
        if (a.since_.empty() && b.since_.empty()) {
            // Differences are off by a rounding each, relative to themselves.
            const double first = (a.from_[i][axis] - b.from_[j][axis]) * share_of(step_ticks - at),
                         second = (a.to_[i][axis] - b.to_[j][axis]) * share_of(at), sum = first + second;
            const double error = (std::abs(first) + std::abs(second)) * 0x1p-50;
            if (std::abs(sum) > error && error > 0x1p-900) return sum > 0 ? 1 : -1;
        }
        return compare_exactly(a, i, b, j, axis, at);
    }

  private:
    static int compare_exactly(const FlightLines& a, VertexId i, const FlightLines& b, VertexId j,
                               std::size_t axis, Tick at);

    std::vector<Vec3> from_, to_;
    std::vector<Tick> since_;  // empty while all are 0
    double margin_ = 0;
};

// One coordinate of a vertex; `sign` -1 looks at it from the other side.
struct LineOfFlight {
    const FlightLines* lines;
    VertexId vertex;
    std::size_t axis;
    int sign;

    double end() const { return sign * lines->end(vertex, axis); }
};

// Of two along the same axis, looked at from the same side: above 0 if `a` is beyond `b`.
GRAZE_INLINE int order_at(const LineOfFlight& a, const LineOfFlight& b, Tick at) {
    return a.sign * FlightLines::compare(*a.lines, a.vertex, *b.lines, b.vertex, a.axis, at);
}

// Is the first beyond the second, or level with it and going to be?
GRAZE_INLINE bool is_beyond(const LineOfFlight& a, const LineOfFlight& b, Tick at) {
    if (a.vertex == b.vertex) return false;
    const int order = order_at(a, b, at);
    return order > 0 || (order == 0 && a.end() > b.end());
}

enum class Holds { while_not_beyond, while_before };

// The last tick at which `a` is not beyond `b` (or is before it), which is so at `from`; `never` if that
// stays so to the end of the step.
Tick last_tick(const LineOfFlight& a, const LineOfFlight& b, Holds holds, Tick from);

}  // namespace graze::inline v1::detail
