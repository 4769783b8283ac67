#include "bench/scenes/rays.h"

#include <cmath>

#include "graze/base/random.h"

namespace graze::bench {
namespace {

RayScene around(const Box& box, std::size_t count) {
    Random r(1);
    RayScene scene{"around", {}};
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = box.center() + r.on_sphere() * length(box.size());
        scene.rays.emplace_back(from, r.in_box(box.lower, box.upper) - from);
    }
    return scene;
}

// As large in the picture as its box allows, seen from above one corner.
RayScene camera(const Box& box, std::size_t count) {
    const Vec3 eye = box.center() + normalized(Vec3{5, 4, 3}) * (1.5 * length(box.size()));
    const Vec3 ahead = normalized(box.center() - eye), right = normalized(cross(ahead, {0, 0, 1})),
               up = cross(right, ahead);
    const auto side = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)));
    RayScene scene{"camera", {}};
    for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
            const auto at = [&](std::size_t i) {
                return 0.36 * ((2 * static_cast<double>(i) + 1) / static_cast<double>(side) - 1);
            };
            scene.rays.emplace_back(eye, ahead + right * at(x) - up * at(y));
        }
    }
    return scene;
}

RayScene inside(const Box& box, std::size_t count) {
    Random r(2);
    RayScene scene{"inside", {}};
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = r.in_box(box.lower, box.upper);
        scene.rays.emplace_back(from, r.on_sphere());
    }
    return scene;
}

}  // namespace

std::vector<RayScene> ray_scenes(const Box& box, std::size_t count) {
    return {around(box, count), camera(box, count), inside(box, count)};
}

}  // namespace graze::bench
