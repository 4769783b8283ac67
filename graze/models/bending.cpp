// Cloths, and balls that grow; clothes.cpp has the walking figure.
#include "graze/models/bending.h"

#include <cmath>
#include <span>
#include <utility>

#include "graze/base/trig.h"
#include "graze/mesh/generate.h"
#include "graze/models/bending/checks.h"
#include "graze/models/bending/sheet.h"

namespace graze::inline v1 {
namespace {

using models::Sheet;
using models::SheetMesh;
using models::smooth;

// Squares along each side of a sheet of so many triangles.
std::uint32_t side_of(double triangles) {
    return models::nearest_count(std::sqrt(triangles / 2));
}

// One sheet whose points are place(u, v, share), where the share of the animation is from 0 to 1.
template <class Place>
KeyedMesh bent_sheet(std::string name, const Sheet& sheet, std::uint32_t keys, const Place& place) {
    KeyedMesh bent{std::move(name), {}, {}};
    for (std::uint32_t k = 0; k < keys; ++k) {
        const double share = static_cast<double>(k) / (keys - 1);
        sheet.add_points(bent.keys.emplace_back(),
                         [&](double u, double v) { return place(u, v, share) + Vec3{}; });
    }
    SheetMesh mesh;
    sheet.add_to(mesh);
    bent.mesh = Mesh(bent.keys.front(), std::move(mesh.triangles), {}, 1.0);
    return bent;
}

// Hangs over the rim of a round table: first a bend of a given radius, then straight down at an angle that
// grows. Folds are waves around the table, which start at the rim and get deeper down the cloth. As long as
// the angle is at most a quarter turn, height falls along each line from the middle, which keeps its
// direction: so the cloth never meets itself.
struct Tablecloth {
    static constexpr double table = 0.6, half = 1, bend = 0.08, start = 0.5, above = 0.02;

    static Vec3 place(double u, double v, double share) {
        const double x = (2 * u - 1) * half, y = (2 * v - 1) * half;
        const double r = std::sqrt(x * x + y * y);
        const double fall = smooth(share / 0.35);
        const double height = above + start * (1 - fall);
        // While it falls, air waves it a little.
        const double air = 0.02 * (1 - fall) * fall * 4;
        const double wave = air * sin_cos_turns(0.7 * x + 0.9 * y + share).sin;
        const double over = r - table;
        if (over <= 0) return {x, y, height + wave};
        const double sunk = smooth((share - 0.2) / 0.8);
        const double turns = 0.235 * sunk;  // of a quarter
        constexpr double per_turn = 6.283185307179586;
        const double angle = turns * per_turn, arc = bend * angle;
        double out = 0, down = 0;
        if (over < arc) {
            const auto [sin, cos] = sin_cos_turns(over / bend / per_turn);
            out = bend * sin;
            down = bend * (1 - cos);
        } else {
            const auto [sin, cos] = sin_cos_turns(turns);
            out = bend * sin + (over - arc) * cos;
            down = bend * (1 - cos) + (over - arc) * sin;
        }
        const double around = turns_of(y, x);
        const double fold = 0.35 * over * over * sunk * sin_cos_turns(8 * around + 0.3 * share).sin;
        const double rho = table + out + fold + 0.02 * sunk * over;
        return {x / r * rho, y / r * rho, height + wave - down};
    }
};

// A cloth that is wrung: its middle turns furthest, pleats deepen and lean over until they pass through one
// another.
Vec3 swirled(double u, double v, double share) {
    const double x = 2 * u - 1, y = 2 * v - 1, r = std::sqrt(x * x + y * y);
    const double wrung = smooth(share);
    const double near = r < 1.4 ? 1 - r / 1.4 : 0;
    const double turns = 1.6 * wrung * near * near;
    const double around = turns_of(y, x);
    const double pleat = 14 * around + 0.5 * share;
    // Pleats begin away from the middle and lean along the turn.
    const double depth = wrung * 0.16 * r * (0.3 + near);
    const double lean = 1.8 * wrung * near / 14;
    const auto [up, aside] = sin_cos_turns(pleat);
    const auto [sin, cos] = sin_cos_turns(around + turns + lean * aside);
    const double out = r * (1 - 0.35 * wrung * (1 - 0.5 * r));
    return {out * cos, out * sin, depth * up + 0.3 * wrung * near * near};
}

}  // namespace

std::size_t BendingScene::triangle_count() const {
    std::size_t count = 0;
    for (const KeyedMesh& keyed : meshes) count += keyed.mesh.triangle_count();
    return count;
}

BendingScene make_tablecloth(const BendingOptions& options) {
    BendingScene scene = models::empty_scene(options, 2);
    // A seventh for the table: a disc with a rim.
    const std::uint32_t side = side_of(options.triangles / 7.0 * 6);
    scene.meshes.push_back(bent_sheet("cloth", {side, side, false}, options.keys, Tablecloth::place));
    const std::uint32_t around = side_of(options.triangles / 7.0 * 4), rings = (around + 3) / 4;
    constexpr double down = 0.03;
    const auto table = [&](double u, double v, double) {
        const auto [sin, cos] = sin_cos_turns(u);
        // From below through the rim to the top; the last ring goes to the middle.
        const double thickness = v < 0.125 ? v / 0.125 : 1;
        const double r = v < 0.125 ? Tablecloth::table : Tablecloth::table * (1 - 0.98 * (v - 0.125) / 0.875);
        return Vec3{r * cos, r * sin, -down * (1 - thickness)};
    };
    scene.meshes.push_back(bent_sheet("table", {around, rings, true}, options.keys, table));
    return scene;
}

BendingScene make_swirling_cloth(const BendingOptions& options) {
    BendingScene scene = models::empty_scene(options, 2);
    const std::uint32_t side = side_of(options.triangles);
    scene.meshes.push_back(bent_sheet("cloth", {side, side, false}, options.keys, swirled));
    return scene;
}

GrowingBalls make_growing_balls(std::uint32_t triangles) {
    models::check_triangles(triangles);
    const auto ball = [&](double x, double turned) {
        const Mesh sphere = make_sphere(1, triangles / 2);
        GrowingBall grown;
        std::vector<Vec3> vertices;
        // Turned, so that no two vertices meet.
        const auto [sin, cos] = sin_cos_turns(turned);
        for (const Vec3& p : sphere.vertices()) {
            const Vec3 out{cos * p.x - sin * p.y, sin * p.x + cos * p.y, p.z};
            vertices.push_back(out + Vec3{x, 0, 0});
            grown.velocities.push_back(out * 0.5);
        }
        grown.mesh =
            Mesh(std::move(vertices), {sphere.triangles().begin(), sphere.triangles().end()}, {}, 1.0);
        return grown;
    };
    return {ball(-1.5, 0.017), ball(1.5, 0.113)};
}

}  // namespace graze::inline v1
