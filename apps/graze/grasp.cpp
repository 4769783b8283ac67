// graze grasp: a recorded hand touches, pushes and holds things, and its fingers never sink in.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "grasp_report.h"
#include "graze/base/error.h"
#include "hand_file.h"
#include "hand_motion_file.h"
#include "moving_parts.h"
#include "whole_file.h"

namespace graze::app {
namespace {

struct GraspRequest {
    AssemblyInput input;
    std::string hand, folder, json, gap, fall = "0,0,0", budget = "none", threads = "0";
    std::vector<std::string> things, against, models;
};

// What became of each thing that a hand touches, from frame to frame.
void note_events(GraspAnswer& answer, std::vector<std::vector<GraspClass>>& before) {
    const std::size_t frame = answer.frames.size() - 1;
    for (std::size_t h = 0; h < before.size(); ++h) {
        std::vector<GraspClass> now(before[h].size(), GraspClass::none);
        for (const ObjectGrasp& o : answer.frames.back()[h].objects) now[o.object] = o.grasp;
        for (std::size_t part = 0; part < now.size(); ++part)
            if (now[part] != before[h][part])
                answer.events.push_back({frame, h, part, before[h][part], now[part]});
        before[h] = std::move(now);
    }
}

void play(Session& session, GraspAnswer& answer, const GraspingOptions& options) {
    std::vector<GraspObject> objects;
    const std::vector<Part>& parts = answer.loaded.assembly.parts;
    for (const Part& part : parts) objects.push_back({Shape(*part.mesh), part.world_from_part, false});
    for (const std::size_t part : answer.movable) objects[part].movable = true;
    Grasping scene(std::move(objects), options);
    std::vector<TrackedHand> tracked;
    for (const HandMotion& hand : answer.recorded) {
        if (answer.models.size() == tracked.size())  // none was read
            answer.models.push_back(make_hand({.side = hand.side, .length = hand.length}));
        const TrackedHand& first = hand.frames.front();
        scene.add_hand(answer.models[tracked.size()], first.root.value_or(Pose()), first.flex);
        tracked.emplace_back();
    }
    answer.gap = scene.gap();
    std::vector<std::vector<GraspClass>> before(tracked.size(), std::vector<GraspClass>(parts.size()));
    const std::size_t count = answer.recorded.front().frames.size();
    for (std::size_t i = 0; i < count; ++i) {
        session.progress.report("grasping", i, count);
        stop_if_interrupted(session);
        for (std::size_t h = 0; h < tracked.size(); ++h) tracked[h] = answer.recorded[h].frames[i];
        scene.step(tracked);
        std::vector<HandFrame>& frames = answer.frames.emplace_back();
        for (std::size_t h = 0; h < tracked.size(); ++h) {
            frames.push_back(scene.hand(h));
            answer.complete &= !frames.back().cut_short;
        }
        std::vector<Pose>& poses = answer.poses.emplace_back();
        for (std::size_t part = 0; part < parts.size(); ++part) poses.push_back(scene.pose(part));
        note_events(answer, before);
    }
}

Exit run_grasp(Session& session, const GraspRequest& request) {
    check_json_name(request.json, "grasp.json");
    GraspingOptions options;
    options.budget = parse_budget("--budget", request.budget);
    options.fall = parse_vector("--fall", request.fall);
    const Threads threads(parse_count("--threads", request.threads, 0, 1024));
    GraspAnswer answer;
    answer.hand_file = request.hand;
    answer.recorded = read_hand_motion(request.hand);
    for (const std::string& file : request.models) answer.models.push_back(read_hand(file));
    if (!answer.models.empty() && answer.models.size() != answer.recorded.size())
        throw Error("is not given once for each recorded hand", "--model",
                    "give as many files as there are hands");
    MovingParts parts = read_moving_parts(session, request.input, request.things, request.against, threads);
    answer.loaded = std::move(parts.loaded);
    answer.movable = std::move(parts.moving);
    if (!request.gap.empty())
        options.gap = in_file_units(parse_length_with_unit("--gap", request.gap),
                                    answer.loaded.assembly.metres_per_unit, "--gap", request.things.front());
    play(session, answer, options);
    if (!request.folder.empty()) write_grasp_files(session, request.folder, threads, answer);
    session.progress.clear();
    if (!request.folder.empty()) answer.written.push_back(request.folder + "/grasp.json");
    const std::string json = dump(grasp_json(answer));
    if (!request.folder.empty()) write_file(answer.written.back(), [&](const Send& send) { send(json); });
    if (!request.json.empty() && request.json != "-")
        write_file(request.json, [&](const Send& send) { send(json); });
    session.out.write(request.json == "-" ? json : grasp_text(session.style, answer));
    if (!answer.complete) return Exit::incomplete;
    return answer.ever_held() ? Exit::found : Exit::fine;
}

}  // namespace

void add_grasp(CLI::App& program, Actions& actions) {
    CLI::App& command = *program.add_subcommand(
        "grasp", "A recorded hand takes things: what it holds when, and where its fingers touch");
    auto request = std::make_shared<GraspRequest>();
    const auto add = [&](const std::string& name, auto& value, const std::string& type,
                         const std::string& description) {
        return command.add_option(name, value, description)->type_name(type);
    };
    add("OBJECT", request->things, "FILE|NAME",
        "What the hand can push and hold: files, or parts of the assembly by their names; * stands for any "
        "text")
        ->required();
    add("--hand", request->hand, "FILE",
        "The recorded hand, or two: as 'graze generate motion grasp' writes them, in the unit of the files")
        ->required();
    add("--model", request->models, "FILE",
        "What the hand is like, as 'graze generate hand' describes it; one for each recorded hand. Default: "
        "a "
        "generated hand of the recorded side and length");
    add("--against", request->against, "FILE", "The assembly that rests: files or folders");
    add("-o,--output", request->folder, "DIR",
        "Write grasp.json, grasp.glb (animated) and a picture of each kind of grasp into this folder");
    add("--json", request->json, "FILE",
        "Write JSON (schema graze.grasp/1) to a file that ends in .json; '-' prints it instead");
    add("--gap", request->gap, "LENGTH",
        "The distance at which fingers stop (default: 1e-4 of the hand's length)");
    add("--fall", request->fall, "X,Y,Z",
        "What things that nobody holds gain in speed, in lengths per frame, each frame")
        ->capture_default_str();
    add("--parts", request->input.parts, part_choices, part_choices_help)->capture_default_str();
    request->input.add_unit_to(
        command, "The unit of the coordinates, whatever the files say; FILE=mm is about one of them");
    request->input.import.add_to(command);
    add("--budget", request->budget, "COUNT|none",
        "Tests to spend on a frame before it ends early, with a valid hand")
        ->capture_default_str();
    add("--threads", request->threads, "COUNT", "Threads to read and draw with; 0 is one per processor")
        ->capture_default_str();
    command.footer(
        "The shown hand is one near the tracked hand that touches things at the surface only, in every "
        "frame. A "
        "thing between the thumb and a finger, or between the palm and a finger, is held and follows the "
        "hand; one "
        "that is only touched is pushed.\n"
        "\n"
        "Examples:\n"
        "  graze generate cylinder --radius 20 --height 120 -o bar.stl\n"
        "  graze generate motion grasp --size 40,40,120 > hand.json\n"
        "  graze grasp bar.stl --hand hand.json --unit mm -o out\n"
        "\n"
        "Exit codes: 0 nothing was held; 1 something was held; 2 error; 3 cut short (budget), or "
        "interrupted.");
    actions[&command] = [request](Session& session) { return run_grasp(session, *request); };
}

}  // namespace graze::app
