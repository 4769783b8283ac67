// graze slide: a part that a recorded hand moves, and that slides along what it touches.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "arguments.h"
#include "assembly_input.h"
#include "command.h"
#include "draw_arguments.h"
#include "graze/base/error.h"
#include "graze/clash/rules/rules.h"
#include "moving_parts.h"
#include "slide_report.h"
#include "whole_file.h"

namespace graze::app {
namespace {

struct SlideRequest {
    AssemblyInput input;
    std::string hand, folder, json, rules, clearance = "0", gap, friction = "0", path_number = "1",
                                           looks = "5", budget = "none", threads = "0";
    std::vector<std::string> moving, against, ignore;
};

double parse_friction(const std::string& text) {
    if (text == "inf" || text == "infinite") return std::numeric_limits<double>::infinity();
    const double value = parse_number("--friction", text);
    if (!(value >= 0)) throw Error("is negative", "--friction", "give a number from 0 up, or inf");
    return value;
}

double slide_length(const std::string& option, const std::string& text, const LoadedAssembly& loaded,
                    const std::string& file) {
    return in_file_units(parse_length_with_unit(option, text), loaded.assembly.metres_per_unit, option, file);
}

// What the rules say about the pairs of a moving part and one that rests. Of clearances the larger one
// counts.
void apply_rules(const ClashRules& rules, const SlideAnswer& answer, AssemblySlideOptions& options) {
    const Assembly& assembly = answer.loaded.assembly;
    const RuledParts ruled(rules, assembly, answer.clearance);
    for (const std::size_t moving : answer.moving) {
        for (std::size_t resting = 0; resting < assembly.parts.size(); ++resting) {
            const PairTerms terms = ruled.terms(moving, resting);
            if (terms.clearance > answer.clearance)
                options.clearances.push_back({moving, resting, terms.clearance});
            if (terms.ignored) {
                options.allowed.push_back({moving, resting});
            } else if (terms.allowed_depth && *terms.allowed_depth > 0) {
                options.allowed.push_back({moving, resting, *terms.allowed_depth});
            }
        }
    }
}

Exit run_slide(Session& session, const SlideRequest& request) {
    check_json_name(request.json, "slide.json");
    AssemblySlideOptions options;
    options.sliding.friction = parse_friction(request.friction);
    options.sliding.linearisations = static_cast<int>(parse_count("--looks", request.looks, 1, 1000));
    options.sliding.budget = parse_budget("--budget", request.budget);
    options.progress = &session.progress;
    const Threads threads(parse_count("--threads", request.threads, 0, 1024));
    SlideAnswer answer;
    answer.hand = path_to_follow(request.hand, request.path_number);
    answer.hand_file = request.hand;
    answer.friction = options.sliding.friction;
    MovingParts parts = read_moving_parts(session, request.input, request.moving, request.against, threads);
    answer.loaded = std::move(parts.loaded);
    answer.moving = std::move(parts.moving);
    const std::string& file = request.against.front();
    if (request.clearance != "0")
        answer.clearance = slide_length("--clearance", request.clearance, answer.loaded, file);
    options.sliding.clearance = answer.clearance;
    if (!request.gap.empty()) options.sliding.gap = slide_length("--gap", request.gap, answer.loaded, file);
    for (const std::string& pattern : request.ignore)
        for (const std::size_t part : matching_parts("--ignore", pattern, answer.loaded.assembly))
            options.ignored.push_back(part);
    if (!request.rules.empty())
        apply_rules(parse_rules(read_file(request.rules), request.rules), answer, options);
    answer.slide = slide_parts(answer.loaded.assembly, answer.moving, answer.hand, options);
    stop_if_interrupted(session);
    if (!request.folder.empty()) write_slide_files(session, request.folder, threads, answer);
    session.progress.clear();
    if (!request.folder.empty()) answer.written.push_back(request.folder + "/slide.json");
    const std::string json = dump(slide_json(answer));
    if (!request.folder.empty()) write_file(answer.written.back(), [&](const Send& send) { send(json); });
    if (!request.json.empty() && request.json != "-")
        write_file(request.json, [&](const Send& send) { send(json); });
    session.out.write(request.json == "-" ? json : slide_text(session.style, answer));
    if (!answer.slide.complete) return Exit::incomplete;
    const bool fine = answer.slide.was_in ? answer.slide.came_out : !answer.held();
    return fine ? Exit::fine : Exit::found;
}

}  // namespace

void add_slide(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "slide",
        "Take a part out by a recorded hand: it slides along what it touches, and never passes through");
    auto request = std::make_shared<SlideRequest>();
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("PART", request->moving, "FILE|NAME",
        "What the hand holds: a file, or parts of the assembly by their names; * stands for any text. They "
        "move together")
        ->required();
    add("--hand", request->hand, "FILE",
        "Where the hand wants the part: poses as 'graze generate motion' writes them")
        ->required();
    add("--against", request->against, "FILE", "The assembly that rests: files or folders")->required();
    add("--clearance", request->clearance, "LENGTH", "The part keeps this distance, as in 0.5mm")
        ->capture_default_str();
    add("--friction", request->friction, "NUMBER|inf",
        "Coefficient of friction; inf: what touches does not slip")
        ->capture_default_str();
    add("--ignore", request->ignore, "NAME", "Parts that are no obstacles; * stands for any text");
    add("--rules", request->rules, "FILE",
        "Rules as for 'graze clash': pairs to ignore, overlaps that are allowed up to a depth, clearances");
    add("-o,--output", request->folder, "DIR",
        "Write slide.json, path.json, distance.svg, slide.glb (animated) and pictures into this folder");
    add("--json", request->json, "FILE",
        "Write JSON (schema graze.slide/1) to a file that ends in .json; '-' prints it instead");
    add("--path-number", request->path_number, "NUMBER", "Which path of the file")->capture_default_str();
    add("--gap", request->gap, "LENGTH", "The distance at which the part slides (default: 1e-5 of its size)");
    add("--looks", request->looks, "COUNT", "How often a step may choose a new direction")
        ->capture_default_str();
    add("--parts", request->input.parts, part_choices, part_choices_help)->capture_default_str();
    request->input.add_unit_to(
        command, "The unit of the coordinates, whatever the files say; FILE=mm is about one of them");
    request->input.import.add_to(command);
    add("--budget", request->budget, "COUNT|none",
        "Tests to spend on a step before it ends early, at a valid pose")
        ->capture_default_str();
    add("--threads", request->threads, "COUNT", "Threads to read and draw with; 0 is one per processor")
        ->capture_default_str();
    command.footer(
        "At step i the hand wants each part at pose i of the path, applied after its own place in its file. "
        "The part goes "
        "there as far as it can. Pairs that touch or overlap at the start are named; they are ignored until "
        "the part is first "
        "free of them, but must not get deeper. A part is out when its box overlaps no box that it "
        "overlapped at the start.\n"
        "\n"
        "Examples:\n"
        "  graze generate motion extract --direction 0,0,1 --distance 50 --noise 0.2 > pull.json\n"
        "  graze slide lid.stl --hand pull.json --against housing.stl --unit mm -o out\n"
        "  graze slide '*/cover/*' --hand pull.json --against gearbox.glb --friction 0.3\n"
        "\n"
        "Exit codes: 0 it came out, or followed to the end; 1 it did not; 2 error; 3 cut short (budget), or "
        "interrupted.");
    actions[&command] = [request](Session& session) { return run_slide(session, *request); };
}

}  // namespace graze::app
