#include <algorithm>
#include <string>
#include <vector>

#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/objects/placing.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/space_curve.h"

namespace graze::inline v1 {
namespace {

constexpr double wreath = 0.8, stem = 0.018;
constexpr double first_leaf = 0.035, last_leaf = 0.445;  // in turns from the bottom

// The branches begin at the bottom of the wreath (-y) and rise on both sides (+1: right).
struct OnBranch {
    Vec3 at, outward, onward;
};
OnBranch on_branch(double turns, double side) {
    const SinCos angle = sin_cos_turns(turns);
    return {{side * wreath * angle.sin, -wreath * angle.cos, 0},
            {side * angle.sin, -angle.cos, 0},
            {side * angle.cos, angle.sin, 0}};
}

void add_stem(SolidBuilder& builder, double side) {
    const SpaceCurve curve =
        SpaceCurve::sampled([&](double t) { return on_branch(0.012 + (last_leaf + 0.012) * t, side).at; });
    const double length = curve.length();
    Profile profile(builder, 0, 0);
    profile.edge_to(stem, 0).line_to(0.4 * stem, length, 24).edge_to(0, length);
    add_lathe(builder, profile, curve.placement());
}

// A leaf: a thin pointed blade with a rib, bent upwards. It is along z from its foot and faces x.
void add_leaf(SolidBuilder& builder, double length, double width, double bend, const Pose& place) {
    // Coarse leaves do not lose points along and around at the same time: the number of triangles would jump.
    const std::uint32_t around =
        std::max(builder.segments(4 * width, 6), std::min(6u, builder.details(7, 3)));
    std::vector<Vec2> lens;
    for (const Vec2& p : circle(around)) lens.push_back({0.16 * p.x * (1 - 0.5 * p.y * p.y), p.y});
    Profile profile(builder, 0, 0);
    profile.edge_to(0.12 * width, 0)
        .curve(
            length,
            [&](double t) {
                const double wide = sin_cos_turns(0.5 * t * (1.4 - 0.4 * t)).sin;
                return ProfilePoint{t == 1 ? 0 : width * (0.12 * (1 - t) + 0.88 * wide), length * t};
            },
            6);
    add_lathe(builder, profile, lens, [&](const Vec3& p) {
        const double t = p.z / length;
        return place(Vec3{p.x + bend * length * t * t, p.y, p.z});
    });
}

}  // namespace

void build_laurel(SolidBuilder& builder, std::uint64_t seed) {
    Random random(seed);
    const auto leaves = static_cast<int>(builder.details(18, 5));  // along each branch, three at each place
    for (const double side : {-1.0, 1.0}) {
        const std::string branch = side < 0 ? "left " : "right ";
        builder.begin_part(branch + "stem");
        add_stem(builder, side);
        for (int i = 0; i < leaves; ++i) {
            // Three leaves: outwards, inwards and to the front. The leaves in front are between the others.
            for (int row = 0; row < 3; ++row) {
                const double turns =
                    first_leaf + (last_leaf - first_leaf) * (i + (row == 2 ? 0.5 : 0.0)) / leaves;
                const OnBranch foot = on_branch(turns, side);
                const Vec3 up{0, 0, 1};
                const Vec3 across = row == 2 ? up : foot.outward * (row == 0 ? 1 : -1);
                const double open = (row == 2 ? 0.3 : 0.55) + random.uniform(-0.03, 0.03);
                const Vec3 along = normalized(foot.onward * (1 - 0.35 * open) + across * open);
                // The direction that the blade should face: to the front; for leaves at the sides, a little
                // outwards as well.
                const Vec3 wanted = row == 2 ? up : normalized(up + across * 0.15);
                const Vec3 face = normalized(wanted - along * dot(wanted, along));
                const double smaller = 1 - 0.35 * i / leaves;
                const double length = smaller * random.uniform(0.235, 0.255);
                // Neighbouring leaves overlap, so every other leaf is higher.
                const double lift = row == 2 ? 0 : i % 2 == 0 ? 0.014 : -0.014;
                builder.begin_part(branch + "leaf " + std::to_string(3 * i + row + 1));
                add_leaf(builder, length, 0.042 * smaller, row == 2 ? 0.05 : -0.12,
                         with_axes(foot.at + across * (stem + 0.012) + up * lift, face, cross(along, face),
                                   along));
            }
            if (i % 3 != 1) continue;
            const OnBranch place =
                on_branch(first_leaf + (last_leaf - first_leaf) * (i + 0.5) / leaves, side);
            builder.begin_part(branch + "berry " + std::to_string(i / 3 + 1));
            add_ball(builder, 0.02, at(place.at.x, place.at.y, -stem - 0.03));
        }
    }
    builder.begin_part("clasp");
    add_ring(builder, 0.032, 0.012, at(0, -wreath, 0));
}

}  // namespace graze::inline v1
