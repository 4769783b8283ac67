#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arguments.h"
#include "graze/base/error.h"
#include "graze/base/units.h"
#include "text.h"

namespace graze::app {

std::string field(const Style& style, std::string_view label, std::string_view value) {
    const std::string padded = fmt::format("{:<18}", label);
    return fmt::format("  {}  {}\n", label.empty() ? padded : style.dim(padded), value);
}

std::string box_text(const Style& style, const Box& box) {
    if (box.empty()) return field(style, "box", "empty");
    std::array<std::string, 3> lower, upper;
    std::size_t lower_width = 0, upper_width = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        lower[i] = number(box.lower[i]);
        upper[i] = number(box.upper[i]);
        lower_width = std::max(lower_width, lower[i].size());
        upper_width = std::max(upper_width, upper[i].size());
    }
    std::string text;
    for (std::size_t i = 0; i < 3; ++i)
        text += field(style, i == 0 ? "box" : "",
                      fmt::format("{}  {:>{}} to {:>{}}   size {}", "xyz"[i], lower[i], lower_width, upper[i],
                                  upper_width, number(box.size()[i])));
    return text;
}

namespace {

bool holds_only_scalars(const Json& value) {
    return std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); });
}

// Lists of numbers and small objects without others in them stay on one line.
std::string dump_indented(const Json& value, std::size_t depth) {
    const bool small =
        value.is_array() ? holds_only_scalars(value) : value.size() <= 3 && holds_only_scalars(value);
    if (!value.is_structured() || (small && depth > 0)) return dump_line(value);
    const std::string indent(2 * depth, ' ');
    std::string text;
    for (const auto& [key, item] : value.items()) {
        text += text.empty() ? "\n  " : ",\n  ";
        text += indent;
        if (value.is_object()) text += dump_line(key) + ": ";
        text += dump_indented(item, depth + 1);
    }
    return (value.is_array() ? "[" : "{") + text + "\n" + indent + (value.is_array() ? "]" : "}");
}

}  // namespace

std::string dump(const Json& document) {
    return dump_indented(document, 0) + "\n";
}

std::string dump_line(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Vec3& v) {
    return Json::array({v.x, v.y, v.z});
}

Json to_json(const Box& box) {
    if (box.empty()) return nullptr;
    return {{"lower", to_json(box.lower)}, {"upper", to_json(box.upper)}};
}

Json to_json(const std::vector<Skipped>& skipped) {
    Json list = Json::array();
    for (const Skipped& s : skipped) list.push_back({{"what", s.what}, {"count", s.count}});
    return list;
}

Loaded read_mesh(Session& session, const std::filesystem::path& file, LoadOptions options) {
    options.progress = &session.progress;
    Loaded loaded = load_mesh(file, options);
    stop_if_interrupted(session);
    session.progress.clear();
    tell_of_unit(file.string(), loaded.stated_unit, loaded.mesh.metres_per_unit());
    return loaded;
}

void tell_of_unit(const std::string& file, std::optional<double> stated, std::optional<double> taken) {
    if (stated && taken && *stated != *taken)
        complain(unit_remark(file, *stated, *taken) + ", as --unit says");
}

std::string path_in_file(const Part& part, const AssemblyFile& file) {
    return part.path.size() > file.stem.size() ? part.path.substr(file.stem.size() + 1) : std::string();
}

void stop_if_interrupted(const Session& session) {
    if (session.progress.cancelled()) throw Error("interrupted");
}

Json to_json(const Losses& losses) {
    return {{"rounded_coordinates", losses.saved.rounded_coordinates},
            {"part_names", losses.saved.parts_dropped},
            {"polygons_cut", losses.saved.polygons_cut},
            {"unit", losses.saved.unit_dropped},
            {"up", losses.saved.up_dropped},
            {"renamed_parts", losses.saved.renamed_parts},
            {"unused_vertices", losses.saved.unused_vertices_dropped},
            {"curved_faces", losses.curved_faces},
            {"skipped", to_json(losses.skipped)}};
}

std::uint64_t curved_faces_of(const Mesh& mesh) {
    if (mesh.faces() == nullptr) return 0;
    return static_cast<std::uint64_t>(std::ranges::count_if(
        mesh.faces()->faces, [](const SurfaceFace& face) { return face.kind != SurfaceKind::plane; }));
}

std::string to_text(const Style& style, const Losses& losses) {
    std::vector<std::string> lines;
    if (losses.saved.rounded_coordinates > 0)
        lines.push_back(count_of(losses.saved.rounded_coordinates, "coordinate") +
                        " rounded to single precision");
    if (losses.saved.parts_dropped) lines.emplace_back("the names of the parts");
    if (losses.saved.polygons_cut) lines.emplace_back("polygons, which were cut into triangles");
    if (losses.saved.unit_dropped && losses.metres_per_unit)
        lines.push_back(fmt::format("the unit ({}); give it again when you use the file",
                                    unit_name(*losses.metres_per_unit)));
    if (losses.saved.up_dropped) lines.emplace_back("which way is up");
    if (losses.saved.renamed_parts > 0)
        lines.push_back(count_of(losses.saved.renamed_parts, "name") + ", changed to fit the format");
    if (losses.saved.unused_vertices_dropped > 0)
        lines.push_back(with_thousands(losses.saved.unused_vertices_dropped) +
                        (losses.saved.unused_vertices_dropped == 1 ? " vertex" : " vertices") +
                        " that no polygon uses");
    if (losses.curved_faces > 0)
        lines.push_back("what " + count_of(losses.curved_faces, "curved face") +
                        (losses.curved_faces == 1 ? " is" : " are") +
                        ": clashes of the new file go by its triangles");
    for (const Skipped& s : losses.skipped)
        lines.push_back(
            fmt::format("{} {}, skipped while reading", with_thousands(s.count), printable(s.what)));
    std::string text;
    for (const std::string& line : lines) text += field(style, text.empty() ? "not kept" : "", line);
    return text;
}

Saved write_mesh(Session& session, const Mesh& mesh, const std::filesystem::path& file, bool ascii) {
    stop_if_interrupted(session);
    SaveOptions options;
    options.ascii = ascii;
    options.threads = Threads(0);
    options.progress = &session.progress;
    return save_mesh(mesh, file, options);
}

Json written_json(const Mesh& mesh, const std::filesystem::path& file) {
    return {{"file", file.string()},
            {"vertices", mesh.vertices().size()},
            {"triangles", mesh.triangle_count()},
            {"polygons", mesh.polygon_count()}};
}

std::string written_text(const Style& style, const Mesh& mesh, const std::filesystem::path& file) {
    return field(style, "written", style.bold(printable(file.string()))) +
           field(style, "triangles", with_thousands(mesh.triangle_count()));
}

}  // namespace graze::app
