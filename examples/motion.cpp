// A door swings past a lamp: how long can it surely not touch it? Conservative advancement (Mirtich 1996)
// with the certified bounds of a motion: as long as no point of the door can have come as far as the lamp is
// away, there is no contact, and the time until then may be skipped.
#include <cstdio>

#include "graze/graze.h"

int main() {
    const graze::Shape door(graze::make_box({0.9, 0.04, 2.0})), lamp(graze::make_sphere(0.1, 500));
    // The hinge is at the door's left edge, at x = -0.45; the door opens by a quarter turn in two seconds.
    const graze::Vec3 hinge{-0.45, 0, 0};
    const graze::Motion swing = graze::Motion::flight({}, {}, {0, 0, 1.5707963 / 2}, hinge, 2);
    const graze::Pose lamp_at = graze::Pose::translation({-0.05, 0.65, 0.3});

    double now = 0;
    int looks = 0;
    while (now < swing.end()) {
        const double gap = graze::distance(door, swing.at(now), lamp, lamp_at).value;
        ++looks;
        if (gap < 1e-3) break;
        // The longest step, of halves of what is left, in which no point of the door travels further than the
        // gap.
        double step = swing.end() - now;
        while (swing.travel(door.mesh().box(), now, now + step) >= gap) step /= 2;
        now += step;
    }
    std::printf("the door comes within a millimetre of the lamp after %.3f s, found in %d looks\n", now,
                looks);

    const graze::Box room = swing.swept(door.mesh().box(), 0, swing.end());
    std::printf("it needs a room of %.2f x %.2f m to open\n", room.size().x, room.size().y);

    int surprises = !(now > 1.0 && now < 1.3) || looks > 60;
    surprises += graze::distance(door, swing.at(now), lamp, lamp_at).value > 1e-3;
    surprises += swing.at(2) != swing.at(3);  // after the end it rests
    surprises += !(room.size().y > 0.9 && room.size().y < 0.95);
    return surprises;
}
