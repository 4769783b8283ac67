#include "graze/report/detail/finding_focus.h"

#include <algorithm>
#include <limits>

namespace graze::inline v1::detail {
namespace {

constexpr std::size_t most_regions = 8;  // with a box each; the others share one

// No length is below it, so that no picture divides by zero.
constexpr double least_size = std::numeric_limits<double>::min();

double smaller_radius(const ClashFinding& finding, const ClashReport& report) {
    return std::min(radius_of(report.parts[finding.a].box), radius_of(report.parts[finding.b].box));
}

Box box_of(const FoundRegion& region) {
    Box box = region.box;
    if (region.depth) {
        box.grow(region.point);
        box.grow(region.nearest);
    }
    return box;
}

std::vector<Box> region_boxes(const ClashFinding& finding) {
    std::vector<Box> boxes;
    for (const FoundRegion& region : finding.regions) {
        if (region.box.empty()) continue;
        if (boxes.size() < most_regions)
            boxes.push_back(box_of(region));
        else
            boxes.back().grow(box_of(region));
    }
    return boxes;
}

// For a part inside the other: all of the smaller part.
Box inner_box(const ClashFinding& finding, const ClashReport& report) {
    const Box &a = report.parts[finding.a].box, &b = report.parts[finding.b].box;
    return radius_of(a) < radius_of(b) ? a : b;
}

double smallest_length(const ClashFinding& finding, double around) {
    if (finding.depth && finding.depth->value > 0) return finding.depth->value;
    if (finding.gap && finding.gap->distance > 0) return finding.gap->distance;
    return 0.01 * around;
}

}  // namespace

double radius_of(const Box& box) {
    return length(box.size()) / 2;
}

FindingFocus focus_of(const ClashFinding& finding, const ClashReport& report) {
    FindingFocus focus;
    focus.point = finding.point;
    focus.boxes = region_boxes(finding);
    if (finding.kind == FindingKind::inside) focus.boxes.assign(1, inner_box(finding, report));
    if (focus.boxes.empty()) {
        Box box;
        box.grow(finding.point);
        if (finding.gap) {
            box.grow(finding.gap->point_a);
            box.grow(finding.gap->point_b);
        }
        focus.boxes.push_back(box);
    }
    focus.worst = focus.boxes.front();
    for (const Box& box : focus.boxes) focus.box.grow(box);
    const double smaller = smaller_radius(finding, report);
    for (Box& box : focus.boxes) box = grown(box, std::max(0.5 * radius_of(box), 0.04 * smaller));
    focus.smallest =
        std::max(smallest_length(finding, std::max(radius_of(focus.box), 0.1 * smaller)), least_size);
    return focus;
}

}  // namespace graze::inline v1::detail
