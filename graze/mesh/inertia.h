// The moments of inertia of a body about its centre of mass.
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
    // Unit vectors, one for each moment, orthogonal and right-handed. The largest component of the first two
    // is positive. If two moments are equal, any axes in their plane are principal; the choice is still the
    // same on every machine.
    std::array<Vec3, 3> axes{};
};

// Moments, and the matrix in these axes, are right to 2^-48 of the largest moment in magnitude. nullopt if an
// entry is not finite.
std::optional<PrincipalAxes> principal_axes(const Inertia& inertia);

// The inertia of the same body after a rotation; ignores the translation.
Inertia turned(const Inertia& inertia, const Pose& pose);

}  // namespace graze::inline v1
