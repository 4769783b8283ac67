// Triangles in contact that lie on the same side of the other surface, so that one test decides for all.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/pose.h"
#include "graze/query/relation/detail/surface_contacts.h"

namespace graze::inline v1::detail {

// Contact triangles of one shape that are connected
// - through corners off the other surface,
// - through edges that the other surface meets in single points at most, or
// - through edges between two triangles of one plane, if the other surface runs along them only in that
//   plane.
// If no triangle is touched from its material side, the other shape's winding number just beside the material
// sides is the same all over a region.
struct ContactRegion {
    std::vector<ContactTriangle> members;
    std::optional<VertexId> free_vertex;  // a vertex off the other surface, if there is any
};

// `contacts` must be in ascending order, each triangle once. Regions come in the order of their lowest
// triangles.
std::vector<ContactRegion> contact_regions(const Shape& shape, const Pose& world_from_shape,
                                           std::span<const ContactTriangle> contacts);

}  // namespace graze::inline v1::detail
