// Shapes as surfaces that contacts are sought between, and the regions in which solids overlap.
#pragma once

#include <vector>

#include "graze/query/contact/contacts.h"
#include "graze/query/contact/detail/contact_memory.h"

namespace graze::inline v1::detail {

// All points within `radius` of a mesh; with `solid`, what the mesh encloses, too.
struct PlacedSurface {
    const Shape& surface;
    const Pose& pose;
    double radius = 0;
    bool solid = false;
    bool is_plane = false;  // a half-space behind one large triangle; only the second of two may be one
};

// In contacts.cpp: leaves the contacts in memory.found.
QueryStatus find_contacts(const PlacedSurface& a, const PlacedSurface& b, double margin,
                          const ContactOptions& contact, const QueryOptions& options, ContactMemory& memory);
// For shapes of any kinds, in contact_kinds.cpp.
QueryStatus contacts_any(const Shape& a, const Pose& world_from_a, const Shape& b, const Pose& world_from_b,
                         double margin, const ContactOptions& contact, const QueryOptions& options,
                         ContactMemory& memory);

// Appends the regions of two closed meshes. False if they are not known.
bool add_regions(const PlacedSurface& a, const PlacedSurface& b, double margin, const QueryOptions& options,
                 std::vector<ContactPoint>& found);

}  // namespace graze::inline v1::detail
