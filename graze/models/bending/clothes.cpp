// A figure that walks, in a shirt or in a dress. Its limbs are apart from one another, like those of a
// jointed doll, so that nothing but clothes could meet.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graze/base/trig.h"
#include "graze/models/bending.h"
#include "graze/models/bending/checks.h"
#include "graze/models/bending/sheet.h"

namespace graze::inline v1 {
namespace {

using models::Capsule;
using models::Sheet;
using models::SheetMesh;

// Metres.
constexpr double hip_height = 0.93, hip_aside = 0.095, thigh = 0.45, shin = 0.45;
constexpr double waist = 1.0, neck = 1.46, torso_deep = 0.11, torso_wide = 0.16;
constexpr double shoulder = 1.42, arm_aside = 0.3, upper_arm = 0.28, forearm = 0.26, arm_thick = 0.042;
constexpr double strides = 2, pace = 1.2;  // in all; metres per stride

// Angles from straight down, forwards, in turns.
struct Joints {
    double thigh, shin, upper_arm, forearm;
};

// Of the left side at a time, in strides; the right side is half a stride behind.
Joints joints_at(double stride) {
    const auto [sin, cos] = sin_cos_turns(stride);
    Joints joints{};
    joints.thigh = 0.075 * sin;
    joints.shin = joints.thigh - 0.055 * (1 + cos);  // the knee bends while the leg swings forwards
    joints.upper_arm = -0.05 * sin;
    joints.forearm = joints.upper_arm + 0.05 + 0.02 * sin;
    return joints;
}

// In the plane of walking.
struct Limb {
    Vec3 from, to;
    double thick = 0;

    Limb(const Vec3& joint, double turns, double length, double radius) : from(joint), thick(radius) {
        const auto [sin, cos] = sin_cos_turns(turns);
        to = joint + Vec3{sin, 0, -cos} * length;
    }
    // `out` from the axis, at a share of its length.
    Vec3 around(double u, double share, double out) const {
        const Vec3 axis = to - from;
        const Vec3 along = axis / std::sqrt(dot(axis, axis)), ahead{-along.z, 0, along.x};
        const auto [sin, cos] = sin_cos_turns(u);
        return from + axis * share + Vec3{0, cos * out, 0} + ahead * (sin * out);
    }
    // Of a capsule, which leaves room for the joints.
    Vec3 surface(double u, double v) const {
        constexpr double joint = 0.05;
        const auto [sin, cos] = sin_cos_turns(v / 2);
        const double round = std::sqrt(std::max(sin, 0.0)) * (0.4 + 0.6 * sin);
        return around(u, joint + (1 - 2 * joint) * (1 - cos) / 2, thick * round);
    }
};

struct Figure {
    double stride;
    Vec3 base;  // below the hips

    explicit Figure(double share) : stride(strides * share) {
        base = {pace * stride, 0, 0.015 * sin_cos_turns(2 * stride).cos};
    }
    Joints joints(int side) const { return joints_at(side > 0 ? stride : stride + 0.5); }
    Limb leg(int side, bool lower) const {
        const Joints j = joints(side);
        const Limb upper(base + Vec3{0, side * hip_aside, hip_height}, j.thigh, thigh, 0.075);
        return lower ? Limb(upper.to, j.shin, shin, 0.055) : upper;
    }
    Limb arm(int side, bool lower) const {
        const Joints j = joints(side);
        const Limb upper(base + Vec3{0, side * arm_aside, shoulder}, j.upper_arm, upper_arm, arm_thick);
        return lower ? Limb(upper.to, j.forearm, forearm, 0.036) : upper;
    }
    // An upright ellipse.
    Vec3 ring(double u, double height, double deep, double wide) const {
        const auto [sin, cos] = sin_cos_turns(u);
        return base + Vec3{cos * deep, sin * wide, height};
    }
    Vec3 rounded(double u, double v, double low, double high, double deep, double wide) const {
        const auto [sin, cos] = sin_cos_turns(v / 2);
        const double round = std::sqrt(std::max(sin, 0.0)) * (0.5 + 0.5 * sin);
        return ring(u, (low + high) / 2 - (high - low) / 2 * cos, deep * round, wide * round);
    }
};

struct Grid {
    std::uint32_t around, along;

