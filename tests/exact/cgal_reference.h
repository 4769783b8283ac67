// The same questions put to CGAL's exact kernels: an independent answer to compare with.
#pragma once

#include <array>
#include <vector>

#include "graze/query/triangle/triangle_pair.h"

namespace graze::test {

// CGAL's triangle test wants non-degenerate input, so degenerate triangles go through its segment and point
// overloads.
bool cgal_intersects(const Triangle& a, const Triangle& b);

// By rational arithmetic throughout; slow. For magnitudes that span more than CGAL's filters are made for.
bool cgal_intersects_rational(const Triangle& a, const Triangle& b);

struct CgalIntersection {
    CommonKind kind = CommonKind::none;
    // For each point given to cgal_intersection: the largest coordinate difference to the nearest exact
    // corner of the common set.
    std::vector<double> errors;
    std::size_t corner_count = 0;
};

// The common set by rational arithmetic, and how far `points` are from its corners.
CgalIntersection cgal_intersection(const Triangle& a, const Triangle& b, std::span<const CommonPoint> points);

int cgal_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int cgal_orient2d(double ax, double ay, double bx, double by, double cx, double cy);

}  // namespace graze::test
