#include "graze/tree/wide_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "graze/base/random.h"
#include "graze/mesh/generate.h"
#include "graze/tree/check_tree.h"
#include "graze/tree/detail/box_code.h"
#include "tests/query/instruction_sets.h"
#include "tests/tree/meshes.h"

namespace graze {
namespace {

// Triangles anywhere, some of them flat or equal.
Mesh random_soup(std::uint32_t count, std::uint64_t seed, double scale = 1) {
    Random r(seed);
    std::vector<Vec3> vertices;
    std::vector<std::array<VertexId, 3>> triangles;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 at = r.in_box({-1, -1, -1}, {1, 1, 1});
        for (int k = 0; k < 3; ++k) vertices.push_back((at + r.in_box({}, {0.1, 0.1, 0.1})) * scale);
        if (r.chance(0.05)) vertices.back() = vertices[3 * i];
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh(vertices, triangles);
}

// Eleven bits more than doubles have: what they lose is nothing beside any margin.
using Wide = long double;

struct WideVec {
    Wide x, y, z;

    WideVec(Wide vx, Wide vy, Wide vz) : x(vx), y(vy), z(vz) {}
    explicit WideVec(const float (&v)[3]) : x(v[0]), y(v[1]), z(v[2]) {}
    friend WideVec operator-(const WideVec& a, const WideVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Wide dot(const WideVec& a, const WideVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend WideVec cross(const WideVec& a, const WideVec& b) {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
};

class Checker {
  public:
    Checker(const Mesh& mesh, const WideTree& tree)
        : mesh_(mesh), tree_(tree), seen_(mesh.triangle_count()) {}

    void check() {
        ASSERT_FALSE(tree_.empty());
        std::vector<TriangleId> all;
        check_box(0, 0, 0, all);
        for (int slot = 1; slot < WideNode::width; ++slot)
            EXPECT_TRUE(tree_.nodes()[0].child[slot].is_none());
        for (int times : seen_) ASSERT_EQ(times, 1);
        EXPECT_LE(deepest_, 31);
    }

  private:
    void check_box(std::uint32_t node, int slot, int depth, std::vector<TriangleId>& below) {
        deepest_ = std::max(deepest_, depth);
        const TreeLink link = tree_.nodes()[node].child[slot];
        std::vector<TriangleId> mine;
        if (link.is_leaf()) {
            check_leaf(tree_.leaves()[link.index()], mine);
        } else {
            for (int s = 0; s < WideNode::width; ++s) {
                if (!tree_.nodes()[link.index()].child[s].is_none())
                    check_box(link.index(), s, depth + 1, mine);
            }
        }
        check_holds(detail::read_box(tree_.nodes()[node], slot), mine);
        below.insert(below.end(), mine.begin(), mine.end());
    }

    void check_leaf(const TreeLeaf& leaf, std::vector<TriangleId>& below) {
        ASSERT_GE(leaf.count(), 1u);
        ASSERT_LE(leaf.count(), 8u);
        for (std::uint32_t i = 0; i < leaf.count(); ++i) {
            ++seen_[leaf.triangle[i]];
            below.push_back(leaf.triangle[i]);
            const Triangle t = mesh_.triangle(leaf.triangle[i]);
            for (std::size_t c = 0; c < 9; ++c) {
                const double exact = in_tree(t[c / 3])[c % 3];
                const double stored = static_cast<double>(leaf.origin[c % 3]) +
                                      static_cast<double>(leaf.step()) * leaf.value[c][i];
                // Steps may be as small as the rounding of doubles.
                ASSERT_NEAR(stored, exact, 0.5001 * static_cast<double>(leaf.step()) + 0x1p-53);
            }
        }
    }

    // Both ways in which a box is said to hold its points, and that none is in what is cut off.
    void check_holds(const detail::CodedBox& box, const std::vector<TriangleId>& triangles) {
        const WideVec c(box.center),
            a[3] = {WideVec(box.axis[0]), WideVec(box.axis[1]), WideVec(box.axis[2])};
        const Wide det = dot(a[0], cross(a[1], a[2]));
        ASSERT_NEAR(static_cast<double>(det), 1, 1e-3);
        const WideVec across[3] = {cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])};
        for (TriangleId t : triangles) {
            for (const Vec3& p : mesh_.triangle(t).corner) {
                const WideVec d = in_tree_and_more(p) - c;
                Wide share[3];
                for (int k = 0; k < 3; ++k) {
                    const Wide half = box.half[k], inverse = dot(across[k], d) / det;
                    // No tolerance: the margins are in the extent.
                    ASSERT_LE(std::abs(dot(a[k], d)), half);
                    ASSERT_LE(std::abs(inverse), half);
                    share[k] = inverse / half;
                }
                const auto x = [&](unsigned k, unsigned minus) { return minus != 0 ? -share[k] : share[k]; };
                check_cuts(box, x);
            }
        }
    }

    template <class Share>
    static void check_cuts(const detail::CodedBox& box, const Share& x) {
        const auto byte = [&](unsigned word, unsigned i) { return (box.cut[word] >> 8 * i & 0xff) / 80.0; };
        for (unsigned i = 0; i < 8; ++i)
            ASSERT_LE(x(0, i & 1) + x(1, i & 2) + x(2, i & 4), byte(i / 4, i % 4)) << "corner " << i;
        for (unsigned i = 0; i < 4; ++i) {
            ASSERT_LE(x(1, i & 1) + x(2, i & 2), byte(2, i)) << "edge " << i;
            ASSERT_LE(x(0, i & 1) + x(2, i & 2), byte(3, i)) << "edge " << i;
            ASSERT_LE(x(0, i & 1) + x(1, i & 2), byte(4, i)) << "edge " << i;
        }
    }

    Vec3 in_tree(const Vec3& p) const { return (p - tree_.origin()) / tree_.unit(); }
    WideVec in_tree_and_more(const Vec3& p) const {
        const Vec3 o = tree_.origin();
        const Wide unit = tree_.unit();
        return {(Wide{p.x} - o.x) / unit, (Wide{p.y} - o.y) / unit, (Wide{p.z} - o.z) / unit};
    }

    const Mesh& mesh_;
    const WideTree& tree_;
    std::vector<int> seen_;
    int deepest_ = 0;
};

void expect_sound(const Mesh& mesh) {
    for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::normal, BuildEffort::best}) {
        SCOPED_TRACE(static_cast<int>(effort));
        const WideTree tree(mesh, {.effort = effort});
        Checker(mesh, tree).check();
        EXPECT_NO_THROW(check_tree(tree, mesh));
    }
}

// A whole corner has 3 and a whole edge 2; those of a box around a ball have 1.73 and 1.41 left.
double mean_of_cuts(const WideTree& tree, bool corners) {
    double sum = 0;
    std::size_t count = 0;
    for (const WideNode& node : tree.nodes()) {
        for (int slot = 0; slot < WideNode::width; ++slot) {
            if (node.child[slot].is_none()) continue;
            const detail::CodedBox box = detail::read_box(node, slot);
            for (int word = corners ? 0 : 2; word < (corners ? 2 : 5); ++word) {
                for (int i = 0; i < 4; ++i) {
                    sum += (box.cut[word] >> 8 * i & 0xff) / 80.0;
                    ++count;
                }
            }
        }
    }
    return sum / static_cast<double>(count);
}

bool same(const WideTree& a, const WideTree& b) {
    return a.nodes().size() == b.nodes().size() && a.leaves().size() == b.leaves().size() &&
           std::memcmp(a.nodes().data(), b.nodes().data(), a.nodes().size_bytes()) == 0 &&
           std::memcmp(a.leaves().data(), b.leaves().data(), a.leaves().size_bytes()) == 0 &&
           std::ranges::equal(a.support().values(), b.support().values());
}

TEST(WideTree, cuts_off_edges_and_corners_that_hold_nothing) {
    const WideTree tree(make_sphere(1, 5000), {});
    EXPECT_LT(mean_of_cuts(tree, true), 2);
    EXPECT_LT(mean_of_cuts(tree, false), 1.6);
    // Of a box nothing can be cut off but what is beside its own diagonals.
    const WideTree whole(make_box({1, 2, 3}), {});
    EXPECT_NEAR((whole.nodes()[0].cut_corners[0][0] & 0xff) / 80.0, 3, 0.02);
    EXPECT_NEAR((whole.nodes()[0].cut_edges[0][0] & 0xff) / 80.0, 2, 0.02);
}

TEST(WideTree, holds_every_triangle_once_in_boxes_that_enclose_it) {
    expect_sound(make_sphere(3, 5000));
    expect_sound(make_torus(2, 0.5, 100, 30));
    expect_sound(make_box({1, 2, 3}, 10));
    expect_sound(random_soup(3000, 1));
}

TEST(WideTree, is_right_for_few_triangles) {
    for (std::uint32_t n = 1; n <= 20; ++n) expect_sound(random_soup(n, n));
}

TEST(WideTree, is_right_at_extreme_scales) {
    for (double scale : {1e-320, 1e-300, 1e-90, 1e-6, 1e6, 1e90, 9e99})
        expect_sound(random_soup(200, 2, scale));
}

TEST(WideTree, is_right_for_triangles_that_cannot_be_told_apart) {
    std::vector<std::array<VertexId, 3>> copies(1000, {0, 1, 2});
    expect_sound(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, copies));
    expect_sound(Mesh({{5, 5, 5}}, {{0, 0, 0}}));
}

