#include "repair_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "text.h"

namespace graze::app {
namespace {

constexpr std::size_t most_spots_kept = 10, spots_shown = 3;

void add_counts(std::vector<FileRepairCount>& to, const std::vector<RepairKind>& kinds, std::size_t part,
                const Pose& world_from_part, const RepairReport& report) {
    to.resize(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const RepairCount& from = report.*kinds[i].count;
        to[i].count += from.count;
        for (const RepairPlace& place : from.first) {
            if (to[i].first.size() == most_spots_kept) break;
            to[i].first.push_back({part, {place.polygon, world_from_part(place.at)}});
        }
    }
}

Json counts_json(const FileRepair& repair, const std::vector<FileRepairCount>& counts,
                 const std::vector<RepairKind>& kinds) {
    Json result;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        Json first = Json::array();
        for (const RepairSpot& spot : counts[i].first)
            first.push_back({{"part", repair.paths[spot.part]},
                             {"polygon", spot.place.polygon ? Json(*spot.place.polygon) : Json(nullptr)},
                             {"at", to_json(spot.place.at)}});
        result[kinds[i].name] = {{"count", counts[i].count}, {"first", std::move(first)}};
    }
    return result;
}

std::string place_of(const FileRepair& repair, const RepairSpot& spot) {
    std::string text;
    if (spot.place.polygon) text = fmt::format("polygon {} ", *spot.place.polygon);
    if (repair.paths.size() > 1) text += fmt::format("of {} ", printable(repair.paths[spot.part]));
    const Vec3& p = spot.place.at;
    return text + fmt::format("at {}, {}, {}", number(p.x), number(p.y), number(p.z));
}

std::string count_lines(const Style& style, const FileRepair& repair, std::string_view label,
                        const std::vector<FileRepairCount>& counts, const std::vector<RepairKind>& kinds) {
    std::string text;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (counts[i].count == 0) continue;
        std::string line = fmt::format("{} {}", with_thousands(counts[i].count),
                                       counts[i].count == 1 ? kinds[i].one : kinds[i].many);
        if (kinds[i].count == &RepairReport::merged_vertices && repair.farthest_merge > 0)
            line += fmt::format(", moved by at most {} {}", number(repair.farthest_merge), repair.unit);
        if (kinds[i].count == &RepairReport::closed_holes)
            line += fmt::format(" with {}", count_of(repair.new_polygons, "face"));
        const std::size_t shown = std::min(counts[i].first.size(), spots_shown);
        text += field(style, text.empty() ? label : "",
                      line + (shown < counts[i].count ? ", the first:"
                              : shown > 0             ? ":"
                                                      : ""));
        for (std::size_t s = 0; s < shown; ++s)
            text += field(style, "", "  " + place_of(repair, counts[i].first[s]));
    }
    return text;
}

}  // namespace

const std::vector<RepairKind>& kinds_of_changes() {
    using R = RepairReport;
    static const std::vector<RepairKind> kinds{
        {"merged_vertices", "vertex merged with another", "vertices merged with others", &R::merged_vertices},
        {"shortened_polygons", "polygon rid of repeated corners", "polygons rid of repeated corners",
         &R::shortened_polygons},
        {"collapsed_polygons", "face with fewer than three different corners dropped",
         "faces with fewer than three different corners dropped", &R::collapsed_polygons},
        {"flat_polygons", "triangle with its corners on a line dropped",
         "triangles with their corners on a line dropped", &R::flat_polygons},
        {"duplicate_polygons", "duplicate face dropped", "duplicate faces dropped", &R::duplicate_polygons},
        {"double_sided_polygons", "back-to-back face dropped", "back-to-back faces dropped",
         &R::double_sided_polygons},
        {"turned_polygons", "face turned over", "faces turned over", &R::turned_polygons},
        {"closed_holes", "hole closed", "holes closed", &R::closed_holes},
        {"dropped_vertices", "vertex dropped that no face uses", "vertices dropped that no face uses",
         &R::dropped_vertices},
    };
    return kinds;
}

