// One prototype of a sphere: it moves away from what is closest to it until it has found a Voronoi node, the
// centre of a free ball that cannot grow (Weller 2012, 4.3.1).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/base/box.h"
#include "graze/spheres/packing/detail/sphere_grid.h"
#include "graze/spheres/packing/surface.h"

namespace graze::inline v1::detail {

// A free ball: as large as it can be around its centre.
struct FreeBall {
    Vec3 center;
    double radius = 0;
    // The prototype ran twice into the same place of the border of its cell: the node is not in this cell.
    bool pruned = false;
    // Triangles of the surface that hold it, without repetition.
    std::uint8_t triangle_count = 0;
    std::array<std::uint32_t, 6> triangles{};
};

class Prototype {
  public:
    Prototype(const PackingSurface& surface, const SphereGrid& grid) : surface_(surface), grid_(grid) {}

    // From a point inside the surface and outside all spheres, at the free distance `distance` from both.
    // Stays in the cell until the last, fine steps. `surface_distance` is a lower bound of the start's
    // distance from the surface.
    FreeBall converge(const Vec3& start, const Box& cell, double distance, double surface_distance);

    std::uint64_t closest_points() const { return queries_; }

  private:
    // The surface as it is known so far: planes through closest points that were found.
    struct Wall {
        Vec3 normal;
        double offset = 0;
        std::uint32_t triangle = 0;
    };
    // The place of the least distance in what is known.
    struct Held {
        double distance = 0;
        std::uint32_t by = 0;  // walls first, then spheres
    };

    double look(const Vec3& p);  // the distance from the surface; remembers the wall
    Held held(const Vec3& p) const;
    Vec3 away_from(std::uint32_t object, const Vec3& p) const;
    double distance_from(std::uint32_t object, const Vec3& p) const;
    bool wander(Vec3& p, const Box& cell) const;
    void settle(Vec3& p, double limit) const;
    void note_triangles(FreeBall& ball) const;

    const PackingSurface& surface_;
    const SphereGrid& grid_;
    std::vector<Wall> walls_;
    std::vector<Sphere> near_;
    std::uint64_t queries_ = 0;
};

}  // namespace graze::inline v1::detail
