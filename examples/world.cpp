// A world: things move, and those who asked are told who meets whom.
#include <cstdio>
#include <string>
#include <vector>

#include "graze/graze.h"

int main() {
    const graze::Shape ball(graze::make_sphere(0.5, 2000));
    const graze::Shape wall(graze::make_box({0.2, 4, 4}));

    graze::World world;
    graze::ObjectOptions fixed;
    fixed.name = "wall";
    fixed.movable = false;
    world.add(wall, graze::Pose::translation({5, 0, 0}), fixed);
    const graze::ObjectId red = world.add(ball, graze::Pose::translation({0, 0, 0}), {"red ball"});
    const graze::ObjectId blue = world.add(ball, graze::Pose::translation({2.5, 0, 0}), {"blue ball"});

    std::vector<std::string> heard;
    world.on_collision([&](const graze::Collision& c) {
        if (c.change == graze::Change::lasts) return;
        const char* verb = c.change == graze::Change::began ? " meets " : " leaves ";
        heard.push_back(world.name(c.a) + verb + world.name(c.b));
        std::printf("step %2d: %s\n", static_cast<int>(c.update), heard.back().c_str());
    });

    // The red ball rolls into the blue one and stays; the blue one goes on into the wall.
    for (int step = 0; step < 40; ++step) {
        const double t = 0.1 * step;
        world.move(red, graze::Pose::translation({t < 1.6 ? t : 1.6, 0, 0}));
        world.move(blue, graze::Pose::translation({t < 1.6 ? 2.5 : 2.5 + (t - 1.6), 0, 0}));
        world.update();
    }
    const std::vector<std::string> expected{"red ball meets blue ball", "red ball leaves blue ball",
                                            "wall meets blue ball"};
    return heard == expected ? 0 : 1;
}
