#include "graze/render/detail/clip.h"

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace graze::inline v1::detail {
namespace {

// A plane that clips. A point where it cuts an edge is moved onto the plane exactly: if the edge's ends are
// far away, rounding would put the point anywhere.
struct NearPlane {
    const View* view;
    double inside(const Vec3& p) const { return p.z - view->near(); }
    void put_on(Vec3& p) const { p.z = view->near(); }
};
struct CutPlane {
    const Scene::Cut* cut;
    double inside(const Vec3& p) const { return -cut->distance(p); }
    void put_on(Vec3& /*p*/) const {}  // for the section plane the computed point is near enough
};
struct SidePlane {
    const View* view;
    int side;
    double inside(const Vec3& p) const { return view->inside_clip_plane(side, p); }
    void put_on(Vec3& p) const { view->put_on_clip_plane(side, p); }
};

// Calls f for each plane. The planes at the sides come last: they keep points finite.
template <typename F>
void for_each_plane(const Scene& scene, bool cut, F&& f) {
    if (scene.view.perspective()) f(NearPlane{&scene.view});
    if (cut && scene.cut) f(CutPlane{&*scene.cut});
    for (int side = 0; side < 4; ++side) f(SidePlane{&scene.view, side});
}

// Where the segment from a to b, whose ends are on different sides, meets the plane. The ends are put in
// order first, so that both triangles at an edge get the same point.
template <typename Plane>
Vec3 crossing(const Plane& plane, Vec3 a, Vec3 b) {
    if (std::tie(b.x, b.y, b.z) < std::tie(a.x, a.y, a.z)) std::swap(a, b);
    const double at_a = plane.inside(a), at_b = plane.inside(b);
    Vec3 p = a + (b - a) * (at_a / (at_a - at_b));
    plane.put_on(p);
    return p;
}

}  // namespace

template <typename Plane>
void ClippedPolygon::clip_at(const Plane& plane) {
    std::array<Vec3, 9> kept;
    std::size_t count = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const Vec3& a = corners_[i];
        const Vec3& b = corners_[i + 1 == count_ ? 0 : i + 1];
        const bool a_inside = plane.inside(a) >= 0, b_inside = plane.inside(b) >= 0;
        // Rounding may make the polygon slightly non-convex. A ninth corner is the last in any case.
        if (a_inside && count < kept.size()) kept[count++] = a;
        if (a_inside != b_inside && count < kept.size()) {
            kept[count++] = crossing(plane, a, b);
            if (std::is_same_v<Plane, CutPlane> && cut_points_ < 2)
                cut_side_[cut_points_++] = kept[count - 1];
        }
    }
    corners_ = kept;
    count_ = count;
}

void ClippedPolygon::clip(const Scene& scene) {
    for_each_plane(scene, true, [&](const auto& plane) { clip_at(plane); });
    // Clipping at far planes rounds; no point may end up behind the eye.
    if (scene.view.perspective())
        for (std::size_t i = 0; i < count_; ++i) corners_[i].z = std::max(corners_[i].z, scene.view.near());
}

std::optional<std::array<Vec3, 2>> clipped_segment(const Scene& scene, const Vec3& a, const Vec3& b,
                                                   bool in_cut) {
    std::array<Vec3, 2> ends{a, b};
    bool empty = false;
    for_each_plane(scene, !in_cut, [&](const auto& plane) {
        const bool a_inside = plane.inside(ends[0]) >= 0, b_inside = plane.inside(ends[1]) >= 0;
        empty = empty || (!a_inside && !b_inside);
        if (empty || a_inside == b_inside) return;
        const Vec3 middle = crossing(plane, ends[0], ends[1]);
        ends[a_inside ? 1 : 0] = middle;
    });
    if (empty) return {};
    if (scene.view.perspective())
        for (Vec3& p : ends) p.z = std::max(p.z, scene.view.near());
    return ends;
}

bool can_be_seen(const Scene& scene, const Vec3& p) {
    bool seen = true;
    for_each_plane(scene, true, [&](const auto& plane) { seen = seen && plane.inside(p) >= 0; });
    return seen;
}

}  // namespace graze::inline v1::detail
