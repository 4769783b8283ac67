// Eight boxes along the axes, to be tested at once.
#pragma once

#include <algorithm>
#include <limits>

#include "graze/base/platform.h"

namespace graze::inline v1::detail {

struct FloatBox {
    float lower[3], upper[3];
};

inline bool overlap(const FloatBox& a, const FloatBox& b) {
    for (int k = 0; k < 3; ++k)
        if (a.lower[k] > b.upper[k] || b.lower[k] > a.upper[k]) return false;
    return true;
}

// Eight boxes, stored coordinate by coordinate. Unused ones are empty and overlap nothing.
struct alignas(64) EightBoxes {
    static constexpr int width = 8;
    float lower[3][width], upper[3][width];

    void clear(int slot) {
        for (int k = 0; k < 3; ++k) {
            lower[k][slot] = std::numeric_limits<float>::infinity();
            upper[k][slot] = -std::numeric_limits<float>::infinity();
        }
    }
    void set(int slot, const FloatBox& box) {
        for (int k = 0; k < 3; ++k) {
            lower[k][slot] = box.lower[k];
            upper[k][slot] = box.upper[k];
        }
    }
    FloatBox all() const {
        FloatBox box = {{lower[0][0], lower[1][0], lower[2][0]}, {upper[0][0], upper[1][0], upper[2][0]}};
        for (int k = 0; k < 3; ++k) {
            for (int i = 1; i < width; ++i) {
                box.lower[k] = std::min(box.lower[k], lower[k][i]);
                box.upper[k] = std::max(box.upper[k], upper[k][i]);
            }
        }
        return box;
    }
};

GRAZE_INLINE FloatBox box_in(const EightBoxes& boxes, int slot) {
    return {{boxes.lower[0][slot], boxes.lower[1][slot], boxes.lower[2][slot]},
            {boxes.upper[0][slot], boxes.upper[1][slot], boxes.upper[2][slot]}};
}

}  // namespace graze::inline v1::detail
