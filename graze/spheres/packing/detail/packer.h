// What both methods of packing share: spheres that are inserted until the packing ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/detail/double_double.h"
#include "graze/spheres/packing/detail/prototype.h"
#include "graze/spheres/packing/detail/sphere_grid.h"
#include "graze/spheres/packing/pack.h"

namespace graze::inline v1::detail {

class Packer {
  public:
    Packer(const PackingSurface& surface, const PackOptions& options);

    const SphereGrid& grid() const { return grid_; }
    Meter& meter() { return meter_; }

    // Inserts the ball as a sphere, a little smaller, so that exact arithmetic finds it disjoint from all
    // others. False if another sphere is in the way, or the ball is smaller than asked for.
    bool insert(const FreeBall& ball);
    // Has enough been inserted? Or was it too much work?
    bool ended();
    void end_with(PackEnd end) { end_ = end; }

    Packed finish(std::uint64_t closest_points);

  private:
    const PackingSurface& surface_;
    const PackOptions& options_;
    Meter meter_;
    SphereGrid grid_;
    DoubleDouble filled_;
    std::vector<std::uint8_t> triangle_counts_;  // of each sphere
    std::vector<std::uint32_t> triangles_;
    double margin_ = 0;  // a bound of what rounding does to distances of spheres, and of the surface
    PackEnd end_ = PackEnd::full;
    std::size_t reported_ = 0;
};

void pack_protospheres(Packer& packer, const PackingSurface& surface, const PackOptions& options,
                       std::uint64_t& closest_points);
void pack_voxels(Packer& packer, const PackingSurface& surface, const PackOptions& options,
                 std::uint64_t& closest_points);

}  // namespace graze::inline v1::detail
