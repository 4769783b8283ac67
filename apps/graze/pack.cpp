// graze pack: fills a solid with spheres.
#include "graze/spheres/packing/pack.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/spheres/packing/validate.h"
#include "import_options.h"
#include "pack_cover.h"
#include "pack_output.h"
#include "stitching.h"
#include "text.h"

namespace graze::app {
namespace {

struct PackRequest {
    std::string input, count, method = "protosphere", threads = "0", size = "1200x900", color_by = "size";
    std::vector<std::string> outputs;
    std::optional<std::string> fill_rate, smallest, budget, time, voxels, unit, check;
    bool neighbours = false, json = false;
    CoverRequest cover;
    StitchOption stitch{"off"};
    ImportOptions import;
};

struct PackAnswer {
    Packed packed;
    PackingCheck check;
    std::optional<double> metres_per_unit;
    std::optional<StitchReport> stitched;
};

struct LoadedSolid {
    Shape shape;
    std::optional<StitchReport> stitched;  // none: it was closed, or nothing was to be stitched
    std::vector<TriangleId> source;        // see Stitched
};

// Lengths are converted later, with the file's unit.
PackOptions parsed_options(const PackRequest& request) {
    PackOptions options;
    constexpr std::uint32_t most = 50'000'000;
    if (!request.count.empty()) {
        options.count = parse_count("--count", request.count, 1, most);
    } else if (request.fill_rate || request.smallest) {
        options.count = most;
    }
    options.method =
        parse_choice<PackMethod>("--method", request.method,
                                 {{"protosphere", PackMethod::protosphere}, {"voxels", PackMethod::voxels}});
    if (request.fill_rate) options.fill_rate = parse_number_between("--fill-rate", *request.fill_rate, 0, 1);
    if (request.smallest) static_cast<void>(parse_length_with_unit("--smallest", *request.smallest));
    if (request.budget) options.budget = parse_budget("--budget", *request.budget);
    if (request.time) {
        const double seconds = parse_number_between("--time", *request.time, 0.001, 1e6);
        options.budget.time = std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
    }
    static_cast<void>(
        parse_choice<bool>("--color-by", request.color_by, {{"size", false}, {"cluster", true}}));
    if (request.voxels) options.voxels = parse_count("--voxels", *request.voxels, 2, 1024);
    options.threads = Threads(parse_count("--threads", request.threads, 0, 1024));
    return options;
}

// What is still open afterwards is refused later, with its boundary loops.
void stitch_solid(Session& session, LoadedSolid& solid, const StitchWish& wish, const std::string& file,
                  const Threads& threads) {
    if (wish.off || !solid.shape.is_mesh() || solid.shape.closed_surface().closed()) return;
    const Mesh& mesh = solid.shape.mesh();
    StitchOptions options = wish.options(mesh.metres_per_unit(), "--stitch", file);
    options.threads = threads;
    Stitched result = stitched(mesh, options);
    stop_if_interrupted(session);
    solid.stitched = result.report;
    if (!result.report.changed()) return;
    solid.source = std::move(result.source);
    solid.shape = Shape(std::move(result.mesh), {.threads = threads});
}

LoadedSolid load_solid(Session& session, const PackRequest& request, const Threads& threads) {
    const StitchWish wish = StitchWish::parse("--stitch", request.stitch.text);
    LoadOptions loading;
    request.import.apply_to(loading);
    if (request.unit) loading.unit = parse_unit("--unit", *request.unit);
    loading.progress = &session.progress;
    loading.threads = threads;
    LoadedSolid solid{load(request.input, loading), {}, {}};
    stop_if_interrupted(session);
    stitch_solid(session, solid, wish, request.input, threads);
    return solid;
}

// Errors of the library name no file.
template <class Work>
auto about(const std::string& file, Work&& work) {
    try {
        return work();
    } catch (const Error& e) {
        throw e.within(file);
    }
}

std::string share_line(double rate, double error) {
    return fmt::format("{:.6g} %, to {:.1g} %", 100 * rate, 100 * error);
}

std::string pack_text(const Style& style, const PackRequest& request, const PackAnswer& answer) {
    const SpherePacking& packing = answer.packed.packing;
    std::string text = field(style, "spheres", style.bold(with_thousands(packing.spheres.size()))) +
                       field(style, "filled", share_line(packing.fill_rate, packing.fill_rate_error));
    if (!packing.spheres.empty())
        text += field(style, "radii",
                      fmt::format("{} to {}", number(packing.spheres.back().radius),
                                  number(packing.spheres.front().radius)));
    if (answer.stitched)
        text +=
            field(style, "stitched",
                  fmt::format("{} joined, the surface moved by at most {:.3g}",
                              count_of(answer.stitched->joined_edges, "edge"), answer.stitched->moved_by()));
    text += field(style, "ended by", name_of(answer.packed.end)) +
            field(style, "checked", "exactly: all inside, none overlapping");
    for (const std::string& file : request.outputs) text += field(style, "written", printable(file));
    return text;
}

Json pack_summary_json(const PackRequest& request, const PackAnswer& answer) {
    const SpherePacking& packing = answer.packed.packing;
    return {
        {"schema", "graze.pack/1"},
        {"file", request.input},
        {"metres_per_unit", answer.metres_per_unit ? Json(*answer.metres_per_unit) : Json(nullptr)},
        {"method", request.method},
        {"end", name_of(answer.packed.end)},
        {"spheres", packing.spheres.size()},
        {"largest_radius", packing.spheres.empty() ? Json(nullptr) : Json(packing.spheres.front().radius)},
        {"smallest_radius", packing.spheres.empty() ? Json(nullptr) : Json(packing.spheres.back().radius)},
        {"volume", packing.volume},
        {"fill_rate", packing.fill_rate},
        {"fill_rate_error", packing.fill_rate_error},
        {"stitched", answer.stitched ? Json{{"joined_edges", answer.stitched->joined_edges},
                                            {"tolerance", answer.stitched->tolerance},
                                            {"moved_by", answer.stitched->moved_by()}}
                                     : Json(nullptr)},
        {"check", to_json(answer.check)},
        {"written", request.outputs}};
}

Exit check_packing(Session& session, const PackRequest& request, const std::string& file, const Shape& shape,
                   const Threads& threads) {
    const std::vector<Sphere> spheres = read_packing(file);
    const PackingCheck check = about(request.input, [&] {
        return validate(spheres, shape, {.threads = threads, .progress = &session.progress});
    });
    session.progress.clear();
    if (request.json) {
        Json json = to_json(check);
        json["schema"] = "graze.packing-check/1";
        json["spheres"] = spheres.size();
        session.out.write(dump(json));
    } else {
        const std::string verdict = check.feasible() ? session.style.green("all inside, none overlapping")
                                                     : session.style.yellow(check.why_not());
        session.out.write(verdict + "\n" + field(session.style, "spheres", with_thousands(spheres.size())) +
                          field(session.style, "filled", share_line(check.fill_rate, check.fill_rate_error)));
    }
    return check.feasible() ? Exit::fine : Exit::found;
}

Exit run_pack(Session& session, const PackRequest& request) {
    if (request.cover.wanted()) {
        request.cover.check(request.outputs);
    } else {
        for (const std::string& file : request.outputs) static_cast<void>(pack_file_of(file));
    }
    PackOptions options = parsed_options(request);
    options.progress = &session.progress;
    const LoadedSolid solid = load_solid(session, request, options.threads);
    const Shape& shape = solid.shape;
    if (request.cover.wanted())
        return request.cover.run(session, shape, request.input, request.outputs, request.json,
                                 options.threads);
    if (request.check) return check_packing(session, request, *request.check, shape, options.threads);
    const auto unit = shape.mesh().metres_per_unit();
    if (request.smallest)
        options.smallest_radius = in_file_units(parse_length_with_unit("--smallest", *request.smallest), unit,
                                                "--smallest", request.input);

    PackAnswer answer;
    answer.metres_per_unit = unit;
    answer.stitched = solid.stitched;
    about(request.input, [&] {
        answer.packed = pack(shape, options);
        stop_if_interrupted(session);
        if (answer.packed.packing.spheres.empty() && answer.packed.end == PackEnd::full)
            throw Error("has no room for a sphere", {}, "give a solid that is not flat");
        answer.check = validate(answer.packed.packing.spheres, shape,
                                {.threads = options.threads, .progress = &session.progress});
        if (!answer.check.feasible())
            throw Error("the packing is not feasible: " + answer.check.why_not(), {}, "please report this");
    });
    const PackOutput output{answer.packed,      shape,        {request.input, unit},
                            request.neighbours, request.size, request.color_by == "cluster",
                            options.threads,    solid.source};
    for (const std::string& file : request.outputs) {
        write_packing(session, output, file);
        stop_if_interrupted(session);
    }
    session.progress.clear();
    session.out.write(request.json ? dump(pack_summary_json(request, answer))
                                   : pack_text(session.style, request, answer));
    return answer.packed.end == PackEnd::budget ? Exit::incomplete : Exit::fine;
}

void add_pack_options(CLI::App& command, PackRequest& request) {
    command
        .add_option("FILE", request.input, "Closed mesh to fill (STL, OBJ, PLY, OFF, glTF, graze and others)")
        ->required()
        ->type_name("FILE");
    command
        .add_option(
            "-o,--output", request.outputs,
            "File to write: .json (everything), .ply (points with radii), .png (a picture), .obj, .stl, "
            ".off or .glb (spheres as triangles), .graze (the solid with its sphere tree, for graze "
            "proximity). May be "
            "given several times")
        ->type_name("FILE")
        ->allow_extra_args(false);
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("--count", request.count, "COUNT",
        "Stop at so many spheres (default: 1000, or no limit with --fill-rate or --smallest)");
    add("--fill-rate", request.fill_rate, "SHARE", "Stop when this share of the volume is filled, 0 to 1");
    add("--smallest", request.smallest, "LENGTH",
        "Stop before spheres of a smaller radius: a length, with or without a unit");
    add("--budget", request.budget, "TESTS",
        "Stop after so many closest points; the same packing on every machine");
    add("--time", request.time, "SECONDS", "Stop after so much time");
    add("--method", request.method, "protosphere|voxels",
        "How to find room: anywhere, or on a raster to compare with")
        ->capture_default_str();
    add("--voxels", request.voxels, "COUNT", "Voxels along the longest side, for the method voxels");
    command.add_flag("--neighbours", request.neighbours, "Write the sphere graph into JSON files");
    add("--check", request.check, "PACKING",
        "Do not fill: say whether the packing in this JSON file is feasible");
    request.cover.add_to(command);
    add("--stitch", request.stitch.text, "auto|off|LENGTH",
        "Close hairline gaps of an open mesh, up to this wide, as in 0.01mm; auto is a thousandth of its "
        "size")
        ->capture_default_str();
    add("--size", request.size, "WIDTHxHEIGHT", "Pixels of pictures")->capture_default_str();
    add("--color-by", request.color_by, "size|cluster",
        "What the colours of pictures tell: the size of spheres, or the clusters of the inner sphere tree")
        ->capture_default_str();
    add("--unit", request.unit, "mm|cm|m|in|ft|METRES", "Unit of files that do not say it");
    request.import.add_to(command);
    add("--threads", request.threads, "COUNT", "Threads to use; 0 is one per processor")
        ->capture_default_str();
    command.add_flag("--json", request.json, "Print one JSON object (schema graze.pack/1)");
}

}  // namespace

void add_pack(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand("pack", "Fill a solid with spheres that do not overlap");
    auto request = std::make_shared<PackRequest>();
    add_pack_options(command, *request);
    command.footer(
        "Each next sphere is the largest that there is room for, up to a few percent. Every packing is "
        "checked with "
        "exact arithmetic before it is written. It is the same on every machine and for any number of "
        "threads, "
        "unless --time ends it.\n"
        "\n"
        "Examples:\n"
        "  graze pack bunny.ply --count 10000 -o bunny.json -o bunny.png\n"
        "  graze pack housing.stl --unit mm --smallest 0.5mm -o housing.ply\n"
        "  graze pack bunny.ply --check bunny.json\n"
        "  graze pack scan.stl --unit mm --stitch 0.05mm -o scan.graze\n"
        "  graze pack link3.stl --unit m --cover 40 -o link3.urdf -o link3.yaml\n"
        "\n"
        "Exit codes: 0 written; 1 with --check, not feasible; 2 error, as for meshes that are not closed; 3 "
        "the budget "
        "was used up (what is written is a feasible packing), or interrupted.");
    actions[&command] = [request](Session& session) { return run_pack(session, *request); };
}

}  // namespace graze::app
