#include <algorithm>
#include <utility>

#include "graze/models/gearbox/housing_half.h"

namespace graze::inline v1::gearbox {
namespace {

Points with_last(Points points, const Points& more) {
    points.insert(points.end(), more.begin(), more.end());
    return points;
}

// The side walls from rib to rib, and the ribs, which go from the bosses to the foot.
void add_walls_and_ribs(HousingHalf& half) {
    const HousingDesign& design = half.design;
    const double y = -design.wall_y(), front = -design.rib_y(), top = design.foot, rib = design.rib;
    const std::size_t count = design.bores.size();
    for (std::size_t k = 0; k <= count; ++k) {
        Points piece;
        if (k < count) {
            const double x = design.bores[k].x - rib;
            piece = with_last(at_y(half.boss_arc(k, -half.boss_half_width(k), -rib), y), {{x, y, top}});
        } else {
            piece = {{design.wall_x(), y, design.flange}, {design.wall_x(), y, top}};
        }
        if (k > 0) {
            piece.push_back({design.bores[k - 1].x + rib, y, top});
            piece = with_last(piece, at_y(half.boss_arc(k - 1, rib, half.boss_half_width(k - 1)), y));
        } else {
            piece = with_last(piece, {{-design.wall_x(), y, top}, {-design.wall_x(), y, design.flange}});
        }
        half.add_both(piece);
    }
    for (std::size_t k = 0; k < count; ++k) {
        const double left = design.bores[k].x - rib, right = design.bores[k].x + rib;
        const std::vector<Vec2> arc = half.boss_arc(k, -rib, rib);
        const double bottom = arc.front().y;
        half.add_both(with_last(at_y(arc, front), {{right, front, top}, {left, front, top}}));
        half.add_both({{left, y, bottom}, {left, front, bottom}, {left, front, top}, {left, y, top}});
        half.add_both({{right, front, bottom}, {right, y, bottom}, {right, y, top}, {right, front, top}});
    }
}

void add_foot(HousingHalf& half) {
    const HousingDesign& design = half.design;
    const double x = design.wall_x(), y = design.wall_y(), near = design.foot,
                 far = near + design.foot_thickness;
    Points outline = with_last(half.rounded_corners(-1, near), half.rounded_corners(1, near));
    Points root{{-x, -y, near}};  // of walls and ribs
    for (const auto& bore : design.bores) {
        const double left = bore.x - design.rib, right = bore.x + design.rib;
        root = with_last(root, {{left, -y, near},
                                {left, -design.rib_y(), near},
                                {right, -design.rib_y(), near},
                                {right, -y, near}});
    }
    root.push_back({x, -y, near});
    for (std::size_t i = root.size(); i-- > 0;) root.push_back({root[i].x, -root[i].y, near});
    std::vector<Points> near_holes{root}, far_holes;
    for (const auto& hole : design.foot_holes) {
        const Outline around = circle(hole.radius, half.fineness.hole_sides, hole.centre);
        near_holes.push_back(at_height(around, near));
        far_holes.push_back(at_height(around, far));
        half.add_hole_wall(around, near, far);
    }
    Points rim = outline, far_rim = outline;
    for (Vec3& p : far_rim) p.z = far;
    half.faces.add(far_rim, far_holes);
    rim.push_back(rim.front());
    far_rim.push_back(far_rim.front());
    half.faces.strip(rim, far_rim);
    std::reverse(outline.begin(), outline.end());
    half.faces.add(outline, near_holes);
}

}  // namespace

Mesh lower_housing(const HousingDesign& design, const HousingFineness& fineness) {
    HousingHalf half(design, fineness, true, true);
    half.add_flange();
    half.add_bosses();
    const double x = design.cavity_x, y = design.cavity_y, floor = design.floor;
    half.add_inner_walls({{x, floor}, {-x, floor}});
    half.faces.add({{-x, y, floor}, {x, y, floor}, {x, -y, floor}, {-x, -y, floor}});
    for (const double side : {-1.0, 1.0}) {
        const double in = side * x, out = side * design.wall_x(), wall = side * design.wall_y();
        half.faces.add(
            {{in, side * y, 0}, {in, -side * y, 0}, {in, -side * y, floor}, {in, side * y, floor}});
        half.faces.add({{out, -wall, design.flange},
                        {out, wall, design.flange},
                        {out, wall, design.foot},
                        {out, -wall, design.foot}});
    }
    add_walls_and_ribs(half);
    add_foot(half);
    return half.faces.mesh();
}

}  // namespace graze::inline v1::gearbox
