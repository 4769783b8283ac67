#include "graze/models/gearbox/housing_half.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "graze/models/gearbox/turned.h"

namespace graze::inline v1::gearbox {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The upper half of a circle from left to right, ends included.
std::vector<Vec2> upper_half(double radius, std::uint32_t sides) {
    const Outline all = circle(radius, sides);
    std::vector<Vec2> half(all.begin(), all.begin() + sides / 2 + 1);
    std::reverse(half.begin(), half.end());
    return half;
}

// The same, with corners at given places. These replace corners that would be too near to them.
std::vector<Vec2> upper_half_with(double radius, std::uint32_t sides, const std::vector<Vec2>& corners) {
    std::vector<Vec2> half = upper_half(radius, sides);
    const double near = 2 * radius / sides;
    std::erase_if(half, [&](const Vec2& p) {
        return p.y > 0 && std::any_of(corners.begin(), corners.end(), [&](const Vec2& c) {
                   return std::abs(c.x - p.x) + std::abs(c.y - p.y) < near;
               });
    });
    half.insert(half.end(), corners.begin(), corners.end());
    std::sort(half.begin(), half.end(), [](const Vec2& a, const Vec2& b) { return a.x < b.x; });
    return half;
}

Points mirrored_in_y(Points points) {
    for (Vec3& p : points) p.y = -p.y;
    std::reverse(points.begin(), points.end());
    return points;
}

void append(Points& points, const Points& more) {
    points.insert(points.end(), more.begin(), more.end());
}

Points reversed(Points points) {
    std::reverse(points.begin(), points.end());
    return points;
}

}  // namespace

Points at_y(const std::vector<Vec2>& outline, double y) {
    Points points;
    for (const Vec2& p : outline) points.push_back({p.x, y, p.y});
    return points;
}

HousingHalf::HousingHalf(const HousingDesign& a_design, const HousingFineness& a_fineness, bool with_ribs,
                         bool mirrored)
    : design(a_design), fineness(a_fineness), ribs(with_ribs), faces(mirrored) {
    for (std::size_t k = 0; k < design.bores.size(); ++k) {
        const double radius = design.bores[k].boss, half = boss_half_width(k);
        std::vector<Vec2> corners{{-half, design.flange}, {half, design.flange}};
        const double top = snapped(std::sqrt(radius * radius - design.rib * design.rib));
        if (ribs) corners.insert(corners.end(), {{-design.rib, top}, {design.rib, top}});
        arcs_.push_back(upper_half_with(radius, fineness.sides, corners));
    }
}

double HousingHalf::boss_half_width(std::size_t bore) const {
    const double radius = design.bores[bore].boss;
    return snapped(std::sqrt(radius * radius - design.flange * design.flange));
}

std::vector<Vec2> HousingHalf::boss_arc(std::size_t bore, double from, double to) const {
    std::vector<Vec2> arc;
    for (const Vec2& p : arcs_[bore])
        if (p.x >= from && p.x <= to) arc.push_back({design.bores[bore].x + p.x, p.y});
    return arc;
}

void HousingHalf::add_both(const Points& outer, const std::vector<Points>& holes) {
    std::vector<Points> mirrored_holes;
    for (const Points& hole : holes) mirrored_holes.push_back(mirrored_in_y(hole));
    faces.add(outer, holes);
    faces.add(mirrored_in_y(outer), mirrored_holes);
}

void HousingHalf::add_hole_wall(const Outline& outline, double lower, double upper) {
    Points above = at_height(outline, upper), below = at_height(outline, lower);
    above.push_back(above.front());
    below.push_back(below.front());
    faces.strip(above, below);
}

// The flange's outline at its left (side = -1) or right end, counter-clockwise.
Points HousingHalf::rounded_corners(double side, double z) const {
    const double x = design.flange_x(), y = design.flange_y();
    const Outline all = rounded_rectangle({-x, -y}, {x, y}, design.corner, fineness.sides / 8);
    const std::size_t quarter = all.size() / 4;
    // Corners come in the order +x+y, -x+y, -x-y, +x-y.
    Outline end;
    for (std::size_t i = 0; i < 2 * quarter; ++i)
        end.push_back(all[(i + (side < 0 ? quarter : 3 * quarter)) % all.size()]);
    return at_height(end, z);
}

std::vector<Points> HousingHalf::holes_between(double from, double to, int side, double z) const {
    std::vector<Points> holes;
    for (const auto& hole : design.flange_holes)
        if (hole.centre.x > from && hole.centre.x < to && (side == 0 || hole.centre.y * side > 0))
            holes.push_back(at_height(circle(hole.radius, fineness.hole_sides, hole.centre), z));
    return holes;
}

// A horizontal face of the flange around the inside of the housing, interrupted at each bore or boss.
struct HousingHalf::Plan {
    double inside_x, inside_y, z;
    std::vector<double> cuts;  // half the width of each
    bool bosses;               // reaches to the ends of the bosses, else to the flange's outline
    bool upwards;
};

