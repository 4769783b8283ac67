// Lower bounds of a penetration by balls inside both solids.
#pragma once

#include "graze/query/depth/detail/translated_pair.h"

namespace graze::inline v1::detail {

// A point with the depth d in A and the depth e in B is the centre of a ball of radius d in A and of one of
// radius e in B. These balls have common points inside both as long as A is moved by less than d + e, in
// whatever direction. Depths are negative outside.
class CommonBalls {
  public:
    explicit CommonBalls(const TranslatedPair& pair) : pair_(pair) {}

    struct Ball {
        Vec3 centre;
        double radius = 0;  // d + e, less all rounding; nothing known: 0
    };
    // The largest sum of depths for A translated by t that a search of so many points finds, beginning with
    // the guess. It ends when the radius is `enough`, or it is certain that none is.
    Ball find(const Vec3& t, const Vec3& guess, double enough, int points) const;

  private:
    double sum_at(const Vec3& t, const Vec3& p) const;

    const TranslatedPair& pair_;
};

}  // namespace graze::inline v1::detail
