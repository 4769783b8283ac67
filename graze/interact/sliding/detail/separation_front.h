// The pairs of parts of two surfaces that planes keep apart, kept from motion to motion.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/base/budget.h"
#include "graze/base/pose.h"
#include "graze/interact/sliding/detail/body_metric.h"
#include "graze/interact/sliding/detail/surface_tree.h"
#include "graze/interact/sliding/detail/triangle_advance.h"
#include "graze/interact/sliding/slider.h"
#include "graze/query/contact.h"

namespace graze::inline v1::detail {

// One motion of the part, and where its shape is when it begins.
struct FrontMotion {
    const StraightWay& way;
    Pose part;             // at the beginning
    Pose part_from_shape;  // of the moving shape
    double most = 0;       // no point of the part moves further,
    double total = 0;      // nor in all motions before this one
};

// How far a motion goes.
struct FrontAdvance {
    bool complete = true;  // false: too much to test; nothing is known about the motion
    double share = 0;
    std::optional<Contact> blocking;  // what ends it
};

// A front of the hierarchy of all pairs of triangles: each is in one of its pairs of nodes. Each has a plane
// that the obstacle's node is behind. The moving node stays before it during a motion
//     x(t) = x + t shift + sin(t phi) axis x arm - (1 - cos(t phi)) (arm across the axis)
// if it does so now and at the end: by sin(a) >= a - a^3 / 6 and 1 - cos(a) <= a^2 / 2, the distance is at
// least a concave function of the time. It is made of four linear functions of the arm, which have their
// extremes in a box where each coordinate is largest or smallest, so boxes are tested first. A pair without a
// plane is opened, and two triangles advance conservatively. So flush faces are cleared by one plane, and a
// pair that was far apart needs no test until the part has moved as far.
class SeparationFront {
  public:
    // The surfaces keep the distances of `limits`.
    FrontAdvance advance(const Shape& moving, const PlacedShape& obstacle, const FrontMotion& motion,
                         const TriangleLimits& limits, double share, Meter& meter);

    std::size_t size() const { return cells_.size(); }

  private:
    struct Cell {
        SurfacePart a, b;
        bool planned = false;           // has a plane
        bool behind_of_parent = false;  // `behind` holds, but may be too large
        Vec3 normal;                    // of length 1, in the world, from the obstacle to the part
        double behind = 0;              // the obstacle's node is at normal * x <= behind
        double apart = 0;  // the moving node was before it by this when the part had moved by `moved`
        double moved = 0;
    };
    class Pass;

    std::vector<Cell> cells_, next_, open_;
    std::size_t least_size_ = 0;  // when the front was last made anew
    int passes_ = 0;
};

}  // namespace graze::inline v1::detail
