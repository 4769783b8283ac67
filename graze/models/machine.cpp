#include "graze/models/machine.h"

#include <array>
#include <memory>
#include <utility>

#include "graze/mesh/generate.h"
#include "graze/models/objects/placing.h"

namespace graze::inline v1 {
namespace {

// All lengths are small multiples of a half, so that flush faces have equal coordinates. The shaft and the
// bores of its bearings have the same corners because they have the same radius, number of corners and axis.
constexpr std::uint32_t corners_around = 48;
constexpr double shaft_height = 90;

using SharedMesh = std::shared_ptr<const Mesh>;

SharedMesh share(Mesh mesh) {
    return std::make_shared<const Mesh>(mesh.with_unit(0.001));
}

// A box with a box-shaped cavity in its middle: the cavity is an inner surface, wound inwards.
Mesh hollow_box(const Vec3& outer, const Vec3& cavity) {
    const Mesh outside = make_box(outer), inside = make_box(cavity);
    std::vector<Vec3> vertices(outside.vertices().begin(), outside.vertices().end());
    std::vector<std::array<VertexId, 3>> triangles(outside.triangles().begin(), outside.triangles().end());
    const auto first = static_cast<VertexId>(vertices.size());
    vertices.insert(vertices.end(), inside.vertices().begin(), inside.vertices().end());
    for (const auto& t : inside.triangles()) triangles.push_back({first + t[0], first + t[2], first + t[1]});
    return Mesh(std::move(vertices), std::move(triangles));
}

// A rectangle in the plane y = 0.
Mesh sheet(double width, double height) {
    const double x = width / 2, z = height / 2;
    return Mesh({{-x, 0, -z}, {x, 0, -z}, {x, 0, z}, {-x, 0, z}}, {{0, 1, 2}, {0, 2, 3}});
}

// On the axis of the shaft, which is parallel to x; a quarter of a turn is exact.
Pose on_shaft(double x) {
    return at(x, 0, shaft_height) * Pose::rotation_turns({0, 1, 0}, 0.25);
}

Assembly machine_parts() {
    const SharedMesh pedestal = share(make_box({20, 80, 60}));
    const SharedMesh bearing = share(make_tube(20, 10, 16, corners_around));
    const SharedMesh bolt = share(make_cylinder(5, 6, 24));
    return {{{"base plate", share(make_box({200, 120, 10})), at(0, 0, 5)},
             {"left pedestal", pedestal, at(-60, 0, 40)},
             {"right pedestal", pedestal, at(60, 0, 40)},
             {"left bearing", bearing, on_shaft(-60)},
             {"right bearing", bearing, on_shaft(60)},
             {"shaft", share(make_cylinder(10, 180, corners_around)), on_shaft(0)},
             {"flywheel", share(make_tube(35, 9.5, 20, 96)), on_shaft(0)},
             {"oil ring", share(make_torus(16, 2, 48, 16)), on_shaft(30)},
             {"bolt 1", bolt, at(-85, -50, 13)},
             {"bolt 2", bolt, at(85, -50, 13)},
             {"bolt 3", bolt, at(-85, 50, 13)},
             {"bolt 4", bolt, at(85, 50, 12)},  // a millimetre too deep
             {"housing", share(hollow_box({24, 24, 24}, {20, 20, 20})), at(-20, -30, 22)},
             {"ball", share(make_sphere(8, 512)), at(-20, -30, 22)},
             {"block", share(make_box({24, 24, 20})), at(20, 30, 20)},
             {"sensor", share(make_box({6, 6, 6})), at(20, 30, 20)},
             {"label", share(sheet(12, 10)), at(20, 18, 20)}},
            0.001,
            {}};
}

std::vector<PlantedContact> planted_contacts() {
    using enum PlantedContact::Kind;
    return {{"base plate", "bolt 4", overlapping},
            {"shaft", "flywheel", overlapping},  // the bore is too small
            {"sensor", "block", inside},
            {"base plate", "left pedestal", touching},
            {"base plate", "right pedestal", touching},
            {"base plate", "bolt 1", touching},
            {"base plate", "bolt 2", touching},
            {"base plate", "bolt 3", touching},
            {"base plate", "housing", touching},
            {"base plate", "block", touching},
            {"left pedestal", "left bearing", touching},
            {"right pedestal", "right bearing", touching},
            {"left bearing", "shaft", touching},
            {"right bearing", "shaft", touching},
            {"block", "label", touching}};
}

}  // namespace

Machine make_machine() {
    return {machine_parts(), planted_contacts()};
}

}  // namespace graze::inline v1
