#include "graze/mesh/detail/orientation.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace graze::inline v1::detail {
namespace {

// Sets whose members are each equal to or opposite to the lowest member.
class SignedSets {
  public:
    explicit SignedSets(std::size_t count) : parent_(count), opposite_(count, false) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }

    struct Found {
        std::uint32_t root;
        bool opposite;
    };
    Found find(std::uint32_t i) {
        bool opposite = false;
        while (parent_[i] != i) {
            const std::uint32_t parent = parent_[i];
            if (opposite_[parent]) opposite_[i] = !opposite_[i];
            parent_[i] = parent_[parent];
            // If the parent is a root, nothing has changed: roots are not opposite to themselves.
            if (opposite_[i]) opposite = !opposite;
            i = parent_[i];
        }
        return {i, opposite};
    }
    // False if the two are in one set already with another relation.
    bool merge(std::uint32_t i, std::uint32_t j, bool opposite) {
        Found a = find(i), b = find(j);
        const bool differ = (a.opposite != b.opposite) != opposite;
        if (a.root == b.root) return !differ;
        if (a.root > b.root) std::swap(a, b);
        parent_[b.root] = a.root;
        opposite_[b.root] = differ;
        return true;
    }

  private:
    std::vector<std::uint32_t> parent_;
    std::vector<bool> opposite_;
};

}  // namespace

Orientation find_orientation(const Edges& edges) {
    const Mesh& mesh = edges.mesh();
    SignedSets sets(mesh.triangle_count());
    TriangleId last = 0;  // last triangle that is not collapsed
    bool any = false;
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        if (edges.two_equal_corners(t)) continue;
        if (any && mesh.polygon_of(t) == mesh.polygon_of(last)) sets.merge(last, t, false);
        last = t;
        any = true;
    }
    Orientation result;
    edges.for_each_edge(0, edges.point_count(), [&](VertexId, std::span<const EdgeUse> uses) {
        if (uses.size() != 2) return;
        if (!sets.merge(uses[0].triangle, uses[1].triangle, uses[0].outward == uses[1].outward))
            result.impossible.push_back(uses[0].side());
    });
    std::ranges::sort(result.impossible);
    result.patch.resize(mesh.triangle_count());
    result.turned.resize(mesh.triangle_count());
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
        const auto [root, opposite] = sets.find(t);
        result.patch[t] = edges.two_equal_corners(t) ? Orientation::no_patch : root;
        result.turned[t] = opposite;
    }
    return result;
}

}  // namespace graze::inline v1::detail
