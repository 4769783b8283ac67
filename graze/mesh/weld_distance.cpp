// Merges vertices that are near each other.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <unordered_map>

#include "graze/base/error.h"
#include "graze/mesh/weld.h"

namespace graze::inline v1 {
namespace {

using WeldCell = std::array<std::int64_t, 3>;

// A new seed for every run, so that no file can force collisions.
struct CellHash {
    std::uint64_t seed;
    std::size_t operator()(const WeldCell& cell) const {
        std::uint64_t h = seed;
        for (const std::int64_t c : cell) {
            h ^= static_cast<std::uint64_t>(c);
            h *= 0xbf58476d1ce4e5b9;  // the finalizer of splitmix64
            h ^= h >> 27U;
            h *= 0x94d049bb133111eb;
            h ^= h >> 31U;
        }
        return h;
    }
};

// The points that were kept, in a grid of cells. Points of one cell are more than the distance apart, so that
// there are never many.
class NearPoints {
  public:
    explicit NearPoints(double distance)
        : distance_(distance), side_(4 * distance), heads_(0, CellHash{seed()}) {}

    // The nearest point at most the distance away, the lowest if there are several; or `none`.
    std::uint32_t nearest(const Vec3& p) const {
        std::uint32_t best = none;
        double best_square = 1;
        const WeldCell low = cell_of(p - margin()), high = cell_of(p + margin());
        for (std::int64_t x = low[0]; x <= high[0]; ++x) {
            for (std::int64_t y = low[1]; y <= high[1]; ++y) {
                for (std::int64_t z = low[2]; z <= high[2]; ++z) {
                    const auto head = heads_.find(WeldCell{x, y, z});
                    if (head == heads_.end()) continue;
                    for (std::uint32_t i = head->second; i != none; i = next_[i]) {
                        const Vec3 d = (kept_[i] - p) / distance_;  // no square over- or underflows
                        const double square = dot(d, d);
                        if (square < best_square || (square == best_square && i < best)) {
                            best = i;
                            best_square = square;
                        }
                    }
                }
            }
        }
        return best;
    }

    std::uint32_t keep(const Vec3& p) {
        const auto id = static_cast<std::uint32_t>(kept_.size());
        kept_.push_back(p);
        const auto [head, is_new] = heads_.emplace(cell_of(p), id);
        next_.push_back(is_new ? none : head->second);
        head->second = id;
        return id;
    }

    std::vector<Vec3> take() { return std::move(kept_); }

    static constexpr std::uint32_t none = 0xffffffff;

  private:
    static std::uint64_t seed() {
        return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    // A little more than the distance, to allow for rounding near its end.
    Vec3 margin() const { return Vec3{1, 1, 1} * (distance_ * 1.0625); }
    WeldCell cell_of(const Vec3& p) const {
        const auto index = [&](double x) { return static_cast<std::int64_t>(std::floor(x / side_)); };
        return {index(p.x), index(p.y), index(p.z)};
    }

    double distance_, side_;
    std::unordered_map<WeldCell, std::uint32_t, CellHash> heads_;
    std::vector<std::uint32_t> next_;  // of the same cell
    std::vector<Vec3> kept_;
};

}  // namespace

Welded weld(std::span<const Vec3> points, double distance) {
    if (!(distance >= 0) || !std::isfinite(distance))
        throw Error("the weld distance must be a number of at least 0");
    if (distance == 0) return weld(points);
    double largest = 0;
    for (const Vec3& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    if (distance < 0x1p-50 * largest)
        throw Error("the weld distance is less than what coordinates of this size can tell apart", {},
                    "give a larger one, or 0 to merge equal vertices only");
    NearPoints near(distance);
    Welded result;
    result.index.reserve(points.size());
    for (const Vec3& point : points) {
        const Vec3 p{point.x + 0.0, point.y + 0.0, point.z + 0.0};  // -0 becomes 0
        const std::uint32_t found = near.nearest(p);
        result.index.push_back(found == NearPoints::none ? near.keep(p) : found);
    }
    result.vertices = near.take();
    return result;
}

}  // namespace graze::inline v1
