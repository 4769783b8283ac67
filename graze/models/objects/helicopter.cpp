#include <cmath>
#include <string>
#include <vector>

#include "graze/base/trig.h"
#include "graze/models/objects/extrude.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

// The nose points to -x. The z axis of a lathe becomes the x axis here.
Vec3 lengthwise(const Vec3& p) {
    return {p.z, p.y, -p.x};
}

// The radius of the hull at x: a drop that continues as the tail boom.
double hull_radius(double x) {
    constexpr double nose = -0.62, cabin_end = 0.2, boom = 0.042;
    if (x < cabin_end) {
        const double t = (x - nose) / (cabin_end - nose);
        const double drop = std::sqrt(t) * (1 - t) * (1 - t * t * 0.5) * 2.2;
        return 0.34 * drop + boom * t;
    }
    return boom * (1 - 0.5 * (x - cabin_end) / 0.75);
}

// The boom is higher than the middle of the cabin.
Vec3 on_hull(const Vec3& p) {
    const double lift = p.z < 0 ? 0 : 0.1 * p.z * (p.z < 0.4 ? p.z / 0.4 : 1);
    const Vec3 q = lengthwise(p);
    return {q.x, q.y, q.z * 1.05 + lift + 0.02};
}

void add_cabin(SolidBuilder& builder) {
    Profile profile(builder, 0, -0.62);
    profile.curve(
        1.8,
        [](double t) {
            // More rings at the nose, where the surface is steep.
            const double x = -0.62 + 1.57 * t * (0.4 + 0.6 * t);
            return ProfilePoint{hull_radius(x), x};
        },
        16);
    add_lathe(builder, profile.edge_to(0, 0.96), on_hull, 8);
}

// A blade from the hub outwards along z: thick in front, thin behind, twisted.
void add_blade(SolidBuilder& builder, double from, double to, double chord, double twist, const Pose& place) {
    const std::uint32_t around = builder.segments(2.2 * chord, 8);
    std::vector<Vec2> wing;
    for (const Vec2& p : circle(around))
        wing.push_back({chord / 2 * p.x, 0.07 * chord * p.y * (1.2 + 0.7 * p.x)});
    Profile profile(builder, 0, from);
    profile.edge_to(0.4, from).line_to(0.45, from + 0.12 * (to - from)).line_to(1, from + 0.2 * (to - from));
    profile.line_to(0.9, to, 4).edge_to(0, to);
    add_lathe(builder, profile, wing, [&](const Vec3& p) {
        const SinCos angle = sin_cos_turns(twist * (1 - (p.z - from) / (to - from)));
        return place(Vec3{p.x * angle.cos - p.y * angle.sin, p.x * angle.sin + p.y * angle.cos, p.z});
    });
}

// The axes of a blade that points outwards at an angle about the z axis; the thickness is along z.
Pose outwards(double turns) {
    const SinCos angle = sin_cos_turns(turns);
    const Vec3 out{angle.cos, angle.sin, 0}, across{-angle.sin, angle.cos, 0};
    return with_axes({}, across, {0, 0, 1}, out);
}

void add_rotor(SolidBuilder& builder, const std::string& name, int blades, double radius, double chord,
               const Pose& place) {
    builder.begin_part(name + " hub");
    const double hub = 0.5 * chord;
    Profile profile(builder, 0, -0.6 * chord);
    profile.line_to(hub, -0.5 * chord)
        .line_to(hub, 0.35 * chord)
        .line_to(0.5 * hub, 0.6 * chord)
        .edge_to(0, 0.65 * chord);
    add_lathe(builder, profile, place, 8);
    for (int i = 0; i < blades; ++i) {
        builder.begin_part(name + " blade " + std::to_string(i + 1));
        add_blade(builder, hub + piece_gap, radius, chord, 0.03, place * outwards((i + 0.15) / blades));
    }
}

void add_skid(SolidBuilder& builder, double side) {
    const double y = 0.24 * side, ground = -0.45;
    const RoundedPath path({{-0.6, y, ground + 0.12}, {-0.5, y, ground}, {0.25, y, ground}}, 0.1);
    Profile profile(builder, 0, 0);
    const auto rings = path.rings(builder, 4);
    profile.edge_to(0.018, 0);
    for (std::size_t i = 1; i < rings.size(); ++i) profile.edge_to(0.018, rings[i]);
    add_lathe(builder, profile.edge_to(0, path.curve.length()), path.curve.placement());
}

// A strut from the bottom of the hull to the skid.
void add_strut(SolidBuilder& builder, double x, double side) {
    const Vec3 top = x < 0 ? Vec3{x, 0.13 * side, -0.268} : Vec3{x, 0.05 * side, -0.115};
    add_strut(builder, top, {x, 0.235 * side, -0.45 + 0.018 + 0.01}, 0.014);
}

// A plate with a swept outline, vertical or horizontal.
void add_fin(SolidBuilder& builder, const Outline& outline, double thickness, const Placement& place) {
    add_extrusion(builder, outline, {}, -thickness / 2, thickness / 2, place);
}

}  // namespace

void build_helicopter(SolidBuilder& builder) {
    builder.begin_part("hull");
    add_cabin(builder);
    builder.begin_part("engine");
    Profile engine(builder, 0, -0.22);
    engine.curve(
        0.6,
        [](double t) {
            const SinCos angle = sin_cos_turns(0.5 * t);
            return ProfilePoint{t == 1 ? 0 : 0.075 * std::sqrt(angle.sin), -0.22 + 0.44 * t};
        },
        6);
    add_lathe(
        builder, engine,
        [](const Vec3& p) {
            const Vec3 q = lengthwise(p);
            return Vec3{q.x - 0.02, q.y, q.z + 0.281 - 0.33 * q.x};
        },
        8);
    builder.begin_part("mast");
    add_rod(builder, 0.022, 0.1, at(-0.02, 0, 0.372));
    add_rotor(builder, "main rotor", 4, 0.94, 0.085, at(-0.02, 0, 0.53));
    const Pose sideways = with_axes({0.88, 0.07, 0.12}, {1, 0, 0}, {0, 0, -1}, {0, 1, 0});
    add_rotor(builder, "tail rotor", 3, 0.115, 0.04, sideways);
    for (const double side : {-1.0, 1.0}) {
        const std::string name = side < 0 ? "left" : "right";
        builder.begin_part("skid " + name);
        add_skid(builder, side);
        for (const double x : {-0.38, 0.05}) {
            builder.begin_part("leg " + name + (x < 0 ? " front" : " rear"));
            add_strut(builder, x, side);
        }
        builder.begin_part("stabilizer " + name);
        const Outline wing{{0.55, 0.05}, {0.66, 0.05}, {0.68, 0.26}, {0.6, 0.26}};
        // Turned over for the other side.
        add_fin(builder, wing, 0.012,
                [&](const Vec3& p) { return Vec3{p.x, side * p.y, side * p.z + 0.085}; });
    }
    builder.begin_part("fin");
    const Pose upright = with_axes({0, 0, 0.125}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0});
    add_fin(builder, {{0.8, 0.045}, {0.93, 0.045}, {1, 0.25}, {0.93, 0.25}}, 0.014, upright);
    builder.begin_part("lower fin");
    add_fin(builder, {{0.84, -0.055}, {0.92, -0.17}, {0.97, -0.17}, {0.93, -0.055}}, 0.014, upright);
}

}  // namespace graze::inline v1
