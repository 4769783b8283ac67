#include "graze/spheres/tree/sphere_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/mesh/measures.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/proximity/proximity.h"
#include "graze/spheres/tree/detail/sphere_clusters.h"
#include "tests/spheres/tree/simple_packing.h"

namespace graze {
namespace {

using test::random_packing;

struct Packed3 {
    const char* name;
    Shape shape;
    SpherePacking packing;
};

const std::vector<Packed3>& packed_shapes() {
    static const std::vector<Packed3> all = [] {
        std::vector<Packed3> some;
        const auto add = [&](const char* name, const Mesh& mesh, std::size_t count) {
            const Shape shape(mesh);
            some.push_back({name, shape, random_packing(shape, count, 5)});
        };
        add("ball", make_sphere(1, 500), 300);
        add("box", make_box({2, 1, 3}, 2), 200);
        add("ring", make_torus(2, 0.5, 40, 20), 250);
        add("one sphere", make_sphere(1, 100), 1);
        add("two spheres", make_sphere(1, 100), 2);
        add("nine spheres", make_box({1, 1, 1}), 9);
        return some;
    }();
    return all;
}

// Every leaf below a child, with the slot of that child.
void visit_below(const SphereTree& tree, SphereLink link, const std::function<void(std::uint32_t)>& visit) {
    if (link.is_none()) return;
    if (link.is_leaf()) return visit(link.index());
    for (const SphereLink child : tree.nodes()[link.index()].child) visit_below(tree, child, visit);
}

TEST(SphereTree, has_every_sphere_once_and_inside_every_ball_above_it) {
    for (const auto& [name, shape, packing] : packed_shapes()) {
        const SphereTree tree(shape, packing);
        EXPECT_EQ(tree.sphere_count() + tree.skipped(), packing.spheres.size()) << name;
        std::multiset<std::uint32_t> seen;
        for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
            const SphereNode& node = tree.nodes()[n];
            for (int k = 0; k < SphereNode::width; ++k) {
                const Vec3 c = tree.origin() + Vec3{node.x[k], node.y[k], node.z[k]} * tree.unit();
                visit_below(tree, node.child[k], [&](std::uint32_t leaf) {
                    const Sphere s = tree.sphere(leaf);
                    EXPECT_LE(length(s.center - c) + s.radius, node.radius[k] * tree.unit() * (1 + 1e-15))
                        << name;
                    EXPECT_LE(node.radius[k], node.outer[k]);
                    if (n == 0) seen.insert(leaf);
                });
            }
        }
        EXPECT_EQ(seen.size(), tree.sphere_count()) << name;
        EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), tree.sphere_count()) << name;
    }
}

TEST(SphereTree, keeps_spheres_inside_those_of_the_packing) {
    for (const auto& [name, shape, packing] : packed_shapes()) {
        const SphereTree tree(shape, packing);
        for (std::uint32_t i = 0; i < tree.sphere_count(); ++i) {
            const Sphere s = tree.sphere(i), original = packing.spheres[tree.leaves()[i].sphere];
            EXPECT_LE(length(s.center - original.center) + s.radius, original.radius) << name;
            EXPECT_GE(s.radius, original.radius - 1e-6) << name;
        }
    }
}

TEST(SphereTree, shares_out_the_whole_volume_of_the_solid) {
    for (const auto& [name, shape, packing] : packed_shapes()) {
        const SphereTree tree(shape, packing);
        const double unit = tree.unit() * tree.unit() * tree.unit();
        const double volume = solid_measures(shape.mesh()).volume;
        EXPECT_NEAR(tree.material() * unit, volume, tree.volume_error() * unit) << name;
        double material = 0, spheres = 0;
        for (std::uint32_t i = 0; i < tree.sphere_count(); ++i) {
            material += tree.leaves()[i].material;
            spheres += graze::volume(tree.sphere(i)) / unit;
        }
        EXPECT_NEAR(material, tree.material(), 1e-12 * material) << name;
        EXPECT_NEAR(spheres, tree.spheres(), 1e-12 * spheres) << name;
        EXPECT_LE(tree.spheres(), tree.material());
    }
}

// A mesh that is inside out is the same solid.
TEST(SphereTree, of_a_mesh_inside_out_has_the_same_volume) {
    const Mesh box = make_box({2, 1, 3}, 2);
    std::vector<std::array<VertexId, 3>> turned;
    for (const auto& t : box.triangles()) turned.push_back({t[0], t[2], t[1]});
    const Shape inside_out(Mesh({box.vertices().begin(), box.vertices().end()}, std::move(turned)));
    const SphereTree tree(inside_out, random_packing(Shape(box), 50, 1));
    EXPECT_NEAR(tree.material() * std::pow(tree.unit(), 3), 6, 1e-5);
    for (std::uint32_t i = 0; i < tree.sphere_count(); ++i) {
        const Vec3 axis{tree.leaves()[i].axis[0], tree.leaves()[i].axis[1], tree.leaves()[i].axis[2]};
        EXPECT_GT(dot(axis, tree.sphere(i).center), -0.3) << "the axis of a cone points outwards";
    }
}

