#include "graze/query/intersect/convex_certificate.h"

#include "graze/query/kinds/detail/exact_portal.h"
#include "graze/query/kinds/detail/placed_convex.h"

namespace graze::inline v1 {
namespace {

bool is_polytope(const Shape& shape) {
    return shape.as<OrientedBox>() != nullptr || shape.as<ConvexHull>() != nullptr;
}

}  // namespace

ConvexCertificate certified_intersects(const Shape& a, const Pose& world_from_a, const Shape& b,
                                       const Pose& world_from_b) {
    ConvexCertificate result;
    if (!is_polytope(a) || !is_polytope(b)) {
        result.answer = Answer::unsupported;
        return result;
    }
    detail::PlacedConvex of_a(a, world_from_a), of_b(b, world_from_b);
    const detail::CoreDistance known = detail::core_distance(of_a, of_b, 0);
    if (known.surely_inside) {
        result.answer = Answer::yes;
        result.kind = ConvexCertificate::Kind::combination;
        for (const GjkCorner& c : known.found.corner)
            result.corner[result.corner_count++] = {c.number_a, c.number_b};
        return result;
    }
    if (known.at_least > 0) {
        result.answer = Answer::no;
        result.kind = ConvexCertificate::Kind::direction;
        result.direction = -known.found.nearest;
        return result;
    }
    result = detail::decide_by_portal(of_a, of_b, {known.found.corner.data(), known.found.count});
    if (result.answer == Answer::undecided)
        result.answer = detail::cores_meet(of_a, of_b, known) ? Answer::yes : Answer::no;
    return result;
}

}  // namespace graze::inline v1
