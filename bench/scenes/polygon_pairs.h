// Pairs of polygons for the table of Zachmann 2000, 3.2.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "graze/base/random.h"
#include "graze/base/vec3.h"

namespace graze::bench {

struct PolygonKind {
    std::string_view name;
    std::size_t corners = 3;
    bool concave = false;
};

// Pairs of polygons with the same number of corners, one after the other in one array.
class PolygonPairs {
  public:
    explicit PolygonPairs(std::size_t corners_per_polygon) : corners_(corners_per_polygon) {}

    std::size_t size() const { return points_.size() / (2 * corners_); }
    std::span<const Vec3> p(std::size_t i) const { return {points_.data() + 2 * i * corners_, corners_}; }
    std::span<const Vec3> q(std::size_t i) const {
        return {points_.data() + (2 * i + 1) * corners_, corners_};
    }

    void clear() { points_.clear(); }
    void add(std::span<const Vec3> p, std::span<const Vec3> q);

  private:
    std::size_t corners_;
    std::vector<Vec3> points_;
};

// Random polygons of circumradius `size`, turned at random, their centres uniform in the unit cube. Convex
// ones have their corners on the circle; concave ones have one corner drawn inside. Planar to rounding.
PolygonPairs random_polygons(const PolygonKind& kind, double size, std::size_t chunk, std::size_t pairs);

// Polygons with small integer coordinates, exactly planar, in coordinate and tilted planes close together:
// touching in every way is common.
PolygonPairs grid_polygons(const PolygonKind& kind, std::size_t chunk, std::size_t pairs);

}  // namespace graze::bench
