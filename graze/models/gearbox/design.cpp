#include "graze/models/gearbox/design.h"

#include "graze/models/gearbox/threads.h"

namespace graze::inline v1::gearbox {
namespace {

// In the frame of a shaft, angle 0 is up and a quarter turn is along +x.
constexpr double to_the_right = 0.25, to_the_left = 0.75;

// The tangent of the helix angle on the pitch circle: 15 degrees.
constexpr double helix = 0.2679491924311227;
constexpr double turn = 6.283185307179586;

// Two gears in mesh, the first to the left of the second. The first gear has a tooth in the direction of the
// second gear, turned by `turned` teeth; the second gear has a gap there.
void mesh(Gear& first, Gear& second, double turned, bool helical) {
    first.phase = to_the_right + turned / first.teeth;
    second.phase = to_the_left + (0.5 - turned) / second.teeth;
    first.thinning = second.thinning = backlash / 2;
    const double per_width = helical ? helix / (turn * first.module * first.teeth / 2) : 0;
    first.twist = per_width * first.width;
    second.twist = -per_width * second.width * first.teeth / second.teeth;
}

Gear pinion(std::uint32_t teeth, double module, double width, double bore, const KeySeat& key) {
    const double keyway = key.floor(bore) + key.height + 0.25;
    return {teeth, module, width, 0, 0, 0, bore, key.width, keyway, 0, 0, 0, width};
}

Gear wheel(std::uint32_t teeth, double module, double width, double bore, const KeySeat& key, double hub,
           double rim, double web) {
    Gear gear = pinion(teeth, module, width, bore, key);
    gear.hub = hub;
    gear.rim = rim;
    gear.web = web;
    return gear;
}

// Adds the holes for bolts, screws and dowels.
void add_holes(MachineDesign& design) {
    HousingDesign& housing = design.housing;
    for (const Vec2& p : design.flange_bolts) housing.flange_holes.push_back({p, m10.hole});
    for (const Vec2& p : design.dowels) housing.flange_holes.push_back({p, dowel_radius});
    for (const Vec2& p : design.foot_bolts) housing.foot_holes.push_back({p, m16.hole});
    for (const Vec2& p : design.cover_screws) housing.roof_holes.push_back({p, m6.hole});
    for (const ShaftDesign& shaft : design.shafts)
        housing.bores.push_back({shaft.x, shaft.bearing.outside, shaft.bearing.outside + 10});
}

std::vector<Vec2> on_both_sides(const std::vector<double>& xs, double y) {
    std::vector<Vec2> places;
    for (const double x : xs) {
        places.push_back({x, -y});
        places.push_back({x, y});
    }
    return places;
}

std::vector<Vec2> joined(std::vector<Vec2> a, const std::vector<Vec2>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

MachineDesign one_stage(double turned) {
    MachineDesign design;
    HousingDesign& h = design.housing;
    h.cavity_x = 160;
    h.cavity_y = 40;
    h.floor = 106;
    h.foot = 102;
    h.roof = {{170, 60}, {130, 112}, {-20, 112}, {-150, 70}, {-170, 44}};
    h.roof_inside = {{160, 57}, {125, 102}, {-18, 102}, {-144, 61}, {-160, 41}};
    h.flat = 1;
    h.opening_lower = {20, -24};
    h.opening_upper = {100, 24};
    h.screw_circle_over_bore = 5;
    h.screw_hole = m6.hole;
    h.screw_depth = 16;
    design.cover_lower = {4, -38};
    design.cover_upper = {116, 38};
    design.cover_screws = {{12, -31}, {108, -31}, {108, 31}, {12, 31}};
    design.flange_bolts = joined(on_both_sides({-130, 130}, 68), {{-182, 0}, {182, 0}});
    design.dowels = {{-170, -70}, {170, 70}};
    design.foot_bolts = on_both_sides({-140, 140}, 69);

    const double b = design.bearing_face();  // 46
    const KeySeat key1{10, 8, 5, -16, 16}, key2{12, 8, 5, -14, 14};
    const KeySeat out1{8, 7, 4, -166, -126}, out2{10, 8, 5, 132, 180};
    ShaftDesign input{"shaft 1", -56.25, bearing_6206, {}, {}, {}, -1, 14};
    input.sections = {{-172, -120, 12, out1}, {-120, -b - 16, 14, {}}, {-b - 16, -b, 15, {}},
                      {-b, 20, 16, key1},     {20, 26, 21, {}},        {26, b, 18, {}},
                      {b, b + 18, 15, {}}};
    input.gears = {{"pinion", 0, 3, pinion(22, 2.5, 40, 16, key1)}};
    input.sleeves = {{-b, -20, 19, 3, -1, 0}};
    ShaftDesign output{"shaft 2", 56.25, bearing_6208, {}, {}, {}, +1, 19};
    output.sections = {{-b - 20, -b, 20, {}}, {-b, -24, 24, {}},     {-24, -18, 30, {}},  {-18, b, 22, key2},
                       {b, b + 18, 20, {}},   {b + 18, 126, 19, {}}, {126, 188, 17, out2}};
    output.gears = {{"wheel", 0, 3, wheel(68, 2.5, 36, 22, key2, 36, 72, 12)}};
    output.sleeves = {{18, b, 26, 3, +1, 0}};
    mesh(input.gears[0].gear, output.gears[0].gear, turned, true);
    design.shafts = {input, output};
    design.meshes = {{0, 0, 1, 0}};
    add_holes(design);
    return design;
}

MachineDesign two_stages(double turned) {
    MachineDesign design;
    HousingDesign& h = design.housing;
    h.cavity_x = 230;
    h.cavity_y = 68;
    h.floor = 150;
    h.foot = 146;
    h.roof = {{240, 80}, {190, 146}, {-20, 146}, {-150, 110}, {-240, 50}};
    h.roof_inside = {{230, 76}, {184, 136}, {-19, 136}, {-146, 100}, {-230, 46}};
    h.flat = 1;
    h.opening_lower = {20, -40};
    h.opening_upper = {150, 40};
    h.screw_circle_over_bore = 5;
    h.screw_hole = m6.hole;
    h.screw_depth = 16;
    design.cover_lower = {4, -55};
    design.cover_upper = {166, 55};
    design.cover_screws = {{12, -47}, {85, -47}, {158, -47}, {158, 47}, {85, 47}, {12, 47}};
    design.flange_bolts = joined(on_both_sides({-128.25, 8, 190}, 96), on_both_sides({-252, 252}, 40));
    design.dowels = {{-242, -96}, {242, 96}};
    design.foot_bolts = on_both_sides({-212, 212}, 97);

    const double b = design.bearing_face();  // 74
    const KeySeat key1{10, 8, 5, -50, -18}, key2{12, 8, 5, -48, -20}, key3{12, 8, 5, -4, 48};
    const KeySeat key4{16, 10, 6, -2, 46}, out1{8, 7, 4, -196, -150}, out3{14, 9, 5.5, 160, 220};
    ShaftDesign input{"shaft 1", -180, bearing_6206, {}, {}, {}, -1, 14};
    input.sections = {{-202, -144, 12, out1}, {-144, -b - 16, 14, {}}, {-b - 16, -b, 15, {}},
                      {-b, -14, 16, key1},    {-14, -8, 21, {}},       {-8, b, 18, {}},
                      {b, b + 18, 15, {}}};
    input.gears = {{"pinion", -34, 3, pinion(22, 2.5, 40, 16, key1)}};
    input.sleeves = {{-b, -54, 19, 3, -1, 0}};
    ShaftDesign middle{"shaft 2", -67.5, bearing_6208, {}, {}, {}, 0, 0};
    middle.sections = {{-b - 20, -b, 20, {}},
                       {-b, -16, 22, key2},
                       {-16, -10, 30, {}},
                       {-10, b, 22, key3},
                       {b, b + 20, 20, {}}};
    middle.gears = {{"wheel", -34, 1, wheel(68, 2.5, 36, 22, key2, 36, 72, 12)},
                    {"pinion", 22, 3, pinion(20, 4, 64, 22, key3)}};
    middle.sleeves = {{-b, -52, 26, 1, -1, 0}, {54, b, 26, 3, +1, 1}};
    ShaftDesign output{"shaft 3", 92.5, bearing_6210, {}, {}, {}, +1, 24};
    output.sections = {{-b - 22, -b, 25, {}}, {-b, -14, 30, {}},     {-14, -8, 38, {}},   {-8, b, 28, key4},
                       {b, b + 20, 25, {}},   {b + 20, 152, 24, {}}, {152, 228, 22, out3}};
    output.gears = {{"wheel", 22, 3, wheel(60, 4, 60, 28, key4, 46, 100, 20)}};
    output.sleeves = {{52, b, 31, 3, +1, 0}};
    mesh(input.gears[0].gear, middle.gears[0].gear, turned, true);
    // The second pinion is keyed to the same shaft. Its teeth may have any angle to the key seat.
    mesh(middle.gears[1].gear, output.gears[0].gear, 0.37 - turned, false);
    design.shafts = {input, middle, output};
    design.meshes = {{0, 0, 1, 0}, {1, 1, 2, 0}};
    add_holes(design);
    return design;
}

}  // namespace graze::inline v1::gearbox
