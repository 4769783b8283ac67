#include "graze/spheres/packing/surface.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/mesh/measures.h"
#include "graze/mesh/topology.h"
#include "graze/query/point/point_distance.h"
#include "graze/spheres/detail/solid_skin.h"

namespace graze::inline v1 {
namespace {

double largest_coordinate_of(const Box& box) {
    double most = 0;
    for (std::size_t k = 0; k < 3; ++k)
        most = std::max({most, std::abs(box.lower[k]), std::abs(box.upper[k])});
    return most;
}

std::string loop_text(const Topology& topology, const BoundaryLoop& loop) {
    return std::to_string(loop.side_count) + " edges from triangle " +
           std::to_string(topology.sides_of(loop).front().triangle);
}

// "2 boundary loops: 4 edges from triangle 10, 3 edges from triangle 12".
std::string loops_text(const Topology& topology) {
    const auto loops = topology.boundary_loops();
    std::string text =
        std::to_string(loops.size()) + (loops.size() == 1 ? " boundary loop: " : " boundary loops: ");
    constexpr std::size_t most_named = 8;
    for (std::size_t i = 0; i < std::min(loops.size(), most_named); ++i)
        text += (i == 0 ? "" : ", ") + loop_text(topology, loops[i]);
    if (loops.size() > most_named) text += " and " + std::to_string(loops.size() - most_named) + " more";
    return text;
}

[[noreturn]] void refuse_open_mesh(const Shape& shape, const Threads& threads) {
    const Topology topology(shape.mesh(), {.threads = threads});
    std::string problem = "is not closed, so it has no inside to fill: ";
    problem += topology.boundary_loops().empty() ? shape.closed_surface().why_not() : loops_text(topology);
    throw Error(problem, {}, "stitch the mesh (graze pack --stitch) or repair it first");
}

}  // namespace

ShapeSurface::ShapeSurface(const Shape& shape, const Threads& threads) : shape_(shape) {
    if (shape.empty()) throw Error("has no triangles", {}, "give a shape with an inside");
    const Box& box = shape.box();
    if (!is_in_range(box.lower) || !is_in_range(box.upper))
        throw Error("is unbounded", {}, "fill a bounded shape");
    const double most = largest_coordinate_of(box);
    absolute_error_ = 16 * (std::nextafter(most, 2 * most) - most);
    if (shape.is_mesh()) {
        if (!shape.closed_surface().closed()) refuse_open_mesh(shape, threads);
        const SurfaceMeasures sheet = surface_measures(shape.mesh(), threads);
        volume_ = detail::SolidSkin(shape).volume(threads);
        // The error that measures.h states; no term is more than a third of the area times the diagonal.
        volume_error_ = 0x1p-51 * volume_ + 0x1p-94 * sheet.area * length(box.size());
    } else if (const OrientedBox* solid = shape.oriented_box()) {
        const auto& corner = solid->corners();
        volume_ = std::abs(dot(corner[1] - corner[0], cross(corner[2] - corner[0], corner[4] - corner[0])));
        volume_error_ = 0x1p-44 * volume_ + 6 * absolute_error_ * dot(box.size(), box.size());
    }
    const PointDistance probe = signed_distance(shape_, Pose{}, box.center());
    if (probe.status != QueryStatus::complete)
        throw Error("is of a kind whose inside cannot be asked for", {}, "fill a closed mesh");
}

PackingSurface::Nearest ShapeSurface::nearest(const Vec3& p) const {
    if (!shape_.is_mesh()) {
        const PointDistance found = signed_distance(shape_, Pose{}, p);
        return {std::abs(found.value), found.nearest, no_triangle};
    }
    const PointDistance found = distance(shape_, Pose{}, p);
    return {found.value, found.nearest, found.feature.index};
}

bool ShapeSurface::is_inside(const Vec3& p) const {
    return signed_distance(shape_, Pose{}, p).value < 0;
}

}  // namespace graze::inline v1