TEST(SphereTree, has_balls_inside_the_solid) {
    for (const auto& [name, shape, packing] : packed_shapes()) {
        const SphereTree tree(shape, packing);
        for (const SphereNodeInside& in : tree.insides()) {
            for (int k = 0; k < SphereNode::width; ++k) {
                if (!(in.radius[k] > 0)) continue;
                const Vec3 c = tree.origin() + Vec3{in.x[k], in.y[k], in.z[k]} * tree.unit();
                EXPECT_LE(in.radius[k] * tree.unit(), -signed_distance(shape, {}, c).value) << name;
            }
        }
    }
}

TEST(SphereTree, is_the_same_after_it_was_written_and_read) {
    for (const auto& [name, shape, packing] : packed_shapes()) {
        const SphereTree tree(shape, packing);
        std::string bytes;
        tree.write(bytes);
        EXPECT_EQ(SphereTree::from_bytes(shape, std::as_bytes(std::span(bytes))), tree) << name;
    }
}

TEST(SphereTree, refuses_bytes_that_are_no_tree_of_the_shape) {
    const auto& [name, shape, packing] = packed_shapes()[0];
    const SphereTree tree(shape, packing);
    std::string bytes;
    tree.write(bytes);
    const auto read = [&](const std::string& b) {
        return SphereTree::from_bytes(shape, std::as_bytes(std::span(b)));
    };
    for (std::size_t size = 0; size < bytes.size(); size += 97)
        EXPECT_THROW(read(bytes.substr(0, size)), Error) << size;
    EXPECT_THROW(read(bytes + "x"), Error);
    EXPECT_THROW(SphereTree::from_bytes(Shape(make_box({1, 1, 1})), std::as_bytes(std::span(bytes))), Error);
    // Whatever byte is changed: refused, or a tree that can be walked.
    Random r(8);
    for (int i = 0; i < 500; ++i) {
        std::string changed = bytes;
        changed[r.below(bytes.size())] = static_cast<char>(r.bits());
        try {
            const SphereTree other = read(changed);
            std::size_t leaves = 0;
            for (const SphereLink child : other.nodes()[0].child)
                visit_below(other, child, [&](std::uint32_t leaf) { leaves += leaf < other.sphere_count(); });
            EXPECT_EQ(leaves, other.sphere_count());
        } catch (const Error&) {
        }
    }
}