const std::vector<RepairKind>& kinds_of_things_left() {
    using R = RepairReport;
    static const std::vector<RepairKind> kinds{
        {"flat_polygons", "triangle with its corners on a line", "triangles with their corners on a line",
         &R::kept_flat_polygons},
        {"double_sided_polygons", "pair of faces back to back (--double-sided one or none drops them)",
         "pairs of faces back to back (--double-sided one or none drops them)", &R::kept_double_sided},
        {"unorientable_edges", "edge along which a one-sided surface cannot be wound alike",
         "edges along which one-sided surfaces cannot be wound alike", &R::unorientable_edges},
        {"undecided_pieces", "piece that faces inwards, and may lie inside another",
         "pieces that face inwards, and may lie inside others", &R::undecided_pieces},
        {"voids", "closed piece inside another that faces inwards: a void",
         "closed pieces inside others that face inwards: voids", &R::voids},
        {"open_rims", "open rim (--close-holes closes small ones)",
         "open rims (--close-holes closes small ones)", &R::open_holes},
    };
    return kinds;
}

void FileRepair::add(std::size_t part, const Pose& world_from_part, const RepairReport& report) {
    add_counts(changes, kinds_of_changes(), part, world_from_part, report);
    add_counts(left, kinds_of_things_left(), part, world_from_part, report);
    farthest_merge = std::max(farthest_merge, report.farthest_merge);
    new_polygons += report.new_polygons;
}

void FileRepair::add(const StitchReport& report) {
    stitched.tolerance = std::max(stitched.tolerance, report.tolerance);
    stitched.joined_edges += report.joined_edges;
    stitched.split_edges += report.split_edges;
    stitched.merged_points += report.merged_points;
    stitched.added_triangles += report.added_triangles;
    stitched.largest_move = std::max(stitched.largest_move, report.largest_move);
    stitched.widest_gap = std::max(stitched.widest_gap, report.widest_gap);
}

bool FileRepair::changed() const {
    return stitched.changed() ||
           std::ranges::any_of(changes, [](const FileRepairCount& c) { return c.count > 0; });
}

Json to_json(const FileRepair& repair) {
    return {{"changed", repair.changed()},
            {"changes", counts_json(repair, repair.changes, kinds_of_changes())},
            {"stitched",
             {{"tolerance", repair.stitched.tolerance},
              {"joined_edges", repair.stitched.joined_edges},
              {"split_edges", repair.stitched.split_edges},
              {"merged_points", repair.stitched.merged_points},
              {"added_triangles", repair.stitched.added_triangles},
              {"largest_move", repair.stitched.largest_move},
              {"widest_gap", repair.stitched.widest_gap}}},
            {"farthest_merge", repair.farthest_merge},
            {"new_polygons", repair.new_polygons},
            {"left", counts_json(repair, repair.left, kinds_of_things_left())},
            {"parts", repair.paths.size()},
            {"closed_parts_before", repair.closed_before},
            {"closed_parts_after", repair.closed_after},
            {"why_not_closed", repair.why_not_closed.empty() ? Json(nullptr) : Json(repair.why_not_closed)}};
}

std::string to_text(const Style& style, const FileRepair& repair, bool dry_run) {
    const StitchReport& s = repair.stitched;
    std::string text;
    if (s.changed())
        text =
            field(style, dry_run ? "would stitch" : "stitched",
                  fmt::format("{} of hairline gaps joined, up to {} {} wide, vertices moved by at most {} {}",
                              count_of(s.joined_edges, "edge"), number(s.widest_gap), repair.unit,
                              number(s.largest_move), repair.unit));
    text +=
        count_lines(style, repair, dry_run ? "would change" : "changed", repair.changes, kinds_of_changes());
    if (text.empty()) text = field(style, dry_run ? "would change" : "changed", "nothing");
    text += count_lines(style, repair, "left as it is", repair.left, kinds_of_things_left());
    const std::size_t parts = repair.paths.size();
    const auto closed = [&](std::size_t count) {
        if (parts == 1) return std::string(count == 1 ? "closed" : "not closed");
        return fmt::format("{} of {} closed", with_thousands(count), count_of(parts, "part"));
    };
    text += field(style, "before", closed(repair.closed_before));
    std::string after = closed(repair.closed_after);
    if (!repair.why_not_closed.empty())
        after += parts == 1
                     ? ": " + repair.why_not_closed
                     : fmt::format(", the first that is not is {}: {}",
                                   printable(repair.paths[repair.first_open_part]), repair.why_not_closed);
    return text + field(style, "after", after);
}

}  // namespace graze::app