TEST(WideTree, stays_shallow_when_sizes_grow_geometrically) {
    expect_sound(test::make_shrinking_triangles());
}

TEST(WideTree, of_an_empty_mesh_is_empty) {
    EXPECT_TRUE(WideTree(Mesh(), {}).empty());
}

TEST(WideTree, stays_within_its_bytes_per_triangle) {
    const Mesh mesh = make_sphere(1, 100000);
    EXPECT_LE(static_cast<double>(WideTree(mesh, {}).bytes()) / static_cast<double>(mesh.triangle_count()),
              56);
}

// 512-bit ones included, where the machine has them.
TEST(WideTree, is_the_same_on_every_instruction_set) {
    for (const Mesh& mesh : {make_torus(2, 0.7, 60, 31), random_soup(1000, 4), make_box({1, 2, 3}, 5)}) {
        for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::normal, BuildEffort::best}) {
            const WideTree first(mesh, {.effort = effort});
            test::on_every_instruction_set(
                [&] { EXPECT_TRUE(same(first, WideTree(mesh, {.effort = effort}))); });
        }
    }
}

TEST(WideTree, is_the_same_for_any_number_of_threads) {
    const Mesh mesh = make_torus(2, 0.7, 400, 100);
    for (const BuildEffort effort : {BuildEffort::fast, BuildEffort::normal, BuildEffort::best}) {
        TreeOptions options{.effort = effort};
        const WideTree one(mesh, options);
        for (const ThreadBackend backend : {ThreadBackend::standard, ThreadBackend::tbb}) {
            if (!Threads::has(backend)) continue;
            options.threads = Threads(3, backend);
            EXPECT_TRUE(same(one, WideTree(mesh, options)));
        }
    }
}

