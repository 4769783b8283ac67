#include "graze/deform/refit/detail/leaf_refit.h"

#include <algorithm>

#include "graze/base/float_rounding.h"

namespace graze::inline v1::detail {

LeafBox refit_leaf(std::span<const Vec3> points, std::span<const std::array<VertexId, 3>> triangles,
                   const TreeLeaf& pattern, TreeLeaf& leaf) {
    constexpr std::size_t width = TreeLeaf::width;
    const std::size_t count = pattern.count();
    // Coordinate by coordinate, as in the leaf: x, y, z of corner 0, then 1, then 2.
    double value[9][width];
    for (std::size_t i = 0; i < width; ++i) {
        leaf.triangle[i] = pattern.triangle[i < count ? i : 0];
        const std::array<VertexId, 3>& corners = triangles[leaf.triangle[i]];
        for (std::size_t c = 0; c < 3; ++c) {
            const Vec3& p = points[corners[c]];
            value[3 * c][i] = p.x;
            value[3 * c + 1][i] = p.y;
            value[3 * c + 2][i] = p.z;
        }
    }
    LeafBox box;
    double origin[3], furthest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        double lower = value[k][0], upper = value[k][0];
        for (std::size_t c = k; c < 9; c += 3) {
            for (std::size_t i = 0; i < width; ++i) {
                lower = std::min(lower, value[c][i]);
                upper = std::max(upper, value[c][i]);
            }
        }
        box.lower[k] = nearest_float(lower);
        box.upper[k] = nearest_float(upper);
        leaf.origin[k] = nearest_float(0.5 * (lower + upper));
        // From the rounded origin, which for a tiny leaf is not in its middle.
        origin[k] = static_cast<double>(leaf.origin[k]);
        furthest = std::max({furthest, upper - origin[k], origin[k] - lower});
    }
    leaf.set(std::max(0x1p-120F, static_cast<float>(furthest / 32700)), static_cast<std::uint32_t>(count));
    const double per_step = 1 / static_cast<double>(leaf.step());
    for (std::size_t c = 0; c < 9; ++c) {
        const double from = origin[c % 3];
        // Rounded to the nearest by truncation; never beyond 32767, as the step is furthest / 32700.
        for (std::size_t i = 0; i < width; ++i)
            leaf.value[c][i] = static_cast<std::int16_t>(
                static_cast<int>((value[c][i] - from) * per_step + 32768.5) - 32768);
    }
    return box;
}

}  // namespace graze::inline v1::detail
