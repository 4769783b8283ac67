// Where faces of two solids go on flush beside an overlap, its border goes on with them as a sheet that
// encloses nothing. Here such sheets are cut off.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "graze/base/box.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1::detail {

// A triangle on the border of a region, wound so that the region is behind it, or of a fan that adds up to a
// piece of the border.
struct BorderTriangle {
    int weight;
    Vec3 a, b, c;
};

// The ends of one region along the axes, and what volume lies there.
class RegionEnds {
  public:
    // The box around the border. An end that holds no more than `negligible` of the volume is a sheet.
    RegionEnds(const Box& box, double negligible);

    void add(const BorderTriangle& t);
    // After all have been added: whether an end of the box holds too little.
    bool any_sheet() const;
    // The box without such ends. With all triangles again, and the vertices of the border.
    Box without_sheets(const std::vector<BorderTriangle>& border, const std::vector<Vec3>& points) const;

  private:
    // A coordinate, or its negative: so that each end is one where it is largest.
    struct End {
        std::size_t axis;
        double sign;
        double limit;   // an end that is no longer than this is not cut off
        double volume;  // of what is further
    };

    double beyond(const End& end, const BorderTriangle& t, double limit) const;
    double trimmed(const End& end, const std::vector<BorderTriangle>& border,
                   const std::vector<Vec3>& points) const;

    Box box_;
    double scale_;       // to where lengths are about 1
    double negligible_;  // there
    std::array<End, 6> ends_;
};

// The pieces of a curve within a box. What is outside by no more than `margin` counts as on its border.
std::vector<IntersectionCurve> pieces_within(IntersectionCurve&& curve, const Box& box, double margin);

}  // namespace graze::inline v1::detail
