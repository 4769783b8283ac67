// How an object responds to a collision: the simple responses of virtual environments.
#pragma once

#include "graze/base/pose.h"

namespace graze::inline v1 {

// A velocity mirrored in a plane: v - 2 (v.n) n for a normal n of length one. `normal` may have any length
// and either sign; throws graze::Error if it is zero or not finite, for there is no plane.
Vec3 mirrored(const Vec3& velocity, const Vec3& normal);

enum class VelocityResponse { keep, stop, bounce };

struct ResponseOptions {
    VelocityResponse velocity = VelocityResponse::stop;
    // Back to the last free pose. Without it, an object that has come to overlap another still overlaps it at
    // the next step, and bounces to and fro inside.
    bool set_back = true;
    // The share of the speed that is left after bouncing: 1 all of it, 0 nothing.
    double restitution = 1;
};

struct PosedMotion {
    Pose pose;
    Vec3 velocity;
};

// Pose and velocity of an object after it ran into a face with this normal, having been at `last_free`
// before. Only bounce uses the normal. Throws graze::Error as mirrored does, and if restitution is not
// between 0 and 1.
PosedMotion response_of(const PosedMotion& at_contact, const Vec3& normal, const Pose& last_free,
                        const ResponseOptions& options = {});

}  // namespace graze::inline v1
