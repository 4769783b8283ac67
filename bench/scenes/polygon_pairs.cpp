#include "bench/scenes/polygon_pairs.h"

#include <algorithm>
#include <array>

#include "bench/seeds/plane_2d.h"
#include "graze/base/pose.h"
#include "graze/base/trig.h"

namespace graze::bench {
namespace {

using Outline = std::vector<Vec2>;

Vec2 mix(const Vec2& a, double share_a, const Vec2& b, double share_b) {
    return {a.x * share_a + b.x * share_b, a.y * share_a + b.y * share_b};
}

Outline on_circle(Random& random, std::size_t corners) {
    std::vector<double> turns(corners);
    for (double& turn : turns) turn = random.uniform();
    std::sort(turns.begin(), turns.end());
    Outline outline;
    for (const double t : turns) {
        const SinCos at = sin_cos_turns(t);
        outline.push_back({at.cos, at.sin});
    }
    return outline;
}

// A random point inside triangle abc, a little off its boundary.
Vec2 inside(Random& random, const Vec2& a, const Vec2& b, const Vec2& c) {
    double s = random.uniform(0.05, 0.95), t = random.uniform(0.05, 0.95);
    if (s + t > 0.95) {
        s = (1 - s) * 0.9;
        t = (1 - t) * 0.9;
    }
    const Vec2 ab = mix(a, 1 - s - t, b, s);
    return {ab.x + c.x * t, ab.y + c.y * t};
}

// A convex polygon whose last edge is dented: the additional corner lies in the triangle of that edge and the
// opposite corner (of three) or the meeting point of the diagonals (of four), so that the outline does not
// cross itself.
Outline dented(Random& random, std::size_t corners) {
    Outline outline = on_circle(random, corners - 1);
    const Vec2 first = outline.front(), last = outline.back();
    Vec2 apex = outline[1];
    if (outline.size() > 3) {
        const Vec2 &far_from_first = outline[outline.size() - 2], &far_from_last = outline[1];
        const double s = turn(last, far_from_last, first), t = turn(last, far_from_last, far_from_first);
        apex = mix(first, t / (t - s), far_from_first, -s / (t - s));
    }
    outline.push_back(inside(random, last, first, apex));
    return outline;
}

std::vector<Vec3> placed(const Outline& outline, double size, Random& random) {
    const Quat rotation = random.rotation();
    const Pose pose(rotation, random.in_box({0, 0, 0}, {1, 1, 1}));
    std::vector<Vec3> polygon;
    for (const Vec2& p : outline) polygon.push_back(pose(Vec3{p.x * size, p.y * size, 0}));
    return polygon;
}

bool is_simple(const Outline& o) {
    const std::size_t n = o.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 &u = o[i], &v = o[(i + 1) % n], &w = o[(i + 2) % n];
        if (turn(u, v, w) == 0) return false;  // no straight corners and no spikes either
        for (std::size_t j = i + 2; j < n; ++j) {
            if ((j + 1) % n != i && segments_meet(u, v, o[j], o[(j + 1) % n])) return false;
        }
    }
    return true;
}

bool is_concave(const Outline& o) {
    bool left = false, right = false;
    for (std::size_t i = 0; i < o.size(); ++i) {
        const double t = turn(o[i], o[(i + 1) % o.size()], o[(i + 2) % o.size()]);
        left |= t > 0;
        right |= t < 0;
    }
    return left && right;
}

Outline on_grid(Random& random, const PolygonKind& kind) {
    Outline outline(kind.corners);
    do {
        for (Vec2& p : outline) {
            const double x = static_cast<double>(random.below(5));
            p = {x, static_cast<double>(random.below(5))};
        }
    } while (!is_simple(outline) || is_concave(outline) != kind.concave);
    return outline;
}

std::vector<Vec3> placed_on_grid(const Outline& outline, Random& random) {
    const std::array<std::array<Vec3, 2>, 5> frames{{{Vec3{1, 0, 0}, Vec3{0, 1, 0}},
                                                     {Vec3{0, 1, 0}, Vec3{0, 0, 1}},
                                                     {Vec3{0, 0, 1}, Vec3{1, 0, 0}},
                                                     {Vec3{1, 0, 1}, Vec3{0, 1, -1}},
                                                     {Vec3{1, 1, 0}, Vec3{0, 0, 1}}}};
    const auto& [u, v] = frames[random.below(frames.size())];
    const auto step = [&] { return static_cast<double>(random.below(4)); };
    const double x = step(), y = step();
    const Vec3 origin{x, y, step()};
    std::vector<Vec3> polygon;
    for (const Vec2& p : outline) polygon.push_back(origin + u * p.x + v * p.y);
    return polygon;
}

}  // namespace

void PolygonPairs::add(std::span<const Vec3> p, std::span<const Vec3> q) {
    points_.insert(points_.end(), p.begin(), p.end());
    points_.insert(points_.end(), q.begin(), q.end());
}

PolygonPairs random_polygons(const PolygonKind& kind, double size, std::size_t chunk, std::size_t pairs) {
    Random random(0x3001 + chunk);
    PolygonPairs result(kind.corners);
    const auto make = [&] {
        return placed(kind.concave ? dented(random, kind.corners) : on_circle(random, kind.corners), size,
                      random);
    };
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto p = make();
        result.add(p, make());
    }
    return result;
}

PolygonPairs grid_polygons(const PolygonKind& kind, std::size_t chunk, std::size_t pairs) {
    Random random(0x671d + chunk);
    PolygonPairs result(kind.corners);
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto p = placed_on_grid(on_grid(random, kind), random);
        result.add(p, placed_on_grid(on_grid(random, kind), random));
    }
    return result;
}

}  // namespace graze::bench
