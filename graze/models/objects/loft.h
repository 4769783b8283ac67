// Solids between sections that change along a line: limbs, hulls, bodies and wings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/predicates.h"
#include "graze/models/objects/builder.h"

namespace graze::inline v1 {

// A section perpendicular to the z axis about `middle`: an ellipse (square = 0), its bounding rectangle
// (square = 1), or a shape in between.
struct Station {
    double along = 0;
    Vec2 middle, half;
    double square = 0;
};

// A curve through points by cubics that stay between neighbouring points (Fritsch and Carlson 1980). So a
// body is nowhere wider than its given widths. Constant beyond its ends.
class SmoothCurve {
  public:
    explicit SmoothCurve(std::vector<Vec2> points);  // at least two, x ascending
    double at(double x) const;

  private:
    std::vector<Vec2> points_;
    std::vector<double> slopes_;
};

// The sections between given sections: each of their numbers follows a smooth curve.
class Stations {
  public:
    explicit Stations(std::vector<Station> stations);  // at least two, ascending
    Station at(double along) const;
    std::span<const Station> given() const { return stations_; }
    double girth() const;  // of the largest section, about

  private:
    std::vector<Station> stations_;
    std::vector<SmoothCurve> curves_;
};

struct LoftOptions {
    double start = 0, end = 0;  // how far the ends bulge beyond the first and last station; 0 is flat
    std::uint32_t least_around = 8, least_between = 1;  // least_between: pieces from station to station
};
void add_loft(SolidBuilder& builder, const Stations& stations, const LoftOptions& options,
              const Placement& place);

// The surface over rings with equal numbers of points, counter-clockwise as seen from the last ring towards
// the first. A fan about a given point closes each end; the point must see the whole ring. Without a point,
// the polygon of the ring closes the end and must be flat.
struct Skin {
    std::size_t rings = 0, around = 0;
    std::function<std::vector<Vec3>(std::size_t ring)> ring;
    std::optional<Vec3> before_first, behind_last;
};
void add_skin(SolidBuilder& builder, const Skin& skin);

// The given values, ascending, and values between them, so that steps are as long as the builder's edge.
// There are at least `least` steps between two given values.
std::vector<double> cut_between(const SolidBuilder& builder, std::span<const double> given,
                                std::uint32_t least = 1);

}  // namespace graze::inline v1
