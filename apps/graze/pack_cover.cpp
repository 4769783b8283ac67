#include "pack_cover.h"

#include <fmt/format.h>

#include <filesystem>

#include "arguments.h"
#include "graze/base/error.h"
#include "graze/spheres/cover/cover.h"
#include "graze/spheres/cover/cover_file.h"
#include "report.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

enum class CoverFile { urdf, yaml, json };

CoverFile cover_file_of(const std::string& name) {
    const std::string extension = std::filesystem::path(name).extension().string();
    if (extension == ".urdf") return CoverFile::urdf;
    if (extension == ".yaml" || extension == ".yml") return CoverFile::yaml;
    if (extension == ".json") return CoverFile::json;
    throw Error("is not a kind of file that covers are written as", name,
                "end the name in .urdf, .yaml (cuRobo) or .json");
}

Json cover_json(const SphereCover& found, const std::string& input, std::optional<double> unit,
                bool with_spheres) {
    Json json{{"schema", "graze.cover/1"},
              {"source", input},
              {"metres_per_unit", unit ? Json(*unit) : Json(nullptr)},
              {"covers", found.solid ? "solid" : "surface"},
              {"count", found.spheres.size()},
              {"overreach", found.overreach}};
    if (!with_spheres) return json;
    Json spheres = Json::array();
    for (const Sphere& s : found.spheres) spheres.push_back({s.center.x, s.center.y, s.center.z, s.radius});
    json["spheres"] = std::move(spheres);
    return json;
}

void write_cover(const SphereCover& found, const std::string& input, const std::string& link,
                 std::optional<double> unit, const std::string& file) {
    const CoverFile kind = cover_file_of(file);
    if (kind != CoverFile::json && !unit)
        throw Error("the mesh has no unit, and robots are described in metres", input,
                    "give one with --unit");
    const std::string text = kind == CoverFile::json   ? dump(cover_json(found, input, unit, true))
                             : kind == CoverFile::urdf ? cover_urdf(found, link, *unit)
                                                       : cover_curobo_yaml(found, link, *unit);
    write_file(file, [&](const Send& send) { send(text); });
}

}  // namespace

void CoverRequest::add_to(CLI::App& command) {
    command
        .add_option("--cover", count,
                    "Do not fill but cover: at most so many spheres that contain the mesh, and "
                    "reach beyond it as little as they can")
        ->type_name("COUNT");
    command
        .add_option("--overreach", overreach,
                    "Cover, with spheres that reach at most so far beyond the mesh: a "
                    "length, with or without a unit")
        ->type_name("LENGTH");
    command.add_flag("--surface", surface, "Cover the surface only, not the inside (open meshes: always)");
    command
        .add_option("--link", link, "Name of the link in .urdf and .yaml files (default: the mesh file's)")
        ->type_name("NAME");
}

void CoverRequest::check(const std::vector<std::string>& outputs) const {
    if (count && overreach)
        throw Error("--cover and --overreach exclude each other", "pack", "give one of them");
    if (count) static_cast<void>(parse_count("--cover", *count, 1, 1'000'000));
    if (overreach) static_cast<void>(parse_length_with_unit("--overreach", *overreach));
    for (const std::string& file : outputs) static_cast<void>(cover_file_of(file));
}

Exit CoverRequest::run(Session& session, const Shape& shape, const std::string& input,
                       const std::vector<std::string>& outputs, bool json, const Threads& threads) const {
    CoverOptions options;
    const auto unit = shape.mesh().metres_per_unit();
    if (count) options.count = parse_count("--cover", *count, 1, 1'000'000);
    if (overreach)
        options.overreach =
            in_file_units(parse_length_with_unit("--overreach", *overreach), unit, "--overreach", input);
    if (surface) options.what = CoverWhat::surface;
    options.threads = threads;
    options.progress = &session.progress;
    const std::string name = link.value_or(std::filesystem::path(input).stem().string());
    SphereCover found;
    try {
        found = cover(shape, options);
    } catch (const Error& e) {
        throw e.within(input);
    }
    for (const std::string& file : outputs) write_cover(found, input, name, unit, file);
    session.progress.clear();
    if (json) {
        session.out.write(dump(cover_json(found, input, unit, false)));
        return Exit::fine;
    }
    const Style& style = session.style;
    std::string text =
        field(style, "spheres", style.bold(with_thousands(found.spheres.size()))) +
        field(style, "cover", found.solid ? "the solid" : "the surface") +
        field(style, "reach beyond",
              fmt::format("{} {} at most", number(found.overreach), unit ? unit_name(*unit) : "units"));
    for (const std::string& file : outputs) text += field(style, "written", printable(file));
    session.out.write(text);
    return Exit::fine;
}

}  // namespace graze::app
