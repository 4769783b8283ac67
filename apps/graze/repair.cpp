// graze repair: mends what is wrong with a mesh and says what it did.
#include "graze/mesh/repair.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/mesh/closed_surface.h"
#include "import_options.h"
#include "repair_report.h"
#include "stitching.h"
#include "text.h"

namespace graze::app {
namespace {

struct RepairRequest {
    std::string input, output;
    std::optional<std::string> weld, close_edges, close_length, unit;
    std::string double_sided = "keep", parts = "names";
    StitchOption stitch;
    bool keep_degenerate = false, keep_duplicates = false, keep_winding = false, keep_unused = false;
    bool dry_run = false, ascii = false, json = false;
    ImportOptions import;
};

LoadedAssembly read(Session& session, const RepairRequest& options) {
    LoadAssemblyOptions load;
    load.parts_from = parse_parts_from("--parts", options.parts);
    if (options.unit) load.load.unit = parse_unit("--unit", *options.unit);
    options.import.apply_to(load.load);
    load.load.progress = &session.progress;
    load.load.threads = Threads(0);
    const std::filesystem::path file = options.input;
    LoadedAssembly loaded = load_assembly(std::span(&file, 1), load);
    stop_if_interrupted(session);
    tell_of_unit(options.input, loaded.files[0].stated_unit, loaded.assembly.metres_per_unit);
    return loaded;
}

// Reports wrong options before the file is read; lengths are converted later, with the file's unit.
class Wishes {
  public:
    explicit Wishes(const RepairRequest& options) {
        if (options.weld) weld_ = parse_length_with_unit("--weld", *options.weld);
        if (options.close_length)
            close_length_ = parse_length_with_unit("--close-holes-within", *options.close_length);
        repair_.drop_degenerate = !options.keep_degenerate;
        repair_.drop_duplicates = !options.keep_duplicates;
        repair_.orient = !options.keep_winding;
        repair_.drop_unused_vertices = !options.keep_unused;
        repair_.double_sided = parse_choice<DoubleSided>(
            "--double-sided", options.double_sided,
            {{"keep", DoubleSided::keep}, {"one", DoubleSided::one}, {"none", DoubleSided::none}});
        stitch_ = StitchWish::parse("--stitch", options.stitch.text);
        if (options.close_edges)
            repair_.close_holes_edges = parse_count("--close-holes", *options.close_edges, 3, 1'000'000);
    }

    RepairOptions for_file(const std::string& file, std::optional<double> metres_per_unit) const {
        RepairOptions options = repair_;
        if (weld_) options.weld_distance = in_file_units(*weld_, metres_per_unit, "--weld", file);
        if (close_length_)
            options.close_holes_length =
                in_file_units(*close_length_, metres_per_unit, "--close-holes-within", file);
        return options;
    }

    // None: off.
    std::optional<StitchOptions> stitching(const std::string& file,
                                           std::optional<double> metres_per_unit) const {
        if (stitch_.off) return std::nullopt;
        return stitch_.options(metres_per_unit, "--stitch", file);
    }

  private:
    RepairOptions repair_;
    StitchWish stitch_;
    std::optional<Length> weld_, close_length_;
};

// Places name polygons of the file, not those of the mesh after stitching.
void number_as_before(RepairReport& report, const Mesh& stitched_mesh, std::span<const TriangleId> source,
                      const Mesh& original) {
    std::vector<PolygonId> before(stitched_mesh.polygon_count());
    for (TriangleId t = 0; t < source.size(); ++t)
        before[stitched_mesh.polygon_of(t)] = original.polygon_of(source[t]);
    for (const auto* kinds : {&kinds_of_changes(), &kinds_of_things_left()})
        for (const RepairKind& kind : *kinds)
            for (RepairPlace& place : (report.*kind.count).first)
                if (place.polygon) place.polygon = before[*place.polygon];
}

// Meshes that parts share are mended once and stay shared.
struct MeshJob {
    std::size_t first_part = 0, instances = 0;
    std::shared_ptr<const Mesh> mesh;
    RepairReport report;
    StitchReport gaps;
    bool closed_before = false;
    std::string why_not_closed;

