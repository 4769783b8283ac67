// The split housing. Both halves have a flange around the parting plane and bosses with the bores of the
// bearings. The lower half has feet with ribs; the upper half has a sloping roof with an opening.
#pragma once

#include <vector>

#include "graze/models/gearbox/faces.h"

namespace graze::inline v1::gearbox {

// x is along the row of shafts, y along each shaft, and z = 0 is the parting plane through the axes of the
// shafts. The housing is symmetric in y. Walls are 10 mm thick at the ends and 12 mm at the sides; the flange
// is 14 mm thick.
struct HousingDesign {
    struct Bore {
        double x, radius, boss;  // the boss around it: a half cylinder on each half
    };
    struct Hole {
        Vec2 centre;
        double radius;
    };
    std::vector<Bore> bores;        // from left to right
    double cavity_x, cavity_y;      // half the sizes of the inside
    double floor, foot;             // depths of the inside, and of the foot's top; the foot is 14 thick
    std::vector<Vec2> roof;         // (x, z) of the upper half's outside, from right to left
    std::vector<Vec2> roof_inside;  // the same of its inside
    std::size_t flat;               // the segment of the roof that is level and has the opening
    Vec2 opening_lower, opening_upper;
    std::vector<Hole> roof_holes, flange_holes, foot_holes;
    double screw_circle_over_bore;  // radius of the circle of the covers' screws less that of the bore
    double screw_hole, screw_depth;

    double wall_x() const { return cavity_x + 10; }
    double wall_y() const { return cavity_y + 12; }
    double flange_x() const { return wall_x() + 24; }
    double flange_y() const { return wall_y() + 32; }
    double boss_y() const { return flange_y() + 4; }  // where the bosses end and the covers' gaskets begin
    // Thicknesses, half a thickness, a radius.
    static constexpr double flange = 14, foot_thickness = 14, rib = 6, corner = 16;
    double rib_y() const { return flange_y() - 4; }
};

struct HousingFineness {
    std::uint32_t sides, hole_sides;
};

Mesh lower_housing(const HousingDesign& design, const HousingFineness& fineness);
Mesh upper_housing(const HousingDesign& design, const HousingFineness& fineness);

}  // namespace graze::inline v1::gearbox
