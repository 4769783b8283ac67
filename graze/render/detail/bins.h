// The primitives that may be visible in each tile.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/threads.h"
#include "graze/render/detail/primitives.h"

namespace graze::inline v1::detail {

// For every tile, the primitives whose box meets it, in ascending order.
class Bins {
  public:
    Bins(std::span<const ScreenPoint> points, std::span<const Primitive> primitives, std::uint32_t columns,
         std::uint32_t rows, const Threads& threads);

    std::span<const std::uint32_t> of(std::size_t tile) const {
        return std::span(primitives_).subspan(start_[tile], start_[tile + 1] - start_[tile]);
    }

  private:
    std::vector<std::uint64_t> start_;  // one more than there are tiles
    std::vector<std::uint32_t> primitives_;
};

}  // namespace graze::inline v1::detail
