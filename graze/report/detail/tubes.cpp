#include "graze/report/detail/tubes.h"

#include <cmath>

#include "graze/render/detail/view_axes.h"

namespace graze::inline v1::detail {

void Tubes::add(std::span<const Vec3> points, bool closed) {
    for (std::size_t i = 1; i < points.size(); ++i) add_segment(points[i - 1], points[i]);
    if (closed && points.size() > 2) add_segment(points.back(), points.front());
}

void Tubes::add_segment(const Vec3& a, const Vec3& b) {
    const Vec3 along = unit(b - a);
    if (along == Vec3{}) return;
    const ViewAxes axes = axes_along(along, {0, 0, 1});
    const auto first = static_cast<VertexId>(vertices_.size());
    // A little longer at both ends, so that segments meet without gaps.
    for (const Vec3& end : {a - along * (radius_ / 2), b + along * (radius_ / 2)}) {
        vertices_.push_back(end + axes.up * radius_);
        vertices_.push_back(end - axes.up * (radius_ / 2) + axes.right * (0.866 * radius_));
        vertices_.push_back(end - axes.up * (radius_ / 2) - axes.right * (0.866 * radius_));
    }
    for (VertexId i = 0; i < 3; ++i) {
        const VertexId p = first + i, q = first + (i + 1) % 3;
        triangles_.push_back({p, q, q + 3});
        triangles_.push_back({p, q + 3, p + 3});
    }
}

}  // namespace graze::inline v1::detail
