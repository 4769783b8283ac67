#include "graze/models/objects/lathe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "graze/base/trig.h"

namespace graze::inline v1 {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

void add_band(SolidBuilder& builder, VertexId lower, VertexId upper, std::uint32_t around) {
    for (std::uint32_t i = 0; i < around; ++i) {
        const std::uint32_t next = i + 1 == around ? 0 : i + 1;
        builder.add_quadrangle(lower + i, lower + next, upper + next, upper + i);
    }
}

void add_ring(SolidBuilder& builder, const ProfilePoint& p, std::span<const Vec2> section,
              const Placement& place) {
    for (const Vec2& s : section) builder.add_vertex(place({p.radius * s.x, p.radius * s.y, p.along}));
}

// The first and the last vertex are the poles.
void add_spindle(SolidBuilder& builder, std::span<const ProfilePoint> points, std::span<const Vec2> section,
                 const Placement& place) {
    const auto around = static_cast<std::uint32_t>(section.size());
    const auto rings = static_cast<std::uint32_t>(points.size() - 2);
    if (!builder.begin_surface(std::uint64_t{around} * rings + 2, 2 * std::uint64_t{around} * rings)) return;
    const VertexId bottom = builder.add_vertex(place({0, 0, points.front().along}));
    for (const ProfilePoint& p : points.subspan(1, rings)) add_ring(builder, p, section, place);
    const VertexId top = builder.add_vertex(place({0, 0, points.back().along}));
    for (std::uint32_t r = 0; r + 1 < rings; ++r)
        add_band(builder, bottom + 1 + r * around, bottom + 1 + (r + 1) * around, around);
    const VertexId last_ring = bottom + 1 + (rings - 1) * around;
    for (std::uint32_t i = 0; i < around; ++i) {
        const std::uint32_t next = i + 1 == around ? 0 : i + 1;
        builder.add_triangle(bottom, bottom + 1 + next, bottom + 1 + i);
        builder.add_triangle(top, last_ring + i, last_ring + next);
    }
}

void add_loop(SolidBuilder& builder, std::span<const ProfilePoint> points, std::span<const Vec2> section,
              const Placement& place) {
    const auto around = static_cast<std::uint32_t>(section.size());
    const auto rings = static_cast<std::uint32_t>(points.size());
    if (!builder.begin_surface(std::uint64_t{around} * rings, 2 * std::uint64_t{around} * rings)) return;
    const VertexId first = builder.next_vertex();
    for (const ProfilePoint& p : points) add_ring(builder, p, section, place);
    for (std::uint32_t r = 0; r < rings; ++r)
        add_band(builder, first + r * around, first + (r + 1 == rings ? 0 : r + 1) * around, around);
}

}  // namespace

Profile& Profile::line_to(double radius, double along, std::uint32_t least) {
    const ProfilePoint from = points_.back();
    const double dr = radius - from.radius, dz = along - from.along;
    const std::uint32_t n = builder_->segments(std::sqrt(dr * dr + dz * dz), least);
    for (std::uint32_t i = 1; i < n; ++i) {
        const double t = static_cast<double>(i) / n;
        points_.push_back({from.radius + dr * t, from.along + dz * t});
    }
    points_.push_back({radius, along});
    return *this;
}

Profile& Profile::edge_to(double radius, double along) {
    points_.push_back({radius, along});
    return *this;
}

Profile& Profile::arc(double centre_radius, double centre_along, double radius, double from_turns,
                      double to_turns, std::uint32_t least) {
    const double length = full_turn * radius * std::abs(to_turns - from_turns);
    return curve(
        length,
        [&](double t) {
            const SinCos angle = sin_cos_turns(from_turns + (to_turns - from_turns) * t);
            return ProfilePoint{centre_radius + radius * angle.cos, centre_along + radius * angle.sin};
        },
        least);
}

Profile& Profile::curve(double length, const std::function<ProfilePoint(double t)>& at, std::uint32_t least) {
    const std::uint32_t n = builder_->segments(length, least);
    for (std::uint32_t i = 1; i <= n; ++i) points_.push_back(at(static_cast<double>(i) / n));
    return *this;
}

Profile& Profile::close() {
    points_.pop_back();
    return *this;
}

double Profile::widest() const {
    return std::ranges::max_element(points_, {}, &ProfilePoint::radius)->radius;
}

std::vector<Vec2> circle(std::uint32_t around) {
    return ellipse(around, 1, 1);
}

std::vector<Vec2> ellipse(std::uint32_t around, double x, double y) {
    std::vector<Vec2> points;
    points.reserve(around);
    for (std::uint32_t i = 0; i < around; ++i) {
        const SinCos angle = sin_cos_turns(static_cast<double>(i) / around);
        points.push_back({x * angle.cos, y * angle.sin});
    }
    return points;
}

std::vector<Vec2> rectangle(const SolidBuilder& builder, double x, double y) {
    const std::array<Vec2, 4> corners{{{x, -y}, {x, y}, {-x, y}, {-x, -y}}};
    std::vector<Vec2> points;
    for (std::size_t c = 0; c < 4; ++c) {
        const Vec2 &from = corners[c], &to = corners[(c + 1) % 4];
        const std::uint32_t n = builder.segments(2 * (c % 2 == 0 ? y : x));
        for (std::uint32_t i = 0; i < n; ++i) {
            const double t = static_cast<double>(i) / n;
            points.push_back({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
        }
    }
    return points;
}

void add_lathe(SolidBuilder& builder, const Profile& profile, std::span<const Vec2> section,
               const Placement& place) {
    const auto points = profile.points();
    if (points.front().radius == 0) {
        add_spindle(builder, points, section, place);
    } else {
        add_loop(builder, points, section, place);
    }
}

void add_lathe(SolidBuilder& builder, const Profile& profile, const Placement& place,
               std::uint32_t least_around) {
    const bool hollow = profile.points().front().radius != 0;
    const std::uint32_t around = builder.segments(full_turn * profile.widest(), least_around);
    add_lathe(builder, profile, circle(hollow ? std::max(around, std::min(least_around, 6u)) : around),
              place);
}

void add_ball(SolidBuilder& builder, double radius, const Placement& place) {
    const std::uint32_t rings = builder.segments(full_turn / 2 * radius, 4);
    Profile profile(builder, 0, -radius);
    for (std::uint32_t i = 1; i < rings; ++i) {
        const SinCos angle = sin_cos_turns(0.5 * i / rings - 0.25);
        profile.edge_to(radius * angle.cos, radius * angle.sin);
    }
    add_lathe(builder, profile.edge_to(0, radius), place);
}

void add_rod(SolidBuilder& builder, double radius, double length, const Placement& place) {
    Profile profile(builder, 0, 0);
    add_lathe(builder, profile.line_to(radius, 0).line_to(radius, length).line_to(0, length), place);
}

void add_bolt(SolidBuilder& builder, double radius, double length, double bevel, const Placement& place) {
    Profile profile(builder, 0, 0);
    profile.line_to(radius - bevel, 0).line_to(radius, bevel).line_to(radius, length - bevel);
    add_lathe(builder, profile.line_to(radius - bevel, length).line_to(0, length), place);
}

}  // namespace graze::inline v1
