#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects.h"
#include "graze/models/scenes.h"

namespace graze::inline v1 {
namespace {

constexpr double wall_thickness = 0.2, gap = 0.01;
constexpr std::uint32_t most_copies = 1000;

// The radius of a ball about the origin that contains the object in any orientation.
double reach_of(const Mesh& mesh) {
    double most = 0;
    for (const Vec3& v : mesh.vertices()) most = std::max(most, dot(v, v));
    return std::sqrt(most);
}

void add_walls(Assembly& assembly, double half) {
    const double out = half + wall_thickness / 2, wide = 2 * half;
    const auto add = [&](const char* name, const Vec3& size, const Vec3& middle) {
        assembly.parts.push_back({join_path("cage", name), std::make_shared<const Mesh>(make_box(size)),
                                  Pose::translation(middle)});
    };
    add("floor", {wide, wide, wall_thickness}, {0, 0, -out});
    add("ceiling", {wide, wide, wall_thickness}, {0, 0, out});
    add("wall west", {wall_thickness, wide, wide}, {-out, 0, 0});
    add("wall east", {wall_thickness, wide, wide}, {out, 0, 0});
    add("wall south", {wide, wall_thickness, wide}, {0, -out, 0});
    add("wall north", {wide, wall_thickness, wide}, {0, out, 0});
}

}  // namespace

Room make_cage(const CageOptions& options) {
    if (options.copies == 0 || options.copies > most_copies) throw Error("a cage has from 1 to 1000 copies");
    const auto mesh =
        std::make_shared<const Mesh>(make_object(options.object, options.triangles, options.seed));
    const double reach = reach_of(*mesh) + gap;
    // A cube of cells, each half as wide again as a copy; there are at least as many cells as copies.
    std::uint32_t cells = 1;
    while (cells * cells * cells < options.copies) ++cells;
    const double half = 1.5 * reach * cells;
    Room cage;
    cage.assembly.metres_per_unit = 1.0;
    cage.assembly.up = Axis::z;
    cage.inside = {{-half, -half, -half}, {half, half, half}};
    add_walls(cage.assembly, half);
    cage.first_mover = cage.assembly.parts.size();
    Random random(options.seed);
    for (std::uint32_t i = 0; i < options.copies; ++i) {
        const Vec3 direction = random.on_sphere();
        cage.velocities.push_back(direction * random.uniform(0.5, 2));
    }
    const Vec3 clear = Vec3{1, 1, 1} * reach;
    std::vector<Vec3> placed;
    while (placed.size() < options.copies) {
        const Vec3 at = random.in_box(cage.inside.lower + clear, cage.inside.upper - clear);
        if (std::ranges::any_of(placed, [&](const Vec3& other) { return length(at - other) < 2 * reach; }))
            continue;
        placed.push_back(at);
        const std::string name = std::string(options.object) + " " + std::to_string(placed.size());
        cage.assembly.parts.push_back({join_path("copies", name), mesh, Pose(random.rotation(), at)});
    }
    return cage;
}

}  // namespace graze::inline v1