void HousingHalf::add_plan(const Plan& plan) {
    const double edge = design.flange_y(), end = design.boss_y(), z = plan.z;
    const auto& bores = design.bores;
    // One side of a cut at -y, from outside inwards.
    const auto cut = [&](std::size_t k, int side) {
        const double at = bores[k].x + side * plan.cuts[k], boss = bores[k].x + side * bores[k].boss;
        if (!plan.bosses) return Points{{at, -edge, z}, {at, -plan.inside_y, z}};
        return Points{{boss, -edge, z}, {boss, -end, z}, {at, -end, z}, {at, -plan.inside_y, z}};
    };
    const auto add = [&](const Points& outer, const std::vector<Points>& holes, bool both) {
        const Points wound = plan.upwards ? outer : reversed(outer);
        both ? add_both(wound, holes) : faces.add(wound, holes);
    };
    for (std::size_t k = 0; k + 1 < bores.size(); ++k) {
        Points piece = cut(k + 1, -1);
        append(piece, reversed(cut(k, +1)));
        add(piece, holes_between(bores[k].x, bores[k + 1].x, -1, z), true);
    }
    for (const int side : {-1, +1}) {
        const std::size_t k = side < 0 ? 0 : bores.size() - 1;
        Points near = cut(k, side), inside = {{side * plan.inside_x, -plan.inside_y, z}};
        append(near, inside);
        Points far = mirrored_in_y(near);
        // The left end goes inwards at -y and outwards at +y; the right end goes outwards at -y and inwards
        // at +y.
        Points piece = side < 0 ? near : reversed(far);
        append(piece, side < 0 ? far : reversed(near));
        append(piece, rounded_corners(side, z));
        add(piece, holes_between(side < 0 ? -infinity : bores[k].x, side < 0 ? bores[k].x : infinity, 0, z),
            false);
    }
}

void HousingHalf::add_flange() {
    std::vector<double> bores, bosses;
    for (std::size_t k = 0; k < design.bores.size(); ++k) {
        bores.push_back(design.bores[k].radius);
        bosses.push_back(boss_half_width(k));
    }
    add_plan({design.cavity_x, design.cavity_y, 0, bores, true, false});
    add_plan({design.wall_x(), design.wall_y(), design.flange, bosses, false, true});
    for (const auto& hole : design.flange_holes)
        add_hole_wall(circle(hole.radius, fineness.hole_sides, hole.centre), 0, design.flange);
    for (const double side : {-1.0, 1.0})
        faces.strip(rounded_corners(side, 0), rounded_corners(side, design.flange));

    // The edge along x, interrupted by the bosses.
    const double corner = design.flange_x() - design.corner, y = -design.flange_y();
    for (std::size_t k = 0; k <= design.bores.size(); ++k) {
        Points piece;
        if (k < design.bores.size()) {
            append(piece, at_y(boss_arc(k, -infinity, -boss_half_width(k)), y));
        } else {
            append(piece, {{corner, y, 0}, {corner, y, design.flange}});
        }
        if (k > 0) {
            append(piece, at_y(boss_arc(k - 1, boss_half_width(k - 1), infinity), y));
        } else {
            append(piece, {{-corner, y, design.flange}, {-corner, y, 0}});
        }
        add_both(piece);
    }
}

void HousingHalf::add_boss_front(std::size_t bore) {
    const auto& [x, radius, boss] = design.bores[bore];
    Points front = reversed(at_y(boss_arc(bore, -infinity, infinity), -design.boss_y()));
    std::vector<Vec2> inner = upper_half(radius, fineness.sides);
    for (Vec2& p : inner) p.x += x;
    append(front, at_y(inner, -design.boss_y()));
    std::vector<Points> holes;
    for (const Vec2& place : screw_places(radius + design.screw_circle_over_bore)) {
        if (place.y < 0) continue;
        const Outline hole = circle(design.screw_hole, fineness.hole_sides, {x + place.x, place.y});
        Points mouth = at_y(hole, -design.boss_y()),
               bottom = at_y(hole, design.screw_depth - design.boss_y());
        add_both(bottom);
        holes.push_back(mouth);
        for (std::size_t i = 0; i < mouth.size(); ++i) {
            const std::size_t next = (i + 1) % mouth.size();
            add_both({mouth[i], mouth[next], bottom[next], bottom[i]});
        }
    }
    add_both(front, holes);
    // The bore, from right to left.
    const Points outer = reversed(at_y(inner, -design.boss_y())),
                 deep = reversed(at_y(inner, -design.cavity_y));
    for (std::size_t i = 0; i + 1 < outer.size(); ++i)
        add_both({outer[i], outer[i + 1], deep[i + 1], deep[i]});
}

// The outside of a boss begins at the flange, at a rib or at the wall.
void HousingHalf::add_boss_outside(std::size_t bore) {
    const std::vector<Vec2> arc = boss_arc(bore, -infinity, infinity);
    const double x = design.bores[bore].x, end = -design.boss_y();
    for (std::size_t i = arc.size() - 1; i > 0; --i) {
        const Vec2 &p = arc[i], &q = arc[i - 1];
        double begin = -design.wall_y();
        if (p.y <= design.flange && q.y <= design.flange) begin = -design.flange_y();
        if (ribs && p.x <= x + design.rib && q.x >= x - design.rib) begin = -design.rib_y();
        add_both({{p.x, end, p.y}, {p.x, begin, p.y}, {q.x, begin, q.y}, {q.x, end, q.y}});
    }
}

void HousingHalf::add_bosses() {
    for (std::size_t k = 0; k < design.bores.size(); ++k) {
        add_boss_front(k);
        add_boss_outside(k);
    }
}

void HousingHalf::add_inner_walls(const std::vector<Vec2>& roof) {
    std::vector<Vec2> outline{{-design.cavity_x, 0}};
    for (const auto& bore : design.bores)
        for (const Vec2& p : upper_half(bore.radius, fineness.sides)) outline.push_back({bore.x + p.x, p.y});
    outline.push_back({design.cavity_x, 0});
    outline.insert(outline.end(), roof.begin(), roof.end());
    add_both(reversed(at_y(outline, -design.cavity_y)));
}

}  // namespace graze::inline v1::gearbox
