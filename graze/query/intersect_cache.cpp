#include "graze/query/intersect_cache.h"

#include <cmath>

#include "graze/query/detail/pair_frame.h"

namespace graze::inline v1 {

void IntersectCache::keep_witness(TriangleId a, TriangleId b) {
    touched_ = true;
    triangle_a_ = a;
    triangle_b_ = b;
    clearance_ = 0;
}

// The margin once for then and once for the time of asking, which has about the same.
void IntersectCache::keep_clearance(const detail::Passage& p, float clearance) {
    touched_ = false;
    // Axes of boxes are of length 1 up to 1e-4, so distances along them are as good.
    clearance_ = clearance * 0.999f - 4 * p.margin;
    if (!(clearance_ > 0)) clearance_ = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) placed_[j][i] = p.column[j][i];
        placed_[3][i] = p.shift[i];
    }
}

// No point of B has moved further, as seen from A, than its middle and the corners of its box around it.
bool IntersectCache::still_apart(const detail::Passage& p, const WideTree& b) const {
    if (!(clearance_ > 0)) return false;
    float moved = 0;
    const auto add = [&](std::size_t column, const float* now, float weight) {
        float sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const float d = now[i] - placed_[column][i];
            sum += d * d;
        }
        moved += std::sqrt(sum) * weight;
    };
    add(3, p.shift, 1);
    for (std::size_t j = 0; j < 3; ++j) add(j, p.column[j], p.scale * b.half()[j]);
    return moved * 1.001f + 4 * p.margin < clearance_;
}

}  // namespace graze::inline v1
