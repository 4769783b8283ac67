// The inner sphere tree: a hierarchy over the spheres of a packing (Weller 2012, 5.2), and how the rest of
// the solid, which no sphere covers, is shared out among them.
//
// Answers from such a tree cost according to the number of spheres, not of triangles, and their bounds hold
// for the solid, not only for its spheres.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/spheres/sphere_packing.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

// How the spheres of a node are shared out among its children.
enum class SpherePartition : std::uint8_t {
    neural_gas,        // batch neural gas, each sphere weighted with its volume: magnification control
    plain_neural_gas,  // the same without weights
    biggest_first,  // the biggest spheres are the seeds, each other one goes to the nearest; for comparison
    neighbours_first,  // seeds are the spheres with most others near them; for comparison
};

struct SphereTreeOptions {
    std::uint32_t branching = 8;  // children per node, 2 to 8
    SpherePartition partition = SpherePartition::neural_gas;
    std::uint32_t most_rounds = 40;  // of the neural gas, in each node
    double voxels_per_sphere = 16;   // of the grid that shares out the volume between the spheres
    Threads threads{};
    Progress* progress = nullptr;
};

// A child of a node: a sphere, a node, or none.
class SphereLink {
  public:
    static constexpr std::uint32_t leaf_bit = 0x80000000u;
    constexpr SphereLink() = default;
    static constexpr SphereLink leaf(std::uint32_t index) { return SphereLink(index | leaf_bit); }
    static constexpr SphereLink node(std::uint32_t index) { return SphereLink(index); }

    constexpr bool is_none() const { return bits_ == none; }
    constexpr bool is_leaf() const { return (bits_ & leaf_bit) != 0; }
    constexpr std::uint32_t index() const { return bits_ & ~leaf_bit; }
    friend constexpr bool operator==(SphereLink, SphereLink) = default;

  private:
    static constexpr std::uint32_t none = 0xffffffffu;
    explicit constexpr SphereLink(std::uint32_t bits) : bits_(bits) {}
    std::uint32_t bits_ = none;
};

// Eight balls, stored coordinate by coordinate, in coordinates of the tree. Ball i contains all spheres below
// child i (a wrapped hierarchy: it need not contain the balls of the nodes below), and if the child is a
// sphere, it is that sphere. With the radius `outer`, it contains all the material of those spheres. Unused
// balls have negative radii.
struct alignas(64) SphereNode {
    static constexpr int width = 8;
    float x[width], y[width], z[width];
    float radius[width];
    float outer[width];
    SphereLink child[width];
};

// More about the same children. The ball `inside` lies inside the solid; it is the largest that is known
// around the centre of a sphere below the child.
struct alignas(64) SphereNodeInside {
    float x[SphereNode::width], y[SphereNode::width], z[SphereNode::width];
    float radius[SphereNode::width];  // 0: none
};
struct SphereNodeVolume {
    double material[SphereNode::width];    // of the solid's part that belongs to the spheres below
    double spheres[SphereNode::width];     // of the spheres below
    float secondary[SphereNode::width];    // radius of a ball with the volume of the material
    float centroid[3][SphereNode::width];  // of the material
    // The mean of the directions of the spheres below, weighted with their volumes: no unit vector.
    float direction[3][SphereNode::width];
};

// The plane of a triangle, in coordinates of the tree: normal * p = offset. The normal has length 1 and
// points out of the solid.
struct SpherePlane {
    float normal[3];
    float offset;
};

// The material of a solid is cut up, and each piece belongs to one sphere: mostly the sphere itself, as far
// as a grid can tell, and the gaps around it. All material belongs to some sphere.
struct SphereLeaf {
    double material = 0;  // volume of the piece, in coordinates of the tree
    // A ball of this radius has as much volume as the piece: to stand for it, gaps and all, put it around the
    // centroid of the piece. Such balls overlap a little (Weller 2012, 5.3.2.3, has them for voxels only).
    float secondary_radius = 0;
    // Outward directions of the surface nearest to the sphere: the axis of the cone of their normals, of
    // length 1, and the cosine of the largest angle with it. -1 and no axis if they point everywhere.
    float axis[3] = {0, 0, 0};
    float cone_cosine = -1;
    std::uint32_t sphere = 0;  // its number in the packing
    TriangleId triangle = 0;   // the one nearest to its centre
    float core = 0;            // radius of a ball around the centre that is all of this piece

