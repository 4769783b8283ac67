#include "bench/seeds/polygon_tests.h"

#include "bench/seeds/moeller.h"
#include "bench/seeds/plane_2d.h"

namespace graze::bench {
namespace {

// The corners of a polygon seen so that it runs counter-clockwise.
struct Projected {
    std::array<Vec2, max_corners> corner;
    std::size_t count;

    explicit Projected(std::span<const Vec3> polygon) : count(polygon.size()) {
        const Vec3 normal = newell_normal(polygon);
        const int axis = dominant_axis(normal);
        const bool clockwise = normal[static_cast<std::size_t>(axis)] < 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Vec2 p = drop(polygon[i], axis);
            corner[i] = clockwise ? Vec2{p.y, p.x} : p;
        }
    }
};

void append(SmallTriangulation& result, std::size_t i, std::size_t j, std::size_t k) {
    result.corners[result.count++] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j),
                                      static_cast<std::uint8_t>(k)};
}

void split_quadrangle(std::span<const Vec3> polygon, SmallTriangulation& result) {
    const Projected seen(polygon);
    const auto is_concave = [&](std::size_t i) {
        return turn(seen.corner[(i + 3) % 4], seen.corner[i], seen.corner[(i + 1) % 4]) < 0;
    };
    // The diagonal must leave from the concave corner: 0-2 serves corners 0 and 2, 1-3 the others.
    const std::size_t from = is_concave(1) || is_concave(3) ? 1 : 0;
    append(result, from, from + 1, from + 2);
    append(result, from + 2, (from + 3) % 4, from);
}

bool is_ear(const Projected& seen, std::span<const std::size_t> left, std::size_t before, std::size_t at,
            std::size_t after) {
    const Vec2 &a = seen.corner[before], &b = seen.corner[at], &c = seen.corner[after];
    if (turn(a, b, c) <= 0) return false;
    for (const std::size_t i : left) {
        if (i == before || i == at || i == after) continue;
        const Vec2& p = seen.corner[i];
        if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
}

void cut_ears(std::span<const Vec3> polygon, SmallTriangulation& result) {
    const Projected seen(polygon);
    std::array<std::size_t, max_corners> left{};
    std::size_t count = polygon.size();
    for (std::size_t i = 0; i < count; ++i) left[i] = i;
    while (count > 3) {
        std::size_t ear = 0;  // if rounding hides every ear, any corner will do
        for (std::size_t i = 0; i < count; ++i) {
            const std::span<const std::size_t> rest(left.data(), count);
            if (!is_ear(seen, rest, left[(i + count - 1) % count], left[i], left[(i + 1) % count])) continue;
            ear = i;
            break;
        }
        append(result, left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count]);
        for (std::size_t i = ear; i + 1 < count; ++i) left[i] = left[i + 1];
        --count;
    }
    append(result, left[0], left[1], left[2]);
}

}  // namespace

SmallTriangulation split(std::span<const Vec3> polygon) {
    SmallTriangulation result;
    if (polygon.size() == 3) {
        append(result, 0, 1, 2);
    } else if (polygon.size() == 4) {
        split_quadrangle(polygon, result);
    } else {
        cut_ears(polygon, result);
    }
    return result;
}

bool moeller_polygons_intersect(std::span<const Vec3> p, std::span<const Vec3> q) {
    const SmallTriangulation of_p = split(p), of_q = split(q);
    for (std::size_t i = 0; i < of_p.count; ++i) {
        const Triangle a = of_p.triangle(i, p);
        for (std::size_t j = 0; j < of_q.count; ++j) {
            if (moeller_intersects(a, of_q.triangle(j, q))) return true;
        }
    }
    return false;
}

bool seeds_intersect(std::span<const Vec3> p, std::span<const Vec3> q) {
    if (p.size() == 3 && q.size() == 3) return moeller_intersects({{p[0], p[1], p[2]}}, {{q[0], q[1], q[2]}});
    return zachmann_intersects(p, q);
}

}  // namespace graze::bench
