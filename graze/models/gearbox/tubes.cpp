#include "graze/models/gearbox/tubes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"

namespace graze::inline v1::gearbox {
namespace {

void add_straight(std::vector<LinePoint>& line, const Vec3& from, const Vec3& along, double length,
                  double step) {
    const auto count = static_cast<std::uint32_t>(std::max(1.0, std::nearbyint(length / step)));
    for (std::uint32_t i = 0; i < count; ++i) line.push_back({from + along * (length * i / count), along});
}

}  // namespace

std::vector<LinePoint> bent_line(const Vec3& centre, double radius, const Vec3& from, const Vec3& along,
                                 double turns, double before, double after, std::uint32_t arc_segments,
                                 double step) {
    std::vector<LinePoint> line;
    add_straight(line, centre + from * radius - along * before, along, before, step);
    for (std::uint32_t i = 0; i < arc_segments; ++i) {
        const auto [s, c] = sin_cos_turns(turns * i / arc_segments);
        line.push_back({centre + (from * c + along * s) * radius, along * c - from * s});
    }
    const auto [s, c] = sin_cos_turns(turns);
    const Vec3 end = centre + (from * c + along * s) * radius, direction = along * c - from * s;
    add_straight(line, end, direction, after, step);
    line.push_back({end + direction * after, direction});
    return line;
}

Mesh tube_along(const std::vector<LinePoint>& line, const Vec3& across, double radius, double bore,
                std::uint32_t sides) {
    Solid solid;
    const auto ring = [&](const LinePoint& p, double r) {
        const Vec3 up = cross(p.along, across);
        Loop loop;
        for (std::uint32_t i = 0; i < sides; ++i) {
            const auto [s, c] = sin_cos_turns(static_cast<double>(i) / sides);
            loop.push_back(solid.add(p.at + (across * c + up * s) * r));
        }
        return loop;
    };
    Loop outer = ring(line.front(), radius), inner;
    if (bore > 0) inner = ring(line.front(), bore);
    solid.face(outer, bore > 0 ? std::vector<Loop>{inner} : std::vector<Loop>{}, false);
    for (std::size_t i = 1; i < line.size(); ++i) {
        Loop next = ring(line[i], radius);
        solid.wall(outer, next);
        outer = std::move(next);
        if (bore == 0) continue;
        next = ring(line[i], bore);
        solid.wall(next, inner);
        inner = std::move(next);
    }
    solid.face(outer, bore > 0 ? std::vector<Loop>{inner} : std::vector<Loop>{});
    return std::move(solid).mesh();
}

}  // namespace graze::inline v1::gearbox
