// Solids that touch exactly, and the same one unit in the last place apart.
#pragma once

#include <cmath>
#include <vector>

#include "graze/base/random.h"
#include "graze/tree/shape.h"

namespace graze::test {

inline Pose shifted(double x, double y, double z) {
    return Pose::translation({x, y, z});
}

inline Shape ball_hull(std::size_t points, std::uint64_t seed) {
    Random r(seed);
    std::vector<Vec3> all(points);
    for (Vec3& p : all) p = r.on_sphere();
    return Shape(ConvexHull(all));
}

// A prism on a polygon with corners at whole multiples of 1/1024, so that its lids are exactly flat.
inline Shape prism(int corners) {
    std::vector<Vec3> points;
    for (int i = 0; i < corners; ++i) {
        const double turn = 6.28318530717958648 * i / corners;
        for (const double z : {-1.0, 1.0})
            points.push_back(
                {std::round(1024 * std::cos(turn)) / 1024, std::round(1024 * std::sin(turn)) / 1024, z});
    }
    return Shape(ConvexHull(points));
}

inline const double above_1 = std::nextafter(1.0, 2.0), below_half = std::nextafter(0.5, 0.0);

struct Touch {
    const char* name;
    Shape a;
    Pose pose_a;
    Shape b;
    Pose touching, apart;
};

// Solids that touch in a point, an edge or a face, and the same one unit in the last place apart.
inline std::vector<Touch> touches() {
    const Shape ball(Sphere{{}, 0.5}), cube(OrientedBox({0.5, 0.5, 0.5})),
        pill(Capsule{{0, 0, -1}, {0, 0, 1}, 0.5}), point(Sphere{{}, 0}), flat(OrientedBox({0.5, 0.5, 0})),
        can = prism(20);
    return {
        {"two balls", ball, {}, ball, shifted(1, 0, 0), shifted(above_1, 0, 0)},
        {"a ball on a cube", cube, {}, ball, shifted(0.25, 0.125, 1), shifted(0.25, 0.125, above_1)},
        {"a ball beside an edge",
         cube,
         {},
         ball,
         shifted(0.5 + 0.3, 0, 0.5 + 0.4 - 0x1p-30),
         shifted(0.5 + 0.3, 0, 0.5 + 0.4 + 0x1p-50)},
        {"two pills", pill, {}, pill, shifted(1, 0, 0.5), shifted(above_1, 0, 0.5)},
        {"a pill on a prism",
         can,
         {},
         pill,
         Pose(Quat::about_turns({0, 1, 0}, 0.25), {0, 0, 1.5}),
         Pose(Quat::about_turns({0, 1, 0}, 0.25), {0, 0, std::nextafter(1.5, 2.0)})},
        {"a ball on a prism",
         can,
         {},
         ball,
         shifted(0.125, 0.25, 1.5),
         shifted(0.125, 0.25, std::nextafter(1.5, 2.0))},
        {"two cubes, face on face", cube, {}, cube, shifted(0, 0, 1), shifted(0, 0, above_1)},
        {"two cubes, edge on edge", cube, {}, cube, shifted(1, 0, 1), shifted(above_1, 0, 1)},
        {"two cubes, corner on corner", cube, {}, cube, shifted(1, 1, 1), shifted(1, above_1, 1)},
        {"two prisms, lid on lid",
         can,
         {},
         can,
         shifted(0.5, 0.25, 2),
         shifted(0.5, 0.25, std::nextafter(2.0, 3.0))},
        {"a cube on a prism",
         can,
         {},
         cube,
         shifted(0.25, 0.25, 1.5),
         shifted(0.25, 0.25, std::nextafter(1.5, 2.0))},
        {"a point on a cube",
         cube,
         {},
         point,
         shifted(0.5, 0.25, 0.125),
         shifted(std::nextafter(0.5, 1.0), 0.25, 0.125)},
        {"two flat boxes in one plane", flat, {}, flat, shifted(1, 0.25, 0), shifted(above_1, 0.25, 0)},
        {"a flat box on a cube", cube, {}, flat, shifted(0, 0, 0.5), shifted(0, 0, std::nextafter(0.5, 1.0))},
    };
}

}  // namespace graze::test
