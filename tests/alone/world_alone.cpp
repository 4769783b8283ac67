#include "graze/mesh/generate.h"
#include "graze/world/world.h"
#include "tests/alone/alone.h"

int main() {
    graze::World world;
    const auto box = world.add(graze::Shape(graze::OrientedBox({1, 1, 1})));
    const auto ball =
        world.add(graze::Shape(graze::make_sphere(0.5, 100)), graze::Pose::translation({1, 0, 0}));
    int collisions = 0;
    world.on_collision([&](const graze::Collision&) { ++collisions; }, graze::Want::touch);
    world.update();
    GRAZE_CHECK(collisions == 1);
    GRAZE_CHECK(world.touching(box, ball));
    return 0;
}
