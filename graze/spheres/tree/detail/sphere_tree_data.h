// What a SphereTree consists of.
#pragma once

#include <vector>

#include "graze/spheres/tree/sphere_tree.h"

namespace graze::inline v1 {

struct SphereTree::Data {
    Vec3 origin;
    double unit = 1;
    double material = 0, spheres = 0, volume_error = 0, area = 0, layers = 1;
    std::uint64_t skipped = 0, depth = 0;
    // Contain everything, in coordinates of the tree.
    float ball[4] = {0, 0, 0, -1};
    float outer = -1;
    std::vector<SphereNode> nodes;
    std::vector<SphereNodeInside> insides;
    std::vector<SphereNodeVolume> volumes;
    std::vector<SphereLeaf> leaves;
    std::vector<std::uint32_t> first_triangle;  // of each leaf, and one more
    std::vector<TriangleId> triangles;
    std::vector<std::uint32_t> first_plane;  // of each leaf, and one more
    std::vector<SpherePlane> planes;
    std::vector<std::uint32_t> slot_of_leaf;  // node * width + child; not saved
    SphereTree coarse;                        // empty: this tree is coarse enough
};

// May make trees; for the files that build them and read them from bytes.
struct SphereTreeBuild {
    using Data = SphereTree::Data;
    static SphereTree made(std::shared_ptr<const Data> data) {
        SphereTree tree;
        tree.data_ = std::move(data);
        return tree;
    }
    static const Data& data(const SphereTree& tree) { return *tree.data_; }
    // From the links of the nodes. Each leaf has one slot, otherwise false.
    static bool find_slots(Data& data);
};

}  // namespace graze::inline v1
