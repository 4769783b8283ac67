// graze convert: from one format to another, saying what could not be kept.
#include <optional>
#include <string>

#include "arguments.h"
#include "command.h"
#include "report.h"
#include "text.h"

namespace graze::app {
namespace {

struct Options {
    std::string input, output;
    std::optional<std::string> unit;
    bool ascii = false, json = false;
};

Exit run(Session& session, const Options& options) {
    std::optional<double> metres_per_unit;
    if (options.unit) metres_per_unit = parse_unit("--unit", *options.unit);
    const Loaded loaded = read_mesh(session, options.input, metres_per_unit);
    const Saved saved = write_mesh(session, loaded.mesh, options.output, options.ascii);
    const Losses losses{saved, loaded.mesh.metres_per_unit(), loaded.skipped};
    session.progress.clear();
    if (options.json) {
        session.out.write(dump({{"schema", "graze.convert/1"},
                                {"input", {{"file", options.input}, {"format", loaded.format}}},
                                {"output", written_json(loaded.mesh, options.output)},
                                {"not_kept", to_json(losses)}}));
    } else {
        session.out.write(field(session.style, "read", printable(options.input) + ", " + loaded.format) +
                          written_text(session.style, loaded.mesh, options.output) +
                          to_text(session.style, losses));
    }
    return Exit::fine;
}

}  // namespace

void add_convert(CLI::App& program, Actions& actions) {
    CLI::App& command =
        *program.add_subcommand("convert", "Write a mesh in another format, and say what could not be kept");
    auto options = std::make_shared<Options>();
    command.add_option("IN", options->input, "File to read (STL, OBJ, graze)")->required()->type_name("FILE");
    command
        .add_option("OUT", options->output,
                    "File to write; its extension (.stl, .obj, .graze) says the format")
        ->required()
        ->type_name("FILE");
    command.add_flag("--ascii", options->ascii, "Write STL as text with all digits instead of binary floats");
    command.add_option("--unit", options->unit, "Unit of the input, or the number of metres in one unit")
        ->type_name("mm|cm|m|in|ft|METRES");
    command.add_flag("--json", options->json, "Print one JSON object (schema graze.convert/1)");
    command.footer(
        "Coordinates are never scaled. OUT is replaced if it exists; a failure leaves the old file as it "
        "was.\n"
        "\n"
        "Examples:\n"
        "  graze convert gear.stl gear.obj\n"
        "  graze convert gear.obj gear.stl --ascii\n"
        "  graze convert gear.stl gear.graze      builds the hierarchy once, so that loading need not\n"
        "\n"
        "Exit codes: 0 written (losses are named); 2 error; 3 interrupted, nothing written.");
    actions[&command] = [options](Session& session) { return run(session, *options); };
}

}  // namespace graze::app
