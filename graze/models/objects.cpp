#include "graze/models/objects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects/blocks.h"
#include "graze/models/objects/recipes.h"
#include "graze/models/objects/tree.h"

namespace graze::inline v1 {
namespace {

template <void (*recipe)(SolidBuilder&)>
Mesh unseeded(std::uint32_t triangles, std::uint64_t /*seed*/) {
    return fitted(triangles, recipe);
}
template <void (*recipe)(SolidBuilder&, std::uint64_t)>
Mesh seeded(std::uint32_t triangles, std::uint64_t seed) {
    return fitted(triangles, [seed](SolidBuilder& builder) { recipe(builder, seed); });
}

Mesh chazelle(std::uint32_t triangles, std::uint64_t /*seed*/) {
    return make_chazelle(triangles < 48 ? 1 : triangles / 24);
}

Mesh sphere(std::uint32_t triangles, std::uint64_t /*seed*/) {
    return make_sphere(1, triangles);
}

// Numbers of segments such that both kinds have equal lengths at the middle of the tube.
Mesh torus(std::uint32_t triangles, std::uint64_t /*seed*/) {
    constexpr double ring = 0.7, tube = 0.3;
    const double around_tube = std::max(3.0, std::floor(std::sqrt(triangles * tube / ring / 2) + 0.5));
    const double around_ring = std::max(3.0, std::floor(triangles / (2 * around_tube) + 0.5));
    return make_torus(ring, tube, static_cast<std::uint32_t>(around_ring),
                      static_cast<std::uint32_t>(around_tube));
}

Mesh tree(std::uint32_t triangles, std::uint64_t seed) {
    const TreePlan plan(seed);
    return fitted(triangles, [&](SolidBuilder& builder) { build_tree(builder, plan); });
}

void build_cube(SolidBuilder& builder) {
    add_box(builder, {-1, -1, -1}, {1, 1, 1}, Pose());
}

constexpr Box centred(double x, double y, double z) {
    return {{-x, -y, -z}, {x, y, z}};
}

const std::array objects{
    GeneratedObject{"castle",
                    "a castle, of very large and very small triangles",
                    true,
                    false,
                    {{-1, -1, -0.1}, {1, 1, 1.07}},
                    unseeded<build_castle>},
    GeneratedObject{"chair",
                    "a chair with turned legs and a bow back",
                    true,
                    false,
                    {{-0.8, -0.7, -1}, {0.7, 0.7, 1}},
                    unseeded<build_chair>},
    GeneratedObject{"chazelle", "Chazelle's polyhedron: a box cut from both sides to a saddle", true, false,
                    centred(1, 1, 1.5), chazelle},
    GeneratedObject{"cone", "a cone", true, false, centred(1, 1, 1), unseeded<build_cone>},
    GeneratedObject{"cube", "a cube", true, false, centred(1, 1, 1), unseeded<build_cube>},
    GeneratedObject{"doorlock", "the lock of a car's door, most of it inside its case", true, false,
                    centred(1, 0.7, 0.2), unseeded<build_lock>},
    GeneratedObject{"eagle",
                    "an eagle in flight, thin wings and feathers",
                    true,
                    false,
                    {{-0.5, -1.02, -0.3}, {0.78, 1.02, 0.3}},
                    unseeded<build_eagle>},
    GeneratedObject{"figure",
                    "a human figure, walking",
                    true,
                    false,
                    {{-0.4, -0.45, -1.01}, {0.4, 0.45, 1}},
                    unseeded<build_figure>},
    GeneratedObject{"galleon",
                    "a galleon under sail",
                    true,
                    false,
                    {{-1.01, -0.4, -0.91}, {0.82, 0.4, 0.96}},
                    unseeded<build_galleon>},
    GeneratedObject{"grid", "a lattice of square bars", true, false, centred(1, 1, 1), unseeded<build_grid>},
    GeneratedObject{"headlight",
                    "a car's headlight, with all that is in it",
                    true,
                    false,
                    {{-1.15, -1, -1}, {0.4, 1, 1}},
                    unseeded<build_headlight>},
    GeneratedObject{"helicopter",
                    "a helicopter with rotors, fins and skids",
                    true,
                    false,
                    {{-1, -1, -0.48}, {1, 1, 0.62}},
                    unseeded<build_helicopter>},
    GeneratedObject{"hose", "a corrugated hose, bent in space", true, false, centred(1, 0.95, 0.95),
                    unseeded<build_hose>},
    GeneratedObject{"hyperboloid", "a hyperboloid of one sheet, closed by discs", true, false,
                    centred(1, 1, 1), unseeded<build_hyperboloid>},
    GeneratedObject{"knot", "a tube along the trefoil knot", true, false, centred(1, 1, 0.45),
                    unseeded<build_knot>},
    GeneratedObject{"laurel",
                    "a wreath of many thin leaves",
                    true,
                    true,
                    {{-1, -1, -0.08}, {1, 1, 0.15}},
                    seeded<build_laurel>},
    GeneratedObject{"lustre", "a chandelier with arms, candles and crystals", true, false, centred(1, 1, 1),
                    unseeded<build_lustre>},
    GeneratedObject{"maze",
                    "a maze of 8 x 8 cells, floor and walls in one piece",
                    true,
                    true,
                    {{-1, -1, -0.02}, {1, 1, 0.25}},
                    seeded<build_maze>},
    GeneratedObject{"pipes", "hollow pipes that wind through a cube", true, true, centred(1, 1, 1),
                    seeded<build_pipes>},
    GeneratedObject{"saloon", "a car of the sixties, of few triangles if need be", true, false,
                    centred(1.05, 0.41, 0.3), unseeded<build_saloon>},
    GeneratedObject{"sphere", "a sphere: an octahedron, subdivided", true, false, centred(1, 1, 1), sphere},
    GeneratedObject{"sponge", "Menger's sponge, of a level that fits the number of triangles", true, false,
                    centred(1, 1, 1), unseeded<build_sponge>},
    GeneratedObject{"sportscar", "a sports car, finely shaped", true, false, centred(1.04, 0.46, 0.29),
                    unseeded<build_sportscar>},
    GeneratedObject{"terrain", "hills: an open height field", false, true, centred(1, 1, 0.25),
                    seeded<build_terrain>},
    GeneratedObject{"tetraflake", "tetrahedra in the corners of tetrahedra, again and again", true, false,
                    centred(1, 0.87, 0.82), unseeded<build_tetraflake>},
    GeneratedObject{"torus", "a ring with a round section", true, false, centred(1, 1, 0.3), torus},
    GeneratedObject{"tree",
                    "a tree with branches and leaves, which are open sheets",
                    false,
                    true,
                    {{-0.95, -0.95, -1.02}, {0.95, 0.95, 1.05}},
                    tree},
    GeneratedObject{"truck", "a truck with a trailer: a few huge triangles and many tiny ones", true, false,
                    centred(1.04, 0.25, 0.37), unseeded<build_truck>},
};

}  // namespace

std::span<const GeneratedObject> generated_objects() {
    return objects;
}

const GeneratedObject& generated_object(std::string_view name) {
    const auto found = std::ranges::find(objects, name, &GeneratedObject::name);
    if (found == objects.end())
        throw Error("there is no generated object of this name", std::string(name),
                    "take one that generated_objects() lists");
    return *found;
}

Mesh make_object(std::string_view name, std::uint32_t triangles, std::uint64_t seed) {
    return generated_object(name).make(triangles, seed);
}

}  // namespace graze::inline v1
