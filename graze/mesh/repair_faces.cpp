// Removes useless faces: collapsed and duplicate ones.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>

#include "graze/base/detail/hash.h"
#include "graze/base/error.h"
#include "graze/mesh/detail/repair_steps.h"
#include "graze/mesh/weld.h"

namespace graze::inline v1::detail {
namespace {

// Removes corners that repeat the one before, and the points of spikes (a, b, a), cyclically.
void shorten(std::vector<VertexId>& corners) {
    std::vector<VertexId> kept;
    const auto settle = [&] {
        for (;;) {
            const std::size_t n = kept.size();
            if (n >= 2 && kept[n - 1] == kept[n - 2]) {
                kept.pop_back();
            } else if (n >= 3 && kept[n - 1] == kept[n - 3]) {
                kept.resize(n - 2);
            } else {
                return;
            }
        }
    };
    for (const VertexId v : corners) {
        kept.push_back(v);
        settle();
    }
    // At the join of end and start.
    std::size_t first = 0;
    while (kept.size() - first >= 2) {
        const std::size_t n = kept.size();
        if (kept[n - 1] == kept[first]) {
            kept.pop_back();
        } else if (n - first >= 3 && kept[n - 2] == kept[first]) {
            kept.resize(n - 2);
        } else if (n - first >= 3 && kept[n - 1] == kept[first + 1]) {
            kept.pop_back();
            ++first;
        } else {
            break;
        }
    }
    corners.assign(kept.begin() + static_cast<std::ptrdiff_t>(first), kept.end());
}

// A polygon's corners from its lowest one on, towards that one's lower neighbour: equal for polygons on the
// same corners, with either winding.
struct Outline {
    std::size_t polygon = 0;
    std::size_t first = 0;
    bool forward = true;
    std::uint64_t hash = 0;

    Outline(std::size_t p, std::span<const VertexId> corners) : polygon(p) {
        const std::size_t n = corners.size();
        first = static_cast<std::size_t>(std::ranges::min_element(corners) - corners.begin());
        forward = corners[(first + 1) % n] < corners[(first + n - 1) % n];
        hash = n;
        for (std::size_t i = 0; i < n; ++i)
            hash = (hash ^ at(corners, i)) * 0x9e3779b97f4a7c15 + (hash >> 29);
    }
    VertexId at(std::span<const VertexId> corners, std::size_t i) const {
        const std::size_t n = corners.size();
        return corners[(forward ? first + i : first + n - i) % n];
    }
    static int compare(const Outline& a, std::span<const VertexId> corners_a, const Outline& b,
                       std::span<const VertexId> corners_b) {
        if (corners_a.size() != corners_b.size()) return corners_a.size() < corners_b.size() ? -1 : 1;
        for (std::size_t i = 0; i < corners_a.size(); ++i) {
            const VertexId u = a.at(corners_a, i), v = b.at(corners_b, i);
            if (u != v) return u < v ? -1 : 1;
        }
        return 0;
    }
};

enum class Fate : std::uint8_t { kept, duplicate, other_side };

// Decides which polygons on the same corners to keep, in ascending order.
void judge(std::span<const Outline> same, DoubleSided double_sided, std::vector<Fate>& fate,
           std::vector<std::size_t>& kept_pairs) {
    const bool first_forward = same[0].forward;
    std::size_t other = 0;  // the first with the opposite winding; 0: none
    for (std::size_t i = 1; i < same.size(); ++i) {
        if (same[i].forward == first_forward || other != 0) {
            fate[same[i].polygon] = Fate::duplicate;
        } else {
            other = i;
        }
    }
    if (other == 0) return;
    switch (double_sided) {
        case DoubleSided::keep:
            kept_pairs.push_back(same[other].polygon);
            break;
        case DoubleSided::none:
            fate[same[0].polygon] = Fate::other_side;
            [[fallthrough]];
        case DoubleSided::one:
            fate[same[other].polygon] = Fate::other_side;
    }
}

}  // namespace

bool merge_vertices(RepairSoup& soup, const RepairOptions& options, RepairReport& report) {
    Welded welded = weld(soup.vertices, options.weld_distance);
    if (welded.vertices.size() == soup.vertices.size()) return false;
    std::vector<bool> taken(welded.vertices.size(), false);
    for (std::size_t v = 0; v < soup.vertices.size(); ++v) {
        const VertexId to = welded.index[v];
        if (!taken[to]) {
            taken[to] = true;
            continue;
        }
        count_place(report.merged_vertices, options.places, {{}, soup.vertices[v]});
        report.farthest_merge =
            std::max(report.farthest_merge, length(soup.vertices[v] - welded.vertices[to]));
    }
    soup.renumber_corners(welded.index);
    soup.vertices = std::move(welded.vertices);
    return true;
}

bool drop_collapsed(RepairSoup& soup, const RepairOptions& options, RepairReport& report) {
    RepairSoup edited;
    std::vector<VertexId> corners;
    bool changed = false;
    for (std::size_t p = 0; p < soup.size(); ++p) {
        corners.assign(soup.polygon(p).begin(), soup.polygon(p).end());
        shorten(corners);
        if (corners.size() < 3) {
            count_place(report.collapsed_polygons, options.places, soup.place(p));
            changed = true;
            continue;
        }
        if (corners.size() < soup.polygon(p).size()) {
            count_place(report.shortened_polygons, options.places, soup.place(p));
            changed = true;
        }
        edited.add(corners, soup.source(p), soup.part(p));
    }
    if (changed) soup.take_polygons(std::move(edited));
    return changed;
}

bool drop_duplicates(RepairSoup& soup, const RepairOptions& options, RepairReport& report) {
    std::vector<Outline> outlines;
    outlines.reserve(soup.size());
    for (std::size_t p = 0; p < soup.size(); ++p) outlines.emplace_back(p, soup.polygon(p));
    const auto compare = [&](const Outline& a, const Outline& b) {
        if (a.hash != b.hash) return a.hash < b.hash ? -1 : 1;
        return Outline::compare(a, soup.polygon(a.polygon), b, soup.polygon(b.polygon));
    };
    std::ranges::sort(outlines, [&](const Outline& a, const Outline& b) {
        const int order = compare(a, b);
        return order != 0 ? order < 0 : a.polygon < b.polygon;
    });
    std::vector<Fate> fate(soup.size(), Fate::kept);
    std::vector<std::size_t> kept_pairs;
    for (std::size_t first = 0; first < outlines.size();) {
        std::size_t last = first + 1;
        while (last < outlines.size() && compare(outlines[first], outlines[last]) == 0) ++last;
        judge(std::span(outlines).subspan(first, last - first), options.double_sided, fate, kept_pairs);
        first = last;
    }
    std::ranges::sort(kept_pairs);
    for (const std::size_t p : kept_pairs)
        count_place(report.kept_double_sided, options.places, soup.place(p));

    RepairSoup edited;
    for (std::size_t p = 0; p < soup.size(); ++p) {
        if (fate[p] == Fate::kept) {
            edited.add(soup.polygon(p), soup.source(p), soup.part(p));
        } else {
            count_place(fate[p] == Fate::duplicate ? report.duplicate_polygons : report.double_sided_polygons,
                        options.places, soup.place(p));
        }
    }
    if (edited.size() == soup.size()) return false;
    soup.take_polygons(std::move(edited));
    return true;
}

}  // namespace graze::inline v1::detail
