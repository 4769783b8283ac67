// The order of boxes in the tree of a world.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/detail/hilbert.h"
#include "graze/world/broad_phase/float_box.h"

namespace graze::inline v1::detail {

inline constexpr std::uint32_t nobody = ~0u;  // marks a slot without an object

// Orders boxes along a Hilbert curve. Large boxes come after the others and share no block of 64 slots with
// them: one large box would enlarge the boxes of all groups that it is in.
class BoxOrder {
  public:
    // Fills `slots` with the numbers `ids` in their new order, and with `nobody` in between. `boxes` is
    // indexed by number; `ids` has each number once.
    void arrange(std::span<const FloatBox> boxes, std::span<const std::uint32_t> ids,
                 std::vector<std::uint32_t>& slots);

    std::size_t memory() const {
        return (keys_.capacity() + spare_.capacity()) * sizeof(CurveKey) +
               by_size_.capacity() * sizeof(std::uint32_t);
    }

  private:
    std::vector<CurveKey> keys_, spare_;  // kept from call to call
    std::vector<std::uint32_t> by_size_;
};

}  // namespace graze::inline v1::detail
