#include <cmath>
#include <utility>

#include "graze/models/gearbox/housing_half.h"

namespace graze::inline v1::gearbox {
namespace {

// Strips along y under or over an outline of (x, z) from right to left; segment `flat` has holes.
void add_roof(Faces& faces, const std::vector<Vec2>& outline, double y, bool outside, std::size_t flat,
              const std::vector<Points>& holes) {
    for (std::size_t i = 0; i + 1 < outline.size(); ++i) {
        const Vec2 &p = outline[i], &q = outline[i + 1];
        const double near = outside ? -y : y;
        Points face{{p.x, near, p.y}, {p.x, -near, p.y}, {q.x, -near, q.y}, {q.x, near, q.y}};
        faces.add(std::move(face), i == flat ? holes : std::vector<Points>{});
    }
}

// The outline with rounded corners, and the new number of the flat segment. Each corner becomes a parabola
// that begins at most `reach` before the corner; the parabolas at both ends of the flat segment are shorter.
std::vector<Vec2> rounded(const std::vector<Vec2>& outline, std::size_t& flat, std::uint32_t segments) {
    std::vector<Vec2> result{outline.front()};
    std::size_t new_flat = 0;
    for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
        const double reach = i == flat || i == flat + 1 ? 8 : 16;
        const auto toward = [&](const Vec2& p, const Vec2& q) {
            const double x = q.x - p.x, y = q.y - p.y, share = reach / std::sqrt(x * x + y * y);
            return Vec2{p.x + x * share, p.y + y * share};
        };
        const Vec2 &p = outline[i], a = toward(p, outline[i - 1]), b = toward(p, outline[i + 1]);
        for (std::uint32_t k = 0; k <= segments; ++k) {
            const double t = static_cast<double>(k) / segments, s = 1 - t;
            result.push_back({snapped(s * s * a.x + 2 * s * t * p.x + t * t * b.x),
                              snapped(s * s * a.y + 2 * s * t * p.y + t * t * b.y)});
        }
        if (i == flat) new_flat = result.size() - 1;
    }
    result.push_back(outline.back());
    flat = new_flat;
    return result;
}

}  // namespace

Mesh upper_housing(const HousingDesign& design, const HousingFineness& fineness) {
    HousingHalf half(design, fineness, false, false);
    half.add_flange();
    half.add_bosses();
    half.add_inner_walls(design.roof_inside);

    std::vector<Vec2> outside{{design.wall_x(), design.flange}}, inside{{design.cavity_x, 0}};
    outside.insert(outside.end(), design.roof.begin(), design.roof.end());
    inside.insert(inside.end(), design.roof_inside.begin(), design.roof_inside.end());
    outside.push_back({-design.wall_x(), design.flange});
    inside.push_back({-design.cavity_x, 0});
    std::size_t flat = design.flat + 1;
    outside = rounded(outside, flat, fineness.sides / 8);

    std::vector<Vec2> wall{{-design.wall_x(), design.flange}};
    for (std::size_t k = 0; k < design.bores.size(); ++k)
        for (const Vec2& p : half.boss_arc(k, -half.boss_half_width(k), half.boss_half_width(k)))
            wall.push_back(p);
    wall.insert(wall.end(), outside.begin(), outside.end() - 1);
    half.add_both(at_y(wall, -design.wall_y()));

    const double top = design.roof[design.flat].y, under = design.roof_inside[design.flat].y;
    std::vector<Outline> holes{
        rounded_rectangle(design.opening_lower, design.opening_upper, 8, fineness.sides / 8)};
    for (const auto& hole : design.roof_holes)
        holes.push_back(circle(hole.radius, fineness.hole_sides, hole.centre));
    std::vector<Points> holes_above, holes_below;
    for (const Outline& hole : holes) {
        half.add_hole_wall(hole, under, top);
        holes_above.push_back(at_height(hole, top));
        holes_below.push_back(at_height(hole, under));
    }
    add_roof(half.faces, outside, design.wall_y(), true, flat, holes_above);
    add_roof(half.faces, inside, design.cavity_y, false, design.flat + 1, holes_below);
    return half.faces.mesh();
}

}  // namespace graze::inline v1::gearbox
