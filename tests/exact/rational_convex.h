// Certificates of convex solids, checked in long integers without knowing how they were found.
#pragma once

#include <string>
#include <vector>

#include "graze/query/intersect/convex_certificate.h"

namespace graze::test {

// The corners of a box or hull in the world.
std::vector<Vec3> world_corners(const Shape& shape, const Pose& pose);

// Empty if the certificate proves its answer, else what is wrong with it.
std::string fault_of(const ConvexCertificate& certificate, const std::vector<Vec3>& a,
                     const std::vector<Vec3>& b);

}  // namespace graze::test
