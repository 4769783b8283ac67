#include "bench/seeds/moeller.h"

#include <algorithm>
#include <utility>

#include "bench/seeds/plane_2d.h"

namespace graze::bench {
namespace {

struct Plane {
    Vec3 normal;
    double offset;

    double distance(const Vec3& p) const { return dot(normal, p) + offset; }  // scaled by the normal's length
};

Plane plane_of(const Triangle& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    return {normal, -dot(normal, t[0])};
}

struct Distances {
    double d[3];

    bool all_on_one_side() const { return d[0] * d[1] > 0 && d[0] * d[2] > 0; }
    bool all_zero() const { return d[0] == 0 && d[1] == 0 && d[2] == 0; }

    // The corner that the other plane separates from the two others. A corner on the plane goes with
    // whichever side leaves one corner alone; the interval is the same.
    int lone_corner() const {
        if (d[0] * d[1] > 0) return 2;
        if (d[0] * d[2] > 0) return 1;
        if (d[1] * d[2] > 0 || d[0] != 0) return 0;
        return d[1] != 0 ? 1 : 2;
    }
};

Distances distances(const Triangle& t, const Plane& plane) {
    return {{plane.distance(t[0]), plane.distance(t[1]), plane.distance(t[2])}};
}

// A triangle's coordinates along the common line and its distances, lone corner first.
struct OnLine {
    double lone, p, q;
    double lone_distance, p_distance, q_distance;
};

OnLine on_line(const Triangle& t, const Distances& distances, std::size_t axis) {
    const int i = distances.lone_corner();
    const int j = i == 2 ? 0 : i + 1;
    const int k = j == 2 ? 0 : j + 1;
    const auto at = [&](int corner) { return t.corner[static_cast<std::size_t>(corner)][axis]; };
    return {at(i), at(j), at(k), distances.d[i], distances.d[j], distances.d[k]};
}

bool overlap(double a0, double a1, double b0, double b1) {
    return std::max(std::min(a0, a1), std::min(b0, b1)) <= std::min(std::max(a0, a1), std::max(b0, b1));
}

struct ByDivision {
    static bool intervals_overlap(const OnLine& a, const OnLine& b) {
        const auto cut = [](double lone, double lone_distance, double end, double end_distance) {
            return lone + (end - lone) * lone_distance / (lone_distance - end_distance);
        };
        return overlap(
            cut(a.lone, a.lone_distance, a.p, a.p_distance), cut(a.lone, a.lone_distance, a.q, a.q_distance),
            cut(b.lone, b.lone_distance, b.p, b.p_distance), cut(b.lone, b.lone_distance, b.q, b.q_distance));
    }
};

struct ByMultiplication {
    // Every end has the form lone + slope / denominator; all four are multiplied by all four denominators.
    static bool intervals_overlap(const OnLine& a, const OnLine& b) {
        const double ap = a.lone_distance - a.p_distance, aq = a.lone_distance - a.q_distance;
        const double bp = b.lone_distance - b.p_distance, bq = b.lone_distance - b.q_distance;
        const double a_both = ap * aq, b_both = bp * bq, all = a_both * b_both;
        const double a_base = a.lone * all, b_base = b.lone * all;
        return overlap(a_base + (a.p - a.lone) * a.lone_distance * aq * b_both,
                       a_base + (a.q - a.lone) * a.lone_distance * ap * b_both,
                       b_base + (b.p - b.lone) * b.lone_distance * a_both * bq,
                       b_base + (b.q - b.lone) * b.lone_distance * a_both * bp);
    }
};

bool coplanar_intersect(const Triangle& a, const Triangle& b, const Vec3& normal) {
    const int axis = dominant_axis(normal);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec2 p = drop(a[i], axis), q = drop(a[(i + 1) % 3], axis);
        for (std::size_t j = 0; j < 3; ++j) {
            if (segments_meet(p, q, drop(b[j], axis), drop(b[(j + 1) % 3], axis))) return true;
        }
    }
    return in_polygon(drop(a[0], axis), b.corner, axis) || in_polygon(drop(b[0], axis), a.corner, axis);
}

template <class Intervals>
bool interval_test(const Triangle& a, const Triangle& b) {
    const Plane b_plane = plane_of(b);
    const Distances a_distances = distances(a, b_plane);
    if (a_distances.all_on_one_side()) return false;
    const Plane a_plane = plane_of(a);
    const Distances b_distances = distances(b, a_plane);
    if (b_distances.all_on_one_side()) return false;
    if (a_distances.all_zero() || b_distances.all_zero()) return coplanar_intersect(a, b, a_plane.normal);
    // Coordinates along the line may be replaced by those along the axis most parallel to it (section 2 of
    // the paper).
    const auto axis = static_cast<std::size_t>(dominant_axis(cross(a_plane.normal, b_plane.normal)));
    return Intervals::intervals_overlap(on_line(a, a_distances, axis), on_line(b, b_distances, axis));
}

}  // namespace

bool moeller_divides(const Triangle& a, const Triangle& b) {
    return interval_test<ByDivision>(a, b);
}

bool moeller_division_free(const Triangle& a, const Triangle& b) {
    return interval_test<ByMultiplication>(a, b);
}

}  // namespace graze::bench
