#include "graze/world/comparison/detail/cell_frame.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace graze::inline v1::detail {
namespace {

double quantile(std::vector<double>& values, std::size_t percent) {
    const std::size_t i = (values.size() - 1) * percent / 100;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i), values.end());
    return values[i];
}

}  // namespace

BoxSurvey BoxSurvey::of(const BoxBlocks& boxes) {
    constexpr std::size_t most = 512;
    const std::size_t stride = (boxes.size() + most - 1) / most;
    std::array<std::vector<double>, 3> centers, extents;
    for (std::size_t i = 0; i < boxes.size(); i += stride) {
        const FloatBox box = boxes.get(i);
        if (box.empty()) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const double lower = static_cast<double>(box.lower[k]), upper = static_cast<double>(box.upper[k]);
            if (!std::isfinite(lower) || !std::isfinite(upper)) continue;
            centers[k].push_back(0.5 * (lower + upper));
            extents[k].push_back(upper - lower);
        }
    }
    BoxSurvey survey;
    for (std::size_t k = 0; k < 3; ++k) {
        if (centers[k].empty()) continue;
        const double low = quantile(centers[k], 2), high = quantile(centers[k], 98);
        survey.extent[k] = quantile(extents[k], 75);
        // For evenly spread boxes, this covers those that the quantiles left out.
        const double beyond = 0.03 * (high - low) + 0.5 * survey.extent[k];
        survey.lower[k] = low - beyond;
        survey.upper[k] = high + beyond;
    }
    return survey;
}

bool CellFrame::resembles(const CellFrame& other) const {
    for (std::size_t k = 0; k < 3; ++k) {
        if (size[k] == 1 && other.size[k] == 1) continue;
        const double ratio = cells_per_unit[k] / other.cells_per_unit[k];
        if (!(ratio > 0.6 && ratio < 1.6)) return false;
    }
    return true;
}

bool CellFrame::exceeded_by(const FloatBox& box) const {
    for (std::size_t k = 0; k < 3; ++k) {
        const double lower = (static_cast<double>(box.lower[k]) - origin[k]) * cells_per_unit[k];
        const double upper = (static_cast<double>(box.upper[k]) - origin[k]) * cells_per_unit[k];
        if (lower < 0 || upper >= size[k]) return true;
    }
    return false;
}

}  // namespace graze::inline v1::detail
