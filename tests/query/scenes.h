// Two meshes and where they are. Every question about whether they touch is asked about these scenes: by
// brute force, on every instruction set, by many threads, with trees of every effort.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/pose.h"
#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/tree/shape.h"
#include "tests/query/meshes.h"

namespace graze::test {

struct Scene {
    std::string name;
    Shape a;
    Pose pose_a;
    Shape b;
    Pose pose_b;
    std::optional<bool> touching{};  // where it is known by construction
};

using Scenes = std::vector<Scene>;

inline std::string seeded(std::uint64_t seed, int index) {
    return "seed " + std::to_string(seed) + ", " + std::to_string(index);
}

inline Pose at(double x, double y = 0, double z = 0) {
    return Pose::translation({x, y, z});
}

inline Scenes random_soups() {
    Random r(101);
    Scenes scenes;
    for (int i = 0; i < 24; ++i) {
        const Shape a(soup(150, r.bits(), 0.08, false)), b(soup(100, r.bits(), 0.08, false));
        const Pose pose_a(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1}));
        scenes.push_back(
            {"soup, " + seeded(101, i), a, pose_a, b, Pose(r.rotation(), r.in_box({-1, -1, -1}, {1, 1, 1}))});
    }
    return scenes;
}

// Coplanar, equal and flat triangles, as they are and where a rotation has rounded them out of their plane.
inline Scenes flat_and_coplanar_faces() {
    Random r(102);
    Scenes scenes;
    for (int i = 0; i < 12; ++i) {
        const Shape a(soup(60, r.bits(), 0.2, true)), b(soup(60, r.bits(), 0.2, true));
        const auto eighths = [&] { return static_cast<double>(r.below(17)) / 8 - 1; };
        const double x = eighths(), y = eighths();
        scenes.push_back({"grid soup, " + seeded(102, i), a, {}, b, at(x, y, eighths())});
        const Shape flat_a(flat_soup(25, r.bits())), flat_b(flat_soup(25, r.bits()));
        const auto whole = [&] { return static_cast<double>(r.below(11)) - 5; };
        const double u = whole(), v = whole();
        scenes.push_back({"flat soup, " + seeded(102, i), flat_a, {}, flat_b, at(u, v)});
        scenes.push_back(
            {"flat soup above, " + seeded(102, i), flat_a, {}, flat_b, at(u, v, 0x1p-40), false});
        const Pose turn(r.rotation(), r.on_sphere() * 3);
        scenes.push_back({"flat soup turned, " + seeded(102, i), flat_a, turn, flat_b, turn * at(u, v)});
    }
    return scenes;
}

inline Scenes closed_meshes() {
    const Shape ball(make_sphere(1, 800)), small(make_sphere(0.5, 300)), ring(make_torus(2, 0.5, 30, 16));
    const Shape box(make_box({2, 2, 2}, 4)), thin(make_box({4, 4, 0x1p-8}, 2)), cup(bowl());
    const Shape peg(make_cylinder(1, 4, 24)), bore(make_tube(2, 1, 2, 24));
    Scenes scenes{
        {"balls far apart", ball, {}, ball, at(9), false},
        {"ball in ball", ball, {}, small, {}, false},
        {"ball half in ball", ball, {}, small, at(0.9), true},
        {"ball over the ring's hole", ring, {}, ball, at(0, 0, 0.9), false},
        {"ball in the ring's hole", ring, {}, ball, {}, false},
        {"ball stuck in the ring", ring, {}, ball, at(0.75), true},
        {"linked rings", ring, {}, ring, Pose(Quat::about_turns({1, 0, 0}, 0.25), {2, 0, 0}), false},
        {"crossing rings", ring, {}, ring, Pose(Quat::about_turns({1, 0, 0}, 0.25), {0.5, 0, 0}), true},
        {"ball in the bowl", cup, {}, ball, at(0, 0, -0.25), false},
        {"ball through the bowl", cup, {}, ball, at(0, 0, -1), true},
        {"boxes face to face", box, {}, box, at(2), true},
        {"boxes edge to edge", box, {}, box, at(2, 2), true},
        {"boxes corner to corner", box, {}, box, at(2, 2, 2), true},
        {"boxes an ulp apart", box, {}, box, at(0, std::nextafter(2.0, 3.0)), false},
        {"box flush in box", box, {}, Shape(make_box({1, 1, 1}, 3)), at(0, 0.5), true},
        {"box on a thin plate", thin, {}, box, at(0.3, 0.7, 1 + 0x1p-9), true},
        {"box over a thin plate", thin, {}, box, at(0.3, 0.7, 1 + 0x1p-9 + 0x1p-52), false},
        {"peg that fills its bore", bore, {}, peg, {}, true},
        {"peg turned in its bore", bore, {}, peg, Pose::rotation_turns({0, 0, 1}, 0.01), true},
        {"thin peg in the bore", bore, {}, Shape(make_cylinder(0.9, 4, 24)), {}, false},
    };
    Random r(103);
    for (int i = 0; i < 20; ++i) {
        const Shape& other = i % 2 == 0 ? ball : box;
        const Pose pose(r.rotation(), {});
        scenes.push_back({"ring, " + seeded(103, i), ring, pose, other,
                          Pose(r.rotation(), r.on_sphere() * r.uniform(0, 3))});
    }
    return scenes;
}

