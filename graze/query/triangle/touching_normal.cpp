#include "graze/query/triangle/detail/touching_normal.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/base/predicates.h"

namespace graze::inline v1::detail {
namespace {

Vec3 scaled_to_one(const Vec3& v) {
    const double size = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    return size > 0 ? v / size : v;
}

// The direction across two others, of length 1. The others are differences of doubles, right to a unit in the
// last place; so their product is off by some eight units of 2^-53 of its factors, which is an angle of 2^-12
// where the factors are parallel but for 2^-38.
struct Across {
    Vec3 direction;
    NormalCertainty certainty = NormalCertainty::none;

    Across(const Vec3& u, const Vec3& v) {
        const Vec3 product = cross(scaled_to_one(u), scaled_to_one(v));
        const double size = length(product);
        if (!(size > 0)) return;
        direction = product / size;
        certainty = size > 0x1p-38 ? NormalCertainty::certain : NormalCertainty::unsure;
    }
};

// By the two shorter edges, whose product has the smallest error.
Across across(const Triangle& t) {
    std::array<double, 3> size{};
    for (std::size_t i = 0; i < 3; ++i) size[i] = length(t[(i + 2) % 3] - t[(i + 1) % 3]);
    const auto longest = static_cast<std::size_t>(std::ranges::max_element(size) - size.begin());
    return {t[(longest + 1) % 3] - t[longest], t[(longest + 2) % 3] - t[longest]};
}

// On which sides of a plane points are.
struct PlaneSides {
    bool above = false, below = false;

    PlaneSides(const Triangle& plane, std::span<const Vec3> points) {
        for (const Vec3& p : points) {
            const int side = orient3d(plane[0], plane[1], plane[2], p);
            above |= side > 0;
            below |= side < 0;
            if (above && below) return;
        }
    }
};

// +1 if a plane has A below and B above it, or in it, -1 the other way round; 0 if it is not between them, or
// all is in it.
int order_of(const PlaneSides& a, const PlaneSides& b) {
    if (!a.above && !a.below && !b.above && !b.below) return 0;
    if (!a.above && !b.below) return 1;
    return !a.below && !b.above ? -1 : 0;
}

void take_normal(Contact& contact, const Across& normal, int sign) {
    if (normal.certainty == NormalCertainty::none) return;
    contact.certainty = normal.certainty;
    contact.normal = sign < 0 ? Vec3{} - normal.direction : Vec3{} + normal.direction;  // no -0
}

// `sign` turns the outside of the face's owner into the direction from A to B.
bool set_by_face(Contact& contact, const TouchingSide& owner, const TouchingSide& other, int sign) {
    for (const Triangle& plane : owner.face) {
        const int order = order_of(PlaneSides(plane, owner.beyond_face), PlaneSides(plane, other.points));
        if (order == 0) continue;
        take_normal(contact, across(plane), order * sign);
        return true;
    }
    return false;
}

void set_by_windings(Contact& contact, const Triangle& a, const Triangle& b) {
    const Across of_a = across(a), of_b = across(b);
    if (!(dot(of_a.direction, of_b.direction) < 0)) return;
    take_normal(contact, of_a, 1);
    if (contact.certainty == NormalCertainty::certain) contact.certainty = NormalCertainty::unsure;
}

// The ends of the two edges are in one plane, and each has the other's ends on different sides.
void set_by_edges(Contact& contact, const TouchingSide& a, const TouchingSide& b) {
    const Triangle plane{{a.edge[0], a.edge[1], b.edge[1]}};
    const int order = order_of(PlaneSides(plane, a.beyond_edge), PlaneSides(plane, b.beyond_edge));
    if (order != 0) take_normal(contact, {a.edge[1] - a.edge[0], b.edge[1] - b.edge[0]}, order);
}

}  // namespace

TouchingTriangle::TouchingTriangle(const Triangle& t, FeatureId feature) {
    side_.points = t.corner;
    if (feature.kind == FeatureId::Kind::face) side_.face = {&t, 1};
    if (feature.kind != FeatureId::Kind::edge) return;
    edge_ = {t[(feature.corner + 1u) % 3], t[(feature.corner + 2u) % 3]};
    side_.edge = edge_;
    side_.beyond_edge = {&t.corner[feature.corner % 3u], 1};
}

void set_touching_normal(Contact& contact, const TouchingSide& a, const TouchingSide& b) {
    contact.normal = {};
    contact.certainty = NormalCertainty::none;
    if (set_by_face(contact, a, b, 1) || set_by_face(contact, b, a, -1)) return;
    // Of two faces, the plane of one was between them unless they are in one plane, or cross.
    if (a.face.size() == 1 && b.face.size() == 1) {
        const PlaneSides sides(a.face[0], b.points);
        if (!sides.above && !sides.below) set_by_windings(contact, a.face[0], b.face[0]);
        return;
    }
    if (a.edge.size() == 2 && b.edge.size() == 2) set_by_edges(contact, a, b);
}

void set_touching_normal(Contact& contact, const Triangle& a, const Triangle& b) {
    set_touching_normal(contact, TouchingTriangle(a, contact.feature_a).side(),
                        TouchingTriangle(b, contact.feature_b).side());
}

}  // namespace graze::inline v1::detail
