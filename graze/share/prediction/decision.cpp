#include "graze/share/prediction/decision.h"

namespace graze::inline v1 {
namespace {

bool faster_or_lower(const DecisionSide& a, const DecisionSide& b) {
    const double va = dot(a.velocity, a.velocity), vb = dot(b.velocity, b.velocity);
    return va != vb ? va > vb : a.owner < b.owner;
}

}  // namespace

bool sees(const ViewCone& view, const Vec3& point) {
    const double reach = length(view.direction), away = length(point - view.eye);
    if (!(reach > 0)) return false;
    return dot(point - view.eye, view.direction) >= view.cosine * reach * away;
}

bool first_keeps_place(const DecisionSide& a, const DecisionSide& b, const Vec3& contact, DecisionRule rule) {
    if (rule == DecisionRule::id) return a.owner < b.owner;
    if (rule == DecisionRule::view) {
        const bool seen_a = sees(a.view, contact), seen_b = sees(b.view, contact);
        if (seen_a != seen_b) return seen_a;
    }
    return faster_or_lower(a, b);
}

BouncedVelocities bounced(const Vec3& velocity_a, const Vec3& velocity_b, const Vec3& normal,
                          double restitution) {
    const double approach = dot(velocity_a - velocity_b, normal);
    if (!(approach > 0)) return {velocity_a, velocity_b};
    const Vec3 change = normal * (0.5 * (1 + restitution) * approach);
    return {velocity_a - change, velocity_b + change};
}

}  // namespace graze::inline v1
