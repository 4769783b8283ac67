#include "graze/report/detail/page_clashes.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace graze::inline v1::detail {
namespace {

constexpr double curve_tolerance = 1e-3;  // of the size of a region

// Rounds to nine digits, which take fewer bytes as text.
double rounded(double value) {
    char digits[32];
    const char* end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9).ptr;
    double result = value;
    std::from_chars(digits, end, result);
    return result;
}
Vec3 rounded(const Vec3& p) {
    return {rounded(p.x), rounded(p.y), rounded(p.z)};
}
Box rounded(const Box& box) {
    return box.empty() ? box : Box{rounded(box.lower), rounded(box.upper)};
}

double distance_from_line(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double squared = dot(along, along);
    const double t = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0;
    return length(p - (a + along * t));
}

// Leaves out points near the line between the points that stay (Douglas and Peucker 1973).
std::vector<Vec3> simplified(const std::vector<Vec3>& points, double tolerance) {
    if (points.size() < 4) return points;
    std::vector<std::uint8_t> kept(points.size());
    kept.front() = kept.back() = 1;
    // The ends of a closed curve are neighbours; keeping the middle prevents a single line.
    kept[points.size() / 2] = 1;
    std::vector<std::pair<std::size_t, std::size_t>> pieces{{0, points.size() / 2},
                                                            {points.size() / 2, points.size() - 1}};
    while (!pieces.empty()) {
        const auto [first, last] = pieces.back();
        pieces.pop_back();
        double most = tolerance;
        std::size_t farthest = first;
        for (std::size_t i = first + 1; i < last; ++i) {
            const double d = distance_from_line(points[i], points[first], points[last]);
            if (d > most) most = d, farthest = i;
        }
        if (farthest == first) continue;
        kept[farthest] = 1;
        pieces.emplace_back(first, farthest);
        pieces.emplace_back(farthest, last);
    }
    std::vector<Vec3> result;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (kept[i] != 0) result.push_back(rounded(points[i]));
    return result;
}

void round_coordinates(FoundRegion& region) {
    const double tolerance = curve_tolerance * length(region.box.size());
    region.box = rounded(region.box);
    region.point = rounded(region.point);
    region.nearest = rounded(region.nearest);
    for (IntersectionCurve& curve : region.curves) curve.points = simplified(curve.points, tolerance);
}

// Fields that are not named here stay as they are.
void reduce(ClashFinding& finding, const PageDetail& detail, bool with_curves) {
    if (finding.regions.size() > detail.most_regions) finding.regions.resize(detail.most_regions);
    if (!with_curves)
        for (FoundRegion& region : finding.regions) region.curves.clear();
    if (!detail.rounded) return;
    finding.point = rounded(finding.point);
    for (FoundRegion& region : finding.regions) round_coordinates(region);
}

Pose rounded(const Pose& pose) {
    Pose::Matrix rows = pose.matrix();
    for (auto& row : rows)
        for (double& v : row) v = rounded(v);
    return Pose(rows);
}

// Keeps the end of the path, which tells most. The end begins with a whole character.
std::string shortened(const std::string& name, std::size_t longest) {
    if (name.size() <= longest) return name;
    std::size_t first = name.size() - longest;
    while (first < name.size() && (static_cast<unsigned char>(name[first]) & 0xc0U) == 0x80U) ++first;
    return "..." + name.substr(first);
}

// Resolved findings lose their curves first: nobody misses them.
bool resolved_have_curves(const PageDetail& detail) {
    return !detail.rounded;
}

std::size_t resolved_in(const ClashReport& report) {
    return report.baseline ? report.baseline->resolved.size() : 0;
}

}  // namespace

bool has_curves(const ClashFinding& finding) {
    return std::ranges::any_of(finding.regions, [](const FoundRegion& r) { return !r.curves.empty(); });
}

ClashReport reduced(const ClashReport& report, const PageDetail& detail) {
    ClashReport result = report;
    for (ClashPart& part : result.parts) {
        part.path = shortened(part.path, detail.longest_name);
        part.name = shortened(part.name, detail.longest_name);
        if (!detail.rounded) continue;
        part.hash = {};
        part.attributes.clear();
        part.world_from_part = rounded(part.world_from_part);
        part.box = rounded(part.box);
    }
    if (result.findings.size() > detail.findings) result.findings.resize(detail.findings);
    for (std::size_t i = 0; i < result.findings.size(); ++i)
        reduce(result.findings[i], detail, i < detail.with_curves);
    if (!result.baseline) return result;
    std::vector<ResolvedFinding>& resolved = result.baseline->resolved;
    if (resolved.size() > detail.resolved) resolved.resize(detail.resolved);
    for (ResolvedFinding& r : resolved) {
        r.path_a = shortened(r.path_a, detail.longest_name);
        r.path_b = shortened(r.path_b, detail.longest_name);
        reduce(r.finding, detail, resolved_have_curves(detail));
    }
    return result;
}

PageLeftOut left_out_by(const ClashReport& report, const PageDetail& detail) {
    PageLeftOut result;
    const auto look_at = [&](const ClashFinding& finding, bool with_curves) {
        result.regions += finding.regions.size() - std::min(finding.regions.size(), detail.most_regions);
        if (!with_curves && has_curves(finding)) ++result.curves;
    };
    const std::size_t findings = std::min(report.findings.size(), detail.findings);
    const std::size_t resolved = std::min(resolved_in(report), detail.resolved);
    result.findings = report.findings.size() - findings;
    result.resolved = resolved_in(report) - resolved;
    for (std::size_t i = 0; i < findings; ++i) look_at(report.findings[i], i < detail.with_curves);
    if (report.baseline)
        for (std::size_t i = 0; i < resolved; ++i)
            look_at(report.baseline->resolved[i].finding, resolved_have_curves(detail));
    for (const ClashPart& part : report.parts) result.names += part.path.size() > detail.longest_name ? 1 : 0;
    result.rounded = detail.rounded;
    return result;
}

}  // namespace graze::inline v1::detail
