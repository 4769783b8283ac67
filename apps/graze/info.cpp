// graze info: what is in a file.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/mesh/content_hash.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

struct Options {
    std::vector<std::string> files;
    bool json = false;
};

constexpr std::size_t parts_on_a_terminal = 10;

std::uint64_t triangle_count(const Mesh& mesh, const MeshPart& part) {
    if (mesh.all_triangles()) return part.polygon_count;
    std::uint64_t n = 0;
    for (PolygonId p = part.first_polygon; p < part.first_polygon + part.polygon_count; ++p)
        n += mesh.polygon(p).size() - 2;
    return n;
}

bool has_named_parts(const Mesh& mesh) {
    return mesh.parts().size() > 1 || (mesh.parts().size() == 1 && !mesh.parts()[0].name.empty());
}

Json describe(const std::string& file, const Loaded& loaded) {
    const Mesh& mesh = loaded.mesh;
    Json parts = Json::array();
    for (const MeshPart& part : mesh.parts())
        parts.push_back({{"name", part.name},
                         {"polygons", part.polygon_count},
                         {"triangles", triangle_count(mesh, part)}});
    const std::optional<double> unit = mesh.metres_per_unit();
    return {{"file", file},
            {"format", loaded.format},
            {"precision", loaded.single_precision ? "single" : "double"},
            {"vertices", mesh.vertices().size()},
            {"triangles", mesh.triangle_count()},
            {"polygons", mesh.polygon_count()},
            {"parts", std::move(parts)},
            {"box", to_json(mesh.box())},
            {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
            {"merged_vertices", loaded.merged_vertices},
            {"irregular_polygons", mesh.irregular_polygon_count()},
            {"content_hash", content_hash(mesh).hex()},
            {"skipped", to_json(loaded.skipped)}};
}

std::string part_lines(const Mesh& mesh, const Style& style) {
    const std::span<const MeshPart> parts = mesh.parts();
    if (!has_named_parts(mesh)) return field(style, "parts", "1, without a name");
    std::string text = field(style, "parts", with_thousands(parts.size()));
    const std::size_t shown =
        is_terminal(STDOUT_FILENO) ? std::min(parts.size(), parts_on_a_terminal) : parts.size();
    for (const MeshPart& part : parts.first(shown)) {
        const std::string name = part.name.empty() ? "(no name)" : printable(part.name);
        text += field(style, "",
                      fmt::format("{:<24}  {}", name, count_of(triangle_count(mesh, part), "triangle")));
    }
    if (shown < parts.size())
        text += field(style, "", fmt::format("... and {} more", with_thousands(parts.size() - shown)));
    return text;
}

std::string box_lines(const Box& box, const Style& style) {
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

std::string to_text(const std::string& file, const Loaded& loaded, const Style& style) {
    const Mesh& mesh = loaded.mesh;
    std::string text = style.bold(printable(file)) + "\n";
    text +=
        field(style, "format",
              fmt::format("{}, {} precision", loaded.format, loaded.single_precision ? "single" : "double"));
    text += field(style, "vertices", with_thousands(mesh.vertices().size()));
    text += field(style, "triangles", with_thousands(mesh.triangle_count()));
    text += field(style, "polygons",
                  with_thousands(mesh.polygon_count()) + (mesh.all_triangles() ? ", all triangles" : ""));
    text += part_lines(mesh, style);
    text += box_lines(mesh.box(), style);
    const std::optional<double> unit = mesh.metres_per_unit();
    text += field(style, "unit", unit ? unit_name(*unit) : "not stated");
    text += field(style, "merged vertices", with_thousands(loaded.merged_vertices));
    text += field(style, "irregular polygons", with_thousands(mesh.irregular_polygon_count()));
    text += field(style, "content hash", content_hash(mesh).hex());
    if (loaded.skipped.empty()) text += field(style, "skipped", "nothing");
    bool first = true;
    for (const Skipped& s : loaded.skipped) {
        text += field(style, first ? "skipped" : "",
                      fmt::format("{} {}", style.yellow(with_thousands(s.count)), printable(s.what)));
        first = false;
    }
    return text;
}

// A file that cannot be read does not keep the others from being described.
Exit run(Session& session, const Options& options) {
    Json described = Json::array(), errors = Json::array();
    bool first = true;
    for (const std::string& file : options.files) {
        try {
            const Loaded loaded = read_mesh(session, file);
            session.progress.clear();
            if (options.json) {
                described.push_back(describe(file, loaded));
            } else {
                session.out.write((first ? "" : "\n") + to_text(file, loaded, session.style));
                session.out.flush();  // keeps the order of this and of complaints about the next file
            }
            first = false;
        } catch (const Error& e) {
            stop_if_interrupted(session);
            session.progress.clear();
            complain(e.what());
            errors.push_back({{"file", file}, {"message", e.what()}});
        }
    }
    const bool failed = !errors.empty();
    if (options.json && !described.empty())
        session.out.write(dump(
            {{"schema", "graze.info/1"}, {"files", std::move(described)}, {"errors", std::move(errors)}}));
    return failed ? Exit::error : Exit::fine;
}

}  // namespace

void add_info(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("info", "Say what is in mesh files: counts, parts, box, what was skipped");
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->files, "Mesh files (STL, OBJ, graze)")->required()->type_name("FILE");
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.info/1)");
    command.footer(
        "Examples:\n"
        "  graze info gear.stl\n"
        "  graze info --json parts/*.obj | jq '.files[].triangles'\n"
        "\n"
        "Exit codes: 0 all files were read; 2 some file could not be, the others are described; 3 "
        "interrupted.");
    actions[&command] = [options](Session& session) { return run(session, *options); };
}

}  // namespace graze::app
