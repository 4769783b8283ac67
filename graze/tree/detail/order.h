// The order of the triangles in the tree and where the tree branches: two methods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/mesh/mesh.h"
#include "graze/tree/detail/split.h"
#include "graze/tree/wide_tree.h"

namespace graze::inline v1::detail {

// From the top down, each time by the cut with the best surface area heuristic.
class SplitOrder {
  public:
    using Range = SplitRange;

    SplitOrder(const Mesh& mesh, const Vec3& origin, double scale, const TreeOptions& options);

    Range all() { return {{items_.get(), count_}, {spare_.get(), count_}, box_of({items_.get(), count_})}; }
    // The up to eight child ranges of a range that is larger than a leaf.
    std::vector<Range> below(const Range& range, int depth) const;
    TriangleId triangle(const Range& range, std::size_t i) const { return range.items[i].id; }
    // The position of the range's first triangle in the order of the leaves.
    std::size_t place(const Range& range) const;

  private:
    SplitEffort effort(std::size_t count) const;

    BuildEffort effort_;
    std::size_t count_;
    std::unique_ptr<SplitItem[]> items_, spare_;  // the threads write to these first
};

// Along a Hilbert curve, cut into full leaves and full nodes. There are no choices, so the order takes no
// time, and the tree is as small as possible.
class CurveOrder {
  public:
    struct Range {
        std::size_t first, last;
        std::size_t count() const { return last - first; }
    };

    CurveOrder(const Mesh& mesh, const Vec3& origin, double scale, const TreeOptions& options);

    Range all() const { return {0, triangles_.size()}; }
    std::vector<Range> below(const Range& range, int depth) const;
    TriangleId triangle(const Range& range, std::size_t i) const { return triangles_[range.first + i]; }
    std::size_t place(const Range& range) const { return range.first; }

  private:
    std::size_t border_within(const Range& range) const;

    std::vector<TriangleId> triangles_;
    std::vector<std::uint32_t> keys_;
};

}  // namespace graze::inline v1::detail
