// Solids that a few numbers describe. The inside belongs to them.
//
// These are plain values; Shape(...) checks them and throws Error for what is not finite, negative where it
// must not be, or beyond 1e100. At a pose, points are carried to the world as the vertices of meshes are, and
// lengths stay as they are.
#pragma once

#include "graze/base/vec3.h"

namespace graze::inline v1 {

// All points at most `radius` from the centre.
struct Sphere {
    Vec3 center;
    double radius = 0;

    friend bool operator==(const Sphere&, const Sphere&) = default;
};

// All points at most `radius` from the segment.
struct Capsule {
    Vec3 from, to;
    double radius = 0;

    friend bool operator==(const Capsule&, const Capsule&) = default;
};

// A disk of this radius, moved along the segment that it stands across: flat at both ends.
struct Cylinder {
    Vec3 from, to;  // centres of the two ends
    double radius = 0;

    friend bool operator==(const Cylinder&, const Cylinder&) = default;
};

// The hull of a disk and the apex above the middle of the disk.
struct Cone {
    Vec3 base, apex;
    double radius = 0;  // of the disk around `base`

    friend bool operator==(const Cone&, const Cone&) = default;
};

// The unit ball, stretched: the points center + u x + v y + w z with x^2 + y^2 + z^2 <= 1.
struct Ellipsoid {
    Vec3 center;
    Vec3 u{1, 0, 0}, v{0, 1, 0}, w{0, 0, 1};  // half axes, at right angles to each other

    friend bool operator==(const Ellipsoid&, const Ellipsoid&) = default;
};

// All points on the side of a plane that its normal points away from: floors, walls.
struct HalfSpace {
    Vec3 normal{0, 0, 1};  // any length but 0
    Vec3 point;            // in the plane

    friend bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

}  // namespace graze::inline v1
