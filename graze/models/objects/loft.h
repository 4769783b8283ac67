// Solids between sections that change along a line: limbs, hulls, bodies, wings.
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

// A section across the z axis: an ellipse about `middle`, or something between it (square = 0) and its
// rectangle (square = 1).
struct Station {
    double along = 0;
    Vec2 middle, half;
    double square = 0;
};

// A curve through points, by cubics that nowhere go further than the two points on both sides (Fritsch and
// Carlson 1980), so that what is given as wide as it should be is nowhere wider. Constant beyond its ends.
class SmoothCurve {
  public:
    explicit SmoothCurve(std::vector<Vec2> points);  // at least two, x ascending
    double at(double x) const;

  private:
    std::vector<Vec2> points_;
    std::vector<double> slopes_;
};

// Sections in between: each of their numbers follows a smooth curve.
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

// The surface over rings of equally many points, counter-clockwise for who looks back from the last to the
// first. The ends are closed by fans about points that see all of the ring there; without them, by the
// polygon that the ring is, which must then be flat.
struct Skin {
    std::size_t rings = 0, around = 0;
    std::function<std::vector<Vec3>(std::size_t ring)> ring;
    std::optional<Vec3> before_first, behind_last;
};
void add_skin(SolidBuilder& builder, const Skin& skin);

// The values given, ascending, and others between them so that steps are as long as the builder's edge; at
// least so many steps from one to the next.
std::vector<double> cut_between(const SolidBuilder& builder, std::span<const double> given,
                                std::uint32_t least = 1);

}  // namespace graze::inline v1
