#include "graze/world/response.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"

namespace graze::inline v1 {

Vec3 mirrored(const Vec3& velocity, const Vec3& normal) {
    const double largest = std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)});
    if (!is_finite(normal) || largest == 0)
        throw Error("a velocity cannot be mirrored about a normal that is zero or not finite", {},
                    "degenerate triangles have none; take that of a neighbour, or stop the object");
    const Vec3 n = normal / largest;  // so that squares neither overflow nor vanish
    return velocity - n * (2 * (dot(velocity, n) / dot(n, n)));
}

PosedMotion response_of(const PosedMotion& at_contact, const Vec3& normal, const Pose& last_free,
                        const ResponseOptions& options) {
    if (!(options.restitution >= 0 && options.restitution <= 1))
        throw Error("the restitution of a response, " + std::to_string(options.restitution) +
                    ", is not between 0 and 1");
    PosedMotion motion = at_contact;
    if (options.set_back) motion.pose = last_free;
    if (options.velocity == VelocityResponse::stop) motion.velocity = {};
    if (options.velocity == VelocityResponse::bounce)
        motion.velocity = mirrored(at_contact.velocity, normal) * options.restitution;
    return motion;
}

}  // namespace graze::inline v1