// About 1e+6 and 1e-6 in size, in powers of two: so they meet exactly.
inline Scenes extreme_scales() {
    const double big = 0x1p20, small = 0x1p-20;
    const Shape block(make_box(Vec3{2, 2, 2} * big, 4)), globe(make_sphere(big, 500));
    const Shape crumb(make_sphere(small, 500)), chip(make_box(Vec3{2, 2, 2} * small));
    const double ulp = std::nextafter(big, 2 * big) - big;
    Scenes scenes{
        {"crumb on the block", block, {}, crumb, at(big + small, 3, 5), true},
        {"crumb an ulp over the block", block, {}, crumb, at(big + small + ulp, 3, 5), false},
        {"crumb on the block's edge", block, {}, crumb, at(big + small, big, 5), true},
        {"crumb stuck in the block's face", block, {}, crumb, at(big, 3, 5), true},
        {"crumb in the block", block, {}, crumb, at(big - 1, 3, 5), false},
        {"chip on the block's corner", block, {}, chip, at(big + small, big + small, big + small), true},
        {"chip beside the block's corner", block, {}, chip, at(big + small, big + small + ulp, big), false},
        {"crumb on the globe's pole", globe, {}, crumb, at(0, 0, big + small), true},
        {"crumb an ulp over the globe's pole", globe, {}, crumb, at(0, 0, big + small + ulp), false},
        {"chip flush with the block's face", block, {}, chip, at(big - small, 0, 0), true},
    };
    Random r(104);
    for (int i = 0; i < 10; ++i) {
        const Vec3 where = r.on_sphere() * (big * r.uniform(0.97, 1));
        scenes.push_back({"crumb at the globe, " + seeded(104, i), globe, Pose(r.rotation(), {}), crumb,
                          Pose(r.rotation(), where)});
        // Where a corner of the globe comes to rest, to rounding.
        const Pose turn(r.rotation(), r.on_sphere() * big);
        scenes.push_back({"crumb at a corner of the globe, " + seeded(104, i), globe, turn, crumb,
                          Pose(r.rotation(), turn(globe.mesh().vertices()[r.below(250)])), true});
    }
    return scenes;
}

inline Scenes identical_meshes_at_one_pose() {
    Random r(105);
    Scenes scenes;
    const std::vector<std::pair<std::string, Mesh>> meshes{
        {"ball", make_sphere(1, 500)},   {"ring", make_torus(2, 0.5, 24, 12)},
        {"box", make_box({1, 2, 3}, 3)}, {"soup", soup(100, 1, 0.1, false)},
        {"flat soup", flat_soup(40, 2)}, {"bowl", bowl(16)}};
    for (const auto& [name, mesh] : meshes) {
        const Shape shape(mesh), again(mesh);
        for (int i = 0; i < 3; ++i) {
            const Pose pose = i == 0 ? Pose() : Pose(r.rotation(), r.on_sphere() * (i == 1 ? 3 : 1e8));
            scenes.push_back({name + " and itself, " + seeded(105, i), shape, pose, shape, pose, true});
            scenes.push_back({name + " and its like, " + seeded(105, i), shape, pose, again, pose, true});
        }
    }
    return scenes;
}

