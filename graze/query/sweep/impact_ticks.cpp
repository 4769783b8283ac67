#include "graze/query/sweep/detail/impact_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/query/sweep/detail/apart_for_all_times.h"
#include "graze/query/sweep/detail/linear_numbers.h"
#include "graze/query/sweep/detail/linear_solver.h"

namespace graze::inline v1::detail {
namespace {

constexpr std::uint64_t last = std::uint64_t{1} << 53;

double share_of(std::uint64_t ticks) {
    return static_cast<double>(ticks) * 0x1p-53;
}

template <class N>
N ticks(std::uint64_t count) {
    if constexpr (is_exact<N>) {
        return N::from(static_cast<double>(count), 0);
    } else {
        return N::exactly(share_of(count));
    }
}

template <class N>
struct TicksOfImpact {
    ImpactTicks found;
    std::uint64_t not_before = 0;

    bool take(RootFinder<N>& finder, const Root<N>& root, bool in_plane) {
        if (root.at_left && finder.sign(root.left_x) == 0) {
            found.at_begin = true;
            return in_plane;
        }
        const std::uint64_t tick = tick_of(finder, root);
        if (tick < not_before) return false;
        found.after = std::min(found.after, tick);
        return true;
    }

  private:
    std::uint64_t tick_of(RootFinder<N>& finder, const Root<N>& root) const {
        const auto [first, final] = time_bounds(root);
        const double whole = static_cast<double>(last - found.begin);
        const auto from_begin = [&](double time) {
            return static_cast<std::uint64_t>(std::clamp(time * whole, 0.0, whole));
        };
        // The root is not before `low`, and before `high`.
        std::uint64_t low = found.begin + from_begin(first), high = found.begin + from_begin(final);
        low = low > found.begin ? low - 1 : low;
        high = std::min(last, high + 1) + 1;
        while (high - low > 1 && !finder.unsure) {
            const std::uint64_t middle = low + (high - low) / 2;
            (is_not_before(finder, root, middle) ? low : high) = middle;
        }
        return low;
    }

    bool is_not_before(RootFinder<N>& finder, const Root<N>& root, std::uint64_t tick) const {
        const N x = ticks<N>(tick - found.begin), y = ticks<N>(last - tick);
        const int after_left = finder.sign(root.left_y * x - root.left_x * y);
        if (root.at_left || after_left <= 0) return after_left <= 0;
        if (!root.whole && finder.sign(root.right_x * y - root.right_y * x) <= 0) return false;
        const CubicForm<N>& c = *root.form;
        const N yy = y * y, xx = x * x;
        const int side = finder.sign((c[0] * y + c[1] * x) * yy + (c[2] * y + c[3] * x) * xx);
        return side == 0 || side == root.before;
    }
};

// Where points were at the begin is a sum of products over the length of their ways: all are multiplied by
// all lengths.
template <class N>
std::array<LinearVector<N>, 4> common_vectors(std::span<const TimedPoint, 4> p, std::uint64_t begin,
                                              int unit) {
    N lengths = integer<N>(1);
    for (const TimedPoint& q : p)
        if (q.since != begin) lengths = lengths * ticks<N>(last - q.since);
    std::array<LinearVector<N>, 4> vectors;
    for (std::size_t i = 0; i < 4; ++i) {
        N others = integer<N>(1);
        for (std::size_t j = 0; j < 4; ++j)
            if (j != i && p[j].since != begin) others = others * ticks<N>(last - p[j].since);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const N from = N::from(p[i].from[axis], unit), to = N::from(p[i].to[axis], unit);
            vectors[i][axis] = {
                p[i].since == begin
                    ? from * lengths
                    : (from * ticks<N>(last - begin) + to * ticks<N>(begin - p[i].since)) * others,
                to * lengths};
        }
    }
    return vectors;
}

template <class N>
bool solve(Features features, const std::array<LinearVector<N>, 4>& v, std::uint64_t not_before,
           ImpactTicks& found) {
    LinearSolver<N, TicksOfImpact<N>> solver({found, not_before});
    if (features == Features::vertex_face) {
        solver.solve_vertex_face(v[0], {v[1], v[2], v[3]});
    } else {
        solver.solve_edge_edge({v[0], v[1]}, {v[2], v[3]});
    }
    if (solver.unsure()) return false;
    found = solver.found().found;
    return true;
}

// Coordinates that span at most this many bits take shorter integers; see linear_impact.cpp. Lengths add up
// to 53 bits for each point.
constexpr int short_bits = 190, medium_bits = 420;

ImpactTicks impact_ticks(Features features, const std::array<TimedPoint, 4>& p, std::uint64_t not_before) {
    ImpactTicks found;
    bool together = true;
    for (const TimedPoint& q : p) {
        found.begin = std::max(found.begin, q.since);
        together = together && q.since == p[0].since;
    }
    std::array<MovingPoint, 4> rounded;
    for (std::size_t i = 0; i < 4; ++i) {
        rounded[i] = {p[i].from, p[i].to};
        if (p[i].since == found.begin) continue;
        const double left = share_of(last - found.begin), gone = share_of(found.begin - p[i].since),
                     length = share_of(last - p[i].since);
        rounded[i].from = (p[i].from * left + p[i].to * gone) / length;
    }
    if (together) {
        const std::span<const MovingPoint, 4> points = rounded;
        if (apart_for_all_times(features == Features::vertex_face
                                    ? vertex_face_differences(points[0], points.subspan<1, 3>())
                                    : edge_edge_differences(points.first<2>(), points.last<2>())))
            return found;
    }
    CoordinateBits bits;
    for (const TimedPoint& q : p) {
        bits.add(q.from);
        bits.add(q.to);
    }
    if (bits.none()) {
        found.at_begin = true;
        return found;
    }
    if (bits.are_moderate()) {
        const double scale = std::ldexp(1, -bits.highest - 1);
        std::array<LinearVector<Bounded>, 4> v;
        for (std::size_t i = 0; i < 4; ++i) {
            v[i] = bounded_of(rounded[i], rounded[0], scale);
            // Coordinates are below 1/2 here, and rounded four times.
            if (p[i].since != found.begin || p[0].since != found.begin)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    if (i > 0) v[i][axis][0].error += 0x1p-50;
        }
        if (solve(features, v, not_before, found)) return found;
    }
    const int count = bits.count() + (together ? 0 : 4 * 53);
    const auto exactly = [&]<int Limbs>() {
        using N = BigInteger<Limbs>;
        solve(features, common_vectors<N>(p, found.begin, bits.lowest), not_before, found);
        return found;
    };
    if (count <= short_bits) return exactly.operator()<112>();
    if (count <= medium_bits) return exactly.operator()<200>();
    return exactly.operator()<760>();
}

}  // namespace

ImpactTicks vertex_face_ticks(const TimedPoint& vertex, std::span<const TimedPoint, 3> face,
                              std::uint64_t not_before) {
    return impact_ticks(Features::vertex_face, {vertex, face[0], face[1], face[2]}, not_before);
}

ImpactTicks edge_edge_ticks(std::span<const TimedPoint, 2> a, std::span<const TimedPoint, 2> b,
                            std::uint64_t not_before) {
    return impact_ticks(Features::edge_edge, {a[0], a[1], b[0], b[1]}, not_before);
}

}  // namespace graze::inline v1::detail
