// Whether contacts below a surface are there.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/query/contact/contacts.h"
#include "graze/query/contact/detail/contact_side.h"
#include "graze/query/point/detail/winding.h"
#include "graze/query/ray/ray.h"

namespace graze::inline v1::detail {

// Contacts below a surface are there only if their points are inside: a surface may also be seen from behind
// through a thin wall. Surfaces that are not closed have no inside, and are not asked.
class InsideTest {
  public:
    InsideTest(const ContactSide& a, const ContactSide& b, Meter& meter)
        : a_(a), b_(b), in_a_(a.shape, a.pose, meter), in_b_(b.shape, b.pose, meter) {}

    // Of a contact of points, with radii. Those of faces are tested as faces.
    bool is_there(const ContactPoint& c) {
        if (c.kind == ContactKind::face_face || !is_below(c.distance + a_.radius + b_.radius, c.point_a))
            return true;
        const bool edges =
            c.feature_a.kind == FeatureId::Kind::edge && c.feature_b.kind == FeatureId::Kind::edge;
        // The foot of a vertex on the continuation of a face is not on the surface.
        if (c.kind == ContactKind::vertex_face && c.certainty == NormalCertainty::certain &&
            a_.radius + b_.radius == 0)
            return c.feature_a.kind == FeatureId::Kind::vertex ? is_behind(b_, in_b_, c.point_a, c.point_b)
                                                               : is_behind(a_, in_a_, c.point_b, c.point_a);
        if ((edges || c.feature_a.kind == FeatureId::Kind::vertex) &&
            !in_b(c.point_a - c.normal * a_.radius + behind_edge(b_, c.feature_b, c.point_a)))
            return false;
        return !((edges || c.feature_b.kind == FeatureId::Kind::vertex) &&
                 !in_a(c.point_b + c.normal * b_.radius + behind_edge(a_, c.feature_a, c.point_b)));
    }
    // Of points inside two faces, each behind the other's.
    bool is_between(const Vec3& on_a, const Vec3& on_b) {
        return is_behind(b_, in_b_, on_a, on_b) && is_behind(a_, in_a_, on_b, on_a);
    }
    // By more than rounding.
    static bool is_below(double distance, const Vec3& p) {
        return distance < -0x1p-40 * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }

  private:
    bool in_a(const Vec3& p) { return a_.table.outward() == 0 || in_a_.of(p).value_or(0) != 0; }
    // Is p, which lies behind a face of a closed surface as seen from `foot` on that face, inside? It is if
    // nothing of the surface is between.
    static bool is_behind(const ContactSide& side, WindingNumber& winding, const Vec3& p, const Vec3& foot) {
        if (side.table.outward() == 0) return true;
        constexpr double before_the_foot = 1 - 0x1p-20;
        if (!any_hit(side.shape, side.pose, Ray(p, foot - p, 0, before_the_foot))) return true;
        return winding.of(p).value_or(0) != 0;
    }
    // An edge that is across a side face of the other shape passes the edge there in the plane of the side
    // face. What counts is what is behind that edge: further in by more than rounding.
    static Vec3 behind_edge(const ContactSide& side, FeatureId feature, const Vec3& p) {
        if (feature.kind != FeatureId::Kind::edge) return {};
        const double rounding = 0x1p-38 * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        return normalized(side.into_faces_at(feature.index, feature.corner)) * rounding;
    }
    bool in_b(const Vec3& p) { return b_.table.outward() == 0 || in_b_.of(p).value_or(0) != 0; }

    const ContactSide &a_, &b_;
    WindingNumber in_a_, in_b_;
};

}  // namespace graze::inline v1::detail
