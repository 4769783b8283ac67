// Fills a shape with spheres that do not overlap.
#pragma once

#include <cstdint>
#include <optional>

#include "graze/base/budget.h"
#include "graze/base/progress.h"
#include "graze/base/threads.h"
#include "graze/spheres/packing/surface.h"
#include "graze/spheres/sphere_packing.h"
#include "graze/tree/shape.h"

namespace graze::inline v1 {

enum class PackMethod : std::uint8_t {
    protosphere,  // the largest sphere that fits, next and next; centres anywhere (Weller 2012, 4.3)
    voxels,       // the same with centres on a raster (Weller 2012, 4.2), to compare with
};

// The packing ends with the first of these that is reached. Lengths are in units of the shape.
struct PackOptions {
    PackMethod method = PackMethod::protosphere;
    std::uint32_t count = 1000;               // of spheres, at least 1
    std::optional<double> fill_rate{};        // from 0 to 1; needs a shape that knows its volume
    std::optional<double> smallest_radius{};  // no smaller spheres; above 0
    // In closest points looked for. With a budget of tests the packing is the same on every machine; what is
    // there when it is used up is a feasible packing.
    Budget budget{};
    // Voxels along the longest side of the box, for the method of that name: 2 to 1024. None: as many as
    // about 4 voxels for each sphere ask for.
    std::optional<std::uint32_t> voxels{};
    Threads threads{};             // the packing is the same for any number
    Progress* progress = nullptr;  // "packing", the number of spheres; cancelling ends the packing
};

enum class PackEnd : std::uint8_t {
    count,            // as many spheres as asked for
    fill_rate,        // filled as far as asked for
    smallest_radius,  // no room for a sphere of the smallest radius, to a relative 1e-3 where walls are
                      // parallel
    budget,
    cancelled,
    full,  // no room for any sphere that is larger than a millionth of the box, or for another voxel
};
const char* name_of(PackEnd end);  // "count", "fill rate", ...

struct Packed {
    SpherePacking packing;
    PackEnd end = PackEnd::full;
    std::uint64_t closest_points = 0;  // looked for
};

// Throws Error for options out of range, and for shapes that cannot be filled (see ShapeSurface).
Packed pack(const Shape& shape, const PackOptions& options = {});
Packed pack(const PackingSurface& surface, const PackOptions& options = {});

}  // namespace graze::inline v1
