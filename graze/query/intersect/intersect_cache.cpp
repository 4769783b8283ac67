#include "graze/query/intersect/intersect_cache.h"

#include <algorithm>
#include <cmath>

#include "graze/tree/traverse/pair_frame.h"

namespace graze::inline v1::detail {

// No point of B has moved further than the middle of B's box plus the corners relative to the middle.
float IntersectCache::moved(const RelativeTransform& p, const WideTree& b) {
    if (steps_ < 0) return 0;
    steps_ = std::min(steps_ + 1, 1 << 20);
    const auto difference = [&](std::size_t column, const float* now) {
        float sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const float d = now[i] - placed_[column][i];
            sum += d * d;
        }
        return std::sqrt(sum);
    };
    float direction = difference(3, p.shift);
    for (std::size_t j = 0; j < 3; ++j) direction += difference(j, p.column[j]) * p.scale * b.half()[j];
    return direction * 1.001f;
}

// The margin counts twice: at the time of the last full test and now.
bool IntersectCache::still_apart(float moved, float margin) const {
    return moved + 4 * margin < clearance_;
}

float IntersectCache::clearance_worth_seeking(float moved) const {
    constexpr float far = 0.25f;  // beyond this, shapes are found apart without opening their trees
    return steps_ > 0 ? std::min(far, ambition_ * moved / static_cast<float>(steps_)) : 0;
}

void IntersectCache::keep_witness(TriangleId a, TriangleId b) {
    touched_ = true;
    triangle_a_ = a;
    triangle_b_ = b;
    clearance_ = 0;
}

void IntersectCache::keep_clearance(float clearance, float wanted, float margin) {
    touched_ = false;
    // Seeking a distance that cannot be found costs several plain tests. After a failure the cache does not
    // seek for a while, and for longer each time.
    constexpr float first_try = 2, most = 16;
    if (wanted > 0 && clearance < 0.5f * wanted) {
        ambition_ = 0;
        looks_to_wait_ = patience_;
        patience_ = std::min(1024, 2 * patience_);
    } else if (wanted > 0) {
        ambition_ = std::min(most, 1.5f * ambition_);
        patience_ = std::max(16, patience_ / 2);
    } else if (--looks_to_wait_ <= 0) {
        ambition_ = first_try;
    }
    // Axes of boxes are of length 1 up to 1e-4, so distances along them are almost exact.
    clearance_ = std::max(0.0f, clearance * 0.999f - 4 * margin);
}

void IntersectCache::keep_place(const RelativeTransform& p) {
    steps_ = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) placed_[j][i] = p.column[j][i];
        placed_[3][i] = p.shift[i];
    }
}

}  // namespace graze::inline v1::detail
