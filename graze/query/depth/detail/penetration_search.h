// The search for a short translation that separates two solids, and for a lower bound of its length.
#pragma once

#include <vector>

#include "graze/query/depth/detail/contact_slide.h"
#include "graze/query/depth/detail/directional_exit.h"
#include "graze/query/depth/penetration.h"

namespace graze::inline v1::detail {

class PenetrationSearch {
  public:
    // The solids overlap, or one lies in the other.
    PenetrationSearch(TranslatedPair& pair, const PenetrationOptions& options);

    // A direction to look along first; its length does not matter.
    void start_along(const Vec3& direction) { add_direction(direction); }
    // Fills in the translation, its length and the lower bound.
    void run(Penetration& result);

  private:
    struct Start {
        double length;
        Vec3 direction;
    };
    void take(const Vec3& t);
    bool is_good_enough() const;
    void bound_by_depth();
    void add_direction(const Vec3& d);
    void add_axes(const Shape& shape, const Pose& pose);
    void add_faces(const Shape& shape, const Pose& pose, double sign);
    void add_regions();
    void look_along_directions();
    void slide_from(std::size_t most);
    void look_around_best();

    TranslatedPair& pair_;
    const PenetrationOptions& options_;
    DirectionalExit exit_;
    ContactSlide slide_;
    Vec3 best_, deep_point_;
    double value_, at_least_ = 0;
    std::vector<Vec3> directions_;
    std::size_t looked_ = 0;  // at so many of the directions
    std::vector<Start> starts_;
    std::vector<Vec3> slid_;  // directions of starts that were followed
};

}  // namespace graze::inline v1::detail
