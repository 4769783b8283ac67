// Compares distances with a limit: in doubles where these can decide, then by separating planes in twice the
// precision, else in integers.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graze/base/detail/big.h"
#include "graze/query/detail/costs.h"
#include "graze/query/distance/detail/distance_search.h"
#include "graze/query/triangle/detail/limit_sum.h"
#include "graze/query/triangle/detail/separating_planes.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1 {
namespace {

// The largest number is the square of a triple product: six differences, 133 limbs.
using Number = detail::BigInteger<144>;

struct Vector {
    Number x, y, z;

    friend Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};
Number dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A length that squared distances are compared with.
struct Limit {
    Number squared;
    bool strictly = false;

    // Is a distance, whose square is a quotient of two numbers, within the limit?
    bool admits(const Number& numerator, const Number& denominator) const {
        return admits(numerator - squared * denominator);
    }
    bool admits(const Number& excess) const { return excess.sign() < (strictly ? 0 : 1); }
};

struct Edge {
    Vector from, direction;
    Number squared;  // length
};

// Corners and edges as integers. Every test below compares the squared distance of two points of the
// triangles with the squared limit, both multiplied by the denominator. For some pair of features, the
// closest points are inside the features.
struct Exact {
    std::array<Vector, 3> corner;
    std::array<Edge, 3> edge;
    Vector normal;
    Number squared_normal;

    Exact(const Triangle& t, int shift) {
        const auto whole = [&](double x) { return Number::from(std::ldexp(x, shift)); };
        for (std::size_t i = 0; i < 3; ++i) corner[i] = {whole(t[i].x), whole(t[i].y), whole(t[i].z)};
        for (std::size_t i = 0; i < 3; ++i) {
            edge[i].from = corner[i];
            edge[i].direction = corner[(i + 1) % 3] - corner[i];
            edge[i].squared = dot(edge[i].direction, edge[i].direction);
        }
        normal = cross(edge[0].direction, edge[1].direction);
        squared_normal = dot(normal, normal);
    }
};

bool corners_close(const Vector& p, const Vector& q, const Limit& limit) {
    const Vector r = p - q;
    return limit.admits(dot(r, r) - limit.squared);
}

bool close_to_edge(const Vector& p, const Edge& e, const Limit& limit) {
    const Vector r = p - e.from;
    const Number along = dot(r, e.direction);
    if (along.sign() <= 0 || (e.squared - along).sign() <= 0) return false;  // an end is nearer
    const Vector n = cross(r, e.direction);
    return limit.admits(dot(n, n), e.squared);
}

bool edges_close(const Edge& a, const Edge& b, const Limit& limit) {
    const Vector n = cross(a.direction, b.direction), r = b.from - a.from;
    const Number nn = dot(n, n);
    if (nn.sign() == 0) return false;
    const Number s = dot(cross(r, b.direction), n), t = dot(cross(r, a.direction), n);
    if (s.sign() < 0 || t.sign() < 0 || (nn - s).sign() < 0 || (nn - t).sign() < 0) return false;
    const Number along = dot(r, n);
    return limit.admits(along * along, nn);
}

bool close_to_face(const Vector& p, const Exact& t, const Limit& limit) {
    if (t.squared_normal.sign() == 0) return false;
    for (const Edge& e : t.edge)
        if (dot(cross(e.direction, p - e.from), t.normal).sign() < 0) return false;
    const Number along = dot(p - t.corner[0], t.normal);
    return limit.admits(along * along, t.squared_normal);
}

// The largest shift that makes all numbers short integers in units of 2^-1074, exactly.
int least_shift(const Triangle& a, const Triangle& b, const detail::LimitSum& limit) {
    int lowest = std::numeric_limits<int>::max();
    const auto see = [&](double x) {
        if (x != 0) lowest = std::min(lowest, std::max(std::ilogb(x) - 52, -1074));
    };
    for (const Triangle* t : {&a, &b}) {
        for (const Vec3& p : t->corner) see(p.x), see(p.y), see(p.z);
    }
    for (const double x : {limit.length, limit.more, limit.and_more}) see(x);
    return lowest == std::numeric_limits<int>::max() ? 0 : -1074 - lowest;
}

bool exactly_within(const Triangle& a, const Triangle& b, const detail::LimitSum& sum) {
    const int shift = least_shift(a, b, sum);
    const Exact ea(a, shift), eb(b, shift);
    const auto whole = [&](double x) { return Number::from(std::ldexp(x, shift)); };
    const Number length = whole(sum.length) + whole(sum.more) + whole(sum.and_more);
    if (length.sign() < (sum.strictly ? 1 : 0)) return false;
    const Limit limit{length * length, sum.strictly};
    for (std::size_t i = 0; i < 3; ++i) {
        if (close_to_face(ea.corner[i], eb, limit) || close_to_face(eb.corner[i], ea, limit)) return true;
        for (std::size_t j = 0; j < 3; ++j) {
            if (corners_close(ea.corner[i], eb.corner[j], limit) ||
                close_to_edge(ea.corner[i], eb.edge[j], limit) ||
                close_to_edge(eb.corner[i], ea.edge[j], limit) || edges_close(ea.edge[i], eb.edge[j], limit))
                return true;
        }
    }
    return false;
}

double largest_of_pair(const Triangle& a, const Triangle& b) {
    double m = 0;
    for (const Triangle* t : {&a, &b}) {
        for (const Vec3& p : t->corner) m = std::max({m, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    return m;
}

// The error that distance() states, and a little more.
double error_of(double value, const Triangle& a, const Triangle& b) {
    const double largest = largest_of_pair(a, b);
    return std::max(1.01e-12 * value, 9 * (std::nextafter(largest, 2 * largest) - largest));
}

}  // namespace

bool detail::distance_within(const Triangle& a, const Triangle& b, const LimitSum& limit) {
    const double value = distance(a, b).value, sum = limit.rounded();
    const double error = error_of(value, a, b) + limit.error();
    if (value + error < sum) return true;
    return !(value - error > sum) && exactly_within(a, b, limit);
}

bool detail::at_most(const Triangle& a, const Triangle& b, double limit, bool& hard,
                     std::optional<SeparatingDirection>& seen_along, Meter& meter) {
    const ClosestPoints closest = distance(a, b);
    const double value = closest.value;
    if (value == 0) return true;
    const double error = error_of(value, a, b);
    if (value + error < limit) return true;
    if (value - error > limit) return false;
    hard = true;
    // Two walls exactly as far apart as the limit have many triangles each, and all pairs come here.
    if (certainly_beyond(a, b, closest.point_a - closest.point_b, limit, seen_along)) return false;
    meter.spend(detail::cost::integer_pair);
    return exactly_within(a, b, {limit});
}

bool detail::distance_at_most(const Triangle& a, const Triangle& b, double limit, Meter& meter) {
    if (!(limit >= 0)) return false;
    if (limit == 0) return intersects(a, b);
    bool hard = false;
    std::optional<detail::SeparatingDirection> seen_along;
    return detail::at_most(a, b, limit, hard, seen_along, meter);
}

bool distance_at_most(const Triangle& a, const Triangle& b, double limit) {
    Meter unlimited{Budget{}};
    return detail::distance_at_most(a, b, limit, unlimited);
}

}  // namespace graze::inline v1
