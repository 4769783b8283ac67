#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/random.h"
#include "graze/base/trig.h"
#include "graze/mesh/generate.h"
#include "graze/models/objects/lathe.h"
#include "graze/models/scenes.h"

namespace graze::inline v1 {
namespace {

constexpr double width = 20, height = 5, room_thickness = 0.3, room_gap = 0.01;
constexpr double ball_radius = 0.3, pillar_width = 1, pillar_at = 5;
constexpr std::uint32_t most_movers = 500;

// 10 sides and 5 rings between the poles make 100 triangles.
Mesh ball_of_100() {
    return fitted(100, [](SolidBuilder& builder) {
        Profile profile(builder, 0, -ball_radius);
        for (int ring = 1; ring <= 5; ++ring) {
            const SinCos angle = sin_cos_turns(ring / 12.0 - 0.25);
            profile.edge_to(ball_radius * angle.cos, ball_radius * angle.sin);
        }
        add_lathe(builder, profile.edge_to(0, ball_radius), circle(10), Pose());
    });
}

void add_still_things(Assembly& assembly) {
    const auto add = [&](const std::string& name, const Vec3& size, const Vec3& middle) {
        assembly.parts.push_back({join_path("room", name), std::make_shared<const Mesh>(make_box(size)),
                                  Pose::translation(middle)});
    };
    const double wall = width / 2 + room_thickness / 2;
    add("floor", {width, width, room_thickness}, {0, 0, -room_thickness / 2});
    add("ceiling", {width, width, room_thickness}, {0, 0, height + room_thickness / 2});
    add("wall west", {room_thickness, width, height}, {-wall, 0, height / 2});
    add("wall east", {room_thickness, width, height}, {wall, 0, height / 2});
    add("wall south", {width, room_thickness, height}, {0, -wall, height / 2});
    add("wall north", {width, room_thickness, height}, {0, wall, height / 2});
    int pillars = 0;
    for (const double x : {-pillar_at, pillar_at})
        for (const double y : {-pillar_at, pillar_at})
            add("pillar " + std::to_string(++pillars), {pillar_width, pillar_width, height - 2 * room_gap},
                {x, y, height / 2});
}

// Apart from the pillars and from the balls placed before.
bool is_free(const Vec3& at, const std::vector<Vec3>& others) {
    const double clear = pillar_width / 2 + ball_radius + room_gap;
    const auto near_pillar = [&](double v) { return std::abs(std::abs(v) - pillar_at) < clear; };
    if (near_pillar(at.x) && near_pillar(at.y)) return false;
    for (const Vec3& other : others)
        if (length(at - other) < 2 * ball_radius + room_gap) return false;
    return true;
}

}  // namespace

Room make_room(const RoomOptions& options) {
    if (options.movers > most_movers) throw Error("a room has at most 500 movers");
    Room room;
    room.assembly.metres_per_unit = 1.0;
    room.assembly.up = Axis::z;
    room.inside = {{-width / 2, -width / 2, 0}, {width / 2, width / 2, height}};
    add_still_things(room.assembly);
    room.first_mover = room.assembly.parts.size();
    const auto ball = std::make_shared<const Mesh>(ball_of_100());
    Random random(options.seed);
    const Vec3 clear = Vec3{1, 1, 1} * (ball_radius + room_gap);
    std::vector<Vec3> placed;
    while (placed.size() < options.movers) {
        const Vec3 at = random.in_box(room.inside.lower + clear, room.inside.upper - clear);
        if (!is_free(at, placed)) continue;
        placed.push_back(at);
        const std::string name = "mover " + std::to_string(placed.size());
        room.assembly.parts.push_back({join_path("movers", name), ball, Pose(random.rotation(), at)});
        const Vec3 direction = random.on_sphere();
        room.velocities.push_back(direction * random.uniform(0.5, 2));
    }
    return room;
}

}  // namespace graze::inline v1
