// Whether contacts below a surface are there.
#pragma once

#include <algorithm>
#include <cmath>

#include "graze/query/contact/contacts.h"
#include "graze/query/contact/detail/contact_side.h"
#include "graze/query/point/detail/winding.h"

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
        if ((edges || c.feature_a.kind == FeatureId::Kind::vertex) && !in_b(c.point_a - c.normal * a_.radius))
            return false;
        return !((edges || c.feature_b.kind == FeatureId::Kind::vertex) &&
                 !in_a(c.point_b + c.normal * b_.radius));
    }
    // Of points inside two faces.
    bool is_between(const Vec3& on_a, const Vec3& on_b) { return in_b(on_a) && in_a(on_b); }
    // By more than rounding.
    static bool is_below(double distance, const Vec3& p) {
        return distance < -0x1p-40 * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }

  private:
    bool in_a(const Vec3& p) { return a_.table.outward() == 0 || in_a_.of(p).value_or(0) != 0; }
    bool in_b(const Vec3& p) { return b_.table.outward() == 0 || in_b_.of(p).value_or(0) != 0; }

    const ContactSide &a_, &b_;
    WindingNumber in_a_, in_b_;
};

}  // namespace graze::inline v1::detail
