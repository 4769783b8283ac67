#include "graze/query/depth/detail/translated_pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/query/depth/detail/safe_length.h"

namespace graze::inline v1::detail {

TranslatedPair::TranslatedPair(const Shape& a, const Pose& world_from_a, const Shape& b,
                               const Pose& world_from_b, Meter& meter, QueryCounts& counts)
    : a_(a),
      world_from_a_(world_from_a),
      b_(b),
      world_from_b_(world_from_b),
      box_a_(world_from_a(a.mesh().box())),
      box_b_(world_from_b(b.mesh().box())),
      meter_(&meter),
      counts_(counts),
      size_(std::min(safe_length(box_a_.size()), safe_length(box_b_.size()))) {
    double largest = std::max(largest_coordinate(world_from_a.translation()),
                              largest_coordinate(world_from_b.translation()));
    for (const Box& box : {a.mesh().box(), box_a_, b.mesh().box(), box_b_})
        largest = std::max({largest, largest_coordinate(box.lower), largest_coordinate(box.upper)});
    const double larger = std::max(safe_length(box_a_.size()), safe_length(box_b_.size()));
    if (larger > 0) scale_ = std::ldexp(1.0, std::ilogb(larger));
    // Translations are as long as the sum of the sizes at most.
    rounding_ = std::max(0x1p-47 * largest, 0x1p-1000);
    gap_ = std::max(1e-10 * size_, 2 * rounding_);
}

QueryOptions TranslatedPair::options() const {
    QueryOptions options;
    options.budget = Budget::part_of(*meter_);
    options.counts = &counts_;
    return options;
}

Pose TranslatedPair::moved(const Vec3& t) const {
    Pose::Matrix matrix = world_from_a_.matrix();
    for (std::size_t k = 0; k < 3; ++k) matrix[k][3] += t[k];
    return Pose(matrix);
}

Relation TranslatedPair::relation_at(const Vec3& t) const {
    meter_->spend(16);
    return relation(a_, moved(t), b_, world_from_b_, options());
}

Vec3 TranslatedPair::box_translation() const {
    Vec3 best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        const double upwards = box_b_.upper[k] - box_a_.lower[k],
                     downwards = box_a_.upper[k] - box_b_.lower[k];
        if (!(std::min(upwards, downwards) < least)) continue;
        least = std::min(upwards, downwards);
        best = {};
        best[k] = upwards < downwards ? upwards + gap_ : -(downwards + gap_);
    }
    return best;
}

}  // namespace graze::inline v1::detail
