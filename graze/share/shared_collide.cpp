// Who does what about a pair that touches.
#include <algorithm>
#include <cmath>

#include "graze/share/detail/shared_state.h"
#include "graze/world/response.h"

namespace graze::inline v1 {

void SharedWorld::State::collide(const Collision& c) {
    const auto first = ids.find(c.a), second = ids.find(c.b);
    if (first == ids.end() || second == ids.end()) return;
    const SharedPair pair(first->second, second->second);
    if (c.change == Change::ended) judged.erase(pair);
    Object &a = object(pair.a), &b = object(pair.b);
    const PairMethod method = pair_method(a.role, b.role);
    if (method != PairMethod::arbitrated && c.change != Change::lasts)
        tell(SharedCollision{pair, method, c.change});
    if (c.change == Change::ended || method == PairMethod::plain) return;
    const Vec3 toward = b.shown.pose()(b.center) - a.shown.pose()(a.center);
    const Vec3 normal = contact_normal(c, toward, a.shown.velocity - b.shown.velocity);
    if (!(dot(a.shown.velocity - b.shown.velocity, normal) > 0)) return;  // they part already
    if (method == PairMethod::predicted) {
        if (options.predict_collisions && c.change == Change::began) predict(pair, a, b, normal);
    } else if (agreement.arbiter(pair) == agreement.self()) {
        judge(pair, a, b, normal);
    }
}

// From a to b. Of the faces that touch the one that the objects run into most directly (Ohlenburg 2003, C.2);
// the line between the centres where there are no faces.
Vec3 SharedWorld::State::contact_normal(const Collision& c, const Vec3& toward,
                                        const Vec3& relative_velocity) const {
    Vec3 best = normalized(toward);
    double most = -1;
    for (const IntersectingPair& touching : c.contacts)
        for (const bool of_a : {true, false}) {
            const ObjectId id = of_a ? c.a : c.b;
            const Triangle t = world.updated_pose(id)(
                world.updated_shape(id).mesh().triangle(of_a ? touching.a : touching.b));
            const Vec3 normal = normalized(cross(t[1] - t[0], t[2] - t[0]));
            const double direct = std::abs(dot(normal, relative_velocity));
            if (!(length(normal) > 0.5) || direct <= most) continue;
            most = direct;
            best = dot(normal, toward) < 0 ? -normal : normal;
        }
    return length(best) > 0.5 ? best : Vec3{1, 0, 0};
}

// Remote collision prediction: the owner will see the same, and its next message will say what came of it.
void SharedWorld::State::predict(const SharedPair&, Object& a, Object& b, const Vec3& normal) {
    const auto divert = [&](Object& object, const Vec3& velocity) {
        if (object.role != Role::remote || object.flight) return;
        MovingState state = object.shown;
        state.position = object.before.position;
        state.velocity = velocity;
        state.time = owner_time(object);
        object.path.divert(state, state.time);
        const Peer* const owner = owner_of(object);
        const double latency =
            owner != nullptr && owner->clock.known() ? 0.5 * owner->clock.round_trip() : 0.5;
        object.predicted_until = state.time + latency + 0.3;
    };
    if (a.role == Role::scene || b.role == Role::scene) {
        if (a.role == Role::remote) divert(a, mirrored(a.shown.velocity, normal) * options.restitution);
        if (b.role == Role::remote) divert(b, mirrored(b.shown.velocity, normal) * options.restitution);
        return;
    }
    const BouncedVelocities after = bounced(a.shown.velocity, b.shown.velocity, normal, options.restitution);
    divert(a, after.a);
    divert(b, after.b);
}

void SharedWorld::State::judge(const SharedPair& pair, const Object& a, const Object& b, const Vec3& normal) {
    const Object& other = a.role == Role::own ? b : a;
    const Peer* const owner = owner_of(other);
    const double round_trip = owner != nullptr && owner->clock.known() ? owner->clock.round_trip() : 0;
    // What the other owner says until it has heard the verdict is old, and not a collision once more.
    const auto [last, first_time] = judged.try_emplace(pair, now());
    if (!first_time && now() - last->second < round_trip + 0.1) return;
    last->second = now();
    const auto side = [&](const Object& object) {
        const Peer* const peer = owner_of(object);
        const bool own = object.role == Role::own;
        return DecisionSide{object.ownership.owner, object.shown.velocity,
                            own               ? view
                            : peer == nullptr ? ViewCone{}
                                              : peer->view};
    };
    Verdict verdict;
    verdict.pair = pair;
    verdict.time = now();
    verdict.normal = normal;
    const Vec3 place = (a.shown.position + b.shown.position) * 0.5;
    verdict.a_keeps_place = first_keeps_place(side(a), side(b), place, options.rule);
    const BouncedVelocities after = bounced(a.shown.velocity, b.shown.velocity, normal, options.restitution);
    verdict.a = {verdict.a_keeps_place ? a.shown.position : a.before.position, after.a};
    verdict.b = {verdict.a_keeps_place ? b.before.position : b.shown.position, after.b};
    agreement.judge(verdict);
    object(a.role == Role::own ? pair.b : pair.a).deaf_until = owner_time(other) + 0.45 * round_trip;
}

}  // namespace graze::inline v1
