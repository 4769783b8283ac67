#include "tests/exact/rational_ray.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tests/exact/rational_vector.h"

namespace graze::test {
namespace {

using namespace rational;  // NOLINT(google-build-using-namespace)

struct Line {
    Vector origin, direction;

    // The t nearest to a point.
    Number foot(const Vector& p) const { return dot(p - origin, direction) / dot(direction, direction); }
    bool holds(const Vector& p) const { return cross(p - origin, direction).is_zero(); }
    Vector at(const Number& t) const { return origin + direction * t; }

    // The t of what it has in common with a segment: none, one or two.
    void meet_segment(const Vector& a, const Vector& b, std::vector<Number>& out) const {
        if (holds(a)) out.push_back(foot(a));
        if (holds(b)) out.push_back(foot(b));
        const Vector along = b - a, n = cross(direction, along);
        if (n.is_zero() || dot(a - origin, n) != 0) return;  // in parallel, or askew
        const Number t = dot(cross(a - origin, along), n) / dot(n, n);
        const Number s = dot(at(t) - a, along) / dot(along, along);
        if (s >= 0 && s <= 1) out.push_back(t);
    }
};

// By the sides of its edges that the point is on; the triangle has an area.
bool holds(const std::array<Vector, 3>& t, const Vector& n, const Vector& p) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (dot(cross(t[(i + 1) % 3] - t[i], p - t[i]), n) < 0) return false;
    }
    return true;
}

// Never 0 for what is not.
double rounded(const Number& x) {
    const double d = x.get_d();
    return d != 0 || x == 0 ? d : x > 0 ? 5e-324 : -5e-324;
}

}  // namespace

std::optional<RationalHit> rational_hit(const Vec3& origin, const Vec3& direction, const Triangle& triangle) {
    const Line line{Vector(origin), Vector(direction)};
    const std::array<Vector, 3> t{Vector(triangle[0]), Vector(triangle[1]), Vector(triangle[2])};
    const Vector n = cross(t[1] - t[0], t[2] - t[0]);
    const Number speed = dot(n, line.direction);
    if (speed != 0) {
        const Number at = dot(n, t[0] - line.origin) / speed;
        if (!holds(t, n, line.at(at))) return std::nullopt;
        return RationalHit{rounded(at), rounded(at)};
    }
    std::vector<Number> met;
    for (std::size_t i = 0; i < 3; ++i) line.meet_segment(t[i], t[(i + 1) % 3], met);
    if (met.empty()) return std::nullopt;
    const auto [lower, upper] = std::minmax_element(met.begin(), met.end());
    return RationalHit{rounded(*lower), rounded(*upper)};
}

}  // namespace graze::test
