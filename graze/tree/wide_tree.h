// The default hierarchy: a tree of oriented boxes, with eight children per node and leaves of up to eight
// triangles.
//
// The tree is stored compactly and holds bounds only: boxes in floats with 16-bit quaternions, triangles in
// 16-bit steps. Exact answers come from the mesh. Coordinates are relative to the middle of the mesh and
// scaled by a power of two, so that floats are precise for meshes of any size and place.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "graze/base/progress.h"
#include "graze/base/shared_array.h"
#include "graze/base/threads.h"
#include "graze/mesh/mesh.h"
#include "graze/tree/support_table.h"

namespace graze::inline v1 {

// A child of a node: a leaf, a node, or none.
class TreeLink {
  public:
    static constexpr std::uint32_t leaf_bit = 0x80000000u;
    constexpr TreeLink() = default;
    static constexpr TreeLink leaf(std::uint32_t index) { return TreeLink(index | leaf_bit); }
    static constexpr TreeLink node(std::uint32_t index) { return TreeLink(index); }

    constexpr bool is_none() const { return bits_ == none; }
    constexpr bool is_leaf() const { return (bits_ & leaf_bit) != 0; }
    constexpr std::uint32_t index() const { return bits_ & ~leaf_bit; }
    friend constexpr bool operator==(TreeLink, TreeLink) = default;

  private:
    static constexpr std::uint32_t none = 0xffffffffu;
    explicit constexpr TreeLink(std::uint32_t bits) : bits_(bits) {}
    std::uint32_t bits_ = none;
};

// Eight oriented boxes, stored coordinate by coordinate. Box i bounds its triangles in two senses.
// decode_axes() makes the axes a_k from the quaternion; they are orthogonal to about 1e-4 only. Every point p
// of the triangles has |a_k . (p - center)| <= half_k, and p = center + sum of t_k a_k with |t_k| <= half_k.
// Unused boxes have half = -1e30.
//
// Surfaces hardly ever fill the edges and corners of their boxes, so further bounds cut these off. With x_k =
// t_k / half_k and a sign for each, the sum of two or of all three is at most the value of a byte, in units
// of 1/80. Bytes are numbered from the lowest; a bit of the byte's number is set where the sign is minus.
struct alignas(64) WideNode {
    static constexpr int width = 8;
    float center[3][width];
    float half[3][width];
    std::int16_t rotation[4][width];  // w, x, y, z in units of 1/32767
    TreeLink child[width];
    // Sums of all three: the byte's number holds the signs of x_0 and x_1, the word's number the sign of x_2.
    std::uint32_t cut_corners[2][width];
    // Sums of all but x_k, in word k: the lower bit is the sign of the first of the two.
    std::uint32_t cut_edges[3][width];
};

// Up to eight triangles: coordinate = origin + step * value, each within step / 2 of the true one. Unused
// slots repeat the first triangle. Three cache lines.
struct alignas(64) TreeLeaf {
    static constexpr int width = 8;
    std::int16_t value[9][width];  // x, y, z of corner 0, then 1, then 2
    TriangleId triangle[width];
    float origin[3];
    std::uint32_t step_and_count;  // the last three bits of the step hold the number of triangles, less 1

    float step() const { return std::bit_cast<float>(step_and_count & ~7u); }
    std::uint32_t count() const { return (step_and_count & 7u) + 1; }
    // Rounds the step up. The step is positive, and there is at least one triangle.
    void set(float step, std::uint32_t count) {
        step_and_count = ((std::bit_cast<std::uint32_t>(step) + 7u) & ~7u) | (count - 1);
    }
};

// How much time to spend on building a tree. The answers are the same; see docs/tree.md for costs and gains.
enum class BuildEffort : std::uint8_t {
    fast,    // for a mesh with only a few queries
    normal,  // right for almost all meshes
    best,    // built once, saved, and queried for a long time
};

struct TreeOptions {
    Threads threads{};
    Progress* progress = nullptr;  // cancelling raises Error "cancelled"
    BuildEffort effort = BuildEffort::normal;
};

// The arrays of a tree; see the members of WideTree.
struct TreeArrays {
    SharedArray<WideNode> nodes;
    SharedArray<TreeLeaf> leaves;
    Vec3 origin;
    double unit = 1;
    std::array<float, 3> half{};
    SharedArray<float> support;
};

class WideTree {
  public:
    WideTree() = default;
    // Deterministic: the same for any number of threads.
    WideTree(const Mesh& mesh, const TreeOptions& options);
    // A tree that was built before. Its arrays are neither copied nor read: Shape checks them.
    explicit WideTree(TreeArrays arrays)
        : nodes_(std::move(arrays.nodes)),
          leaves_(std::move(arrays.leaves)),
          origin_and_unit_{arrays.origin.x, arrays.origin.y, arrays.origin.z, arrays.unit},
          half_{arrays.half[0], arrays.half[1], arrays.half[2], 0},
          support_(std::move(arrays.support)) {}

    bool empty() const { return leaves_.empty(); }
    // The root is box 0 of node 0, which has no other box. Every other node comes after its parent, and no
    // box is more than `max_depth` levels below the root.
    static constexpr int max_depth = 31;
    std::span<const WideNode> nodes() const { return nodes_.span(); }
    std::span<const TreeLeaf> leaves() const { return leaves_.span(); }

    // tree coordinate = (mesh coordinate - origin) / unit, where the unit is a power of two. The mesh lies
    // within [-1, 1] in each of them.
    Vec3 origin() const { return {origin_and_unit_[0], origin_and_unit_[1], origin_and_unit_[2]}; }
    double unit() const { return origin_and_unit_[3]; }

    // Half the extents of the mesh's box, in coordinates of the tree; rounded up. The middle of the box is
    // the origin.
    std::array<float, 3> half() const { return {half_[0], half_[1], half_[2]}; }

    // The same as vectors. A 0 follows the half extents, which are aligned to 16 bytes.
    const std::array<double, 4>& origin_and_unit() const { return origin_and_unit_; }
    const std::array<float, 4>& half_and_zero() const { return half_; }

    // The support table of the whole mesh; empty if the tree is so small that testing the tree is as fast.
    const SupportTable& support() const { return support_; }

    std::size_t bytes() const { return nodes_.size() * sizeof(WideNode) + leaves_.size() * sizeof(TreeLeaf); }

  private:
    SharedArray<WideNode> nodes_;
    SharedArray<TreeLeaf> leaves_;
    std::array<double, 4> origin_and_unit_{0, 0, 0, 1};
    alignas(16) std::array<float, 4> half_{};
    SupportTable support_;
};

}  // namespace graze::inline v1
