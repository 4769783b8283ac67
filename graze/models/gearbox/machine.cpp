#include "graze/models/gearbox/machine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"

namespace graze::inline v1::gearbox {
namespace {

std::uint32_t eights(double scale, double at_one, std::uint32_t least) {
    return 8 * std::max(least / 8, static_cast<std::uint32_t>(std::nearbyint(scale * at_one / 8)));
}
std::uint32_t whole(double scale, double at_one, std::uint32_t least) {
    return std::max(least, static_cast<std::uint32_t>(std::nearbyint(scale * at_one)));
}

constexpr double base_thickness = 30;

// A sum of exact areas has only the error of the sum's rounding.
Known computed(double value) {
    return {value, 1e-9 * value};
}

}  // namespace

Fineness fineness_at(double scale) {
    Fineness f{};
    f.sides = eights(scale, 48, 16);
    f.small_sides = eights(scale, 16, 8);
    f.tooth_flank = whole(scale, 5, 1);
    f.tooth_layers = whole(scale, 4, 1);
    f.groove = whole(scale, 8, 2);
    f.cage = 2 * whole(scale, 8, 4);
    f.ball = whole(scale, 6, 2);
    f.thread_flank = whole(scale, 1, 1);
    f.layer_length = 60 / scale;
    return f;
}

double height_over_floor(const HousingDesign& housing, Level level) {
    return housing.foot + housing.foot_thickness + (level == Level::small ? 0 : base_thickness);
}

SharedMesh MeshLibrary::get(const std::string& name, const std::function<Mesh()>& make) {
    SharedMesh& mesh = meshes_[name];
    if (!mesh) mesh = share(make());
    return mesh;
}

// Quarter turns as matrices, so that every entry is exact.
Pose along_y(int side, const Vec3& p) {
    const double s = side;
    return Pose(Pose::Matrix{{{0, s, 0, p.x}, {0, 0, s, p.y}, {1, 0, 0, p.z}}});
}

Pose at(const Vec3& place) {
    return Pose::translation(place);
}

Machine::Machine(Gearbox& out, MeshLibrary& library, const MachineDesign& design, Level level,
                 std::string path, const Vec3& place, const Faults& faults)
    : out_(out),
      library_(library),
      design_(design),
      level_(level),
      path_(std::move(path)),
      place_(place),
      faults_(faults),
      fineness_(library.fineness) {}

std::size_t Machine::place(const std::string& name, const SharedMesh& mesh, const Pose& machine_from_part) {
    Pose::Matrix matrix = machine_from_part.matrix();
    for (std::size_t i = 0; i < 3; ++i) matrix[i][3] += place_[i];  // on the grid: nothing is rounded
    out_.assembly.parts.push_back({path_ + "/" + name, mesh, Pose(matrix)});
    return out_.assembly.parts.size() - 1;
}

// Machines of one stage and of two stages have different meshes with the same names.
SharedMesh Machine::mesh(const std::string& name, const std::function<Mesh()>& make) {
    return library_.get((level_ == Level::two_stages ? "2/" : "1/") + name, make);
}

void Machine::touch(std::size_t a, std::size_t b, const char* what) {
    out_.truth.push_back({Kind::touch, a, b, {}, {}, {}, what});
}
void Machine::clearance(std::size_t a, std::size_t b, Known distance, const char* what) {
    out_.truth.push_back({Kind::clearance, a, b, {}, {}, distance, what});
}
void Machine::clash(std::size_t a, std::size_t b, double volume, Known depth, const char* what) {
    out_.truth.push_back({Kind::clash, a, b, computed(volume), depth, {}, what});
}
void Machine::fit(std::size_t a, std::size_t b, double volume, double depth, const char* what) {
    // The depth between flat sides of polygons is a little less than the depth between their corners.
    const double flat = depth * sin_cos_turns(0.5 / fineness_.small_sides).cos;
    out_.truth.push_back({Kind::fit, a, b, computed(volume), Known{depth, depth - flat + grid}, {}, what});
}

void Machine::build() {
    add_housing();
    add_dowels();
    add_flange_bolts();
    for (std::size_t k = 0; k < design_.shafts.size(); ++k) add_shaft(k);
    for (const GearPair& pair : design_.meshes) {
        const ShaftDesign &a = design_.shafts[pair.shaft_a], &b = design_.shafts[pair.shaft_b];
        const Gear &gear = a.gears[pair.gear_a].gear, &other = b.gears[pair.gear_b].gear;
        // Each side has half the backlash, measured along the line of action, and more where chords cut off
        // material. For spur gears the distance is known exactly, since all their sections are the same
        // polygon.
        const double coarse = gear.module / (fineness_.tooth_flank * fineness_.tooth_flank);
        const Known distance =
            gear.twist == 0 ? Known{tooth_distance(gear, other, b.x - a.x, fineness_.tooth_flank), 1e-9}
                            : Known{backlash / 2 * 0.94 + 0.07 * coarse, 0.006 + 0.07 * coarse};
        clearance(gears_[pair.shaft_a][pair.gear_a], gears_[pair.shaft_b][pair.gear_b], distance,
                  "teeth in mesh");
    }
    add_potted_sensor();
    if (!full()) return;
    add_inspection_cover();
    add_base();
    add_nameplate();
    add_hose();
    add_cables();
}

void Machine::add_housing() {
    lower_ =
        place("housing/lower",
              mesh("lower", [&] { return lower_housing(design_.housing, fineness_.housing()); }), Pose());
    upper_ =
        place("housing/upper",
              mesh("upper", [&] { return upper_housing(design_.housing, fineness_.housing()); }), Pose());
    touch(lower_, upper_, "parting plane");
}

void Machine::add_dowels() {
    constexpr double half = 12;
    const Outline pin = circle(dowel_radius + press, fineness_.small_sides);
    const Outline hole = circle(dowel_radius, fineness_.small_sides);
    const SharedMesh dowel = mesh("dowel", [&] { return extruded(pin, {}, -half, half); });
    for (std::size_t i = 0; i < design_.dowels.size(); ++i) {
        const Vec2& p = design_.dowels[i];
        const std::size_t part = place("housing/dowel " + std::to_string(i + 1), dowel, at({p.x, p.y, 0}));
        for (const std::size_t half_housing : {lower_, upper_})
            fit(part, half_housing, (area(pin) - area(hole)) * half, press, "dowel pressed into its hole");
    }
}

void Machine::add_flange_bolts() {
    for (std::size_t i = 0; i < design_.flange_bolts.size() && (full() || i < 4); ++i)
        add_flange_bolt(i, design_.flange_bolts[i]);
}

// From top to bottom: bolt, washer, both flanges, washer, nut. The small machine has bolts only.
void Machine::add_flange_bolt(std::size_t i, const Vec2& p) {
    constexpr ThreadSize size = m10;
    constexpr double flange = HousingDesign::flange;
    const double length = full() ? 48 : 32, threaded = full() ? 26 : 9;
    const std::string name = "housing/flange bolt " + std::to_string(i + 1);
    const bool sunk = faults_.sunk_bolt == static_cast<int>(i);
    // By one pitch, so that the thread still fits the nut.
    const double deep = sunk ? size.pitch : 0, washer_height = full() ? size.washer_height : 0;
    const double seat = flange + washer_height - deep;
    const double radius = size.diameter / 2 - thread_allowance;
    const std::size_t bolt =
        place(name + (full() ? "/bolt" : ""),
              mesh(full() ? "m10" : "short m10",
                   [&] { return hexagon_bolt(size, length, threaded, fineness_.thread()); }),
              at({p.x, p.y, seat}));
    const double gap = (size.hole - radius) * sin_cos_turns(0.5 / fineness_.small_sides).cos;
    const Outline hole = circle(size.hole, fineness_.small_sides);
    if (!full()) {
        sunk ? clash(bolt, upper_, (area(hexagon(size.across_flats)) - area(hole)) * deep, {deep, 0},
                     "bolt too deep")
             : touch(bolt, upper_, "bolt head on its seat");
        return;
    }
    clearance(bolt, upper_, {std::min(gap, seat - flange), 4 * grid}, "bolt in its hole");
    const SharedMesh washer_mesh = mesh("m10 washer", [&] { return washer(size, fineness_.small_sides); });
    const std::size_t above = place(name + "/washer", washer_mesh, at({p.x, p.y, flange - deep}));
    const std::size_t below =
        place(name + "/nut washer", washer_mesh, at({p.x, p.y, -flange - washer_height}));
    const double nut_top = -flange - washer_height;
    const std::size_t the_nut = place(
        name + "/nut",
        mesh("m10 nut", [&] { return nut(size, flange + washer_height - nut_top, fineness_.thread()); }),
        at({p.x, p.y, nut_top}));
    touch(bolt, above, "bolt head on its washer");
    sunk ? clash(above, upper_, (area(circle(size.washer_radius, fineness_.small_sides)) - area(hole)) * deep,
                 {deep, 0}, "bolt and washer too deep")
         : touch(above, upper_, "washer on the flange");
    touch(below, lower_, "washer on the flange");
    touch(the_nut, below, "nut on its washer");
    const double flank_gap = thread_allowance / 2 * sin_cos_turns(0.5 / fineness_.small_sides).cos;
    clearance(bolt, the_nut, {flank_gap, 0.002}, "thread of bolt and nut");
}

void Machine::add_inspection_cover() {
    const HousingDesign& housing = design_.housing;
    constexpr double gasket_height = 1, height = 6, length = 16;
    const double roof = housing.roof[housing.flat].y;
    const Outline outline =
        rounded_rectangle(design_.cover_lower, design_.cover_upper, 8, fineness_.sides / 8);
    std::vector<Outline> holes;
    for (const auto& hole : housing.roof_holes)
        holes.push_back(circle(hole.radius, fineness_.small_sides, hole.centre));
    std::vector<Outline> gasket_holes = holes;
    gasket_holes.push_back(
        rounded_rectangle(housing.opening_lower, housing.opening_upper, 8, fineness_.sides / 8));
    const std::size_t gasket =
        place("inspection cover/gasket",
              mesh("roof gasket", [&] { return extruded(outline, gasket_holes, 0, gasket_height); }),
              at({0, 0, roof}));
    const std::size_t lid =
        place("inspection cover/lid", mesh("lid", [&] { return extruded(outline, holes, 0, height); }),
              at({0, 0, roof + gasket_height}));
    touch(gasket, upper_, "gasket on the roof");
    touch(lid, gasket, "lid on its gasket");
    const SharedMesh screw =
        mesh("m6 lid", [&] { return cap_screw(m6, length, length - 4, fineness_.thread()); });
    for (std::size_t i = 0; i < housing.roof_holes.size(); ++i) {
        const Vec2& p = housing.roof_holes[i].centre;
        const std::size_t part = place("inspection cover/screw " + std::to_string(i + 1), screw,
                                       at({p.x, p.y, roof + gasket_height + height}));
        touch(part, lid, "screw head on the lid");
    }
}

void Machine::add_base() {
    const HousingDesign& housing = design_.housing;
    constexpr double thickness = base_thickness, length = 45;
    const double under = -housing.foot - housing.foot_thickness, x = housing.flange_x() + 40,
                 y = housing.flange_y() + 48;
    std::vector<Outline> holes;
    for (const auto& hole : housing.foot_holes)
        holes.push_back(circle(hole.radius, fineness_.small_sides, hole.centre));
    base_ = place("base/plate",
                  mesh("base",
                       [&] {
                           return extruded(rounded_rectangle({-x, -y}, {x, y}, 20, fineness_.sides / 8),
                                           holes, -thickness, 0);
                       }),
                  at({0, 0, under}));
    touch(lower_, base_, "foot on the base plate");
    const SharedMesh bolt_mesh =
        mesh("m16", [&] { return hexagon_bolt(m16, length, length - 14, fineness_.thread()); });
    const SharedMesh washer_mesh = mesh("m16 washer", [&] { return washer(m16, fineness_.small_sides); });
    for (std::size_t i = 0; i < housing.foot_holes.size(); ++i) {
        const Vec2& p = housing.foot_holes[i].centre;
        const std::string name = "base/anchor " + std::to_string(i + 1);
        const std::size_t ring = place(name + "/washer", washer_mesh, at({p.x, p.y, -housing.foot}));
        const std::size_t bolt =
            place(name + "/bolt", bolt_mesh, at({p.x, p.y, -housing.foot + m16.washer_height}));
        touch(ring, lower_, "washer on the foot");
        touch(bolt, ring, "bolt head on its washer");
    }
}

}  // namespace graze::inline v1::gearbox
