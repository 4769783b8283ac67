// Real parts placed against each other at random: what `clash` finds, against CGAL's exact answers.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/random.h"
#include "graze/clash/clash.h"
#include "graze/io/load.h"
#include "tests/exact/cgal_reference.h"
#include "tests/exact/cgal_volume.h"
#include "tests/exact/data.h"

namespace graze {
namespace {

// Centred, with a diagonal of `size`: files have units of their own.
std::shared_ptr<const Mesh> of_size(const Mesh& mesh, double size) {
    const Vec3 center = mesh.box().center();
    const double scale = size / length(mesh.box().size());
    std::vector<Vec3> vertices;
    for (const Vec3& v : mesh.vertices()) vertices.push_back((v - center) * scale);
    return std::make_shared<const Mesh>(
        Mesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}));
}

// Each file `copies` times, of sizes from `smallest` to 1, at random places in a cube. Empty if a file is
// missing.
Assembly heap_of(const std::vector<std::string>& files, int copies, double smallest, double room,
                 std::uint64_t seed) {
    Random random(seed);
    Assembly assembly;
    for (const std::string& file : files) {
        if (!std::filesystem::exists(test::data / file)) return {};
        const Mesh mesh = load_mesh(test::data / file).mesh;
        for (int i = 0; i < copies; ++i) {
            const Vec3 corner{room, room, room};
            assembly.parts.push_back({file + " " + std::to_string(i),
                                      of_size(mesh, random.uniform(smallest, 1)),
                                      Pose(random.rotation(), random.in_box(-corner, corner))});
        }
    }
    return assembly;
}

std::vector<std::pair<Triangle, Box>> triangles_near(const Part& part, const Box& box) {
    std::vector<std::pair<Triangle, Box>> near;
    for (TriangleId t = 0; t < part.mesh->triangle_count(); ++t) {
        const Triangle triangle = part.world_from_part(part.mesh->triangle(t));
        Box own;
        for (const Vec3& corner : triangle.corner) own.grow(corner);
        if (overlap(own, box)) near.emplace_back(triangle, own);
    }
    return near;
}

// Any soups, by CGAL's test for every pair of triangles whose boxes overlap.
bool surfaces_meet(const Part& a, const Box& box_a, const Part& b, const Box& box_b) {
    const auto of_b = triangles_near(b, box_a);
    for (const auto& [triangle_a, own_a] : triangles_near(a, box_b))
        for (const auto& [triangle_b, own_b] : of_b)
            if (overlap(own_a, own_b) && test::cgal_intersects(triangle_a, triangle_b)) return true;
    return false;
}

struct Compared {
    int crossing = 0, inside = 0, apart = 0, volumes = 0;
};

// Random places neither touch nor are flush: surfaces that meet cross.
class Comparison {
  public:
    explicit Comparison(const Assembly& assembly) : parts_(assembly.parts), report_(clash(assembly)) {
        for (const ClashFinding& f : report_.findings) findings_[{f.a, f.b}] = &f;
    }

    // Volumes of the first pairs only: exact ones take long.
    Compared all_pairs(int most_volumes) {
        EXPECT_TRUE(report_.complete());
        for (std::size_t a = 0; a < parts_.size(); ++a)
            for (std::size_t b = a + 1; b < parts_.size(); ++b)
                if (overlap(report_.parts[a].box, report_.parts[b].box)) compare(a, b, most_volumes);
        return compared_;
    }

  private:
    void compare(std::size_t a, std::size_t b, int most_volumes) {
        SCOPED_TRACE(parts_[a].path + ", " + parts_[b].path);
        const auto it = findings_.find({a, b});
        const ClashFinding* found = it == findings_.end() ? nullptr : it->second;
        const bool closed = report_.parts[a].closed && report_.parts[b].closed;
        const bool meet = surfaces_meet(parts_[a], report_.parts[a].box, parts_[b], report_.parts[b].box);
        if (meet) {
            ++compared_.crossing;
            ASSERT_NE(found, nullptr);
            EXPECT_EQ(found->kind, FindingKind::clash);
            EXPECT_EQ(found->as_surfaces, !closed);
        } else if (found != nullptr) {
            ++compared_.inside;
            EXPECT_TRUE(closed) << "an open part has no inside";
            EXPECT_EQ(found->kind, FindingKind::inside);
        } else {
            ++compared_.apart;
        }
        if (closed && compared_.volumes < most_volumes) compare_volumes(a, b, found);
    }

