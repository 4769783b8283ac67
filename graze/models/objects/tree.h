// Trees: branches with branches and leaves, none of which touches another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/base/random.h"
#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

// The places of all branches and leaves, the same for any number of triangles.
class TreePlan {
  public:
    explicit TreePlan(std::uint64_t seed);

    struct Branch {
        std::vector<Vec3> points;  // of its middle, evenly along it
        double radius, end_radius;
        int level;  // 0: the trunk
    };
    struct Leaf {
        Vec3 middle, along, across;  // to the tip, and to the side
    };
    std::vector<Branch> branches;  // the trunk first, then level by level
    std::vector<Leaf> leaves;      // in an order such that the first ones are spread over the whole tree

  private:
    void grow(int level, std::size_t parent, int children);
    void add_leaves();
    double clearance(const Vec3& from, const Vec3& to) const;

    Random random_;
};

// Branches are closed. A leaf is open: a flat sheet with a rim. Coarse trees have no twigs and only the first
// leaves.
void build_tree(SolidBuilder& builder, const TreePlan& plan);

}  // namespace graze::inline v1
