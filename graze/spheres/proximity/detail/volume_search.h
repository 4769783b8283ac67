// The volume that two solids share, from their sphere trees.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/budget.h"
#include "graze/spheres/proximity/detail/tree_pair.h"

namespace graze::inline v1::detail {

// Balls of F that may meet a ball of D, coordinate by coordinate: centres and outer radii in coordinates of
// D, and slots (node * 8 + child). Eight values can be read from any place on.
class FieldEntries {
  public:
    static constexpr std::size_t lanes = SphereNode::width;

    std::size_t size() const { return size_; }
    const float* x() const { return x_.data(); }
    const float* y() const { return y_.data(); }
    const float* z() const { return z_.data(); }
    const float* outer() const { return outer_.data(); }
    std::uint32_t slot(std::size_t i) const { return slot_[i]; }

    void push(float x, float y, float z, float outer, std::uint32_t slot) {
        if (size_ + lanes >= slot_.size()) grow();
        x_[size_] = x;
        y_[size_] = y;
        z_[size_] = z;
        outer_[size_] = outer;
        slot_[size_++] = slot;
    }
    void push_again(std::size_t i) { push(x_[i], y_[i], z_[i], outer_[i], slot_[i]); }
    // Only to fewer.
    void resize(std::size_t size) { size_ = size; }

  private:
    void grow() {
        const std::size_t size = 2 * size_ + 64 * lanes;
        for (auto* v : {&x_, &y_, &z_, &outer_}) v->resize(size);
        slot_.resize(size);
    }

    std::vector<float> x_, y_, z_, outer_;
    std::vector<std::uint32_t> slot_;
    std::size_t size_ = 0;
};

// A node of D whose material is neither known to be inside F nor outside, with the balls of F that it meets.
struct VolumeItem {
    std::uint32_t slot = 0;
    std::uint32_t first = 0, count = 0;  // of the entries
    double estimate = 0;                 // of its volume inside F
    double most = 0;                     // an upper bound of it
    // Of a leaf: what is left of its material and of its sphere, once material of F was found to lie in it.
    double rest = 0, rest_sphere = 0;
};

// Memory that searches use again and again.
struct VolumeWorkspace {
    static constexpr std::size_t most_buckets = 64;
    FieldEntries entries;
    std::vector<VolumeItem> items;
    std::array<std::vector<VolumeItem>, most_buckets> buckets;  // by volume, halved from each to the next
    // Balls of F against one of D: the spheres, and, to estimate, those that stand for their material.
    struct Balls {
        std::vector<double> x, y, z, radius, volume;
    };
    struct QuickBalls {
        std::vector<float> x, y, z, radius, volume;
    };
    Balls spheres;
    QuickBalls secondary;
};

// All volumes are in coordinates of D.
struct VolumeSums {
    double inside = 0;          // material of D that is certainly inside F
    double inside_spheres = 0;  // the volume of the spheres in it
    double lenses = 0;          // shared by spheres of other leaves of D with spheres of F
    double open = 0;            // material of D that may be inside F or not, of leaves
    double estimate = 0;        // of all volume inside F
    Vec3 moment;                // the estimate times its place
};

struct VolumeSearch {
    const TreePair& pair;
    VolumeWorkspace& work;
    Meter& meter;
    bool best_first = false;  // the largest first: for searches that may end early
    double accuracy = 0;      // with best_first: ends when the width is at most this part of the upper bound
    VolumeSums sums{};
    double unsettled = 0;  // upper bound of what is inside F of items that were not looked into

    double at_least() const { return std::max(sums.inside, sums.inside_spheres + sums.lenses); }
    double at_most() const { return sums.inside + sums.open + unsettled; }
};

void search_volume(VolumeSearch& search);

}  // namespace graze::inline v1::detail
