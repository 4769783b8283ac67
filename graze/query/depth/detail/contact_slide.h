// A free translation is shortened until contacts hold it.
#pragma once

#include <vector>

#include "graze/query/contact.h"
#include "graze/query/depth/detail/nearest_in_half_spaces.h"
#include "graze/query/depth/detail/translated_pair.h"

namespace graze::inline v1::detail {

// Projects the origin onto the contact space around a free translation, over and over (Je, Tang, Lee, Lee and
// Kim 2012). Contacts are not linearised at one place only: two triangles are convex, so the plane across
// their closest points keeps them apart wherever it is kept, and all planes together bound a convex set of
// free translations. Each step goes to the point of that set nearest to the origin, so no step has to be
// taken back, and no search for the time of a contact is needed.
class ContactSlide {
  public:
    explicit ContactSlide(const TranslatedPair& pair) : pair_(pair) {}

    // A free translation that is as short, or shorter. `from` is free.
    Vec3 run(const Vec3& from);

  private:
    bool gather(const Vec3& t);
    BoundingPlane plane_of(const Contact& contact, const Pose& pose_a, const Vec3& t) const;

    const TranslatedPair& pair_;
    double within_ = 0;  // only pairs this close are looked at, and no step is longer
    std::vector<BoundingPlane> planes_;
};

}  // namespace graze::inline v1::detail
