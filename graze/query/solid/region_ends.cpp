#include "graze/query/solid/detail/region_ends.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "graze/query/solid/detail/solid_tree.h"

namespace graze::inline v1::detail {
namespace {

// An end of this fraction of a box has some volume, unless it is a sheet or sharper than a needle.
constexpr double looked_at = 0x1p-10;

// The mean of max(y - limit, 0) over a triangle whose corners have these y.
double mean_beyond(double x, double y, double z, double limit) {
    const double lowest = std::min({x, y, z}), highest = std::max({x, y, z});
    const double middle = std::max(std::min(x, y), std::min(std::max(x, y), z));
    if (limit >= highest) return 0;
    const auto cube = [](double d) { return d * d * d; };
    if (limit >= middle) return cube(highest - limit) / (3 * (highest - lowest) * (highest - middle));
    const double mean = (lowest - limit + (middle - limit) + (highest - limit)) / 3;
    if (limit <= lowest) return mean;
    return mean + cube(limit - lowest) / (3 * (middle - lowest) * (highest - lowest));
}

}  // namespace

RegionEnds::RegionEnds(const Box& box, double negligible) : box_(box) {
    const Vec3 size = box.size();
    const int exponent = std::max(std::ilogb(std::max({size.x, size.y, size.z})) + 1, -1000);
    scale_ = std::scalbn(1.0, -exponent);
    negligible_ = std::scalbn(negligible, -3 * exponent);
    for (std::size_t k = 0; k < 3; ++k) {
        const double part = size[k] * looked_at;
        ends_[2 * k] = {k, 1, box.upper[k] - part, 0};
        ends_[2 * k + 1] = {k, -1, -box.lower[k] - part, 0};
    }
}

// By the theorem of Gauss, the volume beyond a plane is an integral over the border: the height over the
// plane times the component of the normal along that height. The border on the plane itself has no height.
double RegionEnds::beyond(const End& end, const BorderTriangle& t, double limit) const {
    const std::size_t k = end.axis;
    const double x = end.sign * t.a[k], y = end.sign * t.b[k], z = end.sign * t.c[k];
    if (x <= limit && y <= limit && z <= limit) return 0;
    const double height = mean_beyond((x - limit) * scale_, (y - limit) * scale_, (z - limit) * scale_, 0);
    return t.weight * end.sign * cross((t.b - t.a) * scale_, (t.c - t.a) * scale_)[k] / 2 * height;
}

void RegionEnds::add(const BorderTriangle& t) {
    for (End& end : ends_) end.volume += beyond(end, t, end.limit);
}

bool RegionEnds::any_sheet() const {
    return std::ranges::any_of(ends_, [this](const End& end) { return end.volume <= negligible_; });
}

// The end is a vertex: the last one before the first vertex beyond which there is some volume.
double RegionEnds::trimmed(const End& end, const std::vector<BorderTriangle>& border,
                           const std::vector<Vec3>& points) const {
    std::vector<double> places;
    places.reserve(points.size());
    for (const Vec3& p : points) places.push_back(end.sign * p[end.axis]);
    std::ranges::sort(places, std::ranges::greater{});
    const auto inside = std::ranges::partition_point(places, [&](double place) {
        Sum volume;
        for (const BorderTriangle& t : border) volume.add(beyond(end, t, place));
        return volume.value() <= negligible_;
    });
    return end.sign * (inside == places.begin() ? *inside : *std::prev(inside));
}

Box RegionEnds::without_sheets(const std::vector<BorderTriangle>& border,
                               const std::vector<Vec3>& points) const {
    Box box = box_;
    for (const End& end : ends_) {
        if (end.volume > negligible_) continue;
        const double place = trimmed(end, border, points);
        if (end.sign * place < end.limit) (end.sign > 0 ? box.upper : box.lower)[end.axis] = place;
    }
    return box.empty() ? box_ : box;
}

namespace {

// The part of a segment within a box, as the positions of its ends along the segment.
std::optional<std::pair<double, double>> part_within(const Vec3& p, const Vec3& q, const Box& box) {
    double from = 0, to = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const double d = q[k] - p[k];
        if (p[k] < box.lower[k] || p[k] > box.upper[k]) {
            if (d == 0) return std::nullopt;
            from = std::max(from, ((p[k] < box.lower[k] ? box.lower[k] : box.upper[k]) - p[k]) / d);
            if ((p[k] < box.lower[k]) != (d > 0)) return std::nullopt;
        }
        if (q[k] < box.lower[k] || q[k] > box.upper[k]) {
            if (d == 0) return std::nullopt;
            to = std::min(to, ((q[k] < box.lower[k] ? box.lower[k] : box.upper[k]) - p[k]) / d);
        }
    }
    if (from > to) return std::nullopt;
    return std::pair(from, to);
}

}  // namespace

std::vector<IntersectionCurve> pieces_within(IntersectionCurve&& curve, const Box& box, double margin) {
    const Vec3 more{margin, margin, margin};
    const Box around{box.lower - more, box.upper + more};
    const auto outside = [&](const Vec3& p) { return !around.contains(p); };
    const auto first = std::ranges::find_if(curve.points, outside);
    std::vector<IntersectionCurve> pieces;
    if (first == curve.points.end()) {
        pieces.push_back(std::move(curve));
    } else {
        // Rotates a closed curve to begin and end outside.
        if (curve.closed) {
            std::ranges::rotate(curve.points, first);
            curve.points.push_back(curve.points.front());
        }
        bool goes_on = false;
        for (std::size_t i = 0; i + 1 < curve.points.size(); ++i) {
            const Vec3 &p = curve.points[i], &q = curve.points[i + 1];
            const auto part = part_within(p, q, around);
            if (!part) {
                goes_on = false;
                continue;
            }
            if (!goes_on) pieces.push_back({{p + (q - p) * part->first}, false});
            goes_on = part->second == 1;
            pieces.back().points.push_back(goes_on ? q : p + (q - p) * part->second);
        }
    }
    for (IntersectionCurve& piece : pieces) {
        for (Vec3& p : piece.points)
            for (std::size_t k = 0; k < 3; ++k) p[k] = std::clamp(p[k], box.lower[k], box.upper[k]);
        const auto same = std::ranges::unique(piece.points);
        piece.points.erase(same.begin(), same.end());
    }
    std::erase_if(pieces, [](const IntersectionCurve& piece) { return piece.points.size() < 2; });
    return pieces;
}

}  // namespace graze::inline v1::detail
