#include "graze/query/sweep/linear_impact.h"

#include <cmath>
#include <limits>
#include <span>

#include "graze/query/sweep/detail/apart_for_all_times.h"
#include "graze/query/sweep/detail/linear_numbers.h"
#include "graze/query/sweep/detail/linear_solver.h"

namespace graze::inline v1 {
namespace {

using detail::BigInteger;
using detail::Bounded;
using detail::Features;
using detail::LinearSolver;
using detail::LinearVector;

// Coordinates that span at most this many bits take short integers. Numbers grow 28 times as long while the
// halving of intervals goes on, see roots.h; the bound on halvings is that on the distance of two roots of a
// cubic (Mahler 1964).
constexpr int short_bits = 190;
using ShortInteger = BigInteger<112>;
using LongInteger = BigInteger<720>;

template <class N>
LinearVector<N> vector_of(const MovingPoint& p, int unit) {
    LinearVector<N> v;
    for (std::size_t axis = 0; axis < 3; ++axis)
        v[axis] = {N::from(p.from[axis], unit), N::from(p.to[axis], unit)};
    return v;
}

template <class N, class Convert>
LinearImpact solved(Features features, std::span<const MovingPoint, 4> p, const Convert& convert,
                    bool& unsure) {
    LinearSolver<N> solver;
    const LinearVector<N> v0 = convert(p[0]), v1 = convert(p[1]), v2 = convert(p[2]), v3 = convert(p[3]);
    if (features == Features::vertex_face) {
        solver.solve_vertex_face(v0, {v1, v2, v3});
    } else {
        solver.solve_edge_edge({v0, v1}, {v2, v3});
    }
    unsure = solver.unsure();
    return solver.found().impact;
}

template <class N>
LinearImpact solved_exactly(Features features, std::span<const MovingPoint, 4> p, int unit) {
    bool unsure = false;
    return solved<N>(features, p, [&](const MovingPoint& q) { return vector_of<N>(q, unit); }, unsure);
}

LinearImpact impact(Features features, const std::array<MovingPoint, 4>& p, double separation) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const MovingPoint& q : p)
        if (!is_in_range(q.from) || !is_in_range(q.to)) return {Answer::bad_input, nan, nan};
    if (!(separation >= 0) || separation > max_coordinate) return {Answer::bad_input, nan, nan};

    const std::span<const MovingPoint, 4> points = p;
    const detail::CornerDifferences differences =
        features == Features::vertex_face
            ? detail::vertex_face_differences(p[0], points.subspan<1, 3>())
            : detail::edge_edge_differences(points.first<2>(), points.last<2>());
    if (separation > 0) {
        const LinearImpact found = detail::first_time_within(differences, separation);
        if (found.answer != Answer::undecided) return found;
        // Where the features meet, the distance is 0, whatever rounding says.
        const LinearImpact meeting = impact(features, p, 0);
        return meeting.answer == Answer::yes ? LinearImpact{Answer::yes, found.at_least, meeting.at_most}
                                             : found;
    }
    if (detail::apart_for_all_times(differences)) return {};

    detail::CoordinateBits bits;
    for (const MovingPoint& q : p) {
        bits.add(q.from);
        bits.add(q.to);
    }
    if (bits.none()) return {Answer::yes, 0, 0};
    if (bits.are_moderate()) {
        bool unsure = false;
        const double scale = std::ldexp(1, -bits.highest - 1);
        const LinearImpact found = solved<Bounded>(
            features, points, [&](const MovingPoint& q) { return detail::bounded_of(q, p[0], scale); },
            unsure);
        if (!unsure) return found;
    }
    return bits.count() <= short_bits ? solved_exactly<ShortInteger>(features, points, bits.lowest)
                                      : solved_exactly<LongInteger>(features, points, bits.lowest);
}

}  // namespace

LinearImpact vertex_face_impact(const MovingPoint& vertex, const std::array<MovingPoint, 3>& face,
                                double separation) {
    return impact(Features::vertex_face, {vertex, face[0], face[1], face[2]}, separation);
}

LinearImpact edge_edge_impact(const std::array<MovingPoint, 2>& a, const std::array<MovingPoint, 2>& b,
                              double separation) {
    return impact(Features::edge_edge, {a[0], a[1], b[0], b[1]}, separation);
}

}  // namespace graze::inline v1
