// How mass is spread about its centre.
#pragma once

#include <array>
#include <optional>

#include "graze/base/pose.h"
#include "graze/base/vec3.h"

namespace graze::inline v1 {

// A symmetric matrix.
struct Inertia {
    double xx = 0, yy = 0, zz = 0;  // the integrals of y^2 + z^2, z^2 + x^2, x^2 + y^2
    double xy = 0, yz = 0, zx = 0;  // minus the integrals of x y, y z, z x

    friend bool operator==(const Inertia&, const Inertia&) = default;
};

// The axes about which a body spins without wobbling.
struct PrincipalAxes {
    std::array<double, 3> moments{};  // ascending, in the unit of the inertia
    // Of unit length, to each moment its own, at right angles and right-handed. The largest component of the
    // first two is positive. Where two moments are equal, any axes in their plane would do; which these are
    // then is the same everywhere all the same.
    std::array<Vec3, 3> axes{};
};

// Moments and what the axes make of them are right to 2^-48 of the largest moment in magnitude. None if an
// entry is not finite.
std::optional<PrincipalAxes> principal_axes(const Inertia& inertia);

// The inertia of the same body after it was turned; the translation plays no part.
Inertia turned(const Inertia& inertia, const Pose& pose);

}  // namespace graze::inline v1
