// Where faces of two solids continue flush beside an overlap, the border of the overlap continues with them
// as a sheet that encloses nothing. This module cuts off such sheets.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "graze/base/box.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1::detail {

// A triangle on the border of a region, oriented with the region behind it; or a triangle of a fan that adds
// up to a piece of the border.
struct BorderTriangle {
    int weight;
    Vec3 a, b, c;
};

// The ends of one region along the axes, and the volumes there.
class RegionEnds {
  public:
    // `box` is the box around the border. An end that contains no more than `negligible` of the volume is a
    // sheet.
    RegionEnds(const Box& box, double negligible);

    void add(const BorderTriangle& t);
    // After all triangles have been added: does an end of the box contain too little?
    bool any_sheet() const;
    // The box without such ends. Needs all triangles again, and the vertices of the border.
    Box without_sheets(const std::vector<BorderTriangle>& border, const std::vector<Vec3>& points) const;

  private:
    // A coordinate or its negative, so that each end is where the value is largest.
    struct End {
        std::size_t axis;
        double sign;
        double limit;   // an end that is no longer than this is not cut off
        double volume;  // beyond the limit
    };

    double beyond(const End& end, const BorderTriangle& t, double limit) const;
    double trimmed(const End& end, const std::vector<BorderTriangle>& border,
                   const std::vector<Vec3>& points) const;

    Box box_;
    double scale_;       // scales lengths to about 1
    double negligible_;  // in these scaled units
    std::array<End, 6> ends_;
};

// The pieces of a curve within a box. Points outside the box by no more than `margin` count as on its border.
std::vector<IntersectionCurve> pieces_within(IntersectionCurve&& curve, const Box& box, double margin);

}  // namespace graze::inline v1::detail
