// The common faces of both halves of the housing, written for the half above z = 0.
#pragma once

#include "graze/models/gearbox/housing.h"

namespace graze::inline v1::gearbox {

class HousingHalf {
  public:
    // `ribs`: the bosses have corners where ribs end on them. `mirrored`: the lower half.
    HousingHalf(const HousingDesign& design, const HousingFineness& fineness, bool ribs, bool mirrored);

    void add_flange();
    void add_bosses();
    void add_inner_walls(const std::vector<Vec2>& roof);  // with the bores in them; roof from right to left
    // A hole along z through a wall from z = `lower` to `upper`.
    void add_hole_wall(const Outline& outline, double lower, double upper);

    // A face on the side of -y, and its mirror image on that of +y.
    void add_both(const Points& outer, const std::vector<Points>& holes = {});

    // The outside of a boss from left to right as (x, z), between two distances from its middle.
    std::vector<Vec2> boss_arc(std::size_t bore, double from, double to) const;
    double boss_half_width(std::size_t bore) const;  // at the height of the flange
    Points rounded_corners(double side, double z) const;

    const HousingDesign& design;
    HousingFineness fineness;
    bool ribs;
    Faces faces;

  private:
    struct Plan;
    void add_plan(const Plan& plan);
    void add_boss_front(std::size_t bore);
    void add_boss_outside(std::size_t bore);
    std::vector<Points> holes_between(double from, double to, int side, double z) const;

    std::vector<std::vector<Vec2>> arcs_;
};

// (x, z) at some y.
Points at_y(const std::vector<Vec2>& outline, double y);

}  // namespace graze::inline v1::gearbox
