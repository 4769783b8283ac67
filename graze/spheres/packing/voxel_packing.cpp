// The voxel method (Weller 2012, 4.2): centres on a raster, the largest first. Its condition "d_i < d*" is
// read as "at most": neighbours with the same distance lose room, too.
#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

#include "graze/spheres/packing/detail/packer.h"

namespace graze::inline v1::detail {
namespace {

class Voxels {
  public:
    Voxels(const PackingSurface& surface, std::uint32_t along_longest) : surface_(surface) {
        const Box box = surface.box();
        const Vec3 size = box.size();
        lower_ = box.lower;
        side_ = std::max({size.x, size.y, size.z}) / along_longest;
        for (std::size_t k = 0; k < 3; ++k)
            count_[k] = std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(size[k] / side_)), 1);
        distance_.resize(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]));
        triangle_.resize(distance_.size());
    }

    std::size_t size() const { return distance_.size(); }
    double distance(std::size_t i) const { return distance_[i]; }
    std::uint32_t triangle(std::size_t i) const { return triangle_[i]; }

    Vec3 center(std::size_t i) const {
        const auto at = place(i);
        return lower_ + Vec3{static_cast<double>(at[0]) + 0.5, static_cast<double>(at[1]) + 0.5,
                             static_cast<double>(at[2]) + 0.5} *
                            side_;
    }

    void measure(std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const PackingSurface::Nearest found = surface_.nearest(center(i));
            distance_[i] = found.distance;
            triangle_[i] = found.triangle;
        }
    }

    // Sets the distance of voxels outside to 0. Floods each side from voxel to voxel as far as the ball
    // around one centre holds the other, so that the flood crosses no surface; asks the surface elsewhere.
    void drop_outside() {
        enum : std::uint8_t { unknown, inside, outside };
        std::vector<std::uint8_t> side(size(), unknown);
        std::vector<std::size_t> open;
        for (std::size_t seed = 0; seed < size(); ++seed) {
            if (side[seed] != unknown) continue;
            side[seed] = distance_[seed] > 0 && surface_.is_inside(center(seed)) ? inside : outside;
            open.push_back(seed);
            while (!open.empty()) {
                const std::size_t i = open.back();
                open.pop_back();
                visit_neighbours(i, [&](std::size_t j) {
                    if (side[j] != unknown || std::max(distance_[i], distance_[j]) <= side_ * (1 + 1e-9))
                        return;
                    side[j] = side[i];
                    open.push_back(j);
                });
            }
        }
        for (std::size_t i = 0; i < size(); ++i)
            if (side[i] == outside) distance_[i] = 0;
    }

    // Takes away the room of a new sphere.
    void occupy(std::size_t voxel) {
        const Vec3 middle = center(voxel);
        const double radius = distance_[voxel];
        const auto at = place(voxel);
        const double reach = std::min(2 * radius / side_ + 1, 1e6);
        std::array<std::int64_t, 3> from{}, to{};
        for (std::size_t k = 0; k < 3; ++k) {
            from[k] = std::max<std::int64_t>(at[k] - static_cast<std::int64_t>(reach), 0);
            to[k] = std::min<std::int64_t>(at[k] + static_cast<std::int64_t>(reach), count_[k] - 1);
        }
        for (std::int64_t z = from[2]; z <= to[2]; ++z)
            for (std::int64_t y = from[1]; y <= to[1]; ++y)
                for (std::int64_t x = from[0]; x <= to[0]; ++x) {
                    const std::size_t i = index(x, y, z);
                    if (distance_[i] == 0) continue;
                    distance_[i] = std::max(std::min(distance_[i], length(center(i) - middle) - radius), 0.0);
                }
    }

  private:
    std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return static_cast<std::size_t>((z * count_[1] + y) * count_[0] + x);
    }
    std::array<std::int64_t, 3> place(std::size_t i) const {
        const auto n = static_cast<std::int64_t>(i);
        return {n % count_[0], n / count_[0] % count_[1], n / count_[0] / count_[1]};
    }
    template <class Visit>
    void visit_neighbours(std::size_t i, Visit&& visit) const {
        const auto at = place(i);
        for (std::size_t k = 0; k < 3; ++k)
            for (const int step : {-1, 1}) {
                auto next = at;
                next[k] += step;
                if (next[k] >= 0 && next[k] < count_[k]) visit(index(next[0], next[1], next[2]));
            }
    }

    const PackingSurface& surface_;
    Vec3 lower_;
    double side_ = 0;
    std::array<std::int64_t, 3> count_{};
    std::vector<double> distance_;  // free distance; 0 outside and in spheres
    std::vector<std::uint32_t> triangle_;
};

// Enough voxels inside for about sixteen of each sphere.
std::uint32_t voxels_for(const PackingSurface& surface, const PackOptions& options) {
    if (options.voxels) return *options.voxels;
    const Vec3 size = surface.box().size();
    const double longest = std::max({size.x, size.y, size.z});
    const double volume = surface.volume() > 0 ? surface.volume() : size.x * size.y * size.z;
    std::uint32_t along = 8;
    for (; along < 512; ++along) {
        const double side = longest / along;
        if (volume >= 16.0 * options.count * (side * side * side)) break;
    }
    return along;
}

struct WaitingVoxel {
    double distance;
    std::size_t voxel;
    bool operator<(const WaitingVoxel& b) const {
        return distance != b.distance ? distance < b.distance : voxel > b.voxel;
    }
};

}  // namespace

void pack_voxels(Packer& packer, const PackingSurface& surface, const PackOptions& options,
                 std::uint64_t& closest_points) {
    Voxels voxels(surface, voxels_for(surface, options));
    constexpr std::size_t at_once = std::size_t{1} << 16;
    for (std::size_t first = 0; first < voxels.size(); first += at_once) {
        const std::size_t count = std::min(voxels.size() - first, at_once);
        parallel_for(options.threads, count, 1024,
                     [&](std::size_t begin, std::size_t end) { voxels.measure(first + begin, first + end); });
        closest_points += count;
        if (!packer.meter().spend(count)) break;
    }
    if (packer.ended()) return;
    voxels.drop_outside();

    std::vector<WaitingVoxel> all;
    for (std::size_t i = 0; i < voxels.size(); ++i)
        if (voxels.distance(i) > 0) all.push_back({voxels.distance(i), i});
    std::priority_queue<WaitingVoxel> waiting({}, std::move(all));
    while (!waiting.empty()) {
        const WaitingVoxel next = waiting.top();
        waiting.pop();
        const double distance = voxels.distance(next.voxel);
        if (distance < options.smallest_radius.value_or(0)) continue;
        if (distance == 0) continue;
        if (distance < next.distance) {  // it has lost room since
            waiting.push({distance, next.voxel});
            continue;
        }
        FreeBall ball{voxels.center(next.voxel), distance};
        if (voxels.triangle(next.voxel) != PackingSurface::no_triangle)
            ball.triangles[ball.triangle_count++] = voxels.triangle(next.voxel);
        static_cast<void>(packer.insert(ball));
        voxels.occupy(next.voxel);
        if (packer.ended()) return;
    }
    packer.end_with(options.smallest_radius ? PackEnd::smallest_radius : PackEnd::full);
}

}  // namespace graze::inline v1::detail
