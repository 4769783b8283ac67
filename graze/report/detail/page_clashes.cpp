#include "graze/report/detail/page_clashes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "graze/clash/clash_file.h"
#include "graze/report/detail/deflate.h"
#include "graze/report/detail/page_elements.h"

namespace graze::inline v1::detail {
namespace {

constexpr double curve_tolerance = 1e-3;  // of the size of a region
constexpr std::size_t enough_of_a_name = 200;

// To nine digits, which are written shorter.
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

// Leaves out points that are near the line between those that stay (Douglas and Peucker 1973).
std::vector<Vec3> simplified(const std::vector<Vec3>& points, double tolerance) {
    if (points.size() < 4) return points;
    std::vector<std::uint8_t> kept(points.size());
    kept.front() = kept.back() = 1;
    // A closed curve's ends are neighbours: the middle keeps it from becoming a line.
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

FoundRegion reduced_region(const FoundRegion& region, bool curves, bool round) {
    FoundRegion result;
    result.box = round ? rounded(region.box) : region.box;
    result.depth = region.depth;
    result.volume = region.volume;
    result.thickness = region.thickness;
    result.point = round ? rounded(region.point) : region.point;
    result.nearest = round ? rounded(region.nearest) : region.nearest;
    if (!curves) return result;
    result.curves = region.curves;
    if (!round) return result;
    const double tolerance = curve_tolerance * length(region.box.size());
    for (FoundCurve& curve : result.curves) curve.points = simplified(curve.points, tolerance);
    return result;
}

ClashFinding reduced_finding(const ClashFinding& finding, const PageDetail& detail, bool curves) {
    ClashFinding result;
    result.id = finding.id;
    result.a = finding.a;
    result.b = finding.b;
    result.kind = finding.kind;
    result.relation = finding.relation;
    result.as_surfaces = finding.as_surfaces;
    result.point = detail.rounded ? rounded(finding.point) : finding.point;
    result.depth = finding.depth;
    result.volume = finding.volume;
    result.thickness = finding.thickness;
    result.gap = finding.gap;
    result.wanted_clearance = finding.wanted_clearance;
    result.allowed = finding.allowed;
    result.status = finding.status;
    for (const FoundRegion& region : finding.regions) {
        if (result.regions.size() == detail.most_regions) break;
        result.regions.push_back(reduced_region(region, curves, detail.rounded));
    }
    return result;
}

Pose rounded(const Pose& pose) {
    Pose::Matrix rows = pose.matrix();
    for (auto& row : rows)
        for (double& v : row) v = rounded(v);
    return Pose(rows);
}

bool has_curves(const ClashFinding& finding) {
    return std::ranges::any_of(finding.regions, [](const FoundRegion& r) { return !r.curves.empty(); });
}

std::size_t json_size(const ClashReport& report) {
    std::size_t size = 0;
    write_clashes(report, [&](std::string_view piece) { size += piece.size(); });
    return size;
}

// Nothing if the element is too long.
std::optional<std::string> element_of(const ClashReport& report, std::size_t max_bytes) {
    const bool packed = json_size(report) > std::min(longest_plain, max_bytes);
    std::string element = json_element_start("graze-clashes", packed);
    Deflater deflater;
    write_clashes(report, [&](std::string_view piece) {
        packed ? deflater.add(piece) : append_escaped(element, piece);
    });
    if (packed) element += base64(deflater.finish());
    element += element_end;
    if (element.size() > max_bytes) return std::nullopt;
    return element;
}

// The end tells most.
std::string shortened(const std::string& name, std::size_t longest) {
    return name.size() <= longest ? name : "..." + name.substr(name.size() - longest);
}

// From all to less and less: what is new is worth more than what is resolved.
class Reduction {
  public:
    Reduction(std::size_t findings, std::size_t resolved) {
        detail_.findings = findings;
        detail_.resolved = resolved;
    }

    const PageDetail& detail() const { return detail_; }
    void next() {
        if (!detail_.rounded) {
            detail_.rounded = true;
        } else if (detail_.with_curves > 0) {
            detail_.with_curves = std::min(detail_.with_curves, detail_.findings) / 4;
            if (detail_.with_curves < 50) detail_.with_curves = 0;
            detail_.most_regions = 50;
        } else if (detail_.most_regions > 1) {
            detail_.most_regions = 1;
        } else if (detail_.longest_name > enough_of_a_name) {
            detail_.longest_name = enough_of_a_name;
        } else if (detail_.resolved > 0) {
            detail_.resolved /= 4;
        } else {
            detail_.findings = detail_.findings * 3 / 4;
        }
    }

  private:
    PageDetail detail_;
};

}  // namespace

ClashReport reduced(const ClashReport& report, const PageDetail& detail) {
    ClashReport result;
    result.files = report.files;
    result.parts = report.parts;
    result.counts = report.counts;
    result.metres_per_unit = report.metres_per_unit;
    result.settings = report.settings;
    result.rules = report.rules;
    result.baseline = report.baseline;
    result.run = report.run;
    for (ClashPart& part : result.parts) part.path = shortened(part.path, detail.longest_name);
    if (result.baseline && result.baseline->resolved.size() > detail.resolved)
        result.baseline->resolved.erase(
            result.baseline->resolved.begin() + static_cast<std::ptrdiff_t>(detail.resolved),
            result.baseline->resolved.end());
    if (detail.rounded) {
        for (ClashPart& part : result.parts) {
            part.hash = {};
            part.world_from_part = rounded(part.world_from_part);
            part.box = rounded(part.box);
        }
        if (result.baseline)
            for (ResolvedFinding& r : result.baseline->resolved)
                r.finding = reduced_finding(r.finding, detail, false);
    }
    for (const ClashFinding& finding : report.findings) {
        if (result.findings.size() == detail.findings) break;
        result.findings.push_back(
            reduced_finding(finding, detail, result.findings.size() < detail.with_curves));
    }
    return result;
}

PageClashes page_clashes(const ClashReport& report, std::size_t max_bytes) {
    PageClashes result;
    // Hardly any report becomes sixteen times smaller by compressing: what is longer need not be tried.
    const auto may_fit = [&](const ClashReport& r) { return json_size(r) / 16 <= max_bytes; };
    if (may_fit(report)) {
        if (auto element = element_of(report, max_bytes)) {
            result.element = *std::move(element);
            return result;
        }
    }
    const auto resolved_in = [](const ClashReport& r) {
        return r.baseline ? r.baseline->resolved.size() : 0;
    };
    for (Reduction reduction(report.findings.size(), resolved_in(report));;) {
        reduction.next();
        const PageDetail& detail = reduction.detail();
        const ClashReport less = reduced(report, detail);
        if (!may_fit(less) && detail.findings > 0) continue;
        auto element = element_of(less, detail.findings > 0 ? max_bytes : ~std::size_t{0});
        if (!element) continue;
        result.element = *std::move(element);
        result.findings_left_out =
            report.findings.size() - less.findings.size() + resolved_in(report) - resolved_in(less);
        for (std::size_t i = detail.with_curves; i < less.findings.size(); ++i)
            result.curves_left_out += has_curves(report.findings[i]) ? 1 : 0;
        return result;
    }
}

}  // namespace graze::inline v1::detail
