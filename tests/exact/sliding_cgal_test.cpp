// Held parts never overlap what is around them, nor on their way: asked of CGAL, triangle by triangle, so
// that nothing is shared with the simulation but the place of vertices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include "graze/base/motion.h"
#include "graze/interact/sliding/slider.h"
#include "graze/io/load.h"
#include "graze/models/captives.h"
#include "graze/models/gearbox.h"
#include "graze/models/gearbox_motions.h"
#include "graze/models/hands.h"
#include "tests/exact/cgal_reference.h"
#include "tests/soak.h"

namespace graze {
namespace {

struct BoxedTriangle {
    Triangle triangle;
    Box box;
};

std::vector<BoxedTriangle> placed_triangles(const Mesh& mesh, const Pose& pose, const Box& near) {
    std::vector<BoxedTriangle> all;
    for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
        const Triangle triangle = pose(mesh.triangle(static_cast<TriangleId>(t)));
        Box box;
        for (const Vec3& corner : triangle.corner) box.grow(corner);
        if (overlap(box, near)) all.push_back({triangle, box});
    }
    return all;
}

bool overlap_by_cgal(const Mesh& a, const Pose& pa, const Mesh& b, const Pose& pb) {
    Box box_a, box_b;
    for (const Vec3& v : a.vertices()) box_a.grow(pa(v));
    for (const Vec3& v : b.vertices()) box_b.grow(pb(v));
    if (!overlap(box_a, box_b)) return false;
    const std::vector<BoxedTriangle> left = placed_triangles(a, pa, box_b),
                                     right = placed_triangles(b, pb, box_a);
    for (const BoxedTriangle& x : left)
        for (const BoxedTriangle& y : right)
            if (overlap(x.box, y.box) && test::cgal_intersects(x.triangle, y.triangle)) return true;
    return false;
}

struct CgalScene {
    std::string name;
    std::vector<PlacedShape> part, obstacles;
    double size = 0;
};

CgalScene scene_with(const std::string& name, const Assembly& assembly,
                     const std::vector<std::size_t>& held) {
    CgalScene scene{name, {}, {}, 0};
    Box box;
    for (const std::size_t i : held)
        box.grow(assembly.parts[i].world_from_part(assembly.parts[i].mesh->box()));
    scene.size = length(box.size());
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
        const Part& part = assembly.parts[i];
        const bool moves = std::ranges::find(held, i) != held.end();
        (moves ? scene.part : scene.obstacles).push_back({Shape(*part.mesh), part.world_from_part});
    }
    return scene;
}

std::vector<CgalScene> cgal_scenes() {
    std::vector<CgalScene> scenes;
    Assembly captives;
    for (const Captive& c : add_captives(captives)) scenes.push_back(scene_with(c.what, captives, {c.part}));
    const Gearbox gearbox = make_gearbox({.parts = 216, .triangles = 20'000});
    scenes.push_back(scene_with("lid", gearbox.assembly, gearbox_motions(gearbox)[0].parts));
    // Real parts, around each other.
    const std::string folder = GRAZE_DATA_DIR "/parts/";
    if (std::ifstream(folder + "lisa/thruster.stl")) {
        const Shape thruster(load_mesh(folder + "lisa/thruster.stl").mesh),
            panel(load_mesh(folder + "lisa/left-side-panel.stl").mesh),
            boxes(load_mesh(folder + "lisa/combined-bottom-boxes.stl").mesh);
        const double size = length(thruster.box().size());
        const Vec3 home = thruster.box().center();
        const auto beside = [&](const Shape& s, const Vec3& off) {
            return PlacedShape{s, Pose::translation(home - s.box().center() + off)};
        };
        scenes.push_back({"thruster",
                          {{thruster}},
                          {beside(panel, {0, 0, -size - panel.box().size().z / 2}),
                           beside(boxes, {size + boxes.box().size().x / 2, 0, 0})},
                          size});
    }
    return scenes;
}

// Looked at in so many places that no corner of the part's box moves further than 1/40 of its size between
// two of them, eight at most.
int places_on(const Pose& from, const Pose& to, const CgalScene& scene) {
    double most = 0;
    for (const PlacedShape& p : scene.part) {
        const Box& box = p.shape.box();
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner =
                p.pose(Vec3{(i & 1 ? box.upper : box.lower).x, (i & 2 ? box.upper : box.lower).y,
                            (i & 4 ? box.upper : box.lower).z});
            most = std::max(most, length(to(corner) - from(corner)));
        }
    }
    return std::clamp(static_cast<int>(std::ceil(40 * most / scene.size)), 1, 8);
}

TEST(SlidingByCgal, no_pose_and_no_way_overlaps_whatever_the_hand) {
    std::size_t hands = 0, looked_at = 0;
    for (const CgalScene& scene : cgal_scenes()) {
        for (const HandStyle style : hand_styles) {
            for (int seed = 1; seed <= test::soak_factor(); ++seed) {
                SCOPED_TRACE(scene.name + ", " + name_of(style) + ", seed " + std::to_string(seed));
                Slider slider(scene.part, scene.obstacles);
                ++hands;
                for (const Pose& hand :
                     hand_path({style, 8, scene.size, static_cast<std::uint64_t>(seed)}, slider.centre())) {
                    slider.follow(hand);
                    const auto way = slider.way();
                    for (std::size_t w = 1; w < way.size(); ++w) {
                        const Motion motion = Motion::straight(way[w - 1], way[w], slider.centre());
                        const int places = places_on(way[w - 1], way[w], scene);
                        for (int place = 1; place <= places; ++place) {
                            const double t = static_cast<double>(place) / places;
                            ++looked_at;
                            for (std::size_t h = 0; h < scene.part.size(); ++h) {
                                for (std::size_t o = 0; o < scene.obstacles.size(); ++o) {
                                    const auto starting = slider.starting_contacts();
                                    if (std::ranges::any_of(starting, [&](const StartingContact& s) {
                                            return s.held == h && s.obstacle == o;
                                        }))
                                        continue;
                                    const PlacedShape &a = scene.part[h], &b = scene.obstacles[o];
                                    ASSERT_FALSE(overlap_by_cgal(a.shape.mesh(), motion.at(t) * a.pose,
                                                                 b.shape.mesh(), b.pose));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    EXPECT_GT(looked_at, hands);
    std::printf("%zu hands, %zu poses\n", hands, looked_at);
}

}  // namespace
}  // namespace graze
