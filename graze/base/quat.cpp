#include "graze/base/quat.h"

#include "graze/base/error.h"
#include "graze/base/trig.h"

namespace graze::inline v1 {

Quat Quat::about_turns(const Vec3& axis, double turns) {
    const Vec3 u = graze::normalized(axis);
    const auto [s, c] = sin_cos_turns(turns / 2);
    if (!(dot(u, u) > 0) || !std::isfinite(s))
        throw Error("rotation needs an axis other than zero and a finite angle");
    return {c, u.x * s, u.y * s, u.z * s};
}

Quat Quat::about_radians(const Vec3& axis, double radians) {
    return about_turns(axis, radians / 6.28318530717958647693);
}

Quat Quat::normalized() const {
    const double n = std::sqrt(norm_squared());
    return {w / n, x / n, y / n, z / n};
}

Quat nlerp(const Quat& from, const Quat& to, double t) {
    const double cosine = from.w * to.w + from.x * to.x + from.y * to.y + from.z * to.z;
    const double a = 1 - t, b = cosine < 0 ? -t : t;
    return Quat{a * from.w + b * to.w, a * from.x + b * to.x, a * from.y + b * to.y, a * from.z + b * to.z}
        .normalized();
}

}  // namespace graze::inline v1
