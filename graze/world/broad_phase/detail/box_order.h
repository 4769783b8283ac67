// In which order boxes come into the tree of a world.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/detail/hilbert.h"
#include "graze/world/broad_phase/float_box.h"

namespace graze::inline v1::detail {

inline constexpr std::uint32_t nobody = ~0u;  // in a slot that no object has

// Orders boxes along a Hilbert curve. Large boxes come after the others and share no 64 slots with them: one
// large box would make a large box of all those that it is grouped with.
class BoxOrder {
  public:
    // Fills `slots` with the numbers `ids` in their new order, with `nobody` in between. `boxes` is indexed
    // by number; `ids` names each number once.
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
