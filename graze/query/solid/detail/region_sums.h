// Computes the regions from the sets of connected members: their volumes, boxes, triangles and curves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graze/query/solid/detail/boundary_integral.h"
#include "graze/query/solid/detail/cut_surface.h"
#include "graze/query/solid/overlap_regions.h"

namespace graze::inline v1::detail {

// The curve of a chain. Successive points at one place become one point. None if all points are at one place.
std::optional<IntersectionCurve> curve_of(const CutChain& chain, const CutGraph& graph);

class RegionSums {
  public:
    // `empty`: an integral over nothing. Joins voids to the regions around them.
    RegionSums(const CutGraph& graph, const CutSurface& a, const CutSurface& b, RegionSets& sets,
               const BoundaryIntegral& empty);

    // The regions with a volume, in order of their lowest members.
    std::vector<OverlapRegion> regions() const;

  private:
    struct Region {
        BoundaryIntegral integral;
        Box box;  // finally without sheets
        Box border_box;
        Vec3 tip;  // a point of the border furthest along x

        bool has_sheets() const { return box != border_box; }
        void grow(const Vec3& p) {
            if (!(p.x <= box.upper.x)) tip = p;
            box.grow(p);
        }
    };

    void add_up();
    // Calls the function with the numbers of the regions.
    template <typename F>
    void for_each_triangle(const F& use) const;
    template <typename F>
    void for_each_triangle(const CutSurface& surface, const CrossedTriangle& t, const F& use) const;
    template <typename F>
    void for_each_point(const F& use) const;
    void cut_off_sheets();
    bool join_voids();
    std::optional<std::uint32_t> member_around(std::uint32_t region);
    void list_triangles(const CutSurface& surface, std::vector<TriangleId> OverlapRegion::* list,
                        std::vector<OverlapRegion>& all) const;
    void list_faces(const CutSurface& surface, std::vector<RegionFace> OverlapRegion::* list,
                    std::vector<OverlapRegion>& all) const;

    static constexpr std::uint32_t none = 0xffffffff;
    const CutGraph& graph_;
    const CutSurface &a_, &b_;
    RegionSets& sets_;
    BoundaryIntegral empty_;
    std::vector<Region> regions_;
    std::vector<std::uint32_t> number_;  // of the region of each member
};

}  // namespace graze::inline v1::detail
