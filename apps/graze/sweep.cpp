// graze sweep: parts that move along a recorded path. What do they hit, and how close do they come to the
// rest?
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "assembly_input.h"
#include "command.h"
#include "moving_parts.h"
#include "sweep_report.h"
#include "text.h"
#include "whole_file.h"

namespace graze::app {
namespace {

struct SweepRequest {
    AssemblyInput input;
    std::string path, folder, json, clearance = "0", cell, path_number = "1", samples = "4", budget = "none",
                                    threads = "0";
    std::vector<std::string> moving, against;
    bool no_envelope = false, no_least = false;
};

// "0" is no clearance.
std::optional<Length> sweep_clearance(const std::string& text) {
    if (text == "0") return std::nullopt;
    return parse_length_with_unit("--clearance", text);
}

Exit run_sweep(Session& session, const SweepRequest& request) {
    check_json_name(request.json, "sweep.json");
    const std::optional<Length> clearance = sweep_clearance(request.clearance);
    const std::optional<Length> cell =
        request.cell.empty() ? std::nullopt : std::optional(parse_length_with_unit("--cell", request.cell));
    PartSweepOptions options;
    options.threads = Threads(parse_count("--threads", request.threads, 0, 1024));
    options.samples_per_step = parse_count("--samples", request.samples, 1, 10'000);
    options.budget_per_pair = parse_budget("--budget", request.budget);
    options.measure = !request.no_least;
    options.progress = &session.progress;
    Path path = path_to_follow(request.path, request.path_number);

    SweepAnswer answer;
    MovingParts parts =
        read_moving_parts(session, request.input, request.moving, request.against, options.threads);
    answer.loaded = std::move(parts.loaded);
    answer.moving = std::move(parts.moving);
    const auto unit = answer.loaded.assembly.metres_per_unit;
    answer.path_file = request.path;
    answer.path = std::move(path);
    if (clearance) answer.clearance = in_file_units(*clearance, unit, "--clearance", request.against.front());
    options.clearance = answer.clearance;
    answer.sweep = sweep_parts(answer.loaded.assembly, answer.moving, answer.path, options);
    stop_if_interrupted(session);
    if (!request.folder.empty()) {
        SweepFiles files;
        files.folder = request.folder;
        files.envelope = !request.no_envelope;
        files.threads = options.threads;
        if (cell) files.cell = in_file_units(*cell, unit, "--cell", request.against.front());
        write_sweep_files(session, files, answer);
    }
    session.progress.clear();
    const std::string json = dump(sweep_json(answer));
    if (!request.folder.empty())
        write_file(request.folder + "/sweep.json", [&](const Send& send) { send(json); });
    if (!request.json.empty() && request.json != "-")
        write_file(request.json, [&](const Send& send) { send(json); });
    session.out.write(request.json == "-" ? json : sweep_text(session.style, answer));
    if (!answer.complete()) return Exit::incomplete;
    return answer.sweep.met.empty() ? Exit::fine : Exit::found;
}

}  // namespace

void add_sweep(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "sweep", "Move a part along a path: what does it hit first, and how close does it come to the rest?");
    auto request = std::make_shared<SweepRequest>();
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("PART", request->moving, "FILE|NAME",
        "What moves, together: files, or parts of the assembly by their names; * stands for any text")
        ->required();
    add("--path", request->path, "FILE", "The path: poses as 'graze generate motion' writes them")
        ->required();
    add("--against", request->against, "FILE", "The assembly that rests: files or folders")->required();
    add("--clearance", request->clearance, "LENGTH", "Coming closer than this counts as well, as in 2mm")
        ->capture_default_str();
    add("-o,--output", request->folder, "DIR",
        "Write sweep.json, clearance.svg, envelope.stl and pictures into this folder");
    add("--json", request->json, "FILE",
        "Write JSON (schema graze.sweep/1) to a file that ends in .json; '-' prints it instead");
    add("--path-number", request->path_number, "NUMBER", "Which path of the file")->capture_default_str();
    add("--samples", request->samples, "COUNT", "Distances in the plot for each step")->capture_default_str();
    add("--cell", request->cell, "LENGTH",
        "Edge of the cubes that the envelope is made of (default: size / 64)");
    command.add_flag("--no-envelope", request->no_envelope, "Make no envelope");
    command.add_flag("--no-clearance", request->no_least,
                     "Look for contact only: no plot, no least clearance");
    add("--parts", request->input.parts, part_choices, part_choices_help)->capture_default_str();
    request->input.add_unit_to(
        command, "The unit of the coordinates, whatever the files say; FILE=mm is about one of them");
    request->input.import.add_to(command);
    add("--budget", request->budget, "COUNT|none", "Tests to spend on a pair before it is left undecided")
        ->capture_default_str();
    add("--threads", request->threads, "COUNT", "Threads to use; 0 is one per processor")
        ->capture_default_str();
    command.footer(
        "Nothing is sampled: the part moves all the time, and a path that is said to be free is free. At "
        "step i a "
        "part is at pose i of the path, applied after its own place in its file; between two poses the "
        "origin of "
        "the path moves straight and the rotation evenly. Lengths of the path are in the assembly's unit.\n"
        "\n"
        "Parts that touch at the start may slide and separate; they are found when they are pressed into "
        "each "
        "other. Pairs that are closer than --clearance at the start are judged by contact.\n"
        "\n"
        "Examples:\n"
        "  graze generate motion extract --direction 0,0,1 --distance 50 > pull.json\n"
        "  graze sweep lid.stl --path pull.json --against housing.stl --unit mm --clearance 2mm -o out\n"
        "  graze sweep '*/cover/lid' '*/cover/screw *' --path pull.json --against gearbox.glb\n"
        "\n"
        "Exit codes: 0 free; 1 something is met, or comes too close; 2 error; 3 undecided (budget), or "
        "interrupted.");
    actions[&command] = [request](Session& session) { return run_sweep(session, *request); };
}

}  // namespace graze::app