    void mend(const RepairOptions& wishes, const std::optional<StitchOptions>& stitching,
              const Threads& threads);
};

// Gaps come first: they are not holes to be closed by faces.
void MeshJob::mend(const RepairOptions& wishes, const std::optional<StitchOptions>& stitching,
                   const Threads& threads) {
    const std::shared_ptr<const Mesh> original = mesh;
    std::vector<TriangleId> source;
    if (stitching) {
        Stitched done = stitched(*mesh, *stitching);
        gaps = done.report;
        closed_before = done.report.was_closed;
        source = std::move(done.source);
        mesh = std::make_shared<const Mesh>(std::move(done.mesh));
    } else {
        closed_before = ClosedSurface(*mesh, threads).closed();
    }
    Repaired done = repaired(*mesh, wishes);
    if (!source.empty()) number_as_before(done.report, *mesh, source, *original);
    why_not_closed = ClosedSurface(done.mesh, threads).why_not();
    mesh = std::make_shared<const Mesh>(std::move(done.mesh));
    report = std::move(done.report);
}

std::vector<MeshJob> list_meshes(const Assembly& assembly, std::vector<std::size_t>& job_of_part) {
    std::vector<MeshJob> jobs;
    std::map<const Mesh*, std::size_t> number;
    for (std::size_t p = 0; p < assembly.parts.size(); ++p) {
        const auto [entry, is_new] = number.emplace(assembly.parts[p].mesh.get(), jobs.size());
        if (is_new) jobs.push_back({p, 0, assembly.parts[p].mesh, {}, {}, false, {}});
        ++jobs[entry->second].instances;
        job_of_part.push_back(entry->second);
    }
    return jobs;
}

FileRepair mend(Session& session, LoadedAssembly& loaded, RepairOptions wishes,
                std::optional<StitchOptions> stitching, const std::string& file) {
    Assembly& assembly = loaded.assembly;
    std::vector<std::size_t> job_of_part;
    std::vector<MeshJob> jobs = list_meshes(assembly, job_of_part);
    const Threads threads(0);
    wishes.threads = threads;
    if (stitching) stitching->threads = threads;
    if (jobs.size() == 1) wishes.progress = &session.progress;
    parallel_for(threads, jobs.size(), 1, [&](std::size_t i, std::size_t) {
        if (session.progress.cancelled()) return;
        if (i % (jobs.size() / 64 + 1) == 0) session.progress.report("mending", i, jobs.size());
        MeshJob& job = jobs[i];
        try {
            job.mend(wishes, stitching, threads);
        } catch (const Error& e) {
            throw e.within(file);
        }
    });
    stop_if_interrupted(session);

    FileRepair result;
    for (const Part& part : assembly.parts) result.paths.push_back(path_in_file(part, loaded.files[0]));
    for (const MeshJob& job : jobs) {
        result.add(job.first_part, assembly.parts[job.first_part].world_from_part, job.report);
        result.add(job.gaps);
        if (job.closed_before) result.closed_before += job.instances;
        if (job.why_not_closed.empty()) {
            result.closed_after += job.instances;
        } else if (result.why_not_closed.empty()) {
            result.why_not_closed = job.why_not_closed;
            result.first_open_part = job.first_part;
        }
    }
    for (std::size_t p = 0; p < assembly.parts.size(); ++p) {
        assembly.parts[p].mesh = jobs[job_of_part[p]].mesh;
        assembly.parts[p].path = result.paths[p];
    }
    const std::optional<double> unit = assembly.metres_per_unit;
    result.unit = unit ? unit_name(*unit) : "units";
    return result;
}

// A file of one part in its own place is written as a mesh, which keeps the names within it.
struct Written {
    Saved saved;
    Json json;
    std::string text;
};
Written write(Session& session, const LoadedAssembly& loaded, const RepairRequest& options) {
    const Assembly& assembly = loaded.assembly;
    const Style& style = session.style;
    Written result;
    std::uint64_t vertices = 0, triangles = 0, polygons = 0;
    for (const Part& part : assembly.parts) {
        vertices += part.mesh->vertices().size();
        triangles += part.mesh->triangle_count();
        polygons += part.mesh->polygon_count();
    }
    const bool one =
        assembly.parts.size() == 1 && assembly.parts[0].world_from_part.matrix() == Pose().matrix();
    if (one && !keeps_assemblies(options.output)) {
        result.saved = write_mesh(session, *assembly.parts[0].mesh, options.output, options.ascii);
    } else {
        SaveOptions save;
        save.ascii = options.ascii;
        save.threads = Threads(0);
        save.progress = &session.progress;
        stop_if_interrupted(session);
        result.saved = save_assembly(assembly, options.output, save);
    }
    result.json = {{"file", options.output},
                   {"parts", assembly.parts.size()},
                   {"vertices", vertices},
                   {"triangles", triangles},
                   {"polygons", polygons}};
    result.text = field(style, "written", style.bold(printable(options.output))) +
                  field(style, "triangles", with_thousands(triangles));
    return result;
}

Exit run_repair(Session& session, const RepairRequest& options) {
    if (options.output.empty() && !options.dry_run)
        throw Error("OUT is missing", "repair", "name the file to write, or give --dry-run");
    const Wishes wishes(options);
    LoadedAssembly loaded = read(session, options);
    const FileRepair done =
        mend(session, loaded, wishes.for_file(options.input, loaded.assembly.metres_per_unit),
             wishes.stitching(options.input, loaded.assembly.metres_per_unit), options.input);
    Written written;
    if (!options.dry_run) written = write(session, loaded, options);
    session.progress.clear();
    const AssemblyFile& about = loaded.files[0];
    const Losses losses{written.saved, loaded.assembly.metres_per_unit, about.skipped};
    if (options.json) {
        Json document{{"schema", "graze.repair/1"},
                      {"input", {{"file", options.input}, {"format", about.format}}},
                      {"dry_run", options.dry_run}};
        document.update(to_json(done));
        document["output"] = options.dry_run ? Json(nullptr) : written.json;
        document["not_kept"] = options.dry_run ? Json(nullptr) : to_json(losses);
        session.out.write(dump(document));
    } else {
        session.out.write(field(session.style, "read", printable(options.input) + ", " + about.format) +
                          to_text(session.style, done, options.dry_run) + written.text +
                          (options.dry_run ? "" : to_text(session.style, losses)));
    }
    return options.dry_run && done.changed() ? Exit::found : Exit::fine;
}

}  // namespace

void add_repair(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("repair", "Mend what is wrong with a mesh, and say what was done");
    auto options = std::make_shared<RepairRequest>();
    command.add_option("IN", options->input, "File to read")->required()->type_name("FILE");
    command
        .add_option("-o,OUT", options->output, "File to write, also as -o OUT; its extension says the format")
        ->type_name("FILE");
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("--weld", options->weld, "LENGTH",
        "Merge vertices at most this far apart, as in 0.01mm; without a unit, in that of the file");
    options->stitch.add_to(command);
    add("--close-holes", options->close_edges, "COUNT", "Close holes of at most so many edges");
    add("--close-holes-within", options->close_length, "LENGTH",
        "Close holes whose rim is at most this long");
    add("--double-sided", options->double_sided, "keep|one|none",
        "Which faces to keep of those that lie back to back")
        ->capture_default_str();
    command.add_flag("--keep-degenerate", options->keep_degenerate, "Do not drop faces without area");
    command.add_flag("--keep-duplicates", options->keep_duplicates, "Do not drop duplicate faces");
    command.add_flag("--keep-winding", options->keep_winding, "Do not turn faces over");
    command.add_flag("--keep-unused", options->keep_unused, "Do not drop vertices that no face uses");
    add("--parts", options->parts, "names|groups|files",
        "What is mended by itself: objects, or groups where there are none; every group; whole files")
        ->capture_default_str();
    add("--unit", options->unit, "mm|cm|m|in|ft|METRES",
        "The unit of the coordinates, whatever the file says");
    options->import.add_to(command);
    command.add_flag("--dry-run", options->dry_run, "Say what would be done, and write nothing");
    command.add_flag("--ascii", options->ascii, "Write STL as text with all digits instead of binary floats");
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.repair/1)");
    command.footer(
        "Without options: hairline gaps are stitched, equal vertices merged, faces without area and "
        "duplicates "
        "dropped, faces turned so that all are wound alike and closed pieces face outwards. With --stitch "
        "off "
        "nothing is moved; no hole is closed unless asked for. What was mended once is not changed again.\n"
        "\n"
        "Examples:\n"
        "  graze repair scan.stl clean.obj\n"
        "  graze repair scan.stl clean.stl --unit mm --weld 0.01mm --close-holes 12\n"
        "  graze repair car.obj --dry-run\n"
        "\n"
        "Exit codes: 0 written, or nothing to do; 1 a dry run found something to do; 2 error; 3 interrupted, "
        "nothing written.");
    actions[&command] = [options](Session& session) { return run_repair(session, *options); };
}

}  // namespace graze::app
