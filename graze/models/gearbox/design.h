// The machine's dimensions: which shafts, gears and bearings there are, and where.
#pragma once

#include <string>
#include <vector>

#include "graze/models/gearbox/bearings.h"
#include "graze/models/gearbox/gears.h"
#include "graze/models/gearbox/housing.h"
#include "graze/models/gearbox/turned.h"

namespace graze::inline v1::gearbox {

struct GearDesign {
    std::string name;
    double y;             // of its middle
    std::size_t section;  // of the shaft, on which it sits
    Gear gear;
};

struct SleeveDesign {
    double from, to, outside;
    std::size_t section;  // of the shaft
    int side;             // the bearing at this end of the shaft (-1, +1) is at its other end
    std::size_t gear;     // of the shaft, that it keeps in its place
};

struct ShaftDesign {
    std::string name;
    double x;
    BearingSize bearing;
    std::vector<ShaftSection> sections;  // along y
    std::vector<GearDesign> gears;
    std::vector<SleeveDesign> sleeves;
    int extension;       // the side on which it goes through its cover: -1, +1
    double seal_radius;  // of the shaft there
};

struct GearPair {  // two gears in mesh
    std::size_t shaft_a, gear_a, shaft_b, gear_b;
};

struct MachineDesign {
    HousingDesign housing;
    std::vector<ShaftDesign> shafts;
    std::vector<GearPair> meshes;
    std::vector<Vec2> flange_bolts, dowels, foot_bolts, cover_screws;
    Vec2 cover_lower, cover_upper;                                // of the inspection cover
    double bearing_face() const { return housing.cavity_y + 6; }  // of the bearings' inner sides, at +-y
};

constexpr double backlash = 0.3125;                 // mm along the pitch circle
constexpr double dowel_radius = 5, press = 0x1p-6;  // interference of press fits, on the radius

// `turned`: the rotation of the input shaft, in teeth of its pinion.
MachineDesign one_stage(double turned);
MachineDesign two_stages(double turned);

}  // namespace graze::inline v1::gearbox
