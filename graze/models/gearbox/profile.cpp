#include "graze/models/gearbox/profile.h"

#include <cmath>

#include "graze/base/trig.h"

namespace graze::inline v1::gearbox {
namespace {

Vec2 on_circle(double radius, double turns, Vec2 centre) {
    const auto [s, c] = sin_cos_turns(turns);
    return {snapped(centre.x + radius * c), snapped(centre.y + radius * s)};
}

}  // namespace

double snapped(double v) {
    return std::nearbyint(v / grid) * grid;
}

Vec3 snapped(const Vec3& v) {
    return {snapped(v.x), snapped(v.y), snapped(v.z)};
}

Outline circle(double radius, std::uint32_t sides, Vec2 centre, double first_turns) {
    Outline outline;
    outline.reserve(sides);
    for (std::uint32_t i = 0; i < sides; ++i)
        outline.push_back(on_circle(radius, first_turns + static_cast<double>(i) / sides, centre));
    return outline;
}

Outline keyed_circle(double radius, std::uint32_t sides, double width, double floor) {
    const double half = width / 2;
    const Vec2 corner{snapped(std::sqrt(radius * radius - half * half)), half};
    // A corner of the polygon close to a corner of the slot would make a needle.
    const double reach = half + radius / sides;
    Outline outline{corner};
    const Outline all = circle(radius, sides);
    for (const Vec2& p : all)
        if (p.x < 0 || p.y >= reach || p.y <= -reach) outline.push_back(p);
    outline.push_back({corner.x, -half});
    if (floor > 0) {
        outline.push_back({floor, -half});
        outline.push_back({floor, half});
    } else {
        const double inner = half - radius / sides;
        for (std::uint32_t k = 0; k < sides; ++k) {
            const Vec2& p = all[(k + 3 * sides / 4) % sides];
            if (p.x > 0 && p.y < inner && p.y > -inner) outline.push_back(p);
        }
    }
    return outline;
}

Outline rounded_rectangle(Vec2 lower, Vec2 upper, double radius, std::uint32_t quarter) {
    if (radius == 0) return {{lower.x, lower.y}, {upper.x, lower.y}, {upper.x, upper.y}, {lower.x, upper.y}};
    const Vec2 centres[4] = {{upper.x - radius, upper.y - radius},
                             {lower.x + radius, upper.y - radius},
                             {lower.x + radius, lower.y + radius},
                             {upper.x - radius, lower.y + radius}};
    Outline outline;
    for (std::uint32_t corner = 0; corner < 4; ++corner)
        for (std::uint32_t i = 0; i <= quarter; ++i)
            outline.push_back(
                on_circle(radius, 0.25 * (corner + static_cast<double>(i) / quarter), centres[corner]));
    return outline;
}

Outline hexagon(double across_flats, Vec2 centre) {
    return circle(across_flats / std::sqrt(3.0), 6, centre, 1.0 / 12);
}

double area(const Outline& outline) {
    double twice = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2 &a = outline[i], &b = outline[(i + 1) % outline.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

}  // namespace graze::inline v1::gearbox
