// Numbers for the points that a query uses, in the order in which it meets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/mesh/mesh.h"

namespace graze::inline v1::detail {

// A hash table that only grows.
class PointNumbers {
  public:
    PointNumbers() : slots_(256, none) {}

    std::size_t size() const { return points_.size(); }

    // The number of a point, the same each time. `added` says whether the point is new. Numbers start at 0.
    std::uint32_t number_of(VertexId point, bool& added) {
        if (2 * (points_.size() + 1) > slots_.size()) grow();
        const std::size_t at = place(point);
        added = slots_[at] == none;
        if (added) {
            slots_[at] = static_cast<std::uint32_t>(points_.size());
            points_.push_back(point);
        }
        return slots_[at];
    }

  private:
    // The slot of the point, or the slot where it would be.
    std::size_t place(VertexId point) const {
        std::size_t at = (point * std::uint64_t{0x9e3779b97f4a7c15} >> 32) & (slots_.size() - 1);
        while (slots_[at] != none && points_[slots_[at]] != point) at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    void grow() {
        slots_.assign(4 * slots_.size(), none);
        for (std::uint32_t i = 0; i < points_.size(); ++i) slots_[place(points_[i])] = i;
    }

    static constexpr std::uint32_t none = 0xffffffff;
    std::vector<std::uint32_t> slots_;  // numbers
    std::vector<VertexId> points_;
};

}  // namespace graze::inline v1::detail
