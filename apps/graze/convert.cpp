// graze convert: from one format to another, saying what could not be kept.
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "arguments.h"
#include "command.h"
#include "graze/io/load_assembly.h"
#include "import_options.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

struct ConvertRequest {
    std::string input, output;
    std::optional<std::string> unit;
    bool ascii = false, json = false;
    ImportOptions import;
};

// What there is to say when all is done.
struct Converted {
    std::string input_format;
    Json output_json;
    std::string output_text;
    Losses losses;
};

Converted convert_mesh(Session& session, const ConvertRequest& options, const LoadOptions& load) {
    const Loaded loaded = read_mesh(session, options.input, load);
    Saved saved = write_mesh(session, loaded.mesh, options.output, options.ascii);
    saved.up_dropped = loaded.up.has_value();
    return {loaded.format,
            written_json(loaded.mesh, options.output),
            written_text(session.style, loaded.mesh, options.output),
            {saved, loaded.mesh.metres_per_unit(), loaded.skipped,
             options.output.ends_with(".graze") ? 0 : curved_faces_of(loaded.mesh)}};
}

// Paths as they are in the file, so that converting back and forth does not make them longer.
void drop_stem(Assembly& assembly, const AssemblyFile& file) {
    for (Part& part : assembly.parts) part.path = path_in_file(part, file);
}

struct Sizes {
    std::uint64_t parts = 0, meshes = 0, vertices = 0, triangles = 0, polygons = 0, curved_faces = 0;
};

Sizes sizes_of(const Assembly& assembly) {
    Sizes sizes;
    std::set<const Mesh*> meshes;
    for (const Part& part : assembly.parts) {
        if (meshes.insert(part.mesh.get()).second) sizes.curved_faces += curved_faces_of(*part.mesh);
        sizes.vertices += part.mesh->vertices().size();
        sizes.triangles += part.mesh->triangle_count();
        sizes.polygons += part.mesh->polygon_count();
    }
    sizes.parts = assembly.parts.size();
    sizes.meshes = meshes.size();
    return sizes;
}

Converted convert_assembly(Session& session, const ConvertRequest& options, LoadOptions load) {
    load.progress = &session.progress;
    const std::filesystem::path input = options.input;
    LoadedAssembly loaded = load_assembly(std::span(&input, 1), {.load = load});
    stop_if_interrupted(session);
    tell_of_unit(options.input, loaded.files[0].stated_unit, loaded.assembly.metres_per_unit);
    drop_stem(loaded.assembly, loaded.files[0]);
    SaveOptions save;
    save.progress = &session.progress;
    const Saved saved = save_assembly(loaded.assembly, options.output, save);
    const Sizes sizes = sizes_of(loaded.assembly);
    const Style& style = session.style;
    return {loaded.files[0].format,
            {{"file", options.output},
             {"parts", sizes.parts},
             {"meshes", sizes.meshes},
             {"vertices", sizes.vertices},
             {"triangles", sizes.triangles},
             {"polygons", sizes.polygons}},
            field(style, "written", style.bold(printable(options.output))) +
                field(style, "parts", with_thousands(sizes.parts)) +
                field(style, "meshes", with_thousands(sizes.meshes)) +
                field(style, "triangles", with_thousands(sizes.triangles)),
            {saved, loaded.assembly.metres_per_unit, loaded.files[0].skipped, sizes.curved_faces}};
}

Exit run_convert(Session& session, const ConvertRequest& options) {
    LoadOptions load;
    if (options.unit) load.unit = parse_unit("--unit", *options.unit);
    options.import.apply_to(load);
    const Converted converted = keeps_assemblies(options.output) ? convert_assembly(session, options, load)
                                                                 : convert_mesh(session, options, load);
    session.progress.clear();
    if (options.json) {
        session.out.write(dump({{"schema", "graze.convert/1"},
                                {"input", {{"file", options.input}, {"format", converted.input_format}}},
                                {"output", converted.output_json},
                                {"not_kept", to_json(converted.losses)}}));
    } else {
        session.out.write(
            field(session.style, "read", printable(options.input) + ", " + converted.input_format) +
            converted.output_text + to_text(session.style, converted.losses));
    }
    return Exit::fine;
}

}  // namespace

void add_convert(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "convert", "Write a mesh or an assembly in another format, and say what could not be kept");
    auto options = std::make_shared<ConvertRequest>();
    command.add_option("IN", options->input, "File to read (STL, OBJ, PLY, OFF, glTF, graze and others)")
        ->required()
        ->type_name("FILE");
    command
        .add_option(
            "-o,OUT", options->output,
            "File to write, also as -o OUT; its extension (.stl, .obj, .ply, .off, .glb, .graze) says the "
            "format")
        ->required()
        ->type_name("FILE");
    command.add_flag("--ascii", options->ascii, "Write STL or PLY as text with all digits instead of binary");
    command
        .add_option("--unit", options->unit,
                    "Unit of the input, or the number of metres in one unit, whatever the file says")
        ->type_name("mm|cm|m|in|ft|METRES");
    options->import.add_to(command);
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.convert/1)");
    command.footer(
        "Coordinates are never scaled. GLB keeps parts with their names, places and shared meshes, the unit "
        "and\n"
        "which way is up; OBJ the names of parts. OUT is replaced if it exists; a failure leaves the old "
        "file\n"
        "as it was.\n"
        "\n"
        "Examples:\n"
        "  graze convert gear.stl gear.obj\n"
        "  graze convert gear.obj gear.stl --ascii\n"
        "  graze convert engine.obj engine.glb --unit mm\n"
        "  graze convert gear.stl gear.graze      builds the hierarchy once, so that loading need not\n"
        "\n"
        "Exit codes: 0 written (losses are named); 2 error; 3 interrupted, nothing written.");
    actions[&command] = [options](Session& session) { return run_convert(session, *options); };
}

}  // namespace graze::app