    void compare_volumes(std::size_t a, std::size_t b, const ClashFinding* found) {
        const auto common = test::common_volume_by_corefinement(*parts_[a].mesh, parts_[a].world_from_part,
                                                                *parts_[b].mesh, parts_[b].world_from_part);
        if (!common) return;  // CGAL takes manifolds only
        ++compared_.volumes;
        if (found == nullptr) {
            EXPECT_EQ(common->volume, 0);
            return;
        }
        EXPECT_TRUE(found->volume);
        const VolumeBounds volume = found->volume.value_or(VolumeBounds{});
        EXPECT_NEAR(volume.value, common->volume, volume.error);
        EXPECT_LT(volume.error, 1e-10);
        EXPECT_GT(common->volume, 0);
    }

    const std::vector<Part>& parts_;
    ClashReport report_;
    std::map<std::pair<std::size_t, std::size_t>, const ClashFinding*> findings_;
    Compared compared_;
};

TEST(ClashOfCgal, has_the_kinds_and_volumes_of_real_parts) {
    const Assembly heap = heap_of(
        {"parts/lisa/charge-management-system.stl", "parts/lisa/cmd-and-data-handling.stl",
         "parts/lisa/combined-bottom-boxes.stl", "parts/lisa/left-side-panel.stl",
         "parts/lisa/pse-and-battery.stl", "parts/lisa/right-side-panel.stl", "parts/lisa/thruster.stl"},
        2, 0.5, 0.4, 7);
    if (heap.parts.empty()) GTEST_SKIP() << "no " << test::data;
    const Compared compared = Comparison(heap).all_pairs(25);
    EXPECT_GE(compared.crossing, 20);
    EXPECT_GE(compared.apart, 5);
    EXPECT_EQ(compared.volumes, 25);
}

TEST(ClashOfCgal, has_small_real_parts_inside_large_ones) {
    const Assembly heap = heap_of({"parts/lisa/pse-and-battery.stl", "parts/lisa/combined-bottom-boxes.stl",
                                   "parts/lisa/left-side-panel.stl", "parts/lisa/right-side-panel.stl"},
                                  4, 0.01, 0.1, 3);
    if (heap.parts.empty()) GTEST_SKIP() << "no " << test::data;
    const Compared compared = Comparison(heap).all_pairs(40);
    EXPECT_GE(compared.inside, 3);
    EXPECT_GE(compared.volumes, 20);
}

TEST(ClashOfCgal, has_the_kinds_of_larger_real_parts) {
    const Assembly heap =
        heap_of({"parts/wrench.stl", "parts/cubesat/cubesat-top.stl", "parts/cubesat/cubesat-bottom.stl",
                 "parts/lisa/grs-tank.stl", "parts/lisa/optics-bench.stl", "parts/lisa/telescope.stl"},
                2, 0.5, 0.4, 11);
    if (heap.parts.empty()) GTEST_SKIP() << "no " << test::data;
    const Compared compared = Comparison(heap).all_pairs(0);
    EXPECT_GE(compared.crossing, 10);
    EXPECT_GE(compared.apart, 5);
}

TEST(ClashOfCgal, has_the_kinds_of_open_and_dirty_models) {
    const Assembly heap = heap_of({"meshes/teapot.obj", "meshes/suzanne.obj", "meshes/woody.obj",
                                   "meshes/cow.obj", "meshes/alligator.obj", "meshes/beetle-alt.obj"},
                                  2, 0.5, 0.4, 13);
    if (heap.parts.empty()) GTEST_SKIP() << "no " << test::data;
    const Compared compared = Comparison(heap).all_pairs(0);
    EXPECT_GE(compared.crossing, 10);
    EXPECT_GE(compared.apart, 5);
}

}  // namespace
}  // namespace graze
