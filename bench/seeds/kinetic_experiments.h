// What kinetic hierarchies and separation lists are compared with: the baselines and the dead ends of Weller
// 2012, 3.2.3 and 3.5. Binary trees of boxes, one box after the other, times in doubles: only the ideas
// differ.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/deform/kinetic/kinetic_tree.h"

namespace graze::bench {

// The branches of a kinetic tree, with one triangle in each leaf.
struct BinaryBranches {
    struct Node {
        std::uint32_t parent = 0, first = 0, second = 0;  // children: 0 in a leaf
        TriangleId triangle = 0;                          // of a leaf
        bool is_leaf() const { return second == 0; }
    };
    std::vector<Node> nodes;  // a node comes before all nodes below it
    std::vector<std::array<VertexId, 3>> triangles;

    explicit BinaryBranches(const KineticAabbTree& tree);
};

// All boxes anew, from the leaves up.
class BottomUp {
  public:
    explicit BottomUp(const BinaryBranches& branches) : branches_(branches), boxes_(branches.nodes.size()) {}

    void refit(std::span<const Vec3> at);
    // Around both positions of each vertex.
    void refit_swept(std::span<const Vec3> from, std::span<const Vec3> to);
    std::span<const Box> boxes() const { return boxes_; }
    std::size_t values() const { return 6 * boxes_.size(); }  // written by each refit

  private:
    template <class BoxOf>
    void refit_all(const BoxOf& leaf_box);

    const BinaryBranches& branches_;
    std::vector<Box> boxes_;
};

// Continuous self-collision by swept boxes: pairs of triangles without a shared vertex that meet on the way,
// 6 vertices and faces and 9 edges each. Unordered, as in the thesis.
struct SweptChecks {
    std::uint64_t boxes = 0, pairs = 0;  // tested
    std::size_t colliding = 0;
};
SweptChecks check_swept(const BinaryBranches& branches, std::span<const Box> boxes,
                        std::span<const Vec3> from, std::span<const Vec3> to);

// What a step cost.
struct KineticCost {
    std::uint64_t events = 0, updates = 0;  // updates: values that were written
};

// A kinetic tree whose boxes have any orientations: 3 axes, or more (a kinetic DOP-tree).
class KineticDops {
  public:
    KineticDops(const BinaryBranches& branches, std::span<const Vec3> directions);
    KineticCost step(std::span<const Vec3> from, std::span<const Vec3> to);

  private:
    struct Event {
        double time;
        std::uint32_t node, side;
        friend bool operator<(const Event& a, const Event& b) {
            return a.time != b.time ? a.time > b.time : a.node != b.node ? a.node < b.node : a.side < b.side;
        }
    };
    double from(VertexId v, std::size_t side) const { return from_[v * sides_ + side]; }
    double to(VertexId v, std::size_t side) const { return to_[v * sides_ + side]; }
    // When does `a` overtake `b`? Above 1: not in this step.
    double overtakes(VertexId a, VertexId b, std::size_t side) const;
    bool beyond(VertexId a, VertexId b, std::size_t side, double time) const;
    VertexId best(std::uint32_t node, std::size_t side, double time) const;
    void certify(std::uint32_t node, std::size_t side, double time);

    const BinaryBranches& branches_;
    std::vector<Vec3> directions_;
    std::size_t sides_;
    std::vector<double> from_, to_;  // of each vertex, along each side
    std::vector<VertexId> on_side_;  // of each node
    std::vector<Event> events_;
    bool realised_ = false;
};

// Small boxes around vertices that stay as they are until a vertex leaves its own: an interval-DOP-tree, with
// the axes as orientations. `margin`: from a vertex to the sides of its box.
class IntervalBoxes {
  public:
    IntervalBoxes(const BinaryBranches& branches, std::span<const Vec3> at, double margin);
    KineticCost step(std::span<const Vec3> from, std::span<const Vec3> to);
    std::span<const Box> boxes() const { return boxes_; }

  private:
    struct Exit {
        double time;
        VertexId vertex;
        std::uint8_t side;
        friend bool operator<(const Exit& a, const Exit& b) {
            return a.time != b.time ? a.time > b.time : a.vertex > b.vertex;
        }
    };
    Exit exit_of(VertexId v, const Vec3& from, const Vec3& to, double since) const;
    std::uint64_t propagate(VertexId v);
    Box fitted(std::uint32_t node) const;

    const BinaryBranches& branches_;
    double margin_;
    std::vector<Box> around_;  // of vertices
    std::vector<Box> boxes_;   // of nodes
    std::vector<std::uint32_t> leaf_start_, leaves_;
};

}  // namespace graze::bench
