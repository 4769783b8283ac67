#include "graze/models/objects/space_curve.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace graze::inline v1 {
namespace {

// A direction perpendicular to `v`, chosen by the largest component of `v`.
Vec3 any_across(const Vec3& v) {
    const Vec3 size{std::abs(v.x), std::abs(v.y), std::abs(v.z)};
    const Vec3 other = size.z <= size.x && size.z <= size.y ? Vec3{0, 0, 1}
                       : size.y <= size.x                   ? Vec3{0, 1, 0}
                                                            : Vec3{1, 0, 0};
    return normalized(other - v * dot(other, v));
}

Vec3 reflected(const Vec3& v, const Vec3& normal) {
    const double squared = dot(normal, normal);
    return squared > 0 ? v - normal * (2 * dot(v, normal) / squared) : v;
}

}  // namespace

SpaceCurve::SpaceCurve(std::vector<Vec3> points) : points_(std::move(points)) {
    measure();
    const std::vector<Vec3> tangent = tangents();
    x_.push_back(any_across(tangent.front()));
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
        const Vec3 step = points_[i + 1] - points_[i];
        const Vec3 x = reflected(x_[i], step), t = reflected(tangent[i], step);
        x_.push_back(normalized(reflected(x, tangent[i + 1] - t)));
    }
    for (std::size_t i = 0; i < points_.size(); ++i) y_.push_back(cross(tangent[i], x_[i]));
}

SpaceCurve::SpaceCurve(std::vector<Vec3> points, const std::vector<Vec3>& directions)
    : points_(std::move(points)) {
    measure();
    std::vector<Vec3> tangent = tangents();
    if (points_.front() == points_.back()) {
        tangent.front() = normalized(points_[1] - points_[points_.size() - 2]);
        tangent.back() = tangent.front();
    }
    for (std::size_t i = 0; i < points_.size(); ++i) {
        x_.push_back(normalized(directions[i] - tangent[i] * dot(directions[i], tangent[i])));
        y_.push_back(cross(tangent[i], x_[i]));
    }
}

SpaceCurve SpaceCurve::sampled(const std::function<Vec3(double t)>& at, std::uint32_t samples) {
    std::vector<Vec3> points;
    points.reserve(samples + 1);
    for (std::uint32_t i = 0; i <= samples; ++i) points.push_back(at(static_cast<double>(i) / samples));
    return SpaceCurve(std::move(points));
}

void SpaceCurve::measure() {
    arc_.assign(1, 0);
    for (std::size_t i = 1; i < points_.size(); ++i)
        arc_.push_back(arc_.back() + graze::length(points_[i] - points_[i - 1]));
}

std::vector<Vec3> SpaceCurve::tangents() const {
    std::vector<Vec3> tangents;
    const std::size_t last = points_.size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        tangents.push_back(normalized(points_[std::min(i + 1, last)] - points_[i == 0 ? 0 : i - 1]));
    return tangents;
}

// Beyond its ends the curve is straight.
SpaceCurve::Frame SpaceCurve::at(double along) const {
    const auto after = std::upper_bound(arc_.begin() + 1, arc_.end() - 1, along);
    const auto i = static_cast<std::size_t>(after - arc_.begin()) - 1;
    const double t = (along - arc_[i]) / (arc_[i + 1] - arc_[i]);
    const double u = std::clamp(t, 0.0, 1.0);
    const Vec3 x = normalized(x_[i] + (x_[i + 1] - x_[i]) * u);
    Vec3 y = y_[i] + (y_[i + 1] - y_[i]) * u;
    y = normalized(y - x * dot(x, y));
    return {points_[i] + (points_[i + 1] - points_[i]) * t, x, y};
}

Placement SpaceCurve::placement() const {
    // Points come ring by ring, so the last frame is mostly the right one again.
    struct Last {
        double along;
        Frame frame;
    };
    auto curve = std::make_shared<const SpaceCurve>(*this);
    return [curve, last = Last{0, at(0)}](const Vec3& p) mutable {
        if (p.z != last.along) last = {p.z, curve->at(p.z)};
        return last.frame.origin + last.frame.x * p.x + last.frame.y * p.y;
    };
}

RoundedPath::RoundedPath(const std::vector<Vec3>& corners, double bend, std::uint32_t samples_per_bend)
    : curve({corners.front(), corners.back()}) {
    std::vector<Vec3> points{corners.front()};
    std::vector<std::size_t> end_points;
    // Where a bend begins at the end of another bend, rounding could leave two points without a direction
    // between them.
    const auto add = [&](const Vec3& p) {
        if (length(p - points.back()) > 1e-6 * bend) points.push_back(p);
    };
    for (std::size_t c = 1; c + 1 < corners.size(); ++c) {
        const Vec3 in = normalized(corners[c] - corners[c - 1]),
                   out = normalized(corners[c + 1] - corners[c]);
        const double cosine = dot(in, out);
        // Times the tangent of half the angle. The centre of the arc is on the bisector.
        const double back = bend * std::sqrt((1 - cosine) / (1 + cosine));
        const Vec3 start = corners[c] - in * back, end = corners[c] + out * back;
        const Vec3 centre = corners[c] + normalized(out - in) * std::sqrt(back * back + bend * bend);
        add(start);
        end_points.push_back(points.size() - 1);
        for (std::uint32_t i = 1; i <= samples_per_bend; ++i) {
            // A parabola with the same tangents, projected onto the circle.
            const double t = static_cast<double>(i) / samples_per_bend;
            const Vec3 a = start + (corners[c] - start) * t, b = corners[c] + (end - corners[c]) * t;
            add(centre + normalized(a + (b - a) * t - centre) * bend);
        }
        end_points.push_back(points.size() - 1);
    }
    points.push_back(corners.back());
    curve = SpaceCurve(std::move(points));
    for (const std::size_t p : end_points) ends.push_back(curve.length_up_to(p));
    ends.push_back(curve.length());
}

std::vector<double> RoundedPath::rings(const SolidBuilder& builder, std::uint32_t per_bend) const {
    std::vector<double> rings{0};
    for (std::size_t e = 0; e < ends.size(); ++e) {
        const double from = rings.back(), length = ends[e] - from;
        const std::uint32_t n = builder.segments(length, e % 2 == 0 ? 1 : per_bend);
        // Successive bends have no straight piece between them.
        if (length < 1e-6 * ends.back()) continue;
        for (std::uint32_t i = 1; i < n; ++i) rings.push_back(from + length * i / n);
        rings.push_back(ends[e]);
    }
    return rings;
}

}  // namespace graze::inline v1
