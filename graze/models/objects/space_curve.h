// Curves in space along which solids are bent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

// A curve through many points, parametrized by its length, with a frame that moves along it.
class SpaceCurve {
  public:
    // The frame with the least rotation (double reflection: Wang, Juettler, Zheng and Liu 2008).
    explicit SpaceCurve(std::vector<Vec3> points);
    // A frame whose x axis is as near as possible to the direction given for each point: for closed curves.
    // `points` and `directions` repeat their first entry at the end.
    SpaceCurve(std::vector<Vec3> points, const std::vector<Vec3>& directions);

    static SpaceCurve sampled(const std::function<Vec3(double t)>& at, std::uint32_t samples = 1024);

    double length() const { return arc_.back(); }
    double length_up_to(std::size_t point) const { return arc_[point]; }
    // Maps a straight solid about the z axis to the curve: (x, y) in the plane perpendicular to the curve at
    // the length z. The bends of the curve must be wider than the solid.
    Placement placement() const;

  private:
    struct Frame {
        Vec3 origin, x, y;
    };
    void measure();
    std::vector<Vec3> tangents() const;
    Frame at(double along) const;

    std::vector<Vec3> points_, x_, y_;
    std::vector<double> arc_;  // length up to each point
};

// A path of straight lines with round corners: arcs of radius `bend` at all points but the first and the
// last.
struct RoundedPath {
    RoundedPath(const std::vector<Vec3>& corners, double bend, std::uint32_t samples_per_bend = 64);

    // The lengths at which a pipe along the path has rings: at least `per_bend` pieces in a bend and one
    // between bends, more where the builder's edge requires it.
    std::vector<double> rings(const SolidBuilder& builder, std::uint32_t per_bend = 3) const;

    SpaceCurve curve;
    std::vector<double> ends;  // where a straight piece or a bend ends, in turns; lengths from the beginning
};

}  // namespace graze::inline v1