    // `shape`: circumference by length.
    Grid(double triangles, double shape) {
        along = std::max(3U, models::nearest_count(std::sqrt(triangles / 2 / shape)));
        around = std::max(3U, models::nearest_count(triangles / 2 / along));
    }
    Capsule capsule() const { return {around, along}; }
    Sheet tube() const { return {around, along, true}; }
};

template <class Points>
KeyedMesh keyed(std::string name, SheetMesh mesh, std::uint32_t keys, const Points& points) {
    KeyedMesh made{std::move(name), {}, {}};
    for (std::uint32_t k = 0; k < keys; ++k) {
        std::vector<Vec3>& key = made.keys.emplace_back();
        points(Figure(static_cast<double>(k) / (keys - 1)), key);
        for (Vec3& p : key) p += Vec3{};  // -0 becomes 0
    }
    made.mesh = Mesh(made.keys.front(), std::move(mesh.triangles), {}, 1.0);
    return made;
}

KeyedMesh make_body(double triangles, std::uint32_t keys) {
    const Capsule torso = Grid(0.25 * triangles, 1.9).capsule(), head = Grid(0.09 * triangles, 2.5).capsule(),
                  upper_leg = Grid(0.12 * triangles, 1).capsule(),
                  lower_leg = Grid(0.10 * triangles, 0.8).capsule(),
                  arm = Grid(0.055 * triangles, 1).capsule();
    SheetMesh mesh;
    torso.add_to(mesh);
    head.add_to(mesh);
    for (int i = 0; i < 2; ++i) {
        upper_leg.add_to(mesh);
        lower_leg.add_to(mesh);
        arm.add_to(mesh);
        arm.add_to(mesh);
    }
    return keyed("body", std::move(mesh), keys, [&](const Figure& figure, std::vector<Vec3>& points) {
        torso.add_points(points, [&](double u, double v) {
            return figure.rounded(u, v, waist, neck, torso_deep, torso_wide);
        });
        head.add_points(points,
                        [&](double u, double v) { return figure.rounded(u, v, 1.52, 1.78, 0.1, 0.085); });
        for (const int side : {1, -1}) {
            const auto add = [&](const Capsule& capsule, const Limb& limb) {
                capsule.add_points(points, [&](double u, double v) { return limb.surface(u, v); });
            };
            add(upper_leg, figure.leg(side, false));
            add(lower_leg, figure.leg(side, true));
            add(arm, figure.arm(side, false));
            add(arm, figure.arm(side, true));
        }
    });
}

// Folds that only ever go outwards: 0 to 2.
double fold(double turns) {
    return 1 + sin_cos_turns(turns).sin;
}

KeyedMesh make_shirt(double triangles, std::uint32_t keys) {
    const Sheet trunk = Grid(0.7 * triangles, 1.9).tube(), sleeve = Grid(0.15 * triangles, 1.8).tube();
    SheetMesh mesh;
    trunk.add_to(mesh);
    sleeve.add_to(mesh);
    sleeve.add_to(mesh);
    return keyed("shirt", std::move(mesh), keys, [&](const Figure& figure, std::vector<Vec3>& points) {
        // From the hem to the collar.
        trunk.add_points(points, [&](double u, double v) {
            const double loose = 1 - v;
            const double out = 0.012 + 0.003 * fold(2 * u + figure.stride) +
                               0.012 * loose * fold(9 * u + 0.6 * loose - figure.stride);
            const double sway = 0.008 * loose * sin_cos_turns(figure.stride - 0.15).sin;
            return figure.ring(u, 0.97 + 0.48 * v, torso_deep + out, torso_wide + out) + Vec3{sway, 0, 0};
        });
        for (const int side : {1, -1}) {
            const Limb arm = figure.arm(side, false);
            sleeve.add_points(points, [&](double u, double v) {
                const double out = 0.01 + 0.006 * v * fold(4 * u - figure.stride + 0.5 * v);
                return arm.around(u, 0.06 + 0.7 * v, arm_thick + out);
            });
        }
    });
}

KeyedMesh make_dress(double triangles, std::uint32_t keys) {
    const Sheet tube = Grid(triangles, 1.6).tube();
    SheetMesh mesh;
    tube.add_to(mesh);
    return keyed("dress", std::move(mesh), keys, [&](const Figure& figure, std::vector<Vec3>& points) {
        // From the hem at the knees to the chest. Below the hips, wide enough for the legs at any time.
        constexpr double hem = 0.47, chest = 1.4;
        tube.add_points(points, [&](double u, double v) {
            const double height = hem + (chest - hem) * v, depth = std::max(0.0, hip_height - height);
            const double above = std::max(0.0, (height - hip_height) / (chest - hip_height));
            const double loose = 0.4 * depth + 0.006;
            const double folds =
                0.1 * loose * fold(12 * u + 0.3 * depth) + 0.1 * loose * fold(5 * u - figure.stride + depth);
            const double deep = torso_deep + 0.02 + 0.03 * (1 - above) + 0.68 * depth + folds;
            const double wide = torso_wide + 0.02 + 0.03 * (1 - above) + 0.35 * depth + folds;
            // The skirt follows the legs a little late, and turns about the axis.
            const double swing = 0.06 * depth * sin_cos_turns(figure.stride - 0.2).sin;
            return figure.ring(u + 0.03 * depth * sin_cos_turns(figure.stride - 0.1).sin, height, deep,
                               wide) +
                   Vec3{swing, 0, 0};
        });
    });
}

BendingScene make_walk(const BendingOptions& options, KeyedMesh (*garment)(double, std::uint32_t)) {
    BendingScene scene = models::empty_scene(options, strides);
    scene.meshes.push_back(make_body(0.5 * options.triangles, options.keys));
    scene.meshes.push_back(garment(0.5 * options.triangles, options.keys));
    return scene;
}

}  // namespace

BendingScene make_walk_in_shirt(const BendingOptions& options) {
    return make_walk(options, make_shirt);
}
BendingScene make_walk_in_dress(const BendingOptions& options) {
    return make_walk(options, make_dress);
}

}  // namespace graze::inline v1