// Every multiple of 15 degrees about several axes: faces, edges and corners come to lie in one plane, or
// almost.
inline Scenes turned_in_steps_of_15_degrees() {
    const Shape box(make_box({2, 2, 2}, 2)), ring(make_torus(1.5, 0.5, 12, 8)), rod(make_cylinder(1, 2, 24));
    Scenes scenes;
    for (const Vec3& axis : {Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 1, 1}, {1, 2, 3}}) {
        const int zeros = (axis.x == 0 ? 1 : 0) + (axis.y == 0 ? 1 : 0) + (axis.z == 0 ? 1 : 0);
        const bool along_axis = zeros == 2;
        for (int step = 0; step < 24; ++step) {
            const Quat turn = Quat::about_turns(axis, step / 24.0);
            const std::string name = std::to_string(15 * step) + " degrees about " + std::to_string(axis.x) +
                                     " " + std::to_string(axis.y) + " " + std::to_string(axis.z);
            const Vec3 beside = normalized(axis) * 2;
            // A turn about a coordinate axis leaves that coordinate as it is, to the last bit.
            scenes.push_back({"box on box, " + name,
                              box,
                              {},
                              box,
                              Pose(turn, beside),
                              along_axis ? std::optional(true) : std::nullopt});
            if (along_axis) {
                const Pose off(turn, normalized(axis) * std::nextafter(2.0, 3.0));
                scenes.push_back({"box over box, " + name, box, {}, box, off, false});
            }
            scenes.push_back({"box in itself, " + name, box, {}, box, Pose(turn, {}), true});
            scenes.push_back({"rod and ring, " + name, ring, {}, rod, Pose(turn, {})});
            scenes.push_back({"ring and ring, both turned, " + name, ring, Pose(turn, {}), ring,
                              Pose(turn, {}) * at(3.5, 0, 0.5)});
        }
    }
    return scenes;
}

inline Mesh one_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
    return Mesh({p, q, r}, {{0, 1, 2}});
}

inline Scenes single_triangles() {
    const Shape box(make_box({2, 2, 2}, 3));
    const Vec3 on_face{0.3, -0.7, 1}, on_corner{1, 1, 1}, inside{0.3, 0.2, 0.1};
    const auto point = [](const Vec3& p) { return Shape(one_triangle(p, p, p)); };
    const auto segment = [](const Vec3& p, const Vec3& q) { return Shape(one_triangle(p, q, p)); };
    const Shape floor(one_triangle({-1, -1, 0}, {1, -1, 0}, {0, 2, 0}));
    const Shape upright(one_triangle({0, 0, 0}, {0, 1, 2}, {1, 0, 2}));
    Scenes scenes{
        {"point on a face", box, {}, point(on_face), {}, true},
        {"point on a corner", box, {}, point(on_corner), {}, true},
        {"point over a face", box, {}, point(on_face), at(0, 0, 0x1p-52), false},
        {"point inside", box, {}, point(inside), {}, false},
        {"point on the same point", point(on_face), {}, point(on_face), {}, true},
        {"point beside a point", point(on_face), {}, point(on_face), at(0, 0, 0x1p-52), false},
        {"segment through a box", box, {}, segment(inside, on_face * 2), {}, true},
        {"segment in a box", box, {}, segment(inside, inside * 2), {}, false},
        {"segment along an edge", box, {}, segment({1, 1, -3}, {1, 1, 3}), {}, true},
        {"segment across a segment",
         segment({-1, 0, 0}, {1, 0, 0}),
         {},
         segment({0, -1, 0}, {0, 1, 0}),
         {},
         true},
        {"triangle on its tip", floor, {}, upright, {}, true},
        {"triangle over a triangle", floor, {}, upright, at(0, 0, 0x1p-60), false},
        {"triangle and itself", floor, {}, floor, {}, true},
        {"triangles with an edge in common",
         floor,
         {},
         floor,
         Pose::rotation_turns({0, 0, 1}, 0.5) * at(0, 2),
         true},
    };
    Random r(106);
    for (int i = 0; i < 60; ++i) {
        const auto one = [&r] {
            const Vec3 p = r.in_box({}, {1, 1, 1}), q = r.in_box({}, {1, 1, 1});
            return Shape(one_triangle(p, q, r.in_box({}, {1, 1, 1})));
        };
        const Shape a = one();
        scenes.push_back({"two triangles, " + seeded(106, i),
                          a,
                          {},
                          i % 2 == 0 ? one() : box,
                          Pose(r.rotation(), r.on_sphere() * (i % 2 == 0 ? 0.2 : 1.2))});
    }
    return scenes;
}

