#include "graze/render/detail/bins.h"

#include <algorithm>

#include "graze/render/detail/tile.h"

namespace graze::inline v1::detail {
namespace {

// Calls f(tile) for every tile that the box of a primitive meets, in ascending order.
template <typename F>
void for_each_tile(std::span<const ScreenPoint> points, const Primitive& primitive, std::uint32_t columns,
                   std::uint32_t rows, F&& f) {
    const ScreenPoint& a = points[primitive.points[0]];
    const ScreenPoint& b = points[primitive.points[1]];
    const ScreenPoint& c = points[primitive.points[2]];
    const auto tile = [](double pixel, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::clamp(pixel / tile_side, 0.0, count - 1.0));
    };
    const std::uint32_t first_x = tile(std::min({a.x, b.x, c.x}), columns);
    const std::uint32_t last_x = tile(std::max({a.x, b.x, c.x}), columns);
    const std::uint32_t last_y = tile(std::max({a.y, b.y, c.y}), rows);
    for (std::uint32_t y = tile(std::min({a.y, b.y, c.y}), rows); y <= last_y; ++y)
        for (std::uint32_t x = first_x; x <= last_x; ++x) f(std::size_t{y} * columns + x);
}

}  // namespace

// First counts, then fills. Each run of primitives knows where its entries begin in every bin, so all runs
// can fill at once, and the order is that of the primitives.
Bins::Bins(std::span<const ScreenPoint> points, std::span<const Primitive> primitives, std::uint32_t columns,
           std::uint32_t rows, const Threads& threads)
    : start_(std::size_t{columns} * rows + 1) {
    constexpr std::size_t most_runs = 32;
    const std::size_t tiles = start_.size() - 1;
    const std::size_t run = std::max<std::size_t>((primitives.size() + most_runs - 1) / most_runs, 4096);
    const std::size_t runs = (primitives.size() + run - 1) / run;
    std::vector<std::uint64_t> next(runs * tiles);
    parallel_for(threads, primitives.size(), run, [&](std::size_t first, std::size_t last) {
        std::uint64_t* const counts = next.data() + first / run * tiles;
        for (std::size_t i = first; i < last; ++i)
            for_each_tile(points, primitives[i], columns, rows, [&](std::size_t tile) { ++counts[tile]; });
    });
    std::uint64_t total = 0;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        start_[tile] = total;
        for (std::size_t r = 0; r < runs; ++r) {
            const std::uint64_t count = next[r * tiles + tile];
            next[r * tiles + tile] = total;
            total += count;
        }
    }
    start_[tiles] = total;
    primitives_.resize(total);
    parallel_for(threads, primitives.size(), run, [&](std::size_t first, std::size_t last) {
        std::uint64_t* const place = next.data() + first / run * tiles;
        for (std::size_t i = first; i < last; ++i)
            for_each_tile(points, primitives[i], columns, rows, [&](std::size_t tile) {
                primitives_[place[tile]++] = static_cast<std::uint32_t>(i);
            });
    });
}

}  // namespace graze::inline v1::detail
