// Convex faces that meet where their facets do not: a ball or a shaft on a plane, two balls, two shafts.
#pragma once

#include <optional>

#include "graze/clash/compare/detail/compare_pair.h"

namespace graze::inline v1::detail {

// How far facets may lie inside what they stand for, of the convex faces that hidden_contact() knows; 0 if
// there are none. Parts that are further apart than the sum of theirs cannot meet unseen.
double hidden_margin(const Mesh& mesh);

// A place where the surfaces themselves meet, or overlap the most.
struct HiddenContact {
    double gap = 0;        // negative: the surfaces overlap by as much
    double sure = 0;       // what the sources leave open
    double tolerance = 0;  // how far the facets of both faces may lie inside
    Vec3 point;

    bool overlaps() const { return gap < -sure; }
};

// Whether there are such faces in both parts.
bool can_hide_contact(const PlacedShape& a, const PlacedShape& b);

// Of two closed parts. Only places that both faces certainly cover, and only gaps of at most `sure`. Planes,
// spheres and cylinders; not rims, cones and surfaces of other kinds. If the budget runs out, what was found.
std::optional<HiddenContact> hidden_contact(const PlacedShape& a, const PlacedShape& b, Meter& meter);

}  // namespace graze::inline v1::detail