Mesh mesh_of_points(const std::vector<Vec3>& points) {
    std::vector<std::array<VertexId, 3>> triangles;
    for (VertexId i = 0; i < points.size(); ++i) triangles.push_back({i, i, i});
    return Mesh(points, triangles);
}

// Extents so small that dividing by them overflows.
TEST(WideTree, is_sound_for_points_that_are_hardly_apart) {
    std::vector<Vec3> heap{{-1, 0, 0}, {1, 0, 0}}, sheet, speck;
    for (int i = 0; i < 9; ++i) heap.push_back({i * 0x1p-130, 0, 0});
    for (int i = -9; i <= 9; ++i) sheet.push_back({static_cast<double>(i), 0, i * 0x1p-130});
    for (int i = 0; i < 9; ++i) speck.push_back({i * 0x1p-1040, 0, 0});
    for (const auto& points : {heap, sheet, speck}) expect_sound(mesh_of_points(points));
}

// The square of whose area underflows.
TEST(WideTree, is_sound_around_a_triangle_that_is_hardly_there) {
    const double s = 0x1p-269;
    std::vector<Vec3> vertices{{0, 0, 0}, {-1.3 * s, -0.2 * s, -0.9 * s}, {0.7 * s, -1.5 * s, -0.3 * s}};
    std::vector<std::array<VertexId, 3>> triangles{{0, 1, 2}};
    for (const double t : {-1.0, -0.6, -0.3, 0.3, 0.6, 1.0}) {
        triangles.push_back({static_cast<VertexId>(vertices.size()), 0, 0});
        triangles.back()[1] = triangles.back()[2] = triangles.back()[0];
        vertices.push_back(Vec3{-0.77, -0.26, -0.58} * t);
    }
    expect_sound(Mesh(vertices, triangles));
}

TEST(WideTree, stays_shallow_when_all_triangles_are_equal) {
    const std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    expect_sound(Mesh(vertices, std::vector<std::array<VertexId, 3>>(5000, {0, 1, 2})));
}

}  // namespace
}  // namespace graze