    friend bool operator==(const SphereLeaf&, const SphereLeaf&) = default;
};

// Immutable; copies share the data.
class SphereTree {
  public:
    SphereTree() = default;  // of nothing
    // `packing` is one of `shape`, in its coordinates (see validate() in packing/validate.h). Deterministic
    // for any number of threads. Throws Error for a shape that is not a closed mesh, a packing without
    // spheres, and options out of range.
    SphereTree(const Shape& shape, const SpherePacking& packing, const SphereTreeOptions& options = {});

    bool empty() const { return data_ == nullptr; }
    std::size_t sphere_count() const { return leaves().size(); }
    // Node 0 is the root: if it has one child only, there is one sphere.
    std::span<const SphereNode> nodes() const;
    std::span<const SphereNodeInside> insides() const;
    std::span<const SphereNodeVolume> volumes() const;
    // In the order of the tree, so that the spheres below a node follow one another.
    std::span<const SphereLeaf> leaves() const;
    // The triangles of a leaf: the nearest first. As in the packing.
    std::span<const TriangleId> triangles_of(std::uint32_t leaf) const;

    // The planes of those triangles, up to eight, without those that are nearly the same as another.
    std::span<const SpherePlane> planes_of(std::uint32_t leaf) const;

    // local = origin + unit * coordinates of the tree. The unit is a power of two; coordinates are up to 2.
    Vec3 origin() const;
    double unit() const;
    // Contains everything: with the radius `outer` all the material.
    Sphere ball() const;        // in local coordinates
    Sphere outer_ball() const;  // in local coordinates
    // In local coordinates. Spheres of the packing, shrunk by about 1e-7 of the tree's size, so that floats
    // hold them; so they are still inside, and apart.
    Sphere sphere(std::uint32_t leaf) const;
    double material() const;      // all volume, in coordinates of the tree
    double spheres() const;       // the volume of all spheres in coordinates of the tree
    double volume_error() const;  // bound on the error of any sum of material, in coordinates of the tree
    double area() const;          // of the mesh, in coordinates of the tree
    // How often the mesh encloses a place, at most, as far as the grid of the material tells: 1 unless pieces
    // of it cross each other. Their common part is material of each, as overlap_volume() counts it.
    double layers() const;

    // A tree of the largest `coarse_sphere_count` spheres, for answers that must be quick; this tree itself
    // if it has not twice as many, or was made of a packing that does not have its largest spheres first.
    const SphereTree& coarse() const;
    static constexpr std::uint32_t coarse_sphere_count = 20'000;

    std::size_t skipped() const;  // spheres of the packing that were too small
    std::size_t depth() const;    // levels of nodes
    std::size_t bytes() const;    // of memory, with the coarse tree

    // Bytes from which `from_bytes` makes an equal tree, little-endian. `from_bytes` throws Error for bytes
    // that are no tree of this shape.
    void write(std::string& bytes) const;
    static SphereTree from_bytes(const Shape& shape, std::span<const std::byte> bytes);

    friend bool operator==(const SphereTree& a, const SphereTree& b);

  private:
    struct Data;
    friend struct SphereTreeBuild;
    std::shared_ptr<const Data> data_;
};

// The tree that a shape keeps: made on first use of a packing of `default_sphere_count` spheres, shared by
// copies, saved with the shape. Throws Error for shapes that are not closed meshes.
const SphereTree& sphere_tree(const Shape& shape);
inline constexpr std::uint32_t default_sphere_count = 10'000;
// Whether the shape keeps one already.
bool has_sphere_tree(const Shape& shape);
// Call it before loading saved shapes, unless sphere_tree() or one of these was called before: files give
// back only what the program knows of.
void prepare_sphere_trees();
// Gives the shape a tree of another packing, unless it has one already. Whether it took the tree.
bool keep_sphere_tree(const Shape& shape, const SphereTree& tree);

}  // namespace graze::inline v1
