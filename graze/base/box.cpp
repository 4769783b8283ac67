#include "graze/base/box.h"

#include <cmath>

namespace graze::inline v1 {

Box grown(const Box& box, double margin) {
    if (box.empty() || margin == 0) return box;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto below = [&](double v) { return std::nextafter(v - margin, -infinity); };
    const auto above = [&](double v) { return std::nextafter(v + margin, infinity); };
    return {{below(box.lower.x), below(box.lower.y), below(box.lower.z)},
            {above(box.upper.x), above(box.upper.y), above(box.upper.z)}};
}

}  // namespace graze::inline v1
