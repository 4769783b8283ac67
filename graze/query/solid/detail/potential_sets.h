// Integer values at points: only the differences are known, until one of the values is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graze/query/solid/detail/point_numbers.h"

namespace graze::inline v1::detail {

// Disjoint sets (Tarjan 1975) with differences along the links.
class PotentialSets {
  public:
    std::size_t size() const { return items_.size(); }

    // The index of a point, the same each time. `added` says whether the point is new. Indices are given in
    // order.
    std::uint32_t index_of(VertexId point, bool& added) {
        const std::uint32_t i = points_.number_of(point, added);
        if (added) items_.push_back({i, 0, 0, false});
        return i;
    }

    // value(j) = value(i) + difference
    void join(std::uint32_t i, std::uint32_t j, int difference) {
        const Root p = find(i), q = find(j);
        if (p.index == q.index) return;
        // value(q's root) = value(p's root) + step
        const int step = p.offset + difference - q.offset;
        Item &x = items_[p.index], &y = items_[q.index];
        if (y.known && !x.known) {
            x.known = true;
            x.value = y.value - step;
        }
        y.parent = p.index;
        y.offset = step;
    }

    void set(std::uint32_t i, int value) {
        const Root r = find(i);
        items_[r.index].known = true;
        items_[r.index].value = value - r.offset;
    }
    std::optional<int> value(std::uint32_t i) {
        const Root r = find(i);
        if (!items_[r.index].known) return std::nullopt;
        return items_[r.index].value + r.offset;
    }

  private:
    struct Item {
        std::uint32_t parent;
        int offset;  // from the parent's value to this value
        int value;   // of roots, if known
        bool known;
    };
    struct Root {
        std::uint32_t index;
        int offset;  // from the root's value
    };

    Root find(std::uint32_t i) {
        int offset = 0;
        while (items_[i].parent != i) {
            Item& x = items_[i];
            const Item& up = items_[x.parent];
            offset += x.offset;
            if (up.parent == x.parent) return {x.parent, offset};
            // Path halving: shortens the path for the next call.
            x.offset += up.offset;
            offset += up.offset;
            x.parent = up.parent;
            i = x.parent;
        }
        return {i, offset};
    }

    PointNumbers points_;
    std::vector<Item> items_;
};

}  // namespace graze::inline v1::detail
