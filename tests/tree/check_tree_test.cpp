#include "graze/tree/check_tree.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

#include "graze/base/error.h"
#include "graze/mesh/generate.h"
#include "graze/tree/shape.h"
#include "tests/tree/meshes.h"

namespace graze {
namespace {

// A tree taken apart, to be spoilt and put together again.
struct Parts {
    Mesh mesh;
    std::vector<WideNode> nodes;
    std::vector<TreeLeaf> leaves;
    Vec3 origin;
    double unit;
    std::array<float, 3> half;
    std::vector<float> support;

    explicit Parts(const Mesh& m) : mesh(m) {
        const WideTree tree(m, {});
        nodes.assign(tree.nodes().begin(), tree.nodes().end());
        leaves.assign(tree.leaves().begin(), tree.leaves().end());
        origin = tree.origin();
        unit = tree.unit();
        half = tree.half();
        support.assign(tree.support().values().begin(), tree.support().values().end());
    }

    // The message, or "accepted".
    std::string verdict() const {
        try {
            check_tree(WideTree({nodes, leaves, origin, unit, half, support}), mesh);
        } catch (const Error& e) {
            return e.what();
        }
        return "accepted";
    }
};

void expect_refused(const std::string& message, const std::function<void(Parts&)>& spoil) {
    Parts parts(make_torus(2, 0.5, 12, 6));
    ASSERT_GE(parts.nodes.size(), 3u);
    spoil(parts);
    EXPECT_NE(parts.verdict().find(message), std::string::npos) << parts.verdict();
}

// The first box of node n that leads to a leaf.
int slot_of_leaf(const Parts& p, std::size_t n) {
    for (int slot = 0; slot < WideNode::width; ++slot) {
        const TreeLink link = p.nodes[n].child[slot];
        if (!link.is_none() && link.is_leaf()) return slot;
    }
    ADD_FAILURE() << "node " << n << " has no leaf";
    return 0;
}

// Some node whose children are leaves.
std::size_t last(const Parts& p) {
    return p.nodes.size() - 1;
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(CheckTree, accepts_what_the_builder_makes) {
    std::vector<Mesh> meshes{make_sphere(3, 5000),           make_torus(2, 0.5, 100, 30),
                             make_box({1, 2, 3}, 10),        Mesh(),
                             Mesh({{5, 5, 5}}, {{0, 0, 0}}), Mesh({{5, 5, 5}}, {})};
    meshes.emplace_back(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                        std::vector<std::array<VertexId, 3>>(1000, {0, 1, 2}));
    for (const double scale : {1e-320, 1e-300, 1e-90, 1e90, 1e100}) {
        meshes.emplace_back(std::vector<Vec3>{{-scale, 0, 0}, {scale, scale, 0}, {0, -scale, scale}},
                            std::vector<std::array<VertexId, 3>>{{0, 1, 2}});
        meshes.emplace_back(std::vector<Vec3>{{scale, scale, scale}, {scale, scale / 2, 0}},
                            std::vector<std::array<VertexId, 3>>{{0, 1, 1}});
    }
    meshes.push_back(test::make_shrinking_triangles());
    for (const Mesh& mesh : meshes) EXPECT_EQ(Parts(mesh).verdict(), "accepted") << mesh.triangle_count();
}

TEST(CheckTree, refuses_a_root_that_is_none) {
    expect_refused("the tree has no root", [](Parts& p) { p.nodes.clear(); });
    expect_refused("node 0: the root is empty", [](Parts& p) { p.nodes[0].child[0] = {}; });
    expect_refused("node 0, box 5: the root has more than one box",
                   [](Parts& p) { p.nodes[0].child[5] = TreeLink::leaf(0); });
}

TEST(CheckTree, refuses_links_that_lead_nowhere_or_in_circles) {
    expect_refused("box 0: leads to node 1000 of",
                   [](Parts& p) { p.nodes[0].child[0] = TreeLink::node(1000); });
    expect_refused("node 0, box 0: leads back to node 0",
                   [](Parts& p) { p.nodes[0].child[0] = TreeLink::node(0); });
    expect_refused("leads back to node 1",
                   [](Parts& p) { p.nodes[last(p)].child[slot_of_leaf(p, last(p))] = TreeLink::node(1); });
    expect_refused("which has a parent already", [](Parts& p) {
        for (int slot = 0; slot < 2; ++slot) p.nodes[1].child[slot] = TreeLink::node(2);
    });
    expect_refused("leads to leaf 5000 of",
                   [](Parts& p) { p.nodes[last(p)].child[slot_of_leaf(p, last(p))] = TreeLink::leaf(5000); });
    expect_refused("leads to leaf 0, which has a parent already",
                   [](Parts& p) { p.nodes[last(p)].child[slot_of_leaf(p, last(p))] = TreeLink::leaf(0); });
}

TEST(CheckTree, refuses_what_is_not_reached) {
    expect_refused("is not reached from the root", [](Parts& p) { p.nodes.push_back(p.nodes.back()); });
    expect_refused("is not reached from the root", [](Parts& p) { p.leaves.push_back(p.leaves.back()); });
    expect_refused("the leaves hold", [](Parts& p) {
        TreeLeaf& leaf = p.leaves[0];
        leaf.set(leaf.step(), leaf.count() - 1);
        leaf.triangle[leaf.count()] = leaf.triangle[0];
    });
}

TEST(CheckTree, refuses_unused_boxes_that_queries_would_enter) {
    expect_refused("is not within the tree", [](Parts& p) { p.nodes[0].half[0][3] = 1; });
    expect_refused("is not within the tree", [](Parts& p) { p.nodes[0].half[0][3] = nan; });
    expect_refused("is not within the tree", [](Parts& p) { p.nodes[0].half[1][0] = -1e30f; });
}

TEST(CheckTree, refuses_numbers_that_are_none_or_too_large) {
    for (const float bad : {nan, infinity, -infinity, 1e30f, -1e30f}) {
        SCOPED_TRACE(bad);
        expect_refused("node 1, box 0: is not within the tree",
                       [=](Parts& p) { p.nodes[1].center[2][0] = bad; });
        expect_refused("node 1, box 0: is not within the tree",
                       [=](Parts& p) { p.nodes[1].half[2][0] = bad; });
        expect_refused("leaf 1: is not within the tree", [=](Parts& p) { p.leaves[1].origin[1] = bad; });
        expect_refused("leaf 1: is not within the tree",
                       [=](Parts& p) { p.leaves[1].set(bad, p.leaves[1].count()); });
    }
    expect_refused("leaf 1: is not within the tree",
                   [=](Parts& p) { p.leaves[1].set(0, p.leaves[1].count()); });
    expect_refused("node 1, box 0: is not a rotated box", [](Parts& p) {
        for (auto& q : p.nodes[1].rotation) q[0] = 0;
    });
    expect_refused("node 1, box 0: is not a rotated box", [](Parts& p) {
        for (auto& q : p.nodes[1].rotation) q[0] = -32768;
    });
}

TEST(CheckTree, refuses_leaves_whose_triangles_are_wrong) {
    expect_refused("has a triangle beyond its last",
                   [](Parts& p) { p.leaves[0].set(p.leaves[0].step(), 1); });
    expect_refused("leaf 0: holds triangle 144 of 144", [](Parts& p) { p.leaves[0].triangle[0] = 144; });
    expect_refused("again", [](Parts& p) { p.leaves[1].triangle[0] = p.leaves[0].triangle[0]; });
    Parts p(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
    p.leaves[0].triangle[7] = 1;
    EXPECT_EQ(p.verdict(), "leaf 0: has a triangle beyond its last");
}

TEST(CheckTree, refuses_a_scale_that_the_builder_does_not_make) {
    for (const double unit : {0.0, -1.0, 3.0, 0x1p-1023, 0x1p400, std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()})
        expect_refused("the unit of the tree is", [=](Parts& p) { p.unit = unit; });
    expect_refused("the mesh is not within its tree", [](Parts& p) { p.unit /= 8; });
    expect_refused("the mesh is not within its tree", [](Parts& p) { p.origin.x = 10; });
    expect_refused("the mesh is not within its tree",
                   [](Parts& p) { p.origin.y = std::numeric_limits<double>::quiet_NaN(); });
}

TEST(CheckTree, refuses_a_tree_of_another_mesh) {
    Parts p(make_torus(2, 0.5, 12, 6));
    p.mesh = Mesh();
    EXPECT_NE(p.verdict(), "accepted");
    p.mesh = make_torus(2, 0.5, 12, 7);
    EXPECT_NE(p.verdict(), "accepted");
    p.mesh = make_torus(2, 0.5, 12, 5);
    EXPECT_NE(p.verdict(), "accepted");
}

// A chain of nodes, each with one leaf and the next node, as deep as wanted.
Parts chain(std::uint32_t levels) {
    Parts p(Mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<std::array<VertexId, 3>>(levels, {0, 1, 2})));
    const WideNode root = p.nodes[0];
    TreeLeaf leaf = p.leaves[0];
    leaf.set(leaf.step(), 1);
    p.nodes.assign(levels, root);
    p.leaves.assign(levels, leaf);
    for (std::uint32_t i = 0; i < levels; ++i) {
        for (TriangleId& t : p.leaves[i].triangle) t = i;
        const bool deepest = i + 1 == levels;
        p.nodes[i].child[0] = deepest ? TreeLink::leaf(i) : TreeLink::node(i + 1);
        if (i == 0) continue;
        p.nodes[i].child[1] = TreeLink::leaf(deepest ? 0 : i);
        for (int k = 0; k < 3; ++k) p.nodes[i].half[k][1] = p.nodes[i].half[k][0];
    }
    return p;
}

TEST(CheckTree, refuses_trees_deeper_than_the_stacks_of_queries) {
    EXPECT_EQ(chain(WideTree::max_depth + 1).verdict(), "accepted");
    EXPECT_NE(chain(WideTree::max_depth + 2).verdict().find("is deeper than 31 levels"), std::string::npos)
        << chain(WideTree::max_depth + 2).verdict();
}

TEST(Shape, of_a_mesh_and_its_tree_is_checked) {
    const Mesh mesh = make_sphere(1, 500);
    const Shape built(mesh);
    const Shape again(mesh, built.tree());
    EXPECT_EQ(built.content_hash(), again.content_hash());
    EXPECT_EQ(built.content_hash(), content_hash(mesh));
    EXPECT_EQ(Shape().content_hash(), content_hash(Mesh()));
    EXPECT_THROW(Shape(mesh, WideTree()), Error);
}

}  // namespace
}  // namespace graze
