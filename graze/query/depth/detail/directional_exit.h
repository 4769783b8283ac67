// How far must A be moved in one direction so that the solids do not overlap any more?
#pragma once

#include <optional>
#include <vector>

#include "graze/query/depth/detail/translated_pair.h"

namespace graze::inline v1::detail {

// The first free place on a ray through the space of translations.
class DirectionalExit {
  public:
    explicit DirectionalExit(const TranslatedPair& pair);

    // The least s from `from` to `to` such that the solids are apart after a translation by s times the
    // direction (of length 1); longer by about the gap that is to be kept. Free places narrower than two gaps
    // do not count, nor do those that rounding hides. None: there is no such s, or the budget is used up.
    std::optional<double> find(const Vec3& direction, double from, double to);

  private:
    struct Span {
        double from, to;
    };
    void add_inner_spans(const Vec3& point, const Vec3& direction, const Shape& solid,
                         const Pose& world_from_solid);
    bool gather(const Vec3& direction, double from, double to);
    std::optional<double> free_between(const Vec3& direction, double& covered, double to);

    const TranslatedPair& pair_;
    std::vector<Vec3> points_a_, points_b_;  // some corners
    std::vector<Span> inner_;                // of s: where one of these is inside the other solid
    std::vector<Span> spans_;                // where two triangles have a common point
};

}  // namespace graze::inline v1::detail
