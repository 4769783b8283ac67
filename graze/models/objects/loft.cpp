#include "graze/models/objects/loft.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/trig.h"
#include "graze/mesh/triangulate.h"

namespace graze::inline v1 {
namespace {

// A point of the circle, moved outwards towards the enclosing square.
Vec2 squared(const SinCos& angle, double square) {
    const double to_square = 1 / std::max(std::abs(angle.cos), std::abs(angle.sin));
    const double k = 1 - square + square * to_square;
    return {k * angle.cos, k * angle.sin};
}

std::vector<Vec3> section(const Station& s, double shrink, double along, std::uint32_t around,
                          const Placement& place) {
    std::vector<Vec3> points;
    points.reserve(around);
    for (std::uint32_t i = 0; i < around; ++i) {
        const Vec2 p = squared(sin_cos_turns(static_cast<double>(i) / around), s.square);
        points.push_back(
            place({s.middle.x + shrink * s.half.x * p.x, s.middle.y + shrink * s.half.y * p.y, along}));
    }
    return points;
}

struct Row {
    double along, shrink;
    Station station;
};

// A quarter of an ellipse from the section to its middle, without the middle itself.
std::vector<Row> bulge(const SolidBuilder& builder, const Station& end, double depth) {
    std::vector<Row> rows;
    if (depth == 0) return rows;
    const double width = std::max(end.half.x, end.half.y);
    const std::uint32_t n = builder.segments(0.8 * (std::abs(depth) + width), 2);
    for (std::uint32_t i = 1; i < n; ++i) {
        const SinCos angle = sin_cos_turns(0.25 * i / n);
        rows.push_back({end.along + depth * angle.sin, angle.cos, end});
    }
    return rows;
}

// The cap is a fan about a point, or triangles between the corners of the ring. The first ring of a skin is
// seen from behind.
void close_ring(SolidBuilder& builder, const std::vector<Vec3>& ring, VertexId first,
                const std::optional<Vec3>& middle, bool from_behind) {
    const auto add = [&](VertexId a, VertexId b, VertexId c) {
        from_behind ? builder.add_triangle(a, c, b) : builder.add_triangle(a, b, c);
    };
    const auto n = static_cast<VertexId>(ring.size());
    if (middle) {
        const VertexId apex = builder.add_vertex(*middle);
        for (VertexId i = 0; i < n; ++i) add(apex, first + i, first + (i + 1 == n ? 0 : i + 1));
        return;
    }
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (!triangulate(ring, triangles)) throw Error("the end of a skin crosses itself");
    for (const auto& [a, b, c] : triangles) add(first + a, first + b, first + c);
}

}  // namespace

SmoothCurve::SmoothCurve(std::vector<Vec2> points) : points_(std::move(points)) {
    const auto secant = [&](std::size_t i) {
        return (points_[i + 1].y - points_[i].y) / (points_[i + 1].x - points_[i].x);
    };
    slopes_.push_back(secant(0));
    for (std::size_t i = 1; i + 1 < points_.size(); ++i) {
        const double before = secant(i - 1), after = secant(i);
        slopes_.push_back(before * after <= 0 ? 0 : 2 * before * after / (before + after));
    }
    slopes_.push_back(secant(points_.size() - 2));
}

double SmoothCurve::at(double x) const {
    std::size_t i = 0;
    while (i + 2 < points_.size() && x >= points_[i + 1].x) ++i;
    const Vec2 &from = points_[i], &to = points_[i + 1];
    const double h = to.x - from.x, t = (x - from.x) / h, u = 1 - t;
    if (t <= 0) return from.y;
    if (t >= 1) return to.y;
    return from.y * u * u * (1 + 2 * t) + to.y * t * t * (1 + 2 * u) +
           h * t * u * (slopes_[i] * u - slopes_[i + 1] * t);
}

Stations::Stations(std::vector<Station> stations) : stations_(std::move(stations)) {
    using Number = double (*)(const Station&);
    const std::array<Number, 5> numbers{
        [](const Station& s) { return s.middle.x; }, [](const Station& s) { return s.middle.y; },
        [](const Station& s) { return s.half.x; }, [](const Station& s) { return s.half.y; },
        [](const Station& s) { return s.square; }};
    for (const Number number : numbers) {
        std::vector<Vec2> points;
        for (const Station& s : stations_) points.push_back({s.along, number(s)});
        curves_.emplace_back(std::move(points));
    }
}

Station Stations::at(double along) const {
    const auto value = [&](std::size_t i) { return curves_[i].at(along); };
    return {along, {value(0), value(1)}, {value(2), value(3)}, value(4)};
}

double Stations::girth() const {
    double most = 0;
    for (const Station& s : stations_) most = std::max(most, s.half.x + s.half.y);
    return std::numbers::pi * most;
}

void add_skin(SolidBuilder& builder, const Skin& skin) {
    const auto around = static_cast<std::uint32_t>(skin.around);
    const std::uint64_t fans = (skin.before_first ? 1u : 0u) + (skin.behind_last ? 1u : 0u);
    const std::uint64_t bands = 2 * (std::uint64_t{skin.rings} - 1) * around;
    if (!builder.begin_surface(skin.rings * around + fans, bands + fans * around + (2 - fans) * (around - 2)))
        return;
    const VertexId first = builder.next_vertex();
    std::vector<Vec3> first_ring, last_ring;
    for (std::size_t r = 0; r < skin.rings; ++r) {
        last_ring = skin.ring(r);
        if (r == 0) first_ring = last_ring;
        for (const Vec3& p : last_ring) builder.add_vertex(p);
    }
    const auto last = first + static_cast<VertexId>((skin.rings - 1) * around);
    for (VertexId row = first; row < last; row += around)
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t next = i + 1 == around ? 0 : i + 1;
            builder.add_quadrangle(row + i, row + next, row + around + next, row + around + i);
        }
    close_ring(builder, first_ring, first, skin.before_first, true);
    close_ring(builder, last_ring, last, skin.behind_last, false);
}

std::vector<double> cut_between(const SolidBuilder& builder, std::span<const double> given,
                                std::uint32_t least) {
    std::vector<double> all{given.front()};
    for (std::size_t i = 0; i + 1 < given.size(); ++i) {
        const double from = given[i], length = given[i + 1] - from;
        const std::uint32_t n = builder.segments(length, least);
        for (std::uint32_t k = 1; k < n; ++k) all.push_back(from + length * k / n);
        all.push_back(given[i + 1]);
    }
    return all;
}

void add_loft(SolidBuilder& builder, const Stations& stations, const LoftOptions& options,
              const Placement& place) {
    const auto given = stations.given();
    std::vector<double> along;
    for (const Station& s : given) along.push_back(s.along);
    std::vector<Row> rows = bulge(builder, given.front(), -options.start);
    std::ranges::reverse(rows);
    for (const double a : cut_between(builder, along, options.least_between))
        rows.push_back({a, 1, stations.at(a)});
    for (const Row& row : bulge(builder, given.back(), options.end)) rows.push_back(row);
    const std::uint32_t around = builder.segments(stations.girth(), options.least_around);
    const auto middle = [&](const Station& s, double beyond) {
        return place({s.middle.x, s.middle.y, s.along + beyond});
    };
    add_skin(builder, {rows.size(), around,
                       [&](std::size_t r) {
                           return section(rows[r].station, rows[r].shrink, rows[r].along, around, place);
                       },
                       middle(given.front(), -options.start), middle(given.back(), options.end)});
}

}  // namespace graze::inline v1
