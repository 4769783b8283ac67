// Hierarchies over meshes whose vertices fly along straight lines: kept by events, not by frames.
//
//     graze::KineticAabbTree tree(mesh);
//     tree.step_to(next_key);                 // all vertices leave for where they are in the next key frame
//     tree.advance(0.25);                     // the hierarchy is right at every time in between
//     graze::intersecting_triangles(tree, other);
//
// Weller 2012, 3.2: which vertex realises a side of a box changes at few times, so that the cost does not
// depend on how often one looks. Departures: steps instead of whole animations, in which certificates that
// hold at the end need no time; and times are exact, see docs/deform.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/base/box.h"
#include "graze/deform/kinetic/kinetic_counts.h"
#include "graze/mesh/mesh.h"
#include "graze/query/contact.h"

namespace graze::inline v1 {

namespace detail {
class KineticAabbs;
class KineticPlanes;
}  // namespace detail

struct KineticOptions {
    std::uint32_t leaf_triangles = 1;  // in a leaf at most, 1 to 64
    // Of a box tree: each axis is split at least once in this many levels, 3 or more. 0: no such rule; then
    // an event may cost as much as a look at all triangles.
    std::uint32_t axis_again = 6;
};

struct KineticNode {
    std::uint32_t parent = 0;  // the root's is itself
    // Indices of nodes; both 0 in a leaf.
    std::uint32_t first_child = 0, second_child = 0;
    std::span<const TriangleId> triangles;  // of all leaves below
};

// What both kinds of trees have in common. Time runs from 0 to 1 in each step, in ticks of 2^-53: other times
// are rounded down. At the beginning all vertices rest, at the end of a step.
class KineticTree {
  public:
    virtual ~KineticTree() = default;

    const Mesh& mesh() const { return mesh_; }  // as it was at the beginning
    // A new step, from where the vertices are now. Throws Error, and changes nothing, if the number of
    // positions is not that of the vertices, or a coordinate is not finite or beyond 1e100.
    void step_to(std::span<const Vec3> positions);
    // Throws Error for a time that is before now() or above 1.
    void advance(double time);
    // The vertex flies from where it is now to another place, where it is at the end of the step. Throws
    // Error for a vertex or place that step_to() would refuse, or at the end of a step.
    void redirect(VertexId vertex, const Vec3& to);
    virtual double now() const = 0;
    // Rounded; where a step begins and ends, it is not.
    virtual Vec3 position(VertexId vertex) const = 0;
    void positions(std::span<Vec3> out) const;  // of all vertices

    // The root is node 0; a node comes before all nodes below it.
    virtual std::size_t node_count() const = 0;
    virtual KineticNode node(std::uint32_t index) const = 0;
    // Around the exact positions of a node's vertices, and around the rounded ones.
    virtual Box box(std::uint32_t index) const = 0;
    virtual const KineticCounts& counts() const = 0;

  protected:
    explicit KineticTree(const Mesh& mesh, const KineticOptions& options);
    KineticTree(KineticTree&&) = default;
    KineticTree& operator=(KineticTree&&) = default;

  private:
    virtual void fly_to(std::span<const Vec3> positions) = 0;
    virtual void fly_until(double time) = 0;
    virtual void fly_elsewhere(VertexId vertex, const Vec3& to) = 0;

    Mesh mesh_;
};

// Six sides for each node. Throws Error for a mesh without triangles, or with more than 2^28.
class KineticAabbTree final : public KineticTree {
  public:
    explicit KineticAabbTree(const Mesh& mesh, const KineticOptions& options = {});
    KineticAabbTree(KineticAabbTree&&) noexcept;
    KineticAabbTree& operator=(KineticAabbTree&&) noexcept;
    ~KineticAabbTree() override;

    double now() const override;
    Vec3 position(VertexId vertex) const override;
    std::size_t node_count() const override;
    KineticNode node(std::uint32_t index) const override;
    Box box(std::uint32_t index) const override;
    const KineticCounts& counts() const override;
    // The vertex on a side of a node: 0 to 2 are the lower sides along x, y, z, 3 to 5 the upper ones.
    VertexId vertex_on(std::uint32_t index, std::size_t side) const;

  private:
    friend std::vector<TrianglePair> intersecting_triangles(const KineticAabbTree&, const KineticAabbTree&);
    void fly_to(std::span<const Vec3> positions) override;
    void fly_until(double time) override;
    void fly_elsewhere(VertexId vertex, const Vec3& to) override;

    std::unique_ptr<detail::KineticAabbs> data_;
};

// Two planes for each node (Zachmann 2002): fewer events, looser boxes. The same refusals.
class KineticBoxTree final : public KineticTree {
  public:
    explicit KineticBoxTree(const Mesh& mesh, const KineticOptions& options = {});
    KineticBoxTree(KineticBoxTree&&) noexcept;
    KineticBoxTree& operator=(KineticBoxTree&&) noexcept;
    ~KineticBoxTree() override;

    double now() const override;
    Vec3 position(VertexId vertex) const override;
    std::size_t node_count() const override;
    KineticNode node(std::uint32_t index) const override;
    Box box(std::uint32_t index) const override;  // cut by all planes above
    const KineticCounts& counts() const override;

  private:
    friend std::vector<TrianglePair> intersecting_triangles(const KineticBoxTree&, const KineticBoxTree&);
    void fly_to(std::span<const Vec3> positions) override;
    void fly_until(double time) override;
    void fly_elsewhere(VertexId vertex, const Vec3& to) override;

    std::unique_ptr<detail::KineticPlanes> data_;
};

// Pairs of triangles that intersect now, one of each tree, in ascending order. Exact for rounded positions.
std::vector<TrianglePair> intersecting_triangles(const KineticAabbTree& a, const KineticAabbTree& b);
std::vector<TrianglePair> intersecting_triangles(const KineticBoxTree& a, const KineticBoxTree& b);

}  // namespace graze::inline v1
