// Spheres by place and size: which are near a point?
//
// One hashed grid for each power of two of the radius, with cells that large spheres of the level fit; so a
// search looks at a few cells of each level, whatever the mixture of sizes. Searches may run on many threads
// while nobody inserts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/vec3.h"
#include "graze/spheres/sphere.h"

namespace graze::inline v1::detail {

class SphereGrid {
  public:
    // `middle`: somewhere among the spheres; a grid far from the origin would run out of numbers.
    explicit SphereGrid(const Vec3& middle = {}) : middle_(middle) {}
    explicit SphereGrid(std::span<const Sphere> spheres);

    void insert(const Sphere& sphere);  // gets the next number
    std::span<const Sphere> spheres() const { return spheres_; }
    std::size_t size() const { return spheres_.size(); }

    // The least distance of `p` from a sphere (negative inside one), or `limit` if none is nearer.
    double distance(const Vec3& p, double limit) const;

    // Calls visit(number) for every sphere whose distance from `p` is less than `limit`, each once.
    template <class Visit>
    void visit_near(const Vec3& p, double limit, Visit&& visit) const {
        for (const Level& level : levels_) {
            visit_cells(level, p - middle_, limit + level.largest, [&](std::uint32_t i) {
                const Sphere& s = spheres_[i];
                const Vec3 d = p - s.center;
                const double reach = limit + s.radius;
                if (reach > 0 && dot(d, d) < reach * reach) visit(i);
            });
        }
    }

  private:
    struct Entry {
        std::int32_t x, y, z;  // the cell
        std::uint32_t next;    // entry of the same bucket
        std::uint32_t sphere;
    };
    struct Level {
        int exponent = 0;                   // radii from 2^exponent up to twice as much
        double cell = 0;                    // side of a cell
        double largest = 0;                 // radius
        std::vector<std::uint32_t> bucket;  // a power of two
        std::vector<Entry> entries;
    };
    static constexpr std::uint32_t none = 0xffffffff;

    static std::size_t hash(std::int32_t x, std::int32_t y, std::int32_t z) {
        const std::uint64_t h = static_cast<std::uint32_t>(x) * 0x9e3779b97f4a7c15u +
                                static_cast<std::uint32_t>(y) * 0xc2b2ae3d27d4eb4fu +
                                static_cast<std::uint32_t>(z) * 0x165667b19e3779f9u;
        return static_cast<std::size_t>(h ^ (h >> 29));
    }
    Level& level_of(double radius);
    static std::int32_t cell_of(double coordinate, double cell) {
        // Coordinates beyond the range share the outermost cells, which is slow there, and right.
        constexpr double most = 1e9;
        // A point that is none, as searches leave it where they fail, is beyond all others.
        const double place = coordinate / cell;
        const double at = place >= -most ? std::min(place, most) : -most;
        const auto whole = static_cast<std::int32_t>(at);
        return at < whole ? whole - 1 : whole;
    }
    static void add(Level& level, const Vec3& center, std::uint32_t sphere);
    static void enlarge(Level& level);

    // All entries in cells that the ball of radius `reach` around `p`, seen from the middle, may meet.
    template <class Visit>
    static void visit_cells(const Level& level, const Vec3& p, double reach, Visit&& visit) {
        if (reach < 0) return;
        std::int32_t lower[3], upper[3];
        double cells = 1;
        for (std::size_t k = 0; k < 3; ++k) {
            lower[k] = cell_of(p[k] - reach, level.cell);
            upper[k] = cell_of(p[k] + reach, level.cell);
            cells *= static_cast<double>(upper[k]) - lower[k] + 1;
        }
        if (cells > static_cast<double>(level.entries.size())) {  // it is shorter to look at all
            for (const Entry& e : level.entries) visit(e.sphere);
            return;
        }
        const std::size_t mask = level.bucket.size() - 1;
        for (std::int32_t z = lower[2]; z <= upper[2]; ++z)
            for (std::int32_t y = lower[1]; y <= upper[1]; ++y)
                for (std::int32_t x = lower[0]; x <= upper[0]; ++x)
                    for (std::uint32_t e = level.bucket[hash(x, y, z) & mask]; e != none;
                         e = level.entries[e].next) {
                        const Entry& entry = level.entries[e];
                        if (entry.x == x && entry.y == y && entry.z == z) visit(entry.sphere);
                    }
    }

    Vec3 middle_;
    std::vector<Sphere> spheres_;
    std::vector<Level> levels_;  // largest spheres first
};

}  // namespace graze::inline v1::detail
