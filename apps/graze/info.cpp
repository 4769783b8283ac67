// graze info: what is in a file, what is wrong with it, and what it is fit for.
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "graze/base/error.h"
#include "graze/io/saved_shape.h"
#include "import_options.h"
#include "info_report.h"
#include "shape_facts.h"

namespace graze::app {
namespace {

struct InfoRequest {
    std::vector<std::string> files;
    std::optional<std::string> unit;
    bool parts = false, list = false, json = false;
    ImportOptions import;
};

// Adds to the JSON or writes the text.
void describe(Session& session, const std::string& file, const InfoRequest& options,
              const LoadAssemblyOptions& load, bool first, Json& described) {
    std::string text;
    const std::optional<std::string> kind = kind_of_saved_shape(file);
    if (kind && *kind != ShapeKind().name()) {
        const Shape shape = graze::load(file, load.load);
        if (options.json) return described.push_back(primitive_info_json(file, shape));
        text = primitive_info_text(file, shape, session.style);
    } else {
        const FileFacts facts = find_facts(file, load, options.parts);
        stop_if_interrupted(session);
        session.progress.clear();
        if (options.json) return described.push_back(to_json(file, facts, options.parts));
        const TextDetail detail{.each_part = options.parts, .every_name = options.list};
        text = to_text(file, facts, session.style, detail);
    }
    session.out.write((first ? "" : "\n") + text);
    session.out.flush();  // keeps the order of this and of complaints about the next file
}

// A file that cannot be read does not keep the others from being described.
Exit run_info(Session& session, const InfoRequest& options) {
    LoadAssemblyOptions load;
    if (options.unit) load.load.unit = parse_unit("--unit", *options.unit);
    options.import.apply_to(load.load);
    load.load.progress = &session.progress;
    load.load.threads = Threads(0);
    Json described = Json::array(), errors = Json::array();
    bool first = true;
    for (const std::string& file : options.files) {
        try {
            describe(session, file, options, load, first, described);
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
            {{"schema", "graze.info/2"}, {"files", std::move(described)}, {"errors", std::move(errors)}}));
    return failed ? Exit::error : Exit::fine;
}

}  // namespace

void add_info(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "info", "Say what is in mesh files, what is wrong with them, and what they are fit for");
    auto options = std::make_shared<InfoRequest>();
    command.add_option("FILE", options->files, "Mesh files")->required()->type_name("FILE");
    command.add_flag("--parts", options->parts, "Say all of it for every part as well");
    command.add_flag("--list", options->list, "List all parts, however many there are");
    command.add_option("--unit", options->unit, "The unit of the coordinates, whatever the file says")
        ->type_name("mm|cm|m|in|ft|METRES");
    options->import.add_to(command);
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.info/2)");
    command.footer(
        "Defects are counted and located. A mesh with defects can be compared as a surface; as a solid only "
        "if "
        "it is closed. 'graze repair' mends what can be mended.\n"
        "\n"
        "Examples:\n"
        "  graze info gear.stl\n"
        "  graze info gearbox.glb --parts\n"
        "  graze info --json parts/*.obj | jq '.files[] | [.file, .surface.closed]'\n"
        "\n"
        "Exit codes: 0 all files were read; 2 some file could not be, the others are described; 3 "
        "interrupted.");
    actions[&command] = [options](Session& session) { return run_info(session, *options); };
}

}  // namespace graze::app
