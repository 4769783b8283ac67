// What an object does that has run into something: the simple responses of virtual environments.
#pragma once

#include "graze/base/pose.h"

namespace graze::inline v1 {

// A velocity mirrored in a plane: v - 2 (v.n) n for a normal n of length one. Any length and either direction
// of the normal will do; one that is zero or not finite throws graze::Error, for there is no plane.
Vec3 mirrored(const Vec3& velocity, const Vec3& normal);

enum class VelocityResponse { keep, stop, bounce };

struct ResponseOptions {
    VelocityResponse velocity = VelocityResponse::stop;
    // Back to the last pose that was free. Without it, an object that has come to overlap another is still in
    // it at the next step, and bounces to and fro inside.
    bool set_back = true;
    // How much of the speed is left after bouncing: 1 all of it, 0 nothing.
    double restitution = 1;
};

struct PosedMotion {
    Pose pose;
    Vec3 velocity;
};

// How an object goes on that ran into a face with this normal, having been at `last_free` before. The normal
// matters to bounce only. Throws graze::Error as mirrored does, and if restitution is not between 0 and 1.
PosedMotion response_of(const PosedMotion& at_contact, const Vec3& normal, const Pose& last_free,
                        const ResponseOptions& options = {});

}  // namespace graze::inline v1
