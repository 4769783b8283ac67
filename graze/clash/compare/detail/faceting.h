// Whether an overlap of two meshes is one of the parts that they stand for, or comes from their faceting.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graze/base/triangle.h"
#include "graze/clash/compare/detail/compare_pair.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1::detail {

// The triangles around a region that belong to one face of a part, in world coordinates.
struct FaceAround {
    SurfaceFace face;
    double allowance = 0;  // how far the triangles may lie outside the part, rounding included
    std::vector<TriangleId> ids;
    std::vector<Triangle> triangles;

    bool planar() const { return face.kind == SurfaceKind::plane; }
    // Rounding and the tolerance of the model aside.
    bool uncertain() const { return face.outward > face.tolerance; }
};

struct FacesAround {
    std::vector<FaceAround> a, b;
};

// What coordinates are rounded by where two parts meet: those of the part nearer to the origin.
double coordinate_rounding(const PlacedShape& a, const PlacedShape& b);

class FacetingJudge {
  public:
    // Both parts and the meter must outlive this object.
    FacetingJudge(const PlacedShape& a, const PlacedShape& b, Meter& meter);

    // What coordinates of this size are rounded by, in all that is computed from them.
    double rounding() const { return rounding_; }

    // Whether it is known of a part that its triangles stand for faces.
    bool knows_faces() const;

    // About a region of the overlap, whose depth is attained somewhere and at most so much everywhere.
    // nullopt: nothing is known that could explain it. If the budget runs out, it is not explained.
    std::optional<Faceting> judge(const OverlapRegion& region, double depth, double depth_at_most,
                                  double thickness) const;

    // About an overlap without regions, whose volume is no larger than its error.
    Faceting judge_slight(double depth) const;

  private:
    FacesAround faces_of(const OverlapRegion& region) const;
    Faceting within_tolerances(const FacesAround& faces, const OverlapRegion& region, double nearby,
                               double depth_at_most, Faceting known) const;
    bool is_inside_both(const Vec3& p) const;
    bool has_deeper_vertex(const PlacedShape& of, const PlacedShape& in, double depth) const;
    bool has_planar_overlap(const FacesAround& faces, double nearby) const;

    const PlacedShape &a_, &b_;
    Meter& meter_;
    double rounding_;
    double depth_rounding_;  // bounds of depths come no closer
};

}  // namespace graze::inline v1::detail
