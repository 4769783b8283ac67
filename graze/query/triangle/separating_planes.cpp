#include "graze/query/triangle/detail/separating_planes.h"

#include <algorithm>
#include <cmath>

#include "graze/base/detail/double_double.h"

namespace graze::inline v1::detail {
namespace {

double largest_part(const Wide3& v) {
    return std::max({std::abs(v[0].high), std::abs(v[1].high), std::abs(v[2].high)});
}
Vec3 rounded(const Wide3& v) {
    return {v[0].high, v[1].high, v[2].high};
}

// The corners relative to one of them, which is exact, and scaled by a power of two to at most 2.
class Corners {
  public:
    Wide3 a[3], b[3], edge_a[3], edge_b[3];
    double limit;
    bool good;  // all numbers are in the range where they are exact

    Corners(const Triangle& ta, const Triangle& tb, double limit_in) {
        double size = limit_in;
        for (std::size_t i = 0; i < 3; ++i) {
            a[i] = from(tb[0], ta[i]);
            b[i] = from(tb[0], tb[i]);
            size = std::max({size, largest_part(a[i]), largest_part(b[i])});
        }
        good = size > 0x1p-300 && size < 0x1p300 && limit_in > 0x1p-100 * size;
        const double scale = good ? std::ldexp(1.0, -std::ilogb(size)) : 1;
        limit = limit_in * scale;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                for (DoubleDouble* x : {&a[i][k], &b[i][k]}) *x = {x->high * scale, x->low * scale};
            }
        }
        for (std::size_t i = 0; i < 3; ++i) {
            edge_a[i] = minus(a[(i + 1) % 3], a[i]);
            edge_b[i] = minus(b[(i + 1) % 3], b[i]);
        }
    }

  private:
    static Wide3 from(const Vec3& origin, const Vec3& p) {
        return {DoubleDouble::difference(p.x, origin.x), DoubleDouble::difference(p.y, origin.y),
                DoubleDouble::difference(p.z, origin.z)};
    }
};

class Planes {
  public:
    Planes(const Corners& corners, const Vec3& direction, std::optional<SeparatingDirection>& seen_along)
        : c_(corners), direction_(direction), length_(dot(direction, direction)), seen_along_(seen_along) {}

    // Is there a plane along whose normal the triangles are further apart than the limit? Only the plane
    // perpendicular to the shortest connection can be. It is the plane of a face, or of two edges, or has a
    // corner and an edge, or two corners, on the two sides.
    bool separate() const {
        if (separates_along({cross(c_.edge_a[0], c_.edge_a[1]), second_order}) ||
            separates_along({cross(c_.edge_b[0], c_.edge_b[1]), second_order}))
            return true;
        for (const Wide3& a : c_.edge_a) {
            for (const Wide3& b : c_.edge_b)
                if (separates_along({cross(a, b), second_order})) return true;
        }
        for (const Wide3& a : c_.a) {
            for (const Wide3& b : c_.b) {
                const Wide3 between = minus(a, b);
                if (separates_along({between, first_order})) return true;
                for (std::size_t i = 0; i < 3; ++i) {
                    if (separates_along({across(between, c_.edge_a[i]), third_order}) ||
                        separates_along({across(between, c_.edge_b[i]), third_order}))
                        return true;
                }
            }
        }
        return false;
    }

  private:
    // The largest errors of sums of products of up to three coordinates: coordinates are up to 4, each
    // operation adds 2^-104 of its result, and underflow is far below.
    static constexpr double first_order = 0x1p-100, second_order = 0x1p-96, third_order = 0x1p-90;

    // The part of v that is perpendicular to an edge, times the edge's squared length.
    static Wide3 across(const Wide3& v, const Wide3& edge) {
        const DoubleDouble squared = dot(edge, edge), along = dot(v, edge);
        return {v[0] * squared - edge[0] * along, v[1] * squared - edge[1] * along,
                v[2] * squared - edge[2] * along};
    }

    bool is_parallel_to_direction(const Vec3& n) const {
        constexpr double nearly = 1 - 1e-7;
        const double along = dot(n, direction_);
        return along * along >= nearly * dot(n, n) * length_ && along != 0;
    }

    bool separates_along(const SeparatingDirection& n) const {
        if (!is_parallel_to_direction(rounded(n.along))) return false;
        DoubleDouble low_a = dot(n.along, c_.a[0]), high_a = low_a, low_b = dot(n.along, c_.b[0]),
                     high_b = low_b;
        for (std::size_t i = 1; i < 3; ++i) {
            extend(dot(n.along, c_.a[i]), low_a, high_a);
            extend(dot(n.along, c_.b[i]), low_b, high_b);
        }
        const DoubleDouble above = low_a - high_b, below = low_b - high_a;
        const double size = largest_part(n.along);
        // For projections, which are sums of three products with coordinates up to 2.
        const DoubleDouble gap =
            (above.high > below.high ? above : below) - DoubleDouble(16 * (n.error + 0x1p-102 * size));
        if (!(gap.high > 0)) return false;
        const DoubleDouble squared =
            dot(n.along, n.along) + DoubleDouble(8 * size * (n.error + 0x1p-102 * size));
        const DoubleDouble limit(c_.limit), least = limit * limit * squared;
        if (!((gap * gap - least).high > 0x1p-98 * least.high)) return false;
        seen_along_ = n;
        if (!(above.high > below.high)) seen_along_->along = {-n.along[0], -n.along[1], -n.along[2]};
        return true;
    }

    static void extend(const DoubleDouble& x, DoubleDouble& low, DoubleDouble& high) {
        if ((x - low).high < 0) low = x;
        if ((x - high).high > 0) high = x;
    }

    const Corners& c_;
    Vec3 direction_;
    double length_;  // squared
    std::optional<SeparatingDirection>& seen_along_;
};

}  // namespace

bool certainly_beyond(const Triangle& a, const Triangle& b, const Vec3& direction, double limit,
                      std::optional<SeparatingDirection>& seen_along) {
    const Corners corners(a, b, limit);
    return corners.good && Planes(corners, direction, seen_along).separate();
}

}  // namespace graze::inline v1::detail
