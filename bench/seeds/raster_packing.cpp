#include "bench/seeds/raster_packing.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>
#include <vector>

#include "graze/query/point/point_distance.h"

namespace graze::bench {
namespace {

class Raster {
  public:
    Raster(const Box& box, std::uint32_t points) : lower_(box.lower) {
        const Vec3 size = box.size();
        step_ = std::max({size.x, size.y, size.z}) / points;
        for (std::size_t k = 0; k < 3; ++k) size_[k] = static_cast<std::int64_t>(size[k] / step_) + 1;
        room_.resize(static_cast<std::size_t>(size_[0] * size_[1] * size_[2]));
    }

    Vec3 point(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return lower_ + Vec3{static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5,
                             static_cast<double>(z) + 0.5} *
                            step_;
    }
    std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return static_cast<std::size_t>((x * size_[1] + y) * size_[2] + z);
    }

    void measure(const Shape& shape, const Threads& threads) {
        parallel_for(threads, static_cast<std::size_t>(size_[0]), 1, [&](std::size_t x, std::size_t) {
            for (std::int64_t y = 0; y < size_[1]; ++y) {
                for (std::int64_t z = 0; z < size_[2];) {
                    const double d =
                        signed_distance(shape, {}, point(static_cast<std::int64_t>(x), y, z)).value;
                    room_[index(static_cast<std::int64_t>(x), y, z)] =
                        static_cast<float>(d < 0 ? -d * (1 - 1e-6) : 0);
                    // Outside, the next points as far as the surface is are outside, too.
                    z += d > step_ ? static_cast<std::int64_t>(d / step_) : 1;
                }
            }
        });
    }

    SpherePacking fill(std::size_t count) {
        const auto least = static_cast<float>(0.3 * step_);
        std::priority_queue<std::pair<float, std::uint32_t>> queue;
        for (std::uint32_t i = 0; i < room_.size(); ++i)
            if (room_[i] > least) queue.emplace(room_[i], i);
        SpherePacking packing;
        while (packing.spheres.size() < count && !queue.empty()) {
            const auto [radius, i] = queue.top();
            queue.pop();
            if (room_[i] != radius) {
                if (room_[i] > least) queue.emplace(room_[i], i);
                continue;
            }
            take(i, static_cast<double>(radius) * (1 - 1e-6), packing);
        }
        return packing;
    }

  private:
    void take(std::uint32_t i, double radius, SpherePacking& packing) {
        const std::int64_t z = i % size_[2], y = i / size_[2] % size_[1], x = i / size_[2] / size_[1];
        const Vec3 center = point(x, y, z);
        packing.spheres.push_back({center, radius});
        // No point has more room than this one, so none farther than this is affected.
        const auto reach = static_cast<std::int64_t>(2 * radius / step_) + 1;
        const auto range = [&](std::int64_t at, std::size_t k) {
            return std::pair(std::max<std::int64_t>(0, at - reach), std::min(size_[k] - 1, at + reach));
        };
        const auto [x0, x1] = range(x, 0);
        const auto [y0, y1] = range(y, 1);
        const auto [z0, z1] = range(z, 2);
        for (std::int64_t a = x0; a <= x1; ++a)
            for (std::int64_t b = y0; b <= y1; ++b)
                for (std::int64_t c = z0; c <= z1; ++c) {
                    float& room = room_[index(a, b, c)];
                    if (room <= 0) continue;
                    room = std::min(
                        room, static_cast<float>(std::max(0.0, length(point(a, b, c) - center) - radius)));
                }
    }

    Vec3 lower_;
    double step_ = 1;
    std::int64_t size_[3] = {};
    std::vector<float> room_;
};

}  // namespace

SpherePacking raster_packing(const Shape& shape, std::size_t count, std::uint32_t points,
                             const Threads& threads) {
    Raster raster(shape.mesh().box(), points);
    raster.measure(shape, threads);
    return raster.fill(count);
}

}  // namespace graze::bench
