#include "graze/report/detail/clip.h"

#include <algorithm>
#include <tuple>

namespace graze::inline v1::detail {
namespace {

// Where the segment from a to b, whose ends are on different sides, meets a plane. The ends are put in order
// first, so that both triangles at an edge get the same point.
Vec3 crossing(Vec3 a, double distance_a, Vec3 b, double distance_b) {
    if (std::tie(b.x, b.y, b.z) < std::tie(a.x, a.y, a.z)) {
        std::swap(a, b);
        std::swap(distance_a, distance_b);
    }
    return a + (b - a) * (distance_a / (distance_a - distance_b));
}

// Calls f with a function for each plane that is 0 on it and positive inside.
template <typename F>
void for_each_plane(const Scene& scene, F&& f) {
    const View& view = scene.view;
    if (view.perspective()) f([&](const Vec3& p) { return p.z - view.near(); });
    if (scene.cut) f([&](const Vec3& p) { return -scene.cut->distance(p); });
    for (int plane = 0; plane < 4; ++plane)
        f([&view, plane](const Vec3& p) { return view.inside_reach(plane, p); });
}

}  // namespace

template <typename Inside>
void ClippedPolygon::clip_at(Inside&& inside) {
    std::array<Vec3, 9> kept;
    std::size_t count = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const Vec3& a = corners_[i];
        const Vec3& b = corners_[i + 1 == count_ ? 0 : i + 1];
        const double at_a = inside(a), at_b = inside(b);
        // Rounding may make a polygon that is no longer convex; the ninth corner is the last in any case.
        if (at_a >= 0 && count < kept.size()) kept[count++] = a;
        if ((at_a >= 0) != (at_b >= 0) && count < kept.size()) kept[count++] = crossing(a, at_a, b, at_b);
    }
    corners_ = kept;
    count_ = count;
}

void ClippedPolygon::clip(const Scene& scene) {
    for_each_plane(scene, [&](auto&& inside) { clip_at(inside); });
    // What clipping at far planes rounded must not end up behind the eye.
    if (scene.view.perspective())
        for (std::size_t i = 0; i < count_; ++i) corners_[i].z = std::max(corners_[i].z, scene.view.near());
}

std::optional<std::array<Vec3, 2>> clipped_segment(const Scene& scene, const Vec3& a, const Vec3& b) {
    std::array<Vec3, 2> ends{a, b};
    bool empty = false;
    for_each_plane(scene, [&](auto&& inside) {
        const double at_a = inside(ends[0]), at_b = inside(ends[1]);
        if (at_a < 0 && at_b < 0) empty = true;
        if (empty || (at_a >= 0 && at_b >= 0)) return;
        const Vec3 middle = crossing(ends[0], at_a, ends[1], at_b);
        ends[at_a < 0 ? 0 : 1] = middle;
    });
    if (empty) return {};
    if (scene.view.perspective())
        for (Vec3& p : ends) p.z = std::max(p.z, scene.view.near());
    return ends;
}

bool can_be_seen(const Scene& scene, const Vec3& p) {
    bool seen = true;
    for_each_plane(scene, [&](auto&& inside) { seen = seen && inside(p) >= 0; });
    return seen;
}

}  // namespace graze::inline v1::detail
