// The largest sphere that fits, next and next: an Apollonian packing of any shape (Weller 2012, 4.3), where
// the largest balls that do not meet one another are inserted together.
#include "graze/spheres/packing/pack.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/spheres/packing/detail/cell_search.h"
#include "graze/spheres/packing/detail/comfortable_size.h"
#include "graze/spheres/packing/detail/packer.h"

namespace graze::inline v1 {
namespace {

void check_pack_options(const PackingSurface& surface, const PackOptions& options) {
    const auto refuse = [](const char* problem, const char* mend) { throw Error(problem, "packing", mend); };
    if (options.count == 0) refuse("no spheres are asked for", "give a count above 0");
    if (options.smallest_radius &&
        !(*options.smallest_radius > 0 && *options.smallest_radius <= max_coordinate))
        refuse("the smallest radius is not above 0", "give a length in units of the shape");
    if (options.fill_rate && !(*options.fill_rate >= 0 && *options.fill_rate <= 1))
        refuse("the fill rate is not between 0 and 1", "give a share of the volume");
    if (options.fill_rate && !(surface.volume() > 0))
        refuse("a fill rate is asked for, but the volume is not known or 0",
               "stop at a count or a smallest radius");
    if (options.voxels && (*options.voxels < 2 || *options.voxels > 1024))
        refuse("the number of voxels is not between 2 and 1024", "give voxels along the longest side");
    const Box box = surface.box();
    if (box.empty() || !is_in_range(box.lower) || !is_in_range(box.upper))
        refuse("the surface has no bounded box", "give a surface with an inside");
}

// Largest first; for equal radii, the same order on every machine.
bool goes_before(const detail::FreeBall& a, const detail::FreeBall& b) {
    if (a.radius != b.radius) return a.radius > b.radius;
    if (a.center.x != b.center.x) return a.center.x < b.center.x;
    if (a.center.y != b.center.y) return a.center.y < b.center.y;
    return a.center.z < b.center.z;
}

}  // namespace

const char* name_of(PackEnd end) {
    switch (end) {
        case PackEnd::count:
            return "count";
        case PackEnd::fill_rate:
            return "fill rate";
        case PackEnd::smallest_radius:
            return "smallest radius";
        case PackEnd::budget:
            return "budget";
        case PackEnd::cancelled:
            return "cancelled";
        case PackEnd::full:
            return "full";
    }
    return "";
}

void detail::pack_protospheres(Packer& packer, const PackingSurface& surface, const PackOptions& options,
                               std::uint64_t& closest_points) {
    // Balls of one round differ by no more than this ratio from the largest that there is room for.
    constexpr double round_ratio = 0.93;
    CellSearch search(surface, packer.grid());
    std::vector<FreeBall> balls;
    const double least = options.smallest_radius.value_or(search.largest() * 0x1p-20);
    double radius = search.largest();
    bool ended = !(radius > 0);  // a flat shape is full
    while (!ended) {
        radius = std::max(radius * round_ratio, least);
        search.begin(radius);
        while (!ended) {
            balls = search.balls(packer.meter(), options.threads);
            if (balls.empty()) break;
            std::sort(balls.begin(), balls.end(), goes_before);
            bool inserted = false;
            for (const FreeBall& ball : balls) {
                if (packer.insert(ball)) inserted = true;
                ended = packer.ended();
                if (ended) break;
            }
            if (!inserted) break;
        }
        ended = ended || packer.ended();
        if (!ended && radius <= least) {
            packer.end_with(options.smallest_radius ? PackEnd::smallest_radius : PackEnd::full);
            ended = true;
        }
    }
    closest_points = search.closest_points();
}

Packed pack(const PackingSurface& surface, const PackOptions& options) {
    check_pack_options(surface, options);
    detail::Packer packer(surface, options);
    std::uint64_t closest_points = 0;
    if (options.method == PackMethod::voxels) {
        detail::pack_voxels(packer, surface, options, closest_points);
    } else {
        detail::pack_protospheres(packer, surface, options, closest_points);
    }
    return packer.finish(closest_points);
}

namespace {

Packed pack_at_other_size(const Shape& shape, PackOptions options, int exponent) {
    if (options.smallest_radius) {
        const double radius = std::ldexp(*options.smallest_radius, exponent);
        // What is no length must still be refused.
        options.smallest_radius = std::isfinite(radius) ? radius : *options.smallest_radius;
    }
    Packed result = pack(ShapeSurface(detail::times_power_of_two(shape, exponent), options.threads), options);
    SpherePacking& packing = result.packing;
    for (Sphere& s : packing.spheres) s = detail::times_power_of_two(s, -exponent);
    // Too small to be told from none, perhaps; the fill rate is known all the same.
    packing.volume = std::ldexp(packing.volume, -3 * exponent);
    packing.volume_error = std::ldexp(packing.volume_error, -3 * exponent);
    return result;
}

}  // namespace

Packed pack(const Shape& shape, const PackOptions& options) {
    const int exponent = detail::exponent_to_comfort(shape);
    if (exponent != 0) return pack_at_other_size(shape, options, exponent);
    return pack(ShapeSurface(shape, options.threads), options);
}

}  // namespace graze::inline v1