// Many spheres: quick answers come from the largest ones.
TEST(SphereTree, of_many_spheres_has_a_coarse_one_of_the_largest) {
    const Shape box(make_box({1, 1, 1}, 4));
    SpherePacking packing;  // rows of balls, and in each gap between eight of them a smaller one
    constexpr int side = 28;
    const double step = 1.0 / side, smaller = step / 2 * (std::sqrt(3.0) - 1);
    const auto place = [&](int x, int y, int z, double shift) {
        return Vec3{step * (x + shift) - 0.5, step * (y + shift) - 0.5, step * (z + shift) - 0.5};
    };
    for (const bool gaps : {false, true})
        for (int i = 0; i < side * side * side; ++i) {
            const int x = i % side, y = i / side % side, z = i / side / side;
            if (gaps && (x == side - 1 || y == side - 1 || z == side - 1)) continue;
            packing.spheres.push_back(
                {place(x, y, z, gaps ? 1 : 0.5), (gaps ? smaller : step / 2) * (1 - 1e-6)});
        }
    ASSERT_GE(packing.spheres.size(), 2 * SphereTree::coarse_sphere_count);
    SphereTreeOptions rough;
    rough.voxels_per_sphere = 4;
    rough.most_rounds = 4;
    const SphereTree tree(box, packing, rough), &coarse = tree.coarse();
    EXPECT_EQ(coarse.sphere_count(), SphereTree::coarse_sphere_count);
    EXPECT_EQ(&coarse.coarse(), &coarse);
    EXPECT_NEAR(coarse.material(), tree.material(), 1e-6);
    for (const SphereLeaf& leaf : coarse.leaves()) EXPECT_LT(leaf.sphere, SphereTree::coarse_sphere_count);
    EXPECT_GT(tree.bytes(), coarse.bytes());

    std::string bytes;
    tree.write(bytes);
    const SphereTree read = SphereTree::from_bytes(box, std::as_bytes(std::span(bytes)));
    EXPECT_EQ(read.coarse(), coarse);
    EXPECT_THROW(SphereTree::from_bytes(box, std::as_bytes(std::span(bytes).first(bytes.size() - 9))), Error);

    // Few tests go to the coarse tree, many to the whole one, and the bounds of both contain the truth.
    const Pose there = Pose::translation({0.8, 0.3, 0.1});
    const double truth = 0.2 * 0.7 * 0.9;
    double width = 1;
    for (const std::uint64_t effort : {std::uint64_t{40'000}, std::uint64_t{0}}) {
        ProximityOptions options;
        options.volume = VolumeMethod::spheres;
        options.effort = effort;
        const Proximity p = proximity(box, tree, {}, box, tree, there, options);
        const Proximity q = proximity(box, coarse, {}, box, coarse, there, options);
        EXPECT_LE(p.volume_at_least, truth);
        EXPECT_GE(p.volume_at_most, truth);
        EXPECT_EQ(p.volume == q.volume, effort > 0);
        EXPECT_LT(p.width(), width);
        width = p.width();
    }
    std::ranges::reverse(packing.spheres);
    EXPECT_EQ(SphereTree(box, packing, rough).coarse().sphere_count(), packing.spheres.size())
        << "the largest are not first";
}

TEST(SphereTree, is_kept_by_the_shape_and_its_copies) {
    const auto& [name, shape, packing] = packed_shapes()[0];
    const Shape other(make_sphere(1, 500));
    const SphereTree tree(other, packing);
    EXPECT_TRUE(keep_sphere_tree(other, tree));
    const Shape copy = other;
    EXPECT_EQ(sphere_tree(copy), tree);
    EXPECT_FALSE(keep_sphere_tree(other, SphereTree(other, packed_shapes()[3].packing))) << "it has one";
}

TEST(SphereTree, refuses_open_meshes_no_spheres_and_options_out_of_range) {
    const Mesh box = make_box({1, 1, 1});
    const Shape open(Mesh({box.vertices().begin(), box.vertices().end()},
                          {box.triangles().begin() + 1, box.triangles().end()}));
    const SpherePacking packing = random_packing(Shape(box), 5, 1);
    EXPECT_THROW(SphereTree(open, packing), Error);
    EXPECT_THROW(SphereTree(Shape(box), {}), Error);
    EXPECT_THROW(SphereTree(Shape(), packing), Error);
    EXPECT_THROW(SphereTree(Shape(OrientedBox{}), packing), Error);
    SphereTreeOptions wide;
    wide.branching = 9;
    EXPECT_THROW(SphereTree(Shape(box), packing, wide), Error);
}

TEST(SphereTree, takes_equal_centres_and_any_partition_and_width) {
    const Shape box(make_box({2, 2, 2}));
    SpherePacking same;  // not feasible, but no reason to hang
    for (int i = 0; i < 100; ++i) same.spheres.push_back({{0.1, 0.2, 0.3}, 0.01});
    EXPECT_EQ(SphereTree(box, same).sphere_count(), 100u);
    const SpherePacking packing = random_packing(box, 150, 2);
    for (const auto partition : {SpherePartition::neural_gas, SpherePartition::plain_neural_gas,
                                 SpherePartition::biggest_first, SpherePartition::neighbours_first}) {
        for (const std::uint32_t branching : {2u, 3u, 4u, 8u}) {
            SphereTreeOptions options;
            options.partition = partition;
            options.branching = branching;
            const SphereTree tree(box, packing, options);
            EXPECT_EQ(tree.sphere_count(), packing.spheres.size());
            EXPECT_NEAR(tree.material() * std::pow(tree.unit(), 3), 8, 1e-5);
        }
    }
}

TEST(SphereTree, puts_spheres_together_that_are_in_one_place) {
    std::vector<Sphere> spheres;
    Random r(4);
    for (int i = 0; i < 400; ++i) {
        const Vec3 place{static_cast<double>(i % 4 % 2) * 5, static_cast<double>(i % 4 / 2) * 5, 0};
        spheres.push_back({place + r.in_box({-1, -1, -1}, {1, 1, 1}), r.uniform(0.01, 0.1)});
    }
    std::vector<std::uint8_t> cluster(spheres.size());
    detail::cluster_spheres(spheres, {4, SpherePartition::neural_gas, 40, 1}, {}, cluster);
    for (std::size_t i = 4; i < cluster.size(); ++i) EXPECT_EQ(cluster[i], cluster[i % 4]);
    EXPECT_EQ((std::set<int>{cluster[0], cluster[1], cluster[2], cluster[3]}.size()), 4u);
}

TEST(SphereTree, has_an_exponential_of_its_own) {
    for (double x = 0; x < 100; x += 0.37) EXPECT_NEAR(detail::exp_of_minus(x) / std::exp(-x), 1, 1e-12) << x;
    EXPECT_EQ(detail::exp_of_minus(1e9), 0);
}

}  // namespace
}  // namespace graze
