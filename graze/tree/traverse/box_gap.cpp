#include "graze/tree/traverse/box_gap.h"

#include <algorithm>
#include <cmath>

#include "graze/tree/traverse/tree_segment.h"

namespace graze::inline v1::detail {
namespace {

struct PlacedBounds {
    const Pose::Matrix& m;
    const Box& box;
    double largest;  // bounds all coordinates that are added up

    PlacedBounds(const Shape& shape, const Pose& pose)
        : m(pose.matrix()),
          box(shape.box()),
          largest(2 * std::max(largest_coordinate(box.lower), largest_coordinate(box.upper)) +
                  largest_coordinate(pose.translation())) {}

    Vec3 axis(std::size_t k) const { return {m[0][k], m[1][k], m[2][k]}; }
    // The range of projections of the turned box, without the translation.
    void project(const Vec3& d, double& low, double& high) const {
        low = high = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double slope = m[0][k] * d.x + m[1][k] * d.y + m[2][k] * d.z;
            const double from = slope * box.lower[k], to = slope * box.upper[k];
            low += std::min(from, to);
            high += std::max(from, to);
        }
    }
};

}  // namespace

WholeGap gap_of_boxes(const PairQuery& query) {
    const PlacedBounds a(query.a, query.world_from_a), b(query.b, query.world_from_b);
    const Vec3 between = query.world_from_a.translation() - query.world_from_b.translation();
    // A coordinate of a world vertex has six roundings; a projection of it, a dozen more.
    const double margin = 0x1p-48 * 2 * (a.largest + b.largest) + 0x1p-1000;
    WholeGap best;
    for (std::size_t k = 0; k < 6; ++k) {
        const Vec3 d = k < 3 ? a.axis(k) : b.axis(k - 3);
        double low_a = 0, high_a = 0, low_b = 0, high_b = 0;
        a.project(d, low_a, high_a);
        b.project(d, low_b, high_b);
        const double shift = dot(d, between);
        const double above = shift + low_a - high_b, below = low_b - high_a - shift;
        const double gap = std::max(above, below) - margin;
        if (gap > best.at_least) best = {gap, above > below ? d : -d};
    }
    // Poses are rigid to 1e-6, and so long are the axes.
    if (best.at_least > 0)
        best.at_least *=
            1 - 1.01 * std::max(query.world_from_a.deviation(), query.world_from_b.deviation()) - 0x1p-48;
    return best;
}

}  // namespace graze::inline v1::detail