// By a pose and by the coordinates of the meshes themselves, where an ulp is 2^-26 or so.
inline Scenes far_from_the_origin() {
    const double far = 0x1p27;  // 1.3e8
    const double ulp = std::nextafter(far, 2 * far) - far;
    const Mesh cube = make_box({2, 2, 2}, 3), ball = make_sphere(1, 400);
    const Shape box(cube), far_box(moved(cube, {far, -far, far})), far_ball(moved(ball, {1e8, 1e8, -1e8}));
    Scenes scenes{
        {"boxes placed far off, touching", box, at(far), box, at(far + 2), true},
        {"boxes placed far off, an ulp apart", box, at(far), box, at(far + 2 + ulp), false},
        {"boxes made far off, touching", far_box, {}, far_box, at(0, 2), true},
        {"boxes made far off, an ulp apart", far_box, {}, far_box, at(2 + ulp), false},
        {"one made and one placed far off", far_box, {}, box, at(far, 2 - far, far), true},
        {"one made far off and put back", far_box, at(-far, far, -far), box, at(2), true},
    };
    Random r(107);
    for (int i = 0; i < 20; ++i) {
        const Vec3 offset = r.on_sphere() * 1e8;
        const Pose pose_a(r.rotation(), offset);
        scenes.push_back({"placed far off, " + seeded(107, i), Shape(ball), pose_a, box,
                          Pose(r.rotation(), offset + r.on_sphere() * r.uniform(1.8, 2.5))});
        // Turning what lies far off swings it round: both must be turned alike to stay close.
        const Pose turn(r.rotation(), {});
        scenes.push_back({"made far off, " + seeded(107, i), far_ball, turn, far_ball,
                          at(0.3, 0.2, r.uniform(1.8, 2.1)) * turn});
    }
    return scenes;
}

// As far from a rigid motion as a pose may be.
inline Pose slightly_skewed(const Pose& pose, Random& r) {
    Pose::Matrix m = pose.matrix();
    for (auto& row : m) {
        for (std::size_t k = 0; k < 3; ++k) row[k] += r.uniform(-2e-7, 2e-7);
    }
    return Pose(m);
}

// A thing that hangs on one vertex of a mesh, at one pose: law 1 says that they touch, wherever they are and
// however little else they have in common. The same with a gap of a billionth, which rounding may close.
inline Scenes sharing_one_vertex() {
    Random r(108);
    Scenes scenes;
    const Mesh sheet = mapped(make_box({4, 4, 2}, 4), [](const Vec3& p) { return Vec3{p.x, p.y, 0}; });
    const std::vector<std::pair<std::string, Mesh>> meshes{{"sheet", sheet},
                                                           {"ball", make_sphere(1, 200)},
                                                           {"flat soup", flat_soup(40, 3)},
                                                           {"ring", make_torus(2, 0x1p-10, 24, 3)}};
    for (const auto& [name, mesh] : meshes) {
        const Shape shape(mesh);
        const bool flat = mesh.box().size().z == 0;
        for (int i = 0; i < 24; ++i) {
            const auto& corners = mesh.triangles()[r.below(mesh.triangle_count())];
            const Vec3 v = mesh.vertices()[corners[0]], outward = flat ? Vec3{0, 0, 1} : v;
            const double size = std::array{1e-6, 1e-3, 1.0, 1e6}[r.below(4)];
            const double reach = std::array{0.0, 1.0, 1e4, 1e8, 1e12, 1e14}[r.below(6)];
            const auto tip = [&] { return v + (outward + r.on_sphere() * 0.5) * size; };
            const Vec3 p = tip(), q = tip();
            const Pose rigid(r.rotation(), r.on_sphere() * reach);
            const Pose pose = i % 3 == 0 ? slightly_skewed(rigid, r) : rigid;
            const std::string where = name + ", " + seeded(108, i);
            scenes.push_back({"needle on a " + where, shape, pose, Shape(one_triangle(v, p, q)), pose, true});
            const Vec3 gap = outward * (1e-9 * size);
            scenes.push_back({"needle over a " + where, shape, pose,
                              Shape(one_triangle(v + gap, p + gap, q + gap)), pose});
            const Pose turn(r.rotation(), {});
            const Mesh other = mapped(mesh, [&](const Vec3& x) { return (turn(x) - turn(v)) * size + v; });
            scenes.push_back({"two of a " + where, shape, pose, Shape(other), pose, true});
        }
    }
    return scenes;
}

inline Scenes all_scenes() {
    Scenes all;
    for (const auto& family :
         {random_soups, flat_and_coplanar_faces, closed_meshes, extreme_scales, identical_meshes_at_one_pose,
          turned_in_steps_of_15_degrees, single_triangles, far_from_the_origin, sharing_one_vertex}) {
        for (Scene& scene : family()) all.push_back(std::move(scene));
    }
    return all;
}

}  // namespace graze::test
