#include "graze/share/rehearsal/object_driver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/base/error.h"

namespace graze::inline v1 {
namespace {

constexpr double rehearsed_gravity = 9.81;

}  // namespace

double rehearsed_size(const Shape& shape) {
    const double diagonal = length(shape.box().size());
    if (!(diagonal > 0) || !std::isfinite(diagonal))
        throw Error("the shape has no size", "rehearsal", "give a shape with a finite box");
    return diagonal;
}

void ObjectDriver::hear(const SharedEvent& event) {
    if (const auto* c = std::get_if<SharedCollision>(&event))
        if (c->method == PairMethod::plain && c->change == Change::began) met_.push_back(c->pair);
}

void ObjectDriver::drive(SharedWorld& world, Random& random, double time, bool settled) {
    if (motion_.kind == RehearsedMotion::straight && !settled) bounce_own(world);
    for (const SharedId& id : world.objects()) {
        if (world.role(id) != Role::own) continue;
        MovingState state = world.state(id);
        if (settled) {
            state.velocity = state.acceleration = state.angular_velocity = {};
            world.move(id, state);
            continue;
        }
        switch (motion_.kind) {
            case RehearsedMotion::straight:
                bounce(world, id, state);
                break;
            case RehearsedMotion::ballistic:
                throw_again(world, id, state, random);
                break;
            case RehearsedMotion::hands: {
                auto it = hands_.find(id);
                if (it == hands_.end())
                    it = hands_.try_emplace(id, state.position, motion_.arena, motion_.speed, random.bits())
                             .first;
                world.move(id, it->second.at(time));
                break;
            }
        }
    }
}

// Own objects that met, as others predict it.
void ObjectDriver::bounce_own(SharedWorld& world) {
    for (const SharedPair& pair : std::exchange(met_, {})) {
        if (!world.contains(pair.a) || !world.contains(pair.b)) continue;
        MovingState a = world.state(pair.a), b = world.state(pair.b);
        const BouncedVelocities after =
            bounced(a.velocity, b.velocity, normalized(b.position - a.position), 1);
        a.velocity = after.a, b.velocity = after.b;
        if (world.role(pair.a) == Role::own) world.move(pair.a, a);
        if (world.role(pair.b) == Role::own) world.move(pair.b, b);
    }
}

void ObjectDriver::bounce(SharedWorld& world, const SharedId& id, MovingState& state) const {
    bool changed = false;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (std::abs(state.position[axis]) > motion_.arena / 2 &&
            state.position[axis] * state.velocity[axis] > 0) {
            state.velocity[axis] = -state.velocity[axis];
            changed = true;
        }
    // Verdicts rest on what the arbiter saw, so energy is not kept exactly; nobody gets faster here.
    const double speed = length(state.velocity);
    if (speed > motion_.speed) {
        state.velocity *= motion_.speed / speed;
        changed = true;
    }
    if (changed) world.move(id, state);
}

void ObjectDriver::throw_again(SharedWorld& world, const SharedId& id, MovingState& state,
                               Random& random) const {
    const bool flies = world.agreement().find(id)->launched.has_value();
    if (flies && (state.position.z > -motion_.arena / 2 || state.velocity.z > 0)) return;
    state.position.z = std::max(state.position.z, -motion_.arena / 2);
    for (const std::size_t axis : {0, 1})
        state.position[axis] = std::clamp(state.position[axis], -motion_.arena / 2, motion_.arena / 2);
    state.velocity = random.on_sphere() * (0.2 * motion_.speed);
    state.velocity.z = std::sqrt(2 * rehearsed_gravity * random.uniform(0.3, 1) * motion_.arena);
    state.acceleration = {0, 0, -rehearsed_gravity};
    state.angular_velocity = random.on_sphere();
    world.launch(id, state);
}

}  // namespace graze::inline v1
