// How contacts are made from what searches find.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/base/triangle.h"
#include "graze/query/contact.h"
#include "graze/query/triangle/detail/touching_normal.h"
#include "graze/query/triangle/triangle_distance.h"
#include "graze/query/triangle/triangle_pair.h"

namespace graze::inline v1::detail {

inline FeatureId feature_id(TriangleId t, Feature feature) {
    switch (feature.kind) {
        case Feature::Kind::corner:
            return {FeatureId::Kind::vertex, feature.index, t};
        case Feature::Kind::edge:
            return {FeatureId::Kind::edge, feature.index, t};
        case Feature::Kind::face:
            break;
    }
    return FeatureId::face(t);
}

inline double largest_of(const Triangle& t) {
    double largest = 0;
    for (const Vec3& p : t.corner) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return largest;
}

// The closest points of two triangles that are apart by `value` have points p, q of the triangles within some
// ten units in the last place of the largest coordinate. p - q is in a convex set whose shortest vector has
// the length `value`; so the angle between them is at most the square root of twice the relative excess of
// its length: 60 units of 2^-52 of a coordinate that is 2^25 times the distance make 9e-4.
inline constexpr double normal_certain_from = 0x1p-25;

// `sign` is -1 where the points are inside the other shape. `largest` is the largest coordinate of the two
// triangles.
inline void set_normal(Contact& contact, double value, int sign, double largest) {
    contact.distance = sign * value;
    contact.normal = {};
    contact.certainty = NormalCertainty::none;
    if (!(value > 0)) return;
    // In two steps, because squares of very small or large numbers leave the range of doubles.
    const Vec3 about_one = (contact.point_b - contact.point_a) / value;
    const double size = length(about_one);
    if (!(size > 0.5 && size < 2)) return;  // rounding left nothing of the direction
    contact.normal = about_one / (sign * size);
    contact.certainty =
        value >= normal_certain_from * largest ? NormalCertainty::certain : NormalCertainty::unsure;
}

// Of two triangles with these numbers.
inline Contact contact_of(TriangleId a, const Triangle& world_a, TriangleId b, const Triangle& world_b,
                          const ClosestPoints& found) {
    Contact contact;
    contact.point_a = found.point_a;
    contact.point_b = found.point_b;
    contact.feature_a = feature_id(a, found.on_a);
    contact.feature_b = feature_id(b, found.on_b);
    set_normal(contact, found.value, 1, std::max(largest_of(world_a), largest_of(world_b)));
    if (found.value == 0) set_touching_normal(contact, world_a, world_b);
    return contact;
}

// The lowest-dimensional feature that contains both.
Feature join(Feature p, Feature q);

// The middle of the common set of two triangles, and the features it lies in.
struct CommonPlace {
    Vec3 point;
    Feature on_a, on_b;
    bool crosses = false;  // certainly, so that no plane is between the triangles
};
CommonPlace middle_of(const TriangleIntersection& common);

}  // namespace graze::inline v1::detail
