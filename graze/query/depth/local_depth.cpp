#include "graze/query/depth/local_depth.h"

#include <utility>

#include "graze/base/error.h"
#include "graze/query/depth/detail/depth_search.h"

namespace graze::inline v1 {
namespace {

using detail::DepthSearch;
using detail::DepthSide;

void refuse_open(const Shape& shape, const char* which) {
    if (shape.closed_surface().closed()) return;
    throw Error("has no inside, because it is not closed: " + shape.closed_surface().why_not(), which,
                "close it and wind its triangles alike");
}

void refuse_bad(double error, const char* which) {
    if (!(error >= 0)) throw Error("is negative or not a number", which, "give 0 or more");
}

// An order of A and B that does not depend on which is named first, so that the search takes the same steps.
bool in_order(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b) {
    if (a.content_hash() != b.content_hash()) return a.content_hash() < b.content_hash();
    return world_from_a.matrix() < world_from_b.matrix();
}

LocalDepth search(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                  const LocalDepthOptions& options) {
    Meter meter(options.budget);
    DepthSide side_a(a, world_from_a, b, world_from_b, options.triangles_a, options.within, meter);
    DepthSide side_b(b, world_from_b, a, world_from_a, options.triangles_b, options.within, meter);
    return DepthSearch(side_a, side_b, options, meter).run();
}

}  // namespace

LocalDepth local_depth(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                       const LocalDepthOptions& options) {
    refuse_open(a, "first shape");
    refuse_open(b, "second shape");
    refuse_bad(options.relative_error, "relative error of a depth");
    refuse_bad(options.absolute_error, "absolute error of a depth");
    if (a.mesh().empty() || b.mesh().empty()) return {};
    if (!overlap(world_from_a(a.mesh().box()), world_from_b(b.mesh().box()))) return {};
    if (in_order(a, world_from_a, b, world_from_b)) return search(a, world_from_a, b, world_from_b, options);
    LocalDepthOptions mirrored = options;
    std::swap(mirrored.triangles_a, mirrored.triangles_b);
    LocalDepth result = search(b, world_from_b, a, world_from_a, mirrored);
    result.point_on_a = !result.point_on_a;
    std::swap(result.triangle_a, result.triangle_b);
    return result;
}

}  // namespace graze::inline v1
