#include "graze/query/distance/cache/detail/distance_front.h"

#include <cmath>

namespace graze::inline v1::detail {

float DistanceFront::turn_by(const RelativeTransform& a_from_b) {
    float sum = 0;
    for (int k = 0; k < 3; ++k) {
        for (int r = 0; r < 3; ++r) {
            const float change = a_from_b.column[k][r] - column_[k][r];
            column_[k][r] = a_from_b.column[k][r];
            sum += change * change;
        }
    }
    // The difference of two rotations maps one direction to zero and stretches all directions perpendicular
    // to it by the same factor. Poses are rotations to 1e-6, and rounded to floats here.
    const float angle = std::sqrt(sum) * 0.7072f + 4e-6f;
    turned_ += angle;
    return angle;
}

}  // namespace graze::inline v1::detail
