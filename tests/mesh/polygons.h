// Polygons of the plane for tests. All turn counter-clockwise.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"

namespace graze::test {

using Polygon = std::vector<Vec2>;

// Star-shaped around the origin, with random radii: simple, with about half of its corners reflex.
inline Polygon random_star(Random& random, std::uint32_t corners) {
    std::vector<double> turns;
    for (std::uint32_t i = 0; i < corners; ++i) turns.push_back((i + random.uniform(0, 0.9)) / corners);
    Polygon polygon;
    for (const double t : turns) {
        const SinCos direction = sin_cos_turns(t);
        const double radius = random.uniform(0.2, 1);
        polygon.push_back({radius * direction.cos, radius * direction.sin});
    }
    return polygon;
}

// The usual drawing of a star with sharp tips.
inline Polygon sharp_star(std::uint32_t tips) {
    Polygon polygon;
    for (std::uint32_t i = 0; i < 2 * tips; ++i) {
        const SinCos direction = sin_cos_turns(i / (2.0 * tips));
        const double radius = i % 2 == 0 ? 1 : 0.3;
        polygon.push_back({radius * direction.cos, radius * direction.sin});
    }
    return polygon;
}

// A bar with long thin teeth pointing up.
inline Polygon comb(std::uint32_t teeth) {
    Polygon polygon{{0, -1}, {2.0 * teeth, -1}};
    for (std::uint32_t i = teeth; i-- > 0;) {
        polygon.push_back({2.0 * i + 1.5, 0});
        polygon.push_back({2.0 * i + 1, 1000});
        polygon.push_back({2.0 * i + 0.5, 0});
    }
    return polygon;
}

// A corridor that winds round the origin `windings` times, `corners` on each side of it.
inline Polygon spiral(double windings, std::uint32_t corners) {
    Polygon polygon;
    const auto add = [&](std::uint32_t i, double offset) {
        const double t = windings * i / corners;
        const SinCos direction = sin_cos_turns(t);
        const double radius = 1 + t + offset;
        polygon.push_back({radius * direction.cos, radius * direction.sin});
    };
    for (std::uint32_t i = 0; i < corners; ++i) add(i, 0.5);
    for (std::uint32_t i = corners; i-- > 0;) add(i, 0);
    return polygon;
}

// A square with `holes` square holes along its diagonal, joined to it and to one another by bridges.
inline Polygon square_with_holes(std::uint32_t holes) {
    const double size = 3.0 * holes + 1;
    Polygon polygon{{0, 0}};
    for (std::uint32_t i = 0; i < holes; ++i) {  // each hole clockwise, first half
        const double lower = 3.0 * i + 1, upper = lower + 2;
        polygon.insert(polygon.end(), {{lower, lower}, {lower, upper}, {upper, upper}});
    }
    for (std::uint32_t i = holes; i-- > 0;) {  // and on the way back the other half
        const double lower = 3.0 * i + 1, upper = lower + 2;
        if (i + 1 < holes) polygon.push_back({upper, upper});
        polygon.insert(polygon.end(), {{upper, lower}, {lower, lower}});
    }
    polygon.insert(polygon.end(), {{0, 0}, {size, 0}, {size, size}, {0, size}});
    return polygon;
}

// Do the closed segments meet?
inline bool segments_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    if (orient2d(a, b, c) * orient2d(a, b, d) > 0 || orient2d(c, d, a) * orient2d(c, d, b) > 0) return false;
    const auto apart = [](double p, double q, double r, double s) {
        return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
    };
    return !apart(a.x, b.x, c.x, d.x) && !apart(a.y, b.y, c.y, d.y);
}

// Do edges meet only where they are joined, without folding back?
inline bool is_simple(const Polygon& polygon) {
    const std::size_t n = polygon.size();
    const auto corner = [&](std::size_t i) -> const Vec2& { return polygon[i % n]; };
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 &a = corner(i), &b = corner(i + 1), &c = corner(i + 2);
        if (a == b || segments_meet(a, a, b, c) || segments_meet(a, b, c, c)) return false;
        for (std::size_t j = i + 2; j < n && (j + 1) % n != i; ++j)
            if (segments_meet(a, b, corner(j), corner(j + 1))) return false;
    }
    return true;
}

// Twice the signed area, with the rounding of long double (on coordinates relative to a corner, so that
// little cancels).
inline long double twice_area(const Polygon& polygon) {
    long double sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()], &o = polygon[0];
        const long double ax = a.x, ay = a.y, bx = b.x, by = b.y;
        sum += (ax - o.x) * (by - o.y) - (ay - o.y) * (bx - o.x);
    }
    return sum;
}

// A simple polygon on a small grid of integers, with many corners in line with others.
inline Polygon random_on_grid(Random& random, std::uint32_t corners, std::uint32_t grid) {
    const auto point = [&] {
        return Vec2{static_cast<double>(random.below(grid)), static_cast<double>(random.below(grid))};
    };
    Polygon polygon;
    do {
        polygon = {point(), point(), point()};
    } while (orient2d(polygon[0], polygon[1], polygon[2]) <= 0);
    for (int attempt = 0; attempt < 400 && polygon.size() < corners; ++attempt) {
        Polygon larger = polygon;
        larger.insert(larger.begin() + static_cast<std::ptrdiff_t>(random.below(polygon.size() + 1)),
                      point());
        if (is_simple(larger)) polygon = larger;
    }
    if (twice_area(polygon) < 0) std::ranges::reverse(polygon);
    return polygon;
}

// The outline of triangles of a small grid glued together, each along one edge to one before it. It touches
// itself at many corners and along edges that are not glued, but never crosses itself: it has a proper
// triangulation by design.
inline Polygon random_glued_triangles(Random& random, std::uint32_t triangles, std::uint32_t grid) {
    // Square (i, j) is cut along one diagonal or the other.
    std::vector<char> rising(std::size_t{grid} * grid);
    for (char& r : rising) r = random.chance(0.5) ? 1 : 0;
    std::vector<std::array<Vec2, 3>> cells;
    for (std::uint32_t j = 0; j < grid; ++j) {
        for (std::uint32_t i = 0; i < grid; ++i) {
            const Vec2 a{i * 1.0, j * 1.0}, b{i + 1.0, j * 1.0}, c{i + 1.0, j + 1.0}, d{i * 1.0, j + 1.0};
            if (rising[std::size_t{j} * grid + i])
                cells.insert(cells.end(), {{a, b, c}, {a, c, d}});
            else
                cells.insert(cells.end(), {{a, b, d}, {b, c, d}});
        }
    }
    const std::size_t first = random.below(cells.size());
    Polygon polygon(cells[first].begin(), cells[first].end());
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(first));
    for (int attempt = 0; attempt < 2000 && polygon.size() < triangles + 2; ++attempt) {
        const std::size_t at = random.below(polygon.size());
        const Vec2 from = polygon[at], to = polygon[(at + 1) % polygon.size()];
        for (std::size_t t = 0; t < cells.size(); ++t) {
            for (std::size_t e = 0; e < 3; ++e) {
                if (!(cells[t][e] == to) || !(cells[t][(e + 1) % 3] == from)) continue;
                polygon.insert(polygon.begin() + static_cast<std::ptrdiff_t>(at) + 1, cells[t][(e + 2) % 3]);
                cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(t));
                t = cells.size();
                break;
            }
        }
    }
    return polygon;
}

}  // namespace graze::test
